"""Sentences about lists of names: names that were counted, left out, or not looked up in time."""

from collections.abc import Mapping, Sequence

from biofacts.domain.answers import next_calls
from biofacts.domain.answers.advice_and_phrasing import Advice, Again, NextCall, Refusal
from biofacts.domain.answers.entity_kinds import Kind
from biofacts.domain.answers.records import Provenance
from biofacts.domain.identifiers.organisms import HUMAN
from biofacts.domain.lists.enrichment_statistics import Background
from biofacts.domain.lists.input_tables import CUTOFF, Columns, Selection
from biofacts.domain.lists.ranked_lists import FEWEST_RANKED
from biofacts.domain.source_remarks.any_source import MOST_NAMED, quoted, several
from biofacts.domain.text.clean import counted, short

INCOMPLETE_BACKGROUND = (
    "The background is provisional: drawn genes whose identifier WikiPathways could not map are missing from its index;"
    f" {next_calls.command('sync', 'wikipathways')} makes it complete, and changes the p-values."
)

_GENES = ["TP53", "CDKN1A", "MDM2"]
_EXAMPLES = {"names": _GENES, "genes": _GENES, "compounds": ["citrate", "pyruvate", "ATP"]}


def number_of_names(argument: str, names: Sequence[str], fewest: int, most: int) -> Refusal:
    count = len(names)
    wanted = f"at least {fewest}" if count < fewest else f"at most {most}"
    hint: str = f"Send the first {most} names, then the others in another call."
    if count == 0 and argument in _EXAMPLES:
        hint = Advice(Again({argument: _EXAMPLES[argument]}), ", or with other names.")
    elif count < fewest:
        # An example would contain names that the caller did not send.
        hint = f"Send {counted(fewest, 'name')} or more as {argument}."
        # e.g. `TP53 MDM2 CASP3`, sent without commas
        if count == 1 and fewest <= len(words := names[0].split()) <= most:
            hint = Advice(Again({argument: words}), ", if each word is a name.")
    return f"{argument} has {counted(count, 'name')}: a call takes {wanted}.", hint


GENES, COMPOUNDS, LABELS = "genes", "compounds", "labels (of genes and of compounds)"
"""The words for the members of a list."""


def no_list() -> Refusal:
    return (
        "Genes or compounds are required.",
        f"Call {next_calls.ENRICH} with a list of genes, a list of compounds, or both.",
    )


def no_pathways(organism: str) -> Refusal:
    return (
        f"WikiPathways has no pathways for the organism '{short(organism)}'.",
        Advice(Again({"organism": HUMAN}), ", or with another scientific name."),
    )


def no_size(smallest: int, largest: int) -> Refusal:
    return (
        f"min_size ({smallest}) is larger than max_size ({largest}).",
        f"Send a max_size of at least {smallest}, or a smaller min_size.",
    )


def background(
    what: str, organism: str, tested: int, of_all: int, smallest: int, largest: int, *, restricted: bool
) -> str:
    which = f"{what} from your background" if restricted else what
    limits = f"those with {smallest} to {largest} members"
    return f"{which} drawn in pathways of {short(organism)}; {tested} of {of_all} pathways were tested: {limits}"


def ranked_background(organism: str, tested: int, of_all: int, smallest: int, largest: int) -> str:
    return (
        f"ranked genes; {tested} of {of_all} pathways of {short(organism)} were tested: those with {smallest} to"
        f" {largest} ranked genes"
    )


NOTHING_TO_PLOT = "There is no pathway to plot."
OTHER_LIST = "Try other names, or other sizes of pathways."


def plotted(number: int, of_all: int) -> str:
    if number == of_all:
        return "Pathways of the list" if number > 1 else "The pathway of the list"
    return f"The first {number} of {of_all} pathways of the list" if number > 1 else f"The first of {of_all} pathways"


def plotted_list(size: int, among: Background, source: Provenance | None) -> str:
    return f"A list of {size}, compared with {among.size} {among.what}. {_release(source)}"


def plotted_ranking(permutations: int, seed: int, among: Background, source: Provenance | None) -> str:
    return f"{among.size} {among.what}; {permutations} permutations, seed {seed}. {_release(source)}"


def _release(source: Provenance | None) -> str:
    return f"{source.name}, release {source.release or 'unknown'}." if source else ""


def no_running_sum() -> Refusal:
    return (
        "A running sum needs a ranked list, and this list has no scores.",
        "Plot it as dot, bar or map, or send all measured genes with a score each as ranked.",
    )


def ranked_beside_list() -> Refusal:
    return (
        "ranked cannot be combined with genes, compounds or background: a ranked list is its own background.",
        "Send the ranked list alone, or the other lists without it.",
    )


def no_permutations(number: int, most: int) -> Refusal:
    return f"permutations must be from 1 to {most}, not {number}.", Advice(
        Again({"permutations": min(max(number, 1), most)}), "."
    )


def unread_row(row: str, number: int) -> Refusal:
    return (
        f"Row {number} of the ranked list is not a gene and a score: '{short(row)}'.",
        "Send a gene and its score in each row, such as TP53=2.1, or as two columns; NA stands for a missing score.",
    )


def few_ranked(ranked: int) -> Refusal:
    return (
        f"The ranked list has {ranked} genes with a score: at least {FEWEST_RANKED} are needed.",
        "Send all measured genes with their scores, not only the significant ones.",
    )


def directions(up: int, down: int, significant: float) -> str:
    return (
        f"Pathways with a q_value below {significant:g}: {up} at the top of the ranking (nes above 0) and {down} at the"
        " bottom (nes below 0)."
    )


def zeros(permutations: int) -> str:
    return f"A p_value or q_value of 0 means that none of the {permutations} permutations had a score as far from 0."


def ranked_numbers(missing: int, infinite: int, repeated: int, tied: int, undrawn: int) -> str | None:
    numbers = {
        "rows without a name or a score, left out": missing,
        "infinite scores, replaced by the most extreme finite one": infinite,
        "repeated rows of a gene, of which the one with the score farthest from 0 counts": repeated,
        "genes with the same score as another, ranked by symbol": tied,
        "genes in no pathway, and so in no set": undrawn,
    }
    counts = "; ".join(f"{what}: {number}" for what, number in numbers.items() if number)
    return f"In the ranked list: {counts}." if counts else None


def sizes_left_out(number: int, smallest: int, largest: int) -> str:
    which = counted(number, "pathway with names from your list has", "pathways with names from your list have")
    was, them = ("it was", "it") if number == 1 else ("they were", "them")
    return (
        f"{which} fewer than {smallest} or more than {largest} members, so {was} not tested: change min_size or"
        f" max_size to include {them}."
    )


def outside_background(what: str, inside: int, resolved: int, organism: str, *, restricted: bool) -> str:
    where = "outside the given background, or in no pathway" if restricted else "in no pathway"
    outside = resolved - inside
    what = what.removesuffix("s") if resolved == 1 else what
    return (
        f"{outside} of {resolved} {what} {'is' if outside == 1 else 'are'} {where} of {short(organism)}, and"
        f" {'was' if outside == 1 else 'were'} not tested."
    )


def not_counted(
    kind: Kind, names: Sequence[str], organism: str | None = None, to_organism: str | None = None
) -> Advice:
    """Say which names were left out for having several meanings. `to_organism`: the organism of the orthologs."""
    arguments: dict[str, object] = {"names": [short(name) for name in names[:MOST_NAMED]], "kind": kind.name}
    within = {"organism": organism, "to_organism": to_organism}
    call = NextCall(next_calls.RESOLVE_MANY, arguments | {name: value for name, value in within.items() if value})
    what = "genes or have several orthologs" if to_organism else kind.plural
    return Advice(f"Not counted, since they name several {what}: {quoted(names)}. To see which, ", call, ".")


def dates(names: Sequence[str]) -> str:
    which = "is a date" if len(names) == 1 else "are dates"
    return (
        f"{quoted(names)} {which}: spreadsheets turn gene symbols into dates. Send the symbols, and import such columns"
        " as text."
    )


def joint_names(cells: Sequence[str]) -> str:
    which = "This cell names several genes" if len(cells) == 1 else "Each of these cells names several genes"
    return f"{quoted(cells)}: {which}. Put one gene in each cell."


def missing(cells: Sequence[str]) -> str:
    written = [*dict.fromkeys(cell for cell in cells if cell)]
    how = f" ({quoted(written)})" if written else ""
    return f"{counted(len(cells), 'cell was', 'cells were')} left out as empty{how}."


def repeated(number: int) -> str:
    return f"{counted(number, 'name is a duplicate', 'names are duplicates')}: each member counts once."


def not_genes(number: int, organism: str) -> str:
    names = counted(number, "name matches", "names match")
    return f"{names} no known gene of {short(organism)} (see not_found). Compounds belong in the list of compounds."


def unknown_names(kind: Kind, number: int, *, is_shared: bool = False) -> str:
    """Count unknown names. `is_shared`: True if the list has only what all other names share."""
    others = " The list shows what the remaining names share." if is_shared else ""
    return f"{counted(number, 'name matches', 'names match')} no known {kind.name} (see not_found).{others}"


def genes_elsewhere(number: int, organism: str) -> str:
    which = counted(number, "name belongs to a gene", "names belong to genes")
    return f"{which} of an organism other than {short(organism)}. To test them, send their organism."


def no_orthologs(organisms: Sequence[str], organism: str) -> Refusal:
    """Refuse orthologs for an organism without known ones. `organisms`: the organisms with known orthologs."""
    return (
        f"Orthologs are known only between {', '.join(organisms)}, not for {short(organism)}.",
        Advice(Again(without="to_organism"), "."),
    )


def orthologs_of_genes_only(kind: str) -> Refusal:
    return f"A {kind} has no orthologs: to_organism is for genes.", Advice(Again(without="to_organism"), ".")


def without_ortholog(names: Sequence[str], organism: str) -> str:
    return f"Not counted, since they have no ortholog in {short(organism)}: {quoted(names)}."


def counted_once(symbols: Sequence[str]) -> str:
    return f"Counted once, as the ortholog of several genes of the list: {several(symbols)}."


def genes_with_orthologs(organism: str) -> str:
    return f"genes with an ortholog in {short(organism)}"


def by_orthologs(by: str) -> str:
    """Name the source of orthologs. `by`: the source, with its release."""
    return f"Orthologs are from {by}, which lists them by ids of MGI (mouse) and RGD (rat)."


def late(name: str, seconds: float) -> tuple[str, str]:
    """Explain that a call took too long, so that a name was not looked up."""
    return f"'{short(name)}' was not looked up within {seconds:.0f} seconds.", "Repeat it in another call."


def late_names(number: int, seconds: float) -> str:
    return (
        f"{counted(number, 'name was', 'names were')} not looked up within {seconds:.0f} seconds (RATE_LIMITED): repeat"
        " them in another call; the answers so far are cached."
    )


def names_cut(shown: int, numbers: Mapping[str, int]) -> str:
    """Say which lists of names are cut. `numbers`: the number of all names in each list."""
    all_of = ", ".join(f"{part} (of {number})" for part, number in numbers.items())
    return (
        f"Only the first {shown} names of each of these lists are shown: {all_of}. The Python library and the web page"
        " show all of them."
    )


_ALL = "the Python library and the web page show everything"


def members_cut(counted: str, shortened: int, shown: int, *, ended_early: bool) -> str | None:
    """Say what a page for agents leaves out to save space: members of some pathways, or whole pathways."""
    parts = list[str]()
    if shortened:
        parts.append(
            f"for {shortened} of these {shown} pathways, only some of the members counted in `{counted}` are listed"
        )
    if ended_early:
        parts.append(f"only {shown} pathways fitted; the cursor leads to the next ones")
    return f"Shortened: {'; '.join(parts)}; {_ALL}." if parts else None


def names_with_values(names: int, conditions: int) -> str:
    return f"{counted(names, 'name was read', 'names were read')}, with {counted(conditions, 'value')} each."


def broken_table(why: str) -> tuple[str, str]:
    return f"The table cannot be read: {why}.", "Save it again as CSV or TSV."


def uneven_table(number: int, cells: int, columns: int) -> tuple[str, str]:
    return (
        f"Row {number} has {counted(cells, 'cell')}, but the table has {columns} columns.",
        "Give every row a cell for each column, and put quotes around cells that contain the separator.",
    )


def selected(selection: Selection, columns: Columns) -> str:
    limits = (
        [f"'{columns.p}' below {CUTOFF if columns.cutoff is None else columns.cutoff:g}"]
        if columns.p is not None
        else []
    )
    if columns.direction is not None:
        limits.append(f"'{columns.value}' {'above' if columns.direction == 'up' else 'below'} 0")
    by = f", with {' and '.join(limits)}" if limits else ""
    column = f"the column '{selection.column}'" if selection.column.strip() else "the column without a heading"
    parts = [f"Read {counted(len(selection.names), 'name')} from {column} ({selection.rows} rows){by}."]
    left = ((selection.nameless, "name"), (selection.numberless, "number"))
    if out := [f"{counted(number, 'row')} without a {what}" for number, what in left if number]:
        parts.append(f"Left out: {' and '.join(out)}.")
    if selection.infinite:
        numbers = counted(selection.infinite, "infinite number was read", "infinite numbers were read")
        parts.append(f"{numbers} as the most extreme finite one.")
    if selection.repeated:
        criterion = columns.p is not None and f"with the smallest '{columns.p}'"
        criterion = (
            criterion or (columns.value is not None and f"with '{columns.value}' farthest from 0") or "that comes first"
        )
        names = counted(selection.repeated, "name is", "names are")
        parts.append(f"{names} in several rows: the row {criterion} counts.")
    return " ".join(parts)
