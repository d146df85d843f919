"""PubChem, queried live within its rate limits, with a local cache of its answers.

Source: https://pubchem.ncbi.nlm.nih.gov/docs/pug-rest, /docs/pug-view and the auto-complete service (public domain).
A search takes one request for exact matches, one for completions (names that PubChem suggests), and one for each
completion, since completions come without CIDs. A record takes two concurrent requests: the property row, which shows
whether the compound exists, and the part of the annotated page with names and attributed identifiers.

A search runs in rounds, each with the requests of one page. The first round queries exact matches, completions and the
best of these; each later round resolves more completions. A page ends with its round, and its cursor names that round.
So a page depends on PubChem's answers alone, never on the state of the cache: when repeated, it is identical and costs
no request. A later page repeats the earlier rounds from the cache.
"""

import logging
import re
from collections.abc import Awaitable, Callable, Iterable, Sequence
from functools import partial
from urllib.parse import quote

import httpx
import msgspec

from biofacts.adapters.http.base_client import ProbedFile, UpstreamClient
from biofacts.adapters.http.pubchem import cross_references, response_formats
from biofacts.adapters.http.pubchem.response_formats import PICTURE, PropertyRow
from biofacts.adapters.http.pubchem.transports import PUG, PubChem, PubChemAnswer, gather, unwrap
from biofacts.adapters.http.transport.cache import StoredAnswers
from biofacts.domain.answers import scores
from biofacts.domain.answers.entity_kinds import COMPOUND
from biofacts.domain.answers.errors import BiofactsError, RateLimited, UpstreamError
from biofacts.domain.answers.missing_parts import MissingParts, with_missing_parts
from biofacts.domain.answers.pages import Hits, Window
from biofacts.domain.answers.records import Provenance
from biofacts.domain.compounds import queries as compound_queries
from biofacts.domain.compounds.compound import Compound, CompoundSearchCandidate, Depiction
from biofacts.domain.compounds.queries import (
    Key,
    ParsedCompoundQuery,
    code_matcher,
    has_charge_of,
    is_other_form,
    spelling,
    without_form,
)
from biofacts.domain.identifiers.cross_references import CrossReferences
from biofacts.domain.identifiers.curies import CompoundId
from biofacts.domain.limits import request_rates, time_limits
from biofacts.domain.source_remarks import compounds as compound_remarks
from biofacts.domain.text import clean, fold
from biofacts.ports.compounds import CompoundSource, DepictionSource
from biofacts.ports.sources import Query

REQUESTS_A_PAGE = 6
_SHORTEST_COMPLETED = 3  # PubChem's auto-completion asks for at least three characters
_BARE = 0.68
"""The quality of a match that ignores the salt, the stereo descriptors or the isotope label in the query."""


class SearchAnswer(msgspec.Struct, frozen=True):
    """PubChem's answer to one query: compounds (`rows`) or names (`terms`). `made_request`: True if it cost one."""

    rows: Sequence[PropertyRow] = ()
    terms: Sequence[str] = ()
    provenance: Provenance | None = None
    made_request: bool = True


class Ranked(msgspec.Struct, frozen=True):
    """A compound and the quality of its match in 0-1.

    `unmatched`: words of the query that the compound does not match; `read_as`: how the query was interpreted, if it
    was not taken literally.
    """

    quality: float
    row: PropertyRow
    unmatched: tuple[str, ...] = ()
    read_as: str | None = None


class CompoundSearch:
    """A search in rounds: the first resolves exact names, and each round resolves some of the names PubChem suggests.

    `resolve`: a function that returns the compounds of a key; `complete`: a function that returns the names that
    PubChem suggests for a text.
    """

    def __init__(
        self, resolve: Callable[[Key], Awaitable[SearchAnswer]], complete: Callable[[str], Awaitable[SearchAnswer]]
    ) -> None:
        self._resolve = resolve
        self._complete = complete
        self._questions = 0
        self._requests = 0
        self._rows: dict[int, Ranked] = {}
        self.rounds = 0
        self.provenances: list[Provenance] = []
        self.remarks: list[str] = []
        self.more = False

    async def listing(self, query: ParsedCompoundQuery, rounds: int) -> list[Ranked]:
        """Return the results of the first `rounds` rounds, or of fewer if the page has used up its requests."""
        waiting = await self._begin(query)
        room = REQUESTS_A_PAGE - self._questions  # the requests that are left for the first round
        while waiting and self.rounds < rounds and self._requests + room <= REQUESTS_A_PAGE:
            chunk, waiting = waiting[:room], waiting[room:]
            calls = [partial(self._resolve, Key("name", term)) for _, term in chunk]
            for (quality, _), outcome in zip(chunk, await gather(calls), strict=True):
                self._add(quality, self._took(unwrap(outcome)))
            self.rounds += 1
            room = REQUESTS_A_PAGE
        self.more = bool(waiting)
        if not self._rows and not self.more:
            self.remarks.append(
                compound_remarks.NO_FORMULAS
                if compound_queries.is_formula(query.words)
                else compound_remarks.WRONG_CAS
                if compound_queries.is_wrong_cas(query.words)
                else compound_remarks.NO_SUCH_STRUCTURE
                if query.exact and not query.words and query.exact[0].namespace in ("smiles", "inchi", "inchikey")
                else compound_remarks.NO_COMPOUNDS
            )
        return list(self._rows.values())

    async def _begin(self, query: ParsedCompoundQuery) -> list[tuple[float, str]]:
        """Query exact matches and completions. Returns the names still to resolve, with their quality, best first."""
        words = [query.words] if len(query.words) >= _SHORTEST_COMPLETED else []
        outcomes = await gather(
            [*(partial(self._complete, part) for part in words), *(partial(self._resolve, key) for key in query.exact)]
        )
        for outcome in outcomes[len(words) :]:
            self._add_matches(query, self._took(unwrap(outcome)))
        if self._rows and any(key.namespace == "smiles" for key in query.exact):
            return []
        suggested = self._suggested(query.words, outcomes[: len(words)])
        if not self._rows and query.words and not any(quality == _SAME for quality, _ in suggested):
            await self._look_up_readings(query)
        if outcomes[: len(words)] and not self._rows and not suggested:
            suggested = await self._suggested_by_parts(query)
        if suggested and not self._rows:
            quality, first = suggested[0]
            remark = compound_remarks.respelt(first) if quality == _SAME else compound_remarks.SIMILAR
            self.remarks.append(compound_remarks.read_compound(query.words, remark))
        named = {compound_queries.spelling(ranked.row.name) for ranked in self._rows.values()}
        named |= {compound_queries.spelling(query.words)} if self._rows else set()
        return [(quality, term) for quality, term in suggested if compound_queries.spelling(term) not in named]

    def _add_matches(self, query: ParsedCompoundQuery, answer: SearchAnswer) -> None:
        """Add the compounds that have a name, those with it as their title first."""
        wanted, label = compound_queries.spelling(query.words), compound_queries.isotope_label(query.words)
        titled = [row for row in answer.rows if compound_queries.spelling(row.name) == wanted]
        is_number = compound_queries.is_number_in_a_paper(query.words)
        if is_number and answer.rows:
            self.remarks.append(compound_remarks.NUMBER_IN_A_PAPER)
        for row in dict.fromkeys((*titled, *answer.rows)):
            # Some compounds have the name of a radioligand, but no isotopes.
            if label and row.is_unlabelled:
                self._add(_BARE, SearchAnswer(rows=[row]), (label,))
            else:
                named = scores.WHOLE_NAME if titled and row not in titled else scores.EXACT
                self._add(scores.PART_OF_A_NAME if is_number else named, SearchAnswer(rows=[row]))

    async def _look_up_readings(self, query: ParsedCompoundQuery) -> None:
        """Look up other readings of a name that no compound has, in order, then the name without salt and the like."""
        # This leaves one request for a suggested name.
        for reading in query.readings[: REQUESTS_A_PAGE - 1 - self._questions - bool(query.bare)]:
            answer = self._took(await self._resolve(Key("name", reading.name)))
            if not answer.rows:
                continue
            other = self._took(await self._resolve(Key("name", reading.also))) if reading.also else None
            # The two names agree if a compound has both.
            agree = other is not None and bool({row.cid for row in other.rows} & {row.cid for row in answer.rows})
            if reading.is_synonym and not agree:
                continue
            self._add(scores.SURE, answer, read_as=reading.why)
            if other and not agree:
                self._add(scores.SURE, other, read_as=compound_remarks.also_called(reading.also))
            self.remarks.append(compound_remarks.read_compound(query.words, reading.why))
            return
        if query.bare:
            self._add(_BARE, self._took(await self._resolve(Key("name", query.bare))), query.ignored)
            if self._rows:
                self.remarks.append(compound_remarks.bare_compound(query.words, query.bare, query.ignored))

    def _suggested(self, words: str, outcomes: Sequence[SearchAnswer | BiofactsError]) -> list[tuple[float, str]]:
        """Return names that resemble the query, with their quality, best first."""
        if not outcomes:
            return []
        if isinstance(outcomes[0], BiofactsError):
            if not self._rows:
                raise outcomes[0]
            self.remarks.append(compound_remarks.NO_COMPLETIONS)
            return []
        return ranked(words, self._took(outcomes[0]).terms)

    async def _suggested_by_parts(self, query: ParsedCompoundQuery) -> list[tuple[float, str]]:
        """Return names that contain a part of a misspelled query and resemble all of it."""
        parts = fragments(query.bare or query.words)[: max(0, REQUESTS_A_PAGE - 1 - self._questions)]
        outcomes = await gather([partial(self._complete, part) for part in parts])
        return ranked(query.words, [term for outcome in outcomes for term in self._took(unwrap(outcome)).terms])

    def _took(self, answer: SearchAnswer) -> SearchAnswer:
        """Record the cost and the provenance of an answer."""
        self._questions += answer.provenance is not None
        self._requests += answer.made_request
        if answer.provenance is not None:
            self.provenances.append(answer.provenance)
        return answer

    def _add(
        self, quality: float, answer: SearchAnswer, unmatched: tuple[str, ...] = (), *, read_as: str | None = None
    ) -> None:
        for row in answer.rows:
            self._rows.setdefault(row.cid, Ranked(quality, row, unmatched, read_as))


# Ranking of the names that PubChem suggests for a query


_LEAST_LIKENESS = 0.7
# Quality of a suggested name by its kind of similarity; checked by `bench/upstream_calls.py`. A name that merely
# resembles the query usually belongs to another compound, and stays below `scores.DOUBTFUL`.
_SAME, _BEGINS, _CONTAINS, _CONTAINED, _RESEMBLES = 0.97, 0.44, 0.36, 0.33, 0.49
_LONGER = 0.05  # bonus, times the length of the shorter name divided by that of the longer one


def ranked(query: str, terms: Iterable[str]) -> list[tuple[float, str]]:
    """Rank suggested names by quality (0 to 1), best first; drop duplicates and names unlike the query."""
    bare, _ = without_form(query)
    by_spelling: dict[str, tuple[float, str]] = {}
    has_codes = code_matcher(query)
    for term in terms:
        same = spelling(term)
        # (R)-apomorphine is not the S form, and a code with another digit is another compound.
        if same in by_spelling or is_other_form(query, term) or not has_codes(term):
            continue
        if same.replace("-", " ") == spelling(query).replace("-", " "):
            by_spelling[same] = _SAME, term
            continue
        quality = _likeness(fold.compact(query), fold.compact(term), query, term)
        of_bare = _likeness(fold.compact(bare), fold.compact(without_form(term)[0]), bare, term) if quality else 0.0
        if of_bare:  # names that share only a salt do not resemble each other
            by_spelling[same] = min(quality, of_bare), term
    return sorted(by_spelling.values(), key=lambda suggestion: -suggestion[0])


def _likeness(wanted: str, folded: str, query: str, term: str) -> float:
    if folded == wanted and has_charge_of(query, term):
        return _SAME
    share = min(len(wanted), len(folded)) / max(len(wanted), len(folded))
    if folded.startswith(wanted):
        return _BEGINS + _LONGER * share
    if wanted in folded or set(fold.tokens(query)) <= set(fold.tokens(term)):
        return _CONTAINS + _LONGER * share
    if set(fold.without_stop_words(fold.tokens(term))) <= set(fold.tokens(query)):
        return _CONTAINED + _LONGER * share
    from rapidfuzz.distance import OSA  # slow to import, and seldom needed

    likeness = OSA.normalized_similarity(wanted, folded)
    return _RESEMBLES * likeness if likeness >= _LEAST_LIKENESS else 0.0


def fragments(query: str) -> tuple[str, ...]:
    """Return parts of a misspelled name, one of which may be spelled correctly.

    They are the halves of a single word, or the longest of several words and its first half. Each has at least three
    characters, which the completion service requires.
    """
    words = sorted(query.split(), key=len, reverse=True)
    whole = words[0] if words else ""
    half = max(3, len(whole) // 2)
    parts = (whole, whole[:half]) if len(words) > 1 else (whole[:half], whole[-half:])
    return tuple(dict.fromkeys(part for part in parts if len(part) >= 3 and part != query))


_log = logging.getLogger(__name__)

_FIRST_ROUND = "round-1"
_VIEW, _COMPLETE = "rest/pug_view/data/compound", "rest/autocomplete/compound"
_SLIM = "Title,MolecularFormula,InChI"  # the InChI shows whether there are isotopes
_WHOLE = "Title,MolecularFormula,MolecularWeight,SMILES,ConnectivitySMILES,InChI,InChIKey,IUPACName"
_COMPLETIONS = 50
_LONGEST_IN_A_PATH = 1000  # PubChem refuses addresses of more than about 2,000 characters
_IN_A_PATH = re.compile(r"[A-Za-z0-9(\[][A-Za-z0-9 ,'()\[\]&+:=-]{0,199}")

_NO_PAGE = MissingParts(parts=("synonyms", "cross_references"), why=compound_remarks.PUBCHEM_PAGE)
_RECOGNISED = MissingParts(parts=("cross_references",), why=compound_remarks.RECOGNISED_REFERENCES, partly=True)


class _RecordPage(msgspec.Struct, frozen=True):
    references: CrossReferences = {}
    names: tuple[str, ...] = ()
    lack: MissingParts | None = None
    provenances: Sequence[Provenance] = ()


class PubChemClient(UpstreamClient, CompoundSource):
    """Client for PubChem's compounds. `http`: a client that applies the rate limits; `answers`: the cache."""

    service = COMPOUND.service
    rates = request_rates.PUBCHEM

    def __init__(self, http: httpx.AsyncClient, answers: StoredAnswers) -> None:
        super().__init__(http)
        self._ask = PubChem(http, answers).ask
        aspirin = f"{PUG}/cid/2244/property/{_SLIM}/JSON"
        self.pieces = (
            ProbedFile(
                aspirin, partial(response_formats.read, kind=response_formats.PropertyTable, service=self.service)
            ),
        )

    async def search(self, query: Query, window: Window) -> Hits[CompoundSearchCandidate] | None:
        round_number = re.fullmatch(r"round-([1-9][0-9]?)", window.version or _FIRST_ROUND)
        if round_number is None:
            return None
        walk = CompoundSearch(self._resolve, self._complete)
        listing = await walk.listing(compound_queries.parse(query.text), int(round_number[1]))
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
        """Return True if the cache has a compound with this name, however old the answer is."""
        for key in compound_queries.parse(name).exact:
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
                partial(self._ask, f"{PUG}/cid/{number}/property/{_WHOLE}/JSON"),
                partial(
                    self._ask,
                    f"{_VIEW}/{number}/JSON",
                    {"heading": "Names and Identifiers"},
                    within=time_limits.FIRST_CHOICE,  # leaves time for the list of synonyms
                ),
            ]
        )
        answer = unwrap(row_or_error)
        row = next((row for row in _rows(answer) if row.exists), None)
        if row is None:
            return None
        page = await self._page(number, row.name, page_or_error)
        compound = _compound(row, page, _provenance([answer.provenance, *page.provenances]))
        return with_missing_parts(compound, [page.lack])

    async def _page(self, number: int, title: str, outcome: PubChemAnswer | BiofactsError) -> _RecordPage:
        """Read names and references from the annotated page; if that is unavailable, from the list of synonyms."""
        try:
            answer = unwrap(outcome)
            if answer.body is None:
                return _RecordPage(provenances=[answer.provenance])  # the compound exists without annotations
            record = response_formats.read(answer.body, response_formats.RecordView, COMPOUND.service).record
            references = cross_references.attributed(record)
            names = cross_references.names(cross_references.synonyms(record), title, references)
            return _RecordPage(references, names, provenances=[answer.provenance])
        except (RateLimited, UpstreamError) as error:
            _log.info("names and identifiers of %d: %s", number, error.message)
        try:
            answer = await self._ask(f"{PUG}/cid/{number}/synonyms/JSON")
        except (RateLimited, UpstreamError):
            return _RecordPage(lack=_NO_PAGE)
        if answer.body is None:
            return _RecordPage(lack=_RECOGNISED, provenances=[answer.provenance])
        listed = response_formats.read(answer.body, response_formats.SynonymList, COMPOUND.service).information.rows
        ranked = [name for row in listed for name in row.synonyms]
        references = cross_references.recognised(ranked)
        return _RecordPage(
            references, cross_references.names(ranked, title, references), _RECOGNISED, [answer.provenance]
        )

    async def _resolve(self, wanted: Key, *, cache_only: bool = False) -> SearchAnswer:
        """Return the compounds for a key (a name, structure or identifier), in PubChem's order."""
        namespace, key = wanted.namespace, wanted.key
        if namespace in ("cid", "inchikey") or (namespace == "name" and _IN_A_PATH.fullmatch(key)):
            path = f"{PUG}/{namespace}/{quote(key, safe='')}/property/{_SLIM}/JSON"
            answer = await self._ask(path, cache_only=cache_only)
        else:  # a path cannot hold slashes and similar characters
            path = f"{PUG}/{namespace}/property/{_SLIM}/JSON"
            answer = await self._ask(path, {namespace: key}, cache_only=cache_only)
        rows = [row for row in _rows(answer) if row.exists]
        return SearchAnswer(rows=rows, provenance=answer.provenance, made_request=answer.live)

    async def _complete(self, words: str) -> SearchAnswer:
        """Return the names that PubChem suggests, which contain the words or resemble them."""
        # Auto-completion takes the text in the path only, where slashes have another meaning.
        key = quote(" ".join(words.replace("/", " ").split()), safe="")
        if not any(map(str.isalnum, words)) or len(key) > _LONGEST_IN_A_PATH:
            return SearchAnswer(made_request=False)
        answer = await self._ask(f"{_COMPLETE}/{key}/json", {"limit": str(_COMPLETIONS)})
        terms = (
            response_formats.read(answer.body, response_formats.Completions, COMPOUND.service).terms.compound
            if answer.body
            else ()
        )
        return SearchAnswer(
            terms=[clean.visible(term) for term in terms], provenance=answer.provenance, made_request=answer.live
        )


def _rows(answer: PubChemAnswer) -> Sequence[response_formats.PropertyRow]:
    return (
        response_formats.read(answer.body, response_formats.PropertyTable, COMPOUND.service).table.rows
        if answer.body is not None
        else ()
    )


def _provenance(parts: Sequence[Provenance]) -> Provenance | None:
    """Merge the provenance of several answers: dated by the oldest, and live if any of them was fetched now."""
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


def _compound(row: response_formats.PropertyRow, page: _RecordPage, source: Provenance | None) -> Compound:
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
"""Width and height of a picture in pixels: sharp at the usual size of a structure on the screen, in about ten kB."""

_NO_PICTURE = "a whole PNG picture"


class PubChemDepictions(DepictionSource):
    """Client for PubChem's pictures. With the records' `http` client, it shares rate limit and circuit breaker."""

    def __init__(self, http: httpx.AsyncClient, answers: StoredAnswers) -> None:
        self._ask = PubChem(http, answers).ask

    async def get(self, identifier: CompoundId) -> Depiction | None:
        if (number := identifier.number) is None:
            return None
        params = {"image_size": f"{_SIDE}x{_SIDE}", "record_type": "2d"}
        answer = await self._ask(f"{PUG}/cid/{number}{PICTURE}", params, form=_NO_PICTURE)
        if answer.body is None:
            return None
        size = response_formats.size(answer.body)
        assert size is not None  # `wire.is_answer` lets only pictures through
        return Depiction(
            id=f"PubChem:CID{number}", width=size.width, height=size.height, png=answer.body, source=answer.provenance
        )
