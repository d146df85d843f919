"""Interactions as files: the columns of the table, SIF, and GraphML."""

import xml.etree.ElementTree as ElementTree
from collections.abc import Iterable

from biofacts.domain.edges.edge import DrawnEdge, Edge, GraphNode, TouchedLine
from biofacts.domain.links.export_formats import DRAWN_EDGES, graphml, row, sif

EGFR = GraphNode("HGNC:3236", "EGFR", "gene", state="P")
DEATH = GraphNode('label:Cell "death" <&>', 'Cell "death" <&>', "label")
PAIR = GraphNode("complex:HGNC:1+HGNC:2", "A:B", "complex", (GraphNode("HGNC:1", "A", "gene"), EGFR))
FULL = DrawnEdge(
    pathway="WP:WP437",
    organism="Homo sapiens",
    line="id1",
    sources=(EGFR,),
    targets=(PAIR,),
    effect="catalyses",
    sign="+",
    target_via="interaction",
    acts_on=TouchedLine("id0", ("A",), "converts", ("A:B",)),
    dashed=True,
    references=("PMID:1", "PMID:2"),
    identifier="rhea:10000",
)
BARE = DrawnEdge(
    pathway="WP:WP1",
    organism="Mus musculus",
    line="id2",
    sources=(PAIR,),
    targets=(DEATH,),
    effect="associates",
    directed=False,
)


def edges(*lines: DrawnEdge) -> list[Edge]:
    return [edge for one in lines for edge in one.edges()]


def test_a_row_has_every_field_of_an_interaction() -> None:
    (edge,) = edges(FULL)

    assert dict(zip((column.name for column in DRAWN_EDGES.columns), row(edge), strict=True)) == {
        "pathway": "WP:WP437",
        "edge": "id1",
        "source": "HGNC:3236",
        "source_label": "EGFR",
        "source_kind": "gene",
        "effect": "catalyses",
        "target": "complex:HGNC:1+HGNC:2",
        "target_label": "A:B",
        "target_kind": "complex",
        "sign": "+",
        "directed": True,
        "source_via": None,
        "target_via": "interaction",
        "source_state": "P",
        "target_state": None,
        "source_members": (),
        "target_members": ("HGNC:1", "HGNC:3236"),
        "acts_on": "id0",
        "begins_at": None,
        "organism": "Homo sapiens",
        "dashed": True,
        "graphical": False,
        "identifier": "rhea:10000",
        "references": ("PMID:1", "PMID:2"),
    }


def test_sif_has_each_line_once_with_tabs() -> None:
    assert [*sif(edges(FULL, FULL, BARE))] == [
        "HGNC:3236\tcatalyses\tcomplex:HGNC:1+HGNC:2",
        'complex:HGNC:1+HGNC:2\tassociates\tlabel:Cell "death" <&>',
    ]


def test_sif_has_no_line_break_within_a_name() -> None:
    broken = GraphNode("label:two\nlines\tand a tab", "", "label")

    assert [*sif([Edge(EGFR, broken, FULL)])] == ["HGNC:3236\tcatalyses\tlabel:two lines and a tab"]


def test_graphml_has_each_node_once() -> None:
    written = [line.partition(">")[0] for line in graphml(edges(FULL, FULL, BARE)) if line.startswith("<node ")]

    assert len(written) == len(set(written)) == 3


def test_graphml_has_nodes_and_edges_with_their_data() -> None:
    graph = _read(graphml(edges(FULL, BARE)))

    assert graph.nodes == {
        "HGNC:3236": {"label": "EGFR", "kind": "gene"},
        "complex:HGNC:1+HGNC:2": {"label": "A:B", "kind": "complex", "members": "HGNC:1|HGNC:3236"},
        'label:Cell "death" <&>': {"label": 'Cell "death" <&>', "kind": "label"},
    }
    assert graph.edges == [
        {
            "source": "HGNC:3236",
            "target": "complex:HGNC:1+HGNC:2",
            "pathway": "WP:WP437",
            "edge": "id1",
            "effect": "catalyses",
            "sign": "+",
            "directed": "true",
            "target_via": "interaction",
            "source_state": "P",
            "acts_on": "id0",
            "organism": "Homo sapiens",
            "dashed": "true",
            "graphical": "false",
            "identifier": "rhea:10000",
            "references": "PMID:1|PMID:2",
        },
        {
            "source": "complex:HGNC:1+HGNC:2",
            "target": 'label:Cell "death" <&>',
            "pathway": "WP:WP1",
            "edge": "id2",
            "effect": "associates",
            "directed": "false",
            "organism": "Mus musculus",
            "dashed": "false",
            "graphical": "false",
        },
    ]


class _Graph:
    """The nodes and edges of a GraphML file, with their data by name."""

    def __init__(self, root: ElementTree.Element) -> None:
        self._names = {key.attrib["id"]: key.attrib["attr.name"] for key in root.iter(_tag("key"))}
        self.nodes = {one.attrib["id"]: self._data(one) for one in root.iter(_tag("node"))}
        self.edges = [one.attrib | self._data(one) for one in root.iter(_tag("edge"))]

    def _data(self, element: ElementTree.Element) -> dict[str, str]:
        return {self._names[one.attrib["key"]]: one.text or "" for one in element.iter(_tag("data"))}


def _tag(name: str) -> str:
    return f"{{http://graphml.graphdrawing.org/xmlns}}{name}"


def _read(lines: Iterable[str]) -> _Graph:
    return _Graph(ElementTree.fromstring("\n".join(lines)))
