"""The contest of `rivals.py`: its contenders, what counts their answers, and a front before the stand-in for them."""

import contextlib
import csv
import io
import json
import statistics
import tempfile
import threading
import time
from collections import defaultdict
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator, Iterable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple
from urllib.parse import parse_qs, urlsplit
from urllib.request import urlopen

import anyio
import anyio.to_thread
import httpx
import pubchempy
import pywikipathways
import pywikipathways.utilities
from _shared import Log, milliseconds, percent, settings, synchronise, tell
from _truth import Question
from dependency_injector import providers

from biofacts.adapters.local.catalogues.jobs import Jobs
from biofacts.application.tools.registry import TOOLS, call
from biofacts.application.tools.tool import ErrorEnvelope
from biofacts.application.use_cases import UseCases
from biofacts.composition.container import Container, opened

# A contest: contenders are asked the same questions in turn, and their times, requests and answers are counted


HEAD = (
    "task", "by", "first s", "requests", "next ms", "requests", "again ms", "right first", "right in 5", "wrong in 5",
    "lost", "false",
)  # fmt: skip
_AGAIN = 10
_HOPELESS = 3

Ask = Callable[[Question], Awaitable[Sequence[str]]]


class Contender(NamedTuple):
    """`opened`: a life of its own. `cold`: it has a first question. `judged`: its answers count.

    `gone`: what it asks is there no more, so that it fails outside of these benchmarks, too.
    """

    name: str
    opened: Callable[[], AbstractAsyncContextManager[Ask]]
    cold: bool = True
    judged: bool = True
    gone: bool = False


class Task(NamedTuple):
    """`exact`: whatever an answer holds beside what is right is false, and whatever it lacks is lost."""

    name: str
    questions: Sequence[Question]
    contenders: Sequence[Contender]
    exact: bool = False


class Score:
    """What one contender did in one task."""

    def __init__(self, contender: Contender, task: Task) -> None:
        self.contender = contender
        self.task = task
        self.first: list[float] = []
        self.next: list[float] = []
        self.again: list[float] = []
        self.requests: list[tuple[int, int]] = []
        self.next_requests: list[int] = []
        self.judged = self.top1 = self.top5 = self.wrong = self.lost = self.false = self.whole = self.empty = 0
        self.failures: dict[str, int] = defaultdict(int)

    @property
    def hopeless(self) -> bool:
        """True for who fails at its first questions and is asked no more."""
        return self.contender.judged and sum(self.failures.values()) >= _HOPELESS and not self.judged

    async def ask(self, ask: Ask, question: Question) -> tuple[float, Sequence[str]]:
        """The seconds and the answers; none when it fails."""
        started = time.perf_counter()
        try:
            answers = await ask(question)
        except Exception as error:
            self.failures[f"{type(error).__name__}: {error}"] += 1
            answers = ()
        return time.perf_counter() - started, answers

    def judge(self, question: Question, answers: Sequence[str]) -> None:
        five = answers[:5]
        self.judged += 1
        self.top1 += bool(answers) and answers[0] in question.first
        self.top5 += any(one in question.right for one in five)
        self.wrong += sum(one not in question.right for one in five)
        self.lost += len(question.right - set(answers))
        self.false += len(set(answers) - question.right)
        self.whole += set(answers) == question.right
        self.empty += not answers

    def tell(self) -> None:
        """Its verdict: an exact answer is right as a whole, another by its first candidate.

        None for who failed at everything here, but would not elsewhere.
        """
        failed = sum(self.failures.values())
        if self.hopeless and self.contender.gone:
            tell(self.task.name, failed, 0, 0, self.contender.name)
        elif self.contender.judged and (self.contender.gone or failed < self.judged):
            right = self.whole if self.task.exact else self.top1
            tell(self.task.name, self.judged, right, self.judged - right - self.empty, self.contender.name)

    def row(self) -> list[object]:
        before, behind = self.requests[0] if self.requests else (None, 0)
        judged = self.judged if self.contender.judged and not self.hopeless else 0
        return [
            self.task.name,
            self.contender.name,
            f"{statistics.median(self.first):.2f}" if self.first else None,
            f"{before} (+{behind - before})" if before is not None and behind > before else before,
            milliseconds(statistics.median(self.next)) if self.next else None,
            f"{statistics.mean(self.next_requests):.1f}" if self.next_requests else None,
            milliseconds(statistics.median(self.again)) if self.again else None,
            percent(self.top1, judged) if judged else None,
            percent(self.top5, judged) if judged else None,
            f"{self.wrong / judged:.1f}" if judged else None,
            self.lost if judged and self.task.exact else None,
            self.false if judged and self.task.exact else None,
        ]


async def measure(task: Task, log: Log, rounds: int) -> list[Score]:
    """The scores of all contenders; `rounds` first questions, each in a life of its own."""
    scores = [Score(contender, task) for contender in task.contenders]
    for question in task.questions[:rounds]:
        for score in scores:
            if score.contender.cold and not score.hopeless:
                await _first(score, question, log)
    async with AsyncExitStack() as stack:
        lives = [
            (score, await stack.enter_async_context(score.contender.opened())) for score in scores if not score.hopeless
        ]
        for score, ask in lives:
            await score.ask(ask, task.questions[0])
        await anyio.sleep(5)  # whatever is fetched behind a first answer
        await _in_turn(lives, task.questions[1:], log)
    return scores


async def _first(score: Score, question: Question, log: Log) -> None:
    """A first question in a life of its own."""
    log.clear()
    async with score.contender.opened() as ask:
        log.clear()
        took, _ = await score.ask(ask, question)
        score.first.append(took)
        before = len(log.requests())
    score.requests.append((before, len(log.requests())))


async def _in_turn(lives: Sequence[tuple[Score, Ask]], questions: Sequence[Question], log: Log) -> None:
    for question in questions:
        for score, ask in lives:
            log.clear()
            took, answers = await score.ask(ask, question)
            score.next.append(took)
            score.next_requests.append(len(log.requests()))
            score.judge(question, answers)
    for question in questions[:_AGAIN]:
        for score, ask in lives:
            await score.ask(ask, question)  # so that it is the last one asked, too
            score.again.append((await score.ask(ask, question))[0])


# A front before the stand-in, for the forms of answers that rivals ask for and the stand-in does not have


Row = Mapping[str, Any]
Matching = Callable[[Mapping[str, str]], Sequence[Row]]
_LABELS = (
    ("Molecular Formula", "", "formula"),
    ("InChIKey", "Standard", "inchikey"),
    ("InChI", "Standard", "inchi"),
    ("SMILES", "Absolute", "smiles"),
    ("SMILES", "Connectivity", "connectivity"),
    ("IUPAC Name", "Preferred", "iupac"),
    ("Molecular Weight", "", "weight"),
)


def record(row: Row) -> dict[str, Any]:
    """A compound in the record form."""
    props = [
        {"urn": {"label": label, **({"name": name} if name else {})}, "value": {"sval": row[field]}}
        for label, name, field in _LABELS
        if row.get(field)
    ]
    return {"id": {"id": {"cid": row["cid"]}}, "atoms": {"aid": [], "element": []}, "props": props, "count": {}}


@contextmanager
def front(base: str, compounds: Mapping[int, Row], matching: Matching) -> Generator[str]:
    """Serve as long as the block lasts. `matching`: the pathways for a query's arguments. Yields: the address."""
    behind = httpx.Client(base_url=base, trust_env=False)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def log_message(self, *_: object) -> None:
            pass

        def answer(self, status: int, body: bytes) -> None:
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            headers = {"Content-Type": "application/x-www-form-urlencoded"}
            found = behind.post(self.path.removesuffix("/JSON") + "/cids/JSON", content=body, headers=headers)
            if found.status_code != 200:
                return self.answer(found.status_code, found.content)
            known = [record(compounds[cid]) for cid in found.json()["IdentifierList"]["CID"]]
            return self.answer(200, json.dumps({"PC_Compounds": known}).encode())

        def do_GET(self) -> None:
            behind.get(self.path)
            query = {name: values[0] for name, values in parse_qs(urlsplit(self.path).query).items()}
            result = [
                {**{name: row[name] for name in ("id", "name", "url", "species", "revision")}, "score": {"0": "1"},
                 "fields": {}}
                for row in matching(query)
            ]  # fmt: skip
            self.answer(200, json.dumps({"result": result}).encode())

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        behind.close()


CODES = {"symbol": "H", "ncbigene": "L", "ensembl": "En", "uniprot": "U"}
"""What WikiPathways' old service calls the kinds of genes' identifiers."""

_FIELDS = {"symbol": "hgnc", "ncbigene": "ncbigene", "ensembl": "ensembl", "uniprot": "uniprot"}


# Ours


class _CountedJobs(Jobs):
    """Jobs that know how many of them run."""

    def __init__(self) -> None:
        super().__init__()
        self._number = 0

    def start(self, name: str, job: Callable[[], Awaitable[object]], *, needed: bool = True) -> None:
        async def counted() -> None:
            self._number += 1
            try:
                await job()
            finally:
                self._number -= 1

        super().start(name, counted, needed=needed)

    async def settled(self) -> None:
        """Wait until nothing is fetched behind the answers any more."""
        with anyio.fail_after(300):
            await anyio.sleep(0.05)  # what has been started begins to run
            while self._number:  # noqa: ASYNC110 - nobody tells when it is empty
                await anyio.sleep(0.05)


def ours(
    base: str, tool: str, arguments: Callable[[Question], Mapping[str, object]], *, synced: bool = False
) -> Contender:
    """One of our tools, on a cache folder of its own; whole listings."""

    @asynccontextmanager
    async def living() -> AsyncGenerator[Ask]:
        with tempfile.TemporaryDirectory() as folder:
            container, jobs = Container(settings=settings(base, folder)), _CountedJobs()
            container.jobs.override(providers.Object(jobs))
            async with opened(container):
                if synced:
                    await synchronise(container, "wikipathways")

                async def ask(question: Question) -> Sequence[str]:
                    return await _listed(container.use_cases(), tool, arguments(question))

                yield ask
                await jobs.settled()

    return Contender("biofacts, synchronised" if synced else "biofacts", living, cold=not synced)


async def _listed(use_cases: UseCases, tool: str, arguments: Mapping[str, object]) -> list[str]:
    found: list[str] = []
    cursor: str | None = None
    while True:
        given = {**arguments, **({"cursor": cursor} if cursor else {})}
        outcome: Any = await call(TOOLS[tool], use_cases, given)
        if isinstance(outcome, ErrorEnvelope):
            raise RuntimeError(outcome.error.message)
        if not hasattr(outcome, "items"):
            return [f"{outcome.molecular_formula} {outcome.inchikey}"]
        found += [one.id for one in outcome.items]
        if (cursor := outcome.pagination.cursor) is None or tool != "get_pathways_for_gene":
            return found


# Rivals


def _library(
    name: str, ask: Callable[[Question], Iterable[object]], *, judged: bool = True, gone: bool = False
) -> Contender:
    """A rival that keeps nothing between two questions."""

    @asynccontextmanager
    async def living() -> AsyncGenerator[Ask]:
        async def asked(question: Question) -> Sequence[str]:
            return await anyio.to_thread.run_sync(lambda: [str(one) for one in ask(question)])

        yield asked

    return Contender(name, living, judged=judged, gone=gone)


def pywikipathways_at(address: str, note: str, *, judged: bool) -> tuple[Contender, Contender]:
    """The library's two searches, with its service at an address."""

    def led(asking: Callable[[], Any]) -> Iterable[str]:
        pywikipathways.utilities.wikipathways_get.__defaults__ = (None, address)
        said = io.StringIO()
        try:
            with contextlib.redirect_stdout(said):
                return [f"WP:{local}" for local in asking()]
        except Exception as error:
            printed = said.getvalue().partition(" for url")[0].removeprefix("Error:").strip()
            raise type(error)(f"{error} (printed: {printed})" if printed else str(error)) from error

    def by_text(question: Question) -> Iterable[str]:
        return led(lambda: pywikipathways.find_pathway_ids_by_text(question.asked))

    def by_xref(question: Question) -> Iterable[str]:
        return led(lambda: pywikipathways.find_pathway_ids_by_xref(question.asked, CODES[question.kind]))

    name = f"pywikipathways {pywikipathways.__version__}{note}"
    by_words = _library(name, by_text, judged=judged, gone=judged)
    return by_words, _library(name, by_xref, judged=judged, gone=judged)


def _fetched(address: str) -> bytes:
    """A file as the standard library fetches it."""
    with urlopen(address) as answer:
        return bytes(answer.read())


def json_files(base: str) -> tuple[Contender, Contender]:
    """The substring match of the reference clients, on files that are fetched for each question."""

    def rows(name: str) -> Sequence[Row]:
        found: list[Row] = json.loads(_fetched(f"{base}/wikipathways/json/{name}.json"))["pathwayInfo"]
        return found

    def by_text(question: Question) -> Iterable[str]:
        return [f"WP:{row['id']}" for row in in_text(rows("findPathwaysByText"), question.asked, question.organism)]

    def by_xref(question: Question) -> Iterable[str]:
        return [f"WP:{row['id']}" for row in in_xref(rows("findPathwaysByXref"), question.asked, question.kind)]

    return _library("JSON files, substring", by_text), _library("JSON files, substring", by_xref)


def in_text(rows: Sequence[Row], query: str, organism: str | None = None) -> list[Row]:
    """The pathways of which any field contains a query."""
    return [
        row
        for row in rows
        if organism in (None, row["species"]) and query.casefold() in " ".join(row.values()).casefold()
    ]


def in_xref(rows: Sequence[Row], identifier: str, kind: str) -> list[Row]:
    """The pathways of which the field of a kind of identifiers contains one."""
    return [row for row in rows if identifier.casefold() in row[_FIELDS[kind]].casefold()]


def compound_by_name(address: str, note: str = "") -> Contender:
    return _pubchempy_at(
        address,
        lambda question: [f"PubChem:CID{found.cid}" for found in pubchempy.get_compounds(question.asked, "name")],
        note,
    )


def compound_from_cid(address: str, note: str = "") -> Contender:
    def from_cid(question: Question) -> Iterable[object]:
        found = pubchempy.Compound.from_cid(int(question.asked))
        return [f"{found.molecular_formula} {found.inchikey}"]

    return _pubchempy_at(address, from_cid, note)


def _pubchempy_at(address: str, ask: Callable[[Question], Iterable[object]], note: str) -> Contender:
    def led(question: Question) -> Iterable[object]:
        pubchempy.API_BASE = f"{address}/pubchem/rest/pug"
        return ask(question)

    return _library(f"PubChemPy {pubchempy.__version__}{note}", led)


def csv_scan(base: str, file: str, key: str, column: str | None) -> Contender:
    """A CSV file, fetched once, matched by substring in one column or in all."""

    @asynccontextmanager
    async def living() -> AsyncGenerator[Ask]:
        rows: list[dict[str, str]] = []

        def scan(question: Question) -> Sequence[str]:
            if not rows:
                lines = csv.reader(io.StringIO(_fetched(f"{base}/gtopdb/DATA/{file}.csv").decode(), newline=""))
                next(lines)  # the banner
                header = next(lines)
                rows.extend(dict(zip(header, cells, strict=True)) for cells in lines)
            wanted = question.asked.casefold()
            found = [
                f"IUPHAR:{row[key]}"
                for row in rows
                if row[key] and any(wanted in cell.casefold() for cell in ([row[column]] if column else row.values()))
            ]
            return list(dict.fromkeys(found))

        async def ask(question: Question) -> Sequence[str]:
            return await anyio.to_thread.run_sync(scan, question)

        yield ask

    return Contender(f"csv, substring in {'a name' if column else 'any cell'}", living)
