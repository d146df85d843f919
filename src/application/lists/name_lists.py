"""Names as callers send them (a list, a text, or a table of results), and concurrent work on each of them."""

import csv
import math
import re
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from typing import TypeVar

import anyio
import anyio.lowlevel
import msgspec

from biofacts.application.messages import lists as list_messages
from biofacts.domain.answers.errors import AmbiguousQuery
from biofacts.domain.compounds import smiles
from biofacts.domain.lists.input_tables import Columns, Selection, TextTable, likely, select_names
from biofacts.domain.pictures.highlights import BETWEEN, NOT_MEASURED, NOT_SIGNIFICANT
from biofacts.domain.text.clean import excerpt, plain
from biofacts.ports.lists import RowTable


def select_from(table: RowTable, criteria: Columns) -> Selection:
    """Select the names of a table. Raises: AmbiguousQuery, TableError."""
    return select_names(
        table.columns, lambda name: [text for rows in table.batches() for text in rows.texts(name)], criteria
    )


def highlights_from(
    table: RowTable, criteria: Columns, values: Sequence[str], p_values: Sequence[str]
) -> Sequence[str]:
    """Return the names of a table with a value for each condition: `TP53=2.1|ns|NA`.

    `values`: the columns of numbers; `p_values`: the columns of p-values (one for each in `values`, one for all, or
    none).
    Raises: AmbiguousQuery, TableError.
    """
    beside: Sequence[str | None] = [*p_values] * (len(values) if len(p_values) == 1 else 1) or [None] * len(values)
    written: dict[str, list[str]] = {}
    for place, (value, p) in enumerate(zip(values, beside, strict=True)):
        every = select_from(table, Columns(names=criteria.names, value=value))
        texts = {name: repr(number) for name, number in every.values.items()}
        if p is not None:
            significant = select_from(table, msgspec.structs.replace(criteria, value=value, p=p)).values
            texts = {name: repr(significant[name]) if name in significant else NOT_SIGNIFICANT for name in texts}
        for name, text in texts.items():
            written.setdefault(name, [NOT_MEASURED] * len(values))[place] = text
    return [f"{name}={BETWEEN.join(several)}" for name, several in written.items()]


def pasted(text: str) -> TextTable | None:
    """Parse a table of at least three columns with a recognised heading for the names; None for any other text.

    Raises: AmbiguousQuery if its lines have different numbers of cells.
    """
    # Excel begins a CSV file in UTF-8 with a byte order mark.
    header = text.lstrip("\ufeff\r\n").partition("\n")[0]
    # In this order, as cells may contain the separators that come later.
    separator = next((char for char in "\t;," if char in header), None)
    if separator is None:
        return None
    try:
        written = text.lstrip("\ufeff").splitlines(keepends=True)
        lines = [line for line in csv.reader(written, delimiter=separator) if line]
    except csv.Error as error:
        raise AmbiguousQuery(*list_messages.broken_table(str(error)), None) from error
    columns, *rows = [[cell.strip() for cell in line] for line in lines]
    if rows and len(rows[0]) == len(columns) + 1:
        columns = ["", *columns]  # R's write.table writes no heading above the names of rows
    # A table of two columns is a ranked list, which is read line by line.
    if len(columns) < 3 or not rows or likely(columns).names is None:
        return None
    for number, line in enumerate(rows, start=2):
        if len(line) != len(columns):
            raise AmbiguousQuery(*list_messages.uneven_table(number, len(line), len(columns)), None)
    return TextTable(columns, rows)


# Limited, so that no text takes long to be read as a name.
LONGEST, LONGEST_STRUCTURE = 200, 4000
"""The maximum number of characters of a name, and of a structure (SMILES) sent instead of a name."""

Names = Sequence[str | int] | str
"""A list of names, in which identifiers may be numbers; or one text with a name per line."""

_PARTS = (
    re.compile(r"[^\n\r]+"), re.compile(r"[^;]+"), re.compile(r"[^\t]+"),
    re.compile(r"(?:(?<![^\W_])\d{1,3}(?:,\d{1,3}){1,20}-|[^,])+"),
)  # fmt: skip
"""Patterns of the text between separators; a comma in the locants of a chemical name (`1,6-`) does not separate."""


def checked_names(argument: str, sent: Names, *, fewest: int, most: int) -> list[str]:
    """Return the names sent, in order and trimmed. Raises: AmbiguousQuery for too few or too many."""
    several = parts_of(sent) if isinstance(sent, str) else sent
    # `excerpt`, since Python refuses to print a number of more than 4,300 digits.
    # `_clean` removes control characters and lone surrogates, which no URL can contain.
    names = [_clean(name) if isinstance(name, str) else excerpt(name) for name in several]
    if not fewest <= len(names) <= most:
        raise AmbiguousQuery(*list_messages.number_of_names(argument, names, fewest, most), None)
    return names


def _clean(name: str) -> str:
    return name.strip() if name.isprintable() else plain(name)


def may_be_name(text: str) -> bool:
    """Return True unless a text is empty, or too long for a name or a structure."""
    if len(text) <= LONGEST:
        return bool(text)
    return len(text) <= LONGEST_STRUCTURE and smiles.is_structure(text)


def parts_of(text: str) -> Sequence[str]:
    """Split a text at the first separator that it has: line breaks, semicolons, tabs or commas.

    Names may contain the separators that come later. A trailing separator counts: `a, b;` is one name.
    """
    for part in _PARTS:
        if (trimmed := text.strip(" ")) and part.fullmatch(trimmed) is None:
            return [piece for piece in part.findall(text) if piece.strip()]
    return [text]


# Work on the names of a list, several at a time within a time limit

T = TypeVar("T")

_AT_ONCE = 8


async def each(
    wanted: Iterable[T], work: Callable[[T], Awaitable[None]], *, seconds: float = math.inf, at_once: int = _AT_ONCE
) -> None:
    """Run the work on each item, started in order, within the time limit. The first exception cancels the rest."""
    waiting, raised = iter(wanted), list[Exception]()

    async def in_turn(waiting: Iterator[T]) -> None:
        try:
            for item in waiting:
                await work(item)
                await anyio.lowlevel.checkpoint()  # lets other tasks run, as local answers do not
        except Exception as error:  # raised below, since a task group would wrap it in an ExceptionGroup
            raised.append(error)
            tasks.cancel_scope.cancel()

    with anyio.move_on_after(seconds):
        async with anyio.create_task_group() as tasks:
            for _ in range(at_once):
                # All tasks share one iterator, so that work starts in order.
                tasks.start_soon(in_turn, waiting)
    if raised:
        raise raised[0]
