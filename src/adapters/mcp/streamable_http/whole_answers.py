"""Responses in one piece: as JSON, instead of an event stream.

The SDK can answer with an event stream, and always does for clients of the handshake's revisions, although the only
other events are progress reports for clients that want them. A stream that breaks off is a lost call, but a proxy can
repeat a request at another replica if its response has not begun. JSON costs less, too.
"""

from typing import Final

import anyio
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

_ASKS_FOR_PROGRESS: Final = b'"progressToken"'
_JSON: Final = "application/json"


def comes_whole(headers: Headers, body: bytes) -> bool:
    """Return True if a request is to be answered in one piece."""
    return _ASKS_FOR_PROGRESS not in body and _JSON in headers.get("accept", "")


async def while_connected(app: ASGIApp, scope: Scope, body: Receive, receive: Receive, send: Send) -> None:
    """Serve an HTTP request, and cancel it if its client disconnects, which only an event stream would notice itself.

    `body`: replays the body that was read already; `receive`: the connection's messages.
    """

    async def watch() -> None:
        while (await receive())["type"] != "http.disconnect":
            pass
        running.cancel_scope.cancel()

    async with anyio.create_task_group() as running:
        running.start_soon(watch)
        await app(scope, body, send)
        running.cancel_scope.cancel()
