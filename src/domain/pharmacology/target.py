"""Targets: candidates and records of proteins on which ligands act."""

import msgspec

from biofacts.domain.answers.records import FactCandidate, Provenance, Record
from biofacts.domain.identifiers.cross_references import CrossReferences, Orthologs
from biofacts.domain.pharmacology.interaction import ActingLigand


class TargetCandidate(FactCandidate, frozen=True, kw_only=True, omit_defaults=True):
    """A target in a list of candidates. The members of a class have no `score`, since each is a fact."""

    name: str
    family: str
    gene_symbol: str | None = None


class Target(Record, msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="kind", tag="target"):
    """The record of a target: the human record if there is one.

    `target_class`: GPCR, Ion channel, Nuclear hormone receptor, Catalytic receptor, Enzyme, Transporter or Other
    protein. `other_families`, `other_classes`: further families and classes of the target. `gene_symbols`: in the place
    of `gene_symbol`, for a target of several genes. `ligands`: at most ten of the `ligand_count` ligands that act on
    it, approved and primary ones first. `guidance`: where to find the rest, or that there is none. `remark`: which
    parts are missing, and why.
    """

    id: str
    name: str
    abbreviation: str | None = None
    target_family: str
    other_families: tuple[str, ...] = ()
    target_class: str
    other_classes: tuple[str, ...] = ()
    species: str | None = None
    gene_symbol: str | None = None
    gene_symbols: tuple[str, ...] = ()
    synonyms: tuple[str, ...] = ()
    subunits: tuple[str, ...] = ()
    ligands: tuple[ActingLigand, ...] = ()
    ligand_count: int = 0
    guidance: str | None = None
    cross_references: CrossReferences = {}
    orthologs: Orthologs = {}
    url: str
    remark: str | None = None
    source: Provenance | None = None
