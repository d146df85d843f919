"""Handlers of prompts."""

from collections.abc import Callable, Mapping

from mcp import MCPError, types
from mcp.server import ServerRequestContext

from biofacts.application.calls import prompts
from biofacts.application.calls.prompts import PromptRefused
from biofacts.application.messages import prompts as wording
from biofacts.application.messages.prompt import Prompt
from biofacts.application.use_cases import UseCases


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
            raise MCPError(types.INVALID_PARAMS, wording.no_prompt(params.name, [*self._offered]))
        try:
            text = prompts.text(prompt, params.arguments or {})
        except PromptRefused as error:
            raise MCPError(types.INVALID_PARAMS, str(error)) from None
        message = types.PromptMessage(role="user", content=types.TextContent(text=text))
        return types.GetPromptResult(description=prompt.description, messages=[message])
