"""The prompts that a server offers, and their texts for the arguments sent."""

import re
from collections.abc import Collection, Mapping, Sequence

import msgspec

from biofacts.application.lists.splitting import parts_of
from biofacts.application.messages import prompts as wording
from biofacts.application.messages.prompt import LONGEST, LONGEST_LIST, ORGANISM, Argument, Prompt, Step
from biofacts.application.messages.prompts import PROMPTS
from biofacts.domain.identifiers import organisms
from biofacts.domain.text.clean import plain

_ARGUMENT = re.compile(r"\{(\w+)\}")


class PromptRefused(ValueError):
    """A prompt with arguments that it cannot use; the message says what it takes."""


def offered(tools: Collection[str]) -> Mapping[str, Prompt]:
    """Return the prompts for these tools: without steps of other tools, and without arguments that no step uses."""
    chosen = (_within(prompt, tools) for prompt in PROMPTS)
    return {prompt.name: prompt for prompt in chosen if prompt is not None}


def _within(prompt: Prompt, tools: Collection[str]) -> Prompt | None:
    if any(step.vital and step.tool not in tools for step in prompt.steps):
        return None
    steps = [step for step in prompt.steps if step.tool in tools]
    texts = [prompt.asks, *(str(value) for step in steps for value in step.arguments.values())]
    # Arguments that only the dropped steps use must not be requested.
    used = {name for text in texts for name in _ARGUMENT.findall(text)}
    arguments = [one for one in prompt.arguments if one.name in used]
    return msgspec.structs.replace(prompt, steps=steps, arguments=arguments)


def text(prompt: Prompt, given: Mapping[str, str]) -> str:
    """Return the text of a prompt. Raises: PromptRefused."""
    known = {argument.name: argument for argument in prompt.arguments}
    for name in given:
        if name not in known:
            raise PromptRefused(wording.unknown_argument(prompt, name))
    values = {name: _value(prompt, argument, given.get(name, "")) for name, argument in known.items()}
    question = _ARGUMENT.sub(lambda found: _spoken(values[found[1]]), prompt.asks)
    steps = [(_call(step, values), _says(step, values)) for step in prompt.steps if _is_wanted(step, values)]
    return wording.asked(prompt, question, steps)


Value = str | Sequence[str] | None


def _value(prompt: Prompt, argument: Argument, given: str) -> Value:
    most = LONGEST_LIST if argument.several else LONGEST
    if len(given) > most:
        raise PromptRefused(wording.long_argument(argument, most))
    said = plain(given, lines=argument.several)
    if not said:
        if argument.required:
            raise PromptRefused(wording.missing_argument(prompt, argument))
        return argument.default
    if argument.several:
        return [part.strip() for part in parts_of(said) if part.strip()]
    return organisms.COMMON_NAMES.get(said.casefold(), said) if argument.completed == ORGANISM else said


def _is_wanted(step: Step, values: Mapping[str, Value]) -> bool:
    return not step.only_with or values.get(step.only_with) is not None


def _call(step: Step, values: Mapping[str, Value]) -> str:
    """Write a call with its arguments as Python literals, so that a quote in a name cannot end the argument."""
    arguments = {name: _written(value, values) for name, value in step.arguments.items()}
    return f"{step.tool} with {', '.join(f'{name}={value}' for name, value in arguments.items() if value)}"


def _written(value: object, values: Mapping[str, Value]) -> str:
    """Write a value; "" for an argument that was not sent; a placeholder for ids from a later step is unchanged."""
    if not isinstance(value, str) or not (found := _ARGUMENT.fullmatch(value)):
        return value if isinstance(value, str) and value.startswith("<") else repr(value)
    given = values[found[1]]
    return "" if given is None else repr(given)


def _says(step: Step, values: Mapping[str, Value]) -> str:
    return _ARGUMENT.sub(lambda found: _spoken(values[found[1]]), step.says)


def _spoken(value: Value) -> str:
    return value if isinstance(value, str) else ", ".join(value or ())
