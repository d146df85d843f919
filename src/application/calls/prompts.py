"""The prompts that a server offers, and their texts for the arguments sent."""

import re
from collections.abc import Collection, Mapping, Sequence

import msgspec

from biofacts.application.lists.name_lists import parts_of
from biofacts.application.messages import prompts as prompt_messages
from biofacts.application.messages.prompts import LONGEST, LONGEST_LIST, ORGANISM, PROMPTS, Argument, Prompt, PromptStep
from biofacts.domain.answers.kinds import Kind
from biofacts.domain.identifiers import organisms
from biofacts.domain.identifiers.organisms import COMMON_NAMES
from biofacts.domain.text.clean import plain
from biofacts.ports.sources import Suggestion, SuggestionSource

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
            raise PromptRefused(prompt_messages.unknown_argument(prompt, name))
    values = {name: _value(prompt, argument, given.get(name, "")) for name, argument in known.items()}
    question = _ARGUMENT.sub(lambda found: _spoken(values[found[1]]), prompt.asks)
    steps = [(_call(step, values), _says(step, values)) for step in prompt.steps if _is_wanted(step, values)]
    return prompt_messages.prompt_text(prompt, question, steps)


ArgumentValue = str | Sequence[str] | None


def _value(prompt: Prompt, argument: Argument, given: str) -> ArgumentValue:
    most = LONGEST_LIST if argument.several else LONGEST
    if len(given) > most:
        raise PromptRefused(prompt_messages.long_argument(argument, most))
    said = plain(given, lines=argument.several)
    if not said:
        if argument.required:
            raise PromptRefused(prompt_messages.missing_argument(prompt, argument))
        return argument.default
    if argument.several:
        return [part.strip() for part in parts_of(said) if part.strip()]
    return (organisms.scientific_name(said) or said) if argument.completed == ORGANISM else said


def _is_wanted(step: PromptStep, values: Mapping[str, ArgumentValue]) -> bool:
    return not step.only_with or values.get(step.only_with) is not None


def _call(step: PromptStep, values: Mapping[str, ArgumentValue]) -> str:
    """Write a call with its arguments as Python literals, so that a quote in a name cannot end the argument."""
    arguments = {name: _written(value, values) for name, value in step.arguments.items()}
    return f"{step.tool} with {', '.join(f'{name}={value}' for name, value in arguments.items() if value)}"


def _written(value: object, values: Mapping[str, ArgumentValue]) -> str:
    """Write a value; "" for an argument that was not sent; a placeholder for ids from a later step is unchanged."""
    if not isinstance(value, str) or not (found := _ARGUMENT.fullmatch(value)):
        return value if isinstance(value, str) and value.startswith("<") else repr(value)
    given = values[found[1]]
    return "" if given is None else repr(given)


def _says(step: PromptStep, values: Mapping[str, ArgumentValue]) -> str:
    return _ARGUMENT.sub(lambda found: _spoken(values[found[1]]), step.says)


def _spoken(value: ArgumentValue) -> str:
    return value if isinstance(value, str) else ", ".join(value or ())


# Completions of an argument that is being typed


MOST = 20
"""Suggestions to show; one more is fetched to tell if there are others."""


async def ids(source: SuggestionSource, kind: Kind, text: str) -> Sequence[Suggestion]:
    """Return entities whose name or CURIE begins with a text. Raises: UpstreamError."""
    written = plain(text)
    return await source.beginning(kind, written, MOST + 1) if _is_begun(written) else ()


async def values(
    source: SuggestionSource, kind: Kind | None, argument: Argument, text: str, organism: str = ""
) -> Sequence[str]:
    """Return completed values of a prompt's argument. `kind`: the kind that it names. Raises: UpstreamError."""
    if argument.completed == ORGANISM:
        return _organisms(plain(text))
    before, written = _last(text) if argument.several else ("", plain(text))
    if kind is None or not _is_begun(written):
        return ()
    wanted = organisms.scientific_name(organism) or plain(organism) or None
    found = await source.beginning(kind, written, MOST + 1, wanted)
    names: dict[str, str] = {}
    for one in found:
        # Several entities may share a name.
        names.setdefault(one.name.casefold(), one.name)
    return [before + name for name in names.values()]


def _is_begun(written: str) -> bool:
    return 0 < len(written) <= LONGEST


def _organisms(written: str) -> Sequence[str]:
    """Return scientific names that begin with a text or whose common name does; all for an empty text."""
    begun = written.casefold()
    names = {scientific for common, scientific in COMMON_NAMES.items() if common.startswith(begun)}
    names |= {one for one in COMMON_NAMES.values() if one.casefold().startswith(begun)}
    return sorted(names, key=organisms.sort_key)


def _last(text: str) -> tuple[str, str]:
    """Split a list of names into everything before the last name, and the last name."""
    parts = parts_of(text)
    written = "" if text.rstrip(" ").endswith((",", ";", "\n")) else parts[-1].lstrip()
    return text.removesuffix(written), written.rstrip()
