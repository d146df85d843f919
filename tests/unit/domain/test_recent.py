from biofacts.domain.recent import Recent


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
