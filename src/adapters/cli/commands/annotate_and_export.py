"""The commands for lists and tables: `biofacts annotate` and `biofacts export`."""

import argparse
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, cast

import msgspec

from biofacts.adapters.cli import options
from biofacts.adapters.cli.command import FAILED, USAGE, Arguments, Command, Composition, unknown
from biofacts.adapters.cli.execution import refused, under_bars
from biofacts.domain.identifiers.organisms import HUMAN
from biofacts.domain.links.export_formats import KEYS
from biofacts.domain.links.linked_entities import RECORD_KINDS
from biofacts.domain.lists.annotation import ColumnQuery

if TYPE_CHECKING:
    from contextlib import AbstractAsyncContextManager

    from biofacts.adapters.cli.command import OpenDatasets
    from biofacts.adapters.cli.output.progress import Bars
    from biofacts.application.links.export_tables import Exported, ExportedEdges
    from biofacts.application.lists.annotation import Annotate, Annotated
    from biofacts.application.lists.export_sets import ExportedSets
    from biofacts.domain.links.export_formats import MemberIdentifier

_NAME = "annotate"


class Annotation(msgspec.Struct, frozen=True, kw_only=True):
    """The parsed arguments: a table, its column of names, and the question about them."""

    file: Path
    column: str
    question: ColumnQuery
    out: Path | None = None


def _add_annotate(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a table that ends in .csv, .tsv, .jsonl, .ndjson or .parquet")
    parser.add_argument("--column", required=True, metavar="NAME", help="the column that holds the names")
    options.add_kind(parser, "the kind of the named records", kinds=RECORD_KINDS, required=True)
    options.add_organism(parser, "for genes and pathways, e.g. 'Homo sapiens'; default: human genes, all pathways")
    options.add_to_organism(parser)
    parser.add_argument(
        "--links", type=_kinds, default=(), metavar="KINDS", help="also add ids of linked records, e.g. gene,pathway"
    )
    parser.add_argument(
        "--out",
        metavar="FILE",
        help="file for the result, in any of these formats; default: drugs.annotated.csv for drugs.csv",
    )
    parser.add_argument(
        "--workers", type=options.positive, metavar="N", help="number of processes: 1 or more; default: one per core"
    )
    parser.add_argument("--ray", metavar="ADDRESS", help="run on a Ray cluster, e.g. auto or HOST:6379")
    parser.add_argument(
        "--cache-on-nodes", metavar="PATH", help="a cache folder that all nodes can read; default: send them a copy"
    )
    options.add_json(parser)


def _kinds(text: str) -> tuple[str, ...]:
    named = [kind.strip() for kind in text.split(",") if kind.strip()]
    if strange := [kind for kind in named if kind not in RECORD_KINDS]:
        raise argparse.ArgumentTypeError(unknown("kind", strange[0], RECORD_KINDS))
    # In a fixed order and without repeats, so that the columns do not depend on how the option was typed.
    return tuple(kind for kind in RECORD_KINDS if kind in named)


def annotation_from(arguments: Arguments) -> Annotation:
    """Build the annotation from the parsed arguments."""
    out = arguments.get("out", str)
    return Annotation(
        file=Path(arguments.text("file")),
        column=arguments.text("column"),
        question=msgspec.convert(arguments.only("kind", "organism", "links", "to_organism"), ColumnQuery),
        out=Path(out) if out else None,
    )


def _annotate(arguments: Arguments, composition: Composition) -> int:
    import anyio

    from biofacts.ports.lists import WrongUse

    folder, ray = arguments.get("cache_on_nodes", str), arguments.get("ray", str)
    cache = Path(folder) if folder else None
    if cache and not ray:
        arguments.refuse("argument --cache-on-nodes: only works with --ray")
    try:
        annotator = composition.annotator(workers=arguments.get("workers", int), ray=ray, cache_on_nodes=cache)
    except WrongUse as error:
        return refused(arguments, str(error), USAGE)
    return anyio.run(partial(annotate, arguments, annotator))


async def annotate(arguments: Arguments, annotator: "Annotate") -> int:
    """Annotate a table. Returns: the exit code; 1 also if some names could not be looked up this time."""
    request = annotation_from(arguments)

    async def run(progress: "Bars") -> "Annotated":
        return await annotator(request.file, request.column, request.question, out=request.out, progress=progress)

    outcome, code = await under_bars(
        arguments, run, saved="Finished work is saved: run the same command again to continue."
    )
    if outcome is not None and outcome.failed:
        message = f"{outcome.failed} names could not be looked up this time; the same command retries only these."
        return refused(arguments, message, FAILED)
    return code


ANNOTATE = Command(
    name=_NAME,
    group="Lists",
    summary="Add identifiers to a table that has a column of names",
    examples={
        "annotate drugs.csv --column drug --kind ligand": "write drugs.annotated.csv",
        "annotate genes.tsv --column symbol --kind gene --links ligand,pathway --out genes.parquet": "with linked ids",
    },
    add=_add_annotate,
    run=_annotate,
    paths=("file", "out", "cache_on_nodes"),
)


# The command `biofacts export`


def _add_export(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "what", choices=_EXPORTS, metavar="WHAT",
        help="links: all links as tables, one file each; gmt: the genes or metabolites of each pathway;"
        " edges: the interactions drawn in pathways; dataset: nodes, edges, memberships and names with their sources",
    )  # fmt: skip
    parser.add_argument(
        "--out", required=True, metavar="PATH",
        help="a file for gmt; a .parquet, .tsv, .sif or .graphml file for edges; else the folder of the tables",
    )  # fmt: skip
    options.add_organism(parser, "exact scientific name; default: Homo sapiens for gmt, all for edges")
    parser.add_argument(
        "--id", choices=[*KEYS], metavar="TYPE", help=f"for gmt, the identifiers: {', '.join(KEYS)}; default: symbol"
    )
    options.add_json(parser)


def _export(arguments: Arguments, composition: Composition) -> int:
    import anyio

    if arguments.flag("id") and arguments.text("what") != "gmt":
        arguments.refuse("argument --id: only for export gmt")
    if arguments.flag("organism") and arguments.text("what") not in ("gmt", "edges"):
        arguments.refuse("argument --organism: only for export gmt and export edges")
    return anyio.run(partial(export, arguments, composition.datasets()))


async def export(arguments: Arguments, opening: "AbstractAsyncContextManager[OpenDatasets]") -> int:
    """Export the data that the arguments name. Returns: the exit code."""
    out, organism = Path(arguments.text("out")), arguments.get("organism", str)

    async def run(progress: "Bars") -> "Exported | ExportedEdges | ExportedSets":
        async with opening as datasets:
            match arguments.text("what"):
                case "gmt":
                    chosen = cast("MemberIdentifier", arguments.get("id", str) or "symbol")
                    return await datasets.sets()(out, chosen, organism or HUMAN, progress=progress)
                case "edges":
                    return await datasets.edges()(out, organism=organism, progress=progress)
                case "dataset":
                    return await datasets.dataset()(out, progress=progress)
                case _:
                    return await datasets.links()(out, progress=progress)

    is_one_file = arguments.text("what") in ("gmt", "edges")
    saved = "No file was written." if is_one_file else "The finished tables are saved."
    _, code = await under_bars(arguments, run, saved=saved)
    return code


_EXPORTS = ("links", "gmt", "edges", "dataset")

EXPORT = Command(
    name="export",
    group="Lists",
    summary="Export links, interactions or the whole data set as tables, or pathways as gene sets (GMT)",
    examples={
        "export dataset --out dataset": "the whole graph as four Parquet files, described in Croissant",
        "export links --out tables": "one Parquet file for each pair of kinds, in the folder tables",
        "export edges --out edges.graphml": "all drawn interactions, for Cytoscape; or .sif, .tsv, .parquet",
        'export gmt --organism "Mus musculus" --id entrez --out mouse.gmt': "for clusterProfiler, fgsea or gseapy",
    },
    add=_add_export,
    run=_export,
    paths=("out",),
)
