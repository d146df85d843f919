"""Identity of drawn nodes: which gene or compound an identifier leads to, and what is left to its text."""

from typing import Any

import pytest

from biofacts.domain.edges.edge import CompoundIds, GeneIds, GraphNode, NodeIdentities, gene_terms
from biofacts.domain.identifiers.cross_references import KeyedId
from biofacts.domain.identifiers.identifiers_in_text import curie
from biofacts.domain.pathways.compound_nodes import CompoundNode
from biofacts.domain.pathways.pathway import DataNode

ATP, ATP_FOUR, GLUCOSE = "ZKHQWZAMYRWXGA-KQYNXXCUSA-N", "ZKHQWZAMYRWXGA-KQYNXXCUSA-J", "WQZGKKKJIJFFOK-VFUOTHLCSA-N"

GENES = GeneIds("Homo sapiens", [
    ("HGNC:11998", "TP53", ["symbol:tp53", "entrez:7157", "ensembl_gene:ENSG00000141510", "uniprot:P04637"]),
    ("HGNC:1442", "CALM1", ["symbol:calm1", "entrez:801"]),
    ("HGNC:1445", "CALM2", ["symbol:calm2", "entrez:805"]),
    ("HGNC:999", "YEAST", ["id:S000005399"]),
])  # fmt: skip
COMPOUNDS = CompoundIds([
    CompoundNode("ATP", (("chebi", "CHEBI:15422"), ("inchikey", ATP), ("pubchem_compound", "5957")), ("WP1", "WP2")),
    CompoundNode("ATP", (("chebi", "CHEBI:30616"), ("inchikey", ATP_FOUR), ("pubchem_compound", "5461108")), ("WP3",)),
    CompoundNode("glucose", (("chebi", "CHEBI:15903"), ("inchikey", GLUCOSE)), ("WP1",)),
    CompoundNode("glucose", (("hmdb", "HMDB0000122"), ("inchikey", GLUCOSE)), ("WP2", "WP3")),
    CompoundNode("X", (("kegg_compound", "C00001"),), ("WP1",)),
])  # fmt: skip
IDENTITIES = NodeIdentities(GENES, COMPOUNDS)


def node(label: str = "x", type_: Any = "Gene", *, mapped: tuple[KeyedId, ...] = (), **drawn: Any) -> GraphNode:
    return IDENTITIES.node(DataNode(id="a", label=label, type=type_, **drawn), mapped, "WP:WP9")


@pytest.mark.parametrize(
    "references",
    [{"entrez": "7157"}, {"ensembl_gene": "ENSG00000141510"}, {"hgnc_symbol": "TP53"}, {"uniprot": "P04637"}],
)
def test_a_gene_is_found_by_any_of_its_identifiers(references: dict[str, str]) -> None:
    assert node("p53", "Protein", cross_references=references) == GraphNode("HGNC:11998", "p53", "gene")


def test_an_identifier_outside_the_registry_may_be_a_genes() -> None:
    assert node(database="SGD", identifier="SGD:S000005399").id == "HGNC:999"


def test_the_curators_identifier_has_more_right_than_the_mapped_one_and_the_label() -> None:
    assert node("CALM1", cross_references={"entrez": "7157"}, mapped=(("entrez", "801"),)).id == "HGNC:11998"


def test_a_mapped_identifier_counts_if_the_curators_leads_nowhere() -> None:
    assert node(cross_references={"uniprot": "Q00000"}, mapped=(("entrez", "7157"),)).id == "HGNC:11998"


def test_of_several_genes_the_label_chooses_one_or_none() -> None:
    mapped = (("entrez", "801"), ("entrez", "805"))

    assert node("CALM2", cross_references={"uniprot": "P0DP23"}, mapped=mapped).id == "HGNC:1445"
    assert node("calmodulin", cross_references={"uniprot": "P0DP23"}, mapped=mapped).id == "uniprot:P0DP23"


def test_a_gene_without_a_known_name_has_its_number_at_ncbi() -> None:
    assert node(cross_references={"ensembl_gene": "ENSBTAG0"}, mapped=(("entrez", "12"),)).id == "NCBIGene:12"
    assert node(cross_references={"entrez": "13"}, mapped=(("entrez", "12"),)).id == "NCBIGene:13"


@pytest.mark.parametrize(
    ("label", "references", "found"),
    [
        ("TP53", {"ensembl_gene": "ENSG00000999999"}, "HGNC:11998"),
        ("TP53", {"refseq": "NP_000537"}, "HGNC:11998"),
        ("Tp53", {"refseq": "NP_000537"}, "refseq:NP_000537"),
        ("p53", {"refseq": "NP_000537"}, "refseq:NP_000537"),
        ("TP53", {"ensembl_gene": "ENSMUSG00000059552"}, "ensembl_gene:ENSMUSG00000059552"),
        ("TP53", {"uniprot": "P04608"}, "uniprot:P04608"),
        ("TP53", {"refseq": "NP_000537", "entrez": "22059"}, "NCBIGene:22059"),
    ],
)
def test_the_label_counts_beside_an_outdated_identifier_of_the_organism(
    label: str, references: dict[str, str], found: str
) -> None:
    assert node(label, cross_references=references).id == found


def test_a_label_alone_identifies_nothing() -> None:
    assert node("TP53") == GraphNode("label:TP53", "TP53", "gene")
    assert node("ATP", "Metabolite") == GraphNode("label:ATP", "ATP", "compound")
    assert node("") == GraphNode("WP:WP9#a", "", "gene")


@pytest.mark.parametrize(
    "references",
    [{"chebi": "CHEBI:15422"}, {"chebi": "CHEBI:30616"}, {"inchikey": ATP_FOUR}, {"pubchem_compound": "5461108"}],
)
def test_two_forms_of_a_compound_have_one_id_the_most_frequent_cid(references: dict[str, str]) -> None:
    assert node("ATP", "Metabolite", cross_references=references) == GraphNode("PubChem:CID5957", "ATP", "compound")


def test_a_compound_without_a_cid_has_its_chebi_id_or_another_one() -> None:
    assert node(type_="Metabolite", cross_references={"hmdb": "HMDB0000122"}).id == "CHEBI:15903"
    assert node(type_="Metabolite", cross_references={"kegg_compound": "C00001"}).id == "kegg_compound:C00001"


def test_identifiers_of_several_compounds_leave_the_choice_to_the_curators() -> None:
    mapped = (("chebi", "CHEBI:15903"),)

    assert node(type_="Metabolite", cross_references={"chebi": "CHEBI:15422"}, mapped=mapped).id == "PubChem:CID5957"


def test_identifiers_count_more_than_the_type_under_which_a_node_is_drawn() -> None:
    assert node(type_="Gene", cross_references={"chebi": "CHEBI:15903"}) == GraphNode("CHEBI:15903", "x", "compound")
    assert node(type_="Metabolite", cross_references={"uniprot": "P04637"}) == GraphNode("HGNC:11998", "x", "gene")
    assert node(type_="Other", cross_references={"entrez": "7157"}).kind == "gene"


def test_the_type_decides_between_a_gene_and_a_compound() -> None:
    both = {"chebi": "CHEBI:15903", "entrez": "7157"}

    assert node(type_="Gene", cross_references=both).kind == "gene"
    assert node(type_="Metabolite", cross_references=both).kind == "compound"


@pytest.mark.parametrize(
    ("type_", "drawn", "found"),
    [
        ("Pathway", {"cross_references": {"wikipathways": "WP254"}}, ("WP:WP254", "pathway")),
        ("Pathway", {}, ("label:x", "pathway")),
        ("Complex", {"cross_references": {"reactome": "R-HSA-1"}}, ("reactome:R-HSA-1", "complex")),
        ("Complex", {"database": "Complex Portal", "identifier": "CPX-1"}, ("Complex Portal:CPX-1", "complex")),
        ("Other", {"cross_references": {"gene_ontology": "GO:0006915"}}, ("GO:0006915", "label")),
        ("Rna", {"identifier": "TFBS"}, ("TFBS", "gene")),
    ],
)
def test_other_nodes_keep_the_curators_identifier(type_: str, drawn: Any, found: tuple[str, str]) -> None:
    one = node("x", type_, **drawn)

    assert (one.id, one.kind) == found


def test_every_identifier_of_a_compound_leads_to_it() -> None:
    others = COMPOUNDS.others

    assert others["PubChem:CID5957"] == {
        "CHEBI:15422", "CHEBI:30616", f"inchikey:{ATP}", f"inchikey:{ATP_FOUR}", "PubChem:CID5461108",
    }  # fmt: skip
    assert others["kegg_compound:C00001"] == set()


def test_ids_have_the_prefixes_that_tools_take() -> None:
    pairs = [("pubchem_compound", "1"), ("entrez", "2"), ("wikipathways", "WP3"), ("chebi", "CHEBI:4"), ("hmdb", "H5")]

    assert [*map(curie, pairs)] == ["PubChem:CID1", "NCBIGene:2", "WP:WP3", "CHEBI:4", "hmdb:H5"]


def test_the_terms_of_a_gene_are_those_of_its_identifiers_and_its_label() -> None:
    drawn = DataNode(id="a", label="TP53", type="Gene", cross_references={"entrez": "7157"}, identifier="7157")

    assert gene_terms(drawn, [("ensembl_gene", "ENSG1.2"), ("chebi", "CHEBI:1")]) == (
        "entrez:7157", "ensembl_gene:ENSG1.2", "symbol:tp53",
    )  # fmt: skip
