"""Beside what a user would pick instead: the same questions, the same stand-in, the same run.

    uv run --group bench python bench/rivals.py BASE_URL UPSTREAM [--questions 40] [--rounds 3]

BASE_URL: a stand-in of the upstreams, served with `--latency 0.2` and without `--strict`, so that nobody is refused for
asking too fast (the real services do refuse). UPSTREAM: the folder of its data, for the truth.

A first question is asked in `rounds` lives of its own, the next ones in one life, all contenders in turn. `requests`:
by the stand-in's log, for the first question (and behind its answer) and for a next one. `again`: a question asked
once more. `right first`, `right in 5`: questions whose first answer, or one of whose first five, is right. `wrong in
5`: wrong answers among the first five, mean. `lost`, `false`: gene-pathway pairs, over all questions.

The rivals: `pywikipathways` and `PubChemPy` as installed, led to the stand-in by the default address of the one's
`wikipathways_get` and by the other's `API_BASE`; the JSON files of WikiPathways, fetched for each question and matched
by substring, as the newest source of pywikipathways does (not released); GtoPdb's CSV files, fetched once and kept in
memory, matched by substring. `_front.py` serves what the stand-in does not have, and says how: PubChem's record form
(the real service has it), and WikiPathways' old service (which is shut; so only the speed is told). A rival that fails
at its first three questions is asked no more; its errors stand below the table.
"""

import argparse
import contextlib
import csv
import gzip
import io
import json
import random
import statistics
import tempfile
import time
from collections import defaultdict
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple
from urllib.request import urlopen

import anyio
import anyio.to_thread
import msgspec
import pubchempy
import pywikipathways
import pywikipathways.utilities
from _front import Row, front
from _standin import Log, settings
from _table import milliseconds, percent, table
from gene_lookup import choose, read_truth
from gtopdb_quality import names_of_ligand, names_of_target

from biofacts.adapters.http.gtopdb import ligands as files
from biofacts.adapters.http.gtopdb.targets import read_targets
from biofacts.application.envelope import ErrorEnvelope
from biofacts.application.tools import TOOLS, call
from biofacts.container import Container, running
from biofacts.domain.pharmacology.ligand_facts import LigandFacts
from biofacts.domain.pharmacology.target_facts import TargetFacts
from biofacts.domain.text import fold
from biofacts.ports.catalogue import Content, ReleaseInfo

SEED = 20261121
AGAIN = 10
HOPELESS = 3
FIELDS = {"symbol": "hgnc", "ncbigene": "ncbigene", "ensembl": "ensembl", "uniprot": "uniprot"}
CODES = {"symbol": "H", "ncbigene": "L", "ensembl": "En", "uniprot": "U"}
HEAD = (
    "task", "by", "first s", "requests", "next ms", "requests", "again ms", "right first", "right in 5", "wrong in 5",
    "lost", "false",
)  # fmt: skip


class Question(NamedTuple):
    """What is asked, and what is right; `kind`: of a gene's identifier; `facet`: an organism."""

    asked: str
    right: frozenset[str]
    first: frozenset[str]
    kind: str = ""
    facet: str | None = None


Ask = Callable[[Question], Awaitable[Sequence[str]]]


class Contender(NamedTuple):
    """`opened`: a life of its own. `cold`: it has a first question. `judged`: its answers count."""

    name: str
    opened: Callable[[], AbstractAsyncContextManager[Ask]]
    cold: bool = True
    judged: bool = True


class Task(NamedTuple):
    name: str
    questions: Sequence[Question]
    contenders: Sequence[Contender]
    exact: bool = False


# Ours


def ours(
    base: str, tool: str, arguments: Callable[[Question], Mapping[str, object]], *, synced: bool = False
) -> Contender:
    """One of our tools, on a cache folder of its own; whole listings."""

    @asynccontextmanager
    async def opened() -> AsyncGenerator[Ask]:
        with tempfile.TemporaryDirectory() as folder:
            async with running(settings(base, Path(folder))) as container:
                if synced:
                    await container.wikipathways_archive().sync(lambda stage, done, total: None)

                async def ask(question: Question) -> Sequence[str]:
                    return await listed(container, tool, arguments(question))

                yield ask
                await settled(container)

    return Contender("biofacts, synchronised" if synced else "biofacts", opened, cold=not synced)


async def listed(container: Container, tool: str, arguments: Mapping[str, object]) -> list[str]:
    found: list[str] = []
    cursor: str | None = None
    while True:
        given = {**arguments, **({"cursor": cursor} if cursor else {})}
        outcome: Any = await call(TOOLS[tool], container.use_cases(), given)
        if isinstance(outcome, ErrorEnvelope):
            raise RuntimeError(outcome.error.message)
        if not hasattr(outcome, "items"):
            return [f"{outcome.molecular_formula} {outcome.inchikey}"]
        found += [one.id for one in outcome.items]
        if (cursor := outcome.pagination.cursor) is None or tool != "get_pathways_for_gene":
            return found


async def settled(container: Container) -> None:
    """Wait until nothing is fetched behind the answers any more."""
    with anyio.fail_after(60):
        while container.background()._running:  # noqa: ASYNC110 - nobody tells when it is empty
            await anyio.sleep(0.05)


# Rivals


def library(name: str, ask: Callable[[Question], Iterable[object]], *, judged: bool = True) -> Contender:
    """A rival that keeps nothing between two questions."""

    @asynccontextmanager
    async def opened() -> AsyncGenerator[Ask]:
        async def asked(question: Question) -> Sequence[str]:
            return await anyio.to_thread.run_sync(lambda: [str(one) for one in ask(question)])

        yield asked

    return Contender(name, opened, judged=judged)


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
    return library(name, by_text, judged=judged), library(name, by_xref, judged=judged)


def fetched(address: str) -> bytes:
    """A file as the standard library fetches it."""
    with urlopen(address) as answer:
        return answer.read()


def json_files(base: str) -> tuple[Contender, Contender]:
    """The substring match of the reference clients, on files that are fetched for each question."""

    def rows(name: str) -> Sequence[Row]:
        return json.loads(fetched(f"{base}/wikipathways/json/{name}.json"))["pathwayInfo"]

    def by_text(question: Question) -> Iterable[str]:
        return [f"WP:{row['id']}" for row in in_text(rows("findPathwaysByText"), question.asked, question.facet)]

    def by_xref(question: Question) -> Iterable[str]:
        return [f"WP:{row['id']}" for row in in_xref(rows("findPathwaysByXref"), question.asked, question.kind)]

    return library("JSON files, substring", by_text), library("JSON files, substring", by_xref)


def in_text(rows: Sequence[Row], query: str, organism: str | None = None) -> list[Row]:
    return [
        row
        for row in rows
        if organism in (None, row["species"]) and query.casefold() in " ".join(row.values()).casefold()
    ]


def in_xref(rows: Sequence[Row], identifier: str, kind: str) -> list[Row]:
    return [row for row in rows if identifier.casefold() in row[FIELDS[kind]].casefold()]


def by_name(question: Question) -> Iterable[object]:
    return [f"PubChem:CID{found.cid}" for found in pubchempy.get_compounds(question.asked, "name")]


def from_cid(question: Question) -> Iterable[object]:
    found = pubchempy.Compound.from_cid(int(question.asked))
    return [f"{found.molecular_formula} {found.inchikey}"]


def at(address: str, ask: Callable[[Question], Iterable[object]], note: str = "") -> Contender:
    def led(question: Question) -> Iterable[object]:
        pubchempy.API_BASE = f"{address}/pubchem/rest/pug"
        return ask(question)

    return library(f"PubChemPy {pubchempy.__version__}{note}", led)


def csv_scan(base: str, file: str, key: str, column: str | None) -> Contender:
    """A CSV file, fetched once, matched by substring in one column or in all."""

    @asynccontextmanager
    async def opened() -> AsyncGenerator[Ask]:
        rows: list[dict[str, str]] = []

        def scan(question: Question) -> Sequence[str]:
            if not rows:
                lines = csv.reader(io.StringIO(fetched(f"{base}/gtopdb/DATA/{file}.csv").decode(), newline=""))
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

    return Contender(f"csv, substring in {'a name' if column else 'any cell'}", opened)


# Questions with known answers


def pathway_questions(number: int) -> list[Question]:
    terms = json.loads((Path(__file__).parent / "pathway_terms.json").read_text())

    def curies(ids: Iterable[str]) -> frozenset[str]:
        return frozenset(f"WP:{local}" for local in ids)

    return [
        Question(term["query"], curies(term["right"]), curies(term["first"]), facet=term.get("organism"))
        for term in random.Random(SEED).sample(terms, min(number, len(terms)))
    ]


def gene_questions(upstream: Path, number: int) -> list[Question]:
    truth = read_truth(upstream / "wikipathways/assets.zip")
    genes = choose(truth, max(1, number // len(CODES)))
    random.Random(SEED).shuffle(genes)
    curies = {gene: frozenset(f"WP:{local}" for local in truth[gene]) for gene in genes}
    return [Question(value.upper(), curies[kind, value], curies[kind, value], kind) for kind, value in genes]


def compound_questions(compounds: Sequence[Row], number: int) -> tuple[list[Question], list[Question], list[Question]]:
    """By name, by a misspelt name, by CID."""
    holders: dict[str, set[str]] = defaultdict(set)
    for row in compounds:
        for name in (row["title"], *row["synonyms"]):
            holders[name.casefold()].add(f"PubChem:CID{row['cid']}")
    draw = random.Random(SEED)
    names = draw.sample(sorted(holders), number)
    words = [name for name in sorted(holders) if name.isascii() and name.isalpha() and len(name) > 7]

    def question(asked: str, name: str) -> Question:
        return Question(asked, frozenset(holders[name]), frozenset(holders[name]))

    misspelt = [(name[:-2] + name[-1], name) for name in draw.sample(words, number)]
    known = [row for row in compounds if row.get("formula") and row.get("inchikey")]
    records = [
        Question(str(row["cid"]), *(frozenset([f"{row['formula']} {row['inchikey']}"]),) * 2)
        for row in draw.sample(known, number)
    ]
    return (
        [question(name, name) for name in names],
        [question(asked, name) for asked, name in misspelt if asked not in holders],
        records,
    )


def guide_questions(
    content: Content, kind: type[Any], names: Callable[[Any], Iterable[tuple[str, str]]], number: int
) -> list[Question]:
    """Names, synonyms, gene symbols; whoever carries the name in the same folded spelling is right."""
    holders: dict[str, set[str]] = defaultdict(set)
    asked: set[str] = set()
    for entry in content.entries:
        for _, name in names(msgspec.msgpack.decode(entry.record, type=kind)):
            holders[fold.compact(name)].add(f"IUPHAR:{entry.key}")
            asked.add(name)
    chosen = random.Random(SEED).sample(sorted(name for name in asked if 2 <= len(name) <= 200), number)
    return [Question(name, *(frozenset(holders[fold.compact(name)]),) * 2) for name in chosen]


# Measuring


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
        self.judged = self.top1 = self.top5 = self.wrong = self.lost = self.false = 0
        self.failures: dict[str, int] = defaultdict(int)

    @property
    def hopeless(self) -> bool:
        return self.contender.judged and sum(self.failures.values()) >= HOPELESS and not self.judged

    async def ask(self, ask: Ask, question: Question) -> tuple[float, Sequence[str] | None]:
        started = time.perf_counter()
        try:
            answers = await ask(question)
        except Exception as error:
            self.failures[f"{type(error).__name__}: {error}"] += 1
            answers = None
        return time.perf_counter() - started, answers

    def judge(self, question: Question, answers: Sequence[str] | None) -> None:
        answers = answers or []
        five = answers[:5]
        self.judged += 1
        self.top1 += bool(answers) and answers[0] in question.first
        self.top5 += any(one in question.right for one in five)
        self.wrong += sum(one not in question.right for one in five)
        self.lost += len(question.right - set(answers))
        self.false += len(set(answers) - question.right)

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
    scores = [Score(contender, task) for contender in task.contenders]
    for question in task.questions[:rounds]:
        for score in scores:
            if score.contender.cold and not score.hopeless:
                await first(score, question, log)
    async with AsyncExitStack() as stack:
        lives = [
            (score, await stack.enter_async_context(score.contender.opened())) for score in scores if not score.hopeless
        ]
        for score, ask in lives:
            await score.ask(ask, task.questions[0])
        await anyio.sleep(5)  # whatever is fetched behind a first answer
        await in_turn(lives, task.questions[1:], log)
    return scores


async def in_turn(lives: Sequence[tuple[Score, Ask]], questions: Sequence[Question], log: Log) -> None:
    for question in questions:
        for score, ask in lives:
            log.clear()
            took, answers = await score.ask(ask, question)
            score.next.append(took)
            score.next_requests.append(len(log.requests()))
            score.judge(question, answers)
    for question in questions[:AGAIN]:
        for score, ask in lives:
            await score.ask(ask, question)  # so that it is the last one asked, too
            score.again.append((await score.ask(ask, question))[0])


async def first(score: Score, question: Question, log: Log) -> None:
    """A first question in a life of its own."""
    log.clear()
    async with score.contender.opened() as ask:
        log.clear()
        took, _ = await score.ask(ask, question)
        score.first.append(took)
        before = len(log.requests())
    score.requests.append((before, len(log.requests())))


def tasks(base: str, before: str, upstream: Path, compounds: Sequence[Row], number: int) -> list[Task]:
    """`before`: the address of the front."""
    now = datetime.now(UTC)
    provenance = ReleaseInfo(release="bench", retrieved=now, checked=now)
    ligands = files.read_ligands((upstream / "gtopdb/reconstructed/DATA/ligands.csv").read_bytes(), provenance)
    targets = read_targets((upstream / "gtopdb/DATA/targets_and_families.csv").read_bytes(), provenance)
    shut_text, shut_xref = pywikipathways_at(f"{base}/webservice", "", judged=True)
    old_text, old_xref = pywikipathways_at(f"{before}/webservice", ", service imitated", judged=False)
    json_text, json_xref = json_files(base)
    named, misspelt, records = compound_questions(compounds, number)

    def query(question: Question) -> Mapping[str, object]:
        return {"query": question.asked, **({"organism": question.facet} if question.facet else {})}

    def gene(question: Question) -> Mapping[str, object]:
        prefix = "" if question.kind == "symbol" else f"{question.kind}:"
        return {"gene_id": prefix + question.asked, "page_size": 100, "slim": True}

    def compound(question: Question) -> Mapping[str, object]:
        return {"pubchem_id": f"PubChem:CID{question.asked}"}

    return [
        Task(
            "pathway by words",
            pathway_questions(number),
            [ours(base, "search_pathways", query), shut_text, old_text, json_text],
        ),
        Task(
            "pathways of a gene",
            gene_questions(upstream, number),
            [
                ours(base, "get_pathways_for_gene", gene),
                ours(base, "get_pathways_for_gene", gene, synced=True),
                shut_xref,
                old_xref,
                json_xref,
            ],
            exact=True,
        ),
        Task(
            "compound by name",
            named,
            [ours(base, "search_compounds", query), at(base, by_name), at(before, by_name, ", records added")],
        ),
        Task(
            "compound, misspelt",
            misspelt[: number // 2],
            [ours(base, "search_compounds", query), at(before, by_name, ", records added")],
        ),
        Task(
            "compound by CID",
            records[: number // 2],
            [ours(base, "get_compound", compound), at(before, from_cid, ", records added")],
        ),
        Task(
            "ligand by name",
            guide_questions(ligands, LigandFacts, names_of_ligand, number),
            [
                ours(base, "search_ligands", query),
                csv_scan(base, "ligands", "Ligand ID", "Name"),
                csv_scan(base, "ligands", "Ligand ID", None),
            ],
        ),
        Task(
            "target by name",
            guide_questions(targets, TargetFacts, names_of_target, number),
            [
                ours(base, "search_targets", query),
                csv_scan(base, "targets_and_families", "Target id", "Target name"),
                csv_scan(base, "targets_and_families", "Target id", None),
            ],
        ),
    ]


async def main(base: str, upstream: Path, number: int, rounds: int) -> None:
    compounds = json.loads(gzip.decompress((upstream / "pubchem/standin.json.gz").read_bytes()))
    index = {
        name: json.loads((upstream / f"wikipathways/json/{name}.json").read_bytes())["pathwayInfo"]
        for name in ("findPathwaysByText", "findPathwaysByXref")
    }
    kinds = {code: kind for kind, code in CODES.items()}

    def matching(query: Mapping[str, str]) -> Sequence[Row]:
        if "query" in query:
            return in_text(index["findPathwaysByText"], query["query"])
        return in_xref(index["findPathwaysByXref"], query["ids"], kinds[query["codes"]])

    log = Log(base)
    scores: list[Score] = []
    with front(base, {row["cid"]: row for row in compounds}, matching) as before:
        for task in tasks(base, before, upstream, compounds, number):
            scores += await measure(task, log, rounds)
    print(table(HEAD, [score.row() for score in scores], words=2))
    for score in scores:
        for failure, times in score.failures.items():
            print(f"{score.task.name}, {score.contender.name}: {times} times {failure}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("base_url")
    parser.add_argument("upstream", type=Path)
    parser.add_argument("--questions", type=int, default=40, help="of each task")
    parser.add_argument("--rounds", type=int, default=3, help="first questions of each task")
    known = parser.parse_args()
    anyio.run(main, known.base_url.rstrip("/"), known.upstream, known.questions, known.rounds)
