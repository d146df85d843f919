"""Answers as tables for people."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, cast

import msgspec
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from biofacts.application.enrich import Enrichment
from biofacts.application.envelope import ErrorEnvelope
from biofacts.application.pathways_of_compound import PathwaysOfCompound
from biofacts.application.resolve_many import Resolutions
from biofacts.application.reverse_lookup import PathwaysOfGene
from biofacts.domain.enrichment import EnrichedPathway
from biofacts.domain.interaction import InteractionRecord
from biofacts.domain.paging import Page
from biofacts.domain.pathway import DataNode, Interaction, PathwayComponents, State
from biofacts.domain.pharmacology.actions import labels
from biofacts.domain.selection import named_ends
from biofacts.ports.catalogue import CatalogueStatus
from biofacts.ports.snapshots import Snapshot
from biofacts.ports.sync import Synchronised

_LIST_SHOWN = 12


def _error(console: Console, envelope: ErrorEnvelope) -> None:
    console.print(f"[bold red]{envelope.error.code}[/] {escape(envelope.error.message)}", highlight=False)
    console.print(f"[bold]hint[/] {escape(envelope.error.recovery_hint)}", highlight=False)


def show(console: Console, outcome: object) -> None:
    """Any answer."""
    match outcome:
        case ErrorEnvelope():
            _error(console, outcome)
        case Resolutions():
            _resolutions(console, outcome)
        case Enrichment():
            _enrichment(console, outcome)
        case Page():
            _page(console, cast("Page[Any]", outcome))  # type: ignore[redundant-cast]  # pyright needs it
        case PathwayComponents():
            _components(console, outcome)
        case Synchronised():
            console.print(f"{outcome.source} {outcome.release}: {outcome.records} records are in the local catalogue.")
            for line in outcome.skipped:
                console.print(f"[yellow]left as it was:[/] {escape(line)}")
        case Snapshot():
            size = f"{outcome.bytes / 1e6:.1f} MB"
            console.print(f"{escape(outcome.path)}: {len(outcome.catalogues)} catalogues, {size}.", highlight=False)
        case tuple():
            _catalogues(console, cast("Sequence[CatalogueStatus]", outcome))
        case _:
            _record(console, msgspec.to_builtins(outcome))


def _table(*columns: str) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for column in columns:
        table.add_column(
            column, no_wrap=column in ("id", "score", "catalogue", "retrieved", "checked"), overflow="fold"
        )
    return table


def _page(console: Console, page: Page[Any]) -> None:
    if page.items:
        match page.items[0]:
            case InteractionRecord():
                console.print(_of_interactions(page.items))
            case EnrichedPathway():
                console.print(_of_enriched(page.items))
            case _:
                console.print(_of_candidates(page.items))
    if isinstance(page, PathwaysOfCompound) and (compound := page.read_as):
        _read_as(console, compound.name, compound.id, compound.why)
    if isinstance(page, PathwaysOfGene) and (gene := page.read_as):
        _read_as(console, gene.symbol, gene.id, gene.why)
    if page.guidance:
        console.print(f"[yellow]{escape(page.guidance)}[/]", highlight=False)
    total = "unknown" if page.pagination.total_count is None else str(page.pagination.total_count)
    console.print(f"[dim]{len(page.items)} of {total}[/]", highlight=False)
    if page.pagination.cursor:
        console.print(f"[dim]next page: --cursor {page.pagination.cursor}[/]", highlight=False, soft_wrap=True)


def _read_as(console: Console, name: str, identifier: str, why: str) -> None:
    console.print(f"read as [bold]{escape(name)}[/] ({identifier}): {escape(why)}", highlight=False)


def _resolutions(console: Console, outcome: Resolutions) -> None:
    table = _table("input", "status", "id", "name", "kind", "or")
    for one in outcome.items:
        others = ", ".join(f"{other.name} ({other.id})" for other in one.candidates)
        cells = (one.input, one.status, one.id or "", one.name or "", one.kind or "", others or one.why or "")
        table.add_row(*map(escape, cells))
    console.print(table)
    console.print(f"[dim]{', '.join(f'{number} {status}' for status, number in outcome.counts.items())}[/]")
    if outcome.guidance:
        console.print(f"[yellow]{escape(outcome.guidance)}[/]", highlight=False)


def _of_enriched(items: Sequence[EnrichedPathway]) -> Table:
    table = _table("id", "title", "overlap", "p", "adjusted", "of the list")
    for one in items:
        overlap = f"{one.overlap} of {one.pathway_size}"
        numbers = (overlap, f"{one.p_value:.2g}", f"{one.adjusted_p_value:.2g}")
        table.add_row(*map(escape, (one.id, one.title, *numbers, ", ".join(one.genes or one.compounds))))
    return table


def _enrichment(console: Console, outcome: Enrichment) -> None:
    _page(console, outcome)
    console.print(f"{outcome.resolved} against {outcome.background.size} {escape(outcome.background.what)}")
    for said, which in (("ambiguous", outcome.ambiguous), ("not found", outcome.not_found)):
        if which:
            console.print(f"[yellow]{said}:[/] {escape(_text(which))}", highlight=False)


def _of_candidates(items: Sequence[Any]) -> Table:
    rows: list[dict[str, Any]] = [msgspec.to_builtins(item) for item in items]
    columns = list(dict.fromkeys(key for row in rows for key in row))
    columns.sort(key=lambda column: (column != "score", column != "id"))
    table = _table(*columns)
    for row in rows:
        table.add_row(*(escape(_text(row.get(column, ""))) for column in columns))
    return table


def _of_interactions(items: Sequence[InteractionRecord]) -> Table:
    """Who acts on what, and how; notes on selectivity are left to --json."""
    table = _table("ligand", "target", "action", "primary", "affinity", "species", "PubMed")
    for one in items:
        cells = (
            f"{one.ligand.name} ({one.ligand.id})",
            f"{one.target.name} ({one.target.id})",
            ", ".join(labels(one.type, one.action)),
            "primary" if one.primary else "",
            _affinity(msgspec.to_builtins(one.affinity)) if one.affinity else "",
            one.species,
            " ".join(reference.removeprefix("PMID:") for reference in one.references),
        )
        table.add_row(*map(escape, cells))
    return table


def _affinity(told: Mapping[str, object]) -> str:
    """The parameter and the number: `pKi 9.7`, `pIC50 7.2 to 8.1`, `pKd <5`."""
    number = " to ".join(str(told[name]) for name in ("value", "low", "high") if name in told)
    return " ".join(filter(None, (str(told.get("parameter", "")), f"{told.get('relation', '')}{number}")))


def _record(console: Console, record: Mapping[str, Any], indent: str = "") -> None:
    for key, value in record.items():
        if isinstance(value, dict):
            console.print(f"{indent}[bold]{escape(key)}[/]")
            _record(console, cast("dict[str, Any]", value), indent + "  ")
        else:
            console.print(f"{indent}[bold]{escape(key)}[/]  {escape(_text(value))}", highlight=False)


def _text(value: object) -> str:
    if not isinstance(value, (list, tuple)):
        return str(value)
    items = [_item(item) for item in cast("Sequence[object]", value)]
    rest = f" … and {len(items) - _LIST_SHOWN} more (--json shows all)" if len(items) > _LIST_SHOWN else ""
    return ", ".join(items[:_LIST_SHOWN]) + rest


def _item(item: object) -> str:
    if not isinstance(item, dict):
        return str(item)
    return " ".join(filter(None, (_part(key, value) for key, value in cast("dict[str, object]", item).items())))


def _part(key: str, value: object) -> str:
    """One part of an item: a flag by its name, where it is set."""
    if isinstance(value, bool):
        return key if value else ""
    return _affinity(cast("dict[str, object]", value)) if key == "affinity" else _text(value)


def _components(console: Console, drawn: PathwayComponents) -> None:
    console.print(f"[bold]{drawn.id}[/] {escape(drawn.title)} ({escape(drawn.organism)})")
    parts: Mapping[str, Sequence[DataNode]] = {
        "genes": drawn.genes, "proteins": drawn.proteins, "metabolites": drawn.metabolites,
        "complexes": drawn.complexes, "linked_pathways": drawn.linked_pathways, "other_nodes": drawn.other_nodes,
    }  # fmt: skip
    for name, nodes in parts.items():
        if nodes:
            _heading(console, drawn, name, len(nodes))
            console.print(_nodes(nodes))
    if drawn.interactions:
        _heading(console, drawn, "interactions", len(drawn.interactions))
        console.print(_lines(drawn))
    if drawn.groups:
        _heading(console, drawn, "groups", len(drawn.groups))
        console.print(_groups(drawn))
    if drawn.unconnected_lines:
        console.print(f"[dim]{drawn.unconnected_lines} lines touch nothing at one end[/]")
    for said in filter(None, (drawn.guidance, drawn.remark)):
        console.print(f"[yellow]{escape(said)}[/]", highlight=False)


def _heading(console: Console, drawn: PathwayComponents, name: str, number: int) -> None:
    of_all = f" of {drawn.totals[name]}" if name in drawn.totals else ""
    console.print(f"\n[bold cyan]{name.replace('_', ' ')}[/] ({number}{of_all})")


def _nodes(nodes: Sequence[DataNode]) -> Table:
    has_states = any(node.states for node in nodes)
    table = _table("id", "label", "type", "database", "identifier", *(("states",) if has_states else ()))
    for node in nodes:
        cells = (node.id, node.label, node.type, node.database or "", node.identifier or "")
        states = ", ".join(_state(state) for state in node.states)
        table.add_row(*map(escape, cells), *((escape(states),) if has_states else ()))
    return table


def _state(state: State) -> str:
    position = state.position if state.position != state.value else None
    return " ".join(filter(None, (state.value or state.type, position))) or "state"


def _lines(drawn: PathwayComponents) -> Table:
    names = EndNames(drawn)
    table = _table("id", "source", "type", "target")
    for line in drawn.interactions:
        kind = f"{line.type} ({line.style})" if line.style else line.type
        table.add_row(*map(escape, (line.id, names.source(line), kind, names.target(line))))
    return table


def _groups(drawn: PathwayComponents) -> Table:
    names = named_ends(drawn)
    table = _table("id", "label", "style", "members")
    for group in drawn.groups:
        inside = [*(group.member_labels or (names.get(member) or "one without a label" for member in group.members))]
        inside += [other.label or other.kind for other in group.other_members]
        members = ", ".join(inside) or ("nothing" if group.empty else "")
        table.add_row(*map(escape, (group.id, group.label or "", group.style, members)))
    return table


class EndNames:
    """What the ends of interactions are called: never by an id that says nothing."""

    def __init__(self, drawn: PathwayComponents) -> None:
        self._names = named_ends(drawn)
        self._lines = {line.id: line for line in drawn.interactions}

    def source(self, line: Interaction, above: tuple[str, ...] = ()) -> str:
        """Where a line starts."""
        return self._end(line.source, line.source_kind, line.source_label, line.source_node, (*above, line.id))

    def target(self, line: Interaction, above: tuple[str, ...] = ()) -> str:
        """Where a line ends."""
        return self._end(line.target, line.target_kind, line.target_label, line.target_node, (*above, line.id))

    def _end(self, end: str | None, kind: str, label: str | None, node: str | None, above: tuple[str, ...]) -> str:
        if end is None:
            return "nothing"
        if kind == "state":
            return f"{label or 'state'} of {self._names.get(node or '', 'a node')}"
        if (line := self._lines.get(end)) and end not in above:
            return f"[{self.source(line, above)} - {self.target(line, above)}]"
        return self._names.get(end) or label or f"{kind} without a label"


def _catalogues(console: Console, catalogues: Sequence[CatalogueStatus]) -> None:
    table = _table("catalogue", "release", "retrieved", "checked", "mode", "MB")
    for one in catalogues:
        if (origin := one.provenance) is None:
            table.add_row(one.name, _pending(one) or "not there yet")
            continue
        size = f"{one.bytes / 1e6:.1f}" if one.bytes is not None else ""
        retrieved, checked = (f"{moment:%Y-%m-%d %H:%M}" for moment in (origin.retrieved, origin.checked))
        table.add_row(one.name, origin.release, retrieved, checked, origin.mode, size)
        if begun := _pending(one):
            table.add_row("", begun)
    console.print(table)
    for folder in sorted({str(Path(one.path).parent.parent) for one in catalogues if one.path}):
        console.print(f"in {escape(folder)}", highlight=False, soft_wrap=True)


def _pending(one: CatalogueStatus) -> str | None:
    """How far the next release is."""
    begun = one.pending
    return f"{begun.release}: {begun.done} of {begun.total} {begun.unit}" if begun else None
