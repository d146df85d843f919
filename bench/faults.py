"""The fault matrix over real sockets: a proxy before the stand-in spoils one file or service, and a call needs it.

    python bench/faults.py BASE_URL

Each cell is a call with everything else present: `data` (the right answer), `poorer` (right as far as it goes, with a
remark), or the error's code, and the seconds that the caller waited. WRONG is anything else.
"""

import argparse
import gzip
import os
import shutil
import socket
import struct
import tempfile
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import anyio
import anyio.abc
import httpx
import msgspec
from _shared import settings

from biofacts.adapters.local.entries import (
    genes as gene_entries,
)
from biofacts.adapters.local.entries import (
    pathways as pathway_entries,
)
from biofacts.adapters.local.entries import (
    pharmacology as pharmacology_entries,
)
from biofacts.adapters.sqlite.compound_names import FOLDER as NAMES
from biofacts.adapters.sqlite.release_store import ANSWERS, COMPOUNDS, RECORDS, SLOTS
from biofacts.application.tools.registry import TOOLS, call
from biofacts.application.tools.tool import failed
from biofacts.composition.container import Container, running
from biofacts.domain.answers.errors import BiofactsError
from biofacts.ports.synchronisation import unseen

# A proxy before the stand-in that spoils its answers, and the ways in which it does


_HTML = b"<!DOCTYPE html><html><body>The service is having a rest.</body></html>"
_PASSED_ON, _PASSED_BACK = ("content-type", "if-none-match"), ("content-type", "etag", "last-modified")

Stream = anyio.abc.SocketStream
Spoil = Callable[[Stream, httpx.Response], Awaitable[None]]


def head(status: str, length: int, *lines: str) -> bytes:
    return "\r\n".join(
        [f"HTTP/1.1 {status}", f"Content-Length: {length}", "Connection: close", *lines, "", ""]
    ).encode()


def saying(status: str, body: bytes = _HTML, *lines: str) -> Spoil:
    async def spoil(stream: Stream, _: httpx.Response) -> None:
        await stream.send(head(status, len(body), "Content-Type: text/html", *lines) + body)

    return spoil


def changed(change: Callable[[bytes], bytes]) -> Spoil:
    async def spoil(stream: Stream, good: httpx.Response) -> None:
        body = change(good.content)
        await stream.send(head("200 OK", len(body), f"Content-Type: {good.headers['content-type']}") + body)

    return spoil


def reset(stream: Stream) -> None:
    """Close with a reset in the place of an end."""
    raw = stream.extra(anyio.abc.SocketAttribute.raw_socket)
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


async def refused(stream: Stream, _: httpx.Response) -> None:
    reset(stream)


async def reset_in_the_middle(stream: Stream, good: httpx.Response) -> None:
    await stream.send(head("200 OK", len(good.content)) + good.content[: len(good.content) // 2])
    reset(stream)


async def closed_in_the_middle(stream: Stream, good: httpx.Response) -> None:
    await stream.send(head("200 OK", len(good.content)) + good.content[: len(good.content) // 2])


async def silent(stream: Stream, _: httpx.Response) -> None:
    await anyio.sleep(60)


async def drip(stream: Stream, good: httpx.Response) -> None:
    await stream.send(head("200 OK", len(good.content)))
    for start in range(len(good.content)):
        await stream.send(good.content[start : start + 1])
        await anyio.sleep(0.5)


async def drip_head(stream: Stream, good: httpx.Response) -> None:
    for byte in head("200 OK", len(good.content), *[f"X-{number}: x" for number in range(50)]):
        await stream.send(bytes([byte]))
        await anyio.sleep(0.5)


async def bomb(stream: Stream, _: httpx.Response) -> None:
    body = gzip.compress(bytes(300 * 1024 * 1024), 1)
    await stream.send(head("200 OK", len(body), "Content-Encoding: gzip") + body)


async def changeless(stream: Stream, good: httpx.Response) -> None:
    conditional = "if-none-match" in good.request.headers
    await (saying("304 Not Modified", b"") if conditional else changed(lambda body: body))(stream, good)


FAULTS: dict[str, Spoil] = {
    "none": changed(lambda body: body),
    "connection reset at once": refused,
    "reset in the middle": reset_in_the_middle,
    "closed in the middle": closed_in_the_middle,
    "no first byte": silent,
    "head in drops": drip_head,
    "body in drops": drip,
    "429": saying("429 Too Many Requests"),
    "429, Retry-After: 2": saying("429 Too Many Requests", _HTML, "Retry-After: 2"),
    "429, Retry-After: 3600": saying("429 Too Many Requests", _HTML, "Retry-After: 3600"),
    **{f"{status} with HTML": saying(f"{status} Sorry") for status in (500, 502, 503, 504, 524)},
    "200 with HTML": saying("200 OK"),
    "200 with nothing": saying("200 OK", b""),
    "304 unasked": saying("304 Not Modified", b""),
    "cut off": changed(lambda body: body[: len(body) * 2 // 3]),
    "UTF-16": changed(lambda body: body.decode(errors="replace").encode("utf-16")),
    "other bytes": changed(lambda _: os.urandom(5000)),
    "redirect elsewhere": saying("302 Found", b"", "Location: http://127.0.0.1:9/elsewhere"),
    "gzip bomb (300 MB)": bomb,
    "a validator that always fits": changeless,
}


class Proxy:
    """Passes requests on to the stand-in: `/<number of a fault>/<what is spoiled>/…`. HEAD is answered well.

    `spoiled`: a part of the address of each file or service that can be spoiled, by its name.
    """

    def __init__(self, base: str, spoiled: Mapping[str, str]) -> None:
        self._spoiled = spoiled
        self._http = httpx.AsyncClient(base_url=base, timeout=60, follow_redirects=True)

    async def handle(self, stream: Stream) -> None:
        async with stream:
            with suppress(anyio.BrokenResourceError, anyio.ClosedResourceError, anyio.EndOfStream):
                await self._answer(stream)  # the client may go away

    async def _answer(self, stream: Stream) -> None:
        received = b""
        while b"\r\n\r\n" not in received:
            received += await stream.receive()
        lines, _, body = received.partition(b"\r\n\r\n")
        first, *others = lines.decode().split("\r\n")
        headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in others)}
        while len(body) < int(headers.get("content-length", 0)):
            body += await stream.receive()
        method, target, _ = first.split(" ")
        _, fault, name, rest = target.split("/", 3)
        kept = {one: headers[one] for one in _PASSED_ON if one in headers}
        if method == "HEAD":
            good = await self._http.get(f"/{rest}")
            return await stream.send(head(f"{good.status_code} x", len(good.content)))
        good = await self._http.request(method, f"/{rest}", content=body, headers=kept)
        spoil = list(FAULTS.values())[int(fault)]
        if self._spoiled[name] in target and good.status_code == 200:
            await spoil(stream, good)
        else:
            passed = [f"{one}: {good.headers[one]}" for one in _PASSED_BACK if one in good.headers]
            await stream.send(head(f"{good.status_code} x", len(good.content), *passed) + good.content)


class Question(NamedTuple):
    """A call that needs one file or service. `address`: a part of that one's; `catalogue`: what is made of it.

    Without a `tool`: `biofacts sync pubchem`.
    """

    tool: str
    arguments: Mapping[str, object]
    address: str
    catalogue: str | None = None


QUESTIONS = {
    "text": Question("search_pathways", {"query": "apoptosis", "slim": False}, "ByText.json", pathway_entries.TEXT),
    "xref": Question("get_pathways_for_gene", {"gene_id": "ncbigene:7157"}, "ByXref.json", pathway_entries.XREF),
    "drawing": Question("get_pathway_components", {"pathway_id": "WP:WP534"}, ".gpml", pathway_entries.GPML),
    "ontology": Question(
        "get_pathway", {"pathway_id": "WP:WP534", "detail": "all"}, "pw.obo", pathway_entries.ONTOLOGY
    ),
    "targets": Question("get_target", {"iuphar_id": "IUPHAR:215"}, "targets_and", pharmacology_entries.TARGETS),
    "ligands": Question("get_ligand", {"iuphar_id": "IUPHAR:2713"}, "/ligands.csv", pharmacology_entries.LIGANDS),
    "genes": Question("get_gene", {"gene_id": "HGNC:11998"}, "hgnc_complete", gene_entries.HUMAN_GENES),
    "names": Question("search_compounds", {"query": "ibuprofen"}, "/property/"),
    "bulk": Question("", {}, "/CID-"),
    "page": Question("get_compound", {"pubchem_id": "PubChem:CID2244"}, "pug_view"),
}


async def fill(base: str, folder: str) -> dict[str, object]:
    """Bring everything into a folder. Returns: the right answers."""
    right: dict[str, object] = {}
    async with running(settings(base, folder)) as container:
        for synchroniser in container.synchronisers():
            await synchroniser.sync(unseen)
        for name, question in QUESTIONS.items():
            right[name] = msgspec.json.decode(msgspec.json.encode(await outcome(container, question)))
            shutil.rmtree(Path(folder) / NAMES, ignore_errors=True)  # else they would answer in PubChem's place
    return right


async def outcome(container: Container, question: Question) -> object:
    """What comes of a call."""
    if question.tool:
        return await call(TOOLS[question.tool], container.use_cases(), question.arguments)
    try:
        return {"records": (await container.on_request()[0].sync(unseen)).records}
    except BiofactsError as error:
        return failed(error)


async def ask(base: str, filled: str, fault: int, name: str) -> tuple[object, float]:
    """The answer, with the file in question gone from what is present; and the seconds."""
    question = QUESTIONS[name]
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(filled, folder, copy_function=os.link, dirs_exist_ok=True, ignore=_but_catalogues)
        for gone in Path(folder).glob(f"*/{question.catalogue}") if question.catalogue else ():
            shutil.rmtree(gone)
        async with running(settings(f"{base}/{fault}/{name}", folder), long_lived=False) as container:
            started = time.perf_counter()
            try:
                answer = await outcome(container, question)
            except Exception as error:  # what must not happen is shown
                answer = repr(error)
            took = time.perf_counter() - started
    return msgspec.json.decode(msgspec.json.encode(answer)), took


def _but_catalogues(folder: str, names: list[str]) -> list[str]:
    """What is not copied: locks, fetched drawings and compounds, kept answers, budgets."""
    beside = tuple(Path(one).stem for one in (RECORDS, COMPOUNDS, ANSWERS, SLOTS))
    return [name for name in names if name.endswith((".lock", "-wal", "-shm")) or name.startswith(beside)]


def verdict(answer: object, right: object) -> str:
    if not isinstance(answer, dict) or not isinstance(right, dict):
        return f"WRONG {answer}"
    if "error" in answer:
        return str(answer["error"]["code"]) if answer["error"]["recovery_hint"] else f"WRONG {answer}"
    facts, expected = ({k: v for k, v in one.items() if k != "source"} for one in (answer, right))
    if facts == expected:
        return "data"
    return "poorer" if "remark" in facts and facts["id"] == expected["id"] else f"WRONG {facts}"


async def main(base: str) -> int:
    outcomes: dict[tuple[int, str], tuple[object, float]] = {}
    at_once = anyio.CapacityLimiter(8)
    with tempfile.TemporaryDirectory() as filled:
        right = await fill(base, filled)
        listener = await anyio.create_tcp_listener(local_host="127.0.0.1")
        port = listener.extra(anyio.abc.SocketAttribute.local_port)
        proxy = Proxy(base, {name: question.address for name, question in QUESTIONS.items()})

        async def cell(fault: int, name: str) -> None:
            async with at_once:
                outcomes[fault, name] = await ask(f"http://127.0.0.1:{port}", filled, fault, name)

        async with anyio.create_task_group() as serving:
            serving.start_soon(listener.serve, proxy.handle)
            async with anyio.create_task_group() as cells:
                for number in range(len(FAULTS)):
                    for name in QUESTIONS:
                        cells.start_soon(cell, number, name)
            serving.cancel_scope.cancel()
    print(f"{'':<30}" + "".join(f"{name:<22}" for name in QUESTIONS).rstrip())
    wrong = 0
    for number, fault in enumerate(FAULTS):
        said = []
        for name in QUESTIONS:
            answer, took = outcomes[number, name]
            what = verdict(answer, right[name])
            wrong += "WRONG" in what
            said.append(f"{what:<15}{took:4.1f} s ")
        print(f"{fault:<30}" + "".join(f"{one:<22}" for one in said).rstrip())
    longest = max(took for _, took in outcomes.values())
    print(f"{len(outcomes)} calls, wrong: {wrong}, the longest took {longest:.1f} s")
    return 1 if wrong else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("base_url")
    try:
        raise SystemExit(anyio.run(main, parser.parse_args().base_url.rstrip("/")))
    except BiofactsError as failure:
        raise SystemExit(f"the stand-in does not answer: {failure}") from failure
