"""Descriptions of paths through the network of all drawings, as listed in answers."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec

from biofacts.domain.answers.records import Item
from biofacts.domain.edges.drawn_edges import drawn_edges
from biofacts.domain.edges.edge import DrawnEdge, Effect, GraphNode, LineKey, Sign, text_id
from biofacts.domain.edges.shortest_paths import Network, NodePath
from biofacts.domain.pathways.pathway import PathwayComponents

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
