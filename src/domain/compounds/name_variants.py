"""Variants of a compound's name, to look up if no compound has the name itself.

Each rule rewrites a name; a source looks up the variants in order, and uses the first that a compound has. The original
name comes before all of them: `citrate` and `citric acid` are two compounds where both are names.
"""

import re
from collections.abc import Callable, Iterator

import msgspec

from biofacts.domain.search import synonyms
from biofacts.domain.text import fold
from biofacts.domain.text.clean import short
from biofacts.domain.text.patterns import late_pattern
from biofacts.domain.text.salts_and_acids import METALS_OF_ANIONS, SURE_SALTS, UNITS, acid_or_anion


class OtherName(msgspec.Struct, frozen=True):
    """A name to look up instead of another, and the reason.

    `also`: a second name in the original, which must not belong to another compound: `T3` in `Triiodothyronine (T3)`.
    `is_synonym`: True if it must even belong to the same compound, or the brackets qualify: `cholesterol (ester)`.
    """

    name: str
    why: str
    also: str = ""
    is_synonym: bool = False


MOST = 4
"""The highest number of readings of a name, since each may cost a request."""


def readings(name: str) -> tuple[OtherName, ...]:
    """Return the readings of a name, the closest first; none for most names."""
    plain, left_out, also = _undecorated(name)
    bases = [(plain, f"without {left_out}" if left_out else "")]
    # `sodium citrate` and `zinc sulfate` must not be read as the metal that would be left.
    if (salt := _SALT.search(plain)) and not re.fullmatch(_METALS, plain[: salt.start()], re.I):
        bases.append((plain[: salt.start()], f"without {salt[1]}"))
    if metal := _METAL.match(plain):
        bases.append((plain[metal.end() :], f"without {metal[1]}"))
    by_name: dict[str, OtherName] = {}
    if substance := synonyms.substance(name):
        by_name[substance] = OtherName(substance, synonyms.why_substance(name))
    for base, without in bases:
        for other, why in _equivalents(base):
            reasons = ", ".join(filter(None, (without, why)))
            if other != name and other not in by_name:
                by_name[other] = OtherName(other, f"read as '{short(other)}', {reasons}", also)
    # Both parts need a word: there is no second name in `poly(A)`, `Fe (II)` and `benzo(a)pyrene`.
    if (both := _IN_BRACKETS.fullmatch(plain)) and all(map(_WORD.search, both.groups())):
        first, second = both.groups()
        by_name.setdefault(
            first, OtherName(first, f"read as '{short(first)}', also called '{short(second)}'", second, is_synonym=True)
        )
    return tuple(by_name.values())[:MOST]


def _equivalents(name: str) -> Iterator[tuple[str, str]]:
    """Yield a name and its equivalents, each with the reason."""
    yield name, ""
    yield from _usual_forms(name)
    for other, reason in _spellings(name):
        yield from ((form, f"{reason}, {why}") for form, why in _usual_forms(other))
        yield other, reason


_SAME_ACID = "an acid and its anion being one"


def _spellings(name: str) -> Iterator[tuple[str, str]]:
    """Yield other spellings of a name, and the acid of an anion or the anion of an acid, each with the reason."""
    for pattern, replacement, why in _SPELLINGS:
        if (spelled := pattern.sub(replacement, name)) != name:
            yield spelled, why
    if acid := acid_or_anion(name):
        yield acid, _SAME_ACID


# Habits of drawings and lists: compartments, numbers of molecules, abbreviations, protons, doses


# In square brackets any words in small letters; parts of chemical names are `[Leu]`, `[II]`, `[a,h]`.
_COMPARTMENT = late_pattern(
    r"\s*(\[[a-z][a-z -]*\]|\((?:[cemnxrg]|cyt[a-z]*|mit[a-z]*|extra[a-z]*|intra[a-z]*|nucle[a-z]*"
    r"|peroxi[a-z]*|lyso[a-z]*|[Gg]olgi|ER|out|in|outside|inside|plasma|blood|serum|matrix|lumen|membrane)\))$"
)
_NUMBER_OF_MOLECULES = late_pattern(r"^(\d{1,2}\s?[×*]\s?|\d{1,2}\s?x\s)(?=\S)", re.I)  # `2 x H2O`, `2 * ATP`
# `ibuprofen 200mg tablets`, `aspirin 100 mg`.
_DOSED = late_pattern(rf"(?<=\w)((?:\s\d[\d.,]*\s?(?:{UNITS}))?(?:\s(?:tablet|capsule|injection|syrup)s?)?)$", re.I)
_PROTON = late_pattern(r"(?<=\S)(\s?\+\s?H\+)$")  # `NADPH + H+`
_SERIES = late_pattern(r"\s*(\((?:C?\d\d:\d,\s?)?[nwω]-?\d\))$")
"""The series of a fatty acid: `Arachidonic acid (20:4,w6)`."""
_WORD = late_pattern(r"[a-z]{4}", re.I)
_IN_BRACKETS = late_pattern(r"(.{2,}?)\s*\(([^()]{2,})\)")


def _undecorated(name: str) -> tuple[str, str, str]:
    """Return a name without its decorations, the decorations in words, and an abbreviation among them."""
    aside: list[str] = []
    for pattern in (_NUMBER_OF_MOLECULES, _COMPARTMENT, _PROTON, _SERIES, _DOSED):
        if (match := pattern.search(name)) and match[1]:
            aside.append(match[1].strip())
            name = (name[: match.start()] + name[match.end() :]).strip()
    also = ""
    if match := _IN_BRACKETS.fullmatch(name):
        whole, abbreviation = sorted(match.groups(), key=len, reverse=True)
        if _abbreviates(abbreviation, whole):
            name, also = whole, abbreviation
            aside.append(abbreviation if match[1] == abbreviation else f"({abbreviation})")
    return name, " and ".join(aside), also


def _abbreviates(short_form: str, name: str) -> bool:
    """Return True if a name has all letters of a short form, in order, the first one at the beginning of a word.

    Source: Schwartz and Hearst 2003, https://psb.stanford.edu/psb-online/proceedings/psb03/schwartz.pdf. A short form
    has a capital or a digit and no blank: the brackets of `cholesterol (ester)` and `ceramide (18:1)` contain none.
    """
    letters = [letter for letter in short_form.casefold() if letter.isalpha()]
    if not letters or " " in short_form or short_form.islower() or not re.fullmatch(r"[\w+-]+", short_form):
        return False
    starts = [match.start() for match in re.finditer(rf"\b\d*{re.escape(letters[0])}", name.casefold())]
    rest = iter(name.casefold()[starts[0] :] if starts else "")
    return all(letter in rest for letter in letters)  # each search continues after the letter before


# Configuration


_AMINO_ACIDS = {
    "Ala": "alanine", "Arg": "arginine", "Asn": "asparagine", "Asp": "aspartic acid", "Cys": "cysteine",
    "Gln": "glutamine", "Glu": "glutamic acid", "Gly": "glycine", "His": "histidine", "Ile": "isoleucine",
    "Leu": "leucine", "Lys": "lysine", "Met": "methionine", "Phe": "phenylalanine", "Pro": "proline", "Ser": "serine",
    "Thr": "threonine", "Trp": "tryptophan", "Tyr": "tyrosine", "Val": "valine",
}  # fmt: skip
"""Symbols of amino acids.

Source: IUPAC-IUBMB, Nomenclature and Symbolism for Amino Acids and Peptides, 3AA-1, also for the names below.
"""
_USUAL_FORMS = (
    (
        "L-",
        "L being the usual form of amino acids",
        late_pattern(
            # Glycine is not chiral.
            rf"(?:{'|'.join(name for name in _AMINO_ACIDS.values() if name != 'glycine')}"
            r"|aspartate|glutamate|citrulline|cystine|ornithine|thyronine|thyroxine)$",
            re.I,
        ),
    ),
    (
        "D-",
        "D being the usual form of sugars",
        late_pattern(
            r"(?:gluc|mann|galact|fruct|rib|xyl|erythr|ribul|xylul|sedoheptul)ose"
            r"(?:[- ]\d(?:,\d)?-(?:bis)?phosphate)?$",
            re.I,
        ),
    ),
)
"""The prefixes of the usual forms of amino acids and sugars, with the reason and a pattern of the names.

Source for sugars: IUPAC-IUBMB, Abbreviated Terminology of Oligosaccharide Chains, 3.
"""
_CONFIGURED = late_pattern(r"(?:^|[^a-z])(?:DL|[DLRS])(?=[-)])|[+±]|\(-\)", re.I)


def _usual_forms(name: str) -> Iterator[tuple[str, str]]:
    """Yield the name of an amino acid or a sugar with the prefix of its usual form, or without it; and the reason."""
    for prefix, why, pattern in _USUAL_FORMS:
        if match := pattern.search(name):
            before, trivial = name[: match.start()], match[0]
            if before.endswith(prefix):
                yield before.removesuffix(prefix) + trivial, why
            elif not _CONFIGURED.search(name):
                yield before + ("-" if before[-1:].isalpha() else "") + prefix + trivial, why


# Spellings and salts


def _greek(word: re.Match[str]) -> str:
    return fold.GREEK_LETTERS.get(word[0].casefold(), word[0])


def _diphosphate(match: re.Match[str]) -> str:
    return "di" if match[0].casefold() == "pyro" else "pyro"


_Replacement = str | Callable[[re.Match[str]], str]

_SPELLINGS: tuple[tuple[re.Pattern[str], _Replacement, str], ...] = (
    (
        # `tryptophan, L-`, `retinoic acid (all-trans)`.
        late_pattern(r"^(.+?)(?:, ?| \()(all-trans|\d\d?-cis|[DLRSEZ]|DL|cis|trans)-?\)?$", re.I),
        r"\2-\1",
        "the prefix put in front",
    ),
    (late_pattern(rf"(?<![A-Za-z]){fold.greek_letter(shortest=4)}(?![a-z])", re.I), _greek, "with Greek letters"),
    (
        late_pattern(rf"(?<![A-Za-z])(?:{'|'.join(_AMINO_ACIDS)})$"),
        lambda symbol: _AMINO_ACIDS[symbol[0]],
        "the symbol of an amino acid",
    ),
    (late_pattern(r"(?<=\d)\(([RS])\)(?=-)"), r"\1", "without brackets"),  # `15(S)-HETE`
    (late_pattern(r"(?<=\d)([RS])(?=-)"), r"(\1)", "with brackets"),
    (late_pattern(r"(?<=[a-z])[- ](\d)-?P$"), r" \1-phosphate", "P being phosphate"),  # `Glucose-6-P`
    (late_pattern(r"(?<=[a-z])-PP$"), " diphosphate", "PP being diphosphate"),  # `Farnesyl-PP`
    (late_pattern(r"(?<=[a-z])-P$"), " phosphate", "P being phosphate"),
    (late_pattern(r"(?<=[a-z])-(?=\d-phosphate$)", re.I), " ", "with a blank"),
    (late_pattern(r"\b(?:pyro|di)(?=phosphate$)", re.I), _diphosphate, "pyrophosphate being diphosphate"),
    (late_pattern(r"sulf", re.I), "sulph", "in British spelling"),
    (late_pattern(r"sulph", re.I), "sulf", "in American spelling"),
)
"""Other spellings of one name, each with the reason."""
_METALS = "|".join(sorted(METALS_OF_ANIONS))
# In lithium carbonate and zinc sulfate, the metal is the drug, and must not be removed.
_METAL = late_pattern(rf"^({_METALS}) (?!\w*(?:carbon|sul(?:f|ph)|phosph|nitr|chlor)ate$)(?=\w{{3,}}ate$)", re.I)
_SALT = late_pattern(
    rf"\s((?:bi|di|hemi|mono|tri)?(?:{'|'.join(sorted(SURE_SALTS))})|anhydrous|hydrogen maleate)$", re.I
)
