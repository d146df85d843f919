"""Lengths on paper and on the screen."""

import pytest

from biofacts.domain.pictures.figure_sizes import length


@pytest.mark.parametrize("text", ["1 in", "2.54cm", "25.4 mm", "72pt", "96 px"])
def test_an_inch_is_written_in_five_units(text: str) -> None:
    assert length(text).inches == pytest.approx(1)
