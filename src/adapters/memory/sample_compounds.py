"""The sample's compounds."""

from biofacts.adapters.memory.compounds import MemoryCompounds
from biofacts.adapters.memory.sample import RELEASE, read
from biofacts.domain.compound import COMPOUND, Compound
from biofacts.domain.provenance import Provenance


def sample_compounds() -> MemoryCompounds:
    """Return a source of the sample's compounds."""
    return MemoryCompounds(
        read("compounds", Compound), Provenance(name=COMPOUND.service, release=RELEASE, mode="snapshot")
    )
