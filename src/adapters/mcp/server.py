"""The MCP server: handlers for tools, prompts, resources and completion, and the schemas of the tools."""

import logging
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from functools import cache, partial
from importlib.metadata import version

import msgspec
from mcp import MCPError, types
from mcp.server import CacheHint, Server, ServerRequestContext
from mcp.server.caching import CacheableMethod
from opentelemetry.trace import ProxyTracerProvider, get_tracer_provider

from biofacts.adapters.mcp.resources import HOUR_MS, Document, PathwayApp, Resources
from biofacts.adapters.mcp.running_requests import RunningRequests, insert_result, observed, store_result, tool_result
from biofacts.adapters.mcp.server_texts import instructions
from biofacts.adapters.mcp.tool_schemas import tool_entry
from biofacts.application.calls import prompts
from biofacts.application.calls.prompts import ORGANISM, Prompt, PromptRefused, offered
from biofacts.application.tools.all_tools import TOOLS, Tools, call
from biofacts.application.use_cases import UseCases
from biofacts.domain.answers.advice_and_phrasing import ToolPhrasing
from biofacts.domain.answers.errors import BiofactsError
from biofacts.domain.identifiers.curies import BY_NAME
from biofacts.ports.observing import Observer, unobserved

_log = logging.getLogger(__name__)

_HOUR = CacheHint(ttl_ms=HOUR_MS, scope="public")
_LISTINGS: Sequence[CacheableMethod] = (
    "tools/list", "prompts/list", "resources/list", "resources/templates/list", "server/discover",
)  # fmt: skip

Lifespan = Callable[["Server[UseCases]"], AbstractAsyncContextManager[UseCases]]


def idle() -> None:
    """Do nothing: the default for functions that are called when a server has started."""


def build(
    lifespan: Lifespan,
    prepare: Callable[[], None] = idle,
    tools: Tools = TOOLS,
    observer: Observer = unobserved,
    calls: RunningRequests | None = None,
    document: Document | None = None,
    structured: Callable[[bytes], object] = msgspec.json.decode,
) -> Server[UseCases]:
    """Build a server that offers the given tools.

    `lifespan`: opens and closes the dependencies of the use cases. `observer`: receives an event for each call.
    `calls`: the running calls, to interrupt them when the server stops. `document`: the HTML of the App that hosts show
    beside pictures. `structured`: see `tool_result`.

    `prepare`: called when a client has initialized, at each request except completions, and after each tool call:
    clients of revision 2026-07-28 need not initialize first.
    """
    running = calls or RunningRequests()
    app = PathwayApp(tools, document)
    # Hints propose only calls that this server offers.
    offered_prompts, phrasing = offered(tools), ToolPhrasing(tools)
    prompts, resources = Prompts(offered_prompts, prepare), Resources(tools, observer, running, prepare, app)

    @cache  # lazily: the schemas of all tools would delay the first answer
    def listing() -> types.ListToolsResult:
        return types.ListToolsResult(tools=[tool_entry(tool, app.meta_of(tool.name)) for tool in tools.values()])

    async def list_tools(
        _: ServerRequestContext[UseCases], __: types.PaginatedRequestParams | None
    ) -> types.ListToolsResult:
        prepare()
        return listing()

    async def call_tool(
        context: ServerRequestContext[UseCases], params: types.CallToolRequestParams
    ) -> types.CallToolResult:
        if (tool := tools.get(params.name)) is None:  # not reported to the observer: clients invent names
            raise MCPError(types.INVALID_PARAMS, f"Unknown tool: {params.name}")
        use_cases = context.lifespan_context
        # Progress reports take longer than a search, so only clients that sent a progress token get them.
        if (context.meta or {}).get("progress_token") is not None:
            use_cases = msgspec.structs.replace(use_cases, hear=context.session.report_progress)
        answer = partial(call, tool, use_cases, params.arguments or {}, phrasing)
        try:
            return await observed(
                tool.name,
                answer,
                running,
                observer,
                convert=lambda outcome: store_result(tool_result(outcome, structured)),
            )
        finally:
            prepare()

    async def initialized(_: ServerRequestContext[UseCases], __: types.NotificationParams | None) -> None:
        prepare()

    server = Server(
        "biofacts",
        version=version("biofacts"),
        title="biofacts",
        instructions=instructions(tools),
        lifespan=lifespan,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        on_list_prompts=prompts.list,
        on_get_prompt=prompts.get,
        on_list_resources=resources.list,
        on_list_resource_templates=resources.list_templates,
        on_read_resource=resources.read,
        on_completion=CompletionHandler(offered_prompts, resources),
        # No schema wants an argument as a header (`x-mcp-header`): the SDK would search a schema for it at each call.
        get_tool_input_schema=lambda _: None,
        cache_hints=dict.fromkeys(_LISTINGS, _HOUR),
    )
    server.extensions = app.extensions
    if isinstance(get_tracer_provider(), ProxyTracerProvider):  # tracing is off: skip the spans of the SDK
        server.middleware.clear()
    server.middleware.append(insert_result)
    server.add_notification_handler("notifications/initialized", types.NotificationParams, initialized)
    return server


# Handlers of prompts


def listed_prompts(prompt: Prompt) -> types.Prompt:
    """Convert a prompt to its entry in `prompts/list`."""
    return types.Prompt(
        name=prompt.name,
        title=prompt.title,
        description=prompt.description,
        arguments=[
            types.PromptArgument(
                name=argument.name, title=argument.title, description=argument.description, required=argument.required
            )
            for argument in prompt.arguments
        ],
    )


class Prompts:
    """The handlers of `prompts/list` and `prompts/get`. `prepare`: see `build`."""

    def __init__(self, offered: Mapping[str, Prompt], prepare: Callable[[], None]) -> None:
        self._offered = offered
        self._prepare = prepare
        self._listing = types.ListPromptsResult(prompts=[listed_prompts(prompt) for prompt in offered.values()])

    async def list(
        self, _: ServerRequestContext[UseCases], __: types.PaginatedRequestParams | None
    ) -> types.ListPromptsResult:
        self._prepare()
        return self._listing

    async def get(
        self, _: ServerRequestContext[UseCases], params: types.GetPromptRequestParams
    ) -> types.GetPromptResult:
        """Fill in a prompt with its arguments. Raises: MCPError."""
        self._prepare()
        if (prompt := self._offered.get(params.name)) is None:
            raise MCPError(types.INVALID_PARAMS, prompts.no_prompt(params.name, [*self._offered]))
        try:
            text = prompts.text(prompt, params.arguments or {})
        except PromptRefused as error:
            raise MCPError(types.INVALID_PARAMS, str(error)) from None
        message = types.PromptMessage(role="user", content=types.TextContent(text=text))
        return types.GetPromptResult(description=prompt.description, messages=[message])


# Completion of prompt arguments, and of the ids in resource addresses


class CompletionHandler:
    """The handler of `completion/complete`, which uses local data only and sends no requests to upstreams."""

    def __init__(self, prompts: Mapping[str, Prompt], resources: Resources) -> None:
        self._prompts = prompts
        self._resources = resources

    async def __call__(
        self, context: ServerRequestContext[UseCases], params: types.CompleteRequestParams
    ) -> types.CompleteResult:
        """Suggest completions of an argument. Raises: MCPError for an unknown prompt, argument or template."""
        try:
            values = await self._values(context.lifespan_context, params)
        except (
            BiofactsError
        ) as error:  # the protocol has no field for a reason, and the user can type on without suggestions
            _log.info("no completion: %s", error)
            values = ()
        more = len(values) > prompts.MOST
        shown = types.Completion(values=[*values[: prompts.MOST]], total=None if more else len(values), has_more=more)
        return types.CompleteResult(completion=shown)

    async def _values(self, use: UseCases, params: types.CompleteRequestParams) -> Sequence[str]:
        completed, context = params.argument, (params.context.arguments if params.context else None) or {}
        if isinstance(params.ref, types.PromptReference):
            return await self._of_prompt(use, params.ref.name, completed, context)
        if (kind := self._resources.kind_of(params.ref.uri)) is None:
            raise MCPError(types.INVALID_PARAMS, f"There is no resource template {params.ref.uri}")
        if completed.name != BY_NAME[kind].id_argument:
            return ()
        return [record.id for record in await prompts.ids(use.completions, BY_NAME[kind], completed.value)]

    async def _of_prompt(
        self, use: UseCases, name: str, completed: types.CompletionArgument, context: Mapping[str, str]
    ) -> Sequence[str]:
        if (prompt := self._prompts.get(name)) is None:
            raise MCPError(types.INVALID_PARAMS, prompts.no_prompt(name, [*self._prompts]))
        argument = next((argument for argument in prompt.arguments if argument.name == completed.name), None)
        if argument is None:
            raise MCPError(types.INVALID_PARAMS, prompts.unknown_argument(prompt, completed.name))
        kind, organism = BY_NAME.get(argument.completed), context.get(ORGANISM, "")
        return await prompts.values(use.completions, kind, argument, completed.value, organism)
