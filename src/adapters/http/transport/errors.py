"""The edge of the wire: whatever httpx raises or a status says becomes an error of the domain."""

from collections.abc import Generator
from contextlib import contextmanager

import httpx

from biofacts.adapters.http.transport.body import Undecodable
from biofacts.adapters.http.transport.breaker import CircuitOpen
from biofacts.adapters.http.transport.cache import NotStored
from biofacts.adapters.http.transport.network import NoWayOut
from biofacts.adapters.http.transport.queue import QueueTimeout
from biofacts.adapters.http.transport.retry import retry_after
from biofacts.domain import budgets
from biofacts.domain.errors import RateLimited, UpstreamError

PAUSE = 5.0
"""Seconds to wait where nothing else is told."""


@contextmanager
def translated(service: str) -> Generator[None]:
    """Raises: UpstreamError in place of httpx's own errors, RateLimited when too many requests of our own wait."""
    try:
        yield
    except QueueTimeout as error:
        raise RateLimited(service, PAUSE, "more requests wait for its budget than it takes") from error
    except CircuitOpen as error:
        seconds = f"{budgets.RECOVERY:g} seconds"
        raise UpstreamError(service, f"it failed moments ago and is left alone for {seconds}") from error
    except NotStored as error:
        raise UpstreamError.offline(service, "its answer to this") from error
    except httpx.TimeoutException as error:
        raise UpstreamError(service, "it did not answer in time") from error
    except Undecodable as error:
        raise UpstreamError(service, "its answer cannot be decoded") from error
    except NoWayOut as error:
        raise UpstreamError(service, "the proxy or the certificates of the environment cannot be used") from error
    except httpx.ProxyError as error:
        raise UpstreamError(service, "the proxy of the environment does not let it be reached") from error
    except (httpx.RequestError, httpx.InvalidURL) as error:
        raise UpstreamError(service, "it cannot be reached") from error


def refuse(service: str, response: httpx.Response, pause: float = PAUSE) -> None:
    """Raises: RateLimited for 429 (`pause`: where it does not say how long), UpstreamError for any other failure."""
    if response.status_code == 429:
        raise RateLimited(service, retry_after(response) or pause)
    if response.is_redirect:
        raise UpstreamError(service, "it points to another address")
    if not response.is_success:
        raise UpstreamError(service, f"it answers with status {response.status_code}")
