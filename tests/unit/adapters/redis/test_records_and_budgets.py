"""Budgets and records on Redis: the contracts over a fake and over the real servers that are here, and its absence.

The fake (fakeredis) shows neither time-outs nor a server that goes away, nor that real Lua does the same.
"""

import logging
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, ClassVar

import anyio
import fakeredis
import pytest
from pytest_mock import MockerFixture
from redis.asyncio import Redis
from redis.exceptions import ConnectionError as NotConnected
from redis.exceptions import RedisError
from redis.exceptions import TimeoutError as TimedOut

from biofacts.adapters.memory.records_and_budgets import MemoryLimiter, MemoryRecordStore
from biofacts.adapters.redis.records_and_budgets import (
    BUDGET_PREFIX,
    PREFIX,
    ROOM,
    RedisLimiter,
    RedisRecordStore,
    RedisServer,
    RedisUnavailable,
    Replica,
    SharedState,
    ShareLimiter,
    _client,  # pyright: ignore[reportPrivateUsage]
)
from biofacts.domain.limits.request_rates import ONCE_A_SECOND, Rate
from biofacts.ports.record_store import RecordStore, StoredRecord
from biofacts.ports.request_budgets import Limiter
from tests.contract.catalogue import RecordStoreContract
from tests.contract.limiter import FakeClock, SharedLimiterContract
from tests.redis_servers import SERVERS, real_server

ONE_A_SECOND = (Rate(1, 1.0),)
NOW = datetime(2026, 11, 22, tzinfo=UTC)


class Asyncio:
    @pytest.fixture
    def anyio_backend(self) -> str:
        """The only loop on which the library works."""
        return "asyncio"


def over(
    client: Redis, clock: Callable[[], float] | None = None, name: str = "redis://:secret@somewhere"
) -> RedisServer:
    return RedisServer(name, clock=clock or FakeClock(), client=lambda _: client)


def limiter_over(
    server: RedisServer, rates: tuple[Rate, ...], clock: Callable[[], float] | None, own: Limiter | None = None
) -> RedisLimiter:
    own = own or MemoryLimiter(rates)
    return RedisLimiter(server, "service", rates, own=own, replica=Replica(server, 3), clock=clock)


class LimiterOnServer(Asyncio, SharedLimiterContract):
    server: RedisServer

    def make(self, rates: tuple[Rate, ...], clock: FakeClock, folder: Path) -> Limiter:
        return limiter_over(self.server, rates, clock)

    async def test_slots_of_a_clock_that_was_set_back_are_forgotten(self, clock: FakeClock, tmp_path: Path) -> None:
        await self.make(ONE_A_SECOND, FakeClock(1e6), tmp_path).reserve()
        await self.make(ONE_A_SECOND, FakeClock(1e6), tmp_path).pause_for(5)

        assert await self.make(ONE_A_SECOND, clock, tmp_path).reserve() == 0

    async def test_of_two_slots_at_one_time_only_one_is_given_back(self, clock: FakeClock, tmp_path: Path) -> None:
        limiter = self.make((Rate(2, 1.0),), clock, tmp_path)
        waits = [await limiter.reserve() for _ in range(2)]
        await limiter.give_back()
        waits += [await limiter.reserve() for _ in range(2)]

        assert waits == pytest.approx([0, 0, 0, 1])

    async def test_without_another_the_servers_clock_counts(self) -> None:
        limiter = limiter_over(self.server, (Rate(1, 100.0),), None)
        waits = [await limiter.reserve() for _ in range(3)]

        assert waits[0] == 0
        assert waits[1] == pytest.approx(100, abs=20)
        assert waits[2] - waits[1] == pytest.approx(100, abs=20)

    async def test_replicas_have_different_numbers_and_keep_them(self) -> None:
        replicas = [Replica(self.server, 3, clock) for clock in [FakeClock()] * 3]
        numbers = list[int]()
        for name, replica in zip(("a1", "b2", "c3"), replicas, strict=True):
            self.server.name = name
            await replica.learn()
            numbers.append(replica.number)
        self.server.name = "b2"
        again = Replica(self.server, 3)
        await again.learn()

        assert numbers == [0, 1, 2]
        assert again.number == 1


class RecordsOnServer(Asyncio, RecordStoreContract):
    server: RedisServer

    @pytest.fixture
    async def records(self) -> RecordStore:
        return RedisRecordStore(self.server, MemoryRecordStore())

    async def test_replicas_share_records(self) -> None:
        one, other = (RedisRecordStore(self.server, MemoryRecordStore()) for _ in range(2))
        await one.put("a", self.RECORD)
        found, kept = await other.get("a"), await other.present(["a", "b"])
        await other.remove("a")

        assert (found, kept) == (self.RECORD, {"a"})
        assert await other.get("a") is None

    async def test_a_damaged_record_is_forgotten(self, caplog: pytest.LogCaptureFixture) -> None:
        records = RedisRecordStore(self.server, MemoryRecordStore())
        await self.server.ask(lambda client: client.set(f"{PREFIX}a", b"no record"))
        found = await records.get("a")

        assert (found, await records.present(["a"])) == (None, frozenset())
        assert "corrupt" in caplog.text


class Fake(Asyncio):
    server: RedisServer

    @pytest.fixture(autouse=True)
    async def opened(self) -> AsyncGenerator[None]:
        async with over(fakeredis.FakeAsyncRedis()) as self.server:
            yield


class TestLimiterOnAFake(Fake, LimiterOnServer):
    pass


class TestRecordsOnAFake(Fake, RecordsOnServer):
    pass


@pytest.fixture(scope="module")
def ports(tmp_path_factory: pytest.TempPathFactory) -> Generator[dict[str, int]]:
    """The ports of real servers."""
    with ExitStack() as stack:
        yield {
            name: stack.enter_context(real_server(program, tmp_path_factory.mktemp(name)))
            for name, program in SERVERS.items()
        }


class Real(Asyncio):
    name: ClassVar[str]
    server: RedisServer

    @pytest.fixture(autouse=True)
    async def opened(self, ports: dict[str, int]) -> AsyncGenerator[None]:
        async with RedisServer(f"redis://127.0.0.1:{ports[self.name]}/0") as self.server:
            await self.server.ask(lambda client: client.eval("return redis.call('FLUSHALL')", 0))
            yield


if "redis" in SERVERS:

    class TestLimiterOnRedis(Real, LimiterOnServer):
        name = "redis"

    class TestRecordsOnRedis(Real, RecordsOnServer):
        name = "redis"


if "valkey" in SERVERS:

    class TestLimiterOnValkey(Real, LimiterOnServer):
        name = "valkey"

    class TestRecordsOnValkey(Real, RecordsOnServer):
        name = "valkey"


class Switch:
    """A server that can be taken away."""

    def __init__(self) -> None:
        self.away = False
        self.failures: list[RedisError] = []
        """Of the next answers."""
        self.asked = 0
        self.fake = fakeredis.FakeAsyncRedis()
        self.clock = FakeClock()
        self.server = over(self.fake, self.clock)
        ask, self.server.ask = self.server.ask, self.ask  # type: ignore[method-assign]
        self._ask = ask

    async def ask(self, question: Callable[[Redis], Any]) -> Any:
        async def asked(client: Redis) -> Any:
            self.asked += 1
            if self.away:
                raise NotConnected("Error 111 connecting to user:secret@somewhere")
            if self.failures:
                raise self.failures.pop()
            return await question(client)

        return await self._ask(asked)


class TestAway(Asyncio):
    @pytest.fixture
    async def switch(self) -> AsyncGenerator[Switch]:
        switch = Switch()
        async with switch.server:
            yield switch

    def limiter(self, switch: Switch, rates: tuple[Rate, ...] = ONE_A_SECOND) -> RedisLimiter:
        replica = Replica(switch.server, 3, switch.clock)
        own = ShareLimiter(rates, replica, switch.clock)
        return RedisLimiter(switch.server, "service", rates, own=own, replica=replica, clock=switch.clock)

    async def test_each_replica_takes_its_share_and_nothing_fails(self, switch: Switch) -> None:
        limiter = self.limiter(switch)
        await limiter.reserve()
        switch.away = True
        slots = [switch.clock.now + await limiter.reserve() for _ in range(3)]

        assert slots == pytest.approx([1005, 1008, 1011])  # number 0 of 3, after what was given out

    @pytest.mark.parametrize("failure", [TimedOut("reading"), NotConnected("closed by server")])
    @pytest.mark.parametrize(("times", "is_away"), [(1, False), (2, True)])
    async def test_one_answer_that_does_not_come_is_not_yet_an_absence(
        self, failure: RedisError, times: int, is_away: bool, switch: Switch
    ) -> None:
        limiter = self.limiter(switch)
        await limiter.reserve()
        switch.failures = [failure] * times
        await limiter.reserve()

        assert (switch.server.is_away, switch.failures) == (is_away, [])

    async def test_replicas_know_their_numbers_before_they_need_a_slot(self, monkeypatch: pytest.MonkeyPatch) -> None:
        server = fakeredis.FakeServer()

        def client(_: str) -> Redis:
            return fakeredis.FakeAsyncRedis(server=server)

        monkeypatch.setattr("biofacts.adapters.redis.records_and_budgets._client", client)
        async with SharedState("redis://somewhere", 1000) as first, SharedState("redis://somewhere", 1000) as second:
            server.connected = False
            waits = [await one.limiter("service", ONE_A_SECOND).reserve() for one in (first, second)]

        assert waits[1] - waits[0] == pytest.approx(ROOM, abs=0.5)  # the slot of the next number

    async def test_it_is_said_once_without_a_password(self, switch: Switch, caplog: pytest.LogCaptureFixture) -> None:
        caplog.set_level(logging.WARNING)
        limiter, records = self.limiter(switch), RedisRecordStore(switch.server, MemoryRecordStore())
        switch.away = True
        for _ in range(3):
            await limiter.reserve()
            await records.get("a")
            switch.clock.now += 10
        switch.away = False
        await limiter.reserve()

        assert [record.getMessage() for record in caplog.records] == [
            "Redis at somewhere cannot be reached (ConnectionError): this replica goes on by itself, with its share of"
            " each budget",
            "Redis at somewhere is available again",
        ]
        assert "secret" not in caplog.text

    async def test_the_log_names_the_cause_of_an_absence(
        self, switch: Switch, caplog: pytest.LogCaptureFixture
    ) -> None:
        async def ask(_: Redis) -> None:
            raise NotConnected("connecting to user:secret@somewhere") from ConnectionRefusedError("refused")

        with pytest.raises(RedisUnavailable):
            await switch.server.ask(ask)

        assert "cannot be reached (ConnectionRefusedError)" in caplog.text

    async def test_after_a_dead_connection_no_idle_one_is_trusted(self, switch: Switch, mocker: MockerFixture) -> None:
        """A restart of the server kills all connections; calls that use one notice it themselves."""
        dropped = mocker.spy(switch.fake.connection_pool, "disconnect")
        switch.failures = [NotConnected("closed by server")]
        await self.limiter(switch).reserve()

        dropped.assert_called_once_with(inuse_connections=False)

    async def test_a_replica_renews_its_number_every_minute(self, switch: Switch) -> None:
        replica = Replica(switch.server, 3, switch.clock)
        asked = list[int]()
        for seconds in (0, 59, 1):
            switch.clock.now += seconds
            await replica.learn()
            asked.append(switch.asked)

        assert asked == [1, 1, 2]

    async def test_the_server_stores_no_more_slots_than_the_rates_need(self, switch: Switch) -> None:
        limiter = self.limiter(switch, (Rate(3, 1.0), Rate(1, 0.1)))
        for _ in range(10):
            await limiter.reserve()

        assert await switch.fake.llen(f"{BUDGET_PREFIX}{{service}}:slots") == 4  # one of them may be given back

    async def test_while_it_is_away_it_is_not_asked_by_everybody(self, switch: Switch) -> None:
        limiter = self.limiter(switch)
        switch.away = True
        for _ in range(5):
            await limiter.reserve()
        asked = [switch.asked]
        for seconds in (1.9375, 0.0625):
            switch.clock.now += seconds
            await limiter.reserve()
            asked.append(switch.asked)

        assert asked == [2, 2, 3]  # twice before it counts as away, and again after two seconds

    async def test_when_it_is_back_the_others_hear_of_it_first(self, switch: Switch) -> None:
        limiter = self.limiter(switch)
        await limiter.reserve()
        switch.away = True
        await limiter.reserve()
        switch.away = False
        switch.clock.now += 60
        waits = [await limiter.reserve() for _ in range(2)]

        assert waits == pytest.approx([2 + 3, 2 + 4])  # two seconds, and a round of three replicas has three slots

    async def test_a_pause_is_obeyed_while_it_is_away(self, switch: Switch) -> None:
        limiter = self.limiter(switch)
        switch.away = True
        await limiter.pause_for(30)

        assert await limiter.reserve() >= 30

    async def test_what_this_replica_has_fetched_is_still_there(self, switch: Switch) -> None:
        records = RedisRecordStore(switch.server, MemoryRecordStore())
        record = StoredRecord(body=b"body", validator="", retrieved=NOW, checked=NOW)
        await records.put("a", record)
        switch.away = True
        found = await records.get("a")
        await records.put("b", record)
        kept = await records.present(["a", "b", "c"])
        await records.remove("b")

        assert (found, kept, await records.get("b")) == (record, {"a", "b"}, None)


def test_shares_of_replicas_never_meet_and_leave_no_slot_out() -> None:
    clock, taken = FakeClock(1000.5), list[int]()

    async def reserve() -> None:
        for number in range(3):
            replica = Replica(over(fakeredis.FakeAsyncRedis()), 3)
            replica.number = number
            share = ShareLimiter(ONCE_A_SECOND, replica, clock)
            taken.extend([round((clock.now + await share.reserve()) / 1.02) for _ in range(4)])

    anyio.run(reserve)

    assert sorted(taken) == list(range(981, 981 + 12))


async def test_another_loop_is_refused_in_one_sentence(anyio_backend: str) -> None:
    server = over(fakeredis.FakeAsyncRedis())
    if anyio_backend == "asyncio":
        async with server:
            pass
    else:
        with pytest.raises(RuntimeError, match="needs the event loop of asyncio, and this is trio"):
            await server.__aenter__()


@pytest.mark.parametrize("name", SERVERS)
@pytest.mark.parametrize("anyio_backend", ["asyncio"])
async def test_a_user_with_rights_to_our_keys_alone_is_enough(name: str, tmp_path: Path) -> None:
    rights = ("user default off", "user biofacts on >secret ~biofacts:* +@all -@admin -@dangerous")
    with real_server(SERVERS[name], tmp_path, *rights) as port:
        address = f"127.0.0.1:{port}/0"
        waits = list[float]()
        for url in (f"redis://biofacts:secret@{address}", f"redis://biofacts:wrong@{address}"):
            server = RedisServer(url)
            waits.append(await limiter_over(server, (Rate(1, 100.0),), None).reserve())
            is_away, records = server.is_away, RedisRecordStore(server, MemoryRecordStore())
            await records.remove("a")
            await server.__aexit__()
            assert is_away == ("wrong" in url)

    assert waits[0] == 0


def test_a_share_of_a_clock_that_was_set_back_begins_anew() -> None:
    clock, waits = FakeClock(1e6), list[float]()

    async def reserve() -> None:
        share = ShareLimiter(ONE_A_SECOND, Replica(over(fakeredis.FakeAsyncRedis()), 3), clock)
        await share.reserve()
        clock.now = 1000.0
        waits.append(await share.reserve())

    anyio.run(reserve)

    assert 0 <= waits[0] <= 3


@pytest.mark.parametrize("anyio_backend", ["asyncio"])
async def test_replicas_leave_room_for_one_that_is_busy() -> None:
    async with SharedState("redis://127.0.0.1:1/0", 3) as shared:  # nobody is there, so that it takes its share
        limiter = shared.limiter("service", ONE_A_SECOND)
        waits = [await limiter.reserve() for _ in range(3)]

    assert waits[2] - waits[1] == pytest.approx(3 * 1.25, abs=0.5)


async def test_a_call_waits_at_most_two_seconds_for_a_server_that_says_nothing() -> None:
    """A second for each of two attempts; the library itself repeats nothing."""
    clients = list[Redis]()

    def client(url: str) -> Redis:
        clients.append(_client(url))
        return clients[-1]

    RedisServer("redis://somewhere", client=client)
    options = clients[0].connection_pool.connection_kwargs

    assert [options[name] for name in ("socket_connect_timeout", "socket_timeout")] == [1, 1]
    assert options["retry"].get_retries() == 0


@pytest.mark.parametrize("anyio_backend", ["asyncio"])
async def test_readiness_tells_if_the_server_answers(mocker: MockerFixture) -> None:
    server, name = fakeredis.FakeServer(), "biofacts.adapters.redis.records_and_budgets._client"
    mocker.patch(name, return_value=fakeredis.FakeAsyncRedis(server=server))
    async with SharedState("redis://somewhere", 3) as shared:
        answers = [await shared.is_there()]
        server.connected = False
        answers.append(await shared.is_there())

    assert answers == [True, False]


@pytest.mark.parametrize("anyio_backend", ["asyncio"])
async def test_records_are_stored_here_and_on_the_server(mocker: MockerFixture) -> None:
    mocker.patch("biofacts.adapters.redis.records_and_budgets._client", return_value=fakeredis.FakeAsyncRedis())
    record, own = StoredRecord(body=b"body", validator="", retrieved=NOW, checked=NOW), MemoryRecordStore()
    async with SharedState("redis://somewhere", 3) as shared:
        await shared.records(own).put("a", record)
        found = [await store.get("a") for store in (own, shared.records(MemoryRecordStore()))]

    assert found == [record, record]


async def test_shared_state_needs_asyncio_and_closes_its_connections(anyio_backend: str, mocker: MockerFixture) -> None:
    client = fakeredis.FakeAsyncRedis()
    closed = mocker.spy(client, "aclose")
    mocker.patch("biofacts.adapters.redis.records_and_budgets._client", return_value=client)
    shared = SharedState("redis://somewhere", 3)
    if anyio_backend == "asyncio":
        async with shared:
            pass
        closed.assert_called_once()
    else:
        with pytest.raises(RuntimeError, match="needs the event loop of asyncio"):
            await shared.__aenter__()


def test_slots_count_as_those_of_another_clock_only_if_they_are_more_than_five_minutes_ahead() -> None:
    clock, waits = FakeClock(1000.0), list[float]()

    async def reserve() -> None:
        share = ShareLimiter(ONE_A_SECOND, Replica(over(fakeredis.FakeAsyncRedis()), 1), clock)
        for now in (1000.0, 700.0, 699.0):  # of a single replica, the last slot but one counts
            clock.now = now
            waits.append(await share.reserve())

    anyio.run(reserve)

    assert waits == [0, 301, 0]
