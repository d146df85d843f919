"""PubChem's pictures: how they are asked for, and what is no picture."""

import time
from pathlib import Path

import httpx
import pytest

from biofacts.adapters.http.pubchem.response_formats import LARGEST
from biofacts.adapters.local.compounds.cached_records import CachedDepictions
from biofacts.adapters.memory.records_and_budgets import MemoryRecordStore
from biofacts.domain.answers.errors import RateLimited, UpstreamError
from biofacts.domain.identifiers.curies import CompoundId
from tests.png import SIGNATURE, chunk, header, png
from tests.pubchem import BUSY, HTML, Forced, PubChem, depictions, fault, fault_as_text

ASPIRIN = CompoundId("2244")
UNKNOWN = CompoundId("999999999")
PATH = "/rest/pug/compound/cid/2244/PNG"


async def test_a_picture_is_asked_for_in_one_size_and_flat() -> None:
    seen: list[httpx.URL] = []
    upstream = PubChem()
    answer = upstream.answer

    async def noted(request: httpx.Request) -> httpx.Response:
        seen.append(request.url)
        return await answer(request)

    upstream.answer = noted  # type: ignore[method-assign]
    async with depictions(upstream) as source:
        found = await source.get(ASPIRIN)

    assert found is not None
    assert (found.png, found.width, found.height) == (png(50, 40), 50, 40)
    assert [(url.path, dict(url.params)) for url in seen] == [(PATH, {"image_size": "500x500", "record_type": "2d"})]


async def test_the_cache_of_answers_keeps_no_picture_beside_the_record(tmp_path: Path) -> None:
    upstream = PubChem()
    async with depictions(upstream, tmp_path / "answers.sqlite") as source:
        await source.get(ASPIRIN)
        await source.get(ASPIRIN)

    assert upstream.asked == [f"GET {PATH}"] * 2


NO_PICTURES = {
    "a web page": HTML.encode(),
    "nothing": b"",
    "JSON": b"{}",
    "cut off": png()[:-5],
    "too large": SIGNATURE + header(1, 1) + chunk(b"tEXt", bytes(LARGEST)) + chunk(b"IDAT", b"x") + chunk(b"IEND"),
}


@pytest.mark.parametrize("body", NO_PICTURES.values(), ids=NO_PICTURES)
async def test_what_is_no_picture_is_a_failure_that_is_not_kept(body: bytes, tmp_path: Path) -> None:
    upstream, records = PubChem(), MemoryRecordStore()
    upstream.force("/PNG", Forced(200, body))
    async with depictions(upstream, tmp_path / "answers.sqlite") as source:
        kept = CachedDepictions(source, records)
        with pytest.raises(UpstreamError, match=r"^PubChem .*its answer is not a whole PNG picture"):
            await kept.get(ASPIRIN)
        attempts = len(upstream.taken())
        upstream.forced.clear()
        found = await kept.get(ASPIRIN)

    assert attempts == 4
    assert found is not None
    assert found.source is not None
    assert found.source.mode == "live"


@pytest.mark.parametrize(
    "answer",
    [
        Forced(404, fault_as_text(404, "PUGREST.NotFound", "No CID found")),
        Forced(404, fault_as_text(404, "PUGREST.NotFound", "No CID found").replace(b"\n", b"\r\n")),
        Forced(404, fault("PUGREST.NotFound", "No CID found")),
        Forced(200, fault_as_text(404, "PUGREST.NotFound", "No CID found")),
    ],
    ids=["text", "text with other line ends", "JSON", "with another status"],
)
async def test_that_there_is_no_such_compound_is_said_by_pubchem_alone_and_remembered(answer: Forced) -> None:
    upstream = PubChem()
    upstream.force("/PNG", answer)
    async with depictions(upstream) as source:
        found = [await source.get(UNKNOWN) for _ in range(3)]

    assert found == [None] * 3
    assert len(upstream.asked) == 1


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (Forced(404, HTML), "its answer is not a whole PNG picture"),
        (Forced(400, fault("PUGREST.BadRequest", "Invalid request")), "status 400"),
        (Forced(400, fault_as_text(400, "PUGREST.BadRequest", "Invalid request")), "status 400"),
        (Forced(500, HTML), "status 500"),
        (Forced(504, fault_as_text(504, "PUGREST.Timeout", "Too slow")), "status 504"),
    ],
    ids=["a web page with 404", "400", "400 as text", "500", "504"],
)
async def test_a_failure_is_none_of_the_compounds(answer: Forced, said: str) -> None:
    upstream = PubChem()
    upstream.force("/PNG", answer)
    async with depictions(upstream) as source:
        with pytest.raises(UpstreamError, match=f"^PubChem .*{said}"):
            await source.get(ASPIRIN)


@pytest.mark.parametrize(
    "answer",
    [Forced(503, BUSY), Forced(503, fault_as_text(503, "PUGREST.ServerBusy", "Too many requests"))],
    ids=["JSON", "text"],
)
async def test_a_busy_pubchem_is_told_so(answer: Forced) -> None:
    upstream = PubChem()
    upstream.force("/PNG", answer)
    async with depictions(upstream) as source:
        with pytest.raises(RateLimited, match="PubChem cannot be queried now"):
            await source.get(ASPIRIN)


@pytest.mark.parametrize(
    "passing", [Forced(503, BUSY), Forced(200, HTML), Forced(200, png()[:-5]), httpx.ReadTimeout("late")]
)
async def test_a_failure_that_passes_is_not_noticed(passing: Forced | Exception) -> None:
    upstream = PubChem()
    upstream.force("/PNG", passing, Forced(200, png(50, 40)))
    async with depictions(upstream) as source:
        found = await source.get(ASPIRIN)

    assert found is not None
    assert found.png == png(50, 40)


async def test_offline_what_was_kept_answers_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    upstream, records, path, real = PubChem(), MemoryRecordStore(), tmp_path / "answers.sqlite", time.time
    async with depictions(upstream, path) as source:
        await CachedDepictions(source, records).get(ASPIRIN)
    upstream.taken()
    monkeypatch.setattr(time, "time", lambda: real() + 900 * 86_400)
    async with depictions(upstream, path, offline=True) as source:
        kept = CachedDepictions(source, records, offline=True)
        found = await kept.get(ASPIRIN)
        with pytest.raises(UpstreamError, match=r"^PubChem .*offline mode, and its answer to this is not stored here"):
            await kept.get(CompoundId("3672"))

    assert found is not None
    assert found.source is not None
    assert (found.source.mode, found.source.stale) == ("cache", True)
    assert upstream.asked == []
