from biofacts.domain.answers.bounded_mapping import Recent


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
