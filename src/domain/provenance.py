"""Where a record or a list comes from."""

from datetime import UTC, datetime
from typing import Literal

import msgspec

Mode = Literal["live", "cache", "snapshot"]


class Provenance(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Which service and release, `retrieved` when (ISO 8601, UTC).

    `live`: fetched for this call; `cache`: fetched earlier; `snapshot`: from a synchronised release or the built-in
    sample. `stale` when older data answered than would if the upstream could be reached: it failed, or, offline, is not
    asked.
    """

    name: str
    release: str | None = None
    retrieved: str | None = None
    mode: Mode
    licence: str | None = None
    stale: bool = False


def iso(moment: datetime) -> str:
    """ISO 8601, UTC, to the second."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
