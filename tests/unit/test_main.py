"""The console script: what it does to the process that runs it."""

import gc
import subprocess
import sys
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import pytest
from pytest_mock import MockerFixture

from biofacts.__main__ import main
from biofacts.application.use_cases import UseCases


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("BIOFACTS_SOURCE", "sample")
    monkeypatch.setenv("BIOFACTS_CACHE_DIR", str(tmp_path))


def test_an_import_changes_nothing() -> None:
    code = "import gc, sys, biofacts.__main__; sys.exit(not gc.isenabled() or 'httpx._main' in sys.modules)"

    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


def test_a_server_on_standard_input_imports_no_web_server() -> None:
    code = "import sys; from biofacts.__main__ import main; main(['serve']); sys.exit('uvicorn' in sys.modules)"

    assert subprocess.run([sys.executable, "-c", code], stdin=subprocess.DEVNULL).returncode == 0


def test_a_server_on_standard_input_answers_from_the_source_of_the_settings(mocker: MockerFixture) -> None:
    async def serve(lifespan: Callable[[object], AbstractAsyncContextManager[UseCases]], *_: object) -> None:
        async with lifespan(None) as use_cases:
            found.append((await use_cases.searches["pathway"]("apoptosis")).items[0].title)

    found: list[str] = []
    mocker.patch("biofacts.adapters.mcp.stdio.serve", serve)

    assert (main(["serve"]), found) == (0, ["Apoptosis"])


@pytest.mark.parametrize("command", [["status"], ["sync"], ["search", "pathways", "glycolysis"]], ids=" ".join)
def test_a_command_runs_with_the_garbage_collector_on(command: list[str], mocker: MockerFixture) -> None:
    collected: list[bool] = []

    def show(*_: object, **__: object) -> None:
        collected.append(gc.isenabled())

    for shown in ("commands.catalogue.show", "output.forms.PeopleForm.show"):
        mocker.patch(f"biofacts.adapters.cli.{shown}", show)
    code = main(command)

    assert (code, {*collected}, gc.isenabled()) == (0, {True}, True)


def test_the_garbage_collector_is_on_after_wrong_usage() -> None:
    with pytest.raises(SystemExit):
        main(["fly"])

    assert gc.isenabled()


@pytest.mark.parametrize(("name", "value"), [("BIOFACTS_LOG", "loud"), ("BIOFACTS_SOURCE", "dreams")])
def test_a_setting_that_cannot_be_used_is_wrong_usage(
    name: str, value: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(name, value)

    assert main(["status"]) == 2
    assert value in capsys.readouterr().err.casefold()
