"""Compounds in memory: the fake of the tests, and the built-in sample."""

from collections.abc import Iterable, Sequence
from importlib.resources import files

import msgspec

from biofacts.adapters.memory.index import MemoryIndex
from biofacts.domain.compound import Compound, CompoundSearchCandidate
from biofacts.domain.identifiers import CompoundId
from biofacts.domain.paging import Hits, Window, windowed
from biofacts.domain.provenance import Source
from biofacts.domain.search import ranking as search
from biofacts.domain.search.ranking import Field
from biofacts.ports.compounds import CompoundSource
from biofacts.ports.sources import Query

_VERSION = "sample"


class MemoryCompounds(CompoundSource):
    """Answers from the compounds it is given."""

    def __init__(self, compounds: Iterable[Compound], source: Source) -> None:
        self._source = source
        self._compounds = [msgspec.structs.replace(compound, source=source) for compound in compounds]
        self._by_id = {compound.id: compound for compound in self._compounds}
        self._by_key = {key: compound for compound in self._compounds for key in _keys(compound)}
        self._index = MemoryIndex((_texts(compound), 0.0) for compound in self._compounds)

    async def search(self, query: Query, window: Window) -> Hits[CompoundSearchCandidate] | None:
        if window.version not in (None, _VERSION):
            return None
        guidance = None
        if exact := self._by_key.get(query.text.casefold()):
            candidates = [_candidate(exact, 1.0)]
        else:
            ranking = search.search(self._index, query.text)
            guidance = search.guidance(ranking, plural="compounds")
            best = ranking.matches[0].quality if ranking.matches else 1.0
            candidates = [
                _candidate(self._compounds[match.document - 1], match.quality / best) for match in ranking.matches
            ]
        return windowed(candidates, window, version=_VERSION, guidance=guidance, source=self._source)

    async def get(self, identifier: CompoundId) -> Compound | None:
        return None if identifier.number is None else self._by_id.get(f"PubChem:CID{identifier.number}")


def _keys(compound: Compound) -> Iterable[str]:
    """Every identifier and every structure by which a compound is found exactly, folded."""
    number = compound.id.removeprefix("PubChem:CID")
    yield from (number, f"cid{number}", f"cid {number}", compound.id.casefold())
    structure = (compound.canonical_smiles, compound.isomeric_smiles, compound.inchi, compound.inchikey)
    yield from (value.casefold() for value in structure if value)
    for values in compound.cross_references.values():
        yield from (value.casefold() for value in ((values,) if isinstance(values, str) else values))


def _texts(compound: Compound) -> dict[Field, Sequence[str]]:
    names = [*compound.synonyms, *([compound.iupac_name] if compound.iupac_name else [])]
    return {Field.TITLE: [compound.name], Field.NAME: names}


def _candidate(compound: Compound, score: float) -> CompoundSearchCandidate:
    return CompoundSearchCandidate(id=compound.id, name=compound.name, formula=compound.molecular_formula, score=score)


def sample_compounds() -> MemoryCompounds:
    """The built-in sample: two dozen small records of true facts, written by hand."""
    written = files("biofacts.adapters.memory").joinpath("compounds.json").read_bytes()
    source = Source(name="PubChem", release="built-in sample", mode="snapshot")
    return MemoryCompounds(msgspec.json.decode(written, type=list[Compound]), source)
