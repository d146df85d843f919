"""The catalogues of the Guide to PHARMACOLOGY, one for each file, so that no call waits for a file it does not need."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Protocol, TypeVar

import msgspec

from biofacts.adapters.local.catalogues.jobs import Jobs
from biofacts.adapters.local.catalogues.local_catalogue import (
    Consulted,
    LocalCatalogue,
    OpenCatalogue,
    presence_of,
    reopened,
    version_of,
)
from biofacts.adapters.local.search.listing import NOTHING_LEADS, Lead, led_by, preload_of, ranked
from biofacts.adapters.local.search.synonyms import AnyCatalogue, Thesaurus
from biofacts.domain.answers.advice import Advice
from biofacts.domain.answers.kinds import Kind
from biofacts.domain.answers.pages import Hits, Window, windowed
from biofacts.domain.answers.records import GUIDE, GUIDE_LICENCE, Candidate, Provenance
from biofacts.domain.pharmacology.interaction import Interaction
from biofacts.domain.pharmacology.ligand import LigandFacts, LigandIdentifiers
from biofacts.domain.pharmacology.target import TargetFacts, TargetProtein
from biofacts.ports.catalogue import Catalogue, CatalogueStore, Hit, RankedHits
from biofacts.ports.sources import Presence, Query

T = TypeVar("T")
CandidateT = TypeVar("CandidateT", bound=Candidate)


_WHOLE_LISTING = 10_000


class Named(Protocol):
    """An object with the name of a catalogue."""

    name: str
    """The name of the catalogue."""


class Part(msgspec.Struct, frozen=True):
    """A catalogue that took part in an answer, with its name."""

    name: str
    opened: OpenCatalogue

    @property
    def catalogue(self) -> Catalogue:
        return self.opened.catalogue


class Guide:
    """The five catalogues of the Guide: they are opened, reopened for a cursor, and fetched in advance."""

    def __init__(
        self,
        *,
        targets: LocalCatalogue[TargetFacts],
        ligands: LocalCatalogue[LigandFacts],
        interactions: LocalCatalogue[Interaction],
        ligand_ids: LocalCatalogue[LigandIdentifiers],
        proteins: LocalCatalogue[TargetProtein],
        thesaurus: Thesaurus,
        store: CatalogueStore,
        jobs: Jobs,
    ) -> None:
        self.targets = targets
        self.ligands = ligands
        self.interactions = interactions
        self.ligand_ids = ligand_ids
        self.proteins = proteins
        self.thesaurus = thesaurus
        self._store = store
        self._jobs = jobs

    @property
    def catalogues(self) -> tuple[AnyCatalogue, ...]:
        return self.targets, self.ligands, self.interactions, self.ligand_ids, self.proteins

    async def open(self, *wanted: AnyCatalogue) -> list[Part]:
        """Open catalogues; missing ones are fetched side by side. Raises: RateLimited, UpstreamError."""
        for one in wanted[1:]:
            one.prefetch()
        return [Part(one.name, await one.open()) for one in wanted]

    async def reopen(self, version: str, *wanted: Named) -> list[Part] | None:
        """Open the catalogues of a listing's version; None if one has been removed, or did not take part."""
        opened = await reopened(self._store, version)
        if opened is None or not {one.name for one in wanted} <= opened.keys():
            return None
        return [Part(one.name, opened[one.name]) for one in wanted]

    async def genes_at_hand(self) -> list[Part]:
        """Return the catalogue of human genes if it is available, without waiting for it."""
        genes = self.thesaurus.genes
        catalogue = await genes.catalogue(None)
        return [] if catalogue is None else [Part(genes.name, OpenCatalogue(catalogue))]

    async def for_listing(self, version: str | None, *wanted: AnyCatalogue) -> list[Part] | None:
        """Open the catalogues of a listing: the newest, or those of a cursor's version. See `open` and `reopen`."""
        return await self.open(*wanted) if version is None else await self.reopen(version, *wanted)

    async def by_words(
        self,
        query: Query,
        window: Window,
        part: Part,
        candidate: Callable[[Hit], CandidateT],
        kind: Kind,
        lead: Lead = NOTHING_LEADS,
        judge: Callable[[RankedHits], Awaitable[RankedHits]] | None = None,
        whole: bool = False,
    ) -> Hits[CandidateT]:
        """Search one catalogue by words, which may be any names of genes.

        `lead`: entries that come first. `judge`: lowers the scores of hits for which words do not suffice, or drops
        them; for that, it needs the `whole` listing.
        """
        opened = None if window.version is None else await reopened(self._store, window.version)
        # The window is cut afterwards out of a complete listing.
        wanted = msgspec.structs.replace(window, offset=0, limit=_WHOLE_LISTING) if lead.entries or whole else window
        found, version = await self.thesaurus.search(query, wanted, part.name, part.catalogue, opened)
        if judge is not None:
            found = await judge(found)
        if lead.entries or whole:
            found = led_by(lead, found, window)
        return ranked(found, window, candidate, kind=kind, version=version, provenance=provenance([part]))

    def prefetch(self, searched: Part | None = None) -> None:
        """Fetch in the background what the next calls will need, and prepare for the next search."""
        if searched is not None:
            self._jobs.prefetch(preload_of(searched.name), searched.catalogue.preload)
        for one in self.catalogues:
            one.prefetch()


def version(parts: Sequence[Part]) -> str:
    """Return the version of a listing that these catalogues make together."""
    return version_of((part.name, part.catalogue) for part in parts)


async def at_hand(*catalogues: AnyCatalogue) -> Presence:
    """Return which catalogues are available, without fetching anything."""
    present = {one.name: await one.present() for one in catalogues}
    return presence_of(present, [one.settled(present[one.name]) for one in catalogues])


def provenance(parts: Sequence[Part], *others: Consulted[Any]) -> Provenance:
    """Return the provenance of the first catalogue, stale if any is. `others`: lookups of parts of the answer."""
    first = parts[0].opened.provenance(GUIDE, GUIDE_LICENCE)
    is_stale = any(part.opened.stale for part in parts) or any(one.stale for one in others)
    return msgspec.structs.replace(first, stale=is_stale)


def listed(
    found: Sequence[T], window: Window, parts: Sequence[Part], guidance: str | None = None, advice: Advice | None = None
) -> Hits[T]:
    """Return a window of a complete listing."""
    return windowed(
        found, window, version=version(parts), guidance=guidance, advice=advice, provenance=provenance(parts)
    )
