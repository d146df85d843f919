"""The base of identifiers of all kinds; a refusal gives the reason, and the identifier that was probably meant."""

import re
from collections.abc import Callable
from typing import Protocol, Self

from biofacts.domain.answers import wording
from biofacts.domain.answers.errors import UnresolvedEntity
from biofacts.domain.answers.kinds import Kind


class Identifier(Protocol):
    """The interface of every kind's identifier: parse a CURIE, and print as a CURIE."""

    @classmethod
    def parse(cls, given: object) -> Self:
        """Parse a CURIE. Raises: UnresolvedEntity."""
        ...

    def __str__(self) -> str: ...


_LONGEST_NEARLY = 200
"""The patterns backtrack over blanks and signs at every position, which takes long in a text of a megabyte."""


def unpadded(digits: str) -> str:
    """Strip leading zeros."""
    return digits.lstrip("0") or "0"


def digits_of(
    kind: Kind, given: object, prefix: str, nearly: re.Pattern[str], suggested: Callable[[str], str] = str
) -> str:
    """Return the digits of a CURIE, which is the prefix followed by digits.

    `nearly`: a pattern of other spellings, for which the refusal suggests the CURIE. Raises: UnresolvedEntity.
    """
    if not isinstance(given, str):
        raise UnresolvedEntity(kind, given, "it must be a string")
    if found := re.fullmatch(f"{prefix}([0-9]+)", given):
        return found[1]
    if len(given) <= _LONGEST_NEARLY and (near := nearly.fullmatch(given)):
        raise UnresolvedEntity(kind, given, wording.EXACTLY_SO, prefix + suggested(near[1]))
    raise UnresolvedEntity(kind, given, "it is a name or has another form" if given.strip() else "it is empty")
