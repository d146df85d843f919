"""docs/python.md tells of every method."""

import re

from biofacts.adapters.library.facts import AsyncFacts
from tests.places import REPOSITORY


def test_every_method_is_told() -> None:
    text = (REPOSITORY / "docs" / "python.md").read_text(encoding="utf-8")
    told = text.partition("## Methods")[2].partition("## Lists")[0]

    assert {name for name in dir(AsyncFacts) if not name.startswith("_")} <= {*re.findall(r"`(\w+)`", told)}
