"""Results of the checks of `biofacts doctor`: what works in this installation, and what to do about the rest."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Literal

import msgspec

CheckResult = Literal["ok", "note", "failed", "skipped"]


class Check(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The result of one check. `details`: the details; `advice`: what to do, always set for a failed check.

    `seconds`: the duration, for checks that contact another service.
    """

    part: str
    name: str
    finding: CheckResult
    details: str = ""
    advice: str = ""
    seconds: float | None = None


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """The results of all checks. `ok`: True if no check failed."""

    ok: bool
    checks: Sequence[Check]


Checkup = Callable[[], Awaitable[Sequence[Check]]]
"""A function that runs all checks and returns the results, grouped by part."""
