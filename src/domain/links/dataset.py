"""The data set: nodes, edges, memberships and names as tables, and their description in Croissant.

Croissant is JSON-LD: https://docs.mlcommons.org/croissant/docs/croissant-spec.html
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from biofacts.domain.answers.kinds import PATHWAY
from biofacts.domain.answers.records import GUIDE, HGNC
from biofacts.domain.links.tables import LICENCES, LinkColumn, LinkTable

_SERVICES = (GUIDE, HGNC, PATHWAY.service)
_SOURCE = (LinkColumn("source", "the database that states it"), LinkColumn("licence", "the licence of that database"))
_KINDS = "gene, target, ligand, compound, pathway, complex or label; numbers of ligands and of targets overlap"

EDGES = LinkTable(
    "edges",
    "What ligands act on, the genes of targets, the compounds that ligands are, and the interactions of pathways.",
    (GUIDE, HGNC, PATHWAY.service),
    (
        LinkColumn("subject_kind", _KINDS),
        LinkColumn("subject", "where the edge begins"),
        LinkColumn("relation", "acts on, has gene, is, or the effect of a drawn interaction: activates, inhibits, ..."),
        LinkColumn("object_kind", _KINDS),
        LinkColumn("object", "where the edge ends"),
        LinkColumn("type", "how a ligand acts: type; None where the curators left it open"),
        LinkColumn("action", "how a ligand acts: action; None where the curators left it open"),
        LinkColumn("species", "whose protein was measured; None where the curators left it open"),
        LinkColumn("references", "PubMed ids of what it rests on; for drawn interactions also others", "ids"),
        LinkColumn("pathway", "of a drawn interaction"),
        LinkColumn("line", "id of a drawn interaction in its pathway"),
        LinkColumn("sign", "of a drawn interaction: + or -; None where its arrowhead states none"),
        LinkColumn("directed", "False for a drawn line without an arrowhead", "truth"),
        *_SOURCE,
    ),
)
MEMBERSHIPS = LinkTable(
    "memberships",
    "The human genes of human pathways, and the compounds of all pathways.",
    (HGNC, PATHWAY.service, GUIDE),
    (
        LinkColumn("pathway", "the pathway"),
        LinkColumn("member_kind", "gene or compound"),
        LinkColumn("member", "the gene or compound"),
        *_SOURCE,
    ),
)
NODES = LinkTable(
    "nodes",
    "Everything that edges, memberships and names are about.",
    _SERVICES,
    (
        LinkColumn("kind", _KINDS),
        LinkColumn("id", "its identifier, unique within a kind"),
        LinkColumn("name", "its name, symbol or title; None for a compound without one"),
        LinkColumn("organism", "of genes and pathways"),
        *_SOURCE,
    ),
)
NAMES = LinkTable(
    "names",
    "The names of human genes, of ligands, of targets and of pathways.",
    _SERVICES,
    (
        LinkColumn("kind", _KINDS),
        LinkColumn("id", "whose name it is"),
        LinkColumn("name", "the name"),
        LinkColumn("sort", "symbol, previous symbol, alias, name, approved name, abbreviation, synonym or title"),
        *_SOURCE,
    ),
)


class WrittenTable(NamedTuple):
    """A file of a table: its number of rows, and the SHA-256 digest of its content."""

    rows: int
    digest: str


_TYPES = {"text": "sc:Text", "number": "sc:Float", "truth": "sc:Boolean", "ids": "sc:Text"}
_TERMS = (
    "citeAs", "column", "equivalentProperty", "extract", "field", "fileObject", "fileProperty", "fileSet", "format",
    "includes", "isLiveDataset", "jsonPath", "key", "md5", "parentField", "path", "recordSet", "references", "regex",
    "repeated", "replace", "samplingRate", "separator", "source", "subField", "transform",
)  # fmt: skip
_CONTEXT: Mapping[str, Any] = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "sc": "https://schema.org/",
    "cr": "http://mlcommons.org/croissant/",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "dct": "http://purl.org/dc/terms/",
    "conformsTo": "dct:conformsTo",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "examples": {"@id": "cr:examples", "@type": "@json"},
    **{term: f"cr:{term}" for term in _TERMS},
}
"""The context that the specification asks for."""


def croissant(tables: Mapping[LinkTable, WrittenTable], published: str) -> dict[str, Any]:
    """Describe the files of a folder. `published`: a day, in ISO 8601."""
    return {
        "@context": _CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        "name": "biofacts",
        "description": "Pathways, genes, compounds, ligands and targets as a graph with sources and licences."
        + "".join(f" {table.name}: {written.rows} rows." for table, written in tables.items()),
        "license": [f"{service}: {licence}" for service, licence in LICENCES.items()],
        "url": "https://www.wikipathways.org",
        "citeAs": "WikiPathways, HGNC and the IUPHAR/BPS Guide to PHARMACOLOGY",
        "datePublished": published,
        "version": published.replace("-", "."),
        "distribution": [_file(table, written) for table, written in tables.items()],
        "recordSet": [_records(table) for table in tables],
    }


def _file(table: LinkTable, written: WrittenTable) -> dict[str, Any]:
    return {
        "@type": "cr:FileObject",
        "@id": f"{table.name}.parquet",
        "name": f"{table.name}.parquet",
        "description": f"{table.about} {written.rows} rows.",
        "contentUrl": f"{table.name}.parquet",
        "encodingFormat": "application/x-parquet",
        "sha256": written.digest,
    }


def _records(table: LinkTable) -> dict[str, Any]:
    return {
        "@type": "cr:RecordSet",
        "@id": table.name,
        "name": table.name,
        "description": table.about,
        "field": [_field(table, column) for column in table.columns],
    }


def _field(table: LinkTable, column: LinkColumn) -> dict[str, Any]:
    return {
        "@type": "cr:Field",
        "@id": f"{table.name}/{column.name}",
        "name": column.name,
        "description": column.meaning,
        "dataType": _TYPES[column.holds],
        **({"repeated": True} if column.holds == "ids" else {}),
        "source": {"fileObject": {"@id": f"{table.name}.parquet"}, "extract": {"column": column.name}},
    }
