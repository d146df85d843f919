"""Depictions: pictures of compounds that their source itself draws."""

from typing import Any

import msgspec

from biofacts.domain.answers.provenance import Provenance
from biofacts.domain.answers.records import Record


class Depiction(Record, msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The picture of a compound's structure in two dimensions, drawn by PubChem: a PNG, and its size in pixels."""

    id: str
    width: int
    height: int
    png: bytes
    source: Provenance | None = None

    def told(self) -> dict[str, Any]:
        """Return all fields except the picture."""
        return {name: value for name, value in self.to_dict().items() if name != "png"}
