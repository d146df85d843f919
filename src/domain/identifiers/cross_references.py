"""Cross references: identifiers of other databases, by the keys of the registry."""

import logging
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import TypeAlias

from biofacts.domain.identifiers.registry import BY_KEY, Bearer

_log = logging.getLogger(__name__)

CrossReferences: TypeAlias = Mapping[str, str | tuple[str, ...]]
"""A registry key mapped to one identifier, or to several where several are normal; never empty, never null."""

Orthologs: TypeAlias = Mapping[str, CrossReferences]
"""A species (`mouse`, `rat`) mapped to the identifiers of the orthologous gene, with its symbol as `gene_symbol`."""

REGISTRY: Mapping[str, str] = {key: row.pattern for key, row in BY_KEY.items()}
"""Every key, with the ASCII pattern that each of its values matches as a whole."""


@cache
def _pattern(key: str) -> re.Pattern[str]:
    return re.compile(REGISTRY[key], re.ASCII)


def is_valid(key: str, value: str) -> bool:
    """Return True if `value` is a well-formed identifier of the registry's `key` (with its check digit, for CAS)."""
    return _pattern(key).fullmatch(value) is not None and (key != "cas" or _cas_check_digit(value))


def _cas_check_digit(number: str) -> bool:
    # The last digit is the sum of the others, each times its place from the right, modulo 10.
    digits = [int(char) for char in reversed(number) if char.isdigit()]
    return sum(place * digit for place, digit in enumerate(digits[1:], start=1)) % 10 == digits[0]


def collect(pairs: Iterable[tuple[str, str]], bearer: Bearer | None = None) -> dict[str, str | tuple[str, ...]]:
    """Build cross references from (key, value) pairs, as `arrange` does.

    A value that does not match its pattern is dropped, and counted in a debug log line.
    """
    return arrange(valid(pairs), bearer)


def valid(pairs: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return the pairs whose value matches its key's pattern; count the others in a debug log line."""
    given = list(pairs)
    kept = [(key, value) for key, value in given if is_valid(key, value)]
    if len(kept) < len(given):
        _log.debug("dropped %d malformed cross references", len(given) - len(kept))
    return kept


def arrange(pairs: Iterable[tuple[str, str]], bearer: Bearer | None = None) -> dict[str, str | tuple[str, ...]]:
    """Build cross references from valid (key, value) pairs, in the registry's order and without duplicates.

    `bearer`: what has them; the registry says which keys it has lists of. For any other key it gets the first value.
    Values stay in their order.
    """
    found: dict[str, dict[str, None]] = {}
    for key, value in pairs:
        found.setdefault(key, {})[value] = None
    references: dict[str, str | tuple[str, ...]] = {}
    for key, row in BY_KEY.items():
        if key not in found:
            continue
        values = list(found[key])
        several = bearer in row.lists or (bearer in row.several and len(values) > 1)
        references[key] = tuple(values) if several else values[0]
    return references


def pairs(references: CrossReferences) -> Iterator[tuple[str, str]]:
    """Yield the (key, value) pairs of cross references."""
    for key, values in references.items():
        yield from ((key, value) for value in ([values] if isinstance(values, str) else values))
