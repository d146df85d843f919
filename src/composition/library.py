"""The functions that open the library.

with biofacts.open() as facts:
    for pathway in facts.search_pathways("glycolysis", organism="Homo sapiens"):
        print(pathway.id, pathway.title)
"""

from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import msgspec
from anyio.from_thread import start_blocking_portal

from biofacts.adapters.library.facts import AsyncFacts, Facts
from biofacts.adapters.library.notebook import show_records
from biofacts.composition.container import running
from biofacts.composition.settings import Settings, SourceSetting


@asynccontextmanager
async def open_async(
    *, source: SourceSetting | None = None, cache_dir: str | Path | None = None, settings: Settings | None = None
) -> AsyncGenerator[AsyncFacts]:
    """Open the library for asynchronous code, on asyncio or trio.

    `source`: `live` to fetch data that is not cached, `offline` to fetch nothing, or `sample` for the built-in sample.
    `cache_dir`: the folder of the catalogues. `settings`: all other settings, by default those of the environment.
    Raises: SettingsError.
    """
    chosen = settings or Settings.from_environment()
    changes = {"source": source, "cache_dir": None if cache_dir is None else Path(cache_dir)}
    chosen = msgspec.structs.replace(chosen, **{name: value for name, value in changes.items() if value is not None})
    async with running(chosen.checked()) as container:
        show_records()
        yield AsyncFacts(container.use_cases(whole=True).patient())


@contextmanager
def open(
    *, source: SourceSetting | None = None, cache_dir: str | Path | None = None, settings: Settings | None = None
) -> Generator[Facts]:
    """Open the library for synchronous code and for notebooks. The parameters are those of `open_async`.

    An event loop in a separate thread runs the calls, so that they also work inside a running loop. Raises:
    SettingsError.

    >>> with biofacts.open(source="sample") as facts:
    ...     facts.get_gene("HGNC:11998").symbol
    'TP53'
    """
    opening = open_async(source=source, cache_dir=cache_dir, settings=settings)
    with start_blocking_portal() as portal, portal.wrap_async_context_manager(opening) as facts:
        yield Facts(facts, portal)
