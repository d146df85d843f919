"""Where a record or a list comes from."""

from typing import Literal

import msgspec

Mode = Literal["live", "cache", "snapshot"]


class Source(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Provenance: `release` as the upstream names it, `retrieved` in ISO 8601 UTC.

    `live`: fetched for this call; `cache`: fetched earlier; `snapshot`: from a synchronised release or the built-in
    sample. `stale` when the upstream could not be reached and older data answered.
    """

    name: str
    release: str | None = None
    retrieved: str | None = None
    mode: Mode
    licence: str | None = None
    stale: bool = False
