"""The library's methods for lists and pictures (`resolve_many`, `enrich`, `draw`), and hints written as Python code."""

from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any, Protocol, TypeVar, cast, overload

import msgspec

from biofacts.adapters.library.notebook import Frame, Highlighted, PathwayPicture, written
from biofacts.adapters.library.results import AsyncEnrichmentResults, AsyncResults, Table
from biofacts.application.lists.enrich_pathways import Enrichment
from biofacts.application.lists.ranked_lists import RankedEnrichment
from biofacts.application.lists.resolve_many import AnyKind, Resolutions
from biofacts.application.messages import pathways as pathway_messages
from biofacts.application.pictures.draw import MOST
from biofacts.application.tools.all_tools import answer
from biofacts.application.tools.lists import LIST_TOOLS, PLOT
from biofacts.application.tools.pathways import DRAW
from biofacts.application.tools.tool import Tool
from biofacts.application.use_cases import UseCases
from biofacts.domain.answers.advice_and_phrasing import Again, NextCall, Phrasing, joined
from biofacts.domain.answers.errors import BiofactsError
from biofacts.domain.answers.pages import DEFAULT_PAGE_SIZE, Page
from biofacts.domain.identifiers.curies import KINDS
from biofacts.domain.identifiers.organisms import HUMAN
from biofacts.domain.lists.enrichment_statistics import LARGEST_SET, SMALLEST_SET, EnrichedPathway
from biofacts.domain.lists.ranked_lists import PERMUTATIONS, RankedPathway
from biofacts.domain.lists.resolution import Resolution
from biofacts.domain.pictures.highlights import PaletteName

_OTHERWISE = {"enrich_pathways": "enrich", "show_pathway": "draw"}
_OF_KINDS = frozenset(tool for kind in KINDS for tool in (kind.search_tool, kind.get_tool))


def method_of(tool: str) -> str:
    """Return the name of a tool's method: the same (`get_gene`), or without the verb (`paths` for `find_paths`)."""
    name = tool if tool in _OF_KINDS else tool.removeprefix("get_").removeprefix("find_")
    return _OTHERWISE.get(tool, name)


class PythonPhrasing(Phrasing):
    """Phrasing of hints as Python code, in which the library object is named `facts`."""

    def tool(self, name: str) -> str:
        return f"facts.{method_of(name)}"

    def written(self, call: NextCall) -> str:
        # The library has a method of its own for what several ligands act on.
        method = "facts.selectivity" if "ligand_ids" in call.arguments else self.tool(call.tool)
        return f"{method}({_named(call.arguments)})"

    def again(self, change: Again) -> str:
        return (
            f"repeat the call {f'without {change.without}' if change.without else f'with {_named(change.arguments)}'}"
        )


FOR_PYTHON = PythonPhrasing()


@contextmanager
def hints_in_python() -> Generator[None]:
    """Phrase the hints of errors as Python code, and add them as notes, which tracebacks print below the message."""
    try:
        yield
    except BiofactsError as error:
        error.phrasing = FOR_PYTHON
        error.add_note(error.hint)
        raise


def _named(arguments: Mapping[str, object]) -> str:
    # The method `links` takes one identifier or a list in `id`; the tool has `ids` for a list.
    return ", ".join(f"{'id' if name == 'ids' else name}={value!r}" for name, value in arguments.items())


_RESOLVE_MANY, _ENRICH = LIST_TOOLS
_OF_LIST = cast("Tool[Any, Enrichment]", _ENRICH)
_OF_RANKING = cast("Tool[Any, RankedEnrichment]", _ENRICH)

AnswerT = TypeVar("AnswerT")
PageT = TypeVar("PageT", bound=Page[Any])


class Series(Protocol):
    """A series of pandas, with the names as its index."""

    def items(self) -> Iterable[tuple[Any, Any]]: ...


class ScoreFrame(Protocol):
    """A data frame of pandas or polars, with a column of names and one of scores, or with the names as its index."""

    @property
    def columns(self) -> Any: ...
    def __getitem__(self, column: Any, /) -> Any: ...


RankedInput = str | Sequence[str] | Iterable[tuple[str, float]] | Mapping[str, float] | Series | ScoreFrame

NamesInput = str | Sequence[str]


class Analyses:
    """The base of `AsyncFacts`: the methods for lists of names and for pictures, and the calls of tools."""

    def __init__(self, use_cases: UseCases) -> None:
        self._use_cases = use_cases

    async def resolve_many(
        self, names: NamesInput, kind: AnyKind = "any", *, organism: str | None = None, to_organism: str | None = None
    ) -> Table[Resolution, Resolutions]:
        """Resolve up to 200 names. Each item has a CURIE, or the reason why the name was not resolved.

        `to_organism`: resolve genes to their orthologs in this organism (human, mouse or rat).

        Raises: AmbiguousQuery; with `to_organism` also RateLimited, UpstreamError.

        >>> [one.id for one in facts.resolve_many(["p53", "HER2"], "gene")]
        ['HGNC:11998', 'HGNC:3430']
        """
        return Table(await self._get(_RESOLVE_MANY, locals()))

    @overload
    async def enrich(
        self,
        genes: NamesInput | None = None,
        *,
        compounds: NamesInput | None = None,
        organism: str = HUMAN,
        to_organism: str | None = None,
        background: NamesInput | None = None,
        min_size: int = SMALLEST_SET,
        max_size: int = LARGEST_SET,
        grouped: bool = False,
        page_size: int = DEFAULT_PAGE_SIZE,
    ) -> AsyncEnrichmentResults[EnrichedPathway, Enrichment]: ...
    @overload
    async def enrich(
        self,
        *,
        ranked: RankedInput,
        organism: str = HUMAN,
        to_organism: str | None = None,
        min_size: int = SMALLEST_SET,
        max_size: int = LARGEST_SET,
        grouped: bool = False,
        permutations: int = PERMUTATIONS,
        seed: int = 0,
        page_size: int = DEFAULT_PAGE_SIZE,
    ) -> AsyncEnrichmentResults[RankedPathway, RankedEnrichment]: ...
    async def enrich(
        self,
        genes: NamesInput | None = None,
        *,
        compounds: NamesInput | None = None,
        ranked: RankedInput | None = None,
        organism: str = HUMAN,
        to_organism: str | None = None,
        background: NamesInput | None = None,
        min_size: int = SMALLEST_SET,
        max_size: int = LARGEST_SET,
        grouped: bool = False,
        permutations: int = PERMUTATIONS,
        seed: int = 0,
        page_size: int = DEFAULT_PAGE_SIZE,
    ) -> AsyncEnrichmentResults[EnrichedPathway, Enrichment] | AsyncEnrichmentResults[RankedPathway, RankedEnrichment]:
        """Find pathways that contain more members of a list than expected by chance, sorted by p-value.

        The test is hypergeometric and one-sided; `adjusted_p_value` is by Benjamini and Hochberg, over all pathways
        with `min_size` to `max_size` members of the background. With both lists, genes and compounds are tested
        together, and `alone` contains each list's test. `to_organism`: test the orthologs of the genes in the pathways
        of this organism (human, mouse or rat). `grouped`: list a pathway directly after the one in its `same_as`.
        `answer` contains the background, the resolved names, and the names that were not found.

        `ranked`: all measured genes with their scores, as a mapping, a series, a data frame of two columns, or pairs.
        The pathways are then those whose genes cluster at the top or bottom of the ranking (preranked GSEA with
        `permutations` and a `seed`), listed from the two ends in turn. The result's `plot` method plots the pathways.

        Raises: AmbiguousQuery, RateLimited, UpstreamError.

        >>> facts.enrich(["TP53", "MDM2", "CASP3"]).to_pandas()[["id", "overlap"]].values.tolist()
        [['WP:WP254', 3], ['WP:WP707', 2], ['WP:WP179', 1]]
        """
        settings: dict[str, Any] = {
            "organism": organism, "to_organism": to_organism, "background": background, "min_size": min_size,
            "max_size": max_size, "grouped": grouped, "page_size": page_size,
        }  # fmt: skip
        tool, arguments = _OF_LIST, {"genes": genes, "compounds": compounds, **settings}
        if ranked is not None:
            arguments |= {"ranked": ranked_rows(ranked), "permutations": permutations, "seed": seed}
            tool = cast("Tool[Any, Any]", _OF_RANKING)

        turn = partial(self._get, tool, arguments)
        return AsyncEnrichmentResults(await turn(), turn, partial(self._get, PLOT, arguments))

    async def draw(
        self,
        pathway_id: str | EnrichedPathway | RankedPathway,
        *,
        highlight: Highlighted | Frame = (),
        path: tuple[str, str] | None = None,
        drugs: bool = False,
        title: bool = True,
        range: tuple[float, float] | None = None,
        palette: PaletteName = "blue-orange",
        caption: str = "",
        conditions: Sequence[str] = (),
        cutoff: float | str = "",
        large_letters: bool = False,
    ) -> PathwayPicture:
        """Draw a pathway, by its CURIE or as an item of `enrich`.

        A notebook displays the result; `svg` and `png()` return the image, `save(...)` writes it. `highlight`: names of
        genes or compounds, or ids of nodes, alone or with a number or a colour: `{"TP53": 2.1, "BAX": "red"}`; or with
        a number per condition: `{"6 h": {"TP53": 2.1}, "24 h": {"TP53": "ns"}}`, or a pandas table. The default for an
        enriched pathway is its members of the list; of more than 500 names, only the drawn ones are used.
        `path`: two names; the shortest path of drawn arrows between them is highlighted. `drugs`: mark nodes that are
        approved drugs or their targets. `title`: draw title, organism and date. `range`: the ends of the colour scale.
        `caption`: the heading of the scale. `conditions`: the names of a node's numbers, in order. `cutoff`: the
        p-value above which numbers are "ns", for the legend. `large_letters`: let labels fill their nodes.
        Raises: any BiofactsError.

        >>> facts.draw("WP:WP254", highlight={"TP53": 2.1, "BAX": "red"})
        <WP:WP254 Apoptosis (Homo sapiens), 796 x 394, 2 names highlighted>
        """
        if not isinstance(pathway_id, str):
            highlight = pathway_id.members if isinstance(highlight, tuple) and not highlight else highlight
            pathway_id = pathway_id.id
        (names, named), remark = written(highlight), None
        if not isinstance(names, str) and len(names) > MOST:
            among = await self._use_cases.draw_pathway.drawn_among(pathway_id, names)
            remark, names = pathway_messages.drawn_among(len(among), len(names)), [*among]
        arguments = {"pathway_id": pathway_id, "highlight": names, "path": path, "drugs": drugs, "range": range}
        look = {
            "title": title, "palette": palette, "caption": caption, "conditions": [*(conditions or named)],
            "cutoff": str(cutoff), "large_letters": large_letters,
        }  # fmt: skip
        drawn = await self._get(DRAW, {**arguments, **look})
        shown = msgspec.structs.replace(drawn.shown, guidance=joined(drawn.shown.guidance, remark))
        return PathwayPicture(msgspec.structs.replace(drawn, shown=shown), self._use_cases.draw_pathway.renderer)

    async def _get(
        self, tool: Tool[Any, AnswerT], arguments: Mapping[str, object], cursor: str | None = None, **more: object
    ) -> AnswerT:
        """Call a tool with the arguments that differ from its defaults. `arguments`: usually `locals()` of the method.

        Raises: any BiofactsError, with a note that suggests the next call.
        """
        usual = {field.name: field.default for field in msgspec.structs.fields(tool.arguments)} | {"self": self}
        all_given = {
            name: value for name, value in {**arguments, "cursor": cursor, **more}.items() if value is not None
        }
        stated = {name: value for name, value in all_given.items() if value != usual.get(name)}
        with hints_in_python():
            return await answer(tool, self._use_cases, stated, FOR_PYTHON)

    async def _list(self, tool: Tool[Any, PageT], arguments: Mapping[str, object]) -> AsyncResults[Any, PageT]:
        turn = partial(self._get, tool, arguments)
        return AsyncResults(await turn(), turn)


def ranked_rows(ranked: RankedInput) -> str | list[str]:
    """Convert a ranked list to the tool's argument. Raises: ValueError for a data frame with other columns."""
    if isinstance(ranked, str):
        return ranked
    return [pair if isinstance(pair, str) else f"{pair[0]}={_number(pair[1])}" for pair in _pairs(ranked)]


def _pairs(ranked: Any) -> Iterator[Any]:
    if hasattr(ranked, "columns"):
        yield from _columns(ranked)
    else:
        # Mappings and series of pandas have `items`.
        yield from ranked.items() if hasattr(ranked, "items") else ranked


def _columns(frame: Any) -> Iterable[tuple[Any, Any]]:
    match [*frame.columns]:
        # A data frame of polars has no index.
        case [scores] if hasattr(frame, "index"):
            return zip(frame.index, frame[scores], strict=True)
        case [names, scores]:
            return zip(frame[names], frame[scores], strict=True)
        case columns:
            raise ValueError(f"ranked needs a column of names and one of scores, not the columns {columns}")


def _number(score: Any) -> str:
    """Convert a score to text without losing digits; a missing score, such as the NA of pandas, to the empty text."""
    if isinstance(score, str):
        return score
    return repr(float(score)) if hasattr(score, "__float__") else ""
