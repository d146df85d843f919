"""Selection of the ligands of a mechanism among all that interact with its targets, and the order of lists."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

import msgspec

from biofacts.domain.pharmacology.actions import ANY, NONE, Mode
from biofacts.domain.pharmacology.interaction import Affinity
from biofacts.domain.pharmacology.interaction_lists import Pair
from biofacts.domain.pharmacology.ligand import LigandSummary
from biofacts.domain.pharmacology.qualifiers import Quality
from biofacts.domain.pharmacology.queries.query_plans import Mechanism

OfTargets: TypeAlias = Mapping[str, Sequence[Pair]]
"""The ligands of several targets, by the key of the target."""


class Acting(msgspec.Struct, frozen=True, gc=False):
    """A ligand with a wanted mode of action.

    `rank`: 0 for the very mode, or more for modes that follow it; `targets`: the number of targets on which it has
    that; `strongest`: the pair with the highest affinity for a human target.
    """

    approved: bool
    contradictory: bool
    primary: bool
    targets: int
    rank: int
    strongest: Pair

    @property
    def affinity(self) -> Affinity | None:
        """The highest affinity for a human target."""
        return self.strongest.affinity

    @property
    def strength(self) -> float:
        """The affinity as a number; 0 if none was measured."""
        return self.strongest.strength

    @property
    def only_binds(self) -> bool:
        """True for an antibody of which the Guide only says that it binds."""
        return self.rank == BINDS

    @property
    def leads(self) -> bool:
        """True for a medicine, unless it acts on the target only by the way: a weak action is not a reason to lead."""
        return self.approved and (self.primary or not self.strongest.parameter or self.strength >= WEAK)


class Chosen(NamedTuple):
    """The ligands of a mechanism, by number. `related`: no ligand has the wanted mode, so these have a related one.

    `unmarked`: wanted qualities (`endogenous`) that the Guide does not mark for all of them. `left_out`: how many are
    not approved, if only approved ones are wanted. `targets`: the keys of those on which anything acts.
    """

    ligands: Mapping[str, Acting]
    related: bool = False
    unmarked: tuple[str, ...] = ()
    left_out: int = 0
    targets: Collection[str] = ()


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
    qualities = mechanism.qualities
    marked = (
        {pair.ligand for pair in pairs if all(_has(pair, quality) for quality in qualities)} if qualities else {*found}
    )
    unmarked = qualities if found.keys() - marked else ()
    left_out = {one.ligand for one in _of(every, exact | action.behind)} - found.keys() if mechanism.approved else ()
    return Chosen(found, related=is_related, unmarked=unmarked, left_out=len(left_out), targets=of_targets.keys())


def _has(one: Pair, quality: Quality) -> bool:
    match quality:
        case "endogenous":
            return one.endogenous
        case "irreversible":
            return bool(one.modes & Mode.IRREVERSIBLE)
        case "selective":
            return one.selective
        case "non-selective":
            return one.non_selective


def _of(pairs: Iterable[Pair], wanted: Mode) -> list[Pair]:
    """Return the pairs with any of the wanted modes."""
    if wanted == ANY:
        return [*pairs]
    bits = int(wanted)
    return [pair for pair in pairs if pair.modes & bits]


def _ligands_acting(
    pairs: Iterable[Pair], exact: Mode, related: Mode, qualities: Sequence[Quality]
) -> Mapping[str, Acting]:
    """Return the ligands of pairs without duplicates."""
    found: dict[str, Acting] = {}
    # Plain numbers, since the operators of enumerations take most of the time of a broad mechanism.
    is_any, wanted, binding, beside = (exact == ANY, int(exact), int(Mode.BINDING), int(related & ~Mode.BINDING))
    for one in pairs:
        if is_any or one.modes & wanted:
            is_marked = not qualities or all(_has(one, quality) for quality in qualities)
            rank = EXACTLY if is_marked else MARKED_OTHERWISE
        else:
            rank = BINDS if one.modes & binding and not one.modes & beside else BEHIND
        if (known := found.get(one.ligand)) is None:
            found[one.ligand] = Acting(one.approved, not one.consistent, one.primary, 1, rank, one)
        else:
            found[one.ligand] = Acting(
                known.approved or one.approved,
                known.contradictory and not one.consistent,
                known.primary or one.primary,
                known.targets + 1,
                min(known.rank, rank),
                max(known.strongest, one, key=lambda pair: pair.strength),
            )
    return found


# Lists of ligands


class ListedLigand(msgspec.Struct, frozen=True, gc=False):
    """A ligand of a list, by its number. `rank`: see `Acting`; `affinity`: for the target of a mechanism."""

    number: str
    summary: LigandSummary
    rank: int = EXACTLY
    affinity: Affinity | None = None


def by_affinity(members: Sequence[ListedLigand]) -> list[ListedLigand]:
    """Sort the members of a class: by affinity for its target if it has one, then by name."""

    def order(one: ListedLigand) -> tuple[float, str, int]:
        return -one.affinity.strength if one.affinity else 0.0, one.summary.name.casefold(), int(one.number)

    return sorted(members, key=order)


def in_order(ligands: Sequence[ListedLigand], acting: Mapping[str, Acting]) -> tuple[ListedLigand, ...]:
    """Sort by medicines (see `Acting.leads`), primary targets and affinity; withdrawn ones and binders come last.

    Ligands that the Guide marks as wanted (`selective`) come before medicines that it does not mark so.
    """

    def order(one: ListedLigand) -> tuple[object, ...]:
        known, summary = acting.get(one.number), one.summary
        if known is None:
            return False, summary.withdrawn, not summary.approved, summary.name.casefold(), int(one.number)
        leads = summary.approved and known.leads
        how = (known.contradictory, not (leads and known.primary), known.rank, -known.strength, -known.targets)
        first = (known.only_binds, summary.withdrawn, known.rank == MARKED_OTHERWISE, not leads)
        return *first, *how, summary.name.casefold(), int(one.number)

    return tuple(sorted(ligands, key=order))
