"""The GPML reader on small drawings written for these tests."""

import zlib
from collections.abc import Callable

import msgspec
import pytest

from biofacts.adapters.http.wikipathways import gpml_diagram
from biofacts.adapters.http.wikipathways.gpml import GpmlError, read
from biofacts.domain.pathways.pathway import (
    DataNode,
    Drawing,
    Group,
    Interaction,
    Member,
    OntologyTerm,
    PathwayComponents,
    Revision,
    State,
)
from biofacts.domain.pathways.references import Publication
from biofacts.domain.pictures.diagram import Shape
from tests.drawing import shape

NAMESPACE = "http://pathvisio.org/GPML/2013a"
BIOPAX = "http://www.biopax.org/release/biopax-level3.owl#"
NAMED = 'Name="Tea making" Organism="Homo sapiens"'
HEAD = f'{NAMED} Version="WP1_r2"'
BOMB = """<!DOCTYPE a [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">
<!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;"><!ENTITY d "&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;">
<!ENTITY e "&d;&d;&d;&d;&d;&d;&d;&d;&d;&d;"><!ENTITY f "&e;&e;&e;&e;&e;&e;&e;&e;&e;&e;">
<!ENTITY g "&f;&f;&f;&f;&f;&f;&f;&f;&f;&f;">
<!ENTITY h "&g;&g;&g;&g;&g;&g;&g;&g;&g;&g;">]><a x="&h;">&h;</a>"""


def gpml(*elements: str, head: str = HEAD) -> bytes:
    return f'<?xml version="1.0"?><Pathway xmlns="{NAMESPACE}" {head}>{"".join(elements)}</Pathway>'.encode()


def node(name: str, type_: str, label: str = "x", database: str = "", identifier: str = "", more: str = "") -> str:
    type_ = f'Type="{type_}"' if type_ else ""
    return (
        f'<DataNode TextLabel="{label}" GraphId="{name}" {type_} {more}><Graphics/>'
        f'<Xref Database="{database}" ID="{identifier}"/></DataNode>'
    )


def line(name: str, *points: str, anchor: str = "", tag: str = "Interaction", more: str = "") -> str:
    """Points are written `touched`, `touched>Head`, or `>Head`."""
    drawn = ""
    for point in points:
        touched, _, head = point.partition(">")
        touched = f'GraphRef="{touched}"' if touched else ""
        drawn += f'<Point X="1" {touched} {f"ArrowHead={head!r}" if head else ""}/>'
    anchor = f'<Anchor Position="0.5" GraphId="{anchor}"/>' if anchor else ""
    name = f'GraphId="{name}"' if name else ""
    return f"<{tag} {name} {more}><Graphics>{drawn}{anchor}</Graphics></{tag}>"


GENES = (node("a", "GeneProduct", "A"), node("b", "GeneProduct", "B"))
METABOLITES = (node("m", "Metabolite", "M"), node("n", "Metabolite", "N"))


def interactions(*elements: str) -> tuple[Interaction, ...]:
    return read(gpml(*elements)).components.interactions


def only_node(database: str, identifier: str, type_: str = "GeneProduct") -> DataNode:
    (found,) = read(gpml(node("a", type_, "x", database, identifier))).components.nodes
    return found


def ontology_tag(identifier: str, name: str = "t") -> str:
    return (
        f'<bp:openControlledVocabulary xmlns:bp="{BIOPAX}"><bp:TERM>{name}</bp:TERM><bp:ID>{identifier}</bp:ID>'
        "</bp:openControlledVocabulary>"
    )


def publication(name: str, *entries: str) -> str:
    """Entries are written `DB|ID|title|year|author|author...`."""
    written = ""
    for entry in entries:
        database, identifier, *texts = entry.split("|")
        written += f"<bp:ID>{identifier}</bp:ID><bp:DB>{database}</bp:DB>"
        tags = ("TITLE", "YEAR", *["AUTHORS"] * len(texts))
        written += "".join(f"<bp:{tag}>{text}</bp:{tag}>" for tag, text in zip(tags, texts, strict=False))
    rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
    return f'<bp:PublicationXref xmlns:bp="{BIOPAX}" xmlns:rdf="{rdf}" rdf:id="{name}">{written}</bp:PublicationXref>'


def literature(*entries: str, cited: str = "") -> tuple[Publication, ...]:
    return read(gpml(f"<BiopaxRef>{cited}</BiopaxRef><Biopax>{publication('a', *entries)}</Biopax>")).literature


def test_a_whole_drawing_is_read() -> None:
    body = gpml(
        '<Comment Source="WikiPathways-description">Water &amp;amp; tea.\nTwo  lines.</Comment>',
        '<Comment Source="Other">not this</Comment>',
        node("a", "GeneProduct", "TPO1", "Entrez Gene", "7173", 'GroupRef="g"'),
        node("m", "Metabolite", "water", "HMDB", "HMDB02111"),
        line("l", "a", "m>mim-catalysis"),
        line("k", "a", ">Arrow"),
        '<Group GroupId="g" GraphId="gg" Style="Complex"/>',
        f"<Biopax>{ontology_tag('PW:0000640')}</Biopax>",
        head='Name=" Tea &amp;amp; making" Organism="Homo sapiens" Version="WP1_r141823"'
        ' Author="[Ann, Bob  B, AT&amp;amp;Co, Ann]" Last-Modified="20251125012351"',
    )
    drawing = read(body)

    assert drawing == Drawing(
        local_id="WP1",
        title="Tea & making",
        organism="Homo sapiens",
        description="Water & tea.\nTwo lines.",
        revision=Revision(version="141823", last_modified="2025-11-25T01:23:51Z", curators=("Ann", "Bob B", "AT&Co")),
        components=PathwayComponents(
            id="WP:WP1",
            title="Tea & making",
            organism="Homo sapiens",
            genes=(
                DataNode(
                    id="a",
                    label="TPO1",
                    type="Gene",
                    database="Entrez Gene",
                    identifier="7173",
                    cross_references={"entrez": "7173"},
                ),
            ),
            metabolites=(
                DataNode(
                    id="m",
                    label="water",
                    type="Metabolite",
                    database="HMDB",
                    identifier="HMDB02111",
                    cross_references={"hmdb": "HMDB0002111"},
                ),
            ),
            interactions=(Interaction(id="l", source="a", target="m", type="catalysis", arrow="mim-catalysis"),),
            groups=(Group(id="gg", style="Complex", members=("a",)),),
            unconnected_lines=1,
        ),
        ontology_terms=(OntologyTerm(id="PW:0000640", name="t"),),
        references=(("pathway_ontology", "PW:0000640"), ("entrez", "7173"), ("hmdb", "HMDB0002111")),
        gene_terms=("entrez:7173", "symbol:tpo1"),
        file=zlib.compress(body, 6),
    )


def test_a_drawing_survives_msgpack() -> None:
    drawing = read(gpml(*GENES, line("l", "a>Arrow", "b>TBar"), node("c", "Protein", "C", "RGD", "1")))

    assert msgspec.msgpack.decode(msgspec.msgpack.encode(drawing), type=Drawing) == drawing


@pytest.mark.parametrize(
    "head",
    [
        "",
        'Name="x" Organism="Homo sapiens"',
        'Version="WP1" Name="x"',
        'Version="WP1" Name=" " Organism="Homo sapiens"',
    ],
)
def test_a_drawing_that_does_not_say_what_it_is_is_refused(head: str) -> None:
    with pytest.raises(GpmlError, match="without"):
        read(gpml(head=head))


@pytest.mark.parametrize("stamp", ["", "2025", "20251345012351", "2025112501235x"])
def test_an_unreadable_date_is_left_out(stamp: str) -> None:
    assert read(gpml(head=f'{NAMED} Version="WP1_r2" Last-Modified="{stamp}"')).revision == Revision(version="2")


def test_a_missing_revision_is_left_out() -> None:
    drawing = read(gpml(head=f'{NAMED} Version="WP7"'))

    assert (drawing.local_id, drawing.revision) == ("WP7", Revision())


def test_all_parts_of_a_description_are_kept() -> None:
    part = '<Comment Source="WikiPathways-description">{}</Comment>'

    assert read(gpml(part.format("One."), part.format(" "), part.format("Two."))).description == "One.\n\nTwo."


@pytest.mark.parametrize(
    ("drawn", "listed", "type_"),
    [
        ("GeneProduct", "genes", "Gene"),
        ("Rna", "genes", "Rna"),
        ("RNA", "genes", "Rna"),
        ("Protein", "proteins", "Protein"),
        ("Metabolite", "metabolites", "Metabolite"),
        ("Complex", "complexes", "Complex"),
        ("Pathway", "linked_pathways", "Pathway"),
        ("Pathways", "linked_pathways", "Pathway"),
        ("Event", "other_nodes", "Other"),
        ("Key Event", "other_nodes", "Other"),
        ("BiologicalProcess", "other_nodes", "Other"),
        ("CellularComponent", "other_nodes", "Other"),
        ("Something new", "other_nodes", "Other"),
        ("", "other_nodes", "Other"),
    ],
)
def test_every_type_of_node_has_its_list(drawn: str, listed: str, type_: str) -> None:
    components = read(gpml(node("a", drawn, "A"))).components

    expected = msgspec.convert({"id": "a", "label": "A", "type": type_}, DataNode)
    assert getattr(components, listed) == components.nodes == (expected,)


def test_the_curated_reference_stays_as_it_was_written() -> None:
    assert only_node("ChEBI", " 15377 ", "Metabolite") == DataNode(
        id="a",
        label="x",
        type="Metabolite",
        database="ChEBI",
        identifier=" 15377 ",
        cross_references={"chebi": "CHEBI:15377"},
    )


def test_half_a_curated_reference_keeps_its_half() -> None:
    bare = DataNode(id="a", label="x", type="Gene")

    assert only_node("Ensembl", "") == msgspec.structs.replace(bare, database="Ensembl")
    assert only_node("", "TFBS") == msgspec.structs.replace(bare, identifier="TFBS")
    assert only_node(" ", " ") == bare


def test_a_node_without_a_reference_element_is_kept() -> None:
    components = read(gpml('<DataNode TextLabel="A" GraphId="a" Type="Protein"/>')).components

    assert components.proteins == (DataNode(id="a", label="A", type="Protein"),)


def test_nodes_without_an_id_are_numbered_among_all_nodes() -> None:
    components = read(gpml(node("a", "Protein"), '<DataNode TextLabel="B"/>', "<DataNode/>")).components

    assert components.other_nodes == (
        DataNode(id="node-2", label="B", type="Other"),
        DataNode(id="node-3", label="", type="Other"),
    )


def test_a_made_up_id_is_never_one_of_the_drawing() -> None:
    components = read(
        gpml(
            '<DataNode TextLabel="A"/>',
            node("node-1", "Protein"),
            line("", "node-1", "node-1", anchor="line-1"),
            '<Group GroupId="1"/><Group GroupId="1"/>',
            '<Label TextLabel="l" GraphId="group-1"/>',
        )
    ).components

    assert [found.id for found in components.nodes] == ["node-1", "node-1'"]
    assert [found.id for found in components.interactions] == ["line-1'"]
    assert [found.id for found in components.groups] == ["group-1'", "group-1''"]


@pytest.mark.parametrize(
    ("written", "read_as"),
    [
        (" IL2&#10;receptor ", "IL2 receptor"),
        ("TNF-&#945;", "TNF-α"),
        ("TNF-&amp;amp;#945;", "TNF-α"),
        ("  ", ""),
        ("&#xF061;", "\uf061"),
    ],
)
def test_labels_are_plain_text(written: str, read_as: str) -> None:
    (found,) = read(gpml(node("a", "Protein", written))).components.nodes

    assert found.label == read_as


@pytest.mark.parametrize(
    ("database", "identifier", "key", "value"),
    [
        ("ChEBI", "15377", "chebi", "CHEBI:15377"),
        ("ChEBI", "CHEBI:15377", "chebi", "CHEBI:15377"),
        ("ChEBI", "CHEBI:CHEBI:15377 ", "chebi", "CHEBI:15377"),
        ("ChEBI compound", "chebi:15377", "chebi", "CHEBI:15377"),
        ("HMDB", "HMDB00122", "hmdb", "HMDB0000122"),
        ("HMDB", "HMDB0000122", "hmdb", "HMDB0000122"),
        ("HMDB", "00122", "hmdb", "HMDB0000122"),
        ("HGNC", "TP53", "hgnc_symbol", "TP53"),
        ("HGNC", "HGNC:11998", "hgnc", "HGNC:11998"),
        ("HGNC Accession number", "11998", "hgnc", "HGNC:11998"),
        ("HGNC Accession number", "HGNC:11998", "hgnc", "HGNC:11998"),
        ("Entrez Gene", "ncbigene:7157", "entrez", "7157"),
        ("entrez gene", " 7157", "entrez", "7157"),
        ("Ensembl", "ENSG00000141510.12", "ensembl_gene", "ENSG00000141510"),
        ("Ensembl", "ensembl:ENSMUSG00000059552", "ensembl_gene", "ENSMUSG00000059552"),
        ("Ensembl", "ENST00000269305.9", "ensembl_transcript", "ENST00000269305"),
        ("Ensembl", "YDR050C", "ensembl_gene", "YDR050C"),
        ("Ensembl", "At1g24260", "ensembl_gene", "AT1G24260"),
        ("Ensembl", "OS02G0787300", "ensembl_gene", "Os02g0787300"),
        ("Ensembl", "P04637", "uniprot", "P04637"),
        ("TAIR", "AT1G24260", "ensembl_gene", "AT1G24260"),
        ("Gramene Arabidopsis", "AT1G09570-TAIR-G", "ensembl_gene", "AT1G09570"),
        ("Gramene Rice", "Os02g0787300", "ensembl_gene", "Os02g0787300"),
        ("Rice Ensembl Gene", "OS02G0787300", "ensembl_gene", "Os02g0787300"),
        ("Gramene Maize", "GRMZM2G300348", "ensembl_gene", "GRMZM2G300348"),
        ("WormBase", "WBGene00017241", "ensembl_gene", "WBGene00017241"),
        ("FlyBase", "FBgn0002973", "ensembl_gene", "FBgn0002973"),
        ("TubercuList", "Rv1905c", "ensembl_gene", "Rv1905c"),
        ("Uniprot-TrEMBL", "p04637-2", "uniprot", "P04637"),
        ("Uniprot-SwissProt", "uniprot:P04637", "uniprot", "P04637"),
        ("RefSeq", "NM_000546.6", "refseq", "NM_000546"),
        ("NCBI Protein", "NP_000537.3", "refseq", "NP_000537"),
        ("KEGG Compound", " C00031", "kegg_compound", "C00031"),
        ("KEGG Drug", "D00109", "kegg_compound", "D00109"),
        ("KEGG Glycan", "G00004", "kegg_compound", "G00004"),
        ("KEGG Genes", "hsa:7157", "kegg", "hsa:7157"),
        ("KEGG Genes", "path:hsa04110", "kegg_pathway", "hsa04110"),
        ("KEGG Pathway", "path:hsa04110", "kegg_pathway", "hsa04110"),
        ("KEGG Pathway", "map04110", "kegg_pathway", "map04110"),
        ("KEGG Pathway", "ko04110", "kegg_pathway", "ko04110"),
        ("KEGG Pathway", "04110", "kegg_pathway", "map04110"),
        ("KEGG Pathway", "WP179", "wikipathways", "WP179"),
        ("LIPID MAPS", "LMFA01010001", "lipidmaps", "LMFA01010001"),
        ("CAS", "50-78-2", "cas", "50-78-2"),
        ("Wikidata", "Q18216", "wikidata", "Q18216"),
        ("PubChem-compound", "2244", "pubchem_compound", "2244"),
        ("PubChem-substance", "6598", "pubchem_substance", "6598"),
        ("Chemspider", "2157", "chemspider", "2157"),
        ("DrugBank", "DB00945", "drugbank", "DB00945"),
        ("ChEMBL compound", "25", "chembl", "CHEMBL25"),
        ("ChEMBL compound", "CHEMBL25", "chembl", "CHEMBL25"),
        ("EMBL", "CHEMBL25", "chembl", "CHEMBL25"),
        ("InChIKey", "BSYNRYMUTXBXSQ-UHFFFAOYSA-N", "inchikey", "BSYNRYMUTXBXSQ-UHFFFAOYSA-N"),
        ("miRBase Sequence", "MI0000060", "mirbase", "MI0000060"),
        ("miRBase mature sequence", "MIMAT0000062", "mirbase", "MIMAT0000062"),
        ("MGI", "98834", "mgi", "MGI:98834"),
        ("MGI", "MGI:98834", "mgi", "MGI:98834"),
        ("RGD", "RGD:3889", "rgd", "3889"),
        ("Reactome", "R-HSA-72068.3", "reactome", "R-HSA-72068"),
        ("GeneOntology", "0006096", "gene_ontology", "GO:0006096"),
        ("Other", "GO:0001755", "gene_ontology", "GO:0001755"),
        ("EcoGene", "ENSG00000141510", "ensembl_gene", "ENSG00000141510"),
        ("WikiPathways", "WP534", "wikipathways", "WP534"),
        ("WikiPathways", "Wp534", "wikipathways", "WP534"),
        ("WikiPathways", "534", "wikipathways", "WP534"),
        ("OMIM", "191170", "omim", "191170"),
        ("Orphanet", "524", "orphanet", "ORPHA:524"),
        ("MONDO", "MONDO:0018875", "mondo", "MONDO:0018875"),
        ("EFO", "0000311", "efo", "EFO:0000311"),
    ],
)
def test_a_curated_reference_becomes_a_cross_reference(database: str, identifier: str, key: str, value: str) -> None:
    assert only_node(database, identifier).cross_references == {key: value}


@pytest.mark.parametrize(
    ("database", "identifier"),
    [
        ("Reactome", "REACT_12700"),
        ("SGD", "S000000515"),
        ("ZFIN", "ZDB-GENE-990415-211"),
        ("WormBase", "gdp-3"),
        ("Gramene Rice", "LOC_Os02g05400"),
        ("Gramene Arabidopsis", "AT4G111030"),
        ("Ensembl", "ENSP00000008527"),
        ("Ensembl", "ENSG0000011541"),
        ("Uniprot-TrEMBL", "O"),
        ("Entrez Gene", "TP53"),
        ("ChEBI", "XL-VLDL-TG"),
        ("CAS", "50-78-3"),
        ("WikiPathways", "/"),
        ("Enzyme Nomenclature", "1.1.1.27"),
        ("A database of tomorrow", "17"),
    ],
)
def test_what_cannot_be_a_cross_reference_stays_a_curated_reference(database: str, identifier: str) -> None:
    assert only_node(database, identifier) == DataNode(
        id="a", label="x", type="Gene", database=database, identifier=identifier
    )


def test_ontology_terms_have_the_names_that_are_given() -> None:
    tags = ontology_tag("PW:0000640", "glycolysis &amp;amp; co") + ontology_tag("CL:0000738", " ")

    assert read(gpml(f"<Biopax>{tags}</Biopax>")).ontology_terms == (
        OntologyTerm(id="PW:0000640", name="glycolysis & co"),
        OntologyTerm(id="CL:0000738"),
    )


def test_a_publication_has_its_identifier_title_year_and_authors() -> None:
    assert literature("PubMed|17943134|On &lt;i&gt; tea|2007|Ann A|Bob B", cited="a") == (
        Publication(pubmed="17943134", title="On <i> tea", year=2007, authors=("Ann A", "Bob B")),
    )


def test_a_publication_that_is_entered_again_and_again_is_one() -> None:
    assert literature("PubMed|1||", "PubMed|1|On tea|1991|Ann A", "PubMed|1|On tea|1991", cited="a") == (
        Publication(pubmed="1", title="On tea", year=1991, authors=("Ann A",)),
    )


def test_two_publications_in_one_element_are_two() -> None:
    assert [one.pubmed for one in literature("PubMed|1|One", "PubMed|2|Two")] == ["1", "2"]


def test_a_publication_to_which_nothing_refers_is_not_cited() -> None:
    cited = [literature("PubMed|1", cited=name)[0].cited for name in ("a", " a ", "b", "")]

    assert cited == [True, True, False, False]


@pytest.mark.parametrize(
    ("entry", "found"),
    [
        ("PubMed|33235361.", Publication(pubmed="33235361")),
        ("PubMed|PMID: 33235361", Publication(pubmed="33235361")),
        ("PubMed|21965295\u00c3\u0082", Publication(pubmed="21965295")),
        ("PubMed|DOI: 10.1093/ humrep/del456", Publication(doi="10.1093/humrep/del456")),
        ("URL|https://doi.org/10.1016/S0092-8674(00)80901-0", Publication(doi="10.1016/S0092-8674(00)80901-0")),
        ("PubMed|PMC9334850.", Publication(database="PMC", identifier="PMC9334850")),
        ("PubMed|978-3-642-40336-1", Publication(database="ISBN", identifier="978-3-642-40336-1")),
        ("ISBN|41529900", Publication(database="ISBN", identifier="41529900")),
        ("PubMed|NA|A book", Publication(title="A book")),
        ("||A book", Publication(title="A book")),
    ],
)
def test_a_publications_identifier_is_told_by_its_form(entry: str, found: Publication) -> None:
    assert literature(entry, cited="a") == (found,)


@pytest.mark.parametrize("entry", ["PubMed||", "PubMed|NA", "|"])
def test_a_publication_without_identifier_and_title_is_none(entry: str) -> None:
    assert literature(entry) == ()


@pytest.mark.parametrize("digits", ["2", "141823", "20260607143312"])
def test_a_revision_has_all_its_digits(digits: str) -> None:
    assert read(gpml(head=f'{NAMED} Version="WP1_r{digits}"')).revision.version == digits


def test_ontology_tags_become_references() -> None:
    tags = "".join(map(ontology_tag, ["PW:0000640", " DOID:1612", "CL:0000738", "PW:0000640", "XX:1", ""]))

    assert read(gpml(f"<Biopax>{tags}</Biopax>")).references == (
        ("pathway_ontology", "PW:0000640"),
        ("disease_ontology", "DOID:1612"),
        ("cell_ontology", "CL:0000738"),
    )


@pytest.mark.parametrize(
    "type_", ["Pathway", "Pathways", "BiologicalProcess", "Event", "Key Event", "CellularComponent", "Other"]
)
def test_processes_refer_to_pathways_only_and_never_to_their_own(type_: str) -> None:
    drawing = read(
        gpml(
            node("a", type_, "A", "WikiPathways", "wp534"),
            node("b", type_, "B", "WikiPathways", "1"),
            node("c", type_, "C", "Reactome", "R-HSA-70171"),
            node("d", type_, "D", "KEGG Pathway", "hsa00010"),
            node("e", type_, "E", "GeneOntology", "GO:0006096"),
            node("f", type_, "F", "Entrez Gene", "7157"),
            node("g", type_, "G", "Wikidata", "Q18216"),
        )
    )

    assert drawing.gene_terms == ()
    assert drawing.references == (
        ("wikipathways", "WP534"),
        ("reactome", "R-HSA-70171"),
        ("kegg_pathway", "hsa00010"),
        ("gene_ontology", "GO:0006096"),
    )


def test_curated_identifiers_of_molecules_become_references_once() -> None:
    drawing = read(
        gpml(
            node("a", "GeneProduct", "A", "Entrez Gene", "7157"),
            node("b", "Protein", "B", "Entrez Gene", "7157"),
            node("c", "Metabolite", "C", "CAS", "50-78-2"),
            node("d", "Complex", "D", "Reactome", "R-HSA-981725"),  # of the complex, not of the pathway
            node("e", "RNA", "E", "miRBase Sequence", "MI0000060"),
            node("f", "Protein", "F", "SGD", "S000000515"),
        )
    )

    assert drawing.references == (("entrez", "7157"), ("cas", "50-78-2"), ("mirbase", "MI0000060"))


@pytest.mark.parametrize("type_", ["GeneProduct", "Rna", "RNA", "Protein", "Complex", "Unknown", ""])
def test_genes_are_found_by_label_and_curated_identifier(type_: str) -> None:
    drawing = read(
        gpml(
            node("a", type_, " Tp&#10;53 ", "Entrez Gene", "7157"),
            node("b", type_, "TP53", "Ensembl", "ENSG00000141510.1"),
            node("c", type_, "p53", "Uniprot-TrEMBL", "P04637"),
            node("d", type_, "TP53", "HGNC", "TP53L"),
            node("e", type_, "TP53", "HGNC Accession number", "11998"),
            node("f", type_, "", "CAS", "50-78-2"),
        )
    )

    assert drawing.gene_terms == (
        "ensembl_gene:ENSG00000141510",
        "entrez:7157",
        "hgnc:HGNC:11998",
        "symbol:p53",
        "symbol:tp 53",
        "symbol:tp53",
        "symbol:tp53l",
        "uniprot:P04637",
    )


def test_a_malformed_identifier_still_finds_its_gene() -> None:
    assert read(gpml(node("a", "Protein", "A", "Ensembl", "6965"))).gene_terms == ("ensembl_gene:6965", "symbol:a")


def test_metabolites_are_no_genes() -> None:
    assert read(gpml(node("m", "Metabolite", "ATP", "Entrez Gene", "7157"))).gene_terms == ()


@pytest.mark.parametrize(
    ("head", "type_"),
    [
        ("Arrow", "activation"),
        ("mim-stimulation", "activation"),
        ("mim-necessary-stimulation", "stimulation_necessary"),
        ("TBar", "inhibition"),
        ("mim-inhibition", "inhibition"),
        ("mim-binding", "binding"),
        ("mim-covalent-bond", "binding"),
        ("ReceptorRound", "binding"),
        ("Receptor", "binding"),
        ("LigandSquare", "binding"),
        ("mim-conversion", "conversion"),
        ("mim-catalysis", "catalysis"),
        ("mim-transcription-translation", "transcription_translation"),
        ("mim-modification", "modification"),
        ("mim-cleavage", "cleavage"),
        ("mim-translocation", "translocation"),
        ("mim-gap", "other"),
        ("mim-branching-left", "other"),
        ("Line", "association"),
    ],
)
def test_the_arrowhead_gives_the_type(head: str, type_: str) -> None:
    expected = {"id": "l", "source": "a", "target": "b", "type": type_, "arrow": head}

    assert interactions(*GENES, line("l", "a", f"b>{head}")) == (msgspec.convert(expected, Interaction),)


def test_a_line_without_a_head_is_an_association() -> None:
    assert interactions(*GENES, line("l", "a", "b")) == (
        Interaction(id="l", source="a", target="b", type="association", arrow="Line"),
    )


def test_a_backward_arrow_swaps_the_ends() -> None:
    label = '<Label TextLabel="cell death" GraphId="t"/>'

    assert interactions(*GENES, label, line("l", "t>TBar", "b")) == (
        Interaction(
            id="l",
            source="b",
            target="t",
            type="inhibition",
            arrow="TBar",
            target_kind="label",
            target_label="cell death",
        ),
    )


def test_the_second_head_of_a_line_is_kept() -> None:
    assert interactions(*GENES, line("l", "a>mim-binding", "b>TBar")) == (
        Interaction(id="l", source="a", target="b", type="inhibition", arrow="TBar", source_arrow="mim-binding"),
    )


def test_a_plain_arrow_between_metabolites_is_a_conversion() -> None:
    found = interactions(*GENES, *METABOLITES, line("l", "m", "n>Arrow"), line("k", "m", "a>Arrow"))

    assert found == (
        Interaction(id="l", source="m", target="n", type="conversion", arrow="Arrow"),
        Interaction(id="k", source="m", target="a", type="activation", arrow="Arrow"),
    )


def test_a_plain_arrow_from_a_metabolite_to_a_line_is_no_conversion() -> None:
    found = interactions(*METABOLITES, line("l", "m", "n>mim-conversion", anchor="la"), line("k", "m", "la>Arrow"))

    assert found[1] == Interaction(
        id="k", source="m", target="l", type="activation", arrow="Arrow", target_kind="interaction"
    )


def test_only_the_first_and_the_last_point_count() -> None:
    assert interactions(*GENES, *METABOLITES, line("l", "a", "m>TBar", ">Arrow", "b")) == (
        Interaction(id="l", source="a", target="b", type="association", arrow="Line"),
    )


def test_lines_may_end_on_anything_drawn() -> None:
    found = interactions(
        *GENES,
        line("l", "a", "b>mim-conversion", anchor="la"),
        line("g", "", "", anchor="ga", tag="GraphicalLine"),
        line("1", "a", "la>mim-catalysis"),
        line("2", "a", "ga>Arrow"),
        line("3", "a", "label>Arrow"),
        line("4", "shape", "a>Arrow"),
        line("5", "a", "state>Arrow"),
        line("6", "a", "gg>Arrow"),
        line("7", "a", "blank>Arrow"),
        '<Label TextLabel="cell&#10;death" GraphId="label"/>',
        '<Shape TextLabel="Nucleus" GraphId="shape"/><Shape GraphId="blank"/>',
        '<State TextLabel="P" GraphId="state" GraphRef="b"/>',
        '<Group GroupId="g1" GraphId="gg"/>',
    )

    to = {"source": "a", "type": "activation", "arrow": "Arrow"}
    assert found[1:] == tuple(
        msgspec.convert(expected, Interaction)
        for expected in [
            {"id": "g", "type": "association", "arrow": "Line", "graphical": True},
            to
            | {"id": "1", "target": "l", "target_kind": "interaction", "type": "catalysis", "arrow": "mim-catalysis"},
            to | {"id": "2", "target": "g", "target_kind": "interaction"},
            to | {"id": "3", "target": "label", "target_kind": "label", "target_label": "cell death"},
            to | {"id": "4", "source": "shape", "source_kind": "shape", "source_label": "Nucleus", "target": "a"},
            to | {"id": "5", "target": "state", "target_kind": "state", "target_label": "P", "target_node": "b"},
            to | {"id": "6", "target": "gg", "target_kind": "group"},
            to | {"id": "7", "target": "blank", "target_kind": "shape"},
        ]
    )


def test_an_anchor_on_a_nameless_line_leads_to_the_made_up_id() -> None:
    found = interactions(
        *GENES,
        line("", "a", "b", anchor="la"),
        line("", "", "", anchor="ga", tag="GraphicalLine"),
        line("x", "la", "ga"),
    )

    assert found == (
        Interaction(id="line-1", source="a", target="b", type="association", arrow="Line"),
        Interaction(id="graphical-line-1", type="association", arrow="Line", graphical=True),
        Interaction(
            id="x",
            source="line-1",
            target="graphical-line-1",
            type="association",
            arrow="Line",
            source_kind="interaction",
            target_kind="interaction",
        ),
    )


def test_lines_that_touch_nothing_at_one_end_are_counted() -> None:
    components = read(
        gpml(
            *GENES,
            line("1", "a", ">Arrow"),
            line("2", "", "b>Arrow"),
            line("3", "", ""),
            line("4", "a", "nowhere"),
            line("5", "a"),
            '<Interaction GraphId="6"/>',
            line("7", "a", "b"),
            line("8", "", "", tag="GraphicalLine"),
        )
    ).components

    assert ([found.id for found in components.interactions], components.unconnected_lines) == (["7"], 6)


def test_a_graphical_line_is_listed_if_both_ends_touch_something() -> None:
    components = read(
        gpml(
            *GENES,
            line("1", "a", "b>TBar", tag="GraphicalLine"),
            line("2", "a", ">Arrow", tag="GraphicalLine"),
            line("3", "a", "2a>Arrow", tag="GraphicalLine"),
            line("4", "a", "4b>Arrow", anchor="4a"),
            line("5", "4a", "b>Arrow", tag="GraphicalLine"),
        )
    ).components

    assert components.interactions == (
        Interaction(id="1", source="a", target="b", type="inhibition", arrow="TBar", graphical=True),
        Interaction(id="4", source="a", type="activation", arrow="Arrow"),
        Interaction(
            id="5", source="4", target="b", type="activation", arrow="Arrow", source_kind="interaction", graphical=True
        ),
    )
    assert (components.counts.interaction_count, components.unconnected_lines) == (3, 0)


def test_comments_are_kept_once_without_blank_ones() -> None:
    said = "<Comment>by &amp;amp;  tea\n</Comment><Comment Source='x'>by &amp;amp; tea</Comment><Comment> </Comment>"
    points = '<Graphics><Point GraphRef="a"/><Point GraphRef="a"/></Graphics>'
    components = read(
        gpml(
            f'<DataNode TextLabel="A" GraphId="a" Type="Protein">{said}<Comment>2</Comment></DataNode>',
            f'<Interaction GraphId="l">{said}{points}</Interaction>',
            f'<Group GroupId="g" GraphId="gg">{said}</Group>',
        )
    ).components

    assert [one.comments for one in components.proteins] == [("by & tea", "2")]
    assert [one.comments for one in components.interactions] == [("by & tea",)]
    assert [one.comments for one in components.groups] == [("by & tea",)]


def test_groups_have_two_kinds_of_id() -> None:
    components = read(
        gpml(
            node("a", "Protein", more='GroupRef="inner"'),
            '<DataNode TextLabel="B" GroupRef="inner"/>',
            node("c", "Metabolite", more='GroupRef="outer"'),
            '<Label TextLabel="a label" GraphId="t" GroupRef="outer"/><Shape GraphId="s" GroupRef="outer"/>',
            line("l", "a", "c", more='GroupRef="outer"'),
            line("k", "a", "", more='GroupRef="outer"'),
            '<Group GroupId="inner" GraphId="gi" GroupRef="outer" Style="Complex" TextLabel=" A complex "/>',
            '<Group GroupId="outer" Style="Pathway"/>',
            '<Group GroupId="empty" GraphId="inner"/>',
            "<Group/>",
        )
    ).components

    assert components.groups == (
        Group(id="gi", style="Complex", label="A complex", members=("a", "node-2")),
        Group(
            id="group-outer",
            style="Pathway",
            members=("c", "gi"),
            other_members=(
                Member(id="t", kind="label", label="a label"),
                Member(id="s", kind="shape"),
                Member(id="l", kind="interaction"),
                Member(id="k", kind="line"),
            ),
        ),
        Group(id="inner", style="None", empty=True),
        Group(id="group-4", style="None", empty=True),
    )


def test_a_line_that_others_hang_on_is_listed_with_the_end_it_has() -> None:
    """And so is what that line hangs on; but not what only lines hang on that touch nothing themselves."""
    drawn = read(
        gpml(
            *GENES,
            line("one", "a", "", anchor="on-one"),
            line("none", "", "two>Arrow", anchor="on-none"),
            line("deep", "on-one", "", anchor="on-deep"),
            line("lost", "b", "", anchor="on-lost"),
            line("loose", "on-lost", ""),
            line("x", "b", "on-deep>mim-catalysis"),
            line("y", "b", "on-none>mim-catalysis"),
        )
    ).components

    assert [(one.id, one.source, one.target) for one in drawn.interactions] == [
        ("one", "a", None),
        ("none", None, None),
        ("deep", "one", None),
        ("x", "b", "deep"),
        ("y", "b", "none"),
    ]
    assert drawn.unconnected_lines == 2


def test_a_dashed_line_says_so() -> None:
    dashed, solid = interactions(
        *GENES, line("l", "a", "b").replace("<Graphics>", '<Graphics LineStyle="Broken">'), line("k", "a", "b")
    )

    assert (dashed.style, solid.style) == ("dashed", None)


def test_a_line_has_its_own_identifier_and_what_it_cites() -> None:
    works = publication("p", "PubMed|17") + publication("q", "DOI|10.1000/x") + publication("r", "PubMed|17")
    cited = "".join(f"<BiopaxRef>{name}</BiopaxRef>" for name in ("p", "unheard", "q", "r"))
    reaction = line("l", "m", "n").replace("<Graphics>", f"{cited}<Graphics>", 1)
    reaction = reaction.replace("</Interaction>", '<Xref Database="Rhea" ID="10740"/></Interaction>')
    bare = line("k", "m", "n").replace("</Interaction>", '<Xref Database="" ID=" "/></Interaction>')
    first, second = interactions(*METABOLITES, reaction, bare, f"<Biopax>{works}</Biopax>")

    assert (first.database, first.identifier, first.references) == ("Rhea", "10740", ("17", "10.1000/x"))
    assert (second.database, second.identifier, second.references) == (None, None, ())


def test_a_node_and_a_group_say_what_they_cite() -> None:
    cited = "<BiopaxRef>p</BiopaxRef>"
    components = read(
        gpml(
            node("a", "Protein").replace("<Graphics/>", f"{cited}<Graphics/>"),
            f'<Group GroupId="g">{cited}</Group>',
            f"<Biopax>{publication('p', 'PubMed|17')}</Biopax>",
        )
    ).components

    assert (components.proteins[0].references, components.groups[0].references) == (("17",), ("17",))


@pytest.mark.parametrize(
    ("label", "comment", "found"),
    [
        ("P", "", State(id="s", value="P", type="phosphorylation")),
        ("p", "by tea", State(id="s", value="p", type="phosphorylation", comment="by tea")),
        ("PolyUb", "", State(id="s", value="PolyUb", type="ubiquitination")),
        ("Me", "", State(id="s", value="Me", type="methylation")),
        ("Ac", "", State(id="s", value="Ac", type="acetylation")),
        ("GTP", "", State(id="s", value="GTP")),
        ("Y705", "", State(id="s", value="Y705", position="Y705")),
        ("Ser-473", "", State(id="s", value="Ser-473", position="Ser-473")),
        (
            "",
            "position=ser20; sitegrpid=1; ptm=p; direction=u",
            State(
                id="s",
                type="phosphorylation",
                position="ser20",
                comment="position=ser20; sitegrpid=1; ptm=p; direction=u",
            ),
        ),
    ],
)
def test_a_state_is_on_its_node(label: str, comment: str, found: State) -> None:
    comment = f"<Comment>{comment}</Comment>" if comment else ""
    state = f'<State TextLabel="{label}" GraphId="s" GraphRef="b">{comment}<Graphics/></State>'
    without, with_it = read(gpml(*GENES, state)).components.genes

    assert (without.states, with_it.states) == ((), (found,))


def test_a_node_without_a_label_has_none() -> None:
    (found,) = read(gpml(node("a", "Protein", " "))).components.nodes

    assert msgspec.to_builtins(found) == {"id": "a", "type": "Protein"}


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(BOMB.encode(), id="billion laughs"),
        pytest.param(BOMB.encode("utf-16"), id="billion laughs in UTF-16"),
        pytest.param(f"<!--{'x' * 9000}-->{BOMB}".encode(), id="billion laughs after a long comment"),
        pytest.param(
            b'<!DOCTYPE Pathway [<!ENTITY x SYSTEM "file:///etc/passwd">]><Pathway>&x;</Pathway>', id="external entity"
        ),
        pytest.param(b'<!DOCTYPE Pathway SYSTEM "http://localhost/x.dtd"><Pathway/>', id="external subset"),
        pytest.param(b"<!DOCTYPE html><html><body>Not found</body></html>", id="HTML"),
    ],
)
def test_a_document_type_is_refused(data: bytes) -> None:
    with pytest.raises(GpmlError, match=r"^it declares a document type, which no GPML file needs$"):
        read(data)


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"", id="nothing"),
        pytest.param(b"Service unavailable", id="text"),
        pytest.param(b"<html><body><br>Not found</body></html>", id="HTML that is no XML"),
        pytest.param(gpml(*GENES)[:-20], id="truncated at the end"),
        pytest.param(gpml(*GENES)[:60], id="truncated in the root"),
        pytest.param(gpml("&undeclared;"), id="an entity that nothing declares"),
        pytest.param(b"\x00\x01\x02", id="binary"),
        pytest.param(b'<?xml version="1.0" encoding="martian"?><Pathway/>', id="unknown encoding"),
        pytest.param(b'<?xml version="1.0" encoding="gb18030"?><Pathway/>', id="unsupported encoding"),
        pytest.param(gpml().replace(b"Tea", b"T\xffa"), id="not UTF-8"),
        pytest.param(gpml() + gpml(), id="two roots"),
        pytest.param(f"<Pathway>{BOMB}</Pathway>".encode(), id="a document type inside the root"),
    ],
)
def test_what_is_not_well_formed_is_refused(data: bytes) -> None:
    with pytest.raises(GpmlError, match=r"^it is not well-formed XML: .+$"):
        read(data)


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"<html><body>Not found</body></html>", id="HTML"),
        pytest.param(b"<Pathway/>", id="no namespace"),
        pytest.param(b'<Pathway xmlns="http://pathvisio.org/GPML/2021"/>', id="GPML 2021"),
        pytest.param(f'<DataNode xmlns="{NAMESPACE}"/>'.encode(), id="another root"),
    ],
)
def test_what_is_not_gpml_is_refused(data: bytes) -> None:
    with pytest.raises(GpmlError, match=r"^it is (XML, but not a GPML 2013a pathway|written in GPML2021, .+)$"):
        read(data)


def test_other_encodings_are_read() -> None:
    utf_16 = gpml().decode().replace('version="1.0"', 'version="1.0" encoding="utf-16"').encode("utf-16")

    assert msgspec.structs.replace(read(utf_16), file=b"") == msgspec.structs.replace(read(gpml()), file=b"")


def test_a_byte_order_mark_is_read() -> None:
    marked = read(b"\xef\xbb\xbf" + gpml())

    assert msgspec.structs.replace(marked, file=b"") == msgspec.structs.replace(read(gpml()), file=b"")


def test_what_nobody_sees_is_removed_and_curated_blanks_stay() -> None:
    node = read(
        gpml(
            '<DataNode GraphId="a"><Xref Database="&#8238;Ensembl&#10;" ID="ENSG00000122545&#160; &#8203;"/></DataNode>'
        )
    )

    assert [(one.database, one.identifier) for one in node.components.other_nodes] == [
        ("Ensembl ", "ENSG00000122545\xa0 ")
    ]


def test_names_that_many_groups_share_are_told_apart_at_once() -> None:
    """Each was compared with all before it, quote by quote: 7,000 of them took 22 seconds."""
    components = read(gpml('<Label GraphId="group-a\'5"/>', '<Group GroupId="a"/>' * 20_000)).components
    named = [found.id for found in components.groups]

    assert named[:6] == ["group-a", "group-a'", "group-a''", "group-a'''", "group-a'4", "group-a'6"]
    assert len({*named}) == 20_000
    assert max(map(len, named)) < 20


@pytest.mark.parametrize(("parse", "most"), [(read, 100_000), (gpml_diagram.read, 10_000)])
def test_a_drawing_with_more_elements_than_anybody_draws_is_refused(
    parse: Callable[[bytes], object], most: int
) -> None:
    parse(gpml("<Note/>" * most))
    with pytest.raises(GpmlError, match="more than"):
        parse(gpml("<Note/>" * (most + 1)))


def test_a_drawing_has_at_most_20000_points() -> None:
    gpml_diagram.read(gpml(f"<a>{'<Point/>' * 19_999}<Anchor/></a>"))
    with pytest.raises(GpmlError, match="20000 points"):
        gpml_diagram.read(gpml(f"<a>{'<Point/>' * 20_000}<Anchor/></a>"))


ORDERS = {
    "node": (shape("a"), 0x8000),
    "label": (shape("a", "Label", label="x"), 0x7000),
    "shape": (shape("a", "Shape"), 0x4000),
    "line": (
        '<Interaction GraphId="a"><Graphics><Point X="0" Y="0"/><Point X="9" Y="9"/></Graphics></Interaction>',
        0x3000,
    ),
    "group": ('<Group GroupId="g" GraphId="a"/>', 0x1000),
}


@pytest.mark.parametrize(("element", "order"), ORDERS.values(), ids=ORDERS)
def test_an_element_without_a_height_lies_where_pathvisio_draws_it(element: str, order: int) -> None:
    """Between one that is drawn just below and one just above it."""
    around = [shape(f"{height}", look=f'ZOrder="{height}"') for height in (order + 1, order - 1)]
    stack = sorted(gpml_diagram.read(gpml(*around, element)).elements, key=lambda one: one.order)

    assert [one.id for one in stack] == [f"{order - 1}", "a", f"{order + 1}"]


@pytest.mark.parametrize(
    ("tag", "outline", "fill", "order", "vertical"),
    [
        ("DataNode", "Rectangle", "#ffffff", 0x8000, "top"),
        ("Label", "None", "", 0x7000, "top"),
        ("Shape", "Rectangle", "", 0x4000, "top"),
        ("State", "Rectangle", "#ffffff", 0x800A, "middle"),
    ],
)
def test_a_shape_that_says_nothing_of_its_look_has_the_usual_one(
    tag: str, outline: str, fill: str, order: int, vertical: str
) -> None:
    one = gpml_diagram.read(gpml(shape("n"), shape("a", tag, label="x", more='GraphRef="n"'))).elements[-1]

    assert isinstance(one, Shape)
    assert one.text is not None
    assert (one.outline, one.fill, one.order, one.text.vertical) == (outline, fill, order, vertical)


def test_a_drawing_reaches_100000_pixels_and_no_farther() -> None:
    gpml_diagram.read(gpml(shape("a", at=(100_000, -100_000, 9, 9))))
    for place in ((100_001, 0, 9, 9), (0, -100_001, 9, 9)):
        with pytest.raises(GpmlError, match="farther than 100000 pixels"):
            gpml_diagram.read(gpml(shape("a", at=place)))


@pytest.mark.parametrize(("label", "lines"), [
    ("x" * 2000, ("x" * 2000,)), ("x" * 2001, ("x" * 2000 + "...",)),
    ("&#10;".join("y" * 60), ("y",) * 60), ("&#10;".join("y" * 61), ("y",) * 60),
])  # fmt: skip
def test_a_label_has_2000_characters_in_60_lines(label: str, lines: tuple[str, ...]) -> None:
    (one,) = gpml_diagram.read(gpml(shape("a", label=label))).elements

    assert isinstance(one, Shape)
    assert one.text is not None
    assert one.text.lines == lines


def test_a_drawing_has_at_most_8_megabytes() -> None:
    room = 8 * 2**20 - len(gpml())
    read(gpml(" " * room))
    with pytest.raises(GpmlError, match="more than"):
        read(gpml(" " * (room + 1)))
