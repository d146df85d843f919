"""Handlers of prompts."""

import logging
from collections.abc import Callable, Mapping, Sequence

from mcp import MCPError, types
from mcp.server import ServerRequestContext

from biofacts.adapters.mcp.resources import Resources
from biofacts.application.calls import prompts
from biofacts.application.calls.prompts import PromptRefused
from biofacts.application.messages import prompts as prompt_messages
from biofacts.application.messages.prompts import ORGANISM, Prompt
from biofacts.application.use_cases import UseCases
from biofacts.domain.answers.errors import BiofactsError
from biofacts.domain.identifiers.kinds import BY_NAME

_log = logging.getLogger(__name__)


def listed(prompt: Prompt) -> types.Prompt:
    """Convert a prompt to an entry of `prompts/list`."""
    return types.Prompt(
        name=prompt.name,
        title=prompt.title,
        description=prompt.description,
        arguments=[
            types.PromptArgument(name=one.name, title=one.title, description=one.description, required=one.required)
            for one in prompt.arguments
        ],
    )


class Prompts:
    """The handlers of `prompts/list` and `prompts/get`. `prepare`: see `build`."""

    def __init__(self, offered: Mapping[str, Prompt], prepare: Callable[[], None]) -> None:
        self._offered = offered
        self._prepare = prepare
        self._listing = types.ListPromptsResult(prompts=[listed(prompt) for prompt in offered.values()])

    async def list(
        self, _: ServerRequestContext[UseCases], __: types.PaginatedRequestParams | None
    ) -> types.ListPromptsResult:
        """List all prompts."""
        self._prepare()
        return self._listing

    async def get(
        self, _: ServerRequestContext[UseCases], params: types.GetPromptRequestParams
    ) -> types.GetPromptResult:
        """Fill in a prompt with its arguments. Raises: MCPError."""
        self._prepare()
        if (prompt := self._offered.get(params.name)) is None:
            raise MCPError(types.INVALID_PARAMS, prompt_messages.no_prompt(params.name, [*self._offered]))
        try:
            text = prompts.text(prompt, params.arguments or {})
        except PromptRefused as error:
            raise MCPError(types.INVALID_PARAMS, str(error)) from None
        message = types.PromptMessage(role="user", content=types.TextContent(text=text))
        return types.GetPromptResult(description=prompt.description, messages=[message])


# Completion of prompt arguments, and of the ids in resource addresses


class Completion:
    """The handler of `completion/complete`. It uses local data only, and makes no requests."""

    def __init__(self, prompts: Mapping[str, Prompt], resources: Resources) -> None:
        self._prompts = prompts
        self._resources = resources

    async def __call__(
        self, context: ServerRequestContext[UseCases], params: types.CompleteRequestParams
    ) -> types.CompleteResult:
        """Suggest values that begin like the argument. Raises: MCPError for an unknown prompt, argument or template."""
        try:
            values = await self._values(context.lifespan_context, params)
        except BiofactsError as error:  # the protocol has no place for the reason, and a user can type on without
            _log.info("no completion: %s", error)
            values = ()
        more = len(values) > prompts.MOST
        shown = types.Completion(values=[*values[: prompts.MOST]], total=None if more else len(values), has_more=more)
        return types.CompleteResult(completion=shown)

    async def _values(self, use: UseCases, params: types.CompleteRequestParams) -> Sequence[str]:
        asked, given = params.argument, (params.context.arguments if params.context else None) or {}
        if isinstance(params.ref, types.PromptReference):
            return await self._of_prompt(use, params.ref.name, asked, given)
        if (kind := self._resources.kind_of(params.ref.uri)) is None:
            raise MCPError(types.INVALID_PARAMS, f"There is no template {params.ref.uri}")
        if asked.name != BY_NAME[kind].id_argument:
            return ()
        return [one.id for one in await prompts.ids(use.suggestions, BY_NAME[kind], asked.value)]

    async def _of_prompt(
        self, use: UseCases, name: str, asked: types.CompletionArgument, given: Mapping[str, str]
    ) -> Sequence[str]:
        if (prompt := self._prompts.get(name)) is None:
            raise MCPError(types.INVALID_PARAMS, prompt_messages.no_prompt(name, [*self._prompts]))
        argument = next((one for one in prompt.arguments if one.name == asked.name), None)
        if argument is None:
            raise MCPError(types.INVALID_PARAMS, prompt_messages.unknown_argument(prompt, asked.name))
        kind, organism = BY_NAME.get(argument.completed), given.get(ORGANISM, "")
        return await prompts.values(use.suggestions, kind, argument, asked.value, organism)
