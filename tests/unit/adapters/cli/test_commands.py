"""The command line: what may be said, what is printed, and the exit code."""

import json
import logging
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

import anyio
import msgspec
import pytest

from biofacts.__main__ import main
from biofacts.adapters.cli.command import Call, Serving, did_you_mean
from biofacts.adapters.cli.commands.serve_demo_browse import serving_of
from biofacts.application.tools.all_tools import TOOLS, call
from tests.commands import asked, parsed
from tests.servers import brought


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("BIOFACTS_SOURCE", "sample")
    monkeypatch.setenv("BIOFACTS_CACHE_DIR", str(tmp_path))
    monkeypatch.setenv("COLUMNS", "200")


def envelope(tool: str, given: Mapping[str, object]) -> Any:
    async def ask() -> object:
        return await call(TOOLS[tool], (await brought()).use_cases(), given)

    return json.loads(msgspec.json.encode(anyio.run(ask)))


def spoken(value: object) -> str:
    return " ".join(cast("list[str]", value)) if isinstance(value, list) else value if isinstance(value, str) else ""


# What may be said


@pytest.mark.parametrize(
    ("argv", "call"),
    [
        (
            ["search", "pathways", "krebs cycle"],
            Call("search_pathways", {"query": "krebs cycle"}),
        ),
        (
            ["search", "pathways", "krebs", "cycle", "--page-size", "2"],
            Call("search_pathways", {"query": "krebs cycle", "page_size": 2}),
        ),
        (
            ["genes", "interleukin", "6"],
            Call("get_pathways_for_gene", {"gene_id": "interleukin 6"}),
        ),
        (
            ["search", "pathways", "x", "--organism", "Homo sapiens", "--page-size", "5", "--cursor", "c", "--full",
             "--json"],
            Call("search_pathways", {"query": "x", "organism": "Homo sapiens", "page_size": 5, "cursor": "c"}),
        ),
        (
            ["get", "pathway", "WP:WP534"],
            Call("get_pathway", {"pathway_id": "WP:WP534"}),
        ),
        (
            ["genes", "tp53", "--organism", "Homo sapiens"],
            Call("get_pathways_for_gene", {"gene_id": "tp53", "organism": "Homo sapiens"}),
        ),
        (
            ["get", "pathway", "WP:WP534", "--detail", "brief"],
            Call("get_pathway", {"pathway_id": "WP:WP534", "detail": "brief"}),
        ),
        (
            ["neighbours", "tumor", "protein", "p53", "--downstream", "--sign", "-", "--effect", "inhibits"],
            Call("get_neighbours", {
                "id": "tumor protein p53", "direction": "downstream", "sign": "-", "effect": "inhibits",
            }),
        ),
        (
            ["paths", "p53", "tumor protein", "--max-length", "2", "--currency-metabolites"],
            Call("find_paths", {
                "source": "p53", "target": "tumor protein", "max_length": 2, "currency_metabolites": True,
            }),
        ),
        (
            ["neighbours", "TP53", "--upstream", "--downstream"],
            Call("get_neighbours", {"id": "TP53"}),
        ),
        (
            ["components", "WP:WP534", "--parts", "genes,groups", "--around", "HK1", "--detail", "all", "--whole"],
            Call("get_pathway_components", {
                    "pathway_id": "WP:WP534", "parts": "genes,groups", "around": "HK1", "detail": "all", "whole": True,
                }),
        ),
        (
            ["components", "WP:WP534", "--json"],
            Call("get_pathway_components", {"pathway_id": "WP:WP534"}),
        ),
        (
            ["interactions", "ligand", "IUPHAR:2713"],
            Call("get_interactions", {"ligand_id": "IUPHAR:2713"}),
        ),
        (
            ["interactions", "target", "IUPHAR:215", "--approved-only", "--primary-only", "--action", "PAM",
             "--species", "Rat", "--page-size", "5", "--cursor", "c", "--json"],
            Call("get_interactions", {
                    "target_id": "IUPHAR:215", "approved_only": True, "primary_only": True, "action": "PAM",
                    "species": "Rat", "page_size": 5, "cursor": "c",
                }),
        ),
        (["interactions", "ligand", "a", "b"], Call("get_interactions", {"ligand_ids": ["a", "b"]})),
        (["links", "gene", "a", "--to", "ligand"], Call("find_links", {"id": "a", "kind": "gene", "to": "ligand"})),
        (["links", "gene", "a", "b"], Call("find_links", {"ids": ["a", "b"], "kind": "gene"})),
        (["compare", "WP:WP254", "WP:WP707"], Call("compare_pathways", {"one": "WP:WP254", "other": "WP:WP707"})),
        (["enrich", "a", "b"], Call("enrich_pathways", {"genes": ["a", "b"]})),
        (["enrich", "--compounds", "a", "b"], Call("enrich_pathways", {"compounds": ["a", "b"]})),
        (["enrich", "a", "--compounds", "b"], Call("enrich_pathways", {"genes": ["a"], "compounds": ["b"]})),
        (["neighbours", "a", "--upstream", "--downstream"], Call("get_neighbours", {"id": "a"})),
    ],
    ids=spoken,
)  # fmt: skip
def test_a_command_line_is_read(argv: list[str], call: Call) -> None:
    assert asked(*argv) == call


@pytest.mark.parametrize(
    ("argv", "serving"),
    [
        (["serve"], Serving()),
        (["serve", "--http", "--host", "0.0.0.0", "--port", "9"], Serving(http=True, host="0.0.0.0", port=9)),
        (["serve", "--http", "--port", "0", "--max-calls", "1"], Serving(http=True, port=0, max_calls=1)),
        (["serve", "--http", "--port", "65535", "--drain", "0"], Serving(http=True, port=65535, drain=0)),
        (["serve", "--http", "--drain", "1.5", "--page"], Serving(http=True, drain=1.5, page=True)),
        (
            [
                "serve",
                "--http",
                "--allowed-host",
                "a",
                "--allowed-host",
                "b",
                "--allowed-origin",
                "c",
                "--proxy-headers",
                "d",
                "--path-prefix",
                "/e",
            ],
            Serving(http=True, allowed_hosts=("a", "b"), allowed_origins=("c",), proxies=("d",), path_prefix="/e"),
        ),
    ],
    ids=spoken,
)
def test_how_a_server_is_reached_is_read(argv: list[str], serving: Serving) -> None:
    assert serving_of(parsed(*argv)) == serving


@pytest.mark.parametrize(
    "argv",
    [
        ["fly"],
        ["search"],
        ["search", "pathways"],
        ["search", "pathways", "x", "--page-size", "many"],
        ["get", "pathway"],
        ["get", "planet", "x"],
        ["genes"],
        ["components"],
        ["serve", "--port", "door"],
        ["serve", "--http", "--port", "65536"],
        ["serve", "--http", "--port", "+1"],
        ["serve", "--http", "--max-calls", "0"],
        ["serve", "--http", "--max-calls", "many"],
        ["serve", "--http", "--drain", "-1"],
        ["serve", "--http", "--drain", "inf"],
        ["serve", "--http", "--drain", "soon"],
        ["serve", "--drain", "1"],
        ["status", "--colour"],
    ],
    ids=lambda argv: " ".join(argv),
)
def test_wrong_usage_ends_with_code_2_and_a_usage_line(argv: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(argv)

    assert caught.value.code == 2
    assert "usage: biofacts" in capsys.readouterr().err


def test_without_a_command_there_is_help(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main([])

    assert caught.value.code == 0
    assert "search" in capsys.readouterr().out


def test_nothing_is_wrapped_or_coloured_where_there_is_no_terminal(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "20")
    main(["get", "compound", "PubChem:CID2244"])
    lines = capfd.readouterr().out.splitlines()

    assert "inchi              InChI=1S/C9H8O4/c1-6(10)13-8-5-3-2-4-7(8)9(11)12/h2-5H,1H3,(H,11,12)" in lines
    assert not any("\x1b" in line for line in lines)


@pytest.mark.parametrize("option", ["-V", "--version"])
def test_the_version_is_told(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main([option])

    assert caught.value.code == 0
    assert capsys.readouterr().out.startswith("biofacts ")


# JSON


@pytest.mark.parametrize(
    ("argv", "tool", "given"),
    [
        (["search", "pathways", "glycolysis"], "search_pathways", {"query": "glycolysis", "slim": True}),
        (
            ["search", "pathways", "glycolysis", "--full", "--page-size", "1"],
            "search_pathways", {"query": "glycolysis", "slim": False, "page_size": 1},
        ),
        (["get", "pathway", "WP:WP534"], "get_pathway", {"pathway_id": "WP:WP534"}),
        (["genes", "tp53"], "get_pathways_for_gene", {"gene_id": "tp53", "slim": True}),
        (["components", "WP:WP534"], "get_pathway_components", {"pathway_id": "WP:WP534"}),
        (
            ["components", "WP:WP707", "--around", "p53"],
            "get_pathway_components", {"pathway_id": "WP:WP707", "around": "p53"},
        ),
        (
            ["interactions", "target", "IUPHAR:215", "--action", "agonist", "--approved-only"],
            "get_interactions", {"target_id": "IUPHAR:215", "action": "agonist", "approved_only": True},
        ),
    ],
    ids=["search", "search full", "get", "genes", "components", "components around", "interactions"],
)  # fmt: skip
def test_json_is_exactly_the_envelope_of_the_tool(
    argv: list[str], tool: str, given: Mapping[str, object], capfd: pytest.CaptureFixture[str]
) -> None:
    code = main([*argv, "--json"])
    out, err = capfd.readouterr()

    assert code == 0
    assert json.loads(out) == envelope(tool, given)
    assert err == ""


@pytest.mark.parametrize(
    ("argv", "error"),
    [
        (["get", "pathway", "glycolysis"], "UNRESOLVED_ENTITY"),
        (["components", "WP:WP99999"], "ENTITY_NOT_FOUND"),
        (["search", "pathways", "a"], "AMBIGUOUS_QUERY"),
        (["search", "pathways", "ok", "--page-size", "0"], "AMBIGUOUS_QUERY"),
        (["search", "pathways", "ok", "--organism", "human"], "AMBIGUOUS_QUERY"),
        (["genes", "tp53", "--cursor", "damaged"], "AMBIGUOUS_QUERY"),
    ],
    ids=spoken,
)
def test_an_error_envelope_ends_with_code_1(argv: list[str], error: str, capfd: pytest.CaptureFixture[str]) -> None:
    codes = [main([*argv, "--json"])]
    as_json = json.loads(capfd.readouterr().out)
    codes.append(main(argv))
    out, err = capfd.readouterr()

    assert codes == [1, 1]
    assert as_json["error"]["code"] == error
    assert out == ""
    assert error in err
    assert "hint" in err


# Tables


def test_a_search_shows_ids_titles_and_the_total(capfd: pytest.CaptureFixture[str]) -> None:
    code = main(["search", "pathways", "apoptosis"])
    out = capfd.readouterr().out

    assert code == 0
    assert "WP:WP254" in out
    assert "Mus musculus" in out
    assert " of " in out


def test_a_search_without_answers_shows_what_to_try(capfd: pytest.CaptureFixture[str]) -> None:
    code = main(["search", "pathways", "zzqqxx"])
    out = capfd.readouterr().out

    assert code == 0
    assert "No pathways match" in out
    assert "0 of 0" in out


def test_the_next_page_can_be_asked_for_as_it_is_shown(capfd: pytest.CaptureFixture[str]) -> None:
    main(["search", "pathways", "human", "--page-size", "2"])
    first = capfd.readouterr().out
    cursor = first.rsplit("--cursor ", 1)[1].strip()
    code = main(["search", "pathways", "human", "--page-size", "2", "--cursor", cursor])
    second = capfd.readouterr().out

    assert code == 0
    assert {line.split()[1] for line in first.splitlines() if "WP:WP" in line}.isdisjoint(
        {line.split()[1] for line in second.splitlines() if "WP:WP" in line}
    )


def test_a_record_shows_its_parts(capfd: pytest.CaptureFixture[str]) -> None:
    code = main(["get", "pathway", "WP:WP534"])
    out = capfd.readouterr().out

    assert code == 0
    for part in ("WP:WP534", "Glycolysis and gluconeogenesis", "hsa00010", "gene_count", "141823"):
        assert part in out


def test_components_show_nodes_and_interactions_by_name(capfd: pytest.CaptureFixture[str]) -> None:
    code = main(["components", "WP:WP4868"])
    out = capfd.readouterr().out

    assert code == 0
    for part in ("WP:WP4868", "genes", "proteins", "interactions", "IRF3", "MAVS"):
        assert part in out


def test_genes_are_shown(capfd: pytest.CaptureFixture[str]) -> None:
    code = main(["genes", "TP53"])
    out = capfd.readouterr().out

    assert code == 0
    assert out.index("WP:WP254") < out.index("WP:WP656")


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["get", "pathway", "WP534"], "Run `biofacts get pathway WP:WP534`"),
        (["get", "pathway", "PubChem:CID2244"], "Run `biofacts get compound PubChem:CID2244`"),
        (["components", "534"], "Run `biofacts components WP:WP534`"),
        (["get", "pathway", "cell cycle"], "Run `biofacts search pathways 'cell cycle'`"),
        (["get", "pathway", "WP:WP99999"], "Search for its name with `biofacts search pathways`"),
        (["search", "pathways", "cell cycle", "--organism", "human"], "with --organism 'Homo sapiens'"),
        (
            ["search", "pathways", "x", "--page-size", "500"],
            "run `biofacts search pathways glycolysis --page-size 100`",
        ),
        (["search", "ligands", "aspirin", "--organism", "Homo sapiens"], "Run `biofacts search ligands aspirin`"),
        (["genes", "COX2"], "Say which is meant: PTGS2: biofacts genes HGNC:9605 MT-CO2: biofacts genes HGNC:7421"),
        (["search", "pathways", "aspirin", "--cursor", "x"], "Repeat the command without --cursor"),
        (["interactions", "ligand", "2713"], "Run `biofacts interactions ligand IUPHAR:2713`"),
        (["interactions", "target", "IUPHAR:2713"], "run `biofacts interactions ligand IUPHAR:2713`"),
        (
            ["interactions", "target", "215", "--approved-only", "--species", "Rat"],
            "Run `biofacts interactions target IUPHAR:215 --approved-only --species Rat`",
        ),
        (["interactions", "ligand", "nosuchligand"], "Run `biofacts search ligands nosuchligand`"),
        (
            ["interactions", "target", "IUPHAR:215", "--action", "frob"],
            "For all of them, repeat the command without --action",
        ),
    ],
)
def test_a_hint_is_said_in_commands(argv: list[str], said: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(argv) == 1

    printed = " ".join(capfd.readouterr().err.split())
    assert said.casefold() in printed.casefold()
    assert " with query=" not in printed


def test_interactions_are_a_table_of_who_acts_how_on_what(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["interactions", "ligand", "IUPHAR:34"]) == 0

    lines = capfd.readouterr().out.splitlines()
    assert lines[0].split() == ["ligand", "target", "action", "primary", "affinity", "species", "PubMed"]
    assert lines[1].split("  ")[0] == "aripiprazole (IUPHAR:34)"
    assert [part in lines[1] for part in ("D2 receptor (IUPHAR:215)", "Partial agonist", "primary", "pEC50 7.42")]
    assert lines[-1] == "3 of 3"


def test_the_guidance_of_an_empty_list_of_interactions_is_a_command(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["interactions", "ligand", "IUPHAR:34", "--species", "Mouse"]) == 0

    assert "run `biofacts interactions ligand IUPHAR:34`" in " ".join(capfd.readouterr().out.split())


def test_guidance_is_said_in_commands_and_as_json_as_tools_have_it(capfd: pytest.CaptureFixture[str]) -> None:
    main(["search", "ligands", "DRD2"])
    people = " ".join(capfd.readouterr().out.split())
    main(["search", "ligands", "DRD2", "--json"])
    machines = json.loads(capfd.readouterr().out)["guidance"]

    assert "run `biofacts search targets DRD2`" in people
    assert "call search_targets with query='DRD2'" in machines


def test_square_brackets_in_an_input_are_no_markup(capfd: pytest.CaptureFixture[str]) -> None:
    code = main(["get", "pathway", "[bold]x[/bold] [/]"])

    assert code == 1
    assert "[bold]x[/bold] [/]" in capfd.readouterr().err


@pytest.mark.parametrize("argv", [["genes"], ["get", "pathway"], ["components"], ["search", "pathways"]], ids=spoken)
def test_bytes_that_are_no_text_are_no_reason_to_fail(argv: list[str], capfd: pytest.CaptureFixture[str]) -> None:
    codes = [main([*argv, "nosuch\udcff", *rest]) for rest in ([], ["--json"])]
    out, err = capfd.readouterr()

    assert codes in ([0, 0], [1, 1])
    assert "Traceback" not in err
    assert "\udcff" not in out + err


# The catalogue


def test_the_status_of_an_empty_folder_is_told(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("BIOFACTS_SOURCE", "offline")
    codes = [main(["status"]), main(["status", "--json"])]
    out = capfd.readouterr().out

    assert codes == [0, 0]
    assert "wikipathways-text" in out
    assert "not there yet" in out
    assert f"in {tmp_path}; it is empty: biofacts sync fills it" in out.splitlines()


def test_an_unknown_source_cannot_be_synchronised(capfd: pytest.CaptureFixture[str]) -> None:
    code = main(["sync", "atlantis"])

    assert code == 2
    assert "no source 'atlantis'" in capfd.readouterr().err


def test_nothing_can_be_synchronised_offline(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BIOFACTS_SOURCE", "offline")
    code = main(["sync", "wikipathways", "--json"])
    failure = json.loads(capfd.readouterr().out)

    assert code == 1
    assert failure["error"]["code"] == "UPSTREAM_ERROR"
    assert "biofacts is in offline mode" in failure["error"]["message"]


@pytest.mark.parametrize(
    ("name", "value"),
    [("BIOFACTS_SOURCE", "dreams"), ("BIOFACTS_WIKIPATHWAYS_URL", "ftp://example.org"), ("BIOFACTS_LOG", "whisper")],
)
def test_a_setting_that_cannot_be_used_ends_with_code_2(
    name: str, value: str, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logging.root, "handlers", [])  # those of pytest, which hide a wrong level
    monkeypatch.setenv(name, value)
    code = main(["search", "pathways", "glycolysis"])
    err = capfd.readouterr().err

    assert code == 2
    assert err.startswith("biofacts: ")
    assert "Traceback" not in err


def test_links_are_counted_by_kind_with_the_command_that_lists_them(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["links", "pathway", "WP:WP254"]) == 0

    shown = " ".join(capfd.readouterr().out.split())
    assert "IUPHAR:8318 venetoclax" in shown
    assert "Run `biofacts links pathway WP:WP254 --to ligand`" in shown


def test_links_to_a_kind_are_a_table_with_the_way(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["links", "pathway", "WP:WP254", "--to", "ligand", "--approved-only"]) == 0

    shown = " ".join(capfd.readouterr().out.split())
    assert all(part in shown for part in ("venetoclax", "Antagonist", "BCL2 IUPHAR:2844", "1 of 1"))


def test_an_id_of_another_kind_is_answered_by_the_command_for_it(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["links", "gene", "WP:WP254", "--to", "pathway"]) == 1

    assert "Run `biofacts links pathway WP:WP254 --to gene`" in " ".join(capfd.readouterr().err.split())


def test_two_pathways_are_compared_by_the_names_of_what_is_in_both(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", "WP:WP254", "WP:WP707"]) == 0

    lines = [line.split() for line in capfd.readouterr().out.splitlines()]
    assert ["genes", "in", "both", "2", "Jaccard", "0.095", "MDM2,", "TP53"] in lines


@pytest.mark.parametrize(
    ("given", "question"),
    [
        ("serch", ". Did you mean search?"),
        ("ets", ". Did you mean set or get?"),
        ("GET", ". Did you mean get?"),
        ("xyz", ""),
    ],
)
def test_at_most_two_similar_names_are_suggested(given: str, question: str) -> None:
    assert did_you_mean(given, ["get", "bet", "set", "search"]) == question


@pytest.mark.parametrize(("given", "question"), [("abcde", ". Did you mean abcxy?"), ("abcdef", "")])
def test_a_name_is_suggested_if_three_fifths_of_it_are_alike(given: str, question: str) -> None:
    assert did_you_mean(given, ["abcxy"]) == question
