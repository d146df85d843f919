"""Names of gene sets and pathways as other collections print them."""

import re

import msgspec

from biofacts.domain.answers.kinds import PATHWAY
from biofacts.domain.identifiers import cross_references
from biofacts.domain.text.patterns import late_pattern

_COLLECTIONS = (
    r"(?:WP|WIKIPATHWAYS|KEGG(?:_MEDICUS(?:_(?:REFERENCE|VARIANT|PATHOGEN|ENV_FACTOR))?)?|REACTOME|HALLMARK|BIOCARTA|PID"
    r"|SMPDB|PANTHER|NETPATH|GO(?:BP|MF|CC)?|HP|SIG|ST|SA|NABA)"
)
"""Prefixes of the sets of MSigDB and Enrichr (msigdb.org, "Collections"; maayanlab.cloud/Enrichr, "Libraries")."""
_COLLECTION = late_pattern(
    rf"{_COLLECTIONS}_+(?=\w*[^\W\d_])|(?!(?:GO|HP|WP):){_COLLECTIONS}: +(?=[a-z])|\[{_COLLECTIONS}\] *"
    r"|path:(?=[a-z]{2,4}\d{5}\b)",  # `GO:`, `HP:` and `WP:` begin an identifier
    re.I,
)
_OF_COLLECTION = late_pattern(rf" *[(\[]{_COLLECTIONS}[)\]]$| - Homo sapiens(?: \(human\))?$", re.I)
_CODED = late_pattern(r"(?:[ _]Homo sapiens|_(?P<of>[A-Z][a-z]+ [a-z]+))[ _](?P<code>\S*\d\S*|h \w+)$")
"""The organism and the code behind a name in Enrichr's libraries of 2016."""
_BEFORE_NAME = late_pattern(r"(\S+?)[~|:](?=[^\s:~]*[a-z])", re.I)
_SPECIES = re.compile(r"(?!Homo sapiens)[A-Z][a-z]+ [a-z]+")
_VERSION = re.compile(r"\.\d+$")
_ALSO_NUMBERED = re.compile(r"(?<=\d)(?:_\d)+(?=_|$)")
"""The numbers of further members in one name: `VEGFR1_2`."""
_AROUND = "()[]{},;:|-"
_MOST = 3  # identifiers before or after the words


class PastedName(msgspec.Struct, frozen=True):
    """A name of a gene set or pathway as other collections print it: its words, and the identifiers around them.

    MSigDB writes `WP_APOPTOSIS`, Enrichr `Apoptosis R-HSA-109581`, QuickGO `apoptotic process (GO:0006915)`, KEGG
    `path:hsa04210 Apoptosis - Homo sapiens (human)`, GMT files `Apoptosis%WikiPathways_20250810%WP254%Homo sapiens`.
    """

    words: str
    identifiers: tuple[str, ...] = ()


def parse_pasted_name(text: str) -> PastedName | None:
    """Return the parts of a pasted name; None for any other text, and for an identifier alone."""
    if cross_references.read(text) is not None:
        return None
    title, *parts = text.split("%")  # before the collection, the identifier and the organism
    identified = [one for one in parts if "_" not in one and _identifier(one)]
    words = " ".join([title, *filter(_SPECIES.fullmatch, parts), *identified]) if len(parts) > 1 else text
    if found := _COLLECTION.match(words):
        words = words[found.end() :]
    elif cross_references.malformed(text):
        return None
    words = _with_blanks(words)
    if found or (" " not in words and words.count("_") > 1):
        words = _ALSO_NUMBERED.sub("", words).replace("_", " ")
    several, identifiers = words.split(), list[str]()
    for place in (0, -1):
        while len(several) > 1 and len(identifiers) < _MOST and (one := _identifier(several[place])):
            identifiers.append(one)
            del several[place]
    words = " ".join(several)
    if identifiers:
        words = _OF_COLLECTION.sub("", words.strip(" ,;:|-"))
    return PastedName(words, tuple(identifiers)) if words and words != text else None


def _with_blanks(words: str) -> str:
    """Return a name with its identifier and organism set apart by blanks, without Homo sapiens and collections."""
    if coded := _CODED.search(words):
        behind = (coded["of"], coded["code"] if _identifier(coded["code"]) else None)
        words = " ".join([words[: coded.start()], *filter(None, behind)])
    words = _OF_COLLECTION.sub("", words)
    before = _BEFORE_NAME.match(words)
    return f"{before[1]} {words[before.end() :]}" if before and _identifier(before[1]) else words


def _identifier(word: str) -> str | None:
    """Return the identifier by which pathways are found, if a word is one."""
    reference = cross_references.read(_VERSION.sub("", word.strip(_AROUND)))
    return reference.text if reference and reference.finds(PATHWAY) else None
