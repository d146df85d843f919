"""A Ray cluster that looks up the names of a table.

Each node receives a copy of the catalogues, so that no node fetches them again. A shared cache folder saves the copies.
"""

# Ray is an extra: without it, type checkers know none of its types.
# pyright: reportMissingImports=false, reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false

import gc
import logging
from collections.abc import Collection, Iterator, Sequence
from functools import partial
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from uuid import uuid4

import anyio.to_thread
import msgspec
import ray
from anyio import CapacityLimiter
from ray.exceptions import RayError, RayTaskError
from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

from biofacts.adapters.ray.request_budgets import Budgets, RayLimiters
from biofacts.adapters.sqlite import cache_folder
from biofacts.composition.annotation_workers import answers, prepared
from biofacts.composition.settings import GARBAGE, Settings
from biofacts.composition.stores import limiter_of
from biofacts.domain.answers.entity_kinds import COMPOUND
from biofacts.domain.answers.errors import BiofactsError
from biofacts.domain.lists.annotation import ColumnQuery
from biofacts.ports.lists import Answering, AnsweringError
from biofacts.ports.synchronisation import SnapshotError

_AHEAD = 2
"""Batches per processor: one is being answered, and the next one is waiting."""

_ASKING = 16
"""Maximum number of batches that query PubChem at a time. They share one request budget: with more batches, requests
time out in the queue.
"""

_RETRIES = 5
"""Number of times that a batch is retried on another node if its node dies."""


class Task(msgspec.Struct, frozen=True, kw_only=True):
    """Data that all batches of a table share.

    `digest`, `parts`: the digest of the packed cache folder, and a reference to its parts; empty and None if the nodes
    need no copy of the folder.
    """

    release: str
    settings: Settings
    limiters: RayLimiters
    digest: str = ""
    parts: Any = None


class Cluster(Answering):
    """A Ray cluster whose nodes have biofacts installed. The first table connects to it.

    `workers`: number of batches in flight; `cache`: a cache folder that all nodes can read.
    """

    def __init__(
        self, settings: Settings, address: str, *, workers: int | None = None, cache: Path | None = None
    ) -> None:
        self._settings = settings
        self._address = address
        self._wanted = workers
        self._cache = cache
        self.workers = workers or 1
        self._kept: list[Any] = []

    async def prepare(self, question: ColumnQuery, organisms: Collection[str]) -> str:
        processors = await anyio.to_thread.run_sync(self._join)
        self.workers = self._wanted or _AHEAD * processors
        if question.kind == COMPOUND.name and self._settings.source == "live":
            self.workers = min(self.workers, _ASKING)
        self._threads = CapacityLimiter(self.workers)
        versions = await prepared(self._settings, question, organisms)
        self._task = await self._shipped(question)
        return versions

    async def answer(self, question: ColumnQuery, names: Sequence[str], versions: str) -> Sequence[bytes]:
        batch = partial(self._answer_batch, question, names, versions)
        # `ray.get` cannot be interrupted, so a cancelled call leaves its thread behind.
        return await anyio.to_thread.run_sync(batch, abandon_on_cancel=True, limiter=self._threads)

    def _join(self) -> int:
        """Connect to the cluster. Returns: its number of processors. Raises: AnsweringError."""
        try:
            # With another table, this process is connected already.
            ray.init(address=self._address, log_to_driver=False, logging_level=logging.ERROR, ignore_reinit_error=True)
            processors = int(ray.cluster_resources().get("CPU", 0))
        except (RayError, ConnectionError, RuntimeError, ValueError) as error:
            raise AnsweringError(f"The Ray cluster {self._address} cannot be joined: {_line(error)}") from error
        if not processors:
            raise AnsweringError(f"The Ray cluster {self._address} has no processors.")
        return processors

    async def _shipped(self, question: ColumnQuery) -> Any:
        """Put the task and, unless nodes share a cache folder, the packed catalogues into Ray's object store.

        Returns: a reference to the task. Raises: AnsweringError.
        """
        name = f"biofacts-{uuid4().hex}"
        # The budgets are files of this machine, so the actor that hands them out must run here.
        here = NodeAffinitySchedulingStrategy(ray.get_runtime_context().get_node_id(), soft=False)
        make = partial(limiter_of, self._settings)
        budgets = ray.remote(Budgets).options(name=name, num_cpus=0, scheduling_strategy=here).remote(make)
        task = Task(release=version("biofacts"), settings=self._settings, limiters=RayLimiters(name))
        if self._cache is not None:
            task = msgspec.structs.replace(task, settings=_with_cache(self._settings, self._cache))
        elif self._settings.source != "sample":
            digest, parts = await self._packed(names=question.kind == COMPOUND.name)
            task = msgspec.structs.replace(task, digest=digest, parts=parts)
        self._kept = [budgets]  # Ray ends the actor when no reference to it is left
        return ray.put(task)

    async def _packed(self, *, names: bool) -> tuple[str, Any]:
        """Return the digest of the packed cache folder, and a reference to its parts. Raises: AnsweringError."""
        with TemporaryDirectory() as folder:
            file = Path(folder, "cache.tar.gz")
            try:
                await cache_folder.SqliteSnapshots(self._settings.cache_folder).write(file, names=names)
            except SnapshotError as error:
                raise AnsweringError(f"The catalogues cannot be packed for the cluster: {error}.") from error
            return cache_folder.digest_of(file), ray.put([ray.put(part) for part in cache_folder.parts(file)])

    def _answer_batch(self, question: ColumnQuery, names: Sequence[str], versions: str) -> Sequence[bytes]:
        """Answer one batch on some node.

        Raises: AnsweringError, and any BiofactsError that the node raised.
        """
        spread = ray.remote(answered).options(max_retries=_RETRIES, scheduling_strategy="SPREAD")
        try:
            encoded: Sequence[bytes] = ray.get(spread.remote(self._task, question, names, versions))
        except RayTaskError as error:
            if isinstance(error.cause, AnsweringError | BiofactsError):
                raise error.cause from error
            raise AnsweringError(f"A node of the cluster cannot answer: {_line(error.cause)}") from error
        except RayError as error:
            raise AnsweringError(
                f"The cluster has failed ({_line(error)}). Finished work is saved: run the same command again to"
                " continue."
            ) from error
        return encoded


def answered(task: Task, question: ColumnQuery, names: Sequence[str], versions: str) -> list[bytes]:
    """Return the encoded answers of one batch; runs on any node. Raises: AnsweringError, AmbiguousQuery."""
    # Another release may encode answers differently, or answer differently.
    if (here := version("biofacts")) != task.release:
        raise AnsweringError(f"A node of the cluster has biofacts {here}, this machine has {task.release}.")
    gc.set_threshold(GARBAGE)
    settings = task.settings
    if task.parts is not None:
        root = Settings.from_environment().cache_folder / "shipped"
        settings = _with_cache(settings, cache_folder.unpacked(root, task.digest, partial(_fetched, task.parts)))
    return answers(settings, question, names, versions, task.limiters)


def _fetched(parts: Any) -> Iterator[bytes]:
    return (ray.get(part) for part in ray.get(parts))


def _with_cache(settings: Settings, folder: Path) -> Settings:
    return msgspec.structs.replace(settings, cache_dir=folder)


def _line(error: object) -> str:
    """Return an error as one line."""
    lines = str(error).strip().splitlines()
    return f"{type(error).__name__}: {lines[0]}" if lines else type(error).__name__
