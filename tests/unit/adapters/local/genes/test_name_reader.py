"""Genes by the labels of drawings that are in the cache: in every answer, in one release, and without them."""

from collections.abc import AsyncGenerator, Sequence
from datetime import timedelta

import anyio
import pytest
from pytest_mock import MockerFixture

from biofacts.adapters.local.catalogue_entries.pathways import GPML, drawn
from biofacts.adapters.local.catalogues.background_jobs import Jobs
from biofacts.adapters.local.genes import name_reader
from biofacts.adapters.local.genes.source import LocalGenes
from biofacts.adapters.sample.upstreams import DAY
from biofacts.adapters.sqlite.catalogue_store import SqliteCatalogueStore
from biofacts.application.genes.named_genes import read_in
from biofacts.domain.answers.errors import UpstreamError
from biofacts.domain.answers.pages import Window
from biofacts.domain.genes.gene import GeneFacts
from biofacts.domain.genes.name_readings import Reading
from biofacts.domain.genes.names import GeneName, ProteinNames
from biofacts.domain.identifiers.organisms import HUMAN
from biofacts.domain.pathways.pathway import DataNode, Drawing, NodeType, PathwayComponents, Revision
from biofacts.ports.catalogue import CatalogueStore, Content, ReleaseInfo
from biofacts.ports.sources import Query
from tests.genes import genes_over
from tests.memory_catalogue import MemoryCatalogueStore

MOUSE = "Mus musculus"
BID, CDKN1B, G6PD, H6PD = "637", "1027", "2539", "9563"


def gene(symbol: str, entrez: str, *aliases: str, coding: bool = True) -> GeneFacts:
    return GeneFacts(
        id=f"HGNC:{entrez}", symbol=symbol, name=symbol, organism=HUMAN, locus_type="gene", protein_coding=coding,
        aliases=aliases, cross_references={"entrez": entrez},
    )  # fmt: skip


GENES = (
    gene("IFI27", "3429", "p27"),
    gene("PSMD9", "5715", "p27"),
    gene("CDKN1B", CDKN1B),
    gene("BID", BID),
    gene("G6PD", G6PD),
    gene("H6PD", H6PD),
)
PROTEINS = (ProteinNames(gene=f"HGNC:{H6PD}", names=("G6PDH",)),)


def node(label: str, entrez: str = "", kind: NodeType = "Gene") -> DataNode:
    return DataNode(id=label, label=label, type=kind, cross_references={"entrez": entrez} if entrez else {})


def drawing(number: int, *nodes: DataNode, organism: str = HUMAN) -> Drawing:
    key = f"WP{number}"
    parts = PathwayComponents(id=f"WP:{key}", title=key, organism=organism, genes=nodes)
    return Drawing(local_id=key, title=key, organism=organism, revision=Revision(), components=parts)


DRAWINGS = (
    drawing(1, node("p27", CDKN1B), node("tBID", BID), node("G6PDH", G6PD)),
    drawing(2, node("p27", CDKN1B), node("p27"), node("", BID), node("G6PDH", G6PD)),
    drawing(3, node("sIFI27", "3429"), organism=MOUSE),
)


async def publish(store: CatalogueStore, drawings: Sequence[Drawing], release: str = "1") -> None:
    day = DAY + timedelta(days=int(release))
    info = ReleaseInfo(release=release, retrieved=day, checked=day)
    await store.publish(GPML, Content(info=info, entries=map(drawn, drawings)))


@pytest.fixture(params=[False, True], ids=["memory", "sqlite"])
async def store(request: pytest.FixtureRequest) -> AsyncGenerator[CatalogueStore]:
    if request.param:
        async with SqliteCatalogueStore(None) as store:
            yield store
    else:
        yield MemoryCatalogueStore()


@pytest.fixture
async def genes(store: CatalogueStore) -> AsyncGenerator[LocalGenes]:
    async with genes_over(GENES, store=store, proteins=PROTEINS) as genes:
        yield genes


async def read(genes: LocalGenes, text: str, *, organism: str | None = None, version: str | None = None) -> Reading:
    named = await genes.by_name(GeneName.parse(text), organism, version=version)
    assert named is not None
    return read_in(GeneName.parse(text), named)


def meant(reading: Reading) -> list[str]:
    return [reading.gene.symbol] if reading.gene else [one.symbol for one in reading.meanings]


async def test_labels_add_what_names_mean_once_drawings_are_there(genes: LocalGenes, store: CatalogueStore) -> None:
    names = "p27", "tBID", "G6PDH", "xIFI27", "BID"
    before = [meant(await read(genes, name)) for name in names]
    await publish(store, DRAWINGS)
    after = [meant(await read(genes, name)) for name in names]

    assert before == [["IFI27", "PSMD9"], [], ["H6PD"], [], ["BID"]]
    assert after == [["CDKN1B", "IFI27", "PSMD9"], ["BID"], ["H6PD", "G6PD"], [], ["BID"]]


@pytest.mark.parametrize(
    ("text", "symbols", "why"),
    [
        ("p-nuclease", ["G6PD"], "name of its protein in NCBI Gene, without 'p-'"),
        ("nuclease-1/-2", ["G6PD", "H6PD"], "name of its protein in NCBI Gene"),
        ("nuclease-1/-3", [], ""),
    ],
)
async def test_names_of_proteins_are_read_without_forms_and_by_their_endings(
    store: CatalogueStore, text: str, symbols: Sequence[str], why: str
) -> None:
    proteins = (
        ProteinNames(gene=f"HGNC:{G6PD}", names=("nuclease", "nuclease 1")),
        ProteinNames(gene=f"HGNC:{H6PD}", names=("nuclease 2",)),
    )
    async with genes_over(GENES, store=store, proteins=proteins) as genes:
        reading = await read(genes, text)

    assert meant(reading) == symbols
    assert {one.why for one in reading.all_meanings} == ({why} if symbols else set())


async def test_a_search_begins_with_the_genes_that_a_contested_name_means(
    genes: LocalGenes, store: CatalogueStore
) -> None:
    await publish(store, DRAWINGS)
    hits = await genes.search(Query(text="p27"), Window())

    assert hits is not None
    assert [one.symbol for one in hits.items] == ["CDKN1B", "IFI27", "PSMD9"]
    assert GPML in hits.version


async def test_a_listing_goes_on_with_the_drawings_with_which_it_began(
    genes: LocalGenes, store: CatalogueStore
) -> None:
    await publish(store, DRAWINGS)
    begun = await genes.by_name(GeneName.parse("BID"), None)
    assert begun is not None
    await publish(store, DRAWINGS[:1], release="2")

    assert meant(await read(genes, "p27", version=begun.version)) == ["CDKN1B", "IFI27", "PSMD9"]
    assert meant(await read(genes, "p27")) == ["IFI27", "PSMD9"]


async def test_what_is_remembered_is_forgotten_with_the_drawings(genes: LocalGenes, store: CatalogueStore) -> None:
    await read(genes, "BID")
    before = (await genes.at_hand()).settled
    await publish(store, DRAWINGS)

    assert before != (await genes.at_hand()).settled


async def test_damaged_drawings_are_done_without(
    genes: LocalGenes, store: CatalogueStore, mocker: MockerFixture, caplog: pytest.LogCaptureFixture
) -> None:
    await publish(store, DRAWINGS)
    drawings = await store.newest(GPML)
    mocker.patch.object(type(drawings), "records", side_effect=UpstreamError.of("test", "the catalogue is damaged"))

    assert meant(await read(genes, "p27")) == ["IFI27", "PSMD9"]
    assert "the catalogue is damaged" in caplog.text


async def test_labels_are_indexed_once_for_all_who_ask(genes: LocalGenes, store: CatalogueStore) -> None:
    await publish(store, DRAWINGS)
    found: list[list[str]] = []

    async def ask() -> None:
        found.append(meant(await read(genes, "tBID")))

    async with anyio.create_task_group() as tasks:
        for _ in range(5):
            tasks.start_soon(ask)

    assert found == [["BID"]] * 5


async def test_a_worker_without_jobs_indexes_labels_once(store: CatalogueStore, mocker: MockerFixture) -> None:
    await publish(store, DRAWINGS)
    drawings = await store.newest(GPML)
    assert drawings is not None
    index, labels = mocker.spy(name_reader, "_index"), name_reader.LabelsOfDrawings(Jobs())

    async with anyio.create_task_group() as tasks:
        for _ in range(5):
            tasks.start_soon(labels.of, drawings)

    assert index.call_count == 1


@pytest.mark.parametrize(("first", "then"), [("asyncio", "trio"), ("trio", "asyncio")])
def test_labels_are_indexed_in_one_event_loop_after_another(first: str, then: str) -> None:
    labels, found = name_reader.LabelsOfDrawings(Jobs()), list[int]()

    async def index(number: int) -> None:
        store = MemoryCatalogueStore()
        await publish(store, DRAWINGS[:number], str(number))
        drawings = await store.newest(GPML)
        assert drawings is not None
        async with anyio.create_task_group() as tasks:
            for _ in range(2):
                tasks.start_soon(labels.of, drawings)
        found.append(number)

    anyio.run(index, 1, backend=first)
    anyio.run(index, 2, backend=then)

    assert found == [1, 2]
