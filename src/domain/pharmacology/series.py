"""Series: targets whose symbols or names begin alike and go on with a number or a letter of their own.

`slc6` begins SLC6A4 and no SLC60A1, `scn` SCN5A and no SCNN1A, `rxr` RXRA, `5ht1` 5-HT1A, `kv7` Kv7.1.
"""

import re
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet

_CHUNK = re.compile(r"[a-z]+|\d+")
_LETTERED = re.compile(r"[a-z]+(?=[a-h]$)")
"""A symbol of letters alone, or its last letters, which end in the letter of a member: RXRA, CSF2RA."""
_SHORTEST, _LONGEST = 2, 8
_GENERIC = frozenset({"receptor", "channel", "transporter", "subunit", "protein", "family", "familie", "subfamily"})
RECEPTORS = frozenset({"receptor", "family", "familie"})
"""Words that may be left out where a group of receptors is named: a glutamate transporter is none."""


def beginnings(compact: str) -> Iterator[str]:
    """What the series begins with to which a symbol may belong (in small letters, without blanks and signs)."""
    if not compact.isascii():
        return
    chunks = list(_CHUNK.finditer(compact))
    for chunk in chunks[1:]:
        if _SHORTEST <= chunk.start() <= _LONGEST:
            yield compact[: chunk.start()]
    if chunks and (found := _LETTERED.match(compact, chunks[-1].start())) and found.end() >= _SHORTEST:
        yield compact[: found.end()]


def may_begin(compact: str) -> bool:
    """Whether a name may be the beginning of a series."""
    return _SHORTEST <= len(compact) <= _LONGEST and compact.isascii() and compact.isalnum()


def without_generic(words: Sequence[str], generic: AbstractSet[str] = _GENERIC) -> Sequence[str]:
    """The words of a name without what kind of target it is, at its end; at least one word stays."""
    while len(words) > 1 and words[-1].casefold().removesuffix("s") in generic:
        words = words[:-1]
    return words


def natural(symbol: str) -> tuple[tuple[bool, int, str], ...]:
    """The order of a series: by its numbers as numbers, CDK2 before CDK10."""
    parts: list[str] = _CHUNK.findall(symbol.casefold())
    return tuple((not part.isdigit(), int(part) if part.isdigit() else 0, part) for part in parts)
