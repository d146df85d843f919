"""Pieces of the page: sentences with places, links outward, addresses of calls, cells of tables."""

import pytest

from biofacts.adapters.web import addresses, phrasing, views
from biofacts.adapters.web.phrasing import PagePhrasing, Span, parts
from biofacts.application.tools.all_tools import TOOLS
from biofacts.domain.answers.advice_and_phrasing import Again, Choice, NextCall
from biofacts.domain.identifiers.cross_references import REGISTRY

PAGE = PagePhrasing(TOOLS)


def test_a_call_is_a_place_in_a_sentence() -> None:
    said = PAGE.call(NextCall("search_genes", {"query": "p53 (human) [x]"}))

    assert [*parts(f"Now {said}.")] == [
        Span("Now open "), Span("genes found by p53 (human) x", "/?q=p53+%28human%29+%5Bx%5D&kind=gene"), Span("."),
    ]  # fmt: skip


def test_the_label_of_a_long_query_has_300_characters() -> None:
    (_, link, _) = parts(PAGE.call(NextCall("search_genes", {"query": "x" * 400})))

    assert link == Span("genes found by ".ljust(300, "x"), f"/?q={'x' * 400}&kind=gene")


def test_what_tools_alone_are_told_is_left_out() -> None:
    call = NextCall("get_pathway_components", {"pathway_id": "WP:WP1", "around": "TP53", "whole": True})

    assert (
        PAGE.call(call) == "open [components of a pathway: pathway 'WP:WP1', around 'TP53'](/pathway/WP:WP1/node/TP53)"
    )
    assert PAGE.again(Again({"genes": ["TP53", "BAX"]})) == "ask again [with genes 'TP53', 'BAX'](?genes=TP53%0ABAX)"


def test_drawn_interactions_have_a_page() -> None:
    call = NextCall("get_neighbours", {"id": "label:DNA damage", "direction": "upstream"})

    assert addresses.of_call(call) == "/neighbours?id=label%3ADNA+damage&direction=upstream"


def test_a_command_is_for_who_runs_the_server() -> None:
    said = "Run `biofacts sync genes ORGANISM`, then repeat the same call."

    assert [*parts(said)] == [
        Span("Run "),
        Span("biofacts sync genes ORGANISM", is_code=True),
        Span(" (in a terminal on the server), then load this page again."),
    ]


@pytest.mark.parametrize("name", ["path", "given", "self"])
def test_a_query_may_have_any_name(name: str) -> None:
    assert addresses.with_query("/pathways", **{name: "x"}) == f"/pathways?{name}=x"


def test_several_calls_and_changes_are_told() -> None:
    calls = [NextCall("get_gene", {"gene_id": "HGNC:1"}), NextCall("get_gene", {"gene_id": "HGNC:2"})]

    assert PAGE.choice(Choice(calls, ["A", "B"])) == (
        "open [gene HGNC:1](/gene/HGNC:1) for A, or [gene HGNC:2](/gene/HGNC:2) for B"
    )
    assert (
        PAGE.again(Again({"organism": "Mus musculus"}))
        == "ask again [with organism 'Mus musculus'](?organism=Mus+musculus)"
    )
    assert PAGE.again(Again(without="cursor")) == "ask again [without cursor](?cursor=)"


@pytest.mark.parametrize(
    "text", ["[a](//evil.example)", "[a](/\\evil.example)", "[a](javascript:x)", "[a](https://b.c)"]
)
def test_only_places_of_this_site_are_made_links(text: str) -> None:
    assert [*parts(text)] == [Span(text)]


@pytest.mark.parametrize(
    ("call", "place"),
    [
        (NextCall("get_pathway", {"pathway_id": "WP:WP534"}), "/pathway/WP:WP534"),
        (NextCall("get_pathway", {"pathway_id": "a/../b?c"}), "/pathway/a%2F..%2Fb%3Fc"),
        (NextCall("get_pathways_for_gene", {"gene_id": "TP53"}), "/pathways?gene=TP53"),
        (NextCall("get_pathways_for_compound", {"compound": "citrate"}), "/pathways?compound=citrate"),
        (NextCall("get_pathway_components", {"pathway_id": "WP:WP1"}), "/pathway/WP:WP1/components"),
        (NextCall("get_pathway_components", {"pathway_id": "WP:WP1", "around": "A B"}), "/pathway/WP:WP1/node/A%20B"),
        (NextCall("get_interactions", {"target_id": "IUPHAR:215"}), "/target/IUPHAR:215/interactions"),
        (NextCall("find_links", {"id": "WP:WP1", "kind": "pathway", "to": "gene"}), "/pathway/WP:WP1/gene"),
        (NextCall("find_links", {"id": "HGNC:1", "kind": "gene"}), "/gene/HGNC:1"),
        (NextCall("enrich_pathways", {"genes": ["A", "B"]}), "/enrich?genes=A%0AB"),
        (NextCall("show_pathway", {"pathway_id": "WP:WP1", "highlight": "A"}), "/pathway/WP:WP1?highlight=A"),
        (NextCall("resolve_many", {"names": ["A"]}), "/"),
    ],
)
def test_each_call_has_a_place(call: NextCall, place: str) -> None:
    assert addresses.of_call(call) == place


def test_every_tool_can_be_phrased() -> None:
    assert all(PAGE.call(NextCall(name, {})).startswith("open [") for name in TOOLS)


def test_every_kind_of_cross_reference_has_a_name_and_all_but_one_an_address() -> None:
    known = {key: next(addresses.references({key: "X1"})) for key in REGISTRY}

    assert [key for key, one in known.items() if not one.address] == ["iuphar"]
    assert [key for key, one in known.items() if one.database == key and "_" in key] == []


@pytest.mark.parametrize(
    ("key", "value", "address"),
    [
        ("hgnc", "HGNC:11998", "https://identifiers.org/HGNC:11998"),
        ("gene_ontology", "GO:0006915", "https://identifiers.org/GO:0006915"),
        ("chebi", "CHEBI:15365", "https://identifiers.org/CHEBI:15365"),
        ("entrez", "7157", "https://identifiers.org/ncbigene:7157"),
        ("orphanet", "ORPHA:1234", "https://identifiers.org/orphanet:1234"),
        ("uniprot", "a/b?c", "https://identifiers.org/uniprot:a%2Fb%3Fc"),
    ],
)
def test_identifiers_have_their_addresses(key: str, value: str, address: str) -> None:
    assert [one.address for one in addresses.references({key: value})] == [address]


@pytest.mark.parametrize(
    "address", ["javascript:alert(1)", "data:text/html,x", "//a.b", "", "https:///x", "http://[", None]
)
def test_an_address_that_is_none_of_the_web_is_left_out(address: object) -> None:
    assert addresses.checked(address) == ""


def test_links_of_an_upstream_lead_outward() -> None:
    text = "See [the portal](https://a.example/x?y=1) and [this](javascript:alert(1))."

    assert [*phrasing.linked(text)] == [
        Span("See "), Span("the portal", "https://a.example/x?y=1"), Span(" and [this](javascript:alert(1))."),
    ]  # fmt: skip


def test_papers_have_their_addresses() -> None:
    assert addresses.publication({"pubmed": "123"}) == "https://pubmed.ncbi.nlm.nih.gov/123/"
    assert addresses.publication({"doi": "10.1000/a<b"}) == "https://doi.org/10.1000/a%3Cb"
    assert addresses.publication({}) == ""


def test_a_table_has_a_column_for_each_field_and_no_formulas() -> None:
    items = [
        {"id": "A", "score": -1.5, "flag": True},
        {"id": "=HYPERLINK(1)", "several": ("@a", "b"), "deep": [{"c": 1}]},
    ]

    assert bytes(views.table(items, "x").body).decode().splitlines() == [
        "id,score,flag,several,deep",
        "A,-1.5,true,,",
        '\'=HYPERLINK(1),,,\'@a; b,"[{""c"":1}]"',
    ]


def test_a_file_is_named_plainly() -> None:
    answer = views.json({}, 'a"b\r\nc: d.json')

    assert answer.headers["content-disposition"] == 'inline; filename="a-b-c-d.json"'
