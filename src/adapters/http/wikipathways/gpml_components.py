"""Reader of the interactions, groups, states and citations in a GPML file.

Source: https://pathvisio.org/GPML/GPML2013a.xsd.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple
from xml.etree.ElementTree import Element

from biofacts.adapters.http.wikipathways.gpml_references import Publications
from biofacts.domain.edges.drawn_edges import NO_HEAD, interaction_type
from biofacts.domain.pathways.pathway import EndKind, Group, Interaction, Member, MemberKind, State, StateType
from biofacts.domain.text.clean import plain
from biofacts.domain.text.patterns import late_pattern

NAMESPACE = "{http://pathvisio.org/GPML/2013a}"


def tag(name: str) -> str:
    """Return the qualified name of a GPML element."""
    return NAMESPACE + name


DATA_NODE, GROUP, INTERACTION, XREF = tag("DataNode"), tag("Group"), tag("Interaction"), tag("Xref")
CITED, GRAPHICS, POINT, ANCHOR, COMMENT = (
    tag("BiopaxRef"), tag("Graphics"), tag("Point"), tag("Anchor"), tag("Comment"),
)  # fmt: skip
LABEL, SHAPE, STATE = tag("Label"), tag("Shape"), tag("State")
LINES = frozenset({INTERACTION, tag("GraphicalLine")})
_END_KINDS: Mapping[str, EndKind] = {
    DATA_NODE: "node", GROUP: "group", LABEL: "label", SHAPE: "shape", STATE: "state",
}  # fmt: skip
_MEMBER_KINDS: Mapping[str, MemberKind] = {LABEL: "label", SHAPE: "shape"}
_SIGNS: Mapping[str, StateType] = {
    "p": "phosphorylation", "ub": "ubiquitination", "polyub": "ubiquitination", "me": "methylation",
    "ac": "acetylation", "su": "sumoylation", "sumo": "sumoylation", "sm": "sumoylation",
}  # fmt: skip
_RESIDUE = late_pattern(r"(?:[STYKRC]|Ser|Thr|Tyr|Lys|Arg|Cys)-?\d{1,4}", re.ASCII)  # e.g. `Y705`, `Ser-473`
# e.g. `position=ser20; sitegrpid=1; ptm=p; direction=u`
_MODIFICATION, _POSITION = late_pattern(r"\bptm=(\w+)"), late_pattern(r"\bposition=([\w-]+)")

ElementNames = Mapping[Element, str]


class Canvas(NamedTuple):
    """A parsed drawing. `names`: the ids of its elements; `publications`: its publications, by the names cited."""

    root: Element
    names: ElementNames
    publications: Publications
    label: Callable[[Element], str]

    def references(self, element: Element) -> tuple[str, ...]:
        """List the publications that an element cites, each once."""
        cited = ((citation.text or "").strip() for citation in element.findall(CITED))
        # 901 citations in published drawings name no publication.
        return tuple(dict.fromkeys(work.reference for name in cited for work in self.publications.get(name, ())))


def unless_blank(text: str) -> str | None:
    """Return curated text unchanged; None if it is blank."""
    return text if text and not text.isspace() else None


def comments(element: Element) -> tuple[str, ...]:
    """List the comments on an element, each once."""
    texts = (plain(comment.text or "") for comment in element.findall(COMMENT))
    return tuple(dict.fromkeys(text for text in texts if text))


def xref(element: Element) -> tuple[str, str]:
    """Return the database and the identifier of an element as curators wrote them; "" for none."""
    xref_element = element.find(XREF)
    return ("", "") if xref_element is None else (xref_element.get("Database", ""), xref_element.get("ID", ""))


# States


def states(canvas: Canvas) -> Mapping[str, tuple[State, ...]]:
    """Collect the states on nodes, by the GraphId of the node."""
    by_node: defaultdict[str, list[State]] = defaultdict(list)
    for element in canvas.root.findall(STATE):
        by_node[element.get("GraphRef", "")].append(_state(element, canvas))
    return {node: tuple(several) for node, several in by_node.items()}


def _state(element: Element, canvas: Canvas) -> State:
    value = canvas.label(element)
    comment = " ".join(comments(element))
    sign, position = _MODIFICATION.search(comment), _POSITION.search(comment)
    return State(
        id=canvas.names[element],
        value=value or None,
        type=_SIGNS.get(value.casefold()) or (_SIGNS.get(sign[1].casefold()) if sign else None),
        position=position[1] if position else value if _RESIDUE.fullmatch(value) else None,
        comment=comment or None,
        references=canvas.references(element),
    )


# Interactions


class _TouchableElement(NamedTuple):
    """An element that a line may touch. `node`: the node on which a state is drawn."""

    id: str
    kind: EndKind
    label: str | None = None
    node: str | None = None
    is_metabolite: bool = False


class _ConnectedLine(NamedTuple):
    """A line, and the elements that its first and its last point touch."""

    element: Element
    points: tuple[Element, Element] | None
    source: _TouchableElement | None
    target: _TouchableElement | None

    @property
    def is_connected(self) -> bool:
        return self.source is not None and self.target is not None

    @property
    def hangs_on(self) -> Iterator[str]:
        """The ids of the lines whose anchors the ends of this line touch."""
        yield from (end.id for end in (self.source, self.target) if end is not None and end.kind == "interaction")


def interactions(canvas: Canvas) -> tuple[tuple[Interaction, ...], int]:
    """List the lines connected at both ends, and the lines whose anchors they touch; count all other interactions."""
    ends = _ends(canvas)
    lines = {name: _line(element, ends) for element, name in canvas.names.items() if element.tag in LINES}
    listed = {name for name, line in lines.items() if line.is_connected}
    waiting = [*listed]
    while waiting:
        reached = {*lines[waiting.pop()].hangs_on} - listed
        listed |= reached
        waiting += reached
    unlisted = sum(line.element.tag == INTERACTION for name, line in lines.items() if name not in listed)
    return tuple(_interaction(name, line, canvas) for name, line in lines.items() if name in listed), unlisted


def _ends(canvas: Canvas) -> dict[str, _TouchableElement]:
    """Collect the elements that a line may touch, by the GraphId to which lines refer."""
    ends: dict[str, _TouchableElement] = {}
    nodes = {own: name for element, name in canvas.names.items() if (own := element.get("GraphId"))}
    for element, name in canvas.names.items():
        if kind := _END_KINDS.get(element.tag):
            if own := element.get("GraphId"):
                label = None if kind in ("node", "group") else canvas.label(element) or None
                node = nodes.get(element.get("GraphRef", "")) if kind == "state" else None
                ends.setdefault(own, _TouchableElement(name, kind, label, node, element.get("Type") == "Metabolite"))
        elif (graphics := element.find(GRAPHICS)) is not None:
            for anchor in graphics.findall(ANCHOR):
                if own := anchor.get("GraphId"):
                    ends.setdefault(own, _TouchableElement(name, "interaction"))
    return ends


def _line(element: Element, ends: Mapping[str, _TouchableElement]) -> _ConnectedLine:
    graphics = element.find(GRAPHICS)
    points = [] if graphics is None else graphics.findall(POINT)
    if len(points) < 2:
        return _ConnectedLine(element, None, None, None)
    source, target = (ends.get(point.get("GraphRef", "")) for point in (points[0], points[-1]))
    return _ConnectedLine(element, (points[0], points[-1]), source, target)


def _interaction(name: str, line: _ConnectedLine, canvas: Canvas) -> Interaction:
    source, target = line.source, line.target
    tail, head = map(_arrow, line.points) if line.points else (None, None)
    # Some lines are drawn backwards: their only arrowhead is at the first point.
    if tail and not head:
        source, target, tail, head = target, source, None, tail
    is_between_metabolites = all(end is not None and end.is_metabolite for end in (source, target))
    database, identifier = map(unless_blank, xref(line.element))
    graphics = line.element.find(GRAPHICS)
    is_dashed = graphics is not None and graphics.get("LineStyle") == "Broken"
    return Interaction(
        id=name,
        source=source.id if source else None,
        target=target.id if target else None,
        type=interaction_type(head or NO_HEAD, between_metabolites=is_between_metabolites),
        arrow=head or NO_HEAD,
        source_arrow=tail,
        source_kind=source.kind if source else "node",
        target_kind=target.kind if target else "node",
        source_label=source.label if source else None,
        target_label=target.label if target else None,
        source_node=source.node if source else None,
        target_node=target.node if target else None,
        style="dashed" if is_dashed else None,
        graphical=line.element.tag != INTERACTION,
        database=database,
        identifier=identifier,
        references=canvas.references(line.element),
        comments=comments(line.element),
    )


def _arrow(point: Element) -> str | None:
    word = point.get("ArrowHead")
    return None if word in (None, "", NO_HEAD) else word


# Groups


def groups(canvas: Canvas, listed: Iterable[Interaction]) -> tuple[Group, ...]:
    """List all groups with their members."""
    listed_lines = {line.id for line in listed}
    members: defaultdict[str | None, list[Element]] = defaultdict(list)
    for element in canvas.root:
        if element in canvas.names:
            members[element.get("GroupRef")].append(element)
    return tuple(
        # Members refer to the GroupId of a group, lines to its GraphId.
        _group(group, members[own] if (own := group.get("GroupId")) else [], canvas, listed_lines)
        for group in canvas.root.findall(GROUP)
    )


def _group(group: Element, members: Sequence[Element], canvas: Canvas, listed_lines: set[str]) -> Group:
    is_listed = [element.tag in (DATA_NODE, GROUP) for element in members]
    return Group(
        id=canvas.names[group],
        # 3,442 published groups state no style; this is the default of the schema.
        style=group.get("Style") or "None",
        label=canvas.label(group) or None,
        members=tuple(canvas.names[member] for member, listed in zip(members, is_listed, strict=True) if listed),
        other_members=tuple(
            _member(member, canvas, listed_lines)
            for member, listed in zip(members, is_listed, strict=True)
            if not listed
        ),
        empty=not members,
        references=canvas.references(group),
        comments=comments(group),
    )


def _member(element: Element, canvas: Canvas, listed_lines: set[str]) -> Member:
    name = canvas.names[element]
    line: MemberKind = "interaction" if name in listed_lines else "line"
    return Member(id=name, kind=_MEMBER_KINDS.get(element.tag, line), label=canvas.label(element) or None)
