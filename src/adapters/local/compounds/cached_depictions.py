"""Cached pictures of compounds."""

from collections.abc import Callable
from datetime import datetime

import msgspec

from biofacts.adapters.local.compounds.cached_records import Form, KeptRecords, now
from biofacts.domain.compounds.compound import Depiction
from biofacts.ports.compounds import DepictionSource
from biofacts.ports.observing import Observer, unobserved
from biofacts.ports.record_store import RecordStore

LAYOUT, LAYOUT_DIGEST = "1", "cc772e3a20b574cc"
"""The number of the format of cached pictures, and a digest of it: a new format needs a new number."""

FORM = Form(
    name=f"pubchem-depiction/{LAYOUT}",
    service="pubchem",
    encode=msgspec.msgpack.encode,
    decode=msgspec.msgpack.Decoder(Depiction).decode,
)


class KeptDepictions(KeptRecords[Depiction], DepictionSource):
    """Cached pictures of compounds (see `KeptRecords`)."""

    def __init__(
        self,
        pubchem: DepictionSource,
        records: RecordStore,
        *,
        offline: bool = False,
        observer: Observer = unobserved,
        clock: Callable[[], datetime] = now,
    ) -> None:
        super().__init__(pubchem, records, FORM, offline=offline, observer=observer, clock=clock)
