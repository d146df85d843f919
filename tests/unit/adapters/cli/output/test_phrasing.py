"""What is said within sentences, in commands and options."""

import re
import shlex
from pathlib import Path

import pytest

from biofacts.__main__ import main
from biofacts.adapters.cli.output.phrasing import COMMANDS, hint_in_commands, in_commands
from biofacts.application.messages import pathways as pathway_messages
from biofacts.application.tools.all_tools import TOOLS
from biofacts.domain.answers import next_calls
from biofacts.domain.answers.advice_and_phrasing import Advice, Choice
from biofacts.domain.answers.entity_kinds import GENE

_INSIDE = re.compile(
    rf"\b(?:{'|'.join(TOOLS)}|page_size|pagination|same call|approved_only|pathway_id|gene_id|iuphar_id|slim)\b"
    r"|\b(?:detail|parts|around|whole)=|\$\."
)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("get_pathways_for_gene accepts these.", "`biofacts genes` accepts these."),
        ("a smaller page_size gives more", "a smaller --page-size gives more"),
        ("follow pagination.cursor for more", "follow --cursor for more"),
        ("Expected `int` <= 100 - at `$.page_size`.", "Expected `int` <= 100 - at --page-size."),
        ("unknown argument `organism`", "unknown option --organism"),
        ("unknown argument `colour_of`", "unknown option --colour-of"),
        ("its arguments are: query, cursor, slim.", "its options are: --cursor, --full."),
        ("its arguments are: iuphar_id.", "its options are: none."),
        ("Make the same call once", "Run the same command once"),
        ("repeat the same call in a minute", "repeat the same command in a minute"),
        ("'get_pathway' is not the Guide's name", "'get_pathway' is not the Guide's name"),
        ("run `biofacts search pathways get_pathway`", "run `biofacts search pathways get_pathway`"),
        (
            pathway_messages.cut_lists("get_pathway_components"),
            "Long lists are shortened; totals has their full lengths. For less, call `biofacts components` with"
            " --detail brief, --parts interactions or --around '<label or gene>'; for everything, with --whole.",
        ),
    ],
)
def test_names_are_said_as_commands(text: str, said: str) -> None:
    assert in_commands(text) == said


_LINES = """search pathways krebs --page-size 500
search pathways krebs --cursor zzz
search pathways krebs --organism human
search compounds aspirin --organism x
search ligands DRD2
search targets ibuprofen
search targets targets of aspirin
search genes MAPK
search pathways HGNC:11998
genes COX2
genes glucose
genes IL6 --organism human
compounds nosuchcompound
components WP:WP254 --parts foo
components WP:WP254 --detail foo
components WP:WP254 --around nosuch
get pathway WP:WP254 --detail foo
get pathway WP:WP254
get target IUPHAR:2713
get gene NCBIGene:999999
get ligand IUPHAR:2713 --detail full
interactions target IUPHAR:215 --action foo
links gene HGNC:11998
links gene HGNC:11998 --to gene
resolve x --kind gene --organism human
enrich TP53
enrich TP53 MDM2 CASP3 --background ATM CHEK2"""


@pytest.mark.parametrize("line", _LINES.splitlines())
def test_no_answer_at_the_terminal_names_a_tool(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("BIOFACTS_SOURCE", "sample")
    monkeypatch.setenv("BIOFACTS_CACHE_DIR", str(tmp_path))
    main(shlex.split(line))
    printed = "".join(capsys.readouterr())

    assert printed
    assert _INSIDE.findall(printed) == []


def test_each_of_several_commands_in_a_hint_has_a_line() -> None:
    calls = [next_calls.get(GENE, "HGNC:1"), next_calls.get(GENE, "HGNC:2")]
    advice = Advice(
        "Say which is meant: ", Choice(calls, ["v1.2 A", "B"]), ". For all of them, ", next_calls.search(GENE, "A"), "."
    )

    assert hint_in_commands(advice.phrased(COMMANDS)).splitlines() == [
        "Say which is meant:",
        "  v1.2 A: biofacts get gene HGNC:1",
        "  B: biofacts get gene HGNC:2",
        "  For all of them: biofacts search genes A",
    ]
