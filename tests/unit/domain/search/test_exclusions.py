"""Test what queries do not want."""

import pytest

from biofacts.domain.search import exclusions


@pytest.mark.parametrize(
    ("query", "wanted", "unwanted"),
    [
        ("inflammasome but not COVID?", "inflammasome", "COVID"), ("apoptosis except in mouse", "apoptosis", "mouse"),
        ("caspases, not CASP3", "caspases", "CASP3"), ("GPCRs not orphan", "GPCRs", "orphan"),
        ("cancer not involving TP53", "cancer", "TP53"), ("kinases that are not receptors", "kinases", "receptors"),
        ("ion channels other than TRPV1", "ion channels", "TRPV1"), ("ACE inhibitors, skip X", "ACE inhibitors", "X"),
        ("interleukins (not IL6)", "interleukins", "IL6"), ("JAKs [no JAK2] in T cells", "JAKs in T cells", "JAK2"),
        ("excluding aspirin, COX inhibitors", "COX inhibitors", "aspirin"), ("keratins NOT KRT5", "keratins", "KRT5"),
        ("no TNF, just interleukins", "interleukins", "TNF"), ("kinases -EGFR", "kinases", "EGFR"),
        ("integrins, ITGB1 left out", "integrins", "ITGB1"), ("statins w/o simvastatin", "statins", "simvastatin"),
        ("lamins bar LMNA", "lamins", "LMNA"), ("anything but statins", "", "statins"),
        ("-TP53 suppressors", "suppressors", "TP53"),
        ("ligands other than dopamine at D2", "ligands at D2", "dopamine"),
        ("drugs except imatinib that block KIT", "drugs that block KIT", "imatinib"),
        ("any gepant but rimegepant", "gepant", "rimegepant"), ("JAKs please skip JAK2", "JAKs", "JAK2"),
        ("not EGFR", "", "EGFR"), ("non-human apoptosis", "apoptosis", "human"),
        ("glycolysis (non-human)", "glycolysis", "human"), ("non-NMDA receptors", "receptors", "NMDA"),
    ],
)  # fmt: skip
def test_what_is_not_wanted_is_read(query: str, wanted: str, unwanted: str) -> None:
    assert exclusions.read(query) == (wanted, unwanted)


@pytest.mark.parametrize(
    "query",
    [
        "NO signaling", "Class A Orphans with no pharmacology", "Yellow No. 5", "compound no 12", "TGF -beta", "SKIP",
        "non -small cell lung cancer", "CCR4-NOT complex", "nitric oxide (NO) pathway", "BAR domain proteins", "IL -6",
        "nothing but statins", "not only EGFR but also HER2", "statins with or without aspirin",
        "not yet approved drugs", "non-canonical Wnt", "non-small cell lung cancer", "non-human", "-olol drugs",
    ],
)  # fmt: skip
def test_names_deny_nothing(query: str) -> None:
    assert exclusions.read(query) is None


def test_the_things_that_are_not_wanted_are_named_one_by_one() -> None:
    denial = exclusions.read("caspases except CASP3, CASP8 and not CASP9")

    assert denial is not None
    assert denial.names == ["CASP3", "CASP8", "CASP9"]


def test_a_name_may_contain_the_words_of_a_denial() -> None:
    query = "Ras like without CAAX 1"
    denial = exclusions.read(query)

    assert denial is not None
    assert denial.words_of_names(query)
    assert not denial.words_of_names("Ras like not CAAX 1")
