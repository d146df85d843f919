"""The resources behind a running server, and its readiness."""

# dependency_injector does not type what a nested container provides.
# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false, reportUnknownVariableType=false

from collections.abc import AsyncGenerator, Callable, Collection, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta

from biofacts.adapters.local.entries import pathways as pathway_entries
from biofacts.application.calls.readiness import readiness
from biofacts.application.use_cases import UseCases
from biofacts.composition.container import Container, running
from biofacts.composition.settings import Settings
from biofacts.domain.answers.advice import Phrasing, ToolPhrasing
from biofacts.ports.observing import Observer, unobserved
from biofacts.ports.signing_keys import SigningKey
from biofacts.ports.synchronisation import Readiness


class Served:
    """The open resources of a server."""

    def __init__(
        self,
        settings: Settings,
        observer: Observer = unobserved,
        close: Callable[[], None] = lambda: None,
        tools: Collection[str] | None = None,
    ) -> None:
        """`close`: called at the end of the lifespan, after which a signal may end the process immediately.

        `tools`: names of the offered tools, which hints may suggest; None for all.
        """
        self._settings = settings
        self._phrasing = ToolPhrasing(tools)
        self._observer = observer
        self._close = close
        self._container: Container | None = None

    @asynccontextmanager
    async def lifespan(self, _: object) -> AsyncGenerator[UseCases]:
        """Open everything for as long as the server runs."""
        try:
            async with running(self._settings, observer=self._observer) as container, container.identity.keys():
                self._container = container
                yield container.use_cases(phrasing=self._phrasing)
        finally:
            self._container = None
            self._close()

    def use_cases(self, phrasing: Phrasing, *, whole: bool) -> UseCases:
        """Build use cases over the open sources for another kind of caller. Call it only while the server runs."""
        assert self._container is not None
        return self._container.use_cases(phrasing=phrasing, whole=whole)

    async def signing_keys(self) -> Sequence[SigningKey]:
        """Fetch the keys that verify signatures of tokens. Raises: RateLimited, UpstreamError."""
        assert self._container is not None  # nobody calls before the server is open
        keys: Sequence[SigningKey] = await self._container.identity.keys()()
        return keys

    async def ages(self) -> Mapping[str, timedelta]:
        """Return the time since each catalogue was last confirmed to be the newest, by name; missing ones are
        absent.
        """
        if self._container is None:
            return {}
        store, now = self._container.store(), self._container.core.day()()
        names = [name for source in self._container.synchronisers() for name in source.catalogues]
        found = {name: await store.newest(name) for name in names}
        return {name: now - one.info.checked for name, one in found.items() if one is not None}

    def prepare(self) -> None:
        """Start to fetch the catalogues that first questions need, in the background."""
        if self._container is not None:
            self._container.preparation().begin()

    async def ready(self) -> Readiness:
        """Report whether the server can answer, and the state of every source.

        A server that prepares itself is ready when all prepared catalogues are there. Without preparation (`complete`
        is off), a live server is ready at once, since it fetches on demand; one that never fetches needs the pathways.
        """
        if self._container is None:
            return Readiness(ready=False)
        preparation = self._container.preparation()
        catalogues = await preparation.present()
        if preparation.active:
            is_ready = all(catalogues.values())
        else:
            is_ready = self._settings.source == "live" or catalogues[pathway_entries.TEXT]
        drawings = await self._container.store().newest(pathway_entries.GPML)
        return await readiness(
            is_ready,
            drawings is not None and drawings.info.complete,
            catalogues,
            self._container.synchronisers(),
            self._container.on_request(),
            self._container.store(),
            failures=preparation.failures,
            now=datetime.now(UTC),
        )
