"""The MCP server: the tools of the application behind one handler."""

import logging
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from functools import partial
from importlib.metadata import version
from typing import Any

import msgspec
from mcp import MCPError, types
from mcp.server import CacheHint, Server, ServerRequestContext

from biofacts.adapters.mcp.calls import Calls
from biofacts.adapters.mcp.envelope import input_schema, output_schema, tool_result
from biofacts.adapters.mcp.observed_calls import observed
from biofacts.application.envelope import failed
from biofacts.application.tool import Tool
from biofacts.application.tools import TOOLS, Tools, call
from biofacts.application.use_cases import UseCases
from biofacts.domain.errors import UpstreamError
from biofacts.ports.observing import Observer, unobserved

_log = logging.getLogger(__name__)

INSTRUCTIONS = (
    "Work from fuzzy to fact. First call a search_ tool (or get_pathways_for_gene) with plain words: it returns ranked"
    " candidates, each with a CURIE as id. Then pass that id, unchanged, to a get_ tool, which accepts nothing else."
    " A score is absolute, less 0.05 per place: 0 far down says nothing. Follow pagination.cursor for more. Every"
    " failure carries a recovery_hint that names the next call: follow it. Quote ids with your answers."
)

_HOUR = CacheHint(ttl_ms=3_600_000, scope="public")

Lifespan = Callable[["Server[UseCases]"], AbstractAsyncContextManager[UseCases]]


def listed(tool: Tool[Any, Any]) -> types.Tool:
    """A tool as `tools/list` shows it."""
    return types.Tool(
        name=tool.name,
        title=tool.title,
        description=tool.description,
        input_schema=input_schema(tool.arguments),
        output_schema=output_schema(tool.result),
        annotations=types.ToolAnnotations(
            read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=True
        ),
    )


def idle() -> None:
    """Nothing is prepared."""


def build(
    lifespan: Lifespan,
    prepare: Callable[[], None] = idle,
    tools: Tools = TOOLS,
    observer: Observer = unobserved,
    calls: Calls | None = None,
) -> Server[UseCases]:
    """The server of some tools; `lifespan` opens and closes what the use cases stand on.

    `observer`: is told of each call. `calls`: whoever ends the server interrupts there what still runs.

    `prepare` is called once a client has introduced itself, listed the tools, or got its first answer: a client of
    2026-07-28 begins with any of them.
    """
    running = calls or Calls()
    listing = types.ListToolsResult(tools=[listed(tool) for tool in tools.values()])
    schemas = {tool.name: tool.input_schema for tool in listing.tools}

    async def list_tools(
        _: ServerRequestContext[UseCases], __: types.PaginatedRequestParams | None
    ) -> types.ListToolsResult:
        prepare()
        return listing

    async def call_tool(
        context: ServerRequestContext[UseCases], params: types.CallToolRequestParams
    ) -> types.CallToolResult:
        if (tool := tools.get(params.name)) is None:
            raise MCPError(types.INVALID_PARAMS, f"Unknown tool: {params.name}")
        try:
            # To tell of progress costs a call more than a search: only who has a token for it hears it.
            hear = context.session.report_progress if (context.meta or {}).get("progress_token") is not None else None
            use_cases = msgspec.structs.replace(context.lifespan_context, hear=hear)
            outcome = await running.interruptible(partial(call, tool, use_cases, params.arguments or {}))
            return tool_result(failed(UpstreamError.interrupted()) if outcome is None else outcome)
        except Exception:
            _log.exception("%s failed", tool.name)  # a bug: the log has it, the client a plain protocol error
            raise MCPError(
                types.INTERNAL_ERROR, f"{tool.name} failed unexpectedly; the server's log has more."
            ) from None
        finally:
            prepare()

    async def initialized(_: ServerRequestContext[UseCases], __: types.NotificationParams | None) -> None:
        prepare()

    server = Server(
        "biofacts",
        version=version("biofacts"),
        title="biofacts",
        instructions=INSTRUCTIONS,
        lifespan=lifespan,
        on_list_tools=list_tools,
        on_call_tool=observed(call_tool, tools, observer),
        get_tool_input_schema=schemas.get,
        cache_hints={"tools/list": _HOUR, "server/discover": _HOUR},
    )
    server.add_notification_handler("notifications/initialized", types.NotificationParams, initialized)
    return server
