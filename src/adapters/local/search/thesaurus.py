"""Other names for the words of a query: from ontologies, genes, and all available vocabularies."""

from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import chain
from typing import Any, NamedTuple, TypeVar
from weakref import WeakKeyDictionary

import msgspec

from biofacts.adapters.local.catalogues.refreshed_catalogue import LocalCatalogue, OpenCatalogue, version_of
from biofacts.adapters.local.entries.genes import decode_gene, genes_with
from biofacts.adapters.local.entries.pathways import TermNames, decode_term_names, named_so_term
from biofacts.domain.answers.pages import Window
from biofacts.domain.genes import name_resolution
from biofacts.domain.genes.gene import GeneFacts, name_terms
from biofacts.domain.genes.name_resolution import Reading
from biofacts.domain.genes.names import ABBREVIATIONS, GeneName
from biofacts.domain.pathways.references import Term
from biofacts.domain.search.index import folded_names
from biofacts.domain.search.query import Known, runs
from biofacts.domain.text import fold
from biofacts.ports.catalogue import Catalogue, RankedHits
from biofacts.ports.sources import Query

AnyCatalogue = LocalCatalogue[Any]
T = TypeVar("T")

_Read = Callable[[Sequence[str], Catalogue], Awaitable[Mapping[str, Sequence[T]]]]
"""Returns what runs of words mean in a release; those without a meaning are absent."""

_RUNS_KEPT = 2048


class Found(NamedTuple):
    """The hits of a search, and the version of its listing, which includes all catalogues with names for it."""

    hits: RankedHits
    version: str


_LONGEST_ABBREVIATION = 4
"""Letters of an abbreviation, which means other things, too: HSP is a purpura, and the heat shock proteins."""

# Synonyms for names of genes in any query: `HER2` also finds `ERBB2`


class GeneSynonyms:
    """The other names of human genes, if they are available; a search never waits for them."""

    def __init__(self, human: LocalCatalogue[GeneFacts]) -> None:
        self.name = human.name
        self._human = human

    async def catalogue(self, opened: Mapping[str, OpenCatalogue] | None) -> Catalogue | None:
        """Return the names of a listing's version (`opened`), or the newest; None if they are not available."""
        if opened is None:
            self._human.prefetch()
            return await self._human.present()
        return opened[self.name].catalogue if self.name in opened else None

    async def in_query(self, query: str, names: Catalogue | None) -> Mapping[str, Sequence[str]]:
        """Map each run of words that names one gene to that gene's other names."""
        return {} if names is None else await _genes_in(runs(query), names)

    async def bearing(self, phrase: str, names: Catalogue) -> Sequence[GeneFacts]:
        """Return the genes with this approved symbol or full name."""
        standings = [(gene, gene.standing(phrase)) for gene in await genes_with(names, name_terms(phrase))]
        return [gene for gene, one in standings if one and not one.folded and one.rank not in ABBREVIATIONS]

    async def named(self, phrase: str, names: Catalogue) -> GeneFacts | None:
        """Return the only gene that a whole phrase can mean, or None."""
        return (await self.read(phrase, names)).gene

    async def read(self, phrase: str, names: Catalogue) -> Reading:
        """Resolve a whole phrase by the names of genes alone."""
        name = GeneName(phrase, phrase, ())
        return name_resolution.resolve_name(name, await genes_with(names, name_resolution.terms(name)))


class Thesaurus:
    """The names of genes and ontology terms, and all vocabularies, if they are available: no search waits for them."""

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
    ) -> Found:
        """Search a catalogue for the words of a query, and for synonyms of them.

        `name`: of the catalogue; `opened`: the catalogues of a cursor; `genes`, `terms`: whether genes and the
        ontologies provide synonyms.
        """
        told_by = {name: searched}
        synonyms: Mapping[str, Sequence[str]] = {}
        if genes and (names := await self.genes.catalogue(opened)) is not None:
            synonyms = await self.genes.in_query(query.text, names)
            told_by[self.genes.name] = names
        ontologies: dict[str, Catalogue] = {}
        for one in self._terms if terms else ():
            if (ontology := await _at_hand(one, opened)) is not None:
                ontologies[one.name] = ontology
        known = await with_ontologies(Known(synonyms=synonyms), query.text, ontologies.values())

        async def found(known: Known) -> RankedHits:
            return await searched.search(
                query.text, offset=window.offset, limit=window.limit, category=query.organism, hints=known
            )

        hits = await found(known)
        # Only after the first search: most queries have no misspelling, and need no other vocabulary.
        elsewhere, knowing = await self._elsewhere(name, [*hits.corrected, *hits.suggested], opened)
        if elsewhere:  # these words are not misspellings
            hits = await found(msgspec.structs.replace(known, elsewhere=elsewhere))
        return Found(hits, version_of({**told_by, **ontologies, **knowing}.items()))

    async def search_named(self, phrase: str, searched: Catalogue) -> RankedHits | None:
        """Return the best hit for other names of a phrase that names an ontology term; None if it names none."""
        whole = " ".join(fold.tokens(phrase))
        for term in self._terms:
            ontology = await term.present()
            if ontology is not None and (await ontology.keys([named_so_term(whole)])):
                known = await with_ontologies(Known(), phrase, [ontology])
                return await searched.search(phrase, offset=0, limit=1, category=None, hints=known)
        return None

    async def _elsewhere(
        self, name: str, words: Sequence[str], opened: Mapping[str, OpenCatalogue] | None
    ) -> tuple[AbstractSet[str], Mapping[str, Catalogue]]:
        """Return the folded words that are in a vocabulary, and the vocabularies that have them.

        `name`: the searched catalogue, whose own texts may have the misspelling, too.
        """
        strange = [token for word in words for token in fold.tokens(word)]
        known: set[str] = set()
        knowing: dict[str, Catalogue] = {}
        for one in self._vocabularies if strange else ():
            if one.name == name:
                continue
            catalogue = await _at_hand(one, opened)
            if catalogue is not None and (found := await catalogue.knows(strange)):
                known |= found
                knowing[one.name] = catalogue
        return frozenset(known), knowing


async def with_ontologies(known: Known, query: str, ontologies: Iterable[Catalogue]) -> Known:
    """Add the names of the terms that are named by runs of a query's words, and the names of narrower terms."""
    synonyms, narrower = dict(known.synonyms), dict(known.narrower)
    for ontology in ontologies:
        for run, terms in (await _terms_in(runs(query), ontology)).items():
            synonyms[run] = [*synonyms.get(run, ()), *(name for term in terms for name in _in_full(term.names))]
            narrower[run] = [*narrower.get(run, ()), *(name for term in terms for name in _in_full(term.narrower))]
    return msgspec.structs.replace(known, synonyms=synonyms, narrower=narrower)


def _in_full(names: Iterable[str]) -> Iterator[str]:
    """Yield the names that are no abbreviations."""
    return (name for name in names if len(_joined(name)) > _LONGEST_ABBREVIATION)


async def _at_hand(one: AnyCatalogue, opened: Mapping[str, OpenCatalogue] | None) -> Catalogue | None:
    """Return the newest release, or that of a listing's version."""
    if opened is None:
        return await one.present()
    return opened[one.name].catalogue if one.name in opened else None


def _remembered(read: _Read[T]) -> _Read[T]:
    """Remember what runs of words mean in a release: many recur (`signaling`), and most mean nothing."""
    releases = WeakKeyDictionary[Catalogue, dict[str, Sequence[T]]]()

    async def reading(asked: Sequence[str], catalogue: Catalogue) -> Mapping[str, Sequence[T]]:
        if (known := releases.get(catalogue)) is None or len(known) > _RUNS_KEPT:
            known = releases[catalogue] = {}
        if new := [run for run in asked if run not in known]:
            known |= {**dict.fromkeys(new, ()), **await read(new, catalogue)}
        return {run: meant for run in asked if (meant := known[run])}

    return reading


@_remembered
async def _terms_in(asked: Sequence[str], ontology: Catalogue) -> Mapping[str, Sequence[TermNames]]:
    """Return the terms that are named by runs of a query's words."""
    stored = await ontology.with_terms([*map(named_so_term, asked)])
    named: dict[str, list[TermNames]] = {}
    for term in map(decode_term_names, stored.values()):
        for run in {*asked} & {*term.names}:
            named.setdefault(run, []).append(term)
    return named


_SHORTEST_NAME = 6
"""Letters of the shortest single word that may be a gene's full name (`huntingtin`); others need a digit."""

# Characters of other names that are searched for, at least, and of a part that is not a word, at most.
_SHORTEST_OTHER, _LONGEST_PART = 3, 2


@_remembered
async def _genes_in(asked: Sequence[str], names: Catalogue) -> Mapping[str, Sequence[str]]:
    """Map each run of words that surely names one gene to itself and that gene's other names."""
    terms = {run: name_terms(_joined(run)) for run in asked if _may_be_meant(run)}
    found: dict[str, Sequence[str]] = {}
    listed = await names.listed((), [*chain.from_iterable(terms.values())]) if terms else ()
    for run, own in terms.items():
        known = [decode_gene(one.summary) for one in listed if not {*own}.isdisjoint(one.terms)]
        gene = name_resolution.resolve_name(GeneName(run, _joined(run), ()), known).gene if known else None
        if gene is not None and _is_sure(run, gene):
            found[run] = [run, *folded_names([gene.symbol, *await _unshared(gene, names)])]
    return found


def _joined(run: str) -> str:
    return run.replace(" ", "")


def _may_be_meant(run: str) -> bool:
    """Return True if a run of words may be a gene's name.

    A symbol has a digit, or a part that is not a word (`c-Myc`, `TNF-α`); full names are found without synonyms.
    """
    words = run.split()
    if not "".join(words).isalpha():
        return True
    return len(run) >= _SHORTEST_NAME if len(words) == 1 else min(map(len, words)) <= _LONGEST_PART


def _is_sure(run: str, gene: GeneFacts) -> bool:
    """Return True if a word without a digit is a gene's full name or symbol: `fat` and `rest` are also plain words."""
    standing = gene.standing(_joined(run))
    return not run.isalpha() or (standing is not None and standing.rank not in ABBREVIATIONS)


async def _unshared(gene: GeneFacts, names: Catalogue) -> Sequence[str]:
    """Return the gene's short names that no other gene has. They need a digit or a sign, or may be plain words."""
    chosen = [
        name
        for name in (*gene.previous_symbols, *gene.aliases)
        if not name.isalpha() and len(fold.compact(name)) >= _SHORTEST_OTHER
    ]
    others = await genes_with(names, [term for name in chosen for term in name_terms(name)])
    return [name for name in chosen if not any(other.id != gene.id and other.standing(name) for other in others)]
