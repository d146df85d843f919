"""Fetched records that all replicas share."""

import logging
import zlib
from collections.abc import Awaitable, Callable, Sequence
from collections.abc import Set as AbstractSet
from contextlib import AbstractAsyncContextManager
from typing import Any

import msgspec
from redis.asyncio import Redis

from biofacts.adapters.redis.server import Away, RedisServer
from biofacts.domain.answers import freshness
from biofacts.ports.record_store import RecordStore, StoredRecord

_log = logging.getLogger(__name__)

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
