"""The options of a server."""

import msgspec


class Serving(msgspec.Struct, frozen=True, kw_only=True):
    """Options of a server; None or empty if the settings decide. `http`: False for standard input and output.

    `page`: also serve the web page.
    """

    http: bool = False
    host: str = "127.0.0.1"
    port: int = 8000
    allowed_hosts: tuple[str, ...] = ()
    allowed_origins: tuple[str, ...] = ()
    proxies: tuple[str, ...] = ()
    path_prefix: str | None = None
    max_calls: int | None = None
    drain: float | None = None
    page: bool = False
