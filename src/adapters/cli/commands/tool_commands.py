"""The table of commands that make one tool call and print its answer."""

import argparse
import sys
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import get_args

import msgspec

from biofacts.adapters.cli import execution, options
from biofacts.adapters.cli.command import DONE, Application, Arguments, Call, Command, CommandGroup, Composition
from biofacts.adapters.cli.options import argument, kind_of
from biofacts.domain.answers import next_calls
from biofacts.domain.answers.entity_kinds import LIGAND, TARGET
from biofacts.domain.edges.edge import Effect, Sign
from biofacts.domain.edges.neighbours_and_paths import LENGTH, LONGEST
from biofacts.domain.identifiers.curies import BY_NAME
from biofacts.domain.links.linked_entities import LINK_KINDS
from biofacts.domain.lists.enrichment_statistics import LARGEST_SET, SMALLEST_SET
from biofacts.domain.lists.ranked_lists import MOST_PERMUTATIONS, PERMUTATIONS
from biofacts.domain.pathways.component_selection import PARTS
from biofacts.domain.pathways.pathway import LEVELS
from biofacts.domain.pharmacology.interaction_lists import ORDERS
from biofacts.domain.text.clean import decoded

Add = Callable[[argparse.ArgumentParser], None]


class ToolCommand(msgspec.Struct, frozen=True, kw_only=True):
    """A command that calls one tool.

    `call`: a function that builds the call without options; `options`: the tool's arguments that are sent if the user
    sets them. `adds`: functions that add arguments to the parser, in the order of the help. `paged`: True if the answer
    is a listing. `reads`: a function that replaces the name of a file by the names in it; `then`: a function that runs
    after the answer has been printed.
    """

    name: str
    summary: str
    examples: Mapping[str, str]
    adds: Sequence[Add]
    call: Callable[[Arguments], Call]
    options: Sequence[str] = ()
    paged: bool = False
    group: CommandGroup = "Ask"
    suggested: Mapping[str, Sequence[str]] = {}
    reads: Callable[[Arguments, Composition], Arguments] | None = None
    then: Callable[[Call, Arguments, Application], Awaitable[int]] | None = None

    def command(self) -> Command:
        return Command(
            name=self.name, group=self.group, summary=self.summary, examples=self.examples, add=self._add,
            run=self._run, call=self.whole_call, suggested=self.suggested,
        )  # fmt: skip

    def whole_call(self, arguments: Arguments) -> Call:
        """Build the call with its options. Unsupported options are sent, too, so that the tool reports them.

        Raises: AmbiguousQuery, UnresolvedEntity if an identifier does not determine its kind.
        """
        call = self.call(arguments)
        listing = ("page_size", "cursor") if self.paged else ()
        return Call(call.tool, {**call.arguments, **arguments.only(*self.options, *listing)})

    def _run(self, arguments: Arguments, composition: Composition) -> int:
        return execution.run(self.whole_call, arguments, composition, reads=self.reads, then=self.then)

    def _add(self, parser: argparse.ArgumentParser) -> None:
        for add in self.adds:
            add(parser)
        if self.paged:
            options.add_pages(parser)
        options.add_forms(parser)


def _names(numbers: str, nargs: str = "+") -> Add:
    """Return a function that adds an argument for a list of names, which may be in a file."""

    def add(parser: argparse.ArgumentParser) -> None:
        parser.fromfile_prefix_chars = "@"
        parser.add_argument(
            "names", nargs=nargs, metavar="NAME", help=f"{numbers} names or ids; @FILE reads one per line"
        )

    return add


def _more(parser: argparse.ArgumentParser) -> None:
    parser.fromfile_prefix_chars = "@"
    parser.add_argument(
        "more", nargs="*", default=[], metavar="MORE", help="more ids or names of that kind; @FILE reads one per line"
    )


# None, not False, by default: tools receive only arguments that the user has set.
_switch = partial(argument, action="store_true", default=None)
_words = partial(argument, nargs="+", metavar="WORD")


def _record(arguments: Arguments) -> Call:
    kind = kind_of(arguments, next_calls.get)
    return Call(kind.get_tool, {kind.id_argument: arguments.text("id")})


def _interactions(arguments: Arguments) -> Call:
    kind = kind_of(arguments, next_calls.interactions_of)
    identifier, others = arguments.text("id"), arguments.words("more")
    if others and kind != LIGAND:
        arguments.refuse("only ligands are listed side by side")
    other = LIGAND if kind == TARGET else TARGET
    subject: dict[str, object] = {"ligand_ids": [identifier, *others]} if others else {f"{kind.name}_id": identifier}
    parameters = {**subject, **arguments.only("with")}
    return Call(
        "get_interactions", {name if name != "with" else f"{other.name}_id": of for name, of in parameters.items()}
    )


def _links(arguments: Arguments) -> Call:
    kind = kind_of(arguments, next_calls.links_of)
    identifier, others = arguments.text("id"), arguments.words("more")
    begin: dict[str, object] = {"ids": [identifier, *others]} if others else {"id": identifier}
    return Call("find_links", {**begin, "kind": kind.name})


def _neighbours(arguments: Arguments) -> Call:
    sides = [side for side in ("upstream", "downstream") if arguments.flag(side)]
    direction = {"direction": sides[0]} if len(sides) == 1 else {}
    return Call("get_neighbours", {"id": arguments.joined("name"), **direction})


def _from_table(arguments: Arguments, composition: Composition) -> Arguments:
    """Replace a table's file name by the names in it, with scores if ranked. Raises: AmbiguousQuery, TableError."""
    ranked = _ranked(arguments)
    match arguments.words("names") if ranked is None else ranked:
        # Unless columns are named, the file of a ranked list has a gene and a score in each row: see `_table`.
        case [name] if options.is_table(name) and (ranked is None or options.has_columns(arguments)):
            if ranked is not None:
                options.refuse_selecting(arguments)
            selected = options.selection(Path(name), options.columns(arguments), composition.tables())
            lists: dict[str, object] = (
                {"names": selected.names} if ranked is None else {"names": [], "ranked": selected.scored}
            )
            measured = {"background": selected.measured} if arguments.flag("measured") else {}
            return msgspec.structs.replace(arguments, values={**arguments.values, **lists, **measured})
        case _:
            options.refuse_table(arguments)
            return arguments


async def _plot(call: Call, arguments: Arguments, application: Application) -> int:
    if arguments.get("plot", str) is None:
        return DONE
    from biofacts.adapters.cli.picture_files import write_plot

    return await write_plot(call, arguments, application)


def _enrichment(arguments: Arguments) -> Call:
    options.check_plot(arguments)
    if ranked := _ranked(arguments):
        beside = arguments.words("names") if arguments.words("ranked") else []
        others = {"genes": beside, "compounds": arguments.words("compounds")}
        lists = {name: words for name, words in others.items() if words}
        return Call("enrich_pathways", {"ranked": _table(ranked[0]) if _is_file(ranked) else ranked, **lists})
    names, compounds = arguments.words("names"), arguments.words("compounds")
    if not compounds:  # `--compounds` without values means that the names are compounds
        return Call("enrich_pathways", {"genes" if arguments.values["compounds"] is None else "compounds": names})
    return Call("enrich_pathways", {**({"genes": names} if names else {}), "compounds": compounds})


def _ranked(arguments: Arguments) -> list[str] | None:
    """Return the words of `--ranked`, or all names if it has no words; None if the option is not set."""
    return None if arguments.values["ranked"] is None else arguments.words("ranked") or arguments.words("names")


def _is_file(ranked: Sequence[str]) -> bool:
    # A row of a ranked list has `=` or a tab between gene and score, which file names hardly have.
    return len(ranked) == 1 and not any(character in ranked[0] for character in "=\t\n")


def _table(path: str) -> list[str]:
    """Read the rows of a table. `path`: the path of a file, or - for standard input. Raises: ValueError."""
    try:
        return (sys.stdin.read() if path == "-" else decoded(Path(path).read_bytes())).splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise ValueError(f"argument --ranked: {path} cannot be read as text: {error}") from error


TOOL_COMMANDS: Sequence[Command] = [
    row.command()
    for row in (
        ToolCommand(
            name="get",
            summary="Look up one record by its identifier",
            examples={
                "get WP:WP78": "a pathway, as its prefix shows",
                "get ligand IUPHAR:2713": "ligands and targets share the prefix IUPHAR, so say which",
                "get PubChem:CID2244 --fields name,inchikey,cross_references.chembl": "three of its fields",
            },
            adds=(
                partial(options.add_record, kinds=BY_NAME, example="WP:WP78, HGNC:11998 or PubChem:CID2244"),
                argument("--detail", metavar="HOW", help=f"for a pathway: {', '.join(LEVELS)}; default: full"),
            ),
            call=_record,
            options=("detail",),
            suggested={"detail": (*LEVELS,)},
        ),
        ToolCommand(
            name="genes",
            summary="List the pathways that contain a gene",
            examples={
                'genes HER2 --organism "Homo sapiens"': "human pathways with ERBB2, by its alias",
                "genes interleukin 6": "by full name, in any organism",
            },
            adds=(
                _words("gene", help="symbol, alias, full name, or an identifier"),
                options.add_organism,
                options.add_full,
            ),
            call=lambda arguments: Call("get_pathways_for_gene", {"gene_id": arguments.joined("gene")}),
            options=("organism",),
            paged=True,
        ),
        ToolCommand(
            name="compounds",
            summary="List the pathways in which a compound is drawn",
            examples={
                'compounds citrate --organism "Homo sapiens"': "by name",
                "compounds CHEBI:15903": "by an identifier of another database",
            },
            adds=(
                _words("compound", help="name, or identifier of any database: ChEBI, HMDB, KEGG, CAS, InChIKey, ..."),
                options.add_organism,
            ),
            call=lambda arguments: Call("get_pathways_for_compound", {"compound": arguments.joined("compound")}),
            options=("organism",),
            paged=True,
        ),
        ToolCommand(
            name="components",
            summary="List everything drawn in a pathway",
            examples={
                "components WP:WP78": "genes, metabolites and their interactions",
                "components WP:WP707 --around p53": "only what touches p53",
            },
            adds=(
                argument("id", metavar="ID", help="id of a pathway, such as WP:WP78"),
                argument(
                    "--parts", metavar="LISTS", help=f"only these lists: {', '.join(PARTS)}; default: all"
                ),
                argument(
                    "--around", metavar="NAME",
                    help="only what touches this node: its id, its label, or the name of a gene",
                ),
                argument("--detail", metavar="HOW", help=f"{', '.join(LEVELS)}; default: full"),
                _switch("--whole", help="do not shorten any list"),
            ),
            call=lambda arguments: Call("get_pathway_components", {"pathway_id": arguments.text("id")}),
            options=("parts", "around", "detail", "whole"),
            suggested={"detail": (*LEVELS,), "parts": PARTS},
        ),
        ToolCommand(
            name="neighbours",
            summary="List what acts on a gene or compound, and what it acts on, in all pathways",
            examples={
                "neighbours NFKB1 --upstream": "what activates, inhibits or binds it, and in which pathways",
                "neighbours oxaloacetate --downstream": "its conversions, and the enzymes that catalyse them",
                'neighbours TP53 --downstream --sign + --organism "Homo sapiens"': "what it activates",
            },
            adds=(
                _words("name", help="a gene or compound: any name or identifier"),
                _switch("--upstream", help="only what acts on it"),
                _switch("--downstream", help="only what it acts on"),
                argument("--sign", choices=get_args(Sign), help="+ activates, - inhibits; default: any"),
                argument("--effect", metavar="EFFECT", help=f"{', '.join(get_args(Effect))}; default: any"),
                options.add_organism,
            ),
            call=_neighbours,
            options=("sign", "effect", "organism"),
            paged=True,
            suggested={"effect": get_args(Effect)},
        ),
        ToolCommand(
            name="paths",
            summary="Find the shortest paths between two genes or compounds, across all pathways",
            examples={
                'paths EGFR MYC --organism "Homo sapiens"': "the steps from EGFR to MYC, and where they are drawn",
                "paths glucose pyruvate --max-length 6": "between compounds, in up to six steps",
            },
            adds=(
                argument("source", metavar="SOURCE", help="a gene or compound: any name or identifier"),
                argument("target", metavar="TARGET", help="the gene or compound to reach"),
                argument(
                    "--max-length", type=int, metavar="N",
                    help=f"maximum number of steps, 1 to {LONGEST}; default: {LENGTH}",
                ),
                _switch("--currency-metabolites", help="also pass through ATP, water and the like"),
                options.add_organism,
            ),
            call=lambda arguments: Call("find_paths", {end: arguments.text(end) for end in ("source", "target")}),
            options=("max_length", "currency_metabolites", "organism"),
            paged=True,
        ),
        ToolCommand(
            name="interactions",
            summary="List what a ligand acts on, or what acts on a target",
            examples={
                "interactions ligand haloperidol --with D2": "what was measured between the two",
                "interactions ligand IUPHAR:2713": "the targets of a drug, with affinities",
                "interactions ligand haloperidol clozapine": "compare ligands, target by target",
                "interactions target IUPHAR:215 --approved-only --action antagonist": "approved drugs that block it",
            },
            adds=(
                partial(options.add_record, kinds=("ligand", "target"), example="IUPHAR:2713"),
                _more,
                argument("--with", metavar="NAME", help="only interactions with this target or ligand; default: all"),
                options.add_approved_only,
                _switch("--primary-only", help="only primary targets"),
                argument("--action", help="only this action, e.g. 'partial agonist', inhibitor, PAM"),
                argument("--species", help="only proteins of this species: Human, Mouse or Rat"),
                argument("--min-affinity", type=float, metavar="NUMBER", help="lowest, e.g. 7 (100 nM); default: any"),
                argument("--sort", choices=ORDERS, help="sort by approval or by affinity; default: approved"),
            ),
            call=_interactions,
            options=("approved_only", "primary_only", "action", "species", "min_affinity", "sort"),
            paged=True,
            suggested={"species": ("Human", "Mouse", "Rat"), "sort": ORDERS},
        ),
        ToolCommand(
            name="links",
            summary="List the records of other kinds that a record is linked to",
            examples={
                "links HGNC:11998": "how many linked records there are of each kind",
                "links pathway WP:WP254 --to ligand --approved-only": "approved drugs that act on a pathway",
                "links gene TP53 BRCA1 --to pathway --match all": "pathways that contain both genes",
            },
            adds=(
                partial(options.add_record, kinds=LINK_KINDS, example="WP:WP254 or HGNC:11998"),
                _more,
                argument(
                    "--to", metavar="KIND", type=options.one_of(LINK_KINDS), choices=LINK_KINDS,
                    help=f"list links to this kind: {', '.join(LINK_KINDS)}; default: count the links to every kind",
                ),
                argument("--match", metavar="HOW", help="all: linked to every id; any: to at least one; default: any"),
                options.add_approved_only,
                options.add_organism,
                _switch("--all-ways", help="show every path between two records, not just two"),
            ),
            call=_links,
            options=("to", "match", "approved_only", "organism", "all_ways"),
            paged=True,
            suggested={"match": ("any", "all")},
        ),
        ToolCommand(
            name="compare",
            summary="Compare two pathways: which genes and compounds they share",
            examples={
                "compare WP:WP254 WP:WP1772": "what both have, and what only one of them has",
                "compare WP:WP254 WP:WP1772 --csv": "a row for each gene and compound",
            },
            adds=(
                argument("one", metavar="ID", help="a pathway: its id, such as WP:WP254, or its title"),
                argument("other", metavar="OTHER", help="the pathway to compare it with"),
            ),
            call=lambda arguments: Call("compare_pathways", {side: arguments.text(side) for side in ("one", "other")}),
        ),
        ToolCommand(
            name="resolve",
            group="Lists",
            summary="Resolve many names to identifiers at once",
            examples={
                'resolve HER2 p53 "interleukin 6" --kind gene': "gene names only",
                "resolve @names.txt": "names of any kind from a file, one per line",
            },
            adds=(
                _names("1 to 200"),
                partial(options.add_kind, meaning="the kind of the named records", kinds=(*BY_NAME, "any")),
                partial(
                    options.add_organism,
                    meaning="for genes and pathways, e.g. 'Homo sapiens'; default: human genes, all pathways",
                ),
                options.add_to_organism,
            ),
            call=lambda arguments: Call("resolve_many", {"names": arguments.words("names")}),
            options=("kind", "organism", "to_organism"),
        ),
        ToolCommand(
            name="enrich",
            group="Lists",
            summary="Find pathways that contain more of a list than expected by chance",
            examples={
                "enrich TP53 MDM2 CASP3 ATM CHEK2": "genes, in human pathways",
                "enrich @genes.txt --background @measured.txt": "from files, against all measured genes",
                "enrich PKM LDHA HK2 --compounds lactate pyruvate glucose": "genes and compounds in one test",
                "enrich --ranked scores.tsv": "preranked GSEA: all measured genes, each with a score",
                "enrich deseq.csv --ranked --column gene --value stat": "the same from two columns of a table",
                "enrich deseq.csv --column gene --p padj --value log2FC --direction up --measured": "upregulated genes",
                "enrich @genes.txt --plot dots.svg": "also plot the first pathways",
            },
            adds=(
                _names("one table (.csv, .tsv, .jsonl, .parquet), or 3 to 5000", "*"),
                options.add_table,
                _switch("--measured", help="use all names in the table as the background"),
                argument(
                    "--compounds", nargs="*", metavar="NAME",
                    help="compounds to test with the genes; without values, the NAMEs are the compounds; default: none",
                ),
                argument(
                    "--ranked", nargs="*", metavar="FILE",
                    help="all measured genes, each with a score: a table, - for standard input, or words such as"
                    " TP53=2; without values, the NAMEs are the list; default: not ranked",
                ),
                argument(
                    "--background", nargs="+", metavar="NAME",
                    help="all names that could have been in the list; default: everything drawn in the pathways",
                ),
                argument(
                    "--min-size", type=int, metavar="N",
                    help=f"smallest pathway to test, in members of the background; default: {SMALLEST_SET}",
                ),
                argument("--max-size", type=int, metavar="N", help=f"largest pathway to test; default: {LARGEST_SET}"),
                _switch("--grouped", help="list pathways below the one whose overlap they repeat"),
                argument(
                    "--permutations", type=int, metavar="N",
                    help=f"permutations of a ranked list, 1 to {MOST_PERMUTATIONS}; default: {PERMUTATIONS}",
                ),
                argument("--seed", type=int, metavar="N", help="seed of the permutations; default: 0"),
                partial(options.add_organism, meaning="exact scientific name; default: Homo sapiens"),
                options.add_to_organism,
                argument("--out", metavar="FILE", help="a file for all rows, e.g. all.parquet; default: none"),
                options.add_plot,
            ),
            call=_enrichment,
            reads=_from_table,
            then=_plot,
            options=(
                "background", "organism", "to_organism", "min_size", "max_size", "grouped", "permutations", "seed",
            ),
            paged=True,
        ),
    )
]  # fmt: skip
