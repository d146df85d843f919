"""The choice among the orthologs of a gene, and the ids by which HGNC states them."""

import pytest

from biofacts.domain.genes import orthologs
from biofacts.domain.genes.gene import GeneFacts, Ortholog


def ortholog(symbol: str | None) -> Ortholog:
    return Ortholog(organism="Mus musculus", id=f"NCBIGene:{symbol}", symbol=symbol, via="MGI:1")


@pytest.mark.parametrize(
    ("symbol", "others", "chosen"),
    [
        ("TP53", ["Trp53"], "Trp53"),
        ("GSDMA", ["Gsdma2", "Gsdma", "Gsdma3"], "Gsdma"),
        ("CYP2C9", ["Cyp2c29", "Cyp2c37"], None),
        ("A", ["a", "A"], None),
        (None, ["Gsdma", None], None),
        ("TP53", [], None),
    ],
)
def test_of_several_orthologs_only_the_one_of_the_same_symbol_counts(
    symbol: str | None, others: list[str | None], chosen: str | None
) -> None:
    found = orthologs.main_ortholog(symbol, [ortholog(one) for one in others])

    assert (found.symbol if found else None) == chosen


def test_the_ortholog_that_counts_comes_first() -> None:
    found = orthologs.arranged("GSDMA", [ortholog("Gsdma2"), ortholog("Gsdma")])

    assert [one.symbol for one in found] == ["Gsdma", "Gsdma2"]


def test_ids_are_stated_for_mouse_and_rat_only() -> None:
    gene = GeneFacts(
        id="HGNC:1", symbol="A", name="a", organism="Homo sapiens", locus_type="gene", protein_coding=True,
        cross_references={"mgi": ("MGI:1", "MGI:2"), "rgd": ("3",), "entrez": "4"},
    )  # fmt: skip
    stated = {one: orthologs.stated_terms(gene, one) for one in ("Mus musculus", "Rattus norvegicus", "Danio rerio")}

    assert stated == {"Mus musculus": ["mgi:MGI:1", "mgi:MGI:2"], "Rattus norvegicus": ["rgd:3"], "Danio rerio": []}
    assert [orthologs.curie(term) for of in stated.values() for term in of] == ["MGI:1", "MGI:2", "RGD:3"]
    assert [*map(orthologs.organism_of, ("MGI:1", "RGD:3", "NCBIGene:4", "A"))] == [
        "Mus musculus", "Rattus norvegicus", None, None,
    ]  # fmt: skip
