"""Which genes are drawn in which pathways."""

from biofacts.domain.pathways.drawn_nodes import DrawnGenes, GenesInPathway

DRAWN = DrawnGenes(
    [
        GenesInPathway(local_id="WP1", title="One", terms={"symbol:tp53", "entrez:7157"}),
        GenesInPathway(local_id="WP2", title="Two", terms={"entrez:7157"}, labels=["Tp53", "CAMP"]),
        GenesInPathway(local_id="WP3", title="Three", terms=set(), labels=["cAMP"]),
    ]
)


def test_a_gene_is_where_one_of_its_terms_is() -> None:
    assert DRAWN.of(["symbol:tp53"]) == {0}
    assert DRAWN.of(["symbol:tp53", "entrez:7157"]) == {0, 1}
    assert DRAWN.of(["entrez:715"]) == frozenset()


def test_a_label_counts_as_symbols_are_written() -> None:
    assert DRAWN.of([], "TP53") == {1}
    assert DRAWN.of([], "CAMP") == {1}
    assert DRAWN.of([], "cAMP") == {1, 2}
