"""The state that replicas share through Redis: request budgets and fetched records."""

import logging
import math
import secrets
import time
import zlib
from collections.abc import Awaitable, Callable, Sequence
from collections.abc import Set as AbstractSet
from contextlib import AbstractAsyncContextManager, suppress
from typing import Any, Self
from urllib.parse import urlsplit

import msgspec
import sniffio
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as NotConnected
from redis.exceptions import RedisError
from redis.exceptions import TimeoutError as TimedOut

from biofacts.domain.limits import freshness, request_rates, time_limits
from biofacts.domain.limits.request_rates import Rate
from biofacts.ports.record_store import RecordStore, StoredRecord
from biofacts.ports.request_budgets import Limiter

_TIMEOUT = 1.0
"""Seconds to wait for a connection or an answer: a nearby server takes milliseconds, and calls can do without it."""
ASKED_AGAIN = 2.0
"""Seconds between attempts to reach a server that could not be reached."""


class RedisUnavailable(Exception):
    """The error if the server cannot be reached now."""


class RedisServer:
    """A Redis server at an address `redis[s]://[USER:PASSWORD@]HOST[:PORT][/DATABASE]`.

    A server that cannot be reached is tried again every few seconds. The log says once that the server is away and once
    that it is available again, and names only its host. Entering this context raises RuntimeError on an event loop
    other than asyncio's.
    """

    def __init__(
        self, url: str, *, clock: Callable[[], float] = time.monotonic, client: "Callable[[str], Redis] | None" = None
    ) -> None:
        self._host = urlsplit(url).hostname or "localhost"
        self._client = (client or _client)(url)
        self._clock = clock
        self._asked_again_at = -math.inf
        self.is_away = False
        self.name = secrets.token_hex()
        """A random name of this replica."""

    async def __aenter__(self) -> Self:
        if (loop := sniffio.current_async_library()) != "asyncio":
            raise RuntimeError(f"BIOFACTS_REDIS_URL needs the event loop of asyncio, and this is {loop}")
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._client.aclose()

    async def ask(self, question: "Callable[[Redis], Awaitable[Any]]") -> Any:
        """Run a command on the server and return its answer. Raises: RedisUnavailable."""
        if self.is_away and self._clock() < self._asked_again_at:
            raise RedisUnavailable
        self._asked_again_at = self._clock() + ASKED_AGAIN  # meanwhile, other calls need not try
        try:
            answer = await self._answer(question)
        except (RedisError, OSError) as error:
            if not self.is_away:
                self.is_away = True
                _log.warning(
                    "Redis at %s cannot be reached (%s): this replica goes on by itself, with its share of each budget",
                    self._host, type(error.__cause__ or error.__context__ or error).__name__,
                )  # fmt: skip
            raise RedisUnavailable from None  # the library's message may contain the user name
        if self.is_away:
            self.is_away = False
            _log.warning("Redis at %s is available again", self._host)
        return answer

    async def _answer(self, question: "Callable[[Redis], Awaitable[Any]]") -> Any:
        """Run a command, and repeat it once if the connection fails, before the server counts as away.

        This process may have been suspended, or the server may have been restarted since the connection was opened. A
        replica that works alone while the others use the server would exceed the shared budgets.
        """
        try:
            return await question(self._client)
        except (TimedOut, NotConnected):
            if self.is_away:
                raise
            await self._client.connection_pool.disconnect(inuse_connections=False)  # any idle connection may be dead
            return await question(self._client)


def _client(url: str) -> Redis:
    # No retries by the library: `_answer` repeats a command once.
    return Redis.from_url(  # pyright: ignore[reportUnknownMemberType]  # its options are not typed
        url,
        socket_timeout=_TIMEOUT,
        socket_connect_timeout=_TIMEOUT,
        retry=Retry(NoBackoff(), 0),
        client_name="biofacts",
    )


_log = logging.getLogger(__name__)

ROOM = 1.25
"""The factor that lengthens the times of a budget, since a busy replica may use its slot late, close to the next."""


class SharedState:
    """The limiters and record stores of one server, open inside this context. `replicas`: the number that share it."""

    def __init__(self, url: str, replicas: int) -> None:
        self._server = RedisServer(url)
        self._replica = Replica(self._server, replicas)

    async def __aenter__(self) -> Self:
        await self._server.__aenter__()
        with suppress(
            RedisUnavailable
        ):  # fetch the replica's number now: the server may be away when the first slot is needed
            await self._replica.learn()
        return self

    async def __aexit__(self, *exc_info: object) -> None:
        await self._server.__aexit__(*exc_info)

    async def is_there(self) -> bool:
        try:
            return bool(await self._server.ask(_ping))
        except RedisUnavailable:
            return False

    def limiter(self, service: str, rates: Sequence[Rate]) -> Limiter:
        roomy = [Rate(rate.count, rate.seconds * ROOM) for rate in rates]
        own = ShareLimiter(roomy, self._replica)
        return RedisLimiter(self._server, service, roomy, own=own, replica=self._replica)

    def records(self, own: RecordStore) -> RecordStore:
        """Return a shared record store. `own`: the store of this replica, which gets a copy of each record."""
        return RedisRecordStore(self._server, own)


async def _ping(redis: Redis) -> bool:
    answer: Any = await redis.ping()  # pyright: ignore[reportUnknownMemberType]  # untyped
    return bool(answer)


# Fetched records that all replicas share


PREFIX = "biofacts:record:1:"
"""The prefix of all keys, with the version of the record format."""

_encoder, _decoder = msgspec.msgpack.Encoder(), msgspec.msgpack.Decoder(StoredRecord)


class RedisRecordStore(RecordStore):
    """A store of compressed records that expire after 90 days, as in the SQLite store.

    `own`: the store of this replica, which gets a copy of each record and is used for records that the server lacks.
    """

    def __init__(self, server: RedisServer, own: RecordStore) -> None:
        self._server = server
        self._own = own

    async def get(self, key: str) -> StoredRecord | None:
        packed = await self._ask(lambda client: client.get(PREFIX + key), None)
        try:
            return _decoder.decode(zlib.decompress(packed)) if packed else await self._own.get(key)
        except (zlib.error, msgspec.DecodeError) as error:
            _log.warning("the record %s is corrupt (%s) and was discarded", key, error)
            await self.remove(key)
            return None

    async def present(self, keys: Sequence[str]) -> AbstractSet[str]:
        async def ask(client: Redis) -> list[object]:
            # One round trip for all keys.
            async with client.pipeline(transaction=False) as questions:
                for key in keys:
                    questions.exists(PREFIX + key)
                return list(await questions.execute())

        there = await self._ask(ask, [])
        # While the server is away, `there` is empty.
        return {key for key, value in zip(keys, there, strict=False) if value} | await self._own.present(keys)

    async def put(self, key: str, record: StoredRecord) -> None:
        packed = zlib.compress(_encoder.encode(record))
        await self._own.put(key, record)
        await self._ask(lambda client: client.set(PREFIX + key, packed, ex=freshness.STORED), None)

    async def remove(self, key: str) -> None:
        await self._own.remove(key)
        await self._ask(lambda client: client.delete(PREFIX + key), None)

    def fetching(self, key: str) -> AbstractAsyncContextManager[None]:
        """Hold a lock on a key in the store of this replica; other replicas may fetch the same record meanwhile."""
        return self._own.fetching(key)

    async def _ask(self, question: Callable[[Redis], Awaitable[Any]], otherwise: Any) -> Any:
        try:
            return await self._server.ask(question)
        except RedisUnavailable:
            return otherwise


# A budget that all replicas share: scripts on the server reserve its slots by the server's clock


BUDGET_PREFIX = "biofacts:budget:"
"""The prefix of all keys: `biofacts:budget:{SERVICE}:slots`, `...:pause`, and `biofacts:budget:replicas`."""

_MICROSECONDS = 1_000_000
_LEASE = 600
"""Seconds after which a replica's number, if not renewed, may be given to another replica."""

# Times are in microseconds. Lua prints numbers with 14 digits, which are too few, so the scripts use `%.0f`.
_NOW = """
local now = tonumber(ARGV[1])
if now < 0 then
    local time = redis.call('TIME')
    now = time[1] * 1000000 + time[2]
end
"""
"""The start of a script: `now` is the time that the caller passes, or the server's time if that is negative."""

# Reserves a slot. Slots or a pause far in the future date from before the clock was set back, and are ignored.
RESERVE = (
    _NOW
    + """local forgotten, kept = tonumber(ARGV[2]), tonumber(ARGV[3])

local newest = tonumber(redis.call('LINDEX', KEYS[1], -1) or now)
if newest > now + forgotten then redis.call('DEL', KEYS[1]) end

local slot = now
local pause = tonumber(redis.call('GET', KEYS[2]) or 0)
if pause <= now + forgotten then slot = math.max(slot, pause) end
local longest = 0
for i = 4, #ARGV, 2 do
    local before = redis.call('LINDEX', KEYS[1], -tonumber(ARGV[i]))
    longest = math.max(longest, tonumber(ARGV[i + 1]))
    if before then slot = math.max(slot, tonumber(before) + tonumber(ARGV[i + 1])) end
end
redis.call('RPUSH', KEYS[1], string.format('%.0f', slot))
redis.call('LTRIM', KEYS[1], -kept, -1)
redis.call('PEXPIRE', KEYS[1], math.ceil((slot - now + longest) / 1000) + 1000)
return string.format('%.0f %.0f', slot - now, slot)
"""
)

# Extends the pause of a service; it never shortens one.
PAUSE = (
    _NOW
    + """local forgotten = tonumber(ARGV[2])
local until_now = tonumber(redis.call('GET', KEYS[1]) or 0)
if until_now > now + forgotten then until_now = 0 end
local pause = math.max(until_now, now + tonumber(ARGV[3]))
redis.call('SET', KEYS[1], string.format('%.0f', pause), 'PX', math.ceil((pause - now) / 1000) + 1)
"""
)

# Returns the number of a replica: the one that it has, else the first number that is free or has expired.
NUMBER = """
local time = redis.call('TIME')
local now, lease, own = time[1] * 1, tonumber(ARGV[2]), -1
local free, number = -1, 0
while own < 0 do
    local held = redis.call('HGET', KEYS[1], number)
    local name, seen = nil, 0
    if held then name, seen = string.match(held, '^(%x+) (%d+)$') end
    if name == ARGV[1] then own = number end
    if free < 0 and (not name or tonumber(seen) + lease < now) then free = number end
    if not held and own < 0 then own = free end
    number = number + 1
end
redis.call('HSET', KEYS[1], own, ARGV[1] .. ' ' .. now)
redis.call('EXPIRE', KEYS[1], lease * 2)
return own
"""


class Replica:
    """The number of this replica among all. The server assigns it; it stays valid while the server is away."""

    def __init__(self, server: RedisServer, replicas: int, clock: Callable[[], float] = time.monotonic) -> None:
        self.replicas = replicas
        # A guess, until the server assigns a number.
        self.number = secrets.randbelow(replicas)
        self._server = server
        self._clock = clock
        self._learned_at = -math.inf

    async def learn(self) -> None:
        """Fetch the number from the server, or renew it if that was done a minute ago. Raises: RedisUnavailable."""
        if self._clock() < self._learned_at + _LEASE / 10:
            return
        held_by: list[str | int] = [self._server.name, _LEASE]
        number = await self._server.ask(lambda client: _run(client, NUMBER, [f"{BUDGET_PREFIX}replicas"], held_by))
        # A restarted replica gets a new number while its old one is still leased, so numbers may exceed `replicas`.
        self.number, self._learned_at = int(number) % self.replicas, self._clock()


class RedisLimiter(Limiter):
    """A limiter that reserves each slot on the server. `own`: hands out this replica's share while the server is away.

    `clock`: returns the time in seconds, to use instead of the server's time.
    """

    def __init__(
        self,
        server: RedisServer,
        service: str,
        rates: Sequence[request_rates.Rate],
        *,
        own: Limiter,
        replica: Replica,
        clock: Callable[[], float] | None = None,
    ) -> None:
        self._server = server
        # The braces are a hash tag of Redis: in a cluster, a script may access only keys with the same tag.
        self._slots, self._paused = f"{BUDGET_PREFIX}{{{service}}}:slots", f"{BUDGET_PREFIX}{{{service}}}:pause"
        self._rates = rates
        self._own = own
        self._replica = replica
        self._clock = clock
        self._is_alone = False
        self._slot = b""

    async def reserve(self) -> float:
        try:
            if self._is_alone:
                # Other replicas must first notice that the server is back, and use up the slot of their own share.
                pause = ASKED_AGAIN + self._round
                await self._server.ask(lambda client: self._pause(client, pause))
            await self._replica.learn()
            waiting, self._slot = (await self._server.ask(self._reserve)).split()
        except RedisUnavailable:
            if not self._is_alone:  # the slots reserved on the server must pass first
                self._is_alone = True
                await self._own.pause_for(self._round)
            return await self._own.reserve()
        self._is_alone = False
        return int(waiting) / _MICROSECONDS

    @property
    def _round(self) -> float:
        """The number of seconds in which each replica gets one slot of its share."""
        return self._replica.replicas * request_rates.evenly(self._rates)

    async def give_back(self) -> None:
        if self._is_alone:
            return await self._own.give_back()
        with suppress(RedisUnavailable):  # if the server is away, the slot is lost
            # -1 searches from the end, where the newest slots are.
            await self._server.ask(lambda client: client.lrem(self._slots, -1, self._slot.decode()))

    async def pause_for(self, seconds: float) -> None:
        await self._own.pause_for(seconds)
        try:
            await self._server.ask(lambda client: self._pause(client, seconds))
        except RedisUnavailable:
            return

    async def _reserve(self, client: Redis) -> object:
        rates = [part for rate in self._rates for part in (rate.count, round(rate.seconds * _MICROSECONDS))]
        remembered = request_rates.remembered(self._rates) + 1  # one slot may be returned
        return await _run(client, RESERVE, [self._slots, self._paused], [*self._begin(), remembered, *rates])

    async def _pause(self, client: Redis, seconds: float) -> object:
        return await _run(client, PAUSE, [self._paused], [*self._begin(), round(seconds * _MICROSECONDS)])

    def _begin(self) -> tuple[int, int]:
        """Return the first arguments of a script: the time (-1: the server's), and how far ahead slots are ignored."""
        now = round(self._clock() * _MICROSECONDS) if self._clock else -1
        return now, round(time_limits.FORGOTTEN_SLOT * _MICROSECONDS)


async def _run(client: Redis, script: str, keys: Sequence[str], arguments: Sequence[str | int]) -> Any:
    return await client.register_script(script)(keys=keys, args=arguments)


# A replica's share of a budget, which it can use without contact to the other replicas


class ShareLimiter(Limiter):
    """A limiter that gives each of n replicas every n-th slot of a budget, by the replica's number and the time.

    Replicas with different numbers never use the same slot, as far as their clocks agree.
    """

    def __init__(
        self, rates: Sequence[request_rates.Rate], replica: Replica, clock: Callable[[], float] = time.time
    ) -> None:
        self._step = request_rates.evenly(rates)
        self._replica = replica
        self._clock = clock
        self._last = self._paused_until = -math.inf

    async def reserve(self) -> float:
        now = self._clock()
        replicas, number = self._replica.replicas, self._replica.number
        if (self._last - replicas) * self._step > now + time_limits.FORGOTTEN_SLOT:  # the clock was set back
            self._last = -math.inf
        slot = max(math.ceil(max(now, self._paused_until) / self._step), self._last + 1)
        slot += (number - slot) % replicas
        self._last = slot
        return max(0.0, slot * self._step - now)

    async def give_back(self) -> None:
        self._last -= self._replica.replicas

    async def pause_for(self, seconds: float) -> None:
        self._paused_until = max(self._paused_until, self._clock() + seconds)
