"""`gene_info`: one organism's genes in a gzipped table."""

import gzip

import pytest

from biofacts.adapters.http.ncbi_gene import gene_info
from biofacts.adapters.http.ncbi_gene.gene_info import read_genes
from biofacts.domain.genes.facts import GeneFacts
from tests.genes import SAMPLE, info_file, info_row

MOUSE = "Mus musculus"
TRP53 = next(gene for gene in SAMPLE if gene.symbol == "Trp53")


def read(*rows: dict[str, str]) -> list[GeneFacts]:
    return list(read_genes(info_file(rows), organism=MOUSE, taxon=10090))


def test_a_row_is_a_gene() -> None:
    (gene,) = read(info_row(TRP53, 10090, LocusTag="b1234", Other_designations='p53 "cellular"|tumor protein 53'))

    assert (gene.id, gene.symbol, gene.organism, gene.protein_coding) == ("NCBIGene:22059", "Trp53", MOUSE, True)
    assert gene.aliases == ("b1234", *TRP53.aliases)
    assert gene.other_names == ('p53 "cellular"', "tumor protein 53")
    assert gene.cross_references["mgi"] == ("MGI:98834",)
    assert gene.cross_references["ensembl_gene"] == "ENSMUSG00000059552"
    assert gene.cross_references["entrez"] == "22059"


def test_rows_of_strains_and_of_no_genes_are_left_out() -> None:
    rows = (info_row(TRP53, 10091), info_row(TRP53, 10090, type_of_gene="biological-region"), info_row(TRP53, 10090))

    assert len(read(*rows)) == 1


def test_identifiers_without_a_key_of_the_registry_are_kept_as_they_are() -> None:
    (gene,) = read(info_row(TRP53, 10090, dbXrefs="SGD:S000005399|AllianceGenome:SGD:S000005399|FLYBASE:FBgn0000017"))

    assert "id:S000005399" in {*gene.identifiers}
    assert "ensembl_gene:FBGN0000017" in {*gene.identifiers}


def test_a_gene_without_a_name_goes_by_its_symbol() -> None:
    (gene,) = read(info_row(TRP53, 10090, description="-", Synonyms="-", dbXrefs="-"))

    assert (gene.name, gene.aliases) == ("Trp53", ())


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (b"no gzip", "it is no whole gzip file"),
        (info_file([info_row(TRP53, 10090)])[:-12], "it is no whole gzip file"),
        (gzip.compress(b"", mtime=0), "the column '#tax_id' is missing"),
        (gzip.compress(gzip.decompress(info_file([])) + b"10090\t1\n"), "line 2 has 2 cells"),
        (gzip.compress(gzip.decompress(info_file([])) + b"\xff\n"), "utf-8"),
    ],
)
def test_what_is_no_gene_info_is_refused(body: bytes, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        list(read_genes(body, organism=MOUSE, taxon=10090))


def test_a_bomb_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gene_info, "_LARGEST", 1000)
    with pytest.raises(ValueError, match="unpacks to more than 1000 bytes"):
        read(*[info_row(TRP53, 10090)] * 10)
