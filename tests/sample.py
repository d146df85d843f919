"""The built-in sample as the upstreams' clients read it."""

import httpx

from biofacts.adapters.http.transport.clients import bare_client
from biofacts.adapters.sample.upstreams import ADDRESS, SampleNetwork


def sample_http() -> httpx.AsyncClient:
    """A client of any upstream that publishes the sample."""
    return bare_client(ADDRESS, SampleNetwork())
