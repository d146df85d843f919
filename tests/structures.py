"""The built-in sample, whose compounds are depicted by a replayed PubChem, and the page over any use cases."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import httpx

from biofacts.adapters.local.compounds.cached_records import CachedDepictions
from biofacts.adapters.memory.records_and_budgets import MemoryRecordStore
from biofacts.adapters.web.site import site
from biofacts.application.use_cases import UseCases
from biofacts.composition.container import Container, opened
from biofacts.composition.settings import Settings
from tests.containers import with_parts
from tests.pubchem import PubChem, depictions


@asynccontextmanager
async def depicted(upstream: PubChem) -> AsyncGenerator[Container]:
    """Opened."""
    container = Container(settings=Settings(source="sample"))
    async with depictions(upstream) as source:
        kept = CachedDepictions(source, MemoryRecordStore())
        async with opened(with_parts(container, depictions=kept)):
            yield container


@asynccontextmanager
async def visiting_page(use_cases: UseCases, prefix: str = "") -> AsyncGenerator[httpx.AsyncClient]:
    """Somebody who visits the page over these use cases."""
    transport = httpx.ASGITransport(site(lambda: use_cases, prefix=prefix))
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
        yield client
