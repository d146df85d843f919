"""Whole releases, brought into the local catalogue at once."""

from collections.abc import Mapping, Sequence
from typing import Any, Self

from biofacts.adapters.local.archive import Archive
from biofacts.adapters.local.compound_entries import NODES
from biofacts.adapters.local.compound_nodes import CompoundNodes
from biofacts.adapters.local.enrichment import Enrichment
from biofacts.adapters.local.freshness import LocalCatalogue, size
from biofacts.adapters.local.guide import Guide
from biofacts.adapters.local.pathway_entries import GPML
from biofacts.domain import guide, wording
from biofacts.domain.errors import BiofactsError, UpstreamError
from biofacts.domain.gene import GENE, HUMAN, NCBI_GENE
from biofacts.domain.genes.facts import GeneFacts
from biofacts.domain.genes.protein_names import ProteinNames
from biofacts.domain.listed_pathway import ListedPathway
from biofacts.domain.pathway import PATHWAY
from biofacts.ports.sync import Pending, Progress, Synchronised, Synchroniser, unseen


class SyncPathways(Synchroniser):
    """Brings the index files, the ontology and all drawings; `text` is enriched by them. `others`: the other files.

    A text index that is there is refreshed last, so that it is published once: a walk in it can end.
    """

    def __init__(
        self,
        archive: Archive,
        enrichment: Enrichment,
        *,
        text: LocalCatalogue[ListedPathway],
        others: Sequence[LocalCatalogue[Any]],
    ) -> None:
        self._archive = archive
        self._enrichment = enrichment
        self._text = text
        self._others = others

    @property
    def name(self) -> str:
        return "wikipathways"

    @property
    def catalogues(self) -> tuple[str, ...]:
        return (self._text.name, *(other.name for other in self._others), GPML)

    async def pending(self) -> Pending | None:
        return await self._archive.pending()

    async def sync(self, progress: Progress, parts: Sequence[str] = ()) -> Synchronised:
        known = await self._text.present()
        first = self._others if known else (self._text, *self._others)
        skipped = await self._updated(first, progress)
        expected = await size(known or await self._text.present())
        catalogue = await self._archive.update(progress, expected)
        if known:
            skipped += await self._updated([self._text], unseen)
        await self._enrichment.enrich()
        return Synchronised(
            source=PATHWAY.service, release=catalogue.info.release, records=await size(catalogue), skipped=skipped
        )

    async def _updated(self, files: Sequence[LocalCatalogue[Any]], progress: Progress) -> tuple[str, ...]:
        """What stays as it was. Raises: RateLimited, UpstreamError when there is not even an old one."""
        skipped: list[str] = []
        for number, index in enumerate(files):
            progress("index files", number, len(files))
            try:
                await index.update("snapshot")
            except BiofactsError as error:
                if await index.present() is None:
                    raise
                skipped.append(f"{index.name}: {error.message}")
        progress("index files", len(files), len(files))
        return tuple(skipped)


class SyncCompounds(Synchroniser):
    """Brings what the nodes of all drawings are mapped to: one table a pathway. Drawings come first."""

    def __init__(self, archive: Archive, nodes: CompoundNodes) -> None:
        self._archive = archive
        self._nodes = nodes

    @property
    def name(self) -> str:
        return "compounds"

    @property
    def catalogues(self) -> tuple[str, ...]:
        return (NODES,)

    async def sync(self, progress: Progress, parts: Sequence[str] = ()) -> Synchronised:
        await self._archive.update(progress, again=False)
        skipped = await self._nodes.update(progress)
        catalogue = await self._nodes.present()
        release = catalogue.info.release if catalogue else ""
        return Synchronised(
            source=PATHWAY.service, release=release, records=await size(catalogue), skipped=tuple(skipped)
        )


class SyncGuide(Synchroniser):
    """Brings all files of the Guide to PHARMACOLOGY."""

    def __init__(self, guide: Guide) -> None:
        self._guide = guide

    @property
    def name(self) -> str:
        return "gtopdb"

    @property
    def catalogues(self) -> tuple[str, ...]:
        return tuple(one.name for one in self._guide.catalogues)

    async def sync(self, progress: Progress, parts: Sequence[str] = ()) -> Synchronised:
        release, records, files = "", 0, self._guide.catalogues
        for number, one in enumerate(files):
            progress("files", number, len(files))
            catalogue = await one.update("snapshot")
            if one in (self._guide.targets, self._guide.ligands):
                release = max(release, catalogue.info.release)
                records += await size(catalogue)
        progress("files", len(files), len(files))
        return Synchronised(source=guide.SERVICE, release=release, records=records)


class SyncGenes(Synchroniser):
    """Brings the names of human genes and proteins, of the organisms that are named, and of those already at hand."""

    def __init__(
        self,
        human: LocalCatalogue[GeneFacts],
        proteins: LocalCatalogue[ProteinNames],
        others: Mapping[str, LocalCatalogue[GeneFacts]],
    ) -> None:
        self._human = human
        self._proteins = proteins
        self._others = others

    @property
    def name(self) -> str:
        return "genes"

    @property
    def catalogues(self) -> tuple[str, ...]:
        return (self._human.name, self._proteins.name)

    @property
    def optional(self) -> tuple[str, ...]:
        return tuple(one.name for one in self._others.values())

    async def sync(self, progress: Progress, parts: Sequence[str] = ()) -> Synchronised:
        present = [name for name, one in self._others.items() if await one.present()]
        wanted = list(dict.fromkeys([*present, *(name for name in parts if name != HUMAN)]))
        progress("genes", 0, 2 + len(wanted))
        human = await self._human.update("snapshot")
        records, skipped = await size(human), list[str]()
        progress("genes", 1, 2 + len(wanted))
        try:
            await self._proteins.update("snapshot")
        except BiofactsError as error:
            skipped.append(f"{self._proteins.name}: {error.message}")
        for number, organism in enumerate(wanted, start=2):
            progress("genes", number, 2 + len(wanted))
            try:
                if (other := self._others.get(organism)) is None:
                    raise UpstreamError(NCBI_GENE, wording.no_gene_names(organism))
                records += await size(await other.update("snapshot"))
            except BiofactsError as error:
                skipped.append(f"{organism}: {error.message}")
        progress("genes", 2 + len(wanted), 2 + len(wanted))
        return Synchronised(source=GENE.service, release=human.info.release, records=records, skipped=tuple(skipped))


class SyncAtStart:
    """Brings everything before the first question, from sources that are at hand."""

    def __init__(self, synchronisers: Sequence[Synchroniser]) -> None:
        self._synchronisers = synchronisers

    async def __aenter__(self) -> Self:
        for synchroniser in self._synchronisers:
            await synchroniser.sync(unseen)
        return self

    async def __aexit__(self, *_: object) -> None:
        """Nothing is open."""
