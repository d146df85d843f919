"""Lists of names, as callers send them."""

import re
from collections.abc import Sequence

from biofacts.domain import smiles, wording
from biofacts.domain.errors import AmbiguousQuery
from biofacts.domain.text.clean import excerpt

LONGEST, LONGEST_STRUCTURE = 200, 4000
"""Of one name, and of a structure in the place of one, in characters."""

Names = Sequence[str | int] | str
"""Names one by one, numbers as the identifiers that they are; or one text with a name a line."""

_PARTS = (
    re.compile(r"[^\n\r]+"), re.compile(r"[^;]+"), re.compile(r"[^\t]+"),
    re.compile(r"(?:(?<![^\W_])\d{1,3}(?:,\d{1,3}){1,20}-|[^,])+"),
)  # fmt: skip
"""What stands between breaks; the commas between the places of a chemical name (`1,6-`) are none."""


def listed(argument: str, given: Names, *, fewest: int, most: int) -> list[str]:
    """The names that were given, in their order, trimmed. Raises: AmbiguousQuery for too few or too many."""
    several = parts_of(given) if isinstance(given, str) else given
    names = [one.strip() if isinstance(one, str) else excerpt(one) for one in several]
    if not fewest <= len(names) <= most:
        raise AmbiguousQuery(*wording.number_of_names(argument, len(names), fewest, most), None)
    return names


def may_be_name(text: str) -> bool:
    """Tell a name, or a structure, from a text that is too long for one. Every name in a list is looked at so."""
    if len(text) <= LONGEST:
        return bool(text)
    return len(text) <= LONGEST_STRUCTURE and smiles.is_structure(text)


def parts_of(text: str) -> Sequence[str]:
    """A text at its line breaks, or else at its semicolons, or its commas: names may hold what is not the first.

    One at the end counts: `a, b;` is one name.
    """
    for part in _PARTS:
        if (told := text.strip(" ")) and part.fullmatch(told) is None:
            return [one for one in part.findall(text) if one.strip()]
    return [text]
