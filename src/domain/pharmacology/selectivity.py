"""Selectivity: the affinities of several ligands for every target, side by side."""

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from biofacts.domain.answers.records import Item
from biofacts.domain.pharmacology.interaction import Affinity, InteractingLigand, InteractingTarget, InteractionRecord
from biofacts.domain.pharmacology.interaction_lists import InteractionOrder

_PANEL = """
    ADORA2A ADRA1A ADRA2A ADRB1 ADRB2 CNR1 CNR2 CCKAR DRD1 DRD2 EDNRA HRH1 HRH2 OPRD1 OPRK1 OPRM1 CHRM1 CHRM2 CHRM3
    HTR1A HTR1B HTR2A HTR2B AVPR1A CHRNA4 CACNA1C GABRA1 KCNH2 KCNQ1 GRIN1 HTR3A SCN5A ACHE PTGS1 PTGS2 MAOA PDE3A
    PDE4D LCK SLC6A2 SLC6A3 SLC6A4 AR NR3C1
"""
SAFETY_PANEL = frozenset(_PANEL.split())
"""Symbols of targets that are screened for adverse effects: Bowes et al. 2012, doi:10.1038/nrd3845, table 1.

The paper is not open. By kind the list agrees with what others report of it: 24 GPCRs, 8 ion channels, 6 enzymes, 3
transporters, 2 nuclear receptors, 1 kinase. A channel of several subunits is listed by one of them.
"""


class MeasuredLigand(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A ligand at one target.

    `affinity`: its highest; `values`: how many there are, whatever their parameters, from `lowest` to `highest`.
    `difference`: of its affinity to that for its primary target, in log units: -2 is a hundred times weaker.
    """

    ligand: InteractingLigand
    affinity: Affinity
    values: int
    lowest: float
    highest: float
    primary: bool = False
    difference: float | None = None


class ComparedTarget(Item, msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A target with the ligands that were measured there. `safety_panel`: see `SAFETY_PANEL`."""

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
    """Return every target with an affinity in the rows, those of most ligands first, then the strongest.

    The rows are of one species. `references`: all rows of that species, if these are only some of them: they have the
    affinities for the primary targets. `least`: the lowest
    affinity of a ligand that is listed. `by` affinity, the strongest come first.
    """
    primary = _primary(
        several
        for of_ligand in _measured(rows if references is None else references).values()
        for several in of_ligand.values()
    )
    strong = ([of for of in of_target.values() if _reaches(of, least)] for of_target in _measured(rows).values())
    found = [_target(of_ligands, primary) for of_ligands in strong if of_ligands]
    return sorted(found, key=lambda one: _order(one, by))


def _measured(rows: Iterable[InteractionRecord]) -> Mapping[str, Mapping[str, Sequence[InteractionRecord]]]:
    """Map each target to its ligands, and these to their rows with an affinity."""
    found: dict[str, dict[str, list[InteractionRecord]]] = {}
    for one in rows:
        if one.affinity is not None:
            found.setdefault(f"{one.target.kind} {one.target.id}", {}).setdefault(one.ligand.id, []).append(one)
    return found


def _reaches(rows: Sequence[InteractionRecord], least: float | None) -> bool:
    return least is None or max(map(_strength, rows)) >= least


def _order(one: ComparedTarget, by: InteractionOrder) -> tuple[float, float, str]:
    number, strongest = -len(one.ligands), -one.ligands[0].affinity.strength
    return (number, strongest, one.target.name) if by == "approved" else (strongest, number, one.target.name)


def _primary(pairs: Iterable[Sequence[InteractionRecord]]) -> Mapping[str, float]:
    """Map each ligand to its highest affinity for a primary target."""
    found: dict[str, float] = {}
    for rows in pairs:
        if any(one.primary for one in rows):
            ligand, strength = rows[0].ligand.id, max(map(_strength, rows))
            found[ligand] = max(found.get(ligand, strength), strength)
    return found


def _target(of_ligands: Sequence[Sequence[InteractionRecord]], primary: Mapping[str, float]) -> ComparedTarget:
    target = of_ligands[0][0].target
    ligands = sorted((_ligand(rows, primary) for rows in of_ligands), key=lambda one: -one.affinity.strength)
    return ComparedTarget(
        target=target, safety_panel=(target.gene_symbol or "") in SAFETY_PANEL, ligands=tuple(ligands)
    )


def _ligand(rows: Sequence[InteractionRecord], primary: Mapping[str, float]) -> MeasuredLigand:
    affinities = [one.affinity for one in rows if one.affinity is not None]
    best, reference = max(affinities, key=lambda one: one.strength), primary.get(rows[0].ligand.id)
    return MeasuredLigand(
        ligand=rows[0].ligand,
        affinity=best,
        values=len(affinities),
        lowest=min(one.bounds[0] for one in affinities),
        highest=max(one.bounds[1] for one in affinities),
        primary=any(one.primary for one in rows),
        difference=None if reference is None else round(best.strength - reference, 2),
    )


def _strength(one: InteractionRecord) -> float:
    return one.affinity.strength if one.affinity else 0.0
