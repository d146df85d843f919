"""JSON-RPC errors for input (a line on stdin or the body of an HTTP request) that is not a valid MCP message.

The SDK ignores invalid lines and mistakes a request with an invalid id for a notification, so the sender would wait
forever. JSON-RPC 2.0 (sections 5 and 6) defines two errors for such input; their id is null if the input has no valid
one. Responses and notifications get no answer, even if they are malformed. Batches existed only in the protocol
revision 2025-03-26: each request in a batch is refused.
"""

import json
import re
from collections.abc import Mapping, Sequence
from typing import cast

import msgspec
from mcp import types

# The white space of JSON: `str.strip` would remove other characters, too.
_SPACE = re.compile(r"[ \t\r\n]*")
_DECODER = json.JSONDecoder()
_RESPONSE = frozenset({"result", "error"})

_UNREADABLE = "Parse error: the message is not valid JSON in UTF-8"
_NO_REQUEST = (
    "Invalid Request: send a JSON-RPC 2.0 message; its id must be a string or an integer, its params (if any) an object"
)
_BATCH = "Invalid Request: batches are not served; send each message by itself"
_TOO_LONG = "Invalid Request: the line is longer than {most} bytes"


def message_in(line: bytes) -> types.JSONRPCMessage | Sequence[types.JSONRPCError]:
    """Parse a line or body into a message, or into the errors to send back. Skip a byte order mark."""
    try:
        text = line.decode("utf-8-sig")
    except UnicodeDecodeError:
        return _unreadable(line.decode("utf-8-sig", errors="replace"))
    try:
        message = types.jsonrpc_message_adapter.validate_json(text, by_name=False)
    except ValueError:
        return _refused(text)
    # The SDK parses a request with an invalid id as a notification.
    return _refused(text) if isinstance(message, types.JSONRPCNotification) and "id" in _members(text) else message


def too_long(start: bytes, most: int) -> Sequence[types.JSONRPCError]:
    """Return the errors for a line that is longer than `most` bytes. `start`: the beginning of the line."""
    members = _members(start.decode("utf-8-sig", errors="replace"))
    return () if _is_response(members) else (_error(members, types.INVALID_REQUEST, _TOO_LONG.format(most=most)),)


def _refused(text: str) -> Sequence[types.JSONRPCError]:
    try:
        value = msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError):
        return _unreadable(text)
    if not isinstance(value, list):
        return _refuse_message(value, _NO_REQUEST)
    members = cast("list[object]", value)
    errors = [error for member in members for error in _refuse_message(member, _BATCH)]
    return [error for error in errors if error.id is not None] or [_error({}, types.INVALID_REQUEST, _BATCH)]


def _refuse_message(value: object, why: str) -> Sequence[types.JSONRPCError]:
    members: Mapping[str, object] = cast("dict[str, object]", value) if isinstance(value, dict) else {}
    is_notification = "id" not in members and isinstance(members.get("method"), str)
    return () if is_notification or _is_response(members) else (_error(members, types.INVALID_REQUEST, why),)


def _unreadable(text: str) -> Sequence[types.JSONRPCError]:
    members = _members(text)
    return () if _is_response(members) or not text.strip() else (_error(members, types.PARSE_ERROR, _UNREADABLE),)


def _is_response(members: Mapping[str, object]) -> bool:
    return "method" not in members and not _RESPONSE.isdisjoint(members)


def _error(members: Mapping[str, object], code: int, why: str) -> types.JSONRPCError:
    return types.JSONRPCError(jsonrpc="2.0", id=_id(members.get("id")), error=types.ErrorData(code=code, message=why))


def _id(value: object) -> types.RequestId | None:
    """Return a valid request id unchanged; None for anything else, including strings with lone surrogates."""
    match value:
        case bool():  # before int, of which bool is a subclass
            return None
        case int():
            return value
        case str():
            return None if any("\ud800" <= letter <= "\udfff" for letter in value) else value
        case _:
            return None


def _members(text: str) -> Mapping[str, object]:
    """Parse the members of a JSON object up to the first syntax error, since the id may come before the error."""
    members: dict[str, object] = {}
    at = _after_space(text, 0)
    try:
        while text[at] == ("," if members else "{"):
            name, at = _DECODER.raw_decode(text, _after_space(text, at + 1))
            at = _after_space(text, at)
            if text[at] != ":" or not isinstance(name, str):
                break
            members[name] = None
            members[name], at = _DECODER.raw_decode(text, _after_space(text, at + 1))
            at = _after_space(text, at)
    except (ValueError, IndexError, RecursionError):
        pass
    return members


def _after_space(text: str, at: int) -> int:
    match = _SPACE.match(text, at)
    return match.end() if match else at
