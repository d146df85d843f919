"""Suggestions from the catalogues of the sample: names and identifiers that begin so."""

import pytest

from biofacts.adapters.local.search.lists_and_completions import LocalCompletions, preload_of
from biofacts.application.tools.all_tools import TOOLS
from biofacts.composition.container import Container
from biofacts.domain.answers.entity_kinds import Kind
from biofacts.ports.sources import Completion, NoCompletions
from tests.memory_catalogue import MemoryCatalogueStore

KINDS: dict[str, Kind] = {tool.kind.name: tool.kind for tool in TOOLS.values()}


@pytest.mark.parametrize(
    ("kind", "text", "organism", "first"),
    [
        ("pathway", "glyco", "Caenorhabditis elegans", "WP:WP96"),
        ("pathway", "WP:WP53", None, "WP:WP534"),
        ("ligand", "acetylsal", None, "IUPHAR:4139"),
        ("ligand", "ADV", None, "IUPHAR:2713"),
        ("target", "IUPHAR:21", None, "IUPHAR:214"),
        ("gene", "tp5", None, "HGNC:11998"),
        ("gene", "tp53", "Homo sapiens", "HGNC:11998"),
        ("compound", "ibu", None, "PubChem:CID3672"),
    ],
)
async def test_what_begins_so_is_suggested(
    kind: str, text: str, organism: str | None, first: str, sample: Container
) -> None:
    found = await LocalCompletions(sample.store()).beginning(KINDS[kind], text, 5, organism)

    assert found[0].id == first
    assert found[0].name


async def test_what_is_called_so_hides_what_has_another_name_that_begins_so(sample: Container) -> None:
    suggestions = LocalCompletions(sample.store())
    found = await suggestions.beginning(KINDS["ligand"], "a", 50)

    assert found
    assert [one for one in found if not one.name.casefold().lstrip("(-+)±").startswith("a")] == []


async def test_no_more_are_suggested_than_are_wanted(sample: Container) -> None:
    found = await LocalCompletions(sample.store()).beginning(KINDS["ligand"], "a", 2)

    assert len(found) == 2


@pytest.mark.parametrize("kind", KINDS)
async def test_where_nothing_is_at_hand_nothing_is_suggested(kind: str) -> None:
    suggestions = LocalCompletions(MemoryCatalogueStore())

    assert await suggestions.beginning(KINDS[kind], "a", 5) == ()
    assert await suggestions.beginning(KINDS[kind], "a", 5, "Zea mays") == ()
    assert await NoCompletions().beginning(KINDS[kind], "a", 5) == ()


async def test_another_organisms_genes_are_suggested_where_they_are_at_hand(sample: Container) -> None:
    await sample.use_cases().searches["gene"]("Trp53", organism="Mus musculus")
    mouse = await LocalCompletions(sample.store()).beginning(KINDS["gene"], "Tr", 5, "Mus musculus")

    assert Completion("NCBIGene:22059", "Trp53", "Mus musculus") in mouse


def test_each_catalogue_is_prepared_for_misspellings_by_a_job_of_its_own() -> None:
    assert preload_of("gtopdb-ligands") == "preparing gtopdb-ligands for misspellings"
