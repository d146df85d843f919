"""All that pages show on the built-in sample, and where they lead, as `tests/data/pages.txt` has it."""

import textwrap
from importlib.metadata import version

import pytest

from tests.places import REPOSITORY
from tests.snapshots import blocks, difference
from tests.visiting import Read, visiting

PAGES, MARK = REPOSITORY / "tests" / "data" / "pages.txt", "> "


@pytest.mark.usefixtures("fresh_sample")
async def test_a_page_shows_what_somebody_has_read() -> None:
    now: dict[str, str] = {}
    async with visiting() as client:
        for path in blocks(PAGES, MARK):
            answer = await client.get(path)
            read = Read(answer.text.replace(version("biofacts"), "VERSION"))
            now[path] = "\n".join([str(answer.status_code), *textwrap.wrap(read.text, 150), *sorted({*read.links})])

    assert difference(PAGES, MARK, now) == []
