"""Names of compounds as an index of millions of them holds them: eight bytes each.

Six bytes are of the folded name, two of its spelling, so that names that fold alike stand together and those that are
spelled alike inside of them. A name that is not in an index of 400 million is taken for one that is with a probability
of 400e6 / 2**48, one in 700,000; one that only folds alike is taken for one that is spelled so in one of 65,536 cases.
"""

import re
import zlib
from hashlib import blake2b

from biofacts.domain.compound_query import spelled_out, spelling
from biofacts.domain.text import fold

NamedNumber = tuple[int, str]
"""A compound's number (CID), and a name or an InChIKey of it."""

FOLDED, KEY = 6, 8
"""Bytes of the folded name, and of the whole key."""

_TELLING = re.compile(r"[+=#@'\"±]|[-.,: ](?<=\d.)(?=\d)|\(\d*-\)|[Ss](?<=[A-Za-z].)\b|-$")
"""What folding drops, and tells two compounds apart: signs of charge and rotation, of bonds, primes, what stands
between numbers, and the last letter of DHEAS, which is no plural."""
_INCHIKEY = re.compile(r"[A-Z]{14}-[A-Z]{10}-[A-Z]")
_INCHIKEY_LENGTH = 27


def key(name: str) -> bytes:
    """The key of a name, or of an InChIKey in capitals."""
    if len(name) == _INCHIKEY_LENGTH and _INCHIKEY.fullmatch(name):
        return blake2b(name.encode(), digest_size=KEY).digest()
    plain = name if name.isascii() else spelled_out(name)
    folded = fold.compact(plain)
    if not plain.isalnum() or plain[-1] in "sS":
        folded += "".join(_TELLING.findall(plain)).lower()
    check = zlib.crc32(spelling(plain).encode()) & 0xFFFF
    return blake2b(folded.encode(), digest_size=FOLDED).digest() + check.to_bytes(2)
