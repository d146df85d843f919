"""The reader of GPML for curators, on small drawings written for these tests."""

import pytest

from biofacts.adapters.http.wikipathways.gpml import GpmlError
from biofacts.adapters.http.wikipathways.gpml_for_checks import read_for_curators
from biofacts.domain.pathways.drawing_rules import (
    Citation,
    CuratedDrawing,
    CuratedLine,
    CuratedNode,
    DanglingReference,
    ListedPublication,
)

NAMESPACE = "http://pathvisio.org/GPML/2013a"
BIOPAX = "http://www.biopax.org/release/biopax-level3.owl#"
RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"


def gpml(*elements: str, head: str = 'Name="Tea" Organism="Homo sapiens" Version="WP1_r2"') -> bytes:
    spaces = f'xmlns="{NAMESPACE}" xmlns:bp="{BIOPAX}" xmlns:rdf="{RDF}"'
    return f"<Pathway {spaces} {head}>{''.join(elements)}</Pathway>".encode()


def node(name: str, database: str = "", identifier: str = "", *, more: str = "", inside: str = "") -> str:
    name = f'GraphId="{name}"' if name else ""
    xref = f'<Xref Database="{database}" ID="{identifier}"/>'
    return f'<DataNode TextLabel="Tea&#10;cup" Type="GeneProduct" {name} {more}>{inside}{xref}</DataNode>'


def line(name: str, *touched: str, tag: str = "Interaction") -> str:
    points = "".join(f'<Point GraphRef="{one}"/>' if one else "<Point/>" for one in touched)
    return f'<{tag} GraphId="{name}"><Graphics>{points}<Anchor GraphId="{name}-a"/></Graphics></{tag}>'


def read_node(database: str, identifier: str, organism: str = "Homo sapiens") -> CuratedNode:
    head = f'Name="Tea" Organism="{organism}"'
    return read_for_curators(gpml(node("a", database, identifier), head=head)).nodes[0]


def test_a_new_drawing_needs_no_id_and_no_organism() -> None:
    assert read_for_curators(gpml(head="")) == CuratedDrawing(id="", title="", organism="")


def test_what_is_no_gpml_is_refused() -> None:
    with pytest.raises(GpmlError, match="not well-formed XML"):
        read_for_curators(b"tea")


def test_nodes_have_their_reference_and_the_names_that_components_give_them() -> None:
    drawing = read_for_curators(gpml(node("a", "Entrez Gene", " 842 "), node("", "Ensembl", "ENSG00000132906.5")))

    assert drawing == CuratedDrawing(
        id="WP:WP1",
        title="Tea",
        organism="Homo sapiens",
        nodes=(
            CuratedNode(
                id="a", label="Tea cup", type="Gene", database="Entrez Gene", identifier="842",
                reference=("entrez", "842"),
            ),
            CuratedNode(
                id="node-2", label="Tea cup", type="Gene", database="Ensembl", identifier="ENSG00000132906.5",
                reference=("ensembl_gene", "ENSG00000132906"),
            ),
        ),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("database", "identifier"),
    [
        ("Ensembl", "ENSP00000426983"), ("Ensembl", "LRG_482"), ("RefSeq", "YP_009724391"),
        ("NCBI Protein", "BAX00474.1"), ("Enzyme Nomenclature", "1.1.1.-"), ("InterPro", "IPR000100"),
        ("Complex Portal", "CPX-373"), ("ChEBI", "15903"), ("HMDB", "HMDB00122"), ("Gramene Rice", "LOC_Os07g36190"),
        ("HGNC", "P2RY12"), ("KEGG Genes", "eco:b0001"), ("SGD", "S000028457"), ("Uniprot-TrEMBL", "P04637-2"),
        ("affy", "1851_s_at"), ("WikiPathways", "WP1_r2"), ("Reactome", "R-HSA-1.3"),
    ],
)  # fmt: skip
def test_identifiers_that_databases_give_are_well_formed(database: str, identifier: str) -> None:
    assert read_node(database, identifier).slip is None


@pytest.mark.parametrize(
    ("database", "identifier", "told"),
    [
        ("Ensembl", "ENSG0000011541", None), ("Ensembl", "Q13367", ("uniprot", "Q13367")), ("Ensembl", "TP53", None),
        ("Reactome", "REACT_12713", None), ("ChEBI", "L-VLDL-CE", None), ("InterPro", "PF00520", None),
        ("HGNC", "ENSG00000171552", ("ensembl_gene", "ENSG00000171552")), ("Uniprot-TrEMBL", "ESM8_DROME", None),
        ("KEGG Pathway", "WP4172", ("wikipathways", "WP4172")), ("CAS", "50-00-1", None),
    ],
)  # fmt: skip
def test_malformed_identifiers_have_the_reference_that_their_form_tells(
    database: str, identifier: str, told: tuple[str, str] | None
) -> None:
    found = read_node(database, identifier)

    assert (found.slip, found.reference) == ("malformed", told)


def test_loci_are_genes_of_ensembl_where_its_ids_have_no_prefix() -> None:
    assert read_node("Ensembl", "YDR050C", "Saccharomyces cerevisiae").slip is None
    assert read_node("Ensembl", "YDR050C").slip == "malformed"


@pytest.mark.parametrize(
    ("database", "identifier", "slip", "meant"),
    [
        ("", "", "missing", None), ("Ensembl", " ", "missing", None), ("", "842", "missing", None),
        ("Ensemble", "1", "unknown database", "ensembl"), ("pato", "1", "unknown database", None),
        ("Other", "1", "unknown database", None),
    ],
)  # fmt: skip
def test_references_may_lack_a_part_or_name_no_database(
    database: str, identifier: str, slip: str, meant: str | None
) -> None:
    found = read_node(database, identifier)

    assert (found.slip, found.intended) == (slip, meant)


def test_lines_tell_what_their_ends_touch() -> None:
    shape = '<Shape GraphId="s" TextLabel="Cup"/>'
    drawing = read_for_curators(
        gpml(
            shape,
            node("a"),
            line("l", "a", "s"),
            line("m", "", "l-a"),
            line("n"),
            line("o", "a", "", "s"),
            line("p", "a"),
            line("g", "", tag="GraphicalLine"),
        )
    )

    assert drawing.lines == (
        CuratedLine(id="l", ends=("Tea cup", "Cup")),
        CuratedLine(id="m", ends=(None, "")),
        CuratedLine(id="n", ends=(None, None)),
        CuratedLine(id="o", ends=("Tea cup", "Cup")),
        CuratedLine(id="p", ends=(None, None)),
    )
    assert drawing.dangling == ()


def test_references_to_no_element_and_repeated_ids_are_listed() -> None:
    drawing = read_for_curators(
        gpml(
            node("a", more='GroupRef="g1"'),
            node("a", more='GroupRef="g2"'),
            '<Group GroupId="g1" GraphId="g"/>',
            line("l", "a", "gone"),
            '<State GraphId="s" GraphRef="lost" TextLabel="P"/>',
            line("m", "g", "g1"),
        )
    )

    assert drawing.dangling == (
        DanglingReference(id="a", label="Tea cup", by="group", to="g2"),
        DanglingReference(id="l", label="Tea cup", by="line", to="gone"),
        DanglingReference(id="s", label="P", by="state", to="lost"),
        DanglingReference(id="m", label="", by="line", to="g1"),
    )
    assert drawing.repeated == (("a", "Tea cup"),)


def test_citations_and_publications_are_listed_as_they_are_written() -> None:
    work = (
        '<Biopax><bp:PublicationXref rdf:id="p1"><bp:ID>12</bp:ID><bp:DB>PubMed</bp:DB><bp:TITLE>Tea</bp:TITLE>'
        '</bp:PublicationXref><bp:PublicationXref rdf:id="p2"/><bp:PublicationXref rdf:id="p3"><bp:ID/><bp:DB>PubMed'
        "</bp:DB><bp:TITLE>Draft</bp:TITLE><bp:ID>34</bp:ID><bp:DB>PubMed</bp:DB><bp:ID>PMC5</bp:ID><bp:DB>PubMed"
        "</bp:DB></bp:PublicationXref></Biopax>"
    )
    cited = "<BiopaxRef>p1</BiopaxRef><BiopaxRef>p9</BiopaxRef>"
    drawing = read_for_curators(gpml("<BiopaxRef>p1</BiopaxRef>", node("a", inside=cited), work))

    assert drawing.citations == (
        Citation(id="", label="", publication="p1"),
        Citation(id="a", label="Tea cup", publication="p1"),
        Citation(id="a", label="Tea cup", publication="p9"),
    )
    assert drawing.publications == (
        ListedPublication(name="p1", database="PubMed", identifier="12", title="Tea"),
        ListedPublication(name="p2", database="", identifier="", title=""),
        ListedPublication(name="p3", database="PubMed", identifier="34", title=""),
    )
