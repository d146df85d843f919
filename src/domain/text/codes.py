"""Code numbers of research compounds, such as `SCH 900222`: another digit is another molecule."""

import re

from biofacts.domain.text import fold

# Laboratories write one to five letters; a digit alone would also take `PGE2`, more letters `compound 12`.
_CODE = re.compile(r"[A-Za-z]{1,5}[-\s]?\d{2,}(?:[-,.]?\d+)*[-\s]?[A-Za-z]{0,2}", re.A)


def is_code(name: str) -> bool:
    """Return True if a whole name has the form of a code number: some letters, then a number of two or more digits.

    Short names of genes and proteins (`IL-17`, `CD38`) have that form, too.
    """
    return _CODE.fullmatch(name.strip()) is not None


def is_same_code(code: str, name: str) -> bool:
    """Return True if a name is a code number or contains it as a whole, in any case and with or without signs.

    `SCH900222` is the same as `SCH-900222` and part of `SCH 900222 hydrochloride`, but not of `SCH-900229`.
    """
    words = fold.compact(code)
    parts = [fold.compact(part) for part in name.split()]
    return any(
        "".join(parts[start:end]) == words for start in range(len(parts)) for end in range(start + 1, len(parts) + 1)
    )
