"""Translation of httpx exceptions and HTTP statuses into domain errors."""

from collections.abc import Generator, Mapping
from contextlib import contextmanager

import httpx

from biofacts.adapters.http.transport.body import LARGEST_BODY, BodyTooLarge, Undecodable
from biofacts.adapters.http.transport.network import CertificateRefused, NoWayOut, RedirectRefused
from biofacts.adapters.http.transport.queue import QueueTimeout
from biofacts.adapters.http.transport.retry import CircuitOpen, retry_after
from biofacts.domain.answers import time_limits
from biofacts.domain.answers.errors import RateLimited, UpstreamError

PAUSE = 5.0
"""Seconds to wait if the upstream does not state how long."""

_FAILURES: Mapping[type[Exception], str] = {
    CircuitOpen: f"it failed moments ago and is not queried for {time_limits.RECOVERY:g} seconds",
    httpx.ConnectTimeout: "it cannot be reached",
    httpx.TimeoutException: "it did not answer in time",
    Undecodable: "its answer cannot be decoded",
    NoWayOut: "the proxy or the certificates set in the environment cannot be used",
    httpx.ProxyError: "the proxy set in the environment does not let requests to it through",
    httpx.RequestError: "it cannot be reached",
    httpx.InvalidURL: "it cannot be reached",
}
"""Reasons why a service is unavailable for now, by exception; the first class that matches counts."""

_NO_NETWORK = (NoWayOut, httpx.ProxyError, httpx.ConnectError, httpx.ConnectTimeout)
"""Failures before any request is sent, caused by the local network and not by the service."""


@contextmanager
def translated(service: str) -> Generator[None]:
    """Translate the exceptions of a block: httpx's to UpstreamError, and a full request queue to RateLimited."""
    try:
        yield
    except QueueTimeout as error:
        raise RateLimited.of(service, PAUSE, "too many requests are already waiting for it") from error
    except CertificateRefused as error:
        raise UpstreamError.untrusted(service, error.request.url.host, str(error)) from error
    except RedirectRefused as error:
        raise UpstreamError.replaced(service, f"it redirects to {error.host}, which is not followed") from error
    except httpx.TooManyRedirects as error:
        raise UpstreamError.replaced(service, "its addresses redirect to one another") from error
    except BodyTooLarge as error:
        what = f"it sends more than {LARGEST_BODY // 2**20} MB in one answer"
        raise UpstreamError.replaced(service, what) from error
    except tuple(_FAILURES) as error:
        reason = next(why for kind, why in _FAILURES.items() if isinstance(error, kind))
        failure = UpstreamError.unreachable if isinstance(error, _NO_NETWORK) else UpstreamError.of
        raise failure(service, reason) from error


def refuse(service: str, response: httpx.Response, pause: float = PAUSE) -> None:
    """Raise for an unsuccessful response: RateLimited for 429, UpstreamError for any other.

    `pause`: seconds to wait after a 429 without `Retry-After`.
    """
    if response.status_code == 429:
        raise RateLimited.of(service, retry_after(response) or pause)
    if response.is_redirect:
        raise UpstreamError.replaced(service, "it redirects to another address, which is not followed")
    if not response.is_success:
        raise UpstreamError.of(service, f"it answers with status {response.status_code}")
