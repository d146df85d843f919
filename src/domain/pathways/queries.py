"""Parsers of queries for pathways that contain more than the words of a topic.

These are sentences with a day (`new pathways since 2025`), with genes that one pathway must contain, or with a kind of
components (`genes of the cell cycle`), and names copied from other collections of pathways.
"""

import re
from collections.abc import Sequence
from datetime import date, timedelta

import msgspec

from biofacts.domain.answers.entity_kinds import PATHWAY
from biofacts.domain.identifiers import identifiers_in_text
from biofacts.domain.identifiers.identifiers_in_text import Reference
from biofacts.domain.search import exclusions
from biofacts.domain.text.patterns import late_pattern

_MONTHS = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
]  # fmt: skip
# `Sep`, `Sept` and `September`, with or without a point; `May` has no short form.
_MONTH = "|".join(f"{month[:3]}(?:t|{month[3:]})?\\.?" if len(month) > 3 else month for month in _MONTHS)
_DAY = rf"(?P<year>(?:19|20)\d\d)(?:-(?P<month>\d\d)(?:-(?P<day>\d\d))?)?|(?P<name>{_MONTH}) (?P<of>(?:19|20)\d\d)"
_REVISED = (
    r"(?:updated|changed|revised|modified|edited|added|published|created|new(?:ly)?|updates?|changes?|revisions?)"
)
_LEAD = r"(?:(?:that|which) )?(?:(?:were|was|have been|are|got) )?(?:(?:most )?recently |last |newly )?"
_SPAN = r"(?:the )?(?:last|past) (?:(?P<number>\d{1,3}) )?(?P<unit>day|week|month|year)s?"

# A bare year or `this year` is a filter only beside a word of revision: `since 1918 influenza` is a topic.
_SINCE = (
    late_pattern(rf"\b{_LEAD}(?:{_REVISED} )?(?:since|after) (?:{_DAY})(?![-\w])", re.I),
    late_pattern(rf"\b{_LEAD}{_REVISED} (?:in|within|during|over) (?:{_SPAN}|{_DAY})(?![-\w])", re.I),
    late_pattern(rf"\b{_LEAD}{_REVISED} (?:in )?this (?P<this>year|month|week)\b", re.I),
)
_LATEST = late_pattern(
    r"\b(?:most recent(?:ly)?|recently|lately|last|latest|newest)(?: (?:updated|changed|revised|modified|edited|added"
    r"|published|created))\b"
    r"|\b(?:most recent|latest|newest|new)(?= (?:\w+ )?(?:pathways?|updates?|changes?|revisions?)\b)"
    r"|(?<=\bpathways )(?:most recently|recently|lately)$",
    re.I,
)
_NEW = late_pattern(r"\b(?:new(?:ly|est)?|added|published|created)\b", re.I)
_AROUND = late_pattern(r"\b(?:updates?|changes?|revisions?)\b", re.I)
_LITTLE = frozenset({
    "a", "about", "all", "any", "are", "by", "each", "every", "for", "give", "have", "in", "is", "list", "me", "new",
    "of", "on", "pathway", "pathways", "please", "show", "sorted", "the", "there", "were", "what", "which",
})  # fmt: skip
EVER = "0001-01-01"
"""A day before every revision, for queries such as `latest pathways` that only ask for an order by day."""


class DatedQuery(msgspec.Struct, frozen=True, kw_only=True):
    """A query with a day. `words`: the query without the day; `written`: the day as written; `since`: it in ISO 8601.

    `is_new`: True if the query is for new pathways, although WikiPathways gives only the day of the last revision.
    """

    words: str
    written: str
    since: str
    is_new: bool = False


def dated(text: str, today: date) -> DatedQuery | None:
    """Split a query into its day and its other words; return None if it has no day."""
    match = next(filter(None, (form.search(text) for form in _SINCE)), None)
    since = _since(match, today) if match else None
    if since is None:
        match = _LATEST.search(text)
    if match is None:
        return None
    rest = " ".join(f"{text[: match.start()]} {text[match.end() :]}".split())
    words = {word.casefold().strip("?,.!") for word in _AROUND.sub("", rest).split()} - {""} - _LITTLE
    return DatedQuery(
        words=rest if words else "",
        written=match[0].strip(),
        since=since.isoformat() if since else EVER,
        is_new=bool(_NEW.search(text)),
    )


def _since(match: re.Match[str], today: date) -> date | None:
    """Return the first day of the matched year, month, day or span; None for a day that does not exist."""
    groups = match.groupdict()
    if unit := groups.get("this"):
        return {
            "year": today.replace(month=1, day=1), "month": today.replace(day=1),
            "week": today - timedelta(days=today.weekday()),
        }[unit.casefold()]  # fmt: skip
    if unit := groups.get("unit"):
        days = {"day": 1, "week": 7, "month": 30, "year": 365}[unit.casefold()]
        return today - timedelta(days=days * int(groups.get("number") or 1))
    if name := groups.get("name"):
        month = next(place for place, month_name in enumerate(_MONTHS, 1) if month_name.startswith(name.casefold()[:3]))
        return date(int(groups["of"] or 0), month, 1)
    try:
        return date(int(groups.get("year") or 0), int(groups.get("month") or 1), int(groups.get("day") or 1))
    except ValueError:
        return None


_TOGETHER = (
    late_pattern(
        r"pathways?\b.*?\b(?:contain(?:s|ing)?|with|includ(?:es?|ing)|involv(?:es?|ing)|shar(?:es?|ed|ing)|have|having"
        r"|in common)\b\s+(?:by\s+)?(?:both\s+|all\s+of\s+)?(?P<genes>.+?)[?.]?$",
        re.I,
    ),
    late_pattern(r"(?:both\s+)?(?P<genes>.+?)\s+(?:together\s+)?in\s+(?:one|the same|a single)\s+pathway[?.]?$", re.I),
)
_SYMBOL = late_pattern(r"(?=[A-Za-z\d-]*[A-Z\d])[A-Za-z][A-Za-z\d-]{1,9}")


def genes_together(text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the gene symbols that a pathway must contain, and those that it must not: `TP53 but not MDM2`."""
    match = _TOGETHER[0].search(text) or _TOGETHER[1].match(text)
    genes = match["genes"] if match else ""
    parts = exclusions.read(genes) or (genes,)
    listed = [tuple(re.split(r",?\s+and\s+|,?\s+or\s+|\s*[,&+]\s*", part)) for part in parts]
    symbols = [symbol for part in listed for symbol in part]
    is_list = len(symbols) > 1 and all(map(_SYMBOL.fullmatch, symbols))
    return (listed[0], listed[1] if len(listed) > 1 else ()) if is_list else ((), ())


_KINDS = {
    "gene": "genes|proteins|enzymes",
    "ligand": "drugs|medicines|medications|ligands",
    "target": "drug targets|targets",
    "compound": "metabolites|compounds",
}
_KIND = "|".join(f"(?P<{kind}>{words})" for kind, words in _KINDS.items())
_IN = (
    r"in|of|for|from|within|on|target|targeting|affect|affecting|act(?:ing)? on|involved in|(?:a )?part of|related to"
    r"|associated with"
)
_OF_KIND = (
    late_pattern(
        r"(?:(?:which|what|how many|list|show|find|give me|are there|all|any|the|approved|known) )*"
        rf"(?:{_KIND}) (?:(?:that|which|are|is|act|there) )*(?:{_IN}) (?:the )?(?P<topic>.+?)[?.]?$",
        re.I,
    ),
    # Not `proteins`, since `heat shock proteins` is a topic.
    late_pattern(
        r"(?P<topic>.+?) (?:(?P<gene>genes)|(?P<ligand>drugs)|(?P<target>drug targets)"
        r"|(?P<compound>metabolites))[?.]?$",
        re.I,
    ),
)
_PATHWAY = late_pattern(r"\bpathways?$", re.I)


class KindQuery(msgspec.Struct, frozen=True, kw_only=True):
    """A query for one kind of components of a pathway: `genes of the cell cycle`. `word`: the word for the kind."""

    topic: str
    kind: str
    word: str

    @property
    def is_of_pathway(self) -> bool:
        """True if the topic ends with the word `pathway`."""
        return _PATHWAY.search(self.topic) is not None


def of_kind(text: str) -> KindQuery | None:
    """Parse a query for one kind of components of a pathway; return None for any other text."""
    match = next(filter(None, (form.match(text) for form in _OF_KIND)), None)
    if match is None:
        return None
    kind = next(kind for kind in _KINDS if match[kind])
    return KindQuery(topic=match["topic"], kind=kind, word=match[kind])


# Names of gene sets and pathways, in the formats of other collections


# If kept, such a prefix counts as a rare word: WP_APOPTOSIS once found Toll-like receptor signaling first.
_COLLECTIONS = (
    r"(?:WP|WIKIPATHWAYS|KEGG(?:_MEDICUS(?:_(?:REFERENCE|VARIANT|PATHOGEN|ENV_FACTOR))?)?|REACTOME|HALLMARK|BIOCARTA|PID"
    r"|SMPDB|PANTHER|NETPATH|GO(?:BP|MF|CC)?|HP|SIG|ST|SA|NABA)"
)
"""The prefixes of gene sets in MSigDB and Enrichr (msigdb.org, "Collections"; maayanlab.cloud/Enrichr, "Libraries")."""
_COLLECTION = late_pattern(
    rf"{_COLLECTIONS}_+(?=\w*[^\W\d_])|(?!(?:GO|HP|WP):){_COLLECTIONS}: +(?=[a-z])|\[{_COLLECTIONS}\] *"
    r"|path:(?=[a-z]{2,4}\d{5}\b)"  # `GO:`, `HP:` and `WP:` begin an identifier
    # g:Profiler writes `REAC:R-HSA-109581`; codes of these collections are in no pathway.
    r"|REAC:(?=R-)|GO:(?:BP|MF|CC) +|(?:PANTHER[ :]+P\d{5}|SMP\d{5,7}|CORUM:\d+) +"
    r"|(?:MSigDB|Reactome|KEGG|SMPDB) +(?=\S*[\d_]\S* *)",
    re.I,
)
# Before a topic, the name of another database is as rare a word: `KEGG apoptosis` found no pathway called apoptosis.
_DATABASE = late_pattern(
    r"(KEGG|Reactome|BioCyc|MetaCyc|BioCarta|NetPath) +(?:pathways? +)?(?:(?:for|of|on) +)?(?!pathways?$)(?=\S)", re.I
)
_CODE_OF_MSIGDB = late_pattern(r" +M\d{3,6}$")
_JOINED_PATHWAY = late_pattern(r"(?<=[A-Z0-9])PATHWAY$")
"""The end of names in MSigDB's collection of the Pathway Interaction Database: `PID_HIF1_TFPATHWAY`."""
_OF_COLLECTION = late_pattern(rf" *[(\[]{_COLLECTIONS}[)\]]$| - Homo sapiens(?: \(human\))?$", re.I)
_CODED = late_pattern(r"(?:[ _]Homo sapiens|_(?P<of>[A-Z][a-z]+ [a-z]+))[ _](?P<code>\S*\d\S*|h \w+)$")
"""The organism and the code after a name in Enrichr's libraries of 2016."""
_BEFORE_NAME = late_pattern(r"(\S+?)[~|:](?=[^\s:~]*[a-z])", re.I)
_SPECIES = late_pattern(r"(?!Homo sapiens)[A-Z][a-z]+ [a-z]+")
_VERSION = late_pattern(r"\.\d+$")
_ALSO_NUMBERED = late_pattern(r"(?<=\d)(?:_\d)+(?=_|$)")
"""The numbers of further members in a name, such as the `_2` in `VEGFR1_2`."""
_SIGNS_AROUND = "()[]{},;:|-"
_MOST = 3  # identifiers around the words
_MOST_LISTED = 20
_BETWEEN_IDENTIFIERS = late_pattern(r"(?:[\s,;|&+]|\b(?:and|or)\b)+", re.I)


def listed_identifiers(text: str) -> Sequence[Reference]:
    """Return the identifiers in a text that consists of several identifiers; an empty sequence for any other text."""
    references = [identifiers_in_text.read(word) for word in _BETWEEN_IDENTIFIERS.split(text.strip(" ,;."))]
    identified = [reference for reference in references if reference is not None]
    return identified if len(references) == len(identified) and 1 < len(identified) <= _MOST_LISTED else ()


class PastedName(msgspec.Struct, frozen=True):
    """A name in the format of another collection of gene sets or pathways: its words, and the identifiers around them.

    MSigDB writes `WP_APOPTOSIS`, Enrichr `Apoptosis R-HSA-109581`, QuickGO `apoptotic process (GO:0006915)`, KEGG
    `path:hsa04210 Apoptosis - Homo sapiens (human)`, GMT files `Apoptosis%WikiPathways_20250810%WP254%Homo sapiens`.
    `database`: the name of another database before a topic: `KEGG apoptosis`.
    """

    words: str
    identifiers: tuple[str, ...] = ()
    database: str | None = None


def parse_pasted_name(text: str) -> PastedName | None:
    """Parse a name copied from another collection; return None for any other text, and for a single identifier."""
    if identifiers_in_text.read(text) is not None:
        return None
    title, *parts = text.split("%")  # GMT files: title, collection, identifier and organism
    # `WikiPathways_20250810` is a release, but could be read as the pathway WP20250810.
    identified = [part for part in parts if "_" not in part and _identifier(part)]
    words = " ".join([title, *filter(_SPECIES.fullmatch, parts), *identified]) if len(parts) > 1 else text
    is_of_collection = False
    while match := _COLLECTION.match(words):
        words, is_of_collection = words[match.end() :], True
    database = None if is_of_collection else _DATABASE.match(words)
    if database:
        words = words[database.end() :]
    if is_of_collection:
        words = _JOINED_PATHWAY.sub(" PATHWAY", _CODE_OF_MSIGDB.sub("", words))
    elif identifiers_in_text.malformed(text):
        return None
    words = _with_blanks(words)
    # A single underscore may belong to an identifier or a name: `NM_000546`.
    if is_of_collection or (" " not in words and words.count("_") > 1):
        words = _ALSO_NUMBERED.sub("", words).replace("_", " ")
    several, identifiers = words.split(), list[str]()
    for place in (0, -1):
        while len(several) > 1 and len(identifiers) < _MOST and (identifier := _identifier(several[place])):
            identifiers.append(identifier)
            del several[place]
    words = " ".join(several)
    if identifiers:
        words = _OF_COLLECTION.sub("", words.strip(" ,;:|-"))
    named = database[1] if database else None
    return PastedName(words, tuple(identifiers), named) if words and words != text else None


def _with_blanks(words: str) -> str:
    """Separate the identifier and the organism from a name by blanks, and remove Homo sapiens and collections."""
    if coded := _CODED.search(words):
        behind = (coded["of"], coded["code"] if _identifier(coded["code"]) else None)
        words = " ".join([words[: coded.start()], *filter(None, behind)])
    words = _OF_COLLECTION.sub("", words)
    before = _BEFORE_NAME.match(words)
    return f"{before[1]} {words[before.end() :]}" if before and _identifier(before[1]) else words


def _identifier(word: str) -> str | None:
    """Return the identifier in a word, if a search by it finds pathways; None otherwise."""
    reference = identifiers_in_text.read(_VERSION.sub("", word.strip(_SIGNS_AROUND)))
    return reference.text if reference and reference.finds(PATHWAY) else None
