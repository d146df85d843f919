"""Steps to find the targets that a query names: by the exact name, by a folded name, or by words."""

import re
from collections.abc import Iterable, Iterator, Sequence
from enum import Enum

import msgspec

from biofacts.domain.genes import families
from biofacts.domain.pharmacology import selectors
from biofacts.domain.pharmacology.target_groups import GROUPS, TARGET_CLASSES, TargetGroup, may_begin, without_generic
from biofacts.domain.text import fold
from biofacts.domain.text.patterns import late_pattern


class NameForm(Enum):
    """The kind of name by which a step selects targets.

    ANY_NAME: any name; MAIN_NAME: a main name, which other targets may have as a synonym; GROUP: a common name of
    several targets; SERIES: the beginning of numbered main names; ROOT: the beginning of any numbered names, in all
    families if no main name begins so.
    """

    ANY_NAME = "any name"
    MAIN_NAME = "main name"
    GROUP = "group"
    SERIES = "series"
    ROOT = "root"


class Step(msgspec.Struct, frozen=True):
    """A step to find targets, which selects every target with any of the selectors.

    `beginning`: the beginning of the names of a series or root; `stem`: the name of a family after which only some
    members are named; `within`: selectors that the targets must also have; `types`: the types of which they must have
    one; `subunits`: the words of which their names must have one, in families that have them all. `fewest`: the lowest
    number of targets that the step must find.
    """

    selectors: tuple[str, ...]
    by: NameForm = NameForm.ANY_NAME
    beginning: str = ""
    stem: str = ""
    within: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    subunits: tuple[str, ...] = ()
    fewest: int = 0


NO_STEP = Step(())

SAYING_NOTHING = frozenset({
    "drug", "medicine", "agent", "compound", "human", "class", "therapy", "molecule", "small", "subtype",
})  # fmt: skip
"""Words beside a target or a class that make no difference."""

GENERIC = frozenset({"receptor", "channel", "transporter", "enzyme", "protein", "family", "kinase"})
"""Words for a kind of target, which name none."""

_KINDS = frozenset({"transporter", "kinase"})
"""Words for a kind that are never ignored: a GABA transporter is not a GABA receptor."""

_FAMILIES = frozenset({"subfamily", "superfamily", "group", "subunit"})

_MAY_BE_RECEPTORS = tuple(
    map(selectors.upstream_type, ("gpcr", "nhr", "lgic", "catalytic_receptor", "other_ic", "vgic", "other_protein"))
)
_ENZYMES = (("enzyme",), ("catalytic_receptor", "other_protein"))
_TYPES_OF = {
    word: [tuple(map(selectors.upstream_type, types)) for types in tiers]
    for word, tiers in {
        "channel": (("vgic", "lgic", "other_ic"), ("transporter", "other_protein")),
        "transporter": (("transporter",), ("other_ic", "other_protein")),
        "kinase": _ENZYMES,
        "enzyme": _ENZYMES,
    }.items()
} | {"receptor": [_MAY_BE_RECEPTORS]}
"""The types of targets by the word beside their name, the usual ones first: a DRD4 kinase is not the D4 receptor."""

_LONGEST_ROOT, _FEWEST_WORDS, _SHORTEST_FAMILY, _SHORTEST_SERIES, _SEVERAL, _LONG_NAME = 6, 2, 2, 4, 2, 3
_ENDS = "123456789abcd"
_LETTER = fold.greek_letter(shortest=3)  # `mu`, `nu`, `xi` and `pi` begin other names: `pi3`
_SUBUNIT, _CHANNEL = late_pattern(rf"{_LETTER}\d{{0,2}}"), late_pattern(rf"(?=.*\d)(?:{_LETTER}\d{{0,2}})+")
_INTEGRIN = late_pattern(r"(?:α|alpha)(?:\d{1,2}|[delmvx]|iib)(?:β|beta)\d")
_PLURAL = late_pattern(r"(?<=[a-z]{4}[^su])s$")  # `cathepsins` is not cathepsin S
_CYCLASE = late_pattern(r"\b(guan|aden)ylate(?=[ -]cyclase)", re.I)
_ACTIVATED = late_pattern(r"(?:coagulation\s+)?f(?:actor\s*)?-?([ivx]+)a?", re.I)


def is_greek_letter(text: str) -> bool:
    """Return True for a single Greek letter, which no Latin letter may replace: tau is not T."""
    return fold.is_greek(text) and fold.is_letter(text)


def key_of(words: Iterable[str]) -> str:
    """Join folded words to a key of the tables of names."""
    return "".join(words)


def words_of(query: str) -> list[str]:
    """Return the folded words of a name without stop words."""
    return fold.without_stop_words(fold.tokens(query))


_GROUPS = {
    key_of(form(name)): group
    for group in (*TARGET_CLASSES, *GROUPS) for name in group.names for form in (words_of, fold.tokens)
}  # fmt: skip
_TARGET_CLASSES = {key_of(words_of(name)): group for group in TARGET_CLASSES for name in group.names}


def target_class(query: str) -> TargetGroup | None:
    """Return the class of targets that a query names (`GPCR`, `protein kinases`)."""
    words = words_of(query)
    plain = (word for word in words if word not in SAYING_NOTHING)
    return _TARGET_CLASSES.get(key_of(words)) or _TARGET_CLASSES.get(key_of(plain))


def group_of(query: str) -> TargetGroup | None:
    """Return the group of targets with a common name (`opioid receptor`, `PDE5`)."""
    return _GROUPS.get(key_of(fold.tokens(query)))  # with stop words, since `GABA-AT` contains `at`


def assembly(query: str) -> Step | None:
    """Return the step to find the subunits of a ligand-gated channel that is named by them, or by one: `α4β2`, `α7`.

    The family's name (`α4β2 nicotinic receptor`) may be left out.
    """
    words = [word.casefold().strip("*()") for word in query.split()]
    place = next((place for place, word in enumerate(words) if _CHANNEL.fullmatch(word)), None)
    if place is None and len(words) == _FEWEST_WORDS and is_greek_letter(words[1]) and words[0] not in GENERIC:
        place = 1  # `GABA-A δ`
    if place is None:
        return None
    subunits = tuple(dict.fromkeys(fold.literal(match[0]) for match in _SUBUNIT.finditer(words[place])))
    family = " ".join(without_generic([*words[:place], *words[place + 1 :]])) if len(words) > 1 else ""
    if not family or family in GENERIC:
        return Step((selectors.upstream_type("lgic"),), subunits=subunits)
    group, key = group_of(family), fold.compact(family)
    return Step(group.selectors, subunits=subunits) if group else _of_stem(key, subunits)


def surely_of_name(name: str) -> tuple[Step, ...]:
    """Return the steps of `sure` for a whole name."""
    words = fold.tokens(name)
    return sure(words, name, name) if words else ()


def of_name(name: str) -> tuple[Step, ...]:
    """Return the steps of `exact` for a whole name."""
    words = fold.tokens(name)
    return exact(words, words, name) if words else ()


def sure(words: Sequence[str], written: str, *with_qualifiers: str) -> tuple[Step, ...]:
    """Return the steps to find a target by its exact symbol, common name, or name in the Guide.

    `written`: the name in its original spelling; `with_qualifiers`: the name with qualifiers, which are mostly not a
    part of it.
    """
    symbol = written if len(written.split()) == 1 else "-".join(words)
    names = [in_full(name) for name in dict.fromkeys((*with_qualifiers, written)) if name]
    # With stop words, since `GABA-AT` contains `at`.
    groups = {key_of(fold.tokens(name) or words): name for name in (*with_qualifiers, written)}
    return (
        Step((selectors.gene(symbol), selectors.abbreviation(symbol)), NameForm.MAIN_NAME),
        *(step for key, name in groups.items() for step in _of_group(key, name, of_ligands=True)),
        *(Step(tuple(_first_names(name)), NameForm.MAIN_NAME) for name in names),
        # Only long names: a short synonym of one target (FGFR) is often the name of its family. `Bile acid receptor` is
        # a synonym of FXR and the family of another target.
        *(
            Step((selectors.other_name(fold.literal(name)), selectors.family(name)))
            for name in names
            if len(name.split()) >= _LONG_NAME
        ),
    )


def _first_names(name: str) -> Iterator[str]:
    literal = fold.literal(_PLURAL.sub("", name))
    yield selectors.first_name(literal)
    yield selectors.first_name(f"{literal}adrenoceptor")  # the only receptors without a separate word `receptor`


def in_full(name: str) -> str:
    """Spell out coagulation factors, also activated ones (`FXIa`), and spell cyclases as the Guide does."""
    if match := _ACTIVATED.fullmatch(name):
        return f"coagulation factor {match[1]}"
    return _CYCLASE.sub(lambda cyclase: f"{cyclase[1]}ylyl", name)


def exact(words: Sequence[str], whole_words: Sequence[str], written: str) -> tuple[Step, ...]:
    """Return the steps to find a target by its folded name, the surest first.

    `whole_words`: the words including stop words; `written`: the name in its original spelling.
    """
    # The names of a list are not one name: `ETA and AT1 receptor` is not HAT1 (eta is a Greek letter, too).
    words = whole_words if {"and", "or"}.intersection(whole_words) else words
    whole, literal = key_of(words), fold.literal(written)
    bare = [word for word in words if word not in GENERIC | _FAMILIES] or list(words)
    is_short = len(bare) < len(words)
    # `PDE inhibitor` means the targets PDE1A to PDE11A.
    is_letter = is_greek_letter(written)
    root = () if is_letter else _root(whole)
    is_of_greek_letter = fold.is_greek(literal[:1]) and len(words[0]) > 1  # the α1-A receptor is not an A1A receptor
    # The receptor of thrombin is not thrombin.
    types = _MAY_BE_RECEPTORS if "receptor" in words else ()
    return (
        *(() if is_letter else (Step((selectors.gene(whole),), NameForm.MAIN_NAME),)),
        *(step for key in dict.fromkeys((key_of(whole_words), whole)) for step in _of_family(key, _SEVERAL)),
        *_of_member(written),
        *_of_receptors(key_of(bare) if types else whole),
        *(() if is_of_greek_letter else of_receptor(words)),
        *_of_transporter(words),
        *([channel] if (channel := assembly(written)) else ()),
        *([Step((selectors.first_name(f"integrin{literal}"),))] if _INTEGRIN.fullmatch(literal) else []),
        *(_typed(_of_group(key_of(bare), written, _KINDS.intersection(words)), types) if is_short else ()),
        *([_of_series(literal, *root)] if may_begin(literal) else []),
        *_called(whole, written),
        *_lettered(words, written),
        *([Step(members)] if (members := tuple(map(selectors.gene, families.members(written)))) else []),
        *([Step(root, NameForm.ROOT, whole)] if root else []),
        *(_beside_class(words, bare, written) if is_short else ()),
        *(() if is_of_greek_letter else _only_receptor(words)),
        *_members(written),
        *_only_member(whole),
        # As a last resort, a family of one or two: those of more have been looked up above.
        *(() if whole in _GROUPS else (_of_stem(whole),)),
    )


def _beside_class(words: Sequence[str], bare: Sequence[str], written: str) -> Iterator[Step]:
    """Yield the steps for a name beside a class: those of the name alone, for targets of types that the class has.

    `ASIC channel` means ASIC1 to ASIC3, of which the first has the synonym ASIC; `ENT transporter` no eNT, an enzyme.
    """
    tiers = next((_TYPES_OF[word] for word in reversed(words) if word in _TYPES_OF), [()])
    alone = " ".join(word for word in written.split() if word.casefold().removesuffix("s") not in GENERIC)
    key, literal = key_of(bare), fold.literal(alone)
    root = _root(key)
    series = [_of_series(literal, *root)] if may_begin(literal) else []
    # `Src kinase` is SRC, not the series SRC-1 to SRC-3; a symbol may end like a plural (HPGDS).
    symbols = (Step((selectors.gene(symbol),)) for symbol in dict.fromkeys((alone, key)))
    steps = (*symbols, *series, *([Step(root, NameForm.ROOT, key)] if root else []), *_called(key, alone, of_bare=True))
    for types in tiers:
        synonym = [Step((selectors.folded_name(key),))] if types and types == tiers[0] else []
        yield from _typed((*steps, *synonym), types)


def _root(key: str) -> tuple[str, ...]:
    """Return the selector of the numbered names that begin with a name, if it is short and no enzyme's."""
    return (selectors.root(key),) if key.isalpha() and len(key) <= _LONGEST_ROOT and not key.endswith("ase") else ()


def on_receptors(steps: Iterable[Step]) -> Iterator[Step]:
    """Yield steps that find no enzymes and transporters: an LTC4 antagonist does not act on LTC4 synthase."""
    return (step if step.types else msgspec.structs.replace(step, types=_MAY_BE_RECEPTORS) for step in steps)


def _typed(steps: Iterable[Step], types: tuple[str, ...]) -> Iterator[Step]:
    """Yield steps that find only targets of some types."""
    return (msgspec.structs.replace(step, types=types) for step in steps)


def _called(key: str, written: str, *, of_bare: bool = False) -> tuple[Step, ...]:
    """Return steps for the names of a target; Greek letters must match if the name has some, or is short."""
    if fold.is_greek(written) or len(key) < fold.SHORTEST_WITH_GREEK:
        words = without_generic(written.split()) if of_bare else [written]
        literal = fold.literal(" ".join(words))
        return (Step((selectors.first_name(literal),)), Step((selectors.other_name(literal),)))
    titles = Step((selectors.title(key),))
    return (titles,) if of_bare else (titles, Step((selectors.folded_name(key),)))


def _of_member(written: str) -> tuple[Step, ...]:
    """Return steps for a member named beside a word of its family: `adenosine A2A`, `M3 muscarinic`."""
    *_, last = words = without_generic(written.split()) or [""]
    return (*_beside(words[0], words[1:]), *(_beside(last, words[:-1]) if last not in GENERIC | _FAMILIES else ()))


def _beside(family: str, member: Sequence[str]) -> tuple[Step, ...]:
    tokens = fold.tokens(family)
    if not member or len(tokens) != 1 or len(tokens[0]) < _SHORTEST_FAMILY:
        return ()
    # A number is no family: the synonym `kininase II` does not make ACE the angiotensin-converting enzyme II.
    if tokens[0].isdecimal() or tokens[0].upper() in fold.ARABIC:
        return ()
    name = selectors.first_name(fold.literal(" ".join(member)))
    return (Step((name,), within=(selectors.word(tokens[0]),)),)


def of_receptor(words: Sequence[str]) -> tuple[Step, ...]:
    """Return steps for a receptor by its symbol (`IL-6 receptor`: IL6R), or by what it binds: `orexin-2`.

    If several receptors share the name, all are meant: FGFR1 to FGFR4, and the receptors of all IGFs.
    """
    if len(words) < _FEWEST_WORDS:
        return ()
    if words[-1].isdecimal():
        return _numbered(key_of(words[:-1]).removesuffix("receptor"), words[-1])
    if words[-1] != "receptor":
        return ()
    bound = key_of(words[:-1])
    numbered = [f"{bound}{number}r" for number in range(1, 10)] if bound.isalpha() else []
    series = map(selectors.series, (f"{bound}r", *numbered))
    names = [f"{bound}receptor{number}" for number in range(1, 10)]
    short = [f"{bound}r{end}" for end in _ENDS]
    genes = (
        Step((selectors.gene(f"{bound}r"),)),
        Step((*series, *map(selectors.gene, numbered))),
        Step((*map(selectors.title, names), *map(selectors.folded_name, short)), fewest=_SEVERAL),
        Step((*map(selectors.folded_name, names),), fewest=_SEVERAL),
    )
    # `5-hydroxytryptamine 6 receptor`
    numbers = _numbered(key_of(words[:-2]), words[-2]) if words[-2].isdecimal() else ()
    return (*_typed(genes, _MAY_BE_RECEPTORS), *numbers)  # an AT receptor is not the kinase ATR


def _only_receptor(words: Sequence[str]) -> Iterator[Step]:
    """Yield the step for a receptor by its number or a synonym: number 1 may be the only receptor."""
    if len(words) < _FEWEST_WORDS or words[-1] != "receptor":
        return
    bound = key_of(words[:-1])
    names = [f"{bound}receptor{number}" for number in range(1, 10)]
    # A synonym like `frizzled receptor 4` does not mean all frizzled receptors.
    step = Step((*map(selectors.title, names), *map(selectors.folded_name, (names[0], f"{bound}r"))))
    yield from _typed([step], _MAY_BE_RECEPTORS)


def _numbered(bound: str, number: str) -> tuple[Step, ...]:
    """Return steps for a receptor by what it binds and its number: `bradykinin-2` is the bradykinin receptor B2."""
    names = (f"{bound}receptor{between}{number}" for between in ("", "type", bound[:1]))
    in_family = Step((selectors.first_name(f"{bound[:1]}{number}"),), within=(selectors.word(bound),))
    return (Step(tuple(map(selectors.folded_name, names))), *((in_family,) if len(bound) > _FEWEST_WORDS else ()))


def _lettered(words: Sequence[str], written: str) -> tuple[Step, ...]:
    """Return the step for a member of a series by its name and letter, without the generic word between: `Aurora A`."""
    *name, letter = words
    if len(letter) > 1 or not (name and letter.isalpha()) or fold.is_greek(written) or name[-1] in GENERIC:
        return ()
    return (Step(tuple(selectors.title(key_of((*name, kind, letter))) for kind in sorted(GENERIC))),)


def _members(written: str) -> tuple[Step, ...]:
    """Return steps for targets with one name and different Greek letters (`LXR`), or with one series of names."""
    literal = fold.literal(" ".join(without_generic(written.split())))
    if not literal or fold.is_greek(literal):
        return ()
    greek = [f"{literal}{letter}" for letter in "αβγδ"]
    return (Step((*map(selectors.first_name, greek), *map(selectors.other_name, greek))), _of_series(literal))


def _only_member(whole: str) -> tuple[Step, ...]:
    """Return the step for the only member of a numbered or lettered series: `PDE2` is PDE2A, `chymase` chymase 1."""
    if len(whole) < _SHORTEST_SERIES:
        return ()
    ends = "abcd" if whole[-1].isdigit() else "123456789"
    return (Step(tuple(selectors.title(f"{whole}{end}") for end in ends)),)


def _of_transporter(words: Sequence[str]) -> tuple[Step, ...]:
    """Return steps for the transporters of a substance (`GABA reuptake`), or a named transporter (`NET reuptake`)."""
    if words[-1] != "reuptake":
        return ()
    name = Step((selectors.first_name(fold.literal(" ".join(words[:-1]))),))
    return (*_of_family(key_of((*words[:-1], "transporter"))), name)


def receptors_of(ligand: str) -> tuple[Step, ...]:
    """Return the steps to find the receptors of a ligand: `galanin`."""
    words = words_of(ligand)
    key = key_of(words)
    receptor = [*words, "receptor"]
    return (*_of_family(f"{key}receptor"), *_of_receptors(key), *of_receptor(receptor), *_only_receptor(receptor))


def _of_receptors(key: str) -> tuple[Step, ...]:
    """Return a step for receptors whose names are an abbreviation and a number or letter: CB1 and CB2, ETA and ETB."""
    if not (key.isalpha() and _FEWEST_WORDS <= len(key) <= _LONGEST_ROOT):
        return ()
    return (Step(tuple(selectors.first_name(fold.literal(f"{key}{end} receptor")) for end in _ENDS)),)


def _of_family(key: str, fewest: int = 0) -> tuple[Step, ...]:
    """Return steps for the name of a family, unless it is also a group, which is wider than the family."""
    return () if key in _GROUPS else (Step((selectors.family_name(key),)), _of_stem(key, fewest=fewest))


def _of_stem(key: str, subunits: tuple[str, ...] = (), fewest: int = 0) -> Step:
    stem = key.removesuffix("receptor")
    return Step((selectors.family_stem(key),), stem=stem, subunits=subunits, fewest=fewest)


def _of_series(literal: str, *root: str) -> Step:
    return Step((selectors.series(literal), *root), NameForm.SERIES, literal, fewest=_SEVERAL)


def _of_group(key: str, written: str, kinds: Iterable[str] = (), *, of_ligands: bool = False) -> tuple[Step, ...]:
    """Return a step for the name of a group. `of_ligands`: True to include groups of ligands on which others act.

    `kinds`: words beside the name, which members must have. Greek letters must match: A1 is not alpha 1.
    """
    group = _GROUPS.get(key)
    if group is not None and written:
        named = [name for name in group.names if key in (key_of(words_of(name)), key_of(fold.tokens(name)))]
        group = group if any(fold.is_greek(name) == fold.is_greek(written) for name in named) else None
    if group is None or (not of_ligands and any(map(selectors.is_acted_on, group.selectors))):
        return ()
    return (Step(group.selectors, NameForm.GROUP, within=tuple(map(selectors.word, kinds))),)
