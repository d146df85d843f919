"""Which queries are in another language, as far as that can be told."""

from collections.abc import Collection

import pytest

from biofacts.domain.search import query_words


@pytest.mark.parametrize("text", ["阿司匹林", "аспирин", "アスピリン glycolysis", "한국어", "آسپرین", "אספירין"])
def test_letters_of_other_scripts_are_foreign(text: str) -> None:
    assert query_words.has_foreign_letters(text)
    assert query_words.seems_foreign(text)


@pytest.mark.parametrize(
    "text",
    ["NF-κB", "β-catenin", "µ opioid", "IL-1α", "α-ketoglutarate", "Sjögren", "5′-AMP", "TGF‐β", "H₂O₂", "Å", "∆9-THC"],
)
def test_greek_letters_and_signs_are_not(text: str) -> None:
    assert not query_words.has_foreign_letters(text)


@pytest.mark.parametrize(
    "text",
    ["Blutgerinnung bei Säuglingen", "Medikamente gegen Asthma", "voie de la glycolyse pour les levures",
     "vía del ácido", "Krebs und Zucker", "Zellzyklus für Hefe"],
)  # fmt: skip
def test_small_words_and_accents_tell_a_language(text: str) -> None:
    assert query_words.seems_foreign(text)


@pytest.mark.parametrize(
    "text", ["glycolysis", "DES", "IL", "beta blocker for asthma", "vitamin D", "DAS28", "TP53", "", "-"]
)
def test_english_and_symbols_do_not(text: str) -> None:
    assert not query_words.seems_foreign(text)


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("breakdown of alcohol in the liver", {"liver"}), ("sphingolipid metabolism in brain", {"brain"}),
        ("lipolysis in adipose tissue", {"adipose", "tissue"}), ("signaling in heart", {"heart"}),
        ("Wnt signaling in kidney disease", {}), ("liver fibrosis", {}), ("in liver disease", {}),
        ("genes in glycolysis", {}), ("in the liver", {}),
    ],
)  # fmt: skip
def test_the_place_of_a_process_is_told_from_its_subject(text: str, places: Collection[str]) -> None:
    assert query_words.places(text) == {*places}


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("NRF-1 vs NRF2", ["NRF-1", "NRF2"]),
        ("difference between p53 and MDM2?", ["p53", "MDM2"]),
        ("TP53, BRCA1", ["TP53", "BRCA1"]),
        ("insulin", []),
        ("MICA/B", []),
        ("miR-29a/b/c", []),
        ("ob/ob", []),
    ],
)
def test_a_list_of_names_is_read(text: str, names: Collection[str]) -> None:
    assert [*query_words.names_in(text)] == names


def test_a_frame_around_several_names_leaves_all_of_them() -> None:
    assert query_words.without_frame("what encodes p53 and MDM2?") == "p53 and MDM2"
    assert query_words.without_frame("genes like TP53") == "TP53"
    assert query_words.without_frame("galectin 9 like") == "galectin 9 like"
    assert query_words.without_frame("  ") == ""
