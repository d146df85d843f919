"""What happens when something breaks: an upstream, a process, a catalogue on the disk.

    python bench/failures.py upstreams BASE_URL
    python bench/failures.py kills BASE_URL [--rounds 20] [--seed 1]
    python bench/failures.py damage FOLDER [--only NAME ...] [--show] [--seed N]

- `upstreams`: the fault matrix over real sockets. A proxy before the stand-in spoils one file or service, and a call
  needs it. Each cell is a call with everything else present: `data` (the right answer), `poorer` (right as far as it
  goes, with a remark), or the error's code, and the seconds that the caller waited. WRONG is anything else.
- `kills`: SIGKILL at random moments of a sync and of a refresh. After every kill the catalogues that are there answer
  offline, rightly; at last a sync runs through.
- `damage`: FOLDER is a cache folder that `biofacts sync` has filled; nothing in it is changed, since every round has a
  copy, in which one catalogue is damaged. For the compound ask once: `biofacts get compound PubChem:CID2244`. An answer
  is *poorer without a word* where it differs from that of the whole folder, and no remark names what differs (of a
  record), or no guidance is new (of a list); --show prints these. Names of genes of other organisms are left out unless
  --only names them: they come when somebody asks for the organism.
"""

import collections
import gzip
import json
import os
import random
import shutil
import socket
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import anyio
import anyio.abc
import httpx
import msgspec
from _shared import CLIENT, command_line, environment, settings, table

from biofacts.adapters.local.entries import genes as gene_entries
from biofacts.adapters.local.entries import pathways as pathway_entries
from biofacts.adapters.local.entries import pharmacology as pharmacology_entries
from biofacts.adapters.sqlite.catalogue_store import ANSWERS, COMPOUNDS, RECORDS, SLOTS
from biofacts.adapters.sqlite.compound_names import FOLDER as NAMES
from biofacts.application.pictures.draw import ShownImage
from biofacts.application.tools.registry import TOOLS, call
from biofacts.application.tools.tool import ErrorEnvelope, failed
from biofacts.composition.container import Container, running
from biofacts.composition.settings import Settings
from biofacts.domain.answers.errors import BiofactsError
from biofacts.ports.synchronisation import unseen

# Upstreams


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


class Need(NamedTuple):
    """A call that needs one file or service. `address`: a part of that one's; `catalogue`: what is made of it.

    Without a `tool`: `biofacts sync pubchem`.
    """

    tool: str
    arguments: Mapping[str, object]
    address: str
    catalogue: str | None = None


NEEDS = {
    "text": Need("search_pathways", {"query": "apoptosis", "slim": False}, "ByText.json", pathway_entries.TEXT),
    "xref": Need("get_pathways_for_gene", {"gene_id": "ncbigene:7157"}, "ByXref.json", pathway_entries.XREF),
    "drawing": Need("get_pathway_components", {"pathway_id": "WP:WP534"}, ".gpml", pathway_entries.GPML),
    "ontology": Need("get_pathway", {"pathway_id": "WP:WP534", "detail": "all"}, "pw.obo", pathway_entries.ONTOLOGY),
    "targets": Need("get_target", {"iuphar_id": "IUPHAR:215"}, "targets_and", pharmacology_entries.TARGETS),
    "ligands": Need("get_ligand", {"iuphar_id": "IUPHAR:2713"}, "/ligands.csv", pharmacology_entries.LIGANDS),
    "genes": Need("get_gene", {"gene_id": "HGNC:11998"}, "hgnc_complete", gene_entries.HUMAN_GENES),
    "names": Need("search_compounds", {"query": "ibuprofen"}, "/property/"),
    "bulk": Need("", {}, "/CID-"),
    "page": Need("get_compound", {"pubchem_id": "PubChem:CID2244"}, "pug_view"),
}


async def fill(base: str, folder: str) -> dict[str, object]:
    """Bring everything into a folder. Returns: the right answers."""
    right: dict[str, object] = {}
    async with running(settings(base, folder)) as container:
        for synchroniser in container.synchronisers():
            await synchroniser.sync(unseen)
        for name, question in NEEDS.items():
            right[name] = msgspec.json.decode(msgspec.json.encode(await outcome(container, question)))
            shutil.rmtree(Path(folder) / NAMES, ignore_errors=True)  # else they would answer in PubChem's place
    return right


async def outcome(container: Container, question: Need) -> object:
    """What comes of a call."""
    if question.tool:
        return await call(TOOLS[question.tool], container.use_cases(), question.arguments)
    try:
        return {"records": (await container.on_request()[0].sync(unseen)).records}
    except BiofactsError as error:
        return failed(error)


async def ask_one(base: str, filled: str, fault: int, name: str) -> tuple[object, float]:
    """The answer, with the file in question gone from what is present; and the seconds."""
    question = NEEDS[name]
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


async def upstreams(base: str) -> int:
    """Spoil each answer of the upstreams in each way."""
    base = base.rstrip("/")
    outcomes: dict[tuple[int, str], tuple[object, float]] = {}
    at_once = anyio.CapacityLimiter(8)
    with tempfile.TemporaryDirectory() as filled:
        right = await fill(base, filled)
        listener = await anyio.create_tcp_listener(local_host="127.0.0.1")
        port = listener.extra(anyio.abc.SocketAttribute.local_port)
        proxy = Proxy(base, {name: question.address for name, question in NEEDS.items()})

        async def cell(fault: int, name: str) -> None:
            async with at_once:
                outcomes[fault, name] = await ask_one(f"http://127.0.0.1:{port}", filled, fault, name)

        async with anyio.create_task_group() as serving:
            serving.start_soon(listener.serve, proxy.handle)
            async with anyio.create_task_group() as cells:
                for number in range(len(FAULTS)):
                    for name in NEEDS:
                        cells.start_soon(cell, number, name)
            serving.cancel_scope.cancel()
    print(f"{'':<30}" + "".join(f"{name:<22}" for name in NEEDS).rstrip())
    wrong = 0
    for number, fault in enumerate(FAULTS):
        said = []
        for name in NEEDS:
            answer, took = outcomes[number, name]
            what = verdict(answer, right[name])
            wrong += "WRONG" in what
            said.append(f"{what:<15}{took:4.1f} s ")
        print(f"{fault:<30}" + "".join(f"{one:<22}" for one in said).rstrip())
    longest = max(took for _, took in outcomes.values())
    print(f"{len(outcomes)} calls, wrong: {wrong}, the longest took {longest:.1f} s")
    return 1 if wrong else 0


# Processes


ASKED = [
    ("search_pathways", {"query": "glycolysis", "organism": "Homo sapiens"}, "WP:WP534"),
    ("search_targets", {"query": "DRD2"}, "IUPHAR:215"),
    ("search_ligands", {"query": "ibuprofen"}, "IUPHAR:2713"),
    ("get_pathways_for_gene", {"gene_id": "HK1", "organism": "Homo sapiens"}, "WP:WP534"),
]
RIGHT, ABSENT, WRONG = "right", "not there yet", "WRONG"
LONGEST = 7.0


async def ask(base: str, folder: str) -> collections.Counter[str]:
    """What is there, asked without the network."""
    said: collections.Counter[str] = collections.Counter()
    async with running(settings(base, folder, "offline")) as container:
        for tool, arguments, expected in ASKED:
            outcome = await call(TOOLS[tool], container.use_cases(), arguments)
            if isinstance(outcome, ErrorEnvelope):
                said[ABSENT if "offline" in outcome.error.message else WRONG] += 1
            else:
                said[RIGHT if expected in [item.id for item in outcome.items] else WRONG] += 1
    return said


def age(folder: str) -> None:
    """Let every catalogue look old and other than the upstream's, so that a refresh builds it anew."""
    for pointer in Path(folder).rglob("newest.json"):
        known = json.loads(pointer.read_text())
        known["info"] |= {"checked": "2020-01-01T00:00:00Z", "digest": "", "validator": ""}
        pointer.write_text(json.dumps(known))


def syncing(base: str, folder: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "biofacts", "sync"]
    return subprocess.Popen(
        command, env=environment(base, folder), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )


def refreshing(base: str, folder: str) -> subprocess.Popen[bytes]:
    """A server that is asked a question of each kind, so that it refreshes behind the answers."""
    age(folder)
    command = [sys.executable, "-m", "biofacts", "serve"]
    server = subprocess.Popen(
        command, env=environment(base, folder), stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )  # fmt: skip
    messages: list[dict[str, object]] = [
        {"id": 0, "method": "initialize", "params": CLIENT},
        {"method": "notifications/initialized"},
    ]
    for number, (tool, arguments, _) in enumerate(ASKED, start=1):
        messages.append({"id": number, "method": "tools/call", "params": {"name": tool, "arguments": arguments}})
    assert server.stdin is not None
    server.stdin.write(b"".join(json.dumps({"jsonrpc": "2.0", **one}).encode() + b"\n" for one in messages))
    server.stdin.flush()
    return server


def kills(base: str, *, rounds: int = 20, seed: int = 1) -> int:
    """Kill processes, and ask what is left."""
    os.environ.pop("BIOFACTS_SOURCE", None)
    dice = random.Random(seed)
    said: collections.Counter[str] = collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        for what, begin in (("sync", syncing), ("refresh", refreshing)):
            killed, before = 0, said.copy()
            for _ in range(rounds):
                process = begin(base, folder)
                try:
                    process.wait(dice.uniform(0.5, LONGEST))
                except subprocess.TimeoutExpired:
                    process.kill()
                    process.wait()
                    killed += 1
                said += anyio.run(ask, base, folder)
            now = said - before
            print(f"{what:<8} {killed} of {rounds} killed; answers afterwards: {dict(now)}", flush=True)
        started = time.perf_counter()
        code = syncing(base, folder).wait()
        last = anyio.run(ask, base, folder)
        left = [path.name for path in Path(folder).rglob("*") if path.suffix in (".building", ".tmp", ".damaged")]
        print(
            f"last     sync exits with {code} after {time.perf_counter() - started:.0f} s; {dict(last)}; left: {left}"
        )
    return 1 if said[WRONG] or code or last[RIGHT] != len(ASKED) or left else 0


# Catalogues


Answer = Mapping[str, Any]

QUESTIONS: list[tuple[str, dict[str, object]]] = [
    ("get_pathway", {"pathway_id": "WP:WP534"}),
    ("get_pathway", {"pathway_id": "WP:WP254", "detail": "brief"}),
    ("get_pathway", {"pathway_id": "WP:WP1254", "detail": "all"}),
    ("get_pathway_components", {"pathway_id": "WP:WP534", "whole": True}),
    ("get_gene", {"gene_id": "HGNC:11998"}),
    ("get_gene", {"gene_id": "NCBIGene:22059"}),
    ("get_ligand", {"iuphar_id": "IUPHAR:2713"}),
    ("get_target", {"iuphar_id": "IUPHAR:215"}),
    ("get_target", {"iuphar_id": "IUPHAR:3056"}),
    ("get_compound", {"pubchem_id": "PubChem:CID2244"}),
    ("search_pathways", {"query": "glycolysis", "slim": False}),
    ("search_pathways", {"query": "PMID:22628558"}),
    ("search_genes", {"query": "TP53"}),
    ("search_ligands", {"query": "COX inhibitor"}),
    ("search_targets", {"query": "DRD2"}),
    ("get_pathways_for_gene", {"gene_id": "TP53"}),
    ("get_pathways_for_compound", {"compound": "CHEBI:17234"}),
    ("get_interactions", {"target_id": "IUPHAR:215"}),
    ("find_links", {"id": "WP:WP254", "kind": "pathway", "to": "ligand"}),
    ("find_links", {"id": "HGNC:990", "kind": "gene"}),
    ("show_pathway", {"pathway_id": "WP:WP254", "drugs": True}),
]
SAME, ERROR, SAID, SILENT = "as before", "error", "poorer, said", "poorer WITHOUT A WORD"
_SENTENCES = ("remark", "guidance", "desc")
_DEEPEST = 2
_COUNTED = {"target_count": "targets", "ligand_count": "ligands", "guidance": "ligands", "genes": "cross_references",
            "proteins": "cross_references", "metabolites": "cross_references"}  # fmt: skip
"""Parts of records that are said by naming another."""


def _flipped(body: bytes, chance: random.Random) -> bytes:
    changed = bytearray(body)
    for _ in range(20):
        changed[chance.randrange(100, len(changed))] ^= 1 << chance.randrange(8)
    return bytes(changed)


def _many_flipped(body: bytes, chance: random.Random) -> bytes:
    changed = bytearray(body)
    for page in range(1, len(body) // 4096):
        changed[4096 * page + chance.randrange(4096)] ^= 1 << chance.randrange(8)
    return bytes(changed)


def _noise(body: bytes, chance: random.Random) -> bytes:
    start = 4096 * chance.randrange(1, len(body) // 4096)
    return body[:start] + chance.randbytes(4096) + body[start + 4096 :]


DAMAGE: Mapping[str, Callable[[bytes, random.Random], bytes] | None] = {
    "empty": lambda body, chance: b"",
    "garbage": lambda body, chance: chance.randbytes(len(body)),
    "truncated": lambda body, chance: body[: len(body) // 2],
    "bits flipped": _flipped,
    "a bit of every page": _many_flipped,
    "a page of noise": _noise,
    "half of it noise": lambda body, chance: body[: len(body) // 2] + chance.randbytes(len(body) - len(body) // 2),
    "pointer broken": None,
    "absent": None,
}


def damaged(folder: Path, name: str, how: str, seed: int, into: Path) -> None:
    """Copy a cache folder, of which one catalogue is damaged; the others are linked."""
    chance = random.Random(seed)
    shutil.copytree(folder, into, copy_function=_linked)
    (catalogue,) = into.glob(f"*/{name}")
    pointer = catalogue / "newest.json"
    file = catalogue / f"{json.loads(pointer.read_text())['version']}.sqlite"
    if how == "absent":
        shutil.rmtree(catalogue)
    elif (spoil := DAMAGE[how]) is None:
        pointer.unlink()
        pointer.write_text("{")
    else:
        body = file.read_bytes()
        file.unlink()
        file.write_bytes(spoil(body, chance))


def _linked(source: str, target: str) -> None:
    """Files of catalogues do not change, others do."""
    if Path(source).parent.name[0].isdigit() or not source.endswith(".sqlite"):
        shutil.copy2(source, target)
    else:
        os.link(source, target)


async def answers(folder: Path) -> list[Answer]:
    """What is answered offline; every question is asked twice, since the first one may find the damage."""
    settings = Settings(cache_dir=folder, source="offline", log="CRITICAL")
    async with running(settings, long_lived=False) as container:
        use_cases = container.use_cases()
        return [plain(await call(TOOLS[tool], use_cases, given)) for _ in range(2) for tool, given in QUESTIONS]


def plain(outcome: object) -> Answer:
    """As JSON; of a picture what it shows."""
    return dict(msgspec.to_builtins(outcome.shown if isinstance(outcome, ShownImage) else outcome))


def judged(before: Answer, now: Answer) -> str:
    """The verdict on an answer beside that of the whole folder; the text of a cursor does not count."""
    if now.get("success") is False:
        return SAME if now == before else ERROR
    before, now = {**before}, {**now}
    for answer in (before, now):
        if "pagination" in answer:
            answer["pagination"] = {**answer["pagination"], "cursor": bool(answer["pagination"]["cursor"])}
    differing = {line.partition(":")[0] for line in differences(before, now)} - {
        ".remark",
        ".guidance",
        ".source.stale",
    }
    if not differing:
        return SAME
    said = " ".join(sentences(now) - sentences(before)).casefold()
    if "items" in now or "desc" in now:
        return SAID if said else SILENT
    return SAID if all(_is_named(path, said) for path in differing) else SILENT


def _is_named(path: str, said: str) -> bool:
    """Whether a remark names the part of a record that differs, or what it is a part of."""
    parts = path.strip(".").replace("left_out.", "").split(".")
    return any(part in said for part in (".".join(parts), parts[0], parts[-1], _COUNTED.get(parts[0], "-")))


def sentences(answer: object) -> set[str]:
    """Every remark and guidance, at whatever depth."""
    if isinstance(answer, dict):
        own = {str(answer[name]) for name in _SENTENCES if name in answer}
        return own.union(*map(sentences, answer.values()))
    return set[str]().union(*map(sentences, answer)) if isinstance(answer, (list, tuple)) else set()


def differences(before: Any, now: Any, path: str = "") -> list[str]:
    """Where two answers differ, in a few lines."""
    if isinstance(before, dict) and isinstance(now, dict) and path.count(".") < _DEEPEST:
        return [
            line for key in {**before, **now} for line in differences(before.get(key), now.get(key), f"{path}.{key}")
        ]
    if before == now or (isinstance(before, tuple) and isinstance(now, tuple) and _has(now, before)):
        return []
    return [f"{path}: {str(before)[:150]} -> {str(now)[:150]}"]


def _has(now: Any, before: Any) -> bool:
    """Whether all that was said is said still: without names of genes, nodes have more accessions, not fewer."""
    if isinstance(before, dict) and isinstance(now, dict):
        return all(_has(now.get(key), value) for key, value in before.items())
    if isinstance(before, tuple) and isinstance(now, tuple):
        return all(any(_has(other, one) for other in now) for one in before)
    return bool(now == before)


def damage(folder: Path, *, only: Sequence[str] = (), show: bool = False, seed: int = 1) -> int:
    """Damage each catalogue in each way, and ask."""
    names = sorted(path.parent.name for path in folder.glob("[0-9]*/*/newest.json"))
    total = collections.Counter[str]()
    rows: list[list[object]] = []
    with tempfile.TemporaryDirectory(prefix="biofacts-damage-", dir=folder.parent) as temporary:
        whole = Path(temporary, "whole")
        shutil.copytree(folder, whole, copy_function=_linked)
        before = anyio.run(answers, whole)
        for name in only or [
            name for name in names if not name.startswith("ncbi-gene-") or name.endswith("-homo-sapiens")
        ]:
            for number, how in enumerate(DAMAGE):
                said = collections.Counter[str]()
                copy = Path(temporary, f"{name}-{number}")
                damaged(folder, name, how, seed + number, copy)
                for question, was, now in zip(2 * QUESTIONS, before, anyio.run(answers, copy), strict=True):
                    said[verdict := judged(was, now)] += 1
                    if show and verdict == SILENT:
                        print(name, how, *question, *differences(was, now), sep="\n    ")
                shutil.rmtree(copy)
                total += said
                rows.append([name, how, *(said[verdict] for verdict in (SAME, ERROR, SAID, SILENT))])
    rows.append(["all", "", *(total[verdict] for verdict in (SAME, ERROR, SAID, SILENT))])
    print(table(["catalogue", "damage", SAME, ERROR, SAID, SILENT], rows, words=2))
    return 1 if total[SILENT] else 0


if __name__ == "__main__":
    command_line(__doc__, upstreams, kills, damage)
