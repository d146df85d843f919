"""Reasons why a record is among the results of a search: its names or other fields that match words of the query.

If the names of a record do not match, there is no reason here: the list may show the members of a class, or ligands
that act on a target, as its guidance explains.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Literal, NamedTuple

import msgspec

from biofacts.domain.compounds.compound import CompoundSearchCandidate
from biofacts.domain.genes.gene import Gene
from biofacts.domain.identifiers.cross_references import pairs
from biofacts.domain.pharmacology.ligand import Ligand
from biofacts.domain.pharmacology.target import Target
from biofacts.domain.search import spelling
from biofacts.domain.text import fold

Named = CompoundSearchCandidate | Gene | Ligand | Target
_SHORTEST_BEGINNING = 3
_MOST_PARTS = 3


class Called(NamedTuple):
    """A name of an entity. `what`: the sort of name, such as synonym."""

    what: str
    text: str


class Reason(msgspec.Struct, frozen=True):
    """The names of an entity that matched a query.

    `how`: `whole`: a name equals the query; `part`: the names contain its words; `alike`: they contain similar words.
    """

    how: Literal["whole", "part", "alike"]
    names: tuple[Called, ...]


def why(query: str, named: Named, unmatched: Sequence[str] = ()) -> Reason | None:
    """Return the reason for a search result, ignoring the words in `unmatched`.

    Returns None if the names in the record do not contain all other words.
    """
    names = [*_names(named)]
    whole = fold.compact(query)
    identical = (
        called for called in (*names, *_identifiers(named)) if called.text and fold.compact(called.text) == whole
    )
    if name := next(identical, None):
        return Reason("whole", (name,))
    aside = {token for word in unmatched for token in fold.tokens(word)}
    words = [token for token in fold.without_stop_words(fold.tokens(query)) if token not in aside]
    if parts := _covering(words, names, _holds):
        return Reason("part", parts)
    if parts := _covering(words, names, _is_like):
        return Reason("alike", parts)
    return None


def _names(named: Named) -> Iterator[Called]:
    """Yield the names of an entity, most authoritative first."""
    match named:
        case Gene():
            yield Called("symbol", named.symbol)
            yield from (Called("previous symbol", symbol) for symbol in named.previous_symbols)
            yield from (Called("alias", alias) for alias in named.aliases)
            yield Called("name", named.name)
        case Target():
            yield Called("name", named.name)
            yield Called("abbreviation", named.abbreviation or "")
            yield from (Called("gene symbol", symbol) for symbol in (named.gene_symbol or "", *named.gene_symbols))
            yield from (Called("synonym", synonym) for synonym in named.synonyms)
            yield from (Called("family", family) for family in (named.target_family, *named.other_families))
            yield from (Called("class", target_class) for target_class in (named.target_class, *named.other_classes))
            yield from (Called("subunit", subunit) for subunit in named.subunits)
        case Ligand():
            yield Called("name", named.name)
            yield Called("approved name", named.approved_name or "")
            yield from (Called("synonym", synonym) for synonym in named.synonyms)
            yield Called("type", named.type)
        case CompoundSearchCandidate():
            yield Called("name", named.name)


def _identifiers(named: Named) -> Iterator[Called]:
    yield Called("identifier", named.id)
    match named:
        case CompoundSearchCandidate():
            return
        case Ligand():
            structures = (named.inchikey, named.canonical_smiles, named.isomeric_smiles, named.inchi)
            yield from (Called("structure", structure or "") for structure in structures)
        case Target():
            for references in named.orthologs.values():
                yield from (Called("ortholog's identifier", value) for _, value in pairs(references))
        case Gene():
            pass
    yield from (Called("identifier", value) for _, value in pairs(named.cross_references))


class _Words(NamedTuple):
    """The words of a name, and the stems that their inflections share."""

    words: frozenset[str]
    stems: frozenset[str]


def _holds(name: _Words, word: str) -> bool:
    """Return True if a name contains a word, an inflection of it, or a longer word that begins with it."""
    if word in name.words or fold.stem(word) in name.stems:
        return True
    return len(word) >= _SHORTEST_BEGINNING and any(longer.startswith(word) for longer in name.words)


def _is_like(name: _Words, word: str) -> bool:
    """Return True if a name contains a word, or one that the word may misspell."""
    if _holds(name, word):
        return True
    return spelling.may_be_corrected(word) and bool(
        spelling.likely_corrections(word, [word for word in name.words if word])
    )


def _covering(words: Sequence[str], names: Sequence[Called], has: Callable[[_Words, str], bool]) -> tuple[Called, ...]:
    """Return names that together contain all words, best first; an empty tuple if there are none."""
    folded = [
        (name, _Words(frozenset(fold.words(name.text)), frozenset(fold.folded(name.text).stems))) for name in names
    ]
    left, taken = {*words}, list[Called]()
    while left and len(taken) < _MOST_PARTS:
        held = [({word for word in left if has(of_name, word)}, name) for name, of_name in folded]
        most, best = max(held, key=lambda pair: (len(pair[0]), pair[1].what == "name"))
        if not most:
            return ()
        taken.append(best)
        left -= most
    return () if left or not taken else tuple(taken)
