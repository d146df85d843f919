"""Pages, and the opaque cursor that leads to the next page."""

import base64
import binascii
import hashlib
import re
import sys
import zlib
from collections.abc import Mapping, Sequence
from typing import Generic, NamedTuple, Self, TypeVar, cast

import msgspec

from biofacts.domain.answers.advice_and_phrasing import Advice, Again
from biofacts.domain.answers.errors import AmbiguousQuery
from biofacts.domain.answers.records import Provenance

T = TypeVar("T")
OtherT = TypeVar("OtherT")

DEFAULT_PAGE_SIZE = 50
LARGEST_PAGE_SIZE = 100

# No dots and no slashes, so that a forged cursor cannot name a file outside the cache.
_CATALOGUE = re.compile(r"[a-z0-9-]{1,60}")


class Window(msgspec.Struct, frozen=True, kw_only=True):
    """A range of a listing.

    `version`: the version of the listing for which the cursor was made; None for the newest.
    """

    offset: int = 0
    limit: int = DEFAULT_PAGE_SIZE
    version: str | None = None

    @property
    def whole(self) -> "Window":
        """The whole listing, in the same version."""
        return msgspec.structs.replace(self, offset=0, limit=sys.maxsize)


class Hits(msgspec.Struct, Generic[T], frozen=True, kw_only=True):
    """The search results in a window of a listing. In an answer, `advice` follows the `guidance`.

    `version`: the version of the listing, for cursors (see `Releases`). `total`: None if the upstream does not report
    it. `more`: True if the listing continues after this window. `facts`: True if all items are facts rather than ranked
    guesses, so that they have no score in an answer.
    """

    items: tuple[T, ...]
    total: int | None
    more: bool
    version: str = ""
    guidance: str | Advice | None = None
    advice: Advice | None = None
    provenance: Provenance | None = None
    facts: bool = False

    def of(self, items: "tuple[OtherT, ...]") -> "Hits[OtherT]":
        """Return a copy with other items."""
        return cast("Hits[OtherT]", msgspec.structs.replace(self, items=items))

    def limited(self, window: Window) -> Self:
        """Cut out a window. The items must be the complete listing."""
        end = window.offset + window.limit
        items, total = self.items[window.offset : end], len(self.items)
        return msgspec.structs.replace(self, items=items, total=total, more=end < total)


def windowed(
    listing: Sequence[T],
    window: Window,
    *,
    version: str,
    guidance: str | None = None,
    advice: Advice | None = None,
    provenance: Provenance | None = None,
) -> Hits[T]:
    """Cut a window out of a complete listing."""
    every = Hits(
        items=tuple(listing),
        total=len(listing),
        more=False,
        version=version,
        guidance=guidance,
        advice=advice,
        provenance=provenance,
    )
    return every.limited(window)


class Releases(msgspec.Struct, frozen=True):
    """The releases from which a listing was made: the versions of catalogues, by catalogue name.

    In cursors, they are printed as `name=version name=version`; neither part contains a blank or an equals sign.
    """

    versions: Mapping[str, str]

    @classmethod
    def parse(cls, text: str) -> "Releases":
        """Parse printed releases. Ignores names that no catalogue can have, such as a path in a forged cursor."""
        pairs = (part.partition("=") for part in text.split())
        return cls({name: version for name, _, version in pairs if _CATALOGUE.fullmatch(name)})

    def __str__(self) -> str:
        return " ".join(f"{name}={version}" for name, version in self.versions.items())


class Pagination(msgspec.Struct, frozen=True, kw_only=True):
    """The position in a list. `cursor`: null on the last page; `total_count`: null if unknown."""

    cursor: str | None
    total_count: int | None
    page_size: int


class Page(msgspec.Struct, Generic[T], frozen=True, kw_only=True, omit_defaults=True):
    """One page of a list, with its position, remarks (`guidance`) and provenance (`source`)."""

    items: tuple[T, ...]
    pagination: Pagination
    guidance: str | None = None
    source: Provenance | None = None


# Cursors: a model has to repeat them to get the next page, so they are compressed


_DIGEST, _VERSION, _LONGEST = 4, 5, 4000
"""The bytes of a digest and of a catalogue's version, and the most bytes of an uncompressed cursor."""
_HEXADECIMAL = re.compile(rf"(?<![0-9a-f])[0-9a-f]{{{2 * _VERSION}}}(?![0-9a-f])")
_MOST_DIGITS = 10
_PLACE = "\0"
_USUAL = (
    b"disease-ontology=\0 pathway-ontology=\0 wikipathways-communities=\0 wikipathways-related=\0"
    b" wikipathways-compounds=\0 gtopdb-uniprot=\0 gtopdb-interactions=\0 ncbi-gene-rattus-norvegicus=\0"
    b" ncbi-gene-mus-musculus=\0 hgnc=\0 wikipathways-gpml=\0 ncbi-gene-homo-sapiens=\0 gtopdb-targets=\0"
    b" gtopdb-ligands=\0 gtopdb-ligand-ids=\0 wikipathways-xref=\0 wikipathways-text=\0"
)
"""The compression dictionary: texts that versions often contain. Other texts only take more bytes."""


def _digest(text: str, listing: tuple[str, ...]) -> bytes:
    return hashlib.blake2b(msgspec.json.encode((text, listing)), digest_size=_DIGEST).digest()


def encode_cursor(offset: int, version: str, listing: tuple[str, ...]) -> str:
    """Encode a cursor for the page at `offset` of a listing. `listing`: the tool, the query and its filters."""
    text = f"{offset}/{version}"
    # A raw stream: the digest in front already detects damage, so that header and checksum of zlib would be waste.
    packer = zlib.compressobj(9, wbits=-zlib.MAX_WBITS, zdict=_USUAL)
    packed = packer.compress(_HEXADECIMAL.sub(_PLACE, text).encode()) + packer.flush()
    # Versions that are hashes follow as bytes, since compression cannot shorten their digits.
    token = _digest(text, listing) + packed + bytes.fromhex("".join(_HEXADECIMAL.findall(text)))
    return base64.urlsafe_b64encode(token).decode().rstrip("=")


def decode_cursor(cursor: str, listing: tuple[str, ...]) -> tuple[int, str]:
    """Decode a cursor into offset and catalogue version.

    Raises: AmbiguousQuery if the cursor is damaged or belongs to another listing.
    """
    try:
        # encode_cursor strips the padding.
        raw = base64.b64decode(cursor + "=" * (-len(cursor) % 4), altchars=b"-_", validate=True)
        text = _unpacked(raw[_DIGEST:])
        offset, _, version = text.partition("/")
        # A forged cursor with a valid digest still cannot have a negative offset.
        place = int(offset) if offset.isdecimal() and len(offset) < _MOST_DIGITS else None
    except (binascii.Error, ValueError, zlib.error) as error:
        raise bad_cursor(cursor, "it is damaged") from error
    if place is None:
        raise bad_cursor(cursor, "it is damaged")
    if raw[:_DIGEST] != _digest(text, listing):
        raise bad_cursor(cursor, "it belongs to another tool, query or filter")
    return place, version


def _unpacked(packed: bytes) -> str:
    """Return the text of a cursor. Raises: ValueError, zlib.error."""
    # At most _LONGEST bytes are unpacked, since a few bytes of a forged cursor may expand to gigabytes.
    unpacker = zlib.decompressobj(wbits=-zlib.MAX_WBITS, zdict=_USUAL)
    first, *others = unpacker.decompress(packed, _LONGEST).decode().split(_PLACE)
    versions = unpacker.unused_data
    if not unpacker.eof or len(versions) != _VERSION * len(others):
        raise ValueError("a part is missing, or extra data follows")
    each = (versions[start : start + _VERSION].hex() for start in range(0, len(versions), _VERSION))
    return first + "".join(version + other for version, other in zip(each, others, strict=True))


def fingerprint(version: str) -> str:
    """Hash a version, for listings that only need to detect a change and do not load the releases again."""
    return hashlib.blake2b(version.encode(), digest_size=_VERSION).hexdigest()


class MarkedVersion(NamedTuple):
    """The version of a listing that depends on the meaning of names, and a hash of that meaning (`mark`).

    It is printed as `MARK VERSION`. A cursor with another mark is rejected, since the names now mean other records.
    """

    mark: str
    version: str

    @classmethod
    def parse(cls, printed: str | None) -> Self:
        """Parse a printed version. Both parts are empty for None."""
        mark, _, version = (printed or "").partition(" ")
        return cls(mark, version)

    def __str__(self) -> str:
        return f"{self.mark} {self.version}"


def mark_of(meaning: object) -> str:
    """Hash the meaning of one or several names, which must be encodable as JSON."""
    return hashlib.blake2b(msgspec.json.encode(meaning), digest_size=6).hexdigest()


def outdated_cursor(cursor: str | None) -> AmbiguousQuery:
    """Create the error for a cursor whose listing is no longer stored."""
    return bad_cursor(cursor or "", "the catalogue has been refreshed since")


def bad_cursor(cursor: str, reason: str) -> AmbiguousQuery:
    """Create the error for an unusable cursor, with the advice to start again. `reason`: a clause."""
    again = Advice(Again(without="cursor"), " to start again at the first page.")
    return AmbiguousQuery(f"The cursor cannot be used: {reason}.", again, cursor)


def versions_of(*several: str) -> str:
    """Merge printed versions, without duplicates."""
    return " ".join(dict.fromkeys(part for versions in several for part in versions.split()))
