"""Selection of a pathway's components: some lists, the surroundings of a node, labels only, or up to a size."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, TypeVar, cast

import msgspec

from biofacts.domain.answers.advice_and_phrasing import joined, json_size
from biofacts.domain.answers.records import Provenance, Record
from biofacts.domain.pathways.pathway import LEVELS, NODE_LISTS, DataNode, Detail, Group, Interaction, PathwayComponents
from biofacts.domain.source_remarks.pathways import together
from biofacts.domain.text.clean import shorten

PARTS = (*NODE_LISTS, "interactions", "groups")

LARGEST_ANSWER = 60_000
"""The maximum size of an answer in bytes of JSON, unless the caller requests everything."""

T = TypeVar("T")
ComponentsT = TypeVar("ComponentsT", bound=msgspec.Struct)


def only(drawn: PathwayComponents, parts: Collection[str]) -> PathwayComponents:
    """Reduce components to the lists named in `parts`, and label the ends of interactions."""
    drawn = labelled(drawn)
    left: dict[str, Any] = {part: () for part in PARTS if part not in parts}
    if "interactions" not in parts:
        left["unconnected_lines"] = 0
    return msgspec.structs.replace(drawn, **left)


# Around


def around(drawn: PathwayComponents, seeds: Collection[str]) -> PathwayComponents:
    """Reduce components to `seeds` (ids), their groups, all lines that touch these, and the elements at the other ends.

    The result includes lines that are attached to such a line or to which it is attached, and the members of groups.
    """
    inner = {*seeds} | _groups_of(drawn, seeds)
    lines = {line.id: line for line in drawn.interactions}
    touching = {line.id for line in drawn.interactions if line.id in inner or not inner.isdisjoint(_ends(line))}
    hanging = {line.id for line in drawn.interactions if not touching.isdisjoint(_ends(line))}
    shown = _with_what_they_hang_on(touching | hanging, lines)
    reached = inner | {end for name in shown for end in _ends(lines[name])}
    groups = [group for group in drawn.groups if group.id in reached]
    elements = reached | {member for group in groups for member in group.members}
    nodes: dict[str, Any] = {part: _with_ids(getattr(drawn, part), elements) for part in NODE_LISTS}
    return msgspec.structs.replace(
        drawn,
        **nodes,
        interactions=tuple(line for line in drawn.interactions if line.id in shown),
        groups=tuple(groups),
        unconnected_lines=0,
    )


def _with_ids(nodes: Sequence[DataNode], wanted: Collection[str]) -> tuple[DataNode, ...]:
    return tuple(node for node in nodes if node.id in wanted)


def _ends(line: Interaction) -> tuple[str, ...]:
    """Return the ids of the elements that a line touches; for a state, also its node."""
    ends = (line.source, line.target, line.source_node, line.target_node)
    return tuple(end for end in ends if end is not None)


def _groups_of(drawn: PathwayComponents, seeds: Collection[str]) -> set[str]:
    """Return the groups that contain any seed, directly or through other groups."""
    holding: dict[str, list[str]] = {}
    for group in drawn.groups:
        for member in group.members:
            holding.setdefault(member, []).append(group.id)
    return _reached(seeds, lambda name: holding.get(name, ()))


def _with_what_they_hang_on(names: Iterable[str], lines: Mapping[str, Interaction]) -> set[str]:
    beyond = _reached(names, lambda name: _ends(lines[name]) if name in lines else ())
    return lines.keys() & ({*names} | beyond)


def _reached(seeds: Iterable[str], following: Callable[[str], Iterable[str]]) -> set[str]:
    reached: set[str] = set()
    waiting = [*seeds]
    while waiting:
        more = [name for name in following(waiting.pop()) if name not in reached]
        reached.update(more)
        waiting += more
    return reached


# Labels only


def brief(drawn: PathwayComponents) -> PathwayComponents:
    """Reduce components to ids and labels; all ends of interactions get labels."""
    nodes: dict[str, Any] = {part: tuple(map(_brief_node, getattr(drawn, part))) for part in NODE_LISTS}
    return msgspec.structs.replace(
        drawn,
        **nodes,
        interactions=tuple(map(_brief_line, labelled(drawn).interactions)),
        groups=tuple(
            Group(id=group.id, style=group.style, label=group.label, members=group.members, empty=group.empty)
            for group in drawn.groups
        ),
    )


def labelled(drawn: PathwayComponents) -> PathwayComponents:
    """Add the names of nodes and groups to interactions and groups, for answers that do not list all components."""
    labels = named_ends(drawn)
    return msgspec.structs.replace(
        drawn,
        interactions=tuple(
            msgspec.structs.replace(
                line,
                source_label=line.source_label or labels.get(line.source or ""),
                target_label=line.target_label or labels.get(line.target or ""),
            )
            for line in drawn.interactions
        ),
        groups=tuple(
            msgspec.structs.replace(
                group,
                member_labels=group.member_labels
                or tuple(filter(None, (labels.get(member) for member in group.members))),
            )
            for group in drawn.groups
        ),
    )


def named_ends(drawn: PathwayComponents) -> Mapping[str, str]:
    """Map the ids of nodes and groups to names: the name of a group without a label is made of its members' labels."""
    labels = {node.id: node.label for node in drawn.nodes if node.label}
    named = dict(labels)
    for group in _inner_first(drawn.groups):
        members = [named.get(member, "") for member in group.members] + [
            member.label or "" for member in group.other_members
        ]
        if label := group.label or shorten(together([member for member in members if member])):
            named[group.id] = label
    return named


def _inner_first(groups: Sequence[Group]) -> Iterator[Group]:
    """Yield every group after the groups inside it. If groups contain each other in a ring, the order is arbitrary."""
    # A stack instead of recursion, since a file may nest groups deeper than Python's recursion limit.
    by_id = {group.id: group for group in groups}
    begun, done = set[str](), set[str]()
    waiting = [group.id for group in reversed(groups)]
    while waiting:
        name = waiting[-1]
        if name not in begun:
            begun.add(name)
            waiting += [member for member in by_id[name].members if member in by_id and member not in begun]
        else:
            waiting.pop()
            if name not in done:
                done.add(name)
                yield by_id[name]


def _brief_node(node: DataNode) -> DataNode:
    return DataNode(id=node.id, label=node.label, type=node.type)


def _brief_line(line: Interaction) -> Interaction:
    return msgspec.structs.replace(line, database=None, identifier=None, references=(), comments=())


# Whole items


def limited(
    drawn: PathwayComponents,
    guidance: Callable[[], str],
    form: Callable[[PathwayComponents], ComponentsT],
    limit: int = LARGEST_ANSWER,
) -> ComponentsT:
    """Convert components with `form`, and cut the result to `limit` bytes of JSON.

    Every list is cut to the same share of its size, in whole items; `totals` has the full lengths of the cut lists.
    `guidance`: a function that returns the remark on an answer that was cut.
    """
    whole = form(drawn)
    if json_size(whole) <= limit:
        return whole
    return _cut(form(labelled(drawn)), guidance, limit)  # the element at an end may be cut, so the end needs a label


def _cut(drawn: ComponentsT, guidance: Callable[[], str], limit: int) -> ComponentsT:
    # A comma follows each item.
    sizes = {part: [json_size(item) + 1 for item in getattr(drawn, part)] for part in PARTS}
    totals = {part: len(several) for part, several in sizes.items() if several}
    emptied: dict[str, Any] = dict.fromkeys(PARTS, ())
    remarks = joined(cast("Any", drawn).guidance, guidance())
    frame = msgspec.structs.replace(drawn, **emptied, totals=totals, guidance=remarks)
    # Six bytes of JSON around each list beside its name: two quotes, a colon, two brackets, a comma.
    named_lists = sum(len(part) + 6 for part in totals)
    share = (limit - json_size(frame) - named_lists) / sum(map(sum, sizes.values()))
    shown: dict[str, Any] = {
        part: _first(getattr(drawn, part), several, share * sum(several)) for part, several in sizes.items()
    }
    return msgspec.structs.replace(
        frame, **shown, totals={part: total for part, total in totals.items() if len(shown[part]) < total}
    )


def _first(items: Sequence[T], sizes: Sequence[int], budget: float) -> tuple[T, ...]:
    used = 0
    for number, size in enumerate(sizes):
        used += size
        if used > budget:
            return tuple(items[:number])
    return tuple(items)


ComponentRow = Mapping[str, Any]
"""The fields of a node, an interaction or a group, by name."""

_INTERACTIONS, _MAPPED, _SYMBOL = "interactions", "cross_references", "hgnc_symbol"
_ALWAYS_STATED = frozenset({"type", "style"})
"""Fields that every node or group has, so that a row can omit the most frequent value without ambiguity."""
_REPEATED: Mapping[str, Sequence[str]] = {
    **dict.fromkeys(NODE_LISTS, ("type", "database")), _INTERACTIONS: ("type", "graphical"), "groups": ("style",)
}  # fmt: skip
_BRIEF_NODE = ("id", "label", "type")
_BRIEF_GROUP = ("id", "label", "members", "member_labels", "empty")
_BRIEF_LINE = ("source_label", "target_label", "type", "style", "graphical")


class LightComponents(Record, msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The components of a pathway in compact form, for agents. The lists are those of `PathwayComponents`, except:

    `same`: for each list, the values that apply to items without that field. `arrows`: for each type of interaction,
    the arrow of interactions without one. Mapped identifiers are left out (`left_out`: their number) unless the detail
    is `all`; a node then has only its curated identifier, and its HGNC symbol if its label is different. With detail
    `brief`, items have ids and labels, and a type only if it is not the usual one of the list; the end of an
    interaction is given by its label, or else by its id.
    """

    id: str
    title: str
    organism: str
    same: Mapping[str, ComponentRow] = {}
    arrows: Mapping[str, str] = {}
    left_out: Mapping[str, int] = {}
    genes: tuple[ComponentRow, ...] = ()
    proteins: tuple[ComponentRow, ...] = ()
    metabolites: tuple[ComponentRow, ...] = ()
    complexes: tuple[ComponentRow, ...] = ()
    linked_pathways: tuple[ComponentRow, ...] = ()
    other_nodes: tuple[ComponentRow, ...] = ()
    interactions: tuple[ComponentRow, ...] = ()
    groups: tuple[ComponentRow, ...] = ()
    unconnected_lines: int = 0
    totals: Mapping[str, int] = {}
    guidance: str | None = None
    remark: str | None = None
    source: Provenance | None = None


def light(drawn: PathwayComponents, detail: Detail) -> LightComponents:
    """Convert components to the compact form for agents."""
    lists: dict[str, tuple[dict[str, Any], ...]] = {part: msgspec.to_builtins(getattr(drawn, part)) for part in PARTS}
    frame: dict[str, Any] = {name: getattr(drawn, name) for name in drawn.__struct_fields__ if name not in PARTS}
    level = LEVELS[detail]
    if level.labels_only:
        frame |= {part: tuple(rows) for part, rows in _brief(lists)}
        return LightComponents(**frame)
    same = {part: values for part, rows in lists.items() if (values := dict(_shared(part, rows)))}
    arrows = _usual_arrows(lists[_INTERACTIONS])
    mapped = 0 if level.unreviewed else sum(map(_reduced, chain.from_iterable(lists[part] for part in NODE_LISTS)))
    for row in lists[_INTERACTIONS]:
        if row["arrow"] == arrows[row["type"]]:
            del row["arrow"]
    for part, values in same.items():
        for field, value in values.items():
            for row in lists[part]:
                if row.get(field) == value:
                    del row[field]
    frame |= lists
    left_out = {_MAPPED: mapped} if mapped else {}
    return LightComponents(**frame, same=same, arrows=arrows, left_out=left_out)


def _shared(part: str, rows: Sequence[ComponentRow]) -> Iterator[tuple[str, object]]:
    """Yield the fields, with their values, that the rows of a list may omit."""
    for field in _REPEATED[part] if len(rows) > 1 else ():
        value, number = Counter(row.get(field) for row in rows).most_common(1)[0]
        # The type of an interaction matters too much to be omitted, unless all interactions have the same one.
        if number == len(rows) or (field in _ALWAYS_STATED and part != _INTERACTIONS):
            yield from [(field, value)] if value is not None else ()


def _without(row: ComponentRow, values: ComponentRow) -> ComponentRow:
    return {field: value for field, value in row.items() if field not in values or values[field] != value}


def _usual_arrows(lines: Sequence[ComponentRow]) -> Mapping[str, str]:
    """Return the most frequent arrow of each type of interaction."""
    usual: dict[str, str] = {}
    for (kind, arrow), _ in Counter((line["type"], line["arrow"]) for line in lines).most_common():
        usual.setdefault(kind, arrow)
    return usual


def _reduced(row: dict[str, Any]) -> int:
    """Remove a node's mapped identifiers, except an HGNC symbol that is not its label, and return their number."""
    if (mapped := row.pop(_MAPPED, None)) is None:
        return 0
    if (symbol := mapped.get(_SYMBOL)) in (None, row.get("label")):
        return len(mapped)
    row[_MAPPED] = {_SYMBOL: symbol}
    return len(mapped) - 1


# Ids and labels


def _brief(lists: Mapping[str, Sequence[ComponentRow]]) -> Iterator[tuple[str, Sequence[ComponentRow]]]:
    for part, kind in NODE_LISTS.items():
        yield part, [_without(_only(row, _BRIEF_NODE), {"type": kind}) for row in lists[part]]
    ends = {row.get(end) for row in lists[_INTERACTIONS] for end in ("source", "target")}
    named = ends | {member for group in lists["groups"] for member in group.get("members", ())}
    yield _INTERACTIONS, [dict(_brief_row(row, named)) for row in lists[_INTERACTIONS]]
    yield "groups", [_brief_group(row) for row in lists["groups"]]


def _only(row: ComponentRow, fields: Sequence[str]) -> ComponentRow:
    return {field: row[field] for field in fields if field in row}


def _brief_group(row: ComponentRow) -> ComponentRow:
    """Return a group with the labels of its members, or with their ids if it has no such labels."""
    return _only(row, [field for field in _BRIEF_GROUP if field != "members" or "member_labels" not in row])


def _brief_row(row: ComponentRow, named: Collection[Any]) -> Iterator[tuple[str, object]]:
    if row["id"] in named:
        yield "id", row["id"]
    for end in ("source", "target"):
        if end in row and f"{end}_label" not in row:
            yield end, row[end]
    yield from _only(row, _BRIEF_LINE).items()
