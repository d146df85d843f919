"""Choosing: the ligands that a plan takes, of all that interact with its targets, and in which order."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from biofacts.domain.pharmacology.actions import ANY, Mode
from biofacts.domain.pharmacology.pairs import Pair
from biofacts.domain.pharmacology.reading import Mechanism, Quality

OfTargets: TypeAlias = Mapping[str, Sequence[Pair]]
"""The ligands of several targets, each target by its key."""


class Acting(NamedTuple):
    """A ligand that acts as it is wanted, on how many of the targets."""

    ligand: str
    approved: bool
    contradictory: bool
    primary: bool
    targets: int


class Chosen(NamedTuple):
    """The ligands of a mechanism, by number. `related`: none acts just so, these act in a way that is related.

    `unmarked`: qualities that were wanted (`endogenous`) and that the Guide marks of none of them.
    """

    ligands: Mapping[str, Acting]
    related: bool = False
    unmarked: tuple[str, ...] = ()


def choose(mechanism: Mechanism, of_targets: OfTargets) -> Chosen:
    """Every ligand that acts as the mechanism wants; where none does, those that act in a related way."""
    pairs = [one for several in of_targets.values() for one in several if one.approved or not mechanism.approved]
    action = mechanism.action
    wanted = action.modes if _of(pairs, action.modes) else action.related
    found = _of(pairs, action.also | wanted)
    is_related = len(_of(found, action.also | action.modes)) < len(found)
    unmarked: list[str] = []
    for quality in mechanism.qualities:
        if marked := [one for one in found if _has(one, quality)]:
            found = marked
        else:
            unmarked.append(quality)
    return Chosen(_acting(found), related=is_related, unmarked=tuple(unmarked))


def _has(one: Pair, quality: Quality) -> bool:
    return one.endogenous if quality == "endogenous" else bool(one.modes & Mode.IRREVERSIBLE)


def _of(pairs: Iterable[Pair], wanted: Mode) -> list[Pair]:
    """Those that act in any of the wanted ways."""
    if wanted == ANY:
        return [*pairs]
    bits = int(wanted)
    return [one for one in pairs if one.modes & bits]


def _acting(pairs: Iterable[Pair]) -> Mapping[str, Acting]:
    """The ligands of pairs, each once."""
    found: dict[str, Acting] = {}
    for one in pairs:
        known = found.get(one.ligand)
        if known is None:
            found[one.ligand] = Acting(one.ligand, one.approved, not one.consistent, one.primary, 1)
        else:
            found[one.ligand] = Acting(
                one.ligand,
                known.approved or one.approved,
                known.contradictory and not one.consistent,
                known.primary or one.primary,
                known.targets + 1,
            )
    return found
