"""Entries of the index files of WikiPathways: searchable texts, identifiers of nodes, citations and communities."""

from collections.abc import Collection, Iterable, Mapping, Sequence

import msgspec

from biofacts.domain.identifiers import organisms
from biofacts.domain.identifiers.cross_references import arrange, pairs
from biofacts.domain.pathways.pathway import NODE_LISTS, DataNode, MatchedOn, PathwayCandidate, PathwayComponents
from biofacts.domain.text import fold


class PathwaySummary(msgspec.Struct, frozen=True, omit_defaults=True):
    """The fields of a pathway that are shown in lists.

    `description`: cut to 200 characters. `changed`: the day of the last revision (ISO 8601), only in the text index.
    """

    title: str
    organism: str
    description: str | None = None
    changed: str | None = None

    def order(self, local_id: str) -> tuple[object, ...]:
        """Return the sort key for pathways of equal rank: human first, then by organism, title and number."""
        return (*organisms.sort_key(self.organism), self.title.casefold(), int(local_id[2:]))

    def candidate(self, local_id: str, score: float, matched_on: MatchedOn) -> PathwayCandidate:
        """Create a candidate for a list of search results. `matched_on`: the field that matched."""
        return PathwayCandidate(
            id=f"WP:{local_id}",
            title=self.title,
            organism=self.organism,
            description=self.description,
            matched_on=matched_on,
            score=score,
        )


class ListedPathway(msgspec.Struct, frozen=True, kw_only=True):
    """A pathway with its searchable texts.

    `terms`: the names of ontology terms; `labels`: the labels of data nodes; `authors`: the people who drew it.
    """

    local_id: str
    summary: PathwaySummary
    terms: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    authors: tuple[str, ...] = ()


class MappedPathway(msgspec.Struct, frozen=True, kw_only=True):
    """A pathway with the identifiers to which its data nodes are mapped: (registry key, value) pairs, each once."""

    local_id: str
    summary: PathwaySummary
    references: tuple[tuple[str, str], ...] = ()


class CitingPathway(msgspec.Struct, frozen=True, kw_only=True):
    """A pathway with the publications that it cites: pairs of a key (`pubmed` or `doi`) and a value, each once."""

    local_id: str
    organism: str
    references: tuple[tuple[str, str], ...]


class Community(msgspec.Struct, frozen=True, kw_only=True):
    """A community of WikiPathways: a topic, and the pathways that its editors look after.

    `tag`: the community's identifier at WikiPathways (`RareDiseases`). `pathways`: the ids of its pathways (`WP254`).
    """

    tag: str
    name: str
    pathways: tuple[str, ...]


def names_of(communities: Iterable[Community]) -> Mapping[str, str]:
    """Map the tags of communities to their names."""
    return {community.tag: community.name for community in communities}


def called(name: str, communities: Iterable[Community]) -> Community | None:
    """Return the community with this tag or name, ignoring capitals, blanks and punctuation; None if there is none."""
    wanted = fold.compact(name)
    return next(
        (
            community
            for community in communities
            if wanted in (fold.compact(community.tag), fold.compact(community.name))
        ),
        None,
    )


# Identifiers to which WikiPathways maps the nodes of a drawing


Pairs = Sequence[tuple[str, str]]


class MappedNode(msgspec.Struct, frozen=True, kw_only=True):
    """All nodes with the same label and identifier.

    `identifier`: the drawn identifier, with a prefix; `references`: the identifiers to which it is mapped.
    """

    label: str
    identifier: str
    references: tuple[tuple[str, str], ...]


class Mappings:
    """The identifiers to which the nodes of a drawing are mapped, by label and drawn identifier."""

    def __init__(self, rows: Sequence[MappedNode]) -> None:
        self._rows = {_key(row.label, row.identifier): row.references for row in rows}

    def of(self, node: DataNode) -> Pairs:
        """Return the identifiers to which a node is mapped."""
        return self._rows.get(_key(node.label, node.identifier or ""), ())


def _key(label: str, identifier: str) -> tuple[str, str]:
    """Return the lookup key for a label and an identifier; the identifier's prefix (`ncbigene:7157`) is ignored."""
    # Labels without letters and digits fold to an empty text.
    return fold.compact(label) or label, identifier.rpartition(":")[2].strip().casefold()


def with_references(
    drawn: PathwayComponents, references: Mapping[str, Pairs], known_proteins: Collection[str] | None
) -> PathwayComponents:
    """Add identifiers to the nodes of a pathway's components. `references`: the identifiers to add, by node id.

    `known_proteins`: the UniProt accessions to add; others are added only to nodes without a known or drawn accession.
    None adds all accessions.
    """
    nodes = {
        part: tuple(_with(node, references.get(node.id, ()), known_proteins) for node in getattr(drawn, part))
        for part in NODE_LISTS
    }
    return msgspec.structs.replace(drawn, **nodes)


def _with(node: DataNode, added: Pairs, known_proteins: Collection[str] | None) -> DataNode:
    curated = [*pairs(node.cross_references)]
    if known_proteins is not None:
        # Most mapped accessions are unreviewed entries of the same gene, and take a third of a record's bytes.
        accessions = {value for key, value in added if key == "uniprot"}
        wanted = accessions.intersection(known_proteins)
        if wanted or any(key == "uniprot" for key, _ in curated):
            added = [(key, value) for key, value in added if key != "uniprot" or value in wanted]
    return msgspec.structs.replace(node, cross_references=arrange([*curated, *added], "node"))
