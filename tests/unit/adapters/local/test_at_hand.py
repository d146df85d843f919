"""What joins rest on: the catalogues that each source fetches ahead, and those whose next release changes an answer."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

import msgspec
import pytest

from biofacts.composition.container import Container, opened
from tests.containers import WatchedJobs, sample_in_dictionaries, unlimited

NEEDED = {
    "pathways": {"wikipathways-xref", "wikipathways-text"},
    "genes": {"hgnc", "ncbi-gene-homo-sapiens"},
    "ligands": {"gtopdb-ligands", "gtopdb-ligand-ids"},
    "targets": {"gtopdb-targets"},
    "interactions": {"gtopdb-interactions", "gtopdb-ligands"},
}
"""The catalogues that each source fetches ahead."""
USED = {
    **NEEDED,
    "pathways": NEEDED["pathways"]
    | {f"wikipathways-{name}" for name in ("communities", "compounds", "gpml", "related")},
}
"""The catalogues that an answer of each source depends on."""
ALL = (
    "disease-ontology", "gtopdb-interactions", "gtopdb-ligand-ids", "gtopdb-ligands", "gtopdb-targets",
    "gtopdb-uniprot", "hgnc", "ncbi-gene-homo-sapiens", "pathway-ontology", "wikipathways-communities",
    "wikipathways-compounds", "wikipathways-edges", "wikipathways-gpml", "wikipathways-literature",
    "wikipathways-mappings", "wikipathways-related", "wikipathways-text", "wikipathways-xref",
)  # fmt: skip


def sources(container: Container) -> Mapping[str, Any]:
    return {name: getattr(container, name)() for name in NEEDED}


async def there(container: Container) -> set[str]:
    store = container.store()
    return {name for name in ALL if await store.newest(name)}


@pytest.mark.parametrize("long_lived", [True, False], ids=["server", "command"])
async def test_a_source_fetches_ahead_what_joins_wait_for(long_lived: bool) -> None:
    found: dict[str, set[str]] = {}
    for name in NEEDED:
        async with WatchedJobs(long_lived=long_lived) as jobs:
            container = unlimited(sample_in_dictionaries(), jobs=jobs)
            sources(container)[name].prefetch()
            await jobs.settled()
        found[name] = await there(container)

    assert found == NEEDED


async def test_an_answer_depends_on_the_releases_of_these_catalogues() -> None:
    found: dict[str, set[str]] = {name: set() for name in NEEDED}
    async with opened(sample_in_dictionaries()) as container:
        store = container.store()
        for catalogue in await there(container):
            before = {name: (await source.at_hand()).settled for name, source in sources(container).items()}
            info = (await store.newest(catalogue)).info
            await store.confirm(catalogue, msgspec.structs.replace(info, checked=info.checked - timedelta(seconds=1)))
            for name, source in sources(container).items():
                settled = (await source.at_hand()).settled
                assert settled
                found[name] |= {catalogue} if settled != before[name] else set()

    assert found == USED
