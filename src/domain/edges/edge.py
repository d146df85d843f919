"""Edges: what acts on what in the drawings of all pathways, as a signed graph.

An interaction as drawn may join several nodes to several others (`DrawnEdge`). An `Edge` joins two.
"""

from collections.abc import Iterator
from typing import Literal, TypeAlias

import msgspec

Effect: TypeAlias = Literal[
    "activates", "inhibits", "binds", "converts", "catalyses", "transcribes", "modifies", "cleaves", "translocates",
    "necessary_for", "associates", "other",
]  # fmt: skip
"""The meaning of an arrowhead. `converts`: a substrate to a product. `associates`: a line without an arrowhead."""

Sign: TypeAlias = Literal["+", "-"]
GraphKind: TypeAlias = Literal["gene", "compound", "complex", "pathway", "label"]
"""The kinds of nodes. `label`: any element that is known by its text only."""

Via: TypeAlias = Literal["group", "interaction"]
"""The way from the end of a line to a node: it is a member of the group or takes part in the interaction there."""


LineKey: TypeAlias = tuple[str, str]
"""The pathway of an interaction, and its line there."""

TEXT_ID = "label:"
"""The beginning of the ids of nodes that are known by their text."""


def text_id(label: str | None, pathway: str, element: str) -> str:
    """Return the id of an element without an identifier: by its text, or else by its id in the drawing."""
    return f"{TEXT_ID}{label}" if label else f"{pathway}#{element}"


class GraphNode(msgspec.Struct, frozen=True, omit_defaults=True):
    """A node of the graph.

    `id`: `HGNC:...`, `NCBIGene:...`, `PubChem:CID...`, `WP:WP...`, else the curated `database:identifier`;
    `label:<text>` without one; `WP:WP254#<id in the drawing>` without a text. A complex without an identifier of its
    own has the id `complex:` and the ids of its members. `state`: the sign on the node where the line ends (`P`).
    """

    id: str
    label: str
    kind: GraphKind
    members: tuple["GraphNode", ...] = ()
    state: str | None = None


class ActedOn(msgspec.Struct, frozen=True, omit_defaults=True):
    """An interaction that a line touches at its anchor. `line`: its id in the drawing; the labels of its ends."""

    line: str
    sources: tuple[str, ...]
    effect: Effect
    targets: tuple[str, ...]
    sign: Sign | None = None


class DrawnEdge(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An interaction of one drawing. Nothing is guessed: its meaning is that of its arrowhead.

    `pathway`: `WP:WP254`; `line`: its id in the drawing. `sources`, `targets`: the nodes at its ends; those of an
    interaction, if the end is an anchor: its targets if the line ends there, its sources if the line begins there, both
    if it is undirected. `acts_on`, `begins_at`: these interactions. `sign`: of the effect on the targets: an inhibitor
    of an inhibition has a plus; none where an arrowhead says none. `graphical`: a line that is connected at both ends,
    but that the drawing does not mark as an interaction. `references`: its citations, and its own database identifier.
    """

    pathway: str
    organism: str
    line: str
    sources: tuple[GraphNode, ...]
    targets: tuple[GraphNode, ...]
    effect: Effect
    sign: Sign | None = None
    directed: bool = True
    source_via: Via | None = None
    target_via: Via | None = None
    acts_on: ActedOn | None = None
    begins_at: ActedOn | None = None
    dashed: bool = False
    graphical: bool = False
    references: tuple[str, ...] = ()
    identifier: str | None = None

    @property
    def key(self) -> LineKey:
        """Pathway and id of the line; both directions of a line with two arrowheads share it."""
        return self.pathway, self.line

    def edges(self) -> Iterator["Edge"]:
        """Yield an edge for each pair of nodes; a node is joined to itself only where it is drawn so."""
        alone = len(self.sources) == len(self.targets) == 1
        for source in self.sources:
            for target in self.targets:
                if alone or source.id != target.id:
                    yield Edge(source, target, self)


class Edge(msgspec.Struct, frozen=True):
    """Two nodes, and the interaction that joins them."""

    source: GraphNode
    target: GraphNode
    drawn: DrawnEdge
