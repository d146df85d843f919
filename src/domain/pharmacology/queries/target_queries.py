"""Queries for targets by what acts on them: `kinases without an approved drug`, `GPCRs with approved agonists`."""

import re

import msgspec

from biofacts.domain.pharmacology import ligand_filters
from biofacts.domain.pharmacology.actions import ACTIONS, ANY, Action
from biofacts.domain.pharmacology.interaction_lists import Pair
from biofacts.domain.pharmacology.ligand_filters import LigandFilter
from biofacts.domain.text import fold
from biofacts.domain.text.patterns import late_pattern


class TargetQuery(msgspec.Struct, frozen=True, kw_only=True):
    """A query for the targets of a class or family on which something acts, or on which nothing acts so.

    `about`: the name of the class or family, "" for all targets. `without`: True for those on which nothing acts so.
    `approved`: only approved ligands count.
    """

    about: str
    action: Action
    approved: bool
    without: bool

    def takes(self, pairs: tuple[Pair, ...]) -> bool:
        """Return True for a target with these ligands."""
        return any(self._counts(one) for one in pairs) is not self.without

    def _counts(self, one: Pair) -> bool:
        if self.approved and not one.approved:
            return False
        wanted = self.action.modes | self.action.also
        return wanted == ANY or bool(one.modes & int(wanted))

    @property
    def words(self) -> str:
        """The condition in words: `an approved inhibitor`."""
        name = "ligand" if self.action.modes == ANY else self.action.names[0]
        return f"{'an approved' if self.approved else 'a'} {name}"


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


def read(query: str) -> TargetQuery | None:
    """Parse a query for targets by what acts on them; return None for other queries."""
    text = " ".join(query.split()).strip(" ?.!")
    for form in (_HAVING, _OF, _APPROVED_TARGETS):
        found = form.fullmatch(text)
        if found and (acting := _acting(found["what"])):
            action, said = acting
            parts = found.groupdict()
            about = parts.get("about") or ""
            return TargetQuery(
                about="" if _ALL.fullmatch(about) else about,
                action=action,
                approved=said.approved_only,
                without=bool(parts.get("without")),
            )
    return None


def _acting(words: str) -> tuple[Action, LigandFilter] | None:
    """Return the mode of action in words, and their filter; None for words with another meaning."""
    rest, said = ligand_filters.read(words)
    action = _ACTIONS.get("".join(fold.tokens(rest)))
    return (action, said) if action and said in (ligand_filters.EVERY, LigandFilter(approved_only=True)) else None
