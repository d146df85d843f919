"""Compounds in memory, for tests and the built-in sample."""

from collections.abc import Iterable

import msgspec

from biofacts.adapters.memory.index import MemoryIndex
from biofacts.domain.answers import wording
from biofacts.domain.answers.pages import Hits, Window, windowed
from biofacts.domain.answers.provenance import Provenance
from biofacts.domain.compounds.compound import COMPOUND, Compound, CompoundId, CompoundSearchCandidate
from biofacts.domain.search import synonyms
from biofacts.domain.search.index import Field, folded_names
from biofacts.domain.search.ranking import rank
from biofacts.domain.text import fold
from biofacts.ports.catalogue import Entry
from biofacts.ports.compounds import CompoundSource
from biofacts.ports.sources import Query

_VERSION = "sample"


class MemoryCompounds(CompoundSource):
    """A source of compounds that are passed in."""

    def __init__(self, compounds: Iterable[Compound], provenance: Provenance) -> None:
        self._provenance = provenance
        self._compounds = [msgspec.structs.replace(compound, source=provenance) for compound in compounds]
        self._by_id = {compound.id: compound for compound in self._compounds}
        self._by_key = {key: compound for compound in self._compounds for key in _keys(compound)}
        self._index = MemoryIndex(map(_entry, self._compounds), map(folded_names, synonyms.PATHWAYS))

    async def search(self, query: Query, window: Window) -> Hits[CompoundSearchCandidate] | None:
        if window.version not in (None, _VERSION):
            return None
        guidance = None
        if exact := self._by_key.get(query.text.casefold()):
            candidates = [_candidate(exact, 1.0)]
        else:
            ranking = rank(self._index, query.text)
            guidance = wording.words(
                COMPOUND.plural,
                found=bool(ranking.matches),
                unknown=ranking.unknown,
                corrected=ranking.corrected,
                suggested=ranking.suggested,
            )
            candidates = [
                _candidate(self._compounds[match.document - 1], match.score, ranking.unmatched(match))
                for match in ranking.matches
            ]
        return windowed(candidates, window, version=_VERSION, guidance=guidance, provenance=self._provenance)

    async def knows(self, name: str) -> bool:
        folded = fold.compact(name)
        return name.casefold() in self._by_key or any(
            folded in map(fold.compact, (one.name, *one.synonyms)) for one in self._compounds
        )

    async def get(self, identifier: CompoundId) -> Compound | None:
        return None if identifier.number is None else self._by_id.get(f"PubChem:CID{identifier.number}")


def _keys(compound: Compound) -> Iterable[str]:
    """Yield all identifiers and structures that lead to a compound exactly, folded."""
    number = compound.id.removeprefix("PubChem:CID")
    yield from (number, f"cid{number}", f"cid {number}", compound.id.casefold())
    structure = (compound.canonical_smiles, compound.isomeric_smiles, compound.inchi, compound.inchikey)
    yield from (value.casefold() for value in structure if value)
    for values in compound.cross_references.values():
        yield from (value.casefold() for value in ((values,) if isinstance(values, str) else values))


def _entry(compound: Compound) -> Entry:
    names = [*compound.synonyms, *([compound.iupac_name] if compound.iupac_name else [])]
    return Entry(key=compound.id, texts={Field.TITLE: [compound.name], Field.NAME: names})


def _candidate(compound: Compound, score: float, unmatched: tuple[str, ...] = ()) -> CompoundSearchCandidate:
    return CompoundSearchCandidate(
        id=compound.id, name=compound.name, formula=compound.molecular_formula, score=score, unmatched=unmatched
    )
