"""`biofacts browse`, and the page that `serve --http` has on request."""

import webbrowser
from collections.abc import Callable
from threading import Event

import pytest
from pytest_mock import MockerFixture

from biofacts.__main__ import main
from biofacts.adapters.cli.command import Serving


@pytest.fixture
def served(mocker: MockerFixture) -> list[Serving]:
    """How servers were asked for; each says at once that it listens."""
    asked: list[Serving] = []

    def serve(_: object, serving: Serving, begun: Callable[[str], None] = lambda _: None) -> int:
        asked.append(serving)
        begun("http://127.0.0.1:1234")
        return 0

    mocker.patch("biofacts.__main__._Composition.serve", serve)
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
