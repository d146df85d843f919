"""Filters of lists of ligands, as arguments or as words of a query: `approved`, `withdrawn`, `radiolabelled`."""

import re
from collections.abc import Iterator, Mapping
from typing import Literal

import msgspec

from biofacts.domain.pharmacology.ligand_facts import LigandSummary
from biofacts.domain.text.patterns import late_pattern

LigandType = Literal[
    "antibody", "peptide", "natural product", "metabolite", "nucleic acid", "inorganic", "synthetic organic"
]
TYPES: Mapping[LigandType, str] = {
    "antibody": "Antibody", "peptide": "Peptide", "natural product": "Natural product", "metabolite": "Metabolite",
    "nucleic acid": "Nucleic acid", "inorganic": "Inorganic", "synthetic organic": "Synthetic organic",
}  # fmt: skip
"""The types of ligands in the Guide, in small letters."""

Emitter = Literal["PET", "SPECT"]
EMITTERS: Mapping[Emitter, tuple[str, ...]] = {
    "PET": ("11C", "13N", "15O", "18F", "64Cu", "68Ga", "76Br", "82Rb", "89Zr", "124I"),
    "SPECT": ("67Ga", "99mTc", "111In", "123I", "201Tl"),
}
"""Isotopes of tracers for positron emission tomography and for single photon tomography."""
_EMITTING = {name: late_pattern(rf"(?<!\w)(?:{'|'.join(isotopes)})(?!\w)") for name, isotopes in EMITTERS.items()}


class LigandFilter(msgspec.Struct, frozen=True, kw_only=True):
    """A filter of ligands. `type`: in the Guide's words. `emitter`: the label's use, by the isotope in the name."""

    approved_only: bool = False
    withdrawn_only: bool = False
    labelled_only: bool = False
    type: str | None = None
    emitter: Emitter | None = None

    def __bool__(self) -> bool:
        return self != EVERY

    def __str__(self) -> str:
        """The filter in words: `approved, type Antibody`."""
        return ", ".join(self._words())

    def _words(self) -> Iterator[str]:
        if self.approved_only:
            yield "approved"
        if self.withdrawn_only:
            yield "withdrawn"
        if self.labelled_only:
            yield f"labelled for {self.emitter} ({'/'.join(EMITTERS[self.emitter])})" if self.emitter else "labelled"
        if self.type:
            yield f"type {self.type}"

    @property
    def arguments(self) -> dict[str, object]:
        """The filter as arguments of a search."""
        every = {
            "approved_only": self.approved_only,
            "withdrawn_only": self.withdrawn_only,
            "labelled": self.labelled_only,
            "type": next((name for name, type_ in TYPES.items() if type_ == self.type), None),
        }
        return {name: value for name, value in every.items() if value}

    def takes(self, one: LigandSummary) -> bool:
        """Return True if a ligand passes the filter."""
        return (
            (one.approved or not self.approved_only)
            and (one.withdrawn or not self.withdrawn_only)
            and (one.labelled or not self.labelled_only)
            and self.type in (None, one.type)
            and (self.emitter is None or _EMITTING[self.emitter].search(one.name) is not None)
        )

    def and_(self, other: "LigandFilter") -> "LigandFilter":
        """Return the filter that takes what both take; `other` has the last word on the type."""
        return LigandFilter(
            approved_only=self.approved_only or other.approved_only,
            withdrawn_only=self.withdrawn_only or other.withdrawn_only,
            labelled_only=self.labelled_only or other.labelled_only,
            type=other.type or self.type,
            emitter=other.emitter or self.emitter,
        )


EVERY = LigandFilter()

_NOT = r"(?<!non-)(?<!non )(?<!not )(?<!not yet )(?<!never )(?<!without an )(?<!without )"
_APPROVED = late_pattern(
    rf"{_NOT}\b(?:(?:US[\s-]+)?(?:FDA|EMA|MHRA|PMDA)[\s-]+)?(?:approved|licen[cs]ed)"
    r"(?:\s+by\s+(?:the\s+)?(?:FDA|EMA|MHRA|PMDA))?(?!\s+name)\b"
    rf"|{_NOT}\b(?:marketed|on\s+the\s+market|in\s+clinical\s+use|clinical(?:ly[\s-]+(?:used|approved|available))?)"
    r"(?![\s-]+(?:trial|stage|phase|candidate|study|studies))\b",
    re.I,
)
_WITHDRAWN = late_pattern(
    rf"{_NOT}\b(?:(?:that|which)\s+(?:are|were|have\s+been)\s+)?withdrawn(?:\s+from\s+(?:the\s+)?market)?\b", re.I
)
_LABELLED = late_pattern(r"\b(?:radio-?labell?ed|isotope-labell?ed|labell?ed|radioactive)\b", re.I)
_RADIOLIGAND = late_pattern(r"\bradio-?(?=(?:ligand|tracer)s?\b)", re.I)
_EMITTER = late_pattern(
    r"\b(?P<emitter>PET|SPECT)[\s-]+(?:imaging\s+)?(?:radio-?)?(?=(?:ligand|tracer|agent)s?\b)", re.I
)
_KINASE = late_pattern(r"\bTKIs?\b")
_SMALL = late_pattern(r"\bsmall[\s-]+molecules?\s+(?=\w)", re.I)
_THAT = late_pattern(r"(?=that\b|which\b|against\b|for\b|targeting\b)", re.I)
_TRACER = late_pattern(r"\btracer(?=s?\b)", re.I)
# A type is read only before the word for the mode of action: in `formyl peptide receptor agonist` it is a name.
_TYPE = late_pattern(
    rf"^(?P<type>{'|'.join(TYPES)})(?=\s+(?:\w+\s+)?(?:ant)?(?:agonist|ligand|inhibitor|blocker|modulator|activator))",
    re.I,
)
_WHOLE_TYPE = late_pattern(
    rf"(?P<type>{'|'.join(TYPES)})s?(?:\s+(?:drug|medicine|ligand|compound)s?)?|(?P<antibodies>(?:monoclonal\s+)?antibodies)",
    re.I,
)
_ANYTHING = late_pattern(
    r"(?:(?:which|what|all|list|the|of|show|me|are|were|have|been|every|any)\s+)*"
    r"(?:drug|medicine|medication|ligand|compound|substance|molecule|agent)?s?(?:\s+(?:that|which)?\s*(?:are|were))?"
    r"[\s?.!]*",
    re.I,
)
_SPECIES = {
    "human": "Human", "humans": "Human", "homo sapiens": "Human", "mouse": "Mouse", "mice": "Mouse", "murine": "Mouse",
    "mus musculus": "Mouse", "rat": "Rat", "rats": "Rat", "rattus norvegicus": "Rat", "guinea pig": "Guinea pig",
    "guinea pigs": "Guinea pig", "rabbit": "Rabbit", "rabbits": "Rabbit", "dog": "Dog", "dogs": "Dog", "canine": "Dog",
    "pig": "Pig", "pigs": "Pig", "porcine": "Pig", "cow": "Cow", "bovine": "Cow", "hamster": "Hamster",
    "monkey": "Monkey", "macaque": "Monkey", "cynomolgus": "Monkey", "rhesus": "Monkey", "sheep": "Sheep",
    "ovine": "Sheep", "chicken": "Chicken", "zebrafish": "Zebrafish",
}  # fmt: skip
_SPECIES_NAMES = "|".join(name.replace(" ", r"[\s-]") for name in sorted(_SPECIES, key=len, reverse=True))
_IN_SPECIES = late_pattern(
    rf"(?:\b(?:in|from)\s+(?:the\s+)?)?(?<![\w-])\(?(?P<species>{_SPECIES_NAMES})\b(?!-)\)?(?:'s?(?=\s))?", re.I
)
_BLANKS = late_pattern(r"\s+")


def read(query: str) -> tuple[str, LigandFilter]:
    """Split a query into its other words and the filters in it, wherever they stand."""
    text, approved = _APPROVED.subn(" ", query)
    text, withdrawn = _WITHDRAWN.subn(" ", text)
    text, labelled = _LABELLED.subn(" ", text)
    emitter = found["emitter"].upper() if (found := _EMITTER.search(text)) else None
    text, radioligands = _RADIOLIGAND.subn("", _EMITTER.sub("", text))
    text = _BLANKS.sub(" ", text).strip(" ,;")
    if radioligands or emitter:
        text = _TRACER.sub("ligand", text)
    type_ = found["type"] if (found := _TYPE.match(text)) else None
    if type_:
        text = text[len(type_) :].strip()
    elif found := _SMALL.search(text):
        noun = "compounds " if _THAT.match(text, found.end()) else ""
        type_, text = "synthetic organic", f"{text[: found.start()]}{noun}{text[found.end() :]}"
    elif _KINASE.search(text):
        type_ = "synthetic organic"  # TKIs are small molecules, other than antibodies against the same kinases
    wanted = LigandFilter(
        approved_only=bool(approved),
        withdrawn_only=bool(withdrawn),
        labelled_only=bool(labelled or radioligands or emitter),
        type=_type(type_) if type_ else None,
        emitter=next((name for name in EMITTERS if name == emitter), None),
    )
    return (text, wanted) if wanted else (query, EVERY)


def species_in(query: str) -> tuple[str, str] | None:
    """Return a query without the species of a target, and that in the Guide's words; None if it names none."""
    found = _IN_SPECIES.search(query)
    if found is None:
        return None
    rest = _BLANKS.sub(" ", f"{query[: found.start()]} {query[found.end() :]}").strip(" ,;")
    return (rest, species(found["species"])) if rest else None


def species(name: str) -> str:
    """Return the Guide's name of a species, which is English; other names as they are."""
    plain = _BLANKS.sub(" ", name.replace("-", " ")).strip()
    return _SPECIES.get(plain.casefold(), plain)


def of_all(text: str, wanted: LigandFilter) -> LigandFilter | None:
    """Return the filter that a text means as a whole, such as `antibodies`, beside the other one; None for a name.

    With another filter, `drugs` are all ligands.
    """
    if wanted and _ANYTHING.fullmatch(text):
        return wanted
    if found := _WHOLE_TYPE.fullmatch(text):
        return wanted.and_(LigandFilter(type=_type(found["type"]) if found["type"] else "Antibody"))
    return None


def _type(words: str) -> str | None:
    return next((type_ for name, type_ in TYPES.items() if name == words.casefold()), None)
