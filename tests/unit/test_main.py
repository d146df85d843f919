"""The console script: what it does to the process that runs it."""

import gc
import io
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Generator
from contextlib import AbstractAsyncContextManager
from importlib.metadata import version
from pathlib import Path
from typing import Any

import httpx
import pytest
from pytest_mock import MockerFixture

from biofacts.__main__ import main
from biofacts.adapters.mcp.streamable_http.allowed_hosts import Exposure
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


def test_a_server_on_standard_input_builds_messages_when_they_come() -> None:
    code = "import sys, pydantic; from biofacts.__main__ import main; main(['serve']);"
    code += "sys.exit(not pydantic.BaseModel.model_config.get('defer_build'))"

    assert subprocess.run([sys.executable, "-c", code], stdin=subprocess.DEVNULL).returncode == 0


def test_a_server_on_standard_input_answers_from_the_source_of_the_settings(mocker: MockerFixture) -> None:
    async def serve(lifespan: Callable[[object], AbstractAsyncContextManager[UseCases]], *_: object) -> None:
        async with lifespan(None) as use_cases:
            found.append((await use_cases.searches["pathway"]("apoptosis")).items[0].title)

    found: list[str] = []
    mocker.patch("biofacts.adapters.mcp.stdio.serve", serve)

    assert (main(["serve"]), found) == (0, ["Apoptosis"])


@pytest.mark.parametrize(
    "command", [["status"], ["sync"], ["search", "pathways", "glycolysis"], ["doctor"]], ids=" ".join
)
def test_a_command_runs_with_the_garbage_collector_on(command: list[str], mocker: MockerFixture) -> None:
    collected: list[bool] = []

    def show(*_: object, **__: object) -> None:
        collected.append(gc.isenabled())

    for shown in ("commands.sync_status_clean.show", "output.output_formats.TerminalPrinter.show", "execution.report"):
        mocker.patch(f"biofacts.adapters.cli.{shown}", show)
    code = main(command)

    assert (code, {*collected}, gc.isenabled()) == (0, {True}, True)


def test_letters_that_the_encoding_of_the_output_lacks_are_escaped(monkeypatch: pytest.MonkeyPatch) -> None:
    written = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(written, "ascii"))
    code = main(["search", "targets", "opioid receptor"])
    sys.stdout.flush()

    assert (code, b"\\u" in written.getvalue()) == (0, True)


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


@pytest.fixture
def kept_out_of_the_collector() -> Generator[None]:
    yield
    gc.unfreeze()


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.usefixtures("kept_out_of_the_collector")
def test_a_page_is_served_until_a_signal(
    mocker: MockerFixture, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    asked = "healthz", "readyz", "pathway/WP:WP534.json"

    def visit(address: str) -> None:
        try:
            with httpx.Client(base_url=address, trust_env=False) as browser:
                answers.append(address)
                answers.extend(browser.get(path).json() for path in asked)
                answers.append(browser.get("/").headers["content-type"])
        finally:
            os.kill(os.getpid(), signal.SIGTERM)

    answers: list[Any] = []
    mocker.patch("webbrowser.open", visit)
    code = main(["browse"])
    address, health, ready, pathway, page = answers

    assert code == 0
    assert address in capsys.readouterr().out
    assert health == {"status": "ok"}
    assert (ready["status"], ready["complete"]) == ("ready", True)
    assert pathway["title"] == "Glycolysis and gluconeogenesis"
    assert page == "text/html; charset=utf-8"
    assert [one.getMessage() for one in caplog.records if one.name.endswith(".serve")] == [
        f"biofacts {version('biofacts')} serves MCP at {address}mcp; sources: sample"
    ]


def test_options_of_the_command_override_settings_and_lists_are_combined(
    mocker: MockerFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in (("ALLOWED_HOSTS", "a.test"), ("ALLOWED_ORIGINS", "https://b.test"), ("PROXIES", "10.0.0.1")):
        monkeypatch.setenv(f"BIOFACTS_{name}", value)
    monkeypatch.setenv("BIOFACTS_DRAIN", "7")
    monkeypatch.setenv("BIOFACTS_MAX_CALLS", "9")
    serve = mocker.patch("biofacts.adapters.mcp.streamable_http.serve.serve")
    code = main(["serve", "--http", "--port", "0", "--allowed-host", "c.test", "--max-calls", "8"])
    _, exposure, listening, *_, page, _, _ = serve.call_args.args
    listening.close()

    assert code == 0
    assert exposure == Exposure(
        port=0, allowed_hosts=("c.test", "a.test"), allowed_origins=("https://b.test",), proxies=("10.0.0.1",),
        max_calls=8, drain=7,
    )  # fmt: skip
    assert page is None
