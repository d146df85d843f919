"""Ranked lists: genes with scores, and pathways whose genes cluster at either end of the ranking.

Gene set enrichment analysis of a ranking as by Subramanian et al., PNAS 102:15545 (2005), https://doi.org/10.1073/pnas.0506580102,
with weight 1 and permuted genes. Down the ranking, a running sum rises at each member of a set by the member's share of
the absolute scores of all members, and falls evenly at every other gene; the enrichment score is its largest deviation
from zero. The normalised score is that score divided by the mean of the scores of permuted rankings with its sign.
"""

import csv
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import msgspec

from biofacts.domain.answers.records import Item
from biofacts.domain.lists.input_tables import bounded, is_missing

FEWEST_RANKED, MOST_RANKED = 10, 30_000
"""The limits for the number of rows of a ranked list."""

PERMUTATIONS, MOST_PERMUTATIONS = 1_000, 5_000
"""The default and the largest number of permutations; more would exceed the time limit of a call."""

_SEPARATORS = ("\t", "=", ";", ",")
_COMMENT = "#"
_DECIMAL_COMMA = re.compile(r"[-+]?\d*,\d+")
_BLANKS = re.compile(r"\s*(.*[^\s;,])\s+(\S+)\s*")


class RankedPathway(Item, msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A pathway, tested against a ranking.

    `pathway_size`: the number of ranked genes in the pathway. `es`, `nes`: the enrichment score and normalised score,
    above 0 if its genes cluster at the top. `p_value`: the share of permutations with the same sign that score at least
    as far from 0; `q_value`: the false discovery rate. `leading`: the number of genes in the leading edge, from that
    end of the ranking to the largest deviation; `leading_edge`: their names, outermost first, which tools may shorten.
    `same_as`: an earlier pathway with mostly the same leading edge.
    """

    id: str
    title: str
    pathway_size: int
    es: float
    nes: float
    p_value: float
    q_value: float
    leading: int
    leading_edge: tuple[str, ...] = ()
    same_as: str | None = None

    @property
    def members(self) -> Sequence[str]:
        """The names of the leading edge."""
        return self.leading_edge

    @property
    def marks(self) -> Sequence[str]:
        """The leading edge; see `EnrichedPathway`."""
        return self.leading_edge


class SetScore(NamedTuple):
    """The scores of a set in a ranking. `peak`: the position of the largest deviation.

    The other fields are those of `RankedPathway`.
    """

    es: float
    nes: float
    p_value: float
    q_value: float
    peak: int


class UnreadRow(ValueError):
    """A row that is not a name and a number. `row`: its text; `number`: its position, from 1."""

    def __init__(self, row: str, number: int) -> None:
        super().__init__(row)
        self.row = row
        self.number = number


class RankedRows(msgspec.Struct, frozen=True, kw_only=True):
    """The rows of a ranked list: names with their scores.

    `missing`: the names, if any, of rows without a name or a score; `infinite`: the number of infinite scores, each
    replaced by the largest or smallest finite score.
    """

    scores: tuple[tuple[str, float], ...]
    missing: tuple[str, ...] = ()
    infinite: int = 0


def read_rows(rows: Sequence[str]) -> RankedRows:
    """Read rows such as `TP53=2.1`, or two columns with a tab, semicolon, comma or spaces between them.

    A first row without a number is the heading; rows that begin with `#` are comments. Raises: UnreadRow.
    """
    numbered = [(number, row) for number, row in enumerate(rows, 1) if row.strip() and not row.startswith(_COMMENT)]
    cells = [_cells(row) for _, row in numbered]
    first = cells[0][-1] if cells else "0"
    # A number with a decimal comma is not a heading: the row is refused below instead of being dropped silently.
    if _number(first) is None and not is_missing(first) and not _DECIMAL_COMMA.fullmatch(first):
        numbered, cells = numbered[1:], cells[1:]
    scores, missing = list[tuple[str, float]](), list[str]()
    for (number, row), (*name, cell) in zip(numbered, cells, strict=True):
        score = _number(cell)
        if len(name) > 1 or (score is None and not (name and is_missing(cell))):
            raise UnreadRow(row, number)
        if score is None or not name or is_missing(name[0]):
            missing.append("".join(name))
        else:
            scores.append((name[0], score))
    return _finite(scores, tuple(missing))


def is_ranked(rows: Sequence[str]) -> bool:
    """Return True if rows can only be a ranked list: each has a separator, followed by a number or a missing value."""
    if not all(any(separator in row for separator in _SEPARATORS) for row in rows if row.strip()):
        return False
    try:
        return len(read_rows(rows).scores) >= FEWEST_RANKED
    except UnreadRow:
        return False


def _cells(row: str) -> Sequence[str]:
    """Split a row into its cells. A name may contain spaces or equals signs: only the last one separates."""
    separator = next((candidate for candidate in _SEPARATORS if candidate in row), None)
    # Semicolons may also join several names in one cell: `GAPDH;ACTB 1.5`.
    if separator in (";", ",") and (columns := _BLANKS.fullmatch(row)) and _number(columns[2]) is not None:
        return [columns[1], columns[2]]
    if separator == "=":
        cells: Sequence[str] = row.rpartition("=")[::2]
    elif separator is None:
        cells = re.split(r"\s+(?=\S+$)", row.strip())
    else:
        [cells] = csv.reader([row], delimiter=separator)  # cells may be in quotes
    return [cell.strip() for cell in cells]


def _number(cell: str) -> float | None:
    """Return a number, possibly infinite; None for any other text."""
    try:
        number = float(cell)
    except ValueError:
        return None
    return None if math.isnan(number) else number


def _finite(scores: Sequence[tuple[str, float]], missing: tuple[str, ...]) -> RankedRows:
    finite = bounded([score for _, score in scores])
    return RankedRows(
        scores=tuple((name, score) for (name, _), score in zip(scores, finite, strict=True)),
        missing=missing,
        infinite=sum(math.isinf(score) for _, score in scores),
    )


class RankedMembers(msgspec.Struct, frozen=True, kw_only=True):
    """Members by descending score, and by name if scores are equal.

    `ids`, `scores`: the ids and scores of the members; `repeated`: the number of further names of ranked members;
    `tied`: the number of members that share their score with another member.
    """

    ids: tuple[str, ...]
    scores: tuple[float, ...]
    repeated: int
    tied: int


def ranking(scores: Iterable[tuple[str, float]], names: Mapping[str, str]) -> RankedMembers:
    """Rank members. `scores`: ids with scores; if a member has several, the score farthest from 0 is used.

    `names`: the members' names by id.
    """
    chosen, number = dict[str, float](), 0
    for member, score in scores:
        number += 1
        if member not in chosen or abs(score) > abs(chosen[member]):
            chosen[member] = score
    order = sorted(chosen, key=lambda member: (-chosen[member], names.get(member, member), member))
    values = tuple(chosen[member] for member in order)
    # Scores are sorted, so that members with equal scores are neighbours.
    tied = sum(
        value in values[max(place - 1, 0) : place] or value in values[place + 1 : place + 2]
        for place, value in enumerate(values)
    )
    return RankedMembers(ids=tuple(order), scores=values, repeated=number - len(chosen), tied=tied)


def leading_edge(places: Sequence[int], score: SetScore) -> Sequence[int]:
    """Return the positions of the leading edge, outermost first. `places`: ascending positions of a set."""
    if score.es >= 0:
        return [place for place in places if place <= score.peak]
    return [place for place in reversed(places) if place >= score.peak]


def in_turn(items: Iterable[RankedPathway]) -> Sequence[RankedPathway]:
    """Alternate between pathways from the top and the bottom of the ranking, the strongest of each first."""
    ends: tuple[list[RankedPathway], list[RankedPathway]] = ([], [])
    for item in sorted(items, key=lambda item: (-abs(item.nes), item.title, item.id)):
        ends[item.nes < 0].append(item)
    place = {item.id: number for end in ends for number, item in enumerate(end)}
    return sorted((*ends[0], *ends[1]), key=lambda item: (place[item.id], item.nes < 0))


def running_sum(scores: Sequence[float], places: Sequence[int]) -> list[tuple[int, float]]:
    """Return the points (position in the ranking, height) where a set's running sum changes direction.

    `places`: the ascending positions of the set's members, at least one, but not all.
    """
    weights = [abs(scores[place]) for place in places]
    if not (total := sum(weights)):  # then all members count the same, as in the test
        weights, total = [1.0] * len(places), len(places)
    fall = 1 / (len(scores) - len(places))
    corners, height = [(0, 0.0)], 0.0
    for number, (place, weight) in enumerate(zip(places, weights, strict=True)):
        corners.append((place, height - (place - number) * fall))
        height += weight / total
        corners.append((place + 1, height - (place - number) * fall))
    return [*corners, (len(scores), 0.0)]
