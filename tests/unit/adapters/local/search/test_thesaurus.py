"""What other catalogues know of a query's words."""

from collections.abc import Sequence

import pytest

from biofacts.adapters.local.catalogues.refreshed_catalogue import Indexed, LocalCatalogue
from biofacts.adapters.sample.network import DAY
from biofacts.composition.container import Container
from biofacts.domain.answers.pages import Window
from biofacts.domain.search.index import Field
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
