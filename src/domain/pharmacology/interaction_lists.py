"""Lists of interactions: their filter and order, summaries of a ligand with a target, and comparisons of ligands."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Literal, NamedTuple

import msgspec

from biofacts.domain.answers.records import Item
from biofacts.domain.identifiers.curies import TargetId
from biofacts.domain.pharmacology.actions import ANY, NONE, Mode, contradict, labels, modes_of
from biofacts.domain.pharmacology.interaction import (
    ActedOn,
    ActingLigand,
    Affinity,
    GuideInteraction,
    InteractingLigand,
    InteractingTarget,
    InteractionRecord,
)

HUMAN_IN_GUIDE = "Human"
"""The Guide's name of the species."""

InteractionOrder = Literal["approved", "affinity"]
"""The order of a list of interactions: see `ordered`."""
ORDERS: tuple[InteractionOrder, ...] = ("approved", "affinity")

MOST_PARTNERS, MOST_COMPARED = 10, 20
"""The highest number of partners in the record of a ligand or target, and of ligands that are compared."""


class WantedInteractions(msgspec.Struct, frozen=True, kw_only=True):
    """A filter of interactions.

    `action`: the accepted modes of action; `written`: a type or action in the Guide's words, "" for any; `species`: the
    species of the protein, "" for any; `min_affinity`: the lowest affinity, where a bound counts as its number and a
    range as its middle. `target`: the only target, in a list for a ligand. `sort`: the order.
    """

    approved_only: bool = False
    primary_only: bool = False
    action: Mode = ANY
    written: str = ""
    species: str = ""
    min_affinity: float | None = None
    target: TargetId | None = None
    sort: InteractionOrder = "approved"

    def takes(self, interaction: GuideInteraction) -> bool:
        """Return True if the interaction passes the filter."""
        return (
            (interaction.approved or not self.approved_only)
            and (interaction.primary or not self.primary_only)
            and (self.action == ANY or bool(modes_of(interaction) & self.action))
            and (not self.written or self.written in (interaction.type, interaction.action))
            and (not self.species or interaction.species.casefold() == self.species.casefold())
            and (self.target is None or (interaction.target_kind, interaction.target) == ("target", self.target.number))
            and (
                self.min_affinity is None
                or bool(interaction.affinity and interaction.affinity.strength >= self.min_affinity)
            )
        )


class Pair(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A ligand that acts on a target: its number, its modes of action (`Mode`) as bits of a number, and flags.

    A broad mechanism loads thousands of pairs, so they contain no containers and are exempt from garbage collection.
    """

    ligand: str
    modes: int
    approved: bool = False
    primary: bool = False
    endogenous: bool = False
    consistent: bool = False
    """True if at least one row's type and action do not contradict each other."""
    parameter: str = ""
    """The parameter of the highest affinity for the protein of a species; "" if none was measured."""
    low: float = 0.0
    high: float = 0.0
    relation: str = ""
    selective: bool = False
    non_selective: bool = False

    @property
    def strength(self) -> float:
        """The affinity as a number (see `Affinity`); 0 if none was measured."""
        return (self.low + self.high) / 2

    @property
    def affinity(self) -> Affinity | None:
        """The highest affinity for the protein of a species, mostly human."""
        if not self.parameter:
            return None
        relation = self.relation or None
        if self.low == self.high:
            return Affinity(parameter=self.parameter, value=self.low, relation=relation)
        return Affinity(parameter=self.parameter, low=self.low, high=self.high, relation=relation)


def pairs(of_target: Iterable[GuideInteraction], species: str = HUMAN_IN_GUIDE) -> tuple[Pair, ...]:
    """Return the pairs of one target, in the order of its rows, with the affinities for the protein of a species."""
    rows: dict[str, list[GuideInteraction]] = {}
    for row in of_target:
        rows.setdefault(row.ligand, []).append(row)
    return tuple(_pair(ligand, several, species) for ligand, several in rows.items())


def _pair(ligand: str, rows: Sequence[GuideInteraction], species: str) -> Pair:
    modes = NONE
    for row in rows:
        modes |= modes_of(row)
    best = _best(row for row in rows if row.species == species)
    low, high = best.bounds if best else (0.0, 0.0)
    return Pair(
        ligand,
        int(modes),
        any(row.approved for row in rows),
        any(row.primary for row in rows),
        any(row.endogenous for row in rows),
        not all(contradict(row.type, row.action) for row in rows),
        best.parameter if best else "",
        low,
        high,
        (best.relation or "") if best else "",
        # The Guide marks some 2,600 ligands as selective or non-selective.
        any("Selective" in row.selectivity for row in rows),
        any("Non-selective" in row.selectivity for row in rows),
    )


def _best(rows: Iterable[GuideInteraction]) -> Affinity | None:
    return max((row.affinity for row in rows if row.affinity), key=lambda affinity: affinity.strength, default=None)


class Partner(NamedTuple):
    """All interactions of one ligand with one target, in their order, summarised for the record of either."""

    rows: Sequence[GuideInteraction]

    @property
    def actions(self) -> tuple[str, ...]:
        """All modes of action: types before actions, frequent ones first, those of contradictory rows last."""
        counted: dict[str, list[int]] = {}
        for row in self.rows:
            for place, label in enumerate(labels(row.type, row.action)):
                weight = counted.setdefault(label, [place, 0, 0])
                weight[0] = min(weight[0], place)
                # Negative counts, so that frequent modes come first.
                weight[1 + contradict(row.type, row.action)] -= 1
        return tuple(sorted(counted, key=lambda label: counted[label]))

    @property
    def primary(self) -> bool:
        """True if the target is a primary target of the ligand in some row."""
        return any(row.primary for row in self.rows)

    @property
    def affinity(self) -> Affinity | None:
        """The highest affinity for the human protein, or else the highest of all."""
        return _best(row for row in self.rows if row.species == HUMAN_IN_GUIDE) or _best(self.rows)

    def acted_on(self) -> ActedOn:
        """Return the target, for its ligand's record."""
        row = self.rows[0]
        return ActedOn(
            id=f"IUPHAR:{row.target}",
            name=row.target_name,
            kind=row.target_kind,
            gene_symbol=row.gene_symbol,
            actions=self.actions,
            primary=self.primary,
            affinity=self.affinity,
        )

    def acting(self, withdrawn: AbstractSet[str]) -> ActingLigand:
        """Convert the pair to the ligand in its target's record. `withdrawn`: the numbers of withdrawn medicines."""
        row = self.rows[0]
        return ActingLigand(
            id=f"IUPHAR:{row.ligand}",
            name=row.ligand_name,
            approved=row.approved,
            withdrawn=row.ligand in withdrawn,
            actions=self.actions,
            primary=self.primary,
            affinity=self.affinity,
        )


def listed_interaction(interaction: GuideInteraction, withdrawn: AbstractSet[str]) -> InteractionRecord:
    """Return an interaction as a list entry; `withdrawn`: the numbers of withdrawn medicines."""
    return InteractionRecord(
        ligand=InteractingLigand(
            id=f"IUPHAR:{interaction.ligand}",
            name=interaction.ligand_name,
            approved=interaction.approved,
            withdrawn=interaction.ligand in withdrawn,
        ),
        target=InteractingTarget(
            id=f"IUPHAR:{interaction.target}",
            name=interaction.target_name,
            gene_symbol=interaction.gene_symbol,
            kind=interaction.target_kind,
        ),
        type=interaction.type,
        action=interaction.action,
        primary=interaction.primary,
        endogenous=interaction.endogenous,
        species=interaction.species,
        affinity=interaction.affinity,
        selectivity=", ".join(interaction.selectivity) or None,
        references=tuple(f"PMID:{number}" for number in interaction.references),
    )


def ordered(
    rows: Iterable[GuideInteraction], withdrawn: AbstractSet[str] = frozenset(), by: InteractionOrder = "approved"
) -> list[GuideInteraction]:
    """Sort interactions for lists.

    By `approved`: approved ligands first, then withdrawn ones (`withdrawn`: their numbers), then all others; among each
    of these, rows whose type and action contradict each other come last, primary targets and high affinities first. By
    `affinity`: the highest affinity first, whatever the ligand.
    """
    in_order = sorted(rows, key=lambda row: _order(row, withdrawn))
    return in_order if by == "approved" else sorted(in_order, key=lambda row: -_strength(row))


def _strength(row: GuideInteraction | InteractionRecord) -> float:
    return row.affinity.strength if row.affinity else 0.0


def _order(row: GuideInteraction, withdrawn: AbstractSet[str]) -> tuple[object, ...]:
    return (
        # The last criteria make the order independent of the order of the file's rows.
        not row.approved, row.ligand in withdrawn, contradict(row.type, row.action), not row.primary,
        -_strength(row), row.species != HUMAN_IN_GUIDE, row.target_name.casefold(),
        row.ligand_name.casefold(), int(row.target), int(row.ligand), row.type, row.action, row.references,
    )  # fmt: skip


def targets_of(rows: Iterable[GuideInteraction]) -> list[Partner]:
    """Group the interactions of one ligand by target, in their order."""
    return _partners(rows, lambda row: (row.target_kind, row.target))


def ligands_of(rows: Iterable[GuideInteraction]) -> list[Partner]:
    """Group the interactions of one target by ligand, in their order."""
    return _partners(rows, lambda row: row.ligand)


def _partners(rows: Iterable[GuideInteraction], other_side: Callable[[GuideInteraction], object]) -> list[Partner]:
    by_side: dict[object, list[GuideInteraction]] = {}
    for row in rows:
        by_side.setdefault(other_side(row), []).append(row)
    return [*map(Partner, by_side.values())]


_PANEL = """
    ADORA2A ADRA1A ADRA2A ADRB1 ADRB2 CNR1 CNR2 CCKAR DRD1 DRD2 EDNRA HRH1 HRH2 OPRD1 OPRK1 OPRM1 CHRM1 CHRM2 CHRM3
    HTR1A HTR1B HTR2A HTR2B AVPR1A CHRNA4 CACNA1C GABRA1 KCNH2 KCNQ1 GRIN1 HTR3A SCN5A ACHE PTGS1 PTGS2 MAOA PDE3A
    PDE4D LCK SLC6A2 SLC6A3 SLC6A4 AR NR3C1
"""
SAFETY_PANEL = frozenset(_PANEL.split())
"""Symbols of targets that are screened for adverse effects: Bowes et al. 2012, doi:10.1038/nrd3845, table 1.

The paper is not open access. The numbers by kind agree with reports about it: 24 GPCRs, 8 ion channels, 6 enzymes, 3
transporters, 2 nuclear receptors, 1 kinase. A channel of several subunits is listed by one of them.
"""


class MeasuredLigand(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A ligand with its affinities for one target.

    `affinity`: the highest affinity; `values`: the number of measured values, whatever their parameters, from `lowest`
    to `highest`. `difference`: the affinity minus that for its primary target, in log units: -2 is 100 times weaker.
    """

    ligand: InteractingLigand
    affinity: Affinity
    values: int
    lowest: float
    highest: float
    primary: bool = False
    difference: float | None = None


class ComparedTarget(Item, msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A target with the ligands measured there. `safety_panel`: True for targets screened for adverse effects."""

    target: InteractingTarget
    safety_panel: bool = False
    ligands: tuple[MeasuredLigand, ...]


def compared(
    rows: Sequence[InteractionRecord],
    references: Sequence[InteractionRecord] | None = None,
    *,
    least: float | None = None,
    by: InteractionOrder = "approved",
) -> list[ComparedTarget]:
    """Return every target with an affinity in the rows, targets of the most ligands first, then by affinity.

    `rows`: the rows of one species; `references`: all rows of that species if `rows` are only some of them, for the
    affinities for primary targets. `least`: the lowest affinity of a listed ligand. `by`: the order; with `affinity`,
    the strongest targets come first.
    """
    primary = _primary(
        several
        for of_ligand in _measured(rows if references is None else references).values()
        for several in of_ligand.values()
    )
    strong = ([of for of in of_target.values() if _reaches(of, least)] for of_target in _measured(rows).values())
    targets = [_target(of_ligands, primary) for of_ligands in strong if of_ligands]
    return sorted(targets, key=lambda target: _strongest_first(target, by))


def _measured(rows: Iterable[InteractionRecord]) -> Mapping[str, Mapping[str, Sequence[InteractionRecord]]]:
    """Map each target to its ligands, and these to their rows with an affinity."""
    by_target: dict[str, dict[str, list[InteractionRecord]]] = {}
    for row in rows:
        if row.affinity is not None:
            # The numbers of targets and of ligands that are targets overlap.
            by_target.setdefault(f"{row.target.kind} {row.target.id}", {}).setdefault(row.ligand.id, []).append(row)
    return by_target


def _reaches(rows: Sequence[InteractionRecord], least: float | None) -> bool:
    return least is None or max(map(_strength, rows)) >= least


def _strongest_first(target: ComparedTarget, by: InteractionOrder) -> tuple[float, float, str]:
    number, strongest = -len(target.ligands), -target.ligands[0].affinity.strength
    return (number, strongest, target.target.name) if by == "approved" else (strongest, number, target.target.name)


def _primary(pairs: Iterable[Sequence[InteractionRecord]]) -> Mapping[str, float]:
    """Map each ligand to its highest affinity for a primary target."""
    highest: dict[str, float] = {}
    for rows in pairs:
        if any(row.primary for row in rows):
            ligand, strength = rows[0].ligand.id, max(map(_strength, rows))
            highest[ligand] = max(highest.get(ligand, strength), strength)
    return highest


def _target(of_ligands: Sequence[Sequence[InteractionRecord]], primary: Mapping[str, float]) -> ComparedTarget:
    target = of_ligands[0][0].target
    ligands = sorted((_ligand(rows, primary) for rows in of_ligands), key=lambda ligand: -ligand.affinity.strength)
    return ComparedTarget(
        target=target, safety_panel=(target.gene_symbol or "") in SAFETY_PANEL, ligands=tuple(ligands)
    )


def _ligand(rows: Sequence[InteractionRecord], primary: Mapping[str, float]) -> MeasuredLigand:
    affinities = [row.affinity for row in rows if row.affinity is not None]
    best, reference = max(affinities, key=lambda affinity: affinity.strength), primary.get(rows[0].ligand.id)
    return MeasuredLigand(
        ligand=rows[0].ligand,
        affinity=best,
        values=len(affinities),
        lowest=min(affinity.bounds[0] for affinity in affinities),
        highest=max(affinity.bounds[1] for affinity in affinities),
        primary=any(row.primary for row in rows),
        difference=None if reference is None else round(best.strength - reference, 2),
    )
