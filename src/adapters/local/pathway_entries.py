"""Pathways as entries: what of index files, drawings and ontology terms is searched, found exactly, shown and kept."""

from collections.abc import Iterable, Sequence

import msgspec

from biofacts.adapters.local.freshness import Indexed
from biofacts.domain import organisms
from biofacts.domain.drawing import Drawing
from biofacts.domain.genes.names import identifier_terms
from biofacts.domain.listed_pathway import ListedPathway, MappedPathway, PathwaySummary
from biofacts.domain.ontology import Term, descendants
from biofacts.domain.search import synonyms
from biofacts.domain.search.index import Field, folded_names
from biofacts.domain.text import clean, fold
from biofacts.ports.catalogue import Entry

TEXT, XREF, GPML, ONTOLOGY = "wikipathways-text", "wikipathways-xref", "wikipathways-gpml", "pathway-ontology"
"""The catalogues: what is searched, mapped identifiers, drawings, ontology terms."""

_MOST_NARROWER = 40
"""A term of more kinds is too general for their names to be what was meant."""

References = list[tuple[str, str]]
"""Registry keys and values: the record of an entry of `XREF`."""


def label_term(label: str) -> str:
    """The exact term of a data node's label."""
    return f"label:{label}"


def title_word_term(word: str) -> str:
    """The exact term of one folded word of a title."""
    return f"title:{word}"


def index_listed(rows: Iterable[ListedPathway]) -> Indexed:
    """What is searched; labels and the words of titles as exact terms."""
    ordered = sorted(rows, key=lambda row: row.summary.order(row.local_id))
    return Indexed(entries=map(_listed, ordered), synonyms=map(folded_names, synonyms.PATHWAYS))


def _listed(row: ListedPathway) -> Entry:
    summary = row.summary
    return Entry(
        key=row.local_id,
        category=summary.organism,
        prior=organisms.prior(summary.organism),
        texts={
            Field.TITLE: [summary.title],
            Field.NAME: [row.local_id, *row.names],
            Field.TERM: row.terms,
            Field.CATEGORY_NAMES: [organisms.all_names(summary.organism)],
            Field.TEXT: [summary.description or ""],
            Field.LABEL: row.labels,
        },
        exact_terms=[*map(label_term, row.labels), *map(title_word_term, fold.words(summary.title))],
        summary=encode_summary(summary),
    )


def index_mapped(rows: Iterable[MappedPathway]) -> Indexed:
    """Mapped identifiers of genes as exact terms, all of a pathway's as its record."""
    # Encoded, since all references of all pathways at once take a hundred megabytes.
    kept = sorted((row.summary.order(row.local_id), row.local_id, msgspec.msgpack.encode(row)) for row in rows)
    return Indexed(entries=(_mapped(msgspec.msgpack.decode(row, type=MappedPathway)) for _, _, row in kept))


def _mapped(row: MappedPathway) -> Entry:
    return Entry(
        key=row.local_id,
        category=row.summary.organism,
        exact_terms=identifier_terms(row.references),
        summary=encode_summary(row.summary),
        record=msgspec.msgpack.encode(row.references),
    )


def drawn(drawing: Drawing) -> Entry:
    """A drawing: its genes as exact terms, all of it as its record."""
    summary = PathwaySummary(drawing.title, drawing.organism, clean.shorten(drawing.description or "") or None)
    return Entry(
        key=drawing.local_id,
        category=drawing.organism,
        exact_terms=drawing.gene_terms,
        summary=encode_summary(summary),
        record=encode_drawing(drawing),
    )


def named_so_term(name: str) -> str:
    """The exact term of an ontology term's folded name."""
    return f"name:{name}"


def index_terms(rows: Iterable[Term]) -> Indexed:
    """Terms by their names, which are rows of synonyms, too; names of what is narrower as their summary."""
    terms = list(rows)
    below = descendants(terms)
    return Indexed(
        entries=(_ontology_term(term, below.get(term.identifier, ())) for term in terms),
        synonyms=(folded_names(term.names) for term in terms if len(term.names) > 1),
    )


def _ontology_term(term: Term, below: Sequence[Term]) -> Entry:
    narrower = [name for one in below for name in one.names] if len(below) <= _MOST_NARROWER else []
    return Entry(
        key=term.identifier,
        texts={Field.NAME: term.names},
        exact_terms=map(named_so_term, folded_names(term.names)),
        summary=msgspec.msgpack.encode(folded_names(narrower)),
        record=msgspec.msgpack.encode(term),
    )


def decode_narrower(stored: bytes) -> list[str]:
    """The folded names of all terms that are kinds of one."""
    return msgspec.msgpack.decode(stored, type=list[str])


def encode_summary(summary: PathwaySummary) -> bytes:
    """A summary as it is stored."""
    return msgspec.json.encode(summary)


def decode_summary(stored: bytes) -> PathwaySummary:
    """A summary that was stored."""
    return msgspec.json.decode(stored, type=PathwaySummary)


def encode_drawing(drawing: Drawing) -> bytes:
    """A drawing as it is stored."""
    return msgspec.msgpack.encode(drawing)


def decode_drawing(stored: bytes) -> Drawing:
    """A drawing that was stored."""
    return msgspec.msgpack.decode(stored, type=Drawing)


def decode_references(stored: bytes | None) -> References:
    """The references of a pathway; none without a record."""
    return msgspec.msgpack.decode(stored, type=References) if stored else []


def decode_term(stored: bytes) -> Term:
    """A term that was stored."""
    return msgspec.msgpack.decode(stored, type=Term)
