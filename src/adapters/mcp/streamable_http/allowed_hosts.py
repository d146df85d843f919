"""The host names and origins that a server accepts, as protection against DNS rebinding, and its address."""

import ipaddress
import re
import socket
import sys
from collections.abc import Iterable
from typing import Any, Self

import msgspec

from biofacts.adapters.mcp import server_texts

LOCAL = ("127.0.0.1", "localhost", "[::1]")
_PORT = re.compile(r":\d+$")
_HOST = re.compile(r"[a-z0-9._-]+|\[[0-9a-f:.]+\]")
_ORIGIN = re.compile(r"[a-z][a-z0-9+.-]*://([a-z0-9._-]+|\[[0-9a-f:.]+\])(:(\d+|\*))?")


def bracketed(host: str) -> str:
    """Return a host as in a URL, with brackets around an IPv6 address."""
    bare = host.strip("[]")
    return f"[{bare}]" if ":" in bare else bare


def is_loopback(host: str) -> bool:
    """Return True if a server that binds to this host can be reached from this machine only."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


class ServerNames:
    """The names under which a server may be called, and the origins of web pages that may call it.

    `hosts`: names or addresses besides the local ones; any port is accepted. `origins`: `scheme://host[:port]`, where
    the port may be `*`; pages from `hosts` may always call. Raises: ValueError for invalid names.
    """

    def __init__(self, hosts: Iterable[str] = (), origins: Iterable[str] = ()) -> None:
        self._hosts = frozenset([*LOCAL, *(_host(host) for host in hosts)])
        self.origins = frozenset(_origin(origin) for origin in origins)

    def is_host(self, header: str | None) -> bool:
        """Return True if a `Host` header names this server."""
        return header is not None and _PORT.sub("", header.lower()) in self._hosts

    def is_origin(self, header: str | None) -> bool:
        """Return True if pages of an origin may call. Only browsers send an `Origin` header, so None is accepted."""
        if header is None or self.is_allowed(header):
            return True
        scheme, _, host = header.lower().partition("://")
        return scheme in ("http", "https") and self.is_host(host)

    def is_allowed(self, origin: str) -> bool:
        """Return True if `origins` contains an origin, with its port or with `*`."""
        lower = origin.lower()
        return lower in self.origins or f"{_PORT.sub('', lower)}:*" in self.origins


def _host(text: str) -> str:
    """Normalize a host name. Raises: ValueError."""
    # `2001:db8::1` is an IPv6 address without brackets, and so without a port.
    host = bracketed(text.lower()) if text.count(":") > 1 and "]:" not in text else _PORT.sub("", text.lower())
    if not _HOST.fullmatch(host):
        raise ValueError(server_texts.no_host(text))
    return host


def _origin(text: str) -> str:
    """Normalize an origin. Raises: ValueError."""
    origin = text.lower().removesuffix("/")
    if not _ORIGIN.fullmatch(origin):
        raise ValueError(server_texts.no_origin(text))
    return origin


# The address of a server, and the clients that it accepts


# As in uvicorn.
_BACKLOG = 2048


class Exposure(msgspec.Struct, frozen=True, kw_only=True):
    """The settings for access to a server over HTTP. Call `checked` to validate them.

    `allowed_hosts`, `allowed_origins`: see `ServerNames`. `proxies`: addresses or networks whose `X-Forwarded-For` and
    `X-Forwarded-Proto` headers are trusted. `path_prefix`: the beginning of the server's paths behind a proxy.
    `max_calls`: the limit of calls at one time. `drain`: seconds that running calls have to end after SIGTERM.
    """

    host: str = "127.0.0.1"
    port: int = 8000
    allowed_hosts: tuple[str, ...] = ()
    allowed_origins: tuple[str, ...] = ()
    proxies: tuple[str, ...] = ()
    path_prefix: str = ""
    max_calls: int = 256
    drain: float = 20.0

    @property
    def is_public(self) -> bool:
        return not is_loopback(self.host)

    @property
    def names(self) -> ServerNames:
        """The hosts and origins that the server accepts. Raises: ValueError for invalid names."""
        return ServerNames(self.allowed_hosts, self.allowed_origins)

    def checked(self) -> Self:
        """Validate the settings and return them. Raises: ValueError with a message that says how to correct them."""
        if self.is_public and not self.allowed_hosts:
            raise ValueError(server_texts.unnamed_host(self.host))
        ServerNames(self.allowed_hosts, self.allowed_origins)
        for proxy in self.proxies:
            _check_network(proxy)
        if self.path_prefix and not self.path_prefix.startswith("/"):
            raise ValueError(server_texts.no_path_prefix(self.path_prefix))
        return self

    def listen(self) -> socket.socket:
        """Open the listening socket. Raises: ValueError if the address cannot be used."""
        host = self.host.strip("[]")
        try:
            addresses = socket.getaddrinfo(host, self.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
            return _listening(*addresses[0])
        except OSError as error:
            raise ValueError(server_texts.taken(f"{bracketed(self.host)}:{self.port}", error.strerror or "")) from error

    def root(self, listening: socket.socket) -> str:
        return f"http://{bracketed(self.host)}:{listening.getsockname()[1]}{self.path_prefix.rstrip('/')}"

    def url(self, listening: socket.socket) -> str:
        return f"{self.root(listening)}/mcp"


def _listening(family: int, kind: int, protocol: int, _: str, address: Any) -> socket.socket:
    """Open a listening socket. Raises: OSError."""
    # Given the protocol, asyncio recognizes TCP and disables Nagle's algorithm, which costs 40 ms per call.
    listening = socket.socket(family, kind, protocol)
    try:
        if sys.platform != "win32":  # on Windows the option would let another process take the port
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            # A server on `::` accepts IPv4 connections, too; a server on any other IPv6 address does not.
            listening.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, address[0] != "::")
        listening.bind(address)
        listening.listen(_BACKLOG)
    except OSError:
        listening.close()
        raise
    return listening


def _check_network(network: str) -> None:
    """Check that a text is an IP address or network. Raises: ValueError."""
    try:
        ipaddress.ip_network(network, strict=False)
    except ValueError:
        raise ValueError(server_texts.no_network(network)) from None
