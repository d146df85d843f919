"""Drawings that mean harm, through the page: as text and as files, never as anything that runs or leads astray."""

import csv
import re
from collections.abc import AsyncGenerator

import httpx
import pytest

from tests.hostile_drawings import DRAWN, IDS, MARKUP, REFUSED, TURNED
from tests.visiting import Read, harmful, visiting

PLACES = ("", "?highlight=BAX%0A%3Cscript%3E&drugs=1", "/components", "/node/known", "/node/gg", "/links")
INVISIBLE = re.compile("[\u200b-\u200f\u202a-\u202e\u2066-\u2069]")
SAFE = re.compile(
    r"#main|/(?![/\\]).*|https://(www\.wikipathways\.org|identifiers\.org|pubmed\.ncbi\.nlm\.nih\.gov)/.*"
)


@pytest.fixture
async def page() -> AsyncGenerator[httpx.AsyncClient]:
    async with visiting(drawings=[*DRAWN.values(), *REFUSED.values()]) as client:
        yield client


@pytest.mark.parametrize("name", DRAWN)
async def test_what_is_drawn_is_text(page: httpx.AsyncClient, name: str) -> None:
    read = {place: Read((await page.get(f"/pathway/WP:{name}{place}")).text) for place in PLACES}

    assert {place: harmful(one) for place, one in read.items()} == {place: [] for place in read}
    assert [link for one in read.values() for link in one.links if not SAFE.fullmatch(link)] == []
    assert [place for place, one in read.items() if INVISIBLE.search(one.text)] == []


async def test_every_node_has_an_address_that_leads_to_it(page: httpx.AsyncClient) -> None:
    links = Read((await page.get(f"/pathway/WP:{MARKUP}/components")).text).links
    nodes = [link for link in links if "/node/" in link]
    answers = [await page.get(link) for link in nodes]

    assert len(nodes) >= len(IDS)
    assert [answer.status_code for answer in answers] == [200] * len(nodes)
    assert [harmful(Read(answer.text)) for answer in answers] == [[]] * len(nodes)


@pytest.mark.parametrize("name", DRAWN)
async def test_pictures_and_tables_of_it_are_files_of_their_kind(page: httpx.AsyncClient, name: str) -> None:
    svg, png = await page.get(f"/pathway/WP:{name}.svg"), await page.get(f"/pathway/WP:{name}.png")
    table = await page.get(f"/pathway/WP:{name}/components.csv")
    rows = [*csv.reader(table.text.splitlines())]

    assert harmful(Read(svg.text)) == []
    assert svg.headers["content-security-policy"].startswith("default-src 'none'")
    assert (svg.headers["content-type"], png.headers["content-type"]) == ("image/svg+xml", "image/png")
    assert png.content[:4] == b"\x89PNG"
    assert {len(row) for row in rows} == {len(rows[0])}
    assert [cell for row in rows for cell in row if cell.startswith(("=", "@", "+", "-"))] == []


async def test_text_that_turns_around_is_told_as_it_is_read(page: httpx.AsyncClient) -> None:
    assert Read((await page.get(f"/pathway/WP:{TURNED}")).text).text.startswith(")4(trela BAX (WP:WP9902)")


@pytest.mark.parametrize("name", REFUSED)
async def test_what_cannot_be_drawn_says_so_and_the_rest_is_there(page: httpx.AsyncClient, name: str) -> None:
    read = Read((await page.get(f"/pathway/WP:{name}")).text)
    picture = await page.get(f"/pathway/WP:{name}.svg")

    assert f"WP:{name} cannot be drawn: " in read.text
    assert f"/pathway/WP:{name}/components" in read.links
    assert "paper" not in {given.get("class") for _, given in read.elements}
    assert (picture.status_code, picture.json()["error"]["code"]) == (503, "UPSTREAM_ERROR")
    assert harmful(read) == []
