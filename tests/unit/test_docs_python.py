"""What docs/python.md shows is what comes, on the built-in sample."""

import contextlib
import io
import re

import pytest

from biofacts.adapters.library.facts import AsyncFacts
from tests.places import REPOSITORY

_TEXT = (REPOSITORY / "docs" / "python.md").read_text()
_EXAMPLES = re.findall(r"```python\n(.*?)```\n\n```text\n(.*?)```", _TEXT, re.S)


@pytest.mark.parametrize("number", range(len(_EXAMPLES)))
def test_an_example_prints_what_stands_below_it(number: int) -> None:
    script, expected = _EXAMPLES[number]
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(script, {})

    assert printed.getvalue() == expected


def test_every_method_is_told() -> None:
    told = _TEXT.partition("## Methods")[2].partition("## Lists")[0]

    assert len(_EXAMPLES) == _TEXT.count("```python")
    assert {name for name in vars(AsyncFacts) if not name.startswith("_")} <= {*re.findall(r"`(\w+)`", told)}
