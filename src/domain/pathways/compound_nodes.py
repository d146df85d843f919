"""Compounds in drawings: their nodes, their identifiers, and the rules for when two nodes are the same compound."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from biofacts.domain.identifiers.cross_references import KeyedId
from biofacts.domain.identifiers.identifiers_in_text import CHEMICALS
from biofacts.domain.text.clean import most_frequent

# An InChIKey has 14 letters of the skeleton, a hyphen, and 8 letters of stereo and isotopes: UHFFFAOY for neither.
_SKELETON, _STEREO, _UNKNOWN = 14, slice(15, 23), "UHFFFAOY"
_SAID_OF_ANYTHING = frozenset({"wikidata"})
"""Keys of compound identifiers that genes also have."""


def skeleton(inchikey: str) -> str:
    """Return the first block of an InChIKey, which all charges, stereoisomers and isotopes of a structure share."""
    return inchikey[:_SKELETON]


def is_form(inchikey: str, other: str) -> bool:
    """Return True if two InChIKeys differ at most in charge, or in stereochemistry that one leaves undefined."""
    stereo, others = inchikey[_STEREO], other[_STEREO]
    return skeleton(inchikey) == skeleton(other) and (stereo == others or _UNKNOWN in (stereo, others))


def inchikeys(references: Iterable[KeyedId]) -> frozenset[str]:
    """Return the InChIKeys among references."""
    return frozenset(value for key, value in references if key == "inchikey")


def skeletons(references: Iterable[KeyedId]) -> frozenset[str]:
    """Return the skeletons of the InChIKeys among references."""
    return frozenset(map(skeleton, inchikeys(references)))


def of_compounds(references: Iterable[KeyedId]) -> tuple[KeyedId, ...]:
    """Return the references with a key of compound databases, sorted and without duplicates."""
    return tuple(sorted({(key, value) for key, value in references if key in CHEMICALS}))


def is_compound(references: Iterable[KeyedId]) -> bool:
    """Return True if any reference can only belong to a compound."""
    return any(key in CHEMICALS and key not in _SAID_OF_ANYTHING for key, _ in references)


# gc=False: tuples of texts form no cycles, so the collector need not visit the many instances.
class CompoundNode(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """All nodes with the same label and the same identifiers, drawn or mapped.

    `label`: empty unless the nodes are drawn as metabolites; `pathways`: the ids of the pathways that draw them.
    """

    label: str
    references: tuple[KeyedId, ...]
    pathways: tuple[str, ...]


class Identity(msgspec.Struct, frozen=True):
    """The identifiers by which a compound is recognized in drawings.

    `in_query`: the identifiers in the query; `keys`: the compound's InChIKeys; `others`: its other identifiers.
    """

    in_query: frozenset[KeyedId]
    keys: frozenset[str]
    others: frozenset[KeyedId]

    @property
    def sure(self) -> frozenset[KeyedId]:
        """The identifiers that belong to no other compound."""
        return self.in_query | {("inchikey", key) for key in self.keys}

    @property
    def references(self) -> frozenset[KeyedId]:
        """All identifiers of the compound."""
        return self.sure | self.others

    def is_in(self, node: CompoundNode) -> bool:
        """Return True if a node is the compound.

        If a node has InChIKeys, they decide, unless the node has an identifier of the query.
        """
        if not self.in_query.isdisjoint(node.references):
            return True
        keys = inchikeys(node.references)
        return not self.keys.isdisjoint(keys) if keys else not self.others.isdisjoint(node.references)


def identity(
    identifiers: Iterable[KeyedId], stated: Iterable[KeyedId], keys: frozenset[str], nodes: Iterable[CompoundNode]
) -> Identity:
    """Resolve identifiers to the identity of a compound.

    `stated`: the references in records of the compound; `keys`: the compound's InChIKeys; `nodes`: the nodes that have
    one of these keys, or one of `identifiers`.
    """
    wanted = frozenset(identifiers)
    sure = ((own, node.references) for node in nodes if (own := inchikeys(node.references)))
    # A node with yet another structure ties its identifiers to neither.
    others = {pair for own, references in sure if own <= keys for pair in references}.union(stated)
    return Identity(wanted, keys, frozenset(others) - wanted - {("inchikey", key) for key in keys})


def tied(identifiers: Iterable[KeyedId], nodes: Iterable[CompoundNode]) -> frozenset[str]:
    """Return the InChIKeys among identifiers, or else the InChIKeys of the nodes.

    If any node has exactly one InChIKey, only such nodes count.
    """
    if keys := inchikeys(identifiers):
        return keys
    of_nodes = [inchikeys(node.references) for node in nodes]
    single = [own for own in of_nodes if len(own) == 1]
    return frozenset(key for own in single or of_nodes for key in own)


# The grouping of all nodes into compounds


_FORM = 25
"""The length of an InChIKey without its last part, which tells the protonation."""


def form(inchikey: str) -> str:
    """Return the part of an InChIKey that an acid and its anion share, but stereoisomers do not."""
    return inchikey[:_FORM]


class DrawnCompounds:
    """The compounds in drawings, formed by grouping nodes.

    Nodes whose InChIKeys have the same `form` are one compound. A node without an InChIKey belongs to every compound to
    which its other identifiers lead. Nodes that lead to no compound are one compound if they share an identifier.

    A compound's id is its smallest form, or its smallest identifier if it has no InChIKey.
    """

    def __init__(self, nodes: Iterable[CompoundNode]) -> None:
        identified = [node for node in nodes if node.references]
        keyed = [node for node in identified if inchikeys(node.references)]
        self._groups = _Groups()
        for node in keyed:
            # A node with several InChIKeys makes one compound of them.
            self._groups.join(sorted(map(form, inchikeys(node.references))))
        self._bearing = _bearing(keyed)
        bare = [(node, self._led_to(node.references)) for node in identified if not inchikeys(node.references)]
        alone = [node for node, compounds in bare if not compounds]
        for node in alone:
            self._groups.join([f"{key}:{value}" for key, value in node.references])
        self._alone = {reference for node in alone for reference in node.references}
        self.nodes: defaultdict[str, list[CompoundNode]] = defaultdict(list)
        """The nodes of each compound, by the compound's id."""
        for node in (*keyed, *alone):
            self.nodes[self._own(node)].append(node)
        for node, compounds in bare:
            for compound in compounds:
                self.nodes[compound].append(node)

    @property
    def names(self) -> Mapping[str, str]:
        """The most frequent label of each compound, by the compound's id."""
        return {compound: label for compound, nodes in self.nodes.items() if (label := usual_label(nodes))}

    def of(self, references: Iterable[KeyedId]) -> frozenset[str]:
        """Return the ids of the drawn compounds to which identifiers lead; there may be several."""
        identifiers = [*references]
        compounds = self._led_to(identifiers) & self.nodes.keys()
        return compounds or frozenset(
            self._groups.of(f"{key}:{value}") for key, value in self._alone.intersection(identifiers)
        )

    def _led_to(self, references: Iterable[KeyedId]) -> frozenset[str]:
        wanted = [*references]
        nodes = [node for reference in wanted for node in self._bearing.get(reference, ())]
        return frozenset(self._groups.of(form(key)) for key in tied(wanted, nodes))

    def _own(self, node: CompoundNode) -> str:
        keys = inchikeys(node.references)
        first = form(min(keys)) if keys else ":".join(node.references[0])
        return self._groups.of(first)


def _bearing(nodes: Iterable[CompoundNode]) -> Mapping[KeyedId, Sequence[CompoundNode]]:
    by_reference: defaultdict[KeyedId, list[CompoundNode]] = defaultdict(list)
    for node in nodes:
        for reference in node.references:
            by_reference[reference].append(node)
    return by_reference


def usual_label(nodes: Iterable[CompoundNode]) -> str | None:
    """Return the label that most pathways use for the given nodes; None if no node has a label."""
    labels = Counter[str]()
    for node in nodes:
        labels[node.label] += len(node.pathways)
    del labels[""]  # of nodes that are not drawn as metabolites
    return most_frequent(labels)


class _Groups:
    """Disjoint sets of texts (union-find). The smallest member names its set."""

    def __init__(self) -> None:
        self._above: dict[str, str] = {}

    def of(self, member: str) -> str:
        """Return the name of a member's set; a text that was never joined is its own set."""
        while (above := self._above.get(member, member)) != member:
            member = above
        return member

    def join(self, several: Sequence[str]) -> None:
        """Merge the sets of several members."""
        groups = sorted({self.of(member) for member in several})
        for group in groups:
            self._above[group] = groups[0]
