"""Folding: one spelling for the many ways in which a biological name is written.

`NF-kB`, `NFκB` and `nf kappa b` meet in the folded form `nfkb`; `IL-2` and `IL 2` in `il2`;
`pathways` and `pathway`, `tumour` and `tumor` in one token each.
"""

import html
import re
import unicodedata
from collections.abc import Iterator
from itertools import pairwise

_GREEK = {
    "alpha": "a", "beta": "b", "gamma": "g", "delta": "d", "epsilon": "e", "zeta": "z", "eta": "h", "theta": "th",
    "iota": "i", "kappa": "k", "lambda": "l", "mu": "m", "nu": "n", "xi": "x", "omicron": "o", "pi": "p",
    "rho": "r", "sigma": "s", "tau": "t", "upsilon": "u", "phi": "ph", "chi": "ch", "psi": "ps", "omega": "w",
}  # fmt: skip
_LETTERS = str.maketrans(dict(zip("αβγδεζηθικλμνξοπρστυφχψω", _GREEK.values(), strict=True)) | {"ς": "s"})
# Short names (eta, mu, pi, ...) stand inside too many words to be cut out of them.
_ATTACHED = re.compile(
    r"^(alpha|beta|gamma|delta|epsilon|zeta|kappa|lambda|sigma|omega)(?=.)"
    r"|(?<=.)(alpha|beta|gamma|delta|epsilon|zeta|kappa|lambda|sigma|omega)$"
)
_SPELLINGS = [
    (re.compile(pattern), replacement)
    for pattern, replacement in [
        (r"^oe(?=[ds])", "e"), (r"aem", "em"), (r"aed", "ed"), (r"foet", "fet"), (r"sulph", "sulf"),
        (r"(?<=[a-z]{3})our$", "or"), (r"lling$", "ling"), (r"isation$", "ization"), (r"(?<=[a-z]{3})tre$", "ter"),
    ]
]  # fmt: skip
_APOSTROPHES = re.compile(r"['’‘`´′]")
_NOT_ALNUM = re.compile(r"[^0-9a-z]+")
_TAGS = re.compile(r"</?[A-Za-z][^<>]{0,200}>")
_MARKDOWN_LINK = re.compile(r"\]\([^()\s]{1,500}\)")
_WHOLE_LINK = re.compile(r"\[([^\[\]]*)\]\([^()\s]*(?:\)|\.\.\.$|$)")
_BLANKS = re.compile(r"[^\S\n]+")

STOP_WORDS = frozenset(
    "an and are as at by for from how in involved is of on or pathway that the to what which with".split()
)

_MOST_ESCAPES = 10  # the worst seen is four deep
_SHORT = 2
_LONGEST_JOIN = 4


def plain(text: str, *, lines: bool = False) -> str:
    """Text as a person reads it: entities decoded, however often they were encoded, no control characters, blanks folded.

    Line breaks become blanks unless `lines` is true.
    """
    for _ in range(_MOST_ESCAPES):
        if (decoded := html.unescape(text)) == text:
            break
        text = decoded
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    text = "".join(
        " " if char == "\t" else char
        for char in text
        if char in "\n\t" or unicodedata.category(char) not in {"Cc", "Cf", "Cs", "Co", "Cn"}
    )
    if lines:
        return "\n".join(_BLANKS.sub(" ", line).strip() for line in text.split("\n")).strip()
    return " ".join(text.split())


def without_tags(text: str) -> str:
    """Drop HTML tags (`D<sub>2</sub>` reads `D2`); a bare `<` stays."""
    return _TAGS.sub("", text)


def without_links(text: str) -> str:
    """Markdown links as their words, also one that is cut off at the end."""
    return _WHOLE_LINK.sub(r"\1", text)


def shorten(text: str, limit: int = 200) -> str:
    """At most `limit` characters of one line, cut at a word, ending in `...` when something was cut."""
    text = " ".join(text.split())
    if len(text) <= limit:
        return text
    head = text[: limit - 3]
    at_word = head.rsplit(" ", 1)[0] if text[limit - 3] != " " else head
    return (at_word if len(at_word) > limit // 2 else head).rstrip(" ,;:.") + "..."


def _singular(token: str) -> str:
    if len(token) < 5 or not token.endswith("s") or token.endswith(("ss", "us", "is")):
        return token
    return token[:-3] + "y" if token.endswith("ies") and len(token) > 5 else token[:-1]


def _canonical(token: str) -> str:
    if token in _GREEK:
        return _GREEK[token]
    token = _ATTACHED.sub(lambda found: _GREEK[found[0]], token)
    for pattern, replacement in _SPELLINGS:
        token = pattern.sub(replacement, token)
    return _singular(token)


def _split(word: str) -> list[str]:
    decomposed = unicodedata.normalize("NFKD", word.casefold().translate(_LETTERS))
    folded = "".join(char for char in decomposed if not unicodedata.combining(char)).translate(_LETTERS)
    return [_canonical(part) for part in _NOT_ALNUM.split(_APOSTROPHES.sub("", folded)) if part]


def tokens(text: str) -> list[str]:
    """The folded tokens of a text, in order."""
    text = _MARKDOWN_LINK.sub("] ", text)
    return [token for word in text.split() for token in _split(word)]


def joined(span: list[str]) -> str | None:
    """`nf`, `k`, `b` -> `nfkb`: the run as one token when all but one of its parts are short, else None."""
    if not 2 <= len(span) <= _LONGEST_JOIN or sum(len(token) > _SHORT for token in span) > 1:
        return None
    return "".join(span)


def compounds(text: str) -> Iterator[str]:
    """The one-token spellings of a text's hyphenated words and of its runs of short tokens."""
    for word in text.split():
        if 2 <= len(parts := _split(word)) <= _LONGEST_JOIN + 1:
            yield "".join(parts)
    stream = tokens(text)
    if not any(min(len(a), len(b)) <= _SHORT for a, b in pairwise(stream)):
        return
    for start in range(len(stream)):
        for end in range(start + 2, min(start + _LONGEST_JOIN, len(stream)) + 1):
            if whole := joined(stream[start:end]):
                yield whole


def compact(text: str) -> str:
    """A whole name with every blank and sign removed: equal for two spellings of one name."""
    return "".join(tokens(text))


def content(stream: list[str]) -> list[str]:
    """The tokens that carry meaning; all of them when none does."""
    return [token for token in stream if token not in STOP_WORDS] or stream
