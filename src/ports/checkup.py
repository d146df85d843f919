"""What is looked at when something does not work."""

from collections.abc import Sequence
from typing import Literal, Protocol

import msgspec

Finding = Literal["ok", "note", "failed", "skipped"]


class Check(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One thing that was looked at. `told`: what was found; `advice`: what to do, of whatever has failed always.

    `seconds`: how long it took, where somebody else was asked.
    """

    part: str
    name: str
    finding: Finding
    told: str = ""
    advice: str = ""
    seconds: float | None = None


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that was looked at. `ok`: nothing has failed."""

    ok: bool
    checks: Sequence[Check]


class Probe(Protocol):
    """An upstream that can be asked whether it is there."""

    @property
    def name(self) -> str:
        """What it is called."""
        ...

    async def __call__(self) -> Check:
        """Ask it, with one request when its budget has room. Raises nothing."""
        ...


class Checkup(Protocol):
    """Looks at everything."""

    async def __call__(self) -> Sequence[Check]:
        """What was found, part by part."""
        ...
