"""Pathways by names that other collections print."""

import pytest

from biofacts.composition.container import Container


@pytest.mark.parametrize(
    "pasted",
    ["WP_APOPTOSIS", "REACTOME_APOPTOSIS", "Apoptosis R-HSA-109581", "GO:0006915 apoptosis", "Apoptosis (GO:0006915)"],
)
async def test_the_words_are_searched_as_if_sent_alone(sample: Container, pasted: str) -> None:
    search = sample.use_cases().searches["pathway"]

    assert (await search(pasted)).items == (await search("apoptosis")).items


async def test_an_identifier_that_no_pathway_carries_is_told(sample: Container) -> None:
    page = await sample.use_cases().searches["pathway"]("Apoptosis R-HSA-99999999")

    assert "no pathway contains R-HSA-99999999" in (page.guidance or "")


async def test_the_number_of_a_pathway_decides(sample: Container) -> None:
    page = await sample.use_cases().searches["pathway"]("Cell cycle WP254")

    assert [one.id for one in page.items] == ["WP:WP254"]


async def test_names_of_a_list_are_read_alike(sample: Container) -> None:
    (found,) = (await sample.use_cases().resolve_many(["WP_APOPTOSIS"], "pathway")).items

    assert found.id == "WP:WP254"


async def test_that_the_name_of_another_database_was_ignored_is_said(sample: Container) -> None:
    search = sample.use_cases().searches["pathway"]
    page = await search("KEGG apoptosis")

    assert page.items == (await search("apoptosis")).items
    assert "'KEGG' was ignored" in (page.guidance or "")
