"""The checks of `biofacts doctor`: versions, settings, cache folder, catalogues, upstreams and Redis."""

import importlib.metadata
import platform
import shutil
import sqlite3
from collections.abc import AsyncGenerator, Iterator, Sequence
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import anyio
import msgspec

from biofacts.adapters.http.probe import HttpProbe
from biofacts.adapters.local.catalogue_entries import pathways as pathway_entries
from biofacts.composition.container import Container, running
from biofacts.composition.settings import Secret, Settings
from biofacts.domain.answers.errors import BiofactsError
from biofacts.domain.text.clean import counted
from biofacts.ports.catalogue import CatalogueStatus
from biofacts.ports.doctor import Check
from biofacts.ports.synchronisation import Pending, Synchroniser

_OLD = timedelta(days=35)
# About the size of all catalogues without PubChem's names.
_ROOM = 1_000_000_000

DEFAULTS = "all defaults"
NO_FTS5 = "This Python's SQLite has no FTS5, without which nothing can be searched: use a Python from uv or python.org."
NO_FOLDER = "Give BIOFACTS_CACHE_DIR a folder that you may write to."
READ_ONLY = "It is read-only: its catalogues are used, and new ones are kept in memory only."
IN_MEMORY = "It cannot be created: catalogues are kept in memory and fetched again at each start."
LITTLE_ROOM = "All catalogues take about 1 GB (without PubChem's names): free some space, or set BIOFACTS_CACHE_DIR."
NO_CATALOGUE = "not there yet"
NO_REDIS = "Check that it runs and accepts this machine; until then each replica uses its own share of the budgets."

INCOMPLETE = (
    "Without it, lookups of genes miss nodes that WikiPathways could not map: run biofacts sync wikipathways, or let a"
    " server download it"
)


class LocalCheckup:
    """The checks of an open container."""

    def __init__(self, settings: Settings, container: Container) -> None:
        self._settings = settings
        self._container = container

    async def __call__(self) -> Sequence[Check]:
        """Run all checks, the local ones before those of the upstreams."""
        local = [*_versions(), *_in_effect(self._settings)]
        upstream_checks: list[Check] = []
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(self._ask_upstreams, upstream_checks)
            local += [*await self._folder(), *await self._catalogues(), *await self._redis()]
        return [*local, *upstream_checks]

    async def _ask_upstreams(self, checks: list[Check]) -> None:
        """Probe all upstreams at once, and append the results in the order of the probes."""
        if self._settings.source != "live":
            skipped = no_mode(self._settings.source)
            checks.append(Check(part="upstreams", name="all", finding="skipped", details=skipped))
            return
        probes = self._container.probes()
        answers: dict[str, Check] = {}

        async def ask(probe: HttpProbe) -> None:
            answers[probe.name] = await probe()

        async with anyio.create_task_group() as tasks:
            for probe in probes:
                tasks.start_soon(ask, probe)
        checks += [answers[probe.name] for probe in probes]

    async def _folder(self) -> Sequence[Check]:
        if self._settings.source == "sample":
            return [Check(part="cache", name="folder", finding="skipped", details=no_mode("sample"))]
        return await anyio.to_thread.run_sync(folder_checked, self._settings.cache_folder, self._container.disk())

    async def _catalogues(self) -> Sequence[Check]:
        checks: list[Check] = []
        for source in self._container.synchronisers():
            try:
                checks += [check async for check in self._of(source)]
            except (BiofactsError, OSError) as error:
                checks.append(
                    Check(part="catalogues", name=source.name, finding="failed", details=str(error), advice=NO_FOLDER)
                )
        brought = [await bulk.describe() for bulk in self._container.on_request()]
        checks += [
            self._catalogue_check(status, "biofacts sync pubchem", status.pending)
            for status in brought
            if _is_begun(status)
        ]
        return checks

    async def _of(self, source: Synchroniser) -> AsyncGenerator[Check]:
        pending = await source.pending()
        for name in source.catalogues:
            begun = pending if pending is not None and pending.catalogue == name else None
            yield self._catalogue_check(
                await self._container.store().describe(name), f"biofacts sync {source.name}", begun
            )

    def _catalogue_check(self, status: CatalogueStatus, command: str, pending: Pending | None) -> Check:
        """Check that a catalogue exists and is not old. A missing one fails only offline; missing drawings never do."""
        begun = f"; {pending.done} of {pending.total} {pending.unit} of {pending.release} fetched" if pending else ""
        if (info := status.provenance) is None:
            description = NO_CATALOGUE + begun
            if status.name == pathway_entries.GPML:
                return _catalogue(status, "note", description, INCOMPLETE)
            is_lost = self._settings.is_offline
            advice = f"It is downloaded for the first call that needs it; to fetch it now: {command}"
            if is_lost:
                advice = f"Nothing is fetched offline: run {command} with BIOFACTS_SOURCE=live"
            return _catalogue(status, "failed" if is_lost else "note", description, advice)
        age = self._container.day()() - info.checked
        description = f"{info.release}, confirmed {_days(age)}{begun}"
        is_old = age > _OLD and self._settings.source == "live"
        advice = f"A server renews it in the background; to renew it now: {command}" if is_old else ""
        return _catalogue(status, "note" if is_old else "ok", description, advice)

    async def _redis(self) -> Sequence[Check]:
        if not self._settings.redis_url or (shared := self._container.shared()) is None:
            return []
        host = urlsplit(self._settings.redis_url).hostname or ""
        is_there = await shared.is_there()
        return [
            Check(
                part="redis", name=host, finding="ok" if is_there else "failed",
                details="it answers" if is_there else "it does not answer", advice="" if is_there else NO_REDIS,
            )
        ]  # fmt: skip


@asynccontextmanager
async def checkup(settings: Settings) -> AsyncGenerator[LocalCheckup]:
    """Open a container for the settings and yield a checkup of it. Raises: SettingsError."""
    async with running(settings, long_lived=False) as container:
        yield LocalCheckup(settings, container)


def _versions() -> Iterator[Check]:
    for name in ("biofacts", "mcp"):
        yield Check(part="versions", name=name, finding="ok", details=importlib.metadata.version(name))
    system = f"{platform.system()} {platform.machine()}"
    yield Check(part="versions", name="python", finding="ok", details=f"{platform.python_version()}, {system}")
    yield _sqlite()


def _sqlite() -> Check:
    connection = sqlite3.connect(":memory:")
    try:
        # Some builds of SQLite lack FTS5, which the catalogues need.
        connection.execute("CREATE VIRTUAL TABLE words USING fts5(word)")
    except sqlite3.OperationalError:
        return Check(part="versions", name="sqlite", finding="failed", details=sqlite3.sqlite_version, advice=NO_FTS5)
    finally:
        connection.close()
    return Check(part="versions", name="sqlite", finding="ok", details=f"{sqlite3.sqlite_version}, FTS5")


def _in_effect(settings: Settings) -> Iterator[Check]:
    """Yield the settings that differ from their defaults. Secrets are masked."""
    usual = Settings()
    if settings == usual:
        yield Check(part="settings", name="all", finding="ok", details=DEFAULTS)
    for field in msgspec.structs.fields(settings):
        value = getattr(settings, field.name)
        if value != getattr(usual, field.name):
            masked = _without_secrets(value)
            yield Check(part="settings", name=f"BIOFACTS_{field.name.upper()}", finding="ok", details=masked)


def _without_secrets(value: Any) -> str:
    if isinstance(value, Secret):
        return repr(value)
    text = str(value)
    if "://" not in text:
        return text
    parts = urlsplit(text)
    # Credentials can be in front of the host or in the query.
    return parts._replace(netloc=parts.netloc.rpartition("@")[2], query="").geturl()


def folder_checked(folder: Path, store: Any) -> Sequence[Check]:
    """Report the size of the cache folder, its free space, and whether it is writable.

    `store`: the catalogue store, which knows whether the folder is writable.
    """
    if store.writable is None:
        is_there = store.folder is not None
        return [
            Check(
                part="cache", name=str(folder), finding="note" if is_there else "failed",
                details=_size(folder) if is_there else IN_MEMORY,
                advice=READ_ONLY if is_there else NO_FOLDER,
            )
        ]  # fmt: skip
    free = shutil.disk_usage(store.writable).free
    sizes = f"{_size(folder)}, {free / 1e9:.1f} GB free"
    is_tight = free < _ROOM
    advice = LITTLE_ROOM if is_tight else ""
    return [
        Check(part="cache", name=str(folder), finding="note" if is_tight else "ok", details=sizes, advice=advice)
    ]  # fmt: skip


def _size(folder: Path) -> str:
    return f"{sum(file.stat().st_size for file in folder.rglob('*') if file.is_file()) / 1e6:.0f} MB"


def _is_begun(status: CatalogueStatus) -> bool:
    """Return True if a catalogue that is fetched only on request exists, at least in part."""
    return status.provenance is not None or status.pending is not None


def _catalogue(status: CatalogueStatus, finding: Any, description: str, advice: str) -> Check:
    return Check(part="catalogues", name=status.name, finding=finding, details=description, advice=advice)


def _days(age: timedelta) -> str:
    days = max(age, timedelta()) // timedelta(days=1)
    return "today" if not days else f"{counted(days, 'day')} ago"


def no_mode(source: str) -> str:
    """Return a sentence that no upstream is queried with this value of BIOFACTS_SOURCE."""
    return f"BIOFACTS_SOURCE={source}: no upstream is queried"
