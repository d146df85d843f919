"""Ligand and target numbers: one form, two types."""

import pytest

from biofacts.domain.answers.errors import UnresolvedEntity
from biofacts.domain.answers.kinds import LIGAND, TARGET
from biofacts.domain.identifiers.curies import LigandId, TargetId
from biofacts.domain.pharmacology.search_terms import named_in
from biofacts.domain.text.clean import without_attached_brackets


def test_both_print_the_same_curie_and_are_never_equal() -> None:
    assert str(LigandId.parse("IUPHAR:215")) == str(TargetId.parse("IUPHAR:215")) == "IUPHAR:215"
    ligand: object = LigandId("215")
    assert ligand != TargetId("215")


def test_leading_zeros_name_the_same_number() -> None:
    assert LigandId.parse("IUPHAR:002713") == LigandId("2713")


@pytest.mark.parametrize("given", ["IUPHAR:2713\n", "IUPHAR:2713 ", "IUPHAR: 2713", "Iuphar:2713", "IUPHAR:٢٧١٣"])
def test_nothing_but_the_exact_form_is_read(given: str) -> None:
    with pytest.raises(UnresolvedEntity):
        LigandId.parse(given)


@pytest.mark.parametrize("given", ["2713", "iuphar:2713", "GtoPdb:2713", "gtopdb.ligand:2713", "IUPHAR_2713", "#2713"])
def test_a_near_miss_suggests_the_curie(given: str) -> None:
    with pytest.raises(UnresolvedEntity) as caught:
        LigandId.parse(given)

    assert caught.value.suggestion == "IUPHAR:2713"


def test_a_hint_with_a_name_in_it_can_be_followed_literally() -> None:
    with pytest.raises(UnresolvedEntity) as caught:
        TargetId.parse("5'-nucleotidase")

    assert "search_targets with query='5-nucleotidase'" in caught.value.hint


@pytest.mark.parametrize(
    ("query", "token"),
    [
        ("CHEMBL25", "id:chembl25"),
        ("PubChem:CID2244", "id:2244"),
        ("uniprot:P14416", "id:p14416"),
        ("50-78-2", "id:50-78-2"),
    ],
)
def test_an_identifier_is_asked_for_with_and_without_its_prefix(query: str, token: str) -> None:
    assert token in named_in(query, LIGAND)


def test_several_words_are_no_identifier() -> None:
    assert named_in("dopamine receptor 2", TARGET) == []


@pytest.mark.parametrize(
    ("name", "searched"),
    [("[3H]bombesin", "-3H-bombesin"), ("ghrelin (human)", "ghrelin (human)"), ("(R)-cetirizine", "-R--cetirizine")],
)
def test_brackets_that_belong_to_a_name_are_no_remark(name: str, searched: str) -> None:
    assert without_attached_brackets(name) == searched


@pytest.mark.parametrize("query", ["CAS:596", "UniProt:596", "InChIKey:596", "drugbank:596"])
def test_what_is_no_identifier_of_its_database_is_none_of_another(query: str) -> None:
    assert "id:596" not in named_in(query, LIGAND)


def test_the_number_of_a_compound_is_none_of_a_target() -> None:
    assert "id:596" not in named_in("CID596", TARGET)
