"""Annotate a table of any size: add columns with the identifiers and facts of the names in one of its columns.

The table is read twice. The first pass stores the distinct names in a journal, to which the workers add the answers;
the second pass writes the rows in order, each with its answer. When an interrupted run is started again, it continues
with the names that have no answer in the journal.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import anyio.lowlevel
import msgspec

from biofacts.application.lists import name_lists, orthologs
from biofacts.application.messages import lists as list_messages
from biofacts.domain.answers.entity_kinds import COMPOUND, GENE
from biofacts.domain.answers.errors import AmbiguousQuery
from biofacts.domain.answers.records import Item
from biofacts.domain.genes.names import GeneName
from biofacts.domain.identifiers import organisms
from biofacts.domain.lists.annotation import Answer, Column, ColumnQuery, columns
from biofacts.ports.lists import Answering, Journal, Journals, Rows, RowTable, TableError, Tables, TableWriter, WrongUse
from biofacts.ports.synchronisation import Progress, unseen

_PREFIX = "biofacts_"
"""Prefix of a new column whose name the table already uses."""

_BATCH, _BATCH_OF_COMPOUNDS = 200, 25
"""Names in a worker's batch. Batches of compounds are small, as they may need the network, at a few names a second."""

_FEW = 100
"""The number of names that are answered in less time than a worker process takes to start."""

_DECODER = msgspec.msgpack.Decoder(Answer)


class Annotated(Item, msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The summary of an annotated table. `statuses`: number of rows by status; `names`: number of distinct names.

    `columns`: names of the added columns; `failed`: number of names whose lookup failed, which another run retries.
    """

    path: str
    rows: int
    names: int
    statuses: Mapping[str, int]
    columns: tuple[str, ...]
    failed: int = 0


class Annotate:
    """The use case that annotates a table.

    `answering`: the workers that look up names; `of_few`: the same for small tables, without processes.
    """

    def __init__(
        self, tables: Tables, journals: Journals, answering: Answering, of_few: Answering | None = None
    ) -> None:
        self._tables = tables
        self._journals = journals
        self._answering = answering
        self._of_few = of_few or answering

    async def __call__(
        self, source: Path, column: str, question: ColumnQuery, *, out: Path | None = None, progress: Progress = unseen
    ) -> Annotated:
        """Write the annotated table.

        Raises: TableError, JournalError, AnsweringError, AmbiguousQuery, RateLimited, UpstreamError.
        """
        _check(question)
        target = self._tables.target(source, out)
        identity = self._tables.identity(source)
        table = self._tables.open(source)
        added = _added(table, column, columns(question))
        with self._journals.open(target, repr((identity, column))) as journal:
            run = _AnnotationRun(table, column, question, journal, progress)
            await run.gather()
            await run.answer(self._of_few if journal.size().names <= _FEW else self._answering)
            # The second pass needs an answer for every name in the table.
            if self._tables.identity(source) != identity:
                raise TableError(f"{source} changed while it was read: run the same command again.")
            with self._tables.create(target, table, added) as writer:
                statuses, failed = await run.write(writer)
            # The journal is kept for failed names, so that another run looks up only those.
            if not failed:
                journal.remove()
            return Annotated(
                path=str(target),
                rows=statuses.total(),
                names=journal.size().names,
                statuses=dict(statuses),
                columns=tuple(new_column.name for new_column in added),
                failed=failed,
            )


class _AnnotationRun:
    """One run over a table, with its journal."""

    def __init__(
        self, table: RowTable, column: str, question: ColumnQuery, journal: Journal, progress: Progress
    ) -> None:
        self._table = table
        self._column = column
        self._question = question
        self._journal = journal
        self._progress = progress

    async def gather(self) -> None:
        """Store every distinct name of the column in the journal, unless an earlier run has stored them all."""
        if self._journal.is_complete:
            return
        rows = 0
        for batch in self._table.batches():
            names = _names(batch, self._column)
            self._journal.gather(dict.fromkeys(names))
            rows += len(names)
            self._progress("reading", rows, None)
            # Reading never waits, so Ctrl-C would take effect only at the end.
            await anyio.lowlevel.checkpoint()
        self._journal.complete(rows)
        self._progress("reading", rows, rows)

    async def answer(self, answering: Answering) -> None:
        """Have the workers look up every name that has no answer yet. Raises: the first exception of a worker."""
        question, journal = self._question, self._journal
        versions = await answering.prepare(question, _organisms(journal.names(), question))
        # Discards the answers of an earlier run to another question, or from other releases.
        journal.begin(repr((question, versions)))
        batches = journal.open_names(_BATCH_OF_COMPOUNDS if question.kind == COMPOUND.name else _BATCH)
        self._answered()

        async def work(names: Sequence[str]) -> None:
            self._keep(names, await answering.answer(question, names, versions))

        await name_lists.each(batches, work, at_once=answering.workers)

    def _keep(self, names: Sequence[str], answers: Sequence[bytes]) -> None:
        failed = {name for name, answer in zip(names, answers, strict=True) if _DECODER.decode(answer).is_passing}
        self._journal.keep(dict(zip(names, answers, strict=True)), failed)
        self._answered()

    def _answered(self) -> None:
        size = self._journal.size()
        self._progress("names", size.answered, size.names)

    async def write(self, writer: TableWriter) -> tuple[Counter[str], int]:
        """Write the rows in order, each with its answer. Returns: number of rows by status, number of failed names."""
        statuses = Counter[str]()
        for batch in self._table.batches():
            names = _names(batch, self._column)
            answers = {name: _DECODER.decode(answer) for name, answer in self._journal.answers(set(names)).items()}
            cells = {name: answer.cells(self._question) for name, answer in answers.items()}
            writer.write(batch, [cells[name] for name in names])
            statuses.update(answers[name].status for name in names)
            self._progress("rows", statuses.total(), self._journal.rows)
            await anyio.lowlevel.checkpoint()
        return statuses, self._journal.failed


def _names(rows: Rows, column: str) -> list[str]:
    return [name.strip() for name in rows.texts(column)]


def _check(question: ColumnQuery) -> None:
    """Check the organism and the links of a question. Raises: AmbiguousQuery, WrongUse."""
    orthologs.checked(question.to_organism, organisms.check(question.organism))
    if question.to_organism and question.kind != GENE.name:
        raise AmbiguousQuery(*list_messages.orthologs_of_genes_only(question.kind), question.to_organism)
    if question.kind in question.links:
        raise WrongUse(f"Links lead to other kinds: a {question.kind} cannot be linked to {question.kind}s.")


def _organisms(names: Iterator[str], question: ColumnQuery) -> set[str]:
    """Return the organisms whose gene names must be loaded before the first answer (human names always are)."""
    needed = {organism for organism in (question.organism, question.to_organism) if organism}
    if question.kind == GENE.name:
        needed |= {organism for name in names if (organism := GeneName.read(name).organism)}
    return needed


def _added(table: RowTable, column: str, wanted: Sequence[Column]) -> list[Column]:
    """Return the columns to add, with a prefix if the table has a column of that name. Raises: WrongUse."""
    there = list(table.columns)
    if there.count(column) != 1:
        problem = "is in the table more than once" if column in there else "is not in the table"
        raise WrongUse(f"The column '{column}' {problem}. The columns are: {', '.join(there)}.")
    added = [
        msgspec.structs.replace(new_column, name=_PREFIX + new_column.name) if new_column.name in there else new_column
        for new_column in wanted
    ]
    if taken := [new_column.name for new_column in added if new_column.name in there]:
        raise WrongUse(f"The table already has columns with the names of those to add: {', '.join(taken)}.")
    return added
