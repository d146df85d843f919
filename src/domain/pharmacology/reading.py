"""Plans: what "COX inhibitor" or "beta blocker" asks of targets and interactions.

A query that names a class of drugs or a mechanism is read into a plan: where its targets are found, and which
interactions count. Whoever holds the data finds the targets step by step; `choose.py` says which ligands are taken.
"""

from collections.abc import Iterable, Sequence

import msgspec

from biofacts.domain.pharmacology import selectors
from biofacts.domain.pharmacology.actions import ACTIONS, Action
from biofacts.domain.pharmacology.classes import DRUG_CLASSES, DrugClass
from biofacts.domain.pharmacology.groups import GROUPS, TARGET_CLASSES, Group
from biofacts.domain.text import fold

_IGNORABLE = frozenset(
    {"selective", "nonselective", "approved", "human", "potent", "oral", "drug", "medicine", "class"}
)
_GENERIC = frozenset({"receptor", "channel", "transporter", "enzyme", "protein", "family"})
_LONGEST_ROOT = 6


class Step(msgspec.Struct, frozen=True):
    """Selectors of targets: any of them, or all of them with `every`."""

    selectors: tuple[str, ...]
    every: bool = False


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """How to answer: the first of `steps` that finds targets; the ligands that act so on them.

    With a `drug_class` only primary targets count; `without` finds the targets that none of its ligands may have as a
    primary one, and `named` (selectors of ligands) the medicines that belong to it by name.
    """

    asked: str
    steps: tuple[Step, ...]
    action: Action
    drug_class: DrugClass | None = None
    without: Step = Step(())
    named: tuple[str, ...] = ()


def _key(words: Iterable[str]) -> str:
    return "".join(words)


def _words(query: str) -> list[str]:
    return fold.without_stop_words(fold.tokens(query))


_CLASSES = {_key(_words(name)): one for one in DRUG_CLASSES for name in one.names}
_GROUPS = {_key(_words(name)): one for one in (*TARGET_CLASSES, *GROUPS) for name in one.names}
_TARGET_CLASSES = {_key(_words(name)): one for one in TARGET_CLASSES for name in one.names}
_ACTIONS = [(_words(name), action) for action in ACTIONS for name in action.names]


def target_class(query: str) -> Group | None:
    """The class of targets that a query names whole (`GPCR`, `protein kinases`)."""
    words = _words(query)
    return _TARGET_CLASSES.get(_key(words)) or _TARGET_CLASSES.get(_key(w for w in words if w not in _IGNORABLE))


def group_of(query: str) -> Group | None:
    """The group of targets that pharmacologists call so (`opioid receptor`, `PDE5`)."""
    return _GROUPS.get(_key(fold.tokens(query)))  # `at` is no stop word in `GABA-AT`


def read(query: str) -> Plan | None:
    """The plan for a query that names a class of drugs or a mechanism; None for any other."""
    words = _words(query)
    plain = [word for word in words if word not in _IGNORABLE]
    if found := _CLASSES.get(_key(words)) or _CLASSES.get(_key(plain)):
        return _class_plan(query, found)
    for form in (plain, words):
        if acting := _acting(form):
            rest, action = acting
            wanted = [word for word in rest if word not in _IGNORABLE] or rest
            return Plan(asked=query, steps=_steps(wanted, action), action=action)
    return None


def _acting(words: Sequence[str]) -> tuple[list[str], Action] | None:
    """What a mechanism acts on, and how: `COX inhibitor`, `inhibitor of COX`, `block COX`."""
    for names, action in _ACTIONS:
        length = len(names)
        kept = ["channel"] if names[0] == "channel" else []  # it says how, and belongs to the name as well
        if len(words) > length and list(words[-length:]) == names:
            return [*words[:-length], *kept], action
        if len(words) > length and list(words[:length]) == names:
            return [*words[length:], *kept], action
    return None


def _class_plan(query: str, found: DrugClass) -> Plan:
    targets = tuple(map(selectors.gene, found.genes))
    stems = () if found.stem_required and targets else found.stems
    return Plan(
        asked=query,
        steps=(Step(targets),) if targets else (),
        action=Action((), frozenset(found.types)),
        drug_class=found,
        without=Step(tuple(map(selectors.gene, found.excluded_genes))),
        named=(*map(selectors.stem, stems), *map(selectors.medicine, found.included)),
    )


def _steps(words: Sequence[str], action: Action) -> tuple[Step, ...]:
    """Where the targets of a mechanism may be found, the surest way first; by single words only for a clear action."""
    whole = _key(words)
    if known := _GROUPS.get(whole):
        return (Step(known.selectors),)
    bare = [word for word in words if word not in _GENERIC] or list(words)
    if known := _GROUPS.get(_key(bare)):
        return (Step(known.selectors),)
    may_be_root = whole.isalpha() and len(whole) <= _LONGEST_ROOT
    return (
        Step((selectors.title(whole),)),
        *([Step((selectors.root(whole),))] if may_be_root else []),
        Step(tuple(map(selectors.family_word, bare)), every=True),
        Step((selectors.name(whole),)),
        *([Step(tuple(map(selectors.word, bare)), every=True)] if action is not ACTIONS[-1] else []),
    )
