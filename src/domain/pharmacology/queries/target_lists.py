"""Lists of targets in a query: `dual GIP/GLP-1 agonist`, `5-HT1B/1D agonists`, `SERT but not NET`, `EGFR or HER2`."""

import re
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise, takewhile
from typing import NamedTuple

import msgspec

from biofacts.domain.pharmacology import ligand_filters
from biofacts.domain.pharmacology.actions import ACTIONS, ANY, Action
from biofacts.domain.pharmacology.interaction_lists import Pair
from biofacts.domain.pharmacology.ligand_filters import LigandFilter
from biofacts.domain.search import exclusions
from biofacts.domain.text import fold
from biofacts.domain.text.clean import enumerated
from biofacts.domain.text.patterns import late_pattern

_MOST_NAMES = 12
_PAIR = 2
_FEWEST_ALTERNATIVES = 3
"""The lowest number of targets in a list that are alternatives: hardly any ligand acts on all of three."""


class TargetList(NamedTuple):
    """Several targets, and the word for what acts on them. `action`: that word, in the singular.

    `names`: the names of each target in all possible forms, the likeliest first. `excluded`: the names of targets on
    which ligands must not act, with `in_any_way` in no way at all. `alternatives`: True if the ligands act on any of
    the targets, False if they act on each.
    """

    action: str
    names: tuple[tuple[str, ...], ...]
    excluded: tuple[tuple[str, ...], ...] = ()
    alternatives: bool = False
    in_any_way: bool = False


ACTION_NAMES = "|".join(
    re.escape(name).replace(r"\ ", r"[\s-]+")
    for name in sorted((name for action in ACTIONS for name in action.names if name != "anti"), key=len, reverse=True)
)
"""A pattern of the words for modes of action."""

_BOTH = (
    r"(?:(?:dual|double|triple|tri|bi|co|combined|mixed|both|each)[\s-]+|all\s+(?:(?:three|four|five)\s+)?(?:of\s+)?)"
)
_EITHER = r"(?:(?:either|any)\s+(?:of\s+)?)"
_OF_LIGANDS = late_pattern(rf"\b(?:{ACTION_NAMES})s$", re.I)
_HAS_BOTH = late_pattern(rf"\b{_BOTH}", re.I)
_HAS_EITHER = late_pattern(rf"\bor\b|\b{_EITHER}", re.I)
_ACTION_AT_END = late_pattern(
    rf"(?:{_BOTH}|{_EITHER})?(?P<targets>.+?)[\s-]+(?:{_BOTH})?(?P<action>{ACTION_NAMES}|antibodie)s?", re.I
)
_ACTION_AT_START = late_pattern(
    rf"(?:\w+\s+){{0,3}}?(?:{_BOTH})?(?P<action>{ACTION_NAMES}|antibodie)s?\s+"
    # `drugs that act on`, but not `drugs that block`, which has an action of its own.
    r"(?:(?:(?:that|which)\s+)?(?:act|acting|active|bind|binding|target|targeting|directed|hit|hitting"
    r"|(?:with|have|having)\s+(?:activity|affinity))\s+)?(?!that\b|which\b)"
    r"(?:(?:of|at|on|for|to|against)\s+)?"
    rf"(?:{_BOTH}|{_EITHER})?(?P<targets>.+)",
    re.I,
)
_BY_ACTION = r"(?:(?:inhibit|block)(?:s|ing)?|(?:activat|antagoni[sz]|agoni[sz]|modulat)(?:es?|ing))"
_ANYHOW = (
    r"(?:(?:hit|bind|act|affect|target|touch|interact)(?:s|t?ing)?"
    r"|activity|affinity|binding|effects?|potency|liability)"
)
_PREPOSITION = r"(?:\s+(?:on|at|to|with|for|against|of|towards?))?"
_DENIAL = late_pattern(
    r"(?P<wanted>.+?),?\s+(?:(?:but|and|while|yet)\s+)?(?:(?:that|which)\s+)?(?:also\s+)?"
    rf"(?:(?:do|does)(?:\s+not|n['’]t)\s+(?:also\s+)?(?:(?P<action>{_BY_ACTION})|{_ANYHOW}){_PREPOSITION}"
    rf"|(?:without|not)\s+(?:also\s+)?(?P<by_action>{_BY_ACTION})"
    rf"|(?:spar(?:es?|ing)|lack(?:s|ing)?|avoid(?:s|ing)?|devoid\s+of|(?<!with\sor\s)without"
    # `Class A Orphans with no pharmacology` is the name of a family.
    rf"|(?:with|have|has|having)\s+(?:no|little)(?=.*\b{_ANYHOW}\b))"
    rf"(?:\s+(?:any\s+)?{_ANYHOW}{_PREPOSITION})?)\s+"
    rf"(?P<unwanted>(?!the\b)\S.*?)(?:\s+{_ANYHOW})?[\s?.!]*",
    re.I,
)
_SPARING = late_pattern(r"(?P<unwanted>\S+)[\s-]+sparing\s+(?P<wanted>.+)", re.I)
_ANY_LIGAND = "ligands of "
_SELECTIVE = late_pattern(r"\b(?:selectiv|specific|prefer)", re.I)
_OVER = late_pattern(
    r"(?P<wanted>.+?)(?P<selective>,?\s+(?:with\s+)?(?:selectiv(?:e|ely|ity)|specific(?:ity)?|prefer(?:ring|ence)))?"
    r"\s+(?:over|versus|vs\.?|compared\s+(?:to|with)|relative\s+to|rather\s+than)\s+(?P<over>\S.*?)[\s?.!]*",
    re.I,
)
_NUMBERS = {"dual": 2, "double": 2, "both": 2, "bi": 2, "co": 2, "triple": 3, "tri": 3}
_NUMBERED = late_pattern(rf"\b(?P<number>{'|'.join(_NUMBERS)})[\s-]+", re.I)
_WORDS = r",\s*(?:and/or|and|or)\b|,|\b(?:and/or|and|or)\b|\bas\s+well\s+as\b"
_AND = late_pattern(rf"\s*(?:/|\+|&|{_WORDS})\s*", re.I)
_IN_WORDS = late_pattern(_WORDS, re.I)
_GREEK_END = late_pattern(rf"{fold.greek_letter()}$", re.I)
_NAME = late_pattern(r"[A-Z]\d.*")
_MEMBER = late_pattern(r"\d*[A-Z]?\d*(?:\.\d+)?", re.I)
# Behind the last of several shortened names: `endothelin A and B receptor`.
_KINDS = frozenset({"channel", "kinase", "receptor", "transporter"})
_SYMBOL = late_pattern(r"\S*[A-Z]\S*[A-Z\d]\S*")
# `FGFR1-3`; but `IL-1`, `14-3-3` and `BCL-2-like` are not ranges.
_RANGE = late_pattern(r"(?<![\w-])(?P<name>[A-Za-z](?:[\w-]*[A-Za-z])?)(?P<first>\d)\s?[-–]\s?(?P<last>\d)(?![\w-])")
_INTERACTION = late_pattern(
    r"(?<!\S)(?P<one>[\w-]+?)(?:\s?[-–:/]\s?|(?<=(?-i:[A-Z0-9]))\s(?=(?-i:\S*[A-Z0-9])))(?P<other>[\w-]+)"
    r"\s+(?:protein[-\s]protein\s+)?(?:interactions?|PPI)\b",
    re.I,
)
"""The binding of two proteins to each other, which a ligand of either may prevent."""
_PATHWAY = late_pattern(r"\w[\s-]+pathways?\b", re.I)
_FUSION = late_pattern(r"(?<![\w-])(?P<one>[A-Z][A-Z\d]{2,})(?:-|::?)(?P<other>[A-Z][A-Z\d]{2,})(?:\s+fusions?)?(?!\S)")
"""A fusion of two genes, of which one encodes the target: `EML4-ALK`."""


def read(text: str) -> TargetList | None:
    """Return the targets of a query that names several; None for a query with one target."""
    text = text.strip(" ?.!")
    denial = exclusions.read(text)
    wanted, unwanted = (_spelt_out(denial.wanted), denial.names) if denial else (_spelt_out(text), [])
    ends = [(_ACTION_AT_END.fullmatch(name), name) for name in unwanted]
    forms = [*_forms_of(wanted)]
    if not forms and ends and (last := ends[-1][0]):  # `SERT but not NET inhibitors`
        forms = [*_forms_of(f"{wanted} {last['action']}")]
    if not forms and unwanted and _SYMBOL.fullmatch(wanted):  # `SERT but not NET`
        forms = [("ligand", wanted)]
    denied = [without_ligands_of(match["targets"] if match else name) for match, name in ends]
    excluded = [name for denied_name in denied for name in _split_names(_spelt_out(denied_name))]
    for action, targets in forms:
        # In `D2 antagonist and H1 antagonist`, each name has the word for the action.
        names = [tuple(name.removesuffix(f" {action}") for name in forms) for forms in _split_names(targets)]
        if any(_OF_LIGANDS.search(name) for forms in names for name in forms):
            return None  # `ACE inhibitors or beta blockers` is a list of ligands
        if 1 < len(names) + len(excluded) <= _MOST_NAMES and names:
            return TargetList(
                action=action,
                names=tuple(_forms(forms, names[-1][0]) for forms in names),
                excluded=tuple(_forms(forms, names[-1][0]) for forms in excluded),
                alternatives=len(names) > 1 and _are_alternatives(wanted, targets, len(names)),
                in_any_way=any(name.startswith(_ANY_LIGAND) for name in unwanted),
            )
    return None


def _spelt_out(text: str) -> str:
    """Expand a range (`FGFR1-3`) into its targets, and an interaction or fusion (`EML4-ALK`) into its partners."""
    return _FUSION.sub(_either, _INTERACTION.sub(_either, _RANGE.sub(_each_number, text)))


def _either(match: re.Match[str]) -> str:
    return f"{match['one']} or {match['other']}"


def _each_number(match: re.Match[str]) -> str:
    """Spell out a range of numbered targets: `FGFR1-3` is FGFR1, FGFR2 or FGFR3."""
    numbers = range(int(match["first"]), int(match["last"]) + 1)
    return any_of([f"{match['name']}{number}" for number in numbers]) if len(numbers) > 1 else match[0]


def narrowing(text: str) -> Iterator[str]:
    """Yield words that ask for less or more than the ligands of a target, which the Guide does not record."""
    yield from ["interaction"] if _INTERACTION.search(text) else []
    yield from ["pathway"] if _PATHWAY.search(text) else []


def side_by_side(text: str) -> Iterator[TargetList]:
    """Yield the readings of a query that names its targets one after the other: `dual KIT PDGFRA inhibitors`."""
    numbered = _NUMBERED.search(text)
    form = next(_forms_of(_NUMBERED.sub("", text.strip(" ?.!"))), None) if numbered else None
    if numbered is None or form is None:
        return
    action, words = form[0], form[1].split()[:_MOST_NAMES]
    for cuts in combinations(range(1, len(words)), _NUMBERS[numbered["number"].casefold()] - 1):
        ends = (0, *cuts, len(words))
        names = [" ".join(words[start:end]) for start, end in pairwise(ends)]
        yield TargetList(action=action, names=tuple(_forms((name,), names[-1]) for name in names))


def _forms_of(query: str) -> Iterator[tuple[str, str]]:
    """Yield the word for the action, in the singular, and the targets of a query."""
    for form in (_ACTION_AT_END, _ACTION_AT_START):
        if match := form.fullmatch(query):
            # The patterns take the `s` of `antibodies`, so that the match ends in `antibodie`.
            yield match["action"].replace("odie", "ody"), match["targets"]


def with_denial(text: str) -> str:
    """Rewrite what a query excludes as `but not`: `JAK1 inhibitors that spare JAK2`."""
    if len(text.split()) == 1:
        return text
    if match := _DENIAL.fullmatch(text):
        any_ligand = "" if match["action"] or match["by_action"] else _ANY_LIGAND
    elif match := _SPARING.fullmatch(text):
        any_ligand = _ANY_LIGAND
    else:
        return text
    return f"{match['wanted']} but not {any_ligand}{match['unwanted']}"


def without_ligands_of(name: str) -> str:
    """Return the target of `ligands of JAK2`; other names are returned unchanged."""
    return name.removeprefix(_ANY_LIGAND)


def without_comparison(text: str) -> tuple[str, str]:
    """Split a query into its ligands and the target over which they are selective, "" in most queries."""
    match = _OVER.fullmatch(text) if _SELECTIVE.search(text) else None
    if match is None:
        return text, ""
    return f"{'selective ' if match['selective'] else ''}{match['wanted']}", match["over"]


def each_of(names: Sequence[str]) -> str:
    """Name several targets on all of which a ligand acts: `both A and B`."""
    both = {1: "", _PAIR: "both "}.get(len(names), "all of ")
    return f"{both}{enumerated(names)}"


def any_of(names: Sequence[str]) -> str:
    """Name several targets on any of which a ligand acts: `A, B or C`."""
    return enumerated(names, "or")


def _are_alternatives(query: str, names: str, number: int) -> bool:
    if _HAS_EITHER.search(query):
        return True
    is_enumerated = _IN_WORDS.search(names) is not None
    return is_enumerated and number >= _FEWEST_ALTERNATIVES and not _HAS_BOTH.search(query)


def _split_names(names: str) -> list[tuple[str, ...]]:
    """Split a list of targets, of which later ones may be shortened: `5-HT1B/1D`, `PPAR alpha/gamma`.

    Each target gets all forms that its name may have: after `CB1`, `H3` is a name of its own if there is no CH3.
    """
    targets: list[tuple[str, ...]] = []
    for name in filter(None, _AND.split(names.removeprefix("the "))):
        completed = _completed(name, targets[-1][0]) if targets else name
        targets.append((completed, name) if completed != name and _NAME.fullmatch(name) else (completed,))
    return targets


def _completed(name: str, before: str) -> str:
    """Complete a shortened name with the beginning of the name before it."""
    first, _, rest = name.lstrip("-–").partition(" ")
    if rest and not _KINDS.issuperset(rest.casefold().split()):
        return name
    completed = _completed_word(first, before)
    return f"{completed} {rest}".rstrip() if completed != first else name


def _completed_word(name: str, before: str) -> str:
    *words, last = before.split()
    if name in fold.ARABIC and last in fold.ARABIC:  # `topoisomerase I and II`
        return " ".join((*words, name))
    if _GREEK_END.fullmatch(name) and (end := _GREEK_END.search(before)):
        return before[: end.start()] + name
    if _MEMBER.fullmatch(name):
        # The name replaces an end of the same shape: `1D` that of `5-HT1B`, `7.3` that of `Kv7.2`.
        shape = re.sub(r"\d+", r"\\d+", re.sub("[A-Z]", "[A-Z]", re.sub("[a-z]", "[a-z]", name)))
        if end := re.search(rf"(?:{shape})$", before):
            return before[: end.start()] + name
    return name


def _forms(names: Sequence[str], last: str) -> tuple[str, ...]:
    """Return names with the last words of the last name, and without: `mu and kappa opioid receptor`."""
    return tuple(dict.fromkeys(form for name in names for form in (*_with_end(name, last), name)))


def _with_end(name: str, last: str) -> Iterator[str]:
    words = last.split()
    if name == last or words[-1].casefold() in name.casefold().split():
        return
    # `orexin 1` gets the end of `orexin 2 receptor`.
    shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(name.split(), words, strict=False)))
    for start in range(shared + 1, len(words)):
        yield " ".join((name, *words[start:]))


class TargetQuery(msgspec.Struct, frozen=True, kw_only=True):
    """A query for the targets of a class or family on which certain ligands act, or on which none of these act.

    `about`: the name of the class or family, "" for all targets. `action`, `ligands`: the mode of action and the filter
    of the ligands that count. `without`: True for targets on which none of these ligands act.
    """

    about: str
    action: Action
    ligands: LigandFilter
    without: bool

    def takes(self, pairs: tuple[Pair, ...]) -> bool:
        """Return True if a target with these ligands meets the condition."""
        return any(self._counts(pair) for pair in pairs) is not self.without

    def _counts(self, pair: Pair) -> bool:
        if self.ligands.approved_only and not pair.approved:
            return False
        wanted = self.action.modes | self.action.also
        return wanted == ANY or bool(pair.modes & int(wanted))

    @property
    def words(self) -> str:
        """The condition in words: `an approved inhibitor`."""
        name = "ligand" if self.action.modes == ANY else self.action.names[0]
        return f"{'an approved' if self.ligands else 'a'} {name}{self.ligands.unstated}"


_WITHOUT = r"without|lacking|that lack|with no|(?:that |which )?(?:have|has) no|(?:that |which )?(?:do not|don't) have"
_WITH = r"with|having|(?:that |which )?(?:have|has)"
_BY = r"(?:that are |which are )?(?:targeted|hit|bound|blocked|inhibited|activated|drugged) by"
_HAVING = late_pattern(
    rf"(?:(?:all|which|what|the|list|show me)\s+)*(?P<about>.+?)\s+(?:(?P<without>{_WITHOUT})|{_WITH}|{_BY})\s+"
    r"(?:(?:a|an|any|some|known|yet)\s+)*(?P<what>[\w\s-]+?)",
    re.I,
)
_OF = late_pattern(r"(?:all\s+)?(?:the\s+)?(?:drug\s+)?targets\s+of\s+(?P<what>[\w\s-]+?)", re.I)
_APPROVED_TARGETS = late_pattern(r"(?:all\s+)?(?:the\s+)?(?P<what>approved\s+drug)\s+targets?", re.I)
_ALL = late_pattern(r"(?:drug\s+)?(?:targets?|proteins?)", re.I)
_ACTIONS = {"".join(fold.tokens(name)): action for action in ACTIONS for name in action.names if name != "anti"}


def target_query(query: str) -> TargetQuery | None:
    """Parse a query that asks for targets by what acts on them; return None for any other."""
    text = " ".join(query.split()).strip(" ?.!")
    for form in (_HAVING, _OF, _APPROVED_TARGETS):
        match = form.fullmatch(text)
        if match and (acting := _acting(match["what"])):
            action, filters = acting
            parts = match.groupdict()
            about = parts.get("about") or ""
            return TargetQuery(
                about="" if _ALL.fullmatch(about) else about,
                action=action,
                ligands=filters,
                without=bool(parts.get("without")),
            )
    return None


def _acting(words: str) -> tuple[Action, LigandFilter] | None:
    """Return the mode of action and the filter that words mean; None for words with another meaning."""
    rest, filters = ligand_filters.read(words)
    action = _ACTIONS.get("".join(fold.tokens(rest)))
    is_known = filters in (ligand_filters.EVERY, LigandFilter(approved_only=True, by_agency=filters.by_agency))
    return (action, filters) if action and is_known else None
