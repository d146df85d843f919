"""What other names a query's words have: in the Pathway Ontology, among genes, and in any vocabulary at hand."""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Any, NamedTuple

from biofacts.adapters.local.freshness import LocalCatalogue, OpenCatalogue
from biofacts.adapters.local.gene_synonyms import GeneSynonyms
from biofacts.adapters.local.pathway_entries import ONTOLOGY, decode_narrower, named_so_term
from biofacts.domain.ontology import Term
from biofacts.domain.search.query import Known, runs
from biofacts.ports.catalogue import Catalogue

AnyCatalogue = LocalCatalogue[Any]


class Looked(NamedTuple):
    """What is known of a query's words, and the catalogues that told it, by name."""

    known: Known
    told_by: Mapping[str, Catalogue]


class Thesaurus:
    """Names of genes and terms, and all vocabularies, as far as they are at hand: nothing waits for them."""

    def __init__(self, genes: GeneSynonyms, terms: LocalCatalogue[Term], vocabularies: Sequence[AnyCatalogue]) -> None:
        self._genes = genes
        self._terms = terms
        self._vocabularies = vocabularies

    async def look_up(
        self,
        query: str,
        searched: Catalogue,
        opened: Mapping[str, OpenCatalogue] | None = None,
        *,
        genes: bool = True,
        terms: bool = False,
    ) -> Looked:
        """What is known of a query to a catalogue; `opened`: as a listing's version has it.

        `genes`, `terms`: with other names of genes, with those of the ontology.
        """
        told_by: dict[str, Catalogue] = {}
        synonyms: dict[str, Sequence[str]] = {}
        narrower: Mapping[str, Sequence[str]] = {}
        if genes and (names := await self._genes.catalogue(opened)) is not None:
            synonyms |= await self._genes.in_query(query, names)
            told_by[self._genes.name] = names
        if terms and (ontology := await _at_hand(self._terms, opened)) is not None:
            for run, called in (await ontology.synonyms_in(query)).items():
                synonyms[run] = [*synonyms.get(run, ()), *called]
            narrower = await _narrower(query, ontology)
            told_by[ONTOLOGY] = ontology
        elsewhere, knowing = await self._elsewhere(await searched.strange_words(query), opened)
        known = Known(synonyms=synonyms, narrower=narrower, elsewhere=elsewhere)
        return Looked(known, {**told_by, **knowing})

    async def in_symbols(self, query: str) -> str | None:
        """The query with approved symbols in the place of genes' other names; None where it names none."""
        return await self._genes.in_symbols(query)

    async def _elsewhere(
        self, strange: Sequence[str], opened: Mapping[str, OpenCatalogue] | None
    ) -> tuple[AbstractSet[str], Mapping[str, Catalogue]]:
        """Those of some words that are in a vocabulary, and the vocabularies that have them."""
        known: set[str] = set()
        knowing: dict[str, Catalogue] = {}
        for one in self._vocabularies if strange else ():
            catalogue = await _at_hand(one, opened)
            if catalogue is not None and (found := await catalogue.knows(strange)):
                known |= found
                knowing[one.name] = catalogue
        return frozenset(known), knowing


async def _at_hand(one: AnyCatalogue, opened: Mapping[str, OpenCatalogue] | None) -> Catalogue | None:
    """The newest release, or the one of a listing's version."""
    if opened is None:
        return await one.present()
    return opened[one.name].catalogue if one.name in opened else None


async def _narrower(query: str, terms: Catalogue) -> Mapping[str, Sequence[str]]:
    """For every run of words that is the name of a term: the names of the terms that are kinds of it."""
    found: dict[str, Sequence[str]] = {}
    for run in dict.fromkeys(runs(query)):
        summaries = await terms.with_terms([named_so_term(run)])
        if names := [name for summary in summaries.values() for name in decode_narrower(summary)]:
            found[run] = names
    return found
