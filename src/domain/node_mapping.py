"""What WikiPathways maps the nodes of a drawing to."""

from collections.abc import Collection, Mapping, Sequence

import msgspec

from biofacts.domain.cross_references import arrange, pairs
from biofacts.domain.pathway import DataNode, PathwayComponents
from biofacts.domain.text import fold

_LISTS = frozenset({"uniprot", "refseq", "pdb", "ensembl_transcript"})
"""The keys of a node's cross references that are lists, since several are normal; any other is one if it must."""

_NODE_LISTS = ("genes", "proteins", "metabolites", "complexes", "linked_pathways", "other_nodes")

Pairs = Sequence[tuple[str, str]]


class MappedNode(msgspec.Struct, frozen=True, kw_only=True):
    """Nodes of one label and one identifier. `identifier`: as drawn, with a prefix; `references`: what it maps to."""

    label: str
    identifier: str
    references: tuple[tuple[str, str], ...]


class Mappings:
    """The mappings of one drawing, by label and identifier."""

    def __init__(self, rows: Sequence[MappedNode]) -> None:
        self._rows = {_key(row.label, row.identifier): row.references for row in rows}

    def __bool__(self) -> bool:
        return bool(self._rows)

    def of(self, node: DataNode) -> Pairs:
        """What a node is mapped to."""
        return self._rows.get(_key(node.label, node.identifier or ""), ())


def _key(label: str, identifier: str) -> tuple[str, str]:
    """A prefix before the identifier (`ncbigene:7157`) does not count."""
    return fold.compact(label) or label, identifier.rpartition(":")[2].strip().casefold()


def with_references(
    drawn: PathwayComponents, references: Mapping[str, Pairs], known_proteins: Collection[str] | None
) -> PathwayComponents:
    """Components whose nodes, by id, have these references beside the drawn one.

    `known_proteins`: the only UniProt accessions that are added to a node, unless it has none of them; None for all.
    """
    found = {
        part: tuple(_with(node, references.get(node.id, ()), known_proteins) for node in getattr(drawn, part))
        for part in _NODE_LISTS
    }
    return msgspec.structs.replace(drawn, **found)


def _with(node: DataNode, added: Pairs, known_proteins: Collection[str] | None) -> DataNode:
    curated = [*pairs(node.cross_references)]
    if known_proteins is not None:
        accessions = {value for key, value in added if key == "uniprot"}
        wanted = accessions.intersection(known_proteins)
        if wanted or any(key == "uniprot" for key, _ in curated):
            added = [(key, value) for key, value in added if key != "uniprot" or value in wanted]
    everything = [*curated, *added]
    several = frozenset(key for key, _ in everything) - _LISTS
    return msgspec.structs.replace(
        node, cross_references=arrange(everything, always_list=_LISTS, list_if_several=several)
    )
