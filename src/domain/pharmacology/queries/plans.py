"""The meaning of a query for ligands: drug classes, targets, modes of action, and filters."""

from collections.abc import Sequence

import msgspec

from biofacts.domain.pharmacology.actions import ANY, Action, Mode
from biofacts.domain.pharmacology.interaction_lists import HUMAN_IN_GUIDE
from biofacts.domain.pharmacology.ligand_filters import EVERY, LigandFilter
from biofacts.domain.pharmacology.qualifiers_and_illnesses import Quality
from biofacts.domain.pharmacology.queries import target_lookup_steps
from biofacts.domain.pharmacology.queries.drug_class_table import DrugClass
from biofacts.domain.pharmacology.queries.target_lookup_steps import Step
from biofacts.domain.text import fold
from biofacts.domain.text.patterns import late_pattern

# Folding keeps the plural `s` of short words, such as abbreviations.
PLURAL = late_pattern(r"(?<=[A-Za-z0-9])s\b")
_MOST_WORDS = 16


class Mechanism(msgspec.Struct, frozen=True, kw_only=True):
    """A target and a mode of action. `target`: its folded name.

    `sure`, `exact`: the steps to find the target by its exact name, and by a folded name; `words`: the text to search
    for if no target has the name, "" for none. `approved`: True to select approved ligands only; `species`: the species
    to whose proteins the list is limited; `qualities`: the qualities of the ligands that come first. `ignored`: the
    ignored words.
    """

    target: str
    action: Action
    sure: tuple[Step, ...] = ()
    exact: tuple[Step, ...]
    words: str = ""
    approved: bool = False
    species: str | None = None
    qualities: tuple[Quality, ...] = ()
    ignored: tuple[str, ...] = ()

    @property
    def may_be_human(self) -> bool:
        """True unless another species is named: medicines are made for humans."""
        return self.species in (None, HUMAN_IN_GUIDE)


class MechanismPart(msgspec.Struct, frozen=True):
    """One of several targets of a query. `mechanisms`: its readings; `excluded`: True if ligands must not act on it."""

    name: str
    mechanisms: tuple[Mechanism, ...]
    excluded: bool = False


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """The plan of an answer: the members of a class, then ligands by mechanism. `mechanisms`: the likeliest first.

    `measure`: the mechanism of a class, used only to order its members. `within`: the plan that selects the members of
    a class by their target, if no mechanism names a target. `filters`: the filters in the arguments and words of the
    query. `excluded`: the names of ligands to leave out; `otherwise`: the plan if these are not ligands; `unwanted`:
    the targets that they may be, for a class. `whole`: True to list all ligands that pass the filters. `parts`: the
    several targets; `alternatives`: True if the ligands act on any of them, False if they act on each. `splits`: other
    readings as several targets, used if no target has the whole name. `over`: the target over which the ligands are to
    be selective. `ignored`: the ignored words; `narrowed`: True if these ask for less or more. `abbreviated`: True if
    the query has an abbreviation of a mechanism. `illness`: a short abbreviation that may be a target or an illness.
    """

    query: str
    drug_class: DrugClass | None = None
    mechanisms: tuple[Mechanism, ...] = ()
    measure: tuple[Mechanism, ...] = ()
    within: "Plan | None" = None
    filters: LigandFilter = EVERY
    excluded: tuple[str, ...] = ()
    otherwise: "Plan | None" = None
    unwanted: tuple[MechanismPart, ...] = ()
    whole: bool = False
    parts: tuple[MechanismPart, ...] = ()
    alternatives: bool = False
    splits: tuple[tuple[MechanismPart, ...], ...] = ()
    over: str = ""
    ignored: tuple[str, ...] = ()
    narrowed: bool = False
    abbreviated: bool = False
    illness: str = ""

    @property
    def denies(self) -> bool:
        """True if the query says what it does not want."""
        return bool(self.excluded or self.filters.denials) or any(part.excluded for part in self.parts)

    @property
    def target(self) -> str:
        """The target of the likeliest reading, in its original spelling if its words are adjacent."""
        if not self.mechanisms:
            return self.query
        first = self.mechanisms[0]
        return first.words or original_spelling(self.query, first.target.split()) or first.target

    @property
    def is_of_antibodies(self) -> bool:
        """True if an antibody is meant in the likeliest reading."""
        return any(mechanism.action.modes == Mode.ANTIBODY for mechanism in self.mechanisms[:1])

    @property
    def is_of_a_kind(self) -> bool:
        """True for the ligands of a whole kind of targets, such as channel blockers."""
        return self.drug_class is None and target_lookup_steps.GENERIC.issuperset(self.target.casefold().split())

    @property
    def words_needed(self) -> frozenset[str]:
        """The target and the word for the action in a query like `GLP-9 agonist` or `agonists of GLP-9`, in any form.

        Empty for `agonist DAMGO`, which describes DAMGO, and if any ligand is meant; for antibodies, only the target.
        """
        target = frozenset(fold.tokens(self.mechanisms[0].target)) if self.mechanisms else frozenset[str]()
        if self.is_of_antibodies:
            return target
        tokens = fold.tokens(self.query)
        action_words = [*tokens[-1:], *(tokens[:1] if fold.STOP_WORDS.intersection(tokens[1:2]) else ())]
        actions = {
            mechanism.action for mechanism in self.mechanisms if mechanism.action.modes not in (ANY, Mode.ANTIBODY)
        }
        actions |= {mechanism.action for mechanism in self.mechanisms if mechanism.action.is_of_binders}
        named = frozenset(action_words).intersection(
            token for action in actions for name in action.names for token in fold.tokens(name)
        )
        return named | target if named else named

    @property
    def says_how(self) -> bool:
        """True for a class, and for ligands that act in a certain way."""
        is_of_class = self.drug_class is not None or self.within is not None
        return is_of_class or any(mechanism.action.modes != ANY for mechanism in self.mechanisms)


def original_spelling(query: str, named: Sequence[str]) -> str:
    """Return the target in its original spelling, "" if its words are not adjacent: folding loses Greek letters."""
    words = [word.strip(",;:?!") for word in query.split()][:_MOST_WORDS]
    for length in range(1, len(words) + 1):
        for start in range(len(words) - length + 1):
            run = " ".join(words[start : start + length])
            for text in (run, PLURAL.sub("", run)):
                if named in (tokens := fold.tokens(text), fold.without_stop_words(tokens)):
                    return text
    return ""
