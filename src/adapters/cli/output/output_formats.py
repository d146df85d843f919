"""Output formats of an answer: tables for people, JSON, JSON lines, CSV and TSV.

Remarks (how a name was read, the next cursor) are part of JSON and of tables. JSON lines, CSV and TSV hold rows only,
so remarks go to standard error: nobody should mistake a page for the whole list.
"""

import sys
from collections.abc import Callable, Sequence
from typing import Any, Literal, Protocol, cast

import msgspec

from biofacts.adapters.cli.command import Arguments
from biofacts.adapters.cli.output import printed_answers
from biofacts.adapters.cli.output import rows as output_rows
from biofacts.adapters.cli.output.console import Unbroken, console
from biofacts.adapters.cli.output.rows import NOTHING, Row, RowTypes, rows
from biofacts.application.answers.csv_output import DelimitedWriter
from biofacts.application.tools.tool import ErrorEnvelope
from biofacts.domain.answers.entity_kinds import Kind
from biofacts.domain.answers.pages import Page

FormatName = Literal["people", "json", "jsonl", "csv", "tsv"]
WriteRows = Callable[[Sequence[str], Sequence[Row]], None]
_NAMES: Sequence[FormatName] = ("json", "jsonl", "csv", "tsv")


class Printer(Protocol):
    """A printer of one answer, or of the pages of a listing. `before`: fields to put in front of each row."""

    stream: Unbroken

    def show(self, answer: object, *, before: Row = ...) -> None:
        """Print an answer, or the first page of a listing."""
        ...

    def more(self, page: Page[Any], *, before: Row = ...) -> None:
        """Print the next page."""
        ...

    def end(self, page: Page[Any], *, more: str = "") -> None:
        """Print the remarks, after the last page. `more`: how to see the remaining results, if not with a cursor."""
        ...

    def part(self, kind: Kind, *, is_first: bool) -> None:
        """Begin the answer for a kind in a search over all kinds."""
        return

    def failed(self, kind: Kind, failure: ErrorEnvelope) -> None:
        """Print the failure of the search in one kind, without its hint."""
        printed_answers.failure(console(sys.stderr), failure, of=kind.plural)

    def close(self) -> None:
        """End the output of a search over all kinds."""
        return

    def note(self, text: str) -> None:
        """Print a line for people; JSON ignores it."""
        console(sys.stderr).print(text, soft_wrap=True, markup=False)


def format_of(arguments: Arguments) -> FormatName:
    """Return the format that the options select."""
    for name in _NAMES:
        if arguments.flag(name):
            return name
    return "people"


def printer_for(arguments: Arguments, shape: RowTypes, write: WriteRows | None = None) -> Printer:
    """Build the printer that the options select. `write`: a function that writes a file, None to print the answer.

    Raises: ValueError for unknown fields.
    """
    chosen = arguments.words("fields")
    output_rows.check(chosen, shape.kinds, shape.before)
    stream = Unbroken(sys.stdout)
    if write is not None:
        return FilePrinter(stream, chosen or [*shape.before, *output_rows.columns(shape.kinds)], write)
    match format_of(arguments):
        case "json":
            return JsonPrinter(stream, chosen, walks=arguments.flag("all"))
        case "jsonl":
            return JsonLinesPrinter(stream, chosen)
        case "csv" | "tsv" as name:
            columns = chosen or [*shape.before, *output_rows.columns(shape.kinds)]
            return DelimitedPrinter(stream, columns, "," if name == "csv" else "\t")
        case _:
            return TerminalPrinter(stream, chosen)


class JsonPrinter(Printer):
    """A printer of JSON. `walks`: True to print items as pages arrive, and the other members at the end."""

    def __init__(self, stream: Unbroken, chosen: Sequence[str], *, walks: bool) -> None:
        self.stream = stream
        self._chosen = chosen
        self._walks = walks
        self._rest: dict[str, object] = {}

    def show(self, answer: object, *, before: Row = NOTHING) -> None:
        page = cast("Page[Any]", answer)
        # A walk prints one object in pieces: items while pages arrive, then the other members.
        if not (self._walks and isinstance(answer, Page) and page.pagination.cursor):
            self.stream.put(msgspec.json.encode(self._whole(page)).decode() + "\n")
            return
        written: dict[str, object] = msgspec.to_builtins(page)
        self._rest = {name: value for name, value in written.items() if name != "items"}
        self.stream.put('{"items":[' + ",".join(self._items(page)))

    def more(self, page: Page[Any], *, before: Row = NOTHING) -> None:
        self.stream.put("".join(f",{item}" for item in self._items(page)))

    def end(self, page: Page[Any], *, more: str = "") -> None:
        if self._rest:
            rest = {**self._rest, "pagination": msgspec.to_builtins(page.pagination)}
            self.stream.put("]," + msgspec.json.encode(rest).decode()[1:] + "\n")
            self._rest = {}

    def part(self, kind: Kind, *, is_first: bool) -> None:
        self.stream.put(f'{"{" if is_first else ","}"{kind.plural}":')

    def failed(self, kind: Kind, failure: ErrorEnvelope) -> None:
        self.show(failure)

    def close(self) -> None:
        self.stream.put("}\n")

    def note(self, text: str) -> None:
        pass

    def _whole(self, answer: object) -> object:
        if not self._chosen or isinstance(answer, ErrorEnvelope):
            return answer
        written = msgspec.to_builtins(answer)
        if isinstance(written, dict) and "items" in written:
            return {**cast("dict[str, object]", written), "items": self._picked(answer)}
        picked = self._picked(answer)
        return picked[0] if len(picked) == 1 else picked

    def _picked(self, answer: object) -> Sequence[Row]:
        return [output_rows.picked(row, self._chosen) for row in rows(answer)]

    def _items(self, answer: object) -> Sequence[str]:
        return [msgspec.json.encode(row).decode() for row in self._picked(answer)]


class RowsOnlyPrinter(Printer):
    """A printer of rows only. Remarks go to standard error, after the name of their kind."""

    def __init__(self, stream: Unbroken) -> None:
        self.stream = stream
        self._part = ""
        self._walks = False

    def show(self, answer: object, *, before: Row = NOTHING) -> None:
        self._lines(answer, before)
        # In a search over all kinds, one line at the end lists the kinds without results.
        if rows(answer) or not self._part:
            printed_answers.remarks(console(sys.stderr), answer, of=self._part)

    def more(self, page: Page[Any], *, before: Row = NOTHING) -> None:
        self._walks = True
        self._lines(page, before)

    def end(self, page: Page[Any], *, more: str = "") -> None:
        if page.pagination.cursor and not self._walks:
            of = f"{self._part}: " if self._part else ""
            self.note(of + _remaining(page, more))

    def part(self, kind: Kind, *, is_first: bool) -> None:
        self._part = kind.plural

    def _lines(self, answer: object, before: Row) -> None:
        raise NotImplementedError


class JsonLinesPrinter(RowsOnlyPrinter):
    """A printer of one line of JSON per row."""

    def __init__(self, stream: Unbroken, chosen: Sequence[str]) -> None:
        super().__init__(stream)
        self._chosen = chosen

    def _lines(self, answer: object, before: Row) -> None:
        for row in rows(answer):
            shown = output_rows.picked({**before, **row}, self._chosen)
            self.stream.write(msgspec.json.encode(shown).decode() + "\n")
        self.stream.flush()


class DelimitedPrinter(RowsOnlyPrinter):
    """A printer of CSV or TSV. The columns depend on the type of the rows, not on the values in them."""

    def __init__(self, stream: Unbroken, columns: Sequence[str], delimiter: str) -> None:
        super().__init__(stream)
        self._columns = columns
        self._writer = DelimitedWriter(stream, delimiter)
        self._has_header = False

    def _lines(self, answer: object, before: Row) -> None:
        if not self._has_header:
            self._writer.header(self._columns)
            self._has_header = True
        for row in rows(answer):
            written = {**before, **row}
            self._writer.row(output_rows.value(written, column) for column in self._columns)
        self.stream.flush()


class FilePrinter(RowsOnlyPrinter):
    """A writer of one file after the last page. `write`: a function that writes columns and rows."""

    def __init__(self, stream: Unbroken, columns: Sequence[str], write: WriteRows) -> None:
        super().__init__(stream)
        self._columns = columns
        self._write = write
        self._rows: list[Row] = []

    def end(self, page: Page[Any], *, more: str = "") -> None:
        if page.pagination.cursor:  # stopped early: nobody should mistake a part for the whole listing
            self.note("No file was written.")
            return
        records = [{name: output_rows.value(row, name) for name in self._columns} for row in self._rows]
        self._write(self._columns, records)
        self.note(f"{len(self._rows)} rows were written.")

    def _lines(self, answer: object, before: Row) -> None:
        self._rows += [{**before, **row} for row in rows(answer)]


class TerminalPrinter(Printer):
    """A printer of tables and remarks for people."""

    def __init__(self, stream: Unbroken, chosen: Sequence[str]) -> None:
        self.stream = stream
        self._chosen = chosen
        self._shown = printed_answers.Shown(console(stream), chosen)

    def part(self, kind: Kind, *, is_first: bool) -> None:
        self._shown = printed_answers.Shown(console(self.stream), self._chosen, heading=kind.plural)

    def show(self, answer: object, *, before: Row = NOTHING) -> None:
        self._shown.answer(answer)

    def more(self, page: Page[Any], *, before: Row = NOTHING) -> None:
        self._shown.items(page)

    def end(self, page: Page[Any], *, more: str = "") -> None:
        self._shown.end(page, more)

    def note(self, text: str) -> None:
        console(self.stream).print(text, soft_wrap=True, markup=False)


def _remaining(page: Page[Any], more: str) -> str:
    total = page.pagination.total_count
    of_all = "" if total is None else f" of {total}"
    following = more or f"--cursor {page.pagination.cursor} shows the next page"
    return f"{len(page.items)}{of_all} are shown here: --all shows every one; {following}"
