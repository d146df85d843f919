"""Sentences about names: several meanings, other kinds, drawings elsewhere."""

from collections.abc import Sequence

from biofacts.domain.answers.advice_and_phrasing import Advice, Choice, NextCall, Refusal, either, joined
from biofacts.domain.answers.entity_kinds import Kind
from biofacts.domain.answers.next_calls import LINKS, RESOLVE_MANY, search
from biofacts.domain.lists.resolution import MOST_OPTIONS
from biofacts.domain.text.clean import short


def several_meanings(
    kind: Kind, name: str, names: Sequence[str], calls: Sequence[NextCall], *, is_part: bool = False
) -> Refusal:
    """Refuse a name that means several records, or is part of their names. `calls`: a call for each record."""
    what = f"only part of the names of several {kind.plural}" if is_part else f"a name of several {kind.plural}"
    among = ", including" if len(names) >= MOST_OPTIONS else ""
    every = (". For all of them, ", search(kind, name)) if among else ()
    return (
        f"'{short(name)}' is {what}{among}: {', '.join(map(short, names))}.",
        Advice("Say which is meant: ", Choice(calls, [*map(short, names)]), *every, "."),
    )


def none_called(kind: Kind, name: str) -> str:
    """Return the beginning of a sentence: no entity of a kind has a name."""
    return f"No {kind.name} called '{short(name)}' was found"


def unknown_name(
    kind: Kind,
    query: str,
    similar: Sequence[tuple[str, NextCall]],
    ways: Sequence[tuple[Kind, NextCall]],
    organism: str | None = None,
) -> Refusal:
    """Refuse a name that no entity of a kind has. `similar`: names it may be a misspelling of, with a call for each.

    `ways`: the other kinds that know the name, with the calls for them. `organism`: the organism that was searched.
    """
    sentence = f"{none_called(kind, query)}{f' in {short(organism)}' if organism else ''}."
    meant: Advice | None = None
    if similar:
        names = [short(name) for name, _ in similar]
        meant = Advice(f"Did you mean {' or '.join(names)}? ", Choice([call for _, call in similar], names), ".")
    search_for_it = Advice("To check the spelling, ", search(kind, query), ".")
    return sentence, joined(meant, matches_other_kinds(query, ways)) or search_for_it


def of_another_kind(identifier: str, kind: Kind, calls: Sequence[NextCall]) -> Advice:
    """Say that an identifier belongs to another kind. `calls`: the calls that accept it."""
    return Advice(f"'{short(identifier)}' is not the identifier of a {kind.name}. ", either(calls))


def elsewhere(calls: Sequence[NextCall]) -> Advice:
    return Advice("Records of another kind may have this identifier. ", either(calls))


def several_names(kind: Kind, names: Sequence[str], to: Kind | None) -> Advice:
    """Say that a text is a list of names, which another call accepts. `to`: the kind to which links are wanted."""
    listed = [*map(short, names)]
    call = NextCall(RESOLVE_MANY, {"names": listed, "kind": kind.name})
    if to is not None:
        call = NextCall(LINKS, {"ids": listed, "kind": kind.name, "to": to.name})
    return Advice(f"These are names of several {kind.plural}. For all of them at once, ", call, ".")


def matches_other_kinds(name: str, ways: Sequence[tuple[Kind, NextCall]]) -> Advice:
    """Say which other kinds know a name. `ways`: the calls that find it there."""
    parts = [Advice(f"'{short(name)}' matches {kind.plural}: ", call, ".") for kind, call in ways]
    return joined(*parts) or Advice()


def drawn_elsewhere(name: str, organism: str, organisms: Sequence[str]) -> str:
    """Say that only pathways of other organisms contain a gene or compound."""
    where = ", ".join(organisms)
    return f"No pathway of {short(organism)} contains '{short(name)}'; pathways of these organisms do: {where}."


def matched_by_part(kind: Kind, part: str) -> Advice:
    """Say that only a part of a query finds something."""
    call = search(kind, part)
    return Advice(f"No {kind.plural} match the whole query. '{short(part)}' matches {kind.plural}: ", call, ".")
