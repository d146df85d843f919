"""Detection of queries for indications, which the Guide to PHARMACOLOGY does not contain."""

import re

_ASKED = re.compile(
    r"\b(?:(?:drugs?|medicines?|medications?|treatments?|therap(?:y|ies)|remed(?:y|ies)|cures?|ligands?|inhibitors?)\s+"
    r"(?:for|of|against|in|to treat|used (?:for|in|to treat))\s+\w+"
    r"|(?:treat(?:s|ing)?|cur(?:es?|ing)|prevent(?:s|ing)?|indicated (?:for|in)|used (?:for|to treat))\s+\w+"
    r"|what\s+(?:can|should|could|to|do|does)\s+(?:\w+\s+){0,2}(?:take|use|give|help)\s+(?:for|with|against)\s+\w+"
    r"|\w+\s+(?:treatments?|therap(?:y|ies)|medications?|remed(?:y|ies)|drugs?|medicines?)$)",
    re.I,
)


def asked_for(query: str) -> bool:
    """Return True if a query is about the treatment of a disease (`drugs for asthma`, `malaria treatment`)."""
    return _ASKED.search(query) is not None
