"""Rows of lists on the page."""

from biofacts.adapters.web.list_rows import rows
from biofacts.domain.pathways.pathway import ContainingPathway


def test_a_row_has_the_remark_on_its_item() -> None:
    remark = "Drawn as STK4, but with the identifier of MST1."
    items = [
        ContainingPathway(id="WP:WP4540", title="Hippo", organism="Homo sapiens", matched_on="gene", remark=remark),
        ContainingPathway(id="WP:WP382", title="MAPK", organism="Homo sapiens"),
    ]

    assert [[span.text for span in one.why] for one in rows(items, "pathway")] == [
        ["matched by its gene", "; ", remark], [],
    ]  # fmt: skip
