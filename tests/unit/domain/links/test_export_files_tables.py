"""Tables of links."""

import re

import pytest

from biofacts.domain.links import export_files


@pytest.mark.parametrize(
    "table", [one for one in vars(export_files).values() if isinstance(one, export_files.LinkTable)]
)
def test_a_table_has_a_name_for_files_and_a_sentence_for_people(table: export_files.LinkTable) -> None:
    assert re.fullmatch("[a-z]+(-[a-z]+)?", table.name)
    assert table.about.endswith(".")
