"""Cache folders on their way to other machines."""

import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import pytest

from biofacts.adapters.sqlite.cache_folder import SqliteSnapshots, digest_of, parts, unpacked
from biofacts.adapters.sqlite.catalogue_release import NEWEST, Pointer
from biofacts.adapters.sqlite.catalogue_store import RECORDS, SCHEMA
from biofacts.adapters.sqlite.compound_names import FOLDER as NAMES_FOLDER
from biofacts.ports.catalogue import ReleaseInfo

DAY = datetime(2026, 1, 1, tzinfo=UTC)


def release(folder: Path, version: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    info = ReleaseInfo(release=version, retrieved=DAY, checked=DAY)
    (folder / NEWEST).write_bytes(msgspec.json.encode(Pointer(version=version, previous="old", info=info)))
    (folder / "building.lock").touch()
    for each in (version, "old"):
        (folder / f"{each}.sqlite").write_text(f"{each} of {folder.name}")


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    folder = tmp_path / "cache"
    release(folder / SCHEMA / "hgnc", "new")
    release(folder / NAMES_FOLDER, "names")
    with closing(sqlite3.connect(folder / SCHEMA / RECORDS)) as connection, connection:
        connection.execute("CREATE TABLE records AS SELECT 'WP1' AS key")
    return folder


async def packed(cache: Path, *, names: bool = False) -> Path:
    file = cache.with_suffix(".tar.gz")
    await SqliteSnapshots(cache).write(file, names=names)
    return file


async def sent(cache: Path, root: Path, *, names: bool = False) -> Path:
    file = await packed(cache, names=names)
    return unpacked(root, digest_of(file), lambda: parts(file))


def files(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


async def test_the_newest_releases_and_what_is_kept_arrive(cache: Path, tmp_path: Path) -> None:
    folder = await sent(cache, tmp_path / "node")

    assert files(folder) == {f"{SCHEMA}/hgnc/{NEWEST}", f"{SCHEMA}/hgnc/new.sqlite", f"{SCHEMA}/{RECORDS}"}
    assert (folder / SCHEMA / "hgnc" / "new.sqlite").read_text() == "new of hgnc"
    with closing(sqlite3.connect(folder / SCHEMA / RECORDS)) as connection:
        assert connection.execute("SELECT key FROM records").fetchall() == [("WP1",)]


async def test_names_of_compounds_arrive_where_they_are_wanted(cache: Path, tmp_path: Path) -> None:
    arrived = files(await sent(cache, tmp_path / "node", names=True))

    assert {name for name in arrived if name.startswith(NAMES_FOLDER)} == {
        f"{NAMES_FOLDER}/{NEWEST}", f"{NAMES_FOLDER}/names.sqlite",
    }  # fmt: skip


async def test_the_same_content_has_the_same_digest_and_is_fetched_once(cache: Path, tmp_path: Path) -> None:
    first = await sent(cache, tmp_path / "node")
    release(cache / SCHEMA / "hgnc", "new")
    digest = digest_of(await packed(cache))

    assert first.name == digest
    assert unpacked(tmp_path / "node", digest, _nobody) == first


def _nobody() -> list[bytes]:
    raise AssertionError("it is there")


async def test_what_is_not_whole_is_refused_and_leaves_nothing(cache: Path, tmp_path: Path) -> None:
    file, root = await packed(cache), tmp_path / "node"

    with pytest.raises(ValueError, match="has another digest"):
        unpacked(root, digest_of(file), lambda: [file.read_bytes()[:-1]])
    assert {path.name for path in root.iterdir()} == {"unpacking.lock"}


async def test_the_newest_and_the_one_before_are_kept(cache: Path, tmp_path: Path) -> None:
    root = tmp_path / "node"
    arrived: list[Path] = []
    for version in ("one", "two", "three"):
        release(cache / SCHEMA / "hgnc", version)
        arrived.append(await sent(cache, root))
    (root / "unpacking-died").mkdir()
    release(cache / SCHEMA / "hgnc", "four")
    arrived.append(await sent(cache, root))

    assert {path for path in root.iterdir() if path.is_dir()} == {*arrived[-2:]}
