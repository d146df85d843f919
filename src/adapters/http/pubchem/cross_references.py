"""A compound's identifiers in other databases, from trusted sources only.

PUG View names the source of every value. A value is accepted if it comes from the database that issues the identifier;
of several values, the one that is also a synonym of the compound. Ambiguous cases are skipped: no identifier is better
than that of a salt, a mixture or a polymer.
"""

import re
import string
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from biofacts.adapters.http.pubchem.response_formats import Section, ViewRecord
from biofacts.domain.identifiers.cross_references import CrossReferences, collect, is_valid
from biofacts.domain.identifiers.identifier_databases import BY_KEY
from biofacts.domain.text.patterns import late_pattern

_OWNED: Mapping[str, tuple[str, str]] = {
    "chembl": ("ChEMBL ID", "ChEMBL"),
    "chebi": ("ChEBI ID", "ChEBI"),
    "drugbank": ("DrugBank ID", "DrugBank"),
    "hmdb": ("HMDB ID", "Human Metabolome Database (HMDB)"),
    "kegg_compound": ("KEGG ID", "KEGG"),
    "lipidmaps": ("Lipid Maps ID (LM_ID)", "LIPID MAPS"),
    "unii": ("UNII", "FDA Global Substance Registration System (GSRS)"),
    "wikidata": ("Wikidata", "Wikidata"),
}
"""Registry key -> the heading in PUG View, and the source that issues the identifier."""

_CAS_OWNER = "CAS Common Chemistry"
_MOST_SYNONYMS = 30
_ENOUGH_NAMES = 10
"""With this many other names, codes with one spelling are dropped: no Guide ligand with ten names has such a code."""
# Keys whose identifiers have a form of their own, so that they can be recognised in a list of synonyms.
# Other forms are ambiguous: `Q0038` could be an item of Wikidata, `HOCH2CH2OH` a UNII, and neither is one.
_RECOGNISED = ("chembl", "chebi", "drugbank", "hmdb", "cas")
_SIGNS = late_pattern(r"[\W_]+")


def attributed(record: ViewRecord) -> CrossReferences:
    """Collect the cross references of a PUG View record."""
    aliases = set(synonyms(record))
    pairs: list[tuple[str, str]] = []
    for key, (heading, owner) in _OWNED.items():
        values = [value for source, value in _values(record, heading, key) if source == owner]
        # Databases with several identifiers for a compound: CID 174 has eight of KEGG.
        pairs += [(key, value) for value in (values if "compound" in BY_KEY[key].lists else _single(values, aliases))]
    pairs += [("cas", value) for value in _cas(record, aliases)]
    return collect(pairs, "compound")


def _values(record: ViewRecord, heading: str, key: str) -> Iterator[tuple[str, str]]:
    """Yield every well-formed identifier under a heading of "Other Identifiers", as pairs of source and value."""
    sources = {reference.number: reference.source for reference in record.references}
    for section in _under(record, "Other Identifiers", heading):
        for statement in section.statements:
            source = sources.get(statement.reference, "")
            yield from ((source, text) for text in statement.texts if is_valid(key, text))


def _under(record: ViewRecord, *headings: str) -> list[Section]:
    """Return the sections below all of the headings (the outermost first), at any depth."""
    level = record.sections
    for heading in headings:
        level = [subsection for section in level for subsection in section.under(heading)]
    return level


def _single(values: Iterable[str], aliases: set[str]) -> Sequence[str]:
    """Return the only value, or the only one of several that is also a synonym, or nothing."""
    distinct = list(dict.fromkeys(values))
    if len(distinct) > 1:
        distinct = [value for value in distinct if value in aliases]
    return distinct if len(distinct) == 1 else ()


def _cas(record: ViewRecord, aliases: set[str]) -> Sequence[str]:
    """Return the number from CAS itself, else from most sources: some sources list numbers of polymers and salts."""
    supporters: defaultdict[str, set[str]] = defaultdict(set)
    for source, value in _values(record, "CAS", "cas"):
        supporters[value].add(source)
    owned = [value for value, sources in supporters.items() if _CAS_OWNER in sources]
    if owned:
        return _single(owned, aliases)
    most = max(map(len, supporters.values()), default=0)
    return _single((value for value, sources in supporters.items() if len(sources) == most), aliases)


def synonyms(record: ViewRecord) -> list[str]:
    """List the synonyms from depositors, the most used first. Some are identifiers."""
    return [
        text
        for section in _under(record, "Synonyms", "Depositor-Supplied Synonyms")
        for statement in section.statements
        for text in statement.texts
    ]


def names(ranked: Sequence[str], title: str, references: CrossReferences) -> tuple[str, ...]:
    """Return the first names of a ranked list, without identifiers, the title and duplicates.

    A research code is written in several ways (`SB-203580`, `SB 203580`), a vendor's number in one. Codes with a single
    spelling come last, and are dropped if there are enough other names.
    """
    excluded = {title.casefold()}
    for values in references.values():
        excluded |= {value.casefold() for value in ((values,) if isinstance(values, str) else values)}
    by_spelling: dict[str, str] = {}
    for name in map(without_label, ranked):
        if name and name.casefold() not in excluded and not _is_identifier(name):
            by_spelling.setdefault(name.casefold(), name)
    spellings = Counter(map(_bare, {title.casefold(), *by_spelling}))
    doubtful = [name for name in by_spelling.values() if is_code(name) and spellings[_bare(name)] == 1]
    sure = [name for name in by_spelling.values() if name not in doubtful]
    return tuple((sure if len(sure) >= _ENOUGH_NAMES else [*sure, *doubtful])[:_MOST_SYNONYMS])


def _bare(name: str) -> str:
    return _SIGNS.sub("", name.casefold())


def _is_identifier(name: str) -> bool:
    return any(is_valid(key, name) for key in _RECOGNISED) or is_noise(name)


def recognised(ranked: Sequence[str]) -> CrossReferences:
    """Collect the unmistakable identifiers from a list of synonyms, which does not name its sources."""
    pairs: list[tuple[str, str]] = []
    for key in _RECOGNISED:
        values = dict.fromkeys(name for name in ranked if is_valid(key, name))
        pairs += [(key, value) for value in values if len(values) == 1]
    unii = dict.fromkeys(name.removeprefix("UNII-") for name in ranked if name.startswith("UNII-"))
    pairs += [("unii", value) for value in unii if len(unii) == 1]
    return collect(pairs)


# Synonyms that are not names: numbers of registries, vendors and libraries, grades of purity, regulatory labels


_LONGEST = 200
"""The maximum number of characters of a synonym that is examined: some patterns take quadratic time."""

_LETTERS_AND_DIGITS = string.digits + string.ascii_uppercase
_UNII = late_pattern(r"[0-9A-Z]{10}")
_LETTERS_THEN_DIGITS = late_pattern(r"[A-Z]{2,}\d+")
_CODE = late_pattern(r"[A-Za-z]{1,5}[- ]?\d{3,}[A-Za-z]?")

_NUMBERS = (
    # Registries and authorities
    r"(?:UNII|DTX[SC]ID|EINECS|ELINCS|MFCD|NSC|BRN|HSDB|CCRIS|BIDD|RefChem|Epitope ID)[-: ]*\d[\w-]*",
    r"(?:S?CHEMBL|CHEBI:?|BDBM|GTPL|ZINC|AKOS) ?\d{3,}",
    r"(?:UNII|BIDD|WLN|InChI|InChIKey|Epitope ID)[-:=].*",
    r"CAS[- ](?:RN[- ]?)?\d+-\d\d-\d", r"\d{2,7}-\d\d-\d", r"(?:EC )?\d{3}-\d{3}-\d",
    # An InChIKey, a UUID, an item of Wikidata
    r"[A-Z]{14}-[A-Z]{10}-[A-Z]", r"[0-9A-F]{8}(?:-[0-9A-F]{4}){3}-[0-9A-F]{12}", r"Q\d{4,}",
    # The last pattern: a compound in a patent, e.g. `27671-EP2270014A1`
    r"DSSTox_\w+", r"Tox21_\d+", r"AI3-\d+.*", r"NCI-C\d{5}", r"USAF [A-Z]+-\d+", r"\d+-(?:EP|US|WO)\d+[A-Z]\d?",
    # e.g. `FEMA NO. 3965`, `Caswell No. 077`, `Rcra waste number U019`, `Trietilamina UN1296`
    r"FEMA (?:no\.?|number) ?\d+", r"Caswell no\.? ?\w+", r"RCRA waste (?:no\.?|number) ?\w+", r".*\bUN ?\d{4}\b.*",
    r"(?:US ?)?EPA(?:/OPP)? pesticide .*", r"[\d-]+ \(Beilstein Handbook Reference\)", r"Beilstein .*\d",
    r".* \[II\]",  # an inactive ingredient; without the label iron [II] would be iron
    # Vendors
    r"(?:FT-\d{7}|F\d{4}-\d{4}|F\d{6}|FP\d{5,6}|F[BE]\d{5}|BCP\d{5}|BR-?\d{4,5}|BP-\d{5}|ANW-\d{5})",
    r"(?:AS-\d{5}|CS-\d{7}|CS-[A-Z]\d{6}|D[AS]-\d{5,6}|DB-\d{6}|VS-\d{5}|EBC-\d{6}|RTR-\d{6}|TRA\d{7}|SY\d{6}|W\d{6})",
    r"(?:ST[KLR]\d{5,6}|ST\d{8}|S?BB[LV]?\d{6}|SBB\d{6}|RCA\d{5}|AB\d{8}|AC1[0-9A-Z]{6}|BB \d{7}|CB\d{7}|AX\d{7})",
    r"(?:HY-[A-Z]?\d{4,6}[A-Z]{0,2}|KSC?-?\d\w{5,}|CTK\d[A-Z]\d+|EN300-\d+|MCULE-\d+|MSK\d{6}.*|orb\d{5,}|Z\d{9,})",
    # Screening libraries
    # Digits are counted, since `NCGC607` is a research code.
    r"(?:HMS\d+[A-Z]\d+|NCGC\d{8}(?:-\d+)?|MLS\d{9}|SMR\d{9}|SR-\d{11}(?:-\d+)?|SW\d{6}(?:-\d+)?|NS0\d{7}|bmse\d{6})",
    # In small letters only: `s4070` is a vendor's number, and `S7330` a research code.
    r"(?:BRD-[AK]\d{8}.*|Pharmakon1600-\d+|SDCCGMLS.*|ghl\.PD_.*|UPCMLD.*|(?-i:s\d{4}))",
    r"(?:Oprea|NCIOpen|NCI|PDSP|Prestwick|Lopac|KBio|IDI|DivK|Maybridge|CBDivE|ChemDiv|Bionet|Opera)\w*_\w*\d{3,}",
    r"(?:Spectrum|NINDS|BSPBio|BPBio|SPBio)\d?_?\d{3,}",
)  # fmt: skip
_NUMBER = late_pattern("|".join(f"(?:{form})" for form in _NUMBERS), re.IGNORECASE | re.ASCII)
# Brands must not match: `Altreno (0.05% lotion)`, `Katerzia (amlodipine oral suspension, 1 mg/mL)`.
_GRADE = late_pattern(
    r"(?:^|[,\s~>=])\d[\d.]*\+?\s*%|\d\s?(?:ug|microg)/m?[gL]\b"
    r"|\b(?:analytical|reference|secondary|check) standard\b"
    r"|\bcertified reference\b|\bgrade\b|\bfor (?:synthesis|HPLC)\b|\bpuriss?\b|\bpurum\b|\bimpurity [A-Z]\b",
    re.IGNORECASE,
)

_ANYWHERE = (
    r"ACGIH|BAN|DCF|DCIT|EMA EPAR(?: VETERINARY)?|HPUS|INCI|INN|JAN|JP\d+|OBS\.?|OSHA|TN|USAN|USP|USP-RS|VANDF|WHO-DD"
    r"|WHO-IP|Czech|Danish|Dutch|Finnish|French|German|Hungarian|Italian|Japanese|Latin|Norwegian|Polish|Portuguese"
    r"|Russian|Spanish|Swedish"
)
_IN_SQUARE_BRACKETS = rf"{_ANYWHERE}|EP|FCC|FHFI|GREEN BOOK|HSDB|IARC|ISO|MART\.?|MI|NF|ORANGE BOOK|VAN"
"""Labels in square brackets. In round brackets some of them mean something else, such as a receptor."""


def _labels(label: str) -> str:
    several = rf"(?:{label})(?: MONOGRAPH| IMPURITY)?"
    return rf"{several}(?:[-:,/] ?{several})*"


_LABEL = late_pattern(rf" (?:\[{_labels(_IN_SQUARE_BRACKETS)}\]|\({_labels(_ANYWHERE)}\))$", re.IGNORECASE)


def without_label(synonym: str) -> str:
    """Strip the label of an authority or language: `Fentanylum [INN-Latin]` becomes `Fentanylum`."""
    return _LABEL.sub("", synonym)


def is_noise(synonym: str) -> bool:
    """Return True if a synonym is the number of a registry, a vendor or a library, or states a grade of purity."""
    if len(synonym) > _LONGEST:
        return False
    return bool(_NUMBER.fullmatch(synonym) or _GRADE.search(synonym)) or is_unii(synonym)


def is_unii(text: str) -> bool:
    """Return True if a text has the ten characters of a UNII, the last of which is a check character.

    One in 36 research codes of ten characters passes the check by chance, so letters followed by digits are rejected.
    """
    # `ACETAMINOL` is a name, and `GSK1331268` a research code.
    if not _UNII.fullmatch(text) or text.isalpha() or _LETTERS_THEN_DIGITS.fullmatch(text):
        return False
    *digits, check = map(_LETTERS_AND_DIGITS.index, text)
    return sum(digits) % len(_LETTERS_AND_DIGITS) == check


def is_code(synonym: str) -> bool:
    """Return True if a synonym consists of letters and a number: a research code, or a vendor's number."""
    return _CODE.fullmatch(synonym) is not None
