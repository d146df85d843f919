"""WikiPathways' adapter: what it asks for and when, and what it makes of the upstream's quirks."""

from collections.abc import AsyncGenerator, Callable
from datetime import UTC, datetime
from pathlib import Path

import anyio
import httpx
import msgspec
import pytest

from biofacts.adapters.local.catalogue_entries.edges import EDGES
from biofacts.adapters.local.catalogue_entries.genes import HUMAN_GENES, index_genes
from biofacts.adapters.local.catalogue_entries.pathways import DISEASES, GPML, LITERATURE, NODES, ONTOLOGY, TEXT, XREF
from biofacts.adapters.local.catalogue_entries.pharmacology import UNIPROT, index_proteins
from biofacts.adapters.local.pathways.derived_catalogues import RELATED, CountedDrugs
from biofacts.adapters.local.pathways.drawings import MAPPINGS
from biofacts.adapters.local.pathways.filtered_lists import COMMUNITIES
from biofacts.domain.answers.advice_and_phrasing import Advice, NextCall
from biofacts.domain.answers.errors import BiofactsError, RateLimited, UpstreamError
from biofacts.domain.answers.pages import Hits, Window
from biofacts.domain.genes.gene import GeneFacts
from biofacts.domain.identifiers.curies import PathwayId
from biofacts.domain.limits import time_limits
from biofacts.domain.pathways.pathway import (
    DataNode,
    Detail,
    Interaction,
    PathwayCandidate,
    PathwayComponents,
    Revision,
)
from biofacts.domain.pharmacology.target import TargetProtein
from biofacts.domain.source_remarks import pathways as pathway_remarks
from biofacts.ports.catalogue import Content, ReleaseInfo
from biofacts.ports.record_store import StoredRecord
from biofacts.ports.sources import Query
from biofacts.ports.synchronisation import unseen
from tests.genes import pathways_of
from tests.local_pathways import LONG_AGO, Parts, search, wikipathways
from tests.replaying import Upstream, until
from tests.small_pathways import BRCA1, CASP3, HUMAN, MDM2, PATHWAYS, TP53, Drawn, Node
from tests.wikipathways_files import (
    DISEASES_PATH,
    OBO_PATH,
    RDF_PATH,
    TEXT_PATH,
    XREF_PATH,
    drawing_path,
    gpml_file,
    mappings_path,
    published,
    text_file,
    xref_file,
)

GLYCOLYSIS = PathwayId("534")
KNOWN = ReleaseInfo(release="1", retrieved=LONG_AGO, checked=LONG_AGO)
NEW = Drawn("WP9999", "Brand new glycolysis", HUMAN, "Just drawn.", {}, ())


@pytest.fixture
def upstream() -> Upstream:
    return Upstream(published(*PATHWAYS))


@pytest.fixture
async def parts(upstream: Upstream, tmp_path: Path) -> AsyncGenerator[Parts]:
    async with wikipathways(upstream, tmp_path) as parts:
        yield parts


async def genes(parts: Parts, gene: str, organism: str | None = None) -> Hits[PathwayCandidate]:
    return await pathways_of(parts.source, gene, organism)


async def name_genes(parts: Parts, *named: tuple[str, str, str]) -> None:
    """Have human genes at hand: id, symbol and accession of each."""
    facts = [
        GeneFacts(
            id=curie, symbol=symbol, name=symbol, organism=HUMAN, locus_type="gene", protein_coding=True,
            cross_references={"uniprot": (accession,)},
        )
        for curie, symbol, accession in named
    ]  # fmt: skip
    await parts.store.publish(HUMAN_GENES, Content(info=KNOWN, entries=index_genes(facts).entries))


def ids(hits: Hits[PathwayCandidate]) -> list[str]:
    return [item.id for item in hits.items]


def mode(hits: Hits[PathwayCandidate]) -> tuple[str, bool]:
    assert hits.provenance is not None
    return hits.provenance.mode, hits.provenance.stale


# What is asked for, and when


async def test_a_first_search_waits_for_the_text_file_alone(parts: Parts) -> None:
    parts.upstream.silent = set(parts.upstream.files) - {TEXT_PATH}
    with anyio.fail_after(5):
        hits = await search(parts, "glycolysis")

    assert ids(hits)[0] == "WP:WP534"
    assert parts.upstream.asked[0] == TEXT_PATH


async def test_the_other_files_follow_behind_the_answer(parts: Parts) -> None:
    await search(parts, "glycolysis")
    await parts.jobs.settled()

    assert sorted(parts.upstream.taken()) == sorted([TEXT_PATH, XREF_PATH, OBO_PATH, DISEASES_PATH])


async def test_a_disease_is_found_by_a_synonym_of_the_disease_ontology(parts: Parts) -> None:
    tagged = Drawn("WP2447", "Aggregates of TDP-43", HUMAN, "", {"DOID:332": "amyotrophic lateral sclerosis"}, ())
    parts.upstream.files |= published(tagged)
    await parts.sync.sync(unseen)
    found = [await search(parts, text) for text in ("Lou Gehrig's disease", "DOID:14332", "motor neuron disease")]

    assert [ids(hits) for hits in found] == [["WP:WP2447"], ["WP:WP2447"], []]


async def test_a_synonym_of_a_disease_that_finds_a_pathway_is_known(parts: Parts) -> None:
    tagged = Drawn(
        "WP2447", "Amyotrophic lateral sclerosis (ALS)", HUMAN, "", {"DOID:332": "amyotrophic lateral sclerosis"}, ()
    )
    parts.upstream.files |= published(tagged)
    await parts.sync.sync(unseen)
    names = ["Lou Gehrig's disease", "amyotrophic lateral sclerosis", "motor neuron disease", "Gehrig disease gene"]

    assert [await parts.source.knows(name) for name in names] == [True, True, False, False]


async def test_a_second_search_makes_no_request(parts: Parts) -> None:
    first = await search(parts, "glycolysis")
    await parts.jobs.settled()
    parts.upstream.taken()
    second = await search(parts, "apoptosis")
    await parts.jobs.settled()

    assert parts.upstream.taken() == []
    assert (mode(first), mode(second)) == (("live", False), ("cache", False))


async def test_a_second_process_makes_no_request(parts: Parts, tmp_path: Path) -> None:
    await search(parts, "glycolysis")
    await parts.jobs.settled()
    other = Upstream({})
    async with wikipathways(other, tmp_path) as second:
        hits = await search(second, "glycolysis")

    assert (hits.items[0].id, other.asked) == ("WP:WP534", [])


async def test_a_symbol_waits_for_the_identifiers_and_the_labels(parts: Parts) -> None:
    parts.upstream.silent = set(parts.upstream.files) - {TEXT_PATH, XREF_PATH}
    with anyio.fail_after(5):
        await genes(parts, "TP53")

    assert sorted(parts.upstream.taken()) == sorted([TEXT_PATH, XREF_PATH])


@pytest.mark.parametrize("gene", ["7157", "ncbigene:7157", "uniprot:P04637", "ensembl:ENSG00000141510"])
async def test_an_identifier_waits_for_the_identifiers_alone(parts: Parts, gene: str) -> None:
    parts.upstream.silent = set(parts.upstream.files) - {XREF_PATH}
    with anyio.fail_after(5):
        hits = await genes(parts, gene)

    assert "WP:WP254" in ids(hits)
    assert parts.upstream.asked[0] == XREF_PATH
    await anyio.wait_all_tasks_blocked()
    assert TEXT_PATH in parts.upstream.asked  # for the next one, which may be a symbol


async def test_components_wait_for_the_drawing_and_its_mappings_alone(parts: Parts) -> None:
    await parts.source.components(GLYCOLYSIS)

    assert sorted(parts.upstream.taken()) == sorted([drawing_path("WP534"), mappings_path("WP534")])


async def test_brief_components_wait_for_the_drawing_alone(parts: Parts) -> None:
    await parts.source.components(GLYCOLYSIS, "brief")

    assert parts.upstream.taken() == [drawing_path("WP534")]


async def test_a_drawing_is_fetched_once(parts: Parts) -> None:
    first = await parts.source.components(GLYCOLYSIS)
    second = await parts.source.components(GLYCOLYSIS)

    assert sorted(parts.upstream.taken()) == sorted([drawing_path("WP534"), mappings_path("WP534")])
    assert first is not None
    assert second is not None
    assert first.source is not None
    assert second.source is not None
    assert (first.source.mode, second.source.mode) == ("live", "cache")
    assert msgspec.structs.replace(first, source=None) == msgspec.structs.replace(second, source=None)


# Old catalogues


async def test_an_old_catalogue_answers_and_is_refreshed_behind_the_answer(parts: Parts) -> None:
    await search(parts, "glycolysis")
    await parts.jobs.settled()
    await parts.age(TEXT)
    parts.upstream.files[TEXT_PATH] = text_file(*PATHWAYS, NEW)
    parts.upstream.taken()
    old = await search(parts, "brand new glycolysis")
    await parts.jobs.settled()
    new = await search(parts, "brand new glycolysis")

    assert "WP:WP9999" not in ids(old)
    assert ids(new)[0] == "WP:WP9999"
    assert parts.upstream.taken() == [TEXT_PATH]


async def test_an_unchanged_file_is_confirmed_and_not_built_again(parts: Parts) -> None:
    await search(parts, "glycolysis")
    await parts.jobs.settled()
    await parts.age(TEXT)
    before = await parts.text.present()
    await search(parts, "glycolysis")
    await parts.jobs.settled()
    after = await parts.text.present()
    parts.upstream.taken()
    await search(parts, "glycolysis")
    await parts.jobs.settled()

    assert before is not None
    assert after is not None
    assert after.version == before.version
    assert after.info.checked > LONG_AGO
    assert parts.upstream.taken() == []


async def test_a_walk_goes_on_in_the_release_it_began_with(parts: Parts) -> None:
    first = await parts.source.search(Query(text="human"), Window(limit=3))
    await parts.jobs.settled()
    parts.upstream.files[TEXT_PATH] = text_file(NEW, *PATHWAYS)
    await parts.text.refresh()
    assert first is not None
    rest = await parts.source.search(Query(text="human"), Window(offset=3, limit=100, version=first.version))

    assert rest is not None
    walked = [*ids(first), *ids(rest)]
    assert "WP:WP9999" not in walked
    assert len(walked) == len(set(walked)) == first.total == rest.total


async def test_a_walk_over_a_release_that_is_gone_is_told_so(parts: Parts) -> None:
    first = await parts.source.search(Query(text="human"), Window(limit=3))
    assert first is not None
    await parts.jobs.settled()
    for revision in (1, 2):
        changed = NEW._replace(description=f"Drawn {revision} times.")
        parts.upstream.files[TEXT_PATH] = text_file(*PATHWAYS, changed)
        await parts.text.refresh()
    rest = await parts.source.search(Query(text="human"), Window(offset=3, limit=3, version=first.version))

    assert rest is None


# Trouble


async def test_when_the_upstream_is_down_the_old_catalogue_answers_and_is_marked(parts: Parts) -> None:
    await search(parts, "glycolysis")
    await parts.jobs.settled()
    await parts.age(TEXT)
    parts.upstream.is_down = True
    await search(parts, "glycolysis")
    await parts.jobs.settled()
    hits = await search(parts, "glycolysis")

    assert ids(hits)[0] == "WP:WP534"
    assert mode(hits) == ("cache", True)


async def test_an_upstream_that_is_down_is_not_asked_at_every_call(parts: Parts) -> None:
    await search(parts, "glycolysis")
    await parts.jobs.settled()
    await parts.age(TEXT)
    parts.upstream.is_down = True
    parts.upstream.taken()
    for _ in range(5):
        await search(parts, "glycolysis")
        await parts.jobs.settled()

    assert parts.upstream.taken() == [TEXT_PATH]


async def test_an_upstream_that_is_down_without_a_catalogue_is_an_error(parts: Parts) -> None:
    parts.upstream.is_down = True
    failures: list[BiofactsError] = []
    for call in (
        lambda: search(parts, "glycolysis"),
        lambda: genes(parts, "TP53"),
        lambda: parts.source.get(GLYCOLYSIS),
        lambda: parts.source.components(GLYCOLYSIS),
    ):
        with pytest.raises(UpstreamError) as caught:
            await call()
        failures.append(caught.value)

    assert {(error.code, error.retryable) for error in failures} == {("UPSTREAM_ERROR", True)}
    assert all("WikiPathways" in error.message and "biofacts doctor" in error.hint for error in failures)


async def test_after_the_trouble_everything_works_again(parts: Parts) -> None:
    parts.upstream.is_down = True
    with pytest.raises(UpstreamError):
        await search(parts, "glycolysis")
    parts.upstream.is_down = False
    hits = await search(parts, "glycolysis")

    assert ids(hits)[0] == "WP:WP534"


NONSENSE = [
    b'{"pathwayInfo": [{"id": "WP534", "name": "Glyc',
    b"<!DOCTYPE html><html><body>Maintenance</body></html>",
    b"\n  <HTML><body>Maintenance</body></HTML>",
    b"",
    b"[]",
    b'{"pathwayInfo": []}',
    b'{"pathwayInfo": [{"id": 5}]}',
    b"\xff\xfe\x00",
]


@pytest.mark.parametrize("body", NONSENSE)
async def test_a_file_that_cannot_be_read_is_an_upstream_error(parts: Parts, body: bytes) -> None:
    parts.upstream.files |= {TEXT_PATH: body, XREF_PATH: body}
    with pytest.raises(UpstreamError):
        await search(parts, "glycolysis")
    with pytest.raises(UpstreamError):
        await genes(parts, "7157")


@pytest.mark.parametrize("body", NONSENSE)
async def test_a_file_that_cannot_be_read_leaves_the_old_catalogue(parts: Parts, body: bytes) -> None:
    await search(parts, "glycolysis")
    await parts.jobs.settled()
    await parts.age(TEXT)
    parts.upstream.files[TEXT_PATH] = body
    await search(parts, "glycolysis")
    await parts.jobs.settled()
    hits = await search(parts, "glycolysis")

    assert ids(hits)[0] == "WP:WP534"
    assert mode(hits) == ("cache", True)


@pytest.mark.parametrize("body", [b"", b"<html>404</html>", b"<Pathway", b"<other/>"])
async def test_a_drawing_that_cannot_be_read_is_an_upstream_error(parts: Parts, body: bytes) -> None:
    parts.upstream.files[drawing_path("WP534")] = body
    with pytest.raises(UpstreamError):
        await parts.source.components(GLYCOLYSIS)


def answering(response: Callable[[], httpx.Response]) -> Upstream:
    class Failing(Upstream):
        async def answer(self, request: httpx.Request) -> httpx.Response:
            self.asked.append(request.url.path)
            return response()

    return Failing({})


async def test_too_many_requests_say_how_long_to_wait(tmp_path: Path) -> None:
    upstream = answering(lambda: httpx.Response(429, headers={"Retry-After": "7"}))
    async with wikipathways(upstream, tmp_path) as parts:
        with pytest.raises(RateLimited) as caught:
            await search(parts, "glycolysis")

    assert "7 seconds" in caught.value.hint


@pytest.mark.parametrize("status", [301, 400, 403, 500, 503, 504])
async def test_any_other_status_is_an_upstream_error(tmp_path: Path, status: int) -> None:
    upstream = answering(lambda: httpx.Response(status, headers={"Location": "http://elsewhere.test/"}))
    async with wikipathways(upstream, tmp_path) as parts:
        with pytest.raises(UpstreamError):
            await search(parts, "glycolysis")


@pytest.mark.parametrize("error", [httpx.ReadTimeout("slow"), httpx.ConnectError("no"), httpx.DecodingError("gzip")])
async def test_what_httpx_raises_is_an_upstream_error(tmp_path: Path, error: Exception) -> None:
    def fail() -> httpx.Response:
        raise error

    async with wikipathways(answering(fail), tmp_path) as parts:
        with pytest.raises(UpstreamError) as caught:
            await search(parts, "glycolysis")

    assert caught.value.__cause__ is error


async def test_an_index_file_that_is_not_there_is_an_upstream_error(parts: Parts) -> None:
    del parts.upstream.files[TEXT_PATH]
    with pytest.raises(UpstreamError):
        await search(parts, "glycolysis")


# Identifiers that are not there


async def test_a_deleted_identifier_gives_none(parts: Parts) -> None:
    deleted = PathwayId("5316")
    found = await parts.source.get(deleted), await parts.source.components(deleted)

    assert found == (None, None)


async def test_a_pathway_that_was_deleted_since_it_was_fetched_gives_none(parts: Parts) -> None:
    await parts.source.components(GLYCOLYSIS)
    await search(parts, "glycolysis")
    await parts.jobs.settled()
    rest = [pathway for pathway in PATHWAYS if pathway.local_id != "WP534"]
    parts.upstream.files |= {TEXT_PATH: text_file(*rest), XREF_PATH: xref_file(*rest)}
    del parts.upstream.files[drawing_path("WP534")]
    await parts.text.refresh()
    found = await parts.source.get(GLYCOLYSIS), await parts.source.components(GLYCOLYSIS)

    assert found == (None, None)


async def test_a_deleted_pathway_is_no_longer_listed_for_its_genes(parts: Parts) -> None:
    await parts.sync.sync(unseen)
    rest = [pathway for pathway in PATHWAYS if pathway.local_id != "WP254"]
    parts.upstream.files |= {TEXT_PATH: text_file(*rest), XREF_PATH: xref_file(*rest)}
    await parts.text.refresh()
    hits = await genes(parts, "TP53")

    assert "WP:WP254" not in ids(hits)
    assert "WP:WP179" in ids(hits)


async def test_a_pathway_that_is_newer_than_the_listing_is_found(parts: Parts) -> None:
    await search(parts, "glycolysis")
    parts.upstream.files[drawing_path("WP9999")] = gpml_file(NEW)
    pathway = await parts.source.get(PathwayId("9999"))

    assert pathway is not None
    assert pathway.title == "Brand new glycolysis"


async def test_an_absurd_number_is_not_even_asked_for(parts: Parts) -> None:
    found = await parts.source.components(PathwayId("9" * 40))

    assert (found, parts.upstream.asked) == (None, [])


# Records


async def test_a_whole_record_is_read(parts: Parts) -> None:
    pathway = await parts.source.get(GLYCOLYSIS)
    drawn = await parts.source.components(GLYCOLYSIS)

    assert pathway is not None
    assert drawn is not None
    assert pathway.description == 'Glycolysis is the "classic" way from glucose to pyruvate & ATP.'
    assert pathway.revision == Revision(version="141823", last_modified="2025-11-25T01:23:51Z", curators=("Ann", "Bob"))
    assert pathway.cross_references == {
        "ensembl_gene": ("ENSG00000156515",),
        "uniprot": ("P14618",),
        "entrez": ("3098",),
        "kegg_pathway": "hsa00010",
        "hgnc_symbol": ("HK1",),
        "chebi": ("CHEBI:15903", "CHEBI:15361"),
        "pathway_ontology": ("PW:0000640", "PW:0000641"),
    }
    assert pathway.url == "https://www.wikipathways.org/instance/WP534"
    assert msgspec.structs.replace(drawn, source=None) == PathwayComponents(
        id="WP:WP534",
        title="Glycolysis and gluconeogenesis",
        organism=HUMAN,
        genes=(
            DataNode(
                id="HK1",
                label="HK1",
                type="Gene",
                database="Entrez Gene",
                identifier="3098",
                cross_references={
                    "entrez": "3098",
                    "ensembl_gene": "ENSG00000156515",
                    "hgnc_symbol": "HK1",
                    "uniprot": ("P19367",),
                },
            ),
        ),
        proteins=(
            DataNode(
                id="PKM",
                label="PKM",
                type="Protein",
                database="Uniprot-TrEMBL",
                identifier="P14618",
                cross_references={"uniprot": ("P14618",)},
            ),
        ),
        metabolites=(
            DataNode(
                id="Glucose",
                label="Glucose",
                type="Metabolite",
                database="ChEBI",
                identifier="CHEBI:15903",
                cross_references={"chebi": "CHEBI:15903"},
            ),
            DataNode(
                id="Pyruvate",
                label="Pyruvate",
                type="Metabolite",
                database="ChEBI",
                identifier="CHEBI:15361",
                cross_references={"chebi": "CHEBI:15361"},
            ),
        ),
        interactions=(
            Interaction(id="l0", source="HK1", target="Glucose", type="catalysis", arrow="mim-catalysis"),
            Interaction(id="l1", source="Glucose", target="Pyruvate", type="conversion", arrow="mim-conversion"),
        ),
    )


async def test_a_node_says_that_its_label_and_its_identifier_are_of_different_genes(parts: Parts) -> None:
    await name_genes(parts, ("HGNC:9021", "PKM", "Q504U3"), ("HGNC:9020", "PKLR", "P14618"))
    full, brief = await parts.source.components(GLYCOLYSIS), await parts.source.components(GLYCOLYSIS, "brief")

    assert full is not None
    assert brief is not None
    assert {node.label: node.remark for node in (*full.genes, *full.proteins)} == {
        "HK1": None,
        "PKM": "The label is the approved symbol of PKM (HGNC:9021), but the identifier belongs to PKLR (HGNC:9020).",
    }
    assert [node.remark for node in brief.nodes] == [None] * 4


async def test_a_brief_record_has_what_is_of_the_pathway_itself_and_needs_no_index(parts: Parts) -> None:
    await parts.text.build()
    parts.upstream.silent.add(XREF_PATH)
    brief = await parts.source.get(GLYCOLYSIS, "brief")

    assert brief is not None
    assert brief.cross_references == {"kegg_pathway": "hsa00010", "pathway_ontology": ("PW:0000640", "PW:0000641")}
    assert (brief.literature, brief.left_out, brief.remark) == ((), {"literature": 1}, None)


async def test_a_record_in_all_detail_has_every_accession_and_the_authors(parts: Parts) -> None:
    full, whole = await parts.source.get(GLYCOLYSIS), await parts.source.get(GLYCOLYSIS, "all")

    assert full is not None
    assert whole is not None
    assert whole.cross_references == {**full.cross_references, "uniprot": ("P19367", "P14618")}
    assert (whole.left_out, whole.remark) == ({}, None)
    assert [work.authors for work in (*full.literature, *whole.literature)] == [(), ("Ann A",)]


async def test_accessions_that_nothing_names_are_left_out_and_counted(tmp_path: Path) -> None:
    async with wikipathways(Upstream(published(*PATHWAYS)), tmp_path) as parts:
        await name_genes(parts, ("HGNC:11998", "TP53", "P04637"))
        pathway = await parts.source.get(PathwayId("1742"))

    assert pathway is not None
    assert pathway.cross_references["uniprot"] == ("P04637",)
    assert pathway.left_out == {"uniprot": 2}
    assert pathway.remark == "Possibly incomplete: uniprot, because the catalogue gtopdb-uniprot is not available."


async def test_the_guides_proteins_are_known_too(tmp_path: Path) -> None:
    async with wikipathways(Upstream(published(*PATHWAYS)), tmp_path) as parts:
        await name_genes(parts, ("HGNC:1", "A1BG", "P04217"))
        proteins = [TargetProtein(target="1", species="Human", accession=one) for one in ("Q00987", "P23804")]
        await parts.store.publish(UNIPROT, Content(info=KNOWN, entries=index_proteins(proteins).entries))
        pathway = await parts.source.get(PathwayId("1742"))

    assert pathway is not None
    assert pathway.cross_references["uniprot"] == ("Q00987",)
    assert pathway.remark is None


async def test_without_names_the_record_says_which_accessions_are_lacking(parts: Parts) -> None:
    human, rat = await parts.source.get(PathwayId("1742")), await parts.source.get(PathwayId("656"))

    assert human is not None
    assert rat is not None
    assert "uniprot" not in {**human.cross_references, **rat.cross_references}
    assert (human.left_out, rat.left_out) == ({"uniprot": 3}, {"uniprot": 1})
    assert (human.remark, rat.remark) == (
        "Possibly incomplete: uniprot, because the catalogues hgnc and gtopdb-uniprot are not available.",
        "Possibly incomplete: uniprot, because the catalogue gtopdb-uniprot is not available.",  # HGNC has no rats
    )


async def test_without_the_index_of_identifiers_a_record_has_what_is_drawn_and_says_so(parts: Parts) -> None:
    del parts.upstream.files[XREF_PATH]
    pathway = await parts.source.get(GLYCOLYSIS, "all")

    assert pathway is not None
    assert pathway.cross_references == {
        "uniprot": ("P14618",),
        "entrez": ("3098",),
        "kegg_pathway": "hsa00010",
        "chebi": ("CHEBI:15903", "CHEBI:15361"),
        "pathway_ontology": ("PW:0000640", "PW:0000641"),
    }
    assert pathway.remark == (
        "Possibly incomplete: cross_references, because the catalogue wikipathways-xref is not available."
    )


async def test_parts_that_do_not_come_are_given_up_before_the_call_ends(parts: Parts) -> None:
    parts.upstream.silent = {XREF_PATH, OBO_PATH}
    with anyio.fail_after(time_limits.LAST + 0.5):
        pathway = await parts.source.get(GLYCOLYSIS)

    assert pathway is not None
    assert "cross_references" in (pathway.remark or "")


async def node(parts: Parts, local_id: str, label: str, detail: Detail = "full") -> DataNode:
    drawn = await parts.source.components(PathwayId(local_id), detail)
    assert drawn is not None
    return next(one for one in drawn.nodes if one.label == label)


async def test_of_a_nodes_accessions_those_that_are_known_are_listed(tmp_path: Path) -> None:
    async with wikipathways(Upstream(published(*PATHWAYS)), tmp_path) as parts:
        unknown = await node(parts, "1742", "TP53")
        await name_genes(parts, ("HGNC:11998", "TP53", "P04637"))
        found = [(await node(parts, "1742", label)).cross_references["uniprot"] for label in ("TP53", "MDM2")]
        whole = await node(parts, "1742", "TP53", "all")

    assert unknown.cross_references["uniprot"] == ("P04637", "Q53GA5")
    assert found == [("P04637",), ("Q00987",)]  # of MDM2 none is known: the only one stays
    assert whole.cross_references["uniprot"] == ("P04637", "Q53GA5")


@pytest.mark.parametrize("body", [None, b"Label\tType\n", b"\xff\xfe", b"<html>", b""])
async def test_without_mappings_the_components_are_as_drawn_and_say_so(upstream: Upstream, body: bytes | None) -> None:
    if body is None:
        del upstream.files[mappings_path("WP534")]
    else:
        upstream.files[mappings_path("WP534")] = body
    async with wikipathways(upstream, None) as parts:
        drawn = await parts.source.components(GLYCOLYSIS)

    assert drawn is not None
    assert drawn.genes[0].cross_references == {"entrez": "3098"}
    assert pathway_remarks.NO_MAPPINGS in (drawn.remark or "")


async def test_mappings_that_do_not_come_are_not_waited_for_longer_than_the_drawing_is_worth(
    parts: Parts, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(time_limits, "EXTRA", 0.05)
    parts.upstream.silent.add(mappings_path("WP534"))
    drawn = await parts.source.components(GLYCOLYSIS)

    assert drawn is not None
    assert pathway_remarks.NO_MAPPINGS in (drawn.remark or "")


async def test_offline_the_names_of_genes_stand_in_for_mappings(upstream: Upstream, tmp_path: Path) -> None:
    for path in (RDF_PATH, *map(mappings_path, ("WP534", "WP254"))):
        del upstream.files[path]
    async with wikipathways(upstream, tmp_path) as parts:
        await parts.sync.sync(unseen)
        await name_genes(parts, ("HGNC:4922", "HK1", "P19367"))
    async with wikipathways(upstream, tmp_path, offline=True) as parts:
        upstream.taken()
        drawn = await parts.source.components(GLYCOLYSIS)

    assert upstream.taken() == []
    assert drawn is not None
    assert pathway_remarks.NO_MAPPINGS in (drawn.remark or "")
    assert drawn.genes[0].cross_references == {"entrez": "3098"}  # the gene that is known has another number
    assert drawn.proteins[0].cross_references == {"uniprot": ("P14618",)}


async def test_old_mappings_are_refreshed_behind_the_answer(parts: Parts) -> None:
    await parts.source.components(GLYCOLYSIS)
    for key in ("wikipathways/WP534/datanodes", "wikipathways/WP534"):
        stored = await parts.records.get(key)
        assert stored is not None
        await parts.records.put(key, msgspec.structs.replace(stored, checked=LONG_AGO))
    parts.upstream.taken()
    drawn = await parts.source.components(GLYCOLYSIS)
    await parts.jobs.settled()
    stored = await parts.records.get("wikipathways/WP534/datanodes")

    assert drawn is not None
    assert mappings_path("WP534") in parts.upstream.taken()
    assert stored is not None
    assert stored.checked > LONG_AGO


@pytest.mark.parametrize(("checked", "is_used"), [(LONG_AGO, False), (datetime(2100, 1, 1, tzinfo=UTC), True)])
async def test_mappings_that_are_older_than_the_release_give_way_to_it(
    checked: datetime, is_used: bool, parts: Parts
) -> None:
    await parts.sync.sync(unseen)
    of_release = await parts.source.components(GLYCOLYSIS)
    nothing = StoredRecord(body=msgspec.msgpack.encode([]), validator="", retrieved=checked, checked=checked)
    await parts.records.put("wikipathways/WP534/datanodes", nothing)
    found = await parts.source.components(GLYCOLYSIS)

    assert of_release is not None
    assert found is not None
    assert (found.genes != of_release.genes) == is_used


async def test_without_documented_mappings_there_are_no_cross_references(parts: Parts) -> None:
    bare = Drawn("WP9998", "Bare", HUMAN, "", {}, ())
    parts.upstream.files |= published(*PATHWAYS, bare)
    pathway = await parts.source.get(PathwayId("9998"))

    assert pathway is not None
    assert msgspec.to_builtins(pathway).keys() == {
        "id", "title", "organism", "revision", "component_counts", "url", "source",
    }  # fmt: skip


async def test_an_ontology_that_does_not_come_in_time_costs_only_its_kegg_numbers(
    parts: Parts, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("biofacts.domain.limits.time_limits.PARTS", 0.0)
    parts.upstream.silent = {OBO_PATH}
    pathway = await parts.source.get(GLYCOLYSIS)

    assert pathway is not None
    assert "kegg_pathway, because" in (pathway.remark or "")
    assert "kegg_pathway" not in pathway.cross_references


async def test_a_drawing_of_another_pathway_is_an_upstream_error(parts: Parts) -> None:
    parts.upstream.files[drawing_path("WP534")] = gpml_file(PATHWAYS[2])
    with pytest.raises(
        UpstreamError, match=r"^WikiPathways is unavailable: .*the file of WP:WP534 has the drawing of 'WP78'"
    ):
        await parts.source.components(GLYCOLYSIS)


async def test_the_ontologys_own_trouble_costs_only_its_kegg_numbers(parts: Parts) -> None:
    del parts.upstream.files[OBO_PATH]
    pathway = await parts.source.get(GLYCOLYSIS)

    assert pathway is not None
    assert "kegg_pathway" not in pathway.cross_references
    assert "kegg_pathway, because" in (pathway.remark or "")
    assert pathway.cross_references["entrez"] == ("3098",)


async def test_a_record_that_was_fetched_long_ago_is_refreshed_behind_the_answer(parts: Parts) -> None:
    await parts.source.components(GLYCOLYSIS)
    stored = await parts.records.get("wikipathways/WP534")
    assert stored is not None
    await parts.records.put("wikipathways/WP534", msgspec.structs.replace(stored, checked=LONG_AGO))
    parts.upstream.files[drawing_path("WP534")] = gpml_file(PATHWAYS[0]._replace(name="Redrawn"), revision=150000)
    old = await parts.source.components(GLYCOLYSIS)
    await parts.jobs.settled()
    new = await parts.source.components(GLYCOLYSIS)

    assert old is not None
    assert new is not None
    assert (old.title, new.title) == ("Glycolysis and gluconeogenesis", "Redrawn")


async def test_an_unchanged_record_is_confirmed(parts: Parts) -> None:
    await parts.source.components(GLYCOLYSIS)
    stored = await parts.records.get("wikipathways/WP534")
    assert stored is not None
    await parts.records.put("wikipathways/WP534", msgspec.structs.replace(stored, checked=LONG_AGO))
    await parts.source.components(GLYCOLYSIS)
    await parts.jobs.settled()
    confirmed = await parts.records.get("wikipathways/WP534")

    assert confirmed is not None
    assert confirmed.checked > LONG_AGO
    assert (confirmed.body, confirmed.retrieved) == (stored.body, stored.retrieved)


# Quirks


async def test_a_cut_and_escaped_description_reads_as_text(parts: Parts) -> None:
    (best,) = [item for item in (await search(parts, "glycolysis")).items if item.id == "WP:WP534"]

    assert best.description == 'Glycolysis is the "classic" way from glucose to pyruvate &...'


async def test_doubled_and_outer_blanks_of_a_title_are_folded(parts: Parts) -> None:
    (best, *_) = (await search(parts, "cell cycle")).items

    assert (best.id, best.title) == ("WP:WP179", "Cell cycle")


async def test_an_organism_that_the_organism_list_leaves_out_is_found(parts: Parts) -> None:
    hits = await search(parts, "fat cells", "Ovis aries")

    assert ids(hits) == ["WP:WP4963"]


async def test_an_organism_that_has_pathways_but_none_that_matches_is_told_so(parts: Parts) -> None:
    hits = await search(parts, "glycolysis", "Mus musculus")

    assert (hits.items, hits.guidance) == (
        (), "No pathways of Mus musculus match 'glycolysis'."
        " Try a synonym, a more general term, or another spelling.",
    )  # fmt: skip
    assert hits.advice == Advice(
        "For all organisms, ", NextCall("search_pathways", {"query": "glycolysis"}), "."
    )  # fmt: skip


async def test_words_that_no_organism_has_propose_no_search_in_all(parts: Parts) -> None:
    hits = await search(parts, "xyzzyq", "Mus musculus")

    assert (hits.items, hits.advice) == ((), None)


@pytest.mark.parametrize("query", ["pathways", "list all pathways", "how many pathways are there", "show me pathways"])
async def test_a_query_for_pathways_and_nothing_else_lists_all_as_facts(parts: Parts, query: str) -> None:
    hits = await search(parts, query)

    assert (sorted(ids(hits)), hits.facts) == (sorted(f"WP:{one.local_id}" for one in PATHWAYS), True)
    assert {one.matched_on for one in hits.items} == {None}


@pytest.mark.parametrize(
    "query", ["mouse", "all mouse pathways", "how many pathways are there for mice", "Mus musculus"]
)
async def test_a_query_that_is_only_an_organism_lists_all_of_its_pathways(parts: Parts, query: str) -> None:
    await search(parts, "glycolysis")
    of_mouse = [f"WP:{one.local_id}" for one in PATHWAYS if one.species == "Mus musculus"]
    hits = await search(parts, query)

    assert (sorted(ids(hits)), hits.total) == (sorted(of_mouse), len(of_mouse))
    assert ({one.matched_on for one in hits.items}, hits.facts) == ({"organism"}, True)


async def of_community(
    parts: Parts, name: str, text: str = "", *, organism: str | None = None, changed_since: str | None = None
) -> Hits[PathwayCandidate]:
    query = Query(text=text, community=name, organism=organism, changed_since=changed_since)
    hits = await parts.source.search(query, Window(limit=100))
    assert hits is not None
    return hits


async def test_the_pathways_of_a_community_are_listed_without_words(parts: Parts) -> None:
    members = {f"WP:{one.local_id}" for one in PATHWAYS[::2]}
    everything = await of_community(parts, "rare diseases")
    newest_first = await of_community(parts, "RareDiseases", changed_since="0001-01-01")

    assert ({*ids(everything)}, everything.total) == (members, len(members))
    assert {one.matched_on for one in everything.items} == {"community"}
    assert {*ids(newest_first)} == members


@pytest.mark.parametrize("text", ["rare disease pathways", "pathways of rare diseases"])
async def test_a_community_at_hand_may_be_named_without_the_word(parts: Parts, text: str) -> None:
    listed = await of_community(parts, "RareDiseases")
    found = await parts.source.search(Query(text=text), Window(limit=100))

    assert found is not None
    assert ids(found) == ids(listed)


@pytest.mark.parametrize("text", ["Rare Diseases community", "the RareDiseases community", "community rare-diseases"])
async def test_a_community_that_is_named_is_a_filter(parts: Parts, text: str) -> None:
    found = await parts.source.search(Query(text=text), Window(limit=100))

    assert found is not None
    assert ids(found) == ids(await of_community(parts, "RareDiseases"))
    assert str(found.guidance) == f"'{text}' was read as community='RareDiseases'."


async def test_a_community_of_something_else_is_a_topic(parts: Parts) -> None:
    found = await parts.source.search(Query(text="microbial community"), Window(limit=100))

    assert found is not None
    assert "was read as" not in str(found.guidance)


async def test_words_and_an_organism_are_searched_in_a_community(parts: Parts) -> None:
    titles = [one.name for one in PATHWAYS[::2]]
    found = await of_community(parts, "RareDiseases", titles[0])
    other = await of_community(parts, "RareDiseases", PATHWAYS[1].name, organism=PATHWAYS[1].species)

    assert ids(found)[0] == f"WP:{PATHWAYS[0].local_id}"
    assert f"WP:{PATHWAYS[1].local_id}" not in ids(other)


async def test_an_unknown_community_is_told_with_the_nearest_or_all(parts: Parts) -> None:
    near, far = await of_community(parts, "rare disese"), await of_community(parts, "Daphnia")

    assert (near.items, near.total, str(near.advice)) == (
        (), 0,
        "WikiPathways has no community 'rare disese' with pathways. Did you mean RareDiseases? Repeat the call with"
        " community='RareDiseases'.",
    )  # fmt: skip
    assert (far.items, str(far.advice)) == (
        (), "WikiPathways has no community 'Daphnia' with pathways. Its communities are: RareDiseases.",
    )  # fmt: skip


async def test_the_pages_of_a_community_are_of_one_release(parts: Parts) -> None:
    first = await parts.source.search(Query(text="", community="RareDiseases"), Window(limit=1))
    assert first is not None
    second = await parts.source.search(
        Query(text="", community="RareDiseases"), Window(offset=1, limit=1, version=first.version)
    )
    assert second is not None

    assert (first.more, second.total) == (True, first.total)
    assert ids(first) != ids(second)


async def test_what_one_pathway_is_linked_to_is_linked_to_it(tmp_path: Path) -> None:
    sharing = (TP53, MDM2, CASP3)
    linked = Node("Apoptosis", "Pathway", "WikiPathways", "WP2")
    last = Node("Three", "Pathway", "WikiPathways", "WP3")
    drawn = [
        Drawn("WP1", "One", HUMAN, "", {}, (*sharing, linked)),
        Drawn("WP2", "Two", HUMAN, "", {}, (TP53, BRCA1)),
        Drawn("WP3", "Three", HUMAN, "", {}, (*sharing, BRCA1)),
        Drawn("WP4", "Four", HUMAN, "", {}, (last,)),
    ]
    async with wikipathways(Upstream(published(*drawn)), tmp_path) as parts:
        await parts.sync.sync(unseen)
        found = {number: await parts.source.related(PathwayId(number)) for number in ("1", "2", "3")}
    told = {
        number: [(pathway.id, *msgspec.structs.astuple(one)[1:]) for pathway, one in related.pathways]
        for number, related in found.items()
    }

    assert all(related.complete for related in found.values())
    assert told == {
        "1": [("WP:WP2", True, False, 0, 0), ("WP:WP3", False, False, 3, 4)],
        "2": [("WP:WP1", False, True, 0, 0)],
        "3": [("WP:WP4", False, True, 0, 0), ("WP:WP1", False, False, 3, 4)],
    }


async def test_without_drawings_links_between_pathways_are_incomplete(parts: Parts) -> None:
    found = await parts.source.related(GLYCOLYSIS)

    assert (found.pathways, found.complete) == ([], False)


async def test_pathways_are_listed_by_the_day_of_their_last_revision(parts: Parts) -> None:
    everything = await parts.source.search(Query(text="", changed_since="0001-01-01"), Window(limit=100))
    assert everything is not None
    days = [one.last_modified or "" for one in everything.items]
    newest = await parts.source.search(Query(text="", changed_since=days[0]), Window(limit=1))
    later = await parts.source.search(Query(text="glycolysis", changed_since="9999-01-01"), Window())
    assert newest is not None
    assert later is not None

    assert len(days) == len(PATHWAYS)
    assert days == sorted(days, reverse=True)
    assert [one.id for one in newest.items] == [everything.items[0].id]
    assert newest.total == days.count(days[0])
    assert (later.total, "has changed since 9999-01-01" in (later.guidance or "")) == (0, True)


async def test_an_organism_with_a_typo_is_not_guessed_but_told(parts: Parts) -> None:
    hits = await search(parts, "apoptosis", "Homo sapien")

    assert hits.items == ()
    assert "organism='Homo sapiens'" in (hits.guidance or "")


async def test_a_shifted_row_is_read_by_its_prefixes(parts: Parts) -> None:
    found = {gene: ids(await genes(parts, gene)) for gene in ("983", "ENSG00000170312", "P06493")}

    assert found == {gene: ["WP:WP179"] for gene in found}


@pytest.mark.parametrize("accession", ["P04637", "Q53GA5"])
async def test_every_one_of_joined_cells_is_found(parts: Parts, accession: str) -> None:
    hits = await genes(parts, accession)

    assert sorted(ids(hits)) == ["WP:WP1742", "WP:WP179", "WP:WP254", "WP:WP707"]


async def test_a_gene_whose_mapping_failed_is_found_by_its_label(parts: Parts) -> None:
    hits = await genes(parts, "fas")

    assert ids(hits) == ["WP:WP254"]


async def test_a_metabolite_is_no_gene_once_the_drawings_are_there(parts: Parts) -> None:
    await parts.sync.sync(unseen)
    hits = await genes(parts, "glucose")

    assert hits.items == ()


async def test_rows_with_an_identifier_that_is_none_are_left_out(parts: Parts) -> None:
    parts.upstream.files[TEXT_PATH] = text_file(*PATHWAYS, NEW._replace(local_id="draft-7"))
    hits = await search(parts, "brand new glycolysis")

    assert "WP:draft-7" not in ids(hits)


async def test_the_release_is_the_day_of_the_newest_revision(parts: Parts) -> None:
    body = text_file(*PATHWAYS)
    parts.upstream.files[TEXT_PATH] = body.replace(b"2026-08-22", b"2026-08-19").replace(
        b"2026-08-19", b"2026-08-20", 1
    )
    hits = await search(parts, "glycolysis")

    assert hits.provenance is not None
    assert hits.provenance.release == "2026-08-20"


async def test_without_a_revision_the_release_is_the_day_of_the_file(parts: Parts) -> None:
    parts.upstream.files[TEXT_PATH] = text_file(*PATHWAYS).replace(b"2026-08-22", b"")
    hits = await search(parts, "glycolysis")

    assert hits.provenance is not None
    assert hits.provenance.release == "2026-08-22"


# Synchronised, and offline


async def test_after_a_synchronisation_everything_answers_without_the_upstream(parts: Parts) -> None:
    outcome = await parts.sync.sync(unseen)
    parts.upstream.is_down = True
    parts.upstream.taken()
    found, gene = await search(parts, "glycolysis"), await genes(parts, "TP53")
    pathway, drawn = await parts.source.get(GLYCOLYSIS), await parts.source.components(GLYCOLYSIS)
    await parts.jobs.settled()

    assert parts.upstream.taken() == []
    assert drawn is not None
    assert drawn.remark is None
    assert (outcome.source, outcome.release, outcome.records, outcome.skipped) == (
        "WikiPathways", "2026-08-10", len(PATHWAYS), (),
    )  # fmt: skip
    assert pathway is not None
    assert drawn is not None
    sources = [found.provenance, gene.provenance, pathway.source, drawn.source]
    assert [source and source.mode for source in sources] == ["snapshot"] * 4


async def test_a_synchronisation_brings_the_nodes_that_the_index_leaves_out(parts: Parts) -> None:
    before = await genes(parts, "MIR34A")
    await parts.sync.sync(unseen)
    after = await genes(parts, "MIR34A")

    assert (ids(before), ids(after)) == ([], ["WP:WP707"])


async def test_a_synchronisation_tells_its_progress(parts: Parts) -> None:
    stages: dict[str, tuple[int, int | None]] = {}

    def progress(stage: str, done: int, total: int | None) -> None:
        stages[stage] = done, total

    await parts.sync.sync(progress)

    assert stages == {
        "index files": (6, 6),
        "archive": (len({pathway.species for pathway in PATHWAYS}),) * 2,
        "drawings": (len(PATHWAYS), len(PATHWAYS)),
        "mappings": (1, 1),
    }


async def test_a_synchronisation_without_the_upstream_names_everything_that_is_missing(parts: Parts) -> None:
    parts.upstream.is_down = True
    outcome = await parts.sync.sync(unseen)

    assert (outcome.release, outcome.records) == ("", 0)
    assert sorted(reason.partition(": ")[0] for reason in outcome.skipped) == sorted(
        [TEXT, XREF, ONTOLOGY, DISEASES, LITERATURE, COMMUNITIES, GPML, MAPPINGS]
    )


async def test_a_hostile_drawing_in_the_archive_is_an_error(parts: Parts) -> None:
    bomb = b'<!DOCTYPE a [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><a>&b;</a>'
    parts.upstream.files[drawing_path("WP534")] = bomb
    with pytest.raises(UpstreamError):
        await parts.source.components(GLYCOLYSIS)


async def test_a_missing_ontology_does_not_stop_a_synchronisation_that_has_an_older_one(parts: Parts) -> None:
    await parts.sync.sync(unseen)
    parts.upstream.files[OBO_PATH] = b""
    outcome = await parts.sync.sync(unseen)

    assert [line.partition(":")[0] for line in outcome.skipped] == [ONTOLOGY]


async def test_a_later_revision_wins_over_the_archive(parts: Parts) -> None:
    parts.upstream.files[drawing_path("WP534")] = gpml_file(PATHWAYS[0]._replace(name="Redrawn"), revision=150000)
    await parts.source.components(GLYCOLYSIS)
    await parts.sync.sync(unseen)
    drawn = await parts.source.components(GLYCOLYSIS)

    assert drawn is not None
    assert drawn.title == "Redrawn"


async def test_a_later_revision_of_the_archive_wins_over_what_was_fetched(parts: Parts) -> None:
    parts.upstream.files[drawing_path("WP534")] = gpml_file(PATHWAYS[0]._replace(name="As it was"), revision=9)
    before = await parts.source.components(GLYCOLYSIS)
    await parts.sync.sync(unseen)
    drawn = await parts.source.components(GLYCOLYSIS)

    assert before is not None
    assert drawn is not None
    assert (before.title, drawn.title) == ("As it was", "Glycolysis and gluconeogenesis")
    assert drawn.source is not None
    assert drawn.source.mode == "snapshot"


async def test_an_old_record_is_stale_only_while_the_upstream_fails(parts: Parts) -> None:
    async def staleness() -> bool:
        stored = await parts.records.get("wikipathways/WP534")
        assert stored is not None
        await parts.records.put("wikipathways/WP534", msgspec.structs.replace(stored, checked=LONG_AGO))
        drawn = await parts.source.components(GLYCOLYSIS)
        await parts.jobs.settled()
        assert drawn is not None
        assert drawn.source is not None
        return drawn.source.stale

    await parts.source.components(GLYCOLYSIS)
    told = [await staleness()]
    parts.upstream.is_down = True
    told += [await staleness() for _ in range(2)]
    parts.upstream.is_down = False
    told += [await staleness() for _ in range(2)]

    assert told == [False, False, True, True, False]


async def test_an_old_record_of_another_life_is_not_stale_before_the_upstream_has_failed(
    parts: Parts, tmp_path: Path
) -> None:
    await parts.source.components(GLYCOLYSIS)
    stored = await parts.records.get("wikipathways/WP534")
    assert stored is not None
    await parts.records.put("wikipathways/WP534", msgspec.structs.replace(stored, checked=LONG_AGO))
    async with wikipathways(parts.upstream, tmp_path) as second:
        drawn = await second.source.components(GLYCOLYSIS)
        await second.jobs.settled()

    assert drawn is not None
    assert drawn.source is not None
    assert (drawn.source.mode, drawn.source.stale) == ("cache", False)


async def test_offline_the_catalogue_answers_without_a_request(parts: Parts, tmp_path: Path) -> None:
    await parts.sync.sync(unseen)
    silent = Upstream({})
    async with wikipathways(silent, tmp_path, offline=True) as offline:
        hits = await search(offline, "glycolysis")
        pathway = await offline.source.get(GLYCOLYSIS)
        gone = await offline.source.get(PathwayId("5316"))
        await offline.jobs.settled()

    assert (ids(hits)[0], silent.asked, gone) == ("WP:WP534", [], None)
    assert pathway is not None
    assert mode(hits) == ("snapshot", False)


async def test_offline_an_old_catalogue_answers_and_is_marked(parts: Parts, tmp_path: Path) -> None:
    await search(parts, "glycolysis")
    await parts.jobs.settled()
    await parts.age(TEXT, to=datetime(2021, 1, 1, tzinfo=UTC))
    silent = Upstream({})
    async with wikipathways(silent, tmp_path, offline=True) as offline:
        hits = await search(offline, "glycolysis")
        await offline.jobs.settled()

    assert (mode(hits), silent.asked) == (("cache", True), [])


async def test_offline_without_a_catalogue_is_an_error_that_says_so(tmp_path: Path) -> None:
    silent = Upstream(published(*PATHWAYS))
    async with wikipathways(silent, tmp_path, offline=True) as offline:
        with pytest.raises(UpstreamError, match=r"^WikiPathways is unavailable: .*offline"):
            await search(offline, "glycolysis")
        with pytest.raises(UpstreamError, match=r"^WikiPathways is unavailable: .*offline"):
            await offline.source.components(GLYCOLYSIS)
        outcome = await offline.sync.sync(unseen)

    assert silent.asked == []
    assert all("offline" in reason for reason in outcome.skipped)


async def test_the_catalogue_names_are_those_of_the_status(parts: Parts) -> None:
    assert (parts.sync.name, parts.sync.catalogues) == (
        "wikipathways",
        (
            TEXT,
            XREF,
            ONTOLOGY,
            DISEASES,
            LITERATURE,
            COMMUNITIES,
            GPML,
            MAPPINGS,
            NODES,
            RELATED,
            EDGES,
            CountedDrugs.name,
        ),
    )


async def test_a_warm_catalogue_appears_behind_the_answer(parts: Parts) -> None:
    await search(parts, "glycolysis")

    async def is_there() -> bool:
        return await parts.store.newest(XREF) is not None

    await until(is_there)

    assert XREF_PATH in parts.upstream.asked
