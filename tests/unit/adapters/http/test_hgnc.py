"""HGNC's complete set: found by the names of its columns, and refused when it is not what it should be."""

import msgspec
import pytest

from biofacts.adapters.http.base_client import FileHead
from biofacts.adapters.http.hgnc import describe, read_genes
from tests.genes import HGNC_COLUMNS, SAMPLE, hgnc_file, hgnc_row
from tests.places import RECORDED

TP53 = next(gene for gene in SAMPLE if gene.symbol == "TP53")


def test_a_row_is_a_gene() -> None:
    row = hgnc_row(
        TP53, prev_symbol="P53X", prev_name="one name|another", gene_group="Proteins", refseq_accession="NM_000546",
        mgd_id="MGI:98834|MGI:1", rgd_id="RGD:3889", omim_id="191170",
    )  # fmt: skip
    (gene,) = read_genes(hgnc_file([row]))

    assert (gene.id, gene.symbol, gene.name, gene.protein_coding) == ("HGNC:11998", "TP53", "tumor protein p53", True)
    assert (gene.aliases, gene.previous_symbols) == (TP53.aliases, ("P53X",))
    assert (gene.previous_names, gene.groups) == (("one name", "another"), ("Proteins",))
    assert gene.cross_references == {
        "ensembl_gene": "ENSG00000141510", "uniprot": ("P04637",), "entrez": "7157", "refseq": ("NM_000546",),
        "omim": ("191170",), "rgd": ("3889",), "mgi": ("MGI:98834", "MGI:1"),
    }  # fmt: skip


def test_columns_may_stand_in_any_order_and_texts_are_cleaned() -> None:
    row = hgnc_row(TP53, alias_symbol=" p53 ||LFS1|p53", name="tumor &amp; protein\u200b")
    (gene,) = read_genes(hgnc_file([row], sorted(HGNC_COLUMNS)))

    assert gene.aliases == ("p53", "LFS1")
    assert gene.name == "tumor & protein"


def test_what_codes_for_no_protein_says_so() -> None:
    row = hgnc_row(TP53, locus_group="pseudogene", locus_type="pseudogene", prev_name="one name")
    (gene,) = read_genes(hgnc_file([row]))

    assert not gene.protein_coding
    assert gene.is_pseudogene
    assert gene.texts() == {}
    assert {"name:tumorproteinp53", "name:onename"} & {*gene.exact_terms()} == {"name:tumorproteinp53"}


def test_a_row_without_its_id_is_left_out() -> None:
    assert not [*read_genes(hgnc_file([hgnc_row(TP53, hgnc_id="?"), hgnc_row(TP53, symbol="")]))]


def test_the_layout_of_september_2026_is_read() -> None:
    body = (RECORDED / "hgnc/hgnc_complete_set-2026-09-53-columns.small.txt").read_bytes()
    found = {gene.id: gene for gene in read_genes(body)}

    assert [*found] == ["HGNC:5", "HGNC:66", "HGNC:69", "HGNC:58656"]
    assert (found["HGNC:66"].aliases, found["HGNC:66"].previous_symbols) == (("ALDR", "ALDRP"), ("ALDL1",))
    assert found["HGNC:66"].cross_references["uniprot"] == ("Q9UBJ2",)
    assert describe(body) == FileHead(release="2026-06-04")


def test_the_release_is_the_newest_day_of_a_change() -> None:
    rows = [hgnc_row(TP53, date_modified=day) for day in ("2025-06-03", "", "2024-12-31", "soon")]
    body = hgnc_file(rows, [*HGNC_COLUMNS, "date_modified"])

    assert describe(body) == FileHead(release="2025-06-03")
    assert describe(hgnc_file(rows)) == FileHead()


def test_references_to_other_databases_may_be_missing() -> None:
    body = hgnc_file([hgnc_row(TP53)], [name for name in HGNC_COLUMNS if name not in ("rgd_id", "gene_group")])
    (gene,) = read_genes(body)

    assert describe(body) == FileHead(lacks=("gene_group", "rgd_id"))
    assert gene == msgspec.structs.replace(TP53, groups=())


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (b"", "the column 'hgnc_id' is missing"),
        (hgnc_file([], [name for name in HGNC_COLUMNS if name != "alias_symbol"]), "the column 'alias_symbol'"),
        (hgnc_file([]) + b"HGNC:1\tA\n", "row 1 has 2 cells"),
        (hgnc_file([]) + b'"open', "it is not a table"),
        (hgnc_file([]) + b"\xff\xfe", "utf-8"),
    ],
)
def test_what_is_no_complete_set_is_refused(body: bytes, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        list(read_genes(body))
