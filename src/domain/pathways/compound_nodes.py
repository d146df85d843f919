"""Compounds in drawings: nodes, their identifiers, and the rule by which two nodes are one compound."""

from collections.abc import Iterable
from typing import TypeAlias

import msgspec

from biofacts.domain.identifiers.databases import CHEMICALS

Reference: TypeAlias = tuple[str, str]
"""A registry key, and a value as it is written under that key."""

# An InChIKey has 14 letters of the skeleton, a hyphen, and 8 letters of stereo and isotopes: UHFFFAOY for neither.
_SKELETON, _STEREO, _UNKNOWN = 14, slice(15, 23), "UHFFFAOY"
_SAID_OF_ANYTHING = frozenset({"wikidata"})
"""Keys of compounds that genes have, too."""


def skeleton(inchikey: str) -> str:
    """Return the part of an InChIKey that all charge forms, stereo forms and isotopes of a structure share."""
    return inchikey[:_SKELETON]


def is_form(one: str, other: str) -> bool:
    """Return True if two InChIKeys differ at most in charge, or in a stereo that either leaves undefined."""
    stereo, others = one[_STEREO], other[_STEREO]
    return skeleton(one) == skeleton(other) and (stereo == others or _UNKNOWN in (stereo, others))


def inchikeys(references: Iterable[Reference]) -> frozenset[str]:
    """Return the InChIKeys among references."""
    return frozenset(value for key, value in references if key == "inchikey")


def skeletons(references: Iterable[Reference]) -> frozenset[str]:
    """Return the skeletons of the InChIKeys among references."""
    return frozenset(map(skeleton, inchikeys(references)))


def of_compounds(references: Iterable[Reference]) -> tuple[Reference, ...]:
    """Return the references whose keys compounds have, sorted, without duplicates."""
    return tuple(sorted({(key, value) for key, value in references if key in CHEMICALS}))


def is_compound(references: Iterable[Reference]) -> bool:
    """Return True if any reference can only belong to a compound."""
    return any(key in CHEMICALS and key not in _SAID_OF_ANYTHING for key, _ in references)


# gc=False: tuples of texts form no cycles, so the collector need not visit the many instances.
class CompoundNode(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """Nodes of one label with equal identifiers, drawn or mapped.

    `label`: empty unless they are drawn as metabolites.
    """

    label: str
    references: tuple[Reference, ...]
    pathways: tuple[str, ...]


class Identity(msgspec.Struct, frozen=True):
    """The identity of a compound.

    `asked`: the identifiers of the query; `keys`: its InChIKeys; `others`: further identifiers.
    """

    asked: frozenset[Reference]
    keys: frozenset[str]
    others: frozenset[Reference]

    @property
    def sure(self) -> frozenset[Reference]:
        """The identifiers that belong to no other compound."""
        return self.asked | {("inchikey", key) for key in self.keys}

    @property
    def references(self) -> frozenset[Reference]:
        """All identifiers."""
        return self.sure | self.others

    def is_in(self, node: CompoundNode) -> bool:
        """Return True if a node is the compound.

        An InChIKey of another compound outweighs any other shared identifier.
        """
        if not self.asked.isdisjoint(node.references):
            return True
        known = inchikeys(node.references)
        return not self.keys.isdisjoint(known) if known else not self.others.isdisjoint(node.references)


def identity(
    asked: Iterable[Reference], stated: Iterable[Reference], keys: frozenset[str], nodes: Iterable[CompoundNode]
) -> Identity:
    """Resolve identifiers to the identity of a compound.

    `stated`: references in records of the compound; `keys`: its InChIKeys; `nodes`: the nodes that have one of these
    keys, or one of the identifiers in `asked`.
    """
    wanted = frozenset(asked)
    sure = ((known, node.references) for node in nodes if (known := inchikeys(node.references)))
    others = {pair for known, references in sure if known <= keys for pair in references}.union(stated)
    return Identity(wanted, keys, frozenset(others) - wanted - {("inchikey", key) for key in keys})


def tied(asked: Iterable[Reference], nodes: Iterable[CompoundNode]) -> frozenset[str]:
    """Return the InChIKeys among identifiers, else those of the nodes.

    Nodes with exactly one InChIKey take precedence over others.
    """
    if keys := inchikeys(asked):
        return keys
    found = [inchikeys(node.references) for node in nodes]
    single = [one for one in found if len(one) == 1]
    return frozenset(key for one in single or found for key in one)
