"""Other names for the words of a query: from the Pathway Ontology, genes, and all available vocabularies."""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Any, NamedTuple

from biofacts.adapters.local.catalogues.local_catalogue import LocalCatalogue, OpenCatalogue, version_of
from biofacts.adapters.local.entries.pathways import ONTOLOGY, decode_term_names, named_so_term
from biofacts.adapters.local.search.gene_synonyms import GeneSynonyms
from biofacts.domain.answers.pages import Window
from biofacts.domain.pathways.ontology import Term
from biofacts.domain.search.query import Known, runs
from biofacts.domain.text import fold
from biofacts.ports.catalogue import Catalogue, RankedHits
from biofacts.ports.sources import Query

AnyCatalogue = LocalCatalogue[Any]


class Found(NamedTuple):
    """The hits of a search, and the version of its listing, which includes all catalogues with names for it."""

    hits: RankedHits
    version: str


class Thesaurus:
    """The names of genes and ontology terms, and all vocabularies, if they are available: no search waits for them."""

    def __init__(self, genes: GeneSynonyms, terms: LocalCatalogue[Term], vocabularies: Sequence[AnyCatalogue]) -> None:
        self._genes = genes
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
        """Search the catalogue `name` with other names for the query's words; `opened`: the catalogues of a cursor.

        `genes`, `terms`: include other names of genes, and names from the ontology.
        """
        told_by = {name: searched}
        synonyms: dict[str, Sequence[str]] = {}
        narrower: Mapping[str, Sequence[str]] = {}
        if genes and (names := await self._genes.catalogue(opened)) is not None:
            synonyms |= await self._genes.in_query(query.text, names)
            told_by[self._genes.name] = names
        if terms and (ontology := await _at_hand(self._terms, opened)) is not None:
            for run, called in (await ontology.synonyms_in(query.text)).items():
                synonyms[run] = [*synonyms.get(run, ()), *called]
            narrower = await _narrower(query.text, ontology)
            told_by[ONTOLOGY] = ontology

        async def found(elsewhere: AbstractSet[str]) -> RankedHits:
            known = Known(synonyms=synonyms, narrower=narrower, elsewhere=elsewhere)
            return await searched.search(
                query.text, offset=window.offset, limit=window.limit, category=query.organism, known=known
            )

        hits = await found(frozenset())
        # Only after the first search: most queries have no misspelling, and need no other vocabulary.
        elsewhere, knowing = await self._elsewhere([*hits.corrected, *hits.suggested], opened)
        if elsewhere:  # these words are no misspellings
            hits = await found(elsewhere)
        return Found(hits, version_of({**told_by, **knowing}.items()))

    @property
    def genes(self) -> GeneSynonyms:
        """The names of genes."""
        return self._genes

    async def _elsewhere(
        self, words: Sequence[str], opened: Mapping[str, OpenCatalogue] | None
    ) -> tuple[AbstractSet[str], Mapping[str, Catalogue]]:
        """Return the folded words that are in a vocabulary, and the vocabularies that have them."""
        strange = [token for word in words for token in fold.tokens(word)]
        known: set[str] = set()
        knowing: dict[str, Catalogue] = {}
        for one in self._vocabularies if strange else ():
            catalogue = await _at_hand(one, opened)
            if catalogue is not None and (found := await catalogue.knows(strange)):
                known |= found
                knowing[one.name] = catalogue
        return frozenset(known), knowing


async def _at_hand(one: AnyCatalogue, opened: Mapping[str, OpenCatalogue] | None) -> Catalogue | None:
    """Return the newest release, or that of a listing's version."""
    if opened is None:
        return await one.present()
    return opened[one.name].catalogue if one.name in opened else None


async def _narrower(query: str, terms: Catalogue) -> Mapping[str, Sequence[str]]:
    """Map each run of words that is the name of a term to the names of narrower terms."""
    asked = dict.fromkeys(runs(query))
    found: dict[str, Sequence[str]] = {}
    for summary in (await terms.with_terms([*map(named_so_term, asked)])).values():
        term = decode_term_names(summary)
        for run in asked.keys() & {*term.names} if term.narrower else ():
            found[run] = [*found.get(run, ()), *term.narrower]
    return found
