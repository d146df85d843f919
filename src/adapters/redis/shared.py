"""State that replicas share: budgets and fetched records."""

import logging
import zlib
from collections.abc import Awaitable, Callable, Sequence
from collections.abc import Set as AbstractSet
from contextlib import AbstractAsyncContextManager, suppress
from typing import Any, Self

import msgspec
from redis.asyncio import Redis

from biofacts.adapters.redis.request_budgets import RedisLimiter, Replica, ShareLimiter
from biofacts.adapters.redis.server import Away, RedisServer
from biofacts.domain.answers import freshness
from biofacts.domain.answers.pacing import Rate
from biofacts.ports.record_store import RecordStore, StoredRecord
from biofacts.ports.request_budgets import Limiter

_log = logging.getLogger(__name__)

ROOM = 1.25
"""The factor that stretches a budget's times: a busy replica uses its slot late, the next one uses its own in time."""


class Shared:
    """Limiters and stores on one server, which is open while this context is. `replicas`: how many share it."""

    def __init__(self, url: str, replicas: int) -> None:
        self._server = RedisServer(url)
        self._replica = Replica(self._server, replicas)

    async def __aenter__(self) -> Self:
        await self._server.__aenter__()
        with suppress(Away):  # learn the number now: the server may be away when the first slot is needed
            await self._replica.learn()
        return self

    async def __aexit__(self, *told: object) -> None:
        await self._server.__aexit__(*told)

    async def is_there(self) -> bool:
        """Return True if the server answers."""
        try:
            return bool(await self._server.ask(_ping))
        except Away:
            return False

    def limiter(self, service: str, rates: Sequence[Rate]) -> Limiter:
        """Return the limiter of a service."""
        roomy = [Rate(rate.count, rate.seconds * ROOM) for rate in rates]
        own = ShareLimiter(roomy, self._replica)
        return RedisLimiter(self._server, service, roomy, own=own, replica=self._replica)

    def records(self, own: RecordStore) -> RecordStore:
        """Return a store whose records are also in a store of this replica."""
        return RedisRecordStore(self._server, own)


async def _ping(redis: Redis) -> bool:
    answer: Any = await redis.ping()  # pyright: ignore[reportUnknownMemberType]  # is not typed
    return bool(answer)


# Fetched records that all replicas share


PREFIX = "biofacts:record:1:"
"""The prefix of all keys, with the number of the format of the records."""
# The SQLite store has this limit, too.

_encoder, _decoder = msgspec.msgpack.Encoder(), msgspec.msgpack.Decoder(StoredRecord)


class RedisRecordStore(RecordStore):
    """Records, compressed, each under a key that expires after 90 days.

    `own`: a store of this replica that gets a copy of each record, and answers while the server cannot.
    """

    def __init__(self, server: RedisServer, own: RecordStore) -> None:
        self._server = server
        self._own = own

    async def get(self, key: str) -> StoredRecord | None:
        packed = await self._ask(lambda client: client.get(PREFIX + key), None)
        try:
            return _decoder.decode(zlib.decompress(packed)) if packed else await self._own.get(key)
        except (zlib.error, msgspec.DecodeError) as error:
            _log.warning("the record %s is damaged (%s) and is forgotten", key, error)
            await self.remove(key)
            return None

    async def kept(self, keys: Sequence[str]) -> AbstractSet[str]:
        async def ask(client: Redis) -> list[object]:
            # One round trip for all keys.
            async with client.pipeline(transaction=False) as questions:
                for key in keys:
                    questions.exists(PREFIX + key)
                return list(await questions.execute())

        there = await self._ask(ask, [])
        return {key for key, value in zip(keys, there, strict=False) if value} | await self._own.kept(keys)

    async def put(self, key: str, record: StoredRecord) -> None:
        packed = zlib.compress(_encoder.encode(record), 6)
        await self._own.put(key, record)
        await self._ask(lambda client: client.set(PREFIX + key, packed, ex=freshness.STORED), None)

    async def remove(self, key: str) -> None:
        await self._own.remove(key)
        await self._ask(lambda client: client.delete(PREFIX + key), None)

    def fetching(self, key: str) -> AbstractAsyncContextManager[None]:
        """Hold the lock among the processes that share this replica's folder."""
        return self._own.fetching(key)

    async def _ask(self, question: Callable[[Redis], Awaitable[Any]], otherwise: Any) -> Any:
        try:
            return await self._server.ask(question)
        except Away:
            return otherwise
