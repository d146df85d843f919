"""Names sent instead of identifiers: the records they mean, and other kinds that know a name that was not found."""

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol, cast

from biofacts.application.messages import calls as call_messages
from biofacts.application.messages import names as name_messages
from biofacts.application.messages import pharmacology as pharmacology_messages
from biofacts.domain.answers import next_calls, scores
from biofacts.domain.answers.advice_and_phrasing import Advice, NextCall, joined
from biofacts.domain.answers.entity_kinds import COMPOUND, GENE, LIGAND, PATHWAY, TARGET, Kind, KindName
from biofacts.domain.answers.errors import AmbiguousQuery, Meaning, UnresolvedEntity, UpstreamError
from biofacts.domain.answers.records import RecordReadAs
from biofacts.domain.compounds.queries import is_number_in_a_paper
from biofacts.domain.genes.names import is_word
from biofacts.domain.identifiers import arguments as id_arguments
from biofacts.domain.identifiers.identifiers_in_text import Reference
from biofacts.domain.limits import time_limits
from biofacts.domain.lists.resolution import PART_OF_A_NAME, Option, Resolution
from biofacts.domain.pharmacology.queries import mechanism_queries, sentences
from biofacts.domain.search import query_words
from biofacts.domain.text import clean, fold, similar_names
from biofacts.ports.sources import NameSource, Query


class KindSource(NamedTuple):
    """A kind, and the source that knows the names of its records."""

    kind: Kind
    source: NameSource


class Elsewhere:
    """Looks up whole names in the local sources of other kinds. Nothing is fetched."""

    def __init__(self, sources: Sequence[KindSource]) -> None:
        self._known = sources

    def remark(self, text: str, best: float) -> Advice | None:
        """Return a remark if a query seems not to be in English. `best`: the score of the first candidate."""
        is_doubtful = best < scores.DOUBTFUL and query_words.seems_foreign(text)
        return Advice(call_messages.ENGLISH_ONLY) if is_doubtful or query_words.has_foreign_letters(text) else None

    async def advice(self, kind: Kind, query: Query, reference: Reference | None = None) -> Advice | None:
        """Return advice on a query that found no record of a kind. `reference`: the identifier that the query is."""
        text = query.text
        parts: list[str] = []
        if kind is LIGAND and sentences.is_about_treatment(text):
            parts.append(pharmacology_messages.NO_INDICATIONS)
        if reference is not None:
            if reference.own or not reference.finds(kind):
                parts.append(name_messages.of_another_kind(text, kind, reference.calls(kind)))
            # The Guide has identifiers of few databases: HMDB0001879 is found among compounds only.
            elif kind in (LIGAND, TARGET) and (
                others := [next_calls.search(other, text) for other in reference.accepted_by if other.name != kind.name]
            ):
                parts.append(name_messages.elsewhere(others))
        elif suggestion := await self.of_other_kinds(kind, text) or await self.calls_for(kind, text):
            parts.append(suggestion)
        if reference is None and query_words.seems_foreign(text):
            parts.append(call_messages.ENGLISH_ONLY)
        return joined(*parts)

    async def of_other_kinds(self, kind: Kind, text: str) -> Advice | None:
        """Return the calls that find a name among other kinds."""
        ways = await self.ways(kind, text)
        return name_messages.matches_other_kinds(text, ways) if ways else None

    async def calls_for(self, kind: Kind, text: str) -> Advice | None:
        """Return the calls that find the subject of a text among other kinds: `glycolysis` in `genes in glycolysis`."""
        word, name = query_words.without_generic_words(text), query_words.without_frame(text)
        for about in dict.fromkeys([name, query_words.without_process(name)] + ([] if " " in word else [word])):
            # No other kind is proposed for a letter: the Z of `protein Z` is no name.
            is_meant = (
                not fold.is_letter(about) and about != text and any(map(sentences.carries_meaning, fold.tokens(about)))
            )
            if is_meant and (suggestion := await self.of_other_kinds(kind, about)):
                return suggestion
        return None

    async def several(self, kind: Kind, text: str, *, to: Kind | None = None) -> Advice | None:
        """Return the call that accepts a list of names, if a text is such a list.

        `to`: the kind whose links the caller wants for all names; None if the caller wants their ids.
        """
        # Titles of pathways are no names (`apoptosis, glycolysis`), nor are therapies with cells (`TP53 CAR-T`).
        is_of_names = kind is not PATHWAY and not (kind is LIGAND and sentences.is_of_cells(text))
        names = query_words.names_in(text) if is_of_names else ()
        for other, source in sorted(self._known, key=lambda entry: entry.kind is not kind) if names else ():
            if other is LIGAND and any((plan := mechanism_queries.read(name)) and plan.drug_class for name in names):
                continue  # a class has no record
            if other in (kind, GENE, LIGAND) and all([await source.knows(name) for name in names]):
                # A ligand's pathways are those of its targets, while a compound's pathways draw the compound itself.
                return name_messages.several_names(COMPOUND if kind is COMPOUND else other, names, to)
        return None

    async def ways(self, kind: Kind, name: str) -> list[tuple[Kind, NextCall]]:
        """Return the other kinds that know a name, with the call that finds it, for a caller who wants `kind`."""
        name = clean.visible(name)  # no request can hold half of a surrogate pair
        # Common English words are also aliases: `not` is one of NR4A2, `the` one of tyrosine hydroxylase.
        others = () if is_word(name) else (entry for entry in self._known if entry.kind is not kind)
        kinds = [other for other, source in others if await source.knows(name)]
        # Whoever searches pathways for a gene or compound wants its pathways, not its record.
        calls: dict[Kind, NextCall] = {}
        if kind is PATHWAY:
            calls = {GENE: next_calls.pathways_of(name), COMPOUND: next_calls.pathways_with(name)}
        kinds.sort(key=lambda other: other not in calls)
        return [(other, calls.get(other) or next_calls.search(other, name)) for other in kinds]


NOWHERE = Elsewhere(())
"""An `Elsewhere` without other kinds."""

_AS_GOOD, _LONGER = "matches equally well", "has it in a longer name"


class Resolver(Protocol):
    """Resolves names of one kind as `resolve_many` does."""

    async def __call__(self, names: Sequence[str], kind: KindName, organism: str | None = None) -> Sequence[Resolution]:
        """Return the resolution of each name, in order. `organism`: the organism of genes and pathways."""
        ...


async def nothing_resolved(names: Sequence[str], kind: KindName, organism: str | None = None) -> Sequence[Resolution]:
    """Report every name as not found."""
    return [Resolution(input=name, status="not_found") for name in names]


async def record_named(
    resolve: Resolver,
    name: object,
    kind: Kind,
    refusal: UnresolvedEntity,
    call: Callable[[Kind, str], NextCall | None],
    elsewhere: Elsewhere,
    organism: str | None = None,
) -> RecordReadAs:
    """Return the record that a name means.

    `refusal`: the error to raise if `name` is not a name; `call`: builds the caller's call again for a kind, with an
    identifier or a name, or returns None if the call does not accept that kind.

    Raises: `refusal`; UnresolvedEntity, AmbiguousQuery, UpstreamError.
    """
    # A misspelled CURIE, or one of another kind, is not a name.
    reference = id_arguments.reference_in(name) if isinstance(name, str) else None
    if not isinstance(name, str) or refusal.suggestion or (reference and reference.own):
        raise refusal
    (resolution,) = await resolve([name], cast("KindName", kind.name), organism)
    # `compound 7` of some paper is part of the names of several ligands, such as vibegron and lefamulin.
    is_number = is_number_in_a_paper(name) and bool(resolution.candidates)
    match "ambiguous" if is_number else resolution.status:
        case "resolved":
            return RecordReadAs(id=resolution.id or "", name=resolution.name or "", why=resolution.why or "name")
        case "ambiguous":
            is_part = is_number or resolution.why == PART_OF_A_NAME
            reason = _LONGER if is_part else _AS_GOOD
            meanings = [
                Meaning(id=candidate.id, symbol=candidate.name, why=candidate.why or reason)
                for candidate in resolution.candidates
            ]
            titles = [meaning.symbol for meaning in meanings]
            # Namesakes are told apart by their ids.
            labels = [
                meaning.symbol if titles.count(meaning.symbol) == 1 else f"{meaning.symbol} ({meaning.id})"
                for meaning in meanings
            ]
            calls = list(filter(None, (call(kind, meaning.id) for meaning in meanings)))
            several = name_messages.several_meanings(kind, name, labels, calls, is_part=is_part)
            raise AmbiguousQuery(*several, name, candidates=meanings) from refusal
        case "error" if resolution.why:
            raise UpstreamError.lacking(resolution.why) from refusal
        # A name that was not looked up in time must not be called unknown.
        case "error":
            raise UpstreamError.of(
                kind.service, f"there was no answer within {time_limits.LIST:g} seconds"
            ) from refusal
        case _ if reference:
            raise refusal
        case _:
            near: dict[str, Option] = {}
            for (
                candidate
            ) in resolution.candidates:  # pathways of several organisms have one title; the human one comes first
                if _is_slip(name, candidate.name):
                    near.setdefault(candidate.name, candidate)
            corrected = [(option.name, own) for option in near.values() if (own := call(kind, option.id))]
            ways = [(other, call(other, name) or way) for other, way in await elsewhere.ways(kind, name)]
            error = UnresolvedEntity(*name_messages.unknown_name(kind, name, corrected, ways, organism), name)
            error.candidates = tuple(
                Meaning(id=option.id, symbol=option.name, why="similar name") for option in near.values()
            )
            raise error from refusal


def _is_slip(text: str, name: str) -> bool:
    """Return True if a text is a misspelled form of a name. The same name in another spelling is not."""
    written, compact_name = fold.compact(text), fold.compact(name)
    return (
        written != compact_name
        and similar_names.most_similar(written, [compact_name], similar_names.ONE_SLIP) is not None
    )
