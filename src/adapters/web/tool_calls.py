"""Calls from the page to the use cases, through the tools that the server offers."""

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from typing import Any, TypeVar, cast

import msgspec

from biofacts.adapters.web.list_rows import title_of
from biofacts.adapters.web.phrasing import PagePhrasing
from biofacts.application.links.compare_pathways import Comparison
from biofacts.application.lists import name_lists
from biofacts.application.pictures.draw import DrawnPicture, DrawPathway
from biofacts.application.tools.all_tools import Tools, call
from biofacts.application.tools.compounds import DEPICT
from biofacts.application.tools.links import COMPARE, GRAPH_TOOLS
from biofacts.application.tools.lists import PLOT
from biofacts.application.tools.pathways import DRAW, ShowPathway
from biofacts.application.tools.tool import ArgumentsT, ErrorEnvelope, ResultT, Tool
from biofacts.application.use_cases import UseCases
from biofacts.domain.answers.entity_kinds import COMPOUND, PATHWAY, Kind
from biofacts.domain.answers.pages import LARGEST_PAGE_SIZE, Page
from biofacts.domain.answers.records import Candidate
from biofacts.domain.compounds.compound import Depiction
from biofacts.domain.lists.match_reasons import Reason
from biofacts.domain.pathways.pathway import PathwayComponents
from biofacts.domain.pictures.figure_sizes import Size
from biofacts.ports.pictures import PictureForm

T = TypeVar("T")

STATUS: Mapping[str, int] = {
    "UNRESOLVED_ENTITY": 404, "ENTITY_NOT_FOUND": 404, "AMBIGUOUS_QUERY": 400, "RATE_LIMITED": 503,
    "UPSTREAM_ERROR": 503,
}  # fmt: skip
"""The HTTP status of each error code."""

LOOK = ("range", "palette", "caption", "conditions", "cutoff")
"""Query parameters that set how a drawing looks."""

_NO = ("", "0", "false", "no", "off")


def is_set(parameters: Mapping[str, str], name: str) -> bool:
    """Return True unless a yes-or-no query parameter is missing, empty or a word for no (`0`, `false`, `off`)."""
    return parameters.get(name, "").strip().casefold() not in _NO


class NotOffered(Exception):
    """An error for a page that needs a tool which the server does not offer."""

    def __init__(self, tool: str) -> None:
        super().__init__(tool)
        self.tool = tool


class Failed(Exception):
    """An error of a tool call, which is served instead of the page or file."""

    def __init__(self, envelope: ErrorEnvelope) -> None:
        super().__init__(envelope.error.message)
        self.envelope = envelope


def needed(answer: T | ErrorEnvelope) -> T:
    """Return an answer that is not an error. Raises: Failed."""
    if isinstance(answer, ErrorEnvelope):
        raise Failed(answer)
    return answer


class Asking:
    """A caller of tools on behalf of the page.

    `opened`: a function that returns the use cases of the running server; `tools`: the tools that the server offers.
    """

    def __init__(self, opened: Callable[[], UseCases], tools: Tools) -> None:
        self._opened = opened
        self._tools = tools
        self._phrasing = PagePhrasing(tools)

    def offers(self, tool: str) -> bool:
        return tool in self._tools

    def need(self, tool: str) -> None:
        """Raise NotOffered if the server does not offer a tool."""
        if not self.offers(tool):
            raise NotOffered(tool)

    def takes(self, tool: str, argument: str) -> bool:
        """Return True if the server offers a tool with this argument."""
        return self.offers(tool) and argument in self._tools[tool].arguments.__struct_fields__

    async def ask(self, tool: str, **arguments: object) -> Any:
        """Call a tool, and return its answer or an error envelope. Arguments that are None or "" are omitted.

        Raises: NotOffered.
        """
        self.need(tool)
        return await self._call(self._tools[tool], arguments)

    async def _call(self, tool: Tool[ArgumentsT, ResultT], arguments: Mapping[str, object]) -> ResultT | ErrorEnvelope:
        stated = {name: value for name, value in arguments.items() if value not in (None, "")}
        return await call(tool, self._opened(), stated, self._phrasing)

    async def reasons(self, kind: str, query: str, candidates: Sequence[Candidate]) -> Mapping[str, Reason | None]:
        """Return the reason why each candidate matches, by id, from local data; None if its names do not explain it."""
        return await self._opened().reasons(kind, query, candidates)

    async def answer(self, tool: str, **arguments: object) -> Any:
        """Call a tool without whose answer the page cannot be shown. Raises: Failed, NotOffered."""
        return needed(await self.ask(tool, **arguments))

    async def whole(self, tool: str, **arguments: object) -> Page[Any]:
        """Fetch all pages of a list and return them as one page. Raises: Failed, NotOffered."""
        first = page = await self.answer(tool, **arguments, page_size=LARGEST_PAGE_SIZE)
        items = [*first.items]
        while (cursor := page.pagination.cursor) is not None:
            page = await self.answer(tool, **arguments, cursor=cursor, page_size=LARGEST_PAGE_SIZE)
            items += page.items
        return cast("Page[Any]", msgspec.structs.replace(first, items=tuple(items)))

    async def name(self, kind: Kind, identifier: str) -> str | None:
        """Return the name of a record; None if the record cannot be fetched. Raises: NotOffered."""
        record = await self.ask(kind.get_tool, **{kind.id_argument: identifier})
        return None if isinstance(record, ErrorEnvelope) else title_of(msgspec.to_builtins(record))

    async def called(self, kind: Kind, identifier: str) -> str:
        """Return the name and id of a record; only the id for a compound (a request to PubChem) or after a failure."""
        if kind is COMPOUND or not self.offers(kind.get_tool):
            return identifier
        record = await self.ask(kind.get_tool, **{kind.id_argument: identifier})
        return (
            identifier
            if isinstance(record, ErrorEnvelope)
            else f"{title_of(msgspec.to_builtins(record))} ({record.id})"
        )

    async def called_in(self, drawn: PathwayComponents, name: str) -> Collection[str]:
        """Return the ids of nodes and groups that a name refers to in a drawing. Raises: BiofactsError."""
        return await self._opened().pathway_components.called(name, drawn)

    async def draw(
        self, identifier: str, highlight: str, *, path: str = "", query: Mapping[str, str]
    ) -> DrawnPicture | ErrorEnvelope:
        """Draw a pathway. `query`: the query parameters for drugs and the look. Raises: NotOffered."""
        self.need(DRAW.name)
        look: dict[str, object] = {name: query.get(name) for name in LOOK}
        look |= {"drugs": is_set(query, "drugs"), "title": is_set(query, "title") if query.get("title") else True}
        lit = name_lists.parts_of(highlight) if highlight else None
        return await self._call(DRAW, {"pathway_id": identifier, "highlight": lit, "path": path, **look})

    async def compare(self, one: str, other: str) -> Comparison | ErrorEnvelope:
        """Compare two pathways. Raises: NotOffered if the server does not offer links."""
        self.need(GRAPH_TOOLS[0].name)
        return await self._call(COMPARE, {"one": one, "other": other})

    async def depict(self, identifier: str) -> Depiction | ErrorEnvelope:
        self.need(DEPICT.name)
        return await self._call(DEPICT, {COMPOUND.id_argument: identifier})

    async def figure(self, drawn: DrawnPicture, form: PictureForm, size: Size) -> bytes:
        """Render a drawing as a file. Raises: Failed."""
        return await self._with_drawing(drawn.shown.id, lambda use: use.rendered(drawn.picture, form, size))

    async def plot(self, **arguments: object) -> bytes:
        """Plot the pathways of a list. Arguments that are None or "" are omitted. Raises: Failed, NotOffered."""
        self.need(PLOT.name)
        made: bytes = needed(await self._call(PLOT, arguments))
        return made

    async def drawn_among(self, identifier: str, names: Sequence[str]) -> Sequence[str]:
        """Return the names that are drawn in a pathway, with their numbers. Raises: Failed, NotOffered."""
        self.need(DRAW.name)
        return await self._with_drawing(identifier, lambda use: use.drawn_among(identifier, names))

    async def _with_drawing(self, identifier: str, work: Callable[[DrawPathway], Awaitable[ResultT]]) -> ResultT:
        """Work on a drawing as a tool call, with its queue and time limit. Raises: Failed."""

        async def run(use: UseCases, _: ShowPathway) -> ResultT:
            return await work(use.draw_pathway)

        working: Any = msgspec.structs.replace(DRAW, run=run)
        answer: ResultT | ErrorEnvelope = await self._call(working, {PATHWAY.id_argument: identifier})
        return needed(answer)
