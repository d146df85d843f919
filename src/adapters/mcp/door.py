"""Before the protocol: who is let in to `/mcp`. What is refused costs neither a session nor a body in memory."""

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec
from mcp.types import INTERNAL_ERROR, INVALID_REQUEST
from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from biofacts.adapters.mcp.calls import Calls
from biofacts.adapters.mcp.names import Names
from biofacts.adapters.mcp.refusals import message_in
from biofacts.adapters.mcp.whole import comes_whole, while_connected
from biofacts.domain import server_wording as wording

LARGEST_REQUEST: Final = 256 * 1024
RETRY_AFTER = "1"


class _Identified(msgspec.Struct, frozen=True):
    """Of a JSON-RPC request, what its answer must repeat."""

    id: str | int | None = None


class _Request(msgspec.Struct, frozen=True):
    """What every request has; of a notification this says nothing, and it need not."""

    method: str
    id: str | int


class Refused(Exception):
    """A request that does not count as a call, with the HTTP status of its answer. `body`: as far as it was read.

    `code`: of the error in the answer.
    """

    def __init__(self, status: int, why: str, body: bytes = b"", *, code: int | None = None) -> None:
        super().__init__(why)
        self.status, self.why, self.body = status, why, body
        self.code = code or (INTERNAL_ERROR if status >= 500 else INVALID_REQUEST)


class Gone(Exception):
    """The client went away before its request was complete."""


class Door:
    """Refuses other hosts and origins, what is too large, and calls that are too many; reads a body before it counts.

    So a body that drips holds up nobody. GET is answered 405: stateless serving has nothing to push, and the stream
    would be held open without end.
    """

    def __init__(
        self, app: ASGIApp, names: Names, calls: Calls, path: str = "/mcp", whole: ASGIApp | None = None
    ) -> None:
        """`whole`: answers what can be answered in one piece."""
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
    """The status and the reason for a request to another host, or from a page of another origin; None for one that may
    come in.
    """
    if not names.is_host(headers.get("host")):
        return 421, wording.OTHER_HOST
    if not names.is_origin(headers.get("origin")):
        return 403, wording.OTHER_ORIGIN
    return None


class Replayed:
    """A body that has been read already, and then what the connection says."""

    def __init__(self, body: bytes, receive: Receive) -> None:
        self._body: bytes | None = body
        self._receive = receive

    async def __call__(self) -> Message:
        if (body := self._body) is None:
            return await self._receive()
        self._body = None
        return {"type": "http.request", "body": body, "more_body": False}


async def read(headers: Headers, receive: Receive, calls: Calls) -> bytes:
    """A request's body, which is read before it counts as a call. Raises: Refused, Gone."""
    body = await _body(headers.get("content-length"), receive)
    if calls.leaving or calls.full:
        raise Refused(503, wording.LEAVING if calls.leaving else wording.FULL, body)
    return body


def check_message(body: bytes) -> None:
    """Refuse what is no message of the protocol: of some requests the SDK believes that they want no answer.

    Raises: Refused.
    """
    try:
        msgspec.json.decode(body, type=_Request)  # nearly everything that comes, in a tenth of the time
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
    """An answer that is an error of JSON-RPC, to the request of the body where there is one."""
    error = {"code": refused.code, "message": refused.why}
    answer = msgspec.json.encode({"jsonrpc": "2.0", "id": _identifier(refused.body), "error": error})
    return Response(answer, refused.status, headers, media_type="application/json")


def _identifier(body: bytes) -> str | int | None:
    try:
        return msgspec.json.decode(body, type=_Identified).id
    except msgspec.MsgspecError:  # nothing that could be answered by name
        return None
