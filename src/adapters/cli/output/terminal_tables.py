"""Tables on a terminal: columns that fit into its width, or a few lines for each row where they do not.

The components of a drawing are printed as such tables, one for each kind of component.
"""

from collections.abc import Iterable, Sequence
from itertools import zip_longest

from rich.cells import cell_len, set_cell_size
from rich.console import Console
from rich.markup import escape
from rich.text import Text

from biofacts.domain.pathways.component_selection import named_ends
from biofacts.domain.pathways.pathway import NODE_LISTS, DataNode, Interaction, PathwayComponents, State

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


# The components of a drawing: its nodes, interactions and groups


_DEEPEST = 1
"""Depth to which the names of lines that end on other lines are nested: each level doubles the text."""


def print_components(console: Console, drawn: PathwayComponents) -> None:
    """Print the nodes of each kind, the interactions and the groups."""
    console.print(f"[bold]{drawn.id}[/] {escape(drawn.title)} ({escape(drawn.organism)})")
    for name in NODE_LISTS:
        if nodes := getattr(drawn, name):
            _heading(console, drawn, name, len(nodes))
            _nodes(console, nodes)
    if drawn.interactions:
        _heading(console, drawn, "interactions", len(drawn.interactions))
        _interactions(console, drawn)
    if drawn.groups:
        _heading(console, drawn, "groups", len(drawn.groups))
        _groups(console, drawn)
    if drawn.unconnected_lines:
        console.print(f"[dim]{drawn.unconnected_lines} lines touch nothing at one end[/]")


def _heading(console: Console, drawn: PathwayComponents, name: str, number: int) -> None:
    of_all = f" of {drawn.totals[name]}" if name in drawn.totals else ""
    console.print(f"\n[bold cyan]{name.replace('_', ' ')}[/] ({number}{of_all})")


def _nodes(console: Console, nodes: Sequence[DataNode]) -> None:
    has_states = any(node.states for node in nodes)
    columns = ("id", "label", "type", "database", "identifier", *(("states",) if has_states else ()))
    rows: list[Sequence[str]] = []
    for node in nodes:
        cells = (node.id, node.label, node.type, node.database or "", node.identifier or "")
        states = ", ".join(_state(state) for state in node.states)
        rows.append((*cells, *((states,) if has_states else ())))
    RowPrinter(console).show(columns, rows)


def _state(state: State) -> str:
    position = state.position if state.position != state.value else None
    return " ".join(filter(None, (state.value or state.type, position))) or "state"


def _interactions(console: Console, drawn: PathwayComponents) -> None:
    names = EndNames(drawn)
    rows = [
        (line.id, names.source(line), f"{line.type}{_looks(line)}", names.target(line)) for line in drawn.interactions
    ]
    RowPrinter(console).show(("id", "source", "type", "target"), rows)


def _looks(line: Interaction) -> str:
    looks = [*(["graphical"] if line.graphical else []), *([line.style] if line.style else [])]
    return f" ({', '.join(looks)})" if looks else ""


def _groups(console: Console, drawn: PathwayComponents) -> None:
    names = named_ends(drawn)
    rows: list[Sequence[str]] = []
    for group in drawn.groups:
        inside = [*(group.member_labels or (names.get(member) or "one without a label" for member in group.members))]
        inside += [other.label or other.kind for other in group.other_members]
        members = ", ".join(inside) or ("nothing" if group.empty else "")
        rows.append((group.id, group.label or "", group.style, members))
    RowPrinter(console).show(("id", "label", "style", "members"), rows)


class EndNames:
    """Names of the ends of interactions. A line that is nested too deeply (see `_DEEPEST`) is named by its id."""

    def __init__(self, drawn: PathwayComponents) -> None:
        self._names = named_ends(drawn)
        self._lines = {line.id: line for line in drawn.interactions}

    def source(self, line: Interaction, above: tuple[str, ...] = ()) -> str:
        return self._end(line.source, line.source_kind, line.source_label, line.source_node, (*above, line.id))

    def target(self, line: Interaction, above: tuple[str, ...] = ()) -> str:
        return self._end(line.target, line.target_kind, line.target_label, line.target_node, (*above, line.id))

    def _end(self, end: str | None, kind: str, label: str | None, node: str | None, above: tuple[str, ...]) -> str:
        if end is None:
            return "nothing"
        if kind == "state":
            return f"{label or 'state'} of {self._names.get(node or '', 'a node')}"
        if (line := self._lines.get(end)) and end not in above:
            if len(above) > _DEEPEST:
                return f"line {line.id}"
            return f"[{self.source(line, above)} - {self.target(line, above)}]"
        return self._names.get(end) or label or f"{kind} without a label"
