"""Tables of links."""

import re

import pytest

from biofacts.domain.links import export_formats


@pytest.mark.parametrize(
    "table", [one for one in vars(export_formats).values() if isinstance(one, export_formats.LinkTable)]
)
def test_a_table_has_a_name_for_files_and_a_sentence_for_people(table: export_formats.LinkTable) -> None:
    assert re.fullmatch("[a-z]+(-[a-z]+)?", table.name)
    assert table.about.endswith(".")
