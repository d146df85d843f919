"""Links from any record to records of other kinds, with their evidence and the records between the two ends."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Literal, NamedTuple

import msgspec

from biofacts.application.answers import pages
from biofacts.application.answers.names_as_identifiers import NOWHERE, Elsewhere, Resolver, nothing_resolved
from biofacts.application.answers.sources import Sources
from biofacts.application.links.link_ends import Place, StepResult
from biofacts.application.links.start_records import Settled, Start, Starts
from biofacts.application.links.steps_between_kinds import Joins
from biofacts.application.messages import links as link_messages
from biofacts.application.messages import lists as list_messages
from biofacts.application.messages import pharmacology as pharmacology_messages
from biofacts.domain.answers import next_calls
from biofacts.domain.answers.advice_and_phrasing import Advice, joined, json_size
from biofacts.domain.answers.bounded_caches import Remembered
from biofacts.domain.answers.entity_kinds import LinkKind
from biofacts.domain.answers.errors import AmbiguousQuery
from biofacts.domain.answers.pages import DEFAULT_PAGE_SIZE, Page, fingerprint, outdated_cursor, versions_of, windowed
from biofacts.domain.answers.records import Provenance, RecordReadAs
from biofacts.domain.identifiers import organisms
from biofacts.domain.identifiers.organisms import HUMAN
from biofacts.domain.links.linked_entities import (
    KIND_OF,
    LINK_KINDS,
    IntermediateEntities,
    Linked,
    Links,
    LinkSummary,
    joined_ways,
    rank,
)
from biofacts.domain.lists.enrichment_statistics import ContestedName, NameRead
from biofacts.domain.source_remarks import any_source as source_remarks
from biofacts.ports.sources import AtHand, Presence

_FIRST = 5
_MOST_LINKS = 20_000
"""The number of links to cache; each takes some 500 bytes."""
_MOST_OF = 10
"""The number of names to keep in the `of` field of each item if a page is too long."""

Match = Literal["any", "all"]

_Key = tuple[str, str]
"""The kind and the id of an entity."""


class Reached(NamedTuple):
    """The entities at the end of a walk. `version`: the releases of all catalogues used; `lacking`: remarks on gaps.

    `provenance`: the provenance of the entities, stale if any catalogue used is stale. `counts`: the number of links of
    each record of a list, by the name or id that the caller sent for it.
    """

    entities: Sequence[Linked]
    version: str
    provenance: Provenance | None = None
    lacking: Sequence[str | None] = ()
    counts: Mapping[str, int] = {}


class LinkPage(Page[Linked], frozen=True, kw_only=True):
    """One page of links to one kind. `read_as`: the record that a name was read as, if a name was sent.

    For a list of names or ids: `counts`: the number of links of each, as it was sent; `names`: the interpretation of
    each name that is not the symbol or name of its record; `ambiguous` and `not_found`: the names that were ignored.
    """

    read_as: RecordReadAs | None = None
    counts: Mapping[str, int] = {}
    names: tuple[NameRead, ...] = ()
    ambiguous: tuple[ContestedName, ...] = ()
    not_found: tuple[str, ...] = ()


class _LinkRequest(NamedTuple):
    """The parameters of a request for links: the kinds at both ends and the filters.

    `match`: "all" for links that all records of a list share; `all_ways`: True to return all ways of each link.
    """

    kind: LinkKind
    to: LinkKind
    approved_only: bool = False
    organism: str | None = None
    match: Match = "any"
    all_ways: bool = False


class _ReachedPlace(NamedTuple):
    """A place that a walk has reached, the ways to it (none after a single step), and the start records (`of`)."""

    place: Place
    ways: list[IntermediateEntities]
    of: set[_Key]


class _Walked(NamedTuple):
    """The result of a walk: its ends, the version and provenances of all catalogues used, and remarks."""

    ends: Sequence[_ReachedPlace]
    version: str
    lacking: Sequence[str | None]
    provenances: Sequence[Provenance | None]


async def _settled(sources: Sequence[AtHand]) -> tuple[object, ...]:
    presence = Presence.together([await source.at_hand() for source in sources])
    # Empty, so that nothing is cached: links found while a catalogue is missing are incomplete.
    return () if presence.missing or presence.incomplete else presence.settled


class FindLinks:
    """The use case that finds the links of a record, or of a list of records."""

    def __init__(
        self,
        walks: Joins,
        sources: Sources,
        *,
        resolve: Resolver = nothing_resolved,
        elsewhere: Elsewhere = NOWHERE,
        whole: bool = False,
    ) -> None:
        """`resolve`: resolves names; `elsewhere`: finds names of other kinds; `whole`: True for pages of any size."""
        self._whole = whole
        self._sources = (sources.pathways, sources.genes, sources.targets, sources.ligands, sources.interactions)
        self._settled = partial(_settled, self._sources)
        self._starts = Starts(sources, settled=self._settled, resolve=resolve, elsewhere=elsewhere)
        self._reached = Remembered[tuple[object, ...], Reached](
            self._settled, _MOST_LINKS, lambda reached: 1 + len(reached.entities)
        )
        self._routes = walks.routes()

    async def __call__(
        self,
        names: str | Sequence[str],
        kind: LinkKind,
        to: LinkKind,
        *,
        match: Match = "any",
        approved_only: bool = False,
        organism: str | None = None,
        all_ways: bool = False,
        cursor: str | None = None,
        page_size: int = DEFAULT_PAGE_SIZE,
    ) -> LinkPage:
        """Return one page of links to a kind, from one record or a list of records, by identifiers or by names.

        Raises: UnresolvedEntity, EntityNotFound, AmbiguousQuery, RateLimited, UpstreamError.
        """
        question = _LinkRequest(kind, to, approved_only, organisms.check(organism), match, all_ways)
        self._prefetch(kind, to)
        now = await self._settled()
        if isinstance(names, str):
            start, read_as = await self._starts.start_of(names, kind, to, question.organism, now)
            page = await self._page([start], question, cursor, page_size, now)
            return msgspec.structs.replace(page, read_as=read_as)
        start_list = await self._starts.several(names, kind, to, question.organism, now)
        page = await self._page(start_list.starts, question, cursor, page_size, now)
        whole = msgspec.structs.replace(
            page,
            names=tuple(start_list.names),
            ambiguous=tuple(start_list.ambiguous),
            not_found=tuple(map(source_remarks.shortened_name, start_list.not_found)),
            guidance=joined(
                list_messages.not_counted(KIND_OF[kind], [ambiguou.input for ambiguou in start_list.ambiguous])
                if start_list.ambiguous
                else None,
                list_messages.unknown_names(
                    KIND_OF[kind], len(start_list.not_found), is_shared=match == "all" and bool(start_list.starts)
                )
                if start_list.not_found
                else None,
                *start_list.remarks,
                page.guidance,
            ),
        )
        return whole if self._whole else pages.with_few_names(whole, "names", "ambiguous", "not_found")

    async def _page(
        self, starts: Sequence[Start], question: _LinkRequest, cursor: str | None, page_size: int, now: Settled
    ) -> LinkPage:
        listed = (next_calls.LINKS, *map(str, question), *(f"{start.sent} {start.entity.id}" for start in starts))
        window = pages.window(listed, cursor, page_size)
        reached = await self._reach(starts, question, now)
        # The releases of all catalogues on the way would make the cursor long.
        version = fingerprint(reached.version)
        if window.version not in (None, version):
            raise outdated_cursor(cursor)
        advice = joined(*dict.fromkeys(reached.lacking))
        only = starts[0] if len(starts) == 1 else None
        # These pathways draw the ligand's targets. Pathways that draw the ligand itself are a list of their own.
        if reached.entities and only and (question.kind, question.to) == ("ligand", "pathway"):
            advice = joined(link_messages.drawn_itself(only.entity.id), advice)
        if reached.entities and question.kind == question.to == "pathway":
            advice = joined(link_messages.RELATED, advice)
        if not reached.entities and starts:
            advice = joined(await self._why_none(starts, question), advice)
        hits = windowed(reached.entities, window, version=version, advice=advice, provenance=reached.provenance)
        if question.all_ways and not self._whole:
            hits = pages.fitting(hits)
        rows = pages.rows(hits, window, listed, cursor)
        page = LinkPage(**msgspec.structs.asdict(rows), counts=reached.counts)
        return page if self._whole or question.all_ways else _slim(page)

    async def start(self, identifier: object, kind: LinkKind) -> Start:
        """Find the record at the start of links, by identifier or name. Raises: BiofactsError."""
        return (await self._starts.start_of(identifier, kind, None))[0]

    async def whole(self, identifier: object, kind: LinkKind, to: LinkKind, *, organism: str | None = None) -> Reached:
        """Return all links to a kind at once. Raises: BiofactsError."""
        question = _LinkRequest(kind, to, organism=organisms.check(organism))
        start, _ = await self._starts.start_of(identifier, kind, to, question.organism)
        return await self._reach([start], question)

    def reachable(self, kind: LinkKind) -> Sequence[LinkKind]:
        """Return the kinds that a kind has links to."""
        return [to for to in LINK_KINDS if (kind, to) in self._routes]

    async def summary(
        self, identifier: object, kind: LinkKind, *, approved_only: bool = False, organism: str | None = None
    ) -> Links:
        """Return the number of links to each other kind, and the first few links. Raises: the errors of `__call__`."""
        organism = organisms.check(organism)
        start, read_as = await self._starts.start_of(identifier, kind, None)
        links: dict[str, LinkSummary] = {}
        lacking: list[str | None] = []
        for to in self.reachable(kind):
            reached = await self._reach([start], _LinkRequest(kind, to, approved_only, organism))
            lacking += reached.lacking
            if reached.entities:
                call = link_messages.links_to(start.entity.id, kind, to)
                first = reached.entities[:_FIRST]
                links[to] = LinkSummary(
                    count=len(reached.entities),
                    first=tuple(f"{entity.id} {entity.label}" for entity in first),
                    call=Advice(call),
                    kinds={entity.id: entity.kind for entity in first if entity.kind},
                )
        name = start.entity.label
        return Links(id=start.entity.id, kind=kind, name=name, links=links, guidance=joined(*lacking), read_as=read_as)

    def _prefetch(self, kind: LinkKind, to: LinkKind) -> None:
        """Fetch the catalogues of a walk concurrently, since each step would otherwise wait for its own."""
        if len(self._routes.get((kind, to), ())) > 1:
            for source in self._sources:
                source.prefetch()

    async def _reach(self, starts: Sequence[Start], question: _LinkRequest, now: Settled = None) -> Reached:
        compute = partial(self._walked, starts, question)
        # A compound is not in any catalogue: it is fetched from PubChem, which may fail.
        if question.kind == "compound":
            return await compute()
        key = (*question, *((start.entity.id, start.sent) for start in starts))
        return await self._reached.get(key, compute, now=now)

    async def _walked(self, starts: Sequence[Start], question: _LinkRequest) -> Reached:
        walked = await self._walk(starts, question)
        # Targets, ligands and compounds have no organism, and pass any filter.
        ends = [
            end for end in walked.ends if question.organism in (None, end.place.entity.organism or question.organism)
        ]
        sent = {start.place.key: start.sent for start in starts if start.sent}
        counts = Counter(sent[key] for end in ends for key in end.of if sent)
        entities = [
            end.place.entity.listed_for(
                question.to,
                end.ways,
                of=tuple(name for key, name in sent.items() if key in end.of),
                all_ways=question.all_ways,
            )
            for end in ends
            if question.match == "any" or len(end.of) == len(starts)
        ]
        return Reached(
            sorted(entities, key=rank),
            walked.version,
            _of_last(walked.provenances),
            walked.lacking,
            {name: counts[name] for name in sent.values()},
        )

    async def medicines(self, pathway: str) -> Mapping[str, tuple[str, ...]]:
        """Return the approved drugs that act on the products of a pathway's human genes, by gene symbol.

        Withdrawn drugs come last and are marked as such. Raises: the errors of `__call__`.
        """
        start, _ = await self._starts.start_of(pathway, "pathway", "ligand")
        walked = await self._walk([start], _LinkRequest("pathway", "ligand", approved_only=True))
        by_gene: dict[str, dict[str, None]] = {}
        ends = sorted(walked.ends, key=lambda end: (end.place.entity.withdrawn, end.place.entity.label.casefold()))
        for place, ways, _ in ends:
            for gene in (way.gene for way in ways if way.gene):
                by_gene.setdefault(gene, {})[
                    pharmacology_messages.medicine(place.entity.label, place.entity.withdrawn)
                ] = None
        return {gene: tuple(names) for gene, names in by_gene.items()}

    async def _walk(self, starts: Sequence[Start], question: _LinkRequest) -> "_Walked":
        kind, to = question.kind, question.to
        if (route := self._routes.get((kind, to))) is None:
            raise AmbiguousQuery(*link_messages.no_way(KIND_OF[kind], KIND_OF[to]), to)
        ends = {
            start.place.key: _ReachedPlace(start.place, [IntermediateEntities()], {start.place.key}) for start in starts
        }
        version = versions_of(*(start.version for start in starts))
        lacking = [start.lacking for start in starts]
        told_by = [start.provenance for start in starts]
        for number, walk in enumerate(route):
            step_result = await walk([end.place for end in ends.values()])
            version = versions_of(version, step_result.version)
            lacking += step_result.lacking
            told_by += step_result.provenances
            ends = _merged(step_result, ends, is_first=number == 0)
            # Filtered after every step, so that an unapproved ligand on the way does not lead on.
            if question.approved_only:
                ends = {key: end for key, end in ends.items() if _may_stay(end.place)}
        return _Walked([*ends.values()], version, lacking, told_by)

    async def _why_none(self, starts: Sequence[Start], question: _LinkRequest) -> str:
        """Explain why there are no links, and suggest a call to make instead."""
        kind, to = question.kind, question.to
        if question.approved_only or question.organism:
            others = len((await self._reach(starts, question._replace(approved_only=False, organism=None))).entities)
        else:
            others = 0
        if len(starts) > 1:
            is_shared = question.match == "all"
            return link_messages.none_of_list(KIND_OF[kind], len(starts), KIND_OF[to], others, is_shared=is_shared)
        (start,) = starts
        name = start.entity.label
        if others:
            return link_messages.no_such_links(KIND_OF[kind], start.entity.id, name, KIND_OF[to], others)
        none = link_messages.no_links(KIND_OF[kind], name, KIND_OF[to])
        if to == "pathway" and kind == "ligand":
            return Advice(none, " ", link_messages.drawn_itself(start.entity.id))
        if to == "pathway" and kind == "compound":
            call = link_messages.links_to(start.entity.id, kind, "ligand")
            return Advice(none, " ", link_messages.acting_on_genes(call))
        if kind == "gene" and start.entity.organism != HUMAN and to in ("target", "ligand", "compound"):
            return link_messages.joined_by_human_genes(name, start.entity.organism or "")
        if (kind, to) == ("ligand", "compound"):
            keys = sorted(value for key, value in start.place.identifiers if key == "inchikey")
            return link_messages.no_compound_stated(name, keys[0] if keys else None)
        return none


def _of_last(told_by: Sequence[Provenance | None]) -> Provenance | None:
    """Return the last provenance of a walk, marked as stale if any catalogue on the way is stale."""
    provenances = [provenance for provenance in told_by if provenance is not None]
    return (
        msgspec.structs.replace(provenances[-1], stale=any(provenance.stale for provenance in provenances))
        if provenances
        else None
    )


def _slim(page: LinkPage) -> LinkPage:
    """Shorten a page that is too long for callers: one way for each item, then no evidence for the last items.

    For a list of names, each item then lists only the first ten that it is linked to. The guidance reports the cuts.
    """
    if json_size(page) <= pages.MOST_BYTES:
        return page
    items = [msgspec.structs.replace(item, through=item.through[:1]) for item in page.items]
    too_many = json_size(msgspec.structs.replace(page, items=tuple(items))) - pages.MOST_BYTES
    number = len(items)
    while too_many > 0 and number:
        number -= 1
        bare = msgspec.structs.replace(items[number], evidence=(), through=())
        too_many -= json_size(items[number]) - json_size(bare)
        items[number] = bare
    remark: Advice | str | None = link_messages.evidence_of_first(number) if number < len(items) else None
    if too_many > 0 and any(len(item.of) > _MOST_OF for item in items):
        remark = joined(remark, link_messages.names_of_first(_MOST_OF))
        items = [
            msgspec.structs.replace(item, of=item.of[:_MOST_OF], of_count=len(item.of))
            if len(item.of) > _MOST_OF
            else item
            for item in items
        ]
    return msgspec.structs.replace(page, items=tuple(items), guidance=joined(page.guidance, remark))


def _may_stay(place: Place) -> bool:
    """Return True unless the place is an unapproved ligand. A ligand on which others act counts as a target."""
    # e.g. TNF: a peptide that is not approved, but on which adalimumab acts
    return place.entity.kind != "ligand" or place.is_acted_on or bool(place.entity.approved)


def _merged(
    step_result: StepResult, before: Mapping[_Key, _ReachedPlace], *, is_first: bool
) -> dict[_Key, _ReachedPlace]:
    """Group the links of a step by the place where they end, with every way to that place."""
    ends: dict[_Key, _ReachedPlace] = {}
    for source, place in step_result.links:
        begin = before[source]
        end = ends.get(place.key)
        several, of = (end.ways, end.of) if end else ([], set[_Key]())
        of |= begin.of
        # A link of a single step has no way: its evidence is in the entity itself.
        if not is_first:
            last = begin.place.entity.way
            several.extend(joined_ways(way, last) for way in begin.ways or [IntermediateEntities()])
        if end:
            entity = end.place.entity.acting_also(place.entity)
            # After the first step, each record of a list has evidence of its own.
            place = end.place._replace(entity=entity.evident_also(place.entity) if is_first else entity)
        ends[place.key] = _ReachedPlace(place, several, of)
    return ends
