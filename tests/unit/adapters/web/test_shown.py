"""All that pages show on the built-in sample, where they lead and what their forms hold: see `tests/data/pages.txt`.

Of files and redirects also the headers that say what they are.
"""

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
            said = [f"{name}: {answer.headers[name]}" for name in TELLING if name in answer.headers]
            is_text = answer.headers.get("content-type", "").startswith(TEXTS)
            shown = [*textwrap.wrap(read.text, 150), *sorted({*read.links}), *fields(read)] if is_text else []
            now[path] = "\n".join([str(answer.status_code), *said, *shown])

    assert difference(PAGES, MARK, now) == []


TELLING, TEXTS = ("location", "content-disposition"), ("text/", "application/json", "image/svg")


def fields(read: Read) -> list[str]:
    """What the fields of forms hold, each once."""
    given = (fields for tag, fields in read.elements if tag in ("input", "option", "select", "textarea", "img"))
    kept = ("name", "value", "src", "placeholder", "checked", "selected", "max", "min")
    told = (" ".join(f"{name}={one[name]!r}" for name in kept if name in one) for one in given)
    return list(dict.fromkeys(filter(None, told)))
