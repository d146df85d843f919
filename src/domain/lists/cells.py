"""Cells of tables and lists, as R, pandas, spreadsheets and people write them: missing values, names and numbers."""

import math
import re
from collections.abc import Sequence

_MISSING = frozenset({
    "", "n/a", "#n/a", "#na", "nan", "<na>", "null", "none", "-", "--", "---", ".",
    "#ref!", "#name?", "#value!", "#div/0!", "#num!", "#null!", "#spill!",
})  # fmt: skip
"""Cells without a value, in lower case; errors of spreadsheets are none, either."""

_NOT_AVAILABLE = ("NA", "na")
"""Not in any case: `Na` is sodium."""

# pandas writes whole numbers with a fraction where a column has gaps: 7157.0
_WHOLE = re.compile(r"(\d+)\.0+")
# The parts of a cell, as annotations of arrays (`A /// B`), of proteins (`A;B`) and of tables (`A|B`) join them.
_JOINT = re.compile(r"\s*(?:///|\s//\s|[;|])\s*")
_QUOTES = "\"'`‘’“”"


def is_missing(cell: str) -> bool:
    """Return True for a cell that stands for no value."""
    text = cell.strip()
    return text in _NOT_AVAILABLE or text.casefold() in _MISSING


def name_in(cell: str) -> str:
    """Return the name in a cell, without quotes round it and without the fraction of a number (`7157.0`)."""
    text = cell.strip()
    if len(text) > 2 and text[0] in _QUOTES and text[-1] in _QUOTES:
        text = text[1:-1].strip()
    return found[1] if (found := _WHOLE.fullmatch(text)) else text


def names_in(cell: str) -> Sequence[str]:
    """Return the names that a cell joins, each once; the only one of most cells."""
    names = map(name_in, _JOINT.split(name_in(cell)))
    return [*dict.fromkeys(name for name in names if not is_missing(name))]


# Numbers

_DECIMAL_COMMA = re.compile(r"<?\s*[-+]?\d*,\d+(?:[eE][-+]?\d+)?")
_THOUSANDS = re.compile(r"<?\s*[-+]?[1-9]\d{0,2},\d{3}")


def with_points(column: Sequence[str]) -> Sequence[str]:
    """Replace the decimal commas of a column of numbers.

    A column stays as it is if it has points, too, or if its commas may stand between thousands.
    """
    numbers = [cell for cell in map(str.strip, column) if not is_missing(cell)]
    commas = [cell for cell in numbers if "," in cell]
    if any("." in cell for cell in numbers) or not all(map(_DECIMAL_COMMA.fullmatch, commas)):
        return column
    return column if all(map(_THOUSANDS.fullmatch, commas)) else [cell.replace(",", ".") for cell in column]


def bounded(numbers: Sequence[float]) -> Sequence[float]:
    """Replace infinite numbers by the largest or smallest finite one."""
    finite = [number for number in numbers if math.isfinite(number)] or [0.0]
    least, most = min(finite), max(finite)
    return [min(max(number, least), most) for number in numbers]
