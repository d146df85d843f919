"""Authors and cited works as a query: which pathways an author has drawn, which ones cite a work of that title.

They are found by exact terms and not by the ranking, to which they would only add noise and time: half of the pathways
cite something about cancer. So they answer where the words of the drawings do not.
"""

from collections.abc import Sequence
from typing import get_args

import msgspec

from biofacts.adapters.local.about_organism import about_organism
from biofacts.adapters.local.freshness import OpenCatalogue
from biofacts.adapters.local.pathway_entries import Credit, credit_run_terms, decode_summary, whole_credit_term
from biofacts.domain.paging import Hits, Window, windowed
from biofacts.domain.pathway import PATHWAY, PathwayCandidate
from biofacts.domain.text import fold
from biofacts.ports.catalogue import Catalogue
from biofacts.ports.sources import Query

_WHOLE, _IN_PARTS = 1.0, 0.3
_SURELY_A_TITLE = 5
"""A query of so many words that is the whole title of a work means that work; a shorter one may be a topic."""


class Credited(msgspec.Struct, frozen=True):
    """The pathways that credit somebody or something, in their order. `quality`: in 0-1."""

    keys: Sequence[str]
    matched_on: Credit
    quality: float


async def cited_by_title(query: str, text: Catalogue) -> Credited | None:
    """What cites the work of which the query surely is the title."""
    if len(_words(query)) < _SURELY_A_TITLE:
        return None
    keys = await text.keys([whole_credit_term("literature", query)])
    return Credited(keys, "literature", _WHOLE) if keys else None


async def credited(query: str, text: Catalogue) -> Credited | None:
    """What credits the author or the work of that name, else one in whose name the words of the query stand."""
    for kind in get_args(Credit):
        if keys := await text.keys([whole_credit_term(kind, query)]):
            return Credited(keys, kind, _WHOLE)
    for kind in get_args(Credit):
        if keys := await _with_words(kind, _words(query), text):
            return Credited(keys, kind, _IN_PARTS)
    return None


async def credit_hits(
    credit: Credited, query: Query, window: Window, text: OpenCatalogue, version: str
) -> Hits[PathwayCandidate]:
    """The window of their listing, of one organism only where that was asked for."""
    organisms = await text.catalogue.categories(credit.keys)
    keys = [key for key, organism in organisms.items() if query.organism in (None, organism)]
    found = windowed(
        keys,
        window,
        version=version,
        provenance=text.provenance(PATHWAY.service),
        guidance=None if keys else await about_organism(text.catalogue, query.organism),
    )
    summaries = await text.catalogue.summaries(found.items)
    return found.of(
        tuple(decode_summary(summaries[key]).candidate(key, credit.quality, credit.matched_on) for key in found.items)
    )


async def _with_words(kind: Credit, words: Sequence[str], text: Catalogue) -> Sequence[str]:
    """What has the words one after another: apart they stand in the many titles that a pathway cites by chance."""
    found: Sequence[str] = ()
    for number, term in enumerate(credit_run_terms(kind, words)):
        having = await text.keys([term])
        found = [key for key in having if number == 0 or key in {*found}]
        if not found:
            break
    return found


def _words(query: str) -> Sequence[str]:
    return fold.without_stop_words(fold.tokens(query))
