"""Beside what a user would pick instead: the same questions, the same stand-in, the same run.

    uv run --group bench python bench/rivals.py BASE_URL UPSTREAM [--questions 40] [--rounds 3] [--only WORD ...]

BASE_URL: a stand-in of the upstreams, served with `--latency 0.2` and without `--strict`, so that nobody is refused for
asking too fast (the real services do refuse). UPSTREAM: the folder of its data, for the truth.

A first question is asked in `rounds` lives of its own, the next ones in one life, all contenders in turn. `requests`:
by the stand-in's log, for the first question and for a next one. `right first`, `right in 5`: questions whose first
answer, or one of whose first five, is right. `wrong in 5`: wrong answers among the first five, mean. `lost`, `false`:
gene-pathway pairs, over all questions.

The rivals: `pywikipathways` and `PubChemPy` as installed, led to the stand-in by the default address of the one's
`wikipathways_get` and by the other's `API_BASE`; the JSON files of WikiPathways, fetched for each question and matched
by substring, as the newest source of pywikipathways does (not released); GtoPdb's CSV files, fetched once and kept in
memory, matched by substring. The service that pywikipathways asks is shut, here as in the world. PubChem's record form,
which the real service has and the stand-in lacks, is added by a front before it. A rival that fails at its first three
questions is asked no more; its errors stand below the table.
"""

import contextlib
import csv
import io
import json
import statistics
import tempfile
import threading
import time
from collections import Counter
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator, Iterable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, NamedTuple
from urllib.request import urlopen

import anyio
import anyio.to_thread
import httpx
import pubchempy
import pywikipathways
import pywikipathways.utilities
from _shared import Log, command_line, milliseconds, percent, settings, synchronise, table, tell
from _truth import (
    Question,
    compound_questions,
    compound_rows,
    gene_questions,
    guide,
    guide_questions,
    in_text,
    in_xref,
    names_of_ligand,
    names_of_target,
    pathway_questions,
)

from biofacts.application.tools.all_tools import TOOLS, call
from biofacts.application.tools.tool import ErrorEnvelope
from biofacts.application.use_cases import UseCases
from biofacts.composition.container import running

# A contest: contenders are asked the same questions in turn, and their times, requests and answers are counted


HEAD = (
    "task", "by", "first s", "requests", "next ms", "requests", "right first", "right in 5", "wrong in 5", "lost",
    "false",
)  # fmt: skip
_HOPELESS = 3

Row = Mapping[str, Any]
Ask = Callable[[Question], Awaitable[Sequence[str]]]


class Contender(NamedTuple):
    """`opened`: a life of its own. `cold`: it has a first question.

    `gone`: what it asks is there no more, so that it fails outside of these benchmarks, too.
    """

    name: str
    opened: Callable[[], AbstractAsyncContextManager[Ask]]
    cold: bool = True
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
        self.contender, self.task = contender, task
        self.seconds: dict[str, list[float]] = {"first": [], "next": []}
        self.requests: dict[str, list[int]] = {"first": [], "next": []}
        self.judged = self.top1 = self.top5 = self.wrong = self.lost = self.false = self.whole = self.empty = 0
        self.failures = Counter[str]()

    @property
    def hopeless(self) -> bool:
        """True for who fails at its first questions and is asked no more."""
        return self.failures.total() >= _HOPELESS and not self.judged

    async def ask(self, ask: Ask, question: Question, log: Log, turn: str) -> Sequence[str]:
        """The answers; none when it fails."""
        log.clear()
        started = time.perf_counter()
        try:
            answers = await ask(question)
        except Exception as error:
            self.failures[f"{type(error).__name__}: {error}"] += 1
            answers = ()
        self.seconds[turn].append(time.perf_counter() - started)
        self.requests[turn].append(len(log.requests()))
        return answers

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
        failed = self.failures.total()
        if self.hopeless and self.contender.gone:
            tell(self.task.name, failed, 0, 0, self.contender.name)
        elif self.contender.gone or failed < self.judged:
            right = self.whole if self.task.exact else self.top1
            tell(self.task.name, self.judged, right, self.judged - right - self.empty, self.contender.name)

    def row(self) -> list[object]:
        first, following = self.seconds["first"], self.seconds["next"][1:]
        counted = [
            percent(self.top1, self.judged), percent(self.top5, self.judged), f"{self.wrong / self.judged:.1f}",
            *((self.lost, self.false) if self.task.exact else (None, None)),
        ] if self.judged else [None] * 5  # fmt: skip
        return [
            self.task.name,
            self.contender.name,
            f"{statistics.median(first):.2f}" if first else None,
            self.requests["first"][0] if first else None,
            milliseconds(statistics.median(following)) if following else None,
            f"{statistics.mean(self.requests['next'][1:]):.1f}" if following else None,
            *counted,
        ]


async def measure(task: Task, log: Log, rounds: int) -> list[Score]:
    """The scores of all contenders; `rounds` first questions, each in a life of its own."""
    scores = [Score(contender, task) for contender in task.contenders]
    for question in task.questions[:rounds]:
        for score in scores:
            if score.contender.cold and not score.hopeless:
                async with score.contender.opened() as ask:
                    await score.ask(ask, question, log, "first")
    async with AsyncExitStack() as stack:
        going = [score for score in scores if not score.hopeless]
        lives = [(score, await stack.enter_async_context(score.contender.opened())) for score in going]
        for score, ask in lives:
            await score.ask(ask, task.questions[0], log, "next")  # which does not count: it is the first one here
        await anyio.sleep(5)  # whatever is fetched behind a first answer
        for question in task.questions[1:]:
            for score, ask in lives:
                score.judge(question, await score.ask(ask, question, log, "next"))
    return scores


# A front before the stand-in, for the form of records that PubChemPy asks for and the stand-in does not have


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
def front(base: str, compounds: Mapping[int, Row]) -> Generator[str]:
    """Serve as long as the block lasts. Yields: the address."""
    behind = httpx.Client(base_url=base, trust_env=False)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def log_message(self, *_: object) -> None:
            pass

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            headers = {"Content-Type": "application/x-www-form-urlencoded"}
            found = behind.post(self.path.removesuffix("/JSON") + "/cids/JSON", content=body, headers=headers)
            answer = found.content
            if found.status_code == 200:
                known = [record(compounds[cid]) for cid in found.json()["IdentifierList"]["CID"]]
                answer = json.dumps({"PC_Compounds": known}).encode()
            self.send_response(found.status_code)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        behind.close()


# Ours


def ours(
    base: str, tool: str, arguments: Callable[[Question], Mapping[str, object]], *, synced: bool = False
) -> Contender:
    """One of our tools, on a cache folder of its own; whole listings."""

    @asynccontextmanager
    async def living() -> AsyncGenerator[Ask]:
        with tempfile.TemporaryDirectory() as folder:
            async with running(settings(base, folder)) as container:
                if synced:
                    await synchronise(container, "wikipathways")

                async def ask(question: Question) -> Sequence[str]:
                    return await _listed(container.use_cases(), tool, arguments(question))

                yield ask

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


def _library(name: str, ask: Callable[[Question], Iterable[object]], *, gone: bool = False) -> Contender:
    """A rival that keeps nothing between two questions."""

    @asynccontextmanager
    async def living() -> AsyncGenerator[Ask]:
        async def asked(question: Question) -> Sequence[str]:
            return await anyio.to_thread.run_sync(lambda: [str(one) for one in ask(question)])

        yield asked

    return Contender(name, living, gone=gone)


_CODES = {"symbol": "H", "ncbigene": "L", "ensembl": "En", "uniprot": "U"}
"""What WikiPathways' old service calls the kinds of genes' identifiers."""


def pywikipathways_at(address: str) -> tuple[Contender, Contender]:
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
        return led(lambda: pywikipathways.find_pathway_ids_by_xref(question.asked, _CODES[question.kind]))

    name = f"pywikipathways {pywikipathways.__version__}"
    return _library(name, by_text, gone=True), _library(name, by_xref, gone=True)


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


def pubchempy_at(address: str) -> tuple[Contender, Contender]:
    """The library's searches by name and by number."""

    def by_name(question: Question) -> Iterable[str]:
        pubchempy.API_BASE = f"{address}/pubchem/rest/pug"
        return [f"PubChem:CID{found.cid}" for found in pubchempy.get_compounds(question.asked, "name")]

    def by_cid(question: Question) -> Iterable[str]:
        pubchempy.API_BASE = f"{address}/pubchem/rest/pug"
        found = pubchempy.Compound.from_cid(int(question.asked))
        return [f"{found.molecular_formula} {found.inchikey}"]

    name = f"PubChemPy {pubchempy.__version__}, records added"
    return _library(name, by_name), _library(name, by_cid)


def csv_scan(base: str, file: str, key: str, column: str | None) -> Contender:
    """A CSV file, fetched once, matched by substring in one column or in all."""

    @asynccontextmanager
    async def living() -> AsyncGenerator[Ask]:
        rows: list[dict[str, str]] = []

        def scan(question: Question) -> Sequence[str]:
            if not rows:
                lines = io.StringIO(_fetched(f"{base}/gtopdb/DATA/{file}.csv").decode(), newline="")
                next(lines)  # the banner
                rows.extend(csv.DictReader(lines))
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


# The tasks


def tasks(base: str, before: str, upstream: Path, compounds: Sequence[Row], number: int) -> list[Task]:
    """`before`: the address of the front."""
    ligands, targets = guide(upstream)
    shut_text, shut_xref = pywikipathways_at(f"{base}/webservice")
    json_text, json_xref = json_files(base)
    by_name, by_cid = pubchempy_at(before)
    named, misspelt, records = compound_questions(compounds, number)

    def query(question: Question) -> Mapping[str, object]:
        return {"query": question.asked, **({"organism": question.organism} if question.organism else {})}

    def gene(question: Question) -> Mapping[str, object]:
        prefix = "" if question.kind == "symbol" else f"{question.kind}:"
        return {"gene_id": prefix + question.asked, "page_size": 100, "slim": True}

    def compound(question: Question) -> Mapping[str, object]:
        return {"pubchem_id": f"PubChem:CID{question.asked}"}

    def scans(file: str, key: str, column: str) -> Sequence[Contender]:
        return [csv_scan(base, file, key, column), csv_scan(base, file, key, None)]

    genes = [ours(base, "get_pathways_for_gene", gene), ours(base, "get_pathways_for_gene", gene, synced=True)]
    compounds_of_ours = ours(base, "search_compounds", query)
    scanned_targets = scans("targets_and_families", "Target id", "Target name")
    return [
        Task("pathway by words", pathway_questions(number),
             [ours(base, "search_pathways", query), shut_text, json_text]),
        Task("pathways of a gene", gene_questions(upstream, number), [*genes, shut_xref, json_xref], exact=True),
        Task("compound by name", named, [compounds_of_ours, by_name]),
        Task("compound, misspelt", misspelt[: number // 2], [compounds_of_ours, by_name]),
        Task("compound by CID", records[: number // 2], [ours(base, "get_compound", compound), by_cid]),
        Task("ligand by name", guide_questions(ligands, names_of_ligand, number),
             [ours(base, "search_ligands", query), *scans("ligands", "Ligand ID", "Name")]),
        Task("target by name", guide_questions(targets, names_of_target, number),
             [ours(base, "search_targets", query), *scanned_targets]),
    ]  # fmt: skip


async def main(base: str, upstream: Path, *, questions: int = 40, rounds: int = 3, only: Sequence[str] = ()) -> None:
    compounds = compound_rows(upstream)
    log = Log(base)
    scores: list[Score] = []
    with front(base, {row["cid"]: row for row in compounds}) as before:
        for task in tasks(base, before, upstream, compounds, questions):
            if not only or task.name.startswith(tuple(only)):
                scores += await measure(task, log, rounds)
    print(table(HEAD, [score.row() for score in scores], words=2))
    for score in scores:
        score.tell()
        for failure, times in score.failures.items():
            print(f"{score.task.name}, {score.contender.name}: {times} times {failure}")


if __name__ == "__main__":
    command_line(__doc__, main)
