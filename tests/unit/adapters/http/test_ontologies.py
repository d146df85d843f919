"""The Pathway Ontology: terms, synonyms, and KEGG's numbers."""

from collections.abc import AsyncGenerator, Mapping, Sequence
from pathlib import Path

import pytest

from biofacts.adapters.http.base_client import FileHead
from biofacts.adapters.http.ontologies import describe, read_terms
from biofacts.adapters.local.catalogue_entries.pathways import (
    decode_term_names,
    index_terms,
    named_so_term,
    ontology_terms,
)
from biofacts.adapters.local.search.thesaurus import with_ontologies
from biofacts.adapters.sqlite.catalogue_store import SqliteCatalogueStore
from biofacts.domain.identifiers.identifier_databases import KEGG_ORGANISMS
from biofacts.domain.pathways.references import Term
from biofacts.domain.search.index import folded_names
from biofacts.domain.search.query import QueryHints
from biofacts.ports.catalogue import Catalogue, CatalogueStore, Content
from tests.contract.catalogue import info
from tests.places import RECORDED
from tests.wikipathways_files import DISEASES, OBO


@pytest.fixture
async def store() -> AsyncGenerator[CatalogueStore]:
    async with SqliteCatalogueStore(None) as store:
        yield store


async def catalogue(store: CatalogueStore, body: bytes) -> Catalogue:
    indexed = index_terms(read_terms(body))
    return await store.publish("pathway-ontology", Content(info=info(), entries=indexed.entries))


async def test_a_term_gives_its_kegg_pathway_in_each_organism(store: CatalogueStore) -> None:
    (term,) = await ontology_terms(await catalogue(store, OBO), ["PW:0000026"])

    found = {name: term.kegg_pathways(name) for name in ("Homo sapiens", "Saccharomyces cerevisiae", "Felis catus")}
    assert found == {"Homo sapiens": ["hsa00020"], "Saccharomyces cerevisiae": ["sce00020"], "Felis catus": []}


async def test_an_obsolete_term_and_a_typedef_are_left_out(store: CatalogueStore) -> None:
    terms = await catalogue(store, OBO)

    assert [await terms.record(key) for key in ("PW:0000999", "part_of")] == [None, None]


async def test_synonyms_of_either_kind_are_known_and_foreign_identifiers_are_not(store: CatalogueStore) -> None:
    terms = await catalogue(store, OBO)
    krebs = await with_ontologies(QueryHints(), "the krebs cycle in yeast", [terms])

    assert [(run, "tca cycle" in names) for run, names in krebs.synonyms.items()] == [("kreb cycle", True)]
    assert await with_ontologies(QueryHints(), "KEGG:00020", [terms]) == QueryHints()


async def test_a_run_of_words_is_read_once_in_each_release(
    store: CatalogueStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Sequence[str]] = []
    terms = await catalogue(store, OBO)
    read = terms.with_terms

    async def counted(wanted: Sequence[str]) -> Mapping[str, bytes]:
        asked.append(wanted)
        return await read(wanted)

    monkeypatch.setattr(terms, "with_terms", counted)
    first = await with_ontologies(QueryHints(), "the krebs cycle", [terms])
    again = await with_ontologies(QueryHints(), "krebs cycle", [terms])
    await with_ontologies(QueryHints(), "yeast cycle", [terms])

    assert first == again
    assert asked == [["name:kreb", "name:kreb cycle", "name:cycle"], ["name:yeast", "name:yeast cycle"]]


@pytest.mark.parametrize("body", [b"", b"format-version: 1.2\n", b"[Typedef]\nid: part_of\n"])
def test_a_file_without_terms_is_refused(body: bytes) -> None:
    with pytest.raises(ValueError, match="Term"):
        list(read_terms(body))


def test_bytes_that_are_no_text_are_refused() -> None:
    with pytest.raises(ValueError, match="utf-8"):
        list(read_terms(b"\xff\xfe\xff"))


def test_organism_codes_are_kegg_codes() -> None:
    assert [code for code in KEGG_ORGANISMS.values() if not (code.isalpha() and 3 <= len(code) <= 4)] == []


async def test_the_whole_ontology_is_read(store: CatalogueStore, upstream_dir: Path) -> None:
    terms = await catalogue(store, (upstream_dir / "ontology" / "pw.obo").read_bytes())
    glycolysis, synapse = await ontology_terms(terms, ["PW:0000640", "PW:0001072"])

    assert glycolysis.kegg_pathways("Homo sapiens") == ["hsa00010"]
    assert synapse.identifier == "PW:0002423"


async def test_a_term_knows_the_names_of_what_is_narrower(store: CatalogueStore) -> None:
    body = b"\n".join(
        b"[Term]\nid: PW:%07d\nname: %s\n%s" % (number, name, b"".join(b"is_a: PW:%07d ! x\n" % up for up in parents))
        for number, name, parents in (
            (1, b"repair", ()), (2, b"excision repair", (1,)), (3, b"base excision repair", (2, 1)), (4, b"decay", ()),
        )
    )  # fmt: skip
    terms = await catalogue(store, b"format-version: 1.2\n\n" + body + b"\n")
    found = await terms.with_terms([named_so_term("repair"), named_so_term("decay")])

    assert {key: decode_term_names(summary).narrower for key, summary in found.items()} == {
        "PW:0000001": ["excision repair", "base excision repair"],
        "PW:0000004": [],
    }


RELEASE = (RECORDED / "ontology/pw-small-7.97.obo").read_bytes()


def term(*lines: str) -> Term:
    """A term of which the tags are given."""
    (found,) = read_terms("\n".join(["format-version: 1.2\n", "[Term]", "id: PW:0000001", *lines, ""]).encode())
    return found


def test_the_release_is_what_the_header_says() -> None:
    assert describe(RELEASE) == FileHead(release="7.97")
    assert describe(DISEASES) == FileHead(release="2026-07-31")
    assert describe(b"format-version: 1.2\n\n[Term]\nid: x\ndata-version: 9\n") == FileHead()


def test_a_recorded_release_has_numbers_of_definitions_parents_of_both_kinds_and_merged_terms() -> None:
    terms = {one.identifier: one for one in read_terms(RELEASE)}

    assert {key: one.kegg for key, one in terms.items() if one.kegg} == {
        "PW:0000026": ("00020",), "PW:0000040": ("00140",), "PW:0000054": ("00380",), "PW:0000209": ("04630",),
        "PW:0002423": ("04721",),
    }  # fmt: skip
    assert terms["PW:0000026"].parents == ("PW:0000033", "PW:0000357")
    assert terms["PW:0000592"].parents == ("PW:0000590",)
    assert terms["PW:0002423"].merged == ("PW:0001072",)
    assert terms["PW:0000026"].names == (
        "citric acid cycle pathway", "Citric acid cycle (TCA cycle)", "Krebs cycle pathway", "TCA cycle pathway",
        "tricarboxylic acid cycle", "tricarboxylic acid cycle pathway",
    )  # fmt: skip
    assert "PW:0000000" not in terms


@pytest.mark.parametrize(
    ("lines", "kegg"),
    [
        (['def: "x" [GO:0006099, KEGG:map00020]'], ("00020",)),
        (['def: "x" [KEGG:00140, KEGG:map00140]'], ("00140",)),
        (['def: "x" [KEGG:03015, KEGG:03018]'], ()),
        (['def: "x" [KEGG:03050, KEGG:ko04120]'], ()),
        (['def: "x" [KEGG:map4910]'], ("04910",)),
        (['def: "KEGG:00010 is none of its references" [GO:0006099]'], ()),
        (['def: "in \\"quotes\\" [KEGG:00010]" [KEGG:00020]'], ("00020",)),
        (['def: "x" [KEGG "a page", http://kegg.jp/00020]'], ()),
        (['synonym: "KEGG:00514" RELATED []', 'def: "x" [KEGG:map00512]'], ("00514", "00512")),
        (['synonym: "KEGG:00020" EXACT []', 'def: "x" [KEGG:map00020]'], ("00020",)),
    ],
)
def test_a_map_of_kegg_stands_in_a_synonym_or_alone_among_the_references_of_a_definition(
    lines: list[str], kegg: tuple[str, ...]
) -> None:
    assert term("name: x", *lines).kegg == kegg


def test_exact_and_related_synonyms_are_names_without_their_escapes() -> None:
    found = term(
        "name: a\\, b", 'synonym: "exact" EXACT []', 'synonym: "\\"related\\" one" RELATED []',
        'synonym: "narrow" NARROW SYNTYPE [x:1]', 'synonym: "broad" BROAD []', "synonym: unquoted",
        'synonym: "exact" RELATED []',
    )  # fmt: skip

    assert found.names == ("a, b", "exact", '"related" one')


def test_other_relationships_are_no_parents() -> None:
    found = term(
        "name: x", "is_a: PW:0000002 ! a", "relationship: part_of PW:0000003 ! b",
        "relationship: has_component PW:0000004",
    )  # fmt: skip

    assert found.parents == ("PW:0000002", "PW:0000003")


async def test_a_term_that_was_merged_leads_to_the_one_that_stands_for_it(store: CatalogueStore) -> None:
    terms = await catalogue(store, RELEASE)

    found = await ontology_terms(terms, ["PW:9999999", "PW:0001072"])
    assert [one.identifier for one in found] == ["PW:0002423"]


async def test_what_is_part_of_a_term_is_narrower_than_it(store: CatalogueStore) -> None:
    (name,) = folded_names(["energy homeostasis pathway"])
    found = await (await catalogue(store, RELEASE)).with_terms([named_so_term(name)])

    assert [decode_term_names(one).narrower[0] for one in found.values()] == ["citric acid cycle"]
