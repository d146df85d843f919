"""Cached compounds."""

from collections.abc import Callable
from datetime import datetime, timedelta

import msgspec

from biofacts.adapters.local.compounds.cached_records import Form, KeptRecords, now
from biofacts.domain.answers import freshness
from biofacts.domain.answers.pages import Hits, Window
from biofacts.domain.compounds.compound import Compound, CompoundSearchCandidate
from biofacts.ports.compounds import CompoundSource
from biofacts.ports.observing import Observer, unobserved
from biofacts.ports.record_store import RecordStore
from biofacts.ports.sources import Query

LAYOUT, LAYOUT_DIGEST = "1", "d6f2640e893cef24"
"""The number of the format of cached compounds, and a digest of it: a new format needs a new number."""


def _fresh(compound: Compound) -> timedelta:
    return freshness.RECORD if compound.synonyms or compound.cross_references else freshness.BARE_RECORD


FORM = Form(
    name=f"pubchem/{LAYOUT}",
    service="pubchem",
    encode=msgspec.json.encode,
    decode=msgspec.json.Decoder(Compound).decode,
    is_whole=lambda compound: compound.remark is None,
    fresh=_fresh,
)


class KeptCompounds(KeptRecords[Compound], CompoundSource):
    """Cached records of compounds (see `KeptRecords`); searches go to PubChem."""

    def __init__(
        self,
        pubchem: CompoundSource,
        records: RecordStore,
        *,
        offline: bool = False,
        observer: Observer = unobserved,
        clock: Callable[[], datetime] = now,
    ) -> None:
        super().__init__(pubchem, records, FORM, offline=offline, observer=observer, clock=clock)
        self._pubchem = pubchem

    async def search(self, query: Query, window: Window) -> Hits[CompoundSearchCandidate] | None:
        return await self._pubchem.search(query, window)

    async def knows(self, name: str) -> bool:
        return await self._pubchem.knows(name)
