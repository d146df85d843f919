"""Checks of HTTP requests before the protocol or the web page handles them.

A refused request starts no session, and requests for other hosts are refused before their body is read.
"""

import base64
import binascii
from collections.abc import Mapping, Sequence
from typing import Final

import anyio
import msgspec
from mcp.server.auth.middleware.bearer_auth import BearerAuthBackend
from mcp.types import INTERNAL_ERROR, INVALID_REQUEST
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from biofacts.adapters.mcp import server_texts
from biofacts.adapters.mcp.malformed_messages import message_in
from biofacts.adapters.mcp.running_requests import RunningRequests
from biofacts.adapters.mcp.streamable_http.allowed_hosts import ServerNames
from biofacts.adapters.mcp.streamable_http.authentication import Guard
from biofacts.application.messages import web

LARGEST_REQUEST: Final = 1024 * 1024
"""The largest request in bytes: a ranked list of 30,000 genes fits, even as a form, which encodes a line end as %0A."""

RETRY_AFTER = "1"


class _Identified(msgspec.Struct, frozen=True):
    """The id of a JSON-RPC request, which the response must repeat."""

    id: str | int | None = None


class _Request(msgspec.Struct, frozen=True):
    """The required members of a JSON-RPC request. Notifications do not match and take the slower check."""

    method: str
    id: str | int


class Refused(Exception):
    """The refusal of a request. `status`: the HTTP status of the response; `why`: the message for the client.

    `body`: the body of the request, which may contain its id; `code`: the code of the JSON-RPC error.
    """

    def __init__(self, status: int, why: str, body: bytes = b"", *, code: int | None = None) -> None:
        super().__init__(why)
        self.status, self.why, self.body = status, why, body
        self.code = code or (INTERNAL_ERROR if status >= 500 else INVALID_REQUEST)


class Gone(Exception):
    """The error if a client disconnects before its request is complete."""


class CheckedCalls:
    """Middleware for `/mcp` that refuses unknown hosts and origins, large bodies, and calls beyond the limit.

    The body is read before the call is counted, so that slow uploads block nobody. GET is answered with 405: a
    stateless server has no messages to push, and would keep the stream open forever.
    """

    def __init__(self, app: ASGIApp, names: ServerNames, calls: RunningRequests, whole: ASGIApp | None = None) -> None:
        """Wrap an application. `whole`: the application for requests that can be answered with one JSON document."""
        self._app = app
        self._whole = whole
        self._names = names
        self._calls = calls

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"] != "/mcp":
            await self._app(scope, receive, send)
            return
        if scope["method"] == "GET":
            await Response(status_code=405, headers={"Allow": "POST"})(scope, receive, send)
            return
        headers = first_headers(scope)
        if (refused := foreign(self._names, headers)) is not None:
            await refusal(Refused(*refused))(scope, receive, send)
        else:
            await self._serve(headers, scope, receive, send)

    async def _serve(self, headers: Mapping[str, str], scope: Scope, receive: Receive, send: Send) -> None:
        try:
            body = await read(headers, receive, self._calls)
            check_message(body)
        except Refused as error:
            again = {"Retry-After": RETRY_AFTER, **({"Connection": "close"} if self._calls.leaving else {})}
            await refusal(error, again if error.status == 503 else {})(scope, receive, send)
            return
        except Gone:
            return
        with self._calls.counted():
            if self._whole is not None and comes_whole(headers, body):
                await while_connected(self._whole, scope, Replayed(body, receive), receive, send)
            else:
                await self._app(scope, Replayed(body, receive), send)


def first_headers(scope: Scope) -> Mapping[str, str]:
    """Return the headers of a request by name; of repeated headers, the first."""
    # Starlette's `Headers` decodes and compares all headers at each look-up.
    return {name.decode("latin-1"): value.decode("latin-1") for name, value in reversed(scope["headers"])}


def foreign(names: ServerNames, headers: Mapping[str, str]) -> tuple[int, str] | None:
    """Return the status and message to refuse a request to an unknown host or from an unknown origin; else None."""
    if not names.is_host(headers.get("host")):
        return 421, server_texts.OTHER_HOST
    if not names.is_origin(headers.get("origin")):
        return 403, server_texts.OTHER_ORIGIN
    return None


class Replayed:
    """An ASGI `receive` that first returns a body that was already read, and then the messages of the connection."""

    def __init__(self, body: bytes, receive: Receive) -> None:
        self._body: bytes | None = body
        self._receive = receive

    async def __call__(self) -> Message:
        if (body := self._body) is None:
            return await self._receive()
        self._body = None
        return {"type": "http.request", "body": body, "more_body": False}


async def read(headers: Mapping[str, str], receive: Receive, calls: RunningRequests) -> bytes:
    """Read the body of a request, and check that the server has room for another call. Raises: Refused, Gone."""
    body = await _body(headers.get("content-length"), receive)
    if calls.leaving or calls.full:
        raise Refused(503, server_texts.LEAVING if calls.leaving else server_texts.FULL, body)
    return body


def check_message(body: bytes) -> None:
    """Check that a body is a valid JSON-RPC message. Raises: Refused."""
    # The SDK mistakes some malformed requests for notifications, which it would never answer.
    try:
        msgspec.json.decode(body, type=_Request)  # accepts nearly all requests, in a tenth of the time
    except msgspec.MsgspecError:
        parsed = message_in(body)
        if isinstance(parsed, Sequence) and parsed:
            raise Refused(400, parsed[0].error.message, body, code=parsed[0].error.code) from None


async def _body(length: str | None, receive: Receive) -> bytes:
    too_large = Refused(413, server_texts.too_large(LARGEST_REQUEST))
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
    """Return a response with a JSON-RPC error, which repeats the id of the request if it has a valid one."""
    error = {"code": refused.code, "message": refused.why}
    answer = msgspec.json.encode({"jsonrpc": "2.0", "id": _identifier(refused.body), "error": error})
    return Response(answer, refused.status, headers, media_type="application/json")


def _identifier(body: bytes) -> str | int | None:
    try:
        return msgspec.json.decode(body, type=_Identified).id
    except msgspec.MsgspecError:  # not JSON, or without a valid id
        return None


# Requests of browsers for the web page: the same checks, but messages in plain text


_FOR_CLIENTS = "/.well-known/"
"""The prefix of paths where clients look for metadata. The answer is 404, even without a token."""

_ASK = {"WWW-Authenticate": 'Basic realm="biofacts", charset="UTF-8"'}
_RETRY = {"Retry-After": RETRY_AFTER}


class CheckedPage:
    """Middleware that checks requests for the web page as `CheckedCalls` does, and asks browsers for a token.

    `guard`: None if anybody may see the page.
    """

    def __init__(self, page: ASGIApp, names: ServerNames, calls: RunningRequests, guard: Guard | None) -> None:
        self._page = page
        self._names = names
        self._calls = calls
        self._guard = guard

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = first_headers(scope)
        if (refused := foreign(self._names, headers)) is not None:
            status, why = refused
            await PlainTextResponse(why, status)(scope, receive, send)
        elif scope["path"].startswith(_FOR_CLIENTS):
            await PlainTextResponse(web.NOWHERE, 404)(scope, receive, send)
        elif not await self._is_allowed(scope):
            await PlainTextResponse(web.NEEDS_TOKEN, 401, _ASK)(scope, receive, send)
        else:
            await self._serve(headers, scope, receive, send)

    async def _serve(self, headers: Mapping[str, str], scope: Scope, receive: Receive, send: Send) -> None:
        try:
            body = await read(headers, receive, self._calls)
        except Refused as error:
            with_headers = _RETRY if error.status == 503 else None
            await PlainTextResponse(error.why, error.status, with_headers)(scope, receive, send)
            return
        except Gone:
            return
        begun = False

        async def sending(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        async def answer() -> bool:
            await while_connected(self._page, scope, Replayed(body, receive), receive, sending)
            return True

        with self._calls.counted():
            # After the response has begun, its status can no longer change.
            if await self._calls.interruptible(answer) is None and not begun:
                await PlainTextResponse(server_texts.LEAVING, 503, _RETRY)(scope, receive, send)

    async def _is_allowed(self, scope: Scope) -> bool:
        """Return True if the browser sent a valid token with the required scopes. Raises: KeysUnavailable."""
        if self._guard is None:
            return True
        shown = {**scope, "headers": [*_as_bearer(scope["headers"])]}
        authenticated = await BearerAuthBackend(self._guard.verifier).authenticate(HTTPConnection(shown))
        needed = (self._guard.auth.required_scopes or []) if self._guard.auth else []
        return authenticated is not None and set(needed) <= {*authenticated[0].scopes}


def _as_bearer(headers: Sequence[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """Convert Basic authentication (RFC 7617) in headers to bearer authentication, with the password as the token."""
    converted: list[tuple[bytes, bytes]] = []
    for name, value in headers:
        scheme, _, rest = value.partition(b" ")
        if name == b"authorization" and scheme.lower() == b"basic":
            try:
                _, _, token = base64.b64decode(rest.strip(), validate=True).partition(b":")
            except binascii.Error:
                token = b""
            converted.append((name, b"Bearer " + token))
        else:
            converted.append((name, value))
    return converted


# Responses as one JSON document instead of an event stream


LOST: Final = "biofacts.lost"
"""The ASGI extension of `TimedConnection`: a set of functions to call when the client disconnects.

A task that waits for the message `http.disconnect` would take an eighth of the time of a call.
"""

_ASKS_FOR_PROGRESS: Final = b'"progressToken"'
_JSON: Final = "application/json"


def comes_whole(headers: Mapping[str, str], body: bytes) -> bool:
    """Return True if a request can be answered with one JSON document, since its client wants no progress reports."""
    # If a replica dies, a proxy can repeat a request whose response has not begun, as an event stream has.
    return _ASKS_FOR_PROGRESS not in body and _JSON in headers.get("accept", "")


async def while_connected(app: ASGIApp, scope: Scope, body: Receive, receive: Receive, send: Send) -> None:
    """Serve an HTTP request, and cancel it if the client disconnects, which the SDK notices in event streams only.

    `body`: the `receive` that replays the body; `receive`: the `receive` of the connection.
    """
    if (when_lost := scope.get("extensions", {}).get(LOST)) is not None:
        with anyio.CancelScope() as serving:
            when_lost.add(serving.cancel)
            try:
                await app(scope, body, send)
            finally:
                when_lost.discard(serving.cancel)
        return

    async def watch() -> None:
        while (await receive())["type"] != "http.disconnect":
            pass
        running.cancel_scope.cancel()

    async with anyio.create_task_group() as running:
        running.start_soon(watch)
        await app(scope, body, send)
        running.cancel_scope.cancel()
