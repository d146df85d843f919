"""Remarks that any source can make: unmatched words, first builds, waiting in line."""

from collections.abc import Mapping, Sequence

from biofacts.domain.answers import next_calls
from biofacts.domain.answers.entity_kinds import Kind
from biofacts.domain.text.clean import enumerated, short

MOST_NAMED = 4


def lacking_columns(file: str, release: str, columns: Sequence[str]) -> str:
    """Say that a file lacks columns that are used but not required."""
    named = ", ".join(f"'{column}'" for column in columns)
    what = "column" if len(columns) == 1 else "columns"
    return f"{file} ({release}) has no {what} {named}, so their data are missing"


# Guidance of lists


def of_words(
    plural: str, *, has_hits: bool, unknown: Sequence[str], corrected: Mapping[str, str], suggested: Mapping[str, str]
) -> str | None:
    """Explain how the words of a query were used: left out, corrected, or doubtful.

    If nothing was found, suggest what to try.
    """
    remarks = [f"'{short(word)}' was read as '{other}'." for word, other in corrected.items() if word not in unknown]
    if unknown:
        rest = "; the rest of the query was used" if has_hits else ""
        words = [f"'{short(word)}'" for word in unknown]
        remarks.append(f"No {plural} match {enumerated(words, 'or')}{rest}.")
    remarks += [f"Did you mean '{other}' instead of '{short(word)}'?" for word, other in suggested.items()]
    if not has_hits:
        remarks.append("" if unknown else f"No {plural} match.")
        remarks.append("Try a synonym, a more general term, or another spelling.")
    return " ".join(filter(None, remarks)) or None


def not_looked_up(missing: Sequence[str]) -> str:
    """Say which catalogues were not searched, since they could not be fetched."""
    return (
        f"Not looked up in {' and '.join(missing)}, which is not available;"
        f" {next_calls.command('sync', 'wikipathways')} downloads it."
    )


def shortened_name(name: str) -> str:
    """Shorten a name that a caller has sent, for an answer; an empty name gets a placeholder."""
    return short(name) or "(nothing)"


def first_build(catalogue: str) -> str:
    """Name the catalogue for which a call waits, because it is the first to need it."""
    return f"the catalogue {catalogue}, which is fetched and built for the first time"


def turn(host: str) -> str:
    """Name the queue in which a request waits before it is sent."""
    return f"a turn at {host}"


def answer(host: str) -> str:
    """Name the host whose answer a request awaits."""
    return f"the answer of {host}"


def quoted(names: Sequence[str]) -> str:
    """List the first names that a caller has sent, in quotation marks."""
    return several([f"'{shortened_name(name)}'" for name in names])


def several(names: Sequence[str]) -> str:
    """List the first names, and count the others."""
    shown = ", ".join(names[:MOST_NAMED])
    return f"{shown} and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else shown


def shared_name(name: str, number: int, kind: Kind) -> str:
    return f"'{short(name)}' is a name of {number} {kind.plural}, any of which may be meant."


def left_out(unwanted: str, number: int, kind: Kind) -> str:
    """Say how many records were left out because they are about what the query excludes."""
    match number:
        case 0:
            return f"No {kind.plural} match '{short(unwanted)}', so none was left out."
        case 1:
            return f"1 {kind.name} that matches '{short(unwanted)}' was left out, as the query says."
        case _:
            return f"{number} {kind.plural} that match '{short(unwanted)}' were left out, as the query says."


def only_denied(unwanted: str, kind: Kind) -> str:
    """Say that a query only excludes something."""
    return f"The query only says what to exclude: '{short(unwanted)}'. Say also which {kind.plural} you want."
