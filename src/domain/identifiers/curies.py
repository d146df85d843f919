"""Identifiers as CURIEs: a type for each kind of record, and the order of all kinds."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import ClassVar, Protocol, Self, TypeAlias

import msgspec

from biofacts.domain.answers.entity_kinds import COMPOUND, GENE, LIGAND, PATHWAY, TARGET, Kind
from biofacts.domain.answers.errors import UnresolvedEntity
from biofacts.domain.identifiers import identifier_databases
from biofacts.domain.text.patterns import late_pattern

EXACTLY_SO = "it must have exactly this form"

LARGEST_CID = 2**31 - 1
"""The largest possible CID of PubChem."""


class Identifier(Protocol):
    """The interface of every kind's identifier, which is parsed from a CURIE and printed as a CURIE."""

    @classmethod
    def parse(cls, curie: object) -> Self:
        """Parse a CURIE. Raises: UnresolvedEntity."""
        ...

    def __str__(self) -> str: ...


_LONGEST_NEARLY = 200
"""The maximum length of a text to try: the patterns backtrack at every position, so a megabyte would take long."""


@cache
def _spellings(kind: str) -> Sequence[tuple[str, re.Pattern[str]]]:
    """Return the CURIE formats of a kind, each with the pattern of its other spellings, including a number alone.

    They are in reverse order of the registry, so that a number alone is a gene of NCBI Gene rather than of HGNC.
    """
    return [
        (spelling.form, late_pattern(rf"\s*(?:{spelling.pattern}|#?{spelling.local})\s*", re.I | re.A))
        for _, spelling in identifier_databases.spellings()
        if kind in spelling.own
    ][::-1]


def spelled_otherwise(kind: Kind, text: str) -> Sequence[str]:
    """Return the CURIEs that another spelling may mean, the likeliest first: a gene number may be of two databases."""
    if len(text) > _LONGEST_NEARLY:
        return ()
    matches = [(form, pattern.fullmatch(text)) for form, pattern in _spellings(kind.name)]
    meant = [form.format(unpadded(next(filter(None, match.groups())))) for form, match in matches if match]
    return list(dict.fromkeys(meant))


def unpadded(digits: str) -> str:
    """Strip leading zeros, but keep a single zero."""
    return digits.lstrip("0") or "0"


def digits_of(kind: Kind, curie: object, prefix: str) -> str:
    """Return the digits of a CURIE that consists of a prefix and digits.

    Raises: UnresolvedEntity, with the correct CURIE as a suggestion if another spelling was given.
    """
    if not isinstance(curie, str):
        raise UnresolvedEntity.of(kind, curie, "it must be a string")
    if match := re.fullmatch(f"{prefix}([0-9]+)", curie):
        return match[1]
    if suggested := spelled_otherwise(kind, curie):
        raise UnresolvedEntity.of(kind, curie, EXACTLY_SO, suggested[0])
    raise UnresolvedEntity.of(kind, curie, "it is a name, or malformed" if curie.strip() else "it is empty")


class CompoundId(msgspec.Struct, frozen=True):
    """A PubChem compound identifier, printed as `PubChem:CID2244`."""

    kind: ClassVar[Kind] = COMPOUND
    digits: str

    @classmethod
    def parse(cls, curie: object) -> Self:
        """Parse `PubChem:CID2244`, and no other spelling. Raises: UnresolvedEntity."""
        return cls(unpadded(digits_of(COMPOUND, curie, "PubChem:CID")))

    def __str__(self) -> str:
        return f"PubChem:CID{self.digits}"

    @property
    def keyed(self) -> tuple[str, str]:
        """The registry key and the identifier in cross references."""
        return "pubchem_compound", self.digits

    @property
    def number(self) -> int | None:
        """The CID as a number; None outside PubChem's range of 1 to 2147483647."""
        digits = self.digits.lstrip("0")
        # The length is checked first, since int() rejects thousands of digits.
        number = int(digits) if 0 < len(digits) <= len(str(LARGEST_CID)) else 0
        return number if 0 < number <= LARGEST_CID else None


class GeneId(msgspec.Struct, frozen=True):
    """A gene's number at HGNC (human genes) or in NCBI Gene, printed as `HGNC:11998`, `NCBIGene:22059`."""

    kind: ClassVar[Kind] = GENE
    database: str
    number: str

    @classmethod
    def parse(cls, curie: object) -> Self:
        """Parse `HGNC:11998` or `NCBIGene:22059`, and no other spelling. Raises: UnresolvedEntity."""
        # isdecimal() alone would accept the digits of other scripts.
        if isinstance(curie, str) and curie.startswith("NCBIGene:") and curie[9:].isascii() and curie[9:].isdecimal():
            return cls("NCBIGene", unpadded(curie[9:]))
        return cls("HGNC", unpadded(digits_of(GENE, curie, "HGNC:")))

    def __str__(self) -> str:
        return f"{self.database}:{self.number}"

    @property
    def keyed(self) -> tuple[str, str]:
        """The registry key and the identifier in cross references."""
        return ("hgnc", str(self)) if self.database == "HGNC" else ("entrez", self.number)


class PathwayId(msgspec.Struct, frozen=True):
    """A WikiPathways identifier, printed as `WP:WP534`."""

    kind: ClassVar[Kind] = PATHWAY
    digits: str

    @classmethod
    def parse(cls, curie: object) -> Self:
        """Parse `WP:WP534`, and no other spelling. Raises: UnresolvedEntity."""
        return cls(digits_of(PATHWAY, curie, "WP:WP"))

    def __str__(self) -> str:
        return f"WP:{self.local}"

    @property
    def local(self) -> str:
        """The identifier in the form of WikiPathways: `WP534`."""
        return f"WP{self.digits}"


class _OfTheGuide(msgspec.Struct, frozen=True):
    """A number in the Guide to PHARMACOLOGY, which numbers ligands and targets separately."""

    kind: ClassVar[Kind]
    number: str

    @classmethod
    def parse(cls, curie: object) -> Self:
        """Parse `IUPHAR:2713`, and no other spelling. Raises: UnresolvedEntity."""
        return cls(unpadded(digits_of(cls.kind, curie, "IUPHAR:")))

    def __str__(self) -> str:
        return f"IUPHAR:{self.number}"

    @property
    def keyed(self) -> tuple[str, str]:
        """The registry key and the identifier in cross references."""
        return "iuphar", self.number


class LigandId(_OfTheGuide, frozen=True):
    """A ligand's number, printed as `IUPHAR:2713`."""

    kind = LIGAND


class TargetId(_OfTheGuide, frozen=True):
    """A target's number, printed as `IUPHAR:215`."""

    kind = TARGET


AnyId: TypeAlias = PathwayId | GeneId | TargetId | LigandId | CompoundId

IDENTIFIERS: Mapping[str, type[AnyId]] = {
    identifier.kind.name: identifier for identifier in (PathwayId, GeneId, TargetId, LigandId, CompoundId)
}
"""The identifier types by kind, in the order in which kinds are shown; all tables of kinds derive from it."""

KINDS = tuple(identifier.kind for identifier in IDENTIFIERS.values())
"""All kinds, in the order in which they are shown."""


def all_kinds(*first: Kind) -> tuple[Kind, ...]:
    """Return all kinds, the kinds in `first` before all others."""
    return (*first, *(kind for kind in KINDS if kind not in first))


BY_NAME: Mapping[str, Kind] = {kind.name: kind for kind in KINDS}
