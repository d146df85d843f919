"""Of which kind an identifier is, where nobody says it."""

import pytest

from biofacts.domain.answers import next_calls
from biofacts.domain.answers.entity_kinds import GENE, LIGAND, Kind
from biofacts.domain.answers.errors import AmbiguousQuery, UnresolvedEntity, absent
from biofacts.domain.identifiers import arguments
from biofacts.domain.identifiers.arguments import kind_of
from biofacts.domain.identifiers.curies import GeneId, Identifier, LigandId


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


@pytest.mark.parametrize(
    ("kind", "identifier", "given", "reason", "hint"),
    [
        (
            GENE, GeneId, "11998", "it must have exactly this form",
            "Call get_gene with gene_id='NCBIGene:11998', or call get_gene with gene_id='HGNC:11998'; if you meant"
            " something else, call search_genes with query='11998'.",
        ),
        (
            GENE, GeneId, "5", "it must have exactly this form",
            "Call get_gene with gene_id='NCBIGene:5', or call get_gene with gene_id='HGNC:5'.",
        ),
        (
            GENE, GeneId, "HGNC:TP53", "it is a name, or malformed",
            "Call search_genes with query='TP53', then pass the returned id.",
        ),
        (
            LIGAND, LigandId, "IUPHAR:ibuprofen", "it is a name, or malformed",
            "Call search_ligands with query='ibuprofen', then pass the returned id.",
        ),
        (
            GENE, GeneId, "ENSG00000141510", "it is an identifier from another database",
            "Call search_genes with query='ENSG00000141510', then pass the returned id.",
        ),
        (
            GENE, GeneId, "WP:WP534", "this identifier is for another kind of record",
            "Call get_pathway with pathway_id='WP:WP534'; if you meant a gene, call search_genes with"
            " query='WP:WP534'.",
        ),
    ],
)  # fmt: skip
def test_another_spelling_leads_to_all_that_it_may_mean(
    kind: Kind, identifier: type[Identifier], given: str, reason: str, hint: str
) -> None:
    with pytest.raises(UnresolvedEntity) as raised:
        arguments.read(kind, identifier, given)

    assert raised.value.reason == reason
    assert raised.value.hint == hint


def test_a_number_that_no_gene_at_hand_has_may_be_of_another_organism() -> None:
    assert absent(GENE, "22059") == absent(GENE, "NCBIGene:22059").replace("NCBIGene:", "")


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
