"""A cluster's nodes answer from what they were sent, on the sample and on a small cache; Ray itself is faked.

`bench/ray_cluster.py` has the real one.
"""

import sys
from collections.abc import Generator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
import pytest

from biofacts.__main__ import main
from biofacts.adapters.sqlite import cache_folder
from biofacts.adapters.sqlite.catalogue_store import SqliteCatalogueStore
from biofacts.composition.settings import Settings
from biofacts.domain.lists.annotation import Answer, ColumnQuery
from biofacts.domain.search.index import Field
from biofacts.ports.catalogue import Content, Entry, ReleaseInfo
from biofacts.ports.lists import AnsweringError
from tests.fake_ray import FakeRay, RayError, fake_ray

SAMPLE = Settings(source="sample")
NOW = datetime(2026, 11, 26, tzinfo=UTC)
GENES, COMPOUNDS = ColumnQuery(kind="gene"), ColumnQuery(kind="compound")


@pytest.fixture
def faked() -> Generator[tuple[FakeRay, Any]]:
    with fake_ray() as (ray, module, _):
        yield ray, module


def ids(encoded: Sequence[bytes]) -> list[str | None]:
    return [msgspec.msgpack.decode(one, type=Answer).id for one in encoded]


async def test_nodes_answer_as_this_machine_does(faked: tuple[FakeRay, Any]) -> None:
    ray, module = faked
    cluster = module.Cluster(SAMPLE, "auto")
    versions = await cluster.prepare(GENES, ())
    encoded = await cluster.answer(GENES, ["TP53", "NOSUCHGENE9"], versions)

    assert ids(encoded) == ["HGNC:11998", None]
    assert (ray.joined, cluster.workers) == (["auto"], 6)
    assert ray.options == [
        {"num_cpus": 0, "scheduling_strategy": ("here", False)},
        {"max_retries": 5, "scheduling_strategy": "SPREAD"},
    ]


async def test_what_may_ask_pubchem_is_not_more_than_its_budget_serves(
    faked: tuple[FakeRay, Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    ray, module = faked
    ray.processors = 100.0
    monkeypatch.setattr(module, "prepared", _nothing_to_prepare)
    await published(tmp_path)
    workers: dict[tuple[str, str], int] = {}
    for source in ("live", "offline"):
        for question in (GENES, COMPOUNDS):
            cluster = module.Cluster(Settings(source=source, cache_dir=tmp_path), "auto")
            await cluster.prepare(question, ())
            workers[source, question.kind] = cluster.workers

    assert workers == {
        ("live", "gene"): 200, ("live", "compound"): 16, ("offline", "gene"): 200, ("offline", "compound"): 200,
    }  # fmt: skip


async def published(folder: Path) -> None:
    info = ReleaseInfo(release="1", retrieved=NOW, checked=NOW)
    async with SqliteCatalogueStore(folder) as store:
        await store.publish("one", Content(info=info, entries=[Entry(key="1", texts={Field.TITLE: ["title"]})]))


async def _nothing_to_prepare(*_: object) -> str:
    return ""


async def test_a_cache_is_sent_to_nodes_unless_they_see_it(
    faked: tuple[FakeRay, Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    _, module = faked
    here, node, seen = tmp_path / "here", tmp_path / "node", tmp_path / "seen"
    asked: list[Path] = []

    def answers(settings: Settings, *_: object) -> list[bytes]:
        asked.append(settings.cache_folder)
        return []

    monkeypatch.setenv("BIOFACTS_CACHE_DIR", str(node))
    monkeypatch.setattr(module, "prepared", _nothing_to_prepare)
    monkeypatch.setattr(module, "answers", answers)
    await published(here)
    for cache in (None, seen):
        cluster = module.Cluster(Settings(source="offline", cache_dir=here), "auto", cache=cache)
        await cluster.prepare(GENES, ())
        await cluster.answer(GENES, [], "")
    await cache_folder.SqliteSnapshots(here).write(tmp_path / "again.tar.gz")

    assert asked == [node / "shipped" / cache_folder.digest_of(tmp_path / "again.tar.gz"), seen]


async def test_a_cache_that_cannot_be_packed_is_one_sentence(
    faked: tuple[FakeRay, Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    _, module = faked
    monkeypatch.setattr(module, "prepared", _nothing_to_prepare)

    with pytest.raises(
        AnsweringError, match=r"^The catalogues cannot be packed for the cluster: there are no catalogues in "
    ):
        await module.Cluster(Settings(source="offline", cache_dir=tmp_path), "auto").prepare(GENES, ())


async def test_a_node_with_another_release_is_refused(
    faked: tuple[FakeRay, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    _, module = faked
    releases = iter(("2.0", "1.0"))

    def version(_: str) -> str:
        return next(releases)

    monkeypatch.setattr(module, "version", version)
    cluster = module.Cluster(SAMPLE, "auto")
    versions = await cluster.prepare(GENES, ())

    with pytest.raises(AnsweringError, match=r"^A node of the cluster has biofacts 1\.0, this machine has 2\.0\.$"):
        await cluster.answer(GENES, ["TP53"], versions)


@pytest.mark.parametrize(
    ("problem", "told"),
    [
        (RayError("no node\nis left"), r"^The cluster has failed \(RayError: no node\)\. Finished work is saved"),
        (RayError(), r"^The cluster has failed \(RayError\)"),
    ],
)
async def test_a_cluster_that_fails_is_one_sentence(problem: Exception, told: str, faked: tuple[FakeRay, Any]) -> None:
    ray, module = faked
    cluster = module.Cluster(SAMPLE, "auto", workers=1)
    versions = await cluster.prepare(GENES, ())
    ray.problem = problem

    with pytest.raises(AnsweringError, match=told):
        await cluster.answer(GENES, ["TP53"], versions)


async def test_what_a_node_raises_is_one_sentence(faked: tuple[FakeRay, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    _, module = faked
    cluster = module.Cluster(SAMPLE, "auto")
    versions = await cluster.prepare(GENES, ())
    monkeypatch.setattr(module, "answers", _has_a_full_disk)

    with pytest.raises(AnsweringError, match=r"^A node of the cluster cannot answer: OSError: the disk is full$"):
        await cluster.answer(GENES, ["TP53"], versions)


def _has_a_full_disk(*_: object) -> None:
    raise OSError("the disk is full")


async def test_a_cluster_that_cannot_be_joined_is_told(faked: tuple[FakeRay, Any]) -> None:
    ray, module = faked
    ray.joining = ConnectionError("nobody\nanswers")
    with pytest.raises(AnsweringError, match=r"^The Ray cluster one:1 cannot be joined: ConnectionError: nobody$"):
        await module.Cluster(SAMPLE, "one:1").prepare(GENES, ())
    ray.joining, ray.processors = None, 0.0
    with pytest.raises(AnsweringError, match=r"^The Ray cluster one:1 has no processors\.$"):
        await module.Cluster(SAMPLE, "one:1").prepare(GENES, ())


@pytest.mark.thorough
def test_the_command_writes_the_same_table_with_a_cluster(
    faked: tuple[FakeRay, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BIOFACTS_SOURCE", "sample")
    source = tmp_path / "genes.csv"
    source.write_text("name\n" + "".join(f"{name}\n" for name in ["TP53", "p53", *map(str, range(400))]))
    words = ["annotate", str(source), "--column", "name", "--kind", "gene", "--out"]

    assert main([*words, str(tmp_path / "ray.csv"), "--ray", "auto"]) == 0
    assert main([*words, str(tmp_path / "here.csv"), "--workers", "1"]) == 0
    assert (tmp_path / "ray.csv").read_bytes() == (tmp_path / "here.csv").read_bytes()


def test_without_the_extra_the_command_says_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("biofacts.composition.cluster", "biofacts.adapters.ray.request_budgets"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.setitem(sys.modules, "ray", None)

    assert main(["annotate", str(tmp_path / "a.csv"), "--column", "a", "--kind", "gene", "--ray", "auto"]) == 2
    assert capsys.readouterr().err == (
        "biofacts annotate: A Ray cluster needs an extra: pip install 'biofacts[ray]'.\n"
    )
