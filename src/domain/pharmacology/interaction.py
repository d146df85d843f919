"""Interactions between ligands and targets, as curated by the Guide to PHARMACOLOGY."""

from collections.abc import Mapping
from math import log10
from typing import Literal

import msgspec

from biofacts.domain.answers.records import Item

TargetKind = Literal["target", "ligand"]
"""The kind of a target: a target of the Guide, or a ligand on which others act, such as a cytokine."""

UNTOLD = "None"
"""The Guide's text for a type, an action or a species that a curator left open."""


class Affinity(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """The negative decadic logarithm of a molar concentration.

    `parameter`: pKi, pKd, pIC50, pEC50, pA2 or pKB. `value`: the number; for a range, `low` and `high` are set instead.
    `relation`: `>`, `<` or `~` if the number is a bound or approximate.
    """

    parameter: str
    value: float | None = None
    low: float | None = None
    high: float | None = None
    relation: str | None = None

    @property
    def strength(self) -> float:
        """The number by which affinities are sorted: the higher, the stronger."""
        return sum(self.bounds) / 2 if self.value is None else self.value  # a range is ordered by its middle

    @property
    def bounds(self) -> tuple[float, float]:
        """The lowest and the highest value, which are the same if there is only one."""
        values = [value for value in (self.value, self.low, self.high) if value is not None] or [0.0]
        return min(values), max(values)


_LOWEST, _HIGHEST = 0.1, 20.0
"""The scale of affinities: the Guide's (0.3 to 14) are on it, most concentrations are not."""


def is_on_scale(affinity: float) -> bool:
    """Return True if a number may be an affinity; a concentration, such as 1e-9, is none."""
    return _LOWEST <= affinity <= _HIGHEST


def affinity_of(molar: float) -> float | None:
    """Return the affinity of a molar concentration: 9 for 1e-9; None for a number that is none below 1 mol/l."""
    return round(-log10(molar), 2) if 0 < molar < 1 else None


def written_affinity(affinity: Mapping[str, object]) -> str:
    """Write an affinity, given as JSON types: `pKi 9.7`, `pIC50 7.2 to 8.1`, `pKd <5`."""
    number = " to ".join(str(affinity[name]) for name in ("value", "low", "high") if name in affinity)
    return " ".join(filter(None, (str(affinity.get("parameter", "")), f"{affinity.get('relation', '')}{number}")))


class GuideInteraction(msgspec.Struct, frozen=True, kw_only=True, array_like=True):
    """A row of the Guide's file of interactions.

    `ligand`, `target`: the numbers of both, for `target` a ligand number if the target is itself a ligand. `type`,
    `action`: how the ligand acts, in the Guide's words, with `None` where the curator left it open. `primary`: True if
    the ligand works as a medicine through this target. `species`: the species of the measured protein. `selectivity`:
    the Guide's notes. `references`: PubMed ids.
    """

    ligand: str
    ligand_name: str
    ligand_type: str
    approved: bool
    target: str
    target_name: str
    type: str
    action: str
    primary: bool = False
    species: str = UNTOLD
    target_kind: TargetKind = "target"
    gene_symbol: str | None = None
    endogenous: bool = False
    affinity: Affinity | None = None
    selectivity: tuple[str, ...] = ()
    references: tuple[str, ...] = ()
    target_identifiers: tuple[str, ...] = ()
    """UniProt accessions and Ensembl genes of a target that is itself a ligand."""


class InteractingLigand(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The ligand of an interaction. `withdrawn`: True if the medicine is no longer on the market."""

    id: str
    name: str
    approved: bool
    withdrawn: bool = False


class InteractingTarget(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The target of an interaction. `kind`: the kind of its id, `ligand` if it is a ligand on which others act."""

    id: str
    name: str
    gene_symbol: str | None = None
    kind: TargetKind


class InteractionRecord(Item, msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An interaction in a list: a row of the Guide's file.

    `type`, `action`, `species`: the Guide's words, `None` where the curator left it open. `primary`: True if the ligand
    works as a medicine through this target. `references`: PubMed ids, such as `PMID:12629531`.
    """

    ligand: InteractingLigand
    target: InteractingTarget
    type: str
    action: str
    primary: bool
    endogenous: bool = False
    species: str
    affinity: Affinity | None = None
    selectivity: str | None = None
    references: tuple[str, ...] = ()


class ActedOn(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A target in a ligand's record.

    `kind`: present if the target is itself a ligand. `actions`: all types and actions of the ligand on it. `affinity`:
    the highest affinity, for the human protein if that was measured.
    """

    id: str
    name: str
    kind: TargetKind = "target"
    gene_symbol: str | None = None
    actions: tuple[str, ...]
    primary: bool = False
    affinity: Affinity | None = None


class ActingLigand(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A ligand in a target's record. `actions`, `affinity`: see `ActedOn`."""

    id: str
    name: str
    approved: bool
    withdrawn: bool = False
    actions: tuple[str, ...]
    primary: bool = False
    affinity: Affinity | None = None
