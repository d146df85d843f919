"""The sample's compounds."""

from biofacts.adapters.memory.compounds import MemoryCompounds
from biofacts.adapters.memory.sample import RELEASE, read
from biofacts.domain.answers.provenance import Provenance
from biofacts.domain.compounds.compound import COMPOUND, Compound


def sample_compounds() -> MemoryCompounds:
    """Return a source of the sample's compounds."""
    return MemoryCompounds(
        read("compounds", Compound), Provenance(name=COMPOUND.service, release=RELEASE, mode="snapshot")
    )
