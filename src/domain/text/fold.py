"""Folding: one normal form for the many spellings of a biological name.

`NF-kB`, `NFκB` and `nf kappa b` share the folded form `nfkb`; `IL-2` and `IL 2` share `il2`; `pathways` and `pathway`,
`tumour` and `tumor` are one token each.
"""

import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from biofacts.domain.text.patterns import late_pattern

_GREEK = {
    "alpha": "a", "beta": "b", "gamma": "g", "delta": "d", "epsilon": "e", "zeta": "z", "eta": "h", "theta": "th",
    "iota": "i", "kappa": "k", "lambda": "l", "mu": "m", "nu": "n", "xi": "xi", "omicron": "o", "pi": "p",
    "rho": "r", "sigma": "s", "tau": "t", "upsilon": "u", "phi": "ph", "chi": "ch", "psi": "ps", "omega": "w",
}  # fmt: skip
GREEK_LETTERS = dict(zip(_GREEK, "αβγδεζηθικλμνξοπρστυφχψω", strict=True))
"""The lower-case Greek letters by name."""


def greek_letter(shortest: int = 2) -> str:
    """Return the pattern of a Greek letter, or of the name of one. `shortest`: the length of the shortest name."""
    names = sorted((name for name in GREEK_LETTERS if len(name) >= shortest), key=len, reverse=True)
    return rf"(?:[α-ω]|{'|'.join(names)})"


_AS_WORDS = {letter: word for word, letter in GREEK_LETTERS.items()} | {"ς": "sigma"}
_LETTERS = str.maketrans(dict(zip("αβγδεζηθικλμνξοπρστυφχψω", _GREEK.values(), strict=True)) | {"ς": "s"})
# The short names (eta, mu, pi, ...) are missing, since too many words contain them by chance.
# Letters that are glued to a name: `alphaMSH`, `TGFbeta1`, `Galphas`.
_ATTACHED = late_pattern(
    r"^(alpha|beta|gamma|delta|epsilon|zeta|kappa|lambda|sigma|omega)(?=.)"
    r"|(?<=.)(alpha|beta|gamma|delta|epsilon|zeta|kappa|lambda|sigma|omega)(?=(?:\d{1,2}[a-z]?|[a-z])?$)"
)
# British spellings with their American forms.
_SPELLINGS = [
    (late_pattern(pattern), replacement)
    for pattern, replacement in [
        # `haem` has a rule of its own, since `aem` would make it `hem`; `hour` and `four` are too short for `our`.
        (r"^haem$", "heme"), (r"^oe(?=[ds])", "e"), (r"aem", "em"), (r"aed", "ed"), (r"aesth", "esth"),
        (r"foet", "fet"), (r"^coeli", "celi"), (r"^homoeo", "homeo"), (r"rrhoea", "rrhea"), (r"pnoea", "pnea"),
        (r"sulph", "sulf"), (r"troph(?=i[nc])", "trop"), (r"leuco(?=cyt|tri)", "leuko"), (r"aluminium", "aluminum"),
        (r"(?<=[a-z]{3})our(?=(?:s|al)?$)", "or"), (r"lling$", "ling"), (r"isation$", "ization"),
        (r"(?<=[dlmnrst])is(?=ed$|ing$)", "iz"), (r"(?<=[a-z]{3})tre(?=s?$)", "ter"), (r"^age(?=ing$)", "ag"),
    ]
]  # fmt: skip
# A fast check: all words that the patterns above change contain one of these, and few other words do.
_RESPELT = late_pattern(
    r"alpha|beta|gamma|delta|epsilon|zeta|kappa|lambda|sigma|omega|ae[dms]|oe|ulph|rophi|leuco|minium|our|lling|isat|ised|ising|tre|agei"
)
# `non-alcoholic` is one word, with or without a hyphen or space, so that it does not match `alcoholic`.
_NEGATED = late_pattern(r"\b(non)[ \-\u2010\u2011](?=[a-z]{3})", re.I)
_MARKS = ".,;:!?()[]{}\"'"
# Apostrophes are removed, not replaced with spaces: `Alzheimer's` is one word.
_APOSTROPHES = late_pattern(r"['’‘`´′]")
# Primes of subunits (`B''`, `alpha'`), but neither primes of positions (`5'-nucleotidase`) nor possessives.
_PRIMES = late_pattern(r"(?<=[^\W\d_])(?:['’`´′]+(?!s\b)|['’`´′]{2,})")
# `CT1.4` is not CT14.
_NUMBER, _DECIMALS = late_pattern(r"\d+"), late_pattern(r"\d+\.\d+")
# A lookahead, so that the 2 of `1-2-3` is in two pairs, as in `1.2.3`.
_NUMBERS = late_pattern(r"(?<!\d)(\d+)(?=[\W_]+(\d+))")
_PARTS = late_pattern(r"[\W_]+")
_GREEK_LETTER = late_pattern(r"[α-ω]")
_NOT_ALNUM_OR_GREEK = late_pattern(r"[^0-9a-zα-ω]+")
_NOT_ALNUM = late_pattern(r"[^0-9a-z]+")
_SIGNS_AS_BLANKS = "".join(chr(code) if chr(code).isalnum() else " " for code in range(128))
# The address of a link in a description is not text: http://host/apoptosis does not match "apoptosis".
_MARKDOWN_LINK = late_pattern(r"\]\([^()\s]{1,500}\)")
_BRACKETS = late_pattern(r"\s*[(\[][^()\[\]]*[)\]]")
# `beta-cell` has a letter of its own like `beta cell`, so that it is not a B cell.
_BEFORE_CELL = late_pattern(r"-(?=(?:cell|lymphocyte)s?\b)", re.I)
_TWO_LETTERS = late_pattern(r"\b[A-Za-z]{2}\b")

ROMAN = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII", "XIII")
"""The Roman numerals from 1 to 13."""
ARABIC = {numeral: str(number) for number, numeral in enumerate(ROMAN, 1)}
"""The Arabic numerals of the Roman ones."""

SHORTEST_WITH_GREEK = 4
"""The minimum length of a name in which a Latin letter may stand for a Greek letter without other evidence.

The shorter `Gαs` is not GAS.
"""

STOP_WORDS = frozenset({
    "an", "and", "are", "as", "at", "be", "between", "by", "can", "do", "does", "during", "for", "from",
    "get", "happen", "happens", "how", "in", "into", "involved", "is", "it", "its", "of", "on", "or", "pathway",
    "that", "the", "their", "these", "this", "through", "to", "via", "what", "when", "where", "which", "why", "with",
    "work", "works",
})  # fmt: skip
"""Words that add no meaning to a name or a question."""
_ENDINGS = late_pattern(
    r"(?<=[a-z]{4})(?:ational|ations?|ating|ated?|ators?|ative|atory|ization|ized?|izing|ings?|ed|ers?|ors?|ions?|ives?"
    r"|ically|ical|ics?"
    r"|ially|ial|ally|als?|ar|ants?|ents?|ances?|ences?|ments?|it[yi]e?s?|ous|ism|ist|ia|i|y|e)$"
    # Nouns and adjectives of Greek origin: `apoptosis` and `apoptotic`, `meiosis` and `meiotic`.
    r"|(?:(?<=[a-z]{3})[eo]|(?<=[a-z]{3}y))(?:sis|tic)$"
)

# Longer words and names are not cached, so that hostile input cannot fill the memory.
_LONGEST_KEPT = 40
# Words and names recur soon or hardly ever: larger caches would cost memory without speeding up a build.
_MOST_KEPT, _MOST_RECENT = 4096, 1024
_LONGEST_NAME = 200
_SHORT = 2
_SHORTEST_ATTACHED = 5  # `beta1`
_SHORTEST_ROOT = 4  # tokens of at most this length keep their ending
_LONGEST_JOIN = 4


def _singular(token: str) -> str:
    # Words in `ss`, `us` and `is` are singular: `process`, `virus`, `apoptosis`.
    if len(token) < 5 or not token.endswith("s") or token.endswith(("ss", "us", "is")):
        return token
    if token.endswith(("sses", "xes", "ches", "shes")):
        return token[:-2]
    return token[:-3] + "y" if token.endswith("ies") and len(token) > 5 else token[:-1]


def _canonical(token: str) -> str:
    if token in _GREEK:
        return _GREEK[token]
    if _RESPELT.search(token):
        token = _ATTACHED.sub(lambda match: _GREEK[match[0]], token)
        for pattern, replacement in _SPELLINGS:
            token = pattern.sub(replacement, token)
    return _singular(token)


def _split(word: str) -> tuple[str, ...]:
    return _split_known(word) if len(word) <= _LONGEST_KEPT else _split_new(word)


def _split_new(word: str) -> tuple[str, ...]:
    folded = word.casefold()
    if not folded.isascii():
        # Translated again below, since NFKD turns other characters into Greek letters (ά, µ).
        folded = unicodedata.normalize("NFKD", folded.translate(_LETTERS))
        folded = "".join(char for char in folded if not unicodedata.combining(char)).translate(_LETTERS)
    if folded.isascii():  # most words
        if folded.isalnum():
            return (_canonical(folded),)
        if "'" not in folded and "`" not in folded:
            return tuple(map(_canonical_known, folded.translate(_SIGNS_AS_BLANKS).split()))
    return tuple([_canonical(part) for part in _NOT_ALNUM.split(_APOSTROPHES.sub("", folded)) if part])


_split_known = lru_cache(maxsize=_MOST_KEPT)(_split_new)
_canonical_known = lru_cache(maxsize=_MOST_KEPT)(_canonical)


def tokens(text: str) -> list[str]:
    """Return the folded tokens of a text, in order."""
    return [token for parts in _words(text) for token in parts]


def _read_words(text: str) -> tuple[tuple[str, ...], ...]:
    """Return the tokens of each word."""
    if "](" in text:
        text = _MARKDOWN_LINK.sub("] ", text)
    return tuple([_split(word) for word in _with_negations(text).split()])


def _with_negations(text: str) -> str:
    return _NEGATED.sub(lambda match: match[1], text) if "on" in text or "ON" in text else text


# An entity's names are folded several times in a row while its catalogue entry is built.
_recent_words = lru_cache(maxsize=_MOST_RECENT)(_read_words)


def spelt(text: str) -> Iterator[tuple[str, str]]:
    """Yield the folded tokens of a text, in order, each with its original word."""
    if "](" in text:
        text = _MARKDOWN_LINK.sub("] ", text)
    for word in _with_negations(text).split():
        for token in _split(word):
            yield token, _trimmed(word)


def _trimmed(word: str) -> str:
    """Remove the punctuation around a word, but keep brackets that belong to it: `(R)-citalopram`."""
    if word.isalnum():  # most words
        return word
    bare = word.strip(_MARKS)
    is_whole = all(bare.count(opening) == bare.count(closing) for opening, closing in ("()", "[]", "{}"))
    return bare if is_whole else word.strip(",.;:!?")


def part_of(word: str, token: str) -> str:
    """Return the part of a word from which a token was made (`Y705` in `STAT3-Y705`); "" if it is the whole word."""
    parts = [part for part in _PARTS.split(word) if part]
    return next((part for part in parts if tokens(part) == [token]), "") if parts[1:] else ""


def _words(text: str) -> tuple[tuple[str, ...], ...]:
    if text.isalnum():  # most symbols, which have no spaces or hyphens
        return (_split(text),)
    return _recent_words(text) if len(text) <= _LONGEST_NAME else _read_words(text)


@lru_cache(maxsize=_MOST_KEPT)
def stem(token: str) -> str:
    """Remove the ending of a folded token (`clotting`: `clot`); keep short tokens and tokens with digits."""
    if len(token) <= _SHORTEST_ROOT or not token.isalpha():
        return token
    # `clotting` gives `clot` and `planned` `plan`, but `processing` keeps both letters of `process`.
    root = _ENDINGS.sub("", token)
    return root[:-1] if len(root) > 4 and root[-1] == root[-2] and root[-1] not in "aeiouls" else root


def without_brackets(title: str) -> str:
    """Remove bracketed parts of a title: `TCA cycle (aka Krebs cycle)` becomes `TCA cycle`."""
    bare = _BRACKETS.sub(" ", title) if "(" in title or "[" in title else title
    return " ".join(bare.split()) or title


def joined(span: Sequence[str]) -> str | None:
    """Join two to four tokens of which at most one is long (`nf`, `k`, `b`: `nfkb`); return None for other tokens."""
    if not 2 <= len(span) <= _LONGEST_JOIN or len([token for token in span if len(token) > _SHORT]) > 1:
        return None
    return "".join(span)


class Folded(NamedTuple):
    """The indexed forms of a text: its tokens, the terms joined from adjacent tokens, and the tokens' stems."""

    tokens: tuple[str, ...]
    joined_terms: tuple[str, ...]
    stems: tuple[str, ...]


def folded(text: str) -> Folded:
    """Return all forms in which a text is indexed."""
    return _folded_known(text) if len(text) <= _LONGEST_NAME else _folded_new(text)


def _folded_new(text: str) -> Folded:
    words = _words(text)
    stream = tuple([token for parts in words for token in parts])
    joined_terms = tuple(_joined_terms(words, stream)) if len(stream) > 1 else ()
    return Folded(stream, joined_terms, tuple(map(stem, stream)))


_folded_known = lru_cache(maxsize=_MOST_KEPT)(_folded_new)


def _joined_terms(words: Iterable[Sequence[str]], stream: Sequence[str]) -> Iterator[str]:
    """Yield hyphenated words (`NF-kB`) and runs of short tokens (`IL 2`) as one token each."""
    for parts in words:
        if 2 <= len(parts) <= _LONGEST_JOIN + 1:
            yield "".join(parts)
    short = [len(token) <= _SHORT for token in stream]
    for start in range(len(stream) - 1) if True in short else ():
        whole, has_long = stream[start], not short[start]
        for end in range(start + 1, min(start + _LONGEST_JOIN, len(stream))):
            if not short[end]:
                if has_long:
                    break  # longer runs do not join either
                has_long = True
            whole += stream[end]
            yield whole


def words(text: str) -> set[str]:
    """Return the tokens of a text, and the terms joined from adjacent tokens (`IL 2`: `il2`)."""
    parts = folded(text)
    return {*parts.tokens, *parts.joined_terms}


def compact(text: str) -> str:
    """Return the folded form of a whole name, without spaces and signs, which is the same for all its spellings."""
    if text.isalnum():  # most symbols
        return "".join(_split(text))
    if text.isascii() and "'" not in text and "`" not in text and "](" not in text:  # most names
        return "".join(map(_canonical_known, text.lower().translate(_SIGNS_AS_BLANKS).split()))
    return "".join(tokens(text))


def literal(text: str) -> str:
    """Return a whole name in lower case, without spaces and signs, with spelled-out Greek letters as Greek letters.

    `σ1` and `sigma-1` give `σ1`, which differs from `s1`.
    """
    folded = text.casefold().replace("ς", "σ")
    parts = [folded] if folded.isascii() and folded.isalnum() else _NOT_ALNUM_OR_GREEK.split(folded)
    return "".join([GREEK_LETTERS.get(part) or _with_attached(part) for part in parts])


def _with_attached(part: str) -> str:
    if len(part) < _SHORTEST_ATTACHED:
        return part
    return _ATTACHED.sub(lambda match: GREEK_LETTERS[match[0]], part)


def is_greek(text: str) -> bool:
    """Return True if a name contains a Greek letter, even a spelled-out one."""
    return _GREEK_LETTER.search(literal(text)) is not None


def is_letter(text: str) -> bool:
    """Return True for a single letter or digit, including a spelled-out Greek letter."""
    return len(literal(text)) == 1


def greek_letters(text: str) -> frozenset[str]:
    """Return the Greek letters of a name, including spelled-out letters."""
    return frozenset(_GREEK_LETTER.findall(literal(text)))


def has_other_letters(text: str, other: str) -> bool:
    """Return True if words with the same folded form differ: a beta cell is not a B cell, and `co-factor` is not `CO`.

    They differ if a single letter is Greek in one text and Latin in the other, or if a two-letter abbreviation in
    `text` is in lower case in `other`.
    """
    ours, pairs = letters_alone(text), two_capitals(text)
    theirs = letters_alone(other) if ours else {}
    if any(ours[letter].isdisjoint(theirs[letter]) for letter in ours.keys() & theirs.keys()):
        return True
    words = {*_TWO_LETTERS.findall(other)} if pairs else set[str]()
    return any(pair.lower() in words and words.isdisjoint((pair, pair.title())) for pair in pairs)


def is_in_usual_case(text: str) -> bool:
    """Return True for capitals only, small letters only, or a capital before small letters; `cAMP` has its own case."""
    return text in (text.upper(), text.lower(), text.capitalize())


def two_capitals(text: str) -> list[str]:
    """Return the two-letter abbreviations in a text; none if the whole text is in capitals."""
    # In `CELLS IN CO-CULTURE`, capitals do not show that CO is an abbreviation.
    if text.isupper() and len(text) > _SHORT:
        return []
    return [pair for pair in _TWO_LETTERS.findall(text) if pair.isupper() and pair.lower() not in STOP_WORDS]


def letters_alone(text: str) -> dict[str, set[bool]]:
    """Map each folded single-letter word of a text to the alphabets in which it occurs: True: Greek, False: Latin."""
    letters: dict[str, set[bool]] = {}
    for word in _BEFORE_CELL.sub(" ", text).split():
        if len(folded := tokens(word)) == 1 and len(folded[0]) == 1 and folded[0].isalpha():
            letters.setdefault(folded[0], set()).add(is_greek(word))
    return letters


def in_words(text: str) -> str:
    """Spell out the Greek letters of a text: `Aβ` becomes `Abeta`."""
    return text if text.isascii() else "".join([_AS_WORDS.get(char.lower(), char) for char in text])


def is_same(text: str, name: str) -> bool:
    """Return True if two texts spell one name with the same Greek letters: `Aβ` and `A-beta`, but not `AB`."""
    return compact(text) == compact(name) and greek_letters(text) == greek_letters(name) and has_same_signs(text, name)


def has_same_signs(text: str, name: str) -> bool:
    """Return True if a name has the same meaningful signs as a text: primes, decimal points, and what parts numbers.

    CK2α' is not CK2α, B' is not B'', and p2.1 is not p21; but UGT1.5 is UGT1-5. MMP-1/-3 is not MMP13.
    """
    if _primes(text) != _primes(name) or (not text.isalnum() and _joins_numbers(text, name)):
        return False
    numbers = decimals(text)
    return not numbers or numbers <= {".".join(pair) for pair in _NUMBERS.findall(name)}


def _joins_numbers(text: str, name: str) -> bool:
    """Return True if two numbers that signs or blanks part in a text are one number in a name."""
    joined = {"".join(pair) for pair in _NUMBERS.findall(text)}
    return bool(joined) and not joined.isdisjoint(_NUMBER.findall(name))


def decimals(text: str) -> frozenset[str]:
    """Return the decimal numbers in a name: `1.4` in `CT1.4`."""
    return frozenset(_DECIMALS.findall(text)) if "." in text else frozenset()


def _primes(text: str) -> list[int]:
    return [] if text.isalnum() or _APOSTROPHES.match(text) else [len(run) for run in _PRIMES.findall(text)]


def without_stop_words(stream: Sequence[str], *, except_for: Collection[str] = ()) -> list[str]:
    """Return the tokens that are not stop words, or are in `except_for`; all of them if there are only stop words."""
    return [token for token in stream if token in except_for or token not in STOP_WORDS] or list(stream)
