"""Pages, and the opaque cursor that leads to the next page."""

import base64
import binascii
import hashlib
import re
from collections.abc import Mapping, Sequence
from typing import Annotated, Generic, TypeVar

import msgspec

from biofacts.domain.answers.advice import Advice, Again, Refusal
from biofacts.domain.answers.errors import AmbiguousQuery
from biofacts.domain.answers.records import Provenance

T = TypeVar("T")
OtherT = TypeVar("OtherT")

DEFAULT_PAGE_SIZE = 50
LARGEST_PAGE_SIZE = 100

# No dots and no slashes, so that a forged cursor names no file outside the cache.
_CATALOGUE = re.compile(r"[a-z0-9-]{1,60}")


class Window(msgspec.Struct, frozen=True, kw_only=True):
    """A range of a listing.

    `version`: the version of the listing for which the cursor was made, None for the newest.
    """

    offset: int = 0
    limit: int = DEFAULT_PAGE_SIZE
    version: str | None = None


class Hits(msgspec.Struct, Generic[T], frozen=True, kw_only=True):
    """The search results in a window of a listing. `advice` follows the `guidance`.

    `version`: the version of the listing, for cursors (`Releases`). `total` is None if the upstream reports none;
    `more` is True if the listing continues after this window. `facts`: True if the items are all equally true, and have
    no score in an answer.
    """

    items: tuple[T, ...]
    total: int | None
    more: bool
    version: str = ""
    guidance: str | None = None
    advice: Advice | None = None
    provenance: Provenance | None = None
    facts: bool = False

    def of(self, items: "tuple[OtherT, ...]") -> "Hits[OtherT]":
        """Return a copy with other items in the place of these."""
        return Hits(
            items=items, total=self.total, more=self.more, version=self.version, guidance=self.guidance,
            advice=self.advice, provenance=self.provenance, facts=self.facts,
        )  # fmt: skip


def windowed(
    listing: Sequence[T],
    window: Window,
    *,
    version: str,
    guidance: str | None = None,
    advice: Advice | None = None,
    provenance: Provenance | None = None,
) -> Hits[T]:
    """Return the window of a complete listing."""
    end = window.offset + window.limit
    return Hits(
        items=tuple(listing[window.offset : end]),
        total=len(listing),
        more=end < len(listing),
        version=version,
        guidance=guidance,
        advice=advice,
        provenance=provenance,
    )


class Releases(msgspec.Struct, frozen=True):
    """The releases from which a listing was made: catalogue names and versions, as cursors hold them.

    Printed as `name=version name=version`; neither contains a blank or an equals sign.
    """

    versions: Mapping[str, str]

    @classmethod
    def parse(cls, text: str) -> "Releases":
        """Parse printed releases. Skips texts that can be no catalogue's name, such as a path in a forged cursor."""
        pairs = (part.partition("=") for part in text.split())
        return cls({name: version for name, _, version in pairs if _CATALOGUE.fullmatch(name)})

    def __str__(self) -> str:
        return " ".join(f"{name}={version}" for name, version in self.versions.items())


class Pagination(msgspec.Struct, frozen=True, kw_only=True):
    """The position in a list. `cursor` null: the end. `total_count` null: unknown."""

    cursor: str | None
    total_count: int | None
    page_size: int


class Page(msgspec.Struct, Generic[T], frozen=True, kw_only=True, omit_defaults=True):
    """The envelope of every list."""

    items: tuple[T, ...]
    pagination: Pagination
    guidance: str | None = None
    source: Provenance | None = None


class _Token(msgspec.Struct, frozen=True, array_like=True):
    offset: Annotated[int, msgspec.Meta(ge=0)]  # whoever forges a digest as well still gets no page before the first
    version: str
    digest: str


def _digest(offset: int, version: str, listing: tuple[str, ...]) -> str:
    key = msgspec.json.encode((offset, version, listing))
    return hashlib.blake2b(key, digest_size=9).hexdigest()


def encode_cursor(offset: int, version: str, listing: tuple[str, ...]) -> str:
    """Encode a cursor for the page at `offset` of a listing: (tool, query, filters...) in a catalogue version."""
    token = _Token(offset, version, _digest(offset, version, listing))
    return base64.urlsafe_b64encode(msgspec.json.encode(token)).decode().rstrip("=")


def decode_cursor(cursor: str, listing: tuple[str, ...]) -> tuple[int, str]:
    """Decode a cursor into offset and catalogue version.

    Raises: AmbiguousQuery if it is damaged or of another listing.
    """
    try:
        # encode_cursor strips the padding.
        raw = base64.b64decode(cursor + "=" * (-len(cursor) % 4), altchars=b"-_", validate=True)
        token = msgspec.json.decode(raw, type=_Token)
    # A forged cursor may hold lists nested deeply enough for a RecursionError.
    except (binascii.Error, ValueError, msgspec.DecodeError, RecursionError) as error:
        raise bad_cursor(cursor, "it is damaged") from error
    if token.digest != _digest(token.offset, token.version, listing):
        raise bad_cursor(cursor, "it belongs to another tool, query or filter")
    return token.offset, token.version


def outdated_cursor(cursor: str | None) -> AmbiguousQuery:
    """Refuse a cursor whose listing is no longer stored."""
    return bad_cursor(cursor or "", "the catalogue has been refreshed since")


def bad_cursor(cursor: str, reason: str) -> AmbiguousQuery:
    """Refuse a cursor, and say how to start again."""
    return AmbiguousQuery(*refused_cursor(reason), cursor)


def versions_of(*several: str) -> str:
    """Merge printed versions, each catalogue once."""
    return " ".join(dict.fromkeys(part for one in several for part in one.split()))


def refused_cursor(reason: str) -> Refusal:
    """Refuse a cursor, and propose to start again."""
    return (
        f"The cursor cannot be used: {reason}.",
        Advice(Again(without="cursor"), " to start again at the first page."),
    )
