"""A budget that all replicas share; a script on the server counts it by the server's clock.

A replica reserves one slot at a time, and its own requests queue before it, so that replicas take turns. A replica
that dies loses at most the one slot that it has reserved.
"""

import math
import secrets
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from redis.asyncio import Redis

from biofacts.adapters.redis.server import ASKED_AGAIN, Away, RedisServer
from biofacts.domain.answers import pacing, time_budgets
from biofacts.ports.request_budgets import Limiter

PREFIX = "biofacts:budget:"
"""The prefix of all keys: `biofacts:budget:{SERVICE}:slots`, `...:pause`, and `biofacts:budget:replicas`."""

_MICROSECONDS = 1_000_000
_LEASE = 600
"""Seconds after which the number of a replica that does not renew it may go to another one."""

# Times are microseconds. Lua prints numbers with 14 digits, which is too few for them, so that the scripts use `%.0f`.
_NOW = """
local now = tonumber(ARGV[1])
if now < 0 then
    local time = redis.call('TIME')
    now = time[1] * 1000000 + time[2]
end
"""
"""The time that the caller passes in, or the server's."""

# Reserves a slot. A newest slot or a pause far ahead comes from a clock that has been set back, and is dropped.
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

# Returns the number of a replica: its own, else the first that is free or has expired.
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
    """The number of this replica among all, assigned by the server; the last number is used while that is away."""

    def __init__(self, server: RedisServer, replicas: int, clock: Callable[[], float] = time.monotonic) -> None:
        self.replicas = replicas
        # Until the server assigns a number.
        self.number = secrets.randbelow(replicas)
        self._server = server
        self._clock = clock
        self._learned_at = -math.inf

    async def learn(self) -> None:
        """Fetch the number from the server, and renew it from time to time. Raises: Away."""
        if self._clock() < self._learned_at + _LEASE / 10:
            return
        held_by: list[str | int] = [self._server.name, _LEASE]
        told = await self._server.ask(lambda client: _run(client, NUMBER, [f"{PREFIX}replicas"], held_by))
        self.number, self._learned_at = int(told) % self.replicas, self._clock()


class RedisLimiter(Limiter):
    """A limiter that reserves each slot on the server. While that is away, `own` gives this replica's share.

    `clock`: in seconds, in place of the server's.
    """

    def __init__(
        self,
        server: RedisServer,
        service: str,
        rates: Sequence[pacing.Rate],
        *,
        own: Limiter,
        replica: Replica,
        clock: Callable[[], float] | None = None,
    ) -> None:
        self._server = server
        # The braces are Redis's hash tag: a script in a cluster may touch only keys with one tag.
        self._slots, self._paused = f"{PREFIX}{{{service}}}:slots", f"{PREFIX}{{{service}}}:pause"
        self._rates = rates
        self._own = own
        self._replica = replica
        self._clock = clock
        self._is_alone = False
        self._slot = b""

    async def reserve(self) -> float:
        try:
            if self._is_alone:
                # The others must notice, and use the slot that each has, before one of them has the whole budget again.
                pause = ASKED_AGAIN + self._round
                await self._server.ask(lambda client: self._pause(client, pause))
            await self._replica.learn()
            waiting, self._slot = (await self._server.ask(self._reserve)).split()
        except Away:
            if not self._is_alone:  # slots that were reserved on the server are still used
                self._is_alone = True
                await self._own.pause_for(self._round)
            return await self._own.reserve()
        self._is_alone = False
        return int(waiting) / _MICROSECONDS

    @property
    def _round(self) -> float:
        """Seconds in which each replica has one slot of its share."""
        return self._replica.replicas * pacing.evenly(self._rates)

    async def give_back(self) -> None:
        if self._is_alone:
            return await self._own.give_back()
        with suppress(Away):  # the slot is lost
            await self._server.ask(lambda client: client.lrem(self._slots, -1, self._slot.decode()))

    async def pause_for(self, seconds: float) -> None:
        await self._own.pause_for(seconds)
        try:
            await self._server.ask(lambda client: self._pause(client, seconds))
        except Away:
            return

    async def _reserve(self, client: Redis) -> object:
        rates = [part for rate in self._rates for part in (rate.count, round(rate.seconds * _MICROSECONDS))]
        kept = pacing.remembered(self._rates) + 1  # one slot may be returned
        return await _run(client, RESERVE, [self._slots, self._paused], [*self._begin(), kept, *rates])

    async def _pause(self, client: Redis, seconds: float) -> object:
        return await _run(client, PAUSE, [self._paused], [*self._begin(), round(seconds * _MICROSECONDS)])

    def _begin(self) -> tuple[int, int]:
        """Return the time, or -1 for the server's, and how far ahead a slot must be to come from another clock."""
        now = round(self._clock() * _MICROSECONDS) if self._clock else -1
        return now, round(time_budgets.FORGOTTEN_SLOT * _MICROSECONDS)


async def _run(client: Redis, script: str, keys: Sequence[str], arguments: Sequence[str | int]) -> Any:
    return await client.register_script(script)(keys=keys, args=arguments)


# A replica's share of a budget, used without contact to the others


class ShareLimiter(Limiter):
    """Every n-th slot of a budget for each of n replicas, chosen by the replica's number and the time of day.

    Replicas with different numbers never use one slot twice, as far as their clocks agree.
    """

    def __init__(self, rates: Sequence[pacing.Rate], replica: Replica, clock: Callable[[], float] = time.time) -> None:
        self._step = pacing.evenly(rates)
        self._replica = replica
        self._clock = clock
        self._last = -1
        self._paused_until = 0.0

    async def reserve(self) -> float:
        now = self._clock()
        replicas, number = self._replica.replicas, self._replica.number
        if (self._last - replicas) * self._step > now + time_budgets.FORGOTTEN_SLOT:  # the clock was set back
            self._last = -1
        slot = max(math.ceil(max(now, self._paused_until) / self._step), self._last + 1)
        slot += (number - slot) % replicas
        self._last = slot
        return max(0.0, slot * self._step - now)

    async def give_back(self) -> None:
        self._last -= self._replica.replicas

    async def pause_for(self, seconds: float) -> None:
        self._paused_until = max(self._paused_until, self._clock() + seconds)
