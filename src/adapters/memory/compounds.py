"""Compounds in memory, for tests and the built-in sample."""

from collections import defaultdict
from collections.abc import AsyncGenerator, Iterable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

import anyio.to_thread
import msgspec

from biofacts.adapters.memory.catalogue import MemoryIndex
from biofacts.domain.answers.advice import Refusal
from biofacts.domain.answers.errors import UpstreamError
from biofacts.domain.answers.kinds import COMPOUND
from biofacts.domain.answers.pages import Hits, Window, windowed
from biofacts.domain.answers.records import Provenance
from biofacts.domain.compounds.compound import Compound, CompoundSearchCandidate, Depiction
from biofacts.domain.compounds.query import FOLDED, NamedNumber, key
from biofacts.domain.identifiers.curies import CompoundId
from biofacts.domain.remarks import answers as answer_remarks
from biofacts.domain.search import synonyms
from biofacts.domain.search.index import Field, folded_names
from biofacts.domain.search.ranking import rank
from biofacts.domain.text import fold
from biofacts.ports.bulk_names import NAMES, CompoundNames, CompoundNamesStore, NamedCompound, PublishedNames
from biofacts.ports.catalogue import CatalogueStatus, Entry, ReleaseInfo
from biofacts.ports.compounds import CompoundSource, DepictionSource
from biofacts.ports.sources import Query
from biofacts.ports.synchronisation import Progress

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
            guidance = answer_remarks.words(
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


# Names of compounds in memory, for tests


class MemoryCompoundNames(CompoundNames):
    """A release in dictionaries."""

    def __init__(self, published: PublishedNames) -> None:
        """Raises: ValueError if the names cannot be read, or are too few."""
        self._info = published.info
        self._bearers = defaultdict[bytes, set[tuple[bytes, bool, int]]](set)
        self._titles: dict[int, str] = {}
        self._inchikeys: dict[int, str] = {}
        self._has_inchikeys = published.inchikeys is not None
        for number, title in self._added(published.titles, is_title=True):
            self._titles.setdefault(number, title)
        for _ in self._added(published.names, is_title=False):
            pass
        for number, inchikey in self._added(published.inchikeys or (), is_title=False):
            self._inchikeys.setdefault(number, inchikey)
        self._size = len({(named, number) for bearers in self._bearers.values() for named, _, number in bearers})
        if self._size < published.least:
            raise ValueError(f"it holds {self._size} names in the place of {published.least} and more")

    def _added(self, named: Iterable[NamedNumber], *, is_title: bool) -> Iterable[NamedNumber]:
        for number, name in named:
            whole = key(name)
            self._bearers[whole[:FOLDED]].add((whole, is_title, number))
            yield number, name

    @property
    def version(self) -> str:
        return self._info.identity.replace(" ", "-").replace("=", "-")

    @property
    def info(self) -> ReleaseInfo:
        return self._info

    @info.setter
    def info(self, info: ReleaseInfo) -> None:
        self._info = info

    async def called(self, name: str) -> Sequence[NamedCompound]:
        wanted = key(name)
        found: dict[int, NamedCompound] = {}
        ways = [(whole != wanted, not is_title, number) for whole, is_title, number in self._bearers[wanted[:FOLDED]]]
        for folded_only, is_no_title, number in sorted(ways):
            bearer = NamedCompound(
                number=number,
                title=self._titles.get(number),
                is_title=not is_no_title,
                is_spelled_so=not folded_only,
            )
            found.setdefault(number, bearer)
        return list(found.values())

    async def title(self, number: int) -> str | None:
        return self._titles.get(number)

    async def inchikey(self, number: int) -> str | None:
        return self._inchikeys.get(number)

    async def size(self) -> int:
        return self._size

    async def has_inchikeys(self) -> bool:
        return self._has_inchikeys


class MemoryCompoundNamesStore(CompoundNamesStore):
    """A store of the newest release. `downloads`: the folder of unfinished downloads, which are files here, too."""

    def __init__(self, downloads: Path, free: int = 10**12) -> None:
        self._downloads = downloads
        self._free = free
        self._newest: MemoryCompoundNames | None = None
        self._lock = anyio.Lock()

    @property
    def downloads(self) -> Path:
        return self._downloads

    @property
    def free(self) -> int:
        return self._free

    async def newest(self) -> MemoryCompoundNames | None:
        return self._newest

    async def publish(self, published: PublishedNames, progress: Progress) -> MemoryCompoundNames:
        self._newest = await anyio.to_thread.run_sync(MemoryCompoundNames, published)
        progress("sorting names", 1, 1)
        return self._newest

    async def confirm(self, info: ReleaseInfo) -> None:
        if self._newest is not None:
            self._newest.info = info

    async def describe(self) -> CatalogueStatus:
        return CatalogueStatus(name=NAMES, provenance=self._newest.info if self._newest else None)

    def building(self) -> AbstractAsyncContextManager[None]:
        return self._building()

    @asynccontextmanager
    async def _building(self) -> AsyncGenerator[None]:
        async with self._lock:
            yield


# Pictures of compounds in memory, for tests; and their absence, for the built-in sample


class MemoryDepictions(DepictionSource):
    """A source of pictures that are passed in."""

    def __init__(self, depictions: Iterable[Depiction], provenance: Provenance) -> None:
        self._by_id = {one.id: msgspec.structs.replace(one, source=provenance) for one in depictions}

    async def get(self, identifier: CompoundId) -> Depiction | None:
        return None if identifier.number is None else self._by_id.get(f"PubChem:CID{identifier.number}")


class NoDepictions(DepictionSource):
    """A source without pictures: one that we drew would not be PubChem's."""

    async def get(self, identifier: CompoundId) -> Depiction | None:
        raise UpstreamError.explained(COMPOUND.service, *no_depictions())


def no_depictions() -> Refusal:
    """Refuse pictures of compounds in the built-in sample, which has none."""
    hint = "Leave out BIOFACTS_SOURCE=sample to get PubChem's pictures."
    return "the built-in sample has no pictures of compounds", hint
