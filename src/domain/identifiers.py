"""Identifiers as values: one parser and one printer per kind; a refusal says why and what was probably meant."""

import re
from collections.abc import Callable
from typing import Protocol, Self

import msgspec

from biofacts.domain import kinds, wording
from biofacts.domain.cross_references import is_valid
from biofacts.domain.errors import AmbiguousQuery, UnresolvedEntity
from biofacts.domain.kinds import Kind
from biofacts.domain.text.clean import plain


class Identifier(Protocol):
    """What every kind's identifier can do: be read from a CURIE, and be printed as one."""

    @classmethod
    def parse(cls, given: object) -> Self:
        """Read a CURIE. Raises: UnresolvedEntity."""
        ...

    def __str__(self) -> str: ...


class PathwayId(msgspec.Struct, frozen=True):
    """A WikiPathways identifier, printed as `WP:WP534`."""

    digits: str

    @classmethod
    def parse(cls, given: object) -> Self:
        """Read `WP:WP534`, nothing else. Raises: UnresolvedEntity."""
        return cls(_digits(kinds.PATHWAY, given, "WP:WP", _NEARLY_A_PATHWAY))

    def __str__(self) -> str:
        return f"WP:{self.local}"

    @property
    def local(self) -> str:
        """The identifier as WikiPathways writes it: `WP534`."""
        return f"WP{self.digits}"


_NEARLY_A_PATHWAY = re.compile(r"\s*(?:wikipathways)?:?(?:wp)?:?(?:wp)?([0-9]{1,9})(?:_r[0-9]+)?\s*", re.I | re.A)


class CompoundId(msgspec.Struct, frozen=True):
    """A PubChem compound identifier, printed as `PubChem:CID2244`."""

    digits: str

    @classmethod
    def parse(cls, given: object) -> Self:
        """Read `PubChem:CID2244`, nothing else. Raises: UnresolvedEntity."""
        return cls(_digits(kinds.COMPOUND, given, "PubChem:CID", _NEARLY_A_COMPOUND))

    def __str__(self) -> str:
        return f"PubChem:CID{self.digits}"

    @property
    def number(self) -> int | None:
        """The CID as a number; None outside 1-2147483647, where PubChem has none."""
        digits = self.digits.lstrip("0")
        number = int(digits) if 0 < len(digits) <= len(str(_LARGEST_CID)) else 0
        return number if 0 < number <= _LARGEST_CID else None


_LARGEST_CID = 2**31 - 1
_NEARLY_A_COMPOUND = re.compile(
    r"\s*(?:https?://pubchem\.ncbi\.nlm\.nih\.gov/compound/|(?:pubchem(?:[ ._-]?compound)?)?[\s:_-]*(?:cid)?[\s:_#=-]*)"
    r"([0-9]{1,12})/?\s*",
    re.I | re.A,
)


class LigandId(msgspec.Struct, frozen=True):
    """A ligand's number in the Guide to PHARMACOLOGY, printed as `IUPHAR:2713`."""

    number: str

    @classmethod
    def parse(cls, given: object) -> Self:
        """Read `IUPHAR:2713`, nothing else. Raises: UnresolvedEntity."""
        return cls(_unpadded(_digits(kinds.LIGAND, given, "IUPHAR:", _NEARLY_OF_THE_GUIDE, _unpadded)))

    def __str__(self) -> str:
        return f"IUPHAR:{self.number}"


class TargetId(msgspec.Struct, frozen=True):
    """A target's number in the Guide to PHARMACOLOGY, printed as `IUPHAR:215`: not the ligand of that number."""

    number: str

    @classmethod
    def parse(cls, given: object) -> Self:
        """Read `IUPHAR:215`, nothing else. Raises: UnresolvedEntity."""
        return cls(_unpadded(_digits(kinds.TARGET, given, "IUPHAR:", _NEARLY_OF_THE_GUIDE, _unpadded)))

    def __str__(self) -> str:
        return f"IUPHAR:{self.number}"


_NEARLY_OF_THE_GUIDE = re.compile(
    r"\s*(?:(?:iuphar|gtopdb|gtp|guidetopharmacology)(?:\.?(?:ligand|target))?)?(?:\s*(?:id)?[:#_\s]\s*)?([0-9]{1,9})\s*",
    re.I | re.A,
)


_LONGEST_NEARLY = 200
"""The patterns try blanks and signs again at every place, which takes long in a text of a megabyte."""


def _unpadded(digits: str) -> str:
    return digits.lstrip("0") or "0"


def _digits(
    kind: Kind, given: object, prefix: str, nearly: re.Pattern[str], suggested: Callable[[str], str] = str
) -> str:
    """The digits of a CURIE that is the prefix and digits. `nearly`: other spellings, from which one is suggested.

    Raises: UnresolvedEntity.
    """
    if not isinstance(given, str):
        raise UnresolvedEntity(kind, given, "it must be a string")
    if found := re.fullmatch(f"{prefix}([0-9]+)", given):
        return found[1]
    if len(given) <= _LONGEST_NEARLY and (near := nearly.fullmatch(given)):
        raise UnresolvedEntity(kind, given, "it must be written exactly so", prefix + suggested(near[1]))
    raise UnresolvedEntity(kind, given, "it is a name or has another form" if given.strip() else "it is empty")


class GeneId(msgspec.Struct, frozen=True):
    """A gene as a user names it, with every exact term under which a pathway may carry it.

    Terms: `symbol:tp53` (folded), `entrez:7157`, `ensembl_gene:ENSG00000141510`, `uniprot:P04637`, `hgnc:HGNC:11998`.
    """

    text: str
    terms: tuple[str, ...]

    @classmethod
    def parse(cls, given: str) -> Self:
        """Read a symbol (any case), an NCBI Gene id, an Ensembl gene id or a UniProt accession, with or without prefix.

        Raises: AmbiguousQuery.
        """
        text = plain(given)
        prefix, _, rest = text.partition(":")
        key = _GENE_PREFIXES.get(prefix.casefold().strip())
        if (len(text) < 2 and not text.isdecimal()) or (key and not rest.strip()):
            raise AmbiguousQuery(*wording.gene_id("get_pathways_for_gene"), given)
        if key:
            return cls(text, (gene_term(key, rest.strip()),))
        if re.fullmatch(r"[0-9]+", text):
            return cls(text, (gene_term("entrez", text), gene_term("ensembl_gene", text)))
        keys = ["symbol", "ensembl_gene", *(["uniprot"] if is_valid("uniprot", text.upper()) else [])]
        return cls(text, tuple(gene_term(key, text) for key in keys))

    @property
    def symbol(self) -> str | None:
        """The folded symbol, when the gene was named by one."""
        return next((term.removeprefix("symbol:") for term in self.terms if term.startswith("symbol:")), None)


_GENE_PREFIXES = {
    "ncbigene": "entrez", "entrez": "entrez", "entrezgene": "entrez", "geneid": "entrez",
    "ensembl": "ensembl_gene", "uniprot": "uniprot", "uniprotkb": "uniprot",
    "hgnc.symbol": "symbol", "symbol": "symbol", "hgnc": "hgnc",
}  # fmt: skip


def gene_term(key: str, value: str) -> str:
    """The exact, case-folded term of one gene identifier; an Ensembl version suffix is dropped."""
    value = " ".join(value.split())
    if key == "symbol":
        return f"symbol:{value.casefold()}"
    if key == "ensembl_gene" and re.match(r"ENS[A-Z]*\d{11}\.", value, re.I):
        value = value.split(".", 1)[0]
    if key == "hgnc":
        value = f"HGNC:{value.rpartition(':')[2]}"
    return f"{key}:{value.upper()}"
