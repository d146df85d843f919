"""Lists of names, as callers send them."""

import re
from collections.abc import Sequence

from biofacts.application.messages import lists as list_messages
from biofacts.domain.answers.errors import AmbiguousQuery
from biofacts.domain.compounds import smiles
from biofacts.domain.text.clean import excerpt, plain

LONGEST, LONGEST_STRUCTURE = 200, 4000
"""Characters of a name, and of a structure in the place of a name."""

Names = Sequence[str | int] | str
"""A list of names, with identifiers also as numbers; or one text, with a name on each line."""

_PARTS = (
    re.compile(r"[^\n\r]+"), re.compile(r"[^;]+"), re.compile(r"[^\t]+"),
    re.compile(r"(?:(?<![^\W_])\d{1,3}(?:,\d{1,3}){1,20}-|[^,])+"),
)  # fmt: skip
"""Texts between separators; a comma between the locants of a chemical name (`1,6-`) is not a separator."""


def listed(argument: str, given: Names, *, fewest: int, most: int) -> list[str]:
    """Return the names sent, in order and trimmed. Raises: AmbiguousQuery for too few or too many."""
    several = parts_of(given) if isinstance(given, str) else given
    # `excerpt`, since Python refuses to print a number of more than 4,300 digits.
    # Control characters and halves of surrogate pairs are in no name, and no address can hold them.
    names = [_clean(one) if isinstance(one, str) else excerpt(one) for one in several]
    if not fewest <= len(names) <= most:
        raise AmbiguousQuery(*list_messages.number_of_names(argument, len(names), fewest, most), None)
    return names


def _clean(name: str) -> str:
    return name.strip() if name.isprintable() else plain(name)


def may_be_name(text: str) -> bool:
    """Return False for an empty text, or one too long for a name or a structure. Lists apply it to each name."""
    if len(text) <= LONGEST:
        return bool(text)
    return len(text) <= LONGEST_STRUCTURE and smiles.is_structure(text)


def parts_of(text: str) -> Sequence[str]:
    """Split a text at line breaks, or else at semicolons, tabs or commas: names may contain the later separators.

    A separator at the end counts: `a, b;` is one name.
    """
    for part in _PARTS:
        if (told := text.strip(" ")) and part.fullmatch(told) is None:
            return [one for one in part.findall(text) if one.strip()]
    return [text]
