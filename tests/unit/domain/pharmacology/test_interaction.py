"""Affinities and concentrations."""

import pytest

from biofacts.domain.pharmacology.interaction import affinity_of, is_on_scale


@pytest.mark.parametrize(
    ("molar", "affinity"),
    [(1e-9, 9.0), (2.5e-7, 6.6), (0.25, 0.6), (1.0, None), (2.5, None), (0.0, None), (-1.0, None)],
)
def test_a_concentration_below_one_molar_has_an_affinity(molar: float, affinity: float | None) -> None:
    assert affinity_of(molar) == affinity


@pytest.mark.parametrize(("number", "is_one"), [(0.3, True), (14.0, True), (1e-9, False), (25.0, False)])
def test_a_concentration_is_not_on_the_scale_of_affinities(number: float, is_one: bool) -> None:
    assert is_on_scale(number) is is_one
