"""The Pathway Ontology and the Human Disease Ontology, as OBO files."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

import httpx

from biofacts.adapters.http.base_client import BulkFile, FileHead, UpstreamClient
from biofacts.domain.pathways import references as pathway_references
from biofacts.domain.pathways.references import Term
from biofacts.domain.text.patterns import late_pattern


class OntologyClient(UpstreamClient):
    """Client for the newest releases of both ontologies."""

    service = pathway_references.SERVICE

    def __init__(self, http: httpx.AsyncClient) -> None:
        super().__init__(http)
        self.terms = BulkFile(self, "pw.obo", read_terms, describe)
        self.diseases = BulkFile(self, "doid.obo", read_terms, describe)
        self.pieces = (self.terms.piece, self.diseases.piece)


# OBO 1.2, as both ontologies use it: terms with their names, synonyms, broader terms and KEGG's map numbers


_QUOTED = late_pattern(r'"((?:[^"\\]|\\.)*)"(.*)')
_ESCAPED = late_pattern(r"\\(.)")
_BLANK_ESCAPES = frozenset("ntW")  # in OBO, \n is a line break, \t a tab and \W a blank
# Some synonyms are identifiers in other databases, e.g. `synonym: "KEGG:00020" EXACT []`.
_ELSEWHERE = late_pattern(r"(KEGG|SMP|PID|REACTOME):", re.I)
_KEGG_SYNONYM = late_pattern(r"KEGG:(\d{5})")
_KEGG_REFERENCE = late_pattern(r"\bKEGG:[a-z\\:]*(\d{4,5})(?!\d)", re.I)  # curators write map4910 for map04910, too
# The Disease Ontology writes the path of its file: `doid/releases/2026-07-31/doid.obo`.
_RELEASE = late_pattern(r"data-version: *(?:\w+/releases/)?([^\s/]{1,100})")
# These synonyms name something else. Whether any other is EXACT or RELATED differs between releases.
_OTHER_SCOPES = ("NARROW", "BROAD")

Tags = Mapping[str, Sequence[str]]


def describe(body: bytes) -> FileHead:
    """Read the release from the header of an OBO file."""
    header = body[: body.find(b"\n[")].decode("utf-8", errors="ignore")
    match = next(filter(None, map(_RELEASE.match, header.splitlines())), None)
    return FileHead(release=match[1] if match else "")


def read_terms(body: bytes) -> Iterator[Term]:
    """Yield every term that is not obsolete. Raises: ValueError."""
    is_empty = True
    for term in _terms(body.decode("utf-8")):
        is_empty = False
        yield term
    if is_empty:
        raise ValueError("no [Term] stanza with an id in it")
    if not body.endswith(b"\n"):
        raise ValueError("it breaks off in the middle of a line")


def _terms(obo: str) -> Iterator[Term]:
    for stanza in obo.split("\n[")[1:]:
        kind, _, lines = stanza.partition("]")
        tags: defaultdict[str, list[str]] = defaultdict(list)
        for tag, _, value in (line.partition(": ") for line in lines.splitlines()):
            tags[tag].append(value.strip())
        if kind == "Term" and tags["id"] and tags["is_obsolete"] != ["true"]:
            yield _term(tags)


def _term(tags: Tags) -> Term:
    quoted = [pair for value in tags["synonym"] for pair in _quoted(value)]
    synonyms = [text for text, scope in quoted if not scope.strip().startswith(_OTHER_SCOPES)]
    names = [*map(_unescaped, tags["name"]), *(name for name in synonyms if not _ELSEWHERE.match(name))]
    return Term(
        identifier=tags["id"][0],
        names=tuple(dict.fromkeys(names)),
        kegg=tuple(dict.fromkeys([*_in_synonyms(synonyms), *_in_definition(tags["def"])])),
        parents=tuple(dict.fromkeys(_broader(tags))),
        # Pathways may be tagged with the former id of a term: PW:0001072 is now PW:0002423.
        merged=tuple(dict.fromkeys(tags["alt_id"])),
    )


def _quoted(value: str) -> Iterator[tuple[str, str]]:
    """Split a value into the quoted text at its beginning and the rest. Yields nothing without a quoted text."""
    if match := _QUOTED.match(value):
        yield _unescaped(match[1]), match[2]


def _unescaped(text: str) -> str:
    return _ESCAPED.sub(lambda match: " " if match[1] in _BLANK_ESCAPES else match[1], text)


def _in_synonyms(synonyms: Sequence[str]) -> Iterator[str]:
    return (match[1] for name in synonyms if (match := _KEGG_SYNONYM.fullmatch(name)))


def _in_definition(definitions: Sequence[str]) -> Sequence[str]:
    """Return the number of the KEGG map that a definition cites, if it cites exactly one."""
    references = [rest for value in definitions for _, rest in _quoted(value)]
    numbers = {number.zfill(5) for rest in references for number in _KEGG_REFERENCE.findall(rest)}
    # Of 134 terms with a single number here and an older synonym, 132 have the same number in both.
    return [*numbers] if len(numbers) == 1 else []


def _broader(tags: Tags) -> Iterator[str]:
    """Yield the identifiers of broader terms (`is_a`, `part_of`), without the names that follow as comments."""
    yield from (value.partition(" ")[0] for value in tags["is_a"])
    for value in tags["relationship"]:
        relation, _, other = value.partition(" ")
        if relation == "part_of":
            yield other.partition(" ")[0]
