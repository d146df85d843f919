"""Sentences about calls: refused arguments and queries, malformed identifiers, progress."""

from collections.abc import Sequence

from biofacts.domain.answers.advice_and_phrasing import Advice, Again, Choice, NextCall, Refusal
from biofacts.domain.answers.entity_kinds import Kind
from biofacts.domain.answers.next_calls import RESOLVE_MANY, SHORTEST_QUERY, beginning, command, search
from biofacts.domain.text.clean import excerpt, short
from biofacts.domain.text.patterns import late_pattern


def calls_at_once(most: int) -> str:
    calls = "another call was" if most == 1 else f"{most} other calls were"
    return f"{calls} still running for the same client"


def fetches_nothing() -> Refusal:
    return (
        "Nothing was downloaded, because biofacts is in offline mode. Earlier downloads are kept.",
        f"Run the same command with BIOFACTS_SOURCE=live; {command('status')} lists what is stored.",
    )


def short_query(kind: Kind, trimmed: str) -> Refusal:
    return (
        f"The query '{trimmed}' is too short: at least {SHORTEST_QUERY} characters are needed.",
        Advice("Send a longer query, for example: ", search(kind, kind.example_query), "."),
    )


def malformed_day(day: str) -> Refusal:
    return f"'{short(day)}' is not a date.", Advice("Write the date as year, month and day: 2026-08-31.")


def long_query(kind: Kind, query: str, longest: int) -> Refusal:
    return (
        f"The query has {len(query)} characters; at most {longest} are allowed.",
        Advice(search(kind, beginning(query)), ", or with fewer words."),
    )


def long_name(length: int, longest: int) -> Refusal:
    return (
        f"This name has {length} characters; at most {longest} are allowed.",
        "If it contains several names, send each one as a separate item.",
    )


def many_words(kind: Kind, query: str, most: int) -> Refusal:
    return (
        f"The query has more than {most} words ('the', 'of' and the like are not counted).",
        Advice(search(kind, beginning(query)), ", or with fewer words."),
    )


def page_size(size: int, largest: int, nearest: int) -> Refusal:
    """Refuse a page size outside its limits. `nearest`: a valid page size."""
    return (
        f"page_size {size} is outside 1-{largest}.",
        Advice(Again({"page_size": nearest}), ", and follow pagination.cursor for more."),
    )


def unfit_arguments(tool: str, reason: str, mended: Sequence[NextCall], names: Sequence[str]) -> Refusal:
    """Refuse arguments that do not match a tool's schema.

    `mended`: calls that would work, one for each value that was sent, or that find the missing value; `names`: the
    names of the tool's arguments.
    """
    if not mended:
        return (
            f"The arguments are not valid: {reason}.",
            f"Correct the call: the arguments of {tool} are: {', '.join(names)}.",
        )
    follows = f"; {'its arguments' if mended[0].tool == tool else f'the arguments of {tool}'} are: {', '.join(names)}."
    # The proposed call only finds out the kind of the name.
    if mended[0].tool == RESOLVE_MANY != tool:
        follows = ", then repeat the call with the kind that it finds."
    return f"The arguments are not valid: {reason}.", Advice(Choice(mended), follows)


# e.g. "Expected `int` >= 1 - at `$.page_size`", or "Expected `int`, got `str` - at `$.page_size`"
_UNFIT = late_pattern(
    r"Expected `(?P<types>[^`]+)`(?: (?P<limit>[^`,]+?))?(?:, got `(?P<got>\w+)`)?(?: - at `\$\.(?P<name>\w+).*)"
)
_TYPES = {
    "str": "text", "int": "a whole number", "float": "a number", "bool": "true or false", "array": "a list",
    "object": "an object", "null": "nothing",
}  # fmt: skip


def unfit_value(sentence: str) -> str:
    """Say in plain words which type or limit a value violates. `sentence`: the error message of msgspec."""
    if sentence.startswith("Object missing required field `"):
        return f"{sentence.split('`')[1]} is missing"
    if (match := _UNFIT.match(sentence)) is None:
        return excerpt(sentence.replace("Object contains unknown field", "unknown argument"))
    types = " or ".join(
        _TYPES.get(type_name, type_name) for type_name in match["types"].split(" | ") if type_name != "null"
    )
    limit = (
        (match["limit"] or "")
        .replace(">=", "at least")
        .replace("<=", "at most")
        .replace("of length", "with a length of")
    )
    limit = f" {'' if limit.startswith(('with', 'match')) else 'of '}{limit}" if limit else ""
    return f"{match['name']} must be {types}{limit}" + (
        f", not {_TYPES.get(match['got'], match['got'])}" if match["got"] else ""
    )


def no_choice(name: str, value: object, choices: Sequence[str]) -> str:
    fault = f"is '{excerpt(value)}', but" if value is not None else "is missing and"
    return f"{name} {fault} must be {'one of ' if len(choices) > 1 else ''}{', '.join(choices)}"


def long_argument(name: str, length: int, longest: int) -> str:
    return f"{excerpt(name)} has {length} characters; at most {longest} are allowed"


def progress(seconds: int, done: int | None, total: float, waits: Sequence[str]) -> str:
    """Report the progress of a call.

    `done`: the number of names, or of permutations of a ranked list, that are done; None if there is no list;
    `waits`: the things that the call waits for.
    """
    far = f"{done} of {total:g} done" if done is not None else f"{seconds} of at most {total:g} seconds"
    return f"{far}; waiting for {': '.join(waits)}" if waits else far


def read_from_link(identifier: str) -> str:
    return f"The link was read as {excerpt(identifier)}."


def unread_link(site: str) -> str:
    return (
        f"This link to {short(site)} cannot be read. Links to a pathway, compound, ligand, target or gene can be"
        " read if they lead to WikiPathways, PubChem, the Guide to PHARMACOLOGY, HGNC, NCBI Gene, Ensembl, UniProt"
        " or identifiers.org. For any other page, send a name or an identifier."
    )


def malformed(identifier: str, prefix: str) -> str:
    return (
        f"'{short(identifier)}' has the prefix of a database, {prefix}, but is not one of its identifiers: correct it,"
        " or search for a name without a prefix."
    )


def enzyme_number(ec_number: str, kind: Kind) -> str:
    return (
        f"'{short(ec_number)}' is an EC number, by which {kind.plural} cannot be searched. Send the enzyme's name or"
        " gene."
    )


ENGLISH_ONLY = "The sources are in English: send names and words in English, or an identifier."
