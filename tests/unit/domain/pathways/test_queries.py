"""Sentences for pathways: the days and the genes in them, and topics that only look like such."""

from datetime import date

import pytest

from biofacts.domain.pathways.queries import EVER, DatedQuery, KindQuery, dated, genes_together, of_kind

TODAY = date(2026, 11, 23)


@pytest.mark.parametrize(
    ("query", "words", "said", "since", "is_new"),
    [
        ("most recently updated pathways", "", "most recently updated", EVER, False),
        ("latest pathways", "", "latest", EVER, False),
        ("latest pathways about apoptosis", "pathways about apoptosis", "latest", EVER, False),
        ("recently changed mouse pathways", "mouse pathways", "recently changed", EVER, False),
        ("new pathways", "", "new", EVER, True),
        ("new pathways since 2025", "", "since 2025", "2025-01-01", True),
        ("pathways about cholesterol updated this year", "pathways about cholesterol", "updated this year",
         "2026-01-01", False),
        ("which pathways changed this month?", "", "changed this month", "2026-11-01", False),
        ("pathways that were revised after June 2026 about apoptosis", "pathways about apoptosis",
         "that were revised after June 2026", "2026-06-01", False),
        ("Alzheimer added since 2026-03-05", "Alzheimer", "added since 2026-03-05", "2026-03-05", True),
        ("pathways updated in the last 3 months", "", "updated in the last 3 months", "2026-08-25", False),
        ("pathways changed since Sept 2025", "", "changed since Sept 2025", "2025-09-01", False),
    ],
)  # fmt: skip
def test_a_day_in_a_query_is_read(query: str, words: str, said: str, since: str, is_new: bool) -> None:
    assert dated(query, TODAY) == DatedQuery(words=words, written=said, since=since, is_new=is_new)


@pytest.mark.parametrize(
    "query",
    [
        "glycolysis", "1918 influenza", "recent thymic emigrants", "late endosome", "COVID-19 in 2020", "last exon",
        "newborn screening", "changes in the liver", "after birth", "cells since 1", "new drug targets",
        "published since 2025-13-01",
    ],
)  # fmt: skip
def test_a_topic_is_no_day(query: str) -> None:
    assert dated(query, TODAY) is None


@pytest.mark.parametrize(
    ("query", "genes"),
    [
        ("pathways that contain both TP53 and BRCA1", ("TP53", "BRCA1")),
        ("which pathways contain EGFR, KRAS and BRAF?", ("EGFR", "KRAS", "BRAF")),
        ("pathways with Akt1 and Mtor", ("Akt1", "Mtor")),
        ("which pathways involve TP53 and MDM2?", ("TP53", "MDM2")),
        ("TP53 and MDM2 in one pathway", ("TP53", "MDM2")),
        ("pathways shared by EGFR and KRAS", ("EGFR", "KRAS")),
        ("lipids and sterols in one pathway", ()),
        ("pathways that contain lipids and sterols", ()),
        ("pathways with TP53", ()),
        ("TP53 and BRCA1", ()),
    ],
)
def test_genes_that_are_wanted_together_are_read(query: str, genes: tuple[str, ...]) -> None:
    assert genes_together(query) == (genes, ())


def test_genes_that_are_not_wanted_are_read() -> None:
    assert genes_together("pathways with TP53 but not MDM2") == (("TP53",), ("MDM2",))
    assert genes_together("pathways that contain EGFR and KRAS without BRAF or RAF1") == (
        ("EGFR", "KRAS"),
        ("BRAF", "RAF1"),
    )


@pytest.mark.parametrize(
    ("query", "topic", "kind", "said"),
    [
        ("genes of the cell cycle", "cell cycle", "gene", "genes"),
        ("cell cycle genes", "cell cycle", "gene", "genes"),
        ("how many genes are in apoptosis?", "apoptosis", "gene", "genes"),
        ("which drugs target the MAPK pathway?", "MAPK pathway", "ligand", "drugs"),
        ("Approved drugs that act on glycolysis", "glycolysis", "ligand", "drugs"),
        ("drug targets in the mTOR pathway", "mTOR pathway", "target", "drug targets"),
        ("metabolites in the TCA cycle", "TCA cycle", "compound", "metabolites"),
        ("the enzymes of the kynurenine pathway", "kynurenine pathway", "gene", "enzymes"),
    ],
)
def test_a_kind_that_is_wanted_of_a_pathway_is_read(query: str, topic: str, kind: str, said: str) -> None:
    assert of_kind(query) == KindQuery(topic=topic, kind=kind, word=said)


@pytest.mark.parametrize(
    "query", ["drug metabolism", "heat shock proteins", "genes", "gene expression", "drug targets"]
)
def test_a_word_of_a_topic_is_no_kind_that_is_wanted(query: str) -> None:
    assert of_kind(query) is None
