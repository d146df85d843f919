"""Compounds: the record and the search result."""

import re
from typing import Self

import msgspec

from biofacts.domain.answers.candidates import Candidate
from biofacts.domain.answers.kinds import Kind
from biofacts.domain.answers.provenance import Provenance
from biofacts.domain.answers.records import Record
from biofacts.domain.identifiers.cross_references import CrossReferences
from biofacts.domain.identifiers.curies import digits_of, unpadded

COMPOUND = Kind(
    name="compound",
    plural="compounds",
    service="PubChem",
    search_tool="search_compounds",
    get_tool="get_compound",
    id_argument="pubchem_id",
    id_name="PubChem id",
    example_id="PubChem:CID2244",
    example_query="aspirin",
)


class CompoundId(msgspec.Struct, frozen=True):
    """A PubChem compound identifier, printed as `PubChem:CID2244`."""

    digits: str

    @classmethod
    def parse(cls, given: object) -> Self:
        """Parse `PubChem:CID2244`, and no other spelling. Raises: UnresolvedEntity."""
        return cls(unpadded(digits_of(COMPOUND, given, "PubChem:CID", _NEARLY_A_COMPOUND, unpadded)))

    def __str__(self) -> str:
        return f"PubChem:CID{self.digits}"

    @property
    def number(self) -> int | None:
        """The CID as a number; None outside 1-2147483647, where PubChem has no CIDs."""
        digits = self.digits.lstrip("0")
        # The length is checked first, since int() refuses thousands of digits.
        number = int(digits) if 0 < len(digits) <= len(str(LARGEST_CID)) else 0
        return number if 0 < number <= LARGEST_CID else None


LARGEST_CID = 2**31 - 1
"""No CID is larger."""
_NEARLY_A_COMPOUND = re.compile(  # a hyphen before the number may be a sign: CID-5 is not CID5
    r"\s*(?:(?:pubchem(?:[ ._-]?compound)?[\s:_-]*)?(?:cid[\s:_#=]*)|pubchem(?:[ ._-]?compound)?[\s:_#=]+)?"
    r"([0-9]{1,12})\s*",
    re.I | re.A,
)


class CompoundSearchCandidate(Candidate, frozen=True, kw_only=True, omit_defaults=True):
    """A compound in a list of search results."""

    name: str
    formula: str | None = None


class Compound(Record, msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The record of a compound.

    `molecular_weight` in daltons (g/mol). `canonical_smiles` holds connections only, `isomeric_smiles` also stereo and
    isotopes. `synonyms`: at most 30, the most used first. `remark` says which parts are missing.
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
