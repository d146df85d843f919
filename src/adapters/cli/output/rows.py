"""Answers as rows: the items of a list, the components of a drawing, or a single record."""

from collections.abc import Mapping
from typing import Any, cast, get_args, get_origin

import msgspec

from biofacts.application.lists.resolution import Resolutions
from biofacts.application.tools.registry import TOOLS
from biofacts.domain.answers.pages import Page
from biofacts.domain.links.graph import Links, LinkSummary
from biofacts.domain.lists.resolution import Resolution
from biofacts.domain.pathways.component_selection import PARTS
from biofacts.domain.pathways.pathway import DataNode, Group, Interaction, PathwayComponents

Row = Mapping[str, object]
NOTHING: Row = {}


class Shape(msgspec.Struct, frozen=True):
    """The types of rows. `before`: fields in front of them that tell the rows of several lists apart."""

    kinds: tuple[type, ...]
    before: tuple[str, ...] = ()


def shape(tool: str, given: Mapping[str, object]) -> Shape:
    """Return the shape of the answer to a call."""
    result = TOOLS[tool].result
    if tool == "find_links":
        return Shape((LinkSummary,), ("kind",)) if given.get("to") is None else _of_page(get_args(result)[0])
    if result is PathwayComponents:
        return Shape((DataNode, Interaction, Group), ("part",))
    if result is Resolutions:
        return Shape((Resolution,))
    return _of_page(result) if _is_page(result) else Shape((result,))


def rows(outcome: object) -> list[Row]:
    """Convert an answer into rows."""
    match outcome:
        case Page() | Resolutions():
            return cast("list[Row]", msgspec.to_builtins(cast("Page[Any]", outcome).items))
        case PathwayComponents():
            lists = [(part, msgspec.to_builtins(getattr(outcome, part))) for part in PARTS]
            return [{"part": part, **one} for part, several in lists for one in several]
        case Links():
            return [{"kind": kind, **one} for kind, one in msgspec.to_builtins(outcome.links).items()]
        case tuple():
            return cast("list[Row]", msgspec.to_builtins(outcome))
        case _:
            return [msgspec.to_builtins(outcome)]


def _is_page(result: Any) -> bool:
    origin = get_origin(result) or result
    return isinstance(origin, type) and issubclass(origin, Page)


def _of_page(result: Any) -> Shape:
    """Return the shape of the items of `Page[PathwayCandidate]` or of a subclass of such a page."""
    while not (inside := get_args(result)):
        # A subclass such as `PathwaysOfGene` has its item type only on its base.
        [result] = [base for base in result.__orig_bases__ if _is_page(base)]
    return Shape(inside)
