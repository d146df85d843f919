"""The definition of a tool, and arguments that several tools share.

Arguments are Structs, whose schemas clients see.
"""

from collections.abc import Awaitable, Callable, Mapping
from typing import Annotated, Any, Generic, TypeVar

import msgspec
from msgspec import Meta

from biofacts.application.use_cases import UseCases
from biofacts.domain.answers.advice_and_phrasing import FOR_TOOLS, NextCall, Phrasing
from biofacts.domain.answers.entity_kinds import Kind
from biofacts.domain.answers.errors import BiofactsError, ErrorCode
from biofacts.domain.answers.pages import LARGEST_PAGE_SIZE

Organism = Annotated[str, Meta(description="Scientific name: Homo sapiens")]
Cursor = str
PageSize = Annotated[int, Meta(ge=1, le=LARGEST_PAGE_SIZE)]


class ToolArguments(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The arguments of a tool; unknown arguments are rejected."""


ArgumentsT = TypeVar("ArgumentsT", bound=msgspec.Struct)
ResultT = TypeVar("ResultT")


class Tool(msgspec.Struct, Generic[ArgumentsT, ResultT], frozen=True, kw_only=True):
    """A tool.

    `kind`: the kind of record that it finds or whose CURIE it takes; `strict`: True if it accepts only that CURIE.
    `either`: the arguments of which a call needs at least one, with the kind of each (if empty, the first argument is
    the main one); `alone`: a function that builds a call to suggest if one of two required values is missing; `also`:
    argument names by their synonyms; `patience`: the time limit of an answer, in multiples of `time_limits.CALL`.
    """

    name: str
    title: str
    description: str
    arguments: type[ArgumentsT]
    result: Any
    run: Callable[[UseCases, ArgumentsT], Awaitable[ResultT]]
    kind: Kind
    strict: bool = False
    either: Mapping[str, Kind] = {}
    alone: Callable[[str], NextCall] | None = None
    also: Mapping[str, str] = {}
    patience: float = 1.0


def record_tool(
    kind: Kind, arguments: type[ArgumentsT], result: type[ResultT], description: str
) -> Tool[ArgumentsT, ResultT]:
    """Create the tool that fetches one record of a kind by its CURIE."""
    return Tool(
        name=kind.get_tool,
        title=f"Get one {kind.name}",
        description=description,
        arguments=arguments,
        result=result,
        kind=kind,
        strict=True,
        run=lambda use, values: use.lookups[kind.name](getattr(values, kind.id_argument)),
    )


# The answer of a failed call; successful answers have no envelope


class Failure(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The reason for a failure, and a hint that suggests the next call.

    `candidates`: the possible meanings of an ambiguous name (see `Meaning`).
    """

    code: ErrorCode
    message: str
    recovery_hint: str
    invalid_input: str | None = None
    candidates: tuple[dict[str, str], ...] = ()


class ErrorEnvelope(msgspec.Struct, frozen=True, kw_only=True):
    """The answer of a call that failed."""

    success: bool
    error: Failure


def failed(error: BiofactsError, phrasing: Phrasing = FOR_TOOLS) -> ErrorEnvelope:
    """Return the envelope of an error. `phrasing`: the form of its hint."""
    failure = Failure(
        code=error.code,
        message=error.message,
        recovery_hint=error.phrased_hint(phrasing),
        invalid_input=error.invalid_input,
        candidates=msgspec.to_builtins(error.candidates),
    )
    return ErrorEnvelope(success=False, error=failure)
