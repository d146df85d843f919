"""The files that WikiPathways and the Pathway Ontology publish of a few pathways, in the upstreams' layouts."""

import io
import json
import zipfile
from urllib.parse import quote
from xml.sax.saxutils import quoteattr

from tests.small_pathways import Drawn, Node

TEXT_PATH = "/json/findPathwaysByText.json"

XREF_PATH = "/json/findPathwaysByXref.json"

LITERATURE_PATH = "/json/findPathwaysByLiterature.json"

COMMUNITIES_PATH = "/json/listCommunities.json"

OBO_PATH, DISEASES_PATH = "/pw.obo", "/doid.obo"

ARCHIVE_PATH, RDF_PATH = "/current/gpml/", "/current/rdf/"


def drawing_path(local_id: str) -> str:
    return f"/wikipathways-assets/pathways/{local_id}/{local_id}.gpml"


def mappings_path(local_id: str) -> str:
    return f"/wikipathways-assets/pathways/{local_id}/{local_id}-datanodes.tsv"


_FIELDS = {
    "ncbigene": "ncbigene:", "ensembl": "ensembl:", "hgnc": "hgnc.symbol:", "uniprot": "uniprot:",
    "wikidata": "wikidata:", "chebi": "chebi:", "inchikey": "inchikey:",
}  # fmt: skip


def _row(pathway: Drawn) -> dict[str, str]:
    return {
        "id": pathway.local_id,
        "url": f"https://www.wikipathways.org/instance/{pathway.local_id}",
        "name": pathway.name,
        "species": pathway.species,
        "revision": "2026-08-22",
        "authors": "Ann, Bob, AnnBeam",
        "description": pathway.description if pathway.snippet is None else pathway.snippet,
    }


def _indexed(pathway: Drawn) -> list[Node]:
    return [node for node in pathway.nodes if node.type in ("GeneProduct", "Protein", "Metabolite")]


def text_file(*pathways: Drawn) -> bytes:
    rows = [
        {
            **_row(pathway),
            "citedIn": "",
            "datanodes": ", ".join(sorted({node.label for node in _indexed(pathway)})),
            "annotations": ", ".join(pathway.terms.values()) + (", " if pathway.terms else ""),
        }
        for pathway in pathways
    ]
    return json.dumps({"pathwayInfo": rows}, indent=2).encode()


def xref_file(*pathways: Drawn) -> bytes:
    """The identifier index; CDK1's row is shifted, so that its cells stand one field further on."""
    rows: list[dict[str, str]] = []
    for pathway in pathways:
        cells: dict[str, list[str]] = {field: [] for field in _FIELDS}
        for node in _indexed(pathway):
            for cell in node.mapped:
                field = next(name for name, prefix in _FIELDS.items() if cell.startswith(prefix))
                names = list(_FIELDS)
                cells[names[names.index(field) + 1] if node.label == "CDK1" else field].append(cell)
        rows.append({**_row(pathway), **{field: ", ".join(found) for field, found in cells.items()}})
    return json.dumps({"pathwayInfo": rows}).encode()


def literature_file(*pathways: Drawn) -> bytes:
    """The index of cited works, which leaves out pathways that cite nothing."""
    rows = [
        {**_row(pathway), "refs": ", ".join(work[0] for work in pathway.cited), "citations": "[]"}
        for pathway in pathways
        if pathway.cited
    ]
    return json.dumps({"pathwayInfo": rows}).encode()


def communities_file(*pathways: Drawn) -> bytes:
    """The communities: one with every other pathway and one that is gone, one without a tag, one without pathways."""
    members = [*pathways[::2], *([pathways[0]._replace(local_id="WP1")] if pathways else [])]
    rows: list[dict[str, object]] = [
        {"display-name": "Rare Diseases", "community-tag": "RareDiseases", "pathways": [*map(_row, members)]},
        {"display-name": "Reactome", "community-tag": "", "pathways": [*map(_row, pathways)]},
        {"display-name": "Daphnia", "community-tag": "Daphnia", "pathways": []},
    ]
    return json.dumps({"communities": rows}).encode()


def gpml_file(pathway: Drawn, revision: int = 141823) -> bytes:
    nodes = "".join(
        f"<DataNode TextLabel={quoteattr(node.label)} GraphId={quoteattr(node.label)} Type={quoteattr(node.type)}>"
        f"<Xref Database={quoteattr(node.database)} ID={quoteattr(node.identifier)}/></DataNode>"
        for node in pathway.nodes
    )
    lines = "".join(
        f'<Interaction GraphId="l{number}"><Graphics><Point GraphRef={quoteattr(source)}/>'
        f"<Point GraphRef={quoteattr(target)} ArrowHead={quoteattr(arrow)}/>"
        f'<Anchor GraphId="l{number}-anchor"/></Graphics></Interaction>'
        for number, (source, target, arrow) in enumerate(pathway.lines)
    )
    tags = "".join(
        f"<bp:openControlledVocabulary><bp:TERM>{name}</bp:TERM><bp:ID>{term}</bp:ID></bp:openControlledVocabulary>"
        for term, name in pathway.terms.items()
    )
    works = "".join(
        f'<bp:PublicationXref rdf:id="p{pubmed}"><bp:ID>{pubmed}</bp:ID><bp:DB>PubMed</bp:DB>'
        f"<bp:TITLE>{title}</bp:TITLE>"
        f"<bp:YEAR>{year}</bp:YEAR><bp:AUTHORS>Ann A</bp:AUTHORS></bp:PublicationXref>"
        for pubmed, title, year in pathway.cited
    )
    text = pathway.description.replace("&", "&amp;")
    comment = f'<Comment Source="WikiPathways-description">{text}</Comment>' if text else ""
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\r\n<Pathway xmlns="http://pathvisio.org/GPML/2013a"'
        f' Name={quoteattr(pathway.name)} Version="{pathway.local_id}_r{revision}"'
        f' Organism={quoteattr(pathway.species)} Author="[Ann, Bob]" Last-Modified="20251125012351">'
        f"{comment}{nodes}{lines}"
        '<Biopax xmlns:bp="http://www.biopax.org/release/biopax-level3.owl#"'
        f' xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">{tags}{works}</Biopax></Pathway>'
    ).encode()


_COLUMNS = (
    "Label Type Identifier Comment Ensembl,NCBI gene,HGNC,UniProt,Wikidata,ChEBI,InChI,PubChem,ChemSpider,HMDB,KEGG"
    ",LipidMaps"
)

_CELLS = ("ensembl:", "ncbigene:", "hgnc.symbol:", "uniprot:", "wikidata:", "chebi:", "inchikey:", "pubchem.compound:")

_CURIES = {"Entrez Gene": "ncbigene:", "Ensembl": "ensembl:", "Uniprot-TrEMBL": "uniprot:", "ChEBI": "chebi:"}


def mappings_file(pathway: Drawn) -> bytes:
    """The table of data nodes, one row for each that has an identifier."""
    rows = [",".join(_COLUMNS.split(" ", 4)).replace(",", "\t")]
    for node in _indexed(pathway):
        cells = [next((one for one in node.mapped if one.startswith(prefix)), "") for prefix in _CELLS]
        identifier = _CURIES.get(node.database, f"{node.database.casefold()}:") + node.identifier.rpartition(":")[2]
        rows.append("\t".join([node.label, node.type, identifier, '""', *cells, "", "", "", ""]))
    return "\n".join(rows).encode()


OBO = b"""format-version: 1.2
data-version: 7.90

[Term]
id: PW:0000026
name: citric acid cycle pathway
synonym: "Krebs cycle pathway" RELATED []
synonym: "TCA cycle pathway" EXACT []
synonym: "KEGG:00020" RELATED []

[Term]
id: PW:0000640
name: glycolysis pathway
synonym: "Embden-Meyerhof pathway" RELATED []
synonym: "KEGG:00010" RELATED []
synonym: "SMP:00040" RELATED []

[Term]
id: PW:0000009
name: apoptotic cell death pathway
synonym: "programmed cell death pathway" EXACT []

[Term]
id: PW:0000999
name: gone pathway
synonym: "KEGG:99999" RELATED []
is_obsolete: true

[Typedef]
id: part_of
name: part of
"""


DISEASES = b"""format-version: 1.2
data-version: doid/releases/2026-07-31/doid.obo

[Term]
id: DOID:332
name: amyotrophic lateral sclerosis
alt_id: DOID:14332
synonym: "ALS" EXACT OMO:0003012 []
synonym: "Lou Gehrig's disease" EXACT []
synonym: "motor neuron disease" BROAD []
is_a: DOID:231 ! motor neuron disease
"""


def archive_files(*pathways: Drawn) -> dict[str, bytes]:
    """The monthly archive: an HTML table, and one zip per organism."""
    zips: dict[str, bytes] = {}
    for organism in sorted({pathway.species for pathway in pathways}):
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w") as archive:
            for pathway in pathways:
                if pathway.species == organism:
                    archive.writestr(f"Hs_{pathway.local_id}_20260810.gpml", gpml_file(pathway))
        zips[f"wikipathways-20260810-gpml-{organism.replace(' ', '_')}.zip"] = packed.getvalue()
    rows = "".join(f'<tr><td><a href="./{name}">{name}</a></td></tr>' for name in zips)
    index = f"<!DOCTYPE html><html><body><table><tr><th>File Name</th></tr>{rows}</table></body></html>"
    return {ARCHIVE_PATH: index.encode(), **{ARCHIVE_PATH + name: body for name, body in zips.items()}}


_PROPERTIES = {
    "ensembl": "Ensembl", "ncbigene": "EntrezGene", "hgnc.symbol": "HgncSymbol", "uniprot": "Uniprot", "chebi": "ChEBI",
    "inchikey": "InChIKey", "wikidata": "Wikidata", "pubchem.compound": "PubChem", "hmdb": "Hmdb",
}  # fmt: skip


def turtle_file(pathway: Drawn) -> bytes:
    """A pathway of the monthly RDF."""
    text = ["@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .", "@prefix dcterms: <http://purl.org/dc/terms/> .",
            "@prefix wp: <http://vocabularies.wikipathways.org/wp#> ."]  # fmt: skip
    for node in pathway.nodes:
        text += [f"<https://identifiers.org/drawn/{quote(node.identifier)}> a wp:DataNode ;"]
        text += [f"  rdfs:label {json.dumps(node.label)} ; dcterms:identifier {json.dumps(node.identifier)}"]
        for token in (token for cell in node.mapped for token in cell.split(";") if token):
            prefix, _, value = token.partition(":")
            text += [f"  ; wp:bdb{_PROPERTIES[prefix]} <https://identifiers.org/{prefix}/{value}>"]
        text += ["  ."]
    return "\n".join(text).encode()


def rdf_files(*pathways: Drawn) -> dict[str, bytes]:
    """The monthly RDF: an HTML table, and one zip."""
    packed, name = io.BytesIO(), "wikipathways-20260810-rdf-wp.zip"
    with zipfile.ZipFile(packed, "w") as archive:
        for pathway in pathways:
            archive.writestr(f"wp/{pathway.local_id}.ttl", turtle_file(pathway))
    index = f"<!doctype html><table><tr><td><a class=file-link href={name}>{name}</a></td></tr></table>"
    return {RDF_PATH: index.encode(), RDF_PATH + name: packed.getvalue()}


def published(*pathways: Drawn) -> dict[str, bytes]:
    """Everything that the upstreams publish of these pathways."""
    return {
        TEXT_PATH: text_file(*pathways),
        XREF_PATH: xref_file(*pathways),
        LITERATURE_PATH: literature_file(*pathways),
        COMMUNITIES_PATH: communities_file(*pathways),
        OBO_PATH: OBO,
        DISEASES_PATH: DISEASES,
        **{drawing_path(pathway.local_id): gpml_file(pathway) for pathway in pathways},
        **{mappings_path(pathway.local_id): mappings_file(pathway) for pathway in pathways},
        **archive_files(*pathways),
        **rdf_files(*pathways),
    }
