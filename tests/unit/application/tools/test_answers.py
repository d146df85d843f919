"""Whole answers of the tools on the built-in sample, as `tests/data/answers.txt` has them: read a difference."""

import json
from collections.abc import Iterator, Mapping
from typing import cast

import msgspec
import pytest

from biofacts.application.tools.all_tools import TOOLS, call
from biofacts.composition.container import Container
from tests.places import REPOSITORY
from tests.snapshots import blocks, difference

ANSWERS, MARK = REPOSITORY / "tests" / "data" / "answers.txt", "> "
CALLS = [*blocks(ANSWERS, MARK)]


def _lines(answer: Mapping[str, object]) -> Iterator[str]:
    """A line for each field, and for each item of a list."""
    for field, value in answer.items():
        if value and isinstance(value, list):
            yield "\n  ".join([f"{field}:", *map(_written, cast("list[object]", value))])
        elif field not in ("svg", "png"):  # test_picture_golden.py looks at pictures
            yield f"{field}: {_written(value)}"


def _written(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


async def _answered(sample: Container, asked: str) -> str:
    tool, given = asked.split(" ", 1)
    answer = await call(TOOLS[tool], sample.use_cases(), json.loads(given))
    return "\n".join(_lines(msgspec.json.decode(msgspec.json.encode(answer))))


@pytest.mark.parametrize("tool", TOOLS)
async def test_an_answer_is_the_one_that_somebody_has_read(fresh_sample: Container, tool: str) -> None:
    now = {asked: await _answered(fresh_sample, asked) for asked in CALLS if asked.startswith(f"{tool} ")}

    assert now
    assert difference(ANSWERS, MARK, now) == []
