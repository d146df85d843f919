"""Compounds: the record and the search result."""

import msgspec

from biofacts.domain.candidate import Candidate
from biofacts.domain.cross_references import CrossReferences
from biofacts.domain.provenance import Provenance


class CompoundSearchCandidate(Candidate, frozen=True, kw_only=True, omit_defaults=True):
    """A compound in a list."""

    name: str
    formula: str | None = None


class Compound(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One compound.

    `molecular_weight` in daltons (g/mol). `canonical_smiles` holds connections only, `isomeric_smiles` also stereo
    and isotopes. `synonyms`: at most 30, the most used first. `remark` says what could not be had.
    """

    id: str
    name: str
    iupac_name: str | None = None
    molecular_formula: str | None = None
    molecular_weight: float | None = None
    canonical_smiles: str | None = None
    isomeric_smiles: str | None = None
    inchi: str | None = None
    inchikey: str | None = None
    synonyms: tuple[str, ...] = ()
    cross_references: CrossReferences = {}
    url: str
    remark: str | None = None
    source: Provenance | None = None
