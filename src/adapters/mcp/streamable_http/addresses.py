"""Host names and origins that a server answers, as a protection against DNS rebinding."""

import ipaddress
import re
from collections.abc import Iterable

from biofacts.domain.answers import server_wording

LOCAL = ("127.0.0.1", "localhost", "[::1]")
_PORT = re.compile(r":\d+$")
_HOST = re.compile(r"[a-z0-9._-]+|\[[0-9a-f:.]+\]")
_ORIGIN = re.compile(r"[a-z][a-z0-9+.-]*://([a-z0-9._-]+|\[[0-9a-f:.]+\])(:(\d+|\*))?")


def bracketed(host: str) -> str:
    """Write a host as in a URL, with an IPv6 address in brackets."""
    bare = host.strip("[]")
    return f"[{bare}]" if ":" in bare else bare


def is_loopback(host: str) -> bool:
    """Return True if only this machine reaches a server that binds to a host."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


class Names:
    """Names of a server. `hosts`: without a port, so that any port is valid. `origins`: `scheme://host[:port]`.

    The port of an origin may be `*`. Pages that one of the hosts serves may call, too. Raises: ValueError.
    """

    def __init__(self, hosts: Iterable[str] = (), origins: Iterable[str] = ()) -> None:
        self._hosts = frozenset([*LOCAL, *(_host(one) for one in hosts)])
        self.origins = frozenset(_origin(one) for one in origins)

    def is_host(self, header: str | None) -> bool:
        """Return True if a `Host` header names this server."""
        return header is not None and _PORT.sub("", header.lower()) in self._hosts

    def is_origin(self, header: str | None) -> bool:
        """Return True if a page of that origin may call. Clients other than browsers send no `Origin` header."""
        if header is None or self.is_allowed(header):
            return True
        scheme, _, host = header.lower().partition("://")
        return scheme in ("http", "https") and self.is_host(host)

    def is_allowed(self, origin: str) -> bool:
        """Return True if `origins` includes that origin."""
        lower = origin.lower()
        return lower in self.origins or f"{_PORT.sub('', lower)}:*" in self.origins


def _host(given: str) -> str:
    """Normalize a host name. Raises: ValueError."""
    host = bracketed(given.lower()) if given.count(":") > 1 and "]:" not in given else _PORT.sub("", given.lower())
    if not _HOST.fullmatch(host):
        raise ValueError(server_wording.no_host(given))
    return host


def _origin(given: str) -> str:
    """Normalize an origin. Raises: ValueError."""
    origin = given.lower().removesuffix("/")
    if not _ORIGIN.fullmatch(origin):
        raise ValueError(server_wording.no_origin(given))
    return origin
