"""Answers that come whole: as JSON, of which nothing is seen before it is complete.

The SDK can answer as an event stream, and for clients of the handshake's revisions always begins one, although all
that ever comes besides the answer is how far a call is, to who asks for it. A stream that is cut is a lost call; for an
answer that has not begun a proxy asks another replica. It costs less, too.
"""

from typing import Final

import anyio
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

_ASKS_FOR_PROGRESS: Final = b'"progressToken"'
_JSON: Final = "application/json"


def comes_whole(headers: Headers, body: bytes) -> bool:
    """Whether a request is answered in one piece."""
    return _ASKS_FOR_PROGRESS not in body and _JSON in headers.get("accept", "")


async def while_connected(app: ASGIApp, scope: Scope, body: Receive, receive: Receive, send: Send) -> None:
    """Serve one HTTP request until its client goes away: an answer in one piece has no stream that is seen to end.

    `body`: gives the application what was read already; `receive`: what the connection says.
    """

    async def watch() -> None:
        while (await receive())["type"] != "http.disconnect":
            pass
        running.cancel_scope.cancel()

    async with anyio.create_task_group() as running:
        running.start_soon(watch)
        await app(scope, body, send)
        running.cancel_scope.cancel()
