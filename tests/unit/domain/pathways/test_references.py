"""Identifiers as a query: which spellings are read as what, and what stays words."""

import pytest

from biofacts.domain.identifiers.cross_references import is_valid
from biofacts.domain.pathways.references import LITERATURE, ReferenceQuery, reference_terms

READ = {
    "WP534": ("wikipathways", "WP534"),
    "wp534_r141823": ("wikipathways", "WP534"),
    "WP:WP534": ("wikipathways", "WP534"),
    "wikipathways:WP534": ("wikipathways", "WP534"),
    "PW:0000640": ("pathway_ontology", "PW:0000640"),
    "doid 162": ("disease_ontology", "DOID:162"),
    "CL:0000084": ("cell_ontology", "CL:0000084"),
    "GO_0006096": ("gene_ontology", "GO:0006096"),
    "MONDO:0005148": ("mondo", "MONDO:0005148"),
    "Orphanet:93": ("orphanet", "ORPHA:93"),
    "R-HSA-70171.3": ("reactome", "R-HSA-70171"),
    "hsa00010": ("kegg_pathway", "hsa00010"),
    "path:mmu00010": ("kegg_pathway", "mmu00010"),
    "KEGG:00010": ("kegg_pathway", "map00010"),
    "C00031": ("kegg_compound", "C00031"),
    "kegg.compound:C00031": ("kegg_compound", "C00031"),
    "chembl.compound:CHEMBL25": ("chembl", "CHEMBL25"),
    "wikipathways.pathway:WP534": ("wikipathways", "WP534"),
    "GO:GO:0006096": ("gene_ontology", "GO:0006096"),
    "SID 12345": ("pubchem_substance", "12345"),
    "KEGG c00031": ("kegg_compound", "C00031"),
    "chebi:15903": ("chebi", "CHEBI:15903"),
    "CHEBI:CHEBI:15903": ("chebi", "CHEBI:15903"),
    "HMDB00122": ("hmdb", "HMDB0000122"),
    "hmdb:HMDB0000122": ("hmdb", "HMDB0000122"),
    "inchikey=WQZGKKKJIJFFOK-VFUOTHLCSA-N": ("inchikey", "WQZGKKKJIJFFOK-VFUOTHLCSA-N"),
    "wqzgkkkjijffok-vfuothlcsa-n": ("inchikey", "WQZGKKKJIJFFOK-VFUOTHLCSA-N"),
    "CAS 50-99-7": ("cas", "50-99-7"),
    "50-99-7": ("cas", "50-99-7"),
    "LIPID MAPS LMFA01010001": ("lipidmaps", "LMFA01010001"),
    "wikidata:Q10": ("wikidata", "Q10"),
    "Q37525": ("wikidata", "Q37525"),
    "pubchem.compound:5793": ("pubchem_compound", "5793"),
    "PubChem:CID5793": ("pubchem_compound", "5793"),
    "CID 5793": ("pubchem_compound", "5793"),
    "CHEMBL25": ("chembl", "CHEMBL25"),
    "DB00945": ("drugbank", "DB00945"),
    "ENST00000269305.9": ("ensembl_transcript", "ENST00000269305"),
    "PMID:22628558": ("pubmed", "22628558"),
    "pubmed 22628558": ("pubmed", "22628558"),
    "10.1126/Science.1218099.": ("doi", "10.1126/science.1218099"),
    "https://doi.org/10.1126/science.1218099": ("doi", "10.1126/science.1218099"),
    "dx.doi.org/10.1126/science.1218099": ("doi", "10.1126/science.1218099"),
    "doi: 10.1126/science.1218099": ("doi", "10.1126/science.1218099"),
}  # fmt: skip


@pytest.mark.parametrize("written", READ)
def test_an_identifier_is_read_in_every_spelling(written: str) -> None:
    read = ReferenceQuery.read(f" {written} ")
    key, value = READ[written]

    assert read is not None
    assert (key, value) in read.references
    assert key in LITERATURE or is_valid(key, value)


@pytest.mark.parametrize(
    "words",
    [
        "glycolysis", "TP53", "IL-2", "SARS-CoV-2", "vitamin B12", "Q10", "rs12345", "50-99-8", "22628558",
        "PW:0000640 in mouse", "go to 1234567", "5-HT", "C21", "COVID-19", "p53 signaling", "14-3-3", "DOID:",
        "CHEBI:glucose", "SID1", "C3", "Q9", "CAS9", "WP_012345678",
    ],
)  # fmt: skip
def test_words_stay_words(words: str) -> None:
    assert ReferenceQuery.read(words) is None


@pytest.mark.parametrize(
    "written",
    ["ENSG00000141510", "ensmusg00000059552.1", "P04637", "P04637-2", "HGNC:11998", "NM_000546.6", "ncbigene:7157",
     "MGI:98834", "MI0000268", "YDR050C", "FBgn0003996", "ENSP00000269305"],
)  # fmt: skip
def test_an_identifier_of_a_gene_is_told(written: str) -> None:
    assert ReferenceQuery.read(written) == ReferenceQuery(written, (), True)


def test_a_form_of_two_kinds_is_read_as_both() -> None:
    assert ReferenceQuery.read("Q60235") == ReferenceQuery("Q60235", (("wikidata", "Q60235"),), True)


def test_terms_of_genes_are_left_out() -> None:
    carried = reference_terms([("chebi", "CHEBI:15903"), ("entrez", "7157"), ("hgnc_symbol", "TP53"), ("pubmed", "1")])

    assert carried == ("ref:chebi:CHEBI:15903", "ref:pubmed:1")
