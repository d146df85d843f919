"""Sentences about pathways, their components and pictures."""

from collections.abc import Mapping, Sequence

from biofacts.domain.answers import next_calls
from biofacts.domain.answers.advice import Advice, Again, NextCall, Refusal
from biofacts.domain.answers.kinds import COMPOUND, PATHWAY
from biofacts.domain.pathways.sentence_queries import EVER, DatedQuery
from biofacts.domain.text.clean import excerpt, short


def unknown_part(part: str, known: Sequence[str], call: NextCall) -> Refusal:
    """Refuse a list that components do not have. `call`: a call with the list that was probably meant."""
    return f"'{short(part)}' is not a list of components; the lists are {', '.join(known)}.", Advice(call, ".")


def nothing_around(pathway: str, title: str, asked: str, labels: Sequence[str], *, why: str) -> Refusal:
    """Refuse an element that is not drawn in a pathway.

    `pathway`: its CURIE. `labels`: drawn labels that it may be a spelling or a part of. `why`: the reason for the
    refusal.
    """
    known = ", ".join(f"'{short(label)}'" for label in labels)
    similar = f"; similar labels are {known}" if labels else ""
    return (
        f"'{short(asked)}' is not in '{short(title)}': {why.rstrip('.')}{similar}.",
        Advice(Again({"around": labels[0]}), ", or without around for everything.")
        if labels
        else Advice(
            Again(without="around"),
            " for everything that is drawn. For a summary, ",
            next_calls.get(PATHWAY, pathway),
            ".",
        ),
    )


def read_as(asked: str, symbols: Sequence[str]) -> str:
    """Say which genes a name was read as; there are several for an ambiguous name or a family."""
    return f"'{short(asked)}' was read as {', '.join(symbols)}."


def without_identifier(words: str, identifier: str) -> str:
    """Say that an identifier beside words was set aside."""
    return f"Searched for '{short(words)}' alone: no pathway carries {short(identifier)}."


def cut_lists(tool: str) -> str:
    """Say that lists are cut, and how to get less or everything."""
    return (
        f"Lists are cut, and totals says how long they are. For less call {tool} with detail='brief',"
        " parts=['interactions'] or around='<label or gene>'; for everything whole=true."
    )


# Sentences about pictures: what is drawn and highlighted, and what is not


TOOL = "show_pathway"


def reduced(side: int, largest: int) -> str:
    """Say that a picture is smaller than the drawing, and has hard edges."""
    return f"The picture is reduced to {side} pixels and few bytes; with size={largest} small text is easier to read."


NOT_HERE = "is not drawn here"
UNKNOWN = "no drawn element has this name"
LATE = "no local name matches, and there was no time to query PubChem"
NO_VALUE = f"{UNKNOWN}, and the value after = is not a number, a #rrggbb value or a colour such as red"


NO_SHAPE = "it is a line or an empty group, which cannot be highlighted"
_MOST_SHOWN = 12


def not_depicted(identifier: str) -> Refusal:
    """Refuse the picture of a compound that PubChem has without a picture."""
    call = NextCall(COMPOUND.get_tool, {COMPOUND.id_argument: identifier})
    return f"{COMPOUND.service} has {identifier}, but no picture of it.", Advice(
        "Its structure is in its record, as SMILES and InChI: ", call, "."
    )


def nowhere(meanings: Sequence[str], *, read_as: bool = False) -> str:
    """Say that none of a name's meanings is drawn. `read_as`: the name may have further meanings."""
    if len(meanings) == 1:
        return f"read as {meanings[0]}, which {NOT_HERE}" if read_as else f"{meanings[0]} {NOT_HERE}"
    return f"it may mean {', '.join(meanings[:5])}, none of which is drawn here"


def other_form(asked: str, labels: Sequence[str]) -> str:
    """Say that a compound is drawn only with other charge or stereo."""
    return (
        f"Of '{excerpt(asked)}' another form (charge or stereochemistry) is drawn and highlighted: {', '.join(labels)}."
    )


def by_label(asked: str, labels: Sequence[str]) -> str:
    """Say that a compound was matched by its label alone, without an identifier to confirm it."""
    return f"'{excerpt(asked)}' was found by the label {', '.join(labels)} alone; no identifier confirms it."


def other_stereo(name: str, labels: Sequence[str]) -> str:
    """Say that only a stereoisomer of a compound is drawn."""
    return f"{name} {NOT_HERE}; {', '.join(labels)}, with the same skeleton but other stereochemistry, is"


def compound_of_that_label(asked: str, *, is_gene: bool) -> str:
    """Say that a gene's symbol is also the label of a compound here. `is_gene`: the gene is drawn, too."""
    gene = f"the gene {asked}" if is_gene else f"the gene {asked} {NOT_HERE}"
    return f"A compound has the label '{asked}' here and is highlighted{', with ' if is_gene else '; '}{gene}."


def no_name(identifier: str, length: int, longest: int) -> Refusal:
    """Refuse a highlight with an empty or overlong name. `length`, `longest`: in characters."""
    why = (
        f"A name of {length} characters is too long: at most {longest} are allowed"
        if length
        else "A highlight needs a name"
    )
    example = NextCall(TOOL, {"pathway_id": identifier, "highlight": ["TP53"]})
    return why, Advice(example, ".")


def not_lit(number: int, *, late: int) -> str:
    """Count the names that match nothing in a drawing. `late`: how many of them were not looked up for lack of time."""
    said = "One name is not highlighted." if number == 1 else f"{number} names are not highlighted."
    if late:
        said += f" There was no time to query PubChem for {late} of them: repeat the call to look them up."
    return said


def not_lit_here(unlit: Mapping[str, str]) -> str:
    """List the names that match nothing in a drawing with the reasons, for the picture itself."""
    return "".join(f"Not highlighted: {name}: {why}. " for name, why in unlit.items()).strip()


def more_read(number: int) -> str:
    """Count the names whose interpretation is not listed."""
    return f"{number} more names were read as other names: their nodes are in `highlighted`."


def more_colours(number: int) -> str:
    """Count the colours that do not fit into the legend."""
    return f"and {number} more colours"


def repeated(several: Sequence[str]) -> str:
    """Say which names were sent several times with different values."""
    return f"Sent with several values; the last one is shown: {', '.join(several[:_MOST_SHOWN])}."


def more_drugs(counts: Mapping[str, int], shown: int, identifier: str) -> Advice:
    """Say which nodes have more drugs than are listed. `counts`: drugs per label."""
    said = ", ".join(f"{label} ({number})" for label, number in [*counts.items()][:_MOST_SHOWN])
    every = NextCall("find_links", {"id": identifier, "to": "ligand", "approved_only": True})
    return Advice(f"No more than {shown} drugs are listed of {said}; for all ", every, ".")


def no_drugs(why: str) -> str:
    """Say why drugs could not be looked up."""
    return f"Drugs could not be looked up: {why}"


def no_drugs_known(title: str) -> str:
    """Say that no approved drug acts on a pathway or is drawn in it."""
    return f"No approved drug is known to act on what is drawn in {title}, or to be drawn there itself."


def not_known_drugs(number: int, of: int) -> str:
    """Count the compounds that lack the identifiers needed to tell if they are drugs."""
    which = "Its only compound" if of == 1 else f"Of its {of} compounds {number}"
    return (
        f"{which} may be {'a drug' if number == 1 else 'drugs'}: without an InChIKey or a PubChem CID, by which the"
        " Guide lists most of its ligands, this cannot be checked."
    )


def dated(query: DatedQuery, *, is_listed: bool) -> str:
    """Say how a day in a query was used. `is_listed`: the list has no order but that of days."""
    said = short(query.said)
    if query.since != EVER:
        told = f"'{said}' was read as changed_since='{query.since}'; pathways that were not revised since are left out."
    else:
        order = "the newest come first" if is_listed else "the best matches come first, each with its last revision"
        told = f"'{said}': {order}; changed_since leaves out older ones."
    new = " WikiPathways states when a pathway was last revised, not when it was created." if query.is_new else ""
    return told + new


def genes_together(symbols: Sequence[str]) -> Advice:
    """Point to the pathways that contain all of several genes."""
    call = NextCall(next_calls.LINKS, {"ids": [*symbols], "kind": "gene", "to": "pathway", "match": "all"})
    return Advice("For the pathways that contain all of these genes, ", call, ".")


def drawn_among(drawn: int, of_all: int) -> str:
    """Count the names of a long list that are drawn, and say that others were not looked up."""
    return (
        f"{drawn} of {of_all} names are a label, symbol or identifier in this pathway; in a list of this length,"
        " aliases are not looked up."
    )
