"""Entries of drawings: which of their nodes are compounds."""

from collections.abc import Sequence

import pytest

from biofacts.adapters.local.entries.pathways import credit_run_terms, index_nodes
from biofacts.domain.identifiers.cross_references import KeyedId
from biofacts.domain.pathways.index_files import MappedNode
from biofacts.domain.pathways.pathway import DataNode, Drawing, NodeType, PathwayComponents, Revision
from biofacts.domain.pathways.references import reference_terms

GLUCOSE, ATP = ("chebi", "CHEBI:17234"), ("chebi", "CHEBI:15422")


def drawing(*nodes: DataNode) -> Drawing:
    components = PathwayComponents(id="WP:WP1", title="One", organism="Homo sapiens", metabolites=nodes)
    return Drawing(
        local_id="WP1", title="One", organism="Homo sapiens", revision=Revision(version="1"), components=components
    )


@pytest.mark.parametrize(
    ("rows", "pathway", "labels"),
    [
        ((), {GLUCOSE}, {"label:glucose"}),
        ([("Glucose", GLUCOSE)], {GLUCOSE}, {"label:glucose"}),
        ([("ATP", ATP)], {GLUCOSE, ATP}, {"label:glucose", "label:atp"}),
        ([("TP53", ("entrez", "7157"))], {GLUCOSE}, {"label:glucose"}),
    ],
    ids=["no table", "the same compound", "another compound", "a gene"],
)
def test_a_table_adds_the_compounds_that_the_drawing_lacks(
    rows: Sequence[tuple[str, KeyedId]], pathway: set[KeyedId], labels: set[str]
) -> None:
    drawn = DataNode(id="a", label="Glucose", type="Metabolite", cross_references=dict([GLUCOSE]))
    table = [MappedNode(label=label, identifier="", references=(reference,)) for label, reference in rows]
    of_pathway, *nodes = index_nodes([(drawing(drawn), table)])

    assert {*of_pathway.exact_terms} == {*reference_terms(pathway)}
    assert {term for node in nodes for term in node.exact_terms if term.startswith("label:")} == labels


@pytest.mark.parametrize(("type_", "labels"), [("Metabolite", {"label:glucose"}), ("Other", set[str]())])
def test_what_has_the_identifier_of_a_compound_is_one_but_its_label_names_none(
    type_: NodeType, labels: set[str]
) -> None:
    drawn = DataNode(id="a", label="Glucose", type=type_, cross_references=dict([GLUCOSE]))
    of_pathway, *nodes = index_nodes([(drawing(drawn), ())])

    assert {*of_pathway.exact_terms} == {*reference_terms({GLUCOSE})}
    assert {term for node in nodes for term in node.exact_terms if term.startswith("label:")} == labels


def test_words_of_an_author_are_found_in_pairs_or_alone() -> None:
    assert [[*credit_run_terms("author", words)] for words in (["ada"], ["ada", "king"], ["ada", "king", "noel"])] == [
        ["author words:ada"],
        ["author words:ada king"],
        ["author words:ada king", "author words:king noel"],
    ]
