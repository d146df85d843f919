"""Rules shared by the lists of candidates of all local sources, and completions of names and identifiers."""

from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import TypeVar

import msgspec

from biofacts.adapters.local.catalogue_entries import genes as gene_entries
from biofacts.adapters.local.catalogue_entries import pathways as pathway_entries
from biofacts.adapters.local.catalogue_entries import pharmacology as pharmacology_entries
from biofacts.domain.answers import scores
from biofacts.domain.answers.advice_and_phrasing import joined
from biofacts.domain.answers.entity_kinds import COMPOUND, GENE, LIGAND, PATHWAY, TARGET, Kind
from biofacts.domain.answers.pages import Hits, Window
from biofacts.domain.answers.records import Candidate, Provenance
from biofacts.domain.identifiers.organisms import HUMAN
from biofacts.domain.search import query_words
from biofacts.domain.search.index import Field
from biofacts.domain.source_remarks import any_source as source_remarks
from biofacts.domain.text import fold, salts_and_acids
from biofacts.ports.catalogue import CatalogueStore, Hit, Listed, RankedHits
from biofacts.ports.sources import Completion, CompletionSource

CandidateT = TypeVar("CandidateT", bound=Candidate)


def preload_of(catalogue: str) -> str:
    """Return the name of the job that loads a catalogue's data for correcting misspellings, which it does once."""
    return f"preparing {catalogue} for misspellings"


class Lead(msgspec.Struct, frozen=True):
    """The entries that the whole query names, which come before the entries that its words find.

    `entries`: their summaries, by key. `score`: their score; `scores`: the scores that differ from it, by key.
    `as_ranked`: True to sort them as the ranking does. `rest`: the highest score of the other hits.
    `are_rivals`: True if unrelated entries have the name; `are_parts`: True if it means all of them together. `others`:
    the symbols of genes without an entry that have the name.
    """

    entries: Mapping[str, bytes]
    score: float = 1.0
    scores: Mapping[str, float] = {}
    as_ranked: bool = False
    rest: float = 1.0
    are_rivals: bool = False
    are_parts: bool = False
    others: Sequence[str] = ()


NOTHING_LEADS = Lead({})


def doubted(ranking: RankedHits, named: AbstractSet[str], most: float = scores.PART_OF_A_NAME) -> RankedHits:
    """Lower the scores of hits that match only a part of their name, or of the query, to at most `most`.

    `named`: the keys of hits whose whole name is in the query. A hit named by a synonym of the whole query also keeps
    its score. Other words of the query may be a salt or a word of little meaning.
    """
    lowest, hits = 1.0, list[Hit]()
    for hit in ranking.hits:
        is_whole = hit.key in named or (hit.by_synonym and hit.score >= scores.SURE)
        lowest = min(lowest, hit.score if is_whole and _mean_little(hit.unmatched) else most)
        # The order is kept, so no hit may score higher than the hit before it.
        hits.append(msgspec.structs.replace(hit, score=min(hit.score, lowest)))
    return msgspec.structs.replace(ranking, hits=tuple(hits))


def _mean_little(words: Sequence[str]) -> bool:
    return all(
        token in query_words.GENERIC or token in salts_and_acids.SALTS for word in words for token in fold.tokens(word)
    )


def led_by(lead: Lead, ranking: RankedHits, window: Window) -> RankedHits:
    """Put the entries that the query names before a complete ranked listing, and cut out a window."""
    keys = [*lead.entries]
    if lead.as_ranked:
        places = {hit.key: place for place, hit in enumerate(ranking.hits)}
        keys.sort(key=lambda key: places.get(key, len(places)))
    first = [whole_hit(key, lead.entries[key], lead.scores.get(key, lead.score)) for key in keys]
    # If an entry has the whole name, entries with only its words are mostly something else; not so for a group.
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
    """Convert the hits of a window to candidates, and add remarks on the words of the query.

    `guidance`: a sentence to put before these remarks. `organism`: the only organism that was searched.
    """
    # Generic words (`inhibitors`) are not the subject of a query, and mentioned only if no other word is unknown.
    telling = [word for word in ranking.unknown if not query_words.GENERIC.issuperset(fold.tokens(word))]
    words = source_remarks.of_words(
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
    """Move hits to the end if their title has Greek letters for the query's Latin ones, or small ones for capitals."""
    if not fold.letters_alone(text) and not fold.two_capitals(text):  # most queries: no title is read
        return ranking
    # A beta cell is not a B cell.
    others = {hit.key for hit in ranking.hits if fold.has_other_letters(text, title(hit))}
    if not others:
        return ranking
    most, hits = scores.EXACT, list[Hit]()
    for hit in sorted(ranking.hits, key=lambda hit: hit.key in others):
        most = min(most, hit.score, scores.DOUBTFUL if hit.key in others else scores.EXACT)
        hits.append(msgspec.structs.replace(hit, score=most))
    return msgspec.structs.replace(ranking, hits=tuple(hits))


def whole_hit(key: str, summary: bytes, score: float) -> Hit:
    """Create the hit of an entry that has exactly the name in the query."""
    return Hit(key=key, summary=summary, score=score, field=Field.TITLE)


def part_hit(hit: Hit) -> Hit:
    """Lower the score of a hit whose name contains the query's words among others: most of these are other things."""
    return msgspec.structs.replace(hit, score=round(scores.PART_OF_A_NAME * hit.score, 4))


def inserted(first: Sequence[Hit], hits: Sequence[Hit], last: Sequence[Hit], window: Window, most: float) -> RankedHits:
    """Put a complete ranked listing between the first and the last hits, and cut out a window.

    `most`: the highest score of the last hits.
    """
    keys = {hit.key for hit in (*first, *last)}
    listing = [*first, *(hit for hit in hits if hit.key not in keys)]
    lowest = min(listing[-1].score, most) if listing else most
    listing += (msgspec.structs.replace(hit, score=lowest) for hit in last)
    return RankedHits(hits=tuple(listing[window.offset : window.offset + window.limit]), total=len(listing))


# Completions of names and identifiers


_LOOKED_AT = 100
"""The maximum number of entries that are compared: later entries are seldom meant."""

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


class _CompletedKind(msgspec.Struct, frozen=True):
    """The `catalogue` with the names of a kind, the `prefix` of its CURIEs, and a function that reads its entries."""

    catalogue: str
    prefix: str
    decode: Callable[[Listed], Completion]


_LISTINGS: Mapping[str, _CompletedKind] = {
    PATHWAY.name: _CompletedKind(pathway_entries.TEXT, "WP:", _pathway),
    LIGAND.name: _CompletedKind(pharmacology_entries.LIGANDS, _GUIDE, _ligand),
    TARGET.name: _CompletedKind(pharmacology_entries.TARGETS, _GUIDE, _target),
    GENE.name: _CompletedKind(gene_entries.HUMAN_GENES, "", _gene),
}


class LocalCompletions(CompletionSource):
    """Completions from the local catalogues. Only compounds that are ligands of the Guide are suggested."""

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
        # The prefix of genes is empty, so only the colon shows that an identifier is being typed.
        if ":" in written and written.startswith(listing.prefix):
            keyed = await catalogue.keyed(written.removeprefix(listing.prefix), _LOOKED_AT)
            return sorted(map(listing.decode, keyed), key=lambda completion: (len(completion.id), completion.id))[
                :limit
            ]
        named = await catalogue.beginning(text, _LOOKED_AT, organism if kind is PATHWAY else None)
        completions = _likeliest([listing.decode(entry) for entry in named], text)
        # Genes come in the order of their symbols; the shortest, nearest to the typed text, should come first.
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
    """Return the completions whose main name begins with the text; if there are none, return all."""
    begun = fold.compact(text)
    return [completion for completion in completions if fold.compact(completion.name).startswith(begun)] or completions
