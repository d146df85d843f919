"""Series of targets, and ions."""

import pytest

from biofacts.domain.pharmacology import target_groups
from biofacts.domain.pharmacology.target_groups import beginnings, may_begin, natural, without_generic


@pytest.mark.parametrize(
    ("symbol", "series"),
    [
        ("slc6a4", {"slc", "slc6", "slc6a"}), ("slc60a1", {"slc", "slc60", "slc60a"}), ("scn5a", {"scn", "scn5"}),
        ("scnn1a", {"scnn", "scnn1"}), ("rxra", {"rxr"}), ("cacna1s", {"cacna", "cacna1"}), ("p2rx7", {"p2", "p2rx"}),
        ("5ht1a", {"5ht", "5ht1"}), ("egfr", set[str]()), ("ms4a1", {"ms4", "ms4a"}), ("ep4", {"ep"}),
        ("csf2ra", {"csf", "csf2", "csf2r"}), ("βarrestin", set[str]()),
    ],
)  # fmt: skip
def test_a_series_ends_before_a_number_or_a_letter_that_tells_its_members_apart(symbol: str, series: set[str]) -> None:
    assert set(beginnings(symbol)) == series


@pytest.mark.parametrize(
    ("text", "may"), [("rxr", True), ("d", False), ("σ1", False), ("cacna1", True), ("a" * 9, False)]
)
def test_what_may_begin_a_series(text: str, may: bool) -> None:
    assert may_begin(text) is may


@pytest.mark.parametrize(
    ("ligand", "name", "is_its_receptor"),
    [
        ("transforming growth factor", "transforming growth factor beta receptor 1", True),
        ("interleukin", "Interleukin-22 receptor α2", True),
        ("sigma", "sigma non-opioid intracellular receptor 1", False),
        ("IL-6 receptor", "IL-6 receptor", False),
        ("growth", "growth factor receptor", False),
    ],
)
def test_what_binds_is_not_its_receptor(ligand: str, name: str, is_its_receptor: bool) -> None:
    assert target_groups.is_receptor_of(ligand, name) is is_its_receptor


def test_members_are_in_the_order_of_their_numbers() -> None:
    assert sorted(["CDK10", "CDK2", "CDK1"], key=natural) == ["CDK1", "CDK2", "CDK10"]


def test_the_kind_of_target_is_left_out_at_the_end_of_a_name_only() -> None:
    assert without_generic(["HCN", "channels"]) == ["HCN"]
    assert without_generic(["receptor", "activity"]) == ["receptor", "activity"]
    assert without_generic(["channels"]) == ["channels"]


@pytest.mark.parametrize(
    ("written", "spelt"),
    [
        ("Ca2+", "calcium"), ("Ca²⁺ channel", "calcium channel"), ("K+", "potassium"),
        ("Na+/K+ ATPase", "Na+/K+ ATPase"),
        ("Cl-", "chloride"), ("CA2", "CA2"), ("X+", "X+"), ("Ca++", "calcium"), ("H-89", "H-89"),
        ("Ca(2+) channel", "calcium channel"), ("Ca2+-activated K+ channel", "calcium-activated potassium channel"),
    ],
)  # fmt: skip
def test_ions_are_with_ions(written: str, spelt: str) -> None:
    assert target_groups.with_ions(written) == spelt


def test_an_ion_alone_means_its_channels() -> None:
    assert target_groups.as_channels("calcium") == "calcium channel"
    assert target_groups.as_channels("calcium receptor") == "calcium receptor"
