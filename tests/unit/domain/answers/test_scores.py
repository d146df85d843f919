"""The figures that decide: part of the interface, since callers compare with them."""

import pytest

from biofacts.domain.answers import scores


def test_each_meaning_of_a_score_has_its_figure() -> None:
    assert {
        "a name as it is written": scores.EXACT,
        "a whole name in another spelling": scores.WHOLE_NAME,
        "no question is left": scores.SURE,
        "may be used unchecked": scores.TRUSTED,
        "a word was left aside": scores.ASIDE,
        "several have the name": scores.CONTESTED,
        "a part of a name": scores.PART_OF_A_NAME,
        "may be a foreign word": scores.DOUBTFUL,
        "callers are told to doubt": scores.DOUBT,
    } == {
        "a name as it is written": 1.0,
        "a whole name in another spelling": 0.97,
        "no question is left": 0.95,
        "may be used unchecked": 0.9,
        "a word was left aside": 0.85,
        "several have the name": 0.8,
        "a part of a name": 0.69,
        "may be a foreign word": 0.5,
        "callers are told to doubt": 0.4,
    }


@pytest.mark.parametrize(("given", "best"), [([], 0.0), ([0.3, 0.4], 0.4), ([0.3, None], 1.0), ([None], 1.0)])
def test_facts_have_no_score_and_are_sure(given: list[float | None], best: float) -> None:
    assert scores.best(given) == best
