"""Drug classes by their names in a query, also beside words that the Guide does not record: `oral diuretics`."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import chain
from typing import NamedTuple

from biofacts.domain.pharmacology.actions import ANY, NONE, Mode
from biofacts.domain.pharmacology.qualifiers_and_illnesses import without_qualifiers
from biofacts.domain.pharmacology.queries import rephrasing, target_lookup_steps
from biofacts.domain.pharmacology.queries.drug_class_table import DRUG_CLASSES, DrugClass
from biofacts.domain.pharmacology.queries.target_lookup_steps import SAYING_NOTHING
from biofacts.domain.text import fold


class NamedClass(NamedTuple):
    """A class that a query names. `is_open`: True if other ligands follow its members; `ignored`: the ignored words."""

    drug_class: DrugClass
    is_open: bool
    ignored: tuple[str, ...] = ()


def class_of(words: Sequence[str], written: str) -> NamedClass | None:
    """Return the class that folded words name, with or without words that make no difference (`drug`).

    `written`: the words in their original spelling.
    """
    return _class_called(words, written) or _class_called(_plain(words), written)


def qualified_class_of(words: Sequence[str], written: str) -> NamedClass | None:
    """Return the class that folded words name if qualifiers are ignored: `oral diuretics`."""
    for rest, aside in chain(without_qualifiers(words), without_qualifiers(_plain(words))):
        if named := _class_called(rest, written):
            return named._replace(ignored=(*aside,))
    return None


def whole_class_of(words: Sequence[str], written: str) -> NamedClass | None:
    """Return the class that has all folded words except qualifiers in its name."""
    for rest, aside in chain([(words, list[str]())], without_qualifiers(words)):
        if named := _class_called(rest, written):
            return named._replace(ignored=(*aside,))
    return None


def class_in_plural(text: str) -> DrugClass | None:
    """Return the class without a singular name that a text names in the plural."""
    return _plurals().get(" ".join(text.casefold().split()))


class ClassOnTarget(NamedTuple):
    """A class of medicines that act on one target. `modes`: how they act; `name`: the name that says so."""

    drug_class: DrugClass
    modes: Mode
    name: str


def classes_on(target_names: Iterable[str], wanted: Mode) -> Iterator[ClassOnTarget]:
    """Yield the classes of medicines that act in one of the wanted modes on a target with one of the names.

    A name may be that of a family, too, so what the class acts on must still be compared.
    """
    keys = dict.fromkeys(
        (form, fold.is_greek(name))
        for name in target_names
        for form in _target_forms(target_lookup_steps.words_of(name))
    )
    yield from (of_target for key in keys for of_target in _by_target().get(key, ()) if of_target.modes & wanted)


def _plain(words: Sequence[str]) -> list[str]:
    return [word for word in words if word not in SAYING_NOTHING]


def _class_called(words: Sequence[str], written: str) -> NamedClass | None:
    """Return the class with a folded name. Greek letters must match: a B2 agonist is not a beta-2 agonist."""
    entry = _classes().get(target_lookup_steps.key_of(words))
    return NamedClass(*entry[:2]) if entry and entry[2] == fold.is_greek(written) else None


@cache
def _classes() -> dict[str, tuple[DrugClass, bool, bool]]:
    """Map each name of a class to the class, and to flags for other ligands after its members and for Greek letters.

    Other antibodies that act on the target follow the members of a class of antibodies.
    """
    named = {
        target_lookup_steps.key_of(target_lookup_steps.words_of(name)): (
            drug_class,
            drug_class.type is None and name.endswith(" antibody"),
            fold.is_greek(name),
        )
        for drug_class in DRUG_CLASSES
        for name in drug_class.names
    }
    opened = {
        target_lookup_steps.key_of(target_lookup_steps.words_of(name)): (drug_class, True, fold.is_greek(name))
        for drug_class in DRUG_CLASSES
        for named in drug_class.open_names
        for name in _synonyms(named)
    }
    # A name of a class alone wins over an open name, after which other ligands would follow.
    return opened | named


def _synonyms(name: str) -> Iterator[str]:
    """Yield a name of a class with all names of its target: S1P and sphingosine 1-phosphate receptor modulators."""
    target, _, action = name.rpartition(" ")
    group = target_lookup_steps.group_of(target) if target else None
    yield from (f"{name} {action}" for name in group.names) if group else ()
    yield name


@cache
def _by_target() -> dict[tuple[str, bool], list[ClassOnTarget]]:
    """Map the names of targets in names of classes, folded, to the classes; classes with open names come first."""
    by_target: defaultdict[tuple[str, bool], list[ClassOnTarget]] = defaultdict(list)
    for drug_class in sorted(DRUG_CLASSES, key=lambda each: not each.open_names):
        for name in (*(each for named in drug_class.open_names for each in _synonyms(named)), *drug_class.names):
            words, action = rephrasing.at_end(target_lookup_steps.words_of(name)) or ((), None)
            if action and action.modes not in (ANY, NONE):
                for form in _target_forms(words):
                    by_target[form, fold.is_greek(name)].append(ClassOnTarget(drug_class, action.modes, name))
    return by_target


def _target_forms(words: Sequence[str]) -> Iterator[str]:
    """Yield keys of the folded name of a target, with and without the word `receptor`."""
    yield from filter(None, [target_lookup_steps.key_of(words)])
    if list(words[-1:]) == ["receptor"]:
        yield from filter(None, [target_lookup_steps.key_of(words[:-1])])


@cache
def _plurals() -> dict[str, DrugClass]:
    """Map names in the plural to classes without singular names."""
    return {name.casefold(): drug_class for drug_class in DRUG_CLASSES for name in drug_class.plurals}
