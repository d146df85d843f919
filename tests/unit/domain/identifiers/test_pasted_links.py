"""Links and identifiers: what they name, and what is none."""

import pytest

from biofacts.domain.answers.entity_kinds import GENE, LIGAND, PATHWAY, TARGET, Kind
from biofacts.domain.identifiers import identifiers_in_text, pasted_links
from biofacts.domain.identifiers.identifiers_in_text import Reference


def text_of(link: str) -> str | None:
    found = pasted_links.read(link)
    assert found is not None, link
    return found.reference.text if found.reference else None


@pytest.mark.parametrize(
    ("link", "text"),
    [
        ("https://www.wikipathways.org/pathways/WP534.html", "WP:WP534"),
        ("http://wikipathways.org/instance/WP534_r123", "WP:WP534"),
        ("https://www.wikipathways.org/index.php/Pathway:WP534", "WP:WP534"),
        ("https://classic.wikipathways.org/index.php/Pathway:Homo_sapiens:Apoptosis", "Apoptosis"),
        ("new.wikipathways.org/pathways/WP534", "WP:WP534"),
        ("https://www.wikipathways.org/wikipathways-assets/pathways/WP534/WP534.svg", "WP:WP534"),
        ("https://www.wikipathways.org/assets/img/WP534/WP534-thumb.png", "WP:WP534"),
        ("https://webservice.wikipathways.org/getPathway?pwId=WP534", "WP:WP534"),
        ("https://raw.githubusercontent.com/wikipathways/x/main/pathways/WP534/WP534-info.json", "WP:WP534"),
        ("https://pubchem.ncbi.nlm.nih.gov/compound/2244", "PubChem:CID2244"),
        ("pubchem.ncbi.nlm.nih.gov/compound/2244#section=Names-and-Identifiers", "PubChem:CID2244"),
        ("https://pubchem.ncbi.nlm.nih.gov/compound/aspirin", "aspirin"),
        ("https://pubchem.ncbi.nlm.nih.gov/compound/acetylsalicylic%20acid", "acetylsalicylic acid"),
        ("https://pubchem.ncbi.nlm.nih.gov/rest/pug/compound/cid/2244/property/Title/JSON", "PubChem:CID2244"),
        ("https://pubchem.ncbi.nlm.nih.gov/rest/pug/compound/name/aspirin/cids/TXT", "aspirin"),
        ("https://pubchem.ncbi.nlm.nih.gov/rest/pug_view/data/compound/2244/JSON", "PubChem:CID2244"),
        ("https://pubchem.ncbi.nlm.nih.gov/summary/summary.cgi?cid=2244", "PubChem:CID2244"),
        ("https://pubchem.ncbi.nlm.nih.gov/gene/TP53/human", "TP53"),
        ("https://www.guidetopharmacology.org/GRAC/LigandDisplayForward?ligandId=2713", "IUPHAR:2713"),
        ("www.guidetopharmacology.org/GRAC/LigandDisplayForward?tab=summary&ligandId=2713", "IUPHAR:2713"),
        ("https://www.guidetopharmacology.org/GRAC/ObjectDisplayForward?objectId=214&familyId=20", "IUPHAR:214"),
        ("https://www.guidetopharmacology.org/services/ligands/2713/interactions", "IUPHAR:2713"),
        ("https://www.genenames.org/data/gene-symbol-report/#!/hgnc_id/HGNC:11998", "HGNC:11998"),
        ("https://www.genenames.org/data/gene-symbol-report/#!/symbol/TP53", "TP53"),
        ("https://rest.genenames.org/fetch/hgnc_id/11998", "HGNC:11998"),
        ("https://www.ncbi.nlm.nih.gov/gene/7157", "NCBIGene:7157"),
        ("https://www.ncbi.nlm.nih.gov/gene/?term=TP53", "TP53"),
        ("https://www.ensembl.org/Homo_sapiens/Gene/Summary?db=core;g=ENSG00000141510;r=17:7661779", "ENSG00000141510"),
        ("https://www.uniprot.org/uniprotkb/P04637/entry", "P04637"),
        ("https://rest.uniprot.org/uniprotkb/P04637.json", "P04637"),
        ("https://identifiers.org/wikipathways:WP534", "WP:WP534"),
        ("identifiers.org/pubchem.compound/2244", "PubChem:CID2244"),
        ("https://identifiers.org/hgnc:HGNC:11998", "HGNC:11998"),
        ("https://identifiers.org/chebi/CHEBI:15903", "CHEBI:15903"),
        ("https://identifiers.org/CHEBI:15903", "CHEBI:15903"),
        ("https://identifiers.org/epmc/pubmed:22628558", "PMID:22628558"),
        ("http://n2t.net/ncbigene:7157", "NCBIGene:7157"),
        ("https://bioregistry.io/iuphar.ligand:2713", "IUPHAR:2713"),
        ("https://purl.obolibrary.org/obo/DOID_162", "DOID:162"),
        ("https://reactome.org/content/detail/R-HSA-70171", "R-HSA-70171"),
        ("https://www.kegg.jp/entry/hsa00010", "hsa00010"),
        ("https://www.kegg.jp/pathway/pae00010", "pae00010"),
        ("https://www.kegg.jp/entry/C00031", "C00031"),
        ("https://www.ebi.ac.uk/chebi/searchId.do?chebiId=CHEBI:15903", "CHEBI:15903"),
        ("https://doi.org/10.1093/nar/gkaa1024", "10.1093/nar/gkaa1024"),
        ("https://www.informatics.jax.org/marker/MGI:98834", "MGI:98834"),
        ("https://rgd.mcw.edu/rgdweb/report/gene/main.html?id=RGD:3889", "RGD:3889"),
        ("https://www.mirbase.org/hairpin/MI0000077", "MI0000077"),
        ("https://disease-ontology.org/?id=DOID:162", "DOID:162"),
        ("https://www.lipidmaps.org/databases/lmsd/LMFA01010001", "LMFA01010001"),
        ("https://hmdb.ca/metabolites/HMDB0000122", "HMDB0000122"),
        ("https://purl.obolibrary.org/obo/CHEBI_15903", "CHEBI:15903"),
        ("http://amigo.geneontology.org/amigo/term/GO:0006915", "GO:0006915"),
        ("https://go.drugbank.com/drugs/DB00945", "DB00945"),
        ("https://www.ebi.ac.uk/chembl/compound_report_card/CHEMBL25/", "CHEMBL25"),
        ("https://www.genome.jp/dbget-bin/www_bget?hsa00010", "hsa00010"),
        ("https://www.genome.jp/entry/C00031", "C00031"),
        ("https://pubchem.ncbi.nlm.nih.gov/protein/P04637", "P04637"),
        ("https://pubchem.ncbi.nlm.nih.gov/gene/7157", "NCBIGene:7157"),
        ("https://pubchem.ncbi.nlm.nih.gov/gene/geneid/7157", "NCBIGene:7157"),
        ("https://www.ncbi.nlm.nih.gov/datasets/gene/7157", "NCBIGene:7157"),
        ("https://www.ncbi.nlm.nih.gov/gene?cmd=Retrieve&list_uids=7157", "NCBIGene:7157"),
        ("https://www.guidetopharmacology.org/services/targets/214", "IUPHAR:214"),
        ("https://pubchem.ncbi.nlm.nih.gov/pathway/Reactome:R-HSA-70171", "R-HSA-70171"),
        ("https://pubchem.ncbi.nlm.nih.gov/pathway/WikiPathways:WP534", "WP:WP534"),
        ("https://pubchem.ncbi.nlm.nih.gov/compound/BSYNRYMUTXBXSQ-UHFFFAOYSA-N", "BSYNRYMUTXBXSQ-UHFFFAOYSA-N"),
        (
            "https://pubchem.ncbi.nlm.nih.gov/compound/inchikey/BSYNRYMUTXBXSQ-UHFFFAOYSA-N",
            "BSYNRYMUTXBXSQ-UHFFFAOYSA-N",
        ),
        ("https://github.com/wikipathways/wikipathways-database/blob/main/pathways/WP534/WP534.gpml", "WP:WP534"),
        ("https://wikipathways.github.io/pathways/WP534.html", "WP:WP534"),
        ("https://www.ncbi.nlm.nih.gov/pubmed/22628558", "PMID:22628558"),
        ("https://pubmed.ncbi.nlm.nih.gov/22628558/", "PMID:22628558"),
        ("https://dx.doi.org/10.1093/nar/gkaa1024", "10.1093/nar/gkaa1024"),
        ("https://www.yeastgenome.org/locus/S000003818", "S000003818"),
        ("https://flybase.org/reports/FBgn0003996", "FBgn0003996"),
        ("https://wormbase.org/species/c_elegans/gene/WBGene00000423", "WBGene00000423"),
        ("https://www.arabidopsis.org/locus?name=AT1G01010", "AT1G01010"),
        ("https://plants.ensembl.org/Arabidopsis_thaliana/Gene/Summary?g=AT1G01010;r=1:3631-5899", "AT1G01010"),
        ("https://metazoa.ensembl.org/Drosophila_melanogaster/Gene/Summary?g=FBgn0003996", "FBgn0003996"),
        ("https://zfin.org/ZDB-GENE-990415-270", "ZDB-GENE-990415-270"),
        ("https://www.ensembl.org/Mus_musculus/Gene/Summary?g=ENSMUSG00000059552", "ENSMUSG00000059552"),
        ("https://rest.ensembl.org/lookup/id/ENSG00000141510", "ENSG00000141510"),
        ("HTTPS://WWW.WIKIPATHWAYS.ORG/INSTANCE/WP534", "WP:WP534"),
        ("please read <https://www.wikipathways.org/pathways/WP534.html>.", "WP:WP534"),
        ("the pathway at wikipathways.org/instance/WP534, please", "WP:WP534"),
        ("https://user:secret@www.wikipathways.org:443/instance/WP534", "WP:WP534"),
    ],
)
def test_a_link_names_what_its_page_is_about(link: str, text: str) -> None:
    assert text_of(link) == text


@pytest.mark.parametrize(
    "link",
    [
        "https://example.org/pathways/WP534",
        "https://www.wikipathways.org.evil.test/pathways/WP534.html",
        "https://evil.test/?u=https://www.wikipathways.org/pathways/WP534.html",
        "https://www.wikipathways.org/about",
        "wikipathways.org",
        "example.org/glycolysis",
        "read en.wikipedia.org/wiki/Glycolysis now",
        "https://pubchem.ncbi.nlm.nih.gov/substance/2244",
        "https://www.guidetopharmacology.org/GRAC/FamilyDisplayForward?familyId=20",
        "https://identifiers.org/taxonomy:9606",
        "https://identifiers.org/",
        "https://",
        "https:///compound/2244",
        "http://[::1",
        "www.x",
    ],
)
def test_any_other_link_is_a_link_that_names_nothing(link: str) -> None:
    assert pasted_links.read(link) is None or text_of(link) is None
    assert identifiers_in_text.read(link) is None


@pytest.mark.parametrize(
    "text",
    [
        "glycolysis",
        "HER2/neu",
        "C/C=C/C",
        "CN.CC/C=C/C(=O)O",
        "compound 48/80",
        "WP534",
        "TNF-alpha",
        "a.b/c",
        "",
        "//",
    ],
)
def test_a_name_is_no_link(text: str) -> None:
    assert pasted_links.read(text) is None


@pytest.mark.parametrize("unit", ["a.", "www.", "http://", "wikipathways.org/", "/", "WP534", "identifiers.org:"])
def test_a_long_text_is_read_in_no_time(unit: str) -> None:
    pasted_links.read(unit * 100_000)  # a pattern that tries again at every place would not come back
    identifiers_in_text.read(unit * 100_000)


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("WP534", "WP:WP534"), ("wikipathways:WP534", "WP:WP534"), ("pubchem.compound:2244", "PubChem:CID2244"),
        ("cid 2244", "PubChem:CID2244"), ("CID 2244", "PubChem:CID2244"), ("iuphar.ligand:2713", "IUPHAR:2713"),
        ("NCBI Gene: 7157", "NCBIGene:7157"), ("hgnc:11998", "HGNC:11998"), ("HMDB0000122", "HMDB0000122"),
        ("50-78-2", "50-78-2"), ("KEGG:hsa00010", "hsa00010"), ("KEGG:C00031", "C00031"), ("P04637", "P04637"),
        ("ENSG00000141510.18", "ENSG00000141510"), ("PMID: 22628558", "PMID:22628558"), ("GO:0006096", "GO:0006096"),
        ("CHEBI 15903", "CHEBI:15903"), ("PMID 22628558", "PMID:22628558"), ("HGNC 11998", "HGNC:11998"),
        ("hmdb 00122", "HMDB0000122"), ("r-hsa-70171.3", "R-HSA-70171"), ("KEGG:00010", "map00010"),
        ("Q9NPD5", "Q9NPD5"), ("uniprot:A2VDJ0", "A2VDJ0"), ("flybase:FBgn0003996", "FBgn0003996"),
        ("hgnc.symbol:Trp53", "Trp53"), ("rgd:3889", "RGD:3889"),
    ],
)  # fmt: skip
def test_an_identifier_is_read_whole_with_its_prefix_or_unmistakable_without(text: str, read: str) -> None:
    found = identifiers_in_text.read(text)

    assert (found.text if found else None) == read


@pytest.mark.parametrize(
    "text",
    ["2244", "534", "CID-5", "PubChem:CID-5", "PubChem:CID2.5", "50-78-3", "WP", "WP:WP", "WP534 and WP254", "TP53",
     "B12", "p53", "apoptosis", "GO:1", "unknown:5", "9" * 5000, "P2RY12", "p2ry12", "B3GAT1", "C3", "Q9", "CAS9",
     "SID1", "RGD 4", "GTP5", "rs12345", "LOC12345", "WP_012345678", "wormbase protein", "hgnc symbol report"],
)  # fmt: skip
def test_what_may_be_something_else_is_no_identifier(text: str) -> None:
    assert identifiers_in_text.read(text) is None


@pytest.mark.parametrize(
    ("text", "asked", "calls"),
    [
        ("PubChem:CID2244", PATHWAY, [("get_compound", "PubChem:CID2244")]),
        ("IUPHAR:2713", PATHWAY, [("get_ligand", "IUPHAR:2713"), ("get_target", "IUPHAR:2713")]),
        ("HGNC:11998", TARGET, [("get_gene", "HGNC:11998")]),
        ("HGNC:11998", PATHWAY, [("get_pathways_for_gene", "HGNC:11998")]),
        ("P04637", PATHWAY, [("get_pathways_for_gene", "P04637")]),
        ("P14416", TARGET, [("search_targets", "P14416")]),
        ("P04637", LIGAND, [("search_genes", "P04637")]),
        ("CHEBI:15903", PATHWAY, [("search_pathways", "CHEBI:15903")]),
        ("CHEBI:15903", GENE, [("search_compounds", "CHEBI:15903")]),
        ("R-HSA-70171", GENE, [("search_pathways", "R-HSA-70171")]),
        ("CHEMBL25", LIGAND, [("search_ligands", "CHEMBL25")]),
    ],
)
def test_an_identifier_leads_to_the_tool_that_takes_it(text: str, asked: Kind, calls: list[tuple[str, str]]) -> None:
    reference = identifiers_in_text.read(text)

    assert isinstance(reference, Reference)
    assert [(call.tool, *call.arguments.values()) for call in reference.calls(asked)] == calls


@pytest.mark.parametrize(
    "address",
    ["https://a.example", "http://a.example:8080/x?y=1&z=(2)#w", "https://[::1]/x", "HTTPS://A.EXAMPLE/Ä",
     "https://a.example/" + "x" * 1982],
)  # fmt: skip
def test_an_address_of_the_web_stays_as_it_is(address: str) -> None:
    assert pasted_links.of_the_web(address) == address


@pytest.mark.parametrize(
    "address",
    [
        "javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "//a.example", "", "https:///x", "https://",
        "http://[::1", "http://[", "http://user:pw@evil.example/", "http://user@evil.example/", "https://@a.example",
        "http://a.example:port/", "http://a.example:99999/", "http://:80/", "https://a.example/ x", "https://a\n.example",
        "https://a.example/\x00", "https://a.example/'x", 'https://a.example/"x', "https://a.example\\x",
        "https://a.example/" + "x" * 1983,
    ],
)  # fmt: skip
def test_any_other_address_is_none(address: str) -> None:
    assert pasted_links.of_the_web(address) == ""
