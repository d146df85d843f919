"""Identifiers: what those of all kinds have in common; a refusal says why and what was probably meant."""

import re
from collections.abc import Callable
from typing import Protocol, Self

from biofacts.domain import wording
from biofacts.domain.errors import UnresolvedEntity
from biofacts.domain.kinds import Kind


class Identifier(Protocol):
    """What every kind's identifier can do: be read from a CURIE, and be printed as one."""

    @classmethod
    def parse(cls, given: object) -> Self:
        """Read a CURIE. Raises: UnresolvedEntity."""
        ...

    def __str__(self) -> str: ...


_LONGEST_NEARLY = 200
"""The patterns try blanks and signs again at every place, which takes long in a text of a megabyte."""


def unpadded(digits: str) -> str:
    """Without leading zeros."""
    return digits.lstrip("0") or "0"


def digits_of(
    kind: Kind, given: object, prefix: str, nearly: re.Pattern[str], suggested: Callable[[str], str] = str
) -> str:
    """The digits of a CURIE that is the prefix and digits. `nearly`: other spellings, from which one is suggested.

    Raises: UnresolvedEntity.
    """
    if not isinstance(given, str):
        raise UnresolvedEntity(kind, given, "it must be a string")
    if found := re.fullmatch(f"{prefix}([0-9]+)", given):
        return found[1]
    if len(given) <= _LONGEST_NEARLY and (near := nearly.fullmatch(given)):
        raise UnresolvedEntity(kind, given, wording.EXACTLY_SO, prefix + suggested(near[1]))
    raise UnresolvedEntity(kind, given, "it is a name or has another form" if given.strip() else "it is empty")
