"""Searches for pathways by an identifier (of a node, an ontology term or a cited work), and by author or cited title.

The text index includes the identifiers in drawings once all drawings are available. Any other catalogue is opened only
for the kinds of identifiers in it, so that a first search by words waits for none of them.
"""

import re
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Any, get_args

import msgspec

from biofacts.adapters.local.catalogue_entries.pathways import (
    NODES,
    TEXT,
    Credit,
    credit_run_terms,
    decode_summary,
    kegg_term,
    label_terms,
    ontology_terms,
    tag_term,
    whole_credit_term,
)
from biofacts.adapters.local.catalogues.refreshed_catalogue import LocalCatalogue, OpenCatalogue, version_of
from biofacts.adapters.local.pathways.archive import TextIndexUpdates
from biofacts.domain.answers import errors, scores
from biofacts.domain.answers.entity_kinds import PATHWAY
from biofacts.domain.answers.pages import Hits, Window, windowed
from biofacts.domain.answers.records import Provenance
from biofacts.domain.identifiers import identifiers_in_text
from biofacts.domain.identifiers.identifier_databases import KEGG_ORGANISMS, REFERENCE_MAPS
from biofacts.domain.limits import time_limits
from biofacts.domain.pathways.index_files import CitingPathway, MappedPathway
from biofacts.domain.pathways.pathway import MatchedOn, PathwayCandidate
from biofacts.domain.pathways.references import LITERATURE, ReferenceQuery, Term, reference_terms
from biofacts.domain.search.query_words import without_generic_words
from biofacts.domain.source_remarks import any_source as source_remarks
from biofacts.domain.source_remarks import genes as gene_remarks
from biofacts.domain.source_remarks import pathways as pathway_remarks
from biofacts.domain.text import fold, similar_names
from biofacts.domain.text.patterns import late_pattern
from biofacts.ports.catalogue import Catalogue, CatalogueStore
from biofacts.ports.sources import Query


class _Index(msgspec.Struct, frozen=True):
    """A catalogue of identifiers with certain registry keys. `name`: its name in answers."""

    keys: frozenset[str]
    name: str
    file: LocalCatalogue[Any]


class OpenedCatalogues(msgspec.Struct, frozen=True):
    """The catalogues opened for a search: the text index, and others by name.

    `is_whole`: True if the text index includes the identifiers in drawings; `missing`: names of unavailable catalogues.
    """

    text: OpenCatalogue
    is_whole: bool
    others: Mapping[str, OpenCatalogue]
    missing: Sequence[str]

    @property
    def listing(self) -> Catalogue:
        return self.text.catalogue

    @property
    def catalogues(self) -> Mapping[str, Catalogue]:
        return {TEXT: self.listing, **{name: other.catalogue for name, other in self.others.items()}}

    async def carrying(self, terms: Sequence[str]) -> set[str]:
        """Return the pathways that any catalogue lists under one of the exact terms."""
        return (
            {key for catalogue in self.catalogues.values() for key in await catalogue.keys(terms)} if terms else set()
        )

    @property
    def provenance(self) -> Provenance:
        is_stale = self.text.stale or any(other.stale for other in self.others.values())
        return msgspec.structs.replace(self.text.provenance(PATHWAY.service), stale=is_stale)


class CarrierSearch:
    """The search for pathways by identifier.

    `xref`, `literature`: the catalogues of mapped identifiers and of cited works. `ontology`, `diseases`: the
    ontologies with whose terms pathways are tagged.
    """

    def __init__(
        self,
        enrichment: TextIndexUpdates,
        *,
        xref: LocalCatalogue[MappedPathway],
        ontology: LocalCatalogue[Term],
        diseases: LocalCatalogue[Term],
        literature: LocalCatalogue[CitingPathway],
        store: CatalogueStore,
    ) -> None:
        self._enrichment = enrichment
        self._store = store
        self._ontologies = {"pathway_ontology": ontology.name, "disease_ontology": diseases.name}
        self._indexes = (
            # The columns of compounds in the index file; genes have a lookup of their own.
            _Index(frozenset({"chebi", "inchikey", "wikidata"}), pathway_remarks.MAPPED_IDENTIFIERS, xref),
            # The ontology knows which KEGG maps its terms are equivalent to.
            _Index(frozenset({"pathway_ontology", "kegg_pathway"}), pathway_remarks.ONTOLOGY, ontology),
            _Index(frozenset({"disease_ontology"}), pathway_remarks.DISEASES, diseases),
            _Index(LITERATURE, pathway_remarks.CITED_WORKS, literature),
        )

    async def search(
        self, query: Query, window: Window, text: OpenCatalogue, opened: Mapping[str, OpenCatalogue] | None
    ) -> Hits[PathwayCandidate] | None:
        """Find the pathways with the identifier in a query; None for plain words, or if only a node's label matches.

        `opened`: the catalogues used for earlier pages, if any. Raises: RateLimited, UpstreamError.
        """
        # An identifier matches only as a whole: searched as words, its parts would match unrelated names.
        if (sought := ReferenceQuery.read(query.text)) is None:
            return None
        indexes = await self.opened(sought.keys, text, opened)
        # The label of a node may have the form of an identifier.
        carrying = await self._carrying(sought, indexes)
        if not carrying and await indexes.listing.keys(label_terms(sought.text)):
            return None
        keys = [key for key, organism in carrying.items() if query.organism in (None, organism)]
        hits = windowed(
            keys,
            window,
            version=version_of(indexes.catalogues.items()),
            provenance=indexes.provenance,
            guidance=await _guidance(sought, indexes, query.organism, carrying, keys),
        )
        summaries = await indexes.listing.summaries(hits.items)
        matched_on: MatchedOn = "literature" if sought.keys & LITERATURE else "identifier"
        return hits.of(tuple(decode_summary(summaries[key]).candidate(key, 1.0, matched_on) for key in hits.items))

    async def opened(
        self, keys: AbstractSet[str], text: OpenCatalogue, opened: Mapping[str, OpenCatalogue] | None
    ) -> OpenedCatalogues:
        """Open the catalogues of identifiers with these registry keys. `opened` and `Raises`: see `search`."""
        is_whole = await self._enrichment.is_current(text.catalogue)
        others: dict[str, OpenCatalogue] = {}
        missing: list[str] = []
        for index in (index for index in self._indexes if index.keys & keys):
            if opened is not None:
                catalogue = opened.get(index.file.name)
            elif is_whole:
                catalogue = await index.file.open_within(time_limits.EXTRA)
            else:  # the text index cannot answer instead, so the call waits
                catalogue = await index.file.open()
            if catalogue is None:
                missing.append(index.name)
            else:
                others[index.file.name] = catalogue
        if keys & identifiers_in_text.CHEMICALS and (nodes := await self._nodes(opened)) is not None:
            others[NODES] = nodes
        return OpenedCatalogues(text, is_whole, others, missing)

    async def _nodes(self, opened: Mapping[str, OpenCatalogue] | None) -> OpenCatalogue | None:
        """Return the catalogue of drawn compounds if it is available; a search never builds it."""
        if opened is not None:
            return opened.get(NODES)
        newest = await self._store.newest(NODES)
        return OpenCatalogue(newest) if newest is not None else None

    async def _carrying(self, sought: ReferenceQuery, indexes: OpenedCatalogues) -> Mapping[str, str]:
        """Return the organism of each matching pathway, human pathways first."""
        pathways = {*sought.values("wikipathways")}
        if not pathways:
            pathways |= await indexes.carrying(sought.terms)
            for key, name in self._ontologies.items():
                if (ontology := indexes.catalogues.get(name)) is not None:
                    pathways |= await _tagged(sought, key, indexes.listing, ontology)
        return await indexes.listing.categories(pathways)


async def _guidance(
    sought: ReferenceQuery,
    indexes: OpenedCatalogues,
    organism: str | None,
    carrying: Mapping[str, str],
    keys: Sequence[str],
) -> str | None:
    """Explain an empty list, suggest other searches, and name the catalogues that were not available."""
    remarks: list[str] = []
    if carrying and not keys:
        remarks.append(await about_organism(indexes.listing, organism) or "")
    elif pathways := sought.values("wikipathways"):
        remarks += [] if keys else [errors.absent(PATHWAY, pathways[0])]
    elif sought.references:
        remarks += [] if keys else [pathway_remarks.not_carried(sought.text), *_otherwise(sought)]
        remarks += [pathway_remarks.TAGGED_LIKE_KEGG] if keys and sought.values("kegg_pathway") else []
        remarks += [] if indexes.is_whole else [pathway_remarks.INCOMPLETE_IDENTIFIERS]
    if indexes.missing:
        remarks.append(source_remarks.not_looked_up(indexes.missing))
    if sought.is_gene and (keys or identifiers_in_text.read(sought.text) is None):  # else the tool adds this
        remarks.append(gene_remarks.gene_identifier(sought.text, is_sure=not sought.references))
    return " ".join(remarks) or None


def _otherwise(sought: ReferenceQuery) -> Sequence[str]:
    """Suggest other ways to search for the identifier."""
    if "doi" in sought.keys:
        return [pathway_remarks.OTHER_WORKS]
    return [pathway_remarks.OTHER_IDENTIFIERS] if sought.keys & identifiers_in_text.CHEMICALS else []


async def _tagged(sought: ReferenceQuery, key: str, text: Catalogue, ontology: Catalogue) -> set[str]:
    """Return the pathways tagged with the sought ontology terms, or with terms equivalent to the sought KEGG maps."""
    pathways = {*await _with_tags(key, sought.values(key), text, ontology)}
    for code, number in ((value[:-5], value[-5:]) for value in sought.values("kegg_pathway")):
        # KEGG writes an organism's code before the number of a map (hsa04110); the ontology refers to the number alone.
        tagged = await _with_tags(key, await ontology.keys([kegg_term(number)]), text, ontology)
        organisms = await text.categories(tagged)
        pathways |= {key for key, of in organisms.items() if code in REFERENCE_MAPS or KEGG_ORGANISMS.get(of) == code}
    return pathways


async def _with_tags(key: str, identifiers: Sequence[str], text: Catalogue, ontology: Catalogue) -> Sequence[str]:
    """Return the pathways tagged with these terms, stated by name, or in drawings by identifier."""
    terms = await ontology_terms(ontology, identifiers)
    drawn = [(key, identifier) for term in terms for identifier in (term.identifier, *term.merged)]
    return await text.keys([*(tag_term(term.names[0]) for term in terms), *reference_terms(drawn)])


# Queries for an author or a cited work: the pathways that the author has drawn, or that cite the work


# The scores of a match with a whole name or title, and of a match with adjacent words of one.
_WHOLE, _IN_PARTS = 1.0, 0.3
_SURELY_A_TITLE = 5
"""The number of words from which a query that equals a cited title is surely meant as one, and not as a topic."""


class Credited(msgspec.Struct, frozen=True):
    """The pathways of an author or cited work. `quality`: their score; `read_as`: a remark on the author meant."""

    keys: Sequence[str]
    matched_on: Credit
    quality: float
    read_as: str | None = None


async def cited_by_title(query: str, text: Catalogue) -> Credited | None:
    """Return the pathways that cite a work with this title; None if there are none, or the query may be a topic."""
    if len(_words(query)) < _SURELY_A_TITLE:
        return None
    keys = await text.keys([whole_credit_term("literature", query)])
    return Credited(keys, "literature", _WHOLE) if keys else None


async def credited(query: str, text: Catalogue) -> Credited | None:
    """Return the pathways of the author or cited work whose name or title is the query, or else contains its words."""
    for kind in get_args(Credit):
        if keys := await text.keys([whole_credit_term(kind, query)]):
            return Credited(keys, kind, _WHOLE)
    for kind in get_args(Credit):
        if keys := await _with_words(kind, _words(query), text):
            return Credited(keys, kind, _IN_PARTS)
    return None


# e.g. `which pathways were drawn by Egon Willighagen`
_BY = late_pattern(
    r"^.*\b(?:pathways?|authored|author|curator|drawn|made|written|curated|created)\s+(?:(?P<by>by)|from|of)\s+", re.I
)
_OF_USER = late_pattern(r"[^\W\d_]+[._\d ].*|[^\W\d_]*[a-z][A-Z].*")
"""A pattern of user names that cannot be plain words: `A.C.Zambon`, `AlexanderPico`."""


async def author_called(query: str, text: Catalogue) -> Credited | None:
    """Return the pathways of the author with a user name; their score is low if it may be a plain word: `Thomas`."""
    match = _BY.match(query)
    name = query[match.end() :] if match else query
    keys = await text.keys([whole_credit_term("author", name)])
    is_sure = bool((match and match["by"]) or _OF_USER.fullmatch(name))
    return Credited(keys, "author", _WHOLE if is_sure else scores.DOUBTFUL) if keys else None


async def guessed_author(query: str, text: Catalogue, *, is_doubtful: bool) -> Credited | None:
    """Guess the user name of an author from first and last name, and return the author's pathways; None if that fails.

    `is_doubtful`: True if the query may not be a topic. Any other query must say that it names an author (`drawn by`).
    The last name alone is tried only if the query says so, since words such as `helix` are user names, too.
    """
    is_said = _BY.match(query) is not None
    names = without_generic_words(_BY.sub("", query)).split() if is_said or is_doubtful else ()
    if len(names) not in (2, 3) or not all(name.isalpha() for name in names):
        return None
    first, *_, last = map(str.casefold, names)
    # e.g. `khanspers` is Kristina Hanspers, and `egonw` Egon Willighagen.
    for user in (f"{first[0]}{last}", f"{first}{last[0]}", f"{first}{last}", *([last] if is_said else [])):
        if keys := await text.keys([whole_credit_term("author", user)]):
            quality = scores.PART_OF_A_NAME if user == last else scores.ASIDE
            return Credited(keys, "author", quality, pathway_remarks.author(" ".join(names), user))
    return None


async def credit_hits(
    credit: Credited, query: Query, window: Window, text: OpenCatalogue, version: str
) -> Hits[PathwayCandidate]:
    """Return a window of the credited pathways, filtered by the organism of the query, if any."""
    organisms = await text.catalogue.categories(credit.keys)
    keys = [key for key, organism in organisms.items() if query.organism in (None, organism)]
    hits = windowed(
        keys,
        window,
        version=version,
        provenance=text.provenance(PATHWAY.service),
        guidance=credit.read_as if keys else await about_organism(text.catalogue, query.organism),
    )
    summaries = await text.catalogue.summaries(hits.items)
    return hits.of(
        tuple(decode_summary(summaries[key]).candidate(key, credit.quality, credit.matched_on) for key in hits.items)
    )


async def _with_words(kind: Credit, words: Sequence[str], text: Catalogue) -> Sequence[str]:
    """Return the pathways with every pair of adjacent words; single words would match many cited titles by chance."""
    pathways: Sequence[str] = ()
    for number, term in enumerate(credit_run_terms(kind, words)):
        having = await text.keys([term])
        pathways = [key for key in having if number == 0 or key in {*pathways}]
        if not pathways:
            break
    return pathways


def _words(query: str) -> Sequence[str]:
    return fold.without_stop_words(fold.tokens(query))


# The explanation of an empty list of one organism's pathways


async def about_organism(text: Catalogue, organism: str | None) -> str | None:
    """Explain why the listing of an organism's pathways is empty; return None without an organism."""
    if organism is None:
        return None
    pathways = await text.category_sizes()
    if organism in pathways:
        return pathway_remarks.organism_without_match(organism, pathways[organism])
    near = similar_names.most_similar(organism.capitalize(), pathways, similar_names.LIKELY)
    return pathway_remarks.unknown_organism(organism, near)
