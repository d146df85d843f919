"""The cursor: opaque, and of use only where it comes from."""

import base64

import pytest

from biofacts.domain.answers.errors import AmbiguousQuery
from biofacts.domain.answers.pages import Releases, decode_cursor, encode_cursor

LISTING = ("search_pathways", "glycolysis", "Homo sapiens")
CURSOR = encode_cursor(50, "v1", LISTING)


def raw(cursor: str) -> bytes:
    return base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4))


def closed(token: bytes) -> str:
    return base64.urlsafe_b64encode(token).decode().rstrip("=")


def test_a_cursor_gives_back_its_offset_and_version() -> None:
    assert decode_cursor(CURSOR, LISTING) == (50, "v1")


def test_a_cursor_may_stand_in_an_address() -> None:
    assert set(CURSOR) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")


def test_a_cursor_with_its_padding_is_taken() -> None:
    assert decode_cursor(CURSOR + "=" * (-len(CURSOR) % 4), LISTING) == (50, "v1")


@pytest.mark.parametrize(
    "listing",
    [
        ("get_pathways_for_gene", "glycolysis", "Homo sapiens"),
        ("search_pathways", "apoptosis", "Homo sapiens"),
        ("search_pathways", "glycolysis", ""),
        ("search_pathways", "glycolysis"),
        ("search_pathways", "glycolysisHomo sapiens", ""),
    ],
)
def test_a_cursor_of_another_listing_is_refused(listing: tuple[str, ...]) -> None:
    with pytest.raises(AmbiguousQuery) as caught:
        decode_cursor(CURSOR, listing)

    assert caught.value.message == "The cursor cannot be used: it belongs to another tool, query or filter."
    assert caught.value.invalid_input == CURSOR


@pytest.mark.parametrize(
    "damaged",
    [
        "", "x", "!!!!", CURSOR[:-4], CURSOR[1:], CURSOR + "AAAA", "eyJvZmZzZXQiOiA1MH0=", closed(b'[50,"v1"]'),
        closed(raw(CURSOR)[:4]), closed(raw(CURSOR) + b"x"), closed(b""), "é" * 20, "\x00", "WyI" * 2000,
    ],
    ids=range(14),
)  # fmt: skip
def test_a_damaged_cursor_is_refused_with_the_way_to_start_again(damaged: str) -> None:
    with pytest.raises(AmbiguousQuery) as caught:
        decode_cursor(damaged, LISTING)

    assert caught.value.message == "The cursor cannot be used: it is damaged."
    assert caught.value.hint == "Repeat the call without the argument `cursor` to start again at the first page."
    assert caught.value.code == "AMBIGUOUS_QUERY"


@pytest.mark.parametrize(("offset", "version"), [(0, "v1"), (51, "v1"), (-1, "v1"), (50, "v2"), (10**20, "v1")])
def test_a_tampered_cursor_is_refused(offset: int, version: str) -> None:
    other = raw(encode_cursor(offset, version, LISTING))
    for token in (raw(CURSOR)[:4] + other[4:], b"\0" * 4 + raw(CURSOR)[4:]):
        with pytest.raises(AmbiguousQuery):
            decode_cursor(closed(token), LISTING)


@pytest.mark.parametrize(("offset", "version"), [(-1, "v1"), (10**9, "v1"), (0, "x" * 3999)])
def test_there_is_no_such_page(offset: int, version: str) -> None:
    with pytest.raises(AmbiguousQuery):
        decode_cursor(encode_cursor(offset, version, LISTING), LISTING)


def test_nine_digits_and_4000_characters_are_read() -> None:
    last = 10**9 - 1
    assert decode_cursor(encode_cursor(last, "v1", LISTING), LISTING) == (last, "v1")
    assert decode_cursor(encode_cursor(0, "x" * 3998, LISTING), LISTING) == (0, "x" * 3998)


NINE = (
    "ncbi-gene-mus-musculus=f9587ced74 hgnc=bb048cbb29 wikipathways-gpml=5657744143 ncbi-gene-homo-sapiens=e2c73a520c"
    " gtopdb-targets=5b7c4af14b gtopdb-ligands=4a03cbee5e gtopdb-ligand-ids=decc581e3a wikipathways-xref=2e8e9c9654"
    " wikipathways-text=e3b261463b"
)


def test_a_cursor_of_many_catalogues_is_short() -> None:
    cursor = encode_cursor(950, f"/{NINE}", LISTING)

    assert decode_cursor(cursor, LISTING) == (950, f"/{NINE}")
    assert len(cursor) < 80


@pytest.mark.parametrize("version", ["", "/", "round-2", "a=0123456789abc b=ABCDEF0123", "é=0123456789", "x" * 500])
def test_any_version_comes_back(version: str) -> None:
    assert decode_cursor(encode_cursor(1, version, LISTING), LISTING) == (1, version)


def test_every_cut_of_a_cursor_is_refused() -> None:
    for end in range(len(CURSOR) - 1):
        with pytest.raises(AmbiguousQuery):
            decode_cursor(CURSOR[:end], LISTING)


# The releases that a listing was made of


def test_releases_are_read_as_they_were_printed() -> None:
    releases = Releases({"wikipathways-text": "3f-a1", "pathway-ontology": "9"})

    assert str(releases) == "wikipathways-text=3f-a1 pathway-ontology=9"
    assert Releases.parse(str(releases)) == releases


@pytest.mark.parametrize("text", ["", " ", "\n"])
def test_no_text_is_no_release(text: str) -> None:
    assert Releases.parse(text).versions == {}


def test_what_nobody_printed_names_no_version() -> None:
    assert Releases.parse("gone a=b=c").versions == {"gone": "", "a": "b=c"}


@pytest.mark.parametrize("name", ["\x00", "../../elsewhere", "/etc", "..", "UPPER", "\ud800", "x" * 61, ""])
def test_what_could_lead_out_of_the_folder_of_the_catalogues_names_none(name: str) -> None:
    assert Releases.parse(f"{name}=1 pathway-ontology=9").versions == {"pathway-ontology": "9"}
