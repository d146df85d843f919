"""Calls of tools are told of: to an observer as they begin and end, and to the line of the access log."""

import time
from collections.abc import Awaitable, Callable
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


def observed(handler: Handler, tools: Tools, observer: Observer) -> Handler:
    """The handler of calls, each of which is told of. Unknown tools are not: their names are a client's words."""

    async def call(
        context: ServerRequestContext[UseCases], params: types.CallToolRequestParams
    ) -> types.CallToolResult:
        if params.name not in tools:
            return await handler(context, params)
        started, code = time.monotonic(), _GONE
        observer(CallBegan(params.name))
        try:
            result = await handler(context, params)
            code = _code(result)
        except MCPError:
            code = _BUG
            raise
        finally:
            observer(CallEnded(params.name, code, time.monotonic() - started))
            if (called := CALLED.get()) is not None:
                called.tool, called.code = params.name, code
        return result

    return call


def _code(result: types.CallToolResult) -> str:
    envelope: Any = result.structured_content
    return str(envelope["error"]["code"]) if result.is_error else _OK
