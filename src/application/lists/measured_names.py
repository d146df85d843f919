"""Names in a table of results, from a file."""

from biofacts.domain.lists.measured_names import Columns, Selection, select_names
from biofacts.ports.annotation import Table


def select_from(table: Table, asked: Columns) -> Selection:
    """Select the names of a table. Raises: AmbiguousQuery, TableError."""
    return select_names(
        table.columns, lambda name: [text for rows in table.stretches() for text in rows.texts(name)], asked
    )
