"""Synonyms for the words of a query, from ontologies and gene names, and vocabularies to recognize known words."""

from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import chain
from typing import Any, NamedTuple, TypeVar
from weakref import WeakKeyDictionary

import msgspec

from biofacts.adapters.local.catalogue_entries.genes import decode_gene, genes_with
from biofacts.adapters.local.catalogue_entries.pathways import TermNames, decode_term_names, named_so_term
from biofacts.adapters.local.catalogues.refreshed_catalogue import LocalCatalogue, OpenCatalogue, version_of
from biofacts.domain.answers.pages import Window
from biofacts.domain.genes import name_resolution
from biofacts.domain.genes.gene import GeneFacts, name_terms
from biofacts.domain.genes.name_readings import Reading
from biofacts.domain.genes.names import ABBREVIATIONS, GeneName
from biofacts.domain.pathways.references import Term
from biofacts.domain.search.index import folded_names
from biofacts.domain.search.query import QueryHints, runs
from biofacts.domain.text import fold
from biofacts.ports.catalogue import Catalogue, RankedHits
from biofacts.ports.sources import Query

AnyCatalogue = LocalCatalogue[Any]
T = TypeVar("T")

_Read = Callable[[Sequence[str], Catalogue], Awaitable[Mapping[str, Sequence[T]]]]
"""A function that returns the meanings of runs of words in a release, without runs that have no meaning."""

_RUNS_KEPT = 2048


class ThesaurusHits(NamedTuple):
    """The hits of a search, and the version of its listing, which includes all catalogues that contributed names."""

    hits: RankedHits
    version: str


_LONGEST_ABBREVIATION = 4
"""The maximum letters of an abbreviation, which may mean other things: HSP is a purpura, and heat shock proteins."""

# Synonyms of gene names, in any query: `HER2` also finds `ERBB2`


class GeneSynonyms:
    """The synonyms of human gene names, if their catalogue is available; a search never waits for it."""

    def __init__(self, human: LocalCatalogue[GeneFacts]) -> None:
        self.name = human.name
        self._human = human

    async def catalogue(self, opened: Mapping[str, OpenCatalogue] | None) -> Catalogue | None:
        """Return the newest catalogue of names, or that of a listing's version (`opened`); None if not available."""
        if opened is None:
            self._human.prefetch()
            return await self._human.present()
        return opened[self.name].catalogue if self.name in opened else None

    async def in_query(self, query: str, names: Catalogue | None) -> Mapping[str, Sequence[str]]:
        """Map each run of words that names one gene to that gene's other names."""
        return {} if names is None else await _genes_in(runs(query), names)

    async def bearing(self, phrase: str, names: Catalogue) -> Sequence[GeneFacts]:
        """Return the genes that have a phrase as their approved symbol or as a full name."""
        standings = [(gene, gene.standing(phrase)) for gene in await genes_with(names, name_terms(phrase))]
        return [
            gene
            for gene, standing in standings
            if standing and not standing.folded and standing.rank not in ABBREVIATIONS
        ]

    async def gene_called(self, phrase: str, names: Catalogue) -> GeneFacts | None:
        """Return the gene that a whole phrase means; None if it means none, or more than one."""
        return (await self.read(phrase, names)).gene

    async def read(self, phrase: str, names: Catalogue) -> Reading:
        """Resolve a whole phrase by the names of genes alone, not as an identifier."""
        name = GeneName(phrase, phrase, ())
        return name_resolution.resolve_name(name, await genes_with(names, name_resolution.terms(name)))


class Thesaurus:
    """The synonyms of genes and ontology terms, and all vocabularies, if available: a search never waits for them."""

    def __init__(
        self, genes: GeneSynonyms, terms: Sequence[LocalCatalogue[Term]], vocabularies: Sequence[AnyCatalogue]
    ) -> None:
        self.genes = genes
        self._terms = terms
        self._vocabularies = vocabularies

    async def search(
        self,
        query: Query,
        window: Window,
        name: str,
        searched: Catalogue,
        opened: Mapping[str, OpenCatalogue] | None,
        *,
        genes: bool = True,
        terms: bool = False,
    ) -> ThesaurusHits:
        """Search a catalogue for the words of a query and for their synonyms.

        `name`: the name of the searched catalogue; `opened`: the catalogues of a cursor; `genes`: True to use synonyms
        of gene names; `terms`: True to use synonyms from the ontologies.
        """
        told_by = {name: searched}
        synonyms: Mapping[str, Sequence[str]] = {}
        if genes and (names := await self.genes.catalogue(opened)) is not None:
            synonyms = await self.genes.in_query(query.text, names)
            told_by[self.genes.name] = names
        ontologies: dict[str, Catalogue] = {}
        for local in self._terms if terms else ():
            if (ontology := await _at_hand(local, opened)) is not None:
                ontologies[local.name] = ontology
        hints = await with_ontologies(QueryHints(synonyms=synonyms), query.text, ontologies.values())

        async def search_with(hints: QueryHints) -> RankedHits:
            return await searched.search(
                query.text, offset=window.offset, limit=window.limit, category=query.organism, hints=hints
            )

        hits = await search_with(hints)
        # Only after a first search, since most queries have no misspelling and need no other vocabulary.
        elsewhere, knowing = await self._elsewhere(name, [*hits.corrected, *hits.suggested], opened)
        # e.g. `asporin` and `Bloom`, which would be corrected to `aspirin` and `blood`
        if elsewhere:  # these words are not misspellings
            hits = await search_with(msgspec.structs.replace(hints, elsewhere=elsewhere))
        return ThesaurusHits(hits, version_of({**told_by, **ontologies, **knowing}.items()))

    async def search_named(self, phrase: str, searched: Catalogue) -> RankedHits | None:
        """Return the best hit for a phrase that names an ontology term, or for a synonym; None for other phrases."""
        whole = " ".join(fold.tokens(phrase))
        for term in self._terms:
            ontology = await term.present()
            if ontology is not None and (await ontology.keys([named_so_term(whole)])):
                hints = await with_ontologies(QueryHints(), phrase, [ontology])
                return await searched.search(phrase, offset=0, limit=1, category=None, hints=hints)
        return None

    async def _elsewhere(
        self, name: str, words: Sequence[str], opened: Mapping[str, OpenCatalogue] | None
    ) -> tuple[AbstractSet[str], Mapping[str, Catalogue]]:
        """Return the folded words that other vocabularies contain, and these vocabularies by name.

        `name`: the name of the searched catalogue, which is ignored: its texts may contain the same misspelling.
        """
        strange = [token for word in words for token in fold.tokens(word)]
        elsewhere: set[str] = set()
        knowing: dict[str, Catalogue] = {}
        for vocabulary in self._vocabularies if strange else ():
            if vocabulary.name == name:
                continue
            catalogue = await _at_hand(vocabulary, opened)
            if catalogue is not None and (familiar := await catalogue.knows(strange)):
                elsewhere |= familiar
                knowing[vocabulary.name] = catalogue
        return frozenset(elsewhere), knowing


async def with_ontologies(hints: QueryHints, query: str, ontologies: Iterable[Catalogue]) -> QueryHints:
    """Add synonyms and narrower terms from ontologies for the runs of a query's words that name a term."""
    synonyms, narrower = dict(hints.synonyms), dict(hints.narrower)
    for ontology in ontologies:
        for run, terms in (await _terms_in(runs(query), ontology)).items():
            synonyms[run] = [*synonyms.get(run, ()), *(name for term in terms for name in _in_full(term.names))]
            narrower[run] = [*narrower.get(run, ()), *(name for term in terms for name in _in_full(term.narrower))]
    return msgspec.structs.replace(hints, synonyms=synonyms, narrower=narrower)


def _in_full(names: Iterable[str]) -> Iterator[str]:
    """Yield the names that are not abbreviations."""
    return (name for name in names if len(_joined(name)) > _LONGEST_ABBREVIATION)


async def _at_hand(local: AnyCatalogue, opened: Mapping[str, OpenCatalogue] | None) -> Catalogue | None:
    """Return a catalogue's newest release, or its release in a listing's version; None if it is not available."""
    if opened is None:
        return await local.present()
    return opened[local.name].catalogue if local.name in opened else None


def _remembered(lookup: _Read[T]) -> _Read[T]:
    """Cache the meanings of runs of words in a release: many runs recur (`signaling`), and most mean nothing."""
    # Weak, so that the meanings go with a release that is no longer used.
    releases = WeakKeyDictionary[Catalogue, dict[str, Sequence[T]]]()

    async def reading(phrases: Sequence[str], catalogue: Catalogue) -> Mapping[str, Sequence[T]]:
        if (meanings := releases.get(catalogue)) is None or len(meanings) > _RUNS_KEPT:
            meanings = releases[catalogue] = {}
        if new := [run for run in phrases if run not in meanings]:
            meanings |= {**dict.fromkeys(new, ()), **await lookup(new, catalogue)}
        return {run: meant for run in phrases if (meant := meanings[run])}

    return reading


@_remembered
async def _terms_in(phrases: Sequence[str], ontology: Catalogue) -> Mapping[str, Sequence[TermNames]]:
    """Return the ontology terms that each run of words names."""
    stored = await ontology.with_terms([*map(named_so_term, phrases)])
    named: dict[str, list[TermNames]] = {}
    for term in map(decode_term_names, stored.values()):
        for run in {*phrases} & {*term.names}:
            named.setdefault(run, []).append(term)
    return named


_SHORTEST_NAME = 6
"""The minimum letters of a single word that may be a gene's full name (`huntingtin`); shorter words need a digit."""

# The minimum characters of a synonym to search for, and the maximum characters of a part that is not a word.
_SHORTEST_OTHER, _LONGEST_PART = 3, 2


@_remembered
async def _genes_in(phrases: Sequence[str], names: Catalogue) -> Mapping[str, Sequence[str]]:
    """Map each run of words that surely names one gene to itself and that gene's other names."""
    terms = {run: name_terms(_joined(run)) for run in phrases if _may_be_gene(run)}
    synonyms: dict[str, Sequence[str]] = {}
    listed = await names.entries((), [*chain.from_iterable(terms.values())]) if terms else ()
    for run, own in terms.items():
        genes = [decode_gene(entry.summary) for entry in listed if not {*own}.isdisjoint(entry.terms)]
        gene = name_resolution.resolve_name(GeneName(run, _joined(run), ()), genes).gene if genes else None
        if gene is not None and _is_sure(run, gene):
            synonyms[run] = [run, *folded_names([gene.symbol, *await _unshared(gene, names)])]
    return synonyms


def _joined(run: str) -> str:
    return run.replace(" ", "")


def _may_be_gene(run: str) -> bool:
    """Return True if a run of words may be a gene's name.

    It needs a digit or a part too short for a word (`c-Myc`, `TNF-α`); full names are found without synonyms.
    """
    words = run.split()
    if not "".join(words).isalpha():
        return True
    return len(run) >= _SHORTEST_NAME if len(words) == 1 else min(map(len, words)) <= _LONGEST_PART


def _is_sure(run: str, gene: GeneFacts) -> bool:
    """Return True unless a run is a plain word that the gene has only as an alias or previous symbol: `fat`, `rest`."""
    standing = gene.standing(_joined(run))
    return not run.isalpha() or (standing is not None and standing.rank not in ABBREVIATIONS)


async def _unshared(gene: GeneFacts, names: Catalogue) -> Sequence[str]:
    """Return the gene's short names that no other gene has, except names of letters only, which may be plain words."""
    chosen = [
        name
        for name in (*gene.previous_symbols, *gene.aliases)
        if not name.isalpha() and len(fold.compact(name)) >= _SHORTEST_OTHER
    ]
    others = await genes_with(names, [term for name in chosen for term in name_terms(name)])
    return [name for name in chosen if not any(other.id != gene.id and other.standing(name) for other in others)]
