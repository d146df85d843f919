"""Texts from outside: one line, without what hides in them, and as long as their place allows."""

import html

import pytest

from biofacts.domain.text import clean


@pytest.mark.parametrize(
    ("text", "limit", "shown"),
    [
        ("one two", 7, "one two"),
        ("one  two\n", 7, "one two"),
        ("one two three", 10, "one two..."),
        ("one two, three", 11, "one two..."),
        ("one two three", 9, "one tw..."),
        ("a verylongword", 10, "a veryl..."),
        ("abcdef verylongword", 15, "abcdef veryl..."),
        ("abcdefgh verylongword", 15, "abcdefgh..."),
        ("abcdefghi jkl mno", 16, "abcdefghi jkl..."),
        ("abcdefgh ij klmnop", 16, "abcdefgh ij..."),
    ],
)
def test_a_text_is_cut_at_a_word_that_leaves_more_than_half(text: str, limit: int, shown: str) -> None:
    assert clean.shorten(text, limit) == shown


def test_a_remark_has_200_characters_a_quotation_120_and_a_name_60() -> None:
    for longest, limited in ((200, clean.shorten), (120, clean.excerpt), (60, clean.short)):
        assert limited("x" * longest) == "x" * longest
        assert limited("x" * (longest + 1)) == "x" * (longest - 3) + "..."


def test_entities_count_as_the_characters_that_they_stand_for() -> None:
    assert clean.excerpt("&lt;" * 120) == "<" * 120


def test_what_is_escaped_ten_times_is_read() -> None:
    escaped = "<"
    for _ in range(10):
        escaped = html.escape(escaped)

    assert clean.plain(escaped) == "<"
    assert clean.plain(html.escape(escaped)) == "&lt;"


@pytest.mark.parametrize(
    ("text", "line", "lines"),
    [
        ("a \t b", "a b", "a b"),
        (" a\r\nb\rc \n", "a b c", "a\nb\nc"),
        ("a\u200bb\u202ec", "abc", "abc"),
        ("&alpha; &amp;\n&lt;", "α & <", "α &\n<"),
    ],
)
def test_a_text_is_plain(text: str, line: str, lines: str) -> None:
    assert (clean.plain(text), clean.plain(text, lines=True)) == (line, lines)


@pytest.mark.parametrize(
    ("cell", "values"),
    [("", ()), (" ", ()), (" a ", ("a",)), ("a|b |a| ", ("a", "b")), ("a&amp;b|a  b", ("a&b", "a b")), ("ä|", ("ä",))],
)
def test_a_cell_has_several_values(cell: str, values: tuple[str, ...]) -> None:
    assert clean.several(cell) == values


def test_the_most_frequent_text_is_the_first_of_equal_ones() -> None:
    assert clean.most_frequent({"b": 2, "a": 2, "c": 1}) == "a"
    assert clean.most_frequent({}) is None


def test_a_number_stands_with_its_noun() -> None:
    said = [clean.counted(0, "name"), clean.counted(1, "name"), clean.counted(2, "entry", "entries")]
    assert said == ["0 names", "1 name", "2 entries"]


def test_no_password_is_shown() -> None:
    assert clean.without_credentials("at https://me:secret@host/a@b or x@y") == "at https://host/a@b or x@y"


def test_a_remark_behind_a_name_stays_and_a_bracket_in_it_goes() -> None:
    assert clean.without_attached_brackets("[3H]bombesin (human)") == "-3H-bombesin (human)"
    assert clean.pasted("D<sub>2</sub> &lt; 5") == "D2 < 5"


@pytest.mark.parametrize(
    ("names", "said"), [((), ""), (("a",), "a"), (("a", "b"), "a and b"), (("a", "b", "c", "d"), "a, b, c and d")]
)
def test_names_are_listed_in_a_sentence(names: tuple[str, ...], said: str) -> None:
    assert clean.enumerated(names) == said


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16-le", "utf-16-be"])
def test_a_text_is_read_in_its_encoding(encoding: str) -> None:
    mark = "\ufeff" if encoding.startswith("utf-16") else ""
    assert clean.decoded(f"{mark}α-actinin".encode(encoding)) == "α-actinin"


@pytest.mark.parametrize("link", ["[a pathway](https://host/a)", "[a pathway](https://hos"])
def test_of_a_link_the_text_stays(link: str) -> None:
    assert clean.without_links(f"see {link}").startswith("see a pathway")
