"""Of which kind an identifier is, where nobody says it."""

import pytest

from biofacts.domain.answers import next_calls
from biofacts.domain.answers.errors import AmbiguousQuery, UnresolvedEntity
from biofacts.domain.identifiers.arguments import kind_of


@pytest.mark.parametrize(
    ("given", "kind"),
    [
        ("WP:WP534", "pathway"),
        ("WP534", "pathway"),
        ("https://www.wikipathways.org/instance/WP534", "pathway"),
        ("HGNC:11998", "gene"),
        ("NCBIGene:22059", "gene"),
        ("PubChem:CID2244", "compound"),
        ("https://www.guidetopharmacology.org/GRAC/LigandDisplayForward?ligandId=2713", "ligand"),
    ],
)
def test_an_identifier_of_one_kind_is_of_that(given: str, kind: str) -> None:
    assert kind_of(given, next_calls.get).name == kind


def test_a_number_of_the_guide_is_a_ligands_or_a_targets() -> None:
    with pytest.raises(AmbiguousQuery) as raised:
        kind_of("iuphar:2713", next_calls.get)

    assert raised.value.invalid_input == "iuphar:2713"
    assert [call.tool for call in raised.value.advice.calls] == ["get_ligand", "get_target"]
    assert raised.value.hint == (
        "Call get_ligand with iuphar_id='IUPHAR:2713', or call get_target with iuphar_id='IUPHAR:2713'."
    )


@pytest.mark.parametrize(
    ("given", "tools"),
    [
        ("glycolysis", ["resolve_many"]),
        ("2713", ["resolve_many"]),
        ("", ["resolve_many"]),
        ("CHEBI:15903", ["search_compounds", "search_ligands", "search_pathways"]),
        ("ENSG00000141510", ["search_genes", "search_targets"]),
    ],
)
def test_what_is_no_records_identifier_leads_to_what_finds_it(given: str, tools: list[str]) -> None:
    with pytest.raises(UnresolvedEntity) as raised:
        kind_of(given, next_calls.get)

    assert [call.tool for call in raised.value.advice.calls] == tools
