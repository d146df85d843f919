"""What a prompt is: a question that takes several calls, and the calls that answer it, in order."""

from collections.abc import Mapping, Sequence

import msgspec

ORGANISM = "organism"
"""The name of the argument, and what completes it."""


LONGEST, LONGEST_LIST = 500, 40_000
"""Of an argument, in characters; and of one that holds several names."""


class Argument(msgspec.Struct, frozen=True, kw_only=True):
    """An argument of a prompt. `completed`: by names of which kind (or `ORGANISM`); `several`: with commas.

    `default`: what is asked for where nothing is given; None where it is then left out of the calls.
    """

    name: str
    title: str
    description: str
    completed: str
    required: bool = False
    several: bool = False
    default: str | None = None


class Step(msgspec.Struct, frozen=True):
    """One call, and what to take from it.

    `arguments`: `{name}` is what was given as an argument of the prompt; a call without it where nothing was given.
    `only_with`: the argument without which the whole step falls away. `vital`: without it there is no answer.
    """

    tool: str
    arguments: Mapping[str, object]
    says: str
    only_with: str = ""
    vital: bool = False


class Prompt(msgspec.Struct, frozen=True, kw_only=True):
    """A question, how it is answered, and what the answer has to tell."""

    name: str
    title: str
    description: str
    arguments: Sequence[Argument]
    asks: str
    steps: Sequence[Step]
    answer: str
