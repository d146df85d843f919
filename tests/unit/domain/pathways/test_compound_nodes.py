"""Who is the same compound, by what nodes tie together."""

import pytest

from biofacts.domain.pathways import compound_nodes
from biofacts.domain.pathways.compound_nodes import CompoundNode, identity, is_compound, of_compounds, skeletons, tied

NEUTRAL, ION = "KRKNYBCHXYNGOX-UHFFFAOYSA-N", "KRKNYBCHXYNGOX-UHFFFAOYSA-K"
ACID, SALT, BOTH = ("chebi", "CHEBI:30769"), ("chebi", "CHEBI:16947"), ("kegg_compound", "C00158")


def node(*references: tuple[str, str]) -> CompoundNode:
    return CompoundNode("citrate", references, ("WP78",))


def test_all_forms_of_a_structure_have_one_skeleton() -> None:
    assert skeletons([("inchikey", NEUTRAL), ("inchikey", ION), ACID]) == {"KRKNYBCHXYNGOX"}


def test_what_genes_have_as_well_makes_no_compound() -> None:
    assert not is_compound([("wikidata", "Q14818098"), ("entrez", "7157")])
    assert is_compound([("wikidata", "Q159683"), ACID])


def test_references_of_genes_are_left_out() -> None:
    assert of_compounds([("entrez", "7157"), SALT, ACID, SALT]) == (SALT, ACID)


def test_an_identifier_is_tied_to_the_structures_of_nodes_that_have_one() -> None:
    several = node(BOTH, ("inchikey", NEUTRAL), ("inchikey", ION))

    assert tied([BOTH], [node(BOTH, ("inchikey", NEUTRAL)), several]) == {NEUTRAL}
    assert tied([BOTH], [several]) == {NEUTRAL, ION}
    assert tied([("inchikey", ION)], [several]) == {ION}


def test_another_structure_weighs_more_than_an_identifier_in_common() -> None:
    asked, keys = [("inchikey", NEUTRAL)], frozenset({NEUTRAL})
    who = identity(asked, (), keys, [node(ACID, BOTH, ("inchikey", NEUTRAL))])

    assert who.others == {ACID, BOTH}
    assert who.is_in(node(BOTH))
    assert who.is_in(node(("inchikey", NEUTRAL)))
    assert not who.is_in(node(BOTH, ("inchikey", ION)))
    assert not who.is_in(node(SALT))


def test_what_was_asked_for_is_the_compound_whatever_else_a_node_has() -> None:
    who = identity([BOTH], (), frozenset({NEUTRAL}), [])

    assert who.is_in(node(BOTH, ("inchikey", ION)))


def test_a_node_of_two_structures_ties_nothing_to_one_of_them() -> None:
    both = node(ACID, SALT, ("inchikey", NEUTRAL), ("inchikey", ION))
    who = identity([("inchikey", NEUTRAL)], [BOTH], frozenset({NEUTRAL}), [both])

    assert who.others == {BOTH}


L_ALANINE, D_ALANINE, ALANINE, L_ALANINATE, GLYCINE = (
    "QNAYBMKLOCPYGJ-REOHCLBHSA-N", "QNAYBMKLOCPYGJ-UWTATZPHSA-N", "QNAYBMKLOCPYGJ-UHFFFAOYSA-N",
    "QNAYBMKLOCPYGJ-REOHCLBHSA-M", "DHMQDGOQFOQNFH-UHFFFAOYSA-N",
)  # fmt: skip


@pytest.mark.parametrize(
    ("other", "is_form", "is_same"),
    [(L_ALANINATE, True, True), (ALANINE, True, False), (D_ALANINE, False, False), (GLYCINE, False, False)],
)
def test_forms_differ_in_charge_or_in_a_stereo_that_one_leaves_open(other: str, is_form: bool, is_same: bool) -> None:
    assert compound_nodes.is_form(L_ALANINE, other) == compound_nodes.is_form(other, L_ALANINE) == is_form
    assert (compound_nodes.form(L_ALANINE) == compound_nodes.form(other)) == is_same
