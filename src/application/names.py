"""Lists of names, as callers send them."""

import re
from collections.abc import Sequence

from biofacts.domain import wording
from biofacts.domain.errors import AmbiguousQuery
from biofacts.domain.text.clean import excerpt

LONGEST = 500
"""Of one name, in characters: what is longer is none."""

Names = Sequence[str | int] | str
"""Names one by one, numbers as the identifiers that they are; or one text with a name a line."""

_BREAKS = (re.compile(r"[\n\r\t]+"), re.compile(r";"), re.compile(r","))


def listed(argument: str, given: Names, *, fewest: int, most: int) -> list[str]:
    """The names that were given, in their order, trimmed. Raises: AmbiguousQuery for too few or too many."""
    several = parts_of(given) if isinstance(given, str) else given
    names = [one.strip() if isinstance(one, str) else excerpt(one) for one in several]
    if not fewest <= len(names) <= most:
        raise AmbiguousQuery(*wording.number_of_names(argument, len(names), fewest, most), None)
    return names


def parts_of(text: str) -> Sequence[str]:
    """A text at its line breaks, or else at its semicolons, or its commas: names may hold what is not the first."""
    for breaks in _BREAKS:
        if len(several := [part for part in breaks.split(text) if part.strip()]) > 1:
            return several
    return [text]
