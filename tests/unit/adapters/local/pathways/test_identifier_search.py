"""Identifiers as a query of search_pathways: what carries them, at either depth, and what is said of the rest."""

from collections.abc import AsyncGenerator, Sequence
from pathlib import Path

import anyio
import pytest

from biofacts.adapters.local.catalogue_entries.pathways import LITERATURE, decode_listed
from biofacts.adapters.sqlite.catalogue_store import SCHEMA
from biofacts.domain.answers.errors import UpstreamError
from biofacts.domain.answers.pages import Hits, Window
from biofacts.domain.identifiers.curies import PathwayId
from biofacts.domain.pathways.pathway import PathwayCandidate
from biofacts.domain.source_remarks import pathways as pathway_remarks
from biofacts.ports.sources import Query
from biofacts.ports.synchronisation import unseen
from tests.local_pathways import Parts, search, synchronised, synchronised_folder, wikipathways
from tests.places import RECORDED
from tests.replaying import Upstream
from tests.small_pathways import HUMAN, MOUSE, PATHWAYS, Drawn, Node
from tests.wikipathways_files import LITERATURE_PATH, OBO_PATH, TEXT_PATH, XREF_PATH, published

RICH = Drawn(
    "WP8002",
    "Hexoses of the mouse",
    MOUSE,
    "Sugars of six carbon atoms.",
    {"PW:0000640": "glycolysis pathway", "DOID:9352": "type 2 diabetes mellitus", "CL:0000182": "hepatocyte"},
    (
        Node("Glucose", "Metabolite", "HMDB", "HMDB00122", ("chebi:15903", "inchikey:WQZGKKKJIJFFOK-VFUOTHLCSA-N")),
        Node("Galactose", "Metabolite", "CAS", "59-23-4"),
        Node("Starch", "Metabolite", "KEGG Compound", "C00369"),
        Node("Glycogen breakdown", "Pathway", "Reactome", "R-MMU-70221"),
        Node("glycolytic process", "BiologicalProcess", "GeneOntology", "GO:0006096"),
        Node("P2RY12", "GeneProduct", "Entrez Gene", "70839", ("ncbigene:70839",)),
    ),
    cited=(("22628558", "A mitochondrial pyruvate carrier required for pyruvate uptake", "2012"),),
)
EVERY = (*PATHWAYS, RICH)


@pytest.fixture
async def index(tmp_path: Path) -> AsyncGenerator[Parts]:
    """The index alone, as on first use."""
    async with wikipathways(Upstream(published(*EVERY)), tmp_path) as parts:
        yield parts


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return synchronised_folder(tmp_path_factory.mktemp("synchronised"), published(*EVERY))


@pytest.fixture
async def full(folder: Path, tmp_path: Path) -> AsyncGenerator[Parts]:
    """Everything, after a synchronisation."""
    async with synchronised(folder, published(*EVERY), tmp_path) as parts:
        yield parts


def ids(hits: Hits[PathwayCandidate]) -> Sequence[str]:
    return [item.id for item in hits.items]


@pytest.mark.parametrize(
    ("query", "carriers"),
    [
        ("WP534", ["WP:WP534"]),
        ("wikipathways:WP534", ["WP:WP534"]),
        ("CHEBI:15903", ["WP:WP534", "WP:WP8002"]),
        ("WQZGKKKJIJFFOK-VFUOTHLCSA-N", ["WP:WP8002"]),
        ("PW:0000640", ["WP:WP534", "WP:WP8002", "WP:WP96"]),
        ("hsa00010", ["WP:WP534"]),
        ("mmu00010", ["WP:WP8002"]),
        ("map00010", ["WP:WP534", "WP:WP8002", "WP:WP96"]),
        ("PMID:22628558", ["WP:WP534", "WP:WP8002"]),
    ],
)
async def test_the_index_finds_what_carries_an_identifier_and_nothing_else(
    index: Parts, query: str, carriers: Sequence[str]
) -> None:
    hits = await search(index, query)

    assert sorted(ids(hits)) == sorted(carriers)
    assert (hits.total, hits.more) == (len(carriers), False)
    assert {(item.score, item.matched_on) for item in hits.items} == {
        (1.0, "literature" if "PMID" in query else "identifier")
    }


@pytest.mark.parametrize(
    "query",
    ["DOID:9352", "CL:0000182", "HMDB0000122", "HMDB:HMDB00122", "59-23-4", "KEGG C00369", "R-MMU-70221", "GO:0006096"],
)
async def test_the_drawings_know_more(index: Parts, query: str) -> None:
    before = await search(index, query)
    await index.sync.sync(unseen)
    after = await search(index, query)

    assert (before.items, before.total, ids(after)) == ((), 0, ["WP:WP8002"])
    assert before.guidance is not None
    assert "biofacts sync wikipathways" in before.guidance


async def test_human_ones_come_first(full: Parts) -> None:
    hits = await search(full, "PW:0000640")

    assert hits.items[0].organism == HUMAN


async def test_what_nothing_carries_is_an_empty_list_that_says_so(full: Parts) -> None:
    hits = await search(full, "CHEBI:99999")

    assert (hits.items, hits.total) == ((), 0)
    assert hits.guidance is not None
    assert hits.guidance.startswith("'CHEBI:99999' is a well-formed identifier, but no pathway has it.")
    assert "sync" not in hits.guidance


async def test_a_list_of_the_index_says_that_there_may_be_more(index: Parts) -> None:
    before = await search(index, "CHEBI:15903")
    await index.sync.sync(unseen)
    after = await search(index, "CHEBI:15903")

    assert (before.guidance, after.guidance) == (pathway_remarks.INCOMPLETE_IDENTIFIERS, None)


async def test_a_pathway_that_is_not_there_is_told(full: Parts) -> None:
    hits = await search(full, "WP:WP5316")

    assert (hits.items, hits.guidance) == (
        (),
        "WikiPathways has no pathway WP5316: it never existed, or was deleted or withdrawn.",
    )


@pytest.mark.parametrize("query", ["ENSG00000141510", "P04637", "HGNC:11998", "NM_000546", "ncbigene:7157"])
async def test_an_identifier_of_a_gene_is_no_question_for_pathways(full: Parts, query: str) -> None:
    hits = await search(full, query)

    assert (hits.items, hits.total, hits.guidance) == ((), 0, None)  # the use case says which call takes it


async def test_an_identifier_of_a_gene_that_only_drawings_have_leads_to_its_own_call(full: Parts) -> None:
    hits = await search(full, "YDR050C")

    assert hits.items == ()
    assert hits.guidance == "'YDR050C' is an identifier of a gene: pass it to get_pathways_for_gene."


@pytest.mark.parametrize("query", ["P2RY12", "p2ry12"])
async def test_a_name_that_looks_like_an_accession_is_searched_for(full: Parts, query: str) -> None:
    hits = await search(full, query)

    assert ids(hits) == ["WP:WP8002"]
    assert hits.items[0].matched_on == "data node"


async def test_an_organism_filters(full: Parts) -> None:
    human, mouse, sheep = [await search(full, "CHEBI:15903", name) for name in (HUMAN, MOUSE, "Ovis aries")]

    assert (ids(human), ids(mouse), ids(sheep)) == (["WP:WP534"], ["WP:WP8002"], [])
    assert sheep.guidance is not None
    assert "Ovis aries" in sheep.guidance


@pytest.mark.parametrize(
    ("query", "path"), [("CHEBI:15903", XREF_PATH), ("PW:0000640", OBO_PATH), ("PMID 22628558", LITERATURE_PATH)]
)
async def test_a_first_question_waits_for_what_knows_the_identifier_alone(index: Parts, query: str, path: str) -> None:
    index.upstream.silent = set(index.upstream.files) - {TEXT_PATH, path}
    with anyio.fail_after(5):
        hits = await search(index, query)

    assert hits.items


async def test_the_literature_is_fetched_only_for_whoever_asks_for_it(index: Parts) -> None:
    await search(index, "glycolysis")
    await search(index, "CHEBI:15903")
    await index.jobs.settled()
    before = LITERATURE_PATH in index.upstream.asked
    await search(index, "PMID:22628558")

    assert (before, LITERATURE_PATH in index.upstream.asked) == (False, True)


KNOWN_BY = [
    ("CHEBI:15903", XREF_PATH, "the index of mapped identifiers"),
    ("hsa00010", OBO_PATH, "the Pathway Ontology"),
    ("PMID:22628558", LITERATURE_PATH, "the index of cited works"),
]


@pytest.mark.parametrize(("query", "path", "named"), KNOWN_BY)
async def test_an_index_that_cannot_be_had_is_no_empty_list(index: Parts, query: str, path: str, named: str) -> None:
    del index.upstream.files[path]
    with pytest.raises(UpstreamError):
        await search(index, query)


@pytest.mark.parametrize(("query", "path", "named"), KNOWN_BY)
async def test_what_could_not_be_looked_up_beside_the_drawings_is_told(
    tmp_path: Path, query: str, path: str, named: str
) -> None:
    async with wikipathways(Upstream(published(*EVERY)), tmp_path) as parts:
        await parts.text.build()
        await parts.archive.update()
        await parts.text.rebuild(decode_listed, always)
        del parts.upstream.files[path]
        hits = await search(parts, query)

    assert hits.guidance is not None
    assert f"Not looked up in {named}" in hits.guidance


async def always(_: object) -> bool:
    return True


async def test_offline_the_drawings_answer_without_the_other_files(tmp_path: Path) -> None:
    async with wikipathways(Upstream(published(*EVERY)), tmp_path) as parts:
        await parts.sync.sync(unseen)
        (tmp_path / SCHEMA / LITERATURE / "newest.json").unlink()
    async with wikipathways(Upstream({}), tmp_path, offline=True) as parts:
        hits = await search(parts, "PMID:22628558")

    assert ids(hits) == ["WP:WP534", "WP:WP8002"]


async def test_a_walk_goes_on_while_the_drawings_come(index: Parts) -> None:
    query = Query(text="CHEBI:15903")
    first = await index.source.search(query, Window(limit=1))
    assert first is not None
    await index.sync.sync(unseen)
    rest = await index.source.search(query, Window(offset=1, limit=10, version=first.version))

    assert rest is not None
    assert [*ids(first), *ids(rest)] == ["WP:WP534", "WP:WP8002"]
    assert (first.more, rest.more) == (True, False)


async def test_a_pathway_that_is_no_longer_listed_is_no_carrier(full: Parts) -> None:
    full.upstream.files[TEXT_PATH] = published(*PATHWAYS)[TEXT_PATH]
    await full.text.refresh()

    assert ids(await search(full, "CHEBI:15903")) == ["WP:WP534"]


SYNAPSE = Drawn(
    "WP3224", "Synaptic vesicle pathway", "Bos taurus", "Vesicles come and go.",
    {"PW:0001072": "synaptic vesicle pathway as it was called"}, (),
)  # fmt: skip


async def test_a_tag_with_a_term_that_was_merged_is_found_by_the_term_that_stands_for_it(tmp_path: Path) -> None:
    files = {**published(SYNAPSE), OBO_PATH: (RECORDED / "ontology/pw-small-7.97.obo").read_bytes()}
    async with wikipathways(Upstream(files), tmp_path) as parts:
        await parts.sync.sync(unseen)
        found = [ids(await search(parts, query)) for query in ("PW:0001072", "PW:0002423", "bta04721", "map04721")]
        pathway = await parts.source.get(PathwayId("3224"), "full")

    assert found == [["WP:WP3224"]] * 4
    assert pathway is not None
    assert pathway.cross_references["kegg_pathway"] == "bta04721"
    assert pathway.cross_references["pathway_ontology"] == ("PW:0001072",)
