"""Search for pathways that contain an identifier: drawn, mapped, as an ontology term, or as cited literature.

The text index has the identifiers in drawings as soon as all drawings are there. Each other catalogue is opened only
for the kinds of identifiers in it, so that a first search by words waits for none of them.
"""

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Any

import msgspec

from biofacts.adapters.local.catalogues.local_catalogue import LocalCatalogue, OpenCatalogue, version_of
from biofacts.adapters.local.entries.drawn_compounds import NODES
from biofacts.adapters.local.entries.pathways import (
    TEXT,
    decode_summary,
    kegg_term,
    label_terms,
    ontology_term,
    tag_term,
)
from biofacts.adapters.local.pathways.other_organisms import about_organism
from biofacts.adapters.local.pathways.text_index import Enrichment
from biofacts.domain.answers import time_budgets, wording
from biofacts.domain.answers.pages import Hits, Window, windowed
from biofacts.domain.answers.provenance import Provenance
from biofacts.domain.identifiers import databases
from biofacts.domain.pathways.index_files import CitingPathway, MappedPathway
from biofacts.domain.pathways.ontology import KEGG_ORGANISMS, REFERENCE_MAPS, Term
from biofacts.domain.pathways.pathway import PATHWAY, MatchedOn, PathwayCandidate
from biofacts.domain.pathways.reference_queries import LITERATURE, ReferenceQuery, reference_terms
from biofacts.ports.catalogue import Catalogue, CatalogueStore
from biofacts.ports.sources import Query


class _Index(msgspec.Struct, frozen=True):
    """A catalogue with more about identifiers of some keys. `name`: its name in answers."""

    keys: frozenset[str]
    name: str
    file: LocalCatalogue[Any]


class Asked(msgspec.Struct, frozen=True):
    """The catalogues of one search. `others`: besides the text index; `missing`: names of those not available.

    `is_whole`: the text index includes the identifiers in drawings.
    """

    text: OpenCatalogue
    is_whole: bool
    others: Mapping[str, OpenCatalogue]
    missing: Sequence[str]

    @property
    def listing(self) -> Catalogue:
        """The text index."""
        return self.text.catalogue

    @property
    def catalogues(self) -> Mapping[str, Catalogue]:
        """All catalogues by name."""
        return {TEXT: self.listing, **{name: one.catalogue for name, one in self.others.items()}}

    async def carrying(self, terms: Sequence[str]) -> set[str]:
        """Return the pathways that any catalogue lists under one of the exact terms."""
        return (
            {key for catalogue in self.catalogues.values() for key in await catalogue.keys(terms)} if terms else set()
        )

    @property
    def provenance(self) -> Provenance:
        """The provenance of the combined list."""
        is_stale = self.text.stale or any(one.stale for one in self.others.values())
        return msgspec.structs.replace(self.text.provenance(PATHWAY.service), stale=is_stale)


class CarrierSearch:
    """The search by identifier. `xref`: mapped identifiers, `ontology`: terms, `literature`: cited works."""

    def __init__(
        self,
        enrichment: Enrichment,
        *,
        xref: LocalCatalogue[MappedPathway],
        ontology: LocalCatalogue[Term],
        literature: LocalCatalogue[CitingPathway],
        store: CatalogueStore,
    ) -> None:
        self._enrichment = enrichment
        self._store = store
        self._ontology = ontology.name
        self._indexes = (
            _Index(frozenset({"chebi", "inchikey", "wikidata"}), wording.MAPPED_IDENTIFIERS, xref),
            # The ontology knows which KEGG maps its terms are equivalent to.
            _Index(frozenset({"pathway_ontology", "kegg_pathway"}), wording.ONTOLOGY, ontology),
            _Index(LITERATURE, wording.CITED_WORKS, literature),
        )

    async def search(
        self, query: Query, window: Window, text: OpenCatalogue, opened: Mapping[str, OpenCatalogue] | None
    ) -> Hits[PathwayCandidate] | None:
        """Find the pathways with the identifier in the query; None if it is none, or is the label of a node.

        `opened`: the catalogues of earlier pages. Raises: RateLimited, UpstreamError.
        """
        # An identifier matches whole or not at all: as words, its parts would match names that have nothing to do with
        # it.
        if (sought := ReferenceQuery.read(query.text)) is None:
            return None
        asked = await self.asked(sought.keys, text, opened)
        # The label of a node may have the form of an identifier.
        carrying = await self._carrying(sought, asked)
        if not carrying and await asked.listing.keys(label_terms(sought.text)):
            return None
        keys = [key for key, organism in carrying.items() if query.organism in (None, organism)]
        found = windowed(
            keys,
            window,
            version=version_of(asked.catalogues.items()),
            provenance=asked.provenance,
            guidance=await _guidance(sought, asked, query.organism, carrying, keys),
        )
        summaries = await asked.listing.summaries(found.items)
        matched_on: MatchedOn = "literature" if sought.keys & LITERATURE else "identifier"
        return found.of(tuple(decode_summary(summaries[key]).candidate(key, 1.0, matched_on) for key in found.items))

    async def asked(
        self, keys: AbstractSet[str], text: OpenCatalogue, opened: Mapping[str, OpenCatalogue] | None
    ) -> Asked:
        """Open the catalogues with identifiers of these kinds. `opened` and `Raises`: see `search`."""
        is_whole = await self._enrichment.is_whole(text.catalogue)
        others: dict[str, OpenCatalogue] = {}
        missing: list[str] = []
        for index in (one for one in self._indexes if one.keys & keys):
            if opened is not None:
                one = opened.get(index.file.name)
            elif is_whole:
                one = await index.file.open_within(time_budgets.EXTRA)
            else:  # no other catalogue could answer, so that the call waits for this one
                one = await index.file.open()
            if one is None:
                missing.append(index.name)
            else:
                others[index.file.name] = one
        if keys & databases.CHEMICALS and (nodes := await self._nodes(opened)) is not None:
            others[NODES] = nodes
        return Asked(text, is_whole, others, missing)

    async def _nodes(self, opened: Mapping[str, OpenCatalogue] | None) -> OpenCatalogue | None:
        """Return the catalogue of drawn compounds, if it is there; it is never fetched for a search."""
        if opened is not None:
            return opened.get(NODES)
        newest = await self._store.newest(NODES)
        return OpenCatalogue(newest) if newest is not None else None

    async def _carrying(self, sought: ReferenceQuery, asked: Asked) -> Mapping[str, str]:
        """Return the organisms of the matching pathways, human pathways first."""
        found = {*sought.values("wikipathways")}
        if not found:
            found |= await asked.carrying(sought.terms)
            if (ontology := asked.catalogues.get(self._ontology)) is not None:
                found |= await _tagged(sought, asked.listing, ontology)
        return await asked.listing.categories(found)


async def _guidance(
    sought: ReferenceQuery,
    asked: Asked,
    organism: str | None,
    carrying: Mapping[str, str],
    keys: Sequence[str],
) -> str | None:
    """Explain an empty list, suggest other searches, and name the catalogues that were not available."""
    remarks: list[str] = []
    if carrying and not keys:
        remarks.append(await about_organism(asked.listing, organism) or "")
    elif pathways := sought.values("wikipathways"):
        remarks += [] if keys else [wording.not_found(PATHWAY, pathways[0], None)[0]]
    elif sought.references:
        remarks += [] if keys else [wording.not_carried(sought.text), *_otherwise(sought)]
        remarks += [] if asked.is_whole else [wording.INCOMPLETE_IDENTIFIERS]
    if asked.missing:
        remarks.append(wording.not_looked_up(asked.missing))
    if sought.is_gene and (keys or databases.read(sought.text) is None):  # else the tool says so itself
        remarks.append(wording.gene_identifier(sought.text, is_sure=not sought.references))
    return " ".join(remarks) or None


def _otherwise(sought: ReferenceQuery) -> Sequence[str]:
    """Suggest other ways to search for the identifier."""
    if "doi" in sought.keys:
        return [wording.OTHER_WORKS]
    return [wording.OTHER_IDENTIFIERS] if sought.keys & databases.CHEMICALS else []


async def _tagged(sought: ReferenceQuery, text: Catalogue, ontology: Catalogue) -> set[str]:
    """Return the pathways tagged with an ontology term, or with one that is equivalent to a KEGG map."""
    found = {*await _with_tags(sought.values("pathway_ontology"), text, ontology)}
    for code, number in ((value[:-5], value[-5:]) for value in sought.values("kegg_pathway")):
        # KEGG writes an organism's code before the number of a map (hsa04110); the ontology refers to the number alone.
        tagged = await _with_tags(await ontology.keys([kegg_term(number)]), text, ontology)
        organisms = await text.categories(tagged)
        found |= {key for key, of in organisms.items() if code in REFERENCE_MAPS or KEGG_ORGANISMS.get(of) == code}
    return found


async def _with_tags(identifiers: Iterable[str], text: Catalogue, ontology: Catalogue) -> Sequence[str]:
    """Find the pathways tagged with these terms: by label, and in drawings by identifier."""
    found = [term for identifier in identifiers if (term := await ontology_term(ontology, identifier))]
    drawn = [("pathway_ontology", one) for term in found for one in (term.identifier, *term.merged)]
    return await text.keys([*(tag_term(term.names[0]) for term in found), *reference_terms(drawn)])
