"""`sync` and `status` when all goes well, and a reader that goes away."""

import errno
import json
import os
import subprocess
import sys
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager, nullcontext
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import anyio
import anyio.lowlevel
import pytest

from biofacts.adapters.cli import execution
from biofacts.adapters.cli.commands import sync_status_clean
from biofacts.adapters.cli.output import output_formats
from biofacts.adapters.cli.output.rows import RowTypes, shape
from biofacts.adapters.http.wikipathways.client import WikiPathwaysArchive
from biofacts.composition.container import Container, opened
from biofacts.composition.settings import Settings
from biofacts.ports.catalogue import CatalogueStatus
from tests.commands import asked, exit_code, parsed
from tests.containers import unlimited
from tests.contract.faults import HOSTS, World
from tests.small_pathways import PATHWAYS

NAMES = [
    "wikipathways-text", "wikipathways-xref", "pathway-ontology", "disease-ontology", "wikipathways-literature",
    "wikipathways-communities", "wikipathways-gpml", "wikipathways-mappings", "wikipathways-compounds",
    "wikipathways-related", "wikipathways-edges", "wikipathways-drugs", "gtopdb-targets", "gtopdb-ligands",
    "gtopdb-interactions", "gtopdb-ligand-ids", "gtopdb-uniprot", "hgnc", "ncbi-gene-homo-sapiens",
]  # fmt: skip


@asynccontextmanager
async def application(folder: Path, world: World | None = None) -> AsyncGenerator[Container]:
    settings = Settings.from_environment(HOSTS | {"BIOFACTS_CACHE_DIR": str(folder)})
    async with opened(unlimited(Container(settings=settings, long_lived=False), network=world or World())) as container:
        yield container


async def run(folder: Path, *words: str, world: World | None = None) -> int:
    said = parsed(*words)
    async with application(folder, world) as opened:
        if words[0] == "sync":
            return await sync_status_clean.work(said, opened)
        if words[0] == "status":
            return await sync_status_clean.report(
                output_formats.printer_for(said, RowTypes((CatalogueStatus,))), opened, folder
            )
        if words[0] == "clean":
            return await sync_status_clean.clean(said, opened)
        call = asked(*words)
        return await execution.ask(
            call, said, output_formats.printer_for(said, shape(call.tool, call.arguments)), opened
        )


async def test_a_synchronisation_that_succeeds_ends_with_code_0_and_says_what_it_brought(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code = await run(tmp_path, "sync", "--json")
    lines = capsys.readouterr().out.splitlines()

    assert code == 0
    assert [json.loads(line)["source"] for line in lines] == [
        "WikiPathways",
        "Guide to PHARMACOLOGY",
        "HGNC / NCBI Gene",
    ]
    assert json.loads(lines[0])["records"] == len(PATHWAYS)


async def test_one_source_may_be_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = await run(tmp_path, "sync", "gtopdb")
    out = capsys.readouterr().out

    assert code == 0
    assert out.startswith("Guide to PHARMACOLOGY 20")
    assert "WikiPathways" not in out


async def test_the_status_of_what_is_there_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    await run(tmp_path, "sync", "wikipathways")
    capsys.readouterr()
    code = await run(tmp_path, "status", "--json")
    told = json.loads(capsys.readouterr().out)

    assert code == 0
    assert [one["name"] for one in told] == NAMES
    assert [one["name"] for one in told if one.keys() == {"name", "provenance", "bytes", "path"}] == NAMES[:11]
    assert [os.stat(one["path"]).st_size for one in told[:4]] == [one["bytes"] for one in told[:4]]


async def test_the_status_fits_eighty_columns_and_names_the_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("biofacts.adapters.cli.output.console._NEVER_WRAPPED", 80)
    await run(tmp_path, "sync", "wikipathways")
    capsys.readouterr()
    await run(tmp_path, "status")
    *lines, last = capsys.readouterr().out.splitlines()

    assert len(lines) == 1 + len(NAMES)
    assert max(map(len, lines)) <= 80
    assert last == f"in {tmp_path}"


@pytest.mark.parametrize("raised", [KeyboardInterrupt, None])
async def test_an_interrupted_synchronisation_says_what_is_kept_and_goes_on_from_there(
    raised: type[BaseException] | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with application(tmp_path) as opened:
        first, second, *_ = opened.synchronisers()

        class Interrupted:
            name = second.name
            optional = ()

            async def sync(self, progress: object, parts: object = ()) -> None:
                if raised is not None:
                    raise raised
                scope.cancel()
                await anyio.lowlevel.checkpoint()

        stand_in: Any = Interrupted()
        opened.synchronisers = lambda: [first, stand_in]  # type: ignore[assignment]
        with anyio.CancelScope() as scope, pytest.raises(raised) if raised else nullcontext():
            await sync_status_clean.work(parsed("sync"), opened)
        assert scope.cancelled_caught is (raised is None)
    out, err = capsys.readouterr()
    code = await run(tmp_path, "status")

    assert out.startswith("WikiPathways 2")
    assert err == "biofacts sync: stopped. Downloaded files are saved: run the same command again to continue.\n"
    assert code == 0
    assert "wikipathways-gpml         20" in capsys.readouterr().out


async def test_leftovers_are_told_by_status_and_removed_by_clean(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old = tmp_path / "2" / "hgnc"
    old.mkdir(parents=True)
    (old / "a.sqlite").write_bytes(b"x" * 2_500_000)
    said: list[str] = []
    for words in (["status"], ["clean", "--dry-run"], ["clean"], ["clean", "--json"], ["clean"], ["status"]):
        assert await run(tmp_path, *words) == 0
        said.append(capsys.readouterr().out)

    folder = tmp_path / "2"
    assert said[0].splitlines()[-1] == "left over: catalogues in an old layout 2.5 MB; biofacts clean removes them"
    assert said[1:5] == [
        f"would remove catalogues in an old layout: {folder} (2.5 MB)\n2.5 MB would be freed.\n",
        f"removed catalogues in an old layout: {folder} (2.5 MB)\n2.5 MB were freed.\n",
        '{"bytes":0}\n',
        "There are no leftovers.\n",
    ]
    assert "left over" not in said[5]


async def test_what_was_synchronised_is_written_as_a_snapshot(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cache, snapshot = tmp_path / "cache", tmp_path / "snapshot"
    codes = [await run(cache, "sync", "genes", "--to", str(target)) for target in (snapshot, cache)]
    printed = capsys.readouterr()

    assert codes == [0, 1]
    assert [*snapshot.rglob("*.sqlite")]
    assert "cache folder itself" in printed.err


def test_the_sample_has_nothing_to_clean(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("BIOFACTS_CACHE_DIR", str(tmp_path))
    codes = list[object]()
    for source in ("sample", "offline"):
        monkeypatch.setenv("BIOFACTS_SOURCE", source)
        codes.append(exit_code(["clean"]))
    printed = capsys.readouterr()

    assert codes == [0, 0]
    assert printed.err == "biofacts clean: the built-in sample is in memory: there is nothing to remove.\n"
    assert printed.out == "There are no leftovers.\n"


async def test_parts_of_an_interrupted_synchronisation_are_left_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, taken = WikiPathwaysArchive.part, list[str]()

    async def interrupted(self: WikiPathwaysArchive, name: str) -> bytes | None:
        if taken:
            raise KeyboardInterrupt
        taken.append(name)
        return await whole(self, name)

    monkeypatch.setattr(WikiPathwaysArchive, "part", interrupted)
    with pytest.raises(BaseExceptionGroup):
        await run(tmp_path, "sync", "wikipathways")
    capsys.readouterr()
    await run(tmp_path, "status", "--json")
    pending = [one["pending"] for one in json.loads(capsys.readouterr().out) if "pending" in one]
    await run(tmp_path, "clean")
    await run(tmp_path, "clean", "--dry-run")
    first, *_, last = capsys.readouterr().out.splitlines()

    assert pending == [{"catalogue": "wikipathways-gpml", "release": "2026-08-10", "done": 1, "total": 6}]
    assert first.startswith("removed unfinished download of wikipathways-gpml: ")
    assert last == "There are no leftovers."


async def test_names_in_bulk_come_by_name_only(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    await run(tmp_path, "sync")
    await run(tmp_path, "status", "--json")
    told = capsys.readouterr().out

    assert "pubchem-names" not in told


async def test_how_large_names_in_bulk_are_is_said_before_they_come(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code = await run(tmp_path, "sync", "pubchem", "--inchikeys")
    said = capsys.readouterr()
    await run(tmp_path, "status", "--json")
    [names] = json.loads(capsys.readouterr().out)[len(NAMES) :]
    again = await run(tmp_path, "sync", "pubchem")

    assert (code, again) == (0, 0)
    assert " ".join(said.err.split()).startswith("PubChem: 3 files of 0.0 MB together.")
    assert said.out.startswith("PubChem 2026-08-22: 16 records")
    assert (names["name"], names["provenance"]["release"]) == ("pubchem-names", "2026-08-22")
    assert "files of" not in capsys.readouterr().err  # nothing has changed, and nothing comes


async def test_inchikeys_are_of_pubchem(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = await run(tmp_path, "sync", "gtopdb", "--inchikeys")

    assert code == 2
    assert "biofacts sync pubchem --inchikeys" in capsys.readouterr().err


async def test_afterwards_compounds_are_found_by_name_without_a_request(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    await run(tmp_path, "sync", "pubchem")
    capsys.readouterr()
    code = await run(tmp_path, "search", "compounds", "Advil", "--json")
    told = json.loads(capsys.readouterr().out)

    assert code == 0
    assert [one["id"] for one in told["items"]] == ["PubChem:CID3672"]
    assert (told["source"]["mode"], told["source"]["release"]) == ("snapshot", "2026-08-22")


async def test_names_in_bulk_that_cannot_be_had_end_in_an_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.bulk_names.published", dict[str, bytes])
    code = await run(tmp_path, "sync", "pubchem")
    said = " ".join(capsys.readouterr().err.split())

    assert code == 1
    assert said.startswith("UPSTREAM_ERROR")
    assert "Repeat the same command in a minute" in said


@pytest.mark.skipif(sys.platform == "win32", reason="pipes of POSIX")
@pytest.mark.parametrize("words", [("status",), ("status", "--json")], ids=" ".join)
def test_a_reader_that_goes_away_is_no_failure(tmp_path: Path, words: Sequence[str]) -> None:
    given = {**os.environ, "BIOFACTS_SOURCE": "offline", "BIOFACTS_CACHE_DIR": str(tmp_path)}
    reader, writer = os.pipe()
    os.close(reader)
    try:
        done = subprocess.run(
            [sys.executable, "-m", "biofacts", *words], stdout=writer, stderr=subprocess.PIPE, env=given, timeout=60
        )
    finally:
        os.close(writer)

    assert (done.returncode, done.stderr) == (0, b"")


# What is missing


async def test_with_too_little_room_nothing_is_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def usage(_: Path) -> SimpleNamespace:
        return SimpleNamespace(free=30_000_000)

    monkeypatch.setattr("shutil.disk_usage", usage)
    world = World()
    code = await run(tmp_path, "sync", "wikipathways", world=world)

    assert code == 1
    assert "it needs about 300 MB, and 30 MB are free" in " ".join(capsys.readouterr().err.split())
    assert world.hosts == set()


async def test_what_cannot_be_kept_is_missing_and_the_exit_code_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, *_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", str(path))

    monkeypatch.setattr("biofacts.adapters.sqlite.catalogue_build.save", full)
    code = await run(tmp_path, "sync", "gtopdb", "--json")
    told = json.loads(capsys.readouterr().out)
    await run(tmp_path, "status", "--json")
    kept = json.loads(capsys.readouterr().out)

    assert code == 1
    assert len(told["skipped"]) == 5
    assert "could not be stored" in told["skipped"][0]
    assert "No space left on device" in told["skipped"][0]
    assert not any("provenance" in one for one in kept)


async def test_a_source_that_fails_costs_neither_its_other_files_nor_the_others(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world = World()
    path = "/DATA/ligands.csv"
    world.files.files[path] = world.files.files[path].replace(b'"Ligand ID"', b'"Number"')
    code = await run(tmp_path, "sync", "gtopdb", "genes", world=world)
    out = " ".join(capsys.readouterr().out.split())

    assert code == 1
    assert "Guide to PHARMACOLOGY 2025.3: " in out
    assert "missing: gtopdb-ligands: DATA/ligands.csv of Guide to PHARMACOLOGY cannot be used: the column" in out
    assert "HGNC / NCBI Gene 2026-08-22: " in out
