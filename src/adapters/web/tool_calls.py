"""Calls from the page to the use cases, through the tools that the server offers, and answers as rows of lists."""

from collections.abc import Awaitable, Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, TypeVar, cast

import msgspec

from biofacts.adapters.web import addresses
from biofacts.adapters.web.phrasing import PagePhrasing, Span
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
from biofacts.domain.pharmacology.interaction import written_affinity
from biofacts.domain.pictures.figure_sizes import Size
from biofacts.domain.text.clean import counted
from biofacts.ports.pictures import PictureForm

RecordFields = Mapping[str, Any]
"""A record or an item of a list, as JSON types."""

_ABOUT = ("name", "organism", "family", "gene_symbol", "type", "formula", "species")


class ListRow(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A row of a list. `about`: a summary of the record; `why`: the reasons why the list contains it, with links."""

    id: str
    label: str
    place: str
    about: str
    description: str = ""
    score: float | None = None
    why: tuple[Span, ...] = ()


def rows(
    items: Sequence[object], kind: str, reasons: Mapping[str, str] | None = None, of: tuple[str, str] | None = None
) -> list[ListRow]:
    """Convert the items of a list into rows.

    `kind`: the kind of items that do not name their own; `reasons`: additional reasons, by id; `of`: the kind and id of
    the record to which the items are linked, which the drawings of pathways highlight.
    """
    records = [cast("RecordFields", msgspec.to_builtins(item)) for item in items]
    list_rows = [row(record, kind, (reasons or {}).get(record["id"], "")) for record in records]
    if of is None or kind != "pathway":
        return list_rows
    return [msgspec.structs.replace(list_row, place=addresses.drawing(list_row.id, *of)) for list_row in list_rows]


def row(item: RecordFields, kind: str, reason: str = "") -> ListRow:
    """Convert an item into a row. `reason`: an additional reason, which the item itself does not contain."""
    label = title_of(item)
    return ListRow(
        id=item["id"],
        label=label,
        place=addresses.record(item.get("kind", kind), item["id"]),
        about=", ".join(_about(item, label)),
        description=item.get("description", ""),
        score=item.get("score"),
        why=tuple(_why(item, reason)),
    )


def title_of(record: RecordFields) -> str:
    """Return the symbol, title or name of a record, or else its id."""
    return str(record.get("symbol") or record.get("title") or record.get("name") or record["id"])


def medicine_status(record: RecordFields) -> str:
    """Return the status of a ligand as a medicine: `approved`, `approved, withdrawn` or ""."""
    return ", ".join(flag for flag in ("approved", "withdrawn") if record.get(flag))


def group_of(group: RecordFields) -> str:
    """Return the type of a group in a drawing; `Group` if the drawing does not say."""
    style = group.get("style", "None")
    return "Group" if style == "None" else style


def _about(item: RecordFields, label: str) -> Iterator[str]:
    yield from (str(item[name]) for name in _ABOUT if item.get(name) and item[name] != label)
    if medicine := medicine_status(item):
        yield medicine
    if item.get("primary"):
        yield "primary target"
    if actions := item.get("actions"):
        yield " and ".join(actions)
    if affinity := item.get("affinity"):
        yield written_affinity(affinity)


def _why(item: RecordFields, reason: str) -> Iterator[Span]:
    """Yield the reasons, separated by semicolons."""
    for number, spans in enumerate(_reasons(item, reason)):
        if number:
            yield Span("; ")
        yield from spans


def _reasons(item: RecordFields, reason: str) -> Iterator[Sequence[Span]]:
    if reason:
        yield [Span(reason)]
    if matched := item.get("matched_on"):
        yield [Span(f"matched by its {matched}")]
    if remark := item.get("remark"):
        yield [Span(remark)]
    if unmatched := item.get("unmatched"):
        yield [Span(f"nothing in it matches {', '.join(unmatched)}")]
    for evidence in item.get("evidence", ()):
        identifier = f"{evidence['via'].replace('_', ' ')} {evidence['value']}"
        yield [Span(f"{identifier}, according to {' and '.join(evidence['sources'])}")]
    ways = item.get("through", ())
    for way in ways:
        yield [*_way(way)]
    if (more := item.get("way_count", 0) - len(ways)) > 0:
        yield [Span(f"and {counted(more, 'other way')}")]


def _way(way: RecordFields) -> Iterator[Span]:
    """Describe a way between two linked records: the records in between, as links, and the actions."""
    before = "through "
    for kind in ("gene", "target", "ligand", "compound"):
        if between := way.get(kind):
            yield Span(f"{before}{kind} ")
            before = ", "
            yield Span(
                between, addresses.search(between, "gene") if kind == "gene" else addresses.record(kind, between)
            )
    if actions := way.get("actions"):
        yield Span(f" ({' and '.join(actions)})")


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
