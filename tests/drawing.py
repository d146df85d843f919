"""Small drawings, written for tests, and their pictures."""

from xml.etree.ElementTree import Element, fromstring

from biofacts.adapters.http.wikipathways import gpml_diagram
from biofacts.adapters.svg.picture import picture
from biofacts.domain.pictures.diagram import Diagram
from biofacts.domain.pictures.highlights import NO_MARKS, Marks

NAMESPACE = "http://pathvisio.org/GPML/2013a"
SVG = "{http://www.w3.org/2000/svg}"
HEAD = 'Name="Tea making" Organism="Homo sapiens" Version="WP1_r2" Last-Modified="20251125012351"'


def gpml(*elements: str, head: str = HEAD) -> bytes:
    return f'<?xml version="1.0"?><Pathway xmlns="{NAMESPACE}" {head}>{"".join(elements)}</Pathway>'.encode()


def shape(
    name: str,
    tag: str = "DataNode",
    *,
    label: str = "",
    at: tuple[object, object, object, object] = (100, 200, 80, 20),
    look: str = "",
    more: str = "",
    inside: str = "",
) -> str:
    x, y, width, height = at
    place = f'CenterX="{x}" CenterY="{y}" Width="{width}" Height="{height}"'
    return f'<{tag} GraphId="{name}" TextLabel="{label}" {more}>{inside}<Graphics {place} {look}/></{tag}>'


def line(name: str, *points: str, look: str = "", more: str = "", anchors: str = "", tag: str = "Interaction") -> str:
    """Points are written as attributes."""
    drawn = "".join(f"<Point {point}/>" for point in points)
    return f'<{tag} GraphId="{name}" {more}><Graphics {look}>{drawn}{anchors}</Graphics></{tag}>'


def diagram(*elements: str) -> Diagram:
    return gpml_diagram.read(gpml(*elements))


def drawn(*elements: str, marks: Marks = NO_MARKS) -> Element:
    """The picture, as an XML parser reads it."""
    return fromstring(picture(diagram(*elements), marks).svg)


def part(root: Element, name: str) -> Element:
    """The element of the drawing with that id."""
    (found,) = (one for one in root.iter(f"{SVG}g") if one.get("data-id") == name)
    return found


def paths(element: Element) -> list[Element]:
    return [*element.iter(f"{SVG}path")]


def told(element: Element) -> str:
    """What is told of an element when one points at it."""
    return element.findtext(f"{SVG}title", "")


METABOLITE = b"""<DataNode GraphId="own" TextLabel="Advil" Type="Metabolite"><Graphics CenterX="9" CenterY="9" Width="9"
Height="9"/><Xref Database="ChEBI" ID="CHEBI:5855"/></DataNode><Biopax"""
"""A drug that is drawn, in the place of the beginning of what a drawing cites."""


TWINS = gpml(
    shape("one", label="BAX", more='Type="GeneProduct" GroupRef="g"'),
    shape("two", label="BAX", at=(300, 200, 80, 20), more='Type="GeneProduct"'),
    shape("far", label="Bid", at=(300, 300, 80, 20), more='Type="GeneProduct" GroupRef="g"',
          inside='<Xref Database="Entrez Gene" ID="99999999"/>'),
    '<Group GroupId="g" GraphId="gg" Style="None"/>',
    head='Name="Twins" Organism="Homo sapiens" Version="WP9990_r1"',
)  # fmt: skip
"""Two nodes of one label, and a group without a label and a style."""
