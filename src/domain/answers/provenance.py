"""Provenance: the sources of records and lists."""

from datetime import UTC, datetime
from typing import Literal

import msgspec

Mode = Literal["live", "cache", "snapshot"]


class Provenance(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The service and release, with the time of retrieval (`retrieved`, ISO 8601, UTC).

    `live`: fetched for this call; `cache`: fetched earlier; `snapshot`: from a synchronised release or the built-in
    sample. `stale`: True if older data answered because the upstream failed, or because offline mode does not contact
    it.
    """

    name: str
    release: str | None = None
    retrieved: str | None = None
    mode: Mode
    licence: str | None = None
    stale: bool = False


def iso(moment: datetime) -> str:
    """Format a time in ISO 8601, UTC, to the second."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
