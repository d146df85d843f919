"""What is known of one pathway from several sides."""

import pytest

from biofacts.ports.pathways import Relation


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (Relation("WP1", is_drawn_in=True), Relation("WP1", draws=True, shared=3, either=9)),
        (Relation("WP1", draws=True), Relation("WP1", is_drawn_in=True, shared=3, either=9)),
        (Relation("WP1", is_drawn_in=True, draws=True), Relation("WP1", shared=3, either=9)),
    ],
)
def test_what_is_known_of_one_pathway_is_joined_in_any_order(one: Relation, other: Relation) -> None:
    whole = Relation("WP1", is_drawn_in=True, draws=True, shared=3, either=9)

    assert one.joined(other) == other.joined(one) == whole
    assert one.joined(one) == one
