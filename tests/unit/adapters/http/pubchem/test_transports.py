"""What PubChem's wire needs: its throttling header obeyed, its faults named, its forms sent."""

from collections.abc import Callable, Sequence
from pathlib import Path

import anyio
import httpx
import pytest

from biofacts.adapters.http.pubchem.client import PubChemClient
from biofacts.adapters.http.pubchem.transports import (
    UNREADABLE,
    PostIdentifierTransport,
    StatusTransport,
    ThrottleTransport,
    max_age,
)
from biofacts.adapters.memory.records_and_budgets import MemoryLimiter
from biofacts.adapters.sqlite.records_and_budgets import SqliteLimiter
from biofacts.domain.limits import request_rates
from biofacts.domain.limits.request_rates import Rate
from biofacts.ports.request_budgets import Limiter
from tests.pubchem import BUSY, GREEN, HTML, fault

ALL = "Request Count status: {} (60%), Request Time status: Green (0%), Service status: {} (20%)"


class Watched(Limiter):
    """A limiter that only remembers."""

    def __init__(self) -> None:
        self.held: list[float] = []

    async def reserve(self) -> float:
        return 0.0

    async def pause_for(self, seconds: float) -> None:
        self.held.append(seconds)


async def held(control: str | None) -> list[float]:
    limiter = Watched()
    headers = {"X-Throttling-Control": control} if control is not None else {}
    network = httpx.MockTransport(lambda _: httpx.Response(200, headers=headers))
    async with httpx.AsyncClient(transport=ThrottleTransport(network, limiter)) as client:
        await client.get("http://pubchem.test/")
    return limiter.held


async def test_green_goes_on() -> None:
    assert await held(GREEN) == []


async def test_no_header_goes_on() -> None:
    assert await held(None) == []


async def test_yellow_slows_down() -> None:
    assert await held(ALL.format("Yellow", "Green")) == [0.5]


async def test_red_stops_for_a_while() -> None:
    assert await held(ALL.format("Red", "Yellow")) == [5.0]


async def test_a_busy_service_is_spared_too() -> None:
    assert await held(ALL.format("Green", "Red")) == [5.0]


@pytest.mark.parametrize(
    "control",
    [
        ALL.format("Black", "Green"),
        f"{GREEN}, too many requests per second or blacklisted",
        f"{GREEN}, Remaining blocking time: 100 seconds",
    ],
)
async def test_a_refusal_pauses_longest_even_when_all_is_green(control: str) -> None:
    assert await held(control) == [10.0]


@pytest.mark.parametrize(
    ("status", "body", "meant"),
    [
        (200, {"anything": 1}, 200),
        (200, BUSY, 429),
        (503, BUSY, 429),
        (404, BUSY, 429),
        (404, fault("PUGREST.NotFound", "No CID found"), 404),
        (404, fault("PUGVIEW.NotFound", "No data found"), 404),
        (500, fault("PUGREST.NotFound", "No CID found"), 404),
        (400, fault("PUGREST.BadRequest", "Invalid ID"), 400),
        (200, fault("PUGREST.Timeout", "late"), 504),
        (200, fault("PUGREST.NotAllowed", "no"), 405),
        (200, fault("PUGREST.Unimplemented", "not yet"), 501),
        (200, fault("PUGREST.Unknown", "?"), 502),
        (500, fault("PUGREST.ServerError", "broken"), 502),
        (418, fault("PUGREST.New", "a code of tomorrow"), 418),
        (202, {"Waiting": {"ListKey": "1"}}, 504),
        (304, "", 502),
        (404, HTML, 502),
        (400, HTML, 502),
        (200, HTML, 502),
        (200, '{"Prop', 502),
        (503, HTML, 503),
        (500, "", 500),
    ],
    ids=lambda value: str(value)[:60],
)
async def test_an_answer_has_the_status_that_its_content_means(status: int, body: object, meant: int) -> None:
    answer = httpx.Response(status, text=body) if isinstance(body, str) else httpx.Response(status, json=body)
    async with httpx.AsyncClient(transport=StatusTransport(httpx.MockTransport(lambda _: answer))) as client:
        assert (await client.get("http://pubchem.test/")).status_code == meant


@pytest.mark.parametrize(
    ("answer", "unreadable"),
    [
        (httpx.Response(200, text=HTML), True),
        (httpx.Response(404, text=HTML), True),
        (httpx.Response(502, text=HTML), False),
        (httpx.Response(502, text=HTML, headers={UNREADABLE: "1"}), False),
        (httpx.Response(200, json=fault("PUGREST.ServerError", "x")), False),
        (httpx.Response(200, json={}), False),
    ],
    ids=["a page", "a page with 404", "a failure", "a failure that says so itself", "a fault", "an answer"],
)
async def test_what_was_no_answer_says_so_itself(answer: httpx.Response, unreadable: bool) -> None:
    async with httpx.AsyncClient(transport=StatusTransport(httpx.MockTransport(lambda _: answer))) as client:
        assert (UNREADABLE in (await client.get("http://pubchem.test/")).headers) is unreadable


async def test_no_cookie_comes_back() -> None:
    answer = httpx.Response(200, json={}, headers={"Set-Cookie": "a=b"})
    async with httpx.AsyncClient(transport=StatusTransport(httpx.MockTransport(lambda _: answer))) as client:
        await client.get("http://pubchem.test/")

        assert not client.cookies


async def test_an_identifier_in_the_query_is_sent_as_a_form() -> None:
    sent: list[tuple[str, str, bytes, str]] = []

    def answer(request: httpx.Request) -> httpx.Response:
        sent.append((request.method, str(request.url), request.content, request.headers["user-agent"]))
        return httpx.Response(200)

    async with httpx.AsyncClient(
        transport=PostIdentifierTransport(httpx.MockTransport(answer)), headers={"User-Agent": "me"}
    ) as client:
        await client.get("http://pubchem.test/name/cids/JSON", params={"name": "a+b/c #1 α"})
        await client.get("http://pubchem.test/page/JSON", params={"heading": "Names and Identifiers"})

    assert sent == [
        ("POST", "http://pubchem.test/name/cids/JSON", b"name=a%2Bb%2Fc+%231+%CE%B1", "me"),
        ("GET", "http://pubchem.test/page/JSON?heading=Names+and+Identifiers", b"", "me"),
    ]


# For how long PubChem's answers are kept.


DAY = 86_400


@pytest.mark.parametrize(
    ("path", "status", "expected"),
    [
        ("/rest/pug/compound/cid/2244/property/Title/JSON", 200, 7 * DAY),
        ("/rest/pug/compound/name/aspirin/cids/JSON", 200, DAY),
        ("/rest/pug_view/data/compound/2244/JSON", 200, 0),
        ("/rest/pug/compound/cid/2244/PNG", 200, 0),
        ("/rest/pug/compound/cid/2244/PNG", 404, DAY / 4),
        ("/rest/pug/compound/cid/2244/PNG", 400, 0),
        ("/rest/pug/compound/smiles/cids/JSON", 400, DAY / 4),
        ("/rest/pug/compound/name/aspirin/cids/JSON", 500, 0),
    ],
)
def test_each_answer_is_fresh_as_long_as_its_kind_is(path: str, status: int, expected: float) -> None:
    assert max_age(path, status).total_seconds() == expected


# PubChem's budget as the container gives it: five a second and four hundred a minute, all used, no burst, shared.


def _most(times: Sequence[float], seconds: float) -> int:
    return max(sum(1 for other in times if at <= other < at + seconds) for at in times)


def _slots(rates: Sequence[Rate], count: int) -> list[float]:
    granted: list[float] = []
    for _ in range(count):
        granted.append(request_rates.next_slot(0.0, granted, rates))
    return granted


def test_a_thousand_waiting_calls_keep_both_limits() -> None:
    slots = _slots(PubChemClient.rates, 1000)

    assert _most(slots, 1.0) <= 5
    assert _most(slots, 60.0) <= 400


def test_the_limit_of_a_minute_holds_where_the_one_of_a_second_would_not() -> None:
    slots = _slots([Rate(1, 0.1), *PubChemClient.rates[1:]], 900)

    assert _most(slots, 60.0) == 400


def test_waiting_calls_use_the_whole_budget() -> None:
    slots = _slots(PubChemClient.rates, 50)

    assert 49 / slots[-1] > 4.75


def test_there_is_no_burst_after_a_rest() -> None:
    now = 1000.0
    slots = _slots(PubChemClient.rates, 2)
    later = request_rates.next_slot(now, slots, PubChemClient.rates)
    after = request_rates.next_slot(now, [*slots, later], PubChemClient.rates)

    assert (later, after - later >= 0.2) == (now, True)


@pytest.fixture
def clock() -> Callable[[], float]:
    return lambda: 100.0


async def test_two_processes_share_the_budget(tmp_path: Path, clock: Callable[[], float]) -> None:
    both = [SqliteLimiter(tmp_path / "slots.sqlite", "pubchem", PubChemClient.rates, clock) for _ in range(2)]
    waits = [await both[turn % 2].reserve() for turn in range(10)]

    assert waits == pytest.approx([turn * PubChemClient.rates[0].seconds for turn in range(10)])


@pytest.mark.parametrize("where", ["memory", "disk"])
async def test_a_pause_that_several_answers_ask_for_is_one_pause(
    tmp_path: Path, clock: Callable[[], float], where: str
) -> None:
    limiter = (
        MemoryLimiter(PubChemClient.rates, clock)
        if where == "memory"
        else SqliteLimiter(tmp_path / "slots.sqlite", "pubchem", PubChemClient.rates, clock)
    )
    async with anyio.create_task_group() as tasks:
        for _ in range(5):
            tasks.start_soon(limiter.pause_for, 5.0)

    assert await limiter.reserve() == pytest.approx(5.0)
