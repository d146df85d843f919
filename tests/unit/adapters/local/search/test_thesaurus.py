"""What other catalogues know of a query's words."""

from collections.abc import Sequence

import pytest

from biofacts.adapters.local.catalogue_entries.genes import HUMAN_GENES, index_genes
from biofacts.adapters.local.catalogue_entries.pathways import index_terms
from biofacts.adapters.local.catalogues.refreshed_catalogue import Indexed, LocalCatalogue
from biofacts.adapters.local.search.thesaurus import GeneSynonyms, with_ontologies
from biofacts.adapters.sample.upstreams import DAY
from biofacts.composition.container import Container
from biofacts.domain.answers.pages import Window
from biofacts.domain.genes.gene import GeneFacts
from biofacts.domain.identifiers.organisms import HUMAN
from biofacts.domain.pathways.references import Term
from biofacts.domain.search.index import Field
from biofacts.domain.search.query import QueryHints
from biofacts.ports.catalogue import Entry
from biofacts.ports.sources import Query
from tests.containers import WatchedJobs, cache_of
from tests.contract.catalogue import content
from tests.memory_catalogue import MemoryCatalogueStore
from tests.memory_files import MemoryFile
from tests.words import thesaurus

SEARCHED = (
    Entry(key="1", texts={Field.TITLE: ["Turnip wheel"]}),
    Entry(key="2", texts={Field.TITLE: ["Tuner, to turn"]}),
)


def named(entries: Sequence[str]) -> Indexed:
    return Indexed(entries=(Entry(key=one, texts={Field.TITLE: [one]}) for one in entries))


@pytest.mark.parametrize(("names", "total", "corrected"), [(["Turner"], 0, {}), (["Miller"], 1, {"turner": "tuner"})])
async def test_a_word_that_a_vocabulary_at_hand_knows_is_not_corrected(
    names: list[str], total: int, corrected: dict[str, str]
) -> None:
    store = MemoryCatalogueStore()
    searched = await store.publish("searched", content(*SEARCHED))
    file = MemoryFile("test", "names", [names], release="1", day=DAY)
    async with WatchedJobs() as jobs:
        vocabulary = LocalCatalogue("names", file, lambda rows: named(next(iter(rows))), cache_of(store, jobs))
        await vocabulary.open()
        found = await thesaurus(store, jobs, vocabulary).search(
            Query(text="turner"), Window(), "searched", searched, None
        )

    assert (found.hits.total, found.hits.corrected) == (total, corrected)
    assert ("names=" in found.version) is (names == ["Turner"])


@pytest.mark.parametrize(
    ("phrase", "symbols"),
    [
        ("tp53", ["TP53"]), ("IL-6", ["IL6"]), ("Tumour protein p53", ["TP53"]), ("p53", []), ("HER2", []),
        ("MAPK", []), ("cyclooxygenase-2", []), ("dopamine receptor D2", ["DRD2"]),
    ],
)  # fmt: skip
async def test_a_gene_bears_its_symbol_and_its_full_name_but_no_alias(
    sample: Container, phrase: str, symbols: list[str]
) -> None:
    genes = sample.thesaurus().genes
    names = await genes.catalogue(None)

    assert names is not None
    assert [one.symbol for one in await genes.bearing(phrase, names)] == symbols


GENES = (
    GeneFacts(
        id="HGNC:1",
        symbol="AAA1",
        name="huntin",
        organism=HUMAN,
        locus_type="x",
        protein_coding=True,
        aliases=("X1", "X12", "abc"),
    ),
    GeneFacts(id="HGNC:2", symbol="BBB2", name="hunti", organism=HUMAN, locus_type="x", protein_coding=True),
    GeneFacts(id="HGNC:3", symbol="CDEFGH", name="a third gene", organism=HUMAN, locus_type="x", protein_coding=True),
)


@pytest.mark.parametrize(
    ("query", "synonyms"),
    [
        ("huntin", {"huntin": ["huntin", "aaa1", "x12"]}),  # X1 and abc may mean anything
        ("hunti", {}),  # a word of five letters may be any word
        ("bbb2", {"bbb2": ["bbb2", "bbb2"]}),
        ("cd efgh", {"cd efgh": ["cd efgh", "cdefgh"]}),
        ("cde fgh", {}),  # two words
    ],
)
async def test_words_are_a_gene_if_they_have_a_digit_or_a_part_that_is_no_word_or_are_its_long_name(
    query: str, synonyms: dict[str, list[str]]
) -> None:
    store = MemoryCatalogueStore()
    async with WatchedJobs() as jobs:
        file = MemoryFile[GeneFacts]("test", "genes", [*GENES], release="1", day=DAY)
        human = LocalCatalogue(HUMAN_GENES, file, index_genes, cache_of(store, jobs))
        await human.open()
        genes = GeneSynonyms(human)

        assert await genes.in_query(query, await genes.catalogue(None)) == synonyms


async def test_kinds_of_a_disease_are_searched_by_names_of_five_letters_at_least() -> None:
    """GDI is a type of Gaucher disease, and an inhibitor."""
    terms = [Term("1", ("Gaucher disease",)), Term("2", ("Gaucher type 1", "GD I1", "GDI12"), parents=("1",))]
    ontology = await MemoryCatalogueStore().publish("disease", content(*index_terms(terms).entries))
    known = await with_ontologies(QueryHints(), "gaucher disease", [ontology])

    assert known.narrower == {"gaucher disease": ["gaucher type 1", "gdi12"]}


async def test_an_abbreviation_stands_for_the_names_of_a_term_but_none_of_them_for_it() -> None:
    purpura = Term(identifier="DOID:11123", names=("Henoch-Schoenlein purpura", "HSP", "IgA vasculitis"))
    ontology = await MemoryCatalogueStore().publish("diseases", content(*index_terms([purpura]).entries))
    known = await with_ontologies(QueryHints(), "HSP or IgA vasculitis", [ontology])

    in_full = ["henoch schoenlein purpura", "iga vasculitis"]
    assert known.synonyms == {"hsp": in_full, "iga vasculitis": in_full}
