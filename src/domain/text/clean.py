"""Cleaning of texts: removal of HTML entities, tags and invisible characters, and shortening.

`excerpt` prepares external text for messages; `counted` and `enumerated` format numbers and lists for sentences.
"""

import codecs
import html
import re
import unicodedata
from collections.abc import Mapping, Sequence

from biofacts.domain.text.patterns import late_pattern

_TAGS = late_pattern(r"</?(?:sup|sub|i|b|em|u|small|strong|span|br|p|a)\b[^<>]*>", re.I)
# WikiPathways' descriptions contain links, and may be cut within one: `[the review](http://x.test/a...`.
_WHOLE_LINK = late_pattern(r"\[([^\[\]]*)\]\([^()\s]*(?:\)|\.\.\.$|$)")
_ATTACHED_BRACKETS = late_pattern(r"(?:^|(?<=\S))[\[(]([^\[\]()]*)[\])]")
_BLANKS = late_pattern(r"[^\S\n]+")
_BREAKS = late_pattern("[\t-\r\x1c-\x1f\x85\u2028\u2029]")
# Unicode categories Cc (without blanks), Cf and Cs: control, bidi and zero-width characters, lone surrogates.
# Written out, since asking `unicodedata` about every character at startup would take a tenth of a second.
_HIDDEN = late_pattern(
    "[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\xad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u180e\u200b-\u200f"
    "\u202a-\u202e\u2060-\u206f\ud800-\udfff\ufeff\ufff9-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e007f]"
)
_CREDENTIALS = late_pattern(r'(?<=://)[^/?#\s"<>\\]*@')
_MOST_ESCAPES = 10  # upstream texts have been found encoded up to four times
_LONGEST_EXCERPT = 120

_LONGEST_SHORT = 60


def visible(text: str, *, fold: bool = True) -> str:
    """Remove control, bidi and zero-width characters, and replace line breaks with spaces.

    `fold`: True to collapse whitespace.
    """
    if not (text.isascii() and text.isprintable()):
        text = _BREAKS.sub(" ", _HIDDEN.sub("", text))
    return " ".join(text.split()) if fold else text


def without_credentials(text: str) -> str:
    """Remove user names and passwords from the URLs in a text."""
    return _CREDENTIALS.sub("", text) if "://" in text else text


def plain(text: str, *, lines: bool = False) -> str:
    """Decode HTML entities (encoded up to ten times), remove control characters, and collapse whitespace.

    `lines`: True to keep line breaks, which otherwise become spaces.
    """
    # Plain ASCII without entities needs no decoding.
    if text.isascii() and text.isprintable() and "&" not in text:
        return " ".join(text.split())
    for _ in range(_MOST_ESCAPES):
        try:
            decoded = html.unescape(text)
        except ValueError:  # an entity with more digits than Python converts
            break
        if decoded == text:
            break
        text = decoded
    # Line breaks are unified first, since the categories below would drop "\r" (Cc) and glue two words.
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
    """Remove HTML tags (`D<sub>2</sub>` becomes `D2`), but keep a bare `<` and names in angle brackets."""
    return _TAGS.sub("", text)


def pasted(name: str) -> str:
    """Clean a name that was copied from a page or table: decode HTML entities and remove tags.

    A sharp s becomes a beta, since people with a German keyboard type it instead (`TGF-ß`).
    """
    return without_tags(plain(name)).replace("ß", "β")


def without_links(text: str) -> str:
    """Replace Markdown links with their texts, including a link that is cut off at the end."""
    return _WHOLE_LINK.sub(lambda match: match[1], text)


def without_attached_brackets(name: str) -> str:
    """Replace brackets that are part of a chemical name with hyphens: `[3H]bombesin` is not a kind of bombesin.

    A bracket after a space is a remark, and is kept: `ghrelin (human)`.
    """
    return _ATTACHED_BRACKETS.sub(r"-\1-", name) if "(" in name or "[" in name else name


def several(cell: str) -> tuple[str, ...]:
    """Split a table cell at `|`, clean the values, and remove duplicates and empty values."""
    if not cell:
        return ()
    if cell.isascii() and cell.isprintable() and "&" not in cell and "  " not in cell:
        if "|" not in cell:
            return (alone,) if (alone := cell.strip()) else ()
        parts = map(str.strip, cell.split("|"))  # nearly all cells need no further cleaning
    else:
        parts = map(plain, cell.split("|"))
    return tuple(dict.fromkeys(filter(None, parts)))


def most_frequent(counts: Mapping[str, int]) -> str | None:
    """Return the text with the highest count; on a tie, the alphabetically first; None if there are no texts."""
    return min(counts, key=lambda text: (-counts[text], text), default=None)


def shorten(text: str, limit: int = 200) -> str:
    """Shorten a text to one line of at most `limit` characters, cut after a word, with `...` appended."""
    text = " ".join(text.split())
    if len(text) <= limit:
        return text
    head = text[: limit - 3]
    # A cut at a word must leave more than half: "a verylongword" becomes "a veryl...", not "a...".
    at_word = head.rsplit(" ", 1)[0] if text[limit - 3] != " " else head
    return (at_word if len(at_word) > limit // 2 else head).rstrip(" ,;:.") + "..."


def excerpt(value: object) -> str:
    """Prepare an external value for a message: one line, no control characters, at most 120 characters."""
    text = value if isinstance(value, str) else _written(value)
    # Cut before cleaning, so that a text of any length costs little; four times the limit leaves room for entities.
    return shorten(plain(text[: 4 * _LONGEST_EXCERPT]), _LONGEST_EXCERPT)


def _written(value: object) -> str:
    try:
        return repr(value)
    except (ValueError, RecursionError):  # a number with too many digits, or endlessly nested lists
        return f"a value of type {type(value).__name__} that is too large to show"


def short(text: str) -> str:
    """Shorten a caller's name for a message, to at most 60 characters."""
    return shorten(plain(text), _LONGEST_SHORT)


def counted(number: int, noun: str, several: str = "") -> str:
    """Format a number with its noun: `1 name`, `2 names`. `several`: an irregular plural."""
    return f"{number} {noun if number == 1 else several or f'{noun}s'}"


def plural(noun: str) -> str:
    """Return the plural of a noun: `agonists`, `antibodies`."""
    return f"{noun.removesuffix('y')}ies" if noun.endswith("y") else f"{noun}s"


def enumerated(names: Sequence[str], last: str = "and") -> str:
    """Join names for a sentence: `a`, `a and b`, `a, b and c`. `last`: the word before the last name."""
    return f" {last} ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def encoding_of(start: bytes) -> str:
    """Return the encoding of a text, given its first two bytes: UTF-16 (Excel's "Unicode text") or UTF-8."""
    return "utf-16" if start.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) else "utf-8-sig"


def decoded(content: bytes) -> str:
    """Decode a text in UTF-8 or UTF-16. Raises: UnicodeDecodeError."""
    return content.decode(encoding_of(content[:2]))
