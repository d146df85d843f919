"""Interactions drawn in pathways, as catalogue entries: one per drawing, per drawn compound, and per doubtful gene."""

import zlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

import msgspec

from biofacts.domain.edges.edge import DrawnEdge, Effect, GraphKind, GraphNode, Sign, TouchedLine, Via
from biofacts.domain.genes.names import GeneName
from biofacts.ports.catalogue import Catalogue, Entry

EDGES = "wikipathways-edges"
"""The name of the catalogue of interactions, searched by the ids of nodes and of the members of complexes."""

_COMPOUND = "compound:"
"""The prefix of compounds' entry keys and exact terms."""

_DOUBTFUL = "doubtful:"
"""The prefix of the entry keys of doubtful genes: a drawing has only nodes whose label contradicts their identifier."""

Remarks = dict[str, str]
"""Remarks on a gene, by the entry key of the drawing."""


# gc=False, here and below: the garbage collector need not track objects that form no cycles.
class StoredNode(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A stored `GraphNode`. `members`: the indexes of a complex's members in the drawing's list of nodes."""

    id: str
    label: str
    kind: GraphKind
    members: tuple[int, ...]
    state: str | None


class StoredEdge(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A stored `DrawnEdge`, with indexes instead of nodes (`sources`, `targets`) and lines (`acts_on`, `begins_at`)."""

    line: str
    sources: tuple[int, ...]
    targets: tuple[int, ...]
    effect: Effect
    sign: Sign | None
    directed: bool
    source_via: Via | None
    target_via: Via | None
    acts_on: int | None
    begins_at: int | None
    dashed: bool
    graphical: bool
    references: tuple[str, ...]
    identifier: str | None


class StoredEdges(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """The stored interactions of a drawing. `nodes`: its nodes, with the members of a complex before the complex."""

    pathway: str
    organism: str
    nodes: tuple[StoredNode, ...]
    lines: tuple[TouchedLine, ...]
    edges: tuple[StoredEdge, ...]


def drawing_entry(edges: Sequence[DrawnEdge]) -> Entry:
    """Return the entry of a drawing, for its interactions (at least one)."""
    packed = _Packing(edges).stored
    ends = (node for edge in edges for node in (*edge.sources, *edge.targets))
    return Entry(
        key=edges[0].pathway.removeprefix("WP:"),
        category=edges[0].organism,
        exact_terms=sorted({component.id for node in ends for component in (node, *node.members)}),
        record=zlib.compress(msgspec.msgpack.encode(packed)),
    )


def compound_entry(compound: str, others: Collection[str]) -> Entry:
    """Return the entry of a compound, found by its id and by the ids in `others`."""
    return Entry(key=f"{_COMPOUND}{compound}", exact_terms=compound_terms({compound, *others}))


def compound_terms(identifiers: Iterable[str]) -> list[str]:
    """Return the exact terms that find compounds by these identifiers."""
    return [f"{_COMPOUND}{identifier}" for identifier in sorted(identifiers)]


def compounds_of(keys: Iterable[str]) -> frozenset[str]:
    """Return the ids of compounds, given the keys of their entries."""
    return frozenset(key.removeprefix(_COMPOUND) for key in keys)


def is_drawing(key: str) -> bool:
    """Return True if an entry key belongs to a drawing, rather than to a compound or a doubtful gene."""
    return not key.startswith((_COMPOUND, _DOUBTFUL))


def doubtful_entry(gene: str, remarks: Remarks) -> Entry:
    """Return the entry that stores the remarks on a gene under the exact term of its id."""
    (term,) = GeneName.read(gene).identifiers
    return Entry(key=f"{_DOUBTFUL}{term}", record=msgspec.msgpack.encode(remarks))


async def remarks_on(terms: Iterable[str], catalogue: Catalogue) -> Remarks:
    """Return the remarks stored for a gene under any of its exact terms."""
    remarks: Remarks = {}
    for record in (await catalogue.records([f"{_DOUBTFUL}{term}" for term in terms])).values():
        remarks |= msgspec.msgpack.decode(record, type=Remarks)
    return remarks


class _Packing:
    """The encoder of a drawing's interactions, which stores each node and each line once."""

    def __init__(self, edges: Sequence[DrawnEdge]) -> None:
        self._nodes: dict[GraphNode, int] = {}
        self._stored: list[StoredNode] = []
        self._lines: dict[TouchedLine, int] = {}
        packed = tuple(map(self._edge, edges))
        self.stored = StoredEdges(edges[0].pathway, edges[0].organism, tuple(self._stored), tuple(self._lines), packed)

    def _edge(self, edge: DrawnEdge) -> StoredEdge:
        placed: dict[str, Any] = {
            "sources": tuple(map(self._node, edge.sources)),
            "targets": tuple(map(self._node, edge.targets)),
            "acts_on": self._line(edge.acts_on),
            "begins_at": self._line(edge.begins_at),
        }
        fields = msgspec.structs.asdict(edge) | placed
        return StoredEdge(**{name: fields[name] for name in StoredEdge.__struct_fields__})

    def _node(self, node: GraphNode) -> int:
        if node not in self._nodes:
            members = tuple(map(self._node, node.members))
            self._nodes[node] = len(self._stored)
            self._stored.append(StoredNode(node.id, node.label, node.kind, members, node.state))
        return self._nodes[node]

    def _line(self, line: TouchedLine | None) -> int | None:
        return None if line is None else self._lines.setdefault(line, len(self._lines))


class UnpackedEdges:
    """The decoder of a drawing's interactions, which looks them up by line or by node, and builds each on demand."""

    def __init__(self, record: bytes) -> None:
        self._stored = msgspec.msgpack.decode(zlib.decompress(record), type=StoredEdges)
        self._built: dict[int, DrawnEdge] = {}

    def __len__(self) -> int:
        return len(self._stored.edges)

    def all(self) -> Sequence[DrawnEdge]:
        """Return all interactions, in the order of the drawing."""
        return [*map(self._edge, range(len(self)))]

    def of_lines(self, lines: Collection[str]) -> Sequence[DrawnEdge]:
        """Return the interactions of these lines; a line with two arrowheads has two interactions."""
        return [self._edge(place) for place, edge in enumerate(self._stored.edges) if edge.line in lines]

    def touching(self, nodes: Collection[str]) -> Sequence[DrawnEdge]:
        """Return the interactions that have one of these nodes, or a complex that contains one, at an end."""
        return [*map(self._edge, sorted({place for node in nodes for place in self._by_node.get(node, ())}))]

    def acting(self, lines: Collection[str]) -> Mapping[str, Sequence[DrawnEdge]]:
        """Return, by line, the interactions that begin or end at an anchor on one of these lines."""
        return {line: [*map(self._edge, self._by_line[line])] for line in lines if line in self._by_line}

    @cached_property
    def _by_node(self) -> Mapping[str, Sequence[int]]:
        nodes = self._stored.nodes
        names = [(node.id, *(nodes[member].id for member in node.members)) for node in nodes]
        places: dict[str, list[int]] = {}
        for place, edge in enumerate(self._stored.edges):
            for node in (*edge.sources, *edge.targets):
                for name in names[node]:
                    places.setdefault(name, []).append(place)
        return places

    @cached_property
    def _by_line(self) -> Mapping[str, Sequence[int]]:
        places: dict[str, list[int]] = {}
        for place, edge in enumerate(self._stored.edges):
            for line in {edge.acts_on, edge.begins_at}:
                if line is not None:
                    places.setdefault(self._stored.lines[line].line, []).append(place)
        return places

    @cached_property
    def _nodes(self) -> Sequence[GraphNode]:
        nodes: list[GraphNode] = []
        for node in self._stored.nodes:
            members = tuple(nodes[place] for place in node.members)
            nodes.append(GraphNode(node.id, node.label, node.kind, members, node.state))
        return nodes

    def _edge(self, place: int) -> DrawnEdge:
        if place not in self._built:
            self._built[place] = self._unpacked(self._stored.edges[place])
        return self._built[place]

    def _unpacked(self, stored: StoredEdge) -> DrawnEdge:
        drawing, lines = self._stored, self._stored.lines
        unpacked: dict[str, Any] = {
            "sources": tuple(self._nodes[place] for place in stored.sources),
            "targets": tuple(self._nodes[place] for place in stored.targets),
            "acts_on": None if stored.acts_on is None else lines[stored.acts_on],
            "begins_at": None if stored.begins_at is None else lines[stored.begins_at],
        }
        fields = msgspec.structs.asdict(stored) | unpacked
        return DrawnEdge(pathway=drawing.pathway, organism=drawing.organism, **fields)
