"""The Guide to PHARMACOLOGY: the facts that its ligands and targets share."""

import re

from biofacts.domain.answers.kinds import Kind
from biofacts.domain.identifiers.curies import digits_of, unpadded

SERVICE = "Guide to PHARMACOLOGY"
LICENCE = "ODbL / CC BY-SA 4.0"

_NEARLY = re.compile(
    r"\s*(?:(?:iuphar|gtopdb|gtp|guidetopharmacology)(?:\.?(?:ligand|target))?)?(?:\s*(?:id)?[:#_\s]\s*)?([0-9]{1,9})\s*",
    re.I | re.A,
)


def number(kind: Kind, given: object) -> str:
    """Return the number in `IUPHAR:2713`, without leading zeros. Raises: UnresolvedEntity."""
    return unpadded(digits_of(kind, given, "IUPHAR:", _NEARLY, unpadded))
