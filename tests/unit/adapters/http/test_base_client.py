"""ColumnReader of tables, found by their names."""

import pytest

from biofacts.adapters.http.base_client import ColumnReader

COLUMNS = ColumnReader(required=("Ligand ID", "Name"), optional=("PubMed ID", "Species"))


@pytest.mark.parametrize("name", ["Ligand ID", "Ligand id", "ligand_id", " LIGAND-ID", "#ligand id"])
def test_capitals_and_separators_do_not_count(name: str) -> None:
    row = next(COLUMNS.rows(iter([["other", name, "Name"], ["x", "1", "aspirin"]])))

    assert row == {"Ligand ID": "1", "Name": "aspirin", "PubMed ID": "", "Species": ""}


def test_of_two_columns_that_are_called_alike_the_first_counts() -> None:
    assert next(COLUMNS.rows(iter([["Name", "Ligand ID", "name"], ["a", "1", "b"]])))["Name"] == "a"


def test_missing_columns_are_named_in_order() -> None:
    assert COLUMNS.lacking(["Name", "Ligand ID", "Species", "PubMed ID"]) == ()
    assert COLUMNS.lacking(["Name", "Ligand ID"]) == ("PubMed ID", "Species")


@pytest.mark.parametrize(("header", "missing"), [([], "Ligand ID"), (["Ligand ID", "Species"], "Name")])
def test_a_table_without_a_required_column_is_refused(header: list[str], missing: str) -> None:
    with pytest.raises(ValueError, match=f"^the column '{missing}' is missing$"):
        next(COLUMNS.rows(iter([header])))
    with pytest.raises(ValueError, match=f"^the column '{missing}' is missing$"):
        COLUMNS.lacking(header)
