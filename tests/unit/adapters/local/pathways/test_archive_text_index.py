"""The text index, enriched by the drawings: when that happens, what is found then, and what stays."""

from pathlib import Path

import pytest

from biofacts.adapters.local.catalogue_entries.pathways import GPML, TEXT
from biofacts.domain.answers.pages import Hits, Window
from biofacts.domain.pathways.pathway import PathwayCandidate
from biofacts.ports.sources import Query
from biofacts.ports.synchronisation import unseen
from tests.local_pathways import Parts, wikipathways
from tests.replaying import Upstream
from tests.small_pathways import HUMAN, PATHWAYS, Drawn, Node
from tests.wikipathways_files import TEXT_PATH, published, text_file

TAILED = Drawn(
    "WP8001",
    "Lysosome biogenesis",
    HUMAN,
    "Lysosomes are made anew. Of all that is told of them the end alone speaks of lipofuscin.",
    {},
    (
        Node("CLEAR network", "Pathway", "WikiPathways", "WP4001"),
        Node("MIR128", "Rna", "miRBase Sequence", "MI0000447"),
    ),
    snippet="Lysosomes are made anew. Of all that...",
)
"""What the index file leaves out: the end of the description, a Pathway node, an Rna node."""
HIDDEN = ["lipofuscin", "CLEAR network", "MIR128"]


def upstream() -> Upstream:
    return Upstream(published(*PATHWAYS, TAILED))


async def search(parts: Parts, query: str, window: Window | None = None) -> Hits[PathwayCandidate]:
    hits = await parts.source.search(Query(text=query), window or Window(limit=100))
    assert hits is not None
    return hits


async def found(parts: Parts, query: str) -> bool:
    return "WP:WP8001" in [item.id for item in (await search(parts, query)).items]


async def enriched_by(parts: Parts) -> str:
    text = await parts.store.newest(TEXT)
    assert text is not None
    return text.info.enriched_by


@pytest.mark.parametrize("query", HIDDEN)
async def test_after_a_synchronisation_every_word_of_the_drawings_is_found(query: str) -> None:
    async with wikipathways(upstream(), None) as parts:
        before = await found(parts, query)
        await parts.sync.sync(unseen)

        assert (before, await found(parts, query)) == (False, True)


async def test_after_the_drawings_came_by_themselves_too() -> None:
    async with wikipathways(upstream(), None, complete=True) as parts:
        await search(parts, "lysosome")
        await parts.jobs.settled()

        assert await found(parts, "lipofuscin")


async def test_candidates_look_as_before() -> None:
    async with wikipathways(upstream(), None) as parts:
        before = await search(parts, "lysosome biogenesis")
        await parts.sync.sync(unseen)
        after = await search(parts, "lysosome biogenesis")

        assert after.items == before.items


async def test_a_refreshed_index_is_enriched_again(tmp_path: Path) -> None:
    async with wikipathways(upstream(), tmp_path) as parts:
        await parts.sync.sync(unseen)
        parts.upstream.files[TEXT_PATH] = text_file(*PATHWAYS, TAILED._replace(name="Lysosome assembly"))
        await parts.text.refresh()
        renamed = await search(parts, "lysosome assembly")

        assert renamed.items[0].title == "Lysosome assembly"
        assert await found(parts, "lipofuscin")


async def test_nothing_is_asked_for(tmp_path: Path) -> None:
    async with wikipathways(upstream(), tmp_path) as parts:
        await search(parts, "lysosome")
        await parts.jobs.settled()
        await parts.archive.update()  # and this process dies before the index is enriched
        assert await enriched_by(parts) == ""
    other = Upstream({})
    async with wikipathways(other, tmp_path, offline=True) as parts:
        await search(parts, "lysosome")
        await parts.jobs.settled()

        assert await found(parts, "lipofuscin")
        assert other.asked == []


async def test_what_is_enriched_is_not_built_again(tmp_path: Path) -> None:
    async with wikipathways(upstream(), tmp_path) as parts:
        await parts.sync.sync(unseen)
        first = await parts.store.newest(TEXT)
        await search(parts, "lysosome")
        await parts.jobs.settled()
        second = await parts.store.newest(TEXT)

        assert first is second


async def test_a_walk_that_began_before_loses_and_doubles_nothing(tmp_path: Path) -> None:
    async with wikipathways(upstream(), tmp_path) as parts:
        whole = await search(parts, "human")
        first = await search(parts, "human", Window(limit=3))
        await parts.sync.sync(unseen)
        rest = await search(parts, "human", Window(offset=3, limit=100, version=first.version))

        assert [*first.items, *rest.items] == list(whole.items)
        assert await enriched_by(parts)


async def test_a_synchronisation_with_a_newer_index_leaves_a_walk_its_release(tmp_path: Path) -> None:
    async with wikipathways(upstream(), tmp_path) as parts:
        await parts.sync.sync(unseen)
        whole = await search(parts, "human")
        first = await search(parts, "human", Window(limit=3))
        parts.upstream.files[TEXT_PATH] = text_file(*PATHWAYS)
        await parts.sync.sync(unseen)
        rest = await search(parts, "human", Window(offset=3, limit=100, version=first.version))

        assert [*first.items, *rest.items] == list(whole.items)
        assert not await found(parts, "lysosome")


def spoil(folder: Path) -> None:
    """Damage drawings in the catalogue, but not its form."""
    (file,) = folder.glob(f"*/{GPML}/*.sqlite")
    body = file.read_bytes()
    for text in (b"Lysosomes are made anew", b"Acetyl-CoA is oxidised"):
        assert text in body
        body = body.replace(text, text.upper())
    file.write_bytes(body)


async def test_a_damaged_catalogue_of_drawings_costs_only_what_it_would_have_added(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with wikipathways(upstream(), tmp_path) as parts:
        await search(parts, "lysosome")
        await parts.archive.update()
    spoil(tmp_path)
    caplog.set_level("WARNING", logger="biofacts")
    async with wikipathways(upstream(), tmp_path) as parts:
        parts.upstream.files[TEXT_PATH] = text_file(*PATHWAYS, TAILED._replace(name="Lysosome assembly"))
        await parts.text.refresh()

        assert await found(parts, "lysosome assembly")
        assert not await found(parts, "lipofuscin")
        assert await parts.store.newest(GPML) is None
    assert len([record for record in caplog.records if "without their drawings" in record.message]) == 1


async def test_what_another_process_has_enriched_is_not_built_again(tmp_path: Path) -> None:
    async with wikipathways(upstream(), tmp_path) as parts:
        await parts.sync.sync(unseen)
        first = await parts.store.newest(TEXT)
        await parts.enrichment.enrich()

        assert await parts.store.newest(TEXT) is first
