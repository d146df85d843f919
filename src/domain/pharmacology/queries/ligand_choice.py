"""Selection of the ligands of a mechanism among all that interact with its targets, and the order of lists."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

import msgspec

from biofacts.domain.pharmacology.actions import ANY, NONE, Mode
from biofacts.domain.pharmacology.interaction import Affinity
from biofacts.domain.pharmacology.interaction_lists import Pair
from biofacts.domain.pharmacology.ligand import LigandSummary
from biofacts.domain.pharmacology.qualifiers_and_illnesses import Quality
from biofacts.domain.pharmacology.queries.plans import Mechanism

OfTargets: TypeAlias = Mapping[str, Sequence[Pair]]
"""The ligands of several targets, by the key of the target."""


class Acting(msgspec.Struct, frozen=True, gc=False):
    """A ligand with a wanted mode of action.

    `rank`: 0 for exactly this mode, more for modes that are listed after it; `targets`: the number of targets on which
    the ligand acts so; `strongest`: the pair with the highest affinity for a human target.
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
        """True for an antibody that, according to the Guide, only binds."""
        return self.rank == BINDS

    @property
    def leads(self) -> bool:
        """True for a medicine, unless the target is a secondary one for which its affinity is weak."""
        return self.approved and (self.primary or not self.strongest.parameter or self.strength >= WEAK)


class Chosen(NamedTuple):
    """The ligands of a mechanism, by number. `related`: True if none has the wanted mode, but all have a related one.

    `unmarked`: the wanted qualities (`endogenous`) that the Guide does not mark for all of them. `left_out`: the number
    of unapproved ligands, if only approved ones are wanted. `targets`: the keys of the targets on which anything acts.
    """

    ligands: Mapping[str, Acting]
    related: bool = False
    unmarked: tuple[str, ...] = ()
    left_out: int = 0
    targets: Collection[str] = ()


EXACTLY, MARKED_OTHERWISE, BEHIND, BINDS = range(4)
"""The ranks of ligands: the wanted mode; that mode without a wanted quality; a mode listed after it; only binding."""
WEAK = 6.0
"""The affinity (1 micromolar) below which a medicine does not lead a list, unless the target is its primary one."""


def choose(mechanism: Mechanism, of_targets: OfTargets) -> Chosen:
    """Select the ligands with the wanted mode of action or one listed after it; if none has it, add related modes."""
    every = [pair for several in of_targets.values() for pair in several]
    pairs = [pair for pair in every if pair.approved] if mechanism.approved else every
    action = mechanism.action
    exact = action.also | action.modes
    if "allosteric" in mechanism.qualities and exact & (Mode.INHIBITOR | Mode.ANTAGONIST):
        exact |= Mode.NEGATIVE  # asciminib is an allosteric inhibitor
    # Related modes are only a fallback: `agonist` must not list modulators if there are agonists.
    related = NONE if _of(pairs, action.modes) else action.related
    ligands = _ligands_acting(_of(pairs, exact | action.behind | related), exact, related, mechanism.qualities)
    is_related = bool(ligands) and all(ligand.rank >= BEHIND for ligand in ligands.values())
    qualities = mechanism.qualities
    marked = (
        {pair.ligand for pair in pairs if all(_has(pair, quality) for quality in qualities)}
        if qualities
        else {*ligands}
    )
    unmarked = qualities if ligands.keys() - marked else ()
    left_out = (
        {pair.ligand for pair in _of(every, exact | action.behind)} - ligands.keys() if mechanism.approved else ()
    )
    return Chosen(ligands, related=is_related, unmarked=unmarked, left_out=len(left_out), targets=of_targets.keys())


def _has(pair: Pair, quality: Quality) -> bool:
    match quality:
        case "allosteric":
            return bool(pair.modes & Mode.ALLOSTERIC)
        case "endogenous":
            return pair.endogenous
        case "irreversible":
            return bool(pair.modes & Mode.IRREVERSIBLE)
        case "selective":
            return pair.selective
        case "non-selective":
            return pair.non_selective


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
    ligands: dict[str, Acting] = {}
    # Plain numbers, since the operators of enumerations take most of the time of a broad mechanism.
    is_any, wanted, binding, beside = (exact == ANY, int(exact), int(Mode.BINDING), int(related & ~Mode.BINDING))
    for pair in pairs:
        if is_any or pair.modes & wanted:
            is_marked = not qualities or all(_has(pair, quality) for quality in qualities)
            rank = EXACTLY if is_marked else MARKED_OTHERWISE
        else:
            rank = BINDS if pair.modes & binding and not pair.modes & beside else BEHIND
        if (earlier := ligands.get(pair.ligand)) is None:
            ligands[pair.ligand] = Acting(pair.approved, not pair.consistent, pair.primary, 1, rank, pair)
        else:
            ligands[pair.ligand] = Acting(
                earlier.approved or pair.approved,
                earlier.contradictory and not pair.consistent,
                earlier.primary or pair.primary,
                earlier.targets + 1,
                min(earlier.rank, rank),
                max(earlier.strongest, pair, key=lambda other: other.strength),
            )
    return ligands


# Lists of ligands


class ListedLigand(msgspec.Struct, frozen=True, gc=False):
    """A ligand of a list, by its number. `rank`: see `Acting`; `affinity`: the affinity for a mechanism's target."""

    number: str
    summary: LigandSummary
    rank: int = EXACTLY
    affinity: Affinity | None = None


def by_affinity(members: Sequence[ListedLigand]) -> list[ListedLigand]:
    """Sort the members of a class: by affinity for its target if it has one, then by name."""

    def order(member: ListedLigand) -> tuple[float, str, int]:
        return -member.affinity.strength if member.affinity else 0.0, member.summary.name.casefold(), int(member.number)

    return sorted(members, key=order)


def in_order(ligands: Sequence[ListedLigand], acting: Mapping[str, Acting]) -> tuple[ListedLigand, ...]:
    """Sort ligands: medicines first (see `Acting.leads`), by primary targets and affinity; withdrawn and binders last.

    Ligands with a wanted quality (`selective`) in the Guide come before medicines without it.
    """

    def order(ligand: ListedLigand) -> tuple[object, ...]:
        role, summary = acting.get(ligand.number), ligand.summary
        if role is None:
            return False, summary.withdrawn, not summary.approved, summary.name.casefold(), int(ligand.number)
        leads = summary.approved and role.leads
        how = (role.contradictory, not (leads and role.primary), role.rank, -role.strength, -role.targets)
        first = (role.only_binds, summary.withdrawn, role.rank == MARKED_OTHERWISE, not leads)
        return *first, *how, summary.name.casefold(), int(ligand.number)

    return tuple(sorted(ligands, key=order))
