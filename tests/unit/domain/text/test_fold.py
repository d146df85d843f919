"""Folding: the many ways to write one name."""

import re
import unicodedata

import pytest

from biofacts.domain.text import clean, fold


@pytest.mark.parametrize(
    ("word", "token", "part"),
    [("STAT3-Y705", "y705", "Y705"), ("177Lu-DOTATATE", "177lu", "177Lu"), ("STAT3", "stat3", ""), ("a-b", "c", "")],
)
def test_a_token_is_a_part_of_its_word_as_it_is_written(word: str, token: str, part: str) -> None:
    assert fold.part_of(word, token) == part


@pytest.mark.parametrize(
    ("text", "name", "same"),
    [("CT1.4", "CT1.4", True), ("CT1.4", "CT14", False), ("UGT1.5", "UGT1-5", True), ("1.2.3", "1-2-3", True)],
)
def test_a_decimal_point_is_no_mere_spelling(text: str, name: str, same: bool) -> None:
    assert fold.has_same_signs(text, name) == same


@pytest.mark.parametrize(
    ("text", "name", "same"),
    [
        ("MMP-1/-3", "MMP13", False),
        ("IL-1 & -8", "IL18", False),
        ("CD4-8", "CD48", False),
        ("14-3-3", "14-3-3", True),
        ("1433", "14-3-3", True),
        ("IL-1-8", "IL1 8", True),
    ],
)
def test_two_numbers_are_not_one(text: str, name: str, same: bool) -> None:
    assert fold.has_same_signs(text, name) == same


@pytest.mark.parametrize(
    "spellings",
    [
        ("NF-kB", "NFκB", "nf kappa b", "NF-kappaB", "NF-κB", "nfkb", "NF kappa-B"),
        ("IL-2", "IL2", "il 2", "IL–2", "IL_2"),
        ("TGF-beta", "TGFβ", "TGF-β", "tgf beta", "TGFbeta", "TGF B"),
        ("TNF-alpha", "TNFα", "TNF alpha", "tnf-α", "TNFa"),
        ("PPARγ", "PPAR gamma", "PPAR-gamma", "pparg"),
        ("Alzheimer's disease", "Alzheimers disease", "alzheimer’s DISEASE"),
        ("β-oxidation", "beta oxidation", "beta-oxidation", "Beta  Oxidation"),
        ("5-HT", "5HT", "5 ht"),
        ("tumour suppressor", "tumor suppressors"),
        ("signalling pathways", "signaling pathway"),
        ("haem synthesis", "heme synthesis"),
        ("anaemia", "anemia"),
        ("oestrogen", "estrogen"),
        ("sulphur", "sulfur"),
        ("corticotrophin", "corticotropin"),
        ("adrenocorticotrophic hormone", "adrenocorticotropic hormone"),
        ("leucocyte", "leukocytes"),
        ("leucotriene", "leukotriene"),
        ("coeliac", "celiac"),
        ("diarrhoea", "diarrhea"),
        ("apnoea", "apnea"),
        ("anaesthesia", "anesthesia"),
        ("aluminium", "aluminum"),
        ("homoeostasis", "homeostasis"),
        ("oxidised LDL", "oxidized LDL"),
        ("tumoural", "tumoral"),
        ("Sjögren", "sjogren"),
        ("Müller cells", "muller cell"),
        ("Ca²⁺", "ca2+"),
        ("CO₂", "co2"),
    ],
)
def test_spellings_of_one_name_fold_to_one_compact_form(spellings: tuple[str, ...]) -> None:
    forms = {fold.compact(spelling) for spelling in spellings}

    assert len(forms) == 1, forms


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("IL-2", "IL-12"),
        ("TGF-alpha", "TGF-beta"),
        ("BRCA1", "BRCA2"),
        ("virus", "viru"),
        ("p53", "p63"),
        ("factor X", "factor XI"),
    ],
)
def test_different_names_stay_different(one: str, other: str) -> None:
    assert fold.compact(one) != fold.compact(other)


@pytest.mark.parametrize(
    ("given", "plain"),
    [
        ("a  b\tc\nd", "a b c d"),
        ("&quot;A&quot; &amp; B", '"A" & B'),
        ("&amp;amp;amp;#x3b2;-cells", "β-cells"),
        ("a\x00b\u200bc\u202e", "abc"),
        ("1 &lt; 2", "1 < 2"),
        ("  ", ""),
        ("Citroën", "Citroën"),
        ("R&D", "R&D"),
    ],
)
def test_plain_text_is_what_a_person_reads(given: str, plain: str) -> None:
    assert clean.plain(given) == plain


def test_lines_are_kept_when_they_are_wanted() -> None:
    assert clean.plain(" one  a \r\n\r\n two&amp;b \n", lines=True) == "one a\n\ntwo&b"


@pytest.mark.parametrize(
    ("given", "limit", "short"),
    [
        ("short enough", 20, "short enough"),
        ("exactly ten", 11, "exactly ten"),
        ("the quick brown fox jumps", 15, "the quick..."),
        ("the quick, brown fox", 15, "the quick..."),
        ("x" * 30, 10, "xxxxxxx..."),
        ("abcde fghijkl", 10, "abcde f..."),
        ("abcdef ghijkl", 10, "abcdef..."),
        ("two\nlines", 20, "two lines"),
    ],
)
def test_a_text_is_cut_at_a_word(given: str, limit: int, short: str) -> None:
    assert clean.shorten(given, limit) == short


@pytest.mark.parametrize("limit", range(10, 60))
def test_a_cut_text_is_never_longer_than_its_limit(limit: int) -> None:
    cut = clean.shorten("Apoptosis, a.k.a. programmed cell death; supercalifragilistic words occur in it", limit)

    assert len(cut) <= limit


def test_tags_are_dropped_and_a_bare_sign_stays() -> None:
    assert clean.without_tags("D<sub>2</sub> receptor, p < 0.05 and > 1") == "D2 receptor, p < 0.05 and > 1"


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ("see [the review](http://x.test/a_b) now", "see the review now"),
        ("see [the review](http://x.test/a...", "see the review"),
        ("no [link] here", "no [link] here"),
    ],
)
def test_links_read_as_their_words(given: str, words: str) -> None:
    assert clean.without_links(given) == words


def test_a_links_address_is_not_searched() -> None:
    assert fold.tokens("see [the review](http://evil.test/apoptosis)") == ["see", "the", "review"]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("clot", "clotting"), ("regulation", "regulates"), ("metabolic", "metabolism"), ("apoptosis", "apoptotic"),
        ("inflammation", "inflammatory"), ("phosphorylated", "phosphorylation"), ("activator", "activation"),
    ],
)  # fmt: skip
def test_derivations_share_a_stem(one: str, other: str) -> None:
    (one,), (other,) = fold.tokens(one), fold.tokens(other)

    assert fold.stem(one) == fold.stem(other)


@pytest.mark.parametrize(
    ("word", "root"),
    [
        ("clotting", "clot"), ("planned", "plan"), ("cell", "cell"), ("cycle", "cycl"), ("kinase", "kinas"),
        ("insulin", "insulin"), ("metabolism", "metabol"), ("glycolysis", "glycoly"), ("receptor", "recept"),
        ("meiosis", "mei"),
    ],
)  # fmt: skip
def test_a_stem_is_no_shorter_than_it_must_be(word: str, root: str) -> None:
    (token,) = fold.tokens(word)

    assert fold.stem(token) == root


@pytest.mark.parametrize("token", ["il2", "brca1", "h2o2", "14"])
def test_a_token_with_digits_is_its_own_stem(token: str) -> None:
    assert fold.stem(token) == token


@pytest.mark.parametrize(
    ("title", "headline"),
    [
        ("TCA cycle (aka Krebs or citric acid cycle)", "TCA cycle"),
        ("Apoptosis", "Apoptosis"),
        ("(all of it)", "(all of it)"),
        ("A [b] c", "A c"),
    ],
)
def test_a_headline_has_no_brackets(title: str, headline: str) -> None:
    assert fold.without_brackets(title) == headline


def test_words_without_meaning_are_left_out_unless_there_are_no_others() -> None:
    assert fold.without_stop_words(["the", "pathway", "of", "glycolysis"]) == ["glycolysis"]
    assert fold.without_stop_words(["the", "pathway"]) == ["the", "pathway"]


def test_runs_of_short_tokens_are_also_one_token() -> None:
    assert "nfkb" in set(fold.folded("the NF kappa B route").joined_terms)
    assert "il2" in set(fold.folded("IL-2 receptor").joined_terms)
    assert "il2" in set(fold.folded("receptor for IL 2").joined_terms)


@pytest.mark.parametrize("given", ["", "   ", "!?", "–"])
def test_a_text_without_letters_has_no_tokens(given: str) -> None:
    assert fold.tokens(given) == []


def test_a_very_long_word_is_folded_too() -> None:
    assert fold.compact("A" * 500) == "a" * 500


def test_an_entity_of_more_digits_than_python_reads_stays_as_it_is() -> None:
    given = f"a &#{'9' * 5000}; b"

    assert clean.plain(given) == given


def test_what_nobody_sees_is_removed_and_everything_else_stays() -> None:
    """The pattern is written out, since asking Unicode about every character takes a tenth of a second."""
    hidden = {chr(code) for code in range(0x110000) if unicodedata.category(chr(code)) in ("Cc", "Cf", "Cs")}
    removed = {
        char for code in range(0x110000) if "x" not in (char := chr(code)) and clean.visible(f"a{char}b") == "ab"
    }

    assert hidden - removed == {char for char in hidden if char.isspace()}
    assert {unicodedata.category(char) for char in removed - hidden} <= {"Cn"}
    assert clean.visible(" D\u202e\u2028\n(2)\x85\U000f0000") == "D (2) \U000f0000"
    assert clean.visible(" \xa0D\u202e\u2028\n(2)\x85", fold=False) == " \xa0D  (2) "


@pytest.mark.parametrize("given", ["non-coding genes", "NON-CODING GENES", "Noncoding gene"])
def test_a_negation_is_one_word_and_a_short_plural_its_singular(given: str) -> None:
    assert fold.tokens(given) == fold.tokens("noncoding gene")
    assert len(fold.tokens(given)) == 2


@pytest.mark.parametrize(
    ("text", "shortest", "matches"),
    [("β", 5, True), ("beta", 4, True), ("beta", 5, False), ("theta", 2, True), ("mu", 2, True), ("betas", 2, False)],
)
def test_a_greek_letter_is_itself_or_its_name(text: str, shortest: int, matches: bool) -> None:
    assert (re.fullmatch(fold.greek_letter(shortest), text) is not None) == matches
