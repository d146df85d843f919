"""Whole answers of the tools on the built-in sample, as `tests/data/answers.txt` has them.

A block is a call and its answer. `BIOFACTS_UPDATE_SNAPSHOTS=1` takes the new answers after a wanted change, and those
of calls that have been written into the file: read the difference.
"""

import json
import os
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import cast

import msgspec
import pytest

from biofacts.application.tools.registry import TOOLS, call
from biofacts.composition.container import Container
from tests.places import REPOSITORY

KNOWN = REPOSITORY / "tests" / "data" / "answers.txt"
_CALL = "> "


def _calls() -> Mapping[str, Mapping[str, str]]:
    """The answer to each call, by tool."""
    found = defaultdict[str, dict[str, str]](dict)
    for block in KNOWN.read_text(encoding="utf-8").split("\n\n"):
        tool, given = block.partition("\n")[0].removeprefix(_CALL).split(" ", 1)
        found[tool][given] = block.strip("\n")
    return found


CALLS = _calls()


def _lines(answer: Mapping[str, object]) -> Iterator[str]:
    """A line for each field, and for each item of a list."""
    for field, value in answer.items():
        if value and isinstance(value, list):
            yield "\n  ".join([f"{field}:", *map(_written, cast("list[object]", value))])
        elif field not in ("svg", "png"):  # test_picture_golden.py looks at pictures
            yield f"{field}: {_written(value)}"


def _written(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


async def _answered(sample: Container, tool: str, given: str) -> str:
    answer = await call(TOOLS[tool], sample.use_cases(), json.loads(given))
    return "\n".join([f"{_CALL}{tool} {given}", *_lines(msgspec.json.decode(msgspec.json.encode(answer)))])


@pytest.mark.parametrize("tool", CALLS)
async def test_an_answer_is_the_one_that_somebody_has_read(sample: Container, tool: str) -> None:
    await _answered(sample, "search_genes", '{"query": "Trp53", "organism": "Mus musculus"}')  # is there from now on
    now = {given: await _answered(sample, tool, given) for given in CALLS[tool]}
    if os.environ.get("BIOFACTS_UPDATE_SNAPSHOTS"):
        text = KNOWN.read_text(encoding="utf-8")
        for given, answer in now.items():
            text = text.replace(CALLS[tool][given], answer, 1)
        KNOWN.write_text(text, encoding="utf-8")

    assert now == _calls()[tool]
