"""Which genes are drawn in which pathways."""

from biofacts.domain.pathways.drawn_nodes import DrawnGenes, GenesInPathway, Overlap, overlaps, unnamed_genes

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


def test_pathways_overlap_by_at_least_three_genes_and_a_tenth_of_both() -> None:
    alone = [(1,)] * 30
    found = [*overlaps([(0, 1), (0, 1), (0, 1), (0, 2), (2, 0), (3, 4), (4, 3), (3, 4), (3,), *alone])]

    # 0 and 1 share 3 of 35 genes, 0 and 2 only two.
    assert found == [Overlap(3, 4, shared=3, either=4)]


def test_genes_without_names_are_the_identifiers_in_most_pathways() -> None:
    drawn = DrawnGenes(
        [
            GenesInPathway(local_id="WP1", title="One", terms={"entrez:1", "symbol:a", "uniprot:P1"}),
            GenesInPathway(local_id="WP2", title="Two", terms={"symbol:a", "symbol:b"}),
        ]
    )

    assert sorted(map(list, unnamed_genes(drawn))) == [[0, 1], [1]]
