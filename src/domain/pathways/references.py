"""Publications, ontology terms and identifiers to which pathways refer."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Self

import msgspec

from biofacts.domain.genes.names import IDENTIFIERS, is_identifier
from biofacts.domain.identifiers import identifiers_in_text
from biofacts.domain.identifiers.cross_references import REGISTRY, KeyedId
from biofacts.domain.identifiers.identifier_databases import KEGG_ORGANISMS
from biofacts.domain.text.clean import plain

_DOI = re.compile(r"10\.\d{4,9}/\S*\w")
# Identifiers whose form shows their database, even if the curator named another one.
_FORMS = {"PMC": re.compile(r"PMC\d{1,9}", re.ASCII), "ISBN": re.compile(r"97[89][\d-]{10,14}", re.ASCII)}
_OF_PUBMED = ("pubmed", "pmid", "")
_NOTHING = ("", "na", "n/a", "none")


class Publication(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A publication, identified by PubMed id (digits), or else DOI, or else `identifier` in another `database`.

    `authors`: names such as `Family AB`. `cited`: False if the drawing lists the publication, but nothing cites it.
    """

    pubmed: str | None = None
    doi: str | None = None
    database: str | None = None
    identifier: str | None = None
    title: str | None = None
    year: int | None = None
    authors: tuple[str, ...] = ()
    cited: bool = True

    @classmethod
    def read(
        cls,
        database: str,
        identifier: str,
        *,
        title: str | None = None,
        year: int | None = None,
        authors: tuple[str, ...] = (),
    ) -> Self | None:
        """Create a publication from curated fields.

        DOIs, PMC ids and ISBNs are recognized by their form, since some entries name the wrong database. A number is a
        PubMed id only if `database` is PubMed or empty. Returns None if there is neither an identifier nor a title.
        """
        pubmed, doi, other = _identified(identifier)
        if pubmed and database.strip().casefold() not in _OF_PUBMED:
            pubmed, other = None, pubmed
        if not (pubmed or doi or other or title):
            return None
        databases = (name for name, form in _FORMS.items() if form.fullmatch(other or ""))
        return cls(
            pubmed=pubmed,
            doi=doi,
            database=next(databases, database.strip() or None) if other else None,
            identifier=other,
            title=title,
            year=year,
            authors=authors,
        )

    @property
    def reference(self) -> str:
        """The text by which lines and nodes cite the publication: PubMed id, DOI, `database:identifier`, or title."""
        if self.identifier:
            return f"{self.database}:{self.identifier}" if self.database else self.identifier
        return self.pubmed or self.doi or self.title or ""


def without_duplicates(publications: Iterable[Publication]) -> tuple[Publication, ...]:
    """Merge entries of the same publication."""
    by_reference: dict[str, Publication] = {}
    for publication in publications:
        earlier = by_reference.get(publication.reference)
        by_reference[publication.reference] = _merged(earlier, publication) if earlier else publication
    return tuple(by_reference.values())


def _merged(publication: Publication, other: Publication) -> Publication:
    return msgspec.structs.replace(
        publication,
        title=publication.title or other.title,
        year=publication.year or other.year,
        authors=publication.authors or other.authors,
        cited=publication.cited or other.cited,
    )


def _identified(identifier: str) -> tuple[str | None, str | None, str | None]:
    """Parse a handwritten identifier (`DOI: 10.1093/ humrep/x`, `123.`): return PubMed id, DOI and other text."""
    # Some curated identifiers have blanks inside.
    text = "".join(identifier.split())
    if match := _DOI.search(text):
        return None, match[0], None
    text = text.rstrip(".")
    # Some numbers end with non-ASCII remnants of a blank in a lost encoding.
    digits = re.fullmatch(r"(?:pm_?id:?|pubmed:?)?(\d{1,9})[^\x00-\x7f]*", text, re.I)
    if digits:
        return digits[1], None, None
    return None, None, None if text.casefold() in _NOTHING else text


# Terms of the Pathway Ontology and the Disease Ontology, with equivalent pathways of KEGG


SERVICE = "OBO Foundry"
"""The service from which the ontologies are downloaded."""


class Term(msgspec.Struct, frozen=True):
    """An ontology term.

    `names`: the label and the synonyms. `kegg`: the five-digit numbers of equivalent KEGG maps. `parents`: the
    identifiers of the terms of which this term is a kind or a part. `merged`: the identifiers of terms merged into it.
    """

    identifier: str
    names: tuple[str, ...]
    kegg: tuple[str, ...] = ()
    parents: tuple[str, ...] = ()
    merged: tuple[str, ...] = ()

    def kegg_pathways(self, organism: str) -> Sequence[str]:
        """Return the ids of the equivalent KEGG pathways of an organism, such as `hsa00010`."""
        code = KEGG_ORGANISMS.get(organism)
        return [code + number for number in self.kegg] if code else []


def descendants(terms: Iterable[Term]) -> Mapping[str, Sequence[Term]]:
    """Map each parent term's identifier to all terms that are a kind or a part of it, the nearest first."""
    children: defaultdict[str, list[Term]] = defaultdict(list)
    for term in terms:
        for parent in term.parents:
            children[parent].append(term)
    return {identifier: _below(identifier, children) for identifier in tuple(children)}


def _below(identifier: str, children: Mapping[str, Sequence[Term]]) -> Sequence[Term]:
    by_id: dict[str, Term] = {}
    rest = [identifier]
    while rest:
        below = [term for parent in rest for term in children.get(parent, ()) if term.identifier not in by_id]
        by_id |= {term.identifier: term for term in below}
        rest = list(dict.fromkeys(term.identifier for term in below))
    return list(by_id.values())


# Identifiers as queries for pathways

LITERATURE = frozenset({"pubmed", "doi"})
"""The keys of publications, which the registry does not contain."""

CARRIED = frozenset(REGISTRY) - IDENTIFIERS - {"hgnc_symbol"} | LITERATURE
"""The keys by which a search finds pathways; the pathways of genes have their own tool."""


class ReferenceQuery(msgspec.Struct, frozen=True):
    """A query that is an identifier.

    `references`: the (key, value) pairs that it may be in pathways; `is_gene`: True if it may identify a gene.
    """

    text: str
    references: tuple[KeyedId, ...]
    is_gene: bool

    @classmethod
    def read(cls, query: str) -> Self | None:
        """Parse a query; return None for plain words."""
        text = plain(query)
        references, is_gene = dict.fromkeys(identifiers_in_text.carried(text)), is_identifier(text)
        return cls(text, tuple(references), is_gene) if references or is_gene else None

    @property
    def terms(self) -> tuple[str, ...]:
        """The exact terms to look up."""
        return reference_terms(self.references)

    def values(self, key: str) -> tuple[str, ...]:
        """Return the values of the references with this key."""
        return tuple(value for kind, value in self.references if kind == key)

    @property
    def keys(self) -> frozenset[str]:
        """The keys of the references."""
        return frozenset(key for key, _ in self.references)


def cited(work: Publication) -> Iterator[KeyedId]:
    """Yield the PubMed id and the DOI of a publication as references."""
    if work.pubmed:
        yield "pubmed", work.pubmed
    if work.doi:
        yield "doi", work.doi.lower()  # case does not matter in DOIs


def reference_terms(references: Iterable[KeyedId]) -> tuple[str, ...]:
    """Return the exact terms of references by which pathways are found; references to genes are ignored."""
    return tuple(f"ref:{key}:{value}" for key, value in references if key in CARRIED)
