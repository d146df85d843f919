"""Organisms: scientific names pass, common ones are refused with the scientific one."""

import pytest

from biofacts.domain.answers.errors import AmbiguousQuery
from biofacts.domain.identifiers import organisms


@pytest.mark.parametrize(
    ("common", "scientific"),
    [
        ("human", "Homo sapiens"),
        ("Mouse", "Mus musculus"),
        (" RAT ", "Rattus norvegicus"),
        ("fruit  fly", "Drosophila melanogaster"),
        ("yeast", "Saccharomyces cerevisiae"),
        ("E. coli", "Escherichia coli"),
    ],
)
def test_a_common_name_is_refused_with_the_scientific_one(common: str, scientific: str) -> None:
    with pytest.raises(AmbiguousQuery) as caught:
        organisms.check(common)

    assert f"organism='{scientific}'" in caught.value.hint


@pytest.mark.parametrize(
    ("written", "scientific"),
    [
        ("homo sapiens", "Homo sapiens"),
        ("Homo Sapiens", "Homo sapiens"),
        ("Homo sapien", "Homo sapiens"),
        ("H. sapiens", "Homo sapiens"),
        ("9606", "Homo sapiens"),
        ("NCBITaxon:9606", "Homo sapiens"),
        ("taxid 10090", "Mus musculus"),
        ("Homo sapiens (human)", "Homo sapiens"),
        ("human (Homo sapiens)", "Homo sapiens"),
        ("Ratus norvegicus", "Rattus norvegicus"),
        ("S. cerevisiae", "Saccharomyces cerevisiae"),
    ],
)
def test_a_known_organism_that_is_written_in_another_way_is_refused_with_its_name(
    written: str, scientific: str
) -> None:
    with pytest.raises(AmbiguousQuery, match=f"by its scientific name: {scientific}, not '") as caught:
        organisms.check(written)

    assert f"organism='{scientific}'" in caught.value.hint


TAXA = """7165 mosquito, 3702 thale cress, 9913 cattle, 6239 worm, 9615 dog, 7955 zebrafish, 7227 fruit fly, 9796 horse,
562 E. coli, 9685 Felis catus, 9031 chicken, 3847 soybean, 4513 barley, 9544 rhesus monkey, 10090 mouse,
1773 tuberculosis, 4097 tobacco, 9986 rabbit, 4530 rice, 9940 sheep, 9598 chimpanzee, 5833 malaria parasite,
3694 poplar, 10116 rat, 4932 baker's yeast, 4081 tomato, 9823 pig, 4565 wheat, 8355 Xenopus laevis, 8364 frog,
4577 maize"""


@pytest.mark.parametrize("organism", TAXA.replace("\n", " ").split(", "))
def test_a_taxon_is_the_organism_that_has_this_name(organism: str) -> None:
    taxon, _, name = organism.partition(" ")
    with pytest.raises(AmbiguousQuery) as by_number:
        organisms.check(taxon)
    with pytest.raises(AmbiguousQuery) as by_name:
        organisms.check(name.lower())

    assert by_number.value.hint == by_name.value.hint


@pytest.mark.parametrize("name", ["Homo sapiens", "Panthera leo", "Mus spretus", "Xenopus borealis", "Klingon"])
def test_a_scientific_name_and_an_unknown_one_are_taken_as_they_are(name: str) -> None:
    assert organisms.check(name) == name


def test_no_organism_is_no_filter() -> None:
    assert organisms.check(None) is None


@pytest.mark.parametrize("name", ["", "  "])
def test_an_empty_organism_is_refused(name: str) -> None:
    with pytest.raises(AmbiguousQuery, match="empty"):
        organisms.check(name)


def test_every_common_name_leads_to_a_name_that_is_taken() -> None:
    assert [name for name in organisms.COMMON_NAMES.values() if organisms.check(name) != name] == []
    assert [name for name in organisms.COMMON_NAMES if name != name.casefold()] == []


def test_human_comes_first_then_the_alphabet() -> None:
    names = ["Mus musculus", "Bos taurus", "Homo sapiens"]

    assert sorted(names, key=organisms.sort_key) == ["Homo sapiens", "Bos taurus", "Mus musculus"]


def test_an_organism_is_found_by_its_common_names_too() -> None:
    assert organisms.all_names("Mus musculus").split() == ["Mus", "musculus", "mouse", "mice"]
    assert organisms.all_names("Panthera leo") == "Panthera leo"


@pytest.mark.parametrize(
    ("query", "named"),
    [
        ("apoptosis in mouse", ("mouse", "Mus musculus", "apoptosis")),
        ("Mus musculus circadian rhythm", ("Mus musculus", "Mus musculus", "circadian rhythm")),
        ("E. coli septum", ("E coli", "Escherichia coli", "septum")),
        ("heme biosynthesis in S. cerevisiae", ("S cerevisiae", "Saccharomyces cerevisiae", "heme biosynthesis")),
        ("canine heme synthesis", ("canine", "Canis familiaris", "heme synthesis")),
        ("fish oil in senescence", None),
        ("mouse", None), ("the mouse", None), ("apoptosis", None), ("tuberculosis infection", None),
    ],
)  # fmt: skip
def test_an_organism_beside_a_topic_is_found_in_a_query(query: str, named: tuple[str, str, str] | None) -> None:
    assert organisms.organism_in(query) == named
