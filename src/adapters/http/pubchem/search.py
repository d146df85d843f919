"""Search for compounds: exact matches, then PubChem's completions, each resolved to its compounds.

A search runs in rounds, each with the requests of one page. The first round queries exact matches, completions and the
best of these; each further one the next completions. A page ends with its round, and its cursor names that round. So a
page depends on the answers alone, never on the state of the cache: repeated, it is identical and costs no request. A
later page repeats the earlier rounds from the cache.
"""

from collections.abc import Awaitable, Callable, Sequence
from functools import partial

import msgspec

from biofacts.adapters.http.pubchem import suggestions
from biofacts.adapters.http.pubchem.gather import gather, unwrap
from biofacts.adapters.http.pubchem.wire import Row
from biofacts.domain.answers import wording
from biofacts.domain.answers.errors import BiofactsError
from biofacts.domain.answers.provenance import Provenance
from biofacts.domain.compounds import query as compound_query
from biofacts.domain.compounds.query import Key, ParsedQuery

REQUESTS_A_PAGE = 6
_SHORTEST_COMPLETED = 3
_BARE = 0.68  # quality of a match without its salt or its stereo descriptors


class Answer(msgspec.Struct, frozen=True):
    """An answer and its provenance; `asked` if it cost a request."""

    rows: Sequence[Row] = ()
    terms: Sequence[str] = ()
    provenance: Provenance | None = None
    asked: bool = True


class Ranked(msgspec.Struct, frozen=True):
    """A compound and the quality of its match in 0-1. `unmatched`: words of the query that it does not match."""

    quality: float
    row: Row
    unmatched: tuple[str, ...] = ()


class CompoundSearch:
    """The search for one page of results."""

    def __init__(
        self, resolve: Callable[[Key], Awaitable[Answer]], complete: Callable[[str], Awaitable[Answer]]
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

    async def listing(self, query: ParsedQuery, rounds: int) -> list[Ranked]:
        """Return the results of that many rounds; fewer if the cache has lost answers of earlier pages."""
        waiting = await self._begin(query)
        room = REQUESTS_A_PAGE - self._questions  # the requests that the first round has left over
        while waiting and self.rounds < rounds and self._requests + room <= REQUESTS_A_PAGE:
            chunk, waiting = waiting[:room], waiting[room:]
            calls = [partial(self._resolve, Key("name", term)) for _, term in chunk]
            for (quality, _), outcome in zip(chunk, await gather(calls), strict=True):
                self._add(quality, self._took(unwrap(outcome)))
            self.rounds += 1
            room = REQUESTS_A_PAGE
        self.more = bool(waiting)
        if not self._rows and not self.more:
            self.remarks.append(wording.NO_COMPOUNDS)
        return list(self._rows.values())

    async def _begin(self, query: ParsedQuery) -> list[tuple[float, str]]:
        """Query exact matches and completions. Returns the names still to resolve, with their quality, best first."""
        words = [query.words] if len(query.words) >= _SHORTEST_COMPLETED else []
        bare = [Key("name", query.bare)] if query.bare else []
        questions = [partial(self._resolve, one) for one in (*query.exact, *bare)]
        outcomes = await gather([*(partial(self._complete, part) for part in words), *questions])
        named = outcomes[len(words) :]
        for outcome in named[: len(query.exact)]:
            self._add(1.0, self._took(unwrap(outcome)))
        is_known = bool(self._rows)
        for outcome in named[len(query.exact) :]:
            answer = self._took(unwrap(outcome))
            # A match of the whole name makes that of its bare form superfluous.
            self._add(_BARE, Answer() if is_known else answer, query.left_aside)
        if self._rows and not is_known:
            self.remarks.append(wording.bare_compound(query.words, query.bare, query.left_aside))
        if self._rows and any(one.namespace == "smiles" for one in query.exact):
            return []
        return await self._suggested(query.bare or query.words, query.words, outcomes[: len(words)])

    async def _suggested(
        self, bare: str, words: str, outcomes: Sequence[Answer | BiofactsError]
    ) -> list[tuple[float, str]]:
        """Return names that resemble the query and are not resolved yet, with their quality, best first."""
        if not outcomes:
            return []
        if isinstance(outcomes[0], BiofactsError):
            if not self._rows:
                raise outcomes[0]
            self.remarks.append(wording.NO_COMPLETIONS)
            return []
        terms = self._took(outcomes[0]).terms
        found = suggestions.ranked(words, terms)
        if not found and not self._rows:  # no name resembles the misspelled one: try its parts
            parts = await gather([partial(self._complete, part) for part in suggestions.fragments(bare)])
            found = suggestions.ranked(words, [term for part in parts for term in self._took(unwrap(part)).terms])
        if found and not self._rows:
            self.remarks.append(wording.similar_compounds(words))
        known = {compound_query.spelling(ranked.row.name) for ranked in self._rows.values()}
        known |= {compound_query.spelling(words)} if self._rows else set()
        return [(quality, term) for quality, term in found if compound_query.spelling(term) not in known]

    def _took(self, answer: Answer) -> Answer:
        """Record the cost and the provenance of an answer."""
        self._questions += answer.provenance is not None
        self._requests += answer.asked
        if answer.provenance is not None:
            self.provenances.append(answer.provenance)
        return answer

    def _add(self, quality: float, answer: Answer, unmatched: tuple[str, ...] = ()) -> None:
        for row in answer.rows:
            self._rows.setdefault(row.cid, Ranked(quality, row, unmatched))
