"""The order of the policies around the network, from the outside in:

request
  -> redirects   followed on the same host, and from https to https
  -> coalesce    merges identical requests in flight
  -> breaker     pauses requests to an upstream that keeps failing
  -> retry       retries transient failures; each attempt reads the whole body
  -> limit       each attempt waits for its turn in the upstream's queue
  -> observed    reports each attempt with its status
  -> dialect     PubChem only: throttling, true statuses, long identifiers as forms
  -> network
"""

import time
from collections.abc import Callable
from importlib.metadata import version

import httpx

from biofacts.adapters.http.transport.cache import CoalesceTransport
from biofacts.adapters.http.transport.network import NetworkTransport, RedirectTransport
from biofacts.adapters.http.transport.queue import LimitTransport, RequestQueue
from biofacts.adapters.http.transport.request_events import ObservedTransport
from biofacts.adapters.http.transport.retry import CircuitBreakerTransport, RetryTransport
from biofacts.domain.limits import time_limits

USER_AGENT = f"biofacts/{version('biofacts')}"

Wrap = Callable[[httpx.AsyncBaseTransport], httpx.AsyncBaseTransport]


def http_client(
    base_url: str,
    queue: RequestQueue,
    network: NetworkTransport,
    clock: Callable[[], float] = time.monotonic,
    *,
    dialect: Wrap = lambda inner: inner,
) -> httpx.AsyncClient:
    """Create a client for one upstream, with all policies."""
    limited = LimitTransport(ObservedTransport(dialect(network), queue.watch), queue, prepare=network.prepare)
    guarded = CircuitBreakerTransport(RetryTransport(limited, clock=clock), clock=clock)
    merged = CoalesceTransport(guarded)
    return _client(base_url, RedirectTransport(merged))


def streaming_client(base_url: str, queue: RequestQueue, network: NetworkTransport) -> httpx.AsyncClient:
    """Create a client for files that are larger than memory. It streams bodies, and leaves retries to the caller."""
    observed = ObservedTransport(network, queue.watch)
    limited = LimitTransport(observed, queue, prepare=network.prepare)
    return _client(base_url, RedirectTransport(limited))


def bare_client(base_url: str, network: httpx.AsyncBaseTransport) -> httpx.AsyncClient:
    """Create a client without policies but redirects, for `biofacts doctor`. The caller must wait for a turn first."""
    return _client(base_url, RedirectTransport(network))


def _client(base_url: str, transport: httpx.AsyncBaseTransport) -> httpx.AsyncClient:
    # httpx logs the URL of every request, and cached responses contain it, so it must have no credentials.
    address, auth = parted(base_url.rstrip("/") + "/")
    return httpx.AsyncClient(
        base_url=address,
        auth=auth,
        timeout=time_limits.READ,
        # Of the codings that httpx would offer, `read_whole` can unpack only gzip.
        headers={"User-Agent": USER_AGENT, "Accept-Encoding": "gzip"},
        follow_redirects=True,  # RedirectTransport refuses some of them
        transport=transport,
    )


def parted(address: str) -> tuple[httpx.URL, httpx.BasicAuth | None]:
    """Split a URL into its credentials and a URL without them, which may be logged."""
    url = httpx.URL(address)
    if not url.userinfo:
        return url, None
    return url.copy_with(userinfo=b""), httpx.BasicAuth(url.username, url.password)
