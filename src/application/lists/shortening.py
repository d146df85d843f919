"""Answers about lists, cut to the size that a model can read; the library, tables and the page have all."""

from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from typing import Any, TypeVar, cast

import msgspec

from biofacts.application.answers import pages
from biofacts.application.messages import lists as list_messages
from biofacts.domain.answers.advice import joined, json_size
from biofacts.domain.answers.pages import Page, encode_cursor

_CANDIDATES_SHOWN = 3
_NAMES = ("names", "ambiguous", "not_found", "not_drawn", "without_ortholog")
"""The fields of an answer that hold names of the list."""


ItemT = TypeVar("ItemT")
PageT = TypeVar("PageT", bound=Page[Any])

Shorten = Callable[[ItemT, AbstractSet[str]], tuple[ItemT, Sequence[str], bool]]
"""Shortens an item, given the members that the page lists already.

Returns: the item, its members, and True if some were cut.
"""


def cut(
    whole: PageT, shorten: Shorten[Any], *, counted: str, offset: int, version: str, listing: tuple[str, ...]
) -> PageT:
    """Shorten a page of a listing to ten names of a sort and less than 10 kB, and say what was cut.

    The page ends where its room does, and its cursor continues from there. `counted`: the field with the number of an
    item's members; `offset`: of its first item.
    """
    several = cast("Any", whole).ambiguous
    few_candidates = [msgspec.structs.replace(one, candidates=one.candidates[:_CANDIDATES_SHOWN]) for one in several]
    named = pages.with_few_names(msgspec.structs.replace(whole, ambiguous=tuple(few_candidates)), *_NAMES)
    room = pages.MOST_BYTES - json_size(msgspec.structs.replace(named, items=()))
    shown, seen, number = list[object](), set[str](), 0
    for one in named.items:
        short, members, is_cut = shorten(one, seen)
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
    said = list_messages.members_cut(counted, number, len(shown), ended_early=ends_early)
    return msgspec.structs.replace(
        named, items=tuple(shown), pagination=pagination, guidance=joined(named.guidance, said)
    )
