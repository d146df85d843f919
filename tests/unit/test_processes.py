"""Servers as processes: what they write, how they end, and who cancels a call."""

import json
import signal
import socket
import sys
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

from tests.processes import (
    HANGING_CALL,
    MODERN_META,
    PATIENCE,
    Server,
    SilentUpstream,
    environment,
    message,
    serving,
    silent_upstream,
)

pytestmark = [pytest.mark.processes, pytest.mark.skipif(sys.platform == "win32", reason="signals and pipes of POSIX")]

MARKER = "Mrs-Dalloway-0815"
SIGNALS = [signal.SIGTERM, signal.SIGINT]

CALLS: list[dict[str, object]] = [
    message("tools/call", name="search_pathways", arguments={"query": MARKER, MARKER: MARKER}),
    message("tools/call", name="search_pathways", arguments={"query": MARKER, "page_size": MARKER}),
    message("tools/call", name="search_compounds", arguments={"query": f"\x00{MARKER}\x1b[31m\u202e"}),
    message("tools/call", name="get_ligand", arguments={"iuphar_id": [MARKER]}),
    message("tools/call", name="get_pathways_for_gene", arguments={"gene_id": MARKER * 20_000}),
    message("tools/call", name=MARKER, arguments={}),
    message("tools/call", name=[MARKER], arguments=MARKER),
    message(MARKER),
    message(f"notifications/{MARKER}", None, token=MARKER),
    message("notifications/cancelled", None, requestId={MARKER: MARKER}),
    message("initialize", protocolVersion=[MARKER], capabilities=MARKER),
    message("resources/read", uri=f"file:///{MARKER}"),
    {"jsonrpc": "1.0", "id": 1, "method": MARKER},
    {"jsonrpc": "2.0", "id": {MARKER: 1}, "method": MARKER},
    {"jsonrpc": "2.0", "id": 77, "result": {MARKER: MARKER}},
    {"jsonrpc": "2.0", "id": 78, "error": {"code": MARKER, "message": MARKER}},
]
GARBAGE = [
    MARKER.encode(),
    b'{"jsonrpc": "2.0", "id": 1, "method": "' + MARKER.encode(),
    b"\xff\xfe\x00" + MARKER.encode(),
    b"[" * 100_000 + MARKER.encode(),
    b'{"a":' * 100_000,
    MARKER.encode() * 200_000,
    b'{"jsonrpc":"2.0","id":' + b"9" * 5_000 + b',"method":"' + MARKER.encode() + b'"}',
    b'"\\ud800' + MARKER.encode() + b'"',
    b"null", b"[]", b"{}", b"", b"\r",
]  # fmt: skip


@pytest.fixture
def upstream() -> Generator[SilentUpstream]:
    with silent_upstream() as upstream:
        yield upstream


def check_log(log: bytes) -> None:
    """Every line is an object with what a line must have, and none has what a user has sent."""
    assert MARKER.encode() not in log
    for line in log.splitlines():
        assert json.loads(line).keys() >= {"time", "level", "logger", "message"}


def leftovers(folder: Path) -> list[Path]:
    return [
        path for path in folder.rglob("*") if path.suffix in (".tmp", ".building") or path.name.startswith(".probe")
    ]


def headers_of(call: dict[str, Any], era: str) -> list[str]:
    modern = [f"Mcp-Method: {call['method']}", f"Mcp-Name: {call['params'].get('name', '')}"] if era > "2026" else []
    return [f"MCP-Protocol-Version: {era}", *modern]


def body_of(call: dict[str, Any], era: str) -> bytes:
    meta = {"_meta": MODERN_META} if era > "2026" else {}
    return json.dumps({**call, "params": {**call["params"], **meta}}).encode()


def hang(server: Server, upstream: SilentUpstream, era: str) -> tuple[socket.socket, socket.socket]:
    """A call over HTTP that waits for the upstream: the client's connection, and the one to the upstream."""
    client = server.post(body_of(HANGING_CALL, era), *headers_of(HANGING_CALL, era))
    return client, upstream.asked()


def test_garbage_on_stdio_is_survived_and_told_to_nobody(tmp_path: Path) -> None:
    with serving(environment(tmp_path, log="INFO")) as server:
        server.send(*GARBAGE, *CALLS)
        server.send(message("tools/call", 4711, name="get_pathway", arguments={"pathway_id": "WP:WP534"}))
        answer = server.answer(4711)
        assert server.process.stdin is not None
        server.process.stdin.close()
        server.process.stdin = None
        out, log = server.process.communicate(timeout=20)

    assert answer["result"]["structuredContent"]["id"] == "WP:WP534"
    assert server.process.returncode == 0
    assert [line for line in out.splitlines() if json.loads(line)["jsonrpc"] != "2.0"] == []
    check_log(log)


@pytest.mark.parametrize("loop", ["asyncio", "trio"])
@pytest.mark.parametrize("era", ["2025-06-18", "2026-07-28"])
def test_a_request_on_stdio_that_cannot_be_read_is_answered(loop: str, era: str, tmp_path: Path) -> None:
    meta = {"_meta": MODERN_META} if era > "2026" else {}
    with serving(environment(tmp_path), loop=loop, modern=bool(meta)) as server:
        server.send(
            b'{"jsonrpc":"2.0","id":1,"method":"ping","params":[1]}',
            rb'{"jsonrpc":"2.0","id":2,"method":"ping","params":{"half an emoji":"\ud83d"}}',
            b'[{"jsonrpc":"2.0","id":3,"method":"ping"}]',
            b"\xef\xbb\xbf" + json.dumps(message("tools/list", 4, **meta)).encode(),
        )
        answers = [server.answer(number) for number in (1, 2, 3, 4)]

    assert [one["error"]["code"] for one in answers[:3]] == [-32600, -32700, -32600]
    assert answers[3]["result"]["tools"]


def test_a_server_on_stdio_has_the_app_of_drawings(tmp_path: Path) -> None:
    with serving(environment(tmp_path)) as server:
        server.send(message("resources/read", 4711, uri="ui://biofacts/pathway.html"))
        (contents,) = server.answer(4711)["result"]["contents"]

    assert contents["text"].startswith("<!doctype html>")


@pytest.mark.parametrize("loop", ["asyncio", "trio"])
def test_a_client_on_stdio_that_reads_no_more_ends_the_server(loop: str, tmp_path: Path) -> None:
    with serving(environment(tmp_path), loop=loop) as server:
        assert server.process.stdout is not None
        server.process.stdout.close()
        server.send(message("tools/list"))
        ended = server.process.wait(PATIENCE)
        assert server.process.stderr is not None
        log = server.process.stderr.read()

    assert (ended, log) == (0, b"")


def test_whoever_debugs_sees_what_was_sent(tmp_path: Path) -> None:
    """Else the tests around this one would hold of a log that says nothing."""
    with serving(environment(tmp_path, log="DEBUG")) as server:
        server.send(*GARBAGE, *CALLS, message("tools/list", 4711))
        server.answer(4711)
        _, _, log = server.end(signal.SIGTERM)

    assert MARKER.encode() in log
    assert [line for line in log.splitlines() if not line.startswith(b"{")] == []


def test_garbage_over_http_is_survived_and_told_to_nobody(tmp_path: Path) -> None:
    bodies = [*GARBAGE, *(json.dumps(call).encode() for call in CALLS)]
    with serving(environment(tmp_path, log="INFO"), http=True) as server:
        for body in bodies:
            for headers in (
                ["MCP-Protocol-Version: 2025-06-18"],
                ["MCP-Protocol-Version: 2026-07-28", f"Mcp-Name: {MARKER}", f"Mcp-Method: {MARKER}"],
                [f"MCP-Protocol-Version: {MARKER}", f"Mcp-Session-Id: {MARKER}"],
            ):
                with server.post(body, *headers) as connection:
                    assert connection.recv(65536).startswith(b"HTTP/1.1 ")
        for headers in ([f"Host: {MARKER}"], [f"Origin: http://{MARKER}"]):
            with server.post(bodies[-1], *headers) as connection:
                assert connection.recv(65536).startswith(b"HTTP/1.1 4")
        with server.connect() as connection:
            connection.sendall(MARKER.encode() + b"\r\n\r\n")
            assert connection.recv(65536).startswith(b"HTTP/1.1 400")
        call = message("tools/call", name="get_pathway", arguments={"pathway_id": "WP:WP534"})
        with server.post(
            body_of(call, "2025-06-18"), *headers_of(call, "2025-06-18"), "Connection: close"
        ) as connection:
            answer = b"".join(iter(lambda: connection.recv(65536), b""))
        _, out, log = server.end(signal.SIGTERM)

    assert b"Glycolysis" in answer
    assert out == b""
    check_log(log)


@pytest.mark.parametrize("number", SIGNALS)
def test_a_signal_ends_stdio_while_a_call_hangs(number: int, upstream: SilentUpstream, tmp_path: Path) -> None:
    with serving(environment(tmp_path, upstream)) as server:
        server.send(HANGING_CALL)
        upstream.asked()
        ended, out, log = server.end(number)

    assert (ended, log) == (128 + number, b"")
    assert [json.loads(line)["error"]["message"] for line in out.splitlines()] == ["Connection closed"]
    assert leftovers(tmp_path) == []


@pytest.mark.parametrize(("number", "era"), [(signal.SIGTERM, "2026-07-28"), (signal.SIGINT, "2025-06-18")])
def test_a_signal_ends_http_while_calls_hang_and_connections_idle(
    number: int, era: str, upstream: SilentUpstream, tmp_path: Path
) -> None:
    with serving(environment(tmp_path, upstream), http=True) as server, server.connect() as idle:
        idle.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert b"200 OK" in idle.recv(65536)
        client, _ = hang(server, upstream, era)
        ended, out, log = server.end(number)
        client.close()

    assert (ended, out) in ((0, b""), (-number, b""))
    check_log(log)
    assert b"Traceback" not in log
    assert leftovers(tmp_path) == []


def test_a_client_on_stdio_cancels_its_call(upstream: SilentUpstream, tmp_path: Path) -> None:
    with serving(environment(tmp_path, upstream)) as server:
        server.send(HANGING_CALL)
        asked = upstream.asked()
        server.send(message("notifications/cancelled", None, requestId=1))

        assert asked.recv(65536) == b""


def test_a_client_on_stdio_that_goes_away_ends_the_server(upstream: SilentUpstream, tmp_path: Path) -> None:
    with serving(environment(tmp_path, upstream)) as server:
        server.send(HANGING_CALL)
        asked = upstream.asked()
        assert server.process.stdin is not None
        server.process.stdin.close()

        assert asked.recv(65536) == b""
        assert server.process.wait(20) == 0


@pytest.mark.parametrize("era", ["2025-11-25", "2026-07-28"])
def test_a_client_over_http_that_goes_away_cancels_its_call(era: str, upstream: SilentUpstream, tmp_path: Path) -> None:
    with serving(environment(tmp_path, upstream), http=True) as server:
        client, asked = hang(server, upstream, era)
        client.close()

        assert asked.recv(65536) == b""
        _, _, log = server.end(signal.SIGTERM)

    check_log(log)
