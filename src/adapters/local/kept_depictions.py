"""Pictures of compounds that were fetched before, kept as records."""

from typing import Any

import msgspec

from biofacts.adapters.local.kept_records import Form, KeptRecords
from biofacts.domain.depiction import Depiction
from biofacts.ports.depictions import DepictionSource
from biofacts.ports.records import RecordStore

LAYOUT, LAYOUT_DIGEST = "1", "cc772e3a20b574cc"
"""As those of compounds."""

FORM = Form(
    name=f"pubchem-depiction/{LAYOUT}",
    encode=msgspec.msgpack.encode,
    decode=msgspec.msgpack.Decoder(Depiction).decode,
)


class KeptDepictions(KeptRecords[Depiction], DepictionSource):
    """Pictures as `KeptRecords` has them."""

    def __init__(self, pubchem: DepictionSource, records: RecordStore, **others: Any) -> None:
        """`others`: as of `KeptRecords`."""
        super().__init__(pubchem, records, FORM, **others)
