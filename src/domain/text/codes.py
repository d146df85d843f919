"""Code numbers of research compounds, such as `SCH 900222`: another digit is another molecule."""

import re
from collections.abc import Callable

from biofacts.domain.text import fold

# Laboratories write one to five letters; a digit alone would also take `PGE2`, more letters `compound 12`.
_CODE = re.compile(r"[A-Za-z]{1,5}[-\s]?\d{2,}(?:[-,.]?\d+)*[-\s]?[A-Za-z]{0,2}", re.A)
_ABBREVIATION = re.compile(r"[A-Z]{2,5}")
_IN_TWO_PARTS = re.compile(r"\b([a-z]{1,6}) (\d{3,})")
"""A code number in two parts, `sch 900222`; with fewer digits the letters may be a word of its own."""
_TURN = re.compile(r"(?<=[a-z])(?=\d)|(?<=\d)(?=[a-z])")


def is_code(name: str) -> bool:
    """Return True if a whole name has the form of a code number: some letters, then a number of two or more digits.

    Short names of genes and proteins (`IL-17`, `CD38`) have that form, too.
    """
    return _CODE.fullmatch(name.strip()) is not None


def matcher(query: str) -> Callable[[str], bool]:
    """Return a function that tells if a name contains all code numbers of a query, and a query of capitals, whole.

    `SCH900222` is in `SCH 900222 tartrate`, and not in `SCH-900229`; `K1` is not in `vitamin B1`; `ATRA` is not in
    `atracurium`. Other spellings of the whole query (`UK 14,304`, `UK-14304`) match, too.
    """
    whole = fold.compact(query)
    tokens = _IN_TWO_PARTS.sub(r"\1\2", " ".join(fold.tokens(query))).split()
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
