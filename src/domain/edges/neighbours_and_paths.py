"""Neighbours of a node and paths between nodes, as listed in answers.

Neighbours are a node's interactions in all drawings, each listed once with all pathways that draw it.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple, TypeAlias, get_args

import msgspec

from biofacts.domain.answers.records import Item
from biofacts.domain.edges.drawn_edges import drawn_edges
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
    text_id,
)
from biofacts.domain.edges.shortest_paths import Network, NodePath
from biofacts.domain.identifiers import organisms
from biofacts.domain.identifiers.organisms import HUMAN
from biofacts.domain.pathways.pathway import PathwayComponents
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


# Paths through the network of all drawings


LENGTH, LONGEST = 4, 6
"""The maximum number of steps in a path: the default, and the largest value that callers may choose."""


class PathNode(msgspec.Struct, frozen=True):
    """A node of a path."""

    id: str
    label: str


class PathStep(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A step of a path: the effect of its source on its target that most pathways draw.

    `sign`: the sign of the effect; left out if no drawing states one, or if drawings differ. `pathways`: all pathways
    that draw the step; `pathway_count`: their number, if the list is cut. `also`: other effects between the two nodes,
    with the number of pathways for each. `acts_on`: the interaction on whose targets the source acts. `out_of`, `into`:
    the complex of which the source or target is only a member. `of_groups`: True if every line of the step is drawn
    between groups, not between their single members.
    """

    effect: Effect
    sign: Sign | None = None
    pathways: tuple[str, ...]
    pathway_count: int | None = None
    also: Mapping[str, int] = {}
    acts_on: str | None = None
    out_of: str | None = None
    into: str | None = None
    of_groups: bool = False

    def limited(self, most: int) -> "PathStep":
        """Return the step with at most `most` pathways."""
        if len(self.pathways) <= most:
            return self
        return msgspec.structs.replace(self, pathways=self.pathways[:most], pathway_count=len(self.pathways))


class DrawnPath(Item, msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A path.

    `length`: the number of steps. `sign`: the product of the steps' signs, if each step has one. `pathways`: the
    pathways that draw every step.
    """

    length: int
    nodes: tuple[PathNode, ...]
    steps: tuple[PathStep, ...]
    sign: Sign | None = None
    pathways: tuple[str, ...] = ()

    def limited(self, most: int) -> "DrawnPath":
        """Return the path with at most `most` pathways for each step."""
        return msgspec.structs.replace(self, steps=tuple(step.limited(most) for step in self.steps))


def drawn_path(route: NodePath, drawn: Iterable[DrawnEdge]) -> DrawnPath:
    """Describe a path. `drawn`: interactions that include those of all its lines."""
    interactions: defaultdict[LineKey, list[DrawnEdge]] = defaultdict(list)
    for edge in drawn:
        interactions[edge.key].append(edge)
    ends = zip(route.nodes, route.nodes[1:], route.lines, strict=False)
    steps = tuple(
        _step(source, target, [edge for line in lines for edge in interactions[line] if _joins(edge, source, target)])
        for source, target, lines in ends
    )
    in_all = set(steps[0].pathways).intersection(*(step.pathways for step in steps))
    return DrawnPath(
        length=len(steps),
        nodes=tuple(PathNode(node.id, node.label) for node in route.nodes),
        steps=steps,
        sign=_product([step.sign for step in steps]),
        pathways=tuple(pathway for pathway in steps[0].pathways if pathway in in_all),
    )


def _joins(drawn: DrawnEdge, source: GraphNode, target: GraphNode) -> bool:
    """Return True if an interaction leads from `source` to `target`: a line with two arrowheads is two interactions."""
    return _is_among(source, drawn.sources) and _is_among(target, drawn.targets)


def _is_among(node: GraphNode, nodes: Iterable[GraphNode]) -> bool:
    return any(node.id == member.id for several in nodes for member in (several, *several.members))


def _step(source: GraphNode, target: GraphNode, drawn: Sequence[DrawnEdge]) -> PathStep:
    pathways: dict[Effect, dict[str, None]] = {}
    for edge in drawn:
        pathways.setdefault(edge.effect, {})[edge.pathway] = None
    effect, *others = sorted(pathways, key=lambda kind: (-len(pathways[kind]), kind))
    shown = [edge for edge in drawn if edge.effect == effect]
    # A drawing without a sign does not contradict the others.
    signs: set[Sign] = {edge.sign for edge in drawn if edge.sign}
    return PathStep(
        effect=effect,
        sign=signs.pop() if len(signs) == 1 else None,
        pathways=tuple(
            dict.fromkeys([*pathways[effect], *(pathway for other in others for pathway in pathways[other])])
        ),
        also={other: len(pathways[other]) for other in others},
        acts_on=_touched(shown),
        out_of=_complex(source, [edge.sources for edge in shown]),
        into=_complex(target, [edge.targets for edge in shown]),
        of_groups=all("group" in (edge.source_via, edge.target_via) for edge in drawn),
    )


def _touched(drawn: Iterable[DrawnEdge]) -> str | None:
    """Describe the interaction on which most of the lines end; None if any line does not end on an interaction."""
    touched = [edge.acts_on for edge in drawn]
    texts = Counter(f"{_joined(line.sources)} {line.effect} {_joined(line.targets)}" for line in touched if line)
    return texts.most_common(1)[0][0] if texts and None not in touched else None


def _joined(labels: Iterable[str]) -> str:
    return " + ".join(labels)


def _complex(node: GraphNode, ends: Iterable[Sequence[GraphNode]]) -> str | None:
    """Return the most frequent label of the complexes with a node; None if any drawing connects the node itself."""
    labels: list[str] = []
    for several in ends:
        if any(end.id == node.id for end in several):
            return None
        labels += [end.label for end in several if any(member.id == node.id for member in end.members)][:1]
    return Counter(labels).most_common(1)[0][0] if labels else None


def _product(signs: Sequence[Sign | None]) -> Sign | None:
    """Multiply signs; return None if any is missing."""
    if None in signs:
        return None
    return "-" if signs.count("-") % 2 else "+"


class LitPath(NamedTuple):
    """A path to highlight in a drawing. `elements`: the ids of its nodes and lines there."""

    path: DrawnPath
    elements: frozenset[str]

    @property
    def name(self) -> str:
        """The name of the path, made of the labels of its first and last node."""
        return f"path from {self.path.nodes[0].label} to {self.path.nodes[-1].label}"


_LONGEST = 30
"""The maximum number of steps: high, since searching the few lines of one drawing is fast."""


def path_within(components: PathwayComponents, sources: Collection[str], targets: Collection[str]) -> LitPath | None:
    """Return the shortest path in a drawing; None without one. `sources`, `targets`: ids of elements in the drawing."""
    nodes = {node.id: GraphNode(node.id, node.label, "gene") for node in components.nodes}
    edges = [*drawn_edges(components, nodes)]
    texts = dict(_texts(components))
    ends = ({texts.get(element, element) for element in several} for several in (sources, targets))
    paths = Network(edges).shortest(*ends, longest=_LONGEST, most=1)
    if not paths.routes:
        return None
    (route,) = paths.routes
    lines = {line for step in route.lines for _, line in step}
    lines |= {edge.acts_on.line for edge in edges if edge.acts_on and edge.line in lines}
    passed = {member.id for node in route.nodes for member in (node, *node.members)}
    elements = {element for element in (*nodes, *texts) if texts.get(element, element) in passed}
    return LitPath(drawn_path(route, edges), frozenset(elements | lines))


def _texts(components: PathwayComponents) -> Iterator[tuple[str, str]]:
    """Yield the ids of the labels and shapes at the ends of lines, each with the id of its node in the network."""
    for line in components.interactions:
        for element, kind, label in (
            (line.source, line.source_kind, line.source_label),
            (line.target, line.target_kind, line.target_label),
        ):
            if element and kind in ("label", "shape"):
                yield element, text_id(label, components.id, element)
