"""The parts of ligands' names: remarks, residue numbers, combinations, labels and salts."""

import re
from collections.abc import Collection, Iterator, Sequence

import msgspec

from biofacts.domain.text import fold
from biofacts.domain.text.clean import without_attached_brackets
from biofacts.domain.text.patterns import late_pattern
from biofacts.domain.text.salts_and_acids import METALS_IN_FRONT, SALTS, SALTS_OF_MEDICINES, UNITS

_OF_SALT = 2
_FORMULATIONS = """
    capsule capsules controlled cr cream delayed depot dr drops er extended extended-release gel im immediate inhaler
    inhalation injection ir iv la modified modified-release nebuliser nebulizer odt ointment patch po prolonged
    prolonged-release release sc spray sr suspension sustained sustained-release syrup tablet tablets tabs xl xr
"""

FORMS = SALTS_OF_MEDICINES | frozenset(_FORMULATIONS.split())
"""Salts, esters, hydrates and formulations that follow the name of a medicine, in small letters.

Source of the formulations: the dosage forms of the FDA's Orange Book, with their usual abbreviations.
"""

# Only at the end: in `human [Leu31,Pro34] peptide YY` the brackets are a part of the name.
_REMARK = late_pattern(r"(?:\s+[(\[][^()\[\]]*[)\]])+\.?$")
_BRACKETS = late_pattern(r"\s+[(\[]([^()\[\]]*)[)\]]")
# Residue numbers, the parts of a combination, and a chain are not remarks about a name.
_PART_OF_NAME = late_pattern(r"\d\s*[-–]\s*\d|\s\+\s|\bchain\b", re.I)
_DOSE = late_pattern(rf"\d[\d.,]*(?:{UNITS})(?:/[\d.]*\w+)?", re.I)
_ACID = late_pattern(r"(\S+)ic acid", re.I)
_ESTER = late_pattern(r"\S*yl (\S+)ate", re.I)
_NUMBER = late_pattern(r"[1-9]\d{0,3}(?:\.\d{1,2})?|0\.\d{1,3}", re.A)
_LOWEST_DOSE = 5  # `Lipitor 20` is a dose, `angiotensin 2` a member of a family
# `insulin-like` and `interferon-alfa` do not end in the suffix of a maker.
_FDA_SUFFIX = late_pattern(r"(\S.*[a-z]{4})-(?!like|type|free|rich|alfa)([a-z]{4})")
_ISOTOPE = r"\d{1,3}m?[A-Z][a-z]?"
_LABEL = late_pattern(rf"^\[{_ISOTOPE}\d?\]-?\s*")
_LABEL_IN_FRONT = late_pattern(rf"\[?({_ISOTOPE})\]?[-\s]*([a-z]{{4}}.*)")
_SALT_BEHIND_HYPHEN = late_pattern(rf"(?<=[a-z]{{3}})-(?={'|'.join(sorted(SALTS))}$)", re.I)
_DESCRIPTOR = late_pattern(r"^([RSEZ]|DL|[DL]|rac)-(?=[a-z]{4})", re.I)
_SIGN = late_pattern(r"^\((?:[-+]|[rs])\)-")
_COMBINED = late_pattern(r"(\S.*?)\s*\(([^()]+)\)\.?")
_PLUS = late_pattern(r"\s\+\s|(?<=[A-Za-z])\+(?=[A-Za-z])")
# `Orlynvah (sulopenem etzadroxil and probenecid)`; remarks have this word, too (see `combination`).
_AND = late_pattern(rf"{_PLUS.pattern}|,?\sand\s")
_TRADE_NAME = late_pattern(r"[A-Z][a-z]{2,}(?: [A-Z]\w+)?")
# `Opsynvi (combination of macitentan + tadalafil)`, `Avmapki (avutometinib + defactinib co-pack)`.
_AROUND_PARTS = late_pattern(r"^combination of\s+|\s*[,;].*$|\s+co-pack$", re.I)
_ONE_SIGN = str.maketrans({"−": "-", "‐": "-", "‑": "-", "–": "-", "{": "(", "}": ")"})


def as_written(name: str) -> str:
    """Return a name in small letters, without blanks, and with uniform hyphens and brackets."""
    return "".join(name.split()).casefold().translate(_ONE_SIGN)


def without_sign(name: str) -> str:
    """Return a name as `as_written` does, without the sign of an enantiomer before it: `(-)-adrenaline`."""
    return _SIGN.sub("", as_written(name))


def without_remarks(name: str) -> str:
    """Remove remarks in brackets: `ghrelin (human)` becomes `ghrelin`, but `calcitonin (8-32)` stays."""
    if "(" not in name and "[" not in name:
        return name
    return _BRACKETS.sub(lambda bracket: "" if _is_remark(bracket) else bracket[0], name).strip() or name


def searchable(name: str) -> str:
    """Return a name for word search, with only remarks in brackets: other brackets enclose parts of the name."""
    if "(" not in name and "[" not in name:
        return name
    parts = _BRACKETS.sub(lambda bracket: bracket[0] if _is_remark(bracket) else f" -{bracket[1]}-", name)
    return without_attached_brackets(parts)


def _is_remark(bracket: re.Match[str]) -> bool:
    return _REMARK.match(bracket.string, bracket.start()) is not None and not _PART_OF_NAME.search(bracket[1])


def is_acid_of_ester(name: str, ester: str) -> bool:
    """Return True for the name of an acid and that of its ester: `fumaric acid`, `dimethyl fumarate`."""
    acid, of_ester = _ACID.fullmatch(name), _ESTER.fullmatch(ester)
    return acid is not None and of_ester is not None and fold.compact(acid[1]) == fold.compact(of_ester[1])


def both_names(text: str) -> tuple[str, ...]:
    """Return two names, of which the second is in brackets: `semaglutide (Ozempic)`; none for other texts."""
    match = _COMBINED.fullmatch(text.strip())
    return (match[1], match[2]) if match else ()


def without_label(name: str) -> str:
    """Remove the isotope at the beginning of a name: `[3H]rimonabant` becomes `rimonabant`."""
    return _LABEL.sub("", name)


def with_label_behind(name: str) -> str:
    """Return a name with the isotope after it, as in INNs: `flortaucipir (18F)`; "" for a name without an isotope."""
    match = _LABEL_IN_FRONT.fullmatch(name)
    return f"{match[2]} ({match[1]})" if match else ""


def with_salt_apart(name: str) -> str:
    """Replace the hyphen before a salt with a blank: `metformin-HCl`."""
    return _SALT_BEHIND_HYPHEN.sub(" ", name)


def with_descriptor_apart(name: str) -> str:
    """Put the stereo descriptor of a name in brackets, `(R)-warfarin`, so that `warfarin` is a word."""
    return _DESCRIPTOR.sub(r"(\1)-", name)


def without_forms(text: str) -> Iterator[str]:
    """Yield a name without the last salt, hydrate, formulation or dose after it, then without the last two, and so on.

    Also without a metal before it (`sodium valproate`). A name of such words only (`sodium chloride`) is not shortened.
    """
    words = text.split()
    if len(words) == _OF_SALT and words[0].casefold() in METALS_IN_FRONT and not _is_form(words, 1):
        yield f"{words[1]} {words[0]}"
        yield words[1]
    for end in range(len(words) - 1, 0, -1):
        if not _is_form(words, end) or all(_is_form(words, place) for place in range(end)):
            return
        yield " ".join(words[:end])


def without_suffix(text: str) -> str:
    """Return the name of a biologic without the four letters that the FDA adds: `infliximab-dyyb`; else ""."""
    match = _FDA_SUFFIX.fullmatch(text.strip())
    return match[1] if match and not fold.is_greek(match[2]) else ""


def _is_form(words: Sequence[str], place: int) -> bool:
    return _plain(words[place]) in FORMS or _is_dose(words, place)


def _is_dose(words: Sequence[str], place: int) -> bool:
    """Return True for `500mg`, for each word of `500 mg`, and for a number at the end (see `is_number`)."""
    # After a single letter it is a part of a name: `vitamin B 12`.
    if place == len(words) - 1 and is_number(words[place]) and len(words[place - 1]) > 1:
        return True
    around = [*words, ""][place : place + 2], words[max(place - 1, 0) : place + 1]
    return _DOSE.fullmatch(words[place]) is not None or any(_DOSE.fullmatch("".join(pair)) for pair in around)


def is_number(word: str) -> bool:
    """Return True for a number that may be a dose in mg; lower numbers mostly count the members of a family."""
    return _NUMBER.fullmatch(word) is not None and ("." in word or int(word) >= _LOWEST_DOSE)


def _plain(word: str) -> str:
    return word.strip("()[],.").casefold()


def is_trade_name(synonym: str) -> bool:
    """Return True for a name written like a trade name: of 2,544 such names of medicines, 2,508 are marked as one."""
    return _TRADE_NAME.fullmatch(synonym) is not None


class Combination(msgspec.Struct, frozen=True):
    """A product of several substances, as the Guide writes it: `Oraxol (encequidar + paclitaxel)`."""

    name: str
    parts: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.name} ({' + '.join(self.parts)})"


def combination(synonym: str, names: Collection[str]) -> Combination | None:
    """Parse a synonym that names a combination with the ligand; return None for any other synonym.

    `names`: the names of the ligand. Parts joined by "and" must include the ligand, since remarks also have that word.
    """
    if not (match := _COMBINED.fullmatch(synonym)):
        return None
    parts = tuple(_AROUND_PARTS.sub("", part) for part in _AND.split(_AROUND_PARTS.sub("", match[2])))
    own = {tuple(fold.tokens(name)) for name in names}
    # A salt may follow the name of a part.
    words = [fold.tokens(part) for part in parts]
    is_one = _PLUS.search(match[2]) is not None or any(
        tuple(word[:end]) in own for word in words for end in range(1, len(word) + 1)
    )
    return Combination(match[1], parts) if len(parts) > 1 and is_one else None
