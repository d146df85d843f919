"""The shortest path between nodes of one drawing, by its own lines."""

from collections.abc import Collection, Iterator
from typing import NamedTuple

from biofacts.domain.edges.edge import GraphNode, text_id
from biofacts.domain.edges.network import Network
from biofacts.domain.edges.paths import DrawnPath, drawn_path
from biofacts.domain.edges.reading import drawn_edges
from biofacts.domain.pathways.pathway import PathwayComponents


class LitPath(NamedTuple):
    """A path. `elements`: the ids of its nodes and lines in the drawing."""

    path: DrawnPath
    elements: frozenset[str]

    @property
    def name(self) -> str:
        """The labels of its nodes with arrows between them."""
        return " \u2192 ".join(node.label for node in self.path.nodes)


_LONGEST = 30
"""Steps: the search is short, since a drawing has few lines."""


def path_within(components: PathwayComponents, sources: Collection[str], targets: Collection[str]) -> LitPath | None:
    """Return the shortest path; None if there is none. `sources`, `targets`: ids of elements in the drawing."""
    nodes = {one.id: GraphNode(one.id, one.label, "gene") for one in components.nodes}
    edges = [*drawn_edges(components, nodes)]
    texts = dict(_texts(components))
    ends = ({texts.get(one, one) for one in several} for several in (sources, targets))
    found = Network(edges).shortest(*ends, longest=_LONGEST, most=1)
    if not found.routes:
        return None
    (route,) = found.routes
    lines = {line for step in route.lines for _, line in step}
    lines |= {one.acts_on.line for one in edges if one.acts_on and one.line in lines}
    passed = {one.id for node in route.nodes for one in (node, *node.members)}
    elements = {element for element in (*nodes, *texts) if texts.get(element, element) in passed}
    return LitPath(drawn_path(route, edges), frozenset(elements | lines))


def _texts(components: PathwayComponents) -> Iterator[tuple[str, str]]:
    """Yield the elements at the ends of lines that are no data nodes, each with the id of its text in the network."""
    for line in components.interactions:
        for element, kind, label in (
            (line.source, line.source_kind, line.source_label),
            (line.target, line.target_kind, line.target_label),
        ):
            if element and kind in ("label", "shape"):
                yield element, text_id(label, components.id, element)
