"""Advice: calls inside sentences, written for whoever reads them."""

import ast
import pickle
import re
from pathlib import Path

import msgspec
import pytest

import biofacts
from biofacts.adapters.cli.output.phrasing import COMMANDS
from biofacts.application.tools.all_tools import TOOLS
from biofacts.domain.answers import next_calls
from biofacts.domain.answers.advice_and_phrasing import Advice, Again, Choice, NextCall, ToolPhrasing, joined, phrased
from biofacts.domain.answers.entity_kinds import PATHWAY
from biofacts.domain.source_remarks import genes as gene_remarks

GET = next_calls.get(PATHWAY, "WP:WP534")
SEARCH = NextCall("search_pathways", {"query": "cell cycle", "organism": "Homo sapiens", "page_size": 5})


def test_a_call_is_written_as_a_tool_call_and_as_a_command() -> None:
    advice = Advice(GET, "; or ", SEARCH, ".")

    assert str(advice) == (
        "Call get_pathway with pathway_id='WP:WP534'; or call search_pathways with query='cell cycle',"
        " organism='Homo sapiens', page_size=5."
    )
    assert advice.phrased(COMMANDS) == (
        "Run `biofacts get pathway WP:WP534`; or run"
        " `biofacts search pathways 'cell cycle' --organism 'Homo sapiens' --page-size 5`."
    )


def test_the_same_call_again_is_told_by_what_changes() -> None:
    size, cursor = Advice(Again({"page_size": 50}), "."), Advice(Again(without="cursor"), ".")

    assert (str(size), size.phrased(COMMANDS)) == (
        "Repeat the call with page_size=50.",
        "Repeat the command with --page-size 50.",
    )
    assert (str(cursor), cursor.phrased(COMMANDS)) == (
        "Repeat the call without the argument `cursor`.",
        "Repeat the command without --cursor.",
    )


def test_of_several_calls_the_first_is_told_in_full() -> None:
    calls = [next_calls.pathways_of(gene) for gene in ("HGNC:9605", "HGNC:7421")]
    advice = Advice("Say which: ", Choice(calls, ["PTGS2", "MT-CO2"]), ".")

    assert str(advice) == (
        "Say which: call get_pathways_for_gene with gene_id='HGNC:9605' for PTGS2; with gene_id='HGNC:7421' for MT-CO2."
    )
    assert advice.phrased(COMMANDS) == (
        "Say which: run `biofacts genes HGNC:9605` for PTGS2, or `biofacts genes HGNC:7421` for MT-CO2."
    )
    assert advice.calls == tuple(calls)


def test_what_a_shell_would_read_otherwise_is_quoted() -> None:
    told = Advice(next_calls.search(PATHWAY, "-x; rm '$HOME'"), ".").phrased(COMMANDS)

    assert told == """Run `biofacts search pathways -- '-x; rm '"'"'$HOME'"'"''`."""


def test_sentences_are_joined_with_blanks_and_nothing_is_left_out() -> None:
    advice = joined(None, "Nothing matches.", Advice(GET, "."), "")

    assert str(advice) == "Nothing matches. Call get_pathway with pathway_id='WP:WP534'."
    assert joined(None, "") is None


def test_a_remark_before_the_guidance_of_a_list_keeps_its_calls() -> None:
    guidance = gene_remarks.gene_of_others("Trp53", ["Mus musculus"])
    aside = gene_remarks.organism_ignored("mouse", "Mus musculus", "Trp53")
    both = joined(aside, guidance)

    assert both is not None
    assert both.calls == (*aside.calls, *guidance.calls)
    assert len(both.calls) == 2


def test_what_several_say_is_said_once() -> None:
    assert str(joined("Nothing matches.", Advice(GET, "."), "Nothing matches.")) == str(
        joined("Nothing matches.", Advice(GET, "."))
    )


def test_calls_that_a_server_does_not_offer_are_not_proposed() -> None:
    few = ToolPhrasing({"search_pathways"})
    either = Advice("Nothing has that id. ", GET, "; or ", Choice([SEARCH], ["it"]), ". ", Again(without="cursor"), ".")

    assert few.offers("search_pathways")
    assert either.phrased(few) == (
        "Nothing has that id. Call search_pathways with query='cell cycle', organism='Homo sapiens', page_size=5"
        " for it. Repeat the call without the argument `cursor`."
    )
    assert Advice("Look at it: ", GET, ". Or not.").phrased(few) == "Or not."
    assert Advice(GET, ".").phrased(few) == "This server does not offer the tool that would help."


def test_sentences_that_name_a_tool_that_is_not_offered_are_left_out_but_not_the_words_of_a_caller() -> None:
    advice = joined(
        "No pathways contain 'get_pathway'.", "'P04637' is a protein: get_gene accepts these.", "Try search_pathways."
    )

    assert advice is not None
    assert (
        advice.phrased(ToolPhrasing({"search_pathways"})) == "No pathways contain 'get_pathway'. Try search_pathways."
    )
    assert "get_gene accepts these" in str(advice)


class _Inner(msgspec.Struct, frozen=True):
    call: str


class _Answer(msgspec.Struct, frozen=True):
    guidance: str | None = None
    inner: _Inner | None = None
    by_kind: dict[str, _Inner] = {}


def test_an_answer_is_phrased_wherever_it_has_advice_and_cannot_be_encoded_before() -> None:
    call = _Inner(call=Advice(GET))
    answer = _Answer(guidance=Advice("Nothing. ", GET, "."), inner=call, by_kind={"pathway": call})
    told = phrased(answer, COMMANDS)

    run = "Run `biofacts get pathway WP:WP534`"
    assert told == _Answer(guidance=f"Nothing. {run}.", inner=_Inner(run), by_kind={"pathway": _Inner(run)})
    assert b"Run" in msgspec.json.encode(told)
    assert phrased(told, COMMANDS) is told
    with pytest.raises(TypeError, match="Advice"):
        msgspec.json.encode(answer)


def test_an_advice_within_an_advice_and_one_from_another_process_keep_their_calls() -> None:
    inside = pickle.loads(pickle.dumps(Advice("Say more: ", Advice(GET, "."))))

    assert isinstance(inside, Advice)
    assert inside.calls == (GET,)
    assert inside.phrased(COMMANDS) == "Say more: run `biofacts get pathway WP:WP534`."


def test_no_sentence_names_a_tool_or_a_command_by_hand() -> None:
    """Names come from the kinds and from `next_calls`; the descriptions of tools, which are their definition, may."""
    by_hand = re.compile(rf"\b(?:{'|'.join(TOOLS)})\b|`biofacts ")
    root = Path(biofacts.__file__).parent
    files = [
        one for room in ("domain", "application") for one in (root / room).rglob("*.py") if "tools" not in one.parts
    ]
    found: list[str] = []
    for file in files:
        nodes = [*ast.walk(ast.parse(file.read_text("utf-8")))]
        docstrings = {id(one.value) for one in nodes if isinstance(one, ast.Expr)}
        texts = [
            one.value
            for one in nodes
            if isinstance(one, ast.Constant) and isinstance(one.value, str) and id(one) not in docstrings
        ]
        found += [f"{file.name}: {one}" for one in texts if " " in one and by_hand.search(one)]

    assert len(files) > 100
    assert found == []
