"""Admission to `/mcp`, before the protocol. A refused request costs neither a session nor a body in memory."""

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec
from mcp.types import INTERNAL_ERROR, INVALID_REQUEST
from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from biofacts.adapters.mcp.calls import Calls
from biofacts.adapters.mcp.refusals import message_in
from biofacts.adapters.mcp.streamable_http.addresses import Names
from biofacts.adapters.mcp.streamable_http.whole_answers import comes_whole, while_connected
from biofacts.domain.answers import server_wording as wording

LARGEST_REQUEST: Final = 256 * 1024
RETRY_AFTER = "1"


class _Identified(msgspec.Struct, frozen=True):
    """The part of a JSON-RPC request that its response must repeat."""

    id: str | int | None = None


class _Request(msgspec.Struct, frozen=True):
    """The required members of a request. A notification does not match, and is checked more slowly."""

    method: str
    id: str | int


class Refused(Exception):
    """A request that does not count as a call, with the HTTP status of its response.

    `body`: the part that was read; `code`: of the JSON-RPC error.
    """

    def __init__(self, status: int, why: str, body: bytes = b"", *, code: int | None = None) -> None:
        super().__init__(why)
        self.status, self.why, self.body = status, why, body
        self.code = code or (INTERNAL_ERROR if status >= 500 else INVALID_REQUEST)


class Gone(Exception):
    """The client went away before its request was complete."""


class Door:
    """Refuses other hosts and origins, bodies that are too large, and calls beyond the limit.

    A body is read before its call counts, so a slow one blocks nobody. GET is answered with 405: stateless serving has
    nothing to push, and would keep the stream open without end.
    """

    def __init__(
        self, app: ASGIApp, names: Names, calls: Calls, path: str = "/mcp", whole: ASGIApp | None = None
    ) -> None:
        """Wrap an application. `whole`: answers the requests that can be answered in one piece."""
        self._app = app
        self._whole = whole
        self._names = names
        self._calls = calls
        self._path = path

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one ASGI connection."""
        if scope["type"] != "http" or scope["path"] != self._path:
            await self._app(scope, receive, send)
        elif scope["method"] == "GET":
            await Response(status_code=405, headers={"Allow": "POST"})(scope, receive, send)
        elif (refused := foreign(self._names, Headers(scope=scope))) is not None:
            await refusal(Refused(*refused))(scope, receive, send)
        else:
            await self._let_in(scope, receive, send)

    async def _let_in(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        try:
            body = await read(headers, receive, self._calls)
            check_message(body)
        except Refused as error:
            again = {"Retry-After": RETRY_AFTER} if error.status == 503 else {}
            last = {"Connection": "close"} if error.status == 503 and self._calls.leaving else {}
            await refusal(error, again | last)(scope, receive, send)
            return
        except Gone:
            return
        with self._calls.one():
            if self._whole is not None and comes_whole(headers, body):
                await while_connected(self._whole, scope, Replayed(body, receive), receive, send)
            else:
                await self._app(scope, Replayed(body, receive), send)


def foreign(names: Names, headers: Headers) -> tuple[int, str] | None:
    """Return status and reason for refusing a request to another host or from another origin; None if it may pass."""
    if not names.is_host(headers.get("host")):
        return 421, wording.OTHER_HOST
    if not names.is_origin(headers.get("origin")):
        return 403, wording.OTHER_ORIGIN
    return None


class Replayed:
    """A `receive` that replays a body that was read already, and then passes on the connection's messages."""

    def __init__(self, body: bytes, receive: Receive) -> None:
        self._body: bytes | None = body
        self._receive = receive

    async def __call__(self) -> Message:
        if (body := self._body) is None:
            return await self._receive()
        self._body = None
        return {"type": "http.request", "body": body, "more_body": False}


async def read(headers: Headers, receive: Receive, calls: Calls) -> bytes:
    """Read a request's body before it counts as a call. Raises: Refused, Gone."""
    body = await _body(headers.get("content-length"), receive)
    if calls.leaving or calls.full:
        raise Refused(503, wording.LEAVING if calls.leaving else wording.FULL, body)
    return body


def check_message(body: bytes) -> None:
    """Check that a body is a message of the protocol. Raises: Refused."""
    # The SDK mistakes some malformed requests for notifications, and would never answer them.
    try:
        msgspec.json.decode(body, type=_Request)  # nearly all requests, in a tenth of the time
    except msgspec.MsgspecError:
        found = message_in(body)
        if isinstance(found, Sequence) and found:
            raise Refused(400, found[0].error.message, body, code=found[0].error.code) from None


async def _body(length: str | None, receive: Receive) -> bytes:
    too_large = Refused(413, wording.too_large(LARGEST_REQUEST))
    if length is not None and length.isdecimal() and int(length) > LARGEST_REQUEST:
        raise too_large
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] != "http.request":
            raise Gone
        body += message.get("body", b"")
        if len(body) > LARGEST_REQUEST:
            raise too_large
        if not message.get("more_body", False):
            return bytes(body)


def refusal(refused: Refused, headers: Mapping[str, str] | None = None) -> Response:
    """Make a response with a JSON-RPC error, with the id of the request in the body if it has one."""
    error = {"code": refused.code, "message": refused.why}
    answer = msgspec.json.encode({"jsonrpc": "2.0", "id": _identifier(refused.body), "error": error})
    return Response(answer, refused.status, headers, media_type="application/json")


def _identifier(body: bytes) -> str | int | None:
    try:
        return msgspec.json.decode(body, type=_Identified).id
    except msgspec.MsgspecError:  # no id to answer to
        return None
