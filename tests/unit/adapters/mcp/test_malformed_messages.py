"""Lines on the standard input that are no messages: what is said to whoever waits for an answer."""

import io
from collections.abc import Sequence
from unittest.mock import Mock

import anyio
import pytest
from mcp import types
from mcp.shared.message import SessionMessage

from biofacts.adapters.mcp.malformed_messages import message_in
from biofacts.adapters.mcp.stdio import Answers, Requests

PARSE, REQUEST = types.PARSE_ERROR, types.INVALID_REQUEST
EMOJI_HALF = rb'"\ud83d"'

REFUSED: dict[str, tuple[bytes, list[tuple[object, int]]]] = {
    "params by place": (b'{"jsonrpc":"2.0","id":1,"method":"ping","params":[1]}', [(1, REQUEST)]),
    "params as text": (b'{"jsonrpc":"2.0","id":"a","method":"ping","params":"x"}', [("a", REQUEST)]),
    "half an emoji": (b'{"jsonrpc":"2.0","id":2,"method":"ping","params":{"a":' + EMOJI_HALF + b"}}", [(2, PARSE)]),
    "half an emoji before the id": (b'{"params":{"a":' + EMOJI_HALF + b'},"id":2,"method":"ping"}', [(2, PARSE)]),
    "half an emoji as id": (b'{"jsonrpc":"2.0","id":' + EMOJI_HALF + b',"method":"ping"}', [(None, PARSE)]),
    "the first of all halves as id": (rb'{"jsonrpc":"2.0","id":"\ud800","method":"ping"}', [(None, PARSE)]),
    "the last of all halves as id": (rb'{"jsonrpc":"2.0","id":"\udfff","method":"ping"}', [(None, PARSE)]),
    "Latin-1": (b'{"jsonrpc":"2.0","id":3,"method":"ping","params":{"a":"\xe4"}}', [(3, PARSE)]),
    "UTF-16": ('{"id":3}'.encode("utf-16"), [(None, PARSE)]),
    "breaks off": (b'{"jsonrpc":"2.0", "id" : 4 ,"method":"pi', [(4, PARSE)]),
    "breaks off in the id": (b'{"jsonrpc":"2.0","id":', [(None, PARSE)]),
    "an id inside of something else": (b'{"params":{"id":4},"method":', [(None, PARSE)]),
    "a name that is none": (b'{"id":4,["id"]:5}', [(4, PARSE)]),
    "another version": (b'{"jsonrpc":"1.0","id":5,"method":"ping"}', [(5, REQUEST)]),
    "no method": (b'{"jsonrpc":"2.0","id":6}', [(6, REQUEST)]),
    "a method that is no text": (b'{"jsonrpc":"2.0","id":7,"method":7}', [(7, REQUEST)]),
    "an id of null": (b'{"jsonrpc":"2.0","id":null,"method":"ping"}', [(None, REQUEST)]),
    "an id with a fraction": (b'{"jsonrpc":"2.0","id":1.5,"method":"ping"}', [(None, REQUEST)]),
    "true for an id": (b'{"jsonrpc":"2.0","id":true,"method":"ping"}', [(None, REQUEST)]),
    "an object for an id": (b'{"jsonrpc":"2.0","id":{"a":1},"method":"ping"}', [(None, REQUEST)]),
    "an empty batch": (b"[]", [(None, REQUEST)]),
    "a batch": (
        b'[{"jsonrpc":"2.0","id":8,"method":"ping"},{"jsonrpc":"2.0","method":"x"},{"jsonrpc":"2.0","id":"9"},3]',
        [(8, REQUEST), ("9", REQUEST)],
    ),
    "a batch that waits for nothing": (b'[{"jsonrpc":"2.0","method":"x"}]', [(None, REQUEST)]),
    "a broken batch": (b'[{"jsonrpc":"2.0","id":8,"method":"ping"},', [(None, PARSE)]),
    "no JSON": (b"hello", [(None, PARSE)]),
    "no object": (b"null", [(None, REQUEST)]),
    "too deep": (b'{"id":10,"a":' + b"[" * 100_000, [(10, PARSE)]),
    "a number too long": (b'{"id":' + b"9" * 5_000 + b',"method":"ping"}', [(None, PARSE)]),
}
UNANSWERED: dict[str, bytes] = {
    "nothing": b"",
    "space": b" \r\n",
    "a broken notification": b'{"jsonrpc":"2.0","method":"x","params":[1]}',
    "a broken response": b'{"jsonrpc":"2.0","id":1,"result":3}',
    "a response that breaks off": b'{"jsonrpc":"2.0","id":1,"result":',
    "a broken error": b'{"jsonrpc":"2.0","id":1,"error":{"code":"x"}}',
}
READ: dict[str, bytes] = {
    "a request": b'{"jsonrpc":"2.0","id":1,"method":"ping"}\n',
    "after a byte order mark": b'\xef\xbb\xbf{"jsonrpc":"2.0","id":1,"method":"ping"}\r\n',
    "a whole emoji": rb'{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":"\ud83d\ude00"}}',
}


def told(errors: Sequence[types.JSONRPCError]) -> list[tuple[object, int]]:
    return [(error.id, error.error.code) for error in errors]


@pytest.mark.parametrize("name", REFUSED)
def test_whoever_waits_for_an_answer_gets_an_error(name: str) -> None:
    line, errors = REFUSED[name]
    found = message_in(line)

    assert isinstance(found, Sequence)
    assert told(found) == errors


@pytest.mark.parametrize("name", UNANSWERED)
def test_what_nobody_waits_for_is_not_answered(name: str) -> None:
    assert message_in(UNANSWERED[name]) == ()


@pytest.mark.parametrize("name", READ)
def test_a_message_is_read(name: str) -> None:
    found = message_in(READ[name])

    assert isinstance(found, types.JSONRPCRequest)
    assert (found.id, found.method) == (1, "ping")


def test_no_error_repeats_what_was_sent() -> None:
    found = message_in(b'{"jsonrpc":"1.0","id":5,"method":"Mrs-Dalloway"}')

    assert isinstance(found, Sequence)
    assert "Dalloway" not in found[0].model_dump_json()


async def received(lines: bytes, most: int = 100) -> tuple[list[object], list[tuple[object, int]]]:
    """The ids of the messages in some lines, and the answers to the others."""
    read_lines = io.BytesIO(lines)

    async def readline(most: int) -> bytes:
        return read_lines.readline(most)

    errors: list[object] = []

    class Answered(Answers):
        async def send(self, item: SessionMessage, /) -> None:
            errors.append(item.message)

    messages = Requests(readline, Answered(1, Mock()), most)
    with anyio.fail_after(20):
        ids: list[object] = [
            getattr(one.message, "id", None) async for one in messages if isinstance(one, SessionMessage)
        ]
    return ids, told([one for one in errors if isinstance(one, types.JSONRPCError)])


async def test_lines_around_a_broken_one_are_read() -> None:
    lines = [READ["a request"].strip(), b"oops", b'{"jsonrpc":"2.0","id":2,"method":"ping"}', b"[]"]

    assert await received(b"\n".join(lines)) == ([1, 2], [(None, PARSE), (None, REQUEST)])


async def test_a_line_that_is_too_long_is_refused_and_passed_over() -> None:
    long = b'{"jsonrpc":"2.0","id":7,"method":"ping","params":{"a":"' + b"x" * 500 + b'"}}'
    unasked = b'{"jsonrpc":"2.0","id":8,"result":{"a":"' + b"x" * 500 + b'"}}'

    assert await received(b"\n".join([long, unasked, READ["a request"]])) == ([1], [(7, REQUEST)])


async def test_a_line_may_be_as_long_as_that() -> None:
    line = READ["a request"]

    assert await received(line, most=len(line) - 1) == ([1], [])
    assert await received(line.removesuffix(b"\n"), most=len(line) - 1) == ([1], [])  # the last may have no end
    assert await received(line, most=len(line) - 2) == ([], [(1, REQUEST)])


async def test_a_line_that_is_too_long_may_be_the_last() -> None:
    assert await received(b"x" * 300) == ([], [(None, REQUEST)])
