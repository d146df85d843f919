"""Synonyms that are not names: numbers of registries, vendors and libraries, grades of purity, regulatory labels.

PubChem lists whatever a depositor calls a substance. No name, brand or research code has the form of one of these
patterns: of the 36,322 different names of the Guide's ligands they match 156, all of them numbers of the same
registries and vendors. Some vendors' numbers look like research codes (`A801541`, `A-803467`): see `is_code`.
"""

import re
import string

_LONGEST = 200
"""The most characters of a synonym that is examined: some patterns take quadratic time."""

_LETTERS_AND_DIGITS = string.digits + string.ascii_uppercase
_UNII = re.compile(r"[0-9A-Z]{10}")
_LETTERS_THEN_DIGITS = re.compile(r"[A-Z]{2,}\d+")
_CODE = re.compile(r"[A-Za-z]{1,5}[- ]?\d{3,}[A-Za-z]?")

_NUMBERS = (
    # Registries and authorities
    r"(?:UNII|DTX[SC]ID|EINECS|ELINCS|MFCD|NSC|BRN|HSDB|CCRIS|BIDD|RefChem|Epitope ID)[-: ]*\d[\w-]*",
    r"(?:S?CHEMBL|CHEBI:?|BDBM|GTPL|ZINC|AKOS) ?\d{3,}",
    r"(?:UNII|BIDD|WLN|InChI|InChIKey|Epitope ID)[-:=].*",
    r"CAS[- ](?:RN[- ]?)?\d+-\d\d-\d", r"\d{2,7}-\d\d-\d", r"(?:EC )?\d{3}-\d{3}-\d",
    r"[A-Z]{14}-[A-Z]{10}-[A-Z]", r"[0-9A-F]{8}(?:-[0-9A-F]{4}){3}-[0-9A-F]{12}", r"Q\d{4,}",
    r"DSSTox_\w+", r"Tox21_\d+", r"AI3-\d+.*", r"NCI-C\d{5}", r"USAF [A-Z]+-\d+", r"\d+-(?:EP|US|WO)\d+[A-Z]\d?",
    r"FEMA (?:no\.?|number) ?\d+", r"Caswell no\.? ?\w+", r"RCRA waste (?:no\.?|number) ?\w+", r".*\bUN ?\d{4}\b.*",
    r"(?:US ?)?EPA(?:/OPP)? pesticide .*", r"[\d-]+ \(Beilstein Handbook Reference\)", r"Beilstein .*\d",
    r".* \[II\]",  # an inactive ingredient; without the label iron [II] would be iron
    # Vendors
    r"(?:FT-\d{7}|F\d{4}-\d{4}|F\d{6}|FP\d{5,6}|F[BE]\d{5}|BCP\d{5}|BR-?\d{4,5}|BP-\d{5}|ANW-\d{5})",
    r"(?:AS-\d{5}|CS-\d{7}|CS-[A-Z]\d{6}|D[AS]-\d{5,6}|DB-\d{6}|VS-\d{5}|EBC-\d{6}|RTR-\d{6}|TRA\d{7}|SY\d{6}|W\d{6})",
    r"(?:ST[KLR]\d{5,6}|ST\d{8}|S?BB[LV]?\d{6}|SBB\d{6}|RCA\d{5}|AB\d{8}|AC1[0-9A-Z]{6}|BB \d{7}|CB\d{7}|AX\d{7})",
    r"(?:HY-[A-Z]?\d{4,6}[A-Z]{0,2}|KSC?-?\d\w{5,}|CTK\d[A-Z]\d+|EN300-\d+|MCULE-\d+|MSK\d{6}.*|orb\d{5,}|Z\d{9,})",
    # Screening libraries
    r"(?:HMS\d+[A-Z]\d+|NCGC\d{8}(?:-\d+)?|MLS\d{9}|SMR\d{9}|SR-\d{11}(?:-\d+)?|SW\d{6}(?:-\d+)?|NS0\d{7}|bmse\d{6})",
    r"(?:BRD-[AK]\d{8}.*|Pharmakon1600-\d+|SDCCGMLS.*|ghl\.PD_.*|UPCMLD.*|(?-i:s\d{4}))",
    r"(?:Oprea|NCIOpen|NCI|PDSP|Prestwick|Lopac|KBio|IDI|DivK|Maybridge|CBDivE|ChemDiv|Bionet|Opera)\w*_\w*\d{3,}",
    r"(?:Spectrum|NINDS|BSPBio|BPBio|SPBio)\d?_?\d{3,}",
)  # fmt: skip
_NUMBER = re.compile("|".join(f"(?:{form})" for form in _NUMBERS), re.IGNORECASE | re.ASCII)
_GRADE = re.compile(
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


def _labels(one: str) -> str:
    several = rf"(?:{one})(?: MONOGRAPH| IMPURITY)?"
    return rf"{several}(?:[-:,/] ?{several})*"


_LABEL = re.compile(rf" (?:\[{_labels(_IN_SQUARE_BRACKETS)}\]|\({_labels(_ANYWHERE)}\))$", re.IGNORECASE)


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

    One research code of ten characters in 36 passes the check by chance, so letters followed by digits are not a UNII.
    """
    if not _UNII.fullmatch(text) or text.isalpha() or _LETTERS_THEN_DIGITS.fullmatch(text):
        return False
    *digits, check = map(_LETTERS_AND_DIGITS.index, text)
    return sum(digits) % len(_LETTERS_AND_DIGITS) == check


def is_code(synonym: str) -> bool:
    """Return True if a synonym consists of letters and a number: a research code, or a vendor's number."""
    return _CODE.fullmatch(synonym) is not None
