"""Rules that the lists of all local sources share, and completions of names and identifiers."""

from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import TypeVar

import msgspec

from biofacts.adapters.local.entries import genes as gene_entries
from biofacts.adapters.local.entries import pathways as pathway_entries
from biofacts.adapters.local.entries import pharmacology as pharmacology_entries
from biofacts.domain.answers import scores
from biofacts.domain.answers.advice import joined
from biofacts.domain.answers.entity_kinds import COMPOUND, GENE, LIGAND, PATHWAY, TARGET, Kind
from biofacts.domain.answers.pages import Hits, Window
from biofacts.domain.answers.records import Candidate, Provenance
from biofacts.domain.identifiers.organisms import HUMAN
from biofacts.domain.remarks import answers as answer_remarks
from biofacts.domain.search import query_words
from biofacts.domain.search.index import Field
from biofacts.domain.text import fold
from biofacts.ports.catalogue import CatalogueStore, Hit, Listed, RankedHits
from biofacts.ports.sources import Completion, CompletionSource

CandidateT = TypeVar("CandidateT", bound=Candidate)


def preload_of(catalogue: str) -> str:
    """Return the name of the job that loads what the first misspelling in a process needs."""
    return f"preparing {catalogue} for misspellings"


class Lead(msgspec.Struct, frozen=True):
    """Entries that the whole query names, by key and summary, before those that its words find.

    `scores`: of entries with another score. `as_ranked`: in the order of the ranking, else as they are. `rest`: the
    highest score of the other hits.
    """

    entries: Mapping[str, bytes]
    score: float = 1.0
    scores: Mapping[str, float] = {}
    as_ranked: bool = False
    rest: float = 1.0


NOTHING_LEADS = Lead({})


def doubted(ranking: RankedHits, named: AbstractSet[str], most: float = scores.PART_OF_A_NAME) -> RankedHits:
    """Lower the scores of hits that match only a part of their name or of the query to `most`.

    `named`: the hits with a whole name in the query. Hits that a synonym of the whole query names count, too. Words
    beside a whole name may be a salt or mean little.
    """
    lowest, hits = 1.0, list[Hit]()
    for hit in ranking.hits:
        is_whole = hit.key in named or (hit.by_synonym and hit.score >= scores.SURE)
        lowest = min(lowest, hit.score if is_whole and _mean_little(hit.unmatched) else most)
        # The order stays, so that no hit may score more than the one before it.
        hits.append(msgspec.structs.replace(hit, score=min(hit.score, lowest)))
    return msgspec.structs.replace(ranking, hits=tuple(hits))


def _mean_little(words: Sequence[str]) -> bool:
    return all(
        token in query_words.GENERIC or token in query_words.SALTS for word in words for token in fold.tokens(word)
    )


def led_by(lead: Lead, ranking: RankedHits, window: Window) -> RankedHits:
    """Put the entries that the query names before a complete ranked listing, and cut out a window."""
    keys = [*lead.entries]
    if lead.as_ranked:
        places = {hit.key: place for place, hit in enumerate(ranking.hits)}
        keys.sort(key=lambda key: places.get(key, len(places)))
    first = [whole_hit(key, lead.entries[key], lead.scores.get(key, lead.score)) for key in keys]
    # Beside what has the whole name, what has the words of it is mostly something else; not so beside a group.
    is_whole = bool(first) and lead.score >= scores.SURE and not lead.as_ranked
    part = scores.PART_OF_A_NAME if is_whole else lead.rest
    others = (
        (hit, min(hit.score, lead.rest if hit.score >= scores.SURE else min(part, lead.rest)))
        for hit in ranking.hits
        if hit.key not in keys
    )
    listing = [*first, *(msgspec.structs.replace(hit, score=most) for hit, most in others)]
    shown = tuple(listing[window.offset : window.offset + window.limit])
    return RankedHits(hits=shown, total=len(listing)) if first else msgspec.structs.replace(ranking, hits=shown)


def ranked(
    ranking: RankedHits,
    window: Window,
    candidate: Callable[[Hit], CandidateT],
    *,
    kind: Kind,
    version: str,
    provenance: Provenance,
    guidance: str | None = None,
    organism: str | None = None,
) -> Hits[CandidateT]:
    """Return the hits of a window as candidates.

    `guidance`: comes before the remarks about words. `organism`: the only one that was searched.
    """
    # An action (`inhibitors`) is not what the query is about.
    telling = [word for word in ranking.unknown if not query_words.GENERIC.issuperset(fold.tokens(word))]
    words = answer_remarks.words(
        f"{kind.plural} of {organism}" if organism else kind.plural,
        has_hits=ranking.total > 0,
        unknown=telling or ranking.unknown,
        corrected=ranking.corrected,
        suggested=ranking.suggested,
    )
    return Hits(
        items=tuple(
            msgspec.structs.replace(candidate(hit), unmatched=hit.unmatched) if hit.unmatched else candidate(hit)
            for hit in ranking.hits
        ),
        total=ranking.total,
        more=window.offset + len(ranking.hits) < ranking.total,
        version=version,
        guidance=joined(guidance, words),
        provenance=provenance,
    )


def with_own_letters(text: str, ranking: RankedHits, title: Callable[[Hit], str]) -> RankedHits:
    """Put hits last whose title has other letters than the query: Greek ones for Latin ones, or small for capitals."""
    if not fold.letters_alone(text) and not fold.two_capitals(text):  # most queries: no title is read
        return ranking
    others = {hit.key for hit in ranking.hits if fold.has_other_letters(text, title(hit))}
    if not others:
        return ranking
    most, hits = scores.EXACT, list[Hit]()
    for hit in sorted(ranking.hits, key=lambda hit: hit.key in others):
        most = min(most, hit.score, scores.DOUBTFUL if hit.key in others else scores.EXACT)
        hits.append(msgspec.structs.replace(hit, score=most))
    return msgspec.structs.replace(ranking, hits=tuple(hits))


def whole_hit(key: str, summary: bytes, score: float) -> Hit:
    """Return the hit of an entry that has exactly the queried name."""
    return Hit(key=key, summary=summary, score=score, field=Field.TITLE)


def part_hit(hit: Hit) -> Hit:
    """Lower the score of a hit that has the words of the query in a longer name: most are another entry."""
    return msgspec.structs.replace(hit, score=round(scores.PART_OF_A_NAME * hit.score, 4))


def inserted(first: Sequence[Hit], hits: Sequence[Hit], last: Sequence[Hit], window: Window, most: float) -> RankedHits:
    """Insert a complete ranked listing between the first and last hits, and cut out a window.

    `most`: the highest score of the last hits.
    """
    keys = {hit.key for hit in (*first, *last)}
    listing = [*first, *(hit for hit in hits if hit.key not in keys)]
    lowest = min(listing[-1].score, most) if listing else most
    listing += (msgspec.structs.replace(hit, score=lowest) for hit in last)
    return RankedHits(hits=tuple(listing[window.offset : window.offset + window.limit]), total=len(listing))


# Suggestions: completions of names and identifiers


_LOOKED_AT = 100
"""The entries that are compared at most: those after them are seldom meant."""

_GUIDE = "IUPHAR:"


def _pathway(entry: Listed) -> Completion:
    summary = pathway_entries.decode_summary(entry.summary)
    return Completion(f"WP:{entry.key}", summary.title, summary.organism)


def _ligand(entry: Listed) -> Completion:
    return Completion(_GUIDE + entry.key, pharmacology_entries.decode_ligand_summary(entry.summary).name)


def _target(entry: Listed) -> Completion:
    return Completion(_GUIDE + entry.key, pharmacology_entries.decode_target_summary(entry.summary).name)


def _gene(entry: Listed) -> Completion:
    facts = gene_entries.decode_gene(entry.summary)
    return Completion(facts.id, facts.symbol, facts.organism)


class _Listing(msgspec.Struct, frozen=True):
    """The catalogue with the names of a kind, the prefix of its CURIEs, and the decoder of its entries."""

    catalogue: str
    prefix: str
    read: Callable[[Listed], Completion]


_LISTINGS: Mapping[str, _Listing] = {
    PATHWAY.name: _Listing(pathway_entries.TEXT, "WP:", _pathway),
    LIGAND.name: _Listing(pharmacology_entries.LIGANDS, _GUIDE, _ligand),
    TARGET.name: _Listing(pharmacology_entries.TARGETS, _GUIDE, _target),
    GENE.name: _Listing(gene_entries.HUMAN_GENES, "", _gene),
}


class LocalCompletions(CompletionSource):
    """Suggestions from the catalogues. Compounds are those ligands of the Guide that have a CID."""

    def __init__(self, store: CatalogueStore) -> None:
        self._store = store

    async def beginning(self, kind: Kind, text: str, limit: int, organism: str | None = None) -> Sequence[Completion]:
        if kind is COMPOUND:
            return await self._compounds(text, limit)
        listing = _LISTINGS[kind.name]
        other = kind is GENE and organism not in (None, HUMAN)
        name = gene_entries.catalogue_name(organism or "") if other else listing.catalogue
        if (catalogue := await self._store.newest(name)) is None:
            return ()
        written = text.strip().upper()
        if ":" in written and written.startswith(listing.prefix):
            keyed = await catalogue.keyed(written.removeprefix(listing.prefix), _LOOKED_AT)
            return sorted(map(listing.read, keyed), key=lambda completion: (len(completion.id), completion.id))[:limit]
        named = await catalogue.beginning(text, _LOOKED_AT, organism if kind is PATHWAY else None)
        completions = _likeliest([listing.read(entry) for entry in named], text)
        # Genes are in the order of their symbols: the one that needs the fewest further letters comes first.
        return sorted(completions, key=lambda completion: len(completion.name) if kind is GENE else 0)[:limit]

    async def _compounds(self, text: str, limit: int) -> Sequence[Completion]:
        if (ligands := await self._store.newest(pharmacology_entries.LIGANDS)) is None:
            return ()
        stored = [await ligands.record(entry.key) for entry in await ligands.beginning(text, _LOOKED_AT)]
        decoded = [pharmacology_entries.decode_ligand(record) for record in stored if record]
        completions = [
            Completion(f"PubChem:CID{cid}", ligand.name)
            for ligand in decoded
            if isinstance(cid := ligand.cross_references.get("pubchem_compound"), str)
        ]
        return _likeliest(completions, text)[:limit]


def _likeliest(completions: Sequence[Completion], text: str) -> Sequence[Completion]:
    """Return the suggestions whose own name begins like the text; without any, those with another such name."""
    begun = fold.compact(text)
    return [completion for completion in completions if fold.compact(completion.name).startswith(begun)] or completions
