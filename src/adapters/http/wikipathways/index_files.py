"""WikiPathways' index files and GPML archive, read into the content of catalogues.

Source: https://www.wikipathways.org/json/ (every leaf is a string; lists are joined with commas).
"""

import io
import lzma
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

import msgspec

from biofacts.adapters.http.wikipathways import gpml
from biofacts.domain import organisms
from biofacts.domain.cross_references import is_valid, valid
from biofacts.domain.identifiers import gene_token
from biofacts.domain.search import ranking as search
from biofacts.domain.search import synonyms
from biofacts.domain.search.ranking import Field
from biofacts.domain.text import fold as text
from biofacts.ports.catalogue import Content, Entry, Provenance

T = TypeVar("T")

LABEL_TOKEN, TITLE_TOKEN = "label", "title"
_LARGEST_MEMBER = 32 * 1024 * 1024


class Card(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a listing shows of a pathway; the description is cut to 200 characters."""

    title: str
    organism: str
    description: str | None = None


class _PathwayWire(msgspec.Struct, frozen=True):
    id: str
    name: str
    species: str
    description: str

    @property
    def card(self) -> Card:
        described = text.without_links(text.plain(self.description))
        if described.endswith("..."):  # the upstream cuts in the middle of a word
            described = described.removesuffix("...").rpartition(" ")[0] + "..."
        return Card(text.plain(self.name), text.plain(self.species), text.shorten(described) or None)


class _TextWire(_PathwayWire, frozen=True):
    datanodes: str
    annotations: str


class _XrefWire(_PathwayWire, frozen=True):
    ncbigene: str
    ensembl: str
    hgnc: str
    uniprot: str
    wikidata: str
    chebi: str
    inchikey: str

    def references(self) -> Iterator[tuple[str, str]]:
        """Registry key and value of every token; the prefix decides, since shifted rows stand in another's field."""
        for field in (
            self.ncbigene,
            self.ensembl,
            self.hgnc,
            self.uniprot,
            self.wikidata,
            self.chebi,
            self.inchikey,
        ):
            for token in field.replace(";", ",").split(","):
                prefix, _, value = token.strip().rpartition(":")
                if key := _PREFIXES.get(prefix.lower()):
                    yield key, f"CHEBI:{value}" if key == "chebi" else value


_PREFIXES = {
    "ncbigene": "entrez", "ensembl": "ensembl_gene", "hgnc.symbol": "hgnc_symbol", "uniprot": "uniprot",
    "wikidata": "wikidata", "chebi": "chebi", "inchikey": "inchikey",
}  # fmt: skip
_GENE_TOKENS = {
    "entrez": "entrez",
    "ensembl_gene": "ensembl_gene",
    "uniprot": "uniprot",
    "hgnc_symbol": "symbol",
}


class _TextFile(msgspec.Struct, frozen=True):
    pathwayInfo: Sequence[_TextWire]  # noqa: N815 - the upstream's word


class _XrefFile(msgspec.Struct, frozen=True):
    pathwayInfo: Sequence[_XrefWire]  # noqa: N815 - the upstream's word


def _ordered(rows: Iterable[_PathwayWire]) -> list[tuple[_PathwayWire, Card]]:
    """Human first, then by organism, title and number: the order that ranks equals."""
    cards = [(row, row.card) for row in rows if is_valid("wikipathways", row.id)]
    return sorted(cards, key=lambda pair: card_order(pair[0].id, pair[1]))


def card_order(local_id: str, card: Card) -> tuple[object, ...]:
    """The order of pathways that are equal otherwise."""
    return (*organisms.sort_key(card.organism), card.title.casefold(), int(local_id[2:]))


def _decoded(body: bytes, kind: type[T]) -> T:
    """Raises: ValueError."""
    try:
        return msgspec.json.decode(body, type=kind)
    except RecursionError as error:
        raise ValueError("it is nested too deeply") from error


def read_text(body: bytes, provenance: Provenance) -> Content:
    """`findPathwaysByText.json`: what is searched, and the labels of the nodes as tokens. Raises: ValueError."""
    rows = _decoded(body, _TextFile).pathwayInfo
    if not rows:
        raise ValueError("there is no pathway in it")

    def entries() -> Iterator[Entry]:
        for row, card in _ordered(rows):
            assert isinstance(row, _TextWire)
            labels = [label for part in row.datanodes.split(", ") if (label := text.plain(part))]
            yield Entry(
                key=row.id,
                facet=card.organism,
                standing=organisms.standing(card.organism),
                texts={
                    Field.TITLE: [card.title],
                    Field.NAME: [row.id],
                    Field.TERM: [term for part in row.annotations.split(", ") if (term := text.plain(part))],
                    Field.FACET: [organisms.all_names(card.organism)],
                    Field.TEXT: [card.description or ""],
                    Field.LABEL: labels,
                },
                tokens=[
                    *(f"{LABEL_TOKEN}:{label.casefold()}" for label in labels),
                    *(f"{TITLE_TOKEN}:{word}" for word in text.words(card.title)),
                ],
                card=msgspec.json.encode(card),
            )

    return Content(
        provenance=provenance,
        entries=entries(),
        synonyms=(search.folded_names(group) for group in synonyms.GROUPS),
    )


def read_xref(body: bytes, provenance: Provenance) -> Content:
    """`findPathwaysByXref.json`: mapped identifiers as tokens, all of a pathway's as its record. Raises: ValueError."""
    rows = _decoded(body, _XrefFile).pathwayInfo
    if not rows:
        raise ValueError("there is no pathway in it")

    def entries() -> Iterator[Entry]:
        for row, card in _ordered(rows):
            assert isinstance(row, _XrefWire)
            references = list(dict.fromkeys(row.references()))
            yield Entry(
                key=row.id,
                facet=card.organism,
                tokens=(gene_token(_GENE_TOKENS[key], value) for key, value in references if key in _GENE_TOKENS),
                card=msgspec.json.encode(card),
                record=msgspec.msgpack.encode(valid(references)),
            )

    return Content(provenance=provenance, entries=entries())


def archive_entries(archives: Iterable[bytes]) -> Iterator[Entry]:
    """Every drawing of the archive's zips: its genes as tokens, all of it as its record. Raises: ValueError."""
    try:
        for archive in archives:
            with zipfile.ZipFile(io.BytesIO(archive)) as opened:
                for member in opened.infolist():
                    if member.filename.endswith(".gpml"):
                        yield drawing_entry(gpml.read(_member(opened, member)))
    # RuntimeError: an encrypted member, or a method that Python does not know; OSError: a damaged bzip2 stream.
    except (zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError, RuntimeError, OSError) as error:
        raise ValueError(f"no readable zip ({error})") from error


def _member(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> bytes:
    """A member's bytes. Its size is told by the zip, and may be a lie: never more than told is unpacked."""
    if member.file_size > _LARGEST_MEMBER:
        raise ValueError(f"{member.filename} is larger than {_LARGEST_MEMBER} bytes")
    with archive.open(member) as file:
        return file.read(member.file_size)


def drawing_entry(drawing: gpml.Drawing) -> Entry:
    """A drawing as an entry of the archive's catalogue."""
    return Entry(
        key=drawing.local_id,
        facet=drawing.organism,
        tokens=drawing.gene_tokens,
        card=msgspec.json.encode(
            Card(drawing.title, drawing.organism, text.shorten(drawing.description or "") or None)
        ),
        record=msgspec.msgpack.encode(drawing),
    )
