import re

import pytest

from biofacts.domain.text.patterns import late_pattern


def test_late_pattern_matches_as_a_compiled_one() -> None:
    late, compiled = late_pattern("a(b+)", re.I), re.compile("a(b+)", re.I)

    assert [match.span(1) for match in late.finditer("xABBab")] == [
        match.span(1) for match in compiled.finditer("xABBab")
    ]
    assert late.sub("-", "xABBab") == compiled.sub("-", "xABBab")
    assert late.groups == 1


def test_late_pattern_is_compiled_when_it_is_first_used() -> None:
    late = late_pattern("a(")

    assert late.pattern == "a("
    with pytest.raises(re.error, match="missing \\)"):
        late.search("a")
