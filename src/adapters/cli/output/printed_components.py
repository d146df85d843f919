"""The components of a drawing, printed for people: its nodes, interactions and groups, and names for their ends."""

from collections.abc import Sequence

from rich.console import Console
from rich.markup import escape

from biofacts.adapters.cli.output.terminal_tables import RowPrinter
from biofacts.domain.pathways.component_selection import named_ends
from biofacts.domain.pathways.pathway import NODE_LISTS, DataNode, Interaction, PathwayComponents, State

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
