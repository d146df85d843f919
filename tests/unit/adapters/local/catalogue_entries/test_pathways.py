"""Entries of drawings: which of their nodes are compounds."""

from collections.abc import Sequence

import msgspec
import pytest

from biofacts.adapters.local.catalogue_entries.pathways import (
    credit_run_terms,
    decode_summary,
    decode_term_names,
    drawn,
    index_listed,
    index_nodes,
    index_terms,
)
from biofacts.domain.identifiers import organisms
from biofacts.domain.identifiers.cross_references import KeyedId
from biofacts.domain.pathways.index_files import ListedPathway, MappedNode, PathwaySummary
from biofacts.domain.pathways.pathway import (
    DataNode,
    Drawing,
    Group,
    Interaction,
    NodeType,
    PathwayComponents,
    Revision,
)
from biofacts.domain.pathways.references import Publication, Term, reference_terms
from biofacts.domain.search.index import Field

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
        ([("Hexose", GLUCOSE), ("ATP", ATP)], {GLUCOSE, ATP}, {"label:glucose", "label:atp"}),
    ],
    ids=["no table", "the same compound", "another compound", "a gene", "another label"],
)
def test_a_table_adds_the_compounds_that_the_drawing_lacks(
    rows: Sequence[tuple[str, KeyedId]], pathway: set[KeyedId], labels: set[str]
) -> None:
    node = DataNode(id="a", label="Glucose", type="Metabolite", cross_references=dict([GLUCOSE]))
    table = [MappedNode(label=label, identifier="", references=(reference,)) for label, reference in rows]
    of_pathway, *nodes = index_nodes([(drawing(node), table)])

    assert {*of_pathway.exact_terms} == {*reference_terms(pathway)}
    assert {term for node in nodes for term in node.exact_terms if term.startswith("label:")} == labels


@pytest.mark.parametrize(("type_", "labels"), [("Metabolite", {"label:glucose"}), ("Other", set[str]())])
def test_what_has_the_identifier_of_a_compound_is_one_but_its_label_names_none(
    type_: NodeType, labels: set[str]
) -> None:
    node = DataNode(id="a", label="Glucose", type=type_, cross_references=dict([GLUCOSE]))
    of_pathway, *nodes = index_nodes([(drawing(node), ())])

    assert {*of_pathway.exact_terms} == {*reference_terms({GLUCOSE})}
    assert {term for node in nodes for term in node.exact_terms if term.startswith("label:")} == labels


def test_a_pathway_is_found_by_all_that_its_row_and_its_drawing_say() -> None:
    node = DataNode(id="a", label="Glucose", type="Metabolite", cross_references=dict([GLUCOSE]))
    line = Interaction(id="l", type="other", arrow="Line", source_label="uptake", target_label="glycolysis")
    whole = msgspec.structs.replace(
        drawing(node),
        description="How cells make **ATP**.",
        components=PathwayComponents(
            id="WP:WP1", title="One", organism="Homo sapiens", metabolites=(node,), interactions=(line,),
            groups=(Group(id="g", style="Complex", label="Pyruvate kinase"), Group(id="h", style="Complex")),
        ),
        revision=Revision(version="1", curators=("Ada King",)),
        literature=(Publication(title="On glucose", pubmed="1"), Publication(pubmed="2")),
        references=(("reactome", "R-HSA-70171"),),
    )  # fmt: skip
    row = ListedPathway(
        local_id="WP1",
        summary=PathwaySummary("Glycolysis and more", "Homo sapiens", "In short."),
        terms=("Glycolytic pathway",),
        labels=("HK1", "Glucose"),
        authors=("Noel",),
    )
    (alone,) = index_listed([row]).entries
    (entry,) = index_listed([row], {"WP1": whole}.get).entries
    own = {"label:HK1", "label:Glucose", "title:glycolysis", "title:and", "title:more", "tag:glycolytic pathway"}
    noel = {"author:noel", "author words:noel"}
    ada = {"author:adaking", "author words:ada king", "author words:ada", "author words:king"}
    work = {"literature:onglucose", "literature words:glucose"}

    assert {*alone.exact_terms} == own | noel
    assert {*entry.exact_terms} == own | noel | ada | work | {
        *reference_terms([GLUCOSE, ("reactome", "R-HSA-70171"), ("pubmed", "1"), ("pubmed", "2")])
    }
    assert (alone.key, alone.category, alone.prior) == ("WP1", "Homo sapiens", organisms.prior("Homo sapiens"))
    assert {field: [*texts] for field, texts in alone.texts.items()} == {
        Field.TITLE: ["Glycolysis and more"],
        Field.NAME: ["WP1"],
        Field.TERM: ["Glycolytic pathway"],
        Field.CATEGORY_NAMES: [organisms.all_names("Homo sapiens")],
        Field.TEXT: ["In short."],
        Field.LABEL: ["HK1", "Glucose"],
    }
    assert [*entry.texts[Field.TEXT]] == ["How cells make **ATP**."]
    assert [*entry.texts[Field.LABEL]] == ["HK1", "Glucose", "Pyruvate kinase", "uptake", "glycolysis"]
    assert decode_summary(entry.summary) == row.summary


def test_a_drawing_has_its_own_summary() -> None:
    entry = drawn(msgspec.structs.replace(drawing(), description="Much.", gene_terms=("symbol:TP53",)))

    assert decode_summary(entry.summary) == PathwaySummary("One", "Homo sapiens", "Much.")
    assert decode_summary(drawn(drawing()).summary) == PathwaySummary("One", "Homo sapiens", None)
    assert (entry.key, entry.category, [*entry.exact_terms]) == ("WP1", "Homo sapiens", ["symbol:TP53"])


@pytest.mark.parametrize(("number", "narrower"), [(0, 0), (40, 40), (41, 0)])
def test_a_term_has_the_names_of_narrower_ones_unless_it_is_too_general(number: int, narrower: int) -> None:
    terms = [Term("PW:1", ("sugar uptake",), kegg=("00010",), merged=("PW:7",))]
    terms += [Term(f"PW:{10 + each}", (f"way {each}",), parents=("PW:1",)) for each in range(number)]
    entry, *_ = index_terms(terms).entries
    names = decode_term_names(entry.summary)

    assert (names.names, len(names.narrower)) == (["sugar uptake"], narrower)
    assert [*entry.exact_terms] == ["name:sugar uptake", "kegg:00010", "merged:PW:7"]


def test_words_of_an_author_are_found_in_pairs_or_alone() -> None:
    assert [[*credit_run_terms("author", words)] for words in (["ada"], ["ada", "king"], ["ada", "king", "noel"])] == [
        ["author words:ada"],
        ["author words:ada king"],
        ["author words:ada king", "author words:king noel"],
    ]
