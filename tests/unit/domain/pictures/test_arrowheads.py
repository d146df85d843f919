"""Names of arrowheads."""

import pytest

from biofacts.domain.pictures.arrowheads import head


@pytest.mark.parametrize("name", ["Line", ""])
def test_a_plain_end_has_no_head(name: str) -> None:
    assert head(name) is None


@pytest.mark.parametrize("name", ["Sparkles", "mim-of-tomorrow"])
def test_a_head_that_no_standard_knows_is_an_arrow(name: str) -> None:
    assert head(name) == head("Arrow") == head("ARROW") != None  # noqa: E711
