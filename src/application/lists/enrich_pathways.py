"""Enrichment: find the pathways that contain more genes or compounds of a list than expected by chance."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Any, Literal, NamedTuple

import msgspec

from biofacts.application.answers import pages
from biofacts.application.lists import name_lists, orthologs
from biofacts.application.lists.compound_lists import CompoundSets
from biofacts.application.lists.gene_lists import GeneSets
from biofacts.application.lists.name_lists import ListReader, Names, NamesRead, names_of
from biofacts.application.lists.orthologs import OrthologSets
from biofacts.application.lists.ranked_lists import PlacedRanking, RankedEnrichment
from biofacts.application.messages import lists as list_messages
from biofacts.domain.answers import next_calls
from biofacts.domain.answers.advice_and_phrasing import Advice, joined
from biofacts.domain.answers.errors import AmbiguousQuery
from biofacts.domain.answers.pages import (
    DEFAULT_PAGE_SIZE,
    MarkedVersion,
    Page,
    Window,
    outdated_cursor,
    versions_of,
    windowed,
)
from biofacts.domain.identifiers import organisms
from biofacts.domain.identifiers.organisms import HUMAN
from biofacts.domain.lists import enrichment_statistics
from biofacts.domain.lists.enrichment_statistics import (
    FEWEST,
    LARGEST_SET,
    MEMBERS_SHOWN,
    MOST,
    SIGNIFICANT,
    SMALLEST_SET,
    Background,
    ContestedName,
    EnrichedPathway,
    NameRead,
    Plot,
    PlotFormat,
    PlotKind,
    PlottedPathway,
    TestedPart,
)
from biofacts.domain.source_remarks import any_source as source_remarks
from biofacts.domain.source_remarks import pathways as pathway_remarks
from biofacts.ports.lists import Plotter

MOST_IN_BACKGROUND = 25_000
# When all pathways showed few genes, 373 of 396 significant rows were cut.
_MOST_SHOWN = 40
"""The number of members that agents see of a significant pathway; of other pathways they see `MEMBERS_SHOWN`."""

Members = Literal["genes", "compounds"]


class Enrichment(Page[EnrichedPathway], frozen=True, kw_only=True):
    """Pathways by p-value. `resolved`: number of genes or compounds in the list.

    `names`: readings of names that are not the symbol or name of their gene or compound. Names not counted:
    `ambiguous`, `not_found`, `not_drawn` (in no pathway of the background), and `without_ortholog` (genes of another
    organism). Tools show at most ten names in each of these fields, and `guidance` gives the number.
    """

    background: Background
    resolved: int
    names: tuple[NameRead, ...] = ()
    ambiguous: tuple[ContestedName, ...] = ()
    not_found: tuple[str, ...] = ()
    not_drawn: tuple[str, ...] = ()
    without_ortholog: tuple[str, ...] = ()


class _List(NamedTuple):
    """A list of genes or compounds, as it was read, with its background.

    `among`: ids of the background's members; `chosen`: names of the list's members in the background, by id;
    `restricted`: True if the caller gave the background; `repeated`: number of names whose member was named before.
    """

    kind: Members
    sets: ListReader
    names: NamesRead
    among: AbstractSet[str]
    chosen: Mapping[str, str]
    restricted: bool
    repeated: int


class EnrichPathways:
    """Over-representation analysis of a list of genes, of compounds, or of both."""

    def __init__(self, genes: GeneSets, compounds: CompoundSets, *, whole: bool = False) -> None:
        """`whole`: True to return full pages with all members, names and digits; False to shorten them for agents."""
        self._genes = OrthologSets(genes)
        self._compounds = compounds
        self._whole = whole

    async def __call__(
        self,
        genes: Names | None = None,
        *,
        compounds: Names | None = None,
        organism: str = HUMAN,
        to_organism: str | None = None,
        background: Names | None = None,
        min_size: int = SMALLEST_SET,
        max_size: int = LARGEST_SET,
        grouped: bool = False,
        cursor: str | None = None,
        page_size: int = DEFAULT_PAGE_SIZE,
    ) -> Enrichment:
        """Return one page of pathways; with both lists, genes and compounds are tested together.

        `min_size`, `max_size`: limits on the members of the background in a tested pathway. `to_organism`: the organism
        of the pathways if not the organism of the genes, which are then replaced by their orthologs. `grouped`: True to
        place a pathway after the one that its `same_as` names. Raises: AmbiguousQuery, RateLimited, UpstreamError.
        """
        names_by_kind = _lists(genes, compounds)
        if min_size > max_size:
            raise AmbiguousQuery(*list_messages.no_size(min_size, max_size), min_size)
        among = None
        if background is not None:
            among = name_lists.checked_names("background", background, fewest=FEWEST, most=MOST_IN_BACKGROUND)
        chosen = organisms.check(organism, otherwise="for human") or HUMAN
        to = orthologs.checked(to_organism, chosen)
        # The key has all arguments, so that a cursor is refused for any other list, background or size.
        texts = (f"{kind}\n" + "\n".join(names) for kind, names in names_by_kind.items())
        listed = (next_calls.ENRICH, chosen, *texts, "\n".join(among or ()), f"{min_size} {max_size} {grouped} {to}")
        window = pages.window(listed, cursor, page_size)
        # A cursor contains a hash of the readings of the names: PubChem may resolve more of them later.
        mark, version = MarkedVersion.parse(window.version)
        lists = list[_List]()
        for kind, names in names_by_kind.items():
            if kind == "compounds":
                sets: ListReader | None = await self._compounds.open(to or chosen, version or None)
            else:
                sets = await self._genes.open(chosen, to, names, version or None)
            if sets is None:
                raise outdated_cursor(cursor)
            within: AbstractSet[str] | None = None
            if among is not None:
                background_read = await sets.read(among)
                within = background_read.members.keys()
                # With both lists, the background's names that are not genes may be compounds.
                among = [*background_read.unknown]
            lists.append(_list_of(kind, sets, names, await sets.read(names), within))
        if window.version is not None and "".join(member_list.names.mark for member_list in lists) != mark:
            raise outdated_cursor(cursor)
        sizes = _Sizes(min_size, max_size)
        return self._answer(lists, sizes, to or chosen, window, listed, cursor, grouped=grouped)

    def _answer(
        self,
        lists: Sequence[_List],
        sizes: "_Sizes",
        organism: str,
        window: Window,
        listed: tuple[str, ...],
        cursor: str | None,
        *,
        grouped: bool,
    ) -> Enrichment:
        tested = _tested(lists, sizes)
        items = enrichment_statistics.grouped(tested.items) if grouped else tested.items
        marks = "".join(member_list.names.mark for member_list in lists)
        hits = windowed(
            items,
            window,
            version=str(
                MarkedVersion(marks, versions_of(*(member_list.sets.universe.version for member_list in lists)))
            ),
            provenance=lists[0].sets.universe.provenance,
        )
        if any(member_list.sets.universe.pathways for member_list in lists):
            advice = [
                member_list.sets.advice(member_list.names, len(member_list.chosen), restricted=member_list.restricted)
                for member_list in lists
            ]
            if again := sum(member_list.repeated for member_list in lists):
                advice.append(Advice(list_messages.repeated(again)))
            if tested.untested and not items:
                advice.append(Advice(list_messages.sizes_left_out(tested.untested, *sizes)))
        else:
            advice = [joined(pathway_remarks.nothing_to_test(organism))]
        page = pages.rows(hits, window, listed, cursor, advice=joined(*advice))
        reads = [member_list.names for member_list in lists]
        what = " and ".join(member_list.sets.members for member_list in lists)
        restricted = any(member_list.restricted for member_list in lists)
        whole = Enrichment(
            **msgspec.structs.asdict(page),
            background=Background(
                size=sum(len(member_list.among) for member_list in lists),
                what=list_messages.background(
                    what, organism, tested.number, tested.of_all, *sizes, restricted=restricted
                ),
            ),
            resolved=sum(len(reading.members) for reading in reads),
            not_drawn=tuple(
                text
                for member_list in lists
                for member, text in member_list.names.members.items()
                if member not in member_list.among
            ),
            **names_of(reads),
        )
        if self._whole:
            return whole
        return pages.with_few_members(
            whole, _shortened, counted="overlap", offset=window.offset, version=hits.version, listing=listed
        )


def _lists(genes: Names | None, compounds: Names | None) -> Mapping[Members, Sequence[str]]:
    """Return the names of each list, by kind. Raises: AmbiguousQuery for no list, or too few or too many names."""
    names_by_kind: dict[Members, Names] = {}
    if genes is not None:
        names_by_kind["genes"] = genes
    if compounds is not None:
        names_by_kind["compounds"] = compounds
    if not names_by_kind:
        raise AmbiguousQuery(*list_messages.no_list(), None)
    return {
        kind: name_lists.checked_names(kind, names, fewest=FEWEST, most=MOST) for kind, names in names_by_kind.items()
    }


def _list_of(
    kind: Members, sets: ListReader, sent: Sequence[str], reading: NamesRead, within: AbstractSet[str] | None
) -> _List:
    """Compare a list with its background. `sent`: its names; `within`: member ids of the caller's background."""
    drawn, names = sets.universe.places.keys(), sets.universe.names
    among = drawn if within is None else drawn & within
    chosen = {
        member: names.get(member) or source_remarks.shortened_name(text)
        for member, text in reading.members.items()
        if member in among
    }
    repeated = sum(name in reading.ids for name in sent) - len(reading.members)
    return _List(kind, sets, reading, among, chosen, within is not None, repeated)


class _Sizes(NamedTuple):
    """The limits on the size of tested pathways, in members of the background."""

    fewest: int
    most: int


class _Tested(NamedTuple):
    """The pathways with a member of the list, by p-value.

    `number`: number of pathways tested; `of_all`: number of pathways with a member of the background; `untested`:
    number of pathways with a member of the list that were not tested because of their size.
    """

    items: Sequence[EnrichedPathway]
    number: int
    of_all: int
    untested: int


class _Counts(NamedTuple):
    """The counts of a list. `sizes`: members of the background by pathway; `overlaps`: names of the list by pathway."""

    kind: Members
    background: int
    chosen: int
    sizes: Mapping[str, int]
    overlaps: Mapping[str, Sequence[str]]


def _counted(member_list: _List) -> _Counts:
    universe, chosen = member_list.sets.universe, member_list.chosen
    sizes = Counter(place for member in member_list.among for place in universe.places[member])
    overlaps: defaultdict[str, list[str]] = defaultdict(list)
    for member in sorted(chosen, key=lambda member: (chosen[member], member)):
        for place in universe.places[member]:
            overlaps[universe.pathways[place][0]].append(chosen[member])
    by_pathway = {universe.pathways[place][0]: number for place, number in sizes.items()}
    return _Counts(member_list.kind, len(member_list.among), len(chosen), by_pathway, overlaps)


def _tested(lists: Sequence[_List], limits: _Sizes) -> _Tested:
    """Test every pathway within the limits, counting the members of all lists together."""
    parts = [_counted(member_list) for member_list in lists]
    titles = {local_id: title for member_list in lists for local_id, title in member_list.sets.universe.pathways}
    sizes = Counter[str]()
    for part in parts:
        sizes.update(part.sizes)
    within = {pathway for pathway, size in sizes.items() if limits.fewest <= size <= limits.most}
    met = {overlap for part in parts for overlap in part.overlaps}
    # Sorted, as every page of a list is computed afresh and must have the same order.
    places = sorted(met & within)
    background, chosen = sum(part.background for part in parts), sum(part.chosen for part in parts)
    overlaps = [sum(len(part.overlaps.get(place, ())) for part in parts) for place in places]
    p_values = [
        enrichment_statistics.tail(overlap, sizes[pathway], chosen, background)
        for pathway, overlap in zip(places, overlaps, strict=True)
    ]
    # The adjustment counts every tested pathway; pathways without overlap have p = 1.
    adjusted = enrichment_statistics.adjusted(p_values, len(within))
    of_parts = {part.kind: _part_tests(part, places, within) for part in parts} if len(parts) > 1 else {}
    items = [
        EnrichedPathway(
            id=f"WP:{pathway}",
            title=titles[pathway],
            overlap=overlaps[number],
            pathway_size=sizes[pathway],
            list_size=chosen,
            ratio=overlaps[number] / chosen,
            fold=overlaps[number] * background / (chosen * sizes[pathway]),
            p_value=p_values[number],
            adjusted_p_value=adjusted[number],
            genes=_members(parts, "genes", pathway),
            compounds=_members(parts, "compounds", pathway),
            alone={kind: test for kind, tests in of_parts.items() if (test := tests[number])},
        )
        for number, pathway in enumerate(places)
    ]
    items.sort(key=lambda item: (item.p_value, -item.overlap, item.title, item.id))
    return _Tested(enrichment_statistics.with_repeats(items), len(within), len(sizes), len(met - within))


def _members(parts: Sequence[_Counts], kind: Members, pathway: str) -> tuple[str, ...]:
    return tuple(name for part in parts if part.kind == kind for name in part.overlaps.get(pathway, ()))


def _part_tests(part: _Counts, places: Sequence[str], within: AbstractSet[str]) -> Sequence[TestedPart | None]:
    """Test one of two lists alone in the same pathways; None for a pathway without a member of its background."""
    overlaps = [len(part.overlaps.get(place, ())) for place in places]
    sizes = [part.sizes.get(place, 0) for place in places]
    p_values = [
        enrichment_statistics.tail(overlap, size, part.chosen, part.background)
        for overlap, size in zip(overlaps, sizes, strict=True)
    ]
    adjusted = enrichment_statistics.adjusted(
        [p for p, size in zip(p_values, sizes, strict=True) if size], len(within & part.sizes.keys())
    )
    adjusted_values = iter(adjusted)
    return [
        TestedPart(
            overlap=overlap,
            pathway_size=size,
            list_size=part.chosen,
            p_value=p_value,
            adjusted_p_value=next(adjusted_values),
        )
        if size
        else None
        for overlap, size, p_value in zip(overlaps, sizes, p_values, strict=True)
    ]


def _shortened(pathway: EnrichedPathway, seen: AbstractSet[str]) -> tuple[EnrichedPathway, Sequence[str], bool]:
    """Round the numbers of a pathway and shorten its list of members, less so if it is significant.

    Members that earlier pathways of the page have not shown are preferred.
    """
    most = _MOST_SHOWN if pathway.adjusted_p_value < SIGNIFICANT else MEMBERS_SHOWN

    def few(members: Sequence[str]) -> tuple[str, ...]:
        if len(members) <= most:
            return tuple(members)
        shown = {*sorted(members, key=lambda member: member in seen)[:most]}
        return tuple(member for member in members if member in shown)

    short = enrichment_statistics.rounded(
        msgspec.structs.replace(pathway, genes=few(pathway.genes), compounds=few(pathway.compounds))
    )
    return short, short.members, len(short.members) < pathway.overlap


_SMALLEST = 1e-300
"""The p-value plotted instead of 0, near the smallest that a float can have."""


class PlotEnrichment:
    """The use case that plots the pathways of a list or of a ranked list."""

    def __init__(self, plotter: Plotter) -> None:
        self._plotter = plotter

    async def __call__(
        self, analysis: Enrichment | PlacedRanking, kind: PlotKind | None = None, form: PlotFormat | None = None
    ) -> Any:
        """Plot all pathways of a page. Returns: a figure, or with `form` the content of a file.

        `kind`: the kind of plot (by default dots, for a ranked list running sums).

        Raises: AmbiguousQuery, UpstreamError.
        """
        answer = analysis.answer if isinstance(analysis, PlacedRanking) else analysis
        if not answer.items:
            raise AmbiguousQuery(list_messages.NOTHING_TO_PLOT, answer.guidance or list_messages.OTHER_LIST, None)
        plot = _of_ranking(analysis, kind) if isinstance(analysis, PlacedRanking) else _of_list(analysis, kind)
        return await (self._plotter.figure(plot) if form is None else self._plotter.image(plot, form))


def _of_list(answer: Enrichment, kind: PlotKind | None) -> Plot:
    if kind == "running":
        raise AmbiguousQuery(*list_messages.no_running_sum(), kind)
    return Plot(
        kind=kind or "dot",
        title=_title(answer),
        caption=list_messages.plotted_list(answer.items[0].list_size, answer.background, answer.source),
        pathways=tuple(
            PlottedPathway(
                id=item.id,
                title=item.title,
                strength=item.fold,
                probability=item.adjusted_p_value,
                number=item.overlap,
                members=frozenset(item.marks),
            )
            for item in answer.items
        ),
        strength="fold enrichment",
        probability="adjusted p-value",
        number=_member_kinds(answer.items),
        floor=_SMALLEST,
    )  # fmt: skip


def _of_ranking(ranking: PlacedRanking, kind: PlotKind | None) -> Plot:
    answer = ranking.answer
    return Plot(
        kind=kind or "running",
        title=_title(answer),
        caption=list_messages.plotted_ranking(answer.permutations, answer.seed, answer.background, answer.source),
        pathways=tuple(
            PlottedPathway(
                id=item.id, title=item.title, strength=item.nes, probability=item.q_value, number=item.leading,
                members=frozenset(item.marks), places=ranking.places[item.id],
            )
            for item in answer.items
        ),
        strength="normalised enrichment score",
        probability="q-value (FDR)",
        number="genes of the leading edge",
        floor=1 / answer.permutations,
        scores=ranking.scores,
    )  # fmt: skip


def _title(answer: Enrichment | RankedEnrichment) -> str:
    return list_messages.plotted(len(answer.items), answer.pagination.total_count or len(answer.items))


def _member_kinds(items: tuple[EnrichedPathway, ...]) -> str:
    kinds = {"genes": any(item.genes for item in items), "compounds": any(item.compounds for item in items)}
    return f"{' and '.join(kind for kind, there in kinds.items() if there)} of the list"
