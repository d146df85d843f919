"""Pages of all lists: checks of arguments, cursors, scored items, and a limit on the size of a page."""

from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from datetime import date
from typing import Any, TypeVar, cast

import msgspec

from biofacts.application.messages import calls as call_messages
from biofacts.application.messages import lists as list_messages
from biofacts.domain.answers import next_calls
from biofacts.domain.answers.advice_and_phrasing import Advice, joined, json_size
from biofacts.domain.answers.entity_kinds import LIGAND, Kind
from biofacts.domain.answers.errors import AmbiguousQuery
from biofacts.domain.answers.pages import (
    DEFAULT_PAGE_SIZE,
    LARGEST_PAGE_SIZE,
    Hits,
    Page,
    Pagination,
    Window,
    decode_cursor,
    encode_cursor,
    outdated_cursor,
    windowed,
)
from biofacts.domain.answers.records import Candidate
from biofacts.domain.compounds import smiles
from biofacts.domain.search.query import MOST_TERMS, number_of_terms
from biofacts.domain.text.clean import pasted, plain

T = TypeVar("T")
CandidateT = TypeVar("CandidateT", bound=Candidate)
ItemT = TypeVar("ItemT")
PageT = TypeVar("PageT", bound=Page[Any])

_LONGEST, _LONGEST_STRUCTURE = 500, 4000
_MOST_NAMES = 10


def checked_query(kind: Kind, query: str) -> str:
    """Trim a query.

    Raises: AmbiguousQuery if fewer than 2 or more than 500 characters are left (4000 for a ligand's structure), or if
    it has too many words.
    """
    trimmed = pasted(query)
    if len(trimmed) < next_calls.SHORTEST_QUERY:
        raise AmbiguousQuery(*call_messages.short_query(kind, trimmed), query)
    longest = _LONGEST
    if kind is LIGAND and _LONGEST < len(trimmed) <= _LONGEST_STRUCTURE and smiles.is_structure(trimmed):
        longest = _LONGEST_STRUCTURE
    if len(trimmed) > longest:
        raise AmbiguousQuery(*call_messages.long_query(kind, trimmed, longest), query)
    # The duration of a search grows with its number of terms.
    if longest == _LONGEST and number_of_terms(trimmed) > MOST_TERMS:
        raise AmbiguousQuery(*call_messages.many_words(kind, trimmed, MOST_TERMS), query)
    return trimmed


def checked_day(day: str) -> str:
    """Return a day in ISO 8601. Raises: AmbiguousQuery for anything else."""
    try:
        return date.fromisoformat(plain(day)).isoformat()
    except ValueError:
        raise AmbiguousQuery(*call_messages.malformed_day(plain(day)), day) from None


def window(listing: tuple[str, ...], cursor: str | None, page_size: int) -> Window:
    """Return the window for a cursor (None: the first page) and a page size. Raises: AmbiguousQuery."""
    if not 1 <= page_size <= LARGEST_PAGE_SIZE:
        nearest = LARGEST_PAGE_SIZE if page_size > 0 else DEFAULT_PAGE_SIZE
        raise AmbiguousQuery(*call_messages.page_size(page_size, LARGEST_PAGE_SIZE, nearest), page_size)
    if cursor is None:
        return Window(limit=page_size)
    offset, version = decode_cursor(cursor, listing)
    return Window(offset=offset, limit=page_size, version=version)


def page(
    hits: Hits[CandidateT] | None,
    bounds: Window,
    listing: tuple[str, ...],
    cursor: str | None,
    *,
    slim: bool,
    advice: Advice | None = None,
) -> Page[CandidateT]:
    """Make a page of search results. `advice` is appended to their guidance.

    Raises: AmbiguousQuery if the catalogue version of the cursor is no longer stored (`hits` is None).
    """
    whole = rows(hits, bounds, listing, cursor, advice=advice)
    items = tuple(
        item.as_fact() if hits and hits.facts else item.at(position)
        for position, item in enumerate(_slim(whole.items, slim), start=bounds.offset)
    )
    return msgspec.structs.replace(whole, items=items, source=None if slim else whole.source)


def _slim(items: Sequence[CandidateT], slim: bool) -> Sequence[CandidateT]:
    return [item.slim() for item in items] if slim else items


def rows(
    hits: Hits[T] | None, bounds: Window, listing: tuple[str, ...], cursor: str | None, *, advice: Advice | None = None
) -> Page[T]:
    """Make a page of rows without scores; otherwise like `page`."""
    if hits is None:
        raise outdated_cursor(cursor)
    following = encode_cursor(bounds.offset + len(hits.items), hits.version, listing) if hits.more else None
    return Page(
        items=hits.items,
        pagination=Pagination(cursor=following, total_count=hits.total, page_size=bounds.limit),
        guidance=joined(hits.guidance, hits.advice, advice),
        source=hits.provenance,
    )


MOST_BYTES = 9_000
"""The bytes of items in a page for a model: with its cursor and remarks on what was cut, it stays below 10 kB."""


def fitting(hits: Hits[T], room: int = MOST_BYTES) -> Hits[T]:
    """Cut a window to the items that fit into a page, but at least one. `room`: the size of the page in bytes."""
    for number, item in enumerate(hits.items):
        room -= json_size(item) + 1
        if room < 0 and number:
            return msgspec.structs.replace(hits, items=hits.items[:number], more=True)
    return hits


def with_few_names(whole: PageT, *parts: str) -> PageT:
    """Cut the fields named in `parts` to their first ten names; the guidance states how many names there are."""
    numbers = {part: number for part in parts if (number := len(getattr(whole, part))) > _MOST_NAMES}
    if not numbers:
        return whole
    few = {part: getattr(whole, part)[:_MOST_NAMES] for part in numbers}
    guidance = joined(whole.guidance, list_messages.names_cut(_MOST_NAMES, numbers))
    return msgspec.structs.replace(whole, **few, guidance=guidance)


def nothing() -> Hits[CandidateT]:  # pyright: ignore[reportInvalidTypeVarUse]  # the caller says of what
    """Return an empty list without a source."""
    return windowed((), Window(), version="")


_CANDIDATES_SHOWN = 3
_LISTS_OF_NAMES = ("names", "ambiguous", "not_found", "not_drawn", "without_ortholog")
"""The fields of an answer that contain names from the caller's list."""

Shorten = Callable[[ItemT, AbstractSet[str]], tuple[ItemT, Sequence[str], bool]]
"""A function that shortens an item, given the members that earlier items of the page show.

It returns the item, the members that it shows, and True if others were cut.
"""


def with_few_members(
    whole: PageT, shorten: Shorten[Any], *, counted: str, offset: int, version: str, listing: tuple[str, ...]
) -> PageT:
    """Shorten a page to ten names in each field and less than 10 kB, and report in the guidance what was cut.

    If not all items fit, the cursor continues after the last one shown. `counted`: the name of the field with the
    number of an item's members; `offset`: the position of the page's first item in the listing.
    """
    several = cast("Any", whole).ambiguous
    few_candidates = [
        msgspec.structs.replace(contested, candidates=contested.candidates[:_CANDIDATES_SHOWN]) for contested in several
    ]
    named = with_few_names(msgspec.structs.replace(whole, ambiguous=tuple(few_candidates)), *_LISTS_OF_NAMES)
    room = MOST_BYTES - json_size(msgspec.structs.replace(named, items=()))
    shown, seen, number = list[object](), set[str](), 0
    for item in named.items:
        short, members, is_cut = shorten(item, seen)
        room -= json_size(short) + 1
        if room < 0 and shown:
            break
        shown.append(short)
        seen.update(members)
        number += is_cut
    ends_early = len(shown) < len(whole.items)
    pagination = whole.pagination
    if ends_early:
        after = encode_cursor(offset + len(shown), version, listing)
        pagination = msgspec.structs.replace(pagination, cursor=after)
    guidance = list_messages.members_cut(counted, number, len(shown), ended_early=ends_early)
    return msgspec.structs.replace(
        named, items=tuple(shown), pagination=pagination, guidance=joined(named.guidance, guidance)
    )
