"""The fault matrix over real sockets: a proxy before the stand-in spoils one file or service, and a call needs it.

    python bench/faults.py BASE_URL

Each cell is a call with everything else present: `data` (the right answer), `poorer` (right as far as it goes, with a
remark), or the error's code, and the seconds that the caller waited. WRONG is anything else.
"""

import argparse
import gzip
import os
import shutil
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path

import anyio
import anyio.abc
import httpx
import msgspec
from _standin import settings

from biofacts.application.tools import TOOLS, call
from biofacts.container import running
from biofacts.domain.errors import BiofactsError

HTML = b"<!DOCTYPE html><html><body>The service is having a rest.</body></html>"
QUESTIONS = {
    "text": ("search_pathways", {"query": "apoptosis", "slim": False}, "ByText.json", "wikipathways-text"),
    "xref": ("get_pathways_for_gene", {"gene_id": "ncbigene:7157"}, "ByXref.json", "wikipathways-xref"),
    "drawing": ("get_pathway_components", {"pathway_id": "WP:WP534"}, ".gpml", "wikipathways-gpml"),
    "ontology": ("get_pathway", {"pathway_id": "WP:WP534"}, "pw.obo", "pathway-ontology"),
    "targets": ("get_target", {"iuphar_id": "IUPHAR:215"}, "targets_and", "gtopdb-targets"),
    "ligands": ("get_ligand", {"iuphar_id": "IUPHAR:2713"}, "/ligands.csv", "gtopdb-ligands"),
    "names": ("search_compounds", {"query": "ibuprofen"}, "/property/", ""),
    "page": ("get_compound", {"pubchem_id": "PubChem:CID2244"}, "pug_view", ""),
}
Stream = anyio.abc.SocketStream
Spoil = Callable[[Stream, httpx.Response], Awaitable[None]]


def head(status: str, length: int, *lines: str) -> bytes:
    return "\r\n".join(
        [f"HTTP/1.1 {status}", f"Content-Length: {length}", "Connection: close", *lines, "", ""]
    ).encode()


def saying(status: str, body: bytes = HTML, *lines: str) -> Spoil:
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
    import socket
    import struct

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
    "429, Retry-After: 2": saying("429 Too Many Requests", HTML, "Retry-After: 2"),
    "429, Retry-After: 3600": saying("429 Too Many Requests", HTML, "Retry-After: 3600"),
    **{f"{status} with HTML": saying(f"{status} Sorry") for status in (500, 502, 503, 504, 524)},
    "200 with HTML": saying("200 OK"),
    "200 with nothing": saying("200 OK", b""),
    "304 unasked": saying("304 Not Modified", b""),
    "cut off": changed(lambda body: body[: len(body) * 2 // 3]),
    "UTF-16": changed(lambda body: body.decode().encode("utf-16")),
    "other bytes": changed(lambda _: os.urandom(5000)),
    "redirect elsewhere": saying("302 Found", b"", "Location: http://127.0.0.1:9/elsewhere"),
    "gzip bomb (300 MB)": bomb,
    "a validator that always fits": changeless,
}


class Proxy:
    """Passes requests on to the stand-in, and spoils answers: `/<fault>/<question>/…`."""

    def __init__(self, base: str) -> None:
        self._http = httpx.AsyncClient(base_url=base, timeout=60)

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
        _, fault, question, rest = target.split("/", 3)
        kept = {name: headers[name] for name in ("content-type", "if-none-match") if name in headers}
        good = await self._http.request(method, f"/{rest}", content=body, headers=kept)
        spoil = list(FAULTS.values())[int(fault)]
        if QUESTIONS[question][2] in target and good.status_code == 200:
            await spoil(stream, good)
        else:
            names = ("content-type", "etag", "last-modified")
            passed = [f"{name}: {good.headers[name]}" for name in names if name in good.headers]
            await stream.send(head(f"{good.status_code} x", len(good.content), *passed) + good.content)


async def fill(base: str, folder: str) -> dict[str, object]:
    """Bring everything into a folder. Returns: the right answers."""
    right = {}
    async with running(settings(base, folder)) as container:
        for synchroniser in container.synchronisers():
            await synchroniser.sync(lambda *_: None)
        for question, (tool, arguments, _, _) in QUESTIONS.items():
            outcome = await call(TOOLS[tool], container.use_cases(), arguments)
            right[question] = msgspec.json.decode(msgspec.json.encode(outcome))
    return right


async def ask(base: str, filled: str, fault: int, question: str) -> tuple[object, float]:
    """The answer, with the file in question gone from what is present; and the seconds."""
    tool, arguments, _, catalogue = QUESTIONS[question]
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(filled, folder, copy_function=os.link, dirs_exist_ok=True, ignore=_but_catalogues)
        for gone in Path(folder).glob(f"*/{catalogue}" if catalogue else "nothing"):
            shutil.rmtree(gone)
        async with running(settings(f"{base}/{fault}/{question}", folder), long_lived=False) as container:
            started = time.perf_counter()
            try:
                outcome: object = await call(TOOLS[tool], container.use_cases(), arguments)
            except Exception as error:  # what must not happen is shown
                outcome = repr(error)
            took = time.perf_counter() - started
    return msgspec.json.decode(msgspec.json.encode(outcome)), took


def _but_catalogues(folder: str, names: list[str]) -> list[str]:
    return [
        name for name in names if name.endswith((".lock", "-wal", "-shm")) or name.startswith(("records", "pub", "sl"))
    ]


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
        proxy = Proxy(base)

        async def cell(fault: int, question: str) -> None:
            async with at_once:
                outcomes[fault, question] = await ask(f"http://127.0.0.1:{port}", filled, fault, question)

        async with anyio.create_task_group() as serving:
            serving.start_soon(listener.serve, proxy.handle)
            async with anyio.create_task_group() as cells:
                for fault in range(len(FAULTS)):
                    for question in QUESTIONS:
                        cells.start_soon(cell, fault, question)
            serving.cancel_scope.cancel()
    print(f"{'':<30}" + "".join(f"{question:<22}" for question in QUESTIONS))
    wrong = 0
    for number, fault in enumerate(FAULTS):
        said = []
        for question in QUESTIONS:
            answer, took = outcomes[number, question]
            what = verdict(answer, right[question])
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
