"""All drawn compounds, distinguished from each other."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

from biofacts.domain.pathways.compound_nodes import CompoundNode, Reference, inchikeys, tied

_FORM = 25
"""The length of skeleton, stereo and isotopes in an InChIKey; the state of protonation follows."""


def form(inchikey: str) -> str:
    """Return the part of an InChIKey that an acid and its anion share, but not their other stereo forms."""
    return inchikey[:_FORM]


class DrawnCompounds:
    """Compounds grouped from nodes.

    A compound's id is its smallest form, or its smallest identifier if it has no InChIKey.

    Nodes whose InChIKeys share a form are one compound. A node without an InChIKey belongs to every compound that its
    other identifiers lead to; nodes that lead to no compound are one where they share an identifier.
    """

    def __init__(self, nodes: Iterable[CompoundNode]) -> None:
        identified = [node for node in nodes if node.references]
        keyed = [node for node in identified if inchikeys(node.references)]
        self._groups = _Groups()
        for node in keyed:
            self._groups.join(sorted(map(form, inchikeys(node.references))))
        self._bearing = _bearing(keyed)
        bare = [(node, self._led_to(node.references)) for node in identified if not inchikeys(node.references)]
        alone = [node for node, found in bare if not found]
        for node in alone:
            self._groups.join([f"{key}:{value}" for key, value in node.references])
        self._alone = {one for node in alone for one in node.references}
        self._nodes: defaultdict[str, list[CompoundNode]] = defaultdict(list)
        for node in (*keyed, *alone):
            self._nodes[self._own(node)].append(node)
        for node, found in bare:
            for compound in found:
                self._nodes[compound].append(node)

    @property
    def nodes(self) -> Mapping[str, Sequence[CompoundNode]]:
        """The nodes of each compound, by the compound's id."""
        return self._nodes

    @property
    def names(self) -> Mapping[str, str]:
        """The most frequent label of each compound, by the compound's id."""
        return {compound: label for compound, nodes in self._nodes.items() if (label := _label(nodes))}

    def of(self, references: Iterable[Reference]) -> frozenset[str]:
        """Return the ids of the drawn compounds that identifiers lead to; there may be several."""
        given = [*references]
        found = self._led_to(given) & self._nodes.keys()
        return found or frozenset(self._groups.of(f"{key}:{value}") for key, value in self._alone.intersection(given))

    def _led_to(self, references: Iterable[Reference]) -> frozenset[str]:
        wanted = [*references]
        nodes = [node for one in wanted for node in self._bearing.get(one, ())]
        return frozenset(self._groups.of(form(key)) for key in tied(wanted, nodes))

    def _own(self, node: CompoundNode) -> str:
        keys = inchikeys(node.references)
        first = form(min(keys)) if keys else ":".join(node.references[0])
        return self._groups.of(first)


def _bearing(nodes: Iterable[CompoundNode]) -> Mapping[Reference, Sequence[CompoundNode]]:
    found: defaultdict[Reference, list[CompoundNode]] = defaultdict(list)
    for node in nodes:
        for one in node.references:
            found[one].append(node)
    return found


def _label(nodes: Iterable[CompoundNode]) -> str | None:
    labels = Counter[str]()
    for node in nodes:
        labels[node.label] += len(node.pathways)
    del labels[""]
    return min(labels, key=lambda label: (-labels[label], label), default=None)


class _Groups:
    """Disjoint sets of texts (union-find). The smallest member names its set."""

    def __init__(self) -> None:
        self._above: dict[str, str] = {}

    def of(self, one: str) -> str:
        """Return the name of a member's set; a text that was never joined is its own set."""
        while (above := self._above.get(one, one)) != one:
            one = above
        return one

    def join(self, several: Sequence[str]) -> None:
        """Merge the sets of several members."""
        groups = sorted({self.of(one) for one in several})
        for one in groups:
            self._above[one] = groups[0]
