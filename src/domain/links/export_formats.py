"""Exported files: tables of links and of the data set, with a Croissant description; SIF, GraphML and GMT files.

Croissant is JSON-LD: https://docs.mlcommons.org/croissant/docs/croissant-spec.html
SIF: https://manual.cytoscape.org/en/stable/Supported_Network_File_Formats.html. GraphML: http://graphml.graphdrawing.org
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple, cast
from xml.sax.saxutils import escape, quoteattr

import msgspec

from biofacts.domain.answers.entity_kinds import COMPOUND, GENE, LIGAND, PATHWAY, TARGET
from biofacts.domain.answers.next_calls import PATHWAYS_OF_GENE
from biofacts.domain.answers.records import GUIDE, HGNC
from biofacts.domain.edges.edge import Edge, GraphNode

LICENCES: Mapping[str, str] = {
    GUIDE: "database: ODbL 1.0; contents: CC BY-SA 4.0",
    HGNC: "CC0 1.0",
    PATHWAY.service: "CC0 1.0",
}
"""The licences of the tables' sources."""


class LinkColumn(msgspec.Struct, frozen=True):
    """A column of an exported table. `holds`: the type of its values."""

    name: str
    meaning: str
    holds: Literal["text", "number", "truth", "ids"] = "text"


class LinkTable(msgspec.Struct, frozen=True):
    """An exported table. `about`: its description; `services`: the services whose facts it combines."""

    name: str
    about: str
    services: tuple[str, ...]
    columns: tuple[LinkColumn, ...]

    def by_column(self, row: Sequence[object]) -> Mapping[str, object]:
        """Return the values of a row by the names of their columns."""
        return {column.name: value for column, value in zip(self.columns, row, strict=True)}


class LinkSource(msgspec.Struct, frozen=True, kw_only=True):
    """A source of a join table: a catalogue in one release. `retrieved`: a time in ISO 8601, UTC."""

    service: str
    catalogue: str
    release: str
    retrieved: str
    licence: str


_TARGET = (
    LinkColumn("target_id", f"target of the Guide to PHARMACOLOGY, as {TARGET.get_tool} takes it"),
    LinkColumn("target_name", "its name"),
)
_GENE = (
    LinkColumn(
        "gene_id",
        f"human gene of HGNC, as {GENE.get_tool} takes it; of another organism if the Guide has no human gene",
    ),
    LinkColumn("gene_symbol", "its approved symbol"),
)
_LIGAND = (
    LinkColumn("ligand_id", f"ligand of the Guide to PHARMACOLOGY, as {LIGAND.get_tool} takes it"),
    LinkColumn("ligand_name", "its name"),
    LinkColumn("approved", "whether it is an approved medicine", "truth"),
    LinkColumn("withdrawn", "whether it is a medicine that was withdrawn", "truth"),
)
_COMPOUND = (
    LinkColumn("compound_id", f"compound of PubChem, as {COMPOUND.get_tool} takes it"),
    LinkColumn("compound_name", "its name in the Guide to PHARMACOLOGY; None if it has none there"),
)
_PATHWAY = (
    LinkColumn("pathway_id", f"pathway of WikiPathways, as {PATHWAY.get_tool} takes it"),
    LinkColumn("pathway_title", "its title"),
    LinkColumn("organism", "its organism"),
)
_EVIDENCE = (LinkColumn("via", "the database whose identifier both share"), LinkColumn("identifier", "that identifier"))

TARGET_GENE = LinkTable(
    "target-gene",
    "The genes that encode targets; for a complex, those of its subunits.",
    (GUIDE, HGNC),
    (*_TARGET, *_GENE, *_EVIDENCE),
)
GENE_PATHWAY = LinkTable(
    "gene-pathway",
    f"The human pathways that contain human genes, as {PATHWAYS_OF_GENE} lists them.",
    (HGNC, PATHWAY.service),
    (*_GENE, *_PATHWAY),
)
LIGAND_TARGET = LinkTable(
    "ligand-target",
    "The targets of ligands: one row per curated interaction of the Guide to PHARMACOLOGY.",
    (GUIDE,),
    (
        *_LIGAND,
        *_TARGET,
        LinkColumn("target_kind", "target, or ligand if the target is itself a ligand"),
        LinkColumn("gene_symbol", "the symbol of the target's gene"),
        LinkColumn("type", "type of action; None if not curated"),
        LinkColumn("action", "action; None if not curated"),
        LinkColumn("primary", "whether the target is a primary target of the medicine", "truth"),
        LinkColumn("endogenous", "whether the ligand is endogenous", "truth"),
        LinkColumn("species", "species of the measured protein; None if not curated"),
        LinkColumn("affinity_parameter", "the affinity parameter: pKi, pKd, pIC50, pEC50, pA2 or pKB"),
        LinkColumn("affinity_relation", ">, < or ~ if the value is a bound"),
        LinkColumn("affinity", "negative decadic logarithm of a molar concentration", "number"),
        LinkColumn("affinity_low", "lower end of the range, if one is given", "number"),
        LinkColumn("affinity_high", "upper end of the range, if one is given", "number"),
        LinkColumn("selectivity", "the curators' note on selectivity"),
        LinkColumn("references", "PubMed ids of the references", "ids"),
    ),
)
LIGAND_COMPOUND = LinkTable(
    "ligand-compound",
    "The PubChem compounds that ligands correspond to, as stated by the Guide to PHARMACOLOGY.",
    (GUIDE,),
    (*_LIGAND, _COMPOUND[0]),
)
COMPOUND_PATHWAY = LinkTable(
    "compound-pathway",
    "The compounds in pathways of all organisms: drawn, mapped, or stated by the Guide for such a structure.",
    (PATHWAY.service, GUIDE),
    (*_COMPOUND, *_PATHWAY, *_EVIDENCE),
)

LINK_TABLES: Sequence[LinkTable] = (TARGET_GENE, GENE_PATHWAY, LIGAND_TARGET, LIGAND_COMPOUND, COMPOUND_PATHWAY)


# The tables of the data set


_SERVICES = (GUIDE, HGNC, PATHWAY.service)
_SOURCE = (LinkColumn("source", "the database that states it"), LinkColumn("licence", "the licence of that database"))
_KINDS = "gene, target, ligand, compound, pathway, complex or label; numbers of ligands and of targets overlap"

EDGES = LinkTable(
    "edges",
    "The targets of ligands, the genes that encode them, the compounds of ligands, and the interactions in pathways.",
    (GUIDE, HGNC, PATHWAY.service),
    (
        LinkColumn("subject_kind", _KINDS),
        LinkColumn("subject", "where the edge begins"),
        LinkColumn("relation", "acts on, has gene, is, or the effect of a drawn interaction: activates, inhibits, ..."),
        LinkColumn("object_kind", _KINDS),
        LinkColumn("object", "where the edge ends"),
        LinkColumn("type", "type of action of a ligand; None if not curated"),
        LinkColumn("action", "action of a ligand; None if not curated"),
        LinkColumn("species", "species of the measured protein; None if not curated"),
        LinkColumn("references", "PubMed ids of the references; for drawn interactions also other ids", "ids"),
        LinkColumn("pathway", "pathway of a drawn interaction"),
        LinkColumn("line", "id of a drawn interaction in its pathway"),
        LinkColumn("sign", "sign of a drawn interaction: + or -; None if its arrowhead states none"),
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
    "All entities in edges, memberships and names.",
    _SERVICES,
    (
        LinkColumn("kind", _KINDS),
        LinkColumn("id", "its identifier, unique within a kind"),
        LinkColumn("name", "its name, symbol or title; None for a compound without one"),
        LinkColumn("organism", "organism of a gene or pathway"),
        *_SOURCE,
    ),
)
NAMES = LinkTable(
    "names",
    "The names of human genes, of ligands, of targets and of pathways.",
    _SERVICES,
    (
        LinkColumn("kind", _KINDS),
        LinkColumn("id", "the entity with this name"),
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
"""The JSON-LD context that the specification requires."""


def croissant(tables: Mapping[LinkTable, WrittenTable], published: str) -> dict[str, Any]:
    """Describe the tables in a folder as Croissant. `published`: the day of the export, in ISO 8601."""
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
        # mlcroissant warns of a version that is not three numbers with dots.
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


# The interactions of all drawings as files: a table, SIF and GraphML


def _members(node: GraphNode) -> tuple[str, ...]:
    return tuple(member.id for member in node.members)


_VALUES: Mapping[LinkColumn, Callable[[Edge], object]] = {
    LinkColumn("pathway", f"pathway of WikiPathways, as {PATHWAY.get_tool} takes it"): lambda edge: edge.drawn.pathway,
    LinkColumn("edge", "id of the line in its drawing"): lambda edge: edge.drawn.line,
    LinkColumn("source", "gene, compound or other node where it begins"): lambda edge: edge.source.id,
    LinkColumn("source_label", "its label there"): lambda edge: edge.source.label,
    LinkColumn("source_kind", "gene, compound, complex, pathway or label"): lambda edge: edge.source.kind,
    LinkColumn("effect", "what the arrowhead means"): lambda edge: edge.drawn.effect,
    LinkColumn("target", "gene, compound or other node where it ends"): lambda edge: edge.target.id,
    LinkColumn("target_label", "its label there"): lambda edge: edge.target.label,
    LinkColumn("target_kind", "gene, compound, complex, pathway or label"): lambda edge: edge.target.kind,
    LinkColumn("sign", "+ or -; None where the arrowhead states none"): lambda edge: edge.drawn.sign,
    LinkColumn("directed", "whether it has an arrowhead", "truth"): lambda edge: edge.drawn.directed,
    LinkColumn("source_via", "group or interaction, if the line begins at one"): lambda edge: edge.drawn.source_via,
    LinkColumn("target_via", "group or interaction, if the line ends at one"): lambda edge: edge.drawn.target_via,
    LinkColumn("source_state", "sign on the source where the line begins"): lambda edge: edge.source.state,
    LinkColumn("target_state", "sign on the target where the line ends"): lambda edge: edge.target.state,
    LinkColumn("source_members", "of a complex", "ids"): lambda edge: _members(edge.source),
    LinkColumn("target_members", "of a complex", "ids"): lambda edge: _members(edge.target),
    LinkColumn("acts_on", "edge on whose targets it acts"): lambda edge: edge.drawn.acts_on and edge.drawn.acts_on.line,
    LinkColumn("begins_at", "edge from whose sources it comes"): lambda edge: (
        edge.drawn.begins_at and edge.drawn.begins_at.line
    ),
    LinkColumn("organism", "of the pathway"): lambda edge: edge.drawn.organism,
    LinkColumn("dashed", "whether the line is dashed", "truth"): lambda edge: edge.drawn.dashed,
    LinkColumn("graphical", "whether the drawing does not mark it as an interaction", "truth"): lambda edge: (
        edge.drawn.graphical
    ),
    LinkColumn("identifier", "of the line in another database"): lambda edge: edge.drawn.identifier,
    LinkColumn("references", "PubMed ids, DOIs or other citations", "ids"): lambda edge: edge.drawn.references,
}

DRAWN_EDGES = LinkTable(
    "edges", "The interactions that pathways draw, a row for each pair of nodes.", (PATHWAY.service,), tuple(_VALUES)
)


def row(edge: Edge) -> tuple[object, ...]:
    """Return the cells of a row of `DRAWN_EDGES`."""
    return tuple(value(edge) for value in _VALUES.values())


def sif(edges: Iterable[Edge]) -> Iterator[str]:
    """Yield each distinct line of source, effect and target. Tabs separate the cells, since ids contain blanks."""
    written = set[str]()
    for edge in edges:
        line = "\t".join(" ".join(text.split()) for text in (edge.source.id, edge.drawn.effect, edge.target.id))
        if line not in written:
            written.add(line)
            yield line


def graphml(edges: Iterable[Edge]) -> Iterator[str]:
    """Yield the lines of a directed graph. Readers reject mixed graphs, so undirected edges have `directed` false."""
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">'
    for name in _OF_NODES:
        yield _key(name, "node", "string")
    for column in _OF_EDGES:
        yield _key(column.name, "edge", "boolean" if column.holds == "truth" else "string")
    yield '<graph edgedefault="directed">'
    written = set[str]()
    for edge in edges:
        for node in (edge.source, edge.target):
            if node.id not in written:
                written.add(node.id)
                yield _node(node)
        data = "".join(_data(column.name, value(edge)) for column, value in _OF_EDGES.items())
        yield f"<edge source={quoteattr(edge.source.id)} target={quoteattr(edge.target.id)}>{data}</edge>"
    yield "</graph></graphml>"


_OF_NODES = ("label", "kind", "members")
_OF_EDGES = {
    column: value
    for column, value in _VALUES.items()
    if column.name.removeprefix("source").removeprefix("target") not in ("", "_label", "_kind", "_members")
}
"""The columns that describe an edge and not one of its nodes."""


def _key(name: str, of: str, holds: str) -> str:
    # Nodes and edges may have values with the same name, but keys must be unique in a file.
    return f'<key id="{of}.{name}" for="{of}" attr.name="{name}" attr.type="{holds}"/>'


def _node(node: GraphNode) -> str:
    values = {"label": node.label, "kind": node.kind, "members": _members(node)}
    return f"<node id={quoteattr(node.id)}>{''.join(_data(name, values[name], 'node') for name in _OF_NODES)}</node>"


def _data(name: str, value: object, of: str = "edge") -> str:
    """Write a `data` element; "" for None and for an empty list."""
    match value:
        case None | ():
            return ""
        case bool():
            text = str(value).lower()
        case tuple():
            text = "|".join(map(str, cast("tuple[object, ...]", value)))
        case _:
            text = str(value)
    return f'<data key="{of}.{name}">{escape(text)}</data>'


# GMT: each line has a name, a description and the members, separated by tabs. Names follow WikiPathways' own GMT files,
# which clusterProfiler and rWikiPathways split at `%`.

MemberIdentifier = Literal["symbol", "entrez", "ensembl", "uniprot", "chebi", "cid"]
"""The sorts of identifiers for members: for genes and proteins, or for metabolites (the last two)."""

KEYS: Mapping[MemberIdentifier, str] = {
    "symbol": "symbol", "entrez": "entrez", "ensembl": "ensembl_gene", "uniprot": "uniprot", "chebi": "chebi",
    "cid": "pubchem_compound",
}  # fmt: skip
"""The keys of these identifiers in the cross-reference registry; for symbols, the key of their search terms."""

OF_COMPOUNDS: Sequence[MemberIdentifier] = ("chebi", "cid")

_PAGE = "https://www.wikipathways.org/instance/{}"
_HYPHENS = re.compile(r"(?<=\d)-(?=\d)")
# Tabs and line breaks would end a cell, and `%` a part of a name.
_SPELT_OTHERWISE = str.maketrans({"%": " percent", "\t": " ", "\n": " ", "\r": " "})


class MemberSet(msgspec.Struct, frozen=True, kw_only=True):
    """The members of a pathway, as identifiers."""

    local_id: str
    title: str
    members: tuple[str, ...]


def sets_of(pathways: Sequence[tuple[str, str]], members: Mapping[str, Iterable[str]]) -> Sequence[MemberSet]:
    """Return the sets of all pathways with members.

    `pathways`: the pairs of id and title; `members`: the identifiers of members, by the pathway's id.
    """
    return [
        MemberSet(local_id=local_id, title=title, members=tuple(sorted(ids)))
        for local_id, title in pathways
        if (ids := {*members.get(local_id, ())})
    ]


def gmt(sets: Iterable[MemberSet], organism: str, release: str | None) -> Iterator[str]:
    """Yield the lines of a GMT file. `release`: the release of the pathways, as a day (`2026-08-10`)."""
    source = "WikiPathways" + (f"_{_HYPHENS.sub('', release)}" if release else "")
    for member_set in sets:
        title = " ".join(member_set.title.translate(_SPELT_OTHERWISE).split())
        yield "\t".join(
            [
                f"{title}%{source}%{member_set.local_id}%{organism}",
                _PAGE.format(member_set.local_id),
                *member_set.members,
            ]
        )
