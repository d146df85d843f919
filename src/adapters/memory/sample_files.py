"""The files of the sample's drawings as GPML: nodes in a grid, and the lines between them."""

import zlib
from collections.abc import Mapping, Sequence
from xml.etree.ElementTree import Element, SubElement, tostring

from biofacts.domain.pathways.pathway import DataNode, Group, Interaction

# The grid: nodes in a row, their size, the distance between their centres, and the first centre, in pixels.
_ACROSS, _WIDE, _HIGH = 4, 110, 26
_STEP_X, _STEP_Y, _LEFT, _TOP = 210, 90, 90, 110
_TYPES = {"Gene": "GeneProduct"}
# WikiPathways draws metabolites in blue.
_METABOLITE = "0000ff"

Place = tuple[float, float]


def file(
    local_id: str,
    title: str,
    organism: str,
    *,
    nodes: Sequence[DataNode],
    lines: Sequence[Interaction],
    groups: Sequence[Group],
) -> bytes:
    """Return the GPML file of a drawing, deflated."""
    named = {"Name": title, "Organism": organism, "Version": f"{local_id}_r1"}
    root = Element("Pathway", {"xmlns": "http://pathvisio.org/GPML/2013a", **named})
    SubElement(root, "InfoBox", {"CenterX": "0", "CenterY": "0"})
    inside = {member: group.id for group in groups for member in group.members}
    places = {
        node.id: (_LEFT + number % _ACROSS * _STEP_X, _TOP + number // _ACROSS * _STEP_Y)
        for number, node in enumerate(nodes)
    }
    for node in nodes:
        _node(root, node, places[node.id], inside.get(node.id))
    for line in lines:
        # A line without two different nodes at its ends has no place in the grid.
        if line.source in places and line.target in places and line.source != line.target:
            _line(root, line, places)
    for group in groups:
        SubElement(root, "Group", {"GroupId": group.id, "GraphId": group.id, "Style": group.style})
    return zlib.compress(tostring(root))


def _node(root: Element, node: DataNode, at: Place, group: str | None) -> None:
    given = {"TextLabel": node.label, "GraphId": node.id, "Type": _TYPES.get(node.type, node.type)}
    drawn = SubElement(root, "DataNode", {**given, **({"GroupRef": group} if group else {})})
    look = {"Color": _METABOLITE} if node.type == "Metabolite" else {}
    place = {"CenterX": str(at[0]), "CenterY": str(at[1]), "Width": str(_WIDE), "Height": str(_HIGH)}
    SubElement(drawn, "Graphics", {**place, "Valign": "Middle", **look})
    SubElement(drawn, "Xref", {"Database": node.database or "", "ID": node.identifier or ""})


def _line(root: Element, line: Interaction, places: Mapping[str, Place]) -> None:
    (x, y), (to_x, to_y) = places[line.source or ""], places[line.target or ""]
    across = (to_x > x) - (to_x < x)
    down = 0 if across else (to_y > y) - (to_y < y)
    drawn = SubElement(SubElement(root, "Interaction", {"GraphId": line.id}), "Graphics")
    ends = (line.source or "", x, y, 1, "Line"), (line.target or "", to_x, to_y, -1, line.arrow)
    for touched, centre_x, centre_y, side, head in ends:
        rel_x, rel_y = across * side, down * side
        at = {"X": str(centre_x + rel_x * _WIDE / 2), "Y": str(centre_y + rel_y * _HIGH / 2)}
        touching = {"GraphRef": touched, "RelX": str(float(rel_x)), "RelY": str(float(rel_y))}
        SubElement(drawn, "Point", {**at, **touching, "ArrowHead": head})
