"""Calls of tools are told of: to an observer as they begin and end, and to the line of the access log."""

import time
from collections.abc import Awaitable, Callable, Generator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from mcp import MCPError, types
from mcp.server import ServerRequestContext

from biofacts.application.tools import Tools
from biofacts.application.use_cases import UseCases
from biofacts.ports.observing import CallBegan, CallEnded, Observer

_OK, _BUG, _GONE = "ok", "INTERNAL", "CANCELLED"

Handler = Callable[[ServerRequestContext[UseCases], types.CallToolRequestParams], Awaitable[types.CallToolResult]]


class Called:
    """What the request that is being answered has called; both empty where it has called no tool (yet)."""

    def __init__(self) -> None:
        self.tool = ""
        self.code = ""


CALLED: ContextVar[Called | None] = ContextVar("called", default=None)
"""Is filled in by the handler, for whoever has set it."""


@contextmanager
def watched(tool: str, observer: Observer) -> Generator[Callable[[str | None], None]]:
    """The time of one call, which is told of. What it gives is called with the code of its failure, None for none."""
    started, code = time.monotonic(), _GONE

    def ended(failure: str | None) -> None:
        nonlocal code
        code = failure or _OK

    observer(CallBegan(tool))
    try:
        yield ended
    except MCPError:
        code = _BUG
        raise
    finally:
        observer(CallEnded(tool, code, time.monotonic() - started))
        if (called := CALLED.get()) is not None:
            called.tool, called.code = tool, code


def observed(handler: Handler, tools: Tools, observer: Observer) -> Handler:
    """The handler of calls, each of which is told of. Unknown tools are not: their names are a client's words."""

    async def call(
        context: ServerRequestContext[UseCases], params: types.CallToolRequestParams
    ) -> types.CallToolResult:
        if params.name not in tools:
            return await handler(context, params)
        with watched(params.name, observer) as ended:
            result = await handler(context, params)
            ended(_failure(result))
        return result

    return call


def _failure(result: types.CallToolResult) -> str | None:
    envelope: Any = result.structured_content
    return str(envelope["error"]["code"]) if result.is_error else None
