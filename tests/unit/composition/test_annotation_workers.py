"""Worker processes, on the sample: as many as wanted, the same bytes; and runs that are killed."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from biofacts.__main__ import main
from biofacts.composition.annotation_workers import Processes, answers
from biofacts.composition.settings import Settings
from biofacts.datasets import annotate
from biofacts.domain.lists.annotation import Answer, ColumnQuery
from biofacts.ports.lists import AnsweringError
from tests.processes import PATIENCE, environment

pytestmark = pytest.mark.processes

NAMES = ["TP53", "p53", "COX2", "interleukin 6", "NOSUCHGENE9", "7157", "MAPK", "EGFR"]
GENES = ColumnQuery(kind="gene", links=("pathway",))

_KILLED = """
import os, signal, sys
from pathlib import Path

import anyio

from biofacts.datasets import annotator
from biofacts.domain.lists.annotation import ColumnQuery
from biofacts.composition.settings import Settings

source, out, stage, done = sys.argv[1:]


def die(at, number, total):
    if (at, number >= int(done)) == (stage, True):
        os.kill(os.getpid(), signal.SIGKILL)


async def run():
    question = ColumnQuery(kind="gene", links=("pathway",))
    await annotator(Settings.from_environment(), 2)(Path(source), "name", question, out=Path(out), progress=die)


anyio.run(run)
"""


@pytest.fixture(autouse=True)
def sample_settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("BIOFACTS_SOURCE", "sample")
    monkeypatch.setenv("BIOFACTS_CACHE_DIR", str(tmp_path / "cache"))


def genes(folder: Path, number: int) -> Path:
    path = folder / "genes.csv"
    names = [*NAMES, *(f"GENE{at}" for at in range(number))] * 2
    path.write_text("row,name\n" + "".join(f"{at},{name}\n" for at, name in enumerate(names)))
    return path


def undisturbed(folder: Path, workers: int) -> bytes:
    out = folder / "undisturbed.csv"
    annotate(genes(folder, 450), "name", "gene", links=["pathway"], out=out, workers=workers)
    return out.read_bytes()


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BIOFACTS_SOURCE", "sample")
        return undisturbed(tmp_path_factory.mktemp("whole"), 1)


def test_one_worker_and_many_write_the_same_bytes(whole: bytes, tmp_path: Path) -> None:
    assert undisturbed(tmp_path, 3) == whole
    assert whole.count(b"\n") == 2 * 458 + 1


@pytest.mark.thorough
@pytest.mark.parametrize(("stage", "done"), [("reading", 1), ("names", 200), ("rows", 1)])
def test_a_run_that_was_killed_is_taken_up_again(stage: str, done: int, whole: bytes, tmp_path: Path) -> None:
    source, out = genes(tmp_path, 450), tmp_path / "out.csv"
    command = [sys.executable, "-c", _KILLED, str(source), str(out), stage, str(done)]
    killed = subprocess.run(command, env=environment(tmp_path / "cache"), timeout=PATIENCE, check=False)
    is_there = out.exists()
    told = annotate(source, "name", "gene", links=["pathway"], out=out, workers=1)

    assert (killed.returncode, is_there) == (-signal.SIGKILL, False)
    assert told.names == 458
    assert out.read_bytes() == whole
    assert {path.name for path in tmp_path.iterdir()} - {"cache"} == {"genes.csv", "out.csv"}


def test_answers_come_in_any_process_from_open_catalogues() -> None:
    settings = Settings(source="sample")
    encoded = answers(settings, GENES, NAMES)

    assert [one.id for one in map(_decoded, encoded)][:3] == ["HGNC:11998", "HGNC:11998", None]
    assert answers(settings, GENES, []) == []


def _decoded(encoded: bytes) -> Answer:
    return msgspec.msgpack.decode(encoded, type=Answer)


def test_catalogues_that_change_stop_the_run() -> None:
    with pytest.raises(AnsweringError, match="have been refreshed meanwhile"):
        answers(Settings(source="sample"), GENES, ["TP53"], "hgnc=of another day")


async def test_a_worker_that_dies_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("biofacts.composition.annotation_workers._in_worker", _dies)
    with pytest.raises(AnsweringError, match="A worker process has ended"):
        await Processes(Settings(source="sample"), 1).answer(GENES, ["TP53"], "")


def _dies(*_: object) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def test_a_script_that_workers_would_run_again_is_told_so(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        f"from biofacts.datasets import annotate\nannotate({str(genes(tmp_path, 100))!r}, 'name', 'gene')\n"
    )
    ran = subprocess.run(
        [sys.executable, str(script)], env=environment(tmp_path / "cache"), timeout=PATIENCE, check=False,
        capture_output=True, text=True,
    )  # fmt: skip

    assert ran.returncode == 1
    assert "A script must call this under `if __name__ == '__main__':`, since workers import it." in ran.stderr


def test_a_small_table_needs_no_worker(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("biofacts.composition.annotation_workers._in_worker", _dies)
    small, large = genes(tmp_path, 92), tmp_path / "large"
    large.mkdir()

    assert annotate(small, "name", "gene").names == 100
    with pytest.raises(AnsweringError, match="A worker process has ended"):
        annotate(genes(large, 93), "name", "gene")


def _interruptible() -> None:
    """A test run in the background ignores the signal, and so would what it starts."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def test_an_interrupted_command_says_how_to_go_on(tmp_path: Path) -> None:
    """The signal comes when the journal is there: names are being answered."""
    source, journal = genes(tmp_path, 20_000), tmp_path / "genes.annotated.csv.journal"
    command = [sys.executable, "-m", "biofacts", "annotate", str(source), "--column", "name", "--kind", "gene"]
    with subprocess.Popen(
        command, env=environment(tmp_path / "cache"), stderr=subprocess.PIPE, text=True, preexec_fn=_interruptible
    ) as process:
        while not journal.exists() and process.poll() is None:
            pass
        process.send_signal(signal.SIGINT)
        _, told = process.communicate(timeout=PATIENCE)

    assert process.returncode == 130
    assert told == "biofacts annotate: stopped. Finished work is saved: run the same command again to continue.\n"
    assert not (tmp_path / "genes.annotated.csv").exists()


def test_the_command_writes_the_table_and_says_what_is_in_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = genes(tmp_path, 1)
    code = main(["annotate", str(source), "--column", "name", "--kind", "gene", "--links", "pathway", "--json"])

    assert code == 0
    assert capsys.readouterr().out == (
        f'{{"path":"{tmp_path}/genes.annotated.csv","rows":18,"names":9,"statuses":{{"resolved":10,"ambiguous":4,'
        '"not_found":4},"columns":["status","id","biofacts_name","score","read_as","why","candidates","pathway_ids"]}\n'
    )
