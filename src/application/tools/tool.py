"""The definition of a tool, and arguments that several tools share.

Arguments are Structs: clients see their schemas.
"""

from collections.abc import Awaitable, Callable, Mapping
from typing import Annotated, Any, Generic, TypeVar

import msgspec
from msgspec import Meta

from biofacts.application.use_cases import UseCases
from biofacts.domain.answers.advice import FOR_TOOLS, NextCall, Phrasing
from biofacts.domain.answers.entity_kinds import Kind
from biofacts.domain.answers.errors import BiofactsError, ErrorCode
from biofacts.domain.answers.pages import LARGEST_PAGE_SIZE

Organism = Annotated[str, Meta(description="Scientific name: Homo sapiens")]
Cursor = str
PageSize = Annotated[int, Meta(ge=1, le=LARGEST_PAGE_SIZE)]


class ToolArguments(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The arguments of a tool; unknown ones are refused."""


ArgumentsT = TypeVar("ArgumentsT", bound=msgspec.Struct)
ResultT = TypeVar("ResultT")


class Tool(msgspec.Struct, Generic[ArgumentsT, ResultT], frozen=True, kw_only=True):
    """A tool. `kind`: the kind that it finds, or whose CURIE it takes; `strict`: it takes nothing but that CURIE.

    `either`: arguments of which a call takes at least one, with the kind of its CURIE; if there are none, the first
    argument is the main one. `alone`: builds the call to make with one value where two are needed. `also`: further
    names under which calls may send an argument. `patience`: how many times `time_limits.CALL` an answer may take.
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


# The answer of a failed call; records and pages have no envelope


class Failure(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The reason for a failure, and a hint at the call to make next.

    `candidates`: the meanings that an ambiguous name may have (see `Meaning`).
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
    """Return the envelope of an error, its hint phrased for the caller."""
    failure = Failure(
        code=error.code,
        message=error.message,
        recovery_hint=error.worded(phrasing),
        invalid_input=error.invalid_input,
        candidates=msgspec.to_builtins(error.candidates),
    )
    return ErrorEnvelope(success=False, error=failure)
