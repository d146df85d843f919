"""The Python library on the built-in sample: the tools' arguments and answers, as Python."""

import inspect
import re
import sys
from collections.abc import Callable, Generator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import anyio
import msgspec
import pandas as pd
import polars as pl
import pytest

import biofacts
from biofacts.adapters.library import notebook
from biofacts.adapters.library.facts import AsyncFacts
from biofacts.adapters.library.lists_and_pictures import FOR_PYTHON, RankedInput, method_of
from biofacts.application.lists.resolve_many import Resolutions
from biofacts.application.tools.all_tools import TOOLS, call
from biofacts.composition.container import Container
from biofacts.composition.settings import Settings, SettingsError, SourceSetting
from biofacts.domain.answers.pages import Page
from biofacts.domain.pharmacology.ligand import Ligand, LigandCandidate

GENES = ["TP53", "MDM2", "CASP3"]
SEVERAL = [
    "search_pathways", "search_compounds", "search_ligands", "search_targets", "search_genes", "pathways_for_gene",
    "pathways_for_compound", "neighbours", "paths", "interactions", "enrich",
]  # fmt: skip
ASKED: dict[str, dict[str, object]] = {
    "search_pathways": {"query": "apoptosis"},
    "get_pathway": {"pathway_id": "WP:WP254"},
    "get_pathway_components": {"pathway_id": "WP:WP254", "parts": ["interactions"]},
    "get_pathways_for_gene": {"gene_id": "p53"},
    "get_pathways_for_compound": {"compound": "glucose"},
    "search_compounds": {"query": "aspirin"},
    "get_compound": {"pubchem_id": "PubChem:CID2244"},
    "search_ligands": {"query": "NSAID"},
    "get_ligand": {"iuphar_id": "IUPHAR:2713"},
    "search_targets": {"query": "dopamine receptor"},
    "get_target": {"iuphar_id": "IUPHAR:215"},
    "search_genes": {"query": "p53"},
    "get_gene": {"gene_id": "HGNC:11998"},
    "get_interactions": {"ligand_id": "IUPHAR:2713"},
    "get_neighbours": {"id": "p53", "direction": "downstream"},
    "find_paths": {"source": "p53", "target": "BAX"},
    "find_links": {"id": "IUPHAR:2713", "kind": "ligand", "to": "target"},
    "resolve_many": {"names": GENES, "kind": "gene"},
    "enrich_pathways": {"genes": GENES},
}


_OTHERWISE = ("cursor", "ids", "ligand_ids", "by", "size")


@pytest.fixture(scope="module")
def facts() -> Generator[biofacts.Facts]:
    with biofacts.open(source="sample") as facts:
        yield facts


@pytest.mark.parametrize("tool", TOOLS)
def test_a_method_takes_what_its_tool_takes(tool: str) -> None:
    """But for the cursor, since lists are iterated over to their end, lists of ids, the size and letters of a picture.

    Those of `find_links` are sent as `id`; a list of ligands has a method of its own.
    """
    every = inspect.signature(getattr(AsyncFacts, method_of(tool))).parameters
    given = [one for one in every if one not in ("self", "large_letters")]

    assert given == [name for name in TOOLS[tool].arguments.__struct_fields__ if name not in _OTHERWISE]


_ANOTHER_DEFAULT = {"whole": True, "path": None, "range": None, "palette": "blue-orange"}
"""Python takes whole records, and says None where an agent leaves an argument out."""


@pytest.mark.parametrize("tool", TOOLS)
def test_what_python_does_not_say_is_as_if_an_agent_did_not(tool: str) -> None:
    defaults = {one.name: one.default for one in msgspec.structs.fields(TOOLS[tool].arguments)} | _ANOTHER_DEFAULT
    parameters = inspect.signature(getattr(AsyncFacts, method_of(tool))).parameters.values()
    given = {one.name: one.default for one in parameters if one.default is not one.empty and one.name in defaults}

    assert given == {name: defaults[name] for name in given}


@pytest.mark.parametrize("tool", TOOLS)
def test_a_blocking_method_shows_the_arguments_and_the_result_of_its_own(tool: str) -> None:
    blocking = inspect.signature(getattr(biofacts.Facts, method_of(tool)))
    asynchronous = inspect.signature(getattr(AsyncFacts, method_of(tool)))
    result = re.sub(r"results\.Async(\w*Results)", r"results.\1", str(asynchronous.return_annotation))

    assert blocking.parameters == asynchronous.parameters
    assert str(blocking.return_annotation) == result


@pytest.mark.parametrize("tool", [tool for tool in TOOLS if tool != "show_pathway"])
async def test_a_method_answers_what_its_tool_answers(tool: str, sample: Container) -> None:
    use_cases = sample.use_cases(whole=True)
    found = await getattr(AsyncFacts(use_cases), method_of(tool))(**ASKED[tool])
    told = await call(TOOLS[tool], use_cases, ASKED[tool], FOR_PYTHON)
    answer: object = cast("Any", found).answer if isinstance(found, biofacts.Table | biofacts.AsyncResults) else found

    assert type(answer) is type(told)
    assert [msgspec.json.encode(one) for one in parts(answer)] == [msgspec.json.encode(one) for one in parts(told)]


def parts(answer: object) -> tuple[object, ...]:
    """The items of a list, whose cursor is another one each time; else all of it."""
    return cast("Any", answer).items if isinstance(answer, Page | Resolutions) else (answer,)


def test_a_list_is_iterated_over_to_its_end_and_fetched_as_far_as_it_is_needed(facts: biofacts.Facts) -> None:
    whole = [one.id for one in facts.search_ligands("NSAID")]
    hits = facts.search_ligands("NSAID", page_size=2)
    listing: biofacts.AsyncResults[Any, Any] = hits.asynchronous

    assert hits[0].id == whole[0]
    assert len(anyio.run(listing.beyond, 0)) == 2
    assert hits[2].id == whole[2]
    assert len(anyio.run(listing.beyond, 0)) == 4
    assert [one.id for one in hits] == [one.id for one in hits] == whole
    assert [one.id for one in hits[-2:]] == whole[-2:]
    assert (len(hits), hits.total) == (len(whole), len(whole))
    with pytest.raises(IndexError):
        hits[len(whole)]


def test_an_empty_list_is_false_and_says_why(facts: biofacts.Facts) -> None:
    hits = facts.search_ligands("DRD2")

    assert not hits
    assert list(hits) == []
    assert "facts.search_targets(query='DRD2')" in (hits.guidance or "")
    assert repr(hits).startswith("<nothing: ")


def test_a_failure_is_an_exception_that_says_what_to_call(facts: biofacts.Facts) -> None:
    with pytest.raises(biofacts.UnresolvedEntity) as caught:
        facts.get_ligand("ibuprofen")

    assert caught.value.hint == "Call facts.search_ligands(query='ibuprofen'), then pass the returned id."
    assert caught.value.__notes__ == [caught.value.hint]


def test_hints_and_remarks_name_methods_and_no_tools(facts: biofacts.Facts) -> None:
    """Whatever a method takes in the place of a name."""
    things = [
        "COX2",
        "glucose",
        "WP534",
        "IUPHAR:215",
        "kinases",
        "GO:0006096",
        "targets of imatinib",
        "x",
        "17p13 genes",
    ]
    texts = set[str]()
    for name in ASKED:
        method = getattr(facts, method_of(name))
        for given in (["TP53", "TP53"], *things, ["imatinib"]):
            try:
                answer = getattr(asked := method(given), "answer", asked)
                texts |= {getattr(answer, field, None) or "" for field in ("guidance", "remark")}
            except biofacts.BiofactsError as error:
                texts |= {error.message, error.hint}
            except TypeError:  # takes names of arguments only
                continue

    assert len(texts) > 50
    assert [one for one in texts if re.search(rf"(?<![.\w'])(?:{'|'.join(TOOLS)})\b|\bwith \w+='", one)] == []


def test_a_hint_leaves_out_what_was_not_given(facts: biofacts.Facts) -> None:
    with pytest.raises(biofacts.AmbiguousQuery, match="min_affinity must be a number, not text") as caught:
        facts.interactions(target_id="IUPHAR:215", min_affinity="high")  # type: ignore[arg-type]

    assert caught.value.hint.startswith("Call facts.interactions(target_id='IUPHAR:215'); its arguments are: ")


@pytest.mark.parametrize(
    ("given", "hint"),
    [({"action": "zz"}, "repeat the call without action."), ({"min_affinity": 1e-9}, "the call with min_affinity=9.0")],
)
def test_a_hint_changes_the_call(given: Any, hint: str, facts: biofacts.Facts) -> None:
    with pytest.raises(biofacts.AmbiguousQuery) as caught:
        facts.interactions(target_id="IUPHAR:215", **given)

    assert hint in caught.value.hint


@pytest.mark.parametrize("tool", ASKED)
def test_every_answer_converts_alike(tool: str, facts: biofacts.Facts) -> None:
    """Lists into dictionaries, tables and files; records, drawn ones too, into dictionaries."""
    answer: Any = getattr(facts, method_of(tool))(**ASKED[tool])
    if hasattr(answer, "to_pandas"):
        assert [*answer.to_dict()["items"]] == msgspec.to_builtins([*answer])
        assert "pagination" not in answer.to_dict()
        assert len(answer.to_pandas()) == len(answer.to_polars()) == len(answer)
    else:
        assert getattr(answer, "shown", answer).to_dict()["id"]


def test_lists_have_the_same_conversions_blocking_or_not() -> None:
    conversions = {"to_dict", "to_pandas", "to_polars", "to_parquet"}

    for one in (biofacts.Table, biofacts.Results, biofacts.EnrichmentResults, biofacts.AsyncResults):
        assert {name for name in dir(one) if name.startswith("to_")} == conversions


def test_a_wrong_value_is_refused_as_a_tool_refuses_it(facts: biofacts.Facts) -> None:
    with pytest.raises(biofacts.AmbiguousQuery) as caught:
        facts.search_pathways("apoptosis", page_size=1000)

    assert "page_size=100" in caught.value.__notes__[0]


def test_links_are_counted_where_no_kind_is_named(facts: biofacts.Facts) -> None:
    counted = facts.links("IUPHAR:2713", "ligand")

    assert {kind: one.count for kind, one in counted.links.items()}["target"] == len(
        facts.links("IUPHAR:2713", "ligand", "target")
    )
    assert "facts.links(id='IUPHAR:2713', kind='ligand', to='target')" in counted.links["target"].call


def test_tables_have_a_row_for_each_item(facts: biofacts.Facts) -> None:
    hits = facts.search_pathways("apoptosis", page_size=1)
    ids = [one.id for one in hits]

    assert [*hits.to_pandas()["id"]] == ids
    assert hits.to_polars()["id"].to_list() == ids
    assert [one["id"] for one in hits.to_dict()["items"]] == ids
    assert [*facts.resolve_many(GENES).to_pandas()["status"]] == ["resolved"] * 3


def test_records_are_short_in_a_line_and_whole_as_a_dictionary(facts: biofacts.Facts) -> None:
    ligand = facts.get_ligand("IUPHAR:2713")

    assert repr(ligand) == "Ligand('IUPHAR:2713', 'ibuprofen')"
    assert ligand.to_dict() == msgspec.to_builtins(ligand)
    assert repr(facts.search_pathways("apoptosis")).startswith("<3: WP:WP254 Apoptosis, WP:WP1254 Apoptosis, ")


def test_html_is_escaped() -> None:
    hostile = LigandCandidate(id="IUPHAR:1", score=1.0, name="<b>&", type="Peptide", approved=False)
    table = notebook.table([hostile], total=None, remark="<script>")

    assert "&lt;b&gt;&amp;" in table
    assert "1 of an unknown number" in table
    assert "<b>" not in table + notebook.record(hostile)
    assert "<script>" not in table


@pytest.mark.parametrize(
    ("value", "cell"),
    [
        (None, ""),
        ("https://example.org/?a&b", '<a href="https://example.org/?a&amp;b">https://example.org/?a&amp;b</a>'),
        ("http://example.org", "http://example.org"),
        ({"a": 1, "<b>": [True]}, "a: 1<br>&lt;b&gt;: True"),
        ([1, "2", None], "1; 2; "),
        ([1, 2, 3, 4], "1; 2; 3; ... (4)"),
        ([], ""),
        ("x" * 200, "x" * 200),
        ("x" * 201, "x" * 197 + "..."),
    ],
)
def test_a_cell_of_a_notebooks_table_is_short(value: object, cell: str) -> None:
    assert f"<td>{cell}</td>" in notebook.record({"field": value})


@pytest.mark.parametrize(
    ("items", "total", "remark", "line"),
    [
        ([], 0, None, "<nothing>"),
        ([], 0, "why", "<nothing: why>"),
        ([{"id": "A", "name": "a"}], 1, "why", "<1: A a>"),
        ([{"id": "A"}, {"name": "b"}, {"symbol": "C", "label": "c"}], 3, None, "<3: A, b, C>"),
        ([{"id": "A"}, {"id": "B"}, {"id": "C"}, {"id": "D"}], 4, None, "<4: A, B, C, ...>"),
        ([{"id": "A"}], None, None, "<1 or more: A, ...>"),
        ([{"ligand": {"id": "A"}, "number": 2, "target": {"id": "B", "name": "b"}}], 1, None, "<1: A, B b>"),
    ],
)
def test_an_answer_is_a_line_at_the_prompt(
    items: list[object], total: int | None, remark: str | None, line: str
) -> None:
    assert notebook.line(items, total=total, remark=remark) == line


def test_a_notebook_shows_records_as_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: dict[type, Callable[[object], str | None]] = {}
    html = SimpleNamespace(for_type=shown.__setitem__)
    shell = SimpleNamespace(display_formatter=SimpleNamespace(formatters={"text/html": html}))
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: shell))
    with biofacts.open(source="sample") as facts:
        ligand = facts.get_ligand("IUPHAR:2713")
    show = shown[msgspec.Struct]

    assert "<th>name</th><td>ibuprofen</td>" in (show(ligand) or "")
    assert show(msgspec.defstruct("Other", ["name"])("x")) is None


async def test_the_blocking_form_works_inside_of_an_event_loop() -> None:
    with biofacts.open(source="sample") as facts:
        assert facts.get_gene("HGNC:11998").symbol == "TP53"


async def test_the_asynchronous_form_works_on_both_event_loops() -> None:
    async with biofacts.open_async(source="sample") as facts:
        hits = await facts.search_ligands("NSAID", page_size=2)
        ids = [one.id async for one in hits]

        assert len(ids) == hits.total
        assert [one["id"] for one in (await hits.to_dict())["items"]] == ids
        assert [*(await hits.to_pandas())["id"]] == (await hits.to_polars())["id"].to_list() == ids
        assert isinstance(await facts.get_ligand(ids[0]), Ligand)


@pytest.mark.parametrize("name", biofacts.__all__)
def test_every_name_is_there(name: str) -> None:
    assert getattr(biofacts, name)
    assert name in dir(biofacts)


def test_what_is_not_there_is_no_attribute() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        biofacts.nothing  # noqa: B018  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType]


@pytest.mark.parametrize(
    "given", [{"source": "ofline"}, {"settings": Settings(source=cast("SourceSetting", "ofline"))}]
)
def test_a_setting_that_cannot_be_used_is_named(given: Any) -> None:
    with pytest.raises(SettingsError, match=r"Invalid enum value 'ofline' - at `\$.source`"), biofacts.open(**given):
        raise AssertionError


SCORES = dict.fromkeys(["TP53", "MDM2", "ATM"], 3.5) | {
    one: -0.25 * number for number, one in enumerate(["CASP3", "CHEK2", "BRCA1", "PKM", "LDHA", "HK1", "GPI", "PFKM"])
}


@pytest.mark.parametrize(
    "ranked",
    [
        pd.Series(SCORES), pd.Series(SCORES).to_frame("score"), pd.DataFrame([*SCORES.items()]),
        pl.DataFrame({"gene": [*SCORES], "score": [*SCORES.values()]}),
        pl.DataFrame({"gene": [*SCORES], "score": [*map(str, SCORES.values())]}), [*SCORES.items()],
        iter(SCORES.items()),
        [f"{gene}={score}" for gene, score in SCORES.items()], "\n".join(f"{one}\t{SCORES[one]}" for one in SCORES),
    ],
    ids=["series", "index", "frame", "polars", "texts", "pairs", "iterator", "rows", "text"],
)  # fmt: skip
def test_a_ranked_list_has_many_forms(facts: biofacts.Facts, ranked: RankedInput) -> None:
    results = facts.enrich(ranked=ranked, min_size=3)

    assert [*results] == [*facts.enrich(ranked=SCORES, min_size=3)]
    assert results.answer.background.size == len(SCORES)
    assert results[0].leading_edge == ("ATM", "MDM2", "TP53")


def test_missing_scores_are_left_out(facts: biofacts.Facts) -> None:
    scores = pd.Series(SCORES | {"BAX": None, "BCL2": float("nan")}, dtype="Float64")

    assert "rows without a name or a score, left out: 2" in (facts.enrich(ranked=scores).guidance or "")


def test_a_data_frame_with_other_columns_is_refused(facts: biofacts.Facts) -> None:
    with pytest.raises(ValueError, match="a column of names and one of scores"):
        facts.enrich(ranked=pd.DataFrame({"gene": ["TP53"], "score": [1.0], "p": [0.1]}))


def test_a_ranked_pathway_is_drawn_with_its_leading_edge(facts: biofacts.Facts) -> None:
    item = facts.enrich(ranked=SCORES, min_size=3)[0]

    assert {*facts.draw(item).shown.highlighted} == {*item.leading_edge}


def test_names_are_selected_from_files_and_frames_alike(tmp_path: Path) -> None:
    path = tmp_path / "results.csv"
    path.write_text("gene,log2FC,padj\nTP53,2.1,0.001\nMDM2,NA,0.01\nCASP3,1.2,0.2\n,1,0.01\n")
    by_file, *others = (
        biofacts.select(table, value="log2FC", p="padj")
        for table in (path, str(path), pd.read_csv(path), pl.read_csv(path, null_values="NA"))
    )

    assert (by_file.names, by_file.measured, by_file.values) == (["TP53"], ["TP53", "CASP3"], {"TP53": 2.1})
    assert others == [by_file] * 3


@pytest.mark.parametrize(("others", "remark"), [(499, ""), (500, "1 of 501 names")])
def test_of_a_long_list_of_highlights_those_that_are_drawn_are_lit(others: int, remark: str) -> None:
    numbers = dict.fromkeys([f"NONSUCH{number}" for number in range(others)], 1.0) | {"TP53": 2.0}
    with biofacts.open(source="sample") as facts:
        picture = facts.draw("WP:WP254", highlight=numbers)

    assert [*picture.shown.highlighted] == ["TP53"]
    assert remark in (guidance := picture.shown.guidance or "")
    assert bool(guidance) == bool(remark)


def test_a_listing_is_a_table_in_a_notebook(facts: biofacts.Facts) -> None:
    listing = facts.search_pathways("apoptosis", page_size=1)

    html = listing._repr_html_()  # pyright: ignore[reportPrivateUsage]

    assert html == notebook.table(listing.answer.items, total=3, remark=None)
    assert "Homo sapiens" in html


async def test_a_parquet_file_of_an_asynchronous_listing_has_all_rows(tmp_path: Path) -> None:
    async with biofacts.open_async(source="sample") as facts:
        await (await facts.search_pathways("apoptosis", page_size=1)).to_parquet(tmp_path / "rows.parquet")

    assert pl.read_parquet(tmp_path / "rows.parquet")["id"].to_list() == ["WP:WP254", "WP:WP1254", "WP:WP656"]


def test_a_parquet_file_has_the_rows_of_a_listing(facts: biofacts.Facts, tmp_path: Path) -> None:
    listing = facts.enrich(GENES, page_size=1, min_size=1)
    listing.to_parquet(tmp_path / "rows.parquet")

    assert pl.read_parquet(tmp_path / "rows.parquet").to_dicts() == listing.to_polars().to_dicts()
    assert listing.total == len(listing) > 1
