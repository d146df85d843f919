"""Sentences about pathways, their components and pictures."""

import math
from collections.abc import Mapping, Sequence

from biofacts.domain.answers import next_calls
from biofacts.domain.answers.advice_and_phrasing import Advice, Again, Choice, NextCall, Refusal, joined
from biofacts.domain.answers.entity_kinds import COMPOUND, PATHWAY
from biofacts.domain.pathways.queries import EVER, DatedQuery, KindQuery
from biofacts.domain.search.query_words import names_in
from biofacts.domain.text.clean import counted, enumerated, excerpt, short


def unknown_part(part: str, parts: Sequence[str], call: NextCall | Again) -> Refusal:
    """Refuse a list that components do not have. `call`: a call with the lists that were probably meant."""
    return f"'{short(part)}' is not a list of components; the lists are {', '.join(parts)}.", Advice(call, ".")


def nothing_around(pathway: str, title: str, element: str, labels: Sequence[str], *, why: str) -> Refusal:
    """Refuse an element that is not drawn in a pathway.

    `pathway`: the pathway's CURIE. `labels`: drawn labels of which it may be a misspelling or a part. `why`: the reason
    for the refusal.
    """
    quoted_labels = ", ".join(f"'{short(label)}'" for label in labels)
    similar = f"; similar labels are {quoted_labels}" if labels else ""
    return (
        f"'{short(element)}' is not in '{short(title)}': {why.rstrip('.')}{similar}.",
        Advice(Again({"around": labels[0]}), ", or without around for everything.")
        if labels
        else Advice(
            Again(without="around"),
            " for everything that is drawn. For a summary, ",
            next_calls.get(PATHWAY, pathway),
            ".",
        ),
    )


def read_as(name: str, symbols: Sequence[str]) -> str:
    return f"'{short(name)}' was read as {', '.join(symbols)}."


def without_identifier(words: str, identifier: str) -> str:
    return f"Searched only for '{short(words)}': no pathway contains {short(identifier)}."


def carrying(identifiers: Sequence[str], in_all: int) -> str:
    """Say how many of the listed pathways have all of several identifiers."""
    listed = ", ".join(map(short, identifiers))
    return f"Pathways with all of {listed}: {in_all or 'none'}; the others have only some of them."


def cut_lists(tool: str) -> str:
    return (
        f"Long lists are shortened; totals has their full lengths. For less, call {tool} with detail='brief',"
        " parts=['interactions'] or around='<label or gene>'; for everything, with whole=true."
    )


# Sentences about pictures: what is drawn and highlighted, and what is not


def reduced(side: int, largest: int) -> str:
    return f"The picture was reduced to {side} pixels; with size={largest} small text is easier to read."


NOT_HERE = "is not drawn here"
UNKNOWN = "no drawn element has this name"
LATE = "no local name matches, and there was no time to query PubChem"
NO_VALUE = f"{UNKNOWN}, and the value after = is not a number, a #rrggbb value or a colour such as red"

NO_SHAPE = "it is a line or an empty group, which cannot be highlighted"
_MOST_SHOWN = 12


def not_depicted(identifier: str) -> Refusal:
    call = NextCall(COMPOUND.get_tool, {COMPOUND.id_argument: identifier})
    return f"{COMPOUND.service} has {identifier}, but no picture of it.", Advice(
        "Its structure is in its record, as SMILES and InChI: ", call, "."
    )


def nowhere(meanings: Sequence[str], *, read_as: bool = False) -> str:
    """Say that none of a name's meanings is drawn. `read_as`: True if the name may have further meanings."""
    if len(meanings) == 1:
        return f"read as {meanings[0]}, which {NOT_HERE}" if read_as else f"{meanings[0]} {NOT_HERE}"
    return f"it may mean {', '.join(meanings[:5])}, none of which is drawn here"


def other_form(name: str, labels: Sequence[str]) -> str:
    return f"Another charge or stereo form of '{excerpt(name)}' is drawn here and was selected: {', '.join(labels)}."


def by_label(name: str, labels: Sequence[str]) -> str:
    return f"'{excerpt(name)}' was found by the label {', '.join(labels)} alone; no identifier confirms it."


def other_stereo(name: str, labels: Sequence[str]) -> str:
    return f"{name} {NOT_HERE}, unlike other stereo forms with the same skeleton: {', '.join(labels)}"


def compound_of_that_label(symbol: str, *, is_gene: bool) -> str:
    """Say that a gene's symbol is also the label of a compound here. `is_gene`: True if the gene is drawn, too."""
    gene = f"the gene {symbol}" if is_gene else f"the gene {symbol} {NOT_HERE}"
    return f"A compound has the label '{symbol}' here and was selected{', with ' if is_gene else '; '}{gene}."


def no_name(identifier: str, length: int, longest: int) -> Refusal:
    """Refuse a highlight with an empty or overlong name. `length`, `longest`: its length and the limit."""
    why = (
        f"This name has {length} characters; at most {longest} are allowed." if length else "A highlight needs a name."
    )
    example = NextCall(next_calls.DRAWING, {"pathway_id": identifier, "highlight": ["TP53"]})
    return why, Advice(example, ".")


def too_late(number: int) -> str:
    """Say that some names were not looked up."""
    names = "one name" if number == 1 else f"{number} names"
    return f"There was no time to query PubChem for {names}: repeat the call to do so."


def not_lit_here(unlit: Mapping[str, str]) -> str:
    return " ".join(f"Not highlighted: {reason}." for reason in by_reason(unlit))


def by_reason(unlit: Mapping[str, str]) -> Sequence[str]:
    """Write a line for each reason: the first names to which it applies, and the number of the others."""
    reasons = dict[str, list[str]]()
    for name, why in unlit.items():
        # Reasons such as "BAX is not drawn here" differ only in the name.
        reasons.setdefault(why.removeprefix(f"{name} is "), []).append(name)
    lines = list[str]()
    for why, names in reasons.items():
        more = len(names) - _MOST_SHOWN
        lines.append(f"{', '.join(names[:_MOST_SHOWN])}{f' and {more} more' if more > 0 else ''}: {why}")
    return lines


def small_letters(points: float, width: float, *, may_grow: bool) -> str:
    """Say how small the letters are. `width`: the width in millimetres at which they would have 5 points."""
    ways = f"Choose --width {math.ceil(width)}mm" + (", --large-letters" if may_grow else "") + " or a smaller pathway."
    return f"At this size, the smallest letters have {points:.1f} points; journals ask for 5 to 7. {ways}"


def more_names_read(number: int) -> str:
    return f"{number} more names were read as other names: their nodes are in `highlighted`."


def no_range(text: str) -> tuple[str, str]:
    return (
        f"'{excerpt(text)}' is not a range for the colour scale.",
        "Send two numbers, the lower one first, such as -2,2.",
    )


def no_palette(name: str, names: Sequence[str]) -> tuple[str, str]:
    return f"There is no palette '{excerpt(name)}'.", f"Choose one of: {', '.join(names)}."


def other_conditions(name: str, conditions: int, values: int) -> tuple[str, str]:
    return (
        f"'{name}' has {counted(values, 'value')}; there is room for {conditions}."
        if values > conditions
        else f"'{name}' has {counted(values, 'value')}, but there are {conditions} conditions.",
        "Send a value for each condition, such as TP53=2.1|ns|NA: ns for not significant, NA for not measured.",
    )


def more_colours(number: int) -> str:
    return f"and {counted(number, 'more colour')}"


def repeated(several: Sequence[str]) -> str:
    return f"Given several values, of which the last is shown: {', '.join(several[:_MOST_SHOWN])}."


def more_drugs(counts: Mapping[str, int], shown: int, identifier: str) -> Advice:
    """Say which nodes have more drugs than are listed. `counts`: drugs per label."""
    labels = ", ".join(f"{label} ({number})" for label, number in [*counts.items()][:_MOST_SHOWN])
    every = NextCall(next_calls.LINKS, {"id": identifier, "to": "ligand", "approved_only": True})
    return Advice(f"At most {shown} drugs are listed for {labels}; for all, ", every, ".")


def drugs_unavailable(why: str) -> str:
    return f"Drugs could not be looked up: {why}"


def no_drugs(title: str) -> str:
    """Say that no approved drug acts on a pathway or is drawn in it."""
    return f"No approved drug is known to act on what is drawn in {title}, and none is drawn there."


def possible_drugs(number: int, of: int) -> str:
    which = "Its only compound" if of == 1 else f"Of its {of} compounds, {number}"
    return (
        f"{which} may be {'a drug: it has' if number == 1 else 'drugs: they have'} no InChIKey or PubChem CID to"
        " look up in the Guide to PHARMACOLOGY."
    )


def dated(query: DatedQuery, *, is_listed: bool) -> str:
    """Say how a date in a query was used. `is_listed`: True if the list is sorted by date alone."""
    phrase = short(query.written)
    if query.since != EVER:
        sentence = (
            f"'{phrase}' was read as changed_since='{query.since}'; pathways that were not revised since are left out."
        )
    else:
        order = "the newest come first" if is_listed else "the best matches come first, each with its last revision"
        sentence = f"'{phrase}': {order}; changed_since leaves out older ones."
    new = " WikiPathways says when a pathway was last revised, not when it was created." if query.is_new else ""
    return sentence + new


def genes_together(symbols: Sequence[str], unwanted: Sequence[str]) -> Advice:
    call = NextCall(next_calls.LINKS, {"ids": [*symbols], "kind": "gene", "to": "pathway", "match": "all"})
    others = NextCall(next_calls.LINKS, {"ids": [*unwanted], "kind": "gene", "to": "pathway"})
    every = " all of these genes" if len(symbols) > 1 else f" {short(symbols[0])}"
    if not unwanted:
        return Advice(f"For the pathways that contain{every}, ", call, ".")
    without = f"; for the pathways to leave out, those with {', '.join(map(short, unwanted))}, "
    return Advice(f"For the pathways that contain{every}, ", call, without, others, ".")


def of_another_database(name: str) -> str:
    """Say that the name of another database was ignored."""
    return f"'{name}' was ignored: these pathways are from WikiPathways."


def of_kind(query: KindQuery, pathway: str, title: str) -> Advice:
    listed = NextCall(next_calls.COMPONENTS, {"pathway_id": pathway, "parts": ["genes", "proteins"]})
    if query.kind != "gene":
        drugs = {"approved_only": True} if query.word.casefold() != "ligands" and query.kind == "ligand" else {}
        listed = NextCall(next_calls.LINKS, {"id": pathway, "kind": "pathway", "to": query.kind, **drugs})
    sentence = f"'{query.word}' was ignored; these are the pathways found for '{short(query.topic)}'."
    return Advice(f"{sentence} For the {query.word.casefold()} of '{short(title)}', ", listed, ".")


def of_a_whole_pathway(query: KindQuery, call: NextCall) -> Advice:
    """Say that a search by name does not list a whole pathway's records of a kind. `call`: the call to make."""
    sentence = (
        f"'{short(query.topic)}' was searched for as a name. For the {query.word.casefold()} of a whole pathway, "
    )
    return Advice(sentence, call, ".")


def drawn_among(drawn: int, of_all: int) -> str:
    return (
        f"{drawn} of {of_all} names are a label, symbol or identifier in this pathway; in a list of this length,"
        " aliases are not looked up."
    )


# What the check of drawings leaves out


WITHDRAWAL_UNKNOWN = (
    "Only HGNC identifiers are checked for withdrawal; those of other databases are checked only for their format and"
    " organism."
)


def without_gene_names(organisms: Sequence[str]) -> str:
    shown = [*organisms[:_MOST_ORGANISMS], *(["others"] if len(organisms) > _MOST_ORGANISMS else [])]
    return f"Labels and identifiers were not compared for {enumerated(shown)}, whose gene names are not in the cache."


_MOST_ORGANISMS = 5


# Sentences about the interactions of a gene or compound in all drawings


def also_genes(name: str, genes: Sequence[tuple[str, NextCall]]) -> Advice:
    """Say that a name was read as a compound, though genes have it as an alias. `genes`: a call for each symbol."""
    calls, symbols = [call for _, call in genes], [symbol for symbol, _ in genes]
    return Advice(
        f"'{short(name)}' was read as the compound drawn under that name. If you meant a gene, ",
        Choice(calls, symbols),
        ".",
    )


def undrawn_interactions(name: str, pathways: int, call: NextCall) -> Advice:
    """Say that a gene or compound is drawn, but connected to nothing. `call`: lists its pathways."""
    where = counted(pathways, "pathway")
    return Advice(f"{short(name)} is drawn in {where}, but no line connects it to anything there. ", call, ".")


def interactions_elsewhere(name: str, organism: str, organisms: Sequence[str]) -> Advice:
    others = f"pathways of {', '.join(organisms)} do"
    return Advice(
        f"No pathway of {short(organism)} has an interaction with {short(name)}; {others}. For these, ",
        Again(without="organism"), ".",
    )  # fmt: skip


def other_interactions(name: str, counts: Mapping[str, Mapping[str, int]], filters: Mapping[str, str]) -> Advice:
    """Say that no interaction passes the filters. `counts`: all interactions, by direction and effect."""
    direction = f"{filters['direction']} " if "direction" in filters else ""
    having = " and ".join(f"the {what} '{value}'" for what, value in filters.items() if what != "direction")
    there = "; ".join(
        f"{side} {', '.join(f'{effect} {number}' for effect, number in effects.items())}"
        for side, effects in counts.items()
    )
    no_interaction = f"No {direction}interaction of {short(name)} {f'has {having}' if having else 'is drawn'}."
    return Advice(
        f"{no_interaction} Its interactions are: {there}. ", Again(without=next(iter(filters))), " for these."
    )


def no_node(name: str, genes: NextCall, compounds: NextCall) -> Advice:
    """Say that nothing in any drawing has a name. `genes`, `compounds`: searches to check the spelling."""
    sentence = f"'{short(name)}' is not a known gene or compound, and no drawn interaction has it as a label."
    if names := names_in(name):
        return Advice(f"{sentence} Send one name at a time: {', '.join(map(short, names[:_MOST_SHOWN]))}.")
    return Advice(f"{sentence} To check the spelling, ", genes, "; or ", compounds, ".")


INCOMPLETE_INTERACTIONS = (
    "Some pathways have not been downloaded yet, so interactions may be missing;"
    f" {next_calls.command('sync', 'wikipathways')} makes the list complete."
)


# Sentences about paths through the interactions of all drawings


_MOST_LEFT_OUT = 6


def path_length(length: int, longest: int) -> Refusal:
    """Refuse a number of steps outside its limits. `longest`: the largest one."""
    nearest = longest if length > longest else 1
    return f"max_length {length} is outside 1-{longest}.", Advice(Again({"max_length": nearest}), ".")


def path_to_itself(source: str, target: str, name: str) -> Refusal:
    """Refuse a path between two names of the same node. `name`: the usual name of the node."""
    return (
        f"'{short(source)}' and '{short(target)}' are both {short(name)}: a path needs two different ends.",
        Advice("For what is drawn around it, ", next_calls.neighbours_of(source), "."),
    )


def no_arrow(name: str, direction: str, organism: str | None, call: NextCall) -> Advice:
    """Say that no arrow leaves a node (`downstream`) or points at it (`upstream`). `call`: lists its interactions."""
    where = f"in pathways of {short(organism)}" if organism else "in any pathway"
    drawn = f"No arrow leaves {short(name)}" if direction == "downstream" else f"No arrow points at {short(name)}"
    why = f"{drawn} {where}, so no path can {'begin' if direction == 'downstream' else 'end'} there."
    return Advice(f"{why} For all lines that touch it, ", call, ".")


def no_path(
    source: str, target: str, steps: int, reached: int, *, back: NextCall | None, longest: int, organism: str | None
) -> Advice | None:
    """Say that there is no path, and how far the search went.

    `reached`: the number of nodes within reach of the source. `back`: the call for the paths in the other direction, if
    there are any. `longest`: the largest number of steps.
    """
    within = counted(steps, "step")
    where = f" in pathways of {short(organism)}" if organism else ""
    return joined(
        f"There is no path of at most {within} from {short(source)} to {short(target)}{where}. From {short(source)},"
        f" {counted(reached, 'node')} can be reached within {within}. Lines without an arrowhead are not followed, and"
        " no path passes through a text label or a node that stands for a whole pathway.",
        Advice("There are paths in the other direction: ", back, ".") if back else None,
        Advice("For longer paths, ", Again({"max_length": longest}), ".") if steps < longest else None,
        Advice("For all organisms, ", Again(without="organism"), ".") if organism else None,
    )


def currency_left_out(labels: Sequence[str]) -> Advice:
    named = ", ".join(map(short, labels[:_MOST_LEFT_OUT]))
    more = f" and {len(labels) - _MOST_LEFT_OUT} more" if len(labels) > _MOST_LEFT_OUT else ""
    return Advice(
        f"Paths through currency metabolites, which take part in very many reactions, are left out: {named}{more}."
        " To include them, ",
        Again({"currency_metabolites": True}),
        ".",
    )


def more_paths(most: int) -> Advice:
    return Advice(
        f"There are more than {most} paths; only the first {most}, the shortest and most often drawn, are listed. For"
        " fewer, ",
        Again({"max_length": 2}),
        ", or with an organism.",
    )


def search_stopped(steps: int) -> Advice:
    return Advice(
        "There are so many paths that the search stopped before the end: longer ones may be missing. ",
        Again({"max_length": max(1, steps - 1)}),
        ", or with an organism.",
    )


def no_end_drawn(pathway: str, name: str, why: str) -> Refusal:
    """Refuse a path from or to something that is not drawn. `why`: the reason why nothing matches the name."""
    return (
        f"There is no path from or to '{excerpt(name)}': {why}.",
        Advice("For the labels of everything drawn here, ", NextCall(next_calls.COMPONENTS, {"pathway_id": pathway}),
               "."),
    )  # fmt: skip


def no_path_drawn(title: str, source: str, target: str) -> Refusal:
    return (
        f"In '{short(title)}' no arrows lead from {excerpt(source)} to {excerpt(target)}.",
        Advice("For paths in all drawings, ", next_calls.paths_between(source, target), "; or ", Again(without="path"),
               "."),
    )  # fmt: skip


def no_interactions(organism: str | None) -> Refusal:
    whose = f"pathways of {short(organism)}" if organism else "cached pathways"
    sync = next_calls.command("sync", "wikipathways")
    return f"No {whose} draw any interaction.", Advice(f"{sync} downloads all drawings; or leave out the organism.")
