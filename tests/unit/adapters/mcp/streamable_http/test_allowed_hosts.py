"""Which hosts and origins a server answers to, and what it must be told before others may reach it."""

import socket

import pytest

from biofacts.adapters.mcp.streamable_http.allowed_hosts import Exposure, ServerNames, bracketed, is_loopback


@pytest.mark.parametrize(
    "header",
    [
        "localhost", "127.0.0.1:8000", "[::1]", "[::1]:8000", "bio.test", "BIO.test:443", "[2001:db8::1]:80",
        "10.0.0.7", "biofacts_up",
    ],
)  # fmt: skip
def test_its_own_names_are_answered_at_any_port(header: str) -> None:
    assert ServerNames(["Bio.test", "2001:db8::1", "10.0.0.7:8000", "biofacts_up"]).is_host(header)


@pytest.mark.parametrize("header", [None, "", "evil.test", "bio.test.evil", "evil.bio.test", "bio.test:80:80", "::1"])
def test_other_names_are_not(header: str | None) -> None:
    assert not ServerNames(["bio.test"]).is_host(header)


@pytest.mark.parametrize(
    "header", [None, "https://app.test", "http://localhost:3000", "https://bio.test", "http://dev.test:5173"]
)
def test_pages_of_its_own_and_of_allowed_origins_may_call(header: str | None) -> None:
    assert ServerNames(["bio.test"], ["https://app.test/", "http://dev.test:*"]).is_origin(header)


@pytest.mark.parametrize(
    "header", ["null", "https://evil.test", "http://app.test", "https://app.test:444", "file://localhost", ""]
)
def test_other_pages_may_not(header: str) -> None:
    assert not ServerNames(["bio.test"], ["https://app.test"]).is_origin(header)


@pytest.mark.parametrize("host", ["http://bio.test", "*", "bio test", "bio.test/mcp", ""])
def test_what_is_no_host_is_refused(host: str) -> None:
    with pytest.raises(ValueError, match="is not a host"):
        ServerNames([host])


@pytest.mark.parametrize("origin", ["app.test", "*", "https://", "https://app.test/page", "null"])
def test_what_is_no_origin_is_refused(origin: str) -> None:
    with pytest.raises(ValueError, match="is not an origin"):
        ServerNames([], [origin])


def test_an_address_is_written_as_in_a_url() -> None:
    assert [bracketed(one) for one in ("::1", "[::1]", "127.0.0.1", "bio.test")] == [
        "[::1]", "[::1]", "127.0.0.1", "bio.test",
    ]  # fmt: skip


def test_only_loopback_is_of_this_machine_alone() -> None:
    local = ["127.0.0.1", "127.8.8.8", "localhost", "::1", "[::1]"]
    others = ["0.0.0.0", "::", "10.0.0.1", "bio.test", ""]

    assert [one for one in [*local, *others] if is_loopback(one)] == local


@pytest.mark.parametrize(
    ("exposure", "said"),
    [
        (
            Exposure(host="0.0.0.0"),
            "--host 0.0.0.0 lets other machines connect: .* --allowed-host biofacts.example.org",
        ),
        (Exposure(host="::"), "--host :: lets other machines connect"),
        (Exposure(proxies=("*",)), r"'\*' is not a proxy's address"),
        (Exposure(path_prefix="bio"), "must begin with a slash"),
        (Exposure(allowed_hosts=("https://bio.test",)), "is not a host"),
        (Exposure(allowed_origins=("bio.test",)), "is not an origin"),
    ],
    ids=["everywhere", "everywhere, IPv6", "any proxy", "prefix", "host", "origin"],
)
def test_what_cannot_be_served_says_what_to_do(exposure: Exposure, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        exposure.checked()


def test_a_server_with_a_name_may_be_reached() -> None:
    exposure = Exposure(host="0.0.0.0", allowed_hosts=("bio.test",), proxies=("10.0.0.0/8", "::1"), path_prefix="/bio")

    assert exposure.checked() is exposure


def test_a_port_that_is_taken_is_told() -> None:
    with Exposure(port=0).listen() as first, pytest.raises(ValueError, match=r"cannot listen at 127\.0\.0\.1:\d+: "):
        Exposure(port=first.getsockname()[1]).listen()


@pytest.mark.parametrize(("host", "is_alone"), [("::", False), ("::1", True)])
def test_only_the_address_of_all_takes_calls_of_the_older_protocol_too(
    host: str, is_alone: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On machines without IPv6, too."""
    found: dict[tuple[int, int], object] = {}

    class Opened:
        def __init__(self, *_: object) -> None:
            pass

        def bind(self, _: object) -> None:
            pass

        def listen(self, _: int) -> None:
            pass

        def setsockopt(self, level: int, option: int, value: object) -> None:
            found[level, option] = value

    def looked_up(*_: object, **__: object) -> list[object]:
        return [(socket.AF_INET6, socket.SOCK_STREAM, socket.IPPROTO_TCP, "", (host, 8000, 0, 0))]

    monkeypatch.setattr(socket, "getaddrinfo", looked_up)
    monkeypatch.setattr(socket, "socket", Opened)
    Exposure(host=host).listen()

    assert found[socket.IPPROTO_IPV6, socket.IPV6_V6ONLY] == is_alone


def test_an_address_of_its_own_is_told_with_brackets_and_the_real_port() -> None:
    with Exposure(port=0).listen() as listening:
        port = listening.getsockname()[1]
        told = Exposure(host="::1", port=0, path_prefix="/bio/").url(listening)

    assert port
    assert told == f"http://[::1]:{port}/bio/mcp"


def test_a_server_without_settings_is_at_port_8000_of_this_machine_for_256_calls() -> None:
    exposure = Exposure()

    assert (exposure.host, exposure.port, exposure.max_calls, exposure.drain) == ("127.0.0.1", 8000, 256, 20)
