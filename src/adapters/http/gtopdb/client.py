"""The Guide to PHARMACOLOGY (GtoPdb): bulk CSV files, fetched once and searched locally.

Source: https://www.guidetopharmacology.org/DATA/ (database ODbL 1.0, contents CC BY-SA 4.0). The REST service asks for
a key since autumn 2026, and never could search synonyms, genes or classes; the files are open.
"""

from collections.abc import Mapping, Sequence
from typing import TypeVar

import httpx
import msgspec

from biofacts.adapters.http.background import Background
from biofacts.adapters.http.bulk import PREPARING, BulkCatalogue, Reader, Ready, count
from biofacts.adapters.http.client import LifeSciencesClient
from biofacts.adapters.http.gtopdb import ligands as files
from biofacts.adapters.http.gtopdb.targets import read_targets
from biofacts.domain.interaction import Contact
from biofacts.domain.paging import Hits, Window, windowed
from biofacts.domain.provenance import Source
from biofacts.ports.catalogue import Catalogue, CatalogueStore
from biofacts.ports.sync import Progress, Synchronised, Synchroniser

SERVICE = "Guide to PHARMACOLOGY"
LICENCE = "ODbL / CC BY-SA 4.0"

T = TypeVar("T")


class GtoPdbClient(LifeSciencesClient, Synchroniser):
    """The files of the Guide, each a catalogue of its own, so that no call waits for a file that it does not need."""

    service = SERVICE

    def __init__(
        self, http: httpx.AsyncClient, *, store: CatalogueStore, background: Background, offline: bool = False
    ) -> None:
        super().__init__(http)
        self._background = background

        def bulk(name: str, file: str, read: Reader) -> BulkCatalogue:
            return BulkCatalogue(
                f"gtopdb-{name}", client=self, path=f"DATA/{file}.csv", read=read,
                store=store, background=background, offline=offline,
            )  # fmt: skip

        self.targets = bulk("targets", "targets_and_families", read_targets)
        self.ligands = bulk("ligands", "ligands", files.read_ligands)
        self.interactions = bulk("interactions", "interactions", files.read_interactions)
        self.ligand_ids = bulk("ligand-ids", "ligand_id_mapping", files.read_ligand_ids)
        self.uniprot = bulk("uniprot", "GtP_to_UniProt_mapping", files.read_uniprot)

    @property
    def _all(self) -> tuple[BulkCatalogue, ...]:
        return self.targets, self.ligands, self.interactions, self.ligand_ids, self.uniprot

    async def ready(self, *wanted: BulkCatalogue) -> list[Ready]:
        """Those catalogues; what is missing is fetched side by side. Raises: RateLimited, UpstreamError."""
        for one in wanted[1:]:
            one.warm()
        return [await one.ready() for one in wanted]

    def warm(self, searched: Catalogue | None = None) -> None:
        """Fetch behind the answer what the next calls will ask for, and prepare for the next search."""
        if searched is not None:
            self._background.once(PREPARING, searched.prepare)
        for one in self._all:
            one.warm()

    async def opened(self, wanted: Sequence[BulkCatalogue], version: str | None) -> list[Ready] | None:
        """The catalogues of a listing: the newest, or those of a cursor's version; None when one is no longer kept."""
        if version is None:
            return await self.ready(*wanted)
        versions = version.split(".")
        if len(versions) != len(wanted):
            return None
        kept = [await one.kept(old) for one, old in zip(wanted, versions, strict=True)]
        return [one for one in kept if one is not None] if all(kept) else None

    async def sync(self, progress: Progress) -> Synchronised:
        release, records = "", 0
        for number, one in enumerate(self._all):
            progress("files", number, len(self._all))
            catalogue = await one.update("snapshot")
            if one in (self.targets, self.ligands):
                release = max(release, catalogue.provenance.release)
                records += await count(catalogue)
        progress("files", len(self._all), len(self._all))
        return Synchronised(source=SERVICE, release=release, records=records)

    @property
    def name(self) -> str:
        return "gtopdb"

    @property
    def catalogues(self) -> tuple[str, ...]:
        return tuple(one.name for one in self._all)


def version(parts: Sequence[Ready]) -> str:
    """The version of a listing that those catalogues make together."""
    return ".".join(part.catalogue.version for part in parts)


def source(parts: Sequence[Ready]) -> Source:
    """The provenance of an answer: the first catalogue's, stale when one is."""
    first = parts[0].source(SERVICE, LICENCE)
    return msgspec.structs.replace(first, stale=any(part.stale for part in parts))


def listed(found: Sequence[T], window: Window, parts: Sequence[Ready], guidance: str | None = None) -> Hits[T]:
    """The window of a listing that is known whole."""
    return windowed(found, window, version=version(parts), guidance=guidance, source=source(parts))


async def contacts(interactions: Catalogue, side: str, numbers: Sequence[str]) -> Mapping[str, tuple[Contact, ...]]:
    """The contacts of ligands or targets (`side`), each by its number; without those that have none."""
    cards = await interactions.cards([f"{side}:{number}" for number in numbers])
    decoder = msgspec.msgpack.Decoder(tuple[Contact, ...])
    return {key.partition(":")[2]: decoder.decode(card) for key, card in cards.items()}
