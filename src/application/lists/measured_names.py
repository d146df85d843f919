"""Names in a table of results, from a file."""

from collections.abc import Sequence

import msgspec

from biofacts.domain.lists.measured_names import Columns, Selection, select_names
from biofacts.domain.pictures.highlights import BETWEEN, NOT_MEASURED, NOT_SIGNIFICANT
from biofacts.ports.lists import Table


def select_from(table: Table, asked: Columns) -> Selection:
    """Select the names of a table. Raises: AmbiguousQuery, TableError."""
    return select_names(
        table.columns, lambda name: [text for rows in table.stretches() for text in rows.texts(name)], asked
    )


def highlights_from(table: Table, asked: Columns, values: Sequence[str], p_values: Sequence[str]) -> Sequence[str]:
    """Return the names of a table with a value for each condition: `TP53=2.1|ns|NA`.

    `values`: the columns of numbers; `p_values`: those that say which are significant, one for each of them, one for
    all, or none. Raises: AmbiguousQuery, TableError.
    """
    beside: Sequence[str | None] = [*p_values] * (len(values) if len(p_values) == 1 else 1) or [None] * len(values)
    written: dict[str, list[str]] = {}
    for place, (value, p) in enumerate(zip(values, beside, strict=True)):
        every = select_from(table, Columns(names=asked.names, value=value))
        found = {name: repr(number) for name, number in every.values.items()}
        if p is not None:
            significant = select_from(table, msgspec.structs.replace(asked, value=value, p=p)).values
            found = {name: repr(significant[name]) if name in significant else NOT_SIGNIFICANT for name in found}
        for name, said in found.items():
            written.setdefault(name, [NOT_MEASURED] * len(values))[place] = said
    return [f"{name}={BETWEEN.join(several)}" for name, several in written.items()]
