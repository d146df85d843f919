"""Mechanisms and classes: what "COX inhibitor" or "beta blocker" asks of targets and interactions.

A query is read into a plan: where its targets are found, and which contacts count. Whoever holds the data finds the
targets step by step, and gives their contacts to `choose`.
"""

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from biofacts.domain.interaction import Contact
from biofacts.domain.kinds import Kind
from biofacts.domain.pharmacology.classes import DRUG_CLASSES, DrugClass
from biofacts.domain.pharmacology.groups import ACTIONS, GROUPS, TARGET_CLASSES, Action, Group
from biofacts.domain.pharmacology.ligand_facts import LigandCard
from biofacts.domain.text import fold as text

_ASIDE = frozenset({"selective", "nonselective", "approved", "human", "potent", "oral", "drug", "medicine", "class"})
_GENERIC = frozenset({"receptor", "channel", "transporter", "enzyme", "protein", "family"})
_MOST_NAMED = 4


class Step(msgspec.Struct, frozen=True):
    """Tokens of targets: any of them, or all of them with `every`."""

    tokens: tuple[str, ...]
    every: bool = False


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """How to answer: the first of `steps` that finds targets; the ligands that act so on them.

    With a `drug_class` only primary targets count; `without` finds the targets that none of its ligands may have as a
    primary one, and `named` the medicines that belong to it by name (tokens of ligands).
    """

    asked: str
    steps: tuple[Step, ...]
    action: Action
    drug_class: DrugClass | None = None
    without: Step = Step(())
    named: tuple[str, ...] = ()


class Chosen(msgspec.Struct, frozen=True):
    """A ligand that a plan has chosen."""

    number: str
    card: LigandCard


def _key(words: Iterable[str]) -> str:
    return "".join(words)


def _stream(query: str) -> list[str]:
    return text.content(text.tokens(query))


_CLASSES = {_key(_stream(name)): one for one in DRUG_CLASSES for name in one.names}
_GROUPS = {_key(_stream(name)): one for one in (*TARGET_CLASSES, *GROUPS) for name in one.names}
_TARGET_CLASSES = {_key(_stream(name)): one for one in TARGET_CLASSES for name in one.names}
_ACTIONS = [(_stream(name), action) for action in ACTIONS for name in action.names]


def target_class(query: str) -> Group | None:
    """The class of targets that a query names whole (`GPCR`, `protein kinases`)."""
    stream = _stream(query)
    return _TARGET_CLASSES.get(_key(stream)) or _TARGET_CLASSES.get(_key(word for word in stream if word not in _ASIDE))


def group_of(query: str) -> Group | None:
    """The group of targets that pharmacologists call so (`opioid receptor`, `PDE5`)."""
    return _GROUPS.get(_key(text.tokens(query)))  # `at` is no stop word in `GABA-AT`


def read(query: str) -> Plan | None:
    """The plan for a query that names a class of drugs or a mechanism; None for any other."""
    stream = _stream(query)
    plain = [word for word in stream if word not in _ASIDE]
    if found := _CLASSES.get(_key(stream)) or _CLASSES.get(_key(plain)):
        return _class_plan(query, found)
    for words in (plain, stream):
        if found_action := _acting(words):
            rest, action = found_action
            wanted = [word for word in rest if word not in _ASIDE] or rest
            return Plan(asked=query, steps=_steps(wanted, action), action=action)
    return None


def _acting(stream: Sequence[str]) -> tuple[list[str], Action] | None:
    """What a mechanism acts on, and how: `COX inhibitor`, `inhibitor of COX`, `block COX`."""
    for words, action in _ACTIONS:
        length = len(words)
        kept = ["channel"] if words[0] == "channel" else []  # it says how, and belongs to the name as well
        if len(stream) > length and list(stream[-length:]) == words:
            return [*stream[:-length], *kept], action
        if len(stream) > length and list(stream[:length]) == words:
            return [*stream[length:], *kept], action
    return None


def _class_plan(query: str, found: DrugClass) -> Plan:
    selectors = (*(f"gene:{gene}" for gene in found.genes), *found.groups)
    return Plan(
        asked=query,
        steps=(Step(selectors),) if selectors else (),
        action=Action((), frozenset(found.types)),
        drug_class=found,
        without=Step(tuple(f"gene:{gene}" for gene in found.not_genes)),
        named=(
            *(f"ending:{ending}" for ending in found.endings if not (found.endings_only and selectors)),
            *(f"called:{text.compact(name)}" for name in found.also),
        ),
    )


def _steps(words: Sequence[str], action: Action) -> tuple[Step, ...]:
    """Where the targets of a mechanism may be found, the surest way first; by single words only for a clear action."""
    whole = _key(words)
    if known := _GROUPS.get(whole):
        return (Step(known.selectors),)
    bare = [word for word in words if word not in _GENERIC] or list(words)
    if known := _GROUPS.get(_key(bare)):
        return (Step(known.selectors),)
    return (
        Step((f"title:{whole}",)),
        *([Step((f"root:{whole}",))] if whole.isalpha() and len(whole) <= 6 else []),
        Step(tuple(f"family:{word}" for word in bare), every=True),
        Step((f"name:{whole}",)),
        *([Step(tuple(f"word:{word}" for word in bare), every=True)] if action is not ACTIONS[-1] else []),
    )


class _Hit(msgspec.Struct):
    """A ligand that acts so: by which contact it was met first, and on how many of the targets."""

    contact: Contact
    targets: int = 0
    primary: bool = False


def choose(
    plan: Plan,
    contacts: Mapping[str, Sequence[Contact]],
    *,
    without: Mapping[str, Sequence[Contact]] = {},
    named: Mapping[str, LigandCard] = {},
) -> list[Chosen]:
    """The ligands of a plan: approved first, then primary targets, then those that act on more of the targets.

    `contacts` and `without`: per target; `named`: ligands that belong to it by name.
    """
    strangers = {contact.number for several in without.values() for contact in several if contact.primary}
    hits: dict[str, _Hit] = {}
    for several in contacts.values():
        of_target: set[str] = set()
        for contact in several:
            number = contact.number
            if not _fits(plan, contact) or number in strangers:
                continue
            if (hit := hits.get(number)) is None:
                hit = hits[number] = _Hit(contact)
            hit.primary = hit.primary or contact.primary
            if number not in of_target:
                of_target.add(number)
                hit.targets += 1
    if plan.drug_class is not None and plan.drug_class.every:
        hits = {number: hit for number, hit in hits.items() if hit.targets == len(contacts)}
    ranked: dict[str, tuple[tuple[object, ...], LigandCard]] = {}
    for number, hit in hits.items():
        one = hit.contact
        card = LigandCard(one.name, one.ligand_type, one.approved)
        ranked[number] = (not one.approved, not hit.primary, -hit.targets, one.name.casefold(), int(number)), card
    for number, card in named.items():
        order = (not card.approved, False, -len(contacts), card.name.casefold(), int(number))
        ranked.setdefault(number, (order, card))
    but = {text.compact(name) for name in plan.drug_class.but} if plan.drug_class else set[str]()
    medicines = {number: entry for number, entry in ranked.items() if entry[1].approved}
    if plan.drug_class is not None and medicines:
        ranked = medicines  # a class of drugs is made of drugs
    ordered = sorted(ranked.items(), key=lambda item: item[1][0])
    return [Chosen(number, card) for number, (_, card) in ordered if not but or text.compact(card.name) not in but]


def any_fits(plan: Plan, contacts: Mapping[str, Sequence[Contact]]) -> bool:
    """True when some contact counts: the targets are the right ones."""
    return any(_fits(plan, contact) for several in contacts.values() for contact in several)


def _fits(plan: Plan, contact: Contact) -> bool:
    if plan.drug_class is None:
        return contact.type in plan.action.types or contact.action in plan.action.actions
    ends = not plan.drug_class.endings_only or contact.name.casefold().endswith(plan.drug_class.endings)
    return contact.primary and contact.type in plan.action.types and ends


def derivation(plan: Plan, targets: Sequence[str], found: int) -> str:
    """How a list was derived, in a sentence for its guidance. `targets`: their names."""
    shown = ", ".join(targets[:_MOST_NAMED])
    several = f"{shown} and {len(targets) - _MOST_NAMED} more" if len(targets) > _MOST_NAMED else shown
    kinds = ", ".join(sorted(plan.action.types | plan.action.actions))
    asked = text.shorten(text.plain(plan.asked), 60)
    parts: list[str] = []
    if targets:
        primary = " as their primary target" if plan.drug_class else ""
        parts.append(f"ligands with an interaction of type {kinds} on {several}{primary}")
    if plan.named:
        parts.append("medicines that carry the class's name stem or are listed as its members")
    how = " and ".join(parts)
    which = "approved ones only" if plan.drug_class else "approved ones first"
    return f"'{asked}' is derived, not a label of the Guide to PHARMACOLOGY: {how}; {which} ({found} found)."


def class_guidance(group: Group, found: int) -> str:
    """What to say of a list that is a whole class of targets."""
    return (
        f"All {found} targets of the class '{group.names[0]}', human ones first, by family. Follow the cursor for more."
    )


def elsewhere(kind: Kind, identifier: str) -> str:
    """The sentence that sends to the other kind which has the same number."""
    return f"There is a {kind.name} of that number: call {kind.get_tool} with {kind.id_argument}='{identifier}'."
