"""Compounds: from the names in bulk, if these are there, without a request; else from PubChem."""

from collections.abc import Sequence

import msgspec

from biofacts.domain.answers import scores
from biofacts.domain.answers.errors import RateLimited, UpstreamError
from biofacts.domain.answers.kinds import COMPOUND
from biofacts.domain.answers.pages import Hits, Releases, Window, windowed
from biofacts.domain.answers.records import Provenance, iso
from biofacts.domain.compounds import query as compound_query
from biofacts.domain.compounds.compound import Compound, CompoundSearchCandidate
from biofacts.domain.identifiers.curies import CompoundId
from biofacts.domain.remarks import compounds as compound_remarks
from biofacts.domain.text import clean
from biofacts.ports.bulk_names import NAMES, CompoundNames, CompoundNamesStore
from biofacts.ports.compounds import CompoundSource
from biofacts.ports.sources import Query


class LocalCompounds(CompoundSource):
    """A source that passes to `pubchem` what names cannot answer: misspellings, structures, records."""

    def __init__(self, pubchem: CompoundSource, names: CompoundNamesStore, *, offline: bool = False) -> None:
        self._pubchem = pubchem
        self._names = names
        self._offline = offline

    async def search(self, query: Query, window: Window) -> Hits[CompoundSearchCandidate] | None:
        if window.version is not None:
            return await self._further(query, window)
        if (names := await self._names.newest()) is None:
            return await self._pubchem.search(query, window)
        exact = compound_query.parse(query.text).exact
        hits = await _hits(names, query, window)
        is_of_names = all(key.namespace in ("cid", "inchikey", "name") for key in exact)
        if hits.items and is_of_names:
            return hits
        try:
            return await self._pubchem.search(query, window)
        except (RateLimited, UpstreamError):
            if not hits.items and not (self._offline and is_of_names):
                raise
            return hits

    async def _further(self, query: Query, window: Window) -> Hits[CompoundSearchCandidate] | None:
        """Return a later page from the source of the first one."""
        version = Releases.parse(window.version or "").versions.get(NAMES)
        if version is None:
            return await self._pubchem.search(query, window)
        names = await self._names.newest()
        return await _hits(names, query, window) if names and names.version == version else None

    async def knows(self, name: str) -> bool:
        names = await self._names.newest()
        return bool(names and await _called(names, name)) or await self._pubchem.knows(name)

    async def get(self, identifier: CompoundId) -> Compound | None:
        try:
            return await self._pubchem.get(identifier)
        except (RateLimited, UpstreamError):
            if (record := await self._named(identifier)) is None:
                raise
            return record

    async def _named(self, identifier: CompoundId) -> Compound | None:
        """Return a record made of the names of a compound."""
        number, names = identifier.number, await self._names.newest()
        if number is None or names is None or (title := await names.title(number)) is None:
            return None
        return Compound(
            id=f"PubChem:CID{number}",
            name=clean.plain(title),
            inchikey=await names.inchikey(number),
            url=f"https://pubchem.ncbi.nlm.nih.gov/compound/{number}",
            remark=compound_remarks.only_names(names.info.release),
            source=_provenance(names),
        )


async def _hits(names: CompoundNames, query: Query, window: Window) -> Hits[CompoundSearchCandidate]:
    candidates = await _called(names, query.text)
    return windowed(
        candidates,
        window,
        version=str(Releases({NAMES: names.version})),
        guidance=None if candidates else compound_remarks.no_such_compound(names.info.release),
        provenance=_provenance(names),
    )


async def _called(names: CompoundNames, text: str) -> Sequence[CompoundSearchCandidate]:
    """Return the compounds of a name, InChIKey or number; other spellings only if the exact one is missing."""
    query = compound_query.parse(text)
    for key in query.exact:
        match key.namespace:
            case "cid":
                title = await names.title(int(key.key))
                return [_candidate(int(key.key), title, scores.EXACT)] if title else []
            case "name" | "inchikey":  # other spellings of the name fold alike
                if found := await _named(names, key.key):
                    return found
            case "smiles" | "inchi":
                pass
    for reading in query.readings:
        if found := await _named(names, reading.name):
            others = await _named(names, reading.also) if reading.also else ()
            agreeing = {one.id for one in found} & {one.id for one in others}
            if reading.is_synonym and not agreeing:
                continue
            return [
                *(_read(one, reading.why) for one in found),
                *(_read(one, compound_remarks.also_called(reading.also)) for one in others if not agreeing),
            ]
    return []


async def _named(names: CompoundNames, name: str) -> Sequence[CompoundSearchCandidate]:
    found = await names.called(name)
    spelled_so = [one for one in found if one.is_spelled_so]
    titled = [one for one in spelled_so if compound_query.spelling(one.title or "") == compound_query.spelling(name)]
    best = titled or spelled_so
    return [
        _candidate(one.number, one.title, scores.EXACT if one in best else scores.WHOLE_NAME)
        for one in dict.fromkeys((*titled, *(spelled_so or found)))
    ]


def _read(candidate: CompoundSearchCandidate, why: str) -> CompoundSearchCandidate:
    return msgspec.structs.replace(candidate, score=min(candidate.score, scores.SURE), read_as=why)


def _candidate(number: int, title: str | None, quality: float) -> CompoundSearchCandidate:
    return CompoundSearchCandidate(
        id=f"PubChem:CID{number}", name=clean.plain(title or "") or f"CID {number}", score=quality
    )


def _provenance(names: CompoundNames) -> Provenance:
    info = names.info
    return Provenance(name=COMPOUND.service, release=info.release, retrieved=iso(info.retrieved), mode="snapshot")
