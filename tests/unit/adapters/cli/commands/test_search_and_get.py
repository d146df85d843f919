"""A search over all kinds, and records whose identifier says the kind."""

import json
import webbrowser
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from pytest_mock import MockerFixture

from biofacts.__main__ import main
from biofacts.application.tools.all_tools import call as tools_call
from biofacts.application.tools.tool import failed
from biofacts.application.use_cases import UseCases
from biofacts.domain.answers.advice_and_phrasing import Phrasing
from biofacts.domain.answers.errors import UpstreamError
from tests.commands import exit_code

KINDS = ["pathways", "genes", "targets", "ligands", "compounds"]


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("BIOFACTS_SOURCE", "sample")
    monkeypatch.setenv("BIOFACTS_CACHE_DIR", str(tmp_path))
    monkeypatch.setenv("COLUMNS", "160")


def as_json(capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    assert main([*words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


@pytest.fixture
def no_compounds(mocker: MockerFixture) -> None:
    async def call(tool: Any, use_cases: UseCases, given: Mapping[str, object], phrasing: Phrasing) -> object:
        if tool.name == "search_compounds":
            return failed(UpstreamError.of("PubChem", "it is down"))
        return await tools_call(tool, use_cases, given, phrasing)

    mocker.patch("biofacts.adapters.cli.search_all.call", call)


def test_all_kinds_answer_as_each_does_alone(capsys: pytest.CaptureFixture[str]) -> None:
    everything = as_json(capsys, "search", "aspirin", "--page-size", "5")

    assert [*everything] == KINDS
    for kind in KINDS:
        assert everything[kind] == as_json(capsys, "search", kind, "aspirin", "--page-size", "5")


def test_kinds_with_answers_are_shown_below_each_other(capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["search", "aspirin"])
    lines = capsys.readouterr().out.splitlines()
    headings = [line for line in lines if line in KINDS]

    assert code == 0
    assert headings == ["ligands", "compounds"]
    assert "IUPHAR:4139" in lines[lines.index("ligands") + 2]
    assert "nothing among pathways, genes, targets" in lines


def test_where_there_is_more_a_command_shows_it(capsys: pytest.CaptureFixture[str]) -> None:
    main(["search", "receptor", "--page-size", "1"])

    assert "; more: run `biofacts search targets receptor`" in capsys.readouterr().out


def test_why_there_is_nothing_is_said_of_every_kind_where_none_has_anything(capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["search", "zzqqxxy"])
    out = capsys.readouterr().out

    assert code == 0
    assert [line.partition(":")[0] for line in out.splitlines() if "'zzqqxxy'" in line] == KINDS


def test_rows_of_all_kinds_say_their_kind(capsys: pytest.CaptureFixture[str]) -> None:
    main(["search", "aspirin", "--csv", "--fields", "kind,id"])
    header, *rows = capsys.readouterr().out.splitlines()

    assert header == "kind,id"
    assert "ligand,IUPHAR:4139" in rows
    assert "compound,PubChem:CID2244" in rows


def test_kinds_with_doubtful_results_alone_are_one_line_each_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    main(["search", "growth factor"])
    shown = capsys.readouterr().out
    everything = as_json(capsys, "search", "growth factor")
    weak = {
        kind for kind in KINDS if (best := [one["score"] for one in everything[kind]["items"]]) and max(best) <= 0.5
    }

    assert weak
    for kind in weak:
        assert f"only doubtful results among {kind}; to see them, run `biofacts search {kind} 'growth factor'`" in shown
        assert everything[kind]["items"][0]["id"] not in shown


def test_everything_is_walked(capsys: pytest.CaptureFixture[str]) -> None:
    whole = as_json(capsys, "search", "apoptosis", "--page-size", "100")
    walked = as_json(capsys, "search", "apoptosis", "--all", "--page-size", "1")

    assert len(walked["pathways"]["items"]) > 1
    assert {kind: walked[kind]["items"] for kind in KINDS} == {kind: whole[kind]["items"] for kind in KINDS}


def test_an_organism_is_of_pathways_and_genes(capsys: pytest.CaptureFixture[str]) -> None:
    everything = as_json(capsys, "search", "TP53", "--organism", "Mus musculus")

    assert {one["organism"] for kind in ("pathways", "genes") for one in everything[kind]["items"]} == {"Mus musculus"}


@pytest.mark.usefixtures("no_compounds")
def test_what_fails_of_one_kind_is_told_and_the_others_are_answered(capsys: pytest.CaptureFixture[str]) -> None:
    codes = [main(["search", "aspirin"])]
    people = capsys.readouterr()
    codes.append(main(["search", "aspirin", "--json"]))
    envelopes = json.loads(capsys.readouterr().out)

    assert codes == [1, 1]
    assert "IUPHAR:4139" in people.out
    assert people.err.startswith("compounds: UPSTREAM_ERROR PubChem is unavailable: it is down.")
    assert envelopes["compounds"]["error"]["code"] == "UPSTREAM_ERROR"
    assert envelopes["ligands"]["items"]


def test_what_is_wrong_for_all_kinds_is_said_once(capsys: pytest.CaptureFixture[str]) -> None:
    codes = [main(["search", "a"]), main(["search", "a", "--json"])]
    out, err = capsys.readouterr()

    assert codes == [1, 1]
    assert err.count("AMBIGUOUS_QUERY") == 1
    assert json.loads(out)["error"]["code"] == "AMBIGUOUS_QUERY"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("pathway apoptosis", "biofacts search pathways apoptosis"),
        ("lignads aspirin", "biofacts search ligands aspirin"),
    ],
)
def test_a_first_word_that_is_nearly_a_kind_is_told(words: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    main(["search", *words.split()])

    assert said in capsys.readouterr().err


def test_an_option_leaves_every_word_to_the_query(capsys: pytest.CaptureFixture[str]) -> None:
    one = as_json(capsys, "search", "--kind", "ligand", "targets", "of", "aspirin")
    alone = as_json(capsys, "search", "ligands", "targets of aspirin")
    every = as_json(capsys, "search", "--kind", "any", "genes", "of", "aspirin")

    assert one == alone
    assert [*every] == KINDS


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("search pathways", "search pathways for what?"),
        ("search aspirin --cursor x", "--cursor: needs one kind"),
        ("search x --community c", "--community: needs pathways: biofacts search pathways --community NAME"),
        ("search aspirin --fields nosuch", "argument --fields: no field 'nosuch'. Choose from kind, id, score"),
        ("status --csv --fields nosuch", "argument --fields: no field 'nosuch'. Choose from name"),
        ("interactions target IUPHAR:215 IUPHAR:216", "only ligands are listed side by side"),
        ("search x --kind genes", "no kind 'genes'. Did you mean gene"),
        ("get ligand", "an identifier is missing: biofacts get ligand ID"),
        ("get pathwy WP:WP254", "no kind 'pathwy'. Did you mean pathway?"),
        ("links WP:WP254 --to genes", "no kind 'genes'. Did you mean gene?"),
        ("serach x", "Did you mean search?"),
        ("serch x", "Did you mean search?"),
        ("krebs cycle", "To search: biofacts search krebs cycle"),
        ("search x --pagesize 2", "Did you mean --page-size?"),
        ("sync gtopd", "Did you mean gtopdb?"),
    ],
)
def test_wrong_usage_says_what_was_meant(words: str, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_code(words.split()) == 2
    assert told in capsys.readouterr().err


@pytest.mark.parametrize(
    ("identifier", "kind"),
    [
        ("WP:WP254", "pathway"), ("HGNC:11998", "gene"), ("NCBIGene:22059", "gene"), ("PubChem:CID2244", "compound"),
    ],
)  # fmt: skip
def test_an_identifier_says_its_kind(identifier: str, kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    codes = [main(["get", identifier, "--json"]), main(["get", kind, identifier, "--json"])]
    alone, named = capsys.readouterr().out.splitlines()

    assert codes[0] == codes[1]
    assert alone == named


@pytest.mark.parametrize(
    ("words", "hints"),
    [
        ("get IUPHAR:2713", ("biofacts get ligand IUPHAR:2713", "biofacts get target IUPHAR:2713")),
        ("open IUPHAR:215", ("Run `biofacts open ligand IUPHAR:215`", "biofacts open target IUPHAR:215")),
        ("links IUPHAR:215", ("biofacts links ligand IUPHAR:215", "biofacts links target IUPHAR:215")),
        (
            "interactions IUPHAR:215",
            ("biofacts interactions ligand IUPHAR:215", "biofacts interactions target IUPHAR:215"),
        ),
        ("get apoptosis", ("biofacts resolve apoptosis",)),
        ("get CHEBI:15903", ("biofacts search compounds CHEBI:15903",)),
        ("get WP254", ("biofacts get pathway WP:WP254",)),
    ],
)
def test_an_identifier_that_does_not_is_never_guessed(
    words: str, hints: Sequence[str], capsys: pytest.CaptureFixture[str]
) -> None:
    code = main(words.split())
    out, err = capsys.readouterr()

    assert (code, out) == (1, "")
    assert [hint for hint in hints if hint not in err] == []


def test_an_ambiguous_identifier_is_an_envelope_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["get", "IUPHAR:2713", "--json"])
    error = json.loads(capsys.readouterr().out)["error"]

    assert (code, error["code"], error["invalid_input"]) == (1, "AMBIGUOUS_QUERY", "IUPHAR:2713")
    assert "get_ligand" in error["recovery_hint"]
    assert "get_target" in error["recovery_hint"]


@pytest.mark.parametrize("opens", [True, False])
def test_a_page_is_opened_where_there_is_a_browser(
    opens: bool, mocker: MockerFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    browser = mocker.patch.object(webbrowser, "open", return_value=opens)
    code = main(["open", "WP:WP254"])
    out, err = capsys.readouterr()

    assert (code, out) == (0, "https://www.wikipathways.org/instance/WP254\n")
    assert ("no browser" in err) is not opens
    browser.assert_called_once_with("https://www.wikipathways.org/instance/WP254")


def test_an_address_is_printed_without_a_browser(mocker: MockerFixture, capsys: pytest.CaptureFixture[str]) -> None:
    browser = mocker.patch.object(webbrowser, "open")
    codes = [main(["open", "target", "IUPHAR:215", "--print"]), main(["open", "WP:WP99999"])]
    out, err = capsys.readouterr()

    assert codes == [0, 1]
    assert out.splitlines() == ["https://www.guidetopharmacology.org/GRAC/ObjectDisplayForward?objectId=215"]
    assert "ENTITY_NOT_FOUND" in err
    browser.assert_not_called()


def test_pathways_are_listed_without_words_by_organism_or_day(capsys: pytest.CaptureFixture[str]) -> None:
    of_yeast = as_json(capsys, "search", "pathways", "--organism", "Saccharomyces cerevisiae")
    in_words = as_json(capsys, "search", "pathways", "all", "yeast", "pathways")
    code = main(["search", "pathways", "--changed-since", "may"])

    assert {item["organism"] for item in of_yeast["items"]} == {"Saccharomyces cerevisiae"}
    assert in_words["items"] == of_yeast["items"]
    assert (code, "'may' is not a date" in capsys.readouterr().err) == (1, True)


def test_a_day_is_of_pathways(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["search", "aspirin", "--changed-since", "2026-08-31"])

    assert "biofacts search pathways --changed-since DAY" in capsys.readouterr().err
