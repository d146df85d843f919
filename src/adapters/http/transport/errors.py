"""The edge of the wire: whatever httpx raises or a status says becomes an error of the domain."""

from collections.abc import Generator
from contextlib import contextmanager

import httpx

from biofacts.adapters.http.transport.network import Crowded, LeftAlone, Undecodable, retry_after
from biofacts.domain.errors import RateLimited, UpstreamError

_PAUSE = 5.0


@contextmanager
def translated(service: str) -> Generator[None]:
    """Raises: UpstreamError in place of httpx's own errors, RateLimited when too many requests of our own wait."""
    try:
        yield
    except Crowded as error:
        raise RateLimited(service, _PAUSE, "more requests wait for its budget than it takes") from error
    except LeftAlone as error:
        raise UpstreamError(service, "it failed moments ago and is left alone for half a minute") from error
    except httpx.TimeoutException as error:
        raise UpstreamError(service, "it did not answer in time") from error
    except Undecodable as error:
        raise UpstreamError(service, "its answer cannot be decoded") from error
    except (httpx.RequestError, httpx.InvalidURL) as error:
        raise UpstreamError(service, "it cannot be reached") from error


def refuse(service: str, response: httpx.Response) -> None:
    """Raises: RateLimited for 429, UpstreamError for any other status that is no success."""
    if response.status_code == 429:
        raise RateLimited(service, retry_after(response) or _PAUSE)
    if response.is_redirect:
        raise UpstreamError(service, "it points to another address")
    if not response.is_success:
        raise UpstreamError(service, f"it answers with status {response.status_code}")
