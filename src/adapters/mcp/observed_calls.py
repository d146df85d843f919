"""Observation of tool calls: events for an observer, and fields for the access log."""

import time
from collections.abc import Awaitable, Callable, Generator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from mcp import MCPError, types
from mcp.server import ServerRequestContext

from biofacts.application.tools.registry import Tools
from biofacts.application.use_cases import UseCases
from biofacts.ports.observing import CallBegan, CallEnded, Observer

_OK, _BUG, _GONE = "ok", "INTERNAL", "CANCELLED"

Handler = Callable[[ServerRequestContext[UseCases], types.CallToolRequestParams], Awaitable[types.CallToolResult]]


class Called:
    """The tool that the current request has called, and the code of the outcome; both "" if it has called none."""

    def __init__(self) -> None:
        self.tool = ""
        self.code = ""


CALLED: ContextVar[Called | None] = ContextVar("called", default=None)
"""Set by the access log for each request, and filled in by the handler of calls."""


@contextmanager
def watched(tool: str, observer: Observer) -> Generator[Callable[[str | None], None]]:
    """Report the start and the end of a call. Yields a function that takes the call's error code, None for success."""
    started, code = time.monotonic(), _GONE

    def ended(failure: str | None) -> None:
        nonlocal code
        code = failure or _OK

    observer(CallBegan(tool))
    try:
        yield ended
    except MCPError:  # handlers turn bugs into this error
        code = _BUG
        raise
    finally:
        observer(CallEnded(tool, code, time.monotonic() - started))
        if (called := CALLED.get()) is not None:
            called.tool, called.code = tool, code


def observed(handler: Handler, tools: Tools, observer: Observer) -> Handler:
    """Wrap the handler of calls so that each is reported, except unknown tools, whose names clients invent."""

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
