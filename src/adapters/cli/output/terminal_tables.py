"""Tables on a terminal: columns that fit into its width, or a few lines for each row where they do not."""

from collections.abc import Iterable, Sequence
from itertools import zip_longest

from rich.cells import cell_len, set_cell_size
from rich.console import Console
from rich.text import Text

_GAP = 2
_LONGEST_WORD = 24
"""Words up to this length are not broken; the longest identifiers of records are shorter."""


class RowPrinter:
    """Rows printed in batches. Later batches keep the column widths of the first one unless they need more."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._columns: Sequence[str] = ()
        self._widths: Sequence[int] = ()

    def show(self, columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        """Print rows, below a header if the columns are new."""
        is_new = columns != self._columns
        self._columns, before = columns, () if is_new else self._widths
        # Widths are terminal cells, of which East Asian characters take two.
        lengths = [max(map(cell_len, cells)) for cells in zip(columns, *rows, strict=True)]
        least = [max(map(_longest_word, cells)) for cells in zip(columns, *rows, strict=True)]
        fits = before and all(short <= width for short, width in zip(least, before, strict=True))
        room = self._console.width - _GAP * (len(columns) - 1)
        lengths = [*map(max, lengths, before)] if before else lengths
        self._widths = before if fits else _fitted(lengths, least, room)
        if self._widths:
            self._table(rows, with_header=is_new)
        else:
            for row in rows:
                pairs(self._console, [pair for pair in zip(columns, row, strict=True) if pair[1]])
                self._console.print()

    def _table(self, rows: Sequence[Sequence[str]], *, with_header: bool) -> None:
        if with_header:
            self._row(self._columns, "bold")
        for row in rows:
            self._row(row)

    def _row(self, cells: Sequence[str], style: str = "") -> None:
        wrapped = [_wrapped(self._console, cell, width) for cell, width in zip(cells, self._widths, strict=True)]
        for parts in zip_longest(*wrapped, fillvalue=""):
            padded = (set_cell_size(part, width) for part, width in zip(parts, self._widths, strict=True))
            _print(self._console, Text((" " * _GAP).join(padded).rstrip(), style))


def pairs(console: Console, entries: Iterable[tuple[str, str]]) -> None:
    """Print names and texts in two columns; long texts wrap within the second one.

    A text without spaces, such as an address, gets a line of its own if it then stays whole.
    """
    entries = list(entries)
    width = max((cell_len(name) for name, _ in entries), default=0)
    room = max(console.width - width - _GAP, 1)
    for name, text in entries:
        if room < cell_len(text) <= console.width - _GAP and len(text.split()) == 1:
            _print(console, Text(name, "bold"))
            _print(console, Text(" " * _GAP + text))
            continue
        lines = _wrapped(console, text, room) or [""]
        for number, line in enumerate(lines):
            beginning = set_cell_size("" if number else name, width)
            _print(console, Text.assemble((beginning, "bold"), " " * _GAP, line))


def _wrapped(console: Console, text: str, width: int) -> list[str]:
    return [line.plain.rstrip() for line in Text(text).wrap(console, width, overflow="fold")]


def _print(console: Console, line: Text) -> None:
    line.rstrip()
    console.print(line, soft_wrap=True)


def _longest_word(text: str) -> int:
    return min(max(map(cell_len, text.split()), default=0), _LONGEST_WORD)


def _fitted(lengths: Sequence[int], least: Sequence[int], room: int) -> Sequence[int]:
    """Return column widths that fit into the room, shrinking the widest columns; () if they cannot fit."""
    if sum(least) > room:
        return ()
    widths = [min(length, room) for length in lengths]
    while sum(widths) > room:
        widest = max((at for at in range(len(widths)) if widths[at] > least[at]), key=widths.__getitem__)
        widths[widest] -= 1
    return widths
