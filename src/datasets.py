"""Functions that annotate and export whole data sets, for scripts and notebooks.

from biofacts.datasets import annotate
annotate("drugs.csv", column="drug", kind="ligand", links=["gene", "pathway"])
"""

import os
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import TypeVar

from anyio.from_thread import start_blocking_portal

from biofacts.adapters.http.wikipathways.gpml_for_checks import read_for_curators
from biofacts.adapters.library.lists_and_pictures import ScoreFrame, hints_in_python
from biofacts.adapters.sqlite.annotation_journal import SqliteJournals
from biofacts.adapters.tables.files import FileTables, TsvLinkTables, WholeTextFiles, link_tables
from biofacts.application.links.export_dataset import DatasetRows
from biofacts.application.links.export_tables import Exported, ExportedEdges, ExportEdges, ExportTables, LinkRows
from biofacts.application.links.steps_between_kinds import Joins
from biofacts.application.lists.annotation import Annotate, Annotated
from biofacts.application.lists.export_sets import ExportedSets, ExportSets
from biofacts.application.lists.gene_lists import GeneSets
from biofacts.application.lists.name_lists import select_from
from biofacts.application.pathways.check_drawings import FILE_SUFFIX, CheckDrawings, CheckedDrawing
from biofacts.composition.annotation_workers import Processes, ThisProcess, processors
from biofacts.composition.container import Container, running
from biofacts.composition.settings import Settings
from biofacts.domain.answers.entity_kinds import KindName
from biofacts.domain.answers.optional_packages import RAY
from biofacts.domain.identifiers.organisms import HUMAN
from biofacts.domain.links.export_formats import MemberIdentifier
from biofacts.domain.lists.annotation import ColumnQuery
from biofacts.domain.lists.input_tables import Columns, Selection, SignDirection, select_names
from biofacts.ports.lists import Answering, WrongUse

T = TypeVar("T")


def annotate(
    source: str | Path,
    column: str,
    kind: KindName,
    *,
    organism: str | None = None,
    to_organism: str | None = None,
    links: Sequence[KindName] = (),
    out: str | Path | None = None,
    workers: int | None = None,
    ray: str | None = None,
    cache_on_nodes: str | Path | None = None,
) -> Annotated:
    """Look up the names in one column of a table and write the table with the results, like `biofacts annotate`.

    Call it under `if __name__ == "__main__":` in a script, since workers import the script. `kind`: the kind of the
    named records; `to_organism`: the organism of the orthologs that replace genes; `links`: the kinds whose linked ids
    are added; `out`: the file of the result, by default `drugs.annotated.csv` for `drugs.csv`. `workers`: the number of
    processes, by default one per processor; `ray`: the address of a Ray cluster; `cache_on_nodes`: a cache folder that
    all its nodes can read.

    Raises: WrongUse, TableError, JournalError, AnsweringError, AmbiguousQuery, RateLimited, UpstreamError.

    >>> biofacts.annotate("drugs.csv", "drug", "ligand", out="found.csv").rows
    2
    """
    question = ColumnQuery(kind=kind, organism=organism, links=tuple(links), to_organism=to_organism)
    cache = Path(cache_on_nodes) if cache_on_nodes else None
    annotating = annotator(Settings.from_environment(), workers, ray=ray, cache_on_nodes=cache)

    return _answered(partial(annotating, Path(source), column, question, out=Path(out) if out else None))


def export_links(out: str | Path) -> Exported:
    """Write all links between records as tables into a folder, like `biofacts export links`.

    Raises: TableError, RateLimited, UpstreamError.

    >>> biofacts.export_links("links").folder
    'links'
    """
    return _over_catalogues(lambda datasets: datasets.links()(Path(out)))


def export_dataset(out: str | Path) -> Exported:
    """Write nodes, edges, memberships and names as tables into a folder, like `biofacts export dataset`.

    Raises: TableError, RateLimited, UpstreamError.

    >>> biofacts.export_dataset("dataset").folder
    'dataset'
    """
    return _over_catalogues(lambda datasets: datasets.dataset()(Path(out)))


def export_gmt(out: str | Path, *, id: MemberIdentifier = "symbol", organism: str = HUMAN) -> ExportedSets:
    """Write the genes of each pathway to a GMT file, like `biofacts export gmt`.

    `id`: the type of identifier; `chebi` and `cid` write metabolites instead of genes.

    Raises: AmbiguousQuery, TableError, RateLimited, UpstreamError.

    >>> biofacts.export_gmt("human.gmt", id="entrez").sets
    9
    """
    return _over_catalogues(lambda datasets: datasets.sets()(Path(out), id, organism))


def check(drawing: str | Path) -> CheckedDrawing:
    """Find mistakes that a curator would fix in a pathway or a GPML file, like `biofacts check`.

    `drawing`: an identifier (`WP:WP254`), or the path of a file, as a Path or a string that ends in `.gpml`.

    Raises: OSError, ValueError for a file that cannot be read; UnresolvedEntity, EntityNotFound, RateLimited,
    UpstreamError.

    >>> biofacts.check("WP:WP254").findings
    ()
    """
    is_file = isinstance(drawing, Path) or drawing.lower().endswith(FILE_SUFFIX)
    if is_file:
        body = Path(drawing).read_bytes()
        return _over_catalogues(lambda datasets: datasets.checks().file(body))
    return _over_catalogues(lambda datasets: datasets.checks()(str(drawing)))


def export_edges(out: str | Path, *, organism: str | None = None) -> ExportedEdges:
    """Write the interactions of all drawings to a .parquet, .tsv, .sif or .graphml file, like `biofacts export edges`.

    Raises: AmbiguousQuery, WrongUse, TableError, RateLimited, UpstreamError.

    >>> biofacts.export_edges("edges.tsv").edges
    110
    """
    return _over_catalogues(lambda datasets: datasets.edges()(Path(out), organism=organism))


def select(
    table: str | Path | ScoreFrame,
    *,
    column: str | None = None,
    value: str | None = None,
    p: str | None = None,
    cutoff: float | None = None,
    direction: SignDirection | None = None,
) -> Selection:
    """Select names by the numbers of a file or data frame, as `biofacts enrich TABLE` does.

    `column`: the column of names, by default the only likely one; `value`, `p`: the columns of numbers and of p-values;
    `cutoff`: the limit below which p-values count, by default 0.05; `direction`: `up` for numbers above zero, `down`
    for numbers below. Pass `names` to `facts.enrich`, with `measured` as its background, and `values` to `facts.draw`
    as highlights.

    Raises: AmbiguousQuery, TableError.

    >>> len(biofacts.select("expression.tsv", value="log2FC 24 h", p="padj 24 h", direction="up").names)
    14
    """
    columns = Columns(names=column, value=value, p=p, cutoff=cutoff, direction=direction)
    with hints_in_python():
        if not isinstance(table, str | Path):
            return select_names([str(column) for column in table.columns], lambda name: table[name].to_list(), columns)
        return select_from(FileTables().open(Path(table)), columns)


def _answered(work: Callable[[], Awaitable[T]]) -> T:
    """Run work in a separate event loop, since a notebook already has one."""
    with hints_in_python(), start_blocking_portal() as portal:
        return portal.call(work)


def annotator(
    settings: Settings, workers: int | None = None, *, ray: str | None = None, cache_on_nodes: Path | None = None
) -> Annotate:
    """Build the use case that annotates tables, with workers on this machine or on a Ray cluster.

    `workers`: the number of workers, None to use all processors. Raises: WrongUse.
    """
    if ray is None:
        return Annotate(
            FileTables(), SqliteJournals(), Processes(settings, workers or processors()), ThisProcess(settings)
        )
    return Annotate(FileTables(), SqliteJournals(), _cluster(settings, ray, workers, cache_on_nodes))


def _cluster(settings: Settings, address: str, workers: int | None, cache: Path | None) -> Answering:
    os.environ.setdefault("RAY_ENABLE_UV_RUN_RUNTIME_ENV", "0")  # nodes use their own installation
    try:
        from biofacts.composition.cluster import Cluster
    except ModuleNotFoundError as error:
        raise WrongUse(RAY.refusal) from error
    return Cluster(settings, address, workers=workers, cache=cache)


class Datasets:
    """The use cases for whole data sets, over an open container."""

    def __init__(self, container: Container) -> None:
        self._container = container

    def links(self) -> ExportTables:
        """Build the use case that exports links. Raises: WrongUse if pyarrow is missing."""
        return ExportTables(self._link_rows().tables(), self._container.record_ids(), link_tables())

    def dataset(self) -> ExportTables:
        """Build the use case that exports the data set. Raises: WrongUse if pyarrow is missing."""
        of = self._container
        rows = DatasetRows(self._link_rows(), of.sources(), of.record_ids())
        return ExportTables(rows.tables(), of.record_ids(), link_tables(), WholeTextFiles())

    def sets(self) -> ExportSets:
        """Build the use case that exports pathways as sets of genes or metabolites."""
        genes, pathways = self._container.genes(), self._container.pathways()
        return ExportSets(GeneSets(pathways, genes), genes=genes, pathways=pathways, files=WholeTextFiles())

    def edges(self) -> ExportEdges:
        """Build the use case that exports interactions."""
        tables = {".parquet": link_tables, ".tsv": TsvLinkTables}
        return ExportEdges(self._container.edges(), self._container.record_ids(), tables, WholeTextFiles())

    def checks(self) -> CheckDrawings:
        """Build the use case that checks drawings."""
        of = self._container
        return CheckDrawings(of.pathways(), of.gene_identifiers(), of.record_ids(), read_for_curators)

    def _link_rows(self) -> LinkRows:
        sources = self._container.sources()
        return LinkRows(Joins(sources), sources, self._container.record_ids())


@asynccontextmanager
async def opened(settings: Settings) -> AsyncGenerator[Datasets]:
    """Open the catalogues for the use cases over them."""
    async with running(settings, long_lived=False) as container:
        yield Datasets(container)


def _over_catalogues(work: "Callable[[Datasets], Awaitable[T]]") -> T:
    async def run() -> T:
        async with opened(Settings.from_environment()) as datasets:
            return await work(datasets)

    return _answered(run)
