"""Printed answers: tables and text for people."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

import msgspec
from rich.console import Console
from rich.markup import escape

from biofacts.adapters.cli.output import rows as output_rows
from biofacts.adapters.cli.output.phrasing import hint_in_commands, in_commands
from biofacts.adapters.cli.output.rows import rows
from biofacts.adapters.cli.output.terminal_tables import RowPrinter, pairs, print_components
from biofacts.application.edges.neighbours_and_paths import NeighbourPage, PathPage
from biofacts.application.links.compare_pathways import Comparison
from biofacts.application.links.find_links import LinkPage
from biofacts.application.lists.enrich_pathways import Enrichment
from biofacts.application.lists.ranked_lists import RankedEnrichment
from biofacts.application.lists.resolve_many import Resolutions
from biofacts.application.pathways.reverse_lookup import PathwaysOfCompound, PathwaysOfGene
from biofacts.application.pharmacology.interactions import InteractionPage
from biofacts.application.tools.tool import ErrorEnvelope
from biofacts.domain.answers.pages import Page
from biofacts.domain.edges.neighbours_and_paths import ConnectedInteraction, DrawnPath, End, Neighbour
from biofacts.domain.links.linked_entities import Links
from biofacts.domain.lists.enrichment_statistics import EnrichedPathway, written
from biofacts.domain.lists.ranked_lists import RankedPathway
from biofacts.domain.pathways.pathway import PathwayComponents
from biofacts.domain.pharmacology.actions import labels
from biofacts.domain.pharmacology.interaction import InteractionRecord, written_affinity
from biofacts.ports.catalogue import CatalogueStatus
from biofacts.ports.synchronisation import Snapshot, Synchronised

_SENTENCES = frozenset({"guidance", "remark", "call", "left_out"})
"""Fields that hold sentences with suggested calls."""

_PATHWAYS_SHOWN, _ACTING_SHOWN = 3, 4
_NAMES_SHOWN = 30
"""Maximum number of names of each status that are printed, since a ranked list may have thousands."""

Cells = tuple[Sequence[str], list[Sequence[str]]]
"""Columns and rows."""


class Shown:
    """An answer on a console; a listing is printed page by page.

    `chosen`: the fields to print, all if empty; `heading`: a line above the items.
    """

    def __init__(self, console: Console, chosen: Sequence[str] = (), *, heading: str = "") -> None:
        self._console = console
        self._chosen = chosen
        self._heading = heading
        self._listing = RowPrinter(console)
        self._number = 0
        self._first: Page[Any] | None = None

    def answer(self, outcome: object) -> None:
        match outcome:
            case ErrorEnvelope():
                failure(self._console, outcome)
            case Page():
                page = cast("Page[Any]", outcome)  # type: ignore[redundant-cast]  # pyright needs it
                self._first = page
                self.items(page)
            case _ if self._chosen:
                self._picked(outcome)
            case _:
                self._whole(outcome)
                remarks(self._console, outcome)

    def items(self, page: Page[Any]) -> None:
        if self._heading and page.items and not self._number:
            self._console.print(f"[bold cyan]{self._heading}[/]")
        self._number += len(page.items)
        if page.items and self._chosen:
            self._listing.show(self._chosen, _picked(page, self._chosen))
        elif page.items:
            self._listing.show(*_cells(page.items))

    def end(self, page: Page[Any], more: str = "") -> None:
        """Print the remarks and counts below a listing. `more`: a phrase on how to see the rest, if not by a cursor."""
        if self._first:
            remarks(self._console, self._first)
        total = "unknown" if page.pagination.total_count is None else str(page.pagination.total_count)
        rest = (f"; more: {escape(more)}" if more else " (--all shows every one)") if page.pagination.cursor else ""
        self._console.print(f"[dim]{self._number} of {total}{rest}[/]")
        if self._heading:
            self._console.print()
        elif page.pagination.cursor:
            # People copy the cursor, so the line must not wrap.
            following = f"[dim]next page: --cursor {page.pagination.cursor}[/]"
            self._console.print(following, soft_wrap=True)

    def _picked(self, outcome: object) -> None:
        picked = _picked(outcome, self._chosen)
        if len(picked) == 1:
            pairs(self._console, [pair for pair in zip(self._chosen, picked[0], strict=True) if pair[1]])
        else:
            self._listing.show(self._chosen, picked)

    def _whole(self, outcome: object) -> None:
        match outcome:
            case Resolutions():
                self._listing.show(*_of_resolutions(outcome))
            case Comparison():
                self._listing.show(*_of_comparison(outcome))
            case PathwayComponents():
                print_components(self._console, outcome)
            case Synchronised():
                _synchronised(self._console, outcome)
            case Snapshot():
                size = f"{outcome.bytes / 1e6:.1f} MB"
                line = f"{escape(outcome.path)}: {len(outcome.catalogues)} catalogues, {size}."
                self._console.print(line)
            case tuple():
                self._listing.show(*_of_catalogues(cast("Sequence[CatalogueStatus]", outcome)))
            case _:
                _record(self._console, msgspec.to_builtins(outcome))


def show(console: Console, outcome: object) -> None:
    """Print any answer."""
    shown = Shown(console)
    shown.answer(outcome)
    if isinstance(outcome, Page):
        shown.end(cast("Page[Any]", outcome))  # type: ignore[redundant-cast]  # pyright needs it


def remarks(console: Console, outcome: object, *, of: str = "") -> None:
    """Print the remarks on an answer. `of`: the kind that they are about, in a search over all kinds."""
    which = f"{of}: " if of else ""
    if isinstance(outcome, PathwaysOfCompound | LinkPage | InteractionPage | NeighbourPage | Links) and (
        record := outcome.read_as
    ):
        _read_as(console, record.name, record.id, record.why)
    if isinstance(outcome, PathPage):
        for end in filter(None, (outcome.source_read_as, outcome.target_read_as)):
            _read_as(console, end.name, end.id, end.why)
    if isinstance(outcome, PathwaysOfGene) and (gene := outcome.read_as):
        _read_as(console, gene.symbol, gene.id, gene.why)
    if isinstance(outcome, Resolutions):
        counted = ", ".join(f"{number} {status}" for status, number in outcome.counts.items())
        console.print(f"[dim]{counted}[/]")
    for remark in _guidance(outcome):
        console.print(f"[yellow]{which}{escape(in_commands(remark))}[/]")
    _counted(console, outcome)
    if isinstance(outcome, Enrichment | RankedEnrichment | LinkPage):
        _names(console, outcome)


def _counted(console: Console, outcome: object) -> None:
    if isinstance(outcome, Enrichment):
        against = f"{outcome.resolved} against {outcome.background.size} {escape(outcome.background.what)}"
        console.print(against)
    if isinstance(outcome, LinkPage) and outcome.counts:
        links = ", ".join(f"{name} {number}" for name, number in outcome.counts.items())
        console.print(f"[dim]links of each:[/] {escape(links)}")
    if isinstance(outcome, NeighbourPage):
        for direction, effects in outcome.counts.items():
            counted = ", ".join(f"{effect} {number}" for effect, number in effects.items())
            console.print(f"[dim]{direction}:[/] {counted}")
    if isinstance(outcome, RankedEnrichment):
        console.print(f"{outcome.background.size} {escape(outcome.background.what)}")


def _names(console: Console, outcome: Enrichment | RankedEnrichment | LinkPage) -> None:
    """Print how the first names of a list were read, and the names that were not used."""
    for name in outcome.names[:_NAMES_SHOWN]:
        _read_as(console, name.label, name.id, name.why, query=name.input)
    _rest(console, "names read as another symbol", outcome.names)
    for contested in outcome.ambiguous[:_NAMES_SHOWN]:
        meanings = text([f"{candidate.name} ({candidate.id})" for candidate in contested.candidates])
        console.print(f"[yellow]ambiguous, not counted:[/] {escape(contested.input)}: {escape(meanings)}")
    _rest(console, "ambiguous", outcome.ambiguous)
    undrawn, alone = ((), ()) if isinstance(outcome, LinkPage) else (outcome.not_drawn, outcome.without_ortholog)
    for status, names in (("not found", outcome.not_found), ("not drawn", undrawn), ("without ortholog", alone)):
        if names:
            console.print(f"[yellow]{status}:[/] {escape(text(names))}")


def _rest(console: Console, what: str, names: Sequence[object]) -> None:
    """Print the number of names that are not shown."""
    if (more := len(names) - _NAMES_SHOWN) > 0:
        console.print(f"[dim]{what}: {more} more; the Python library lists all[/]")


def _guidance(outcome: object) -> Iterator[str]:
    match outcome:
        case Page(guidance=str(guidance)) | Resolutions(guidance=str(guidance)) | Comparison(guidance=str(guidance)):
            yield guidance
        case PathwayComponents():
            yield from filter(None, (outcome.guidance, outcome.remark))
        case _:
            pass


def failure(console: Console, envelope: ErrorEnvelope, *, of: str = "") -> None:
    """Print an error and its hint. `of`: the kind that failed, if a search over all kinds prints hints later."""
    which = f"{of}: " if of else ""
    console.print(f"[bold red]{which}{envelope.error.code}[/] {escape(in_commands(envelope.error.message))}")
    if not of:
        console.print(f"[bold]hint[/] {escape(hint_in_commands(envelope.error.recovery_hint))}")


def _read_as(console: Console, name: str, identifier: str, why: str, query: str = "") -> None:
    console.print(f"{escape(query)}{' ' if query else ''}read as [bold]{escape(name)}[/] ({identifier}): {escape(why)}")


def _synchronised(console: Console, done: Synchronised) -> None:
    if done.records:
        summary = f"{done.source} {done.release}: {done.records} records are in the local catalogue."
        console.print(summary)
    else:
        console.print(f"{done.source}: nothing is in the local catalogue.")
    for line in done.skipped:
        console.print(f"[yellow]missing:[/] {escape(line)}", soft_wrap=True)


def _picked(outcome: object, chosen: Sequence[str]) -> list[Sequence[str]]:
    table = [[output_rows.value(row, name) for name in chosen] for row in rows(outcome)]
    return [["" if value is None else text(value) for value in row] for row in table]


def _cells(items: Sequence[Any]) -> Cells:
    match items[0]:
        case InteractionRecord():
            return _of_interactions(items)
        case Neighbour():
            return _of_neighbours(items)
        case DrawnPath():
            return _of_paths(items)
        case EnrichedPathway():
            return _of_enriched(items)
        case RankedPathway():
            return _of_ranked(items)
        case _:
            return _of_candidates(items)


def _of_candidates(items: Sequence[Any]) -> Cells:
    candidates: list[dict[str, Any]] = [msgspec.to_builtins(item) for item in items]
    columns = list(dict.fromkeys(key for row in candidates for key in row))
    columns.sort(key=lambda column: (column != "score", column != "id", column == "unmatched"))
    return columns, [[text(row.get(column, "")) for column in columns] for row in candidates]


def _of_resolutions(outcome: Resolutions) -> Cells:
    cells: list[Sequence[str]] = []
    for item in outcome.items:
        others = ", ".join(f"{other.name} ({other.id})" for other in item.candidates)
        remark = " or ".join(filter(None, (item.why, others))) if item.id else others or item.why or ""
        cells.append((item.input, item.status, item.id or "", item.name or "", item.kind or "", remark))
    return ("input", "status", "id", "name", "kind", "or"), cells


def _of_comparison(outcome: Comparison) -> Cells:
    cells: list[Sequence[str]] = []
    for kind, compared in (("genes", outcome.genes), ("compounds", outcome.compounds)):
        alike = "" if compared.jaccard is None else f"Jaccard {compared.jaccard:.3g}"
        cells += [
            (kind, where, str(len(members)), similarity, text([member.name or member.id for member in members]))
            for where, members, similarity in (
                ("in both", compared.both, alike),
                (f"only {outcome.one.id} {outcome.one.name}", compared.only_one, ""),
                (f"only {outcome.other.id} {outcome.other.name}", compared.only_other, ""),
            )
        ]
    return ("of", "in", "number", "alike", "members"), cells


def _of_neighbours(items: Sequence[Neighbour]) -> Cells:
    """Return the cells of drawn interactions. Only --json prints the ids of the ends and the references."""
    cells: list[Sequence[str]] = []
    for item in items:
        acting = [*dict.fromkeys(f"{actor.label} {actor.effect}" for actor in item.acted_on_by)]
        more = [f"{number} more"] if (number := len(acting[_ACTING_SHOWN:]) + item.more_acting) else []
        touched = [_line(line) for line in (item.acts_on, item.begins_at) if line]
        shown = " ".join(item.pathways[:_PATHWAYS_SHOWN])
        cells.append((
            _end(item.source), f"{item.effect} {item.sign or ''}".strip(), _end(item.target),
            "; ".join([*touched, *acting[:_ACTING_SHOWN], *more]),
            str(len(item.pathways)), shown + (" ..." if len(item.pathways) > _PATHWAYS_SHOWN else ""),
        ))  # fmt: skip
    return ("source", "effect", "target", "with", "drawn in", "pathways"), cells


def _of_paths(items: Sequence[DrawnPath]) -> Cells:
    """Return the cells of paths, with effects between the nodes. Only --json prints the pathways of each step."""
    cells: list[Sequence[str]] = []
    for item in items:
        steps = [f" {step.effect}{' (groups)' if step.of_groups else ''} " for step in item.steps]
        first, *others = [node.label for node in item.nodes]
        way = "".join([first, *(part for pair in zip(steps, others, strict=True) for part in pair)])
        numbers = ", ".join(str(step.pathway_count or len(step.pathways)) for step in item.steps)
        cells.append((str(item.length), item.sign or "", way, numbers, " ".join(item.pathways[:_PATHWAYS_SHOWN])))
    return ("steps", "sign", "path", "drawn in", "whole in"), cells


def _end(end: End) -> str:
    """Return the label of an interaction's end, with a complex's members and the state: `NF-kB (NFKB1, RELA) [P]`."""
    members = f" ({', '.join(end.members)})" if end.members else ""
    return f"{end.label}{members}{f' [{end.state}]' if end.state else ''}"


def _line(line: ConnectedInteraction) -> str:
    return f"{' + '.join(line.sources)} {line.effect} {' + '.join(line.targets)}"


def _of_enriched(items: Sequence[EnrichedPathway]) -> Cells:
    cells: list[Sequence[str]] = []
    for item in items:
        overlap = f"{item.overlap} of {item.pathway_size}"
        numbers = (overlap, f"{item.fold:.3g}", written(item.p_value), written(item.adjusted_p_value))
        members = ", ".join((*item.genes, *item.compounds))
        title = f"{item.title} (same as {item.same_as})" if item.same_as else item.title
        cells.append((item.id, title, *numbers, members))
    return ("id", "title", "overlap", "fold", "p", "adjusted", "of the list"), cells


def _of_ranked(items: Sequence[RankedPathway]) -> Cells:
    cells: list[Sequence[str]] = []
    for item in items:
        numbers = (f"{item.nes:.2f}", *(f"{share:.2g}" for share in (item.p_value, item.q_value)))
        edge = f"{item.leading} of {item.pathway_size}"
        title = f"{item.title} (same as {item.same_as})" if item.same_as else item.title
        cells.append((item.id, title, *numbers, edge, ", ".join(item.leading_edge)))
    return ("id", "title", "nes", "p", "q", "leading", "leading edge"), cells


def _of_interactions(items: Sequence[InteractionRecord]) -> Cells:
    """Return the cells of interactions. Only --json prints notes on selectivity."""
    cells: list[Sequence[str]] = []
    for item in items:
        ends = (f"{item.ligand.name} ({item.ligand.id})", f"{item.target.name} ({item.target.id})")
        how = (", ".join(labels(item.type, item.action)), "primary" if item.primary else "")
        number = written_affinity(msgspec.to_builtins(item.affinity)) if item.affinity else ""
        cited = " ".join(reference.removeprefix("PMID:") for reference in item.references)
        cells.append((*ends, *how, number, item.species, cited))
    return ("ligand", "target", "action", "primary", "affinity", "species", "PubMed"), cells


def _of_catalogues(catalogues: Sequence[CatalogueStatus]) -> Cells:
    """Return the cells of catalogues, with days. Only --json prints exact times."""
    cells: list[Sequence[str]] = []
    for catalogue in catalogues:
        if (origin := catalogue.provenance) is None:
            cells.append((catalogue.name, _pending(catalogue) or "not there yet", "", "", "", ""))
            continue
        days = f"{origin.retrieved:%Y-%m-%d}", f"{origin.checked:%Y-%m-%d}"
        size = f"{catalogue.bytes / 1e6:.1f}" if catalogue.bytes is not None else ""
        cells.append((catalogue.name, origin.release, *days, origin.mode if origin.complete else "partial", size))
        if origin.lacks:
            cells.append((catalogue.name, f"lacks {', '.join(origin.lacks)}", "", "", "", ""))
        if begun := _pending(catalogue):
            cells.append((catalogue.name, begun, "", "", "", ""))
    return ("catalogue", "release", "retrieved", "checked", "mode", "MB"), cells


def _pending(catalogue: CatalogueStatus) -> str | None:
    """Describe the progress of the next release; None if there is none."""
    if begun := catalogue.pending:
        return f"{begun.release}: {begun.done} of {begun.total} {begun.unit}"
    return "a release is being built" if catalogue.building else None


def _record(console: Console, record: Mapping[str, Any]) -> None:
    pairs(console, _lines(record, ""))


def _lines(record: Mapping[str, Any], indent: str) -> Iterator[tuple[str, str]]:
    for key, value in record.items():
        if isinstance(value, dict):
            yield f"{indent}{key}", ""
            yield from _lines(cast("dict[str, Any]", value), indent + "  ")
        else:
            shown = text(value)
            yield f"{indent}{key}", in_commands(shown) if key in _SENTENCES else shown


# Values of records as text


_LIST_SHOWN = 12


def text(value: object) -> str:
    """Format a value. Long lists are shortened; in a list of records, each gets a line."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return _parts(cast("dict[str, object]", value))
    if not isinstance(value, (list, tuple)):
        return str(value)
    items = cast("Sequence[object]", value)
    rest = [f"… and {len(items) - _LIST_SHOWN} more (--json shows all)"] if len(items) > _LIST_SHOWN else []
    shown = [*map(text, items[:_LIST_SHOWN])]
    if any(isinstance(item, dict) for item in items):
        return "\n".join([*shown, *rest])
    return " ".join([", ".join(shown), *rest])


def _parts(item: Mapping[str, object]) -> str:
    return " ".join(filter(None, (_part(key, value) for key, value in item.items())))


def _part(key: str, value: object) -> str:
    """Format a field of a record; a flag that is set becomes its name."""
    if isinstance(value, bool):
        return key if value else ""
    return written_affinity(cast("dict[str, object]", value)) if key == "affinity" else text(value).replace("\n", "; ")
