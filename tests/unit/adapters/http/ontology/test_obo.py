"""The Pathway Ontology: terms, synonyms, and KEGG's numbers."""

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from biofacts.adapters.http.ontology.obo import read_terms
from biofacts.adapters.local.pathway_entries import decode_term, decode_term_names, index_terms, named_so_term
from biofacts.adapters.sqlite.releases import SqliteCatalogueStore
from biofacts.domain.ontology import KEGG_ORGANISMS
from biofacts.ports.catalogue import Catalogue, CatalogueStore, Content
from tests.contract.catalogue import info
from tests.support import OBO


@pytest.fixture
async def store() -> AsyncGenerator[CatalogueStore]:
    async with SqliteCatalogueStore(None) as store:
        yield store


async def catalogue(store: CatalogueStore, body: bytes) -> Catalogue:
    indexed = index_terms(read_terms(body))
    content = Content(info=info(), entries=indexed.entries, synonyms=indexed.synonyms)
    return await store.publish("pathway-ontology", content)


async def test_a_term_gives_its_kegg_pathway_in_each_organism(store: CatalogueStore) -> None:
    record = await (await catalogue(store, OBO)).record("PW:0000026")

    assert record is not None
    term = decode_term(record)
    found = {name: term.kegg_pathways(name) for name in ("Homo sapiens", "Saccharomyces cerevisiae", "Felis catus")}
    assert found == {"Homo sapiens": ["hsa00020"], "Saccharomyces cerevisiae": ["sce00020"], "Felis catus": []}


async def test_an_obsolete_term_and_a_typedef_are_left_out(store: CatalogueStore) -> None:
    terms = await catalogue(store, OBO)

    assert [await terms.record(key) for key in ("PW:0000999", "part_of")] == [None, None]


async def test_synonyms_of_either_kind_are_known_and_foreign_identifiers_are_not(store: CatalogueStore) -> None:
    terms = await catalogue(store, OBO)
    krebs = await terms.synonyms_in("the krebs cycle in yeast")
    numbers = await terms.synonyms_in("KEGG:00020")

    assert "tca cycle" in krebs["kreb cycle"] or "tca cycle" in krebs.get("krebs cycle", ())
    assert not numbers


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
    record = await terms.record("PW:0000640")

    assert record is not None
    assert decode_term(record).kegg_pathways("Homo sapiens") == ["hsa00010"]


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
