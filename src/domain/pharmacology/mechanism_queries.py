"""Plans for queries like "COX inhibitor" or "beta blocker".

A query for a drug class or mechanism is parsed into a plan: the medicines of the class by name, the ways to find the
targets, and the mode of action. The owner of the data looks up the targets step by step; `choose` selects
the ligands.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Literal, NamedTuple, TypeAlias

import msgspec

from biofacts.domain.pharmacology import search_terms
from biofacts.domain.pharmacology.actions import ACTIONS, ANY, Action, Mode
from biofacts.domain.pharmacology.drug_classes.drug_class import DrugClass
from biofacts.domain.pharmacology.drug_classes.table import DRUG_CLASSES
from biofacts.domain.pharmacology.interaction_lists import Pair
from biofacts.domain.pharmacology.target_groups import GROUPS, TARGET_CLASSES, Group
from biofacts.domain.search.words import ASKING
from biofacts.domain.text import fold

_GENERIC = frozenset({"receptor", "channel", "transporter", "enzyme", "protein", "family", "kinase"})
_LINKING = frozenset({"against", "toward", "towards", "target", "targeting", "targeted", "acting"})
_DRUG = frozenset({"drug", "medicine", "agent", "compound"})
_SAYING_NOTHING = _DRUG | {"human", "class", "therapy", "molecule", "small"}
_LEFT_ASIDE = frozenset({
    "selective", "nonselective", "non", "potent", "oral", "new", "novel", "strong", "weak", "long", "short", "acting",
    "cardioselective", "competitive", "reversible", "direct", "specific", "highly", "dual", "pan", "first", "second",
    "third", "generation", "most",
})  # fmt: skip
_APPROVED, _WITHDRAWN = frozenset({"approved", "marketed", "licensed"}), frozenset({"withdrawn"})

Quality = Literal["endogenous", "irreversible"]
_QUALITIES: Mapping[str, Quality] = {
    "endogenous": "endogenous", "natural": "endogenous", "irreversible": "irreversible", "covalent": "irreversible",
}  # fmt: skip
"""Words for properties that the Guide marks in its rows."""

_QUALIFIERS = _LEFT_ASIDE | _APPROVED | _WITHDRAWN | _QUALITIES.keys()
# Folding keeps the plural `s` of short words, such as abbreviations.
_PLURAL = re.compile(r"(?<=[A-Za-z0-9])s\b")
_ARTICLE = re.compile(r"\s*an?\s+", re.I)
_OF_BOTH = frozenset({"channel", "reuptake"})
"""Words of a mode of action that belong to the target's name as well."""

_LONGEST_ROOT, _FEWEST_LOOSE = 6, 2


class Step(msgspec.Struct, frozen=True):
    """Selectors of targets: any of them, or all of them with `every`."""

    selectors: tuple[str, ...]
    every: bool = False


class Mechanism(msgspec.Struct, frozen=True, kw_only=True):
    """A target and a mode of action. `target`: its folded name; `exact`, `loose`: steps to find it by name or by words.

    `approved`: only approved ligands; `qualities`: only ligands with these, if there are any. `aside`: ignored words.
    """

    target: str
    action: Action
    exact: tuple[Step, ...]
    loose: tuple[Step, ...] = ()
    approved: bool = False
    qualities: tuple[Quality, ...] = ()
    aside: tuple[str, ...] = ()


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """The plan of an answer: the members of a class, then ligands by mechanism. `mechanisms`: the likeliest first.

    `withdrawn`: only withdrawn medicines.
    """

    asked: str
    drug_class: DrugClass | None = None
    mechanisms: tuple[Mechanism, ...] = ()
    withdrawn: bool = False


class _Phrase(NamedTuple):
    """A query's words: all of them, and without stop words."""

    whole: list[str]
    words: list[str]
    query: str


def _key(words: Iterable[str]) -> str:
    return "".join(words)


def _words(query: str) -> list[str]:
    return fold.without_stop_words(fold.tokens(query))


_GROUPS = {_key(_words(name)): one for one in (*TARGET_CLASSES, *GROUPS) for name in one.names}
_TARGET_CLASSES = {_key(_words(name)): one for one in TARGET_CLASSES for name in one.names}
_ACTIONS = [(_words(name), action) for action in ACTIONS for name in action.names]


@cache
def _classes() -> dict[str, tuple[DrugClass, bool]]:
    """Map each name of a class to the class, and to True if other ligands follow its members."""
    named = {_key(_words(name)): (one, False) for one in DRUG_CLASSES for name in one.names}
    return {_key(_words(name)): (one, True) for one in DRUG_CLASSES for name in one.open_names} | named


@cache
def _plurals() -> dict[str, DrugClass]:
    """Map names in the plural to classes without singular names."""
    return {name.casefold(): one for one in DRUG_CLASSES for name in one.plurals}


def target_class(query: str) -> Group | None:
    """Return the class of targets that a query names (`GPCR`, `protein kinases`)."""
    words = _words(query)
    plain = (word for word in words if word not in _SAYING_NOTHING)
    return _TARGET_CLASSES.get(_key(words)) or _TARGET_CLASSES.get(_key(plain))


def group_of(query: str) -> Group | None:
    """Return the group of targets with a common name (`opioid receptor`, `PDE5`)."""
    return _GROUPS.get(_key(fold.tokens(query)))  # with stop words, since `GABA-AT` contains `at`


def read(query: str) -> Plan | None:
    """Parse a query for a drug class or a mechanism; return None for other queries."""
    if plural := _plurals().get(" ".join(query.casefold().split())):
        return Plan(asked=query, drug_class=plural)
    mechanisms: list[Mechanism] = []
    for phrase in _phrases(query):
        found = _class_of(phrase.words)
        if found is None or found[1]:
            mechanisms += [one for one in _mechanisms(phrase) if one not in mechanisms]
        if found:
            return _plan(query, found[0], mechanisms)
    return _plan(query, None, mechanisms) if mechanisms else None


def _plan(query: str, drug_class: DrugClass | None, mechanisms: Sequence[Mechanism]) -> Plan:
    withdrawn = not _WITHDRAWN.isdisjoint(fold.tokens(query))
    return Plan(asked=query, drug_class=drug_class, mechanisms=tuple(mechanisms), withdrawn=withdrawn)


def _phrases(query: str) -> Iterator[_Phrase]:
    """Yield the query without its article, also with abbreviations in the singular and without words of questions."""
    seen: list[list[str]] = []
    written = query[article.end() :] if (article := _ARTICLE.match(query)) else query
    for text in (written, _PLURAL.sub("", written)):
        whole = fold.tokens(text)
        for form in (whole, [word for word in whole if word not in ASKING]):
            if form and form not in seen:
                seen.append(form)
                yield _Phrase(form, fold.without_stop_words(form), query)


def _class_of(words: Sequence[str]) -> tuple[DrugClass, bool] | None:
    plain = [word for word in words if word not in _SAYING_NOTHING | _APPROVED | _WITHDRAWN]
    return _classes().get(_key(words)) or _classes().get(_key(plain))


def _mechanisms(phrase: _Phrase) -> Iterator[Mechanism]:
    for rest, action in _acting(phrase.words):
        said = [word for word in rest if word not in _SAYING_NOTHING | _LINKING] or rest
        named = [word for word in said if word not in _QUALIFIERS]
        if action.modes != ANY and named[:1] == ["anti"]:
            named = named[1:]  # the target of an `anti-TNF antibody` is TNF
        if named:
            written = next((words for words, one in _acting(phrase.whole) if one is action), rest)
            yield Mechanism(
                target=" ".join(named),
                action=action,
                # Names of families may contain stop words, so the family is also looked up by all words.
                exact=_exact(named, _trimmed(written), _as_written(phrase.query, named)),
                loose=() if action.modes == ANY or "anti" in action.names else _loose(named),
                approved=not _APPROVED.isdisjoint(said),
                qualities=tuple(dict.fromkeys(_QUALITIES[word] for word in said if word in _QUALITIES)),
                aside=tuple(word for word in said if word in _LEFT_ASIDE),
            )


def _acting(words: Sequence[str]) -> Iterator[tuple[list[str], Action]]:
    """Yield targets and modes of action: `COX inhibitor` before `inhibitor of COX` and `block COX`."""
    first, last = 0, len(words)
    while last > 1 and words[last - 1] in _SAYING_NOTHING:
        last -= 1  # drop the last word of `kinase inhibitor drugs`
    while first < last - 1 and words[first] in _DRUG:
        first += 1  # drop the first word of `drugs that block hERG`
    for form in dict.fromkeys((tuple(words[first:last]), tuple(words))):
        if (found := _at_end(form)) or (found := _at_start(form)):
            yield found
    if at_start := _at_start(words):
        yield at_start


def _at_end(words: Sequence[str]) -> tuple[list[str], Action] | None:
    for names, action in _ACTIONS:
        if len(words) > len(names) and list(words[-len(names) :]) == names:
            return [*words[: -len(names)], *_part_of_name(names)], action
    return None


def _at_start(words: Sequence[str]) -> tuple[list[str], Action] | None:
    for names, action in _ACTIONS:
        if len(words) > len(names) and list(words[: len(names)]) == names:
            return [*words[len(names) :], *_part_of_name(names)], action
    return None


def _part_of_name(names: Sequence[str]) -> list[str]:
    """Return the words of a mode of action that belong to the target's name as well."""
    return [word for word in names if word in _OF_BOTH]


def _as_written(query: str, named: Sequence[str]) -> str:
    """Return the target as one original word: folding drops a final `s`, and HPGDS would become HPGD."""
    words = [word for word in query.split() if [*fold.tokens(word)] == [*named]]
    return words[0] if len(words) == 1 else ""


def _trimmed(words: Sequence[str]) -> list[str]:
    """Drop the stop words before a target."""
    start = next((place for place, word in enumerate(words) if word not in fold.STOP_WORDS | _LINKING), 0)
    return [*words[start:]]


def _exact(words: Sequence[str], written: Sequence[str], symbol: str) -> tuple[Step, ...]:
    """Return the steps to find a target by its own name, the surest first.

    `written`: all of its words; `symbol`: the original spelling of a single word.
    """
    whole = _key(words)
    bare = [word for word in words if word not in _GENERIC] or list(words)
    # `PDE inhibitor` means the targets PDE1A to PDE11A.
    may_be_root = whole.isalpha() and len(whole) <= _LONGEST_ROOT
    return (
        Step((search_terms.gene(symbol or "-".join(words)),)),
        Step((search_terms.gene(whole),)),
        *_of_family(_key(written)),
        *_of_group(whole, of_ligands=True),
        *_of_family(whole),
        *(_of_group(_key(bare)) if len(bare) < len(words) else ()),
        Step((search_terms.title(whole),)),
        *([Step((search_terms.root(whole),))] if may_be_root else []),
        Step((search_terms.folded_name(whole),)),
        *([Step((search_terms.title(_key(bare)),))] if len(bare) < len(words) else []),
    )


def _of_family(key: str) -> tuple[Step, ...]:
    """Return steps for the name of a family, unless it is also a group, which is wider than the family."""
    return () if key in _GROUPS else (Step((search_terms.family_name(key),)), Step((search_terms.family_stem(key),)))


def _of_group(key: str, *, of_ligands: bool = False) -> tuple[Step, ...]:
    """Return a step for the name of a group. `of_ligands`: also for groups of ligands, whose receptors are others."""
    group = _GROUPS.get(key)
    if group is None or (not of_ligands and any(map(search_terms.is_acted_on, group.selectors))):
        return ()
    return (Step(group.selectors),)


def _loose(words: Sequence[str]) -> tuple[Step, ...]:
    """Return steps for targets with all of several words in the name of their family, or else in their own."""
    bare = [word for word in words if word not in _GENERIC]
    if len(bare) < _FEWEST_LOOSE:
        return ()
    return (
        Step(tuple(map(search_terms.family_word, bare)), every=True),
        Step(tuple(map(search_terms.word, bare)), every=True),
    )


# Selection of a plan's ligands among all that interact with its targets


OfTargets: TypeAlias = Mapping[str, Sequence[Pair]]
"""The ligands of several targets, by the key of the target."""


class Acting(NamedTuple):
    """A ligand with a wanted mode of action, and the number of targets on which it has that."""

    ligand: str
    approved: bool
    contradictory: bool
    primary: bool
    targets: int


class Chosen(NamedTuple):
    """The ligands of a mechanism, by number. `related`: no ligand has the wanted mode, so these have a related one.

    `unmarked`: wanted qualities (`endogenous`) that the Guide marks for none of them.
    """

    ligands: Mapping[str, Acting]
    related: bool = False
    unmarked: tuple[str, ...] = ()


def choose(mechanism: Mechanism, of_targets: OfTargets) -> Chosen:
    """Select every ligand with the wanted mode of action; if there is none, those with a related mode."""
    pairs = [one for several in of_targets.values() for one in several if one.approved or not mechanism.approved]
    action = mechanism.action
    # Related modes are only a fallback: `antagonist` must not list inhibitors if there are antagonists.
    wanted = action.modes if _of(pairs, action.modes) else action.related
    found = _of(pairs, action.also | wanted)
    is_related = len(_of(found, action.also | action.modes)) < len(found)
    unmarked: list[str] = []
    for quality in mechanism.qualities:
        if marked := [one for one in found if _has(one, quality)]:
            found = marked
        else:
            # Without any marked ligand, the list stays unfiltered, and the answer says so.
            unmarked.append(quality)
    return Chosen(_ligands_acting(found), related=is_related, unmarked=tuple(unmarked))


def _has(one: Pair, quality: Quality) -> bool:
    return one.endogenous if quality == "endogenous" else bool(one.modes & Mode.IRREVERSIBLE)


def _of(pairs: Iterable[Pair], wanted: Mode) -> list[Pair]:
    """Return the pairs with any of the wanted modes."""
    if wanted == ANY:
        return [*pairs]
    bits = int(wanted)
    return [one for one in pairs if one.modes & bits]


def _ligands_acting(pairs: Iterable[Pair]) -> Mapping[str, Acting]:
    """Return the ligands of pairs without duplicates."""
    found: dict[str, Acting] = {}
    for one in pairs:
        known = found.get(one.ligand)
        if known is None:
            found[one.ligand] = Acting(one.ligand, one.approved, not one.consistent, one.primary, 1)
        else:
            found[one.ligand] = Acting(
                one.ligand,
                known.approved or one.approved,
                known.contradictory and not one.consistent,
                known.primary or one.primary,
                known.targets + 1,
            )
    return found
