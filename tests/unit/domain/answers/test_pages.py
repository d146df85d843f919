"""The cursor: opaque, and of use only where it comes from."""

import base64
import json

import pytest

from biofacts.domain.answers.errors import AmbiguousQuery
from biofacts.domain.answers.pages import Releases, decode_cursor, encode_cursor

LISTING = ("search_pathways", "glycolysis", "Homo sapiens")
CURSOR = encode_cursor(50, "v1", LISTING)


def reopened(cursor: str) -> list[object]:
    opened: list[object] = json.loads(base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)))
    return opened


def closed(token: object) -> str:
    return base64.urlsafe_b64encode(json.dumps(token).encode()).decode().rstrip("=")


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
        "", "x", "!!!!", CURSOR[:-4], CURSOR[1:], CURSOR + "AAAA", "eyJvZmZzZXQiOiA1MH0=", closed([50, "v1"]),
        closed(["50", "v1", "x"]), closed("50"), closed(None), "é" * 20, "\x00", "WyI" * 2000,
    ],
    ids=range(14),
)  # fmt: skip
def test_a_damaged_cursor_is_refused_with_the_way_to_start_again(damaged: str) -> None:
    with pytest.raises(AmbiguousQuery) as caught:
        decode_cursor(damaged, LISTING)

    assert caught.value.message == "The cursor cannot be used: it is damaged."
    assert caught.value.hint == "Repeat the call without cursor to start again at the first page."
    assert caught.value.code == "AMBIGUOUS_QUERY"


@pytest.mark.parametrize(("place", "value"), [(0, 0), (0, 51), (0, -1), (1, "v2"), (2, "0" * 18)])
def test_a_tampered_cursor_is_refused(place: int, value: object) -> None:
    token = reopened(CURSOR)
    token[place] = value
    with pytest.raises(AmbiguousQuery):
        decode_cursor(closed(token), LISTING)


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
