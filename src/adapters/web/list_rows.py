"""Rows of lists: the name, summary and reasons of each item."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

import msgspec

from biofacts.adapters.web import addresses
from biofacts.adapters.web.phrasing import Span
from biofacts.domain.pharmacology.interaction import written_affinity
from biofacts.domain.text.clean import counted

RecordFields = Mapping[str, Any]
"""A record or an item of a list, as JSON types."""

_ABOUT = ("name", "organism", "family", "gene_symbol", "type", "formula", "species")


class ListRow(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A row of a list. `about`: a summary of the record; `why`: the reasons why the list contains it, with links."""

    id: str
    label: str
    place: str
    about: str
    description: str = ""
    score: float | None = None
    why: tuple[Span, ...] = ()


def rows(
    items: Sequence[object], kind: str, reasons: Mapping[str, str] | None = None, of: tuple[str, str] | None = None
) -> list[ListRow]:
    """Convert the items of a list into rows.

    `kind`: the kind of items that do not name their own; `reasons`: additional reasons, by id; `of`: the kind and id of
    the record to which the items are linked, which the drawings of pathways highlight.
    """
    records = [cast("RecordFields", msgspec.to_builtins(item)) for item in items]
    list_rows = [row(record, kind, (reasons or {}).get(record["id"], "")) for record in records]
    if of is None or kind != "pathway":
        return list_rows
    return [msgspec.structs.replace(list_row, place=addresses.drawing(list_row.id, *of)) for list_row in list_rows]


def row(item: RecordFields, kind: str, reason: str = "") -> ListRow:
    """Convert an item into a row. `reason`: an additional reason, which the item itself does not contain."""
    label = title_of(item)
    return ListRow(
        id=item["id"],
        label=label,
        place=addresses.record(item.get("kind", kind), item["id"]),
        about=", ".join(_about(item, label)),
        description=item.get("description", ""),
        score=item.get("score"),
        why=tuple(_why(item, reason)),
    )


def title_of(record: RecordFields) -> str:
    """Return the symbol, title or name of a record, or else its id."""
    return str(record.get("symbol") or record.get("title") or record.get("name") or record["id"])


def medicine_status(record: RecordFields) -> str:
    """Return the status of a ligand as a medicine: `approved`, `approved, withdrawn` or ""."""
    return ", ".join(flag for flag in ("approved", "withdrawn") if record.get(flag))


def group_of(group: RecordFields) -> str:
    """Return the type of a group in a drawing; `Group` if the drawing does not say."""
    style = group.get("style", "None")
    return "Group" if style == "None" else style


def _about(item: RecordFields, label: str) -> Iterator[str]:
    yield from (str(item[name]) for name in _ABOUT if item.get(name) and item[name] != label)
    if medicine := medicine_status(item):
        yield medicine
    if item.get("primary"):
        yield "primary target"
    if actions := item.get("actions"):
        yield " and ".join(actions)
    if affinity := item.get("affinity"):
        yield written_affinity(affinity)


def _why(item: RecordFields, reason: str) -> Iterator[Span]:
    """Yield the reasons, separated by semicolons."""
    for number, spans in enumerate(_reasons(item, reason)):
        if number:
            yield Span("; ")
        yield from spans


def _reasons(item: RecordFields, reason: str) -> Iterator[Sequence[Span]]:
    if reason:
        yield [Span(reason)]
    if matched := item.get("matched_on"):
        yield [Span(f"matched by its {matched}")]
    if remark := item.get("remark"):
        yield [Span(remark)]
    if unmatched := item.get("unmatched"):
        yield [Span(f"nothing in it matches {', '.join(unmatched)}")]
    for evidence in item.get("evidence", ()):
        identifier = f"{evidence['via'].replace('_', ' ')} {evidence['value']}"
        yield [Span(f"{identifier}, according to {' and '.join(evidence['sources'])}")]
    ways = item.get("through", ())
    for way in ways:
        yield [*_way(way)]
    if (more := item.get("way_count", 0) - len(ways)) > 0:
        yield [Span(f"and {counted(more, 'other way')}")]


def _way(way: RecordFields) -> Iterator[Span]:
    """Describe a way between two linked records: the records in between, as links, and the actions."""
    before = "through "
    for kind in ("gene", "target", "ligand", "compound"):
        if between := way.get(kind):
            yield Span(f"{before}{kind} ")
            before = ", "
            yield Span(
                between, addresses.search(between, "gene") if kind == "gene" else addresses.record(kind, between)
            )
    if actions := way.get("actions"):
        yield Span(f" ({' and '.join(actions)})")
