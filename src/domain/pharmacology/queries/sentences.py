"""Parsing of questions about one ligand or target, such as `what does imatinib inhibit?`"""

import re
from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from typing import NamedTuple

import msgspec

from biofacts.domain.pharmacology.actions import ACTIONS
from biofacts.domain.pharmacology.ligand_filters import TYPES
from biofacts.domain.pharmacology.ligand_name_parts import FORMS
from biofacts.domain.pharmacology.qualifiers_and_illnesses import (
    ILLNESS,
    LEFT_ASIDE,
    OF_ILLNESS,
    are_qualifiers,
    possible_illness,
)
from biofacts.domain.pharmacology.queries import rephrasing, target_lists
from biofacts.domain.pharmacology.target_groups import spelt_out
from biofacts.domain.search import exclusions, query_words
from biofacts.domain.text import fold, salts_and_acids
from biofacts.domain.text.patterns import late_pattern


class QuestionKind(Enum):
    """The kind of answer that a question wants."""

    RECORD = "record"
    TARGETS = "targets"
    PAIR = "pair"
    LIGANDS = "ligands"
    USES = "uses"
    LIKE = "like"
    METABOLISM = "metabolism"
    PRODRUGS = "prodrugs"


class Question(msgspec.Struct, frozen=True):
    """A question. `about`: the name in it. `action`: the wanted mode of action of ligands (`inhibitor`).

    `target`: the target in a question about a ligand and a target.
    """

    about: str
    wanted: QuestionKind
    action: str = "ligand"
    target: str = ""


_VERB = (
    r"(?:(?:bind|act|target|hit|inhibit|block|work)(?:s|ing)?|bound|(?:is |are )?active"
    r"|(?:activat|antagoni[sz]|agoni[sz]|modulat|potentiat|stimulat)(?:es?|ing))"
)
_PREPOSITION = r"(?:\s+(?:to|on|at|with|through|via|against))?"
_PROTEINS = r"(?:(?:\w+\s)?(?:receptors?|targets?|proteins?|enzymes?|(?:ion )?channels?|transporters?|kinases?|genes?))"
_DRUGS = (
    r"(?:(?:(?:tool|chemical|reference|probe) )*(?:drugs?|ligands?|medicines?|medications?|compounds?|molecules?"
    r"|agents?|substances?|probes?)|anything|something|things?)"
)
_MEASURED = (
    r"(?:p?K[idb]|p?[IE]C ?50|affinit(?:y|ies)|potenc(?:y|ies)|selectivity|activity|binding|liability"
    r"|block(?:ade)?|inhibition)"
)
_PROPERTY = r"(?:selective|specific|active|potent|\w+or|\w*agonist)"
_AGENT = (
    r"(?:(?:(?:partial|full|inverse|biased) )?agonist|antagonist|inhibitor|blocker|modulator|activator|opener|ligand)"
)
_ALIKE = r"(?:analogu?es?|alternatives?|derivatives?|substitutes?|equivalents?|relatives|congeners?)"
_TOWARDS = r"(?:at|for|on|to|of|against|over|towards?|versus|vs)"
_THAT = r"(?:that|which|who)?\s*(?:can\s+)?"
_PLEASE = late_pattern(
    r"(?:(?:hi|hello|hey|please|so|ok(?:ay)?)[\s,]+)*(?:(?:can|could|would|will) you\s+)?(?:please\s+)?", re.I
)
_TAIL = late_pattern(
    r"[\s,]*(?:\s(?:for me|please|thanks|thank you)|\s(?:primarily|mainly|directly|exactly))?[\s?.!]*$", re.I
)
_ARTICLE = late_pattern(r"^(?:(?:the|a|an|drug|medicine|medication|compound|ligand|substance)\s+)+", re.I)
# The first form that matches the whole text counts, so the general ones come last.
_FORMS: tuple[tuple[QuestionKind, str], ...] = (
    (
        QuestionKind.LIKE,
        rf"{_DRUGS} (?:(?:that|which) (?:is|are) )?(?:like|similar to|related to|comparable to|resembling)"
        r" (?P<x>.+)",
    ),
    (QuestionKind.LIKE, rf"(?:\w+ )?{_ALIKE} (?:of|to|for) (?P<x>.+)"),
    (QuestionKind.LIKE, rf"(?P<x>\S.*?)(?: {_ALIKE}|-like(?: {_DRUGS})?)"),
    (
        QuestionKind.METABOLISM,
        rf"(?:{_DRUGS} )?(?:(?:that|which) (?:is|are) )?(?:metaboli[sz]ed|transported|cleared|carried)"
        r" by (?P<x>.+)",
    ),
    (QuestionKind.METABOLISM, r"(?:\w+ )?(?:substrates?|inducers?) (?:of|for) (?P<x>.+)"),
    (QuestionKind.METABOLISM, r"(?:(?:strong|moderate|weak|potent|sensitive) )?(?P<x>.+?) (?:substrates?|inducers?)"),
    (QuestionKind.PRODRUGS, r"pro-?drugs? (?:of|for) (?P<x>.+)"),
    (QuestionKind.PRODRUGS, r"(?P<x>.+?) pro-?drugs?"),
    (
        QuestionKind.USES,
        r"what (?:is|are|does one use) (?P<x>.+?) (?:used|indicated|prescribed|taken|good) (?:for|in)"
        r"(?:\s.*)?",
    ),
    (
        QuestionKind.USES,
        r"(?:what (?:is|are) )?(?:the )?(?:indications?|(?:clinical |medical )?uses?) (?:of|for) (?P<x>.+)",
    ),
    (QuestionKind.USES, r"what (?:does|do) (?P<x>.+?) (?:treat|cure)"),
    (
        QuestionKind.PAIR,
        rf"(?:what (?:is|are) )?(?:the )?(?:\w+ )?{_MEASURED}(?: values?)? of (?P<x>.+?) {_TOWARDS}"
        r" (?P<target>.+)",
    ),
    (QuestionKind.PAIR, rf"(?P<target>[\w-]+) {_MEASURED} of (?P<x>.+)"),
    (
        QuestionKind.PAIR,
        rf"(?:is|are) (?P<x>.+?) (?:a |an )?(?:(?:\w+ly|more|also) )?{_PROPERTY} {_TOWARDS} (?P<target>.+)",
    ),
    (QuestionKind.PAIR, rf"(?:is|are) (?P<x>.+?) an? (?P<target>.+?) {_AGENT}"),
    (QuestionKind.PAIR, rf"(?:does|do|did|can) (?P<x>.+?) (?:also )?{_VERB}{_PREPOSITION} (?P<target>.+)"),
    (
        QuestionKind.TARGETS,
        rf"(?:what|which) {_PROTEINS} (?:does|do|did|is|are|can) (?P<x>.+?) {_VERB}(?:ed|ing)?"
        rf"{_PREPOSITION}",
    ),
    (QuestionKind.TARGETS, rf"(?:what|which) {_PROTEINS} (?P<x>.+?) {_VERB}{_PREPOSITION}"),
    (QuestionKind.TARGETS, rf"(?:what|which) {_PROTEINS} (?:is|are) (?:\w+ed|bound|hit) by (?P<x>.+)"),
    (QuestionKind.TARGETS, rf"(?:what|where|how) (?:does|do|is|are) (?P<x>.+?) {_VERB}(?:ed|ing)?{_PREPOSITION}"),
    (
        QuestionKind.TARGETS,
        rf"(?:(?:what|which) (?:is|are) )?(?:(?:all|the|known|main|primary|molecular|protein|drug) )*"
        rf"{_PROTEINS} (?:of|for|(?:\w+ed|hit|bound) by) (?P<x>.+)",
    ),
    (
        QuestionKind.TARGETS,
        r"(?:what (?:is|are) )?(?:the )?(?:(?:mechanism|mode)s?(?: of action)?|moa|pharmacology"
        r"|interactions?) (?:of|for|with) (?P<x>.+)",
    ),
    (
        QuestionKind.TARGETS,
        r"(?P<x>.+?)(?:'s)? (?:(?:main|primary|molecular|drug) )?(?:targets?|interactions?|mechanism"
        r"(?: of action)?|mode of action|moa|pharmacology)",
    ),
    (
        QuestionKind.LIGANDS,
        rf"(?:(?:what|which|who)(?: {_DRUGS})?|{_DRUGS}) {_THAT}(?P<verb>{_VERB}){_PREPOSITION}"
        r" (?P<x>.+)",
    ),
    (
        QuestionKind.LIGANDS,
        rf"(?:{_DRUGS}|(?P<verb>(?:inhibit|block|activat|antagoni|agoni|modulat)\w+)) "
        r"(?:of|for|against|at|on) (?P<x>.+)",
    ),
    (QuestionKind.LIGANDS, r"(?P<x>.+) (?P<verb>inhibitor|blocker|activator|antagonist|agonist|modulator)s?"),
    (
        QuestionKind.RECORD,
        r"(?:tell (?:me|us) (?:something |more |everything |all )?about"
        r"|(?:give|show) (?:me|us) (?:some |all )?(?:information|details|facts|data) (?:about|on|of|for)"
        r"|(?:some )?(?:information|details|facts) (?:about|of|on)"
        r"|look (?:for|up)|describe|explain|search(?: for)?|find(?: me)?"
        r"|(?:what|who|which)(?: (?:is|are)|'s)|what do (?:you|we) know about"
        r"|i (?:need|want)(?: to know)?(?: (?:some |more )?(?:information|details|facts))?"
        r"(?: (?:about|on))?"
        r"|do you know) (?P<x>.+)",
    ),
)  # fmt: skip
_COMPILED = [(wanted, late_pattern(pattern, re.I)) for wanted, pattern in _FORMS]
_LONGEST = 200

_ASIDE = fold.tokens(
    "dose dosage dosing side effect adverse price cost half life contraindication warning overdose tablet capsule mg"
    " toxicity safety pharmacokinetics brand generic name structure formula"
)
"""Words of questions about medicines that the Guide cannot answer."""
_OF_ACTING = frozenset(
    token for action in ACTIONS for name in action.names if name != "anti" for token in fold.tokens(name)
) | frozenset(token for name in TYPES for token in fold.tokens(name))
"""Words for modes of action and types of ligands, which name nothing by themselves (`partial`, `peptide`, `acting`)."""
_MOST_WORDS, _LONGEST_NAME, _SHORTEST_NAME = 16, 4, 3


def read(text: str) -> Question | None:
    """Parse a question; return None for other texts."""
    if len(text) > _LONGEST:
        return None
    question = spelt_out(_TAIL.sub("", _PLEASE.sub("", " ".join(text.split()), count=1), count=1))
    if " " not in question and "like" not in question.casefold():  # `morphine-like` is a question
        return None
    for wanted, pattern in _COMPILED:
        if (match := pattern.fullmatch(question)) and (about := _ARTICLE.sub("", match["x"], count=1).strip()):
            groups = match.groupdict()
            target = " ".join(
                word for word in (groups.get("target") or "").split() if word.casefold() not in LEFT_ASIDE
            )
            target = _ARTICLE.sub("", target, count=1).strip()
            return Question(about, wanted, rephrasing.noun_of(groups.get("verb") or ""), target)
    return None


_RECEPTORS = late_pattern(r"(?:(?:the|all)\s+)?(?P<bound>\S.*?)\s+receptors?", re.I)


def bound_by(text: str) -> str:
    """Return what the receptors in a query bind, which may not be in a target's name: `prostaglandin E2 receptors`."""
    match = _RECEPTORS.fullmatch(text.strip(" .?!"))
    return match["bound"] if match else ""


def is_sentence(text: str) -> bool:
    """Return True if a text is more than a name: it has words of questions, stop words, or words like `dose`."""
    words = fold.tokens(text)
    return len(words) > 1 and any(_says_nothing(word) for word in words)


def _says_nothing(word: str) -> bool:
    return word in fold.STOP_WORDS or word in query_words.ASKING or word in _ASIDE


def names_in(text: str) -> Iterator[str]:
    """Yield runs of a sentence's words that may be names, the longest first."""
    words = [word.strip(",.;:?!") for word in text.split()][:_MOST_WORDS]
    for length in range(_LONGEST_NAME, 0, -1):
        for start in range(len(words) - length + 1):
            run = words[start : start + length]
            if _may_be_name(run):
                yield " ".join(run)


def _may_be_name(run: list[str]) -> bool:
    tokens = [fold.tokens(word) for word in (run[0], run[-1])]
    if any(not token or _says_nothing(token[0]) for token in tokens) or len("".join(run)) < _SHORTEST_NAME:
        return False
    return any(carries_meaning(token) for word in run for token in fold.tokens(word))


def carries_meaning(token: str) -> bool:
    """Return True for a folded word that may name something, unlike words for kinds, questions and modes of action."""
    return token not in query_words.GENERIC and token not in _OF_ACTING and not _says_nothing(token)


def ends_in_action(text: str) -> bool:
    """Return True for a text that ends in the word for a mode of action."""
    return not _OF_ACTING.isdisjoint(fold.tokens(text)[-1:])


_DOSES = late_pattern(rf"\s+\d[\d.,/-]*(?:\s*(?:{salts_and_acids.UNITS})(?:/\w+)?)?$", re.I)
_BETWEEN = late_pattern(r"\s*(?:[/+&,;]|\s(?:and|or|with|plus|vs\.?|versus)\s)\s*", re.I)
_MOST_LISTED, _SHORTEST_LISTED = 6, 2


def names_of_list(text: str) -> list[str]:
    """Return the parts of a text that may name several things, such as the substances of a product; [] for one name."""
    bare = _DOSES.sub("", text.strip(" ?.!"))
    names = [*filter(None, _BETWEEN.split(bare))]
    names = names if len(names) > 1 or " " in bare else bare.split("-")  # `amoxicillin-clavulanate`
    is_list = 1 < len(names) <= _MOST_LISTED and all(len(name) >= _SHORTEST_LISTED for name in names)
    return names if is_list else []


# Readings without words that no source records


class Shortened(NamedTuple):
    """A query without some of its words. `removed`: those of them that say something, in their original spelling."""

    text: str
    removed: tuple[str, ...]

    def ends_name_in(self, query: str) -> bool:
        """Return True if a word was removed before a letter that belongs to it: `amyloid` of `amyloid β blockers`."""
        letter, before = self.text.split()[0], [word for word in self.removed if not are_qualifiers(fold.tokens(word))]
        return fold.is_letter(letter) and any(f"{word} {letter}" in query for word in before)


_TREATMENT = r"(?:treatments?|therap(?:y|ies)|remed(?:y|ies)|cures?)"
_MEDICINES = r"(?:drugs?|medicines?|medications?)"
_AT_END = late_pattern(rf"\s{ILLNESS}$", re.I)

_FRAME = frozenset(fold.tokens(
    "a am i i'm example list name kind type sort number overview selection option suggest looking tell interested"
    " wondering table"
)) | fold.STOP_WORDS | query_words.ASKING  # fmt: skip
"""Words before the subject of a query (`examples of`); stop words may also be inside of it."""
_ADJECTIVE = late_pattern(
    r"(?:non-?)?[a-z]+(?:-[a-z]+)*(?:ant|ent|ive|[ai]c|al|[a-z]ed|able|ible|ous|ary|ating|ting|-free|-like|-based|ish|like)"
)
_CLAUSE = late_pattern(
    r"(?:for|in|with|from|as|such|like|including|used|to|that|which|when|during|among|under|e\.?g\.?|by|tested|entering"
    r"|reaching|having|whose|due|\(.*)",
    re.I,
)
_NAME = late_pattern(r"(?=.*\d)(?=.*[A-Za-z]).+|.*[A-Z].*[A-Z].*")
_WORD, _PLAIN = late_pattern(r"[A-Za-z]+(?:-[a-z]+)*"), late_pattern(r"[a-z]{4,}(?:-[a-z]+)*")
_SITE = frozenset({"site", "domain", "pocket", "interface", "pseudokinase", "isoform"})
"""Words for a part of a target, which the Guide does not state."""
_NUMBERED = late_pattern(r"(?:type|class|group|phase) (?:[A-D]|[IVX]+)", re.I)
_MOST_ADJECTIVES, _MOST_CLAUSES, _LONGEST_USE = 3, 6, 3

_LIMIT = late_pattern(
    rf"(?:\b(?:with|having)\s+)?(?:\ban?\s+)?\b{_MEASURED}(?:\s+values?)?\s*(?:(?:is|of)\s+)?(?:[<>≤≥]=?|below|above|under|over"
    r"|(?:less|more|lower|higher|greater|better|smaller)\s+than|at\s+(?:least|most))\s*\d[\d.]*\s*(?:[npuµμm]?M\b)?",
    re.I,
)
"""A limit of affinities, which does not filter lists: `pKi > 9`, `with an IC50 below 10 nM`."""
# Not shortened, since what remains would mean the opposite: `reversal agents for DOACs` are not DOACs.
_ANTIDOTES = late_pattern(r"(?:antidotes?|reversal\s+agents?)\s+(?:for|to|of|against)\s+\w+", re.I)
_BY_ACTING = late_pattern(
    rf"(?:{_DRUGS}|{_TREATMENT})\s+(?:(?:that|which|to|for|against|in)\s+)*(?P<effect>\S.*?)\s+"
    rf"(?:(?:that|which|by|through|via)\s+)?(?P<acting>(?:acting|targeting|{_VERB})\b.+)",
    re.I,
)
"""An effect or use, which the Guide does not state, and how it comes about: `drugs that lower lipids by blocking X`."""


def shortened(text: str) -> Iterator[Shortened]:
    """Yield a query without the first words that say nothing, and without adjectives and a clause at its end.

    The fewest words are removed first. Nouns are only removed at the beginning: a serotonin synthesis inhibitor is not
    a serotonin inhibitor. Queries that exclude something are not shortened.
    """
    if exclusions.mentions(text) or target_lists.with_denial(text) != text or _ANTIDOTES.search(text):
        return
    if limit := _LIMIT.search(text):
        rest = f"{text[: limit.start()]} {text[limit.end() :]}".strip(" ,;")
        # A limit in front leaves a place without a noun: `IC50 below 10 nM at JAK2`.
        yield Shortened(f"{'' if limit.start() else 'ligands '}{rest}", (limit[0].strip(),))
    if match := _BY_ACTING.fullmatch(text.rstrip(" .?!")):
        yield Shortened(rephrasing.as_mechanism(f"drugs that {match['acting']}"), (match["effect"],))
    words = [word.strip(",;:?!") for word in text.rstrip(" .?!").split()][:_MOST_WORDS]
    words = [word for word in words if word]
    # Folding turns `alpha` into the article `a`, and `A-type` into two words that say nothing.
    is_frame = [
        _FRAME.issuperset(fold.tokens(word)) and not ("-" in word or fold.is_greek(word) or is_numbered(words, place))
        for place, word in enumerate(words)
    ]
    start = is_frame.index(False) if False in is_frame else 0
    words = words[start:]
    linking = [_CLAUSE.fullmatch(word) is not None for word in words]
    clauses = [place for place in range(1, len(words)) if linking[place] and not linking[place - 1]][-_MOST_CLAUSES:]
    clauses = sorted({*clauses, *_before_use(words)})
    for end in (len(words), *reversed(clauses)):
        remaining = words[:end]
        while len(remaining) > 1 and _is_linking(remaining[-1]):
            remaining.pop()
        places = [place for place in range(len(remaining)) if _is_adjective(remaining, place)][:_MOST_ADJECTIVES]
        first = next((place for place, word in enumerate(remaining) if not _may_be_left_out(word)), len(remaining) - 1)
        # In `price of statins`, the first noun is what the user wants to know.
        is_head = remaining[first : first + 1] and remaining[first].casefold() in _FRAME
        fronts = [] if is_head else [tuple(range(end)) for end in range(1, min(first, _MOST_ADJECTIVES) + 1)]
        for left in dict.fromkeys(((), *((place,) for place in places), tuple(places), *fronts)):
            aside = [remaining[place] for place in left]
            rest = " ".join(word for place, word in enumerate(remaining) if place not in left)
            if rest and rest != text and not _is_linking(rest.rpartition(" ")[2]):
                yield Shortened(
                    rest, (*aside, *([" ".join(words[len(remaining) :])] if len(remaining) < len(words) else []))
                )


def is_numbered(words: Sequence[str], place: int) -> bool:
    """Return True for a word of `type I` and `class A`, where these letters are not words."""
    return any(_NUMBERED.fullmatch(" ".join(words[max(start, 0) : start + 2])) for start in (place - 1, place))


def _before_use(words: Sequence[str]) -> Iterable[int]:
    """Return the places where a use without a preposition may begin: `PTH1 agonists postmenopausal osteoporosis`."""
    ends = range(max(1, len(words) - _LONGEST_USE), len(words))
    if _AT_END.search(" ".join(words)):
        return ends
    is_noun = [_PLAIN.fullmatch(word) and query_words.GENERIC.isdisjoint(fold.tokens(word)) for word in words]
    return [end for end in ends if all(is_noun[end:]) and not _OF_ACTING.isdisjoint(fold.tokens(words[end - 1]))]


def _is_linking(word: str) -> bool:
    """Return True for a word that cannot end a phrase."""
    return _CLAUSE.fullmatch(word) is not None or _FRAME.issuperset(fold.tokens(word))


def _may_be_left_out(word: str) -> bool:
    """Return True for a first word that may say no more than an adjective."""
    return (
        _WORD.fullmatch(word) is not None and word.casefold() not in _FRAME and _OF_ACTING.isdisjoint(fold.tokens(word))
    )


def _is_adjective(words: Sequence[str], place: int) -> bool:
    """Return True for an adjective, a form of a medicine, and a word of a part of a target: `glycine site`."""
    word, *behind = words[place : place + 2]
    is_numbered = word == "type" and bool(behind) and behind[0].isdecimal()
    if not _OF_ACTING.isdisjoint(fold.tokens(word)):
        return False  # a partial agonist is not any agonist
    if word == "release" and not FORMS.intersection(words[max(place - 1, 0) : place]):
        return False  # an inhibitor of release is not any inhibitor
    is_part = not _SITE.isdisjoint((word, *behind))
    return is_numbered or is_part or word.casefold() in FORMS or _ADJECTIVE.fullmatch(word) is not None


def needs_no_action(query: Shortened) -> bool:
    """Return True if the words left out are a limit or a use of medicines: `migraine drugs acting on CGRP`."""
    return bool(query.removed) and all(OF_ILLNESS.search(phrase) or _LIMIT.match(phrase) for phrase in query.removed)


_USED = late_pattern(
    r"(?:(?:that|which)\s+)?(?:are\s+|is\s+)?(?:used|indicated|prescribed|given|to\s+treat"
    r"|raise|increase|elevate|lower|reduce|decrease)\b",
    re.I,
)
"""A use or an effect, in which names are not targets: `raise cGMP`."""


def removed_names(query: Shortened) -> list[str]:
    """Return the removed words that may be names, symbols (`in EGFR mutants`) or nouns, but none of `used in BPH`."""
    return [
        word
        for phrase in query.removed
        if not (_USED.match(phrase) or _LIMIT.match(phrase))
        for word in phrase.split()
        if not OF_ILLNESS.fullmatch(word)
        and (
            _NAME.fullmatch(word)
            or (phrase == word and (_SITE | {"type"}).isdisjoint(query.removed) and not _ADJECTIVE.fullmatch(word))
        )
    ]


# Detection of queries for indications, which the Guide to PHARMACOLOGY does not contain


_ASKED = late_pattern(
    rf"\b(?:{_TREATMENT}\s+(?:for|of|against)\s+\w+"
    # Capitals and digits belong to targets: `drugs for JAK2`.
    rf"|{_MEDICINES}\s+(?:for|against|to\s+treat|used\s+(?:for|in|to\s+treat))\s+(?:(?-i:[a-z'’-]+)\b|{ILLNESS}\b)"
    rf"|\w+\s+(?:for|against|in)\s+(?:\w+\s+)?{ILLNESS}\b"
    r"|(?:treat(?:s|ing)?|cur(?:es?|ing)|prevent(?:s|ing)?|indicated (?:for|in)|used (?:for|to treat))\s+\w+"
    r"|what\s+(?:can|should|could|to|do|does)\s+(?:\w+\s+){0,2}(?:take|use|give|help)\s+(?:for|with|against)\s+\w+"
    rf"|{_ANTIDOTES.pattern}|\w+\s+(?:antidotes?|overdoses?|poisoning)$|\w+\s+(?:{_TREATMENT}|medications?)$|{ILLNESS}\s+{_MEDICINES}$)",
    re.I,
)


def is_about_treatment(query: str) -> bool:
    """Return True if a query is about the treatment of a disease (`drugs for asthma`, `malaria treatment`)."""
    return _ASKED.search(query) is not None or possible_illness(query) != ""


_BEFORE_USE = late_pattern(
    rf".*\b(?:for|against|to\s+treat|treat(?:s|ing)?|cur(?:es?|ing)|prevent(?:s|ing)?|of|in|with)\s+(?:(?:the|an?)\s+)?"
    rf"|\s+(?:{_TREATMENT}|{_MEDICINES})$",
    re.I,
)


def use_in(query: str) -> str:
    """Return the illness of a query about its treatment: `multiple sclerosis` of `drugs for multiple sclerosis`."""
    return _BEFORE_USE.sub("", query.strip(" .?!"))


def wants_medicines(query: str) -> bool:
    """Return True if a query wants the medicines or the treatment for a disease: `drugs for asthma`."""
    return is_about_treatment(query) and _OF_MEDICINES.search(query) is not None


_OF_MEDICINES = late_pattern(rf"\b(?:{_MEDICINES}|{_TREATMENT})\b", re.I)
_OF_CELLS = late_pattern(r"\bCAR(?:[- ](?:T|NK)|[- ]?(?:T|NK)[- ]cells?)\b|\b(?:cell|gene)[- ]therap(?:y|ies)\b", re.I)


def is_of_cells(query: str) -> bool:
    """Return True if a query is about therapies with cells or genes (`CAR-T against CD19`)."""
    return _OF_CELLS.search(query) is not None
