"""The limit on the requests that a server answers at once, observation of the calls in them, and their results."""

import base64
import logging
import time
from collections.abc import Awaitable, Callable, Generator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final, TypeVar

import anyio
import msgspec
from mcp import MCPError, types
from mcp.server import ServerRequestContext
from mcp.server.context import CallNext, HandlerResult

from biofacts.application.pictures.draw import ShownImage
from biofacts.application.tools.tool import ErrorEnvelope, failed
from biofacts.application.use_cases import UseCases
from biofacts.domain.answers.errors import UpstreamError
from biofacts.ports.observing import CallBegan, CallEnded, Observer

_log = logging.getLogger(__name__)

T = TypeVar("T")

# The limit is on calls, not on connections as in uvicorn, where 199 silent connections would lock everybody out.
MOST: Final = 256


class RunningRequests:
    """The requests that a server is answering, from the end of their body to the end of their response.

    `most`: the highest number at one time, for all clients together.
    """

    def __init__(self, most: int = MOST) -> None:
        self.most = most
        self.running = 0
        self.leaving = False
        self._scopes: set[anyio.CancelScope] = set()
        self._ended = anyio.Event()

    @property
    def full(self) -> bool:
        return self.running >= self.most

    @contextmanager
    def counted(self) -> Generator[None]:
        self.running += 1
        try:
            yield
        finally:
            self.running -= 1
            if not self.running:
                self._ended.set()

    async def interruptible(self, call: Callable[[], Awaitable[T]]) -> T | None:
        """Run a call and return its result; None if `interrupt` cancelled the call."""
        with anyio.CancelScope() as scope:
            self._scopes.add(scope)
            try:
                return await call()
            finally:
                self._scopes.discard(scope)
        return None

    def leave(self) -> None:
        self.leaving = True

    def interrupt(self) -> None:
        for scope in tuple(self._scopes):
            scope.cancel()

    async def ended(self, within: float) -> bool:
        """Wait for at most `within` seconds until no call is running. Return False if calls are still running."""
        with anyio.move_on_after(within):
            while self.running:
                self._ended = anyio.Event()  # an event cannot be cleared, so each wait needs a new one
                await self._ended.wait()
        return not self.running


# Observation of tool calls: events for an observer, and fields for the access log


_OK, _BUG, _GONE = "ok", "INTERNAL", "CANCELLED"


class CalledTool:
    """The tool that the current request called, and the code of its outcome; both are "" before the call of a tool."""

    def __init__(self) -> None:
        self.tool = ""
        self.code = ""


CALLED: ContextVar[CalledTool | None] = ContextVar("called", default=None)
"""The called tool, for the access log, which sets a new object for each request; `watched` fills it in."""


@contextmanager
def watched(tool: str, observer: Observer) -> Generator[Callable[[str | None], None]]:
    """Report the start and end of a call. Yield a function that records the call's error code, or None for success."""
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


async def observed(
    name: str,
    answer: Callable[[], Awaitable[object]],
    calls: RunningRequests,
    observer: Observer,
    *,
    convert: Callable[[object], T],
    what: str = "",
) -> T:
    """Run a tool call, report it to the observer, and convert its outcome.

    `what`: the subject of the message if it fails, by default the name of the tool. Raises: MCPError for a bug.
    """
    with watched(name, observer) as ended:
        try:
            if (outcome := await calls.interruptible(answer)) is None:
                outcome = failed(UpstreamError.interrupted())
            ended(outcome.error.code if isinstance(outcome, ErrorEnvelope) else None)
            return convert(outcome)
        except Exception:
            _log.exception("%s failed", what or name)  # a bug: log the details, and send only a plain protocol error
            message = f"{what or name} failed unexpectedly; the server's log has details."
            raise MCPError(types.INTERNAL_ERROR, message) from None


# Results in the form that the Model Context Protocol requires


def _png(body: bytes) -> dict[str, object]:
    return {"type": "image", "data": base64.b64encode(body).decode(), "mimeType": "image/png"}


def tool_result(outcome: object, structured: Callable[[bytes], object] = msgspec.json.decode) -> dict[str, object]:
    """Convert the outcome of a tool to the members of an MCP tool result: its image, if any, JSON text and structure.

    `structured`: converts the encoded JSON to an object that the transport can send.
    """
    image = outcome if isinstance(outcome, ShownImage) else None
    raw = msgspec.json.encode(
        image.shown if image else outcome
    )  # encoded once, so that text and structured content agree
    return {
        "content": [*([_png(image.png)] if image else []), {"type": "text", "text": raw.decode()}],
        "structuredContent": structured(raw),
        "isError": isinstance(outcome, ErrorEnvelope),
    }


_RESULT: ContextVar[dict[str, object] | None] = ContextVar("result", default=None)


def store_result(result: dict[str, object]) -> types.CallToolResult:
    """Store a result for `insert_result`, and return an empty placeholder for the SDK."""
    _RESULT.set(result)
    return types.CallToolResult(content=[], structured_content={}, is_error=result["isError"] is True)


async def insert_result(ctx: ServerRequestContext[UseCases], call_next: CallNext) -> HandlerResult:
    """Run a request, and replace the placeholder by the tool's result, which the SDK would copy three times."""
    _RESULT.set(None)
    frame, result = await call_next(ctx), _RESULT.get()
    return frame if result is None or not isinstance(frame, dict) else frame | result
