"""The compounds of the sample, in memory: PubChem is queried compound by compound, so it has no file to imitate."""

from collections.abc import Iterable
from importlib.resources import files

import msgspec

from biofacts.adapters.sample.upstreams import DAY, RELEASE
from biofacts.domain.answers.advice_and_phrasing import Refusal
from biofacts.domain.answers.entity_kinds import COMPOUND
from biofacts.domain.answers.errors import UpstreamError
from biofacts.domain.answers.pages import Hits, Window, windowed
from biofacts.domain.answers.records import Provenance
from biofacts.domain.compounds.compound import Compound, CompoundSearchCandidate, Depiction
from biofacts.domain.identifiers.curies import CompoundId
from biofacts.domain.search import synonyms
from biofacts.domain.search.index import Field, folded_names
from biofacts.domain.source_remarks import any_source as source_remarks
from biofacts.domain.text import fold
from biofacts.ports.catalogue import CatalogueStore, Content, Entry, ReleaseInfo
from biofacts.ports.compounds import CompoundSource, DepictionSource
from biofacts.ports.sources import Query

_VERSION, _CATALOGUE = "sample", "sample-compounds"


class MemoryCompounds(CompoundSource):
    """A source of the given compounds. `info`: their release; `store`: stores the search index of their names."""

    def __init__(self, compounds: Iterable[Compound], info: ReleaseInfo, store: CatalogueStore) -> None:
        self._info = info
        self._store = store
        self._provenance = provenance = Provenance(name=COMPOUND.service, release=info.release, mode="snapshot")
        self._compounds = [msgspec.structs.replace(compound, source=provenance) for compound in compounds]
        self._by_id = {compound.id: compound for compound in self._compounds}
        self._by_key = {key: compound for compound in self._compounds for key in _keys(compound)}

    async def search(self, query: Query, window: Window) -> Hits[CompoundSearchCandidate] | None:
        if window.version not in (None, _VERSION):
            return None
        guidance = None
        if exact := self._by_key.get(query.text.casefold()):
            candidates = [_candidate(exact, 1.0)]
        else:
            catalogue = await self._store.newest(_CATALOGUE) or await self._store.publish(_CATALOGUE, self._content())
            page = await catalogue.search(query.text, offset=0, limit=len(self._compounds))
            guidance = source_remarks.of_words(
                COMPOUND.plural,
                has_hits=bool(page.hits),
                unknown=page.unknown,
                corrected=page.corrected,
                suggested=page.suggested,
            )
            candidates = [_candidate(self._by_id[hit.key], hit.score, hit.unmatched) for hit in page.hits]
        return windowed(candidates, window, version=_VERSION, guidance=guidance, provenance=self._provenance)

    def _content(self) -> Content:
        return Content(
            info=self._info, entries=map(_entry, self._compounds), synonyms=map(folded_names, synonyms.PATHWAYS)
        )

    async def knows(self, name: str) -> bool:
        folded = fold.compact(name)
        return name.casefold() in self._by_key or any(
            folded in map(fold.compact, (compound.name, *compound.synonyms)) for compound in self._compounds
        )

    async def get(self, identifier: CompoundId) -> Compound | None:
        return None if identifier.number is None else self._by_id.get(f"PubChem:CID{identifier.number}")


def _keys(compound: Compound) -> Iterable[str]:
    """Yield the identifiers and structures that match a compound exactly, with case folded."""
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


class NoDepictions(DepictionSource):
    """A source without any pictures: only PubChem's own pictures are shown, and the sample contains none."""

    async def get(self, identifier: CompoundId) -> Depiction | None:
        raise UpstreamError.of(COMPOUND.service, *no_depictions())


def no_depictions() -> Refusal:
    """Return the reason why the sample has no pictures of compounds, and a hint."""
    hint = "Leave out BIOFACTS_SOURCE=sample to get PubChem's pictures."
    return "the built-in sample has no pictures of compounds", hint


# The sample's compounds


def sample_compounds(store: CatalogueStore) -> MemoryCompounds:
    """Return a source of the sample's compounds. `store`: stores their search index."""
    written = files("biofacts.adapters.sample").joinpath("compounds.json").read_bytes()
    compounds = msgspec.json.decode(written, type=tuple[Compound, ...])
    return MemoryCompounds(compounds, ReleaseInfo(release=RELEASE, retrieved=DAY, checked=DAY), store)
