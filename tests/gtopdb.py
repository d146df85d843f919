"""A small Guide to PHARMACOLOGY for tests: the files of `tests/data/gtopdb`, in the real layout, over a fake wire."""

import csv
import io
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

import httpx

from biofacts.adapters.http.gtopdb import GtoPdbClient
from biofacts.adapters.local.catalogue_entries import pharmacology as entries
from biofacts.adapters.local.catalogues.background_jobs import Jobs
from biofacts.adapters.local.catalogues.refreshed_catalogue import LocalCatalogue
from biofacts.adapters.local.pharmacology.guide import Guide
from biofacts.adapters.sqlite.catalogue_store import SqliteCatalogueStore
from biofacts.ports.catalogue import CatalogueStore
from tests.containers import cache_of
from tests.words import thesaurus

DATA = Path(__file__).parent / "data" / "gtopdb"


class Wire:
    """Answers as the upstream does, and notes what it was asked; `replaced` holds other answers by file name."""

    def __init__(self, replaced: Mapping[str, httpx.Response] | None = None) -> None:
        self.asked: list[str] = []
        self.replaced = dict(replaced or {})

    def __call__(self, request: httpx.Request) -> httpx.Response:
        name = request.url.path.rpartition("/")[2]
        self.asked.append(name)
        if name in self.replaced:
            given = self.replaced[name]
            return httpx.Response(given.status_code, headers=given.headers, content=given.content)
        path = DATA / name
        return httpx.Response(200, content=path.read_bytes()) if path.is_file() else httpx.Response(404)


def guide_of(client: GtoPdbClient, store: CatalogueStore, jobs: Jobs, *, offline: bool = False) -> Guide:
    """The Guide's catalogues over a client's files."""
    cache = cache_of(store, jobs, offline=offline)
    return Guide(
        targets=LocalCatalogue(entries.TARGETS, client.targets, entries.index_targets, cache),
        ligands=LocalCatalogue(entries.LIGANDS, client.ligands, entries.index_ligands, cache),
        interactions=LocalCatalogue(entries.INTERACTIONS, client.interactions, entries.index_interactions, cache),
        ligand_ids=LocalCatalogue(entries.LIGAND_IDS, client.ligand_ids, entries.index_ligand_ids, cache),
        proteins=LocalCatalogue(entries.UNIPROT, client.proteins, entries.index_proteins, cache),
        thesaurus=thesaurus(store, jobs),
        cache=cache,
    )


@asynccontextmanager
async def guide_over(
    wire: Wire, *, store: CatalogueStore | None = None, background: bool = False, offline: bool = False
) -> AsyncGenerator[Guide]:
    """A guide on that wire; its catalogues live in memory unless a store is given."""
    http = httpx.AsyncClient(transport=httpx.MockTransport(wire), base_url="http://gtopdb.test/")
    async with SqliteCatalogueStore(None) as memory, Jobs() as tasks, GtoPdbClient(http) as client:
        yield guide_of(client, store or memory, tasks if background else Jobs(), offline=offline)


def table(name: str) -> tuple[list[str], list[list[str]]]:
    """The header and the rows of a file."""
    lines = list(csv.reader(io.StringIO((DATA / name).read_text(), newline="")))
    return lines[1], lines[2:]


def written(header: list[str], rows: list[list[str]], banner: str | None = "# GtoPdb Version: 2099.1 - x") -> bytes:
    """A file in the upstream's layout."""
    out = io.StringIO()
    writer = csv.writer(out, quoting=csv.QUOTE_ALL, lineterminator="\n")
    if banner:
        writer.writerow([banner])
    writer.writerows([header, *rows])
    return out.getvalue().encode()
