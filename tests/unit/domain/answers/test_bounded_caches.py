from collections.abc import Awaitable, Callable

import pytest

from biofacts.domain.answers.bounded_caches import Recent, Remembered
from biofacts.domain.answers.errors import UpstreamError


def test_the_values_put_in_last_are_kept() -> None:
    kept = Recent[str, int](2)
    for number, key in enumerate("abc"):
        kept[key] = number

    assert dict(kept) == {"b": 1, "c": 2}


def test_a_value_that_is_put_in_again_drops_nothing() -> None:
    kept = Recent[str, int](2)
    kept["a"] = 1
    kept["b"] = 2
    kept["a"] = 3

    assert dict(kept) == {"a": 3, "b": 2}


def test_heavy_values_make_room_for_themselves_and_stay_until_the_next() -> None:
    kept = Recent[str, str](5, len)
    kept["a"] = "12"
    kept["b"] = "345"
    assert dict(kept) == {"a": "12", "b": "345"}

    kept["b"] = "3"
    kept["c"] = "45"
    assert dict(kept) == {"a": "12", "b": "3", "c": "45"}

    kept["d"] = "1234567"
    assert dict(kept) == {"d": "1234567"}

    kept["e"] = "1"
    assert dict(kept) == {"e": "1"}


# Values that follow from releases alone.


class Releases:
    """Releases that a test changes. `during`: what they become while a value is computed."""

    def __init__(self) -> None:
        self.state: tuple[object, ...] = ("one",)
        self.during: tuple[object, ...] | None = None
        self.computed = 0

    async def settled(self) -> tuple[object, ...]:
        return self.state

    def value(self, found: str | None) -> Callable[[], Awaitable[str | None]]:
        async def compute() -> str | None:
            self.computed += 1
            if self.during is not None:
                self.state = self.during
            return found

        return compute


@pytest.fixture
def releases() -> Releases:
    return Releases()


async def test_a_value_is_computed_once_for_each_key(releases: Releases) -> None:
    remembered = Remembered[str, str | None](releases.settled, 10)
    for key in ("a", "b", "a", "b"):
        assert await remembered.get(key, releases.value(key)) == key

    assert releases.computed == 2


async def test_another_release_makes_all_values_anew(releases: Releases) -> None:
    remembered = Remembered[str, str | None](releases.settled, 10)
    await remembered.get("a", releases.value("old"))
    releases.state = ("two",)
    assert await remembered.get("a", releases.value("new")) == "new"

    releases.state = ("one",)
    assert await remembered.get("a", releases.value("old again")) == "old again"


async def test_nothing_is_remembered_while_a_catalogue_is_missing(releases: Releases) -> None:
    remembered = Remembered[str, str | None](releases.settled, 10)
    releases.state = ()
    for found in ("less", "more"):
        assert await remembered.get("a", releases.value(found)) == found


async def test_a_release_that_changes_meanwhile_is_not_mixed_with_the_one_before(releases: Releases) -> None:
    remembered = Remembered[str, str | None](releases.settled, 10)
    releases.during = ("two",)
    await remembered.get("a", releases.value("of both"))
    releases.during = None

    assert await remembered.get("a", releases.value("of two")) == "of two"
    releases.state = ("one",)
    assert await remembered.get("a", releases.value("of one")) == "of one"


async def test_an_error_and_a_value_with_a_gap_are_not_remembered(releases: Releases) -> None:
    async def fail() -> str | None:
        raise UpstreamError.of("HGNC", "it is down")

    remembered = Remembered[str, str | None](releases.settled, 10)
    with pytest.raises(UpstreamError):
        await remembered.get("a", fail)
    assert await remembered.get("a", releases.value(None), unless=lambda one: one is None) is None
    assert await remembered.get("a", releases.value("whole"), unless=lambda one: one is None) == "whole"


async def test_the_weight_of_values_is_bounded_also_after_a_change(releases: Releases) -> None:
    remembered = Remembered[str, str | None](releases.settled, 5, lambda one: len(one or ""))
    for state in ("one", "two"):
        releases.state = (state,)
        for found in ("123", "45"):
            await remembered.get(found, releases.value(found))
    releases.computed = 0
    for found in ("123", "45"):
        await remembered.get(found, releases.value("other"))
    assert releases.computed == 0

    await remembered.get("6789", releases.value("6789"))
    assert await remembered.get("123", releases.value("other")) == "other"
