"""WikiPathways' index files.

Source: https://www.wikipathways.org/json/ (every leaf is a string; lists are joined with commas). The files are
regenerated with every deployment of the site and name no release, so the date of the newest revision is used as one.
"""

import csv
import io
import re
from collections.abc import Iterator, Sequence
from typing import Generic, TypeVar

import msgspec

from biofacts.adapters.http.base_client import FileHead
from biofacts.domain.identifiers.cross_references import is_valid, valid
from biofacts.domain.pathways.index_files import (
    CitingPathway,
    Community,
    ListedPathway,
    MappedNode,
    MappedPathway,
    PathwaySummary,
)
from biofacts.domain.pathways.references import Publication, cited
from biofacts.domain.text import clean
from biofacts.domain.text.clean import plain

T = TypeVar("T")

_REVISION = re.compile(rb'"revision"\s*:\s*"(\d{4}-\d\d-\d\d)"')


class _PathwayWire(msgspec.Struct, frozen=True):
    id: str
    name: str
    species: str
    description: str

    @property
    def summary(self) -> PathwaySummary:
        described = clean.without_links(clean.plain(self.description))
        if described.endswith("..."):  # the upstream cuts in the middle of a word
            described = described.removesuffix("...").rpartition(" ")[0].rstrip(" ,;:.") + "..."
        return PathwaySummary(clean.plain(self.name), clean.plain(self.species), clean.shorten(described) or None)


WireT = TypeVar("WireT", bound=_PathwayWire)


class _TextWire(_PathwayWire, frozen=True):
    revision: str
    authors: str
    datanodes: str
    annotations: str


class _LiteratureWire(_PathwayWire, frozen=True):
    refs: str

    def references(self) -> Iterator[tuple[str, str]]:
        for part in self.refs.split(", "):
            if work := Publication.read("", clean.plain(part)):
                yield from cited(work)


class _XrefWire(_PathwayWire, frozen=True):
    ncbigene: str
    ensembl: str
    hgnc: str
    uniprot: str
    wikidata: str
    chebi: str
    inchikey: str

    def references(self) -> Iterator[tuple[str, str]]:
        """Yield the registry key and value of each identifier. The key comes from the prefix: some rows are shifted."""
        for field in (self.ncbigene, self.ensembl, self.hgnc, self.uniprot, self.wikidata, self.chebi, self.inchikey):
            for token in field.replace(";", ",").split(","):
                if reference := reference_of(token):
                    yield reference


_PREFIXES = {
    "ncbigene": "entrez", "ensembl": "ensembl_gene", "hgnc.symbol": "hgnc_symbol", "uniprot": "uniprot",
    "wikidata": "wikidata", "chebi": "chebi", "inchikey": "inchikey", "pubchem.compound": "pubchem_compound",
    "chemspider": "chemspider", "hmdb": "hmdb", "kegg.compound": "kegg_compound", "lipidmaps": "lipidmaps",
}  # fmt: skip


def reference_of(token: str) -> tuple[str, str] | None:
    """Convert a mapped identifier (`ncbigene:7157`) to a registry key and a value, which is not validated."""
    prefix, _, value = token.strip().rpartition(":")
    if (key := _PREFIXES.get(prefix.lower())) is None:
        return None
    return key, f"CHEBI:{value}" if key == "chebi" else value


class _MemberWire(msgspec.Struct, frozen=True):
    id: str


class _CommunityWire(msgspec.Struct, frozen=True, rename="kebab"):
    display_name: str
    community_tag: str
    pathways: Sequence[_MemberWire]


class _CommunityFile(msgspec.Struct, frozen=True):
    communities: Sequence[_CommunityWire]


class _PathwayFile(msgspec.Struct, Generic[WireT], frozen=True):
    pathwayInfo: Sequence[WireT]  # noqa: N815 - the upstream's word


def describe(body: bytes) -> FileHead:
    """Read the day of the newest revision, which serves as release."""
    return FileHead(release=max(_REVISION.findall(body), default=b"").decode())


def read_listed(body: bytes) -> Iterator[ListedPathway]:
    """Yield pathways with search texts and node labels, from `findPathwaysByText.json`. Raises: ValueError."""
    for row in _pathways(_decoded(body, _PathwayFile[_TextWire])):
        yield ListedPathway(
            local_id=row.id,
            summary=msgspec.structs.replace(row.summary, changed=row.revision),
            terms=_parts(row.annotations),
            labels=_parts(row.datanodes),
            authors=_parts(row.authors),
        )


def read_mapped(body: bytes) -> Iterator[MappedPathway]:
    """Yield pathways with the identifiers of their nodes, from `findPathwaysByXref.json`. Raises: ValueError."""
    for row in _pathways(_decoded(body, _PathwayFile[_XrefWire])):
        references = tuple(valid(dict.fromkeys(row.references())))
        yield MappedPathway(local_id=row.id, summary=row.summary, references=references)


def read_cited(body: bytes) -> Iterator[CitingPathway]:
    """Yield the citations of each pathway in `findPathwaysByLiterature.json`. Raises: ValueError."""
    for row in _pathways(_decoded(body, _PathwayFile[_LiteratureWire])):
        references = tuple(dict.fromkeys(row.references()))
        yield CitingPathway(local_id=row.id, organism=clean.plain(row.species), references=references)


def read_communities(body: bytes) -> Iterator[Community]:
    """Yield the communities in `listCommunities.json` that have a tag and pathways. Raises: ValueError."""
    for row in _not_empty(_decoded(body, _CommunityFile).communities):
        members = tuple(dict.fromkeys(pathway.id for pathway in row.pathways if is_valid("wikipathways", pathway.id)))
        # One community has no tag, and some have been announced without a pathway.
        if (tag := plain(row.community_tag)) and members:
            yield Community(tag=tag, name=plain(row.display_name) or tag, pathways=members)


def whole_communities(beginning: bytes) -> bytes:
    """Complete the JSON of a truncated `listCommunities.json`, which lists communities with their pathways."""
    if re.search(rb"\]\s*\}\s*$", beginning) and beginning.count(b"{") == beginning.count(b"}"):
        return beginning
    cut = beginning[: beginning.rfind(b"}") + 1]
    return cut + (b"]}" if re.search(rb"\]\s*\}$", cut) else b"]}]}")


def _pathways(file: _PathwayFile[WireT]) -> Iterator[WireT]:
    return (row for row in _not_empty(file.pathwayInfo) if is_valid("wikipathways", row.id))


def _not_empty(rows: Sequence[T]) -> Sequence[T]:
    if not rows:
        raise ValueError("it is empty")
    return rows


def _parts(cell: str) -> tuple[str, ...]:
    # Not split at each comma, since labels such as `1,3BP-Glycerate` have commas.
    return tuple(part for piece in cell.split(", ") if (part := clean.plain(piece)))


def _decoded(body: bytes, kind: type[T]) -> T:
    """Decode an index file. Raises: ValueError."""
    try:
        return msgspec.json.decode(body, type=kind)
    except RecursionError as error:
        raise ValueError("it is nested too deeply") from error


# A pathway's table of data nodes, with the identifiers to which WikiPathways maps them


_HEAD = ("Label", "Type", "Identifier", "Comment")
_TYPES = frozenset({"GeneProduct", "Protein", "Metabolite"})  # the table has no others
_LONGEST_CELL = 1_000_000


def read(body: bytes) -> tuple[MappedNode, ...]:
    """Read the nodes with their mapped identifiers, else with the drawn one; skip the others. Raises: ValueError."""
    csv.field_size_limit(_LONGEST_CELL)
    try:
        head, *rows = csv.reader(io.StringIO(body.decode("utf-8-sig"), newline=""), delimiter="\t")
    except csv.Error as error:
        raise ValueError(f"it is not a table ({error})") from error
    if tuple(head[: len(_HEAD)]) != _HEAD:
        raise ValueError("its first line does not name the columns")
    return tuple(row for cells in rows if (row := _row(cells)) and row.references)


def _row(cells: Sequence[str]) -> MappedNode | None:
    """Parse a row. A tab in a label shifts all later cells, so the type marks where they begin."""
    at = next((number for number, cell in enumerate(cells) if number and cell in _TYPES), None)
    if at is None or len(cells) < at + 2:
        return None
    # The mapped columns are empty if the mapping failed, most often for the rat.
    references = tuple(valid(dict.fromkeys([*_references(cells[at + 3 :])] or _references(cells[at + 1 : at + 2]))))
    return MappedNode(label=plain(" ".join(cells[:at])), identifier=cells[at + 1].strip(), references=references)


def _references(cells: Sequence[str]) -> Iterator[tuple[str, str]]:
    for cell in cells:
        for token in cell.split(";"):
            if reference := reference_of(token):
                yield reference
