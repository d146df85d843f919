"""Detection of exclusions in queries, in many phrasings: `caspases except CASP3`, `excluding aspirin, NSAIDs`."""

import re
from functools import lru_cache
from typing import NamedTuple

from biofacts.domain.search.query_words import ASKING
from biofacts.domain.text import fold
from biofacts.domain.text.patterns import late_pattern


class Denial(NamedTuple):
    """A query with an exclusion. `wanted`: the text of what to find, possibly empty; `unwanted`: what to exclude."""

    wanted: str
    unwanted: str

    @property
    def names(self) -> list[str]:
        """The names in `unwanted`, as a list."""
        # `approved antibodies but not withdrawn ones`.
        return [name for part in _BETWEEN.split(self.unwanted) if (name := part.strip().removesuffix(" ones"))]

    def words_of_names(self, query: str) -> set[str]:
        """Return the words of the exclusion itself that may be part of a name: `Ras like without CAAX 1`."""
        return {*fold.tokens(query)} - {*fold.tokens(f"{self.wanted} {self.unwanted}")} - fold.STOP_WORDS - ASKING


_SURE = (
    r"excl\.?|except(?:ing)?(?:\s+for)?|excluding|(?:leav|miss)ing\s+(?:out|aside)|omitting|skipping|ignoring|besides?"
    r"|barring|minus|save\s+for"
    r"|(?:apart|aside)\s+from|other\s+than|rather\s+than|instead\s+of|in\s+place\s+of|with\s+the\s+exception\s+of"
    r"|(?<!with\sor\s)without|w/o(?:ut)?|lacking"  # `with or without aspirin` excludes nothing
)
_COMMANDS = (
    r"exclude|omit|skip|ignore|drop|remove|leave\s+out|forget(?:\s+about)?|never\s+mind|nothing(?!\s+(?:but|else)\b)"
)
# NO is a substance, `No.` precedes numbers (`Yellow No. 5`), and `with no pharmacology` is part of a family's name.
_NO = r"(?:(?-i:NOT|[Nn](?:ot|o(?!\.?\s*\d)))|never|nor)(?!\s*\.|\s+(?:only|just|yet)\b)"
_AFTER = r"(?:(?:any|the|in|at|on|from|about|of|for|with|involv\w+|contain\w*|includ\w+|related\s+to)\s+)*"
# `bar` and `save` count only in small letters: `BAR domain proteins` excludes nothing.
_BETWEEN_PARTS = (
    rf"(?:(?:but|and|or|yet|though)\s+)?(?:(?:that|which|who|and|but|yet)\s+(?:are|is|do|does)(?:\s+not|n['’]t)|{_SURE}|(?-i:bar|save)"
    rf"|(?<!with\s){_NO})"
)
_MIDDLE = late_pattern(
    rf"(?P<wanted>\S.*?)(?:(?:\s*[,;:]|\s+(?:but|and|please))\s*(?:(?:but|and)\s+)?(?:please\s+)?(?:{_COMMANDS})"
    rf"|,?\s+{_BETWEEN_PARTS})"
    rf"\s+{_AFTER}(?P<unwanted>\S.*)",
    re.I,
)
_FRONT = late_pattern(
    rf"(?:please\s+)?(?:{_SURE}|{_COMMANDS}|{_NO})\s+{_AFTER}(?P<unwanted>\S.*?)"
    r"\s*[,;:]\s*(?:(?:but|just|only|all|the|any|show\s+me|give\s+me|list|others?|find)\s+)*(?P<wanted>\S[^,;]*)",
    re.I,
)
_ALONE = late_pattern(
    rf"(?:(?:(?:any|every)thing|all)\s+(?:but|{_SURE}|that\s+is\s+not)|nothing(?!\s+but\b)(?:\s+\w+ing)?|{_SURE}|{_NO})\s+{_AFTER}"
    r"(?P<unwanted>\S.*)",
    re.I,
)
_ALL_BUT = late_pattern(r"(?:any|every|all)\s+(?P<wanted>\S.*?)\s+but\s+(?!not\b|no\b)(?P<unwanted>\S.*)", re.I)
# Before a general word for drugs, a hyphen does not exclude: `-olol drugs` are drugs whose names end in `olol`.
_AT_START = late_pattern(
    r"-(?P<unwanted>[A-Za-z][\w-]{2,})\s+(?P<wanted>(?!(?:drug|medicine|compound|ligand|agent|name)s?$)\S.*)"
)
_AT_END = late_pattern(
    r"(?P<wanted>\S.*?)(?:\s*,|\s+(?:with|and))\s+(?P<unwanted>[^,]+?)\s+(?:(?:is|are|being)\s+)?"
    r"(?:excluded|excepted|omitted|removed|aside|left\s+out|not\s+included)",
    re.I,
)
# Only `non-` before an organism or a symbol excludes; `non-small cell` and others may be part of a name.
_NON = late_pattern(
    r"(?P<before>.*?)[\s(]*\bnon[- ](?P<unwanted>(?-i:[A-Z]+[A-Z\d]+)|human|mouse|rat|yeast)\b\)?\s*(?P<after>.*)", re.I
)
# A hyphen excludes only after a longer word: `non -small`, `TGF -beta` and `IL -6` are slips in spacing.
_HYPHEN = late_pattern(r"(?P<wanted>.*[A-Za-z]{5,})\s+-(?P<unwanted>[A-Za-z][\w-]{2,}(?:\s+-[A-Za-z][\w-]{2,})*)")
_IN_BRACKETS = late_pattern(r"\s*[(\[{]\s*(?P<inside>[^()\[\]{}]*)\s*[)\]}]\s*(?P<behind>.*)")
_BETWEEN = late_pattern(
    rf"\s*[,;]\s*(?:(?:and|or)\s+)?(?:{_NO}\s+)?|\s+(?:and|or)\s+(?:{_NO}\s+)?|\s+-(?=[A-Za-z])", re.I
)
_LIGANDS = late_pattern(r"(?:drug|medicine|compound|ligand|\w+ist|\w+tor|\w+ker|\w+ner)s", re.I)
_THERE = late_pattern(
    r"(?P<name>\S.*?)\s+(?P<there>(?:(?:acting\s+)?(?:at|on|against)|(?:that|which|for|of))\s+\S.*)", re.I
)
"""The pattern of an unwanted name before the rest of what is wanted: `ligands other than dopamine at D2`."""
_ANY = late_pattern(rf"\b(?:{_SURE}|{_COMMANDS}|excluded|excepted|(?<!with\s){_NO}\s)", re.I)
_ENDS = " ,;:?!.-–"


@lru_cache(maxsize=64)  # a search parses its query several times
def read(query: str) -> Denial | None:
    """Parse the exclusion in a query; return None if it has none. Names may contain the same words."""
    text = query.strip().rstrip(_ENDS)
    if (match := _IN_BRACKETS.search(text)) and (inside := _in_brackets(match["inside"])):
        return Denial(f"{text[: match.start()]} {match['behind']}".strip(_ENDS), inside)
    if (match := _NON.fullmatch(text)) and _names_something(wanted := f"{match['before']} {match['after']}".strip()):
        return Denial(wanted, match["unwanted"])
    for form in (_FRONT, _ALONE, _AT_START, _ALL_BUT, _AT_END, _MIDDLE, _HYPHEN) if len(text.split()) > 1 else ():
        match = form.fullmatch(text)
        if match is None or not _names_something(match["unwanted"]):
            continue
        wanted = (match.groupdict().get("wanted") or "").strip(_ENDS)
        unwanted = match["unwanted"].strip(_ENDS)
        if _LIGANDS.fullmatch(wanted) and (there := _THERE.fullmatch(unwanted)):
            wanted, unwanted = f"{wanted} {there['there']}", there["name"]
        is_greek = form is _HYPHEN and (fold.is_greek(wanted.split()[-1]) or fold.is_greek(unwanted))
        if not is_greek:
            return Denial(wanted if _names_something(wanted) else "", unwanted)
    return None


def mentions(text: str) -> bool:
    """Return True if a text contains words that may exclude something."""
    return _ANY.search(text) is not None


def _in_brackets(inside: str) -> str:
    """Return what a text in brackets excludes (`not IL6`, `IL6 excluded`), or an empty string."""
    match = _MIDDLE.fullmatch(f"all, {inside}") or _AT_END.fullmatch(f"all, {inside}")
    return match["unwanted"] if match and _names_something(match["unwanted"]) else ""


def _names_something(text: str) -> bool:
    return not (fold.STOP_WORDS | ASKING).issuperset(fold.tokens(text))
