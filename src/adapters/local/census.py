"""The keys of all records in the local catalogues."""

from collections.abc import Mapping, Sequence

from biofacts.adapters.local.pharmacology.guide import Guide
from biofacts.adapters.local.search.synonyms import AnyCatalogue
from biofacts.domain.answers.kinds import PATHWAY
from biofacts.domain.answers.pages import Releases
from biofacts.domain.answers.records import GUIDE, HGNC, iso
from biofacts.domain.identifiers.curies import GeneId, LigandId, PathwayId, TargetId
from biofacts.domain.links.tables import LICENCES, LinkSource, LinkTable
from biofacts.ports.catalogue import CatalogueStore
from biofacts.ports.links import Census

_SERVICES: Mapping[str, str] = {"gtopdb": GUIDE, "hgnc": HGNC, "wikipathways": PATHWAY.service}
"""The service of a catalogue, by the first word of the catalogue's name."""


class LocalCensus(Census):
    """The identifiers of all genes, ligands, targets and pathways."""

    def __init__(
        self, *, human_genes: AnyCatalogue, pathways: AnyCatalogue, guide: Guide, store: CatalogueStore
    ) -> None:
        self._human_genes = human_genes
        self._pathways = pathways
        self._guide = guide
        self._store = store

    async def human_genes(self) -> Sequence[GeneId]:
        return [GeneId.parse(key) for key in await _keys(self._human_genes)]

    async def targets(self) -> Sequence[TargetId]:
        return [TargetId(key) for key in await _keys(self._guide.targets)]

    async def ligands(self) -> Sequence[LigandId]:
        return [LigandId(key) for key in await _keys(self._guide.ligands)]

    async def pathways(self) -> Sequence[PathwayId]:
        return [PathwayId.parse(f"WP:{key}") for key in await _keys(self._pathways)]

    async def sources(self, version: str, table: LinkTable) -> Sequence[LinkSource]:
        found: list[LinkSource] = []
        for name, release in sorted(Releases.parse(version).versions.items()):
            catalogue = await self._store.release(name, release)
            service = _SERVICES.get(name.partition("-")[0])
            if catalogue is not None and service in table.services:
                info = catalogue.info
                found.append(
                    LinkSource(
                        service=service, catalogue=name, release=info.release, retrieved=iso(info.retrieved),
                        licence=LICENCES[service],
                    )
                )  # fmt: skip
        return found


async def _keys(catalogue: AnyCatalogue) -> Sequence[str]:
    return await (await catalogue.open()).catalogue.all_keys()
