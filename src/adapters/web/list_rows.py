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
    told = [cast("Told", msgspec.to_builtins(item)) for item in items]
    found = [row(one, kind, (reasons or {}).get(one["id"], "")) for one in told]
    if of is None or kind != "pathway":
        return found
    return [msgspec.structs.replace(one, place=addresses.drawing(one.id, *of)) for one in found]


def row(told: Told, kind: str, reason: str = "") -> ListRow:
    """Convert an item into a row. `reason`: one that the item itself does not hold."""
    label = named(told)
    return ListRow(
        id=told["id"],
        label=label,
        place=addresses.record(told.get("kind", kind), told["id"]),
        about=", ".join(_about(told, label)),
        description=told.get("description", ""),
        score=told.get("score"),
        why=tuple(_why(told, reason)),
    )


def named(told: Told) -> str:
    """Return the name of a record."""
    return str(told.get("symbol") or told.get("title") or told.get("name") or told["id"])


def standing(told: Told) -> str:
    """Return the status of a ligand as a medicine: `approved`, `approved, withdrawn` or ""."""
    return ", ".join(flag for flag in ("approved", "withdrawn") if told.get(flag))


def group_of(told: Told) -> str:
    """Return the type of a group in a drawing."""
    style = told.get("style", "None")
    return "Group" if style == "None" else style


def _about(told: Told, label: str) -> Iterator[str]:
    yield from (str(told[name]) for name in _ABOUT if told.get(name) and told[name] != label)
    if medicine := standing(told):
        yield medicine
    if told.get("primary"):
        yield "primary target"
    if actions := told.get("actions"):
        yield " and ".join(actions)
    if known := told.get("affinity"):
        yield written_affinity(known)


def _why(told: Told, reason: str) -> Iterator[Span]:
    """Yield the reasons, separated by semicolons."""
    for number, one in enumerate(_reasons(told, reason)):
        if number:
            yield Span("; ")
        yield from one


def _reasons(told: Told, reason: str) -> Iterator[Sequence[Span]]:
    if reason:
        yield [Span(reason)]
    if matched := told.get("matched_on"):
        yield [Span(f"matched by its {matched}")]
    if remark := told.get("remark"):
        yield [Span(remark)]
    if unmatched := told.get("unmatched"):
        yield [Span(f"nothing in it answers {', '.join(unmatched)}")]
    for one in told.get("evidence", ()):
        yield [Span(f"{one['via'].replace('_', ' ')} {one['value']}, says {' and '.join(one['sources'])}")]
    ways = told.get("through", ())
    for way in ways:
        yield [*_way(way)]
    if (more := told.get("way_count", 0) - len(ways)) > 0:
        yield [Span(f"and {counted(more, 'other way')}")]


def _way(told: Told) -> Iterator[Span]:
    """Yield the records between two linked records, with links."""
    before = "through "
    for kind in ("gene", "target", "ligand", "compound"):
        if between := told.get(kind):
            yield Span(f"{before}{kind} ")
            before = ", "
            yield Span(
                between, addresses.search(between, "gene") if kind == "gene" else addresses.record(kind, between)
            )
    if actions := told.get("actions"):
        yield Span(f" ({' and '.join(actions)})")
