"""Rules of curation: which slips are found, and which differences are none."""

from typing import Any

import pytest

from biofacts.domain.genes.gene import GeneFacts
from biofacts.domain.pathways.drawing_rules import (
    Citation,
    CuratedDrawing,
    CuratedLine,
    CuratedNode,
    DanglingReference,
    Finding,
    ListedPublication,
    findings,
)
from biofacts.domain.pathways.label_disagreements import KnownGenes

HUMAN, MOUSE, COW = "Homo sapiens", "Mus musculus", "Bos taurus"


def gene(identifier: str, symbol: str, organism: str = HUMAN, **others: Any) -> GeneFacts:
    name = f"{symbol.lower()} gene"
    return GeneFacts(
        id=identifier, symbol=symbol, name=name, organism=organism, locus_type="x", protein_coding=True, **others
    )


CASP9 = gene("HGNC:1511", "CASP9", cross_references={"entrez": "842", "ensembl_gene": "ENSG00000132906"})
CASP7 = gene("HGNC:1508", "CASP7", aliases=("MCH3",), cross_references={"entrez": "840", "uniprot": ("P55210",)})
MCH3 = gene("HGNC:9", "MCH3")
PLPP1 = gene("HGNC:9228", "PLPP1", previous_symbols=("PPAP2A",))
TRP53 = gene(
    "NCBIGene:22059", "Trp53", MOUSE, cross_references={"entrez": "22059", "ensembl_gene": "ENSMUSG00000059552"}
)
GENES = KnownGenes({HUMAN: [CASP9, CASP7, MCH3, PLPP1], MOUSE: [TRP53]})


def node(label: str, reference: tuple[str, str] | None, **others: Any) -> CuratedNode:
    given: dict[str, Any] = {"type": "Gene", "database": "x", "identifier": reference[1] if reference else "x"}
    return CuratedNode(id="n1", label=label, reference=reference, **(given | others))


def found(*nodes: CuratedNode, organism: str = HUMAN, genes: KnownGenes = GENES) -> list[tuple[str, str, str | None]]:
    drawing = CuratedDrawing(id="WP:WP1", title="Tea", organism=organism, nodes=nodes)
    return [(one.rule, one.message, one.proposal) for one in findings(drawing, genes)]


def test_a_label_that_is_the_symbol_of_another_gene_is_found() -> None:
    drawing = CuratedDrawing(id="WP:WP1", title="Tea", organism=HUMAN, nodes=(node("CASP9", ("entrez", "840")),))

    assert findings(drawing, GENES) == [
        Finding(
            pathway="WP:WP1",
            rule="label-of-another-gene",
            severity="warning",
            element="n1",
            label="CASP9",
            message="The label is the approved symbol of CASP9 (HGNC:1511), but the identifier belongs to CASP7"
            " (HGNC:1508).",
        )
    ]


@pytest.mark.parametrize(
    "label",
    ["CASP7", "casp7", "MCH3", "casp7 gene", "Caspase", "", "Procaspase 9"],
    ids=["symbol", "capitals", "alias that is another gene's symbol", "full name", "class", "none", "unknown"],
)
def test_other_names_of_the_gene_and_unknown_labels_are_no_slip(label: str) -> None:
    assert found(node(label, ("entrez", "840"))) == []


def test_a_protein_of_several_genes_may_have_the_symbol_of_each() -> None:
    shared = [
        gene("HGNC:1", "CALM1", cross_references={"uniprot": ("P0DP23",)}),
        gene("HGNC:2", "CALM2", cross_references={"uniprot": ("P0DP23",)}),
    ]

    assert found(node("CALM2", ("uniprot", "P0DP23")), genes=KnownGenes({HUMAN: shared})) == []


@pytest.mark.parametrize("type_", ["Metabolite", "Complex", "Pathway", "Other"])
def test_only_genes_and_proteins_are_compared(type_: str) -> None:
    assert found(node("CASP9", ("entrez", "840"), type=type_)) == []


def test_a_symbol_of_two_genes_is_compared_with_neither() -> None:
    doubled = KnownGenes({HUMAN: [CASP9, CASP7, gene("HGNC:7", "CASP9")]})

    assert found(node("CASP9", ("entrez", "840")), genes=doubled) == []


def test_without_names_of_genes_only_the_form_is_checked() -> None:
    nothing = KnownGenes({})

    assert found(node("CASP9", ("hgnc", "HGNC:1")), genes=nothing) == []
    assert not nothing.covers(HUMAN)


def test_an_identifier_of_another_organism_is_found_with_the_one_of_its_own() -> None:
    message = "The identifier belongs to Trp53 (NCBIGene:22059) of Mus musculus, but this is a pathway of Homo sapiens."

    assert found(node("CASP9", ("entrez", "22059"))) == [("foreign-identifier", message, "Ensembl: ENSG00000132906")]


@pytest.mark.parametrize(
    ("reference", "organism", "whose"),
    [
        (("ensembl_gene", "ENSGALG00000011905"), HUMAN, "a gene of Gallus gallus"),
        (("hgnc_symbol", "CASP9"), COW, "a gene of Homo sapiens"),
        (("mgi", "MGI:98834"), HUMAN, "a gene of Mus musculus"),
    ],
)
def test_the_form_of_an_identifier_may_tell_its_organism(reference: tuple[str, str], organism: str, whose: str) -> None:
    message = f"The identifier belongs to {whose}, but this is a pathway of {organism}."

    assert found(node("x", reference), organism=organism) == [("foreign-identifier", message, None)]


def test_a_symbol_that_genes_of_two_organisms_share_is_not_foreign() -> None:
    assert found(node("TRP53", ("hgnc_symbol", "Trp53"))) == [
        ("withdrawn-identifier", "HGNC lists no gene with the symbol Trp53.", None)
    ]


def test_withdrawn_symbols_and_numbers_are_found_with_the_present_symbol() -> None:
    assert found(node("a", ("hgnc_symbol", "PPAP2A")), node("b", ("hgnc", "HGNC:77"))) == [
        (
            "withdrawn-identifier",
            "PPAP2A is not an approved symbol, but HGNC lists it as another name of PLPP1 (HGNC:9228).",
            "HGNC: PLPP1",
        ),
        ("withdrawn-identifier", "HGNC lists no approved gene HGNC:77: the id was withdrawn or never assigned.", None),
    ]


def test_an_ensembl_gene_that_is_not_the_one_of_the_symbol_is_found() -> None:
    message = "HGNC lists ENSG00000132906 for CASP9 (HGNC:1511), and no gene with ENSG00000999999."

    assert found(node("CASP9", ("ensembl_gene", "ENSG00000999999"))) == [
        ("unlisted-identifier", message, "Ensembl: ENSG00000132906")
    ]
    assert found(node("caspase", ("ensembl_gene", "ENSG00000999999"))) == []
    assert found(node("CASP9", ("entrez", "999999"))) == []  # a virus may have a gene of that name


@pytest.mark.parametrize(
    ("slip", "given", "expected"),
    [
        (
            "malformed", {"database": "ChEBI", "identifier": "L-VLDL"},
            ("malformed-identifier", "'L-VLDL' is not a well-formed ChEBI identifier.", None),
        ),
        (
            "malformed", {"database": "InterPro", "identifier": "Q07699", "reference": ("uniprot", "Q07699")},
            ("malformed-identifier", "'Q07699' is not a well-formed InterPro identifier.", "UniProt: Q07699"),
        ),
        (
            "unknown database", {"database": "Ensemble", "identifier": "1", "intended": "ensembl"},
            (
                "unknown-database",
                "'Ensemble' is not the name of a database that BridgeDb can map; did you mean 'ensembl'?",
                None,
            ),
        ),
        (
            "missing", {"database": "", "identifier": ""},
            ("missing-identifier", "The gene has no identifier.", "Ensembl: ENSG00000132906"),
        ),
        (
            "missing", {"database": "Entrez Gene", "identifier": "", "type": "Protein"},
            ("missing-identifier", "The protein has no Entrez Gene identifier.", "Ensembl: ENSG00000132906"),
        ),
        (
            "missing", {"database": "", "identifier": "842"},
            ("missing-identifier", "The identifier 842 has no database.", None),
        ),
    ],
)  # fmt: skip
def test_flaws_of_references_are_found(slip: str, given: dict[str, Any], expected: tuple[str, str, str | None]) -> None:
    reference = given.get("reference")
    others = {key: value for key, value in given.items() if key != "reference"}

    assert found(node("CASP9", reference, slip=slip, **others)) == [expected]


def test_a_contested_symbol_is_not_proposed() -> None:
    assert found(node("MCH3", None, slip="missing", identifier="", database="")) == [
        ("missing-identifier", "The gene has no identifier.", None)
    ]


def test_complexes_and_events_need_no_identifier() -> None:
    assert found(*(node("x", None, slip="missing", type=type_) for type_ in ("Complex", "Other"))) == []


def test_lines_ids_and_publications_are_checked() -> None:
    drawing = CuratedDrawing(
        id="",
        title="Tea",
        organism=HUMAN,
        lines=(
            CuratedLine(id="l1", ends=("A", "")),
            CuratedLine(id="l2", ends=("A", None)),
            CuratedLine(id="l3", ends=(None, "")),
            CuratedLine(id="l4", ends=(None, None)),
        ),
        dangling=(
            DanglingReference(id="l1", label="A", by="line", to="gone"),
            DanglingReference(id="n1", label="B", by="group", to="lost"),
            DanglingReference(id="s1", label="P", by="state", to="away"),
        ),
        repeated=(("n1", "B"),),
        citations=(Citation(id="n1", label="B", publication="p9"), Citation(id="", label="", publication="p1")),
        publications=(
            ListedPublication(name="p1", database="PubMed", identifier="12", title="One"),
            ListedPublication(name="p2", database="PubMed", identifier="", title="Two"),
            ListedPublication(name="p3", database="PubMed", identifier="PMC3423125", title="Three"),
            ListedPublication(name="p4", database="DOI", identifier="10.1000/x", title="Four"),
            ListedPublication(name="p5", database="ISBN", identifier="9783642403361", title="Five"),
        ),
    )

    assert [(one.rule, one.element, one.label, one.message) for one in findings(drawing, GENES)] == [
        ("unconnected-line", "l2", "A", "The end of the line is not connected; its start is connected to 'A'."),
        (
            "unconnected-line", "l3", "",
            "The start of the line is not connected; its end is connected to an element without text.",
        ),
        ("unconnected-line", "l4", "", "Neither end of the line is connected."),
        ("dangling-reference", "l1", "A", "An end of the line refers to 'gone', which does not exist."),
        ("dangling-reference", "n1", "B", "The element belongs to the group 'lost', which does not exist."),
        ("dangling-reference", "s1", "P", "The state belongs to 'away', which does not exist."),
        ("repeated-id", "n1", "B", "Another element also has the id 'n1'."),
        ("unlisted-publication", "n1", "B", "The file lists no publication with the cited id 'p9'."),
        ("publication-without-id", "p2", "Two", "The publication has no identifier."),
        ("publication-without-id", "p3", "Three", "'PMC3423125' is not a PubMed id."),
    ]  # fmt: skip
