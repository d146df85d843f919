"""Lists of targets in a query: `dual GIP/GLP-1 agonist`, `5-HT1B/1D agonists`, `SERT but not NET`, `EGFR or HER2`."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from biofacts.domain.pharmacology.actions import ACTIONS
from biofacts.domain.text.patterns import late_pattern

_MOST_NAMES = 12
_PAIR = 2
_FEWEST_ALTERNATIVES = 3
"""As many targets in a list of words are alternatives: hardly anything acts on all of them."""


class TargetList(NamedTuple):
    """Several targets, and what acts on them. `action`: the word for it, in the singular.

    `names`: in all the forms that each may have, the likeliest first. `excluded`: what acts on these is not wanted.
    `alternatives`: True if the ligands act on any of them, False if they act on each.
    """

    action: str
    names: tuple[tuple[str, ...], ...]
    excluded: tuple[tuple[str, ...], ...]
    alternatives: bool


ACTION_NAMES = "|".join(
    re.escape(name).replace(r"\ ", r"[\s-]+")
    for name in sorted((name for one in ACTIONS for name in one.names if name != "anti"), key=len, reverse=True)
)
"""A pattern of the words for modes of action."""

_BOTH = (
    r"(?:(?:dual|double|triple|tri|bi|co|combined|mixed|both|each)[\s-]+|all\s+(?:(?:three|four|five)\s+)?(?:of\s+)?)"
)
_EITHER = r"(?:(?:either|any)\s+(?:of\s+)?)"
_HAS_BOTH = late_pattern(rf"\b{_BOTH}", re.I)
_HAS_EITHER = late_pattern(rf"\bor\b|\b{_EITHER}", re.I)
_ACTION_AT_END = late_pattern(
    rf"(?:{_BOTH}|{_EITHER})?(?P<targets>.+?)[\s-]+(?:{_BOTH})?(?P<action>{ACTION_NAMES}|antibodie)s?", re.I
)
_ACTION_AT_START = late_pattern(
    rf"(?:\w+\s+){{0,3}}?(?:{_BOTH})?(?P<action>{ACTION_NAMES}|antibodie)s?\s+"
    # `drugs that act on`, but not `drugs that block`, which has an action of its own.
    r"(?:(?:(?:that|which)\s+)?(?:act|acting|active|bind|binding|target|targeting|directed)\s+)?(?!that\b|which\b)"
    r"(?:(?:of|at|on|for|to|against)\s+)?"
    rf"(?:{_BOTH}|{_EITHER})?(?P<targets>.+)",
    re.I,
)
_ACTION_BETWEEN = late_pattern(
    rf"^(?P<targets>.+?)\s+(?P<action>{ACTION_NAMES})s?,?\s+but\s+not\s+(?P<unwanted>.+?)(?:\s+(?:{ACTION_NAMES})s?)?$",
    re.I,
)
_NOT = late_pattern(r"\s+(?:(?:but|and)\s+)?(?:not|no|without)\s+(?:of\s+|at\s+|on\s+)?", re.I)
_WORDS = r",\s*(?:and/or|and|or)\b|,|\b(?:and/or|and|or)\b|\bas\s+well\s+as\b"
_AND = late_pattern(rf"\s*(?:/|\+|&|{_WORDS})\s*", re.I)
_IN_WORDS = late_pattern(_WORDS, re.I)
_GREEK_END = late_pattern(r"(?:alpha|beta|gamma|delta|epsilon|kappa|mu|sigma|zeta|[α-ω])$", re.I)
_MEMBER = late_pattern(r"\d*[A-Z]?\d*", re.I)


def read(text: str) -> TargetList | None:
    """Return the targets of a query that names several; None for a query with one target."""
    asked = _ACTION_BETWEEN.sub(r"\g<targets> but not \g<unwanted> \g<action>", text.strip(" ?.!"))
    for form in (_ACTION_AT_END, _ACTION_AT_START):
        if (found := form.fullmatch(asked)) is None:
            continue
        wanted, *unwanted = _NOT.split(found["targets"])
        names, excluded = _listed(wanted), [name for one in unwanted for name in _listed(one)]
        if 1 < len(names) + len(excluded) <= _MOST_NAMES and names:
            return TargetList(
                action=found["action"].replace("odie", "ody"),
                names=tuple(_forms(name, names[-1]) for name in names),
                excluded=tuple(_forms(name, names[-1]) for name in excluded),
                alternatives=len(names) > 1 and _are_alternatives(asked, wanted, len(names)),
            )
    return None


def each_of(names: Sequence[str]) -> str:
    """Name several targets on all of which a ligand acts: `both A and B`."""
    both = {1: "", _PAIR: "both "}.get(len(names), "all of ")
    return f"{both}{_enumerated(names, 'and')}"


def any_of(names: Sequence[str]) -> str:
    """Name several targets on any of which a ligand acts: `A, B or C`."""
    return _enumerated(names, "or")


def _enumerated(names: Sequence[str], last: str) -> str:
    return f"{', '.join(names[:-1])} {last} {names[-1]}" if len(names) > 1 else names[0]


def _are_alternatives(asked: str, names: str, number: int) -> bool:
    if _HAS_EITHER.search(asked):
        return True
    is_enumerated = _IN_WORDS.search(names) is not None
    return is_enumerated and number >= _FEWEST_ALTERNATIVES and not _HAS_BOTH.search(asked)


def _listed(names: str) -> list[str]:
    """Split a list of targets, of which later ones may be shortened: `5-HT1B/1D`, `PPAR alpha/gamma`."""
    found: list[str] = []
    for name in filter(None, _AND.split(names)):
        found.append(_completed(name, found[-1]) if found else name)
    return found


def _completed(name: str, before: str) -> str:
    """Return a shortened name with what it shares with the one before it."""
    if _GREEK_END.fullmatch(name) and (end := _GREEK_END.search(before)):
        return before[: end.start()] + name
    if _MEMBER.fullmatch(name):
        shape = re.sub(r"\d+", r"\\d+", re.sub(r"[A-Za-z]", "[A-Za-z]", name))
        if end := re.search(rf"(?:{shape})$", before):
            return before[: end.start()] + name
    return name


def _forms(name: str, last: str) -> tuple[str, ...]:
    """Return a name with the last words that it shares with the last one, and alone: `mu and kappa opioid receptor`."""
    return tuple(dict.fromkeys((*_with_end(name, last), name)))


def _with_end(name: str, last: str) -> Iterator[str]:
    words = last.split()
    if name == last or words[-1].casefold() in name.casefold().split():
        return
    for start in range(1, len(words)):
        yield " ".join((name, *words[start:]))
