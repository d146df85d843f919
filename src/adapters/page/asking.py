"""Asking the use cases: by the rows of tools that the server offers, as agents and the terminal do."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, cast

import msgspec

from biofacts.adapters.page.rows import named
from biofacts.application import names
from biofacts.application.compound_tools import DEPICT
from biofacts.application.draw import Drawn
from biofacts.application.drawing_tools import DRAW, ShowPathway
from biofacts.application.envelope import ErrorEnvelope
from biofacts.application.tools import Tools, call
from biofacts.application.use_cases import UseCases
from biofacts.domain.candidate import Candidate
from biofacts.domain.compound import COMPOUND
from biofacts.domain.depiction import Depiction
from biofacts.domain.kinds import Kind
from biofacts.domain.paging import LARGEST_PAGE_SIZE, Page
from biofacts.domain.pathway import PATHWAY, PathwayComponents
from biofacts.domain.reasons import Reason

STATUS: Mapping[str, int] = {
    "UNRESOLVED_ENTITY": 404, "ENTITY_NOT_FOUND": 404, "AMBIGUOUS_QUERY": 400, "RATE_LIMITED": 503,
    "UPSTREAM_ERROR": 503,
}  # fmt: skip
"""The HTTP status of each code of an error."""

_NO = ("", "0", "false", "no", "off")


def is_set(asked: Mapping[str, str], name: str) -> bool:
    """Whether a choice of yes or no in an address is yes."""
    return asked.get(name, "").strip().casefold() not in _NO


class NotOffered(Exception):
    """What was asked for needs a tool that this server does not offer."""

    def __init__(self, tool: str) -> None:
        super().__init__(tool)
        self.tool = tool


class Asking:
    """What the page asks. `opened`: the use cases, once the server is open; `tools`: what it offers."""

    def __init__(self, opened: Callable[[], UseCases], tools: Tools) -> None:
        self._opened = opened
        self._tools = tools

    def offers(self, tool: str) -> bool:
        """Whether a tool may be asked."""
        return tool in self._tools

    def need(self, tool: str) -> None:
        """Raises: NotOffered, where a tool may not be asked."""
        if not self.offers(tool):
            raise NotOffered(tool)

    def takes(self, tool: str, argument: str) -> bool:
        """Whether a tool has an argument."""
        return self.offers(tool) and argument in self._tools[tool].arguments.__struct_fields__

    async def ask(self, tool: str, **given: object) -> Any:
        """What a tool answers, a failure in its envelope. Arguments that are None or "" count as not given.

        Raises: NotOffered.
        """
        self.need(tool)
        return await call(
            self._tools[tool], self._opened(), {name: value for name, value in given.items() if value not in (None, "")}
        )

    async def reasons(self, kind: str, query: str, found: Sequence[Candidate]) -> Mapping[str, Reason | None]:
        """Why things are among those found, by id, as far as it is known now: None where their names do not tell."""
        return await self._opened().reasons(kind, query, found)

    async def whole(self, tool: str, **given: object) -> Page[Any] | ErrorEnvelope:
        """A list as one page, of whatever length. Raises: NotOffered."""
        first = await self.ask(tool, **given, page_size=LARGEST_PAGE_SIZE)
        page = first
        items: list[Any] = []
        while not isinstance(page, ErrorEnvelope):
            items += page.items
            if (cursor := page.pagination.cursor) is None:
                return cast("Page[Any]", msgspec.structs.replace(first, items=tuple(items)))
            page = await self.ask(tool, **given, cursor=cursor, page_size=LARGEST_PAGE_SIZE)
        return page

    async def name(self, kind: Kind, identifier: str) -> str | None:
        """What a thing is called; None where its record cannot be had. Raises: NotOffered."""
        record = await self.ask(kind.get_tool, **{kind.id_argument: identifier})
        return None if isinstance(record, ErrorEnvelope) else named(msgspec.to_builtins(record))

    async def called(self, kind: Kind, identifier: str) -> str:
        """What a thing is called, with its id; the id alone where its record is elsewhere, or cannot be had."""
        if kind is COMPOUND or not self.offers(kind.get_tool):
            return identifier
        record = await self.ask(kind.get_tool, **{kind.id_argument: identifier})
        return (
            identifier if isinstance(record, ErrorEnvelope) else f"{named(msgspec.to_builtins(record))} ({record.id})"
        )

    async def called_in(self, drawn: PathwayComponents, name: str) -> Collection[str]:
        """The ids of what a name means in a drawing. Raises: BiofactsError."""
        return await self._opened().pathway_components.called(name, drawn)

    async def draw(self, identifier: str, highlight: str, *, drugs: bool) -> Drawn | ErrorEnvelope:
        """The drawing of a pathway. Raises: NotOffered."""
        self.need(DRAW.name)
        lit = {"highlight": names.parts_of(highlight)} if highlight else {}
        given = {"pathway_id": identifier, "drugs": drugs, **lit}
        return await call(DRAW, self._opened(), given)

    async def depict(self, identifier: str) -> Depiction | ErrorEnvelope:
        """The picture of a compound. Raises: NotOffered."""
        self.need(DEPICT.name)
        return await call(DEPICT, self._opened(), {COMPOUND.id_argument: identifier})

    async def png(self, drawn: Drawn) -> bytes | ErrorEnvelope:
        """The same as dots, in the turn and the time of a call."""

        async def made(use: UseCases, _: ShowPathway) -> bytes:
            return await use.draw_pathway.png(drawn.picture)

        making: Any = msgspec.structs.replace(DRAW, run=made)
        answer: bytes | ErrorEnvelope = await call(making, self._opened(), {PATHWAY.id_argument: drawn.shown.id})
        return answer
