"""Whole data sets, as a notebook annotates them.

from biofacts.datasets import annotate
annotate("drugs.csv", column="drug", kind="ligand", links=["gene", "pathway"])
"""

from collections.abc import Sequence
from pathlib import Path

from anyio.from_thread import start_blocking_portal

from biofacts.adapters.sqlite.journal import SqliteJournals
from biofacts.adapters.tables.files import FileTables
from biofacts.application.annotate import Annotate, Annotated
from biofacts.domain.annotation import Question
from biofacts.domain.graph import KindName
from biofacts.settings import Settings
from biofacts.workers import Processes, processors


def annotate(
    source: str | Path,
    column: str,
    kind: KindName,
    *,
    organism: str | None = None,
    links: Sequence[KindName] = (),
    out: str | Path | None = None,
    workers: int | None = None,
) -> Annotated:
    """Write a table with what the names in one of its columns are, as `biofacts annotate` does.

    A script calls it under `if __name__ == "__main__":`, since workers import the script.

    Raises: TableError, JournalError, AnsweringError, AmbiguousQuery, RateLimited, UpstreamError.
    """
    question = Question(kind=kind, organism=organism, links=tuple(links))
    annotating = annotator(Settings.from_environment(), workers)

    async def run() -> Annotated:
        return await annotating(Path(source), column, question, out=Path(out) if out else None)

    with start_blocking_portal() as portal:  # a notebook has an event loop of its own
        return portal.call(run)


def annotator(settings: Settings, workers: int | None = None) -> Annotate:
    """The use case, with so many worker processes; None: one a processor."""
    return Annotate(FileTables(), SqliteJournals(), Processes(settings, workers or processors()))
