"""Keys of compound names, for an index of hundreds of millions of names: eight bytes each.

Six bytes come from the folded name and two from its spelling, so that names that fold alike are neighbours, and equal
spellings are neighbours among them. In an index of 400 million names, a name that is missing is mistaken for a name
that is there with a probability of 400e6 / 2**48, one in 700,000; a name that only folds alike is mistaken for an equal
spelling in one of 65,536 cases.
"""

import re
import zlib
from hashlib import blake2b

from biofacts.domain.compounds.query import spelled_out, spelling
from biofacts.domain.identifiers.cross_references import is_valid
from biofacts.domain.text import fold

NamedNumber = tuple[int, str]
"""A compound's number (CID), and one of its names or InChIKeys."""

FOLDED, KEY = 6, 8
"""The bytes of the folded name, and of the whole key."""

_TELLING = re.compile(r"[+=#@'\"±]|[-.,: ](?<=\d.)(?=\d)|\(\d*-\)|[Ss](?<=[A-Za-z].)\b|-$")
"""The signs that folding drops although they distinguish compounds.

They are signs of charge and rotation, bonds, primes, signs between numbers, and the last letter of DHEAS, which is no
plural.
"""
_INCHIKEY_LENGTH = 27


def key(name: str) -> bytes:
    """Return the key of a name, or of an InChIKey in capitals."""
    # Comparing the length first saves the regular expression for nearly every name.
    if len(name) == _INCHIKEY_LENGTH and is_valid("inchikey", name):
        return blake2b(name.encode(), digest_size=KEY).digest()
    plain = name if name.isascii() else spelled_out(name)
    folded = fold.compact(plain)
    # All other names contain nothing that `_TELLING` matches.
    if not plain.isalnum() or plain[-1] in "sS":
        folded += "".join(_TELLING.findall(plain)).lower()
    check = zlib.crc32(spelling(plain).encode()) & 0xFFFF
    return blake2b(folded.encode(), digest_size=FOLDED).digest() + check.to_bytes(2)
