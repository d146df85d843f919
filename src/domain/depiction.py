"""Depictions: how the source of compounds itself draws one."""

from typing import Any

import msgspec

from biofacts.domain.provenance import Provenance
from biofacts.domain.record import Record


class Depiction(Record, msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The picture of one compound's structure in two dimensions, as PubChem draws it: a PNG, and its size in dots."""

    id: str
    width: int
    height: int
    png: bytes
    source: Provenance | None = None

    def told(self) -> dict[str, Any]:
        """What it is, without the picture."""
        return {name: value for name, value in self.to_dict().items() if name != "png"}
