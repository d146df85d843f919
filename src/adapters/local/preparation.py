"""What the first questions need, brought by a server before anybody asks: one catalogue after the other, small first.

Never before the protocol's handshake: whoever serves says when that is over. A question that comes meanwhile joins what
is being built, and waits behind one request of an upstream at most. What fails is tried again a minute later.
"""

import logging
from collections.abc import Mapping, Sequence
from typing import Any

import anyio

from biofacts.adapters.local.freshness import LocalCatalogue
from biofacts.adapters.local.jobs import Jobs
from biofacts.domain.errors import BiofactsError

_log = logging.getLogger(__name__)

_PAUSE = 60.0
"""Seconds until what failed is tried again."""


class Preparation:
    """`catalogues`: in the order in which they are brought. `active`: false where nothing is fetched unasked."""

    def __init__(self, catalogues: Sequence[LocalCatalogue[Any]], *, jobs: Jobs, active: bool) -> None:
        self._catalogues = catalogues
        self._jobs = jobs
        self.active = active
        self.failures: dict[str, str] = {}
        """What could not be had, by the name of its catalogue, and why."""

    def begin(self) -> None:
        """Begin, once in the life of the process."""
        if self.active:
            self._jobs.prefetch("preparing for first questions", self._prepare)

    async def bring(self) -> None:
        """Bring now what is not there; what cannot be had is left to whoever needs it."""
        for one in self._catalogues:
            await self._brought(one)

    async def present(self) -> Mapping[str, bool]:
        """The catalogues that first questions need, by name, and whether each is there."""
        return {one.name: await one.present() is not None for one in self._catalogues}

    async def _prepare(self) -> None:
        while failed := [one for one in self._catalogues if not await self._brought(one)]:
            _log.info("not there yet: %s", ", ".join(one.name for one in failed))
            await anyio.sleep(_PAUSE)

    async def _brought(self, catalogue: LocalCatalogue[Any]) -> bool:
        try:
            if await catalogue.present() is None:  # what is there is refreshed when it is asked
                await catalogue.open()
        except BiofactsError as error:
            _log.warning("%s cannot be had: %s", catalogue.name, error.message)
            self.failures[catalogue.name] = error.message
            return False
        self.failures.pop(catalogue.name, None)
        return True
