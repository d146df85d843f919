"""Pictures of compounds in memory, for tests; and their absence, for the built-in sample."""

from collections.abc import Iterable

import msgspec

from biofacts.domain.answers.errors import UpstreamError
from biofacts.domain.answers.provenance import Provenance
from biofacts.domain.compounds.compound import COMPOUND, CompoundId
from biofacts.domain.compounds.depiction import Depiction
from biofacts.domain.pathways import drawing_wording
from biofacts.ports.depictions import DepictionSource


class MemoryDepictions(DepictionSource):
    """A source of pictures that are passed in."""

    def __init__(self, depictions: Iterable[Depiction], provenance: Provenance) -> None:
        self._by_id = {one.id: msgspec.structs.replace(one, source=provenance) for one in depictions}

    async def get(self, identifier: CompoundId) -> Depiction | None:
        return None if identifier.number is None else self._by_id.get(f"PubChem:CID{identifier.number}")


class NoDepictions(DepictionSource):
    """A source without pictures: one that we drew would not be PubChem's."""

    async def get(self, identifier: CompoundId) -> Depiction | None:
        raise UpstreamError.explained(COMPOUND.service, *drawing_wording.no_depictions())
