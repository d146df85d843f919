"""A pathway's table of data nodes, with the identifiers to which WikiPathways maps them.

Source: https://www.wikipathways.org/wikipathways-assets/ (`WPn-datanodes.tsv`).
"""

import csv
import io
from collections.abc import Iterator, Sequence

from biofacts.adapters.http.wikipathways.index_files import reference_of
from biofacts.domain.identifiers.cross_references import valid
from biofacts.domain.pathways.node_mappings import MappedNode
from biofacts.domain.text.clean import plain

_HEAD = ("Label", "Type", "Identifier", "Comment")
_TYPES = frozenset({"GeneProduct", "Protein", "Metabolite"})
_LONGEST_CELL = 1_000_000


def read(body: bytes) -> tuple[MappedNode, ...]:
    """Read the rows with an identifier: those to which they are mapped, else the drawn one. Raises: ValueError."""
    csv.field_size_limit(_LONGEST_CELL)
    try:
        head, *rows = csv.reader(io.StringIO(body.decode("utf-8-sig"), newline=""), delimiter="\t")
    except csv.Error as error:
        raise ValueError(f"it is no table ({error})") from error
    if tuple(head[: len(_HEAD)]) != _HEAD:
        raise ValueError("its first line does not name the columns")
    return tuple(row for cells in rows if (row := _row(cells)) and row.references)


def _row(cells: Sequence[str]) -> MappedNode | None:
    """Parse a row. A tab in a label shifts all later cells, so the type marks where they begin."""
    at = next((number for number, cell in enumerate(cells) if number and cell in _TYPES), None)
    if at is None or len(cells) < at + 2:
        return None
    references = tuple(valid(dict.fromkeys([*_references(cells[at + 3 :])] or _references(cells[at + 1 : at + 2]))))
    return MappedNode(label=plain(" ".join(cells[:at])), identifier=cells[at + 1].strip(), references=references)


def _references(cells: Sequence[str]) -> Iterator[tuple[str, str]]:
    for cell in cells:
        for token in cell.split(";"):
            if found := reference_of(token):
                yield found
