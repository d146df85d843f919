"""The network: what it never answers is given up."""

from pathlib import Path

import httpx
import pytest
from pytest_mock import MockerFixture

from biofacts.adapters.http.transport.base import TooSlow
from biofacts.adapters.http.transport.network import NetworkTransport, trusting
from tests.wire import Gate, Script, ask


async def test_a_network_that_never_sends_a_status_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("biofacts.domain.limits.time_limits.HEAD", 0)
    network = NetworkTransport()

    def unanswered(_: httpx.Request) -> Gate:
        return Gate()

    monkeypatch.setattr(network, "prepare", unanswered)
    with pytest.raises(TooSlow):
        await ask(network)


async def test_requests_say_once_whom_an_upstream_may_write_to(mocker: MockerFixture) -> None:
    network = NetworkTransport("me@lab.test")
    script = Script(httpx.Response(200))
    mocker.patch.object(network, "prepare", return_value=script.transport)
    request = httpx.Request("GET", "https://upstream.test/", headers={"User-Agent": "biofacts/1"})
    for _ in range(2):
        await network.handle_async_request(request)

    assert request.headers["user-agent"] == "biofacts/1 (+me@lab.test)"


async def test_a_refused_connection_is_no_certificate_that_fails(mocker: MockerFixture) -> None:
    network = NetworkTransport()
    script = Script(httpx.ConnectError("refused"))
    mocker.patch.object(network, "prepare", return_value=script.transport)
    with pytest.raises(httpx.ConnectError) as caught:
        await ask(network)

    assert type(caught.value) is httpx.ConnectError


async def test_a_network_closes_its_connections(mocker: MockerFixture) -> None:
    network = NetworkTransport()
    closed = mocker.spy(network.prepare(httpx.Request("GET", "https://upstream.test/")), "aclose")

    await network.aclose()

    closed.assert_called_once()


def test_certificates_are_those_of_the_file_and_the_folder_given(tmp_path: Path, mocker: MockerFixture) -> None:
    made = mocker.patch("ssl.create_default_context")
    for file, folder in (("ca.pem", None), (None, str(tmp_path)), ("ca.pem", str(tmp_path))):
        trusting.__wrapped__(file, folder)
    with pytest.raises(FileNotFoundError):
        trusting.__wrapped__(None, str(tmp_path / "absent"))

    assert [one.kwargs for one in made.call_args_list] == [
        {"cafile": "ca.pem", "capath": None},
        {"cafile": None, "capath": str(tmp_path)},
        {"cafile": "ca.pem", "capath": str(tmp_path)},
    ]
