"""The registry of cross references: every key, what fits it and what does not."""

import logging

import pytest

from biofacts.domain.identifiers.cross_references import REGISTRY, collect, is_valid

CASES: dict[str, tuple[str, str]] = {
    "hgnc": ("HGNC:8877", "PFKM"),
    "ensembl_gene": ("ENSG00000152556", "ENSG0152556"),
    "ensembl_transcript": ("ENST00000269305", "ENSG00000269305"),
    "uniprot": ("P08237", "P0823"),
    "entrez": ("5213", "ncbigene:5213"),
    "refseq": ("NM_000546", "NM000546"),
    "chembl": ("CHEMBL25", "25"),
    "drugbank": ("DB00945", "DB945"),
    "string": ("9606.ENSP00000269305", "ENSP00000269305"),
    "biogrid": ("113010", "BIO113010"),
    "stitch": ("CIDm00002244", "CID2244"),
    "iuphar": ("2713", "IUPHAR:2713"),
    "kegg": ("hsa:7157", "7157"),
    "kegg_pathway": ("hsa00010", "00010"),
    "omim": ("191170", "19117"),
    "orphanet": ("ORPHA:524", "524"),
    "mondo": ("MONDO:0007254", "MONDO:7254"),
    "efo": ("EFO:0000305", "EFO_0000305"),
    "pdb": ("1TUP", "TUP1"),
    "pubchem_compound": ("2244", "CID2244"),
    "pubchem_substance": ("46505625", "SID46505625"),
    "reactome": ("R-HSA-70171", "REACT_1383"),
    "gene_ontology": ("GO:0006096", "GO:6096"),
    "hgnc_symbol": ("HLA-A", "HLA A"),
    "chebi": ("CHEBI:15903", "15903"),
    "hmdb": ("HMDB0000122", "HMDB00122"),
    "inchikey": ("WQZGKKKJIJFFOK-VFUOTHLCSA-N", "WQZGKKKJIJFFOK"),
    "cas": ("50-78-2", "50-78-3"),
    "wikidata": ("Q18216", "18216"),
    "kegg_compound": ("C00031", "00031"),
    "lipidmaps": ("LMFA01010001", "FA01010001"),
    "chemspider": ("2157", "CSID2157"),
    "unii": ("R16CO5Y76E", "R16CO5"),
    "rgd": ("3889", "RGD:3889"),
    "mgi": ("MGI:98834", "98834"),
    "mirbase": ("MIMAT0000255", "hsa-mir-34a"),
    "disease_ontology": ("DOID:9352", "9352"),
    "pathway_ontology": ("PW:0000640", "PW:640"),
    "cell_ontology": ("CL:0000182", "CL:182"),
    "wikipathways": ("WP534", "534"),
}
SEEDS = {
    "hgnc", "ensembl_gene", "uniprot", "entrez", "refseq", "chembl", "drugbank", "string", "kegg", "kegg_pathway",
    "omim", "orphanet", "mondo", "efo", "pdb", "pubchem_compound", "pubchem_substance", "reactome", "gene_ontology",
    "ensembl_transcript", "biogrid", "stitch", "iuphar",
}  # fmt: skip


def test_every_key_of_the_seeds_is_there() -> None:
    assert set(REGISTRY) >= SEEDS


def test_every_key_has_a_case() -> None:
    assert set(CASES) == set(REGISTRY)


@pytest.mark.parametrize("key", CASES)
def test_what_fits_its_pattern_is_valid_and_nothing_else(key: str) -> None:
    valid, invalid = CASES[key]

    assert is_valid(key, valid)
    assert not is_valid(key, invalid)
    assert not is_valid(key, f"{valid} ")
    assert not is_valid(key, f"{valid}\n")
    assert not is_valid(key, "")


@pytest.mark.parametrize(
    ("number", "valid"),
    [("50-78-2", True), ("15687-27-1", True), ("7732-18-5", True), ("50-78-1", False), ("15687-72-1", False)],
)
def test_the_check_digit_of_a_cas_number_counts(number: str, valid: bool) -> None:
    assert is_valid("cas", number) is valid


@pytest.mark.parametrize("accession", ["P04637", "A0A024R1R8", "Q9H0H5", "O15111"])
def test_both_forms_of_uniprot_accessions_are_valid(accession: str) -> None:
    assert is_valid("uniprot", accession)


@pytest.mark.parametrize("identifier", ["YDR050C", "FBgn0000017", "WBGene00001404", "AT1G01010", "ENSMUSG00000059552"])
def test_stable_ids_of_other_species_are_valid(identifier: str) -> None:
    assert is_valid("ensembl_gene", identifier)


def test_digits_of_other_scripts_are_no_digits() -> None:
    assert not is_valid("entrez", "٧١٥٧")


def test_pairs_become_references_without_doubles_in_the_order_of_the_registry() -> None:
    pairs = [("entrez", "2"), ("uniprot", "P04637"), ("hgnc", "HGNC:1"), ("entrez", "1"), ("entrez", "2")]

    found = collect(pairs, "pathway")

    assert found == {"hgnc": ("HGNC:1",), "uniprot": ("P04637",), "entrez": ("2", "1")}
    assert list(found) == [key for key in REGISTRY if key in found]


def test_a_key_that_may_be_a_list_is_a_string_for_one_and_a_list_for_more() -> None:
    pairs = [("reactome", "R-HSA-1"), ("reactome", "R-HSA-2")]

    assert collect(pairs[:1], "pathway") == {"reactome": "R-HSA-1"}
    assert collect(pairs, "pathway") == {"reactome": ("R-HSA-1", "R-HSA-2")}
    assert collect(pairs, "compound") == collect(pairs) == {"reactome": "R-HSA-1"}


def test_a_malformed_value_is_dropped_and_counted(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, "biofacts")
    found = collect([("entrez", "x"), ("omim", ""), ("hgnc", "HGNC:1")], "gene")

    assert found == {"hgnc": "HGNC:1"}
    assert [record.getMessage() for record in caplog.records] == ["dropped 2 malformed cross references"]


def test_without_references_there_is_nothing() -> None:
    assert collect([]) == {}
