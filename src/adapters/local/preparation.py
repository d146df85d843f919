"""The catalogues that the first calls need, fetched by a server in advance, one after the other, small ones first.

This never begins before the protocol's handshake; the server says when that is over. A call in the meantime joins a
build that is running, and waits for one request to an upstream at most. Failures are tried again a minute later.
"""

import logging
from collections.abc import Mapping, Sequence
from typing import Any

import anyio

from biofacts.adapters.local.catalogues.jobs import Jobs
from biofacts.adapters.local.catalogues.local_catalogue import LocalCatalogue
from biofacts.domain.answers.errors import BiofactsError

_log = logging.getLogger(__name__)

_PAUSE = 60.0
"""Seconds before a failed fetch is tried again."""


class Preparation:
    """The preparation. `catalogues`: in the order of fetching. `active`: False if nothing may be fetched in advance."""

    def __init__(self, catalogues: Sequence[LocalCatalogue[Any]], *, jobs: Jobs, active: bool) -> None:
        self._catalogues = catalogues
        self._jobs = jobs
        self.active = active
        self.failures: dict[str, str] = {}
        """The reason why a catalogue could not be fetched, by its name."""

    def begin(self) -> None:
        """Start, once in the life of the process."""
        if self.active:
            self._jobs.prefetch("preparing for first questions", self._prepare)

    async def bring(self) -> None:
        """Fetch the missing catalogues now; those that fail are left to the calls that need them."""
        for one in self._catalogues:
            await self._brought(one)

    async def present(self) -> Mapping[str, bool]:
        """Return True for each catalogue, by name, that is available."""
        return {one.name: await one.present() is not None for one in self._catalogues}

    async def _prepare(self) -> None:
        while failed := [one for one in self._catalogues if not await self._brought(one)]:
            _log.info("not there yet: %s", ", ".join(one.name for one in failed))
            await anyio.sleep(_PAUSE)

    async def _brought(self, catalogue: LocalCatalogue[Any]) -> bool:
        try:
            if await catalogue.present() is None:  # calls refresh those that are there
                await catalogue.open()
        except BiofactsError as error:
            _log.warning("%s cannot be had: %s", catalogue.name, error.message)
            self.failures[catalogue.name] = error.message
            return False
        self.failures.pop(catalogue.name, None)
        return True
