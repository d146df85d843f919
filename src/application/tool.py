"""What a tool is, and what the arguments of several have in common.

Arguments are Structs: their schemas are what clients see.
"""

from collections.abc import Awaitable, Callable, Mapping
from typing import Annotated, Any, Generic, TypeVar

import msgspec
from msgspec import Meta

from biofacts.application.use_cases import UseCases
from biofacts.domain.kinds import Kind
from biofacts.domain.paging import LARGEST_PAGE_SIZE

Organism = Annotated[str, Meta(description="Exact scientific name, e.g. 'Homo sapiens'. Leave out for all.")]
Cursor = Annotated[str, Meta(description="pagination.cursor of the page before")]
PageSize = Annotated[int, Meta(ge=1, le=LARGEST_PAGE_SIZE)]

SCORED = " score: trust 0.9, doubt 0.4."
"""What every search says of its score; the server's instructions say the rest."""


class ToolArguments(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The arguments of a tool: what it does not know is refused."""


ArgumentsT = TypeVar("ArgumentsT", bound=msgspec.Struct)
ResultT = TypeVar("ResultT")


class Tool(msgspec.Struct, Generic[ArgumentsT, ResultT], frozen=True, kw_only=True):
    """One tool. `kind`: what it finds, or of what it takes the CURIE; `strict`: it takes nothing but that CURIE.

    `either`: arguments of which exactly one is given, with the kind whose CURIE each takes; none where the first
    argument is what a call is about.
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
