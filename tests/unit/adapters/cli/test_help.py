"""What commands say of themselves, to people and to shells; and how they are started."""

import argparse
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from biofacts.__main__ import main
from biofacts.adapters.cli.commands.install_doctor_completion import SHELLS
from biofacts.adapters.cli.parser import COMMANDS, read

_NARROWING = {
    "changed_since",
    "community",
    "cursor",
    "around",
    "highlight",
    "action",
    "species",
    "links",
    "ray",
    "cache_on_nodes",
    "to",
}
"""Without these options nothing is left out, or done besides."""

_SHELLS = [shell for shell in SHELLS if shutil.which(shell)]


def told(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    with pytest.raises(SystemExit) as left:
        main([*words, "--help"])

    assert left.value.code == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("name", COMMANDS)
def test_a_help_has_examples_that_can_be_read(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    shown = told(capsys, name)
    lines = re.findall(r"^  biofacts (.+)$", shown.partition("Examples:")[2], re.M)

    assert lines == [*COMMANDS[name].examples]
    for line in lines:
        words = shlex.split(re.sub(r" > .*", "", line))
        assert read([word.removeprefix("@") for word in words])[0].name == name


def actions(name: str) -> Sequence[argparse.Action]:
    """The arguments of a command."""
    parser = argparse.ArgumentParser()
    COMMANDS[name].add(parser)
    return parser._actions


@pytest.mark.parametrize("name", [name for name in COMMANDS if name != "serve"])
def test_every_argument_is_told_and_what_happens_without_it(name: str) -> None:
    optional = [one for one in actions(name) if one.option_strings and one.nargs != 0 and not one.required]

    assert [one.dest for one in actions(name) if not one.help] == []
    assert {one.dest for one in optional if "default: " not in str(one.help)} <= _NARROWING


@pytest.mark.parametrize("width", ["40", "80", "200"])
def test_a_help_fits_the_terminal(
    width: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", width)
    helps = [told(capsys, *words) for words in ([], ["search"], ["annotate"])]
    shown = "".join(help.partition("Examples:")[0] for help in helps)  # those stay whole
    lines = shown.splitlines()

    assert [line for line in lines if len(line) > int(width)] == []
    assert "\x1b" not in shown


def test_an_option_may_stand_between_words() -> None:
    _, arguments = read(["search", "pathways", "krebs", "--page-size", "2", "cycle"])

    assert (arguments.values["words"], arguments.values["page_size"]) == (["pathways", "krebs", "cycle"], 2)


@pytest.mark.parametrize(
    ("argv", "name", "words"),
    [
        (["search", "pathways", "--all", "--", "-x", "--json"], "words", ["pathways", "-x", "--json"]),
        (["resolve", "--kind", "gene", "--", "TP53", "-x"], "names", ["TP53", "-x"]),
        (["enrich", "--background", "A", "B", "--", "-x", "C"], "names", ["-x", "C"]),
        (["get", "pathway", "--", "-x"], "id", "-x"),
        (["get", "--", "-x"], "id", "-x"),
    ],
    ids=" ".join,
)
def test_behind_two_strokes_all_are_words(argv: list[str], name: str, words: object) -> None:
    assert read(argv)[1].values[name] == words


def test_blank_lines_of_a_file_are_no_names(tmp_path: Path) -> None:
    (tmp_path / "names.txt").write_text("TP53\n\n  \n interleukin 6 \n")

    assert read(["resolve", f"@{tmp_path / 'names.txt'}"])[1].values["names"] == ["TP53", "interleukin 6"]


def test_help_is_a_command_too(capsys: pytest.CaptureFixture[str]) -> None:
    helps = [told(capsys), told(capsys, "search")]
    for words, shown in (["help"], helps[0]), (["help", "search"], helps[1]):
        with pytest.raises(SystemExit) as left:
            main(words)
        assert (left.value.code, capsys.readouterr().out) == (0, shown)


def test_options_mean_the_same_in_all_commands() -> None:
    meant: dict[str, set[object]] = {}
    for name in COMMANDS:
        for action in actions(name):
            for option in action.option_strings:
                meant.setdefault(option, set()).add((type(action), action.nargs, action.metavar))

    assert {option for option, kinds in meant.items() if len(kinds) > 1} == {"--to", "--out"}  # a kind, files, folders


def test_reading_a_command_line_imports_neither_tables_nor_servers() -> None:
    code = """
import sys
from biofacts.adapters.cli.parser import read
read(["search", "x"])
print([name for name in ("anyio", "rich", "rich_argparse", "shtab", "httpx", "mcp") if name in sys.modules])
"""
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert ran.stdout == "[]\n"


@pytest.mark.parametrize("shell", SHELLS)
def test_completion_names_commands_kinds_and_options(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", shell]) == 0

    script = capsys.readouterr().out
    for word in (*COMMANDS, "pathways", "page-size", "approved-only", "wikipathways"):
        assert word in script


@pytest.mark.parametrize("shell", _SHELLS)
def test_a_shell_takes_its_completion(shell: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    main(["completion", shell])
    script = tmp_path / "completion"
    script.write_text(capsys.readouterr().out)

    assert subprocess.run([shell, "-n", str(script)], capture_output=True, check=False).returncode == 0


@pytest.mark.skipif(sys.platform != "linux", reason="the bash of Linux")
def test_bash_completes_the_first_word_of_a_search(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    main(["completion", "bash"])
    script = tmp_path / "completion"
    script.write_text(capsys.readouterr().out)
    typed = "COMP_WORDS=(biofacts search p); COMP_CWORD=2; _shtab_biofacts; echo ${COMPREPLY[@]}"
    ran = subprocess.run(["bash", "-c", f"source {script}; {typed}"], capture_output=True, text=True, check=True)

    assert ran.stdout == "pathways\n"
