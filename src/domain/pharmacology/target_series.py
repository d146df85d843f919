"""Series: targets whose symbols or names share a prefix that a number or letter follows.

`slc6` is the prefix of SLC6A4 but not of SLC60A1, `scn` of SCN5A but not of SCNN1A, `rxr` of RXRA, `5ht1` of 5-HT1A,
`kv7` of Kv7.1.
"""

import re
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet

_CHUNK = re.compile(r"[a-z]+|\d+")
_LETTERED = re.compile(r"[a-z]+(?=[a-h]$)")
"""A symbol of letters, or its last letters, that ends in the letter of a member: RXRA, CSF2RA."""
_SHORTEST, _LONGEST = 2, 8
_GENERIC = frozenset({"receptor", "channel", "transporter", "subunit", "protein", "family", "familie", "subfamily"})
RECEPTORS = frozenset({"receptor", "family", "familie"})
"""Words that queries for groups of receptors may omit; queries for transporters may not omit theirs."""


def beginnings(compact: str) -> Iterator[str]:
    """Yield the prefixes of series to which a symbol (in lower case, without blanks and signs) may belong."""
    if not compact.isascii():
        return
    chunks = list(_CHUNK.finditer(compact))
    for chunk in chunks[1:]:
        if _SHORTEST <= chunk.start() <= _LONGEST:
            yield compact[: chunk.start()]
    if chunks and (found := _LETTERED.match(compact, chunks[-1].start())) and found.end() >= _SHORTEST:
        yield compact[: found.end()]


def may_begin(compact: str) -> bool:
    """Return True if a name may be the prefix of a series."""
    return _SHORTEST <= len(compact) <= _LONGEST and compact.isascii() and compact.isalnum()


def without_generic(words: Sequence[str], generic: AbstractSet[str] = _GENERIC) -> Sequence[str]:
    """Drop generic words at the end of a name; at least one word remains."""
    while len(words) > 1 and words[-1].casefold().removesuffix("s") in generic:
        words = words[:-1]
    return words


def natural(symbol: str) -> tuple[tuple[bool, int, str], ...]:
    """Return a sort key that orders numbers by value: CDK2 before CDK10."""
    parts: list[str] = _CHUNK.findall(symbol.casefold())
    return tuple((not part.isdigit(), int(part) if part.isdigit() else 0, part) for part in parts)
