"""PubChem: asked live, under its limits, with a local cache of its answers.

Source: https://pubchem.ncbi.nlm.nih.gov/docs/pug-rest, /docs/pug-view and the auto-complete service (public domain).
A search is one exact question, one for completions, and one for each completion, since completions come without
numbers. A record is two requests side by side: the property row, which shows whether the compound exists, and the
part of the annotated page that holds names and attributed identifiers.
"""

import logging
import re
from collections.abc import Mapping, Sequence
from functools import partial
from urllib.parse import quote

import httpx
import msgspec

from biofacts.adapters.http.bulk import iso
from biofacts.adapters.http.client import LifeSciencesClient
from biofacts.adapters.http.pubchem import query as queries
from biofacts.adapters.http.pubchem import references, wire
from biofacts.adapters.http.pubchem.gather import good, together
from biofacts.adapters.http.pubchem.query import Lookup
from biofacts.adapters.http.pubchem.search import Answer, Ranked, Walk
from biofacts.adapters.http.transport import cache
from biofacts.adapters.http.transport.errors import refuse, translated
from biofacts.adapters.http.transport.network import retry_after
from biofacts.domain.compound import Compound, CompoundSearchCandidate
from biofacts.domain.cross_references import CrossReferences
from biofacts.domain.errors import BiofactsError, RateLimited, UpstreamError
from biofacts.domain.identifiers import CompoundId
from biofacts.domain.paging import Hits, Window
from biofacts.domain.provenance import Source
from biofacts.domain.text import fold as text
from biofacts.ports.compounds import CompoundSource
from biofacts.ports.sources import Query

SERVICE = "PubChem"

_log = logging.getLogger(__name__)

_FIRST_ROUND = "round-1"
_PUG, _VIEW, _COMPLETE = "rest/pug/compound", "rest/pug_view/data/compound", "rest/autocomplete/compound"
_SLIM = "Title,MolecularFormula"
_WHOLE = "Title,MolecularFormula,MolecularWeight,SMILES,ConnectivitySMILES,InChI,InChIKey,IUPACName"
_COMPLETIONS = 50
_BUSY_SECONDS = 30.0
_SHORTER = 7.0  # seconds for what a record can do without, so that there is time for the second best
_LONGEST_IN_A_PATH = 1000
_IN_A_PATH = re.compile(r"[A-Za-z0-9(\[][A-Za-z0-9 ,'()\[\]&+:=-]{0,199}")
_UNATTRIBUTED = (
    "PubChem's annotated page could not be had: cross references were recognised among the synonyms, without their"
    " sources, and may be incomplete."
)
_NO_REFERENCES = "PubChem's annotated page could not be had: synonyms and cross references are missing."

_DAY = 86_400
_RECORDS, _SEARCHES, _MISSES = 7 * _DAY, _DAY, 6 * 3600


def max_age(request: httpx.Request, response: httpx.Response) -> int:
    """For how many seconds an answer of PubChem may be kept: records a week, searches a day, "no such thing" hours."""
    if response.status_code in (400, 404):
        return _MISSES
    if not response.is_success:
        return 0
    return _RECORDS if "/compound/cid/" in request.url.path or "/pug_view/" in request.url.path else _SEARCHES


class _Asked(msgspec.Struct, frozen=True):
    """One answer; `live` when it cost a request."""

    body: bytes | None
    source: Source
    live: bool


class _Page(msgspec.Struct, frozen=True):
    references: CrossReferences = {}
    names: tuple[str, ...] = ()
    remark: str | None = None
    sources: Sequence[Source] = ()


class PubChemClient(LifeSciencesClient, CompoundSource):
    """Compounds of PubChem. Its `httpx.AsyncClient` brings the limits and the cache along."""

    service = SERVICE

    async def search(self, query: Query, window: Window) -> Hits[CompoundSearchCandidate] | None:
        round_number = re.fullmatch(r"round-([1-9][0-9]?)", window.version or _FIRST_ROUND)
        if round_number is None:
            return None
        walk = Walk(self._resolve, self._complete)
        listing = await walk.listing(queries.read(query.text), int(round_number[1]))
        end = window.offset + window.limit
        rest = end < len(listing)
        best = listing[0].quality if listing else 1.0
        return Hits(
            items=tuple(_candidate(ranked, best) for ranked in listing[window.offset : end]),
            total=None if walk.more else len(listing),
            more=rest or walk.more,
            version=f"round-{walk.rounds if rest else walk.rounds + 1}" if walk.rounds else _FIRST_ROUND,
            guidance=" ".join(walk.remarks) or None,
            source=_source(walk.sources),
        )

    async def get(self, identifier: CompoundId) -> Compound | None:
        if (number := identifier.number) is None:
            return None
        row_or_error, page_or_error = await together(
            [
                partial(self._ask, f"{_PUG}/cid/{number}/property/{_WHOLE}/JSON"),
                partial(self._ask, f"{_VIEW}/{number}/JSON", {"heading": "Names and Identifiers"}, within=_SHORTER),
            ]
        )
        asked = good(row_or_error)
        row = next((row for row in _rows(asked) if row.exists), None)
        if row is None:
            return None
        page = await self._page(number, row.name, page_or_error)
        return _compound(row, page, _source([asked.source, *page.sources]))

    async def _page(self, number: int, title: str, outcome: _Asked | BiofactsError) -> _Page:
        """What the annotated page says; the list of synonyms in its place when the page could not be had."""
        try:
            asked = good(outcome)
            if asked.body is None:
                return _Page(sources=[asked.source])  # the compound is known, and nothing is annotated
            record = wire.read(asked.body, wire.View, SERVICE).record
            found = references.attributed(record)
            names = references.names(references.synonyms(record), title, found)
            return _Page(found, names, sources=[asked.source])
        except (RateLimited, UpstreamError) as error:
            _log.info("names and identifiers of %d: %s", number, error.message)
        try:
            asked = await self._ask(f"{_PUG}/cid/{number}/synonyms/JSON")
        except (RateLimited, UpstreamError):
            return _Page(remark=_NO_REFERENCES)
        if asked.body is None:
            return _Page(remark=_UNATTRIBUTED, sources=[asked.source])
        listed = wire.read(asked.body, wire.SynonymList, SERVICE).information.rows
        ranked = [name for row in listed for name in row.synonyms]
        found = references.recognised(ranked)
        return _Page(found, references.names(ranked, title, found), _UNATTRIBUTED, [asked.source])

    async def _resolve(self, lookup: Lookup) -> Answer:
        """The compounds under a key, as PubChem orders them; none when it knows none."""
        if lookup.space in ("cid", "inchikey") or (lookup.space == "name" and _IN_A_PATH.fullmatch(lookup.key)):
            key = quote(lookup.key, safe="")
            asked = await self._ask(f"{_PUG}/{lookup.space}/{key}/property/{_SLIM}/JSON")
        else:  # slashes and the like cannot stand in a path
            asked = await self._ask(f"{_PUG}/{lookup.space}/property/{_SLIM}/JSON", {lookup.space: lookup.key})
        return Answer(rows=[row for row in _rows(asked) if row.exists], source=asked.source, asked=asked.live)

    async def _complete(self, words: str) -> Answer:
        """Names that contain the words, or are like them."""
        key = quote(" ".join(words.replace("/", " ").split()), safe="")
        if not any(map(str.isalnum, words)) or len(key) > _LONGEST_IN_A_PATH:
            return Answer(asked=False)
        asked = await self._ask(f"{_COMPLETE}/{key}/json", {"limit": str(_COMPLETIONS)})
        terms = wire.read(asked.body, wire.Completions, SERVICE).terms.compound if asked.body else ()
        return Answer(terms=[text.visible(term) for term in terms], source=asked.source, asked=asked.live)

    async def _ask(self, path: str, params: Mapping[str, str] | None = None, *, within: float | None = None) -> _Asked:
        """One question; no body when PubChem has nothing to say to it. Raises: RateLimited, UpstreamError."""
        try:
            with translated(SERVICE):
                response = await self._http.get(path, params=params, timeout=within or self._http.timeout)
        except UpstreamError as error:
            if isinstance(error.__cause__, cache.NotStored):
                raise UpstreamError(SERVICE, "this runs offline, and the local cache has no answer yet") from error
            raise
        live = cache.status(response) == "miss"
        source = Source(
            name=SERVICE,
            retrieved=iso(cache.retrieved(response)),
            mode="live" if live else "cache",
            stale=cache.status(response) == "stale",
        )
        if response.status_code == 404 or (response.status_code == 400 and _is_about_the_key(response)):
            return _Asked(None, source, live)
        if response.status_code == 429:
            raise RateLimited(SERVICE, retry_after(response) or _BUSY_SECONDS)
        refuse(SERVICE, response)
        return _Asked(response.content, source, live)


def _is_about_the_key(response: httpx.Response) -> bool:
    """True when a 400 refuses what was asked for (a number too large, an unreadable structure), not how we asked."""
    found = wire.fault(response.content)
    return found is not None and found.fault.code.startswith("PUGREST.") and "property" not in found.fault.message


def _rows(asked: _Asked) -> Sequence[wire.Row]:
    return wire.read(asked.body, wire.PropertyTable, SERVICE).table.rows if asked.body is not None else ()


def _source(sources: Sequence[Source]) -> Source | None:
    """The provenance of an answer made of several: as old as the oldest, live when a part was fetched for it."""
    if not sources:
        return None
    return Source(
        name=SERVICE,
        retrieved=min(source.retrieved or "" for source in sources),
        mode="live" if any(source.mode == "live" for source in sources) else "cache",
        stale=any(source.stale for source in sources),
    )


def _candidate(ranked: Ranked, best: float) -> CompoundSearchCandidate:
    row = ranked.row
    return CompoundSearchCandidate(
        id=f"PubChem:CID{row.cid}",
        name=text.plain(row.name),
        formula=_visible(row.formula),
        score=ranked.quality / best,
    )


def _visible(value: str | None) -> str | None:
    return text.visible(value) or None if value else None


def _compound(row: wire.Row, page: _Page, source: Source | None) -> Compound:
    return Compound(
        id=f"PubChem:CID{row.cid}",
        name=text.plain(row.name),
        iupac_name=_visible(row.iupac),
        molecular_formula=_visible(row.formula),
        molecular_weight=row.weight,
        canonical_smiles=_visible(row.connectivity or row.old_canonical),
        isomeric_smiles=_visible(row.smiles or row.old_isomeric),
        inchi=_visible(row.inchi),
        inchikey=_visible(row.inchikey),
        synonyms=tuple(text.plain(name) for name in page.names),
        cross_references=page.references,
        url=f"https://pubchem.ncbi.nlm.nih.gov/compound/{row.cid}",
        remark=page.remark,
        source=source,
    )
