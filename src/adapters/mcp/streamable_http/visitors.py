"""Admission of browsers to the web page, by the rules of the protocol, with messages as plain text.

If clients need a token, so do visitors: a browser prompts for a name and a password, and the password is the token.
"""

import base64
import binascii
from collections.abc import Sequence

from mcp.server.auth.middleware.bearer_auth import BearerAuthBackend
from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from biofacts.adapters.mcp.calls import Calls
from biofacts.adapters.mcp.streamable_http.addresses import Names
from biofacts.adapters.mcp.streamable_http.admission import RETRY_AFTER, Gone, Refused, Replayed, foreign, read
from biofacts.adapters.mcp.streamable_http.authentication import Guard
from biofacts.adapters.mcp.streamable_http.whole_answers import while_connected
from biofacts.application.messages import web
from biofacts.domain.answers import server_wording

_FOR_CLIENTS = "/.well-known/"
"""Paths where clients look for metadata. They are 404 without a token, too."""

_ASK = {"WWW-Authenticate": 'Basic realm="biofacts", charset="UTF-8"'}
_RETRY = {"Retry-After": RETRY_AFTER}


class Visitors:
    """Admits browsers to the page. `guard`: None if anybody may see it."""

    def __init__(self, page: ASGIApp, names: Names, calls: Calls, guard: Guard | None) -> None:
        self._page = page
        self._names = names
        self._calls = calls
        self._guard = guard

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one ASGI connection."""
        headers = Headers(scope=scope)
        if (refused := foreign(self._names, headers)) is not None:
            status, why = refused
            await PlainTextResponse(why, status)(scope, receive, send)
        elif scope["path"].startswith(_FOR_CLIENTS):
            await PlainTextResponse(web.NOWHERE, 404)(scope, receive, send)
        elif not await self._may_come_in(scope):
            await PlainTextResponse(web.NEEDS_TOKEN, 401, _ASK)(scope, receive, send)
        else:
            await self._let_in(headers, scope, receive, send)

    async def _let_in(self, headers: Headers, scope: Scope, receive: Receive, send: Send) -> None:
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

        with self._calls.one():
            # Once a response has begun, its status cannot change.
            if await self._calls.interruptible(answer) is None and not begun:
                await PlainTextResponse(server_wording.LEAVING, 503, _RETRY)(scope, receive, send)

    async def _may_come_in(self, scope: Scope) -> bool:
        """Return True if the visitor has sent a token that allows calls. Raises: KeysUnavailable."""
        if self._guard is None:
            return True
        shown = {**scope, "headers": [*_as_bearer(scope["headers"])]}
        known = await BearerAuthBackend(self._guard.verifier).authenticate(HTTPConnection(shown))
        needed = (self._guard.auth.required_scopes or []) if self._guard.auth else []
        return known is not None and set(needed) <= {*known[0].scopes}


def _as_bearer(headers: Sequence[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """Convert the password of Basic authentication (RFC 7617) in headers to a bearer token."""
    given: list[tuple[bytes, bytes]] = []
    for name, value in headers:
        scheme, _, rest = value.partition(b" ")
        if name == b"authorization" and scheme.lower() == b"basic":
            try:
                _, _, token = base64.b64decode(rest.strip(), validate=True).partition(b":")
            except binascii.Error:
                token = b""
            given.append((name, b"Bearer " + token))
        else:
            given.append((name, value))
    return given
