"""Names of gene sets and pathways as other collections print them: with a prefix, underscores, or an identifier.

MSigDB writes `WP_APOPTOSIS`, Enrichr `Apoptosis R-HSA-109581`, QuickGO `apoptotic process (GO:0006915)`, KEGG
`path:hsa04210 Apoptosis - Homo sapiens (human)`, and GMT files `Apoptosis%WikiPathways_20250810%WP254%Homo sapiens`.
"""

import re

import msgspec

from biofacts.domain.answers.kinds import PATHWAY
from biofacts.domain.identifiers import cross_references

_COLLECTION = re.compile(
    r"(?:WP|WIKIPATHWAYS|KEGG(?:_MEDICUS)?|REACTOME|HALLMARK|BIOCARTA|PID|SMPDB|PANTHER|NETPATH|GO(?:BP|MF|CC)?|HP"
    r"|SIG|ST|SA|NABA)_+(?=\w*[^\W\d_])",
    re.I,
)
"""Prefixes of the sets of MSigDB and Enrichr (msigdb.org, "Collections"; maayanlab.cloud/Enrichr, "Libraries")."""
_RELEASE = re.compile(r"WikiPathways_\w+", re.I)
_KEGG_PREFIX = re.compile(r"path:(?=[a-z]{2,4}\d{5}\b)", re.I)
_OF_KEGG = re.compile(r"\s+-\s+[A-Z][a-z]+ [a-z]+(?: \(.+\))?$")
"""The organism behind a title of KEGG."""
_ALSO_NUMBERED = re.compile(r"(?<=\d)(?:_\d)+(?=_|$)")
"""The numbers of further members in one name: `VEGFR1_2`."""
_AROUND = "()[]{},;:|-"
_MOST = 3  # identifiers before or after the words


class PastedName(msgspec.Struct, frozen=True):
    """The words of a pasted name, and the identifiers that stand before or after them."""

    words: str
    identifiers: tuple[str, ...] = ()


def read(text: str) -> PastedName | None:
    """Return the parts of a pasted name; None for any other text, and for an identifier alone."""
    if cross_references.read(text) is not None or cross_references.malformed(text):
        return None
    words = _KEGG_PREFIX.sub("", text)
    if words.count("%") > 1:
        parts = [part for part in words.split("%") if not _RELEASE.fullmatch(part)]
        # The identifier stands between the title and the organism.
        words = " ".join(sorted(parts, key=lambda part: _identifier(part) is not None))
    if found := _COLLECTION.match(words):
        words = words[found.end() :]
    if found or (" " not in words and words.count("_") > 1):
        words = _ALSO_NUMBERED.sub("", words).replace("_", " ")
    several, identifiers = words.split(), list[str]()
    for place in (0, -1):
        while len(several) > 1 and len(identifiers) < _MOST and (one := _identifier(several[place])):
            identifiers.append(one)
            del several[place]
    words = " ".join(several)
    if identifiers:
        words = _OF_KEGG.sub("", words.strip(" ,;:|-"))
    return PastedName(words, tuple(identifiers)) if words and words != text else None


def _identifier(word: str) -> str | None:
    """Return the identifier by which pathways are found, if a word is one."""
    reference = cross_references.read(word.strip(_AROUND))
    return reference.text if reference and reference.finds(PATHWAY) else None
