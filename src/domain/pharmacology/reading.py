"""Plans: what "COX inhibitor" or "beta blocker" asks of targets, interactions and names.

A query that names a class of drugs or a mechanism is read into a plan: which medicines belong to the class by name,
where the targets are found, and which way of acting counts. Whoever holds the data finds the targets step by step;
`choose.py` says which ligands are taken.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import dropwhile
from typing import Literal, NamedTuple

import msgspec

from biofacts.domain.pharmacology import selectors
from biofacts.domain.pharmacology.actions import ACTIONS, ANY, Action
from biofacts.domain.pharmacology.classes import DRUG_CLASSES, DrugClass
from biofacts.domain.pharmacology.groups import GROUPS, TARGET_CLASSES, Group
from biofacts.domain.search.language import ASKING
from biofacts.domain.text import fold

_GENERIC = frozenset({"receptor", "channel", "transporter", "enzyme", "protein", "family", "kinase"})
_LINKING = frozenset({"against", "toward", "towards", "target", "targeting", "targeted", "acting"})
_SAYING_NOTHING = frozenset({"human", "drug", "medicine", "class", "agent", "therapy", "compound", "molecule", "small"})
_LEFT_ASIDE = frozenset({
    "selective", "nonselective", "non", "potent", "oral", "new", "novel", "strong", "weak", "long", "short", "acting",
    "cardioselective", "competitive", "reversible", "direct", "specific", "highly", "dual", "pan", "first", "second",
    "third", "generation", "most",
})  # fmt: skip
_APPROVED = frozenset({"approved", "marketed", "licensed"})

Quality = Literal["endogenous", "irreversible"]
_QUALITIES: Mapping[str, Quality] = {
    "endogenous": "endogenous", "natural": "endogenous", "irreversible": "irreversible", "covalent": "irreversible",
}  # fmt: skip
"""Words for what the Guide marks in its rows, and what is marked."""

_QUALIFIERS = _LEFT_ASIDE | _APPROVED | _QUALITIES.keys()
_PLURAL = re.compile(r"(?<=[A-Za-z0-9])s\b")
_ARTICLE = re.compile(r"\s*an?\s+", re.I)
_OF_BOTH = frozenset({"channel", "reuptake"})
"""Words of a way of acting that belong to the name of the target as well."""

_LONGEST_ROOT, _FEWEST_LOOSE = 6, 2


class Step(msgspec.Struct, frozen=True):
    """Selectors of targets: any of them, or all of them with `every`."""

    selectors: tuple[str, ...]
    every: bool = False


class Mechanism(msgspec.Struct, frozen=True, kw_only=True):
    """What is acted on, and how. `target`: as it is written, folded; `exact`, `loose`: where it is found by a name of
    its own, and by single words.

    `approved`: only such ligands; `qualities`: only such where any is. `aside`: words that are left aside.
    """

    target: str
    action: Action
    exact: tuple[Step, ...]
    loose: tuple[Step, ...] = ()
    approved: bool = False
    qualities: tuple[Quality, ...] = ()
    aside: tuple[str, ...] = ()


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """How to answer: the members of a class, then what acts so. One of both, or both."""

    asked: str
    drug_class: DrugClass | None = None
    mechanism: Mechanism | None = None


class _Phrase(NamedTuple):
    """A query's words: all of them, and without those that carry no meaning."""

    whole: list[str]
    words: list[str]


def _key(words: Iterable[str]) -> str:
    return "".join(words)


def _words(query: str) -> list[str]:
    return fold.without_stop_words(fold.tokens(query))


_GROUPS = {_key(_words(name)): one for one in (*TARGET_CLASSES, *GROUPS) for name in one.names}
_TARGET_CLASSES = {_key(_words(name)): one for one in TARGET_CLASSES for name in one.names}
_ACTIONS = [(_words(name), action) for action in ACTIONS for name in action.names]


@cache
def _classes() -> dict[str, tuple[DrugClass, bool]]:
    """Every class by each of its names, and whether the list goes on behind its members."""
    named = {_key(_words(name)): (one, False) for one in DRUG_CLASSES for name in one.names}
    return {_key(_words(name)): (one, True) for one in DRUG_CLASSES for name in one.open_names} | named


def target_class(query: str) -> Group | None:
    """The class of targets that a query names whole (`GPCR`, `protein kinases`)."""
    words = _words(query)
    plain = (word for word in words if word not in _SAYING_NOTHING)
    return _TARGET_CLASSES.get(_key(words)) or _TARGET_CLASSES.get(_key(plain))


def group_of(query: str) -> Group | None:
    """The group of targets that pharmacologists call so (`opioid receptor`, `PDE5`)."""
    return _GROUPS.get(_key(fold.tokens(query)))  # `at` is no stop word in `GABA-AT`


def read(query: str) -> Plan | None:
    """The plan for a query that names a class of drugs or a mechanism; None for any other."""
    for phrase in _phrases(query):
        mechanism = _mechanism(phrase)
        if found := _class_of(phrase.words):
            drug_class, goes_on = found
            return Plan(asked=query, drug_class=drug_class, mechanism=mechanism if goes_on else None)
        if mechanism:
            return Plan(asked=query, mechanism=mechanism)
    return None


def _phrases(query: str) -> Iterator[_Phrase]:
    """The query as it is written but for an article, with abbreviations in the singular, without words that ask."""
    seen: list[list[str]] = []
    written = query[article.end() :] if (article := _ARTICLE.match(query)) else query
    for text in (written, _PLURAL.sub("", written)):
        whole = fold.tokens(text)
        for form in (whole, [word for word in whole if word not in ASKING]):
            if form and form not in seen:
                seen.append(form)
                yield _Phrase(form, fold.without_stop_words(form))


def _class_of(words: Sequence[str]) -> tuple[DrugClass, bool] | None:
    plain = [word for word in words if word not in _SAYING_NOTHING | _APPROVED]
    return _classes().get(_key(words)) or _classes().get(_key(plain))


def _mechanism(phrase: _Phrase) -> Mechanism | None:
    begun = [*dropwhile(_SAYING_NOTHING.__contains__, phrase.words)]  # `drugs that inhibit COX`
    if (acting := _acting(begun) or _acting(phrase.words)) is None:
        return None
    rest, action = acting
    said = [word for word in rest if word not in _SAYING_NOTHING | _LINKING] or rest
    named = [word for word in said if word not in _QUALIFIERS]
    if action.modes != ANY and named[:1] == ["anti"]:
        named = named[1:]  # `anti-TNF antibody`
    if not named:
        return None
    return Mechanism(
        target=" ".join(named),
        action=action,
        exact=_exact(named, _between(phrase.whole, named)),
        loose=() if action.modes == ANY or "anti" in action.names else _loose(named),
        approved=not _APPROVED.isdisjoint(said),
        qualities=tuple(dict.fromkeys(_QUALITIES[word] for word in said if word in _QUALITIES)),
        aside=tuple(word for word in said if word in _LEFT_ASIDE),
    )


def _acting(words: Sequence[str]) -> tuple[list[str], Action] | None:
    """What a mechanism acts on, and how: `COX inhibitor`, `inhibitor of COX`, `block COX`."""
    for names, action in _ACTIONS:
        length = len(names)
        kept = [word for word in names if word in _OF_BOTH]
        if len(words) > length and list(words[-length:]) == names:
            return [*words[:-length], *kept], action
        if len(words) > length and list(words[:length]) == names:
            return [*words[length:], *kept], action
    return None


def _between(whole: Sequence[str], named: Sequence[str]) -> list[str]:
    """The stretch of a phrase from the first to the last word of a name, with the small words between them."""
    first = whole.index(named[0])
    last = len(whole) - 1 - whole[::-1].index(named[-1])
    return [*whole[first : last + 1]]


def _exact(words: Sequence[str], stretch: Sequence[str]) -> tuple[Step, ...]:
    """Where a target is found by a name of its own, the surest first."""
    whole, written = _key(words), _key(stretch)
    bare = [word for word in words if word not in _GENERIC] or list(words)
    family = selectors.family_name
    may_be_root = whole.isalpha() and len(whole) <= _LONGEST_ROOT
    return (
        Step((selectors.gene(whole), selectors.gene("-".join(words)))),
        *_of_group(whole, of_ligands=True),
        Step(tuple(dict.fromkeys((family(whole), family(written))))),
        *(_of_group(_key(bare)) if len(bare) < len(words) else ()),
        Step((selectors.title(whole),)),
        *([Step((selectors.root(whole),))] if may_be_root else []),
        Step((selectors.folded_name(whole),)),
        *([Step((selectors.title(_key(bare)),))] if len(bare) < len(words) else []),
    )


def _of_group(key: str, *, of_ligands: bool = False) -> tuple[Step, ...]:
    """A group by its name. `of_ligands`: also one of ligands that are acted on; their receptors are others."""
    group = _GROUPS.get(key)
    if group is None or (not of_ligands and any(map(selectors.is_acted_on, group.selectors))):
        return ()
    return (Step(group.selectors),)


def _loose(words: Sequence[str]) -> tuple[Step, ...]:
    """Targets that have every one of several words in their family's name, or else in their own."""
    bare = [word for word in words if word not in _GENERIC]
    if len(bare) < _FEWEST_LOOSE:
        return ()
    return (
        Step(tuple(map(selectors.family_word, bare)), every=True),
        Step(tuple(map(selectors.word, bare)), every=True),
    )
