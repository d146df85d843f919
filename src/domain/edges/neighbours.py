"""Neighbours of a node: its interactions in all drawings, each listed once with all pathways that draw it."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple, TypeAlias, get_args

import msgspec

from biofacts.domain.answers.records import Item
from biofacts.domain.edges.edge import (
    TEXT_ID,
    DrawnEdge,
    Edge,
    Effect,
    GraphKind,
    GraphNode,
    LineKey,
    Sign,
    TouchedLine,
)
from biofacts.domain.identifiers import organisms
from biofacts.domain.identifiers.organisms import HUMAN
from biofacts.domain.text.clean import most_frequent

Direction: TypeAlias = Literal["upstream", "downstream", "both"]
Role: TypeAlias = Literal["upstream", "downstream", "undirected", "itself"]
"""The position of a neighbour relative to the requested node. `itself`: both ends are the requested node."""

EndMembership: TypeAlias = Literal["group", "complex", "interaction"]
"""The reason why a line counts for a node that it does not touch: it touches its group, complex or interaction."""

ActingEdges: TypeAlias = Mapping[LineKey, Sequence[DrawnEdge]]
"""The interactions that end or begin on another interaction, by the key of that other interaction."""

MOST_ACTING = 8
"""The maximum number of enzymes listed per conversion, since isozymes of several organisms may be many."""


class End(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An end of an interaction. `id` and `state`: see `GraphNode`. `members`: the labels of a complex's members.

    `via`: the kind of element that lines touch instead of the node; None if any line touches the node itself.
    """

    id: str
    label: str
    kind: GraphKind = "gene"
    state: str | None = None
    via: EndMembership | None = None
    members: tuple[str, ...] = ()


class ConnectedInteraction(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An interaction on which another one ends or begins, such as a conversion. `sources`, `targets`: labels."""

    sources: tuple[str, ...]
    effect: Effect
    targets: tuple[str, ...]
    sign: Sign | None = None


class Actor(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A node that acts on an interaction, such as the enzyme of a conversion."""

    id: str
    label: str
    effect: Effect
    sign: Sign | None = None


class Neighbour(Item, msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An interaction of the requested node, with all pathways that draw it.

    `direction`: the position of the other end. `acts_on`, `begins_at`: the interaction on which this one ends or
    begins. `acted_on_by`: enzymes first, then other modifiers; `more_acting`: the number of modifiers not listed.
    `organisms`: the organisms of the pathways, unless all are human. `graphical`: no drawing marks the line as an
    interaction.
    """

    direction: Role
    source: End
    effect: Effect
    target: End
    sign: Sign | None = None
    acts_on: ConnectedInteraction | None = None
    begins_at: ConnectedInteraction | None = None
    acted_on_by: tuple[Actor, ...] = ()
    more_acting: int = 0
    pathways: tuple[str, ...]
    organisms: tuple[str, ...] = ()
    references: tuple[str, ...] = ()
    graphical: bool = False

    @property
    def other_end(self) -> End:
        """The end that is not the requested node."""
        return self.source if self.direction == "upstream" else self.target


def neighbours(
    edges: Iterable[DrawnEdge], acting: ActingEdges, nodes: Collection[str], *, most_acting: int = MOST_ACTING
) -> list[Neighbour]:
    """Return the interactions of any of `nodes`, each once.

    Interactions that more pathways draw come first; then neighbours with an identifier before mere labels, then human
    ones before others. Interactions of a node with itself come last. `most_acting`: the most enzymes and other
    modifiers listed per interaction.
    """
    touches: defaultdict[tuple[object, ...], list[_Touch]] = defaultdict(list)
    for drawn in edges:
        for touch in _touches(drawn, nodes):
            touches[touch.key].append(touch)
    return sorted((_neighbour(several, acting, most_acting) for several in touches.values()), key=_order)


class WantedNeighbours(msgspec.Struct, frozen=True, kw_only=True):
    """A filter of neighbours. `sign`, `effect`: None for any."""

    direction: Direction = "both"
    sign: Sign | None = None
    effect: Effect | None = None

    def passes(self, neighbour: Neighbour) -> bool:
        """Return True if a neighbour passes. An interaction of a node with itself passes for either direction."""
        has_direction = self.direction in ("both", neighbour.direction) or neighbour.direction == "itself"
        return has_direction and self.sign in (None, neighbour.sign) and self.effect in (None, neighbour.effect)

    @property
    def filters(self) -> Mapping[str, str]:
        """The arguments that exclude neighbours, by name."""
        arguments = {"effect": self.effect, "sign": self.sign, "direction": self.direction}
        return {name: value for name, value in arguments.items() if value and value != "both"}


EVERYTHING = WantedNeighbours()


def counts(several: Iterable[Neighbour]) -> Mapping[str, Mapping[str, int]]:
    """Count neighbours by direction and effect, the most frequent effect first."""
    counted: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for neighbour in several:
        counted[neighbour.direction][neighbour.effect] += 1
    return {role: dict(counted[role].most_common()) for role in get_args(Role) if role in counted}


class _Touch(NamedTuple):
    """An edge with a requested node at an end; in an undirected edge, this end is the source."""

    direction: Role
    source: GraphNode
    source_via: EndMembership | None
    target: GraphNode
    target_via: EndMembership | None
    drawn: DrawnEdge

    @property
    def key(self) -> tuple[object, ...]:
        """The properties by which edges of several drawings are recognized as the same interaction."""
        return (
            self.direction, self.source.id, self.source.state, self.target.id, self.target.state, self.drawn.effect,
            self.drawn.sign, _folded(self.drawn.acts_on), _folded(self.drawn.begins_at),
        )  # fmt: skip


def _touches(drawn: DrawnEdge, nodes: Collection[str]) -> Iterator[_Touch]:
    parts = {node.id: _part(node, nodes) for node in (*drawn.sources, *drawn.targets)}
    for edge in drawn.edges():
        part_of_source, part_of_target = parts[edge.source.id], parts[edge.target.id]
        if part_of_source or part_of_target:
            yield _touch(edge, part_of_source, part_of_target)


def _touch(edge: Edge, part_of_source: int, part_of_target: int) -> _Touch:
    drawn = edge.drawn
    source = edge.source, "complex" if part_of_source == _MEMBER else drawn.source_via
    target = edge.target, "complex" if part_of_target == _MEMBER else drawn.target_via
    if not drawn.directed:
        ends = (source, target) if part_of_source >= part_of_target else (target, source)
        return _Touch("undirected", *ends[0], *ends[1], drawn)
    # An edge from TP53 to the complex of TP53 and MDM2 is downstream of TP53: the node itself outranks its complex.
    direction: Role = (
        "itself"
        if part_of_source == part_of_target
        else "downstream"
        if part_of_source > part_of_target
        else "upstream"
    )
    return _Touch(direction, *source, *target, drawn)


_MEMBER, _WHOLE = 1, 2


def _part(node: GraphNode, nodes: Collection[str]) -> int:
    """Return 2 for a requested node, 1 for a complex that contains one, and 0 for any other node."""
    if node.id in nodes:
        return _WHOLE
    return _MEMBER if any(_part(member, nodes) for member in node.members) else 0


def _folded(line: TouchedLine | None) -> tuple[object, ...]:
    """Return the properties by which touched interactions of several drawings are recognized as the same one."""
    if line is None:
        return ()
    ends = (tuple(sorted(map(str.casefold, labels))) for labels in (line.sources, line.targets))
    return (*ends, line.effect, line.sign)


def _neighbour(several: Sequence[_Touch], acting: ActingEdges, most_acting: int) -> Neighbour:
    first, lines = several[0], [touch.drawn for touch in several]
    actors = _actors(lines, acting)
    drawn_in = {line.organism for line in lines}
    pathways = sorted({(line.organism, line.pathway) for line in lines}, key=lambda pair: _pathway_order(*pair))
    return Neighbour(
        direction=first.direction,
        source=_end([touch.source for touch in several], [touch.source_via for touch in several]),
        effect=first.drawn.effect,
        target=_end([touch.target for touch in several], [touch.target_via for touch in several]),
        sign=first.drawn.sign,
        acts_on=_line(first.drawn.acts_on),
        begins_at=_line(first.drawn.begins_at),
        acted_on_by=tuple(actors[:most_acting]),
        more_acting=len(actors[most_acting:]),
        pathways=tuple(dict.fromkeys(pathway for _, pathway in pathways)),
        organisms=() if drawn_in == {HUMAN} else tuple(sorted(drawn_in, key=organisms.sort_key)),
        references=tuple(sorted({reference for line in lines for reference in line.references})),
        graphical=all(line.graphical for line in lines),
    )


def _end(nodes: Sequence[GraphNode], ways: Sequence[EndMembership | None]) -> End:
    node = nodes[0]
    members = tuple(member.label for member in node.members)
    return End(
        id=node.id,
        label=(label := most_frequent(Counter(node.label for node in nodes)) or node.id),
        kind=node.kind,
        state=node.state,
        via=None if None in ways else ways[0],
        # A complex without a label of its own has one made of its members' labels.
        members=() if all(member in label for member in members) else members,
    )


def _line(line: TouchedLine | None) -> ConnectedInteraction | None:
    if line is None:
        return None
    return ConnectedInteraction(sources=line.sources, effect=line.effect, targets=line.targets, sign=line.sign)


def _actors(lines: Iterable[DrawnEdge], acting: ActingEdges) -> list[Actor]:
    """Return the nodes that act on some lines: catalysts first, then nodes in human drawings, then the most drawn."""
    drawn: defaultdict[tuple[str, Effect, Sign | None], list[tuple[GraphNode, DrawnEdge]]] = defaultdict(list)
    for line in lines:
        for act in acting.get(line.key, ()):
            # An interaction that only begins at the line does not act on it.
            if act.acts_on is not None and act.acts_on.line == line.line:
                for node in act.sources:
                    drawn[node.id, act.effect, act.sign].append((node, act))

    def order(key: tuple[str, Effect, Sign | None]) -> tuple[object, ...]:
        several = drawn[key]
        in_human = any(act.organism == HUMAN for _, act in several)
        return (
            key[1] != "catalyses", not in_human, -len({act.pathway for _, act in several}),
            several[0][0].label.casefold(), *key[:2],
        )  # fmt: skip

    return [
        Actor(
            id=key[0],
            label=most_frequent(Counter(node.label for node, _ in drawn[key])) or "",
            effect=key[1],
            sign=key[2],
        )
        for key in sorted(drawn, key=order)
    ]


def _pathway_order(organism: str, pathway: str) -> tuple[object, ...]:
    return (*organisms.sort_key(organism), len(pathway), pathway)  # WP96 comes before WP534


def _order(neighbour: Neighbour) -> tuple[object, ...]:
    other, is_foreign = neighbour.other_end, bool(neighbour.organisms) and HUMAN not in neighbour.organisms
    return (
        neighbour.direction == "itself", -len(neighbour.pathways), other.id.startswith(TEXT_ID), is_foreign,
        other.label.casefold(), other.id, neighbour.effect, neighbour.sign or "", neighbour.direction,
    )  # fmt: skip
