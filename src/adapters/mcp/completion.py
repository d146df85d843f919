"""Completion of prompt arguments, and of the ids in resource addresses."""

import logging
from collections.abc import Mapping, Sequence

from mcp import MCPError, types
from mcp.server import ServerRequestContext

from biofacts.adapters.mcp.resources import Resources
from biofacts.application.calls import completion
from biofacts.application.messages import prompts as wording
from biofacts.application.messages.prompt import ORGANISM, Prompt
from biofacts.application.use_cases import UseCases
from biofacts.domain.answers.errors import BiofactsError
from biofacts.domain.identifiers.kinds import BY_NAME

_log = logging.getLogger(__name__)


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
        more = len(values) > completion.MOST
        shown = types.Completion(
            values=[*values[: completion.MOST]], total=None if more else len(values), has_more=more
        )
        return types.CompleteResult(completion=shown)

    async def _values(self, use: UseCases, params: types.CompleteRequestParams) -> Sequence[str]:
        asked, given = params.argument, (params.context.arguments if params.context else None) or {}
        if isinstance(params.ref, types.PromptReference):
            return await self._of_prompt(use, params.ref.name, asked, given)
        if (kind := self._resources.kind_of(params.ref.uri)) is None:
            raise MCPError(types.INVALID_PARAMS, f"There is no template {params.ref.uri}")
        if asked.name != BY_NAME[kind].id_argument:
            return ()
        return [one.id for one in await completion.ids(use.suggestions, BY_NAME[kind], asked.value)]

    async def _of_prompt(
        self, use: UseCases, name: str, asked: types.CompletionArgument, given: Mapping[str, str]
    ) -> Sequence[str]:
        if (prompt := self._prompts.get(name)) is None:
            raise MCPError(types.INVALID_PARAMS, wording.no_prompt(name, [*self._prompts]))
        argument = next((one for one in prompt.arguments if one.name == asked.name), None)
        if argument is None:
            raise MCPError(types.INVALID_PARAMS, wording.unknown_argument(prompt, asked.name))
        kind, organism = BY_NAME.get(argument.completed), given.get(ORGANISM, "")
        return await completion.values(use.suggestions, kind, argument, asked.value, organism)
