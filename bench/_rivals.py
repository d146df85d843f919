"""The contenders: our tools, and what a user would pick instead."""

import contextlib
import csv
import io
import json
import tempfile
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any
from urllib.request import urlopen

import anyio
import anyio.to_thread
import pubchempy
import pywikipathways
import pywikipathways.utilities
from _catalogue import synchronise
from _contest import Ask, Contender
from _front import Row
from _standin import settings
from _truth import Question
from dependency_injector import providers

from biofacts.adapters.local.catalogues.jobs import Jobs
from biofacts.application.tools.registry import TOOLS, call
from biofacts.application.tools.tool import ErrorEnvelope
from biofacts.application.use_cases import UseCases
from biofacts.composition.container import Container, opened

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
            container.core.jobs.override(providers.Object(jobs))
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
