"""Compounds: the record and the search result."""

from typing import Any

import msgspec

from biofacts.domain.answers.records import Candidate, Provenance, Record
from biofacts.domain.identifiers.cross_references import CrossReferences


class CompoundSearchCandidate(Candidate, frozen=True, kw_only=True):
    """A compound in a list of search results. `read_as`: how the query was read, if no compound has that name."""

    name: str
    formula: str | None = None
    read_as: str | None = None


class Compound(Record, msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The record of a compound.

    `molecular_weight`: the weight in daltons (g/mol). `canonical_smiles`: the SMILES without stereochemistry and
    isotopes; `isomeric_smiles`: the SMILES with both. `synonyms`: at most 30, the most used first. `remark`: the parts
    that are missing.
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


# Depictions: pictures of compounds, drawn by PubChem


class Depiction(Record, msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The picture of a compound's structure in two dimensions, drawn by PubChem: a PNG, and its size in pixels."""

    id: str
    width: int
    height: int
    png: bytes
    source: Provenance | None = None

    def without_picture(self) -> dict[str, Any]:
        """Return all fields except the picture."""
        return {name: value for name, value in self.to_dict().items() if name != "png"}
