"""The network of directed interactions in all drawings, and the search for the shortest paths through it."""

import heapq
import math
from array import array
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby, islice
from typing import NamedTuple

import msgspec

from biofacts.domain.edges.edge import DrawnEdge, GraphKind, GraphNode, LineKey
from biofacts.domain.text import fold
from biofacts.domain.text.clean import most_frequent


class NodePath(NamedTuple):
    """A path: its nodes, and for each step the lines that connect its two nodes."""

    nodes: tuple[GraphNode, ...]
    lines: tuple[tuple[LineKey, ...], ...]


class NodePaths(msgspec.Struct, frozen=True, kw_only=True):
    """The shortest paths between nodes.

    `more`: True if there are more paths. `stopped`: True if the search gave up before it was complete. `left_out`: the
    currency metabolites, such as ATP, through which there would be paths. `reached`: the number of nodes to which the
    start leads within the searched length.
    """

    routes: tuple[NodePath, ...] = ()
    more: bool = False
    stopped: bool = False
    left_out: tuple[GraphNode, ...] = ()
    reached: int = 0


class Network:
    """The directed interactions of drawings, as arrays of numbers; undirected interactions are ignored.

    An interaction with a complex also counts as an interaction with each of its members.
    """

    def __init__(self, edges: Iterable[DrawnEdge]) -> None:
        names = _Names()
        self._lines: list[LineKey] = []
        self._organisms: list[str] = []
        arrows: dict[_Ends, _Ways] = {}
        for edge in edges:
            if edge.directed:
                _join(edge, len(self._lines), names, arrows)
                self._lines.append(edge.key)
                self._organisms.append(edge.organism)
        self._nodes = names.nodes
        self._numbers = names.numbers
        self._texts = frozenset(at for at, node in enumerate(self._nodes) if node.kind in _TEXTS)
        self._currency = frozenset(at for at, node in enumerate(self._nodes) if is_currency(node))
        self._arrows = _Arrows.of(arrows)
        self._views: dict[str | None, _NodePairs] = {}

    def __contains__(self, node: str) -> bool:
        return node in self._numbers

    def __len__(self) -> int:
        return len(self._nodes)

    def acted_on(self, nodes: Collection[str], organism: str | None = None) -> int:
        """Count the nodes on which any of the given nodes acts directly."""
        view = self._view(organism)
        return len({target for at in self._numbers_of(nodes) for target in view.after(at)})

    def acting(self, nodes: Collection[str], organism: str | None = None) -> int:
        """Count the nodes that act directly on any of the given nodes."""
        view, ends = self._view(organism), self._numbers_of(nodes)
        return sum(not ends.isdisjoint(view.after(at)) for at in range(len(self._nodes)))

    def shortest(
        self,
        sources: Collection[str],
        targets: Collection[str],
        *,
        longest: int,
        most: int,
        organism: str | None = None,
        currency: bool = False,
    ) -> NodePaths:
        """Return paths from any of the sources to any of the targets, the shortest first.

        Paths of equal length are ranked by the product of the numbers of pathways that draw each step; a step that is
        drawn only between groups counts a third. `longest`: the maximum number of steps; `most`: the maximum number of
        paths. `organism`: the only organism whose drawings are used. `currency`: True to allow paths through currency
        metabolites such as ATP. No path passes through a label or a pathway.
        """
        view, closed = self._view(organism), self._texts if currency else self._texts | self._currency
        search = _PathSearch(view, self._numbers_of(sources), self._numbers_of(targets), closed)
        paths = [*islice(search.paths(longest), most + 1)]  # one more than listed, to know if there are more
        return NodePaths(
            routes=tuple(self._route(pairs, view) for pairs in paths[:most]),
            more=len(paths) > most,
            stopped=search.is_stopped,
            left_out=tuple(
                sorted((self._nodes[at] for at in search.passed_by & self._currency), key=lambda node: node.label)
            ),
            reached=search.reached,
        )

    def _numbers_of(self, nodes: Collection[str]) -> frozenset[int]:
        return frozenset(at for node in nodes if (at := self._numbers.get(node)) is not None)

    def _view(self, organism: str | None) -> "_NodePairs":
        """Return the view of an organism's drawings, or of all for None. Views are cached, since few are requested."""
        if organism not in self._views:
            of_organism = [organism in (None, line_organism) for line_organism in self._organisms]
            chosen = [at for at, line in enumerate(self._arrows.lines) if of_organism[line]]
            pathways = [pathway for pathway, _ in self._lines]
            self._views[organism] = _NodePairs(len(self._nodes), self._arrows, chosen, pathways)
        return self._views[organism]

    def _route(self, pairs: Sequence[int], view: "_NodePairs") -> NodePath:
        nodes = [view.source(pairs[0]), *(view.targets[pair] for pair in pairs)]
        lines = [tuple(self._lines[self._arrows.lines[at]] for at in view.arrows(pair)) for pair in pairs]
        return NodePath(tuple(self._nodes[at] for at in nodes), tuple(lines))


class _Names:
    """A numbering of nodes, with the labels under which each node is drawn."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}
        self._first: list[GraphNode] = []
        self._labels: list[Counter[str]] = []

    def number(self, node: GraphNode) -> int:
        """Return the number of a node, assigning the next one to a new node, and count its label."""
        at = self.numbers.setdefault(node.id, len(self.numbers))
        if at == len(self._first):
            self._first.append(node)
            self._labels.append(Counter())
        self._labels[at][node.label] += 1
        return at

    @property
    def nodes(self) -> list[GraphNode]:
        """The nodes in the order of their numbers, without states, each with its most frequent label."""
        return [
            msgspec.structs.replace(node, label=most_frequent(labels) or "", state=None)
            for node, labels in zip(self._first, self._labels, strict=True)
        ]


_Ends = tuple[int, int, int]
"""The numbers of the source, the target and the line."""

_Ways = tuple[int, int, bool]
"""The numbers of the complexes in which source and target are members (-1: none); True if the line connects groups."""

_NONE = -1


def _join(edge: DrawnEdge, line: int, names: _Names, arrows: dict[_Ends, _Ways]) -> None:
    """Add every pair of nodes that a line connects; a direct connection takes precedence over one as a member."""
    is_of_groups = "group" in (edge.source_via, edge.target_via)
    pairs = [
        (names.number(source), names.number(target), names.number(out_of) if out_of else _NONE,
         names.number(into) if into else _NONE)
        for ends in edge.edges()
        for source, out_of in _actors(ends.source)
        for target, into in _actors(ends.target)
        if source.id != target.id
    ]  # fmt: skip
    for source, target, out_of, into in sorted(pairs, key=lambda pair: (pair[2] != _NONE) + (pair[3] != _NONE)):
        arrows.setdefault((source, target, line), (out_of, into, is_of_groups))


def _actors(node: GraphNode) -> Iterator[tuple[GraphNode, GraphNode | None]]:
    """Yield a node with None, and each of its members with the node, which is then a complex."""
    yield node, None
    yield from ((member, node) for member in node.members)


class _Arrows(NamedTuple):
    """A table of the lines between pairs of nodes, sorted by source and target; each field is a column of numbers."""

    sources: Sequence[int]
    targets: Sequence[int]
    lines: Sequence[int]
    out_of: Sequence[int]
    into: Sequence[int]
    of_groups: Sequence[int]

    @classmethod
    def of(cls, arrows: Mapping[_Ends, _Ways]) -> "_Arrows":
        """Sort arrows and arrange them in columns."""
        rows = sorted((*ends, *ways) for ends, ways in arrows.items())
        return cls(*(array("i", column) for column in (zip(*rows, strict=True) if rows else [()] * 6)))


_OF_GROUPS = 1 / 3
"""The factor for the pathways of a pair that only groups connect: not every member acts on every member."""


class _NodePairs:
    """The pairs of nodes that the chosen arrows connect, numbered in the order of source and target."""

    def __init__(self, nodes: int, arrows: _Arrows, chosen: Sequence[int], pathways: Sequence[str]) -> None:
        self._all = arrows
        self._chosen = array("i", chosen)
        self._firsts = array("i")
        self.targets = array("i")
        self.weights = array("d")
        begins = array("i", [0]) * (nodes + 1)
        pairs = groupby(range(len(chosen)), lambda at: (arrows.sources[chosen[at]], arrows.targets[chosen[at]]))
        for (source, target), group in pairs:
            places = [*group]
            self._firsts.append(places[0])
            self.targets.append(target)
            drawn_in = {pathways[arrows.lines[chosen[at]]] for at in places}
            is_of_groups = all(arrows.of_groups[chosen[at]] for at in places)
            # Logarithms, so that the product by which paths are ranked becomes a sum.
            self.weights.append(math.log(len(drawn_in) * (_OF_GROUPS if is_of_groups else 1)))
            begins[source + 1] += 1
        self._firsts.append(len(chosen))
        for at in range(nodes):
            begins[at + 1] += begins[at]
        self._begins = begins

    def pairs(self, node: int) -> range:
        """Return the numbers of the pairs whose source is this node."""
        return range(self._begins[node], self._begins[node + 1])

    def after(self, node: int) -> Sequence[int]:
        """Return the nodes on which a node acts directly."""
        return self.targets[self._begins[node] : self._begins[node + 1]]

    def arrows(self, pair: int) -> Sequence[int]:
        return self._chosen[self._firsts[pair] : self._firsts[pair + 1]]

    def source(self, pair: int) -> int:
        return self._all.sources[self.arrows(pair)[0]]

    def is_within_complex(self, pair: int, following: int) -> bool:
        """Return True if a path enters and leaves a node only as a member of the same complexes.

        Such a path is redundant, since the same path leads through the complex, which is also a node.
        """
        into = {self._all.into[at] for at in self.arrows(pair)}
        return _NONE not in into and into == {self._all.out_of[at] for at in self.arrows(following)}


class _PathSearch:
    """A search for the paths between two sets of nodes. `closed`: the nodes through which no path may pass."""

    def __init__(
        self, view: _NodePairs, sources: frozenset[int], targets: frozenset[int], closed: frozenset[int]
    ) -> None:
        self._view = view
        self._sources = sources
        self._targets = targets
        self._closed = closed | sources | targets
        self._distances: Mapping[int, int] = {}
        self._remaining: Sequence[Mapping[int, float]] = ()
        self._begun = 0

    @property
    def reached(self) -> int:
        """The number of nodes to which the sources lead within the searched length."""
        return len(self._distances) - len(self._sources)

    @property
    def is_stopped(self) -> bool:
        """True if the search has examined its maximum number of partial paths."""
        return self._begun >= _MOST_BEGUN

    @property
    def passed_by(self) -> frozenset[int]:
        """The closed nodes through which there would be paths."""
        return frozenset(at for of_length in self._remaining[1:] for at in of_length) & self._closed - self._sources

    def paths(self, longest: int) -> Iterator[Sequence[int]]:
        """Yield paths as sequences of pairs, the shortest first, and among these the most drawn first."""
        for length in range(1, longest + 1):
            self._distances = self._spread(length)
            self._remaining = self._completions(length)
            yield from self._of_length(length)

    def _spread(self, length: int) -> Mapping[int, int]:
        """Map each node that the sources reach within `length` steps to the number of steps."""
        distances = dict.fromkeys(self._sources, 0)
        border = [*self._sources]
        for step in range(1, length + 1):
            following: list[int] = []
            for at in border:
                if step > 1 and at in self._closed:
                    continue
                for target in self._view.after(at):
                    if target not in distances:
                        distances[target] = step
                        following.append(target)
            border = following
        return distances

    def _completions(self, length: int) -> Sequence[Mapping[int, float]]:
        """Return, for each number of remaining steps, the highest weight of a way from each node to a target.

        Nodes too far from the sources for a path of this length are omitted.
        """
        remaining: list[dict[int, float]] = [dict.fromkeys(self._targets, 0.0)]
        for left in range(1, length + 1):
            nearer = {at: weight for at, weight in remaining[-1].items() if left == 1 or at not in self._closed}
            weights: dict[int, float] = {}
            for at, distance in self._distances.items():
                # A path ends at the first target on its way.
                if distance + left > length or at in self._targets:
                    continue
                best = max(
                    (
                        self._view.weights[pair] + nearer[target]
                        for pair in self._view.pairs(at)
                        if (target := self._view.targets[pair]) in nearer
                    ),
                    default=None,
                )
                if best is not None:
                    weights[at] = best
            remaining.append(weights)
        return remaining

    def _of_length(self, length: int) -> Iterator[Sequence[int]]:
        """Yield the paths of one length, by descending weight: a best-first search with exact bounds."""
        # Steps count down from 0, so that of equal bounds the longest partial path is continued first.
        begun: list[tuple[float, int, tuple[int, ...], tuple[int, ...]]] = [
            (-weight, 0, (), (at,)) for at, weight in self._remaining[length].items() if at in self._sources
        ]
        heapq.heapify(begun)
        while begun and not self.is_stopped:
            bound, steps, pairs, nodes = heapq.heappop(begun)
            self._begun += 1
            if -steps == length:
                yield pairs
                continue
            at, nearer = nodes[-1], self._remaining[length + steps - 1]
            spent = -bound - self._remaining[length + steps][at]
            is_last = length + steps == 1
            for pair in self._view.pairs(at):
                target = self._view.targets[pair]
                if target not in nearer or target in nodes or not (is_last or target not in self._closed):
                    continue
                if pairs and self._view.is_within_complex(pairs[-1], pair):
                    continue
                weight = spent + self._view.weights[pair] + nearer[target]
                heapq.heappush(begun, (-weight, steps - 1, (*pairs, pair), (*nodes, target)))


_MOST_BEGUN = 20_000
"""The maximum number of partial paths that a search examines, which takes a tenth of a second."""

_TEXTS: frozenset[GraphKind] = frozenset({"label", "pathway"})
"""The kinds of nodes through which no path passes: a text such as `Cell`, or a pathway, is not a single actor."""

_CIDS: Mapping[int, str] = {
    962: "H2O", 1038: "H+ hydron proton", 977: "O2 oxygen", 784: "H2O2", 280: "CO2", 769: "HCO3 bicarbonate",
    222: "NH3 ammonia", 223: "NH4+ ammonium", 1004: "Pi phosphate", 1061: "orthophosphate", 1023: "PPi pyrophosphate",
    644102: "diphosphate", 6083: "AMP", 6022: "ADP", 5957: "ATP", 8977: "GDP", 6830: "GTP", 6031: "UDP", 6133: "UTP",
    5892: "NAD+", 439153: "NADH", 5885: "NADP+", 5884: "NADPH", 643975: "FAD", 446013: "FADH2", 87642: "CoA CoASH",
}  # fmt: skip
"""The PubChem CIDs of currency metabolites, with their labels in drawings.

These compounds are the ones that doi:10.1093/bioinformatics/19.2.270 (Ma and Zeng 2003, "current metabolites") and
doi:10.1049/iet-syb:20060077 (Huss and Holme 2007) exclude from metabolic networks.
"""

_IDS = frozenset(f"PubChem:CID{cid}" for cid in _CIDS)
_LABELS = frozenset(fold.compact(label) for labels in _CIDS.values() for label in labels.split()) | {"coenzymea"}


def is_currency(node: GraphNode) -> bool:
    """Return True for a currency metabolite, by CID or label: ATP is often drawn with the CID of another form."""
    return node.kind == "compound" and (node.id in _IDS or fold.compact(node.label) in _LABELS)
