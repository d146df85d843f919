"""Code numbers and abbreviations in names: they match whole or not at all, since one digit off is another thing."""

import re
from collections.abc import Callable

from biofacts.domain.text import fold

_ABBREVIATION = re.compile(r"[A-Z]{2,5}")
_CODE = re.compile(r"\b([a-z]{1,6}) (\d{3,})")
"""A code number in two parts, `sch 900222`; with fewer digits the letters may be a word of its own."""
_TURN = re.compile(r"(?<=[a-z])(?=\d)|(?<=\d)(?=[a-z])")


def matcher(query: str) -> Callable[[str], bool]:
    """Return a function that tells if a name contains all code numbers of a query, and a query of capitals, whole.

    `SCH900222` is in `SCH 900222 tartrate`, and not in `SCH-900229`; `K1` is not in `vitamin B1`; `ATRA` is not in
    `atracurium`. Other spellings of the whole query (`UK 14,304`, `UK-14304`) match, too.
    """
    whole = fold.compact(query)
    tokens = _CODE.sub(r"\1\2", " ".join(fold.tokens(query))).split()
    if not _ABBREVIATION.fullmatch(query):
        tokens = [token for token in tokens if any(map(str.isdigit, token))]
    patterns = [_pattern(token) for token in dict.fromkeys(tokens)]

    def has_all(name: str) -> bool:
        text = " ".join(fold.tokens(name))
        return all(pattern.search(text) for pattern in patterns) or fold.compact(name) == whole

    return has_all


def _pattern(token: str) -> re.Pattern[str]:
    """Return a pattern of a token that is part of no longer number or word; `sch900222` may be written `sch 900222`."""
    before = r"(?<!\d)" if token[0].isdigit() else r"(?<![a-z])"
    after = r"(?!\d)" if token[-1].isdigit() else r"(?![a-z])"
    return re.compile(before + _TURN.sub(" ?", token) + after)
