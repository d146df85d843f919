"""Tables of links."""

import re

import pytest

from biofacts.domain.links import export_files, exported_columns


@pytest.mark.parametrize(
    "table",
    [
        one
        for module in (export_files, exported_columns)
        for one in vars(module).values()
        if isinstance(one, exported_columns.LinkTable)
    ],
)
def test_a_table_has_a_name_for_files_and_a_sentence_for_people(table: exported_columns.LinkTable) -> None:
    assert re.fullmatch("[a-z]+(-[a-z]+)?", table.name)
    assert table.about.endswith(".")
