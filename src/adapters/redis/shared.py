"""State that replicas share: budgets and fetched records."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Self

from redis.asyncio import Redis

from biofacts.adapters.redis.budget_share import ShareLimiter
from biofacts.adapters.redis.record_store import RedisRecordStore
from biofacts.adapters.redis.request_budgets import RedisLimiter, Replica
from biofacts.adapters.redis.server import Away, RedisServer
from biofacts.domain.answers.pacing import Rate
from biofacts.ports.record_store import RecordStore
from biofacts.ports.request_budgets import Limiter

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
