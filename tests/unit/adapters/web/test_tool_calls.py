"""What the page asks of the use cases beside what it shows."""

import csv
from collections import defaultdict
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from typing import Any

import anyio
import httpx
import msgspec
import pytest

from biofacts.adapters.numpy.set_scorer import NumpySetScorer
from biofacts.adapters.plots.plotter import MatplotlibPlotter
from biofacts.application.tools.all_tools import TOOLS, Tools
from biofacts.application.tools.pathways import PathwaysForGene
from biofacts.application.tools.tool import Tool
from biofacts.application.use_cases import UseCases
from biofacts.composition.container import Container
from biofacts.domain.answers.errors import UpstreamError
from biofacts.domain.answers.pages import Page, Pagination
from biofacts.domain.identifiers.curies import KINDS
from biofacts.domain.limits import time_limits
from biofacts.domain.pathways.pathway import PathwayCandidate
from biofacts.domain.pictures.diagram import Diagram, Picture
from biofacts.domain.pictures.figure_sizes import Size
from biofacts.domain.pictures.highlights import Marks
from biofacts.ports.pictures import PictureForm, PictureRenderer
from tests.structures import visiting_page
from tests.visiting import visiting


class Busy(PictureRenderer):
    """Remembers how many calls are admitted while it makes dots.

    `fails`: with what it does; `last`: what it does before dots that never come.
    """

    def __init__(self, fails: str = "", last: Callable[[], None] | None = None) -> None:
        self.admitted = 0
        self.seen: list[int] = []
        self._fails = fails
        self._last = last

    @asynccontextmanager
    async def admit(self) -> AsyncGenerator[None]:
        self.admitted += 1
        yield
        self.admitted -= 1

    def draw(self, diagram: Diagram, marks: Marks) -> Picture:
        if self._last:
            self._last()
        return Picture("<svg/>", 1, 1)

    async def png(self, picture: Picture, scale: float | None = None, most: int | None = None) -> bytes:
        self.seen.append(self.admitted)
        if self._fails:
            raise UpstreamError(self._fails, "")
        if self._last:
            await anyio.sleep_forever()
        return b"dots"

    def file(self, picture: Picture, form: PictureForm, size: Size) -> bytes:
        raise NotImplementedError


async def answer(sample: Container, renderer: Busy) -> httpx.Response:
    use_cases = UseCases.over(
        sample.sources(), renderer=renderer, scorer=NumpySetScorer(), plotter=MatplotlibPlotter(), admit=renderer.admit
    )
    with anyio.fail_after(10):
        async with visiting_page(use_cases) as visitor:
            return await visitor.get("/pathway/WP:WP254.png")


async def test_a_png_is_made_in_the_turn_of_a_call(sample: Container) -> None:
    renderer = Busy()
    made = await answer(sample, renderer)

    assert (made.status_code, made.content) == (200, b"dots")
    assert renderer.seen == [1]


async def test_a_png_that_cannot_be_made_is_told(sample: Container) -> None:
    failed = await answer(sample, Busy(fails="There is no PNG."))

    assert failed.status_code == 503
    assert "There is no PNG." in failed.text


async def test_a_png_has_the_time_of_a_call(sample: Container, monkeypatch: pytest.MonkeyPatch) -> None:
    late = await answer(sample, Busy(last=lambda: monkeypatch.setattr(time_limits, "CALL", 0.01)))

    assert late.status_code == 503
    assert "there was no answer within 0.01 seconds" in late.text


async def test_a_file_has_all_pages_of_a_list() -> None:
    tool = TOOLS["get_pathways_for_gene"]

    async def run(_: UseCases, asked: PathwaysForGene) -> Page[PathwayCandidate]:
        first = int(asked.cursor or 0)
        items = [PathwayCandidate(id=f"WP:WP{first + one}", title="", organism="", score=1) for one in range(2)]
        cursor = str(first + 2) if first < 4 else None
        return Page(items=tuple(items), pagination=Pagination(cursor=cursor, total_count=6, page_size=2))

    async with visiting({**TOOLS, tool.name: msgspec.structs.replace(tool, run=run)}) as visitor:
        file = await visitor.get("/pathways.csv?gene=TP53")

    assert [row["id"] for row in csv.DictReader(file.text.splitlines())] == [f"WP:WP{number}" for number in range(6)]


def noting(note: Callable[[str, Any], None]) -> Tools:
    """The tools, which note each call with its arguments before they answer it."""

    def noted(tool: Tool[Any, Any]) -> Tool[Any, Any]:
        async def run(use: UseCases, asked: Any) -> Any:
            note(tool.name, asked)
            return await tool.run(use, asked)

        return msgspec.structs.replace(tool, run=run)

    return {name: noted(tool) for name, tool in TOOLS.items()}


@pytest.mark.parametrize(
    ("path", "sizes"),
    [
        ("/?q=apoptosis", {kind.search_tool: [5] for kind in KINDS}),
        ("/?q=apoptosis&kind=pathway", {"search_pathways": [50]}),
        ("/open?q=CHEMBL25", {"search_compounds": [2]}),
        ("/gene/HGNC:11998/neighbours", {"get_neighbours": [8, 8]}),
    ],
)
async def test_a_page_asks_for_as_much_as_it_shows(path: str, sizes: dict[str, list[int | None]]) -> None:
    asked = defaultdict[str, list[int | None]](list)
    async with visiting(noting(lambda name, given: asked[name].append(given.page_size))) as visitor:
        await visitor.get(path)

    assert asked == sizes


async def test_a_kind_has_three_seconds_before_the_others_are_shown_without_it() -> None:
    """The search at PubChem is slow at times, and the other kinds have catalogues here."""
    left: list[float] = []

    def note(_: str, __: object) -> None:
        left.append(anyio.current_effective_deadline() - anyio.current_time())

    async with visiting(noting(note)) as visitor:
        await visitor.get("/?q=apoptosis")

    assert left == pytest.approx([3] * len(KINDS), abs=0.9)


@pytest.mark.parametrize("path", ["/", "/nothing/here", "/static/page.css", "/pathway/WP:WP254.svg"])
async def test_the_policy_of_every_answer_is_whole(path: str) -> None:
    async with visiting() as visitor:
        policy = (await visitor.get(path)).headers["content-security-policy"]

    assert policy == (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self';"
        " form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    )
