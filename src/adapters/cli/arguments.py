"""What a command line may say."""

import argparse
from collections.abc import Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any, cast

import msgspec

from biofacts.adapters.cli import drawing
from biofacts.adapters.cli.drawing import Drawing
from biofacts.adapters.cli.serving import Serving, add_serve, serving_of
from biofacts.application.tools import TOOLS
from biofacts.domain.annotation import Question
from biofacts.domain.graph import KINDS

_SEARCHED = {tool.kind.plural: tool.kind for tool in TOOLS.values()}
_FETCHED = {tool.kind.name: tool.kind for tool in TOOLS.values()}


class Annotation(msgspec.Struct, frozen=True, kw_only=True):
    """Which table is annotated, and with what. `workers`: None for all cores.

    `ray`: the address of a cluster; `cache_on_nodes`: a cache folder that all its nodes see.
    """

    file: Path
    column: str
    question: Question
    out: Path | None = None
    workers: int | None = None
    ray: str | None = None
    cache_on_nodes: Path | None = None


class Arguments(msgspec.Struct, frozen=True, kw_only=True):
    """A parsed command line.

    `tool` and `given`: the tool that a command calls, and its arguments. `full`: its list with everything.
    """

    command: str
    tool: str = ""
    given: Mapping[str, object] = {}
    full: bool = False
    json: bool = False
    http: bool = False
    serving: Serving = Serving()
    sources: tuple[str, ...] = ()
    annotation: Annotation | None = None
    drawing: Drawing | None = None
    out: Path | None = None
    inchikeys: bool = False
    to: Path | None = None


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="biofacts", description="Fuzzy biological names in, facts with stable identifiers out."
    )
    parser.add_argument("-V", "--version", action="version", version=f"biofacts {version('biofacts')}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")

    add_serve(commands.add_parser("serve", help="serve MCP on standard input and output, or over HTTP"))

    search = commands.add_parser("search", help="find candidates by plain words")
    search.add_argument("kind", choices=sorted(_SEARCHED))
    search.add_argument("query", nargs="+", metavar="WORD", help="plain words, or an identifier")
    _add_listing(search)

    get = commands.add_parser("get", help="one complete record by its CURIE")
    get.add_argument("kind", choices=sorted(_FETCHED))
    get.add_argument("id")
    get.add_argument("--detail", help="of a pathway: brief, full or all")
    _add_json(get)

    genes = commands.add_parser("genes", help="the pathways that contain a gene")
    genes.add_argument("gene", nargs="+", metavar="WORD", help="symbol, alias, full name, or an identifier")
    _add_listing(genes)

    compounds = commands.add_parser("compounds", help="the pathways in which a compound is drawn")
    compounds.add_argument(
        "compound",
        nargs="+",
        metavar="WORD",
        help="name, or identifier of any database: ChEBI, HMDB, KEGG, CAS, InChIKey, ...",
    )
    _add_pages(compounds)

    components = commands.add_parser("components", help="everything drawn in a pathway")
    components.add_argument("id")
    components.add_argument("--parts", metavar="LISTS", help="only these, e.g. genes,interactions")
    components.add_argument("--around", metavar="NAME", help="what touches a node or a gene")
    components.add_argument("--detail", help="brief, full or all")
    components.add_argument("--whole", action="store_true", default=None, help="cut no list, however long the answer")
    _add_json(components)

    interactions = commands.add_parser("interactions", help="what a ligand acts on, or what acts on a target")
    interactions.add_argument("kind", choices=("ligand", "target"))
    interactions.add_argument("id")
    interactions.add_argument("--approved-only", action="store_true", default=None, help="only approved medicines")
    interactions.add_argument("--primary-only", action="store_true", default=None, help="only primary targets")
    interactions.add_argument("--action", help="e.g. 'partial agonist', inhibitor, PAM")
    interactions.add_argument("--species", help="whose protein was measured: Human, Mouse or Rat")
    interactions.add_argument("--page-size", type=int)
    interactions.add_argument("--cursor")
    _add_json(interactions)

    links = commands.add_parser("links", help="what a record of any kind is linked to")
    links.add_argument("kind", choices=KINDS)
    links.add_argument("id")
    links.add_argument("--to", choices=KINDS, help="list the links to this kind; left out: all kinds, counted")
    links.add_argument("--approved-only", action="store_true", default=None, help="only approved medicines")
    links.add_argument("--organism", help="exact scientific name, e.g. 'Homo sapiens'")
    links.add_argument("--page-size", type=int)
    links.add_argument("--cursor")
    _add_json(links)

    resolve = commands.add_parser("resolve", help="many names into identifiers at once", fromfile_prefix_chars="@")
    resolve.add_argument("names", nargs="+", metavar="NAME", help="names or ids; @FILE reads one a line")
    resolve.add_argument("--kind", choices=sorted(_FETCHED), help="default: any")
    resolve.add_argument("--organism", help="of genes and pathways, e.g. 'Homo sapiens'")
    _add_json(resolve)

    enrich = commands.add_parser("enrich", help="the pathways of a whole list", fromfile_prefix_chars="@")
    enrich.add_argument("names", nargs="+", metavar="NAME", help="names or ids of genes; @FILE reads one a line")
    enrich.add_argument("--compounds", action="store_true", help="they are names of compounds")
    enrich.add_argument("--background", nargs="+", metavar="NAME", help="what could have been in the list")
    enrich.add_argument("--organism", help="default: Homo sapiens")
    enrich.add_argument("--page-size", type=int)
    enrich.add_argument("--cursor")
    _add_json(enrich)

    annotate = commands.add_parser("annotate", help="a table with a column of names, of any length, with what they are")
    annotate.add_argument("file", metavar="FILE", help="ends in .csv, .tsv, .jsonl, .ndjson or .parquet")
    annotate.add_argument("--column", required=True, metavar="NAME", help="the column that holds the names")
    annotate.add_argument("--kind", required=True, choices=KINDS, help="what the names are of")
    annotate.add_argument("--organism", help="of genes and pathways, e.g. 'Homo sapiens'")
    annotate.add_argument("--links", metavar="KINDS", help="also the linked ids of these kinds, e.g. gene,pathway")
    annotate.add_argument("--out", metavar="FILE", help="default: FILE with .annotated in its name; any of the formats")
    annotate.add_argument("--workers", type=int, metavar="N", help="processes that look names up; default: all cores")
    annotate.add_argument("--ray", metavar="ADDRESS", help="a Ray cluster that looks names up, e.g. auto or HOST:6379")
    annotate.add_argument("--cache-on-nodes", metavar="PATH", help="a cache folder that all nodes see; else it is sent")
    _add_json(annotate)

    export = commands.add_parser("export", help="everything that is linked, as Parquet files")
    export.add_argument("what", choices=("links",), help="the join tables of find_links, one file each")
    export.add_argument("--out", required=True, metavar="DIR", help="the folder that they go to")
    _add_json(export)

    drawing.add(commands.add_parser("draw", help="a pathway as a picture, SVG or PNG"))

    sync = commands.add_parser("sync", help="bring whole releases into the local catalogue")
    sync.add_argument(
        "sources",
        nargs="*",
        metavar="SOURCE",
        help="wikipathways, gtopdb, genes [ORGANISM ...], compounds; default: all of these; pubchem (gigabytes)",
    )
    sync.add_argument("--inchikeys", action="store_true", help="of pubchem: InChIKeys, too")
    sync.add_argument("--to", metavar="PATH", help="then write all that is kept into a folder, or into a FILE.tar")
    _add_json(sync)

    status = commands.add_parser("status", help="the local catalogue: releases, ages, sizes, paths")
    _add_json(status)

    commands.add_parser("demo", help="a whole round over MCP on the built-in sample, offline")
    return parser


def _add_json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print exactly what the MCP tool returns")


def _add_listing(parser: argparse.ArgumentParser) -> None:
    _add_pages(parser)
    parser.add_argument("--full", action="store_true", help="with descriptions, and what made each one match")


def _add_pages(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--organism", help="exact scientific name, e.g. 'Homo sapiens'")
    parser.add_argument("--page-size", type=int)
    parser.add_argument("--cursor")
    _add_json(parser)


def parse(argv: Sequence[str] | None) -> Arguments:
    """Read a command line; leaves the process with code 2 and a usage line when it cannot be read."""
    parser = _parser()
    known = vars(parser.parse_args(argv))
    if known["command"] is None:
        parser.print_help()
        raise SystemExit(0)
    command: str = known["command"]
    try:
        annotation = _annotation(known) if command == "annotate" else None
        drawn = drawing.read(known) if command == "draw" else None
        serving = serving_of(known) if command == "serve" else Serving()
    except ValueError as error:
        parser.error(str(error))
    tool, given = _call(command, known)
    return Arguments(
        command=command,
        tool=tool,
        given={name: value for name, value in given.items() if value is not None},
        full=known.get("full", False),
        json=known.get("json", False),
        http=known.get("http", False),
        serving=serving,
        sources=tuple(known.get("sources", ())),
        annotation=annotation,
        drawing=drawn,
        out=Path(known["out"]) if command == "export" else None,
        inchikeys=known.get("inchikeys", False),
        to=Path(known["to"]) if known.get("to") else None,
    )


def _annotation(known: Mapping[str, Any]) -> Annotation:
    """Raises: ValueError."""
    links = [kind.strip() for kind in (known["links"] or "").split(",") if kind.strip()]
    if unknown := [kind for kind in links if kind not in KINDS]:
        raise ValueError(f"argument --links: no kind '{unknown[0]}'; there are: {', '.join(KINDS)}")
    if known["workers"] is not None and known["workers"] < 1:
        raise ValueError("argument --workers: at least 1 is needed")
    if known["cache_on_nodes"] and not known["ray"]:
        raise ValueError("argument --cache-on-nodes: is of nodes of a cluster, which --ray names")
    return Annotation(
        file=Path(known["file"]),
        column=known["column"],
        question=Question(
            kind=known["kind"],
            organism=known["organism"],
            links=tuple(kind for kind in KINDS if kind in links),
        ),
        out=Path(known["out"]) if known["out"] else None,
        workers=known["workers"],
        ray=known["ray"],
        cache_on_nodes=Path(known["cache_on_nodes"]) if known["cache_on_nodes"] else None,
    )


def _call(command: str, known: Mapping[str, object]) -> tuple[str, dict[str, object]]:
    """The tool that a command calls, and what it is given."""
    match command:
        case "search":
            return _SEARCHED[str(known["kind"])].search_tool, {"query": _text(known["query"]), **_listing(known)}
        case "genes":
            return "get_pathways_for_gene", {"gene_id": _text(known["gene"]), **_listing(known)}
        case "compounds":
            return "get_pathways_for_compound", {"compound": _text(known["compound"]), **_listing(known)}
        case "get":
            kind = _FETCHED[str(known["kind"])]
            return kind.get_tool, {kind.id_argument: known["id"], "detail": known["detail"]}
        case "components":
            chosen = {name: known[name] for name in ("parts", "around", "detail", "whole")}
            return "get_pathway_components", {"pathway_id": known["id"], **chosen}
        case "interactions":
            names = "approved_only", "primary_only", "action", "species", "page_size", "cursor"
            return "get_interactions", {f"{known['kind']}_id": known["id"], **{name: known[name] for name in names}}
        case "links":
            taken = TOOLS["find_links"].arguments.__struct_fields__
            return "find_links", {name: known[name] for name in taken}
        case "resolve":
            return "resolve_many", {name: known[name] for name in ("names", "kind", "organism")}
        case "enrich":
            members = "compounds" if known["compounds"] else "genes"
            return "enrich_pathways", {members: known["names"], "background": known["background"], **_listing(known)}
        case _:
            return "", {}


def _text(words: object) -> str:
    """The words of one text, which need no quotes."""
    return " ".join(cast("list[str]", words))


def _listing(known: Mapping[str, object]) -> dict[str, object]:
    """The arguments of a listing; an organism that the tool does not take is passed on, so that it says so."""
    return {name: known[name] for name in ("organism", "page_size", "cursor")}
