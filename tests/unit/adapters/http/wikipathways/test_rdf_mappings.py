"""Turtle of WikiPathways: what each drawn identifier is mapped to, in the forms that excerpts show."""

import pytest

from biofacts.adapters.http.wikipathways.client import read_mappings
from biofacts.adapters.http.wikipathways.rdf_mappings import read_turtle
from biofacts.domain.pathways.index_files import MappedNode
from tests.unit.adapters.http.test_hostile_files import packed

PREFIXES = """@prefix dc: <http://purl.org/dc/elements/1.1/> . @prefix dcterms: <http://purl.org/dc/terms/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> . @prefix wp: <http://vocabularies.wikipathways.org/wp#> .
"""
GLUCOSE = """<https://identifiers.org/hmdb/HMDB0000122> rdf:type wp:Metabolite , wp:DataNode ; rdfs:label "glucose" ;
  dc:identifier <https://identifiers.org/hmdb/HMDB0000122> ; dcterms:identifier "HMDB0000122" ;
  wp:bdbPubChem <http://rdf.ncbi.nlm.nih.gov/pubchem/compound/CID5793> ;
  wp:bdbChEBI <https://identifiers.org/chebi/CHEBI:17234> , <https://identifiers.org/chebi/CHEBI:4167> ;
  wp:bdbInChIKey <https://identifiers.org/inchikey/WQZGKKKJIJFFOK-GASJEMHNSA-N> ;
  wp:bdbWikidata <http://www.wikidata.org/entity/Q37525> ;
  wp:bdbKeggCompound <https://identifiers.org/kegg.compound/C00031> .
"""
MAPPED = (
    ("chebi", "CHEBI:17234"), ("chebi", "CHEBI:4167"), ("inchikey", "WQZGKKKJIJFFOK-GASJEMHNSA-N"),
    ("kegg_compound", "C00031"), ("pubchem_compound", "5793"), ("wikidata", "Q37525"),
)  # fmt: skip


def turtle(text: str) -> bytes:
    return (PREFIXES + text).encode()


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(GLUCOSE, id="as published"),
        pytest.param(GLUCOSE.replace("https://", "http://"), id="http"),
        pytest.param(GLUCOSE.replace('"glucose"', '"glucose"^^xsd:string'), id="typed literals"),
        pytest.param(GLUCOSE.replace('"glucose"', '"glucose"@en'), id="a language"),
        pytest.param(GLUCOSE.replace("wp:Metabolite , wp:DataNode", "wp:DataNode , wp:Metabolite"), id="other order"),
        pytest.param(GLUCOSE.replace("rdf:type wp:Metabolite , wp:DataNode", "a wp:Metabolite"), id="one type"),
        pytest.param(GLUCOSE.replace("/chebi/CHEBI:", "/CHEBI:"), id="compact identifiers"),
        pytest.param(GLUCOSE.replace('  dcterms:identifier "HMDB0000122" ;', ""), id="the identifier in its address"),
    ],
)
def test_a_node_is_read_in_every_form(text: str) -> None:
    assert read_turtle(turtle(text)) == (MappedNode(label="glucose", identifier="HMDB0000122", references=MAPPED),)


def test_each_label_under_which_an_identifier_is_drawn_is_a_row() -> None:
    nodes = read_turtle(turtle(GLUCOSE.replace('"glucose"', '"glucose" , "D-Glucose\\n(blood)"')))

    assert [node.label for node in nodes] == ["D-Glucose (blood)", "glucose"]


def test_a_node_that_maps_to_nothing_has_what_it_is_drawn_with() -> None:
    text = """<https://identifiers.org/ncbigene/7157> a wp:GeneProduct ; rdfs:label "TP53" ; dcterms:identifier "7157" .
    <https://identifiers.org/eccode/5.3.1.9> a wp:Protein ; rdfs:label "isomerase" ; dcterms:identifier "5.3.1.9" ."""

    assert read_turtle(turtle(text)) == (MappedNode(label="TP53", identifier="7157", references=(("entrez", "7157"),)),)


def test_malformed_identifiers_and_other_subjects_are_left_out() -> None:
    text = """<https://identifiers.org/ncbigene/7157> a wp:GeneProduct ; rdfs:label "TP53" ; dcterms:identifier "7157" ;
      wp:bdbEnsembl <https://identifiers.org/ensembl/rubbish> ; wp:bdbUniprot <https://identifiers.org/uniprot/P04637> .
    <http://rdf.wikipathways.org/Pathway/WP1/WP/Interaction/a> a wp:Interaction ; rdfs:label "line" ."""

    assert [node.references for node in read_turtle(turtle(text))] == [(("uniprot", "P04637"),)]


@pytest.mark.parametrize(
    "body", [b"no turtle", b"<html><body>404</body></html>", b"\xff\xfe\x00", b"<a> <b> <c", b"[" * 5000]
)
def test_what_is_no_turtle_is_refused(body: bytes) -> None:
    with pytest.raises(ValueError, match="not readable Turtle"):
        read_turtle(body)


def test_a_file_that_cannot_be_read_costs_that_pathway_only() -> None:
    archive = packed(("wp/WP1.ttl", b"no turtle"), ("wp/WP534.ttl", turtle(GLUCOSE)), ("wp/WP2.ttl", turtle("")))

    assert [(one.local_id, len(one.nodes)) for one in read_mappings(archive)] == [("WP534", 1), ("WP2", 0)]


def test_an_archive_in_which_nothing_can_be_read_is_refused_with_the_reason() -> None:
    with pytest.raises(ValueError, match=r"wp/WP1\.ttl: it is not readable Turtle"):
        list(read_mappings(packed(("wp/WP1.ttl", b"no turtle"))))
