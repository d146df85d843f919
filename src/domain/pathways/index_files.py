"""Pathways in the index files of WikiPathways: the texts to search, and the identifiers of the nodes."""

from collections.abc import Collection, Iterable, Mapping, Sequence

import msgspec

from biofacts.domain.identifiers import organisms
from biofacts.domain.identifiers.cross_references import arrange, pairs
from biofacts.domain.pathways.pathway import NODE_LISTS, DataNode, MatchedOn, PathwayCandidate, PathwayComponents
from biofacts.domain.text import fold


class PathwaySummary(msgspec.Struct, frozen=True, omit_defaults=True):
    """The fields of a pathway that listings show; the description is cut to 200 characters.

    `changed`: the day of the last revision (ISO 8601); only the text index has it.
    """

    title: str
    organism: str
    description: str | None = None
    changed: str | None = None

    def order(self, local_id: str) -> tuple[object, ...]:
        """Return the sort key of pathways that are otherwise equal: human first, then by organism, title and number."""
        return (*organisms.sort_key(self.organism), self.title.casefold(), int(local_id[2:]))

    def candidate(self, local_id: str, score: float, matched_on: MatchedOn) -> PathwayCandidate:
        """Create the candidate for a list of search results."""
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

    `terms`: names of ontology terms; `labels`: labels of data nodes; `authors`: the people who drew it.
    """

    local_id: str
    summary: PathwaySummary
    terms: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    authors: tuple[str, ...] = ()


class MappedPathway(msgspec.Struct, frozen=True, kw_only=True):
    """A pathway with the identifiers to which its data nodes are mapped: (registry key, value), each once."""

    local_id: str
    summary: PathwaySummary
    references: tuple[tuple[str, str], ...] = ()


class CitingPathway(msgspec.Struct, frozen=True, kw_only=True):
    """A pathway with the publications that it cites, as references (`pubmed`, `doi`), each once."""

    local_id: str
    organism: str
    references: tuple[tuple[str, str], ...]


class Community(msgspec.Struct, frozen=True, kw_only=True):
    """A community of WikiPathways: a topic, and the pathways that its editors look after.

    `tag`: its identifier at WikiPathways (`RareDiseases`). `pathways`: their ids, such as WP254.
    """

    tag: str
    name: str
    pathways: tuple[str, ...]


def names_of(communities: Iterable[Community]) -> Mapping[str, str]:
    """Return the tags of communities and their names."""
    return {community.tag: community.name for community in communities}


def called(name: str, communities: Iterable[Community]) -> Community | None:
    """Return the community with a tag or a name, however it is spelled."""
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
    """Nodes with equal label and identifier.

    `identifier`: the drawn identifier, with a prefix; `references`: the identifiers to which it is mapped.
    """

    label: str
    identifier: str
    references: tuple[tuple[str, str], ...]


class Mappings:
    """The mappings of a drawing, by label and identifier."""

    def __init__(self, rows: Sequence[MappedNode]) -> None:
        self._rows = {_key(row.label, row.identifier): row.references for row in rows}

    def of(self, node: DataNode) -> Pairs:
        """Return the identifiers to which a node is mapped."""
        return self._rows.get(_key(node.label, node.identifier or ""), ())


def _key(label: str, identifier: str) -> tuple[str, str]:
    """Return the key of a label and an identifier, whose prefix (`ncbigene:7157`) is ignored."""
    return fold.compact(label) or label, identifier.rpartition(":")[2].strip().casefold()


def with_references(
    drawn: PathwayComponents, references: Mapping[str, Pairs], known_proteins: Collection[str] | None
) -> PathwayComponents:
    """Add references to the nodes of a pathway's components, by node id.

    `known_proteins`: the UniProt accessions that may be added to a node, unless it has none of them; None for all.
    """
    nodes = {
        part: tuple(_with(node, references.get(node.id, ()), known_proteins) for node in getattr(drawn, part))
        for part in NODE_LISTS
    }
    return msgspec.structs.replace(drawn, **nodes)


def _with(node: DataNode, added: Pairs, known_proteins: Collection[str] | None) -> DataNode:
    curated = [*pairs(node.cross_references)]
    if known_proteins is not None:
        # Most mapped accessions are unreviewed entries of the same gene, and a third of a record's bytes.
        accessions = {value for key, value in added if key == "uniprot"}
        wanted = accessions.intersection(known_proteins)
        if wanted or any(key == "uniprot" for key, _ in curated):
            added = [(key, value) for key, value in added if key != "uniprot" or value in wanted]
    return msgspec.structs.replace(node, cross_references=arrange([*curated, *added], "node"))
