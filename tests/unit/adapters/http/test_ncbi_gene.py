"""`gene_info`: one organism's genes in a gzipped table."""

import gzip
import tracemalloc

import pytest

from biofacts.adapters.http import ncbi_gene
from biofacts.adapters.http.base_client import FileHead
from biofacts.adapters.http.ncbi_gene import GENES, PROTEINS, NcbiGeneClient, describe, read_genes, read_protein_names
from biofacts.domain.genes.gene import GeneFacts
from biofacts.domain.genes.names import ProteinNames
from biofacts.ports.published_files import Edition
from tests.genes import SAMPLE, info_file, info_row
from tests.places import RECORDED
from tests.replaying import Upstream

MOUSE = "Mus musculus"
TRP53 = next(gene for gene in SAMPLE if gene.symbol == "Trp53")


def read(*rows: dict[str, str]) -> list[GeneFacts]:
    return list(read_genes(info_file(rows), organism=MOUSE, taxa={10090}))


def test_a_row_is_a_gene() -> None:
    (gene,) = read(info_row(TRP53, 10090, LocusTag="b1234", Other_designations='p53 "cellular"|tumor protein 53'))

    assert (gene.id, gene.symbol, gene.organism, gene.protein_coding) == ("NCBIGene:22059", "Trp53", MOUSE, True)
    assert gene.aliases == ("b1234", *TRP53.aliases)
    assert gene.other_names == ('p53 "cellular"', "tumor protein 53")
    assert gene.cross_references["mgi"] == ("MGI:98834",)
    assert gene.cross_references["ensembl_gene"] == "ENSMUSG00000059552"
    assert gene.cross_references["entrez"] == "22059"


def test_cross_references_lose_the_prefixes_that_are_written_twice() -> None:
    (gene,) = read(
        info_row(TRP53, 10090, dbXrefs="AllianceGenome:RGD:RGD:3889|miRBase:MI0000406|FLYBASE:FBgn0039044|x:1")
    )

    assert gene.cross_references == {
        "entrez": "22059", "rgd": ("3889",), "mirbase": ("MI0000406",), "ensembl_gene": "FBgn0039044",
    }  # fmt: skip


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
        (b"no gzip", "it is not a complete gzip file"),
        (info_file([info_row(TRP53, 10090)])[:-12], "it is not a complete gzip file"),
        (gzip.compress(b"", mtime=0), "the column '#tax_id' is missing"),
        (gzip.compress(gzip.decompress(info_file([])) + b"10090\t1\n"), "row 1 has 2 cells"),
        (gzip.compress(gzip.decompress(info_file([])) + b"\xff\n"), "utf-8"),
        (info_file([]), "it has no rows"),
        (
            info_file([info_row(TRP53, taxon) for taxon in (10091, 39442, 10091)]),
            "^its rows belong to taxa 10091, 39442, and none to 10090$",
        ),
        (
            info_file([info_row(TRP53, taxon) for taxon in range(1, 8)]),
            "^its rows belong to taxa 1, 2, 3, 4, 5, and none to 10090$",
        ),
    ],
)
def test_what_is_no_gene_info_is_refused(body: bytes, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        list(read_genes(body, organism=MOUSE, taxa={10090}))


def test_a_line_without_end_is_refused_before_it_fills_the_memory() -> None:
    endless = gzip.compress(bytes(256 * 1024 * 1024), compresslevel=1)
    tracemalloc.start()
    try:
        for body in (endless, info_file([]) + endless):
            with pytest.raises(ValueError, match="a line of more than 1048576 bytes"):
                list(read_genes(body, organism=MOUSE, taxa={10090}))
        with pytest.raises(ValueError, match="a line of more than"):
            describe(endless, columns=PROTEINS)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    assert most < 16 * 1024 * 1024


def test_a_bomb_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ncbi_gene, "_LARGEST", 1000)
    with pytest.raises(ValueError, match="unpacks to more than 1000 bytes"):
        read(*[info_row(TRP53, 10090)] * 10)


def test_a_file_may_be_as_large_as_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [info_row(TRP53, 10090)] * 10
    monkeypatch.setattr(ncbi_gene, "_LARGEST", len(gzip.decompress(info_file(rows))))

    assert len(read(*rows)) == 10


@pytest.mark.parametrize(
    ("path", "organism", "taxa"),
    [
        ("Mammalia/Rattus_norvegicus", "Rattus norvegicus", [10116]),
        ("Invertebrates/Anopheles_gambiae", "Anopheles gambiae", [7165, 180454]),
        ("Fungi/Saccharomyces_cerevisiae", "Saccharomyces cerevisiae", [559292]),
        ("Plants/Oryza_sativa", "Oryza sativa", [4530, 39947]),
        ("Archaea_Bacteria/Escherichia_coli_str._K-12_substr._MG1655", "Escherichia coli", [511145]),
    ],
)
async def test_the_rows_of_an_organism_are_those_of_the_strain_whose_genome_it_is(
    path: str, organism: str, taxa: list[int]
) -> None:
    """NCBI Taxonomy has the numbers: 180454 is the mosquito strain PEST, 559292 yeast S288C, 39947 Japonica rice."""
    body = info_file([info_row(TRP53, taxon, GeneID=str(taxon)) for taxon in (*taxa, 4932, 562, 39946)])
    upstream = Upstream({f"/DATA/GENE_INFO/{path}.gene_info.gz": body})
    edition = await NcbiGeneClient(upstream.client()).genes[organism].fetch()

    assert isinstance(edition, Edition)
    assert [row.id for row in edition.rows] == [f"NCBIGene:{taxon}" for taxon in taxa]


async def recorded(organism: str) -> dict[str, GeneFacts]:
    """The genes of a recorded file, by symbol, as the client reads them."""
    name = f"{organism.replace(' ', '_')}.gene_info.gz"
    path = f"/DATA/GENE_INFO/Plants/{name}"
    upstream = Upstream({path: (RECORDED / "ncbi-gene" / name).read_bytes()})
    edition = await NcbiGeneClient(upstream.client()).genes[organism].fetch()
    assert isinstance(edition, Edition)
    return {gene.symbol: gene for gene in edition.rows}


async def test_rice_has_the_rows_of_its_genome_with_the_loci_that_designations_quote() -> None:
    rice = await recorded("Oryza sativa")

    assert [*rice] == ["BPH9", "SOMEGENE", "PHT4;3", "NEWENTRY"]
    assert rice["BPH9"].aliases == ("OsJ_36543", "Os12g0559400")
    assert rice["BPH9"].other_names == ("uncharacterized protein LOC4352133",)
    assert rice["BPH9"].cross_references == {"ensembl_gene": "Os12g0559400", "entrez": "4352133"}
    assert rice["SOMEGENE"].aliases == ("OsJ_15001", "LOC_Os04g35210")
    assert rice["SOMEGENE"].other_names == ("hypothetical protein LOC_Os04g35210",)
    assert rice["SOMEGENE"].cross_references == {"ensembl_gene": "OsJ_15001", "entrez": "4336000"}
    assert rice["PHT4;3"].cross_references == {"ensembl_gene": "Os01g0107400", "entrez": "4324813"}


async def test_a_gene_of_arabidopsis_goes_by_its_locus() -> None:
    (gene,) = (await recorded("Arabidopsis thaliana")).values()

    assert (gene.symbol, gene.aliases) == ("MYC2", ("AT1G32640", "ATMYC2", "F6N18.4", "JAI1", "JIN1"))
    assert gene.cross_references == {"ensembl_gene": "AT1G32640", "entrez": "840158"}


def test_a_locus_of_another_organism_is_no_name() -> None:
    row = info_row(TRP53, 3702, Other_designations="homolog of Os01g0107400, next to AT1G32640.1")
    (gene,) = read_genes(info_file([row]), organism="Arabidopsis thaliana", taxa={3702})
    (mouse,) = read(info_row(TRP53, 10090, Other_designations="like AT1G32640"))

    assert gene.aliases == (*TRP53.aliases, "AT1G32640")
    assert mouse.aliases == TRP53.aliases


def test_references_of_genes_may_be_missing_but_not_names() -> None:
    columns = [*gzip.decompress(info_file([])).decode().strip().split("\t")]
    body = info_file([info_row(TRP53, 10090)], [one for one in columns if one not in ("LocusTag", "dbXrefs")])
    (gene,) = read_genes(body, organism=MOUSE, taxa={10090})

    assert describe(body, columns=GENES) == FileHead(lacks=("LocusTag", "dbXrefs"))
    assert (gene.aliases, gene.cross_references) == (TRP53.aliases, {"entrez": "22059"})
    with pytest.raises(ValueError, match=r"^the column 'dbXrefs' is missing$"):
        describe(body, columns=PROTEINS)


HAMP = {
    "dbXrefs": "MIM:606464|HGNC:HGNC:15598|Ensembl:ENSG00000105697", "Synonyms": "HEPC|LEAP1",
    "Other_designations": "hepcidin|hepcidin preproprotein",
}  # fmt: skip


def test_names_of_human_proteins_stand_under_the_id_of_hgnc() -> None:
    rows = (
        info_row(TRP53, 9606, **HAMP),
        info_row(TRP53, 9606, **{**HAMP, "dbXrefs": "HGNC:HGNC:2", "Synonyms": "-", "Other_designations": "-"}),
        info_row(TRP53, 9606, **{**HAMP, "dbXrefs": "MIM:606464"}),
        info_row(TRP53, 9606, **{**HAMP, "dbXrefs": "HGNC:HGNC:3"}, type_of_gene="pseudo"),
        info_row(TRP53, 741158, **{**HAMP, "dbXrefs": "HGNC:HGNC:4"}),
    )

    assert [*read_protein_names(info_file(rows))] == [
        ProteinNames(gene="HGNC:15598", names=("HEPC", "LEAP1", "hepcidin", "hepcidin preproprotein"))
    ]


def test_without_a_human_row_the_taxa_that_are_there_are_named() -> None:
    with pytest.raises(ValueError, match=r"^its rows belong to taxon 741158, and none to 9606$"):
        list(read_protein_names(info_file([info_row(TRP53, 741158, **HAMP)])))
