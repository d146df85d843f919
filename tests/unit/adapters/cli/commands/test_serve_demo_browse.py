"""`biofacts browse`, the page that `serve --http` has on request, and what `demo` shows."""

import webbrowser
from collections.abc import Callable
from contextlib import nullcontext
from threading import Event

import pytest
from mcp.types import CallToolResult
from pytest_mock import MockerFixture
from rich.console import Console

from biofacts.__main__ import main
from biofacts.adapters.cli.command import Serving
from biofacts.adapters.cli.commands import serve_demo_browse


@pytest.fixture
def served(mocker: MockerFixture) -> list[Serving]:
    """How servers were asked for; each says at once that it listens."""
    asked: list[Serving] = []

    def serve(_: object, serving: Serving, begun: Callable[[str], None] = lambda _: None) -> int:
        asked.append(serving)
        begun("http://127.0.0.1:1234")
        return 0

    mocker.patch("biofacts.__main__._Program.serve", serve)
    return asked


def test_the_page_is_served_to_this_machine_at_a_free_port_and_opened(
    served: list[Serving], mocker: MockerFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    opened = Event()

    def browse(address: str) -> None:
        assert address == "http://127.0.0.1:1234/"
        opened.set()

    mocker.patch.object(webbrowser, "open", browse)

    assert main(["browse"]) == 0
    assert opened.wait(10)
    assert served == [Serving(http=True, host="127.0.0.1", port=0, page=True)]
    assert capsys.readouterr().out.startswith("biofacts is at http://127.0.0.1:1234/ ")


def test_nothing_is_opened_unasked(served: list[Serving], mocker: MockerFixture) -> None:
    opening = mocker.patch.object(webbrowser, "open")

    assert main(["browse", "--no-open"]) == 0
    assert len(served) == 1
    opening.assert_not_called()


def test_a_server_over_http_has_the_page_on_request(served: list[Serving]) -> None:
    assert main(["serve", "--http", "--page"]) == 0
    assert main(["serve", "--http"]) == 0
    assert [one.page for one in served] == [True, False]


def test_a_page_is_of_http() -> None:
    with pytest.raises(SystemExit) as refused:
        main(["serve", "--page"])

    assert refused.value.code == 2


@pytest.mark.parametrize(("port", "is_one"), [("0", True), ("65535", True), ("65536", False), ("-1", False)])
def test_a_port_is_a_number_from_0_to_65535(
    port: str, is_one: bool, served: list[Serving], capsys: pytest.CaptureFixture[str]
) -> None:
    with nullcontext() if is_one else pytest.raises(SystemExit):
        main(["serve", "--http", "--port", port])

    assert [one.port for one in served] == [int(port)] * is_one
    assert ("give a number from 0 to 65535" in capsys.readouterr().err) is not is_one


@pytest.mark.parametrize(("fields", "rest"), [(8, []), (9, ["  … 1 more fields"]), (11, ["  … 3 more fields"])])
def test_a_demonstration_shows_eight_fields_of_at_most_a_hundred_characters(fields: int, rest: list[str]) -> None:
    result = CallToolResult(content=[], structured_content={f"field{one}": "x " * 100 for one in range(fields)})
    console = Console(width=200, color_system=None)
    with console.capture() as capture:
        serve_demo_browse._show_result(console, "1. One", "get_gene", {"id": "x"}, result)  # pyright: ignore[reportPrivateUsage]
    title, asked, *lines = capture.get().rstrip().splitlines()

    assert (title, asked) == ("1. One", "→ get_gene(id='x')")
    assert [(line[-5:], len(line.strip())) for line in lines[:8]] == [(" x...", 100)] * 8
    assert lines[8:] == rest
