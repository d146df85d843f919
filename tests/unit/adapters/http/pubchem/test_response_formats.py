"""PNG pictures are whole, or none."""

import struct
import zlib

import pytest

from biofacts.adapters.http.pubchem.response_formats import LARGEST, Completions, read, size
from biofacts.domain.answers.errors import UpstreamError
from tests.png import SIGNATURE, chunk, header, png

WHOLE = png(50, 40)
PIXELS = chunk(b"IDAT", zlib.compress(b"\0\xff"))
END = chunk(b"IEND")


def test_a_whole_picture_has_a_size() -> None:
    assert size(WHOLE) == (50, 40)


def test_other_parts_may_stand_between() -> None:
    assert size(SIGNATURE + header(1, 1) + chunk(b"tEXt", b"Software\0none") + PIXELS + PIXELS + END) == (1, 1)


def test_what_breaks_off_anywhere_is_none() -> None:
    assert [length for length in range(len(WHOLE)) if size(WHOLE[:length])] == []


@pytest.mark.parametrize("side", [1, 4096, 4097])
def test_a_picture_has_at_most_4096_pixels_a_side(side: int) -> None:
    wide, high = (size(SIGNATURE + header(*sides) + PIXELS + END) for sides in ((side, 1), (1, side)))
    assert (wide, high) == (((side, 1), (1, side)) if side <= 4096 else (None, None))


def test_a_picture_has_at_most_2_megabytes() -> None:
    room = 2 * 2**20 - len(WHOLE) - 12
    start = len(SIGNATURE + header(1, 1))
    for length, found in ((room, True), (room + 1, False)):
        padded = WHOLE[:start] + chunk(b"tEXt", bytes(length)) + WHOLE[start:]
        assert (size(padded) is not None) == found


def test_what_is_damaged_anywhere_is_none() -> None:
    damaged = [WHOLE[:at] + bytes([WHOLE[at] ^ 1]) + WHOLE[at + 1 :] for at in range(len(WHOLE))]

    assert [at for at, body in enumerate(damaged) if size(body)] == []


@pytest.mark.parametrize(
    "body",
    [
        b"", b"<!DOCTYPE html>", b"GIF89a", SIGNATURE, WHOLE + b"\n", WHOLE + WHOLE,
        SIGNATURE + END, SIGNATURE + header(1, 1) + END, SIGNATURE + PIXELS + END,
        SIGNATURE + chunk(b"IHDR", b"12") + PIXELS + END,
        SIGNATURE + chunk(b"IDAT", struct.pack(">II", 1, 1)) + END,
        SIGNATURE + header(0, 1) + PIXELS + END, SIGNATURE + header(1, 100_000) + PIXELS + END,
        SIGNATURE + header(1, 1) + b"\xff\xff\xff\xffIDAT" + PIXELS + END,
        SIGNATURE + header(1, 1) + chunk(b"tEXt", bytes(LARGEST)) + PIXELS + END,
    ],
    ids=range(15),
)  # fmt: skip
def test_whatever_else_is_none(body: bytes) -> None:
    assert size(body) is None


@pytest.mark.parametrize(
    ("body", "terms"),
    [
        (b'{"status": {"code": 0}, "total": 1, "dictionary_terms": {"compound": ["aspirin"]}}', ["aspirin"]),
        (b'{"dictionary_terms": {"compound": ["aspirin"]}}', ["aspirin"]),
        (b'{"status": {"code": 0}, "total": 0}', []),
        (b'{"status": {"code": 0}}', []),
        (b'{"total": 0}', []),
        (b'{"total": "0", "dictionary_terms": {}}', []),
    ],
)
def test_an_answer_without_terms_says_that_there_are_none(body: bytes, terms: list[str]) -> None:
    assert [*read(body, Completions, "PubChem").terms.compound] == terms


@pytest.mark.parametrize("body", [b"{}", b'{"total": 3}', b'{"dictionary_terms": {}}', b"[]", b"<html>"])
def test_an_answer_without_terms_and_a_word_of_it_cannot_be_read(body: bytes) -> None:
    with pytest.raises(UpstreamError, match=r"^PubChem is unavailable: its answer has a form that cannot be read"):
        read(body, Completions, "PubChem")
