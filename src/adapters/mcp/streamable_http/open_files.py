"""Limit of the system on open connections."""

import sys
from typing import Final

_MOST: Final = 8192
_OTHERS: Final = 256
"""Open files besides clients' connections: catalogues, and connections to upstreams."""


def allow_connections() -> int:
    """Raise the limit of open files as far as the system allows. Returns how many connections may then be open."""
    if sys.platform == "win32":
        return _MOST
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _MOST + _OTHERS
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
        soft = most
    # With a low limit connections still get half of the files.
    return _MOST if soft == resource.RLIM_INFINITY else max(min(_MOST, soft - _OTHERS), soft // 2)
