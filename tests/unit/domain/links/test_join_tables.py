"""Tables of links."""

import re

import pytest

from biofacts.domain.links import export_files, join_tables


@pytest.mark.parametrize(
    "table",
    [
        one
        for module in (export_files, join_tables)
        for one in vars(module).values()
        if isinstance(one, join_tables.LinkTable)
    ],
)
def test_a_table_has_a_name_for_files_and_a_sentence_for_people(table: join_tables.LinkTable) -> None:
    assert re.fullmatch("[a-z]+(-[a-z]+)?", table.name)
    assert table.about.endswith(".")
