"""PubChem, queried live within its rate limits, with a local cache of its answers.

Source: https://pubchem.ncbi.nlm.nih.gov/docs/pug-rest, /docs/pug-view and the auto-complete service (public domain).
A search takes one request for exact matches, one for completions, and one for each completion, since completions come
without CIDs. A record takes two concurrent requests: the property row, which shows whether the compound exists, and the
part of the annotated page with names and attributed identifiers.
"""

import logging
import re
from collections.abc import Sequence
from functools import partial
from urllib.parse import quote

import httpx
import msgspec

from biofacts.adapters.http.client import LifeSciencesClient, ProbedFile
from biofacts.adapters.http.pubchem import references, wire
from biofacts.adapters.http.pubchem.search import CompoundSearch, Ranked, SearchAnswer
from biofacts.adapters.http.pubchem.transports import PUG, PubChemAnswer, ask, gather, unwrap
from biofacts.adapters.http.pubchem.wire import PICTURE
from biofacts.domain.answers import time_limits
from biofacts.domain.answers.errors import BiofactsError, RateLimited, UpstreamError
from biofacts.domain.answers.kinds import COMPOUND
from biofacts.domain.answers.pages import Hits, Window
from biofacts.domain.answers.records import Lack, Provenance, with_lacks
from biofacts.domain.compounds import query as compound_query
from biofacts.domain.compounds.compound import Compound, CompoundSearchCandidate, Depiction
from biofacts.domain.compounds.query import Key
from biofacts.domain.identifiers.cross_references import CrossReferences
from biofacts.domain.identifiers.curies import CompoundId
from biofacts.domain.remarks import compounds as compound_remarks
from biofacts.domain.text import clean
from biofacts.ports.compounds import CompoundSource, DepictionSource
from biofacts.ports.sources import Query

_log = logging.getLogger(__name__)

_FIRST_ROUND = "round-1"
_VIEW, _COMPLETE = "rest/pug_view/data/compound", "rest/autocomplete/compound"
_SLIM = "Title,MolecularFormula,InChI"
_WHOLE = "Title,MolecularFormula,MolecularWeight,SMILES,ConnectivitySMILES,InChI,InChIKey,IUPACName"
_COMPLETIONS = 50
_LONGEST_IN_A_PATH = 1000
_IN_A_PATH = re.compile(r"[A-Za-z0-9(\[][A-Za-z0-9 ,'()\[\]&+:=-]{0,199}")


_NO_PAGE = Lack(parts=("synonyms", "cross_references"), why=compound_remarks.PUBCHEM_PAGE)
_RECOGNISED = Lack(parts=("cross_references",), why=compound_remarks.RECOGNISED_REFERENCES, partly=True)


class _Page(msgspec.Struct, frozen=True):
    references: CrossReferences = {}
    names: tuple[str, ...] = ()
    lack: Lack | None = None
    provenances: Sequence[Provenance] = ()


class PubChemClient(LifeSciencesClient, CompoundSource):
    """Compounds of PubChem. Its `httpx.AsyncClient` applies the rate limits and the cache."""

    service = COMPOUND.service

    def __init__(self, http: httpx.AsyncClient) -> None:
        super().__init__(http)
        aspirin = f"{PUG}/cid/2244/property/{_SLIM}/JSON"
        self.pieces = (ProbedFile(aspirin, partial(wire.read, kind=wire.PropertyTable, service=self.service)),)

    async def search(self, query: Query, window: Window) -> Hits[CompoundSearchCandidate] | None:
        round_number = re.fullmatch(r"round-([1-9][0-9]?)", window.version or _FIRST_ROUND)
        if round_number is None:
            return None
        walk = CompoundSearch(self._resolve, self._complete)
        listing = await walk.listing(compound_query.parse(query.text), int(round_number[1]))
        end = window.offset + window.limit
        rest = end < len(listing)
        return Hits(
            items=tuple(_candidate(ranked) for ranked in listing[window.offset : end]),
            total=None if walk.more else len(listing),
            more=rest or walk.more,
            version=f"round-{walk.rounds if rest else walk.rounds + 1}" if walk.rounds else _FIRST_ROUND,
            guidance=" ".join(walk.remarks) or None,
            provenance=_provenance(walk.provenances),
        )

    async def knows(self, name: str) -> bool:
        """Return True if a cached answer, however old, resolves the name."""
        for key in compound_query.parse(name).exact:
            try:
                answer = await self._resolve(key, cache_only=True)
            except (RateLimited, UpstreamError):
                continue
            if answer.rows:
                return True
        return False

    async def get(self, identifier: CompoundId) -> Compound | None:
        if (number := identifier.number) is None:
            return None
        row_or_error, page_or_error = await gather(
            [
                partial(ask, self._http, f"{PUG}/cid/{number}/property/{_WHOLE}/JSON"),
                partial(
                    ask,
                    self._http,
                    f"{_VIEW}/{number}/JSON",
                    {"heading": "Names and Identifiers"},
                    within=time_limits.FIRST_CHOICE,  # leaves time for the list of synonyms
                ),
            ]
        )
        asked = unwrap(row_or_error)
        row = next((row for row in _rows(asked) if row.exists), None)
        if row is None:
            return None
        page = await self._page(number, row.name, page_or_error)
        known = _compound(row, page, _provenance([asked.provenance, *page.provenances]))
        return with_lacks(known, [page.lack])

    async def _page(self, number: int, title: str, outcome: PubChemAnswer | BiofactsError) -> _Page:
        """Read names and references from the annotated page; if that is unavailable, from the list of synonyms."""
        try:
            asked = unwrap(outcome)
            if asked.body is None:
                return _Page(provenances=[asked.provenance])  # the compound exists without annotations
            record = wire.read(asked.body, wire.View, COMPOUND.service).record
            found = references.attributed(record)
            names = references.names(references.synonyms(record), title, found)
            return _Page(found, names, provenances=[asked.provenance])
        except (RateLimited, UpstreamError) as error:
            _log.info("names and identifiers of %d: %s", number, error.message)
        try:
            asked = await ask(self._http, f"{PUG}/cid/{number}/synonyms/JSON")
        except (RateLimited, UpstreamError):
            return _Page(lack=_NO_PAGE)
        if asked.body is None:
            return _Page(lack=_RECOGNISED, provenances=[asked.provenance])
        listed = wire.read(asked.body, wire.SynonymList, COMPOUND.service).information.rows
        ranked = [name for row in listed for name in row.synonyms]
        found = references.recognised(ranked)
        return _Page(found, references.names(ranked, title, found), _RECOGNISED, [asked.provenance])

    async def _resolve(self, wanted: Key, *, cache_only: bool = False) -> SearchAnswer:
        """Return the compounds for a key, in PubChem's order; none if it has none."""
        namespace, key = wanted.namespace, wanted.key
        if namespace in ("cid", "inchikey") or (namespace == "name" and _IN_A_PATH.fullmatch(key)):
            asked = await ask(
                self._http, f"{PUG}/{namespace}/{quote(key, safe='')}/property/{_SLIM}/JSON", cache_only=cache_only
            )
        else:  # a path cannot hold slashes and similar characters
            asked = await ask(
                self._http, f"{PUG}/{namespace}/property/{_SLIM}/JSON", {namespace: key}, cache_only=cache_only
            )
        rows = [row for row in _rows(asked) if row.exists]
        return SearchAnswer(rows=rows, provenance=asked.provenance, asked=asked.live)

    async def _complete(self, words: str) -> SearchAnswer:
        """Return names that contain the words or resemble them."""
        key = quote(" ".join(words.replace("/", " ").split()), safe="")
        if not any(map(str.isalnum, words)) or len(key) > _LONGEST_IN_A_PATH:
            return SearchAnswer(asked=False)
        asked = await ask(self._http, f"{_COMPLETE}/{key}/json", {"limit": str(_COMPLETIONS)})
        terms = wire.read(asked.body, wire.Completions, COMPOUND.service).terms.compound if asked.body else ()
        return SearchAnswer(
            terms=[clean.visible(term) for term in terms], provenance=asked.provenance, asked=asked.live
        )


def _rows(asked: PubChemAnswer) -> Sequence[wire.PropertyRow]:
    return wire.read(asked.body, wire.PropertyTable, COMPOUND.service).table.rows if asked.body is not None else ()


def _provenance(parts: Sequence[Provenance]) -> Provenance | None:
    """Merge the provenance of several answers: the date of the oldest, and live if any of them was fetched."""
    if not parts:
        return None
    return Provenance(
        name=COMPOUND.service,
        retrieved=min(part.retrieved or "" for part in parts),
        mode="live" if any(part.mode == "live" for part in parts) else "cache",
        stale=any(part.stale for part in parts),
    )


def _candidate(ranked: Ranked) -> CompoundSearchCandidate:
    row = ranked.row
    return CompoundSearchCandidate(
        id=f"PubChem:CID{row.cid}",
        name=clean.plain(row.name),
        formula=_visible(row.formula),
        score=ranked.quality,
        unmatched=ranked.unmatched,
        read_as=ranked.read_as,
    )


def _visible(value: str | None) -> str | None:
    return clean.visible(value) or None if value else None


def _compound(row: wire.PropertyRow, page: _Page, source: Provenance | None) -> Compound:
    return Compound(
        id=f"PubChem:CID{row.cid}",
        name=clean.plain(row.name),
        iupac_name=_visible(row.iupac),
        molecular_formula=_visible(row.formula),
        molecular_weight=row.weight,
        canonical_smiles=_visible(row.connectivity or row.old_canonical),
        isomeric_smiles=_visible(row.smiles or row.old_isomeric),
        inchi=_visible(row.inchi),
        inchikey=_visible(row.inchikey),
        synonyms=tuple(clean.plain(name) for name in page.names),
        cross_references=page.references,
        url=f"https://pubchem.ncbi.nlm.nih.gov/compound/{row.cid}",
        source=source,
    )


# PubChem's pictures of compounds


_SIDE = 500
"""Pixels: sharp at the usual size of a structure on the screen, in about ten kB."""

_NO_PICTURE = "a whole PNG picture"


class PubChemDepictions(DepictionSource):
    """Pictures of compounds, fetched by the client of the records: they share rate limit, cache and circuit breaker."""

    def __init__(self, http: httpx.AsyncClient) -> None:
        self._http = http

    async def get(self, identifier: CompoundId) -> Depiction | None:
        if (number := identifier.number) is None:
            return None
        params = {"image_size": f"{_SIDE}x{_SIDE}", "record_type": "2d"}
        asked = await ask(self._http, f"{PUG}/cid/{number}{PICTURE}", params, form=_NO_PICTURE)
        if asked.body is None:
            return None
        size = wire.size(asked.body)
        assert size is not None  # `wire.is_answer` lets only pictures through
        return Depiction(
            id=f"PubChem:CID{number}", width=size.width, height=size.height, png=asked.body, source=asked.provenance
        )
