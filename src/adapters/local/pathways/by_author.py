"""Authors and cited works as a query: the pathways that an author has drawn, or that cite a work of that title.

Exact terms find them. In the ranking they would only add noise and time: half of the pathways cite something about
cancer. So they are used if the words of the drawings find nothing.
"""

from collections.abc import Sequence
from typing import get_args

import msgspec

from biofacts.adapters.local.catalogues.local_catalogue import OpenCatalogue
from biofacts.adapters.local.entries.pathways import Credit, credit_run_terms, decode_summary, whole_credit_term
from biofacts.adapters.local.pathways.other_organisms import about_organism
from biofacts.domain.answers.pages import Hits, Window, windowed
from biofacts.domain.pathways.pathway import PATHWAY, PathwayCandidate
from biofacts.domain.text import fold
from biofacts.ports.catalogue import Catalogue
from biofacts.ports.sources import Query

# The scores of a whole name or title, and of words in a row within one.
_WHOLE, _IN_PARTS = 1.0, 0.3
_SURELY_A_TITLE = 5
"""The words of a query that is surely the title of a work, if it equals one; a shorter one may be a topic."""


class Credited(msgspec.Struct, frozen=True):
    """The pathways that credit an author or cite a work, in order. `quality`: in 0-1."""

    keys: Sequence[str]
    matched_on: Credit
    quality: float


async def cited_by_title(query: str, text: Catalogue) -> Credited | None:
    """Return the pathways that cite the work with this title; None for a query that may be a topic."""
    if len(_words(query)) < _SURELY_A_TITLE:
        return None
    keys = await text.keys([whole_credit_term("literature", query)])
    return Credited(keys, "literature", _WHOLE) if keys else None


async def credited(query: str, text: Catalogue) -> Credited | None:
    """Return the pathways that credit an author or a work with this name, or with the words of the query in it."""
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
    """Return a window of the listing, of the query's organism only if it names one."""
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
    """Return the pathways with the words in a row: elsewhere, they meet by chance in the many titles that are cited."""
    found: Sequence[str] = ()
    for number, term in enumerate(credit_run_terms(kind, words)):
        having = await text.keys([term])
        found = [key for key in having if number == 0 or key in {*found}]
        if not found:
            break
    return found


def _words(query: str) -> Sequence[str]:
    return fold.without_stop_words(fold.tokens(query))
