"""Components of a pathway for agents: what rows share is said once, and less is said of each."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from biofacts.domain.answers.records import Provenance, Record
from biofacts.domain.pathways.component_selection import PARTS
from biofacts.domain.pathways.pathway import ComponentsDetail, NodeType, PathwayComponents

Row = Mapping[str, Any]
"""The fields of a node, an interaction or a group."""

_INTERACTIONS, _MAPPED, _SYMBOL = "interactions", "cross_references", "hgnc_symbol"
_ALWAYS_STATED = frozenset({"type", "style"})
"""Fields that every node or group has, so that a row without one can only have the usual value."""
_TYPES: Mapping[str, NodeType] = {
    "genes": "Gene", "proteins": "Protein", "metabolites": "Metabolite", "complexes": "Complex",
    "linked_pathways": "Pathway", "other_nodes": "Other",
}  # fmt: skip
_REPEATED: Mapping[str, Sequence[str]] = {
    **dict.fromkeys(_TYPES, ("type", "database")), _INTERACTIONS: ("type", "graphical"), "groups": ("style",)
}  # fmt: skip
_BRIEF_NODE = ("id", "label", "type")
_BRIEF_GROUP = ("id", "label", "members", "member_labels", "empty")
_BRIEF_LINE = ("source_label", "target_label", "type", "style", "graphical")


class LightComponents(Record, msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The components of a pathway for agents. The items of each list are those of `PathwayComponents`, except:

    `same`: by list, the values that its items have where they state none. `arrows`: by type, the arrow of interactions
    that state none. `left_out`: the number of mapped identifiers that come with detail `all`; otherwise a node has its
    curated one, and its HGNC symbol if its label is another. `brief`: ids and labels, and types that are not those of
    the list; an end of an interaction is its label, or the id of a listed item.
    """

    id: str
    title: str
    organism: str
    same: Mapping[str, Row] = {}
    arrows: Mapping[str, str] = {}
    left_out: Mapping[str, int] = {}
    genes: tuple[Row, ...] = ()
    proteins: tuple[Row, ...] = ()
    metabolites: tuple[Row, ...] = ()
    complexes: tuple[Row, ...] = ()
    linked_pathways: tuple[Row, ...] = ()
    other_nodes: tuple[Row, ...] = ()
    interactions: tuple[Row, ...] = ()
    groups: tuple[Row, ...] = ()
    unconnected_lines: int = 0
    totals: Mapping[str, int] = {}
    guidance: str | None = None
    remark: str | None = None
    source: Provenance | None = None


def light(drawn: PathwayComponents, detail: ComponentsDetail) -> LightComponents:
    """Convert components for agents."""
    lists: dict[str, list[Row]] = {part: msgspec.to_builtins(getattr(drawn, part)) for part in PARTS}
    frame: dict[str, Any] = {name: getattr(drawn, name) for name in drawn.__struct_fields__ if name not in PARTS}
    if detail == "brief":
        frame |= {part: tuple(rows) for part, rows in _brief(lists)}
        return LightComponents(**frame)
    same = {part: values for part, rows in lists.items() if (values := dict(_shared(part, rows)))}
    arrows = _usual_arrows(lists[_INTERACTIONS])
    mapped = _mapped(lists) if detail == "full" else 0
    if detail == "full":
        lists = {part: [*map(_with_symbol, rows)] for part, rows in lists.items()}
        mapped -= _mapped(lists)
    lists[_INTERACTIONS] = [_without(row, {"arrow": arrows[row["type"]]}) for row in lists[_INTERACTIONS]]
    frame |= {part: tuple(_without(row, same.get(part, {})) for row in rows) for part, rows in lists.items()}
    left_out = {_MAPPED: mapped} if mapped else {}
    return LightComponents(**frame, same=same, arrows=arrows, left_out=left_out)


def _mapped(lists: Mapping[str, Sequence[Row]]) -> int:
    """Return the number of identifiers to which nodes are mapped."""
    return sum(len(row.get(_MAPPED, ())) for rows in lists.values() for row in rows)


def _shared(part: str, rows: Sequence[Row]) -> Iterator[tuple[str, object]]:
    """Yield the fields, with their values, that rows need not state."""
    for field in _REPEATED[part] if len(rows) > 1 else ():
        value, number = Counter(row.get(field) for row in rows).most_common(1)[0]
        # The type of an interaction is too important to be left to a reader's memory, unless there is only one.
        if number == len(rows) or (field in _ALWAYS_STATED and part != _INTERACTIONS):
            yield from [(field, value)] if value is not None else ()


def _without(row: Row, values: Row) -> Row:
    return {field: value for field, value in row.items() if field not in values or values[field] != value}


def _usual_arrows(lines: Sequence[Row]) -> Mapping[str, str]:
    """Return the most frequent arrow of each type of interaction."""
    usual: dict[str, str] = {}
    for (kind, arrow), _ in Counter((line["type"], line["arrow"]) for line in lines).most_common():
        usual.setdefault(kind, arrow)
    return usual


def _with_symbol(row: Row) -> Row:
    """Reduce the mapped identifiers of a node to its symbol, and that to one that its label does not state."""
    symbol = row.get(_MAPPED, {}).get(_SYMBOL)
    kept = {_MAPPED: {_SYMBOL: symbol}} if symbol not in (None, row.get("label")) else {}
    return {field: value for field, value in row.items() if field != _MAPPED} | kept


# Ids and labels


def _brief(lists: Mapping[str, Sequence[Row]]) -> Iterator[tuple[str, Sequence[Row]]]:
    for part, kind in _TYPES.items():
        yield part, [_without(_only(row, _BRIEF_NODE), {"type": kind}) for row in lists[part]]
    ends = {row.get(end) for row in lists[_INTERACTIONS] for end in ("source", "target")}
    named = ends | {member for group in lists["groups"] for member in group.get("members", ())}
    yield _INTERACTIONS, [dict(_brief_line(row, named)) for row in lists[_INTERACTIONS]]
    yield "groups", [_brief_group(row) for row in lists["groups"]]


def _only(row: Row, fields: Sequence[str]) -> Row:
    return {field: row[field] for field in fields if field in row}


def _brief_group(row: Row) -> Row:
    """Return a group with the labels of its members, or else their ids."""
    return _only(row, [field for field in _BRIEF_GROUP if field != "members" or "member_labels" not in row])


def _brief_line(row: Row, named: Collection[Any]) -> Iterator[tuple[str, object]]:
    if row["id"] in named:
        yield "id", row["id"]
    for end in ("source", "target"):
        if end in row and f"{end}_label" not in row:
            yield end, row[end]
    yield from _only(row, _BRIEF_LINE).items()
