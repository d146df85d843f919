"""Queries for compounds: a number, a structure, a code number, an identifier of another database, or a name."""

import re
import zlib
from collections.abc import Callable
from hashlib import blake2b
from typing import Literal

import msgspec

from biofacts.domain.answers.entity_kinds import COMPOUND
from biofacts.domain.compounds import smiles
from biofacts.domain.compounds.name_variants import OtherName, readings
from biofacts.domain.identifiers import identifiers_in_text
from biofacts.domain.identifiers.cross_references import REGISTRY, is_valid
from biofacts.domain.identifiers.curies import CompoundId
from biofacts.domain.text import fold
from biofacts.domain.text.patterns import late_pattern
from biofacts.domain.text.salts_and_acids import SALTS

Namespace = Literal["cid", "name", "smiles", "inchi", "inchikey"]


class Key(msgspec.Struct, frozen=True):
    """An exact lookup: a key in a namespace of PUG REST."""

    namespace: Namespace
    key: str


class ParsedCompoundQuery(msgspec.Struct, frozen=True, kw_only=True):
    """A parsed query.

    `exact`: the exact lookups, best first; `words`: the words of a name, for completion, "" for other queries.
    `readings`: names to look up if no compound has this one; `bare`: the name without salt and stereo descriptors, ""
    if it has none; `ignored`: the salt and the descriptors.
    """

    exact: tuple[Key, ...]
    words: str = ""
    readings: tuple[OtherName, ...] = ()
    bare: str = ""
    ignored: tuple[str, ...] = ()


# CIDs have at most ten digits (see `LARGEST_CID`).
_NUMBER = late_pattern(r"(?:(?:pubchem)?[\s:]*cid)?[\s:#]*([0-9]{1,10})", re.I | re.A)
# Identifiers that are found only among PubChem's synonyms. SCHEMBL is SureChEMBL.
_OF_SYNONYMS = late_pattern(r"SCHEMBL\d+|DTXSID\d+|UNII-[A-Z0-9]{10}", re.I | re.A)
_STRUCTURAL = late_pattern(r"[=#()\[\]/\\@]")
_SIGNS = str.maketrans({"‐": "-", "‑": "-", "–": "-", "—": "-", "−": "-", "′": "'", "’": "'", "″": '"', "µ": "mu"})
_STEREO = late_pattern(
    r"(?:\((?:\d*[RSEZ](?:,\s?\d*[RSEZ])*|\+/-|[+\-±]|rac)\)|\b(?:R|S|D|L|DL|cis|trans|rac|levo|dextro)(?=[-(]))-?",
    re.I,
)
_SHORT_DESCRIPTORS = {"cis": "Z", "trans": "E", "levo": "-", "dextro": "+"}
_OPPOSITE = {"R": "S", "S": "R", "+": "-", "-": "+", "D": "L", "L": "D", "E": "Z", "Z": "E"}


def parse(query: str) -> ParsedCompoundQuery:
    """Parse a query; an empty query has no lookups."""
    if not query:
        return ParsedCompoundQuery(exact=())
    if query.startswith("InChI="):
        return ParsedCompoundQuery(exact=(Key("inchi", query),))
    number = _NUMBER.fullmatch(query)
    keyed = identifiers_in_text.keyed(query, COMPOUND)
    key, value = ("pubchem_compound", number[1]) if number else next(keyed, ("", ""))
    if key == "pubchem_compound":
        cid = CompoundId(value).number
        return ParsedCompoundQuery(exact=(Key("cid", str(cid)),) if cid else ())
    if key == "inchikey":
        return ParsedCompoundQuery(exact=(Key("inchikey", value),))
    # No compound has a bare number as its name.
    if (key and not value.isdecimal()) or _OF_SYNONYMS.fullmatch(value := query):
        return ParsedCompoundQuery(exact=(Key("name", value),))
    # Both spellings are looked up: most synonyms spell out Greek letters, but not all.
    named = tuple(Key("name", name) for name in dict.fromkeys((query, spelled_out(query))))
    if not smiles.is_structure(query, certain=False):
        words = spelled_out(query)
        bare, left_aside = without_form(words)
        others = tuple(reading for reading in readings(words) if Key("name", reading.name) not in named)
        return ParsedCompoundQuery(
            exact=named, words=words, readings=others, bare=bare if left_aside else "", ignored=left_aside
        )
    if _STRUCTURAL.search(query):
        return ParsedCompoundQuery(exact=(Key("smiles", query),))
    return ParsedCompoundQuery(
        exact=(*named, Key("smiles", query)), words=query
    )  # `CO`, `CCO`: names as well as structures


def spelled_out(name: str) -> str:
    """Spell out Greek letters and replace typographic signs, since most synonyms are written that way."""
    return fold.in_words(name.translate(_SIGNS))


def without_form(name: str) -> tuple[str, tuple[str, ...]]:
    """Return a name without stereo descriptors and without the salt after it, and the parts left out."""
    left_aside = [match[0].rstrip("-") for match in _STEREO.finditer(name)]
    first, *others = _STEREO.sub("", name).split() or [""]
    bare = [word for word in others if word.casefold() not in SALTS]
    left_aside += [word for word in others if word.casefold() in SALTS]
    return " ".join([first, *bare]), tuple(left_aside)


def is_other_form(name: str, other: str) -> bool:
    """Return True if the stereo descriptors of two names contradict each other: `(R)` and `(S)`, `(+)` and `(-)`."""
    mine, theirs = _descriptors(name), _descriptors(other)
    return any(
        _OPPOSITE.get(descriptor[-1], "")
        and descriptor[:-1] + _OPPOSITE[descriptor[-1]] in theirs
        and descriptor not in theirs
        for descriptor in mine
    )


_CHARGE = late_pattern(r"(?<=[\w\]])\(?\d?([+-]+)\)?$|(?<=[A-Z])(S)$")
_ROTATION = late_pattern(r"\(([+±-])\)(?=.)")


def has_charge_of(text: str, name: str) -> bool:
    """Return True if two names end in the same charge: TPP is not TPP+, Ca2+ not cA2; nor is DHEAS a plural of DHEA."""
    return _CHARGE.findall(text.translate(_SIGNS)) == _CHARGE.findall(name.translate(_SIGNS))


def rotations(name: str) -> set[str]:
    """Return the signs of rotation in a name: `-` of `(-)-pentazocine`, `±` of a racemate."""
    return {*_ROTATION.findall(name.translate(_SIGNS))}


def _descriptors(name: str) -> set[str]:
    parts = (
        part for match in _STEREO.finditer(spelled_out(name)) for part in re.split(r"[,()\s]", match[0].rstrip("-"))
    )
    return {_SHORT_DESCRIPTORS.get(part.casefold(), part.upper()) for part in parts if part} | (
        {"-"} if "(-)" in name else set()
    )


_FORMULA = late_pattern(r"C\d+H\d+(?:[A-Z][a-z]?\d*)*")
_CAS = late_pattern(REGISTRY["cas"], re.A)


def is_formula(text: str) -> bool:
    """Return True if a text is a molecular formula of carbon, hydrogen and other elements, such as `C9H8O4`."""
    return _FORMULA.fullmatch(text) is not None


def is_wrong_cas(text: str) -> bool:
    """Return True if a text has the form of a CAS number, but a wrong check digit."""
    return _CAS.fullmatch(text) is not None and not is_valid("cas", text)


_ISOTOPES = late_pattern(r"\[\d{1,3}[A-Z][a-z]?\d*(?:,\s?\d{1,3}[A-Z][a-z]?\d*)*\]-?")


def isotope_label(name: str) -> str:
    """Return the label of a radioligand's name: `[3H]` of `[3H]thiamine`; an empty text if it has none."""
    match = _ISOTOPES.search(name)
    return match[0].rstrip("-") if match else ""


def without_isotopes(name: str) -> str:
    """Remove the label of a radioligand from its name."""
    return _ISOTOPES.sub("", name).strip() or name


def spelling(name: str) -> str:
    """Normalize case and blanks only, since `(+)` and `(-)` are different compounds."""
    return " ".join(name.casefold().split())


# Keys of compound names, for an index of hundreds of millions of names: eight bytes each


NamedNumber = tuple[int, str]
"""A compound's number (CID), and one of its names or InChIKeys."""

FOLDED, KEY = 6, 8
"""The bytes of the folded name, and of the whole key."""

_TELLING = late_pattern(r"[+=#@'\"±]|[-.,: ](?<=\d.)(?=\d)|\(\d*-\)|[Ss](?<=[A-Za-z].)\b|-$")
"""The signs that folding drops although they distinguish compounds.

They are signs of charge and rotation, bonds, primes, signs between numbers, and a final `s`: DHEAS is not the plural of
DHEA.
"""
_INCHIKEY_LENGTH = 27


def key(name: str) -> bytes:
    """Return the key of a name, or of an InChIKey in capitals."""
    # Comparing the length first saves the regular expression for nearly every name.
    if len(name) == _INCHIKEY_LENGTH and is_valid("inchikey", name):
        return blake2b(name.encode(), digest_size=KEY).digest()
    plain = name if name.isascii() else spelled_out(name)
    folded = fold.compact(plain)
    # All other names contain nothing that `_TELLING` matches.
    if not plain.isalnum() or plain[-1] in "sS":
        folded += "".join(_TELLING.findall(plain)).lower()
    # The last two bytes tell apart the spellings that fold to one name.
    check = zlib.crc32(spelling(plain).encode()) & 0xFFFF
    return blake2b(folded.encode(), digest_size=FOLDED).digest() + check.to_bytes(2)


# Laboratories write one to five letters; a digit alone would also take `PGE2`, more letters `compound 12`.
_CODE = late_pattern(r"[A-Za-z]{1,5}[-\s]?\d{2,}(?:[-,.]?\d+)*[-\s]?[A-Za-z]{0,2}", re.A)
_ABBREVIATION = late_pattern(r"[A-Z]{2,5}")
_IN_TWO_PARTS = late_pattern(r"\b([a-z]{1,6}) (\d{3,})")
"""A code number in two parts, `sch 900222`; with fewer digits the letters may be a word of its own."""
_TURN = late_pattern(r"(?<=[a-z])(?=\d)|(?<=\d)(?=[a-z])")


def is_code(name: str) -> bool:
    """Return True if a whole name has the form of a code number: some letters, then a number of two or more digits.

    Short names of genes and proteins (`IL-17`, `CD38`) have that form, too.
    """
    return _CODE.fullmatch(name.strip()) is not None


_IN_A_PAPER = late_pattern(r"(?:compound|cmpd|cpd|example|ex)s?\.?\s*#?\d+[a-z]{0,2}", re.I | re.A)


def is_number_in_a_paper(name: str) -> bool:
    """Return True for a number by which a paper or patent refers to a substance: `compound 7`, `example 3a`."""
    return _IN_A_PAPER.fullmatch(name.strip()) is not None


def code_matcher(query: str) -> Callable[[str], bool]:
    """Return a function that is True for names with all code numbers of a query, or with a query of capitals as a word.

    `SCH900222` is in `SCH 900222 tartrate`, and not in `SCH-900229`; `K1` is not in `vitamin B1`; `ATRA` is not in
    `atracurium`. Other spellings of the whole query (`UK 14,304`, `UK-14304`) match, too.
    """
    whole = fold.compact(query)
    tokens = _IN_TWO_PARTS.sub(lambda match: match[1] + match[2], " ".join(fold.tokens(query))).split()
    if not _ABBREVIATION.fullmatch(query):
        tokens = [token for token in tokens if any(map(str.isdigit, token))]
    patterns = [_pattern(token) for token in dict.fromkeys(tokens)]

    def has_all(name: str) -> bool:
        text = " ".join(fold.tokens(name))
        return all(pattern.search(text) for pattern in patterns) or fold.compact(name) == whole

    return has_all


def _pattern(token: str) -> re.Pattern[str]:
    """Return a pattern for a token that is not part of a longer one; `sch900222` may be written `sch 900222`."""
    before = r"(?<!\d)" if token[0].isdigit() else r"(?<![a-z])"
    after = r"(?!\d)" if token[-1].isdigit() else r"(?![a-z])"
    return re.compile(before + _TURN.sub(" ?", token) + after)
