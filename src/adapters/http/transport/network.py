"""The innermost transport, which uses the environment's proxies and certificates, and the rules for redirects."""

import logging
import os
import ssl
import sys
from functools import cache
from urllib.request import getproxies, proxy_bypass

import anyio
import httpx

from biofacts.adapters.http.transport.base import TooSlow, WrappingTransport
from biofacts.adapters.http.transport.retry import NotWorthRetrying
from biofacts.domain.limits import time_limits

_log = logging.getLogger(__name__)


class NoWayOut(NotWorthRetrying):
    """The environment names a proxy or certificates that cannot be used."""


class CertificateRefused(NotWorthRetrying):
    """The host's certificate does not verify: it is self-signed, expired, or issued by an untrusted authority."""


class NetworkTransport(httpx.AsyncBaseTransport):
    """The network, set up at the first request, since loading the system's certificates takes longer than a response.

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
            with anyio.fail_after(time_limits.HEAD):  # httpx limits only each read, and a slow response takes many
                return await self.prepare(request).handle_async_request(request)
        except httpx.ConnectError as error:
            if (reason := _certificate_failure(error)) is None:
                raise
            raise CertificateRefused(reason, request=request) from error
        except TimeoutError as error:
            raise TooSlow(f"no status within {time_limits.HEAD:g} seconds", request=request) from error

    async def aclose(self) -> None:
        for transport in self._transports.values():
            await transport.aclose()


def _certificate_failure(error: BaseException | None) -> str | None:
    """Return why a certificate does not verify; None for any other failure to connect."""
    # httpx and httpcore each wrap the error of ssl in one of their own.
    while error is not None:
        if isinstance(error, ssl.SSLCertVerificationError):
            return error.verify_message or error.reason or "it does not verify"
        error = error.__cause__ or error.__context__
    return None


def _proxy_of(url: httpx.URL) -> str | None:
    """Return the proxy for a URL, or None. A proxy `HOST:PORT` without a scheme is an HTTP proxy."""
    # httpx ignores the environment's proxies for a client with a transport of its own.
    proxies = getproxies()
    proxy = proxies.get(url.scheme) or proxies.get("all")
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


# The certificates that connections trust: those that the environment names, else the system's


def certificates() -> ssl.SSLContext:
    """Return the trusted certificates, loaded once for all upstreams.

    Raises: OSError if the file or folder that the environment names is unreadable.
    """
    return trusting(os.environ.get("SSL_CERT_FILE"), os.environ.get("SSL_CERT_DIR"))


@cache
def trusting(file: str | None, folder: str | None) -> ssl.SSLContext:
    """Load the certificates of a file or a folder, or the system's if there is neither. Raises: OSError."""
    if file or folder:
        return ssl.create_default_context(cafile=file or None, capath=_checked(folder) if folder else None)
    import truststore  # slow to import, and most runs make no connection

    # A system without any, such as a minimal container, would refuse every connection.
    if sys.platform.startswith("linux") and not _system_has_any():
        import certifi

        return ssl.create_default_context(cafile=certifi.where())
    return truststore.SSLContext(ssl.PROTOCOL_TLS_CLIENT)


def _checked(folder: str) -> str:
    """Return a folder that exists and is readable. Raises: OSError."""
    # OpenSSL silently ignores a folder that does not exist.
    os.listdir(folder)
    return folder


_PLACES = ("/etc/ssl/certs", "/etc/pki/tls/certs", "/etc/ssl/cert.pem", "/etc/pki/tls/cert.pem")


def _system_has_any() -> bool:
    """Return True if there are certificates where OpenSSL or a Linux distribution usually keeps them."""
    paths = ssl.get_default_verify_paths()
    for place in (paths.cafile, paths.capath, *_PLACES):
        if place and (os.path.isfile(place) or (os.path.isdir(place) and os.listdir(place))):
            return True
    return False


# Redirects: followed on the same host, and from https to https


class RedirectRefused(httpx.TransportError):
    """A redirect to another host that is not from https to https, or to an address that is not http at all."""

    def __init__(self, target: httpx.URL, request: httpx.Request) -> None:
        super().__init__(f"{request.url.host} redirects to {target.host or target.scheme}", request=request)
        self.host = target.host or str(target.scheme)


class RedirectTransport(WrappingTransport):
    """Decides which redirects the client around it may follow.

    GitHub Pages redirects a folder without a slash to the URL with one, and permanent addresses (purl.obolibrary.org)
    redirect to other hosts. A redirect from https to plain http is followed over https, so that no request loses its
    encryption.

    Raises: RedirectRefused.
    """

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        response = await self._inner.handle_async_request(request)
        if response.has_redirect_location:
            target = request.url.join(response.headers["location"])
            if (request.url.scheme, target.scheme) == ("https", "http"):
                target = target.copy_with(scheme="https")
                response.headers["location"] = str(target)
            if not _may_follow(request.url, target):
                raise RedirectRefused(target, request)
        return response


def _may_follow(source: httpx.URL, target: httpx.URL) -> bool:
    if target.scheme not in ("http", "https"):
        return False
    return target.host == source.host or (source.scheme, target.scheme) == ("https", "https")
