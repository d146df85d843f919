"""The network: what it never answers is given up."""

import httpx
import pytest
from pytest_mock import MockerFixture

from biofacts.adapters.http.transport.body import TooSlow
from biofacts.adapters.http.transport.network import NetworkTransport
from tests.wire import Gate, ask


async def test_a_network_that_never_sends_a_status_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("biofacts.domain.answers.time_limits.HEAD", 0)
    network = NetworkTransport()

    def unanswered(_: httpx.Request) -> Gate:
        return Gate()

    monkeypatch.setattr(network, "prepare", unanswered)
    with pytest.raises(TooSlow):
        await ask(network)


async def test_a_network_closes_its_connections(mocker: MockerFixture) -> None:
    network = NetworkTransport()
    closed = mocker.spy(network.prepare(httpx.Request("GET", "https://upstream.test/")), "aclose")

    await network.aclose()

    closed.assert_called_once()
