"""Answers to sentences that are sent instead of the name of a ligand or target.

A sentence is read only if its words are not a name: a name may look like a question.
"""

from typing import Generic, TypeAlias, TypeVar

import msgspec

from biofacts.application.answers import pages
from biofacts.application.answers.names_as_identifiers import Elsewhere
from biofacts.application.messages import names as name_messages
from biofacts.application.messages import pharmacology as pharmacology_messages
from biofacts.domain.answers import scores
from biofacts.domain.answers.advice_and_phrasing import Advice, joined
from biofacts.domain.answers.entity_kinds import GENE, LIGAND, TARGET, Kind
from biofacts.domain.answers.pages import LARGEST_PAGE_SIZE, Hits, Window, windowed
from biofacts.domain.answers.records import Candidate
from biofacts.domain.pharmacology import ligand_filters
from biofacts.domain.pharmacology.interaction_lists import MOST_COMPARED
from biofacts.domain.pharmacology.qualifiers_and_illnesses import are_qualifiers, possible_illness
from biofacts.domain.pharmacology.queries import mechanism_queries, sentences
from biofacts.domain.pharmacology.queries.sentences import Question, QuestionKind, removed_names
from biofacts.domain.text import fold
from biofacts.ports.sources import Query, SearchSource

CandidateT = TypeVar("CandidateT", bound=Candidate)
Answer: TypeAlias = tuple[Hits[CandidateT], Advice | None]

KINDS = (LIGAND, TARGET)
"""The kinds that accept questions."""

_MOST_NAMES, _MOST_MEANT = 4, 1000
"""The highest numbers of names that are looked up in a sentence, and of ligands of one class in a list."""
_MOST_WORDS, _MOST_ASKED = 12, 8
"""The highest numbers of words of a query that are read in parts, and of parts that are searched for."""
_ABOUT_TARGETS = (QuestionKind.TARGETS, QuestionKind.PAIR)
_NOT_IN_THE_SOURCE = (QuestionKind.LIKE, QuestionKind.METABOLISM, QuestionKind.PRODRUGS)


class SentenceAnswers(Generic[CandidateT]):
    """Answers to sentences about one kind of entity."""

    def __init__(self, kind: Kind, source: SearchSource[CandidateT], elsewhere: Elsewhere) -> None:
        self._kind = kind
        self._source = source
        self._elsewhere = elsewhere

    async def answer(
        self, query: Query, window: Window, word_hits: Hits[CandidateT], *, advise: bool
    ) -> Answer[CandidateT] | None:
        """Return the answer that replaces `word_hits`, the hits of a search by words; None to keep them.

        `advise`: False to omit advice that does not change the hits.
        """
        if not word_hits.items and word_hits.advice:
            return None  # the source understood the query, and says why there are no hits
        # Every word matches: this is a name, even if it reads like a question.
        is_name = bool(word_hits.items) and not word_hits.items[0].unmatched
        is_part = not is_name or word_hits.items[0].score <= scores.PART_OF_A_NAME
        if not is_name and possible_illness(query.text):
            return await self._of_use(query.text)
        # e.g. `CAR-T against CD19`
        if is_part and self._kind is LIGAND and sentences.is_of_cells(query.text):
            return pages.nothing(), Advice(pharmacology_messages.NO_CELLS)
        if is_part and (several := await self._several(query, window, word_hits)):
            return several
        question = sentences.read(query.text)
        if is_name:
            return await self._beside(question, query, window, word_hits, advise=advise)
        if self._kind is LIGAND and (bare := await self._shortened(query, window, by_frame=True)):
            return bare
        return await self._of_words(question, query, window, word_hits, advise=advise)

    async def _of_words(
        self, question: Question | None, query: Query, window: Window, word_hits: Hits[CandidateT], *, advise: bool
    ) -> Answer[CandidateT] | None:
        """Return the answer to words that are not a name as a whole."""
        if question and (answered := await self._answered(question, query, window)):
            return answered
        if in_part := await self._in_part(query, window):
            return in_part
        if sentences.is_about_treatment(query.text):
            return await self._of_use(query.text)
        # e.g. `D2 receptor`, the name of a target, in a search for ligands
        if word_hits.items and (ways := await self._elsewhere.ways(self._kind, query.text)):
            return pages.nothing(), name_messages.matches_other_kinds(query.text, ways) if advise else None
        # e.g. `does ibuprofen interact with aspirin`
        if sentences.is_sentence(query.text) and (named := await self._entities_in(query.text, window, word_hits)):
            return named
        is_doubtful = not any(item.score >= scores.DOUBTFUL for item in word_hits.items[:1])
        # e.g. `PTGS2 inhibitors XYZ`
        if self._kind is LIGAND and advise and is_doubtful and (part := await self._mechanism_in(query, word_hits)):
            return pages.nothing(), name_messages.matched_by_part(LIGAND, part)
        return None

    async def _in_part(self, query: Query, window: Window) -> Answer[CandidateT] | None:
        """Return the ligands that a part of a query names; for receptors, the call for the targets of their ligand."""
        if self._kind is LIGAND:
            return await self._after_its_mechanism(query, window) or await self._shortened(query, window)
        bound = sentences.bound_by(query.text)
        ways = await self._elsewhere.ways(self._kind, bound) if bound else []
        is_ligand = any(kind is LIGAND for kind, _ in ways)
        return (pages.nothing(), pharmacology_messages.targets_of_ligand(bound)) if is_ligand else None

    async def _after_its_mechanism(self, query: Query, window: Window) -> Answer[CandidateT] | None:
        """Return the ligand at the end of a query, after a description: `EGFR inhibitor gefitinib`, `oral insulin`."""
        what, _, name = query.text.strip(" .?!").rpartition(" ")
        plan = mechanism_queries.read(what) if sentences.ends_in_action(what) else None
        if (plan is None or plan.whole) and not are_qualifiers(fold.tokens(what)):
            return None
        if mechanism_queries.read(name) or (hits := await self._sure_hits(name, query, window)) is None:
            return None
        items = tuple(item.at_most(scores.ASIDE) for item in hits.items)
        advice = Advice(pharmacology_messages.partly_answered([name], []))
        return msgspec.structs.replace(hits, items=items), advice

    async def _of_use(self, text: str) -> Answer[CandidateT]:
        """Return no hits, and the calls that find an illness among other kinds, such as pathways."""
        advice = await self._elsewhere.of_other_kinds(self._kind, sentences.use_in(text))
        return pages.nothing(), joined(pharmacology_messages.NO_INDICATIONS, advice)

    async def _mechanism_in(self, query: Query, word_hits: Hits[CandidateT]) -> str:
        """Return the longest part of a query that is a class or mechanism with ligands; "" if a ligand is named."""
        words, asks = query.text.split()[:_MOST_WORDS], _MOST_ASKED
        for length in range(len(words) - 1, 1, -1):
            for start in range(len(words) - length + 1):
                part = " ".join(words[start : start + length]).strip(",;:?!.")
                plan = mechanism_queries.read(part, query.ligands)
                if (
                    asks == 0
                    or words[start].casefold() in fold.STOP_WORDS
                    # e.g. the I of `type I kinase inhibitors`
                    or sentences.is_numbered(words, start)
                    or (start and fold.is_letter(words[start]))  # `B inhibitors` of `complement factor B inhibitors`
                    or plan is None
                    or plan.whole
                    or plan.is_of_a_kind
                    or not plan.says_how
                ):
                    continue
                asks -= 1
                if await self._sure_hits(part, query, Window(limit=1)):
                    others = (*words[:start], *words[start + length :])
                    is_beside_name = word_hits.items and any([await self._source.knows(word) for word in others])
                    return "" if is_beside_name else part
        return ""

    async def _beside(
        self, question: Question | None, query: Query, window: Window, word_hits: Hits[CandidateT], *, advise: bool
    ) -> Answer[CandidateT] | None:
        """Return the answer to a query that is a name, mostly its hits with advice; None to keep the hits unchanged."""
        told_elsewhere = (
            (*_ABOUT_TARGETS, QuestionKind.USES, *_NOT_IN_THE_SOURCE) if self._kind is LIGAND else (QuestionKind.USES,)
        )
        if question and question.wanted in told_elsewhere and not await self._source.knows(query.text):
            return await self._answered(question, query, window)
        is_sure = word_hits.items[0].score >= scores.SURE
        if not advise or is_sure or not (ways := await self._elsewhere.ways(self._kind, query.text)):
            return None
        # `word_hits` is the first page; a later page must be searched for.
        page = word_hits if window.version is None else await self._source.search(query, window)
        return (page, name_messages.matches_other_kinds(query.text, ways)) if page else None

    async def _answered(self, question: Question, query: Query, window: Window) -> Answer[CandidateT] | None:
        """Return the answer to a question about a name that a source has."""
        about = question.about
        if question.wanted in _NOT_IN_THE_SOURCE:
            return await self._not_in_source(question, query) if self._kind is LIGAND else None
        if self._kind is LIGAND and question.wanted is QuestionKind.LIGANDS:
            hits = await self._sure_hits(f"{about} {question.action}", query, window)
            return (hits, None) if hits else None
        if (hits := await self._sure_hits(about, query, window)) is None:
            ways = await self._elsewhere.ways(self._kind, about)
            # e.g. `which gene is targeted by imatinib`, in a search for targets
            if any(kind is LIGAND for kind, _ in ways) and question.wanted in _ABOUT_TARGETS:
                return pages.nothing(), _of_both(question, about) or pharmacology_messages.targets_of_ligand(about)
            return (pages.nothing(), name_messages.matches_other_kinds(about, ways)) if ways else None
        if question.wanted is QuestionKind.USES:
            return hits, Advice(pharmacology_messages.NO_INDICATIONS)
        # e.g. `does haloperidol block 5-HT2A`
        if self._kind is LIGAND and question.wanted is QuestionKind.PAIR and hits.items:
            ligand = hits.items[0].id
            return hits, _of_both(question, ligand) or pharmacology_messages.its_interactions(ligand)
        if self._kind is LIGAND and question.wanted is QuestionKind.TARGETS and hits.items:
            first = [item.id for item in hits.items[:MOST_COMPARED]]
            of_class = pharmacology_messages.their_targets(first) if hits.facts else None
            return hits, of_class or pharmacology_messages.its_targets(first[0])
        # e.g. `drugs that inhibit EGFR`, in a search for targets
        if self._kind is TARGET and question.wanted is QuestionKind.LIGANDS:
            return hits, pharmacology_messages.its_ligands(f"{about} {question.action}")
        return hits, None

    async def _not_in_source(self, question: Question, query: Query) -> Answer[CandidateT] | None:
        """Return no hits, and advice on what to do instead; None if the question names no entity."""
        is_metabolism = question.wanted is QuestionKind.METABOLISM
        # e.g. `drugs metabolised by DRD2`: a search for ligands knows the name of a target only with `ligands`.
        about = f"{question.about} ligands" if is_metabolism else question.about
        if (sure := await self._sure_hits(about, query, Window(limit=1))) is None:
            return None
        ligand = sure.items[0]
        if is_metabolism:
            return pages.nothing(), pharmacology_messages.no_metabolism(about)
        if question.wanted is QuestionKind.PRODRUGS:
            return pages.nothing(), pharmacology_messages.no_prodrugs(question.about)
        return pages.nothing(), pharmacology_messages.unlike(ligand.id, question.about)

    async def _sure_hits(self, text: str, query: Query, window: Window) -> Hits[CandidateT] | None:
        """Return the hits of a name or a mechanism; None if the first is doubtful."""
        part = msgspec.structs.replace(query, text=text)
        plan = mechanism_queries.read(text)
        first = None if plan and plan.whole else await self._source.search(part, Window(limit=1))
        if not (first and first.items and _is_sure(first.items[0])):
            return None
        return await self._source.search(part, window)

    async def _several(self, query: Query, window: Window, word_hits: Hits[CandidateT]) -> Answer[CandidateT] | None:
        """Return the entities that a list names: `sacubitril/valsartan 97/103 mg`, or `statins and fibrates`."""
        text, filters = ligand_filters.read(query.text)
        names = sentences.names_of_list(text)
        ways = [plan is not None and plan.says_how for plan in map(mechanism_queries.read, names)]
        if not names or not all([way or await self._source.knows(name) for name, way in zip(names, ways, strict=True)]):
            return None
        if filters.types or (any(ways) and " with " in text):
            return None  # `EGFR inhibitors or antibodies`, `opioids with NMDA antagonism`
        if ways[-1] and any([not way and await self._is_target(name) for name, way in zip(names, ways, strict=True)]):
            return None  # `beta-catenin/TCF inhibitors`
        named, numbers, facts = dict[str, CandidateT](), dict[str, int](), False
        for name, is_way in zip(names, ways, strict=True):
            # A filter beside a list applies to each name: `ACE inhibitors and beta blockers, withdrawn`.
            part = msgspec.structs.replace(query, text=name, ligands=query.ligands.and_(filters))
            # A class in a list means all its members.
            hits = await self._source.search(part, Window(limit=_MOST_MEANT if is_way else 1))
            if hits is None or (is_way and hits.more):
                return None
            sure = [item for item in hits.items if hits.facts or _is_sure(item)]
            if not ({candidate.id for candidate in sure} - named.keys() or (filters and is_way)):
                return None
            named |= {candidate.id: candidate for candidate in sure}
            numbers[name] = len(sure)
            facts = facts or hits.facts
        several = windowed([*named.values()], window, version=word_hits.version, provenance=word_hits.provenance)
        advice = Advice(pharmacology_messages.read_as_several(numbers, str(filters)))
        return msgspec.structs.replace(several, facts=facts), advice

    async def _shortened(self, query: Query, window: Window, *, by_frame: bool = False) -> Answer[CandidateT] | None:
        """Return the ligands of a class or mechanism in a query, ignoring words that the source does not record.

        `by_frame`: True to ignore only words that say nothing (`examples of`).
        """
        for shortened in sentences.shortened(query.text):
            if by_frame and shortened.removed:
                return None
            plan = mechanism_queries.read(shortened.text, query.ligands)
            if (
                plan is None
                or plan.whole
                or (shortened.removed and (plan.is_of_a_kind or shortened.ends_name_in(query.text)))
            ):
                continue
            if not (by_frame or plan.says_how or sentences.needs_no_action(shortened)):
                continue
            if any([await self._is_known(name) for name in removed_names(shortened)]):
                continue
            part = msgspec.structs.replace(query, text=shortened.text)
            first = await self._source.search(part, Window(limit=1))
            if not (first and first.items) or first.items[0].unmatched or first.items[0].score < scores.ASIDE:
                continue
            if not shortened.removed:
                hits = await self._source.search(part, window)
                return (hits, None) if hits else None
            if hits := await self._source.search(part, window):
                sentence = pharmacology_messages.words_ignored(shortened.removed, shortened.text)
                return hits.of(tuple(hit.at_most(scores.ASIDE) for hit in hits.items)), Advice(sentence)
        return None

    async def _is_known(self, name: str) -> bool:
        """Return True for the name of a gene, target or ligand."""
        return await self._source.knows(name) or await self._is_target(name)

    async def _is_target(self, name: str) -> bool:
        return any(kind in (TARGET, GENE) for kind, _ in await self._elsewhere.ways(self._kind, name))

    async def _entities_in(self, text: str, window: Window, word_hits: Hits[CandidateT]) -> Answer[CandidateT] | None:
        """Return the entities that a sentence names; for weak hits, advice on other kinds that it names."""
        names = [name for name in sentences.names_in(text) if await self._source.knows(name)]
        named: dict[str, CandidateT] = {}
        for name in _outermost(names)[:_MOST_NAMES]:
            hits = await self._source.search(Query(text=name), Window(limit=LARGEST_PAGE_SIZE))
            named |= {candidate.id: candidate for candidate in (hits.items if hits else ()) if _is_sure(candidate)}
        if named:
            whole = await self._source.search(Query(text=text), Window(limit=LARGEST_PAGE_SIZE))
            by_id = {candidate.id: candidate for candidate in (whole.items if whole else ())}
            leftover = min((candidate.score for candidate in by_id.values()), default=scores.DOUBTFUL)
            doubtful = [
                by_id.get(key) or msgspec.structs.replace(candidate, score=leftover) for key, candidate in named.items()
            ]
            ordered = sorted(
                (candidate.at_most(scores.PART_OF_A_NAME) for candidate in doubtful),
                key=lambda candidate: -candidate.score,
            )
            compared = [*named] if self._kind is LIGAND and 1 < len(named) <= MOST_COMPARED else []
            advice = pharmacology_messages.partly_answered(_outermost(names)[:_MOST_NAMES], compared)
            return windowed(ordered, window, version=word_hits.version, provenance=word_hits.provenance), advice
        # Hits with a lower score rest on leftover words of the sentence.
        if word_hits.items and word_hits.items[0].score >= scores.DOUBTFUL:
            return None
        for name in sentences.names_in(text):
            if ways := await self._elsewhere.ways(self._kind, name):
                return pages.nothing(), joined(name_messages.matches_other_kinds(name, ways))
        return None


def _of_both(question: Question, ligand: str) -> Advice | None:
    """Return the call for the interactions between both sides of a question; None if it names only one side."""
    return pharmacology_messages.between(ligand, question.target) if question.target else None


def _is_sure(candidate: Candidate) -> bool:
    return candidate.score >= scores.SURE and not candidate.unmatched


def _outermost(names: list[str]) -> list[str]:
    """Return the names that are not part of a longer one."""
    return [name for name in names if not any(name != other and f" {name} " in f" {other} " for other in names)]
