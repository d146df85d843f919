"""The network itself, with the environment's certificates and proxies."""

import logging
import ssl
from urllib.request import getproxies, proxy_bypass

import anyio
import httpx

from biofacts.adapters.http.transport.body import TooSlow
from biofacts.adapters.http.transport.certificates import certificates
from biofacts.adapters.http.transport.retry import NotWorthRetrying
from biofacts.domain.answers import time_budgets

_log = logging.getLogger(__name__)


class NoWayOut(NotWorthRetrying):
    """The environment names a proxy or certificates that cannot be used."""


class CertificateRefused(NotWorthRetrying):
    """The host's certificate does not verify: it is self-signed, expired, or issued by an untrusted authority."""


class NetworkTransport(httpx.AsyncBaseTransport):
    """The network, set up by the first request: loading the system's certificates takes longer than a response.

    It uses the environment's proxy (`HTTPS_PROXY`, `ALL_PROXY`, `NO_PROXY`, ...), or the system's (macOS, Windows).
    `contact`: a mail address or web page that the User-Agent of each request names, since NCBI and others ask who runs
    a script.
    """

    def __init__(self, contact: str = "") -> None:
        self._contact = f" (+{contact})" if contact else ""
        self._transports: dict[str | None, httpx.AsyncBaseTransport] = {}

    def prepare(self, request: httpx.Request) -> httpx.AsyncBaseTransport:
        """Return the transport for a request, and create it if there is none yet. Raises: NoWayOut."""
        proxy = _proxy_of(request.url)
        if proxy not in self._transports:
            try:
                self._transports[proxy] = _transport(proxy)
            except (OSError, ValueError, ImportError) as error:
                _log.error("the environment's proxy or certificates cannot be used: %s", error)
                raise NoWayOut(str(error), request=request) from error
        return self._transports[proxy]

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        if self._contact and self._contact not in request.headers["user-agent"]:  # retries send one request again
            request.headers["user-agent"] += self._contact
        try:
            with anyio.fail_after(time_budgets.HEAD):  # httpx limits each read, and a trickle needs any number of reads
                return await self.prepare(request).handle_async_request(request)
        except httpx.ConnectError as error:
            if (reason := _certificate_failure(error)) is None:
                raise
            raise CertificateRefused(reason, request=request) from error
        except TimeoutError as error:
            raise TooSlow(f"no status within {time_budgets.HEAD:g} seconds", request=request) from error

    async def aclose(self) -> None:
        for transport in self._transports.values():
            await transport.aclose()


def _certificate_failure(error: BaseException | None) -> str | None:
    """Return why a certificate does not verify; None for any other failure to connect."""
    while error is not None:
        if isinstance(error, ssl.SSLCertVerificationError):
            return error.verify_message or error.reason or "it does not verify"
        error = error.__cause__ or error.__context__
    return None


def _proxy_of(url: httpx.URL) -> str | None:
    """Return the proxy for a URL; None for none. A proxy `HOST:PORT` without a scheme is an HTTP proxy."""
    known = getproxies()
    proxy = known.get(url.scheme) or known.get("all")
    if not proxy or proxy_bypass(url.host):
        return None
    return proxy if "://" in proxy else f"http://{proxy}"


def _transport(proxy: str | None) -> httpx.AsyncBaseTransport:
    """Create a transport. Raises: OSError, ValueError, ImportError (a SOCKS proxy without `socksio`)."""
    trusted = certificates()
    if proxy is None:
        return httpx.AsyncHTTPTransport(verify=trusted)
    way = httpx.Proxy(proxy, ssl_context=trusted if proxy.startswith("https:") else None)
    return httpx.AsyncHTTPTransport(verify=trusted, proxy=way)
