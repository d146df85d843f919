"""The network itself, with certificates and proxies of the environment."""

import ssl
from functools import cache
from urllib.request import getproxies, proxy_bypass

import anyio
import httpx

from biofacts.adapters.http.transport.body import TooSlow
from biofacts.domain import budgets


@cache
def _certificates() -> ssl.SSLContext:
    """The system's certificates, read once for all upstreams."""
    return httpx.create_ssl_context()


class NetworkTransport(httpx.AsyncBaseTransport):
    """The network, made ready by the first request: reading the system's certificates takes longer than an answer.

    A proxy of the environment (`HTTPS_PROXY`, `NO_PROXY`, ...) is used.
    """

    def __init__(self) -> None:
        self._transports: dict[str | None, httpx.AsyncBaseTransport] = {}

    def prepare(self, request: httpx.Request) -> httpx.AsyncBaseTransport:
        """The transport of a request, made when there is none yet."""
        proxy = None if proxy_bypass(request.url.host) else getproxies().get(request.url.scheme)
        if proxy not in self._transports:
            self._transports[proxy] = httpx.AsyncHTTPTransport(verify=_certificates(), proxy=proxy)
        return self._transports[proxy]

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        try:
            with anyio.fail_after(budgets.HEAD):  # httpx bounds each read, of which a trickle makes any number
                return await self.prepare(request).handle_async_request(request)
        except TimeoutError as error:
            raise TooSlow(f"no status within {budgets.HEAD:g} seconds", request=request) from error

    async def aclose(self) -> None:
        for transport in self._transports.values():
            await transport.aclose()
