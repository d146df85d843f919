"""Nodes whose labels and identifiers mean different genes."""

from biofacts.domain.pathways import label_disagreements
from biofacts.domain.pathways.label_disagreements import KnownGenes
from biofacts.domain.pathways.pathway import DataNode
from tests.unit.domain.pathways.test_drawing_rules import CASP7, CASP9, GENES, HUMAN, gene


def test_only_drawn_genes_get_a_remark() -> None:
    mapped = gene("HGNC:8", "CASP8", cross_references={"mgi": "MGI:1"})
    nodes = [
        DataNode(id="a", label="CASP9", type="Protein", cross_references={"entrez": "840"}),
        DataNode(id="b", label="CASP9", type="Metabolite", cross_references={"entrez": "840"}),
        DataNode(id="c", label="CASP9", type="Gene", cross_references={"mgi": "MGI:1"}),  # of the mouse's gene
    ]
    compared = label_disagreements.with_disagreements(
        nodes, HUMAN, KnownGenes({HUMAN: [CASP9, CASP7, mapped]}), {"CASP9"}
    )

    remark = "The label is the approved symbol of CASP9 (HGNC:1511), but the identifier belongs to CASP7 (HGNC:1508)."
    assert [one.remark for one in compared] == [remark, None, None]


def test_a_node_is_doubted_unless_it_plainly_has_an_identifier_of_the_gene_that_its_label_names() -> None:
    of_casp9, of_casp7 = CASP9.cross_references, CASP7.cross_references
    nodes = [
        DataNode(id="plain", label="casp9", type="Protein", cross_references=of_casp9),
        DataNode(id="other", label="CASP9", type="Protein", cross_references=of_casp7),
        DataNode(id="bare", label="CASP9", type="Protein"),
        DataNode(id="unknown", label="CASP99", type="Protein", cross_references=of_casp7),
    ]

    assert label_disagreements.name_terms(nodes) == ["name:casp9", "name:casp99"]
    assert [node.id for node in label_disagreements.doubted(nodes, [CASP9, CASP7])] == ["other", "bare"]
    assert label_disagreements.doubted(nodes, [CASP9, gene("HGNC:7", "CASP9")]) == []


def test_a_gene_is_doubtful_where_no_node_of_it_agrees() -> None:
    slip = DataNode(id="a", label="CASP9", type="Protein", cross_references={"entrez": "840"})
    right = DataNode(id="b", label="CASP7", type="Protein", cross_references={"entrez": "840"})
    remark = "Drawn as CASP9, but with the identifier of CASP7."
    told = {"HGNC:1511": remark, "HGNC:1508": remark}
    several = [
        [(slip, ["symbol:casp9", "entrez:840"])],
        [(slip, ["symbol:casp9", "entrez:840"]), (right, ["symbol:casp7", "entrez:840"])],
        [(slip, ["symbol:casp9", "entrez:840"]), (right, ["symbol:caspase", "ensembl_gene:ENSG00000132906"])],
        [(right, ["symbol:casp7", "entrez:840"])],
    ]

    assert [label_disagreements.doubtful_genes(nodes, HUMAN, GENES) for nodes in several] == [
        told, {"HGNC:1511": remark}, {"HGNC:1508": remark}, {},
    ]  # fmt: skip


def test_the_terms_of_genes_are_those_of_labels_and_identifiers() -> None:
    nodes = [("CASP9", [("entrez", "840")]), ("", [("hgnc_symbol", "TP53"), ("chebi", "CHEBI:1")])]

    assert label_disagreements.terms_of(nodes) == ["name:casp9", "entrez:840", "name:tp53"]
