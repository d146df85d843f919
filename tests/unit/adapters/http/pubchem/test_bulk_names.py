"""PubChem's files of names: rare damage is left out, anything else refused with one clear sentence."""

import gc
import gzip
import os
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import partial
from itertools import chain, count, repeat
from pathlib import Path
from typing import Self

import httpx
import msgspec
import pytest

from biofacts.adapters.http.pubchem.bulk_names import StreamedFile, read_inchikeys, read_names
from biofacts.domain.answers.errors import RateLimited, UpstreamError
from biofacts.domain.compounds.queries import NamedNumber
from biofacts.domain.limits import time_limits
from tests.bulk_names import TITLE_PATH, TITLES, Bulk, packed
from tests.wire import Script


def read(tmp_path: Path, body: bytes) -> list[NamedNumber]:
    path = tmp_path / "names.gz"
    path.write_bytes(body)
    return [*read_names(path, lambda done: None)]


def test_a_line_is_a_number_and_a_name(tmp_path: Path) -> None:
    body = gzip.compress(b"1\tone\n1\tuno\n5\tfive, and more\n")

    assert read(tmp_path, body) == [(1, "one"), (1, "uno"), (5, "five, and more")]


def test_of_structures_the_number_and_the_inchikey_are_read(tmp_path: Path) -> None:
    path = tmp_path / "keys.gz"
    path.write_bytes(gzip.compress(b"2244\tInChI=1S/C9H8O4\tBSYNRYMUTXBXSQ-UHFFFAOYSA-N\n"))

    assert [*read_inchikeys(path, lambda done: None)] == [(2244, "BSYNRYMUTXBXSQ-UHFFFAOYSA-N")]


def test_broken_letters_cost_no_more_than_themselves(tmp_path: Path) -> None:
    assert read(tmp_path, gzip.compress(b"1\tone\n2\tna\xc3ve\n")) == [(1, "one"), (2, "na\ufffdve")]


@pytest.mark.parametrize("line", [b"", b"\t", b"two\ttwo", b"2\t", b"-2\ttwo", b"99999999999\ttwo", b"2", b"1\tdown"])
def test_a_damaged_line_is_left_out_and_told(tmp_path: Path, line: bytes, caplog: pytest.LogCaptureFixture) -> None:
    found = read(tmp_path, gzip.compress(b"2\tone\n" + line + b"\n3\tthree\n"))

    assert found == [(2, "one"), (3, "three")]
    assert "1 damaged lines" in caplog.text


def test_many_damaged_lines_are_another_file(tmp_path: Path) -> None:
    body = gzip.compress(b"1\tone\n" + b"something else\n" * 1000)

    with pytest.raises(ValueError, match="not numbers with names"):
        read(tmp_path, body)


@pytest.mark.parametrize(("whole", "damaged"), [(1, 10), (1000, 11)])
def test_ten_lines_and_one_in_a_thousand_may_be_damaged(whole: int, damaged: int, tmp_path: Path) -> None:
    lines = b"1\tone\n" * whole + b"something else\n" * damaged

    assert len(read(tmp_path, gzip.compress(lines))) == whole
    with pytest.raises(ValueError, match=f"^{damaged + 1} of its first {whole + damaged + 1} lines"):
        read(tmp_path, gzip.compress(lines + b"something else\n"))


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"<html>",
        gzip.compress(b"1\tone\n" * 10_000)[:-20],
        gzip.compress(b"1\tone\n")[:-4] + b"xxxx",
        gzip.compress(b"1\tone\n" * 10_000)[:40] + b"x" * 60,
    ],
    ids=["nothing", "web page", "cut off", "wrong checksum", "other bytes"],
)
def test_what_is_no_whole_gzip_file_is_refused(tmp_path: Path, body: bytes) -> None:
    with pytest.raises(ValueError, match=r"not a complete gzip|it is empty"):
        read(tmp_path, body)


def test_an_endless_line_is_refused_before_it_fills_the_memory(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="a line of more than"):
        read(tmp_path, gzip.compress(b"1\t" + b"x" * 8_000_000))


def test_the_last_line_needs_no_end(tmp_path: Path) -> None:
    assert read(tmp_path, gzip.compress(b"1\tone\n2\ttwo")) == [(1, "one"), (2, "two")]


def test_how_much_is_read_is_told_in_bytes_of_the_file(tmp_path: Path) -> None:
    path, told = tmp_path / "names.gz", list[int]()
    path.write_bytes(gzip.compress(b"".join(b"%d\tname %d\n" % (n, n) for n in range(1, 200_000))))
    count = sum(1 for _ in read_names(path, told.append))

    assert count == 199_999
    assert told == sorted(told)
    assert len(told) > 1
    assert told[-1] == path.stat().st_size


# Files that are larger than memory: what was fetched is never fetched again, and nothing else is taken for them.


BODY = packed((number, f"compound {number}") for number in range(1, 2000))


def ignored(done: int) -> None:
    """A report that nobody reads."""


def file(bulk: Bulk) -> StreamedFile[NamedNumber]:
    return StreamedFile(bulk.client(), "PubChem", TITLE_PATH[1:], read_names)


def scripted(*answers: httpx.Response | Exception) -> StreamedFile[NamedNumber]:
    http = httpx.AsyncClient(base_url="http://bulk.test/", transport=Script(*answers).transport)
    return StreamedFile(http, "PubChem", TITLE_PATH[1:], read_names)


@pytest.fixture
def bulk() -> Bulk:
    return Bulk({TITLE_PATH: BODY})


async def test_what_is_there_is_announced_without_a_body(bulk: Bulk) -> None:
    announced = await file(bulk).announced()

    assert (announced.size, announced.modified) == (len(BODY), datetime(2026, 8, 22, 19, 31, 22, tzinfo=UTC))
    assert announced.validator
    assert [one.method for one in bulk.asked] == ["HEAD"]


async def test_a_file_is_brought_whole_and_read(bulk: Bulk, tmp_path: Path) -> None:
    bulk.files[TITLE_PATH] = packed(TITLES)
    large, told = file(bulk), list[int]()
    announced = await large.announced()
    path = await large.fetch(announced, tmp_path, told.append)

    assert path.read_bytes() == packed(TITLES)
    assert [*large.read(path, ignored)] == [*TITLES]
    assert told[-1] == announced.size == large.fetched_bytes(announced, tmp_path)


async def test_what_broke_off_is_taken_up_where_it_was(bulk: Bulk, tmp_path: Path) -> None:
    bulk.breaks = [1000, 500]
    large = file(bulk)
    path = await large.fetch(await large.announced(), tmp_path, ignored)

    assert path.read_bytes() == BODY
    assert [start for _, start in bulk.got()] == [0, 1000, 1500]


async def test_after_a_failure_the_next_one_goes_on(bulk: Bulk, tmp_path: Path) -> None:
    bulk.breaks = [1000, *[0] * 4]
    large = file(bulk)
    announced = await large.announced()
    with pytest.raises(UpstreamError, match=r"^PubChem is unavailable: "):
        await large.fetch(announced, tmp_path, ignored)
    kept = large.fetched_bytes(announced, tmp_path)
    bulk.got()
    reported: list[int] = []
    path = await file(bulk).fetch(announced, tmp_path, reported.append)

    assert kept == 1000
    assert path.read_bytes() == BODY
    assert reported == [1000, len(BODY)]
    assert [start for _, start in bulk.got()] == [1000]


async def test_an_upstream_without_parts_is_asked_for_the_whole(bulk: Bulk, tmp_path: Path) -> None:
    bulk.breaks, bulk.has_ranges = [1000], False
    large = file(bulk)
    path = await large.fetch(await large.announced(), tmp_path, ignored)

    assert path.read_bytes() == BODY


async def test_an_upstream_that_always_breaks_off_at_one_place_is_given_up(bulk: Bulk, tmp_path: Path) -> None:
    bulk.breaks, bulk.has_ranges = [1000] * 50, False
    large = file(bulk)
    announced = await large.announced()
    with pytest.raises(UpstreamError, match=r"^PubChem .*cannot be reached"):
        await large.fetch(announced, tmp_path, ignored)

    assert len(bulk.got()) < 10


async def test_without_a_validator_nothing_is_taken_up(bulk: Bulk, tmp_path: Path) -> None:
    bulk.has_validators, bulk.breaks = False, [1000]
    large = file(bulk)
    announced = await large.announced()
    path = await large.fetch(announced, tmp_path, ignored)

    assert path.read_bytes() == BODY
    assert [start for _, start in bulk.got()] == [0, 0]
    assert large.fetched_bytes(announced, tmp_path) == 0


async def test_a_part_of_another_edition_goes(bulk: Bulk, tmp_path: Path) -> None:
    bulk.breaks = [1000, *[0] * 4]
    large = file(bulk)
    with pytest.raises(UpstreamError, match=r"^PubChem is unavailable: "):
        await large.fetch(await large.announced(), tmp_path, ignored)
    bulk.files[TITLE_PATH] = packed(TITLES)
    path = await large.fetch(await large.announced(), tmp_path, ignored)

    assert path.read_bytes() == packed(TITLES)
    assert os.listdir(tmp_path) == [path.name]


async def test_an_edition_that_changes_on_the_way_is_no_mixture(bulk: Bulk, tmp_path: Path) -> None:
    large = file(bulk)
    announced = await large.announced()
    bulk.files[TITLE_PATH] = packed(TITLES)
    with pytest.raises(UpstreamError, match=r"^PubChem .*changed"):
        await large.fetch(announced, tmp_path, ignored)


def _head(**headers: str) -> httpx.Response:
    return httpx.Response(200, headers={"Content-Length": "100", "ETag": '"1"', **headers})


@pytest.mark.parametrize(("body", "said"), [(b"x" * 99, "shorter"), (b"x" * 101, "longer")])
async def test_a_body_of_another_length_is_refused(body: bytes, said: str, tmp_path: Path) -> None:
    large = scripted(_head(), httpx.Response(200, headers={"ETag": '"1"'}, content=body))
    announced = await large.announced()
    with pytest.raises(UpstreamError, match=f"^PubChem .*{said}"):
        await large.fetch(announced, tmp_path, ignored)


async def test_another_part_than_was_asked_for_is_refused(bulk: Bulk, tmp_path: Path) -> None:
    bulk.breaks, bulk.headers = [1000], {"Content-Range": "bytes 0-10/11"}
    large = file(bulk)
    announced = await large.announced()
    original = bulk.answer

    async def wrong(request: httpx.Request) -> httpx.Response:
        answer = await original(request)
        if answer.status_code == 206:
            answer.headers["Content-Range"] = "bytes 7-10/11"
        return answer

    http = httpx.AsyncClient(base_url="http://bulk.test/", transport=httpx.MockTransport(wrong))
    with pytest.raises(UpstreamError, match=r"^PubChem .*wrong part"):
        await StreamedFile(http, "PubChem", TITLE_PATH[1:], read_names).fetch(announced, tmp_path, ignored)


@pytest.mark.parametrize(
    ("answer", "error", "said"),
    [
        (httpx.Response(404), UpstreamError, "does not exist"),
        (httpx.Response(500), UpstreamError, "status 500"),
        (httpx.Response(503), UpstreamError, "status 503"),
        (httpx.Response(429), RateLimited, "fewer requests"),
        (httpx.Response(302, headers={"Location": "http://evil.test/"}), UpstreamError, "another address"),
        (httpx.Response(200, html="<html>"), UpstreamError, "something else"),
        (httpx.Response(200, headers={"Transfer-Encoding": "chunked"}), UpstreamError, "how large"),
        (httpx.Response(200, headers={"Content-Length": "0"}), UpstreamError, "how large"),
        (httpx.ConnectError("refused"), UpstreamError, "cannot be reached"),
        (httpx.ReadTimeout("slow"), UpstreamError, "in time"),
    ],
    ids=["404", "500", "503", "429", "redirect", "web page", "no length", "nothing", "refused", "slow"],
)
async def test_what_is_no_file_ends_in_its_error(
    answer: httpx.Response | Exception, error: type[Exception], said: str
) -> None:
    with pytest.raises(error, match=f"^PubChem .*{said}"):
        await scripted(answer).announced()


async def test_a_failure_that_passes_is_not_noticed() -> None:
    found = await scripted(httpx.Response(503), httpx.ConnectError("refused"), _head()).announced()

    assert found.size == 100


class Drip(httpx.AsyncByteStream):
    """A body that never ends. (No generator: who stops reading could not close it.)"""

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> bytes:
        return b"drip" * 25


def timed(seconds: Iterator[float]) -> StreamedFile[NamedNumber]:
    answers = _head(), httpx.Response(200, headers={"ETag": '"1"'}, stream=Drip())
    http = httpx.AsyncClient(base_url="http://bulk.test/", transport=Script(*answers).transport)
    return StreamedFile(http, "PubChem", TITLE_PATH[1:], read_names, clock=partial(next, seconds))


async def test_a_body_that_drips_is_given_up_and_what_came_is_kept(tmp_path: Path) -> None:
    large = timed(count(step=10.0))
    announced = msgspec.structs.replace(await large.announced(), size=500)
    with pytest.raises(UpstreamError, match=r"^PubChem .*in time"):
        await large.fetch(announced, tmp_path, ignored)
    gc.collect()  # what is left open now says so

    assert large.fetched_bytes(announced, tmp_path) == 200


@pytest.mark.parametrize(
    ("seconds", "slowest", "is_slow"), [(time_limits.BODY, 4096, False), (20, 5, False), (20, 6, True)]
)
async def test_a_body_is_too_slow_if_it_is_late_and_below_the_least_rate(
    seconds: float, slowest: int, is_slow: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(time_limits, "SLOWEST_BODY", slowest)
    large = timed(chain([0.0, seconds], repeat(1000.0)))
    announced = await large.announced()
    with pytest.raises(UpstreamError):
        await large.fetch(announced, tmp_path, ignored)

    assert large.fetched_bytes(announced, tmp_path) == (100 if is_slow else 200)
