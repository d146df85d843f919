"""A simulated network that serves the sample, so that clients read it like the real files, and its compounds in memory.

PubChem is queried compound by compound, so it has no file to imitate.
"""

import gzip
import io
import zipfile
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from email.utils import format_datetime
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

import httpx
import msgspec

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

DAY = datetime(2026, 11, 20, tzinfo=UTC)
"""The date on which the data were taken from the upstreams."""

RELEASE = "built-in sample"
"""The release that all answers from the sample state, so that nobody takes them for complete data."""

ADDRESS = "https://sample.invalid"
"""The address of all requests, as logs show it: invalid, since no request leaves the process."""

ORGANISMS = ("Mus musculus",)
"""The organisms besides human whose genes are in the sample."""

_GZIP = ".gz"
_ETAG = f'"{DAY:%Y-%m-%d}"'
_ARCHIVES = {f"wikipathways-{DAY:%Y%m%d}-gpml-sample.zip": ".gpml", f"wikipathways-{DAY:%Y%m%d}-rdf-wp.zip": ".ttl"}
"""The monthly archives of WikiPathways, each with the suffix of the files in it."""


class SampleNetwork(httpx.AsyncBaseTransport):
    """An HTTP transport that serves the files of the sample by their names, on any host; other files are 404."""

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        if (body := published(request.url.path.rpartition("/")[2])) is None:
            return httpx.Response(404)
        if request.headers.get("If-None-Match") == _ETAG:
            return httpx.Response(304)
        headers = {"ETag": _ETAG, "Last-Modified": format_datetime(DAY, usegmt=True)}
        return httpx.Response(200, content=body, headers=headers)


def published(name: str) -> bytes | None:
    """Return the content of a file of the sample; for the name "", a list of the archives; None for unknown names."""
    if not name:
        return "\n".join(_ARCHIVES).encode()
    if ending := _ARCHIVES.get(name):
        return _zipped(file for file in _files().values() if file.name.endswith(ending))
    if name.endswith(_GZIP):  # stored as text, so that diffs are readable
        unpacked = published(name.removesuffix(_GZIP))
        # Without the time, so that the same file always has the same bytes.
        return unpacked and gzip.compress(unpacked, mtime=0)
    file = _files().get(name)
    return file.read_bytes() if file else None


def _zipped(members: Iterable[Traversable]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for file in members:
            archive.writestr(zipfile.ZipInfo(file.name), file.read_bytes())  # without the current time
    return packed.getvalue()


@cache
def _files() -> Mapping[str, Traversable]:
    """Return the files of all upstreams by name."""
    folders = files("biofacts.adapters.sample").joinpath("files").iterdir()
    by_name = {file.name: file for folder in folders for file in folder.iterdir()}
    return dict(sorted(by_name.items()))


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
