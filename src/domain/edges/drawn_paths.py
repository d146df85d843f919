"""Paths through the network of all drawings, as answers list them."""

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
"""Steps of a path: by default, and at most."""


class PathNode(msgspec.Struct, frozen=True):
    """A node of a path."""

    id: str
    label: str


class PathStep(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A step of a path: what its source does to its target, in most of the pathways that draw both.

    `sign`: that of all drawings that state one; left out if none does or they differ. `pathway_count`: the number of
    all pathways that draw the step, if `pathways` is cut. `also`: other effects, with the number of pathways that draw
    them. `acts_on`: the interaction that the line touches, and on whose targets it acts. `out_of`, `into`: the complex
    of which only a member is a node of the path. `of_groups`: every line connects groups, not their single members.
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
    """A path. `sign`: the product of its steps' signs, if each has one. `pathways`: those that draw every step."""

    length: int
    nodes: tuple[PathNode, ...]
    steps: tuple[PathStep, ...]
    sign: Sign | None = None
    pathways: tuple[str, ...] = ()

    def limited(self, most: int) -> "DrawnPath":
        """Return the path with at most `most` pathways for each step."""
        return msgspec.structs.replace(self, steps=tuple(step.limited(most) for step in self.steps))


def drawn_path(route: NodePath, drawn: Iterable[DrawnEdge]) -> DrawnPath:
    """Describe a path. `drawn`: the interactions of at least its lines."""
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
    """Return True if an interaction leads from one node to another; of a line with two arrowheads one does not."""
    return _is_among(source, drawn.sources) and _is_among(target, drawn.targets)


def _is_among(node: GraphNode, nodes: Iterable[GraphNode]) -> bool:
    return any(node.id == member.id for several in nodes for member in (several, *several.members))


def _step(source: GraphNode, target: GraphNode, drawn: Sequence[DrawnEdge]) -> PathStep:
    pathways: dict[Effect, dict[str, None]] = {}
    for edge in drawn:
        pathways.setdefault(edge.effect, {})[edge.pathway] = None
    effect, *others = sorted(pathways, key=lambda kind: (-len(pathways[kind]), kind))
    shown = [edge for edge in drawn if edge.effect == effect]
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
    """Return the interaction that lines touch most often; None if any line touches none."""
    touched = [edge.acts_on for edge in drawn]
    texts = Counter(f"{_joined(line.sources)} {line.effect} {_joined(line.targets)}" for line in touched if line)
    return texts.most_common(1)[0][0] if texts and None not in touched else None


def _joined(labels: Iterable[str]) -> str:
    return " + ".join(labels)


def _complex(node: GraphNode, ends: Iterable[Sequence[GraphNode]]) -> str | None:
    """Return the complex of which a node is a member in every drawing; None if one draws the node itself."""
    labels: list[str] = []
    for several in ends:
        if any(end.id == node.id for end in several):
            return None
        labels += [end.label for end in several if any(member.id == node.id for member in end.members)][:1]
    return Counter(labels).most_common(1)[0][0] if labels else None


def _product(signs: Sequence[Sign | None]) -> Sign | None:
    """Multiply signs; None if any is missing."""
    if None in signs:
        return None
    return "-" if signs.count("-") % 2 else "+"


class LitPath(NamedTuple):
    """A path. `elements`: the ids of its nodes and lines in the drawing."""

    path: DrawnPath
    elements: frozenset[str]

    @property
    def name(self) -> str:
        """Its description by its ends."""
        return f"path from {self.path.nodes[0].label} to {self.path.nodes[-1].label}"


_LONGEST = 30
"""Steps: the search is short, since a drawing has few lines."""


def path_within(components: PathwayComponents, sources: Collection[str], targets: Collection[str]) -> LitPath | None:
    """Return the shortest path; None if there is none. `sources`, `targets`: ids of elements in the drawing."""
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
    """Yield the elements at the ends of lines that are not data nodes, each with the id of its text in the network."""
    for line in components.interactions:
        for element, kind, label in (
            (line.source, line.source_kind, line.source_label),
            (line.target, line.target_kind, line.target_label),
        ):
            if element and kind in ("label", "shape"):
                yield element, text_id(label, components.id, element)
