"""Selection of the ligands of a mechanism among all that interact with its targets."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from biofacts.domain.pharmacology.actions import ANY, NONE, Mode
from biofacts.domain.pharmacology.interaction import Affinity
from biofacts.domain.pharmacology.interaction_lists import Pair
from biofacts.domain.pharmacology.queries.mechanism_queries import Mechanism
from biofacts.domain.pharmacology.query_words import Quality

OfTargets: TypeAlias = Mapping[str, Sequence[Pair]]
"""The ligands of several targets, by the key of the target."""


class Acting(NamedTuple):
    """A ligand with a wanted mode of action.

    `rank`: 0 for the very mode, or more for modes that follow it; `targets`: the number of targets on which it has
    that; `affinity`: the highest for a human target.
    """

    ligand: str
    approved: bool
    contradictory: bool
    primary: bool
    targets: int
    rank: int = 0
    affinity: Affinity | None = None

    @property
    def strength(self) -> float:
        """The affinity as a number; 0 if none was measured."""
        return self.affinity.strength if self.affinity else 0.0

    @property
    def only_binds(self) -> bool:
        """True for an antibody of which the Guide only says that it binds."""
        return self.rank == BINDS

    @property
    def leads(self) -> bool:
        """True for a medicine, unless it acts on the target only by the way: a weak action is no reason to lead."""
        return self.approved and (self.primary or self.affinity is None or self.strength >= WEAK)


class Chosen(NamedTuple):
    """The ligands of a mechanism, by number. `related`: no ligand has the wanted mode, so these have a related one.

    `unmarked`: wanted qualities (`endogenous`) that the Guide does not mark for all of them. `left_out`: how many are
    not approved, if only approved ones are wanted.
    """

    ligands: Mapping[str, Acting]
    related: bool = False
    unmarked: tuple[str, ...] = ()
    left_out: int = 0


EXACTLY, MARKED_OTHERWISE, BEHIND, BINDS = range(4)
"""The ranks of ligands: the wanted mode; without a quality in question; a mode that follows it; only binding."""
WEAK = 6.0
"""The affinity (1 micromolar) below which a medicine does not lead a list, unless the target is its primary one."""


def choose(mechanism: Mechanism, of_targets: OfTargets) -> Chosen:
    """Select every ligand with the wanted mode of action, and those that follow; if there is none, related modes."""
    every = [one for several in of_targets.values() for one in several]
    pairs = [one for one in every if one.approved] if mechanism.approved else every
    action = mechanism.action
    exact = action.also | action.modes
    # Related modes are only a fallback: `agonist` must not list modulators if there are agonists.
    related = NONE if _of(pairs, action.modes) else action.related
    found = _ligands_acting(_of(pairs, exact | action.behind | related), exact, related, mechanism.qualities)
    is_related = bool(found) and all(one.rank >= BEHIND for one in found.values())
    marked = [
        one for one in pairs if one.ligand in found and all(_has(one, quality) for quality in mechanism.qualities)
    ]
    numbers = {one.ligand for one in marked}
    unmarked = mechanism.qualities if found.keys() - numbers else ()
    left_out = {one.ligand for one in _of(every, exact | action.behind)} - found.keys() if mechanism.approved else ()
    return Chosen(found, related=is_related, unmarked=unmarked, left_out=len(left_out))


def _has(one: Pair, quality: Quality) -> bool:
    return one.endogenous if quality == "endogenous" else bool(one.modes & Mode.IRREVERSIBLE)


def _of(pairs: Iterable[Pair], wanted: Mode) -> list[Pair]:
    """Return the pairs with any of the wanted modes."""
    if wanted == ANY:
        return [*pairs]
    bits = int(wanted)
    return [one for one in pairs if one.modes & bits]


def _rank(one: Pair, exact: Mode, related: Mode, qualities: Sequence[Quality]) -> int:
    if exact == ANY or one.modes & int(exact):
        return EXACTLY if all(_has(one, quality) for quality in qualities) else MARKED_OTHERWISE
    return BINDS if one.modes & Mode.BINDING and not one.modes & int(related & ~Mode.BINDING) else BEHIND


def _ligands_acting(
    pairs: Iterable[Pair], exact: Mode, related: Mode, qualities: Sequence[Quality]
) -> Mapping[str, Acting]:
    """Return the ligands of pairs without duplicates."""
    found: dict[str, Acting] = {}
    for one in pairs:
        rank, affinity = _rank(one, exact, related, qualities), one.affinity
        known = found.get(one.ligand)
        if known is None:
            found[one.ligand] = Acting(one.ligand, one.approved, not one.consistent, one.primary, 1, rank, affinity)
        else:
            found[one.ligand] = Acting(
                one.ligand,
                known.approved or one.approved,
                known.contradictory and not one.consistent,
                known.primary or one.primary,
                known.targets + 1,
                min(known.rank, rank),
                max((known.affinity, affinity), key=lambda of: of.strength if of else 0.0),
            )
    return found
