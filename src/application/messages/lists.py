"""Sentences about lists of names: counted, left out, late."""

from collections.abc import Mapping, Sequence

from biofacts.domain.answers import next_calls
from biofacts.domain.answers.advice import Advice, Again, NextCall, Refusal
from biofacts.domain.answers.kinds import Kind
from biofacts.domain.remarks.answers import MOST_NAMED, quoted
from biofacts.domain.text.clean import short

INCOMPLETE_BACKGROUND = (
    "The background is provisional: drawn genes whose identifier WikiPathways could not map are missing from its index;"
    f" {next_calls.command('sync', 'wikipathways')} makes it complete, and changes the p-values."
)


def number_of_names(argument: str, given: int, fewest: int, most: int) -> Refusal:
    """Refuse a list with too few or too many names."""
    wanted = f"at least {fewest}" if given < fewest else f"at most {most}"
    hint: str = f"Send the first {most} names, then the others in another call."
    if given == 0:
        example = ["citrate", "pyruvate", "ATP"] if argument == "compounds" else ["TP53", "CDKN1A", "MDM2"]
        hint = Advice.of(Again({argument: example}), ", or with other names.")
    elif given < fewest:
        # An example would name other things than those that were meant.
        hint = f"Send {fewest} names or more as {argument}."
    return f"{argument} has {given} name{'' if given == 1 else 's'}: {wanted} are allowed in one call.", hint


GENES, COMPOUNDS, LABELS = "genes", "compounds", "labels (of genes and of compounds)"
"""The contents of lists."""


def one_list() -> Refusal:
    """Refuse a list of genes and a list of compounds in one call, or neither."""
    return (
        "Exactly one of genes and compounds is required.",
        f"Send one of the two lists, and the other in another call of {next_calls.ENRICH}.",
    )


def background(what: str, organism: str, tested: int, *, given: bool) -> str:
    """Describe the background of a test, and the number of pathways that were tested."""
    which = f"{what} of the given background" if given else what
    return f"{which} drawn in the {tested} pathways of {short(organism)} that were tested"


def outside_background(what: str, inside: int, resolved: int, organism: str, *, restricted: bool) -> str:
    """Say how many members of a list are not in the background."""
    where = "outside the given background, or in no pathway" if restricted else "in no pathway"
    return f"{resolved - inside} of {resolved} {what} are {where} of {short(organism)}: {inside} were tested."


def not_counted(kind: Kind, names: Sequence[str], organism: str | None = None) -> Advice:
    """Say which names were left out, since each means several genes or compounds."""
    asked: dict[str, object] = {"names": [short(one) for one in names[:MOST_NAMED]], "kind": kind.name}
    call = NextCall("resolve_many", asked | ({"organism": organism} if organism else {}))
    return Advice.of(f"Not counted, since they name several {kind.plural}: {quoted(names)}. To see which, ", call, ".")


def not_genes(number: int, organism: str) -> str:
    """Count the names that are no genes."""
    return f"{_so_many(number)} of no known gene of {short(organism)} (not_found); compounds are sent as compounds."


def not_known(kind: Kind, number: int) -> str:
    """Count the names that are of no record of a kind."""
    return f"{_so_many(number)} of no known {kind.name} (not_found)."


def _so_many(names: int) -> str:
    return f"{names} {'name is' if names == 1 else 'names are'}"


def genes_elsewhere(number: int, organism: str) -> str:
    """Count the names that are genes of other organisms."""
    which = "name is of a gene" if number == 1 else "names are of genes"
    return f"{number} {which} of another organism than {short(organism)}: name theirs as organism to test them."


def no_turn(seconds: float) -> str:
    """Explain that a list was too long, so that a name was not looked up."""
    return f"it did not get its turn within {seconds:.0f} seconds"


def late_names(number: int, seconds: float) -> str:
    """Count the names of a list that were not looked up in time."""
    return (
        f"{number} names were not looked up within {seconds:.0f} seconds (RATE_LIMITED): send them again in"
        " another call; the answers so far are cached."
    )


def names_cut(shown: int, numbers: Mapping[str, int]) -> str:
    """Say which lists of names are cut. `numbers`: of all names, by list."""
    all_of = ", ".join(f"{part} {number}" for part, number in numbers.items())
    return f"Only the first {shown} names are listed, of all: {all_of}; the Python library and the page list all."


def members_of_first(number: int) -> str:
    """Say that only the first items of a long page list their members."""
    return f"Shared members are listed for the first {number} items of the page; a smaller page_size lists more."
