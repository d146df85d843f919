"""Ranking of the names that PubChem suggests for a query."""

from collections.abc import Iterable

from biofacts.domain.compounds.query import is_other_form, spelling, without_form
from biofacts.domain.text import fold

_LEAST_LIKENESS = 0.7
# Quality of a suggested name by its kind of similarity; set by hand, checked by `bench/compounds.py`.
_SAME, _BEGINS, _CONTAINS, _CONTAINED, _RESEMBLES = 0.97, 0.8, 0.65, 0.6, 0.9
_LONGER = 0.1  # bonus, times the length of the shorter name divided by that of the longer one


def ranked(query: str, terms: Iterable[str]) -> list[tuple[float, str]]:
    """Rank suggested names by quality in 0-1, best first, each once; drop names that do not resemble the query."""
    bare, _ = without_form(query)
    found: dict[str, tuple[float, str]] = {}
    for term in terms:
        same = spelling(term)
        if same in found or is_other_form(query, term):
            continue
        quality = _likeness(fold.compact(query), fold.compact(term), query, term)
        of_bare = _likeness(fold.compact(bare), fold.compact(without_form(term)[0]), bare, term) if quality else 0.0
        if of_bare:  # names that share only a salt do not resemble each other
            found[same] = min(quality, of_bare), term
    return sorted(found.values(), key=lambda one: -one[0])


def _likeness(wanted: str, folded: str, query: str, term: str) -> float:
    if folded == wanted:
        return _SAME
    share = min(len(wanted), len(folded)) / max(len(wanted), len(folded))
    if folded.startswith(wanted):
        return _BEGINS + _LONGER * share
    if wanted in folded or set(fold.tokens(query)) <= set(fold.tokens(term)):
        return _CONTAINS + _LONGER * share
    if set(fold.without_stop_words(fold.tokens(term))) <= set(fold.tokens(query)):
        return _CONTAINED + _LONGER * share
    from rapidfuzz.distance import OSA

    likeness = OSA.normalized_similarity(wanted, folded)
    return _RESEMBLES * likeness if likeness >= _LEAST_LIKENESS else 0.0


def fragments(query: str) -> tuple[str, ...]:
    """Return two parts of a misspelled name, one of which may be right: its halves, or the longest of several words
    and the half of that.

    Each has at least three characters, which the completion service requires.
    """
    words = sorted(query.split(), key=len, reverse=True)
    whole = words[0] if words else ""
    half = max(3, len(whole) // 2)
    parts = (whole, whole[:half]) if len(words) > 1 else (whole[:half], whole[-half:])
    return tuple(dict.fromkeys(part for part in parts if len(part) >= 3 and part != query))
