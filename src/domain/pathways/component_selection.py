"""Selections of a pathway's components: some lists, the surroundings of an element, labels only, or whole items."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, TypeVar, cast, get_args

import msgspec

from biofacts.domain.answers.advice import joined, json_size
from biofacts.domain.pathways.pathway import DataNode, Group, Interaction, PathwayComponents
from biofacts.domain.remarks.pathways import together
from biofacts.domain.text.clean import shorten

Part = Literal[
    "genes", "proteins", "metabolites", "complexes", "linked_pathways", "other_nodes", "interactions", "groups"
]  # fmt: skip
PARTS: tuple[str, ...] = get_args(Part)

LARGEST_ANSWER = 60_000
"""The limit for the JSON of an answer in bytes, unless the caller requests the whole."""

_NODE_PARTS = PARTS[:6]

T = TypeVar("T")
ComponentsT = TypeVar("ComponentsT", bound=msgspec.Struct)


def only(drawn: PathwayComponents, parts: Collection[str]) -> PathwayComponents:
    """Reduce components to the lists in `parts`, and label the ends of interactions."""
    drawn = labelled(drawn)
    left: dict[str, Any] = {part: () for part in PARTS if part not in parts}
    if "interactions" not in parts:
        left["unconnected_lines"] = 0
    return msgspec.structs.replace(drawn, **left)


# Around


def around(drawn: PathwayComponents, seeds: Collection[str]) -> PathwayComponents:
    """Reduce components to `seeds`, their groups, every line that touches these, and the elements at its other end.

    Includes lines attached to such a line, lines to which it is attached, and the members of groups.
    """
    inner = {*seeds} | _groups_of(drawn, seeds)
    lines = {line.id: line for line in drawn.interactions}
    touching = {line.id for line in drawn.interactions if line.id in inner or not inner.isdisjoint(_ends(line))}
    hanging = {line.id for line in drawn.interactions if not touching.isdisjoint(_ends(line))}
    shown = _with_what_they_hang_on(touching | hanging, lines)
    reached = inner | {end for name in shown for end in _ends(lines[name])}
    groups = [group for group in drawn.groups if group.id in reached]
    kept = reached | {member for group in groups for member in group.members}
    found: dict[str, Any] = {part: _kept(getattr(drawn, part), kept) for part in _NODE_PARTS}
    return msgspec.structs.replace(
        drawn,
        **found,
        interactions=tuple(line for line in drawn.interactions if line.id in shown),
        groups=tuple(groups),
        unconnected_lines=0,
    )


def _kept(nodes: Sequence[DataNode], wanted: Collection[str]) -> tuple[DataNode, ...]:
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
    found: set[str] = set()
    waiting = [*seeds]
    while waiting:
        more = [name for name in holding.get(waiting.pop(), ()) if name not in found]
        found.update(more)
        waiting += more
    return found


def _with_what_they_hang_on(names: Iterable[str], lines: Mapping[str, Interaction]) -> set[str]:
    shown: set[str] = set()
    waiting = [*names]
    while waiting:
        name = waiting.pop()
        if name in lines and name not in shown:
            shown.add(name)
            waiting += _ends(lines[name])
    return shown


# Labels only


def brief(drawn: PathwayComponents) -> PathwayComponents:
    """Reduce components to ids and labels; all ends of interactions get labels."""
    found: dict[str, Any] = {part: tuple(map(_brief_node, getattr(drawn, part))) for part in _NODE_PARTS}
    return msgspec.structs.replace(
        drawn,
        **found,
        interactions=tuple(map(_brief_line, labelled(drawn).interactions)),
        groups=tuple(
            Group(id=group.id, style=group.style, label=group.label, members=group.members, empty=group.empty)
            for group in drawn.groups
        ),
    )


def labelled(drawn: PathwayComponents) -> PathwayComponents:
    """Add the names of nodes and groups to the ends of interactions and to groups, since those may not be listed."""
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
                member_labels=group.member_labels or tuple(filter(None, (labels.get(one) for one in group.members))),
            )
            for group in drawn.groups
        ),
    )


def named_ends(drawn: PathwayComponents) -> Mapping[str, str]:
    """Map ids to the names of nodes and groups: a group without a label gets the labels of its members."""
    labels = {node.id: node.label for node in drawn.nodes if node.label}
    named = dict(labels)
    for group in _inner_first(drawn.groups):
        members = [named.get(one, "") for one in group.members] + [one.label or "" for one in group.other_members]
        if label := group.label or shorten(together([one for one in members if one])):
            named[group.id] = label
    return named


def _inner_first(groups: Sequence[Group]) -> Iterator[Group]:
    """Yield every group after the groups inside it. In a ring, which no editor creates, the order is arbitrary."""
    # A stack instead of recursion, since a file may nest groups deeper than Python recurses.
    by_id = {group.id: group for group in groups}
    begun, done = set[str](), set[str]()
    waiting = [group.id for group in reversed(groups)]
    while waiting:
        name = waiting[-1]
        if name not in begun:
            begun.add(name)
            waiting += [one for one in by_id[name].members if one in by_id and one not in begun]
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


def cut(
    drawn: PathwayComponents,
    guidance: Callable[[], str],
    form: Callable[[PathwayComponents], ComponentsT],
    limit: int = LARGEST_ANSWER,
) -> ComponentsT:
    """Bring components into a form, and cut it to `limit` bytes of JSON.

    Each list is cut by an equal share, in whole items; `totals` has the lengths of the cut lists. `guidance`: returns
    the remark for an answer that is cut.
    """
    whole = form(drawn)
    if json_size(whole) <= limit:
        return whole
    return _cut(form(labelled(drawn)), guidance, limit)  # what an end names may be among what is cut


def _cut(drawn: ComponentsT, guidance: Callable[[], str], limit: int) -> ComponentsT:
    sizes = {part: [json_size(one) + 1 for one in getattr(drawn, part)] for part in PARTS}
    totals = {part: len(several) for part, several in sizes.items() if several}
    emptied: dict[str, Any] = dict.fromkeys(PARTS, ())
    said = joined(cast("Any", drawn).guidance, guidance())
    frame = msgspec.structs.replace(drawn, **emptied, totals=totals, guidance=said)
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
