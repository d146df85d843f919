"""Cross references of records: their form, their order, and the validity of their identifiers."""

import logging
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import TypeAlias

from biofacts.domain.identifiers.identifier_databases import BY_KEY, KindOrNode
from biofacts.domain.text.patterns import late_pattern

_log = logging.getLogger(__name__)

CrossReferences: TypeAlias = Mapping[str, str | tuple[str, ...]]
"""Registry keys mapped to an identifier, or to a tuple where several are normal; values are never empty or null."""

Orthologs: TypeAlias = Mapping[str, CrossReferences]
"""A species (`mouse`, `rat`) mapped to the identifiers of the orthologous gene, with its symbol as `gene_symbol`."""

KeyedId: TypeAlias = tuple[str, str]
"""A registry key, or `pubmed` or `doi`, and an identifier in the form of records: `("entrez", "1813")`."""

REGISTRY: Mapping[str, str] = {key: row.pattern for key, row in BY_KEY.items()}
"""Every registry key, with the ASCII pattern that each of its values matches as a whole."""

_PLACES: Mapping[str, int] = {key: place for place, key in enumerate(BY_KEY)}


@cache
def _pattern(key: str) -> re.Pattern[str]:
    return late_pattern(REGISTRY[key], re.ASCII)


def is_valid(key: str, value: str) -> bool:
    """Return True if `value` is a well-formed identifier for a registry key, with a correct check digit for `cas`."""
    return _pattern(key).fullmatch(value) is not None and (key != "cas" or _cas_check_digit(value))


def _cas_check_digit(number: str) -> bool:
    # The last digit is the sum of the other digits, each times its position from the right, modulo 10.
    digits = [int(char) for char in reversed(number) if char.isdigit()]
    return sum(place * digit for place, digit in enumerate(digits[1:], start=1)) % 10 == digits[0]


def collect(pairs: Iterable[tuple[str, str]], kind: KindOrNode | None = None) -> dict[str, str | tuple[str, ...]]:
    """Build cross references from (key, value) pairs, as `arrange` does, without malformed values (see `valid`)."""
    return arrange(valid(pairs), kind)


def valid(pairs: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return the pairs whose value is well-formed, and log the number of other pairs at debug level."""
    all_pairs = list(pairs)
    valid_pairs = [(key, value) for key, value in all_pairs if is_valid(key, value)]
    if len(valid_pairs) < len(all_pairs):
        _log.debug("dropped %d malformed cross references", len(all_pairs) - len(valid_pairs))
    return valid_pairs


def arrange(pairs: Iterable[tuple[str, str]], kind: KindOrNode | None = None) -> dict[str, str | tuple[str, ...]]:
    """Build cross references from valid (key, value) pairs, in the registry's order of keys and without duplicates.

    `kind`: the kind of thing that has these identifiers. It determines the keys with several values, in their order;
    any other key keeps its first value.
    """
    grouped: defaultdict[str, dict[str, None]] = defaultdict(dict)
    for key, value in pairs:
        grouped[key][value] = None
    references: dict[str, str | tuple[str, ...]] = {}
    for key in sorted(filter(_PLACES.__contains__, grouped), key=_PLACES.__getitem__):  # few of some fifty
        row, values = BY_KEY[key], list(grouped[key])
        several = kind in row.lists or (len(values) > 1 and kind in row.several)
        references[key] = tuple(values) if several else values[0]
    return references


def pairs(references: CrossReferences) -> Iterator[tuple[str, str]]:
    """Yield the (key, value) pairs of cross references."""
    for key, values in references.items():
        yield from ((key, value) for value in ([values] if isinstance(values, str) else values))
