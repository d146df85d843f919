"""Lists of names as callers send them, their readers, and the background of enrichment: all genes in pathways."""

import csv
import math
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Any, Protocol, TypeVar

import anyio
import anyio.lowlevel
import msgspec

from biofacts.application.messages import lists as list_messages
from biofacts.domain.answers.advice_and_phrasing import Advice
from biofacts.domain.answers.entity_kinds import GENE, Kind
from biofacts.domain.answers.errors import AmbiguousQuery
from biofacts.domain.answers.records import Provenance
from biofacts.domain.compounds import smiles
from biofacts.domain.lists.enrichment_statistics import ContestedName, NameRead
from biofacts.domain.lists.input_tables import Columns, Selection, TextTable, likely, select_names
from biofacts.domain.pictures.highlights import BETWEEN, NOT_MEASURED, NOT_SIGNIFICANT
from biofacts.domain.source_remarks.any_source import shortened_name
from biofacts.domain.text.clean import excerpt, plain
from biofacts.domain.text.patterns import late_pattern
from biofacts.ports.lists import RowTable


class Universe(msgspec.Struct, frozen=True, kw_only=True):
    """All genes or compounds (members) in an organism's pathways, and the pathways that contain each of them.

    `pathways`: ids and titles of pathways; `places`: indices into `pathways` by member id; `names`: names by member id,
    where known; `version`: the version of all catalogues used.
    """

    pathways: Sequence[tuple[str, str]]
    places: Mapping[str, AbstractSet[int]]
    names: Mapping[str, str]
    version: str
    provenance: Provenance


class NamesRead(msgspec.Struct, frozen=True, kw_only=True):
    """The meanings of the names in a list.

    `members`: sent names by member id; `ids`: member ids by sent name; `names`: readings of names that are not their
    member's own symbol or name; `elsewhere`: names of other organisms' members; `without_ortholog`: names of genes
    without an ortholog in the organism of the background; `missing`: cells that mean "no value", such as `NA`; `mark`:
    a hash that differs if the names were read differently, even with the same version of the universe.
    """

    members: dict[str, str] = msgspec.field(default_factory=dict[str, str])
    ids: dict[str, str] = msgspec.field(default_factory=dict[str, str])
    names: list[NameRead] = msgspec.field(default_factory=list[NameRead])
    ambiguous: list[ContestedName] = msgspec.field(default_factory=list[ContestedName])
    unknown: list[str] = msgspec.field(default_factory=list[str])
    elsewhere: list[str] = msgspec.field(default_factory=list[str])
    without_ortholog: list[str] = msgspec.field(default_factory=list[str])
    missing: list[str] = msgspec.field(default_factory=list[str])
    remarks: list[str] = msgspec.field(default_factory=list[str])
    mark: str = ""


class ListReader(Protocol):
    """A reader of lists of genes or of compounds, for one organism and one version of its pathways."""

    @property
    def universe(self) -> Universe:
        """The background of the lists."""
        ...

    async def read(self, names: Iterable[str]) -> NamesRead:
        """Return the meanings of the names. Raises: RateLimited, UpstreamError."""
        ...

    @property
    def members(self) -> str:
        """The words for the members of the background, in sentences."""
        ...

    def advice(self, reading: NamesRead, inside: int, *, restricted: bool) -> Advice | None:
        """Return advice on ignored names and missing data. `inside`: number of the list's members in the background."""
        ...


def names_of(reads: Iterable[NamesRead]) -> dict[str, Any]:
    """Return the fields of an answer that explain how the names of its lists were read."""
    parts = [*reads]
    # Readings of words come first: an identifier is exact and needs no check by the reader.
    names = sorted((name for part in parts for name in part.names), key=lambda name: name.why.startswith("identifier"))
    return {
        "names": tuple(names),
        "ambiguous": tuple(ambiguou for part in parts for ambiguou in part.ambiguous),
        "not_found": tuple(shortened_name(text) for part in parts for text in (*part.unknown, *part.elsewhere)),
        "without_ortholog": tuple(text for part in parts for text in part.without_ortholog),
    }


def advice_on(kind: Kind, what: str, reading: NamesRead, inside: int, organism: str, *, restricted: bool) -> list[str]:
    """Return advice on a list; see `ListReader`. `what`: a noun for its members."""
    number = len(reading.members)
    outside = list_messages.outside_background(what, inside, number, organism, restricted=restricted)
    return [*([outside] if inside < number else []), *advice_on_names(kind, reading, organism)]


def advice_on_names(kind: Kind, reading: NamesRead, organism: str, to_organism: str | None = None) -> list[str]:
    """Return advice on the names of a list that were not counted. `to_organism`: the organism of their orthologs."""
    parts: list[str] = []
    if reading.ambiguous:
        names = [ambiguou.input for ambiguou in reading.ambiguous]
        parts.append(list_messages.not_counted(kind, names, organism if kind is GENE else None, to_organism))
    if reading.unknown and kind is GENE:
        parts.append(list_messages.not_genes(len(reading.unknown), organism))
    elif reading.unknown:
        parts.append(list_messages.unknown_names(kind, len(reading.unknown)))
    if reading.elsewhere:
        parts.append(list_messages.genes_elsewhere(len(reading.elsewhere), organism))
    if reading.missing:
        parts.append(list_messages.missing(reading.missing))
    return [*parts, *dict.fromkeys(reading.remarks)]


def select_from(table: RowTable, criteria: Columns) -> Selection:
    """Select the names of a table. Raises: AmbiguousQuery, TableError."""
    return select_names(
        table.columns, lambda name: [text for rows in table.batches() for text in rows.texts(name)], criteria
    )


def highlights_from(
    table: RowTable, criteria: Columns, values: Sequence[str], p_values: Sequence[str]
) -> Sequence[str]:
    """Return the names of a table with a value for each condition: `TP53=2.1|ns|NA`.

    `values`: the columns of numbers; `p_values`: the columns of p-values (one for each in `values`, one for all, or
    none).
    Raises: AmbiguousQuery, TableError.
    """
    beside: Sequence[str | None] = [*p_values] * (len(values) if len(p_values) == 1 else 1) or [None] * len(values)
    written: dict[str, list[str]] = {}
    for place, (value, p) in enumerate(zip(values, beside, strict=True)):
        every = select_from(table, Columns(names=criteria.names, value=value))
        texts = {name: repr(number) for name, number in every.values.items()}
        if p is not None:
            significant = select_from(table, msgspec.structs.replace(criteria, value=value, p=p)).values
            texts = {name: repr(significant[name]) if name in significant else NOT_SIGNIFICANT for name in texts}
        for name, text in texts.items():
            written.setdefault(name, [NOT_MEASURED] * len(values))[place] = text
    return [f"{name}={BETWEEN.join(several)}" for name, several in written.items()]


def pasted(text: str) -> TextTable | None:
    """Parse a table of at least three columns with a recognised heading for the names; None for any other text.

    Raises: AmbiguousQuery if its lines have different numbers of cells.
    """
    # Excel begins a CSV file in UTF-8 with a byte order mark.
    header = text.lstrip("\ufeff\r\n").partition("\n")[0]
    # In this order, as cells may contain the separators that come later.
    separator = next((char for char in "\t;," if char in header), None)
    if separator is None:
        return None
    try:
        written = text.lstrip("\ufeff").splitlines(keepends=True)
        lines = [line for line in csv.reader(written, delimiter=separator) if line]
    except csv.Error as error:
        raise AmbiguousQuery(*list_messages.broken_table(str(error)), None) from error
    columns, *rows = [[cell.strip() for cell in line] for line in lines]
    if rows and len(rows[0]) == len(columns) + 1:
        columns = ["", *columns]  # R's write.table writes no heading above the names of rows
    # A table of two columns is a ranked list, which is read line by line.
    if len(columns) < 3 or not rows or likely(columns).names is None:
        return None
    for number, line in enumerate(rows, start=2):
        if len(line) != len(columns):
            raise AmbiguousQuery(*list_messages.uneven_table(number, len(line), len(columns)), None)
    return TextTable(columns, rows)


# Limited, so that no text takes long to be read as a name.
LONGEST, LONGEST_STRUCTURE = 200, 4000
"""The maximum number of characters of a name, and of a structure (SMILES) sent instead of a name."""

Names = Sequence[str | int] | str
"""A list of names, in which identifiers may be numbers; or one text with a name per line."""

_PARTS = (
    late_pattern(r"[^\n\r]+"), late_pattern(r"[^;]+"), late_pattern(r"[^\t]+"),
    late_pattern(r"(?:(?<![^\W_])\d{1,3}(?:,\d{1,3}){1,20}-|[^,])+"),
)  # fmt: skip
"""Patterns of the text between separators; a comma in the locants of a chemical name (`1,6-`) does not separate."""


def checked_names(argument: str, sent: Names, *, fewest: int, most: int) -> list[str]:
    """Return the names sent, in order and trimmed. Raises: AmbiguousQuery for too few or too many."""
    several = parts_of(sent) if isinstance(sent, str) else sent
    # `excerpt`, since Python refuses to print a number of more than 4,300 digits.
    # `_clean` removes control characters and lone surrogates, which no URL can contain.
    names = [_clean(name) if isinstance(name, str) else excerpt(name) for name in several]
    if not fewest <= len(names) <= most:
        raise AmbiguousQuery(*list_messages.number_of_names(argument, names, fewest, most), None)
    return names


def _clean(name: str) -> str:
    return name.strip() if name.isprintable() else plain(name)


def may_be_name(text: str) -> bool:
    """Return True unless a text is empty, or too long for a name or a structure."""
    if len(text) <= LONGEST:
        return bool(text)
    return len(text) <= LONGEST_STRUCTURE and smiles.is_structure(text)


def parts_of(text: str) -> Sequence[str]:
    """Split a text at the first separator that it has: line breaks, semicolons, tabs or commas.

    Names may contain the separators that come later. A trailing separator counts: `a, b;` is one name.
    """
    for part in _PARTS:
        if (trimmed := text.strip(" ")) and part.fullmatch(trimmed) is None:
            return [piece for piece in part.findall(text) if piece.strip()]
    return [text]


# Work on the names of a list, several at a time within a time limit

T = TypeVar("T")

_AT_ONCE = 8


async def each(
    wanted: Iterable[T], work: Callable[[T], Awaitable[None]], *, seconds: float = math.inf, at_once: int = _AT_ONCE
) -> None:
    """Run the work on each item, started in order, within the time limit. The first exception cancels the rest."""
    waiting, raised = iter(wanted), list[Exception]()

    async def in_turn(waiting: Iterator[T]) -> None:
        try:
            for item in waiting:
                await work(item)
                await anyio.lowlevel.checkpoint()  # lets other tasks run, as local answers do not
        except Exception as error:  # raised below, since a task group would wrap it in an ExceptionGroup
            raised.append(error)
            tasks.cancel_scope.cancel()

    with anyio.move_on_after(seconds):
        async with anyio.create_task_group() as tasks:
            for _ in range(at_once):
                # All tasks share one iterator, so that work starts in order.
                tasks.start_soon(in_turn, waiting)
    if raised:
        raise raised[0]
