"""The order of the policies around the network, from the outside in:

request
  -> redirects   followed on the same host, and from https to https
  -> coalesce    identical requests in flight are one
  -> cache       PubChem only: what was answered before is answered again (but pages, which are kept as records)
  -> breaker     an upstream that failed moments ago is left alone
  -> retry       passing failures are tried again; each attempt reads the whole body
  -> limit       each attempt waits for its turn in the upstream's queue
  -> observed    each attempt is told of, with its status
  -> dialect     PubChem only: throttling, true statuses, long identifiers as forms
  -> network
"""

import time
from collections.abc import Callable
from importlib.metadata import version

import httpx

from biofacts.adapters.http.transport.breaker import CircuitBreakerTransport
from biofacts.adapters.http.transport.coalesce import CoalesceTransport
from biofacts.adapters.http.transport.network import NetworkTransport
from biofacts.adapters.http.transport.observed import ObservedTransport
from biofacts.adapters.http.transport.queue import LimitTransport, RequestQueue
from biofacts.adapters.http.transport.redirects import RedirectTransport
from biofacts.adapters.http.transport.retry import RetryTransport
from biofacts.domain import budgets

USER_AGENT = f"biofacts/{version('biofacts')}"

Wrap = Callable[[httpx.AsyncBaseTransport], httpx.AsyncBaseTransport]


def _unwrapped(inner: httpx.AsyncBaseTransport) -> httpx.AsyncBaseTransport:
    return inner


def http_client(
    base_url: str,
    queue: RequestQueue,
    network: NetworkTransport,
    clock: Callable[[], float] = time.monotonic,
    *,
    dialect: Wrap = _unwrapped,
    cache: Wrap = _unwrapped,
) -> httpx.AsyncClient:
    """Make a client of one upstream, with every policy in its place."""
    limited = LimitTransport(ObservedTransport(dialect(network), queue.watch), queue, prepare=network.prepare)
    guarded = CircuitBreakerTransport(RetryTransport(limited, clock=clock), clock=clock)
    merged = CoalesceTransport(cache(guarded))
    return _client(base_url, RedirectTransport(merged))


def streaming_client(base_url: str, queue: RequestQueue, network: NetworkTransport) -> httpx.AsyncClient:
    """A client for files that are larger than memory: bodies come as streams, and who reads them tries again."""
    observed = ObservedTransport(network, queue.watch)
    limited = LimitTransport(observed, queue, prepare=network.prepare)
    return _client(base_url, RedirectTransport(limited))


def bare_client(base_url: str, network: NetworkTransport) -> httpx.AsyncClient:
    """A client without policies, for one request that is to show what becomes of it: whoever sends it waits first."""
    return _client(base_url, RedirectTransport(network))


def _client(base_url: str, transport: httpx.AsyncBaseTransport) -> httpx.AsyncClient:
    return httpx.AsyncClient(
        base_url=base_url.rstrip("/") + "/",
        timeout=budgets.READ,
        headers={"User-Agent": USER_AGENT, "Accept-Encoding": "gzip"},
        follow_redirects=True,  # as far as RedirectTransport lets them through
        trust_env=False,  # else a proxy would lead requests past our transports
        transport=transport,
    )
