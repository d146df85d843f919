"""Queries for drugs by their mechanism or class, like "COX inhibitor" or "beta blocker", as plans.

A query for a drug class or mechanism is parsed into a plan: the medicines of the class by name, the ways to find the
targets, and the mode of action. `adapters/local/pharmacology/mechanisms` looks up the targets step by step, and
`ligand_choice.choose` selects the ligands.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

import msgspec

from biofacts.domain.pharmacology import ligand_filters
from biofacts.domain.pharmacology.actions import ANY, Mode
from biofacts.domain.pharmacology.interaction_lists import HUMAN_IN_GUIDE
from biofacts.domain.pharmacology.ligand_filters import EVERY, LigandFilter
from biofacts.domain.pharmacology.qualifiers_and_illnesses import (
    LEFT_ASIDE,
    OF_ILLNESS,
    QUALIFIERS,
    QUALITIES,
    possible_illness,
)
from biofacts.domain.pharmacology.queries import class_queries, rephrasing, target_lists, target_lookup_steps
from biofacts.domain.pharmacology.queries.class_queries import NamedClass
from biofacts.domain.pharmacology.queries.drug_class_table import DrugClass
from biofacts.domain.pharmacology.queries.plans import PLURAL, Mechanism, MechanismPart, Plan, original_spelling
from biofacts.domain.pharmacology.queries.target_lists import TargetList
from biofacts.domain.pharmacology.queries.target_lookup_steps import SAYING_NOTHING
from biofacts.domain.pharmacology.target_groups import meanings, spelt_out, with_ions
from biofacts.domain.search import exclusions
from biofacts.domain.search.query_words import ASKING
from biofacts.domain.text import fold
from biofacts.domain.text.patterns import late_pattern

_LINKING = frozenset({
    "against", "toward", "towards", "target", "targeting", "targeted", "acting", "act", "bind", "recognise",
    "recognize", "recognising", "recognizing", "neutralise", "neutralize", "neutralising", "neutralizing", "directed",
})  # fmt: skip
_OF_ANTIBODIES = frozenset({"blocking", "inhibiting", "activating", "binding"})
"""Words for what an antibody does to its target, which are ignored."""
_UNSAID = LEFT_ASIDE - QUALITIES.keys()
_SAYING_NO_TARGET = (
    fold.STOP_WORDS | ASKING | SAYING_NOTHING | _LINKING | rephrasing.DRUG | LEFT_ASIDE | {"type", "class"}
)
_ROMAN = late_pattern(r"(?:[ivx]+|\d)[a-d]?")
_HYPHENATED = late_pattern(r"(?<=\w-)[A-Z]+\b|\b[A-Z](?=-\w)")
_ANTI = late_pattern(r"\banti-", re.I)
_ARTICLE = late_pattern(r"\s*an?\s+", re.I)

_SHORT = 3
_LATIN = late_pattern(r"[A-Za-z]")
_GENERIC = target_lookup_steps.GENERIC | {"type", "class", "ii", "iii", "iv"}
_MUTATION = late_pattern(
    r"[ac-ik-np-tv-y]\d{2,4}(?:[ac-ik-np-tv-y]|del|fs)|(?!p)[ac-ik-np-tv-y]\d{2,4}|itd|fusion|exon"
)
"""A mutation of a protein, such as G12C or an ITD: the Guide has the protein only. `A2A` and `H1R` are receptors."""
_OF_CLASS = late_pattern(
    r"(?P<name>.+?)\s+(?:(?:that|which)\s+(?:target|bind|act\s+on|block|inhibit)|(?:target|inhibit|block)ing"
    r"|directed\s+(?:at|against|to)"
    r"|against|for|on)\s+(?P<targets>.+)",
    re.I,
)
_TWO_ACTIONS = late_pattern(
    rf"\b(?P<one>{target_lists.ACTION_NAMES})s?\s*(?:\band/or\b|\band\b|\bor\b|/|&|\+)\s*(?P<other>{target_lists.ACTION_NAMES})s?\b",
    re.I,
)
_ENDING = late_pattern(
    r"-(?P<stem>[a-z]{3,})(?:\s+(?:drug|medicine|agent)s?)?|(?:drug|medicine|agent)s?\s+(?:(?:that|which|whose\s+names)\s+)?"
    r"end(?:ing)?\s+(?:in|with)\s+-?(?P<end>[a-z]{3,})",
    re.I,
)
"""The end of INNs: `-olol drugs`."""
_LISTING = late_pattern(r"[,;/&]$|\b(?:and|or)$|^(?:and|or)\b", re.I)
"""A part of a list, which is not a target: `opioids and benzodiazepines`."""
_NANOBODIES = late_pattern(r"\b(?:nanobodies|VHHs|single[\s-]domain\s+antibodies)\b", re.I)
"""A form of antibodies that the Guide does not state."""
_BESIDE_OTHERS = late_pattern(r"^\S+(?:\s\S+)?\s(?:and|or)\s(?:(?:all|any)\s)?(?:the\s)?other\s", re.I)
"""An example before the wanted ligands: `imatinib and other BCR-ABL inhibitors`."""
_OF_TWO = late_pattern(r"(?<=[A-Z0-9])\s?[-x×]\s?(?=(?-i:[A-Z])[\w-]*\s+bispecific)", re.I)
"""The sign between the two targets of an antibody: `CD19xCD3 bispecific`."""
_COMPETED = late_pattern(
    r"\b(?:(?:ATP|GTP|NAD(?:P?H)?|SAM|substrate|cofactor)[\s-](?=(?:non-?|un)?competitive\b)|(?:brain|CNS|BBB)[\s-](?=penetra))",
    re.I,
)
"""Words for what inhibitors compete with, or for organs that they enter: the Guide does not state them."""


class _ClassAndMechanisms(NamedTuple):
    """The class and the mechanisms that a query may mean."""

    named_class: NamedClass | None
    mechanisms: tuple[Mechanism, ...]

    @property
    def drug_class(self) -> DrugClass | None:
        """The class, if there is one."""
        return self.named_class.drug_class if self.named_class else None


class _Phrase(NamedTuple):
    """A query's words: all of them, and without stop words."""

    whole: list[str]
    words: list[str]
    query: str


def read(query: str, wanted: LigandFilter = EVERY) -> Plan | None:
    """Parse a query for a drug class or a mechanism; return None for other queries. `wanted`: filters as arguments."""
    if (of_both := _OF_TWO.sub("/", query)) != query:
        plan = read(of_both, wanted)
        return msgspec.structs.replace(plan, query=query) if plan else None
    if toxins := ligand_filters.of_toxins(query):
        plan = read(toxins[0], wanted.and_(toxins[1]))
        return msgspec.structs.replace(plan, query=query, ignored=("toxin",)) if plan and not plan.whole else None
    spelt = spelt_out(with_ions(_NANOBODIES.sub("nanobody antibodies", _BESIDE_OTHERS.sub("", query))))
    text, text_filters = ligand_filters.read(_COMPETED.sub("", spelt))
    every = (class_queries.whole_class_of(phrase.words, phrase.query) for phrase in _phrases(query))
    if text != query and (named := next(filter(None, every), None)):  # `amyloid PET tracer` is a class as a whole
        return Plan(query=query, drug_class=named.drug_class, filters=wanted, ignored=named.ignored)
    filters = wanted.and_(text_filters)
    if whole := ligand_filters.of_all(text, filters):
        return Plan(query=query, filters=whole, whole=True)
    if plural := class_queries.class_in_plural(text):
        return Plan(query=query, drug_class=plural, filters=filters)
    if (ending := _ENDING.fullmatch(text)) and not _class_in([*_phrases(text)])[0]:
        stem = (ending["stem"] or ending["end"]).casefold().removesuffix("s")
        return Plan(query=query, drug_class=DrugClass(names=(f"-{stem}",), stems=(stem,)), filters=filters)
    text, over = target_lists.without_comparison(text)
    plan = _read_plain(query, _with_denial(text), filters)
    if plan and plan.drug_class is None and (illness := possible_illness(query)):
        # The target must have exactly this name, since any two or three letters are a series or an alias of a gene.
        surely = tuple(msgspec.structs.replace(mechanism, exact=(), words="") for mechanism in plan.mechanisms)
        short = illness if len(illness) <= _SHORT else ""
        plan = Plan(query=query, mechanisms=surely, filters=plan.filters, illness=short)
    return msgspec.structs.replace(plan, over=over) if plan else None


def _with_denial(text: str) -> str:
    """Rewrite what a query excludes as `but not`, except in a name: potassium-sparing diuretics are a class."""
    written = target_lists.with_denial(text)
    return text if written != text and _class_in([*_phrases(text)])[0] else written


def _read_plain(query: str, text: str, filters: LigandFilter) -> Plan | None:
    """Parse a query without its filters."""
    if (denial := exclusions.read(text)) and denial.wanted:
        plan = read(denial.wanted, filters)
        names = tuple(denial.names)
        text = f"{denial.wanted} but not {denial.unwanted}"
        if plan and not plan.whole:
            otherwise = _planned(query, text, filters)
            # A class may be narrowed by what acts on a target: `antipsychotics that spare H1`.
            targets = tuple(target_lists.without_ligands_of(name) for name in names) if plan.drug_class else ()
            unwanted = tuple(
                MechanismPart(target, (*_each((target,), "ligand", filters, None),), True) for target in targets
            )
            return msgspec.structs.replace(plan, query=query, excluded=names, otherwise=otherwise, unwanted=unwanted)
    unabbreviated = rephrasing.without_abbreviations(text)
    spelt = rephrasing.as_mechanism(unabbreviated)
    if of_species := ligand_filters.species_in(spelt):
        return _of_species(query, spelt, *of_species, filters)
    plan = _planned(query, spelt, filters)
    return msgspec.structs.replace(plan, abbreviated=unabbreviated != text) if plan else None


def _of_species(query: str, whole: str, text: str, species: str, filters: LigandFilter) -> Plan | None:
    """Parse a query with a species, which may also be a part of a name: `mouse double minute 2 inhibitors`."""
    plan = _planned(query, text, filters, species)
    by_name = _reading_of(whole, filters).mechanisms
    if plan is None:
        return Plan(query=query, mechanisms=by_name, filters=filters) if by_name else None
    if plan.drug_class and species != HUMAN_IN_GUIDE and not plan.mechanisms:
        return msgspec.structs.replace(plan, ignored=(*plan.ignored, species.casefold()))
    # Medicines are made for humans, so the members of a class are listed for human targets only.
    drug_class = plan.drug_class if species == HUMAN_IN_GUIDE else None
    return msgspec.structs.replace(plan, drug_class=drug_class, mechanisms=(*plan.mechanisms, *by_name))


def _planned(query: str, text: str, filters: LigandFilter, species: str | None = None) -> Plan | None:
    """Return the plan for a query without its filters and species."""
    reading = _reading_of(text, filters, species)
    drug_class, mechanisms = reading.drug_class, reading.mechanisms
    if drug_class is None and (two := _TWO_ACTIONS.search(text)):
        return _of_two(query, text, two, filters, species)
    within = _within_class(query, text, filters) if drug_class is None else None
    several = target_lists.read(text) if drug_class is None else None
    if exclusions.mentions(text):
        if not (several and several.excluded):
            return None  # what the query excludes was not understood
        mechanisms = ()
    beside = tuple(target_lists.side_by_side(text)) if not (drug_class or several) else ()
    if not (drug_class or mechanisms or within or several or beside):
        return None
    narrowing = (*target_lists.narrowing(text),)
    aside = (*(word for part in (reading.named_class, within) if part for word in part.ignored), *narrowing)
    plan = Plan(
        query=query,
        drug_class=drug_class,
        mechanisms=mechanisms,
        within=within,
        filters=filters,
        ignored=aside,
        narrowed=bool(narrowing),
    )
    if drug_class is not None and not mechanisms and drug_class.open_names:
        measure = _reading_of(drug_class.open_names[0], filters).mechanisms
        return msgspec.structs.replace(plan, measure=measure)
    if several is None:
        return msgspec.structs.replace(plan, splits=tuple(_parts(targets, filters, species) for targets in beside))
    parts = _parts(several, filters, species)
    return msgspec.structs.replace(plan, parts=parts, alternatives=several.alternatives)


def _parts(several: TargetList, filters: LigandFilter, species: str | None) -> tuple[MechanismPart, ...]:
    unwanted = "ligand" if several.in_any_way else several.action
    return (
        *(_part(forms, (*_each(forms, several.action, filters, species),)) for forms in several.names),
        *(_part(forms, (*_each(forms, unwanted, filters, species),), excluded=True) for forms in several.excluded),
    )


def _part(forms: Sequence[str], mechanisms: tuple[Mechanism, ...], *, excluded: bool = False) -> MechanismPart:
    """Return one of several targets by its name in the original spelling, without ignored words."""
    aside = {word for mechanism in mechanisms for word in mechanism.ignored}.union(QUALITIES)
    name = " ".join(word for word in forms[-1].split() if word.casefold() not in aside)
    return MechanismPart(name or forms[-1], mechanisms, excluded)


def _of_two(query: str, text: str, two: re.Match[str], filters: LigandFilter, species: str | None) -> Plan | None:
    """Return the plan for ligands that act in either of two ways: `TRPV1 agonists and antagonists`."""
    first, second = (
        _reading_of(f"{text[: two.start()]}{two[action]}{text[two.end() :]}", filters, species).mechanisms
        for action in ("one", "other")
    )
    if not (first and second):
        return None
    either = first[0].action.or_(second[0].action)
    mechanisms = tuple(
        msgspec.structs.replace(mechanism, action=either) for mechanism in first if mechanism.action is first[0].action
    )
    return Plan(query=query, mechanisms=mechanisms, filters=filters)


def _within_class(query: str, text: str, filters: LigandFilter) -> Plan | None:
    """Return the plan for the members of a class that act on a target: `ADCs against HER2`, `HER2 ADCs`."""
    match = _OF_CLASS.fullmatch(text)
    words = text.split()
    halves = [(" ".join(words[:end]), " ".join(words[end:])) for end in range(1, len(words))]
    pairs = [(match["name"], match["targets"])] if match else [(last, first) for first, last in halves]
    for name, target in (*pairs, *(halves if not match else ())):
        targets = re.sub("^anti-", "", target)
        # HGNC has CML as an alias of BCR.
        if all(map(_says_no_target, fold.tokens(targets))) or OF_ILLNESS.fullmatch(targets):
            continue
        if _LISTING.search(name) or _LISTING.search(targets):
            continue
        named, _ = _class_in([*_phrases(name)])
        # What follows the name of a mechanism is not a target: `IP receptor agonists PAH`.
        if named and not (named.drug_class.open_names and (name, target) in halves):
            drug_class = named.drug_class
            acting = _planned(query, f"ligands of {targets}", filters)
            if acting is None:
                return None
            aside = (word for word in named.ignored if word not in _LINKING)
            return msgspec.structs.replace(acting, drug_class=drug_class, ignored=(*acting.ignored, *aside))
    return None


def _says_no_target(word: str) -> bool:
    """Return True for a folded word that names no target by itself, such as a letter: `alpha selective`."""
    return len(word) == 1 or word in _SAYING_NO_TARGET or _ROMAN.fullmatch(word) is not None


def _each(forms: Iterable[str], action: str, filters: LigandFilter, species: str | None) -> Iterator[Mechanism]:
    """Yield the mechanisms of one of several targets, without duplicates."""
    phrases = (phrase for name in forms for phrase in _phrases(f"{name} {action}"))
    yield from dict.fromkeys(mechanism for phrase in phrases for mechanism in _mechanisms(phrase, filters, species))


def _reading_of(text: str, filters: LigandFilter, species: str | None = None) -> "_ClassAndMechanisms":
    phrases = [*_phrases(text)]
    named, before = _class_in(phrases)
    mechanisms = (mechanism for phrase in phrases[:before] for mechanism in _mechanisms(phrase, filters, species))
    return _ClassAndMechanisms(named, (*dict.fromkeys(mechanisms),))


def _class_in(phrases: Sequence[_Phrase]) -> tuple[NamedClass | None, int]:
    """Return the class that a phrase names, if any, and the number of phrases that may also be mechanisms."""
    for place, phrase in enumerate(phrases):
        if named := class_queries.class_of(phrase.words, phrase.query):
            left = (word for word in phrases[0].words if word in LEFT_ASIDE and word not in phrase.words)
            return named._replace(ignored=(*left,)), place + named.is_open
    every = (class_queries.qualified_class_of(phrase.words, phrase.query) for phrase in phrases)
    qualified = next(filter(None, every), None)
    return qualified, len(phrases) if qualified is None or qualified.is_open else 0


def _phrases(query: str) -> Iterator[_Phrase]:
    """Yield the query without its article, also with abbreviations in the singular and without words of questions."""
    seen: list[list[str]] = []
    written = query[article.end() :] if (article := _ARTICLE.match(query)) else query
    written = rephrasing.separated(written)
    # GABA-AT is the transaminase, not GABA, and an A-type channel no channel of any type.
    hyphenated = {match.casefold() for match in _HYPHENATED.findall(written)}
    for text in dict.fromkeys((written, PLURAL.sub("", written))):
        whole = fold.tokens(text)
        without_asking = [word for word in whole if word not in ASKING]
        for form in (whole, without_asking, _qualified_first(without_asking), _action_last(whole)):
            if form and form not in seen:
                seen.append(form)
                yield _Phrase(form, fold.without_stop_words(form, except_for=hyphenated), written)


def _qualified_first(words: list[str]) -> list[str]:
    """Return the words with the qualifiers at their end in front: `thrombin inhibitors, direct`."""
    end = len(words)
    while end and words[end - 1] in QUALIFIERS:
        end -= 1
    return [*words[end:], *words[:end]]


def _action_last(words: list[str]) -> list[str]:
    """Return the words with the mode of action in front at the end: `inhibitors of PDE5` are `PDE5 inhibitors`."""
    names = rephrasing.action_at(words, end=False)
    rest = words[len(names) :] if names else []
    return [*_trimmed(rest), *names] if names and rest[:1] != _trimmed(rest)[:1] else words


def _mechanisms(phrase: _Phrase, filters: LigandFilter, species: str | None) -> Iterator[Mechanism]:
    for rest, action in rephrasing.acting(phrase.words):
        unsaid = _OF_ANTIBODIES if action.modes == Mode.ANTIBODY else frozenset[str]()
        content_words = [word for word in rest if word not in SAYING_NOTHING | _LINKING | unsaid] or rest
        plain = [word for word in content_words if word not in QUALIFIERS]
        if action.modes != ANY and plain[:1] == ["anti"]:
            plain = plain[1:]  # the target of an `anti-TNF antibody` is TNF
        # The first word is the target itself, since a mutation follows a name: `KRAS G12C`.
        mutations = [word for before, word in pairwise(plain) if _MUTATION.fullmatch(word) or before == "exon"]
        unmutated = [word for word in plain if word not in mutations]
        meant = map(fold.tokens, meanings(original_spelling(phrase.query, plain) or " ".join(plain)))
        for form in dict.fromkeys(map(tuple, (plain, unmutated, *meant))):
            if not (named := [*form]):
                continue
            whole = next((words for words, other in rephrasing.acting(phrase.whole) if other is action), rest)
            written = (
                original_spelling(phrase.query, named)
                or original_spelling(_ANTI.sub("", phrase.query), named)
                or " ".join(named)
            )
            unqualified = [word for word in rest if word not in QUALIFIERS]
            wholes = dict.fromkeys(original_spelling(phrase.query, words) for words in (rest, unqualified))
            yield Mechanism(
                target=written if fold.is_greek(written) else " ".join(named),
                action=action,
                sure=target_lookup_steps.sure(named, written, *wholes),
                # Names of families may contain stop words, so the family is also looked up by all words.
                exact=target_lookup_steps.exact(named, _trimmed(whole), written),
                words="" if "anti" in action.names or _says_little(plain, written) else written,
                approved=filters.approved_only,
                species=species,
                qualities=tuple(dict.fromkeys(QUALITIES[word] for word in content_words if word in QUALITIES)),
                ignored=(
                    # `rephrasing.separated` has made one word of `G protein-biased`.
                    *("G protein" if word == "gprotein" else word for word in content_words if word in _UNSAID),
                    *(
                        original_spelling(phrase.query, [word]) or word.upper()
                        for word in mutations
                        if word not in named
                    ),
                ),
            )


def _says_little(words: Sequence[str], written: str) -> bool:
    """Return True for a symbol, numbers and single letters, which say too little for a search by words: `beta-17`."""
    # With letters of both alphabets, a symbol is a name like others: `IL-4Rα`, but not `α2δ`.
    is_symbol = len(fold.without_stop_words(words)) == 1 and not (fold.is_greek(written) and _LATIN.search(written))
    return is_symbol or all(len(word) == 1 or word.isdecimal() or word in _GENERIC for word in words)


def _trimmed(words: Sequence[str]) -> list[str]:
    """Drop the stop words before a target."""
    start = next((place for place, word in enumerate(words) if word not in fold.STOP_WORDS | _LINKING | {"binding"}), 0)
    return [*words[start:]]
