"""Drawings that mean harm, as files: what the page, its downloads and a browser must stand."""

from collections.abc import Mapping
from xml.sax.saxutils import escape, quoteattr

from tests.drawing import gpml, line, shape

SCRIPT = "</text></title><script>alert(1)</script><img src=x onerror=alert(2)>"
QUOTES = "\" onload=alert(3) x='"
LINK = "[a](javascript:alert(4)) [b](//evil.example/c) [d](/\\evil.example)"
BIDI = "\u202e)4(trela\u2066 \u200bBAX\u2069"
IDS = ("a/../../../gene", "b?c=1#d", "%2e%2e%2fe", 'f"><script>alert(5)</script>', "g' onclick='alert(6)", "=h()")
PUBLICATION = (
    '<Biopax><bp:PublicationXref xmlns:bp="http://www.biopax.org/release/biopax-level3.owl#" '
    'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" rdf:id="p"><bp:ID>javascript:alert(7)</bp:ID>'
    "<bp:DB>PubMed</bp:DB><bp:TITLE>{0}</bp:TITLE><bp:SOURCE>{0}</bp:SOURCE><bp:YEAR>{0}</bp:YEAR>"
    "<bp:AUTHORS>{0}</bp:AUTHORS></bp:PublicationXref></Biopax>"
)


def _head(local_id: str, title: str = SCRIPT + QUOTES + LINK) -> str:
    return f'Name={quoteattr(title)} Organism={quoteattr("Homo sapiens" + QUOTES)} Version="{local_id}_r1"'


def _quoted(text: str) -> str:
    """Inside of an attribute in double quotes."""
    return escape(text, {'"': "&quot;"})


def _nodes(text: str) -> list[str]:
    inside = f'<Xref Database="{_quoted(text)}" ID="javascript:alert(8)"/>'
    known = '<Xref Database="HGNC" ID="javascript:alert(9)"/>'
    graphics = f'Color="{_quoted(text)}" FillColor="{_quoted(text)}" FontName="{_quoted(text)}"'
    return [
        shape(
            _quoted(identifier), label=_quoted(text), at=(100, 40 * at, 80, 20), look=graphics, inside=inside,
            more=f'Type="{_quoted(text)}" Href="javascript:alert(10)" GroupRef="g"',
        )
        for at, identifier in enumerate(IDS)
    ] + [
        shape("known", label=_quoted(text), more='Type="GeneProduct"', inside=known, at=(300, 40, -80, -20)),
        shape("linked", "Label", label=_quoted(text), more='Href="javascript:alert(11)"', at=(300, 80, 80, 20)),
        shape("image", "Shape", label=_quoted(text), look='ShapeType="url(javascript:alert(12))"', at=(300, 120, 9, 9)),
        f'<Group GroupId="g" GraphId="gg" Style="Group" TextLabel="{_quoted(text)}"/>',
        line("l", 'X="1" Y="40" GraphRef="known"', f'X="300" Y="40" ArrowHead="{_quoted(text)}" GraphRef="linked"'),
        "<DataNode GraphId='nowhere' TextLabel='no graphics'/>",
    ]  # fmt: skip


def _drawing(local_id: str, text: str) -> bytes:
    described = f'<Comment Source="WikiPathways-description">{escape(text + LINK)}</Comment>'
    return gpml(described, *_nodes(text), PUBLICATION.format(escape(text)), head=_head(local_id, text))


MARKUP, QUOTED, TURNED, FAR, POINTS = (f"WP990{number}" for number in range(5))
DRAWN: Mapping[str, bytes] = {
    MARKUP: _drawing(MARKUP, SCRIPT + LINK),
    QUOTED: _drawing(QUOTED, QUOTES),
    TURNED: _drawing(TURNED, BIDI),
}
"""Files of which there is a picture, by the ids of their pathways."""

REFUSED: Mapping[str, bytes] = {
    FAR: gpml(shape("n", label="far", at=("1e300", 1, 1, 1)), head=_head(FAR)),
    POINTS: gpml("<Interaction><Graphics>" + '<Point X="1" Y="2"/>' * 20_001 + "</Graphics></Interaction>",
                 head=_head(POINTS)),
}  # fmt: skip
"""Files of which there is none, since they are too far or too much."""
