"""The edges of one drawing: its interactions, with their ends resolved to nodes, and the meaning of arrowheads."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Literal, NamedTuple

import msgspec

from biofacts.domain.edges.edge import DrawnEdge, Effect, GraphNode, Sign, TouchedLine, Via, text_id
from biofacts.domain.pathways.pathway import EndKind, Group, Interaction, InteractionType, PathwayComponents
from biofacts.domain.source_remarks.pathways import together

_Side = Literal["source", "target"]
_COMPLEX, _TEXTS = "Complex", ("label", "shape")


def drawn_edges(drawn: PathwayComponents, nodes: Mapping[str, GraphNode]) -> Iterator[DrawnEdge]:
    """Yield the lines that connect two elements; a line with two arrowheads is yielded once for each direction.

    `nodes`: the graph node of each data node, by the data node's id in the drawing.
    """
    reading = _DrawingGraph(drawn, nodes)
    for line in drawn.interactions:
        if line.source and line.target:
            yield reading.edge(line)
            if line.source_arrow:
                yield reading.edge(reading.reversed(line))


class _TouchedElement(NamedTuple):
    """The element that an end of a line touches. `bearer`: the data node, if the element is a state on one."""

    id: str
    kind: EndKind
    label: str | None
    bearer: str | None


def _end(line: Interaction, side: _Side) -> _TouchedElement | None:
    if side == "source":
        return (
            _TouchedElement(line.source, line.source_kind, line.source_label, line.source_node) if line.source else None
        )
    return _TouchedElement(line.target, line.target_kind, line.target_label, line.target_node) if line.target else None


class _DrawingGraph:
    """The elements of a drawing by their ids, and the graph nodes to which they resolve.

    Groups and anchors are followed in loops, since a file may nest them deeper than Python's recursion limit.
    """

    def __init__(self, drawn: PathwayComponents, nodes: Mapping[str, GraphNode]) -> None:
        self._drawn = drawn
        self._nodes = nodes
        self._lines = {line.id: line for line in drawn.interactions}
        self._groups = {group.id: group for group in drawn.groups}
        self._states = {state.id: state.value or state.type for node in drawn.nodes for state in node.states}
        self._metabolites = {node.id for node in drawn.metabolites}
        self._of_group = cache(self._group)
        self._reached: dict[tuple[str, _Side], _Nodes] = {}

    def edge(self, line: Interaction) -> DrawnEdge:
        """Convert a line to an edge from its source to its target."""
        sources, source_via, begins_at = self._resolved(line, "source")
        targets, target_via, acts_on = self._resolved(line, "target")
        return DrawnEdge(
            pathway=self._drawn.id,
            organism=self._drawn.organism,
            line=line.id,
            sources=sources,
            targets=targets,
            effect=effect(line.type),
            sign=self._sign(line),
            directed=line.arrow != NO_HEAD,
            source_via=source_via,
            target_via=target_via,
            acts_on=acts_on,
            begins_at=begins_at,
            dashed=line.style == "dashed",
            graphical=line.graphical,
            references=line.references,
            identifier=_identifier(line),
        )

    def reversed(self, line: Interaction) -> Interaction:
        """Swap the ends of a line with two arrowheads, so that its second arrowhead gives its type."""
        head = line.source_arrow or NO_HEAD
        between_metabolites = line.source in self._metabolites and line.target in self._metabolites
        return msgspec.structs.replace(
            line,
            source=line.target,
            target=line.source,
            type=interaction_type(head, between_metabolites=between_metabolites),
            arrow=head,
            source_arrow=line.arrow,
            source_kind=line.target_kind,
            target_kind=line.source_kind,
            source_label=line.target_label,
            target_label=line.source_label,
            source_node=line.target_node,
            target_node=line.source_node,
        )

    def _resolved(self, line: Interaction, side: _Side) -> tuple["_Nodes", Via | None, TouchedLine | None]:
        """Return the nodes at an end, how they are reached, and the line that the end touches at an anchor, if any."""
        end = _end(line, side)
        assert end is not None  # only lines with two ends are edges
        if end.kind == "interaction":
            touched = self._lines[end.id]
            return self._at_anchor(touched, side), "interaction", self._acted_on(touched)
        return *self._element(end), None

    # Elements other than lines

    def _element(self, end: _TouchedElement) -> tuple["_Nodes", Via | None]:
        if end.kind == "state" and end.bearer is not None:
            nodes, via = self._nodes_of(end.bearer)
            return tuple(msgspec.structs.replace(node, state=self._states.get(end.id)) for node in nodes), via
        if end.kind in ("node", "group"):
            return self._nodes_of(end.id)
        return (self._text(end.id, end.label),), None

    def _nodes_of(self, element: str) -> tuple["_Nodes", Via | None]:
        """Return the nodes of a data node or a group."""
        return self._of_group(element) if element in self._groups else ((self._nodes[element],), None)

    def _group(self, element: str) -> tuple["_Nodes", Via | None]:
        group = self._groups[element]
        if group.style == _COMPLEX and (members := _once(self._members(group, whole=False))):
            return (_complex(group, members),), None
        if members := _once(self._members(group, whole=True)):
            return members, "group"
        return (self._text(group.id, group.label),), None

    def _members(self, group: Group, *, whole: bool) -> Iterator[GraphNode]:
        """Yield the members of a group and of the groups in it. `whole`: yield each inner complex as a single node."""
        seen, waiting = {group.id}, [group]
        while waiting:
            inner = waiting.pop()
            if whole and inner is not group and inner.style == _COMPLEX:
                yield from self._of_group(inner.id)[0]
                continue
            yield from (self._nodes[member] for member in inner.members if member not in self._groups)
            yield from (
                self._text(member.id, member.label)
                for member in inner.other_members
                if member.label and member.kind in _TEXTS
            )
            nested = [self._groups[member] for member in inner.members if member in self._groups and member not in seen]
            seen.update(child.id for child in nested)
            waiting += reversed(nested)

    def _text(self, element: str, label: str | None) -> GraphNode:
        return GraphNode(id=text_id(label, self._drawn.id, element), label=label or "", kind="label")

    # Lines that other lines touch at an anchor

    def _at_anchor(self, line: Interaction, side: _Side) -> "_Nodes":
        """Return the nodes that `_ends` yields for a line; without any, a node for the line itself."""
        if (line.id, side) not in self._reached:
            self._reached[line.id, side] = _once(self._ends(line, side))
        return self._reached[line.id, side] or (self._text(line.id, None),)

    def _ends(self, line: Interaction, side: _Side) -> Iterator[GraphNode]:
        """Yield the nodes at one end of a line, or at both (see `_touched`); follow an end that is on another line."""
        seen, waiting = {(line.id, side)}, [*_touched(line, side)]
        while waiting:
            touched, at = waiting.pop()
            end = _end(touched, at)
            if end is not None and end.kind != "interaction":
                yield from self._element(end)[0]
            elif end is not None and (end.id, at) in self._reached:
                yield from self._reached[end.id, at]
            elif end is not None and (end.id, at) not in seen:
                seen.add((end.id, at))
                waiting += _touched(self._lines[end.id], at)

    def _acted_on(self, line: Interaction) -> TouchedLine:
        sources, targets = self._labels(line, "source"), self._labels(line, "target")
        return TouchedLine(line.id, sources, effect(line.type), targets, self._sign(line))

    def _labels(self, line: Interaction, side: _Side) -> tuple[str, ...]:
        end = _end(line, side)
        if end is None:
            return ()
        nodes = self._at_anchor(self._lines[end.id], side) if end.kind == "interaction" else self._element(end)[0]
        return tuple(node.label for node in nodes)

    def _sign(self, line: Interaction) -> Sign | None:
        """Return the sign of a line's effect, times those of the lines it acts on, where no sign counts as plus."""
        product, seen = sign(line.type), {line.id}
        while product and line.target and line.target_kind == "interaction":
            line = self._lines[line.target]
            # Two arrowheads with different signs leave the sign of the whole chain open.
            signs = {sign(line.type), *([sign(self.reversed(line).type)] if line.source_arrow else [])}
            if line.id in seen or line.arrow == NO_HEAD or len(signs) > 1:
                return None
            seen.add(line.id)
            product = "+" if (signs.pop() or "+") == product else "-"
        return product


_Nodes = tuple[GraphNode, ...]


def _touched(line: Interaction, side: _Side) -> Iterator[tuple[Interaction, _Side]]:
    """Yield the end at a line's `side`, or both ends of a line with no arrowhead or two."""
    if line.arrow != NO_HEAD and line.source_arrow is None:
        yield line, side
    else:
        yield line, "target"
        yield line, "source"


def _once(nodes: Iterable[GraphNode]) -> _Nodes:
    """Remove duplicates; a node that is drawn under two labels is kept twice."""
    return tuple(dict.fromkeys(nodes))


def _complex(group: Group, members: _Nodes) -> GraphNode:
    return GraphNode(
        id=f"complex:{'+'.join(sorted({member.id for member in members}))}",
        label=group.label or together([member.label for member in members if member.label]),
        kind="complex",
        members=members,
    )


def _identifier(line: Interaction) -> str | None:
    return ":".join(filter(None, (line.database, line.identifier))) if line.identifier else None


NO_HEAD = "Line"
"""GPML's word for the end of a line without an arrowhead."""

_TYPES: Mapping[str, InteractionType] = {
    NO_HEAD: "association",
    "Arrow": "activation",
    "TBar": "inhibition",
    "mim-stimulation": "activation",
    "mim-necessary-stimulation": "stimulation_necessary",
    "mim-inhibition": "inhibition",
    "mim-binding": "binding",
    "mim-covalent-bond": "binding",
    "mim-conversion": "conversion",
    "mim-catalysis": "catalysis",
    "mim-transcription-translation": "transcription_translation",
    "mim-modification": "modification",
    "mim-cleavage": "cleavage",
    "mim-translocation": "translocation",
}
_EFFECTS: Mapping[InteractionType, Effect] = {
    "activation": "activates",
    "inhibition": "inhibits",
    "binding": "binds",
    "conversion": "converts",
    "catalysis": "catalyses",
    "transcription_translation": "transcribes",
    "modification": "modifies",
    "cleavage": "cleaves",
    "translocation": "translocates",
    "stimulation_necessary": "necessary_for",
    "association": "associates",
    "other": "other",
}
_SIGNS: Mapping[Effect, Sign] = {"activates": "+", "catalyses": "+", "necessary_for": "+", "inhibits": "-"}


def interaction_type(head: str, *, between_metabolites: bool) -> InteractionType:
    """Return the type of interaction that an arrowhead means. `head`: GPML's word, such as `mim-catalysis`."""
    # Nothing activates a metabolite: a plain arrow between two of them is a reaction.
    if head == "Arrow" and between_metabolites:
        return "conversion"
    # ReceptorRound, LigandSquare and the like are drawn at the ends of a binding.
    if head.startswith(("Receptor", "Ligand")):
        return "binding"
    return _TYPES.get(head, "other")  # e.g. mim-gap, mim-branching-left


def effect(interaction: InteractionType) -> Effect:
    """Return the effect of an interaction on its target."""
    return _EFFECTS[interaction]


def sign(interaction: InteractionType) -> Sign | None:
    """Return the sign of an interaction's effect; None for effects without a sign, such as a conversion."""
    return _SIGNS.get(effect(interaction))
