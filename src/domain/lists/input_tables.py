"""Tables that callers send: their cells, and the selection of names by p-value and direction.

A cell without a name or a number is missing, not zero. Of several rows with the same name, the row with the smallest
p-value is used, then the one with the number farthest from zero, then the first.
"""

import math
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple, Self

import msgspec

from biofacts.domain.answers.errors import AmbiguousQuery
from biofacts.domain.answers.records import Item
from biofacts.domain.text.clean import excerpt
from biofacts.domain.text.patterns import late_pattern

SignDirection = Literal["up", "down"]

CUTOFF = 0.05
"""The p-value below which a row is selected, if the caller sets none."""

Cells = Callable[[str], Sequence[object]]
"""A function that returns the cells of a column."""

USUAL = (
    "gene", "genes", "gene_symbol", "symbol", "hgnc_symbol", "gene_name", "gene_id", "ensembl_gene_id", "entrez_id",
    "metabolite", "compound",
)  # fmt: skip
_NO_HEADING = ("",)
"""The heading above R's names of rows, which is empty."""
USUAL_VALUES = ("log2foldchange", "log2fc", "logfc", "avg_log2fc", "avg_logfc", "log2_fold_change", "lfc", "log_fc")
USUAL_P = (
    "padj", "adj.p.val", "adj_p_val", "fdr", "p_val_adj", "p.adjust", "qvalue", "q_value", "q.value", "adj.p", "p_adj",
)  # fmt: skip


SUFFIXES = (".csv", ".tsv", ".jsonl", ".ndjson", ".parquet")
"""The file extensions of tables."""


class TextTable:
    """A table of texts in memory, whose rows all have a cell per column; it is also its own single batch of rows."""

    def __init__(self, columns: Sequence[str], lines: Sequence[Sequence[str]]) -> None:
        self.columns = columns
        self._lines = lines

    def texts(self, column: str) -> Sequence[str]:
        """Return the cells of one column."""
        place = self.columns.index(column)
        return [line[place] for line in self._lines]

    def cells(self) -> Iterator[Sequence[object]]:
        """Iterate over the rows."""
        return iter(self._lines)

    def batches(self) -> Iterator[Self]:
        """Iterate over all rows in one batch."""
        yield self


class Columns(msgspec.Struct, frozen=True, kw_only=True):
    """The columns of a table to read, and the criteria for a row: p-values below `cutoff`, numbers above or below zero.

    `names`: the column of names; None for the only column, or the only one with a usual heading.
    """

    names: str | None = None
    value: str | None = None
    p: str | None = None
    cutoff: float | None = None
    direction: SignDirection | None = None


class Selection(Item, msgspec.Struct, frozen=True, kw_only=True):
    """The selected names and their numbers (`values`), and all names from which they were selected (`measured`).

    `column`: the column of names; `rows`: number of rows in the table; `nameless`, `numberless`: numbers of rows
    ignored because they had no name, or lacked a number; `repeated`: number of names in several rows; `infinite`:
    number of infinite values, each replaced by the largest or smallest finite value.
    """

    column: str
    names: Sequence[str]
    measured: Sequence[str]
    values: Mapping[str, float]
    rows: int
    nameless: int
    numberless: int
    repeated: int
    infinite: int = 0

    @property
    def scored(self) -> Sequence[str]:
        """The names with their numbers: `TP53=2.1`."""
        return [f"{name}={self.values[name]!r}" for name in self.names]


def select_names(columns: Sequence[str], cells: Cells, criteria: Columns) -> Selection:
    """Select the names of a table. `columns`: the names of its columns. Raises: AmbiguousQuery."""
    _check(criteria)
    column = _column_of_names(columns) if criteria.names is None else _existing(criteria.names, columns)
    names = [_name(cell) for cell in cells(column)]
    numbers = {
        name: _numbers(cells(name), name, is_p=name == criteria.p)
        for name in (criteria.value, criteria.p)
        if name is not None and _existing(name, columns)
    }
    absent: Sequence[float | None] = [None] * len(names)
    values, p_values = (absent if name is None else numbers[name] for name in (criteria.value, criteria.p))
    infinite = sum(value is not None and math.isinf(value) for value in values)
    values = _bounded(values) if infinite else values
    rows = [_Row(*row) for row in zip(names, values, p_values, strict=True) if row[0]]
    whole = [row for row in rows if row.has(criteria)]
    best = dict[str, _Row]()
    for row in whole:
        if (other := best.get(row.name)) is None or row.rank < other.rank:
            best[row.name] = row
    chosen = [row for row in best.values() if row.passes(criteria)]
    return Selection(
        column=column,
        names=[row.name for row in chosen],
        measured=[*best],
        values={row.name: row.value for row in chosen if row.value is not None},
        rows=len(names),
        nameless=len(names) - len(rows),
        numberless=len(rows) - len(whole),
        repeated=sum(number > 1 for number in Counter(row.name for row in whole).values()),
        infinite=infinite,
    )


class _Row(NamedTuple):
    name: str
    value: float | None
    p: float | None

    def has(self, criteria: Columns) -> bool:
        """Return True if the row has all numbers that the criteria need."""
        return (criteria.value is None or self.value is not None) and (criteria.p is None or self.p is not None)

    @property
    def rank(self) -> tuple[float, float]:
        """The sort key of rows with the same name, of which the first is used."""
        return self.p or 0.0, -abs(self.value or 0.0)

    def passes(self, criteria: Columns) -> bool:
        """Return True if the row meets the criteria."""
        if self.p is not None and self.p >= (CUTOFF if criteria.cutoff is None else criteria.cutoff):
            return False
        sign = {"up": 1, "down": -1, None: 0}[criteria.direction]
        return sign == 0 or (self.value or 0.0) * sign > 0


def likely(columns: Sequence[str]) -> Columns:
    """Return the columns of names, fold changes and adjusted p-values that have usual headings."""

    def only(usual: Sequence[str]) -> str | None:
        matches = _called(usual, columns)
        return matches[0] if len(matches) == 1 else None

    return Columns(names=only(USUAL) or only(_NO_HEADING), value=only(USUAL_VALUES), p=only(USUAL_P))


def _called(usual: Sequence[str], columns: Sequence[str]) -> list[str]:
    """Return the columns that have one of these names."""
    return [column for column in columns if column.strip().casefold().replace(" ", "_") in usual]


def named_columns(text: str | None, columns: Sequence[str]) -> Sequence[str]:
    """Split a text of column names at commas, unless the whole text is the name of a column."""
    if not text or text in columns:
        return [text] if text else []
    return [name.strip() for name in text.split(",") if name.strip()]


def _check(criteria: Columns) -> None:
    """Reject a cutoff or a direction without its column. Raises: AmbiguousQuery."""
    if criteria.cutoff is not None and criteria.p is None:
        raise AmbiguousQuery("A cutoff requires a p-value column.", "Name the column of p-values.", criteria.cutoff)
    if criteria.direction is not None and criteria.value is None:
        raise AmbiguousQuery(
            "A direction requires a column of numbers.", "Name the column of numbers.", criteria.direction
        )


def _column_of_names(columns: Sequence[str]) -> str:
    usual = _called(USUAL, columns)
    for candidates in (columns, usual, [] if usual else _called(_NO_HEADING, columns)):
        if len(candidates) == 1:
            return candidates[0]
    raise AmbiguousQuery("It is unclear which column has the names.", _choice(columns), None)


def _existing(name: str, columns: Sequence[str]) -> str:
    match [*columns].count(name):
        case 1:
            return name
        case 0:
            raise AmbiguousQuery(f"The table has no column '{name}'.", _choice(columns), name)
        case number:
            raise AmbiguousQuery(f"The table has {number} columns '{name}'.", "Rename all but one of them.", name)


def _choice(columns: Sequence[str]) -> str:
    return f"Name one of the columns: {', '.join(map(repr, columns))}."


def _name(cell: object) -> str:
    text = "" if cell is None else str(cell)
    return "" if is_missing(text) else name_in(text)


def _numbers(column: Sequence[object], name: str, *, is_p: bool) -> Sequence[float | None]:
    """Return the numbers of a column. Raises: AmbiguousQuery."""
    texts = with_points(["" if cell is None else str(cell).strip() for cell in column])
    return [_number(text, name, row, is_p=is_p) for row, text in enumerate(texts, start=1)]


def _bounded(values: Sequence[float | None]) -> Sequence[float | None]:
    numbers = iter(bounded([value for value in values if value is not None]))
    return [None if value is None else next(numbers) for value in values]


def _number(text: str, column: str, row: int, *, is_p: bool) -> float | None:
    """Return a number, possibly infinite; None for a missing value. Raises: AmbiguousQuery for any other text."""
    if is_missing(text):
        return None
    # Tables for people write small probabilities as `<0.001`.
    bound = text[1:].strip() if is_p and text.startswith("<") else None
    try:
        # A bound is less than its number: `<0.05` passes the cutoff of 0.05.
        number = float(text) if bound is None else math.nextafter(float(bound), 0)
    except ValueError:
        raise AmbiguousQuery(
            f"The column '{column}' has '{excerpt(text)}' in row {row}, which is not a number.",
            "Name a column of numbers, with a point before decimals.",
            column,
        ) from None
    if is_p and not 0 <= number <= 1 and not math.isnan(number):
        raise AmbiguousQuery(
            f"The column '{column}' has {text} in row {row}, but p-values are between 0 and 1.",
            "Name the column of p-values, not of their logarithms.",
            column,
        )
    return None if math.isnan(number) else number


# As names, `NA` and `#N/A` would be aliases of XK, and `#REF!` of ALYREF.
_MISSING = frozenset({
    "", "n/a", "#n/a", "#na", "nan", "<na>", "null", "none", "-", "--", "---", ".", "?",
    "#ref!", "#name?", "#value!", "#div/0!", "#num!", "#null!", "#spill!",
})  # fmt: skip
"""Cells that mean "no value", in lower case, including the errors of spreadsheets."""

_NOT_AVAILABLE = ("NA", "na")
"""Cells that mean "no value" only in this case: `Na` is sodium."""

# pandas writes whole numbers with a fraction if the column has missing values: 7157.0
_WHOLE = late_pattern(r"(\d+)\.0+")
# Separators of several names in a cell: in annotations of arrays (`A /// B`), of proteins (`A;B`), in tables (`A|B`).
_JOINT = late_pattern(r"\s*(?:///|\s//\s|[;|])\s*")
_QUOTES = "\"'`‘’“”"


def is_missing(cell: str) -> bool:
    """Return True for a cell that is empty or means "no value"."""
    text = cell.strip()
    return text in _NOT_AVAILABLE or text.casefold() in _MISSING


def name_in(cell: str) -> str:
    """Return the name in a cell, without surrounding quotes or the fraction of a whole number (`7157.0`)."""
    text = cell.strip()
    # Quotes on both sides only: the prime of `5'` is kept.
    if len(text) > 2 and text[0] in _QUOTES and text[-1] in _QUOTES:
        text = text[1:-1].strip()
    return match[1] if (match := _WHOLE.fullmatch(text)) else text


def names_in(cell: str) -> Sequence[str]:
    """Return the distinct names in a cell, of which most cells have one."""
    names = map(name_in, _JOINT.split(name_in(cell)))
    return [*dict.fromkeys(name for name in names if not is_missing(name))]


# Numbers

_DECIMAL_COMMA = late_pattern(r"<?\s*[-+]?\d*,\d+(?:[eE][-+]?\d+)?")
_THOUSANDS = late_pattern(r"<?\s*[-+]?[1-9]\d{0,2},\d{3}")


def with_points(column: Sequence[str]) -> Sequence[str]:
    """Replace the decimal commas of a column of numbers.

    A column that also has points, or whose commas may separate thousands, is returned unchanged.
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


# Dates into which spreadsheets turn gene symbols: `1-Mar` for MARCH1, `Sep-02` for SEPT2
#
# Spreadsheets read the name of a month with a number as a date. The genes were renamed (MARCHF1, SEPTIN2, DELEC1:
# Bruford et al. 2020, Nat Genet 52:754), but their former symbols are still in lists, and in a fifth of published ones
# as dates (Zeeberg et al. 2004, BMC Bioinformatics 5:80; Ziemann et al. 2016, Genome Biol 17:177). There is no table of
# genes here: a date stands for a month's word with the number of the day, and the names of genes decide which exist.

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_OTHER_WORDS = {"mar": ("marc", "march"), "sep": ("sept",)}
"""Other beginnings of symbols that become a month, taken from HGNC's former symbols."""

_LAST_DAY = 31
_MONTH = rf"(?P<month>{'|'.join(_MONTHS)})"
_WHOLE_MONTH = rf"{_MONTH}(?:uary|ruary|ch|il|e|y|ust|t|tember|ober|ember)?"
_TIME = r"(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?Z?)?"
_CERTAIN = tuple(
    late_pattern(form, re.I | re.A)
    for form in (
        rf"(?P<day>\d{{1,2}})[-/. ]{_WHOLE_MONTH}(?:[-/., ]+(?:\d{{4}}|\d{{2}}))?",  # 1-Mar, 2-Sep-2026
        rf"(?P<day>\d{{1,2}}){_MONTH}\d{{4}}",  # 01MAR2026
        rf"{_MONTH}[-/](?P<day>\d{{2}})",  # Sep-02
        rf"{_WHOLE_MONTH}[-/. ]+(?P<day>\d{{1,2}})[-/., ]+\d{{4}}",  # March 1, 2026
        rf"\d{{4}}[-/](?P<number>\d{{1,2}})[-/](?P<day>\d{{1,2}}){_TIME}",  # 2026-03-01
        # The day or the month comes first; with dots, only long years, since 1.2.26 may be part of an EC number.
        r"(?P<number>\d{1,2})[-/.](?P<day>\d{1,2})[-/.]\d{4}",  # 3/1/2026
        r"(?P<day>\d{1,2})[-/.](?P<number>\d{1,2})[-/.]\d{4}",
        r"(?P<number>\d{1,2})/(?P<day>\d{1,2})/\d{2}",
        r"(?P<day>\d{1,2})/(?P<number>\d{1,2})/\d{2}",
    )
)
_POSSIBLE = late_pattern(rf"{_MONTH}[-/](?P<day>\d)", re.I | re.A)  # Sep-2; but Oct-4 is a name of POU5F1


def symbols_of_date(text: str, *, unknown: bool = False) -> tuple[str, ...]:
    """Return the symbols that a spreadsheet turns into a date; none if the text is not a date.

    Not all of them are symbols of genes. `unknown`: True if no gene has the text as a name, so that forms which may
    also be names (`Sep-2`) are read as dates.
    """
    forms = (*_CERTAIN, _POSSIBLE) if unknown else _CERTAIN
    symbols = (symbol for form in forms if (date := form.fullmatch(text.strip())) for symbol in _symbols(date))
    return tuple(dict.fromkeys(symbols))


def _symbols(date: re.Match[str]) -> Iterator[str]:
    groups, day = date.groupdict(), int(date["day"])
    number = _MONTHS.index(groups["month"].lower()) + 1 if groups.get("month") else int(groups["number"])
    if 1 <= number <= len(_MONTHS) and 1 <= day <= _LAST_DAY:
        month = _MONTHS[number - 1]
        yield from (f"{word.upper()}{day}" for word in (month, *_OTHER_WORDS.get(month, ())))
