"""The definition of a tool, and arguments that several tools share.

Arguments are Structs: clients see their schemas.
"""

from collections.abc import Awaitable, Callable, Mapping
from typing import Annotated, Any, Generic, TypeVar

import msgspec
from msgspec import Meta

from biofacts.application.use_cases import UseCases
from biofacts.domain.answers import scores
from biofacts.domain.answers.kinds import Kind
from biofacts.domain.answers.pages import LARGEST_PAGE_SIZE

Organism = Annotated[str, Meta(description="Exact scientific name, e.g. 'Homo sapiens'. Leave out for all.")]
Cursor = Annotated[str, Meta(description="cursor of the page before")]
PageSize = Annotated[int, Meta(ge=1, le=LARGEST_PAGE_SIZE)]

SCORED = f" score: trust {scores.TRUSTED}, doubt {scores.DOUBT}."
"""The sentence on scores in the description of every search; the server's instructions say more."""


class ToolArguments(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The arguments of a tool; unknown ones are refused."""


ArgumentsT = TypeVar("ArgumentsT", bound=msgspec.Struct)
ResultT = TypeVar("ResultT")


class Tool(msgspec.Struct, Generic[ArgumentsT, ResultT], frozen=True, kw_only=True):
    """A tool. `kind`: the kind that it finds, or whose CURIE it takes; `strict`: it takes nothing but that CURIE.

    `either`: arguments of which a call takes exactly one, with the kind of its CURIE; if there are none, the first
    argument is the main one.
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
