"""Recognition of words that the Guide hardly records: qualifiers (`oral`, `potent`), illnesses and pathogens."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Literal

from biofacts.domain.text.patterns import late_pattern

Quality = Literal["allosteric", "endogenous", "irreversible", "selective", "non-selective"]
QUALITIES: Mapping[str, Quality] = {
    "allosteric": "allosteric", "endogenous": "endogenous", "natural": "endogenous", "irreversible": "irreversible",
    "covalent": "irreversible",
    "selective": "selective", "specific": "selective", "nonselective": "non-selective",
}  # fmt: skip
"""Words for properties that the Guide marks in its rows."""

LEFT_ASIDE = frozenset({
    "selective", "nonselective", "non", "potent", "oral", "orally", "new", "novel", "strong", "weak", "long", "short",
    "acting", "cardioselective", "competitive", "reversible", "direct", "specific", "highly", "dual", "pan", "first",
    "second", "third", "fourth", "generation", "most", "best", "choice", "standard", "reference", "classical", "known",
    "tool", "probe", "orthosteric", "noncompetitive", "uncompetitive", "pet", "spect", "nanomolar",
    "subnanomolar", "picomolar", "micromolar", "orphan", "strongest", "weakest",
    "common", "commonly", "old", "older", "oldest", "newer", "newest", "latest", "recent", "modern", "cheap",
    "cheapest", "safe", "safer", "safest", "generic", "topical", "injectable", "injected", "intravenous",
    "inhaled", "nasal", "intranasal", "ophthalmic", "parenteral", "subcutaneous", "transdermal", "bioavailable",
    "active", "typical", "popular", "effective", "available", "penetrant", "penetrating", "centrally", "peripherally",
    "restricted", "preferring", "nanobody", "gprotein", "arrestin", "therapeutic", "ultra", "ultrashort", "ultralong",
    "rapid", "rapidly", "fast", "intermediate", "recently", "newly", "discontinued", "before", "after", "since",
    "until", *map(str, range(1980, 2031)),  # `approved since 2018`
})  # fmt: skip
"""Words that the Guide does not record, or for few ligands only; with a class, also words that its rows record."""

QUALIFIERS = LEFT_ASIDE | QUALITIES.keys()

_MOST = 4  # each further qualifier would double the number of readings


def are_qualifiers(words: Sequence[str]) -> bool:
    """Return True for folded words that the Guide hardly records, such as `rapid acting`; False for no words."""
    return bool(words) and LEFT_ASIDE.issuperset(words)


def without_qualifiers(words: Sequence[str]) -> Iterator[tuple[list[str], list[str]]]:
    """Yield the words without some qualifiers, and these qualifiers: the fewest first, since names may contain them."""
    places = [place for place, word in enumerate(words) if word in LEFT_ASIDE][:_MOST]
    for number in range(1, len(places) + 1):
        for aside in combinations(places, number):
            rest = [word for place, word in enumerate(words) if place not in aside]
            if rest:
                yield rest, [words[place] for place in aside]


ILLNESS = (
    r"(?:\w*(?:itis|oma|osis|iasis|emia|aemia|path(?:y|ies)|algia|plegia|rrhea|rrhoea|phobia|philia|phrenia|tension)"
    r"|cancers?|tumou?rs?|diseases?|syndromes?|disorders?|infections?|pain|asthma|diabetes|depression|epilepsy|malaria"
    r"|migraines?|obesity|anxiety|insomnia|fever|cough|headaches?|hiv|aids|copd|adhd|covid-?\w*|flu|influenza|stroke"
    r"|heart (?:failure|attack)|allerg(?:y|ies)|acne|ulcers?|nausea|gout|eczema"
    r"|constipation|diarrh?o?ea|lupus|dementia|mania|shock|sepsis"
    r"|anaphylaxis|gist|ibs|ibd|gerd|nash|mash|nsclc|ptsd|bph|aml|cll|cml|pah|t[12]dm?)"
)
"""Words for illnesses, mostly by their endings."""
OF_ILLNESS = late_pattern(rf"\b{ILLNESS}\b", re.I)

_MEDICINES = r"(?:drugs?|medicines?|medications?|treatments?|therap(?:y|ies)|remed(?:y|ies))"
_ABBREVIATION = late_pattern(
    rf"(?:\S+\s+){{0,4}}?(?:{_MEDICINES}|targets?)\s+(?:(?:that\s+)?(?:are\s+|is\s+)?(?:used|indicated|given)\s+)?"
    r"(?:for|against|in|to\s+treat)\s+(?:the\s+treatment\s+of\s+)?(?P<behind>(?-i:[A-Z]{2,5}))[\s?.!]*"
    rf"|(?:\S+\s+){{0,2}}?(?P<before>(?-i:[A-Z]{{2,5}}))\s+{_MEDICINES}[\s?.!]*",
    re.I,
)


def possible_illness(query: str) -> str:
    """Return the abbreviation, possibly of an illness, in a query like `drugs for MS`; "" for other queries."""
    match = _ABBREVIATION.fullmatch(query.strip())
    return (match["behind"] or match["before"]) if match else ""


# Genera of the WHO's lists of priority pathogens and neglected tropical diseases, and the usual names of viruses.
_GENERA = """
    acinetobacter aspergillus bacillus bordetella borrelia brugia campylobacter candida chlamydia clostridioides
    clostridium cryptococcus cryptosporidium entamoeba enterobacter enterococcus escherichia giardia haemophilus
    helicobacter klebsiella legionella leishmania listeria mycobacterium mycoplasma neisseria onchocerca plasmodium
    pneumocystis pseudomonas salmonella schistosoma shigella staphylococcus streptococcus toxoplasma treponema
    trichomonas trypanosoma vibrio wolbachia yersinia
"""
_VIRUSES = (
    r"\w*virus(?:es)?|\w*viral|(?:HIV|SIV|HTLV|HSV)(?:[- ]?[12])?|HCV|HBV|HPV|H?CMV|EBV|RSV|VZV|influenza(?: [AB])?"
    r"|(?:SARS|MERS)(?:-CoV)?(?:-?2)?|CoV|hepatitis [A-E]|dengue|zika|ebola"
)
_NAMES = late_pattern(
    # `antibacterials` and `antivirals` are classes of medicines.
    rf"(?<![\w-])(?!anti)(?:{_VIRUSES}|\w*bacteri\w*|fung(?:al|us|i)|parasit\w+|E\. ?coli|P\. ?falciparum|"
    rf"{'|'.join(_GENERA.split())})(?!\w)",
    re.I,
)


def pathogen_in(query: str) -> str | None:
    """Return the first pathogen that a query names beside other words, in its original spelling."""
    match = _NAMES.search(query)
    return match[0] if match and match[0] != query.strip() else None
