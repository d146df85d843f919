"""Sentences about pathways and their components."""

from collections.abc import Sequence

from biofacts.domain.answers.advice import Advice, NextCall, Refusal
from biofacts.domain.text.clean import short


def unknown_part(part: str, known: Sequence[str], call: NextCall) -> Refusal:
    """Refuse a list that components do not have. `call`: a call with the list that was probably meant."""
    return f"'{short(part)}' is not a list of components; the lists are {', '.join(known)}.", Advice.of(call, ".")


def nothing_around(
    title: str, asked: str, labels: Sequence[str], call: NextCall, *, is_near: bool, why: str
) -> Refusal:
    """Refuse an element that is not drawn in a pathway.

    `labels`: labels that are drawn; `is_near`: True if they are similar; `why`: the reason for the refusal.
    """
    known = ", ".join(f"'{short(label)}'" for label in labels)
    what = f"{'similar labels are' if is_near else 'some of its labels are'} {known}" if labels else "nothing is drawn"
    return (
        f"'{short(asked)}' is not in '{short(title)}': {why.rstrip('.')}; {what}.",
        Advice.of(call, ", or without around for everything."),
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
