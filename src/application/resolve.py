"""Search: from words or identifiers to ranked candidates of one kind."""

from collections.abc import Awaitable, Callable, Sequence
from collections.abc import Set as AbstractSet
from datetime import date
from typing import Generic, TypeAlias, TypeVar

import msgspec

from biofacts.application.answers import pages
from biofacts.application.answers.names_as_identifiers import NOWHERE, Elsewhere
from biofacts.application.messages import calls as call_messages
from biofacts.application.messages import genes as gene_messages
from biofacts.application.messages import names as name_messages
from biofacts.application.messages import pathways as pathway_messages
from biofacts.application.pharmacology.sentence_answers import KINDS as QUESTIONED
from biofacts.application.pharmacology.sentence_answers import SentenceAnswers
from biofacts.domain.answers import errors, next_calls, scores
from biofacts.domain.answers.advice_and_phrasing import Advice, joined
from biofacts.domain.answers.entity_kinds import COMPOUND, GENE, LIGAND, PATHWAY, TARGET, Kind
from biofacts.domain.answers.pages import (
    DEFAULT_PAGE_SIZE,
    LARGEST_PAGE_SIZE,
    Hits,
    Page,
    Window,
    versions_of,
    windowed,
)
from biofacts.domain.answers.records import Candidate
from biofacts.domain.compounds import queries as compound_queries
from biofacts.domain.compounds import smiles
from biofacts.domain.genes.names import GeneName, is_word, unsearched
from biofacts.domain.identifiers import identifiers_in_text, organisms, pasted_links
from biofacts.domain.identifiers.identifiers_in_text import Reference
from biofacts.domain.identifiers.pasted_links import WebLink
from biofacts.domain.lists.input_tables import symbols_of_date
from biofacts.domain.pathways import queries
from biofacts.domain.pathways.pathway import PathwayCandidate
from biofacts.domain.pathways.queries import KindQuery, parse_pasted_name
from biofacts.domain.pharmacology import ligand_filters
from biofacts.domain.pharmacology.ligand import LigandCandidate
from biofacts.domain.pharmacology.ligand_filters import EVERY, LigandFilter
from biofacts.domain.pharmacology.queries import mechanism_queries, target_lists
from biofacts.domain.pharmacology.queries import sentences as pharmacology_queries
from biofacts.domain.search import exclusions, spelling
from biofacts.domain.search.exclusions import Denial
from biofacts.domain.source_remarks import any_source as source_remarks
from biofacts.domain.text import fold
from biofacts.domain.text.clean import plain
from biofacts.ports.sources import Query, SearchSource

CandidateT = TypeVar("CandidateT", bound=Candidate)
_Found: TypeAlias = tuple[Hits[CandidateT] | None, Advice | None]
"""Hits (None if their release is no longer available) and advice."""

_MOST_TITLES = 5
"""The number of candidates whose titles are checked for all words of a query."""


class Resolve(Generic[CandidateT]):
    """The use case behind `search_*`: it searches one kind by words, or by an identifier or link as a whole.

    It is called `resolve` as in the specification of the project.
    """

    def __init__(
        self,
        kind: Kind,
        source: SearchSource[CandidateT],
        *,
        elsewhere: Elsewhere = NOWHERE,
        whole: bool = False,
        containing: Callable[[str], Awaitable[AbstractSet[str]]] | None = None,
    ) -> None:
        """`whole`: True to add the source to slim lists too. `containing`: returns the ids of a gene's pathways."""
        self._kind = kind
        self._source = source
        self._elsewhere = elsewhere
        self._whole = whole
        self._containing = containing if kind is PATHWAY else None
        self._sentence_answers = SentenceAnswers(kind, source, elsewhere) if kind in QUESTIONED else None

    async def __call__(
        self,
        query: str,
        *,
        organism: str | None = None,
        cursor: str | None = None,
        page_size: int = DEFAULT_PAGE_SIZE,
        slim: bool = True,
        changed_since: str | None = None,
        community: str | None = None,
        ligands: LigandFilter = EVERY,
    ) -> Page[CandidateT]:
        """Return one page of candidates.

        The query may be empty if there is a filter: `ligands`, or for pathways an organism, a community or a date.

        Raises: AmbiguousQuery, RateLimited, UpstreamError.
        """
        since = pages.checked_day(changed_since) if changed_since is not None else None
        of_pathways = organism is not None or since is not None or community is not None
        is_filtered = bool(ligands) or (self._kind is PATHWAY and of_pathways)
        text = "" if is_filtered and not plain(query) else pages.checked_query(self._kind, query)
        # For the refusal of an unknown organism: what leaving it out means.
        meaning = "for human" if self._kind is GENE else "for all"
        request = Query(
            text=text,
            organism=organisms.check(organism, otherwise=meaning),
            changed_since=since,
            community=community,
            ligands=ligands,
        )
        dated = queries.dated(text, date.today()) if self._kind is PATHWAY and since is None else None
        if dated is not None:
            request = msgspec.structs.replace(request, text=dated.words, changed_since=dated.since)
        of_kind = await self._of_kind(request)
        if of_kind is not None and self._kind is PATHWAY:
            request = msgspec.structs.replace(request, text=of_kind.topic)
        name = (
            self._kind.search_tool,
            request.text.casefold(),
            request.organism or "",
            # Without filters, the key is the one from before there were any, so that old cursors stay valid.
            *filter(None, [request.changed_since, community and f"community {community}", str(ligands)]),
        )
        window = pages.window(name, cursor, page_size)
        hits, advice = await self._pasted(request, window)
        if hits and window.version is None and not any(item.score >= scores.TRUSTED for item in hits.items[:1]):
            # e.g. `IL6, TNF, IL1B`, sent as one query
            advice = await self._elsewhere.several(self._kind, request.text) or advice
        advice = advice.changed(lambda call: next_calls.within(call, request.organism)) if advice else None
        if dated is not None:
            advice = joined(pathway_messages.dated(dated, is_listed=not hits or hits.facts or not hits.items), advice)
        if hits and advice is None and window.version is None and self._kind in (COMPOUND, LIGAND):
            advice = self._shared(request.text, hits)
        wanted, unwanted = queries.genes_together(text) if self._kind is PATHWAY else ((), ())
        if wanted:
            advice = joined(pathway_messages.genes_together(wanted, unwanted), advice)
            is_doubtful = hits is not None and not any(item.score >= scores.TRUSTED for item in hits.items[:1])
            # e.g. `pathways with TP53 and MDM2`: doubtful hits would pass for pathways with both genes.
            hits = _emptied(hits) if hits and is_doubtful else hits
        if of_kind is not None and hits and hits.items and window.version is None:
            hits, advice = self._led_on(of_kind, request, hits, advice)
        page = pages.page(hits, window, name, cursor, slim=slim, advice=advice)
        return msgspec.structs.replace(page, source=hits.provenance) if self._whole and hits else page

    def _shared(self, name: str, hits: Hits[CandidateT]) -> Advice | None:
        """Return advice that several entities have exactly this name; None if at most one has it."""
        is_explained = hits.facts or hits.guidance or hits.advice
        exact = [item for item in hits.items if item.score == scores.EXACT]
        if is_explained or len(exact) <= 1 or any(map(_is_part, exact)):
            return None
        return Advice(source_remarks.shared_name(name, len(exact), self._kind))

    async def _of_kind(self, request: Query) -> KindQuery | None:
        """Parse a query for the members of a pathway, such as `genes of the cell cycle`; None for any other query.

        In a search of pathways, also None if no pathway is about the topic, or a title has all the words, as
        `Circadian rhythm genes` does.
        """
        query = queries.of_kind(request.text)
        if query is None or self._kind is not PATHWAY:
            return query if query and self._kind in QUESTIONED and query.is_of_pathway else None
        about = await self._source.search(msgspec.structs.replace(request, text=query.topic), Window(limit=1))
        titled = await self._source.search(request, Window(limit=_MOST_TITLES))
        words = {*fold.without_stop_words(fold.tokens(request.text))}
        is_title = any(words <= {*fold.tokens(_title(candidate))} for candidate in (titled.items if titled else ()))
        return query if about and about.items and not is_title else None

    def _led_on(
        self, query: KindQuery, request: Query, hits: Hits[CandidateT], advice: Advice | None
    ) -> tuple[Hits[CandidateT], Advice | None]:
        """Add advice on the call that lists the ligands, targets or genes of a pathway."""
        if self._kind is PATHWAY:
            first = hits.items[0]
            return hits, joined(pathway_messages.of_kind(query, first.id, _title(first)), advice)
        remark = pathway_messages.of_a_whole_pathway(query, next_calls.search(PATHWAY, request.text))
        if not hits.facts:
            hits = hits.of(tuple(item.at_most(scores.PART_OF_A_NAME) for item in hits.items))
        return hits, joined(remark, advice)

    async def top(self, query: str, organism: str | None, limit: int) -> Sequence[CandidateT]:
        """Return the first candidates with absolute scores, without advice; for an exact name, only its candidate.

        Raises: the errors of a search.
        """
        request = Query(text=pages.checked_query(self._kind, query), organism=organism, alone=True)
        window = Window(limit=limit)
        hits, _ = await self._pasted(request, window, advise=False)
        if hits and [(item.score or 0.0) < scores.TRUSTED for item in hits.items] == [
            True
        ]:  # the only candidate is doubtful, so look for others
            hits, _ = await self._pasted(msgspec.structs.replace(request, alone=False), window, advise=False)
        return hits.items if hits else ()

    async def _pasted(self, request: Query, window: Window, *, advise: bool = True) -> _Found[CandidateT]:
        """Search for a text as sent or, if it is a pasted pathway name with an identifier, for one of the two.

        A pathway's CURIE takes precedence. Any other identifier is used only if the words alone find no trusted match.
        """
        if not request.text:
            return await self._source.search(request, window), None
        # e.g. `CHEBI:17234 CHEBI:15422`: both count, not the first alone.
        if self._kind is PATHWAY and (references := queries.listed_identifiers(request.text)):
            return await self._carrying(references, request, window)
        pasted = parse_pasted_name(request.text) if self._kind is PATHWAY else None
        if pasted is None:
            return await self._search(request, window, advise=advise)
        remarks = [pathway_messages.of_another_database(pasted.database)] if pasted.database else []
        in_words = msgspec.structs.replace(request, text=pasted.words)
        for identifier in pasted.identifiers:
            by_identifier = msgspec.structs.replace(request, text=identifier)
            reference = identifiers_in_text.read(identifier)
            is_own = reference is not None and reference.is_of(self._kind)
            if await self._first(by_identifier) is None:
                remarks.append(pathway_messages.without_identifier(pasted.words, identifier))
            elif is_own or not _is_trusted(await self._first(in_words)):
                return await self._search(by_identifier, window, advise=advise)
        hits, advice = await self._search(in_words, window, advise=advise)
        return hits, joined(*remarks, advice)

    async def _carrying(self, references: Sequence[Reference], request: Query, window: Window) -> _Found[CandidateT]:
        """List the pathways that have or contain any of several identifiers; pathways with all of them first."""
        # Pathways with several genes (`P04637 Q00987`) are listed by find_links.
        genes = [reference.text for reference in references if reference.accepted_by[0] is GENE]
        others = [reference for reference in references if reference.text not in genes]
        advice = pathway_messages.genes_together(genes, ()) if genes else None
        each = list[Hits[CandidateT]]()
        for other in others:
            hits, remark = await self._search(
                msgspec.structs.replace(request, text=other.text), window.whole, advise=False
            )
            if hits is None:
                return None, None
            each.append(hits)
            advice = joined(advice, remark, None if hits.items else hits.guidance)
        carried: dict[str, list[CandidateT]] = {}
        for candidate in (item for hits in each for item in hits.items):
            carried.setdefault(candidate.id, []).append(candidate)
        ordered = sorted(carried.values(), key=len, reverse=True)
        if ordered and len(others) > 1 and not all(other.is_of(self._kind) for other in others):
            in_all = sum(len(copies) == len(others) for copies in ordered)
            advice = joined(pathway_messages.carrying([other.text for other in others], in_all), advice)
            ordered = [
                copies if len(copies) == len(others) else [copies[0].at_most(scores.PART_OF_A_NAME)]
                for copies in ordered
            ]
        return windowed(
            [copies[0] for copies in ordered],
            window,
            version=versions_of(*(hits.version for hits in each)),
            provenance=each[0].provenance if each else None,
        ), advice

    async def _without(self, denial: Denial, request: Query, window: Window, *, advise: bool) -> _Found[CandidateT]:
        """Search for the wanted part of a query, and remove matches of its unwanted part: `caspases but not CASP3`."""
        # e.g. `anything but aspirin`
        if not denial.wanted or ligand_filters.is_anything(denial.wanted):
            return pages.nothing(), Advice(source_remarks.only_denied(denial.unwanted, self._kind))
        wanted = msgspec.structs.replace(request, text=denial.wanted)
        hits, advice = await self._by_words(wanted, window.whole, advise=advise)
        left_out: set[str] = set()
        unsure, genes = list[str](), list[str]()
        for name in denial.names:
            others = await self._source.search(msgspec.structs.replace(request, text=name), window.whole)
            # A description may mention a topic in passing, but a gene that it names is usually in the pathway.
            is_symbol = spelling.is_symbol(name)
            unwanted = [candidate for candidate in (others.items if others else ()) if not candidate.unmatched]
            if self._kind is not PATHWAY and any(candidate.score >= scores.SURE for candidate in unwanted):
                unwanted = [candidate for candidate in unwanted if candidate.score > scores.PART_OF_A_NAME]
            # A pathway may draw the gene under another name: TP53 for `p53`, HK1 for `hexokinase`.
            of_gene = await self._containing(name) if self._containing else frozenset[str]()
            left_out |= {candidate.id for candidate in unwanted if is_symbol or not _is_described(candidate)} | of_gene
            if of_gene:
                genes.append(name)
            elif scores.best(candidate.score for candidate in unwanted) < scores.PART_OF_A_NAME:
                unsure.append(name)
        if hits is None:
            return None, None
        items = tuple(item for item in hits.items if item.id not in left_out)
        if unsure or genes:  # in other organisms, the gene may have another name, so the removal may be incomplete
            capped = (item.at_most(scores.PART_OF_A_NAME) if unsure or not _is_human(item) else item for item in items)
            items = tuple(sorted(capped, key=lambda candidate: candidate.score or 0.0, reverse=True))
            hits = msgspec.structs.replace(hits, facts=False)
        remark = source_remarks.left_out(denial.unwanted, len(hits.items) - len(items), self._kind)
        guidance = joined(remark if hits.items else None, hits.guidance)
        return msgspec.structs.replace(hits, items=items, guidance=guidance).limited(window), advice

    async def _denied(self, request: Query) -> Denial | None:
        """Parse a query with an exclusion; None if the text is a name, or if other code handles the exclusion.

        The ligand source handles exclusions by target itself, since it knows what acts on a target.
        """
        text = request.text
        if (denial := exclusions.read(text)) is None:
            return None
        if self._kind is LIGAND and denial.wanted and exclusions.read(ligand_filters.read(text)[0]) is None:
            return None  # `not` belongs to a filter: `opioids and statins not approved`
        is_read = (self._kind is PATHWAY and queries.genes_together(text)[0]) or (
            self._kind is TARGET and target_lists.target_query(text)
        )
        if is_read:
            return None
        first = await self._source.search(request, Window(limit=1))
        if first is None:
            return denial
        plan = mechanism_queries.read(text) if self._kind is LIGAND else None
        by_source = plan is not None and plan.denies and (bool(first.items) or first.advice is not None)
        of_names = denial.words_of_names(text)
        is_prefixed = any(word.startswith("non") for word in of_names)  # `non-SMC condensin` is part of names
        sure = [item for item in first.items if is_prefixed or item.score >= scores.SURE]
        is_name = any(of_names or fold.tokens(_title(candidate)) == fold.tokens(text) for candidate in sure)
        return None if (by_source or is_name) and not any(item.unmatched for item in first.items) else denial

    async def _first(self, request: Query) -> CandidateT | None:
        hits = await self._source.search(request, Window(limit=1))
        return hits.items[0] if hits and hits.items else None

    async def _search(self, request: Query, window: Window, *, advise: bool = True) -> _Found[CandidateT]:
        """Return hits and advice. `advise`: False to skip advice, which needs searches of other kinds."""
        link, reference = pasted_links.referred(request.text)
        # A formula such as C9H8O4 also looks like a UniProt accession.
        if reference is None or (self._kind in (COMPOUND, LIGAND) and compound_queries.is_formula(request.text)):
            remark = Advice(call_messages.unread_link(link.site)) if link else await self._of_no_database(request.text)
            return (pages.nothing(), remark) if remark else await self._by_text(request, window, advise=advise)
        if reference.is_of(self._kind):
            return await self._by_identifier(reference, request), _read_from(link, reference)
        if not reference.finds(self._kind) and (link or reference.own):
            if not link and await self._source.knows(request.text):
                return await self._by_words(request, window, advise=advise)  # WP1066 is also the name of a ligand
            elsewhere = name_messages.of_another_kind(reference.text, self._kind, reference.calls(self._kind))
            return pages.nothing(), joined(_read_from(link, reference), elsewhere)
        printed = link or identifiers_in_text.read(reference.text) == reference  # wikidata:Q10 has lost a part
        inside = msgspec.structs.replace(request, text=reference.text) if printed else request
        hits, advice = await self._by_words(inside, window, reference, advise=advise)
        return hits, joined(_read_from(link, reference), advice)

    async def _of_no_database(self, text: str) -> Advice | None:
        """Return advice on a malformed identifier; None for any other text, and for `HGNC:TP53`, which names a gene."""
        prefix = identifiers_in_text.malformed(text)
        is_symbol = prefix and self._kind is GENE and GeneName.read(text).is_prefixed and await self._source.knows(text)
        return Advice(call_messages.malformed(text, prefix)) if prefix and not is_symbol else None

    async def _by_words(
        self, request: Query, window: Window, reference: Reference | None = None, *, advise: bool
    ) -> _Found[CandidateT]:
        if reference is None and (denial := await self._denied(request)):
            return await self._without(denial, request, window, advise=advise)
        questions = self._sentence_answers if reference is None else None
        is_first = window.version is None
        hits = None
        if questions or is_first:  # every page must treat the text in the same way
            hits = await self._source.search(request, window if is_first else Window(limit=1))
        if questions and hits and (answer := await questions.answer(request, window, hits, advise=advise)):
            return answer
        if not is_first:
            hits = await self._source.search(request, window)
        # Parts of an identifier are not words: those of PMID:17404574 matched 2,103 ligands.
        if reference and is_first and hits and not _is_whole(hits):
            hits = self._without_parts(hits, reference)
        if hits and self._kind in (TARGET, LIGAND) and is_word(request.text):  # `the` is a name of tyrosine hydroxylase
            hits = hits.of(tuple(item.at_most(scores.CONTESTED) for item in hits.items))
        if hits is None or hits.total != 0:
            if hits is None:
                return None, None
            best = max((item.score for item in hits.items), default=1.0)
            remark = self._elsewhere.remark(request.text, best)
            return await self._doubted(request.text, hits, best, remark) if advise and is_first else (hits, remark)
        if not advise:
            return hits, None
        return hits, joined(
            _by_name_only(self._kind, request.text, 0.0), await self._elsewhere.advice(self._kind, request, reference)
        )

    async def _doubted(
        self, text: str, hits: Hits[CandidateT], best: float, remark: Advice | None
    ) -> tuple[Hits[CandidateT], Advice | None]:
        """Advise on other meanings of a query whose first hit is doubtful. `best`: the score of that hit.

        Hits that match a query for medicines by name only are dropped.
        """
        by_name = _by_name_only(self._kind, text, best)
        if best >= scores.PART_OF_A_NAME:
            return hits, joined(by_name, remark)
        # e.g. `breast cancer genes`, for which a search for genes lists AGR3
        meant = await self._elsewhere.calls_for(self._kind, text)
        meant = meant or await self._elsewhere.of_other_kinds(self._kind, text)
        if by_name and pharmacology_queries.wants_medicines(text):  # `drugs for MS`: names contain `MS`, too
            hits = _emptied(hits)
        return hits, joined(by_name, meant, remark)

    def _without_parts(self, hits: Hits[CandidateT], reference: Reference) -> Hits[CandidateT]:
        """Drop hits that match only parts of an identifier; explain this if the identifier can find this kind."""
        guidance = hits.guidance
        if not reference.finds(self._kind) or reference.own:  # the advice says what the identifier belongs to
            guidance = None
        elif hits.items or self._kind in (LIGAND, TARGET):  # the Guide has identifiers of few databases
            guidance = errors.without_identifier(self._kind, reference.text)
        return _emptied(hits, guidance)

    async def _by_text(self, request: Query, window: Window, *, advise: bool) -> _Found[CandidateT]:
        """Search for a text that is no identifier; drop hits that match only parts of a structure or EC number."""
        hits, advice = await self._by_words(request, window, advise=advise)
        remark = self._foreign(request.text) if hits and window.version is None and not _is_whole(hits) else None
        return (_emptied(hits), remark) if hits and remark else (hits, advice)

    def _foreign(self, text: str) -> Advice | None:
        """Return advice on an EC number or a structure, if the kind cannot be searched by it; None for words."""
        # Descriptions of pathways have EC numbers.
        if self._kind is not PATHWAY and identifiers_in_text.is_of_enzyme(text):
            return Advice(call_messages.enzyme_number(text, self._kind))
        if self._kind in (COMPOUND, LIGAND) or text.isalnum() or not smiles.is_structure(text):  # CSN1S1 is a gene
            return None
        return name_messages.of_another_kind(text, self._kind, [next_calls.search(COMPOUND, text)])

    async def _by_identifier(self, reference: Reference, request: Query) -> Hits[CandidateT]:
        """Return only the entity that has the identifier."""
        hits = await self._source.search(
            msgspec.structs.replace(request, text=reference.text), Window(limit=LARGEST_PAGE_SIZE)
        )
        same = [candidate for candidate in (hits.items if hits else ()) if reference.may_be(candidate.id)]
        alone = tuple(msgspec.structs.replace(candidate, score=1.0) for candidate in same[:1])
        return msgspec.structs.replace(
            hits or pages.nothing(),
            items=alone,
            total=len(alone),
            more=False,
            guidance=None if alone else errors.absent(self._kind, reference.text, request.organism),
        )


def _title(candidate: Candidate) -> str:
    return candidate.title if isinstance(candidate, PathwayCandidate) else str(getattr(candidate, "name", candidate.id))


def _is_trusted(first: Candidate | None) -> bool:
    return first is not None and first.score >= scores.TRUSTED and not first.unmatched


def _is_part(candidate: Candidate) -> bool:
    """Return True for a ligand found as one part of a combination product."""
    return isinstance(candidate, LigandCandidate) and candidate.part_of is not None


def _is_whole(hits: Hits[CandidateT]) -> bool:
    """Return True if the first candidate matches the query as a whole."""
    return any(item.is_whole for item in hits.items[:1])


def _emptied(hits: Hits[CandidateT], guidance: str | None = None) -> Hits[CandidateT]:
    return msgspec.structs.replace(hits, items=(), total=0, more=False, guidance=guidance)


def _by_name_only(kind: Kind, text: str, best: float) -> str | None:
    """Explain by which names genes are found, for words that may name something else. `best`: the best score."""
    if kind is not GENE or best >= scores.PART_OF_A_NAME:
        return None
    # e.g. a chromosome, a band or a variant
    if (what := unsearched(text)) is not None:
        return gene_messages.not_searched(what)
    if symbols_of_date(text):
        return gene_messages.a_date(text)
    is_question = best < scores.DOUBTFUL or pharmacology_queries.is_about_treatment(text)
    return gene_messages.BY_NAME_ONLY if " " in text and is_question else None


def _read_from(link: WebLink | None, reference: Reference) -> Advice | None:
    return Advice(call_messages.read_from_link(reference.text)) if link else None


def _is_human(candidate: Candidate) -> bool:
    return isinstance(candidate, PathwayCandidate) and candidate.organism == organisms.HUMAN


def _is_described(candidate: Candidate) -> bool:
    """Return True for a pathway in which only the description matches the query."""
    return isinstance(candidate, PathwayCandidate) and candidate.matched_on == "description"
