"""Rephrasing of queries: sentences and abbreviations rewritten as mechanisms, misspelt words, and modes of action."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from biofacts.domain.pharmacology.actions import ACTIONS, Action
from biofacts.domain.pharmacology.qualifiers_and_illnesses import QUALIFIERS
from biofacts.domain.pharmacology.queries import target_lookup_steps
from biofacts.domain.pharmacology.queries.drug_class_table import DRUG_CLASSES
from biofacts.domain.pharmacology.queries.target_lists import ACTION_NAMES
from biofacts.domain.pharmacology.queries.target_lookup_steps import SAYING_NOTHING
from biofacts.domain.pharmacology.target_groups import GROUPS, TARGET_CLASSES
from biofacts.domain.search import spelling
from biofacts.domain.text.patterns import late_pattern

_NOUNS = {
    "inhibitor": r"inhibit\w*|suppress\w*|stop\w*|disabl\w+|silenc\w+|inactivat\w+|interfer\w+ with"
                 r"|(?:shut|turn|switch)\w* (?:down|off)|impair\w*",
    # Compounds `close to` something do not close a channel.
    "blocker": r"block(?:s|ing)?|clos(?:es|ing)|close(?!\s+to\b)",
    "antagonist": r"antagoni[sz]\w+|oppos\w+|counteract\w*",
    "agonist": r"agoni[sz]\w+|mimic\w*",
    "activator": r"activat\w+|(?:turn|switch)\w* on",
    "stimulator": r"stimulat\w+",
    "opener": r"open(?:s|ing)?",
    "potentiator": r"potentiat\w+|enhanc\w+|boost\w*",
    "modulator": r"modulat\w+",
    "degrader": r"degrad\w+|destroy\w*",
    "ligand": r"act(?:s|ing)? (?:on|at|against|through|via)|target(?:s|ing)?|hit(?:s|ting)?",
    "binder": r"bind(?:s|ing)?(?: to)?",
}  # fmt: skip
"""Verbs for what ligands do, by the noun for those that do it."""
_VERBS = "|".join(f"(?P<{noun}>{verbs})" for noun, verbs in _NOUNS.items())
_VERB = late_pattern(_VERBS, re.I)
_ANYTHING = (
    r"(?:(?:all|the|any|some|what|which|known|existing|list|show|give|find|tell|me|us|are|is|do|does|can|there|of|please)\s+)*"
    r"(?:drug|medicine|medication|compound|molecule|agent|substance|chemical|ligand|treatment|therap(?:y|ie)|thing"
    r"|something|anything|what|(?P<endogenous>hormone|(?:neuro)?transmitter|mediator|messenger))s?"
)
_ACTIVITY = r"(?:activity|action|function(?:ing)?|signal+ing|effects?)"
_SENTENCE = late_pattern(
    rf"{_ANYTHING}\s+(?:(?:that|which|to|can|could|may|will)\s+)*(?:\w+ly\s+)?(?:{_VERBS})\s+"
    rf"(?:(?:the\s+)?{_ACTIVITY}\s+of\s+)?(?:the\s+)?(?P<target>.+?)"
    rf"(?:['’]s)?(?:\s+{_ACTIVITY}|\s+from\s+\w+ing)?",
    re.I,
)
_PREVENTED = late_pattern(
    rf"{_ANYTHING.replace('?P<endogenous>', '?:')}\s+(?:(?:that|which|to|can)\s+)*"
    r"(?:prevent|block|inhibit|stop|reduc|lower|decreas|dampen)\w*\s+(?:the\s+)?"
    rf"(?P<what>(?:re-?)?uptake|{_ACTIVITY})\s+of\s+(?:the\s+)?(?P<target>.+)",
    re.I,
)
_HOW = late_pattern(r"(?P<rest>.+?)\s+(?P<most>most\s+)?(?P<how>potent|strong|selective|specific)ly", re.I)
"""An adverb at the end: `what blocks hERG most potently` asks for the most potent blockers."""
_UPTAKE = late_pattern(r"\b(?:re[\s-]?)?uptake\b", re.I)
_OF_EACH = late_pattern(
    r"(?:please\s+)?(?:which|what|any)\s+of\s+(?:(?:these|the(?:\s+following)?|my)\s+)?(?:(?:genes|targets|proteins)[\s:]+)?"
    r"(?P<targets>\S+(?:\s*,\s*(?:and\s+|or\s+)?|\s+and\s+|\s+or\s+).+?)\s+(?:has|have|had|got|are|is)\s+"
    r"(?:(?:an?|any|some|known|targeted|hit|druggable|by)\s+)*(?P<what>[\w\s-]+)",
    re.I,
)
"""A list of targets, and what some of them may have: `which of A, B and C have approved inhibitors`."""

# NaPi-IIb, however, abbreviates no inhibitor.
_INHIBITOR = late_pattern(r"(?<![\w/-])(?=(?:\S*?[A-Z0-9]){2})([A-Za-z0-9][\w/-]*[A-Z0-9α-ω])is?\b(?!-\w*[A-Z0-9])")
# `all-trans RA` and `13-cis-RA` are retinoic acids.
_RECEPTOR_LIGAND = late_pattern(r"(?<=\w)(?<!cis)(?<!trans)(?:[\s-]RAs?|(?<=\d)RAs?|RAs)$")
"""Abbreviations of mechanisms, in which capital letters count."""
_CLASS_LAST = late_pattern(
    rf"(?<=\w)(\s+(?:{ACTION_NAMES})s?),?\s+\(?((?:class|type|isoform)\s+(?:\d|[IV]+)[ab]?)\)?$", re.I
)
_CLASS_FIRST = late_pattern(
    r"\b(?P<of>(?:class|type)\s+(?:\d|[IV]+)[ab]?)[\s-]+(?P<how>(?:selective|specific|preferring)\s+)", re.I
)
_BIAS = late_pattern(r"\b(?:(?:(?:β|beta)[\s-]?)?arrestin|G[\s-]?protein)[\s-]biased\b", re.I)
_HYPHEN = late_pattern(rf"(?<=\w)-(?=(?:(?:{ACTION_NAMES})s?|selective|specific|preferring)\b)", re.I)

_SHORTEST, _SHORTEST_MEANT = 5, 6
_WORD = late_pattern(r"[a-z]+")


def as_mechanism(text: str) -> str:
    """Rewrite a sentence about what acts on targets as a mechanism: `what stimulates X` becomes `X stimulator`."""
    text = _UPTAKE.sub("reuptake", text.strip(" ?.!"))
    if (how := _HOW.fullmatch(text)) and (mechanism := as_mechanism(how["rest"])) != how["rest"]:
        return f"{how['most'] or ''}{how['how']} {mechanism}".replace("most strong ", "strongest ")
    if match := _OF_EACH.fullmatch(text):
        return f"{match['what']} of any of {match['targets']}"
    if match := _PREVENTED.fullmatch(text):
        return f"{match['target']} {'reuptake ' if 'uptake' in match['what'].casefold() else ''}inhibitor"
    if match := _SENTENCE.fullmatch(text):
        noun = next(noun for noun in _NOUNS if match[noun])
        return f"{'endogenous ' if match['endogenous'] else ''}{match['target']} {noun}"
    return text


def noun_of(verb: str) -> str:
    """Return the noun for ligands that do what a verb says: `blocker` for `blocks`; `ligand` for unknown verbs."""
    match = _VERB.match(verb)
    return (match and match.lastgroup) or "ligand"


def without_abbreviations(text: str) -> str:
    """Spell out abbreviations of mechanisms: `BTKi` is a BTK inhibitor, `5-HT3RA` a ligand of the 5-HT3 receptor.

    A class of targets after the mechanism or before `selective` is moved to the target: `HDAC inhibitors, class I`.
    """
    # Functions, since `sub` parses a replacement template at each call, even if nothing matches.
    text = _CLASS_FIRST.sub(lambda match: f"{match['how']}{match['of']} ", text)
    text = _RECEPTOR_LIGAND.sub(" RA", _INHIBITOR.sub(lambda match: f"{match[1]} inhibitor", text))
    return _CLASS_LAST.sub(lambda match: f" {match[2]}{match[1]}", text)


def separated(text: str) -> str:
    """Separate hyphenated words (`PDE5-inhibitors`), and join those for an agonist's bias (`Gprotein biased`)."""
    return _BIAS.sub(_bias, _HYPHEN.sub(" ", text))


def _bias(match: re.Match[str]) -> str:
    """Write the bias of an agonist as one word, which is then ignored: the Guide does not record it."""
    return "arrestin biased" if "arrestin" in match[0].casefold() else "Gprotein biased"


def respelt(text: str) -> tuple[str, dict[str, str]]:
    """Correct misspelt words for modes of action, classes and groups; return the corrections as well.

    A word that may mean several others is not corrected.
    """
    slips = {word: meant for word in text.split() if (meant := _meant(word.strip(",;:?!()")))}
    return " ".join(slips.get(word, word) for word in text.split()), slips


def _meant(word: str) -> str:
    singular = word.casefold().removesuffix("s")
    forms = {word.casefold(), singular}
    if not (word.isalpha() and len(singular) >= _SHORTEST) or spelling.is_symbol(word) or forms & _vocabulary():
        return ""
    near = {meant for form in forms for meant in _by_letter().get(form[0], ()) if spelling.is_one_slip(form, meant)}
    return min(near) if len({meant.removesuffix("s") for meant in near}) == 1 else ""


@cache
def _vocabulary() -> frozenset[str]:
    """Return the words in the names of modes of action, classes and groups."""
    words = (word for name in _names() for word in _WORD.findall(name.casefold()))
    return frozenset(word for word in words if len(word) >= _SHORTEST_MEANT)


@cache
def _by_letter() -> Mapping[str, Sequence[str]]:
    """Return the vocabulary by first letter, which is assumed to be right in a misspelt word."""
    by_letter: defaultdict[str, list[str]] = defaultdict(list)
    for word in _vocabulary():
        by_letter[word[0]].append(word)
    return by_letter


def _names() -> Iterator[str]:
    for action in ACTIONS:
        yield from (*action.names, action.plural)
    for group in (*GROUPS, *TARGET_CLASSES):
        yield from group.names
    for drug_class in DRUG_CLASSES:
        yield from (*drug_class.names, *drug_class.open_names, *drug_class.plurals)


DRUG = frozenset({"drug", "medicine", "agent", "compound"})
_OF_BOTH = frozenset({"channel", "reuptake"})
"""Words of a mode of action that belong to the target's name as well."""
_ACTIONS: dict[tuple[str, ...], tuple[int, Action]] = {}
"""Modes of action, with their place in the table, by the words of their names: the first with a name counts."""
for _place, _action in enumerate(ACTIONS):
    for _name in _action.names:
        _ACTIONS.setdefault((*target_lookup_steps.words_of(_name),), (_place, _action))
_LONGEST_ACTION = max(map(len, _ACTIONS))
_ENDS = {end: frozenset(names[-1 if end else 0] for names in _ACTIONS) for end in (True, False)}
"""The words at the end, and at the start, of the names of modes of action."""


def acting(words: Sequence[str]) -> Iterator[tuple[list[str], Action]]:
    """Yield targets and modes of action: `COX inhibitor` before `inhibitor of COX` and `block COX`."""
    first, last = 0, len(words)
    while last > 1 and words[last - 1] in SAYING_NOTHING:
        last -= 1  # drop the last word of `kinase inhibitor drugs`
    while first < last - 1 and words[first] in DRUG:
        first += 1  # drop the first word of `drugs that block hERG`
    for form in dict.fromkeys((tuple(words[first:last]), tuple(words))):
        if reading := _around(form):
            yield reading
        if reading := _at(form, end=True) or _at(form, end=False):
            yield reading
    # `endogenous ligands of GPR35`: qualifiers before the action belong to it.
    start = next((place for place, word in enumerate(words) if word not in QUALIFIERS), 0)
    if at_start := _at([*words[start:], *words[:start]], end=False):
        yield at_start


def at_end(words: Sequence[str]) -> tuple[list[str], Action] | None:
    """Return the target and the mode of action of a name that ends with the action: `COX inhibitor`."""
    return _at(words, end=True)


def _around(words: Sequence[str]) -> tuple[list[str], Action] | None:
    """Return the target and the action with one word before the target: `partial D2 agonist`, `biased mu agonist`."""
    for start, word in enumerate(words[:-2]):
        names = (word, words[-1])
        if names in _ACTIONS and word not in _OF_BOTH:
            return [*words[:start], *words[start + 1 : -1]], _ACTIONS[names][1]
        if word not in QUALIFIERS:
            return None
    return None


def _at(words: Sequence[str], *, end: bool) -> tuple[list[str], Action] | None:
    """Return the action at the end or the start of words, and the words of its target."""
    if (names := action_at(words, end=end)) is None:
        return None
    rest = words[: -len(names)] if end else words[len(names) :]
    return [*rest, *(word for word in names if word in _OF_BOTH)], _ACTIONS[names][1]


def action_at(words: Sequence[str], *, end: bool) -> tuple[str, ...] | None:
    """Return the words of a mode of action at one end; of several, the first in the table, in its longest form."""
    if not words or words[-1 if end else 0] not in _ENDS[end]:  # most names
        return None
    lengths = range(1, min(_LONGEST_ACTION + 1, len(words)))
    runs = (tuple(words[-length:] if end else words[:length]) for length in lengths)
    actions = (run for run in runs if run in _ACTIONS)
    return min(actions, key=lambda name: (_ACTIONS[name][0], -len(name)), default=None)
