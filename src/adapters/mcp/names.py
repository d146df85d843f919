"""Under which names a server answers: hosts and origins, against pages that rebind a name to it."""

import ipaddress
import re
from collections.abc import Iterable

from biofacts.domain import server_wording

LOCAL = ("127.0.0.1", "localhost", "[::1]")
_PORT = re.compile(r":\d+$")
_HOST = re.compile(r"[a-z0-9._-]+|\[[0-9a-f:.]+\]")
_ORIGIN = re.compile(r"[a-z][a-z0-9+.-]*://([a-z0-9._-]+|\[[0-9a-f:.]+\])(:(\d+|\*))?")


def bracketed(host: str) -> str:
    """A host as a URL writes it: an IPv6 address in brackets."""
    bare = host.strip("[]")
    return f"[{bare}]" if ":" in bare else bare


def is_loopback(host: str) -> bool:
    """True when nobody but this machine reaches a server that binds there."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


class Names:
    """`hosts`: without a port, with which each is answered whatever it is. `origins`: `scheme://host[:port]`.

    The port of an origin may be `*`. A page that a host itself serves may call, too. Raises: ValueError.
    """

    def __init__(self, hosts: Iterable[str] = (), origins: Iterable[str] = ()) -> None:
        self._hosts = frozenset([*LOCAL, *(_host(one) for one in hosts)])
        self.origins = frozenset(_origin(one) for one in origins)

    def is_host(self, header: str | None) -> bool:
        """Whether a `Host` header names this server."""
        return header is not None and _PORT.sub("", header.lower()) in self._hosts

    def is_origin(self, header: str | None) -> bool:
        """Whether a page of that `Origin` may call; a client that is no page sends none."""
        if header is None or self.is_allowed(header):
            return True
        scheme, _, host = header.lower().partition("://")
        return scheme in ("http", "https") and self.is_host(host)

    def is_allowed(self, origin: str) -> bool:
        """Whether that origin is one of `origins`."""
        lower = origin.lower()
        return lower in self.origins or f"{_PORT.sub('', lower)}:*" in self.origins


def _host(given: str) -> str:
    """Raises: ValueError."""
    host = bracketed(given.lower()) if given.count(":") > 1 and "]:" not in given else _PORT.sub("", given.lower())
    if not _HOST.fullmatch(host):
        raise ValueError(server_wording.no_host(given))
    return host


def _origin(given: str) -> str:
    """Raises: ValueError."""
    origin = given.lower().removesuffix("/")
    if not _ORIGIN.fullmatch(origin):
        raise ValueError(server_wording.no_origin(given))
    return origin
