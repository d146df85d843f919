"""Compounds as drawings carry them: nodes, what ties their identifiers together, and who is the same compound."""

from collections.abc import Iterable
from typing import TypeAlias

import msgspec

from biofacts.domain.identity import CHEMICALS

Reference: TypeAlias = tuple[str, str]
"""A key of the registry, and a value as it is written there."""

_SKELETON, _STEREO, _UNKNOWN = 14, slice(15, 23), "UHFFFAOY"
_SAID_OF_ANYTHING = frozenset({"wikidata"})
"""Keys of compounds that genes have, too."""


def skeleton(inchikey: str) -> str:
    """The part of an InChIKey that all charge and stereo forms, and isotopes, of a structure share."""
    return inchikey[:_SKELETON]


def is_form(one: str, other: str) -> bool:
    """Whether two InChIKeys are of one skeleton, and no more than its charge differs, or of one no stereo is known."""
    stereo, others = one[_STEREO], other[_STEREO]
    return skeleton(one) == skeleton(other) and (stereo == others or _UNKNOWN in (stereo, others))


def inchikeys(references: Iterable[Reference]) -> frozenset[str]:
    """The InChIKeys among references."""
    return frozenset(value for key, value in references if key == "inchikey")


def skeletons(references: Iterable[Reference]) -> frozenset[str]:
    """The skeletons of the InChIKeys among references."""
    return frozenset(map(skeleton, inchikeys(references)))


def of_compounds(references: Iterable[Reference]) -> tuple[Reference, ...]:
    """Those that compounds have, sorted, each once."""
    return tuple(sorted({(key, value) for key, value in references if key in CHEMICALS}))


def is_compound(references: Iterable[Reference]) -> bool:
    """Whether any of them is of a compound for sure."""
    return any(key in CHEMICALS and key not in _SAID_OF_ANYTHING for key, _ in references)


class CompoundNode(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """Nodes of one label that carry the same identifiers, drawn or mapped. `label`: "" for what is no metabolite."""

    label: str
    references: tuple[Reference, ...]
    pathways: tuple[str, ...]


class Identity(msgspec.Struct, frozen=True):
    """One compound. `asked`: the identifiers that name it; `keys`: its InChIKeys; `others`: what else it has."""

    asked: frozenset[Reference]
    keys: frozenset[str]
    others: frozenset[Reference]

    @property
    def sure(self) -> frozenset[Reference]:
        """The identifiers of nothing else."""
        return self.asked | {("inchikey", key) for key in self.keys}

    @property
    def references(self) -> frozenset[Reference]:
        """Every identifier."""
        return self.sure | self.others

    def is_in(self, node: CompoundNode) -> bool:
        """Whether a node is the compound: a foreign InChIKey weighs more than any other identifier in common."""
        if not self.asked.isdisjoint(node.references):
            return True
        known = inchikeys(node.references)
        return not self.keys.isdisjoint(known) if known else not self.others.isdisjoint(node.references)


def identity(
    asked: Iterable[Reference], stated: Iterable[Reference], keys: frozenset[str], nodes: Iterable[CompoundNode]
) -> Identity:
    """What the identifiers name.

    `stated`: what records say of the same compound. `keys`: its InChIKeys; `nodes`: those that carry one of them, or
    what was asked.
    """
    wanted = frozenset(asked)
    sure = ((known, node.references) for node in nodes if (known := inchikeys(node.references)))
    others = {pair for known, references in sure if known <= keys for pair in references}.union(stated)
    return Identity(wanted, keys, frozenset(others) - wanted - {("inchikey", key) for key in keys})


def tied(asked: Iterable[Reference], nodes: Iterable[CompoundNode]) -> frozenset[str]:
    """The InChIKeys of what carries an identifier: of nodes with one each, or of all where none has just one."""
    if keys := inchikeys(asked):
        return keys
    found = [inchikeys(node.references) for node in nodes]
    single = [one for one in found if len(one) == 1]
    return frozenset(key for one in single or found for key in one)
