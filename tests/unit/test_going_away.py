"""A server over HTTP that is told to end: what runs is answered, what comes is sent away, and all is closed."""

import json
import signal
import socket
import sys
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

from tests.processes import Server, SilentUpstream, environment, message, serving, silent_upstream
from tests.unit.test_processes import body_of, hang, headers_of

pytestmark = [pytest.mark.processes, pytest.mark.skipif(sys.platform == "win32", reason="signals and pipes of POSIX")]

ERAS = ["2025-11-25", "2026-07-28"]
SIGNALS = [signal.SIGTERM, signal.SIGINT]


@pytest.fixture
def upstream() -> Generator[SilentUpstream]:
    with silent_upstream() as upstream:
        yield upstream


def rest(connection: socket.socket) -> bytes:
    """Everything until the server closes, which it does cleanly."""
    return b"".join(iter(lambda: connection.recv(65536), b""))


def get(server: Server, path: str) -> bytes:
    with server.connect() as connection:
        connection.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".encode())
        return rest(connection)


def until_it_leaves(server: Server) -> bytes:
    """The answer of `/readyz` once the signal has come."""
    while b"503 Service Unavailable" not in (answer := get(server, "/readyz")):
        pass
    return answer


def result(answer: bytes) -> Any:
    """The result in an answer, alone or as the data of an event stream."""
    data = [line for line in answer.replace(b"data: ", b"").splitlines() if line.startswith(b'{"jsonrpc"')]
    return json.loads(data[-1])["result"]


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("number", SIGNALS)
def test_a_call_that_cannot_end_is_told_to_try_again(
    number: int, era: str, upstream: SilentUpstream, tmp_path: Path
) -> None:
    with serving(environment(tmp_path, upstream), "--drain", "0", http=True) as server:
        client, _ = hang(server, upstream, era)
        ended, _, _ = server.end(number)
        with client:
            told = result(rest(client))

    assert ended == 0
    assert told["isError"]
    assert told["structuredContent"] == {
        "success": False,
        "error": {
            "code": "UPSTREAM_ERROR",
            "message": "biofacts is being stopped or replaced, and this call was interrupted.",
            "recovery_hint": "Nothing is wrong with the call: repeat it unchanged in a few seconds.",
        },
    }


def test_whoever_comes_while_calls_end_is_sent_away(upstream: SilentUpstream, tmp_path: Path) -> None:
    call = message("tools/call", 4711, name="get_gene", arguments={"gene_id": "HGNC:11998"})
    with serving(environment(tmp_path, upstream), "--drain", "600", http=True) as server:
        client, _ = hang(server, upstream, ERAS[0])
        server.process.send_signal(signal.SIGTERM)
        ready = until_it_leaves(server)
        with server.post(body_of(call, ERAS[0]), *headers_of(call, ERAS[0])) as late:
            head, _, body = rest(late).partition(b"\r\n\r\n")
        alive = get(server, "/healthz")
        ended, _, _ = server.end(signal.SIGTERM)
        client.close()

    assert b'{"status":"leaving","running":1}' in ready
    assert b" 200 OK" in alive
    assert b" 503 " in head
    assert b"retry-after: 1" in head
    assert json.loads(body) == {
        "jsonrpc": "2.0",
        "id": 4711,
        "error": {
            "code": -32603,
            "message": "This server is being stopped or replaced: repeat the same call in a second or later.",
        },
    }
    assert ended == 0


def test_a_running_call_is_answered_before_its_server_ends(upstream: SilentUpstream, tmp_path: Path) -> None:
    with serving(environment(tmp_path, upstream), "--drain", "600", http=True) as server:
        client, asked = hang(server, upstream, ERAS[0])
        server.process.send_signal(signal.SIGTERM)
        until_it_leaves(server)
        asked.sendall(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")
        with client:
            told = result(rest(client))
        ended = server.process.wait(20)

    assert told["structuredContent"]["error"]["code"] == "ENTITY_NOT_FOUND"
    assert ended == 0


def test_a_body_that_has_not_come_holds_up_nobody(tmp_path: Path) -> None:
    with serving(environment(tmp_path), "--drain", "600", http=True) as server, server.connect() as dripping:
        dripping.sendall(b"POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\n{")
        get(server, "/healthz")
        ended, _, log = server.end(signal.SIGTERM)

    assert ended == 0
    assert b"ERROR" not in log


def test_the_line_at_the_start_tells_address_version_and_sources(tmp_path: Path) -> None:
    with serving(environment(tmp_path, log="ERROR"), http=True) as server:
        get(server, "/healthz")
        _, _, log = server.end(signal.SIGTERM)

    line = json.loads(log.splitlines()[0])["message"]
    assert line.startswith("biofacts ")
    assert line.endswith(f" serves MCP at http://127.0.0.1:{server.port}/mcp; sources: sample")
