"""The MCP server: the tools of the application behind one handler; prompts and resources beside them."""

import logging
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from functools import partial
from importlib.metadata import version
from typing import Any

import msgspec
from mcp import MCPError, types
from mcp.server import CacheHint, Server, ServerRequestContext
from mcp.server.caching import CacheableMethod

from biofacts.adapters.mcp.apps import Document, PathwayApp
from biofacts.adapters.mcp.calls import Calls, observed
from biofacts.adapters.mcp.prompts import Completion, Prompts
from biofacts.adapters.mcp.resources import Resources
from biofacts.adapters.mcp.results import input_schema, output_schema, tool_result
from biofacts.adapters.mcp.server_texts import INSTRUCTIONS
from biofacts.application.calls.prompts import offered
from biofacts.application.tools.registry import TOOLS, Tools, call
from biofacts.application.tools.tool import Tool, failed
from biofacts.application.use_cases import UseCases
from biofacts.domain.answers.errors import UpstreamError
from biofacts.ports.observing import Observer, unobserved

_log = logging.getLogger(__name__)

_HOUR = CacheHint(ttl_ms=3_600_000, scope="public")
_LISTINGS: Sequence[CacheableMethod] = (
    "tools/list", "prompts/list", "resources/list", "resources/templates/list", "server/discover",
)  # fmt: skip

Lifespan = Callable[["Server[UseCases]"], AbstractAsyncContextManager[UseCases]]


def listed(tool: Tool[Any, Any], meta: dict[str, Any] | None = None) -> types.Tool:
    """Convert a tool to an entry of `tools/list`. `meta`: its metadata besides the schemas."""
    return types.Tool(
        name=tool.name,
        title=tool.title,
        description=tool.description,
        input_schema=input_schema(tool.arguments),
        output_schema=output_schema(tool.result),
        annotations=types.ToolAnnotations(
            read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=True
        ),
        _meta=meta,
    )


def idle() -> None:
    """Do nothing."""


def build(
    lifespan: Lifespan,
    prepare: Callable[[], None] = idle,
    tools: Tools = TOOLS,
    observer: Observer = unobserved,
    calls: Calls | None = None,
    document: Document | None = None,
) -> Server[UseCases]:
    """Build the server of some tools. `lifespan` opens and closes what the use cases depend on.

    `observer`: gets an event for each call. `calls`: interrupts running calls when the server stops. `document`: of the
    App that hosts show beside pictures.

    `prepare` is called once a client has introduced itself, listed the tools, or got its first result: a client of
    2026-07-28 begins with any of them.
    """
    running = calls or Calls()
    app = PathwayApp(tools, document)
    listing = types.ListToolsResult(tools=[listed(tool, app.meta_of(tool.name)) for tool in tools.values()])
    schemas = {tool.name: tool.input_schema for tool in listing.tools}
    known = offered(tools)
    prompts, resources = Prompts(known, prepare), Resources(tools, observer, running, prepare, app)

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
            # Reports of progress cost a call more than a search, so only clients with a token for them get any.
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
        on_list_prompts=prompts.list,
        on_get_prompt=prompts.get,
        on_list_resources=resources.list,
        on_list_resource_templates=resources.list_templates,
        on_read_resource=resources.read,
        on_completion=Completion(known, resources),
        get_tool_input_schema=schemas.get,
        cache_hints=dict.fromkeys(_LISTINGS, _HOUR),
    )
    server.extensions = app.extensions
    server.add_notification_handler("notifications/initialized", types.NotificationParams, initialized)
    return server
