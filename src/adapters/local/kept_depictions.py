"""Pictures of compounds that were fetched before, kept as records."""

from collections.abc import Callable
from datetime import datetime

import msgspec

from biofacts.adapters.local.kept_records import Form, KeptRecords, now
from biofacts.domain.depiction import Depiction
from biofacts.ports.depictions import DepictionSource
from biofacts.ports.observing import Observer, unobserved
from biofacts.ports.records import RecordStore

LAYOUT, LAYOUT_DIGEST = "1", "cc772e3a20b574cc"
"""As those of compounds."""

FORM = Form(
    name=f"pubchem-depiction/{LAYOUT}",
    service="pubchem",
    encode=msgspec.msgpack.encode,
    decode=msgspec.msgpack.Decoder(Depiction).decode,
)


class KeptDepictions(KeptRecords[Depiction], DepictionSource):
    """Pictures as `KeptRecords` has them."""

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
