"""Selection of a plan's ligands among all that interact with its targets."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from biofacts.domain.pharmacology.actions import ANY, Mode
from biofacts.domain.pharmacology.interaction_lists import Pair
from biofacts.domain.pharmacology.mechanism_queries import Mechanism, Quality

OfTargets: TypeAlias = Mapping[str, Sequence[Pair]]
"""The ligands of several targets, by the key of the target."""


class Acting(NamedTuple):
    """A ligand with a wanted mode of action, and the number of targets on which it has that."""

    ligand: str
    approved: bool
    contradictory: bool
    primary: bool
    targets: int


class Chosen(NamedTuple):
    """The ligands of a mechanism, by number. `related`: no ligand has the wanted mode, so these have a related one.

    `unmarked`: wanted qualities (`endogenous`) that the Guide marks for none of them.
    """

    ligands: Mapping[str, Acting]
    related: bool = False
    unmarked: tuple[str, ...] = ()


def choose(mechanism: Mechanism, of_targets: OfTargets) -> Chosen:
    """Select every ligand with the wanted mode of action; if there is none, those with a related mode."""
    pairs = [one for several in of_targets.values() for one in several if one.approved or not mechanism.approved]
    action = mechanism.action
    # Related modes are only a fallback: `antagonist` must not list inhibitors if there are antagonists.
    wanted = action.modes if _of(pairs, action.modes) else action.related
    found = _of(pairs, action.also | wanted)
    is_related = len(_of(found, action.also | action.modes)) < len(found)
    unmarked: list[str] = []
    for quality in mechanism.qualities:
        if marked := [one for one in found if _has(one, quality)]:
            found = marked
        else:
            # Without any marked ligand, the list stays unfiltered, and the answer says so.
            unmarked.append(quality)
    return Chosen(_acting(found), related=is_related, unmarked=tuple(unmarked))


def _has(one: Pair, quality: Quality) -> bool:
    return one.endogenous if quality == "endogenous" else bool(one.modes & Mode.IRREVERSIBLE)


def _of(pairs: Iterable[Pair], wanted: Mode) -> list[Pair]:
    """Return the pairs with any of the wanted modes."""
    if wanted == ANY:
        return [*pairs]
    bits = int(wanted)
    return [one for one in pairs if one.modes & bits]


def _acting(pairs: Iterable[Pair]) -> Mapping[str, Acting]:
    """Return the ligands of pairs without duplicates."""
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
