"""A missing or damaged catalogue never takes a part from a record without a word."""

import json
import shutil
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, cast

import anyio
import msgspec
import pytest

from biofacts.application.tools.all_tools import TOOLS, call
from biofacts.composition.container import Container, opened
from biofacts.composition.settings import Settings
from biofacts.ports.synchronisation import unseen
from tests.containers import WatchedJobs, unlimited
from tests.contract.faults import HOSTS, World

RECORDS: list[tuple[str, dict[str, object]]] = [
    ("get_pathway", {"pathway_id": "WP:WP534"}),
    ("get_pathway", {"pathway_id": "WP:WP1742"}),
    ("get_pathway", {"pathway_id": "WP:WP1742", "detail": "brief"}),
    ("get_pathway_components", {"pathway_id": "WP:WP1742"}),
    ("get_gene", {"gene_id": "HGNC:11998"}),
    ("get_ligand", {"iuphar_id": "IUPHAR:2713"}),
    ("get_target", {"iuphar_id": "IUPHAR:215"}),
    ("get_target", {"iuphar_id": "IUPHAR:3114"}),
]
OF_PARTS = {"target_count": "targets", "ligand_count": "ligands", "guidance": "ligands", "genes": "cross_references"}
"""Parts of a record that are said by naming another."""

Answers = list[dict[str, Any]]


def file_of(folder: Path, name: str) -> Path:
    """The file of the newest release of a catalogue."""
    (pointer,) = folder.glob(f"*/{name}/newest.json")
    return pointer.with_name(f"{json.loads(pointer.read_text())['version']}.sqlite")


def emptied(file: Path) -> None:
    file.write_bytes(b"")


def cut(file: Path) -> None:
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])


def noise(file: Path) -> None:
    """Every page but the first, so that the file opens and its rows do not."""
    body = file.read_bytes()
    file.write_bytes(body[:4096] + b"\x5a" * (len(body) - 4096))


def pointerless(file: Path) -> None:
    file.with_name("newest.json").write_text("{")


def absent(file: Path) -> None:
    shutil.rmtree(file.parent)


@asynccontextmanager
async def server(folder: Path, source: str) -> AsyncGenerator[Container]:
    settings = Settings.from_environment(HOSTS | {"BIOFACTS_CACHE_DIR": str(folder), "BIOFACTS_SOURCE": source})
    world = World()
    container = Container(settings=settings)
    async with opened(unlimited(container, network=world, clock=world.clock, jobs=WatchedJobs())):
        yield container


async def asked(container: Container) -> Answers:
    return [msgspec.to_builtins(await call(TOOLS[tool], container.use_cases(), given)) for tool, given in RECORDS]


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Answers]:
    """A folder with every catalogue, and the answers of offline mode from it."""
    folder = tmp_path_factory.mktemp("filled")

    async def fill() -> Answers:
        async with server(folder, "live") as container:
            for one in container.synchronisers():
                await one.sync(unseen)
        async with server(folder, "offline") as container:
            return await asked(container)

    answers = anyio.run(fill)
    assert [answer for answer in answers if "error" in answer] == []
    return folder, answers


def _has(now: Any, before: Any) -> bool:
    """Whether all that was said is said still: without names of genes, nodes have more accessions, not fewer."""
    if isinstance(before, dict) and isinstance(now, dict):
        known, had = cast("dict[str, Any]", now), cast("dict[str, Any]", before)
        return all(_has(known.get(key), value) for key, value in had.items())
    if isinstance(before, tuple) and isinstance(now, tuple):
        several = cast("tuple[Any, ...]", now)  # type: ignore[redundant-cast]  # pyright needs it
        wanted = cast("tuple[Any, ...]", before)  # type: ignore[redundant-cast]  # likewise
        return all(any(_has(other, one) for other in several) for one in wanted)
    return bool(now == before)


def lost(before: Mapping[str, Any], now: Mapping[str, Any]) -> set[str]:
    """The parts that are others than before, and of which no remark says so."""
    said = str(now.get("remark", ""))
    parts = {part for part in {*before, *now} - {"remark", "source"} if not _has(now.get(part), before.get(part))}
    for part in ("links", "left_out", "cross_references"):
        if part in parts and part not in said:
            parts.remove(part)
            was, has = before.get(part, {}), now.get(part, {})
            parts |= {key for key in {**was, **has} if was.get(key) != has.get(key)}
    if "cross_references" in said:
        parts.discard("uniprot")  # how many are left out
    return {part for part in parts if OF_PARTS.get(part, part) not in said}


CATALOGUES = (
    "gtopdb-interactions", "gtopdb-ligand-ids", "gtopdb-ligands", "gtopdb-targets", "gtopdb-uniprot", "hgnc",
    "pathway-ontology", "wikipathways-gpml", "wikipathways-mappings", "wikipathways-text", "wikipathways-xref",
)  # fmt: skip


@pytest.mark.parametrize("spoil", [emptied, cut, noise, pointerless, absent])
@pytest.mark.parametrize("name", CATALOGUES)
async def test_what_a_catalogue_would_have_told_is_missing_with_a_remark(
    name: str, spoil: Callable[[Path], None], filled: tuple[Path, Answers], tmp_path: Path
) -> None:
    shutil.copytree(filled[0], tmp_path, dirs_exist_ok=True)
    spoil(file_of(tmp_path, name))
    async with server(tmp_path, "offline") as container:
        answers = [*await asked(container), *await asked(container)]  # the first one may find the damage

    pairs = zip(2 * filled[1], answers, strict=True)
    assert [lost(before, now) for before, now in pairs if "error" not in now and lost(before, now)] == []
