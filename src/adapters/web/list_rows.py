"""Rows of lists: name, summary and reason of each item."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

import msgspec

from biofacts.adapters.web import addresses
from biofacts.adapters.web.phrasing import Span
from biofacts.domain.pharmacology.interaction import written_affinity
from biofacts.domain.text.clean import counted

Told = Mapping[str, Any]
"""An item as JSON types."""

_ABOUT = ("name", "organism", "family", "gene_symbol", "type", "formula", "species")


class ListRow(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A row of a list. `about`: a summary of the record; `why`: the reasons, some of which are links."""

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

    `kind`: the kind of items that do not name it; `reasons`: further reasons by id; `of`: the kind and id of a record
    that they are linked to, which pathways show.
    """
    records = [cast("Told", msgspec.to_builtins(item)) for item in items]
    entries = [row(record, kind, (reasons or {}).get(record["id"], "")) for record in records]
    if of is None or kind != "pathway":
        return entries
    return [msgspec.structs.replace(entry, place=addresses.drawing(entry.id, *of)) for entry in entries]


def row(record: Told, kind: str, reason: str = "") -> ListRow:
    """Convert an item into a row. `reason`: one that the item itself does not hold."""
    label = named(record)
    return ListRow(
        id=record["id"],
        label=label,
        place=addresses.record(record.get("kind", kind), record["id"]),
        about=", ".join(_about(record, label)),
        description=record.get("description", ""),
        score=record.get("score"),
        why=tuple(_why(record, reason)),
    )


def named(record: Told) -> str:
    """Return the name of a record."""
    return str(record.get("symbol") or record.get("title") or record.get("name") or record["id"])


def standing(record: Told) -> str:
    """Return the status of a ligand as a medicine: `approved`, `approved, withdrawn` or ""."""
    return ", ".join(flag for flag in ("approved", "withdrawn") if record.get(flag))


def group_of(record: Told) -> str:
    """Return the type of a group in a drawing."""
    style = record.get("style", "None")
    return "Group" if style == "None" else style


def _about(record: Told, label: str) -> Iterator[str]:
    yield from (str(record[name]) for name in _ABOUT if record.get(name) and record[name] != label)
    if medicine := standing(record):
        yield medicine
    if record.get("primary"):
        yield "primary target"
    if actions := record.get("actions"):
        yield " and ".join(actions)
    if affinity := record.get("affinity"):
        yield written_affinity(affinity)


def _why(record: Told, reason: str) -> Iterator[Span]:
    """Yield the reasons, separated by semicolons."""
    for number, spans in enumerate(_reasons(record, reason)):
        if number:
            yield Span("; ")
        yield from spans


def _reasons(record: Told, reason: str) -> Iterator[Sequence[Span]]:
    if reason:
        yield [Span(reason)]
    if matched := record.get("matched_on"):
        yield [Span(f"matched by its {matched}")]
    if remark := record.get("remark"):
        yield [Span(remark)]
    if unmatched := record.get("unmatched"):
        yield [Span(f"nothing in it answers {', '.join(unmatched)}")]
    for evidence in record.get("evidence", ()):
        yield [
            Span(f"{evidence['via'].replace('_', ' ')} {evidence['value']}, says {' and '.join(evidence['sources'])}")
        ]
    ways = record.get("through", ())
    for way in ways:
        yield [*_way(way)]
    if (more := record.get("way_count", 0) - len(ways)) > 0:
        yield [Span(f"and {counted(more, 'other way')}")]


def _way(way: Told) -> Iterator[Span]:
    """Yield the records between two linked records, with links."""
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
