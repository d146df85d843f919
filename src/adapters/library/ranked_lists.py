"""Ranked lists as Python has them: mappings, pairs, and the series and data frames of pandas and polars."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol


class Series(Protocol):
    """A series of pandas, with the names as its index."""

    def items(self) -> Iterable[tuple[Any, Any]]: ...


class Frame(Protocol):
    """A data frame of pandas or polars. A ranked list has a column of names and one of scores, or an index of names."""

    @property
    def columns(self) -> Any: ...
    def __getitem__(self, column: Any, /) -> Any: ...


Ranked = str | Sequence[str] | Iterable[tuple[str, float]] | Mapping[str, float] | Series | Frame


def ranked_rows(ranked: Ranked) -> str | list[str]:
    """Convert a ranked list to the tool's argument. Raises: ValueError for a data frame with other columns."""
    if isinstance(ranked, str):
        return ranked
    return [one if isinstance(one, str) else f"{one[0]}={_number(one[1])}" for one in _pairs(ranked)]


def _pairs(ranked: Any) -> Iterator[Any]:
    if hasattr(ranked, "columns"):
        yield from _columns(ranked)
    else:
        yield from ranked.items() if hasattr(ranked, "items") else ranked


def _columns(frame: Any) -> Iterable[tuple[Any, Any]]:
    match [*frame.columns]:
        case [scores] if hasattr(frame, "index"):
            return zip(frame.index, frame[scores], strict=True)
        case [names, scores]:
            return zip(frame[names], frame[scores], strict=True)
        case columns:
            raise ValueError(f"ranked needs a column of names and one of scores, not the columns {columns}")


def _number(score: Any) -> str:
    """Convert a score without losing digits; a missing one, such as the NA of pandas, is no number."""
    if isinstance(score, str):
        return score
    return repr(float(score)) if hasattr(score, "__float__") else ""
