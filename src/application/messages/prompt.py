"""Prompts: a question that takes several calls, and the calls that answer it, in order."""

from collections.abc import Mapping, Sequence

import msgspec

ORGANISM = "organism"
"""The name of the organism argument, and the source of its completions."""


LONGEST, LONGEST_LIST = 500, 40_000
"""The limits in characters, for an argument with a single name and for an argument with several."""


class Argument(msgspec.Struct, frozen=True, kw_only=True):
    """An argument of a prompt.

    `completed`: the kind whose names complete it (or `ORGANISM`); `several`: True for names separated by commas.
    `default`: the value if the user enters none; without a default, the calls omit the argument.
    """

    name: str
    title: str
    description: str
    completed: str
    required: bool = False
    several: bool = False
    default: str | None = None


class Step(msgspec.Struct, frozen=True):
    """A call, and the facts to take from its answer.

    `arguments`: `{name}` stands for the prompt's argument of that name, and is left out of the call if the user entered
    none. `only_with`: the argument without which the step is dropped. `vital`: True if there is no answer without this
    step.
    """

    tool: str
    arguments: Mapping[str, object]
    says: str
    only_with: str = ""
    vital: bool = False


class Prompt(msgspec.Struct, frozen=True, kw_only=True):
    """A question, the calls that answer it, and the facts that belong into the answer."""

    name: str
    title: str
    description: str
    arguments: Sequence[Argument]
    asks: str
    steps: Sequence[Step]
    answer: str
