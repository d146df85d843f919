"""One Redis or Valkey that all replicas share, and what happens while it is away."""

import logging
import secrets
import time
from collections.abc import Awaitable, Callable
from typing import Any, Self
from urllib.parse import urlsplit

import sniffio
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as NotConnected
from redis.exceptions import RedisError
from redis.exceptions import TimeoutError as TimedOut

_log = logging.getLogger(__name__)

_TIMEOUT = 1.0
"""Seconds for a connection or an answer: a server nearby takes milliseconds, and a call goes on without it."""
ASKED_AGAIN = 2.0
"""Seconds until a server that is away is asked again."""


class Away(Exception):
    """The server cannot be asked now."""


class RedisServer:
    """A server at an address `redis[s]://[USER:PASSWORD@]HOST[:PORT][/DATABASE]`.

    While it is away it is asked again every now and then. The log says once that it is away, and once that it is back,
    and names its host only. Entering it on another loop than asyncio's raises RuntimeError.
    """

    def __init__(
        self,
        url: str,
        *,
        clock: Callable[[], float] = time.monotonic,
        client: "Callable[[str], Redis] | None" = None,
    ) -> None:
        self._host = urlsplit(url).hostname or "localhost"
        self._client = (client or _client)(url)
        self._clock = clock
        self._asked_again_at = 0.0
        self.is_away = False
        self.name = secrets.token_hex(8)
        """Of this replica."""

    async def __aenter__(self) -> Self:
        if (loop := sniffio.current_async_library()) != "asyncio":
            raise RuntimeError(f"BIOFACTS_REDIS_URL needs the event loop of asyncio, and this is {loop}")
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._client.aclose()

    async def ask(self, question: "Callable[[Redis], Awaitable[Any]]") -> Any:
        """The answer to a question. Raises: Away."""
        if self.is_away and self._clock() < self._asked_again_at:
            raise Away
        self._asked_again_at = self._clock() + ASKED_AGAIN  # others need not try at the same time
        try:
            answer = await self._answer(question)
        except (RedisError, OSError) as error:
            if not self.is_away:
                self.is_away = True
                _log.warning(
                    "Redis at %s is away (%s): this replica goes on by itself, with its share of each budget",
                    self._host, type(error.__cause__ or error.__context__ or error).__name__,
                )  # fmt: skip
            raise Away from None  # what the library says may name users
        if self.is_away:
            self.is_away = False
            _log.warning("Redis at %s is back", self._host)
        return answer

    async def _answer(self, question: "Callable[[Redis], Awaitable[Any]]") -> Any:
        """The answer, asked for twice before the server is taken to be away: this process may have been held up, or a
        connection be one to the server as it was before a restart, and a replica that goes on by itself while others
        do not takes from their budgets.
        """
        try:
            return await question(self._client)
        except (TimedOut, NotConnected):
            if self.is_away:
                raise
            await self._client.connection_pool.disconnect(inuse_connections=False)  # none of them is known to work
            return await question(self._client)


def _client(url: str) -> Redis:
    return Redis.from_url(  # pyright: ignore[reportUnknownMemberType]  # its options are not typed
        url,
        socket_timeout=_TIMEOUT,
        socket_connect_timeout=_TIMEOUT,
        retry=Retry(NoBackoff(), 0),
        retry_on_timeout=False,
        client_name="biofacts",
    )
