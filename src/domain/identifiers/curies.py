"""Identifiers as CURIEs: one type a kind, and all kinds in one order."""

import re
from collections.abc import Callable, Mapping
from typing import ClassVar, Protocol, Self, TypeAlias

import msgspec

from biofacts.domain.answers.errors import UnresolvedEntity
from biofacts.domain.answers.kinds import COMPOUND, GENE, LIGAND, PATHWAY, TARGET, Kind

EXACTLY_SO = "it must have exactly this form"


LARGEST_CID = 2**31 - 1
"""No CID is larger."""
_NEARLY_A_COMPOUND = re.compile(  # a hyphen before the number may be a sign: CID-5 is not CID5
    r"\s*(?:(?:pubchem(?:[ ._-]?compound)?[\s:_-]*)?(?:cid[\s:_#=]*)|pubchem(?:[ ._-]?compound)?[\s:_#=]+)?"
    r"([0-9]{1,12})\s*",
    re.I | re.A,
)


_NEARLY_HGNC = re.compile(r"\s*hgnc(?:\s*(?:id)?[:#_\s]\s*)([0-9]{1,9})\s*", re.I | re.A)
_NEARLY_NCBI = re.compile(
    r"\s*(?:(?:ncbi\s*gene|entrez(?:\s*gene)?|gene\s*id)(?:\s*(?:id)?[:#_\s]\s*))?([0-9]{1,9})\s*", re.I | re.A
)


# `_r` and a number: a revision of the pathway.
_NEARLY_A_PATHWAY = re.compile(r"\s*(?:wikipathways)?:?(?:wp)?:?(?:wp)?([0-9]{1,9})(?:_r[0-9]+)?\s*", re.I | re.A)


_NEARLY_OF_THE_GUIDE = re.compile(
    r"\s*(?:(?:iuphar|gtopdb|gtp|guidetopharmacology)(?:\.?(?:ligand|target))?)?(?:\s*(?:id)?[:#_\s]\s*)?([0-9]{1,9})\s*",
    re.I | re.A,
)


class Identifier(Protocol):
    """The interface of every kind's identifier: parse a CURIE, and print as a CURIE."""

    @classmethod
    def parse(cls, given: object) -> Self:
        """Parse a CURIE. Raises: UnresolvedEntity."""
        ...

    def __str__(self) -> str: ...


_LONGEST_NEARLY = 200
"""The patterns backtrack over blanks and signs at every position, which takes long in a text of a megabyte."""


def unpadded(digits: str) -> str:
    """Strip leading zeros."""
    return digits.lstrip("0") or "0"


def digits_of(
    kind: Kind, given: object, prefix: str, nearly: re.Pattern[str], suggested: Callable[[str], str] = str
) -> str:
    """Return the digits of a CURIE, which is the prefix followed by digits.

    `nearly`: a pattern of other spellings, for which the refusal suggests the CURIE. Raises: UnresolvedEntity.
    """
    if not isinstance(given, str):
        raise UnresolvedEntity.of(kind, given, "it must be a string")
    if found := re.fullmatch(f"{prefix}([0-9]+)", given):
        return found[1]
    if len(given) <= _LONGEST_NEARLY and (near := nearly.fullmatch(given)):
        raise UnresolvedEntity.of(kind, given, EXACTLY_SO, prefix + suggested(near[1]))
    raise UnresolvedEntity.of(kind, given, "it is a name or has another form" if given.strip() else "it is empty")


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


class GeneId(msgspec.Struct, frozen=True):
    """A gene's number at HGNC (human genes) or in NCBI Gene, printed as `HGNC:11998`, `NCBIGene:22059`."""

    database: str
    number: str

    @classmethod
    def parse(cls, given: object) -> Self:
        """Parse `HGNC:11998` or `NCBIGene:22059`, and no other spelling. Raises: UnresolvedEntity."""
        # isdecimal() alone would accept the digits of other scripts.
        if isinstance(given, str) and given.startswith("NCBIGene:") and given[9:].isascii() and given[9:].isdecimal():
            return cls("NCBIGene", unpadded(given[9:]))
        if isinstance(given, str) and len(given) < 60 and (near := _NEARLY_NCBI.fullmatch(given)):
            raise UnresolvedEntity.of(GENE, given, EXACTLY_SO, f"NCBIGene:{unpadded(near[1])}")
        return cls("HGNC", unpadded(digits_of(GENE, given, "HGNC:", _NEARLY_HGNC, unpadded)))

    def __str__(self) -> str:
        return f"{self.database}:{self.number}"

    @property
    def keyed(self) -> tuple[str, str]:
        """The identifier as cross references have it."""
        return ("hgnc", str(self)) if self.database == "HGNC" else ("entrez", self.number)


class PathwayId(msgspec.Struct, frozen=True):
    """A WikiPathways identifier, printed as `WP:WP534`."""

    digits: str

    @classmethod
    def parse(cls, given: object) -> Self:
        """Parse `WP:WP534`, and no other spelling. Raises: UnresolvedEntity."""
        return cls(digits_of(PATHWAY, given, "WP:WP", _NEARLY_A_PATHWAY))

    def __str__(self) -> str:
        return f"WP:{self.local}"

    @property
    def local(self) -> str:
        """The identifier as WikiPathways writes it: `WP534`."""
        return f"WP{self.digits}"


class _OfTheGuide(msgspec.Struct, frozen=True):
    """A number in the Guide to PHARMACOLOGY; ligands and targets have numbers of their own."""

    kind: ClassVar[Kind]
    number: str

    @classmethod
    def parse(cls, given: object) -> Self:
        """Parse `IUPHAR:2713`, and no other spelling. Raises: UnresolvedEntity."""
        return cls(unpadded(digits_of(cls.kind, given, "IUPHAR:", _NEARLY_OF_THE_GUIDE, unpadded)))

    def __str__(self) -> str:
        return f"IUPHAR:{self.number}"

    @property
    def keyed(self) -> tuple[str, str]:
        """The identifier as cross references have it."""
        return "iuphar", self.number


class LigandId(_OfTheGuide, frozen=True):
    """A ligand's number, printed as `IUPHAR:2713`."""

    kind = LIGAND


class TargetId(_OfTheGuide, frozen=True):
    """A target's number, printed as `IUPHAR:215`."""

    kind = TARGET


# The five kinds of entity in one order, with the type of their identifiers: all tables of kinds derive from these


AnyId: TypeAlias = PathwayId | GeneId | TargetId | LigandId | CompoundId

_ROWS: tuple[tuple[Kind, type[AnyId]], ...] = (
    (PATHWAY, PathwayId), (GENE, GeneId), (TARGET, TargetId), (LIGAND, LigandId), (COMPOUND, CompoundId),
)  # fmt: skip

KINDS = tuple(kind for kind, _ in _ROWS)
"""All kinds, in the order in which people read them."""


def all_kinds(*first: Kind) -> tuple[Kind, ...]:
    """Return all kinds, these first."""
    return (*first, *(kind for kind in KINDS if kind not in first))


BY_NAME: Mapping[str, Kind] = {kind.name: kind for kind in KINDS}
IDENTIFIERS: Mapping[str, type[AnyId]] = {kind.name: identifier for kind, identifier in _ROWS}
