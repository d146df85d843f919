"""Filters of lists of ligands, as arguments or as words of a query: `approved`, `withdrawn`, `radiolabelled`."""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Literal

import msgspec

from biofacts.domain.identifiers import organisms
from biofacts.domain.pharmacology.ligand import LigandSummary
from biofacts.domain.pharmacology.qualifiers_and_illnesses import LEFT_ASIDE
from biofacts.domain.text.clean import enumerated, plural
from biofacts.domain.text.patterns import late_pattern

LigandType = Literal[
    "antibody", "peptide", "natural product", "metabolite", "nucleic acid", "inorganic", "synthetic organic"
]
TYPES: Mapping[LigandType, str] = {
    "antibody": "Antibody", "peptide": "Peptide", "natural product": "Natural product", "metabolite": "Metabolite",
    "nucleic acid": "Nucleic acid", "inorganic": "Inorganic", "synthetic organic": "Synthetic organic",
}  # fmt: skip
"""The types of ligands in the Guide, in small letters."""

SMALL_MOLECULES = ("Natural product", "Metabolite", "Inorganic", "Synthetic organic")
_GROUPS: Mapping[str, tuple[str, ...]] = {
    "small molecule": SMALL_MOLECULES,
    "biologic": tuple(type_ for type_ in TYPES.values() if type_ not in SMALL_MOLECULES),
}
"""Several types with a common name."""

LigandState = Literal["approved", "withdrawn", "labelled"]

Emitter = Literal["PET", "SPECT", "tritium", "iodine"]
EMITTERS: Mapping[Emitter, tuple[str, ...]] = {
    "PET": ("11C", "13N", "15O", "18F", "64Cu", "68Ga", "76Br", "82Rb", "89Zr", "124I"),
    "SPECT": ("67Ga", "99mTc", "111In", "123I", "201Tl"),
    "tritium": ("3H",),
    "iodine": ("123I", "124I", "125I", "131I"),
}
"""Isotopes of tracers for PET and SPECT (positron and single-photon tomography), of hydrogen and of iodine."""
_EMITTING = {name: late_pattern(rf"(?<!\w)(?:{'|'.join(isotopes)})(?!\w)") for name, isotopes in EMITTERS.items()}


class LigandFilter(msgspec.Struct, frozen=True, kw_only=True):
    """A filter of ligands.

    `types`: the accepted types in the Guide's words, empty for all. `emitter`: the label or its use, which the isotope
    in a ligand's name shows. `unwanted`: the states that no ligand may have. `by_agency`: True if the query names the
    approving agency.
    """

    approved_only: bool = False
    withdrawn_only: bool = False
    labelled_only: bool = False
    types: tuple[str, ...] = ()
    emitter: Emitter | None = None
    unwanted: tuple[LigandState, ...] = ()
    by_agency: bool = False

    def __bool__(self) -> bool:
        return self != EVERY

    def __str__(self) -> str:
        """The filter in words: `approved, type Antibody`."""
        return ", ".join(self._words())

    def _words(self) -> Iterator[str]:
        if self.approved_only:
            yield f"approved{self.unstated}"
        if self.withdrawn_only:
            yield "withdrawn"
        if self.labelled_only:
            use = f" {'for' if self.emitter.isupper() else 'with'} {self.emitter}" if self.emitter else ""
            yield f"labelled{use} ({'/'.join(EMITTERS[self.emitter])})" if self.emitter else "labelled"
        yield from (f"not {state}{self.unstated if state == 'approved' else ''}" for state in self.unwanted)
        if self.types:
            group = next((f"{name} (" for name, types in _GROUPS.items() if {*types} == {*self.types}), "")
            is_denial = not group and len(self._other_types) < len(self.types)
            listed = enumerated(self._other_types if is_denial else self.types, "or")
            yield f"{group}{'not ' if is_denial else ''}type {listed}{')' if group else ''}"

    @property
    def unstated(self) -> str:
        """The words after `approved` that explain that the agency was ignored."""
        return " (the Guide does not state by which agency or where)" if self.by_agency else ""

    @property
    def _other_types(self) -> tuple[str, ...]:
        return tuple(type_ for type_ in TYPES.values() if type_ not in self.types) if self.types else ()

    @property
    def arguments(self) -> dict[str, object]:
        """The filter as arguments of a search; `denials` has the conditions that no argument can express."""
        every = {
            "approved_only": self.approved_only,
            "withdrawn_only": self.withdrawn_only,
            "labelled": self.labelled_only,
            "type": next((name for name, type_ in TYPES.items() if (type_,) == self.types), None),
        }
        return {name: value for name, value in every.items() if value}

    @property
    def denials(self) -> str:
        """Conditions that no argument can express, in words for the end of a query: ` that are not antibodies`."""
        types = [name for name, type_ in TYPES.items() if type_ in self._other_types] if len(self.types) > 1 else []
        unwanted = enumerated([*(plural(name) for name in types), *self.unwanted], "or")
        return f" that are not {unwanted}" if unwanted else ""

    def takes(self, ligand: LigandSummary) -> bool:
        """Return True if a ligand passes the filter."""
        states: Mapping[LigandState, bool] = {
            "approved": ligand.approved,
            "withdrawn": ligand.withdrawn,
            "labelled": ligand.labelled,
        }
        return (
            (ligand.approved or not self.approved_only)
            and (ligand.withdrawn or not self.withdrawn_only)
            and (ligand.labelled or not self.labelled_only)
            and (not self.types or ligand.type in self.types)
            and (self.emitter is None or _EMITTING[self.emitter].search(ligand.name) is not None)
            and not any(states[state] for state in self.unwanted)
        )

    def and_(self, other: "LigandFilter") -> "LigandFilter":
        """Combine two filters: a ligand must pass both. If no type passes both, the types of `other` count."""
        both = tuple(type_ for type_ in self.types if type_ in other.types)
        return LigandFilter(
            approved_only=self.approved_only or other.approved_only,
            withdrawn_only=self.withdrawn_only or other.withdrawn_only,
            labelled_only=self.labelled_only or other.labelled_only,
            types=both or other.types or self.types,
            emitter=other.emitter or self.emitter,
            unwanted=tuple(dict.fromkeys((*self.unwanted, *other.unwanted))),
            by_agency=self.by_agency or other.by_agency,
        )


EVERY = LigandFilter()

_NOT = r"(?<!non-)(?<!non )(?<!not )(?<!not yet )(?<!never )(?<!without an )(?<!without )"
_AGENCY = (
    r"(?:(?:US[\s-]+)?(?:FDA|Food\s+and\s+Drug\s+Administration)|EMA|European\s+Medicines\s+Agency|MHRA|PMDA|[NC]MPA|CFDA"
    r"|TGA|CDSCO|ANVISA|MFDS|Swissmedic|Health\s+Canada|USA?|U\.S\.|EU|UK|Europe|Japan|China|India|Canada|Australia)"
)
"""Agencies that approve medicines, and their countries."""
_BY_AGENCY = rf"(?:\s+(?:by|in)\s+(?:the\s+)?{_AGENCY}(?!\w))"
_OF_AGENCY = late_pattern(rf"\b{_AGENCY}[\s-]+(?:approved|licen[cs]ed)\b|\b(?:approved|licen[cs]ed){_BY_AGENCY}", re.I)
_APPROVED = late_pattern(
    rf"{_NOT}\b(?:{_AGENCY}[\s-]+)?(?:approved|licen[cs]ed)"
    rf"{_BY_AGENCY}?(?:\s+for\s+(?:clinical\s+)?use)?(?!\s+name)\b"
    rf"|{_NOT}\b(?:marketed|on\s+the\s+market|in\s+(?:the\s+)?clinic(?:al\s+use)?|clinical(?:ly[\s-]+(?:used|approved|available))?)"
    # Neither `in clinical trials` nor `clinical candidate` means approved.
    r"(?![\s-]+(?:trial|stage|phase|candidate|study|studies))\b",
    re.I,
)
_IN_ANY_STATE = late_pattern(
    r"\b(?:(?P<one>approved|licen[cs]ed|marketed)|{0})\s*(?:and/or|and|or|/)\s*"
    r"(?(one){0}|(?:approved|licen[cs]ed|marketed))\b".format(
        r"(?:experimental|investigational|un(?:approved|licen[cs]ed)|(?:not(?:\s+yet)?|non)[\s-]+(?:approved|licen[cs]ed))"
    ),
    re.I,
)
"""A state and its opposite, which exclude nothing: `approved or experimental`."""
_OR_WITHDRAWN = late_pattern(
    r"\bapproved\s*(?:and/or|or|/)\s*withdrawn\b|\bwithdrawn\s*(?:and/or|or|/)\s*approved\b", re.I
)
_STILL = late_pattern(
    r"\b(?:(?:that|which)\s+are\s+)?(?:still|currently|presently|now)\s+(?:being\s+)?"
    r"(?:approved|licen[cs]ed|marketed|available|sold|prescribed|used|in\s+use|on\s+the\s+market)\b",
    re.I,
)
_WITHDRAWN = late_pattern(
    rf"{_NOT}\b(?:(?:that|which)\s+(?:are|were|have\s+been)\s+)?withdrawn(?:\s+from\s+(?:the\s+)?market)?\b", re.I
)
_LABELLED = late_pattern(r"\b(?:radio-?labell?ed|isotope-labell?ed|labell?ed|radioactive)\b", re.I)
# Only the prefix is removed, since `ligands for D2` remains to be read as a mechanism.
_RADIOLIGAND = late_pattern(r"\bradio-?(?=(?:ligand|tracer)s?\b)", re.I)
_EMITTER = late_pattern(
    r"\b(?:(?:(?P<PET>PET)|(?P<SPECT>SPECT))[\s-]+(?:imaging\s+)?(?:radio-?)?(?=(?:ligand|tracer|agent)s?\b)"
    r"|(?P<tritium>tritiated|(?:3H|tritium)[\s-]labell?ed)\s+|(?P<iodine>(?:radio-?)?iodinated|125I[\s-]labell?ed)\s+)",
    re.I,
)
_KINASE = late_pattern(r"\bTKIs?\b")
_TRACER = late_pattern(r"\btracer(?=s?\b)", re.I)
_TYPE_WORDS = (
    r"(?:small[\s-]+molecules?|biologic(?:al)?s?|(?:monoclonal\s+)?antibod(?:y|ies)|monoclonals|mabs?|peptides?|natural\s+products?"
    r"|metabolites?|nucleic\s+acids?|inorganics?|synthetic(?:\s+organics?)?)"
)
_STATE_WORDS = (
    rf"(?:(?:{_AGENCY}[\s-]+)?(?:approved|licen[cs]ed){_BY_AGENCY}?|marketed"
    r"|withdrawn(?:\s+from\s+the\s+market)?|(?:radio-?)?labell?ed)"
)
_SMALL = late_pattern(r"\b(?P<type>small[\s-]+molecules?)\s+(?=\w)", re.I)
_PREPOSITION = late_pattern(r"(?:against|for|of|on|at)\b", re.I)
_ACTING = late_pattern(r"(?:that|which|targeting|acting|binding|active|blocking|inhibiting|activating)\b", re.I)
# A type is read only before the word for the mode of action: in `formyl peptide receptor agonist` it is a name.
_FIRST = late_pattern(
    rf"^(?P<before>(?:(?:{'|'.join(sorted(LEFT_ASIDE))})[\s-]+)*)(?P<type>{_TYPE_WORDS})"
    # Peptide YY, peptide transporters and peptide deformylase are targets.
    r"(?!\s+(?:YY|receptor|transporter|deformylase|pyrophosphatase)\b)"
    r"(?=(?:\s+[^\s,]+){0,4}?\s+(?:ant)?(?:agonist|ligand|inhibitor|blocker|modulator|activator|opener)s?\b)",
    re.I,
)
_SUBJECT = late_pattern(
    r"^(?P<type>peptides|natural\s+products|metabolites|nucleic\s+acids|inorganics)\s+"
    rf"(?={_PREPOSITION.pattern}|{_ACTING.pattern})",
    re.I,
)
_AT_END = late_pattern(
    rf"(?:,?\s+(?:that|which)\s+(?:are|is)\s+|[,;]\s*|(?<=(?:ists|tors|kers|ands))\s+)(?:an?\s+|only\s+)?"
    rf"(?P<type>{_TYPE_WORDS})(?:\s+only)?[\s?.!]*$",
    re.I,
)
_DENIED = late_pattern(
    r",?\s+(?:(?:(?:that|which|but|and|yet)\s+)+(?:are|were|is|have)(?:\s+not|n['’]t)(?:\s+yet)?(?:\s+been)?"
    r"|(?:but\s+)?(?:not|no)|other\s+than|except(?:ing)?(?:\s+for)?|excluding|without|apart\s+from|besides)\s+"
    rf"(?:an?\s+|any\s+|the\s+)?(?P<unwanted>(?:{_TYPE_WORDS}|{_STATE_WORDS})"
    rf"(?:\s*(?:,|\band\b|\bor\b|\bnor\b)+\s*(?:{_TYPE_WORDS}|{_STATE_WORDS}))*)(?:\s+(?:ones|drugs))?[\s?.!]*$",
    re.I,
)
_DENIED_FIRST = late_pattern(
    rf"(?<![\w-])(?:(?:non[\s-]?|not\s+(?:yet\s+)?)(?P<unwanted>{_TYPE_WORDS}|{_STATE_WORDS})"
    r"|un(?P<state>approved|licen[cs]ed|labell?ed)|(?P<experimental>experimental|investigational))\s+(?=\w)",
    re.I,
)
_CLAUSE = late_pattern(
    r"\b(?P<noun>(?:(?:drug|medicine|ligand|compound|molecule|agent|substance|thing)s?|anything|something)\s+(?:that|which)\s+)"
    rf"(?:are|is|were)(?P<denied>\s+not|n['’]t)?\s+(?:an?\s+)?(?P<what>{_TYPE_WORDS}|{_STATE_WORDS})\s+(?:and|but|yet)\s+"
    r"(?:(?:that|which)\s+)?(?=\w)",
    re.I,
)
"""A filter between a noun and what the ligands do: `drugs that are not antibodies and inhibit IL-17`."""
_OF_TOXINS = (
    r"(?:venom|natural|animal|plant|marine|bacterial|snake|scorpion|spider|bee|wasp|frog|cone\s+snail|sea\s+anemone)"
)
_TOXINS = late_pattern(
    rf"(?:(?:(?P<peptide>peptide)|{_OF_TOXINS})\s+)*toxins\s+(?P<rest>\S.*)"
    rf"|(?P<targets>\S.*?\s)(?:{_OF_TOXINS}\s+)?(?P<peptides>peptide\s+)?toxins?",
    re.I,
)
_BETWEEN = late_pattern(r"\s*(?:,|\band\b|\bor\b|\bnor\b)+\s*", re.I)
# The singular with an adjective is the name of a class.
_WHOLE_TYPE = late_pattern(
    rf"(?:(?:all|every|any|the|list|show|me|of)\s+)*(?!monoclonal\s+antibody|mabs?)(?P<type>{_TYPE_WORDS})(?:\s+(?:drug|medicine|ligand|compound)s?)?",
    re.I,
)
_ANYTHING = late_pattern(
    r"(?:(?:which|what|all|list|the|of|show|me|are|were|have|been|every|any)\s+)*"
    r"(?:drug|medicine|medication|ligand|compound|substance|molecule|agent)?s?(?:\s+(?:that|which)?\s*(?:are|were))?"
    r"[\s?.!]*",
    re.I,
)
_GUIDE_NAMES = {
    "Homo sapiens": "Human", "Mus musculus": "Mouse", "Rattus norvegicus": "Rat", "Oryctolagus cuniculus": "Rabbit",
    "Canis familiaris": "Dog", "Sus scrofa": "Pig", "Bos taurus": "Cow", "Macaca mulatta": "Monkey",
    "Ovis aries": "Sheep", "Gallus gallus": "Chicken", "Danio rerio": "Zebrafish",
}  # fmt: skip
"""The Guide's names of species by their scientific names."""
_SEVERAL_SPECIES = {
    "guinea pig": "Guinea pig",
    "hamster": "Hamster",
    "monkey": "Monkey",
    "cynomolgus": "Monkey",
    "rhesus": "Monkey",
}
"""The Guide's names for animals that no pathway is drawn for, or that are several species."""
_OTHERWISE_MEANT = frozenset({"man", "people", "fish"})
"""Words for a species that in a query for ligands may mean no species."""
_SINGULAR = _SEVERAL_SPECIES | {
    written: _GUIDE_NAMES[organism]
    for written, organism in (organisms.COMMON_NAMES | organisms.ALSO_NAMED).items()
    if organism in _GUIDE_NAMES and written not in _OTHERWISE_MEANT
}
_SPECIES = (
    {f"{written}s": name for written, name in _SINGULAR.items() if not written.endswith("s")}
    | _SINGULAR
    | {organism.casefold(): name for organism, name in _GUIDE_NAMES.items()}
)
"""The Guide's name for each way of writing a species, in small letters; nobody writes some of the plurals."""
_SPECIES_NAMES = "|".join(name.replace(" ", r"[\s-]") for name in sorted(_SPECIES, key=len, reverse=True))
_IN_SPECIES = late_pattern(
    rf"(?:\b(?:in|from)\s+(?:the\s+)?)?(?<![\w-])\(?(?P<species>{_SPECIES_NAMES})\b(?!-)\)?(?:'s?(?=\s))?", re.I
)
_BLANKS = late_pattern(r"\s+")


@lru_cache(maxsize=64)  # a search reads its query several times
def read(query: str) -> tuple[str, LigandFilter]:
    """Split a query into its other words and the filters at any place in it."""
    # The Guide marks withdrawn medicines as approved, too.
    text = _OR_WITHDRAWN.sub("approved", _IN_ANY_STATE.sub("", query))
    text, denied = _without_denied(_CLAUSE.sub(_in_front, text))
    text, still = _STILL.subn(" ", text)
    text, approved = _APPROVED.subn(" ", text)
    text, withdrawn = _WITHDRAWN.subn(" ", text)
    emitter = match.lastgroup if (match := _EMITTER.search(text)) else None
    text, labelled = _LABELLED.subn(" ", _EMITTER.sub("", text))
    text, radioligands = _RADIOLIGAND.subn("", text)
    text = _BLANKS.sub(" ", text).strip(" ,;")
    if radioligands or emitter:
        text = _TRACER.sub("ligand", text)  # `PET tracers for D2` are ligands for D2
    text, types = _without_type(text)
    wanted = denied.and_(
        LigandFilter(
            approved_only=bool(approved or still),
            unwanted=("withdrawn",) if still else (),  # `still on the market`
            withdrawn_only=bool(withdrawn),
            labelled_only=bool(labelled or radioligands or emitter),
            types=types,
            emitter=next((name for name in EMITTERS if name == emitter), None),
            by_agency=bool(approved or "approved" in denied.unwanted) and _OF_AGENCY.search(query) is not None,
        )
    )
    return (text, wanted) if wanted or _IN_ANY_STATE.search(query) else (query, EVERY)


def _in_front(clause: re.Match[str]) -> str:
    """Put the filter of a clause before its noun, or instead of the noun if it is a type."""
    if clause["denied"]:
        return f"non-{clause['what']} {clause['noun']}"
    noun = clause["noun"].split()[-1] if _types(clause["what"]) else clause["noun"]
    return f"{clause['what']} {noun} "


def _without_denied(query: str) -> tuple[str, LigandFilter]:
    """Split a query into its other words and the filter that it denies: `other than antibodies`, `non-peptide`."""
    if match := _DENIED.search(query):
        text, words = query[: match.start()], _BETWEEN.split(match["unwanted"])
    elif match := _DENIED_FIRST.search(query):
        text, words = (
            query[: match.start()] + query[match.end() :],
            [match["unwanted"] or match["state"] or match["experimental"]],
        )
    else:
        return query, EVERY
    unwanted = {type_ for word in words for type_ in _types(word)}
    types = tuple(type_ for type_ in TYPES.values() if type_ not in unwanted) if unwanted else ()
    states: dict[LigandState, None] = dict.fromkeys(_state(word) for word in words if not _types(word))
    return text, LigandFilter(types=types, unwanted=(*states,))


def _without_type(text: str) -> tuple[str, tuple[str, ...]]:
    """Split a query into its other words and the types of ligands that it names."""
    if match := _FIRST.match(text):
        return f"{match['before']}{text[match.end() :].lstrip()}", _types(match["type"])
    if match := _AT_END.search(text):
        return text[: match.start()], _types(match["type"])
    if match := _SUBJECT.match(text) or _SMALL.search(text):
        noun = _noun_before(text[match.end() :])
        return f"{text[: match.start()]}{noun}{text[match.end() :]}", _types(match["type"])
    # TKIs are small molecules, unlike antibodies against the same kinases.
    return text, (TYPES["synthetic organic"],) if _KINASE.search(text) else ()


@lru_cache(maxsize=64)
def species_in(query: str) -> tuple[str, str] | None:
    """Return a query without its species, and the Guide's name of the species; None if the query names none."""
    match = _IN_SPECIES.search(query)
    if match is None:
        return None
    rest = _BLANKS.sub(" ", f"{query[: match.start()]} {query[match.end() :]}").strip(" ,;")
    return (rest, species(match["species"])) if rest else None


def species(name: str) -> str:
    """Return the Guide's English name of a species; unknown names are returned unchanged."""
    plain = _BLANKS.sub(" ", name.replace("-", " ")).strip()
    guide_name = _SPECIES.get(plain.casefold()) or _GUIDE_NAMES.get(organisms.scientific_name(plain) or "")
    return guide_name or plain


def of_all(text: str, wanted: LigandFilter) -> LigandFilter | None:
    """Combine a filter with the filter that a text consists of, such as `antibodies`; None for any other text.

    Words for any ligand, such as `drugs`, add nothing to a filter, and are not a filter by themselves.
    """
    if wanted and is_anything(text):
        return wanted
    if match := _WHOLE_TYPE.fullmatch(text):
        return wanted.and_(LigandFilter(types=_types(match["type"])))
    return None


def is_anything(text: str) -> bool:
    """Return True for words for any ligand, such as `drugs`."""
    return _ANYTHING.fullmatch(text) is not None


def of_toxins(query: str) -> tuple[str, LigandFilter] | None:
    """Rewrite a query for toxins as one for natural products and peptides; return None for other queries."""
    if (match := _TOXINS.fullmatch(query.strip(" ?.!"))) is None:
        return None
    peptides = (TYPES["peptide"],)
    types = peptides if match["peptide"] or match["peptides"] else (*peptides, TYPES["natural product"])
    noun = _noun_before(match["rest"] or "") or "ligands "
    return f"{match['targets'] or ''}{noun}{match['rest'] or ''}".strip(), LigandFilter(types=types)


def _noun_before(text: str) -> str:
    """Return the noun for ligands before words like `that block KCNH2` and `against TNF`; "" before a name."""
    if _PREPOSITION.match(text):
        return "ligands "
    return "compounds " if _ACTING.match(text) else ""


def _types(words: str) -> tuple[str, ...]:
    """Return the types that words name; none for words for a state, such as `withdrawn`."""
    name = _BLANKS.sub(" ", words.replace("-", " ")).casefold()
    if name.endswith(("antibody", "antibodies", "monoclonals", "mab", "mabs")):
        return (TYPES["antibody"],)
    if group := next((types for group, types in _GROUPS.items() if name.startswith(group)), ()):
        return group
    return tuple(
        type_
        for type_name, type_ in TYPES.items()
        if name in (type_name, f"{type_name}s", type_name.removesuffix(" organic"))
    )


def _state(words: str) -> LigandState:
    if "withdrawn" in words.casefold():
        return "withdrawn"
    return "labelled" if "label" in words.casefold() else "approved"
