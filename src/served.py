"""What a server stands on: everything is open as long as it runs, and it says whether it can answer."""

# dependency_injector does not type what a nested container provides.
# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false, reportUnknownVariableType=false

from collections.abc import AsyncGenerator, Callable, Collection, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta

from biofacts.adapters.local import pathway_entries
from biofacts.application.readiness import readiness
from biofacts.application.use_cases import UseCases
from biofacts.container import Container, running
from biofacts.domain.advice import Phrasing, ToolPhrasing
from biofacts.ports.observing import Observer, unobserved
from biofacts.ports.signing_keys import SigningKey
from biofacts.ports.sync import Readiness
from biofacts.settings import Settings


class Served:
    """What a server needs: its lifespan, and whether it can answer at once."""

    def __init__(
        self,
        settings: Settings,
        observer: Observer = unobserved,
        close: Callable[[], None] = lambda: None,
        tools: Collection[str] | None = None,
    ) -> None:
        """`close`: is called at the end of the lifespan, after which a signal may end the process at once.

        `tools`: the names of those that are offered, and so proposed in hints; None for all.
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
        """The use cases once more, over the same sources, for callers of another kind. Only while the server runs."""
        assert self._container is not None
        return self._container.use_cases(phrasing=phrasing, whole=whole)

    async def signing_keys(self) -> Sequence[SigningKey]:
        """The keys with which tokens are signed. Raises: RateLimited, UpstreamError."""
        assert self._container is not None  # nobody calls before the server is open
        keys: Sequence[SigningKey] = await self._container.identity.keys()()
        return keys

    async def ages(self) -> Mapping[str, timedelta]:
        """The catalogues that are there, and how long ago each was last known to be the newest."""
        if self._container is None:
            return {}
        store, now = self._container.store(), self._container.core.day()()
        names = [name for source in self._container.synchronisers() for name in source.catalogues]
        found = {name: await store.newest(name) for name in names}
        return {name: now - one.info.checked for name, one in found.items() if one is not None}

    def prepare(self) -> None:
        """Begin to bring what first questions need, behind the handshake."""
        if self._container is not None:
            self._container.preparation().begin()

    async def ready(self) -> Readiness:
        """Whether what is prepared is there, and what there is of every source.

        With `complete` off nothing is fetched before it is asked for, and nothing waited for; where nothing is fetched
        at all, pathways must be there.
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
