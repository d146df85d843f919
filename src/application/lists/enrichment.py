"""Enrich: find the pathways that contain more genes, or compounds, of a list than expected by chance."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Any, Literal, NamedTuple

import msgspec

from biofacts.application.answers import pages
from biofacts.application.lists import name_lists, orthologs
from biofacts.application.lists.background import ListReader, NamesRead, names_of
from biofacts.application.lists.compound_lists import CompoundSets
from biofacts.application.lists.gene_lists import GeneSets
from biofacts.application.lists.name_lists import Names
from biofacts.application.lists.orthologs import OrthologSets
from biofacts.application.lists.ranked_lists import PlacedRanking, RankedEnrichment
from biofacts.application.messages import lists as list_messages
from biofacts.domain.answers import next_calls
from biofacts.domain.answers.advice import Advice, joined
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
from biofacts.domain.lists import enrichment
from biofacts.domain.lists.enrichment import (
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
from biofacts.domain.remarks import answers as answer_remarks
from biofacts.domain.remarks import pathways as pathway_remarks
from biofacts.ports.lists import Plotter

MOST_IN_BACKGROUND = 25_000
_MOST_SHOWN = 40
"""Members of a significant pathway that a model sees; of the others it sees `MEMBERS_SHOWN`."""

Members = Literal["genes", "compounds"]


class Enrichment(Page[EnrichedPathway], frozen=True, kw_only=True):
    """Pathways by p-value. `resolved`: number of genes or compounds in the list.

    `names`: how each name was read that is not the symbol or name of what it means. Not counted: `ambiguous` and
    `not_found` names, those `not_drawn` in any pathway of the background, and genes of another organism
    `without_ortholog`. For tools each of these has at most ten names, and `guidance` gives the number.
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

    `among`: ids of the background's members; `chosen`: names of the list's members among them, by id; `restricted`:
    True if the caller gave the background; `repeated`: how many names were of a member with an earlier name.
    """

    kind: Members
    sets: ListReader
    read: NamesRead
    among: AbstractSet[str]
    chosen: Mapping[str, str]
    restricted: bool
    repeated: int


class EnrichPathways:
    """Over-representation analysis of a list of genes, of compounds, or of both."""

    def __init__(self, genes: GeneSets, compounds: CompoundSets, *, whole: bool = False) -> None:
        """`whole`: return pages of the size asked for, with all members, names and digits."""
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
        """Return one page of pathways; with both lists, each is tested with the genes and compounds that it draws.

        Tested are pathways with `min_size` to `max_size` members of the background. `to_organism`: the organism of the
        pathways, if another than that of the genes, which are replaced by their orthologs. `grouped`: a pathway follows
        the one that its `same_as` names. Raises: AmbiguousQuery, RateLimited, UpstreamError.
        """
        given = _lists(genes, compounds)
        if min_size > max_size:
            raise AmbiguousQuery(*list_messages.no_size(min_size, max_size), min_size)
        among = None
        if background is not None:
            among = name_lists.listed("background", background, fewest=FEWEST, most=MOST_IN_BACKGROUND)
        chosen = organisms.check(organism, otherwise="for human") or HUMAN
        to = orthologs.checked(to_organism, chosen)
        # With everything that was asked in the key, a cursor is refused for any other list, background or size.
        asked = (f"{kind}\n" + "\n".join(names) for kind, names in given.items())
        listed = (next_calls.ENRICH, chosen, *asked, "\n".join(among or ()), f"{min_size} {max_size} {grouped} {to}")
        window = pages.window(listed, cursor, page_size)
        # A cursor holds how the names were read: PubChem may resolve more of them later.
        mark, version = MarkedVersion.parse(window.version)
        lists = list[_List]()
        for kind, names in given.items():
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
                # With both lists, names that are not genes may be compounds.
                among = [*background_read.unknown]
            lists.append(_list_of(kind, sets, names, await sets.read(names), within))
        if window.version is not None and "".join(one.read.mark for one in lists) != mark:
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
        items = enrichment.grouped(tested.items) if grouped else tested.items
        marks = "".join(one.read.mark for one in lists)
        hits = windowed(
            items,
            window,
            version=str(MarkedVersion(marks, versions_of(*(one.sets.universe.version for one in lists)))),
            provenance=lists[0].sets.universe.provenance,
        )
        if any(one.sets.universe.pathways for one in lists):
            advice = [one.sets.advice(one.read, len(one.chosen), restricted=one.restricted) for one in lists]
            if again := sum(one.repeated for one in lists):
                advice.append(Advice(list_messages.repeated(again)))
            if tested.untested and not items:
                advice.append(Advice(list_messages.sizes_left_out(tested.untested, *sizes)))
        else:
            advice = [joined(pathway_remarks.unknown_organism(organism, None))]
        page = pages.rows(hits, window, listed, cursor, advice=joined(*advice))
        reads = [one.read for one in lists]
        what = " and ".join(one.sets.members for one in lists)
        restricted = any(one.restricted for one in lists)
        whole = Enrichment(
            **msgspec.structs.asdict(page),
            background=Background(
                size=sum(len(one.among) for one in lists),
                what=list_messages.background(
                    what, organism, tested.number, tested.of_all, *sizes, restricted=restricted
                ),
            ),
            resolved=sum(len(read.members) for read in reads),
            not_drawn=tuple(
                text for one in lists for member, text in one.read.members.items() if member not in one.among
            ),
            **names_of(reads),
        )
        if self._whole:
            return whole
        return pages.with_few_members(
            whole, _shortened, counted="overlap", offset=window.offset, version=hits.version, listing=listed
        )


def _lists(genes: Names | None, compounds: Names | None) -> Mapping[Members, Sequence[str]]:
    """Return the names by the kind of their list. Raises: AmbiguousQuery for no list, too few or too many names."""
    given: dict[Members, Names] = {}
    if genes is not None:
        given["genes"] = genes
    if compounds is not None:
        given["compounds"] = compounds
    if not given:
        raise AmbiguousQuery(*list_messages.no_list(), None)
    return {kind: name_lists.listed(kind, names, fewest=FEWEST, most=MOST) for kind, names in given.items()}


def _list_of(
    kind: Members, sets: ListReader, sent: Sequence[str], read: NamesRead, within: AbstractSet[str] | None
) -> _List:
    """Compare a list with what pathways draw. `sent`: its names; `within`: ids of the given background."""
    drawn, names = sets.universe.places.keys(), sets.universe.names
    among = drawn if within is None else drawn & within
    chosen = {one: names.get(one) or answer_remarks.shown(text) for one, text in read.members.items() if one in among}
    repeated = sum(name in read.ids for name in sent) - len(read.members)
    return _List(kind, sets, read, among, chosen, within is not None, repeated)


class _Sizes(NamedTuple):
    """The limits on the size of tested pathways, in members of the background."""

    fewest: int
    most: int


class _Tested(NamedTuple):
    """The pathways with a member of the list, by p-value.

    `number`: of pathways tested; `of_all`: of pathways with a member of the background; `untested`: of those left out
    by their size that have a member of the list.
    """

    items: Sequence[EnrichedPathway]
    number: int
    of_all: int
    untested: int


class _Counts(NamedTuple):
    """One list among the pathways. `sizes`, `overlaps`: numbers in the background, and names, by pathway."""

    kind: Members
    background: int
    chosen: int
    sizes: Mapping[str, int]
    overlaps: Mapping[str, Sequence[str]]


def _counted(one: _List) -> _Counts:
    universe, chosen = one.sets.universe, one.chosen
    sizes = Counter(place for member in one.among for place in universe.places[member])
    overlaps: defaultdict[str, list[str]] = defaultdict(list)
    for member in sorted(chosen, key=lambda member: (chosen[member], member)):
        for place in universe.places[member]:
            overlaps[universe.pathways[place][0]].append(chosen[member])
    by_pathway = {universe.pathways[place][0]: number for place, number in sizes.items()}
    return _Counts(one.kind, len(one.among), len(chosen), by_pathway, overlaps)


def _tested(lists: Sequence[_List], limits: _Sizes) -> _Tested:
    """Test every pathway within the limits, with the members of all lists in one urn."""
    parts = [_counted(one) for one in lists]
    titles = {local_id: title for one in lists for local_id, title in one.sets.universe.pathways}
    sizes = Counter[str]()
    for part in parts:
        sizes.update(part.sizes)
    within = {one for one, size in sizes.items() if limits.fewest <= size <= limits.most}
    met = {overlap for part in parts for overlap in part.overlaps}
    # A fixed order, since every page of a list is computed anew.
    places = sorted(met & within)
    background, chosen = sum(part.background for part in parts), sum(part.chosen for part in parts)
    overlaps = [sum(len(part.overlaps.get(place, ())) for part in parts) for place in places]
    p_values = [
        enrichment.tail(overlap, sizes[one], chosen, background) for one, overlap in zip(places, overlaps, strict=True)
    ]
    # The adjustment counts every tested pathway; those without overlap have p = 1.
    adjusted = enrichment.adjusted(p_values, len(within))
    of_parts = {part.kind: _part_tests(part, places, within) for part in parts} if len(parts) > 1 else {}
    items = [
        EnrichedPathway(
            id=f"WP:{one}",
            title=titles[one],
            overlap=overlaps[number],
            pathway_size=sizes[one],
            list_size=chosen,
            ratio=overlaps[number] / chosen,
            fold=overlaps[number] * background / (chosen * sizes[one]),
            p_value=p_values[number],
            adjusted_p_value=adjusted[number],
            genes=_members(parts, "genes", one),
            compounds=_members(parts, "compounds", one),
            alone={kind: test for kind, tests in of_parts.items() if (test := tests[number])},
        )
        for number, one in enumerate(places)
    ]
    items.sort(key=lambda one: (one.p_value, -one.overlap, one.title, one.id))
    return _Tested(enrichment.with_repeats(items), len(within), len(sizes), len(met - within))


def _members(parts: Sequence[_Counts], kind: Members, pathway: str) -> tuple[str, ...]:
    return tuple(name for part in parts if part.kind == kind for name in part.overlaps.get(pathway, ()))


def _part_tests(part: _Counts, places: Sequence[str], within: AbstractSet[str]) -> Sequence[TestedPart | None]:
    """Test one of two lists alone in the same pathways; None for a pathway that draws nothing of its background."""
    overlaps = [len(part.overlaps.get(place, ())) for place in places]
    sizes = [part.sizes.get(place, 0) for place in places]
    p_values = [
        enrichment.tail(overlap, size, part.chosen, part.background)
        for overlap, size in zip(overlaps, sizes, strict=True)
    ]
    adjusted = enrichment.adjusted(
        [p for p, size in zip(p_values, sizes, strict=True) if size], len(within & part.sizes.keys())
    )
    known = iter(adjusted)
    return [
        TestedPart(
            overlap=overlap, pathway_size=size, list_size=part.chosen, p_value=p_value, adjusted_p_value=next(known)
        )
        if size
        else None
        for overlap, size, p_value in zip(overlaps, sizes, p_values, strict=True)
    ]


def _shortened(one: EnrichedPathway, seen: AbstractSet[str]) -> tuple[EnrichedPathway, Sequence[str], bool]:
    """Round the numbers of a pathway and cut its members; a significant pathway lists more of them than others.

    Members that the page has not listed yet are kept first.
    """
    most = _MOST_SHOWN if one.adjusted_p_value < SIGNIFICANT else MEMBERS_SHOWN

    def few(members: Sequence[str]) -> tuple[str, ...]:
        if len(members) <= most:
            return tuple(members)
        kept = {*sorted(members, key=lambda member: member in seen)[:most]}
        return tuple(member for member in members if member in kept)

    short = enrichment.rounded(msgspec.structs.replace(one, genes=few(one.genes), compounds=few(one.compounds)))
    return short, short.members, len(short.members) < one.overlap


_SMALLEST = 1e-300
"""The probability in whose place 0 stands, since floats end there."""


class PlotEnrichment:
    """The use case that plots a list's pathways, or those of a ranking."""

    def __init__(self, plotter: Plotter) -> None:
        self._plotter = plotter

    async def __call__(
        self, found: Enrichment | PlacedRanking, kind: PlotKind | None = None, form: PlotFormat | None = None
    ) -> Any:
        """Plot all pathways of a page: a figure, or with `form` the content of a file.

        `kind`: by default a dot plot, of a ranking the running sums. Raises: AmbiguousQuery, UpstreamError.
        """
        answer = found.answer if isinstance(found, PlacedRanking) else found
        if not answer.items:
            raise AmbiguousQuery(list_messages.NOTHING_TO_PLOT, answer.guidance or list_messages.OTHER_LIST, None)
        plot = _of_ranking(found, kind) if isinstance(found, PlacedRanking) else _of_list(found, kind)
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


def _of_ranking(found: PlacedRanking, kind: PlotKind | None) -> Plot:
    answer = found.answer
    return Plot(
        kind=kind or "running",
        title=_title(answer),
        caption=list_messages.plotted_ranking(answer.permutations, answer.seed, answer.background, answer.source),
        pathways=tuple(
            PlottedPathway(
                id=item.id, title=item.title, strength=item.nes, probability=item.q_value, number=item.leading,
                members=frozenset(item.marks), places=found.places[item.id],
            )
            for item in answer.items
        ),
        strength="normalised enrichment score",
        probability="q-value (FDR)",
        number="genes of the leading edge",
        floor=1 / answer.permutations,
        scores=found.scores,
    )  # fmt: skip


def _title(answer: Enrichment | RankedEnrichment) -> str:
    return list_messages.plotted(len(answer.items), answer.pagination.total_count or len(answer.items))


def _member_kinds(items: tuple[EnrichedPathway, ...]) -> str:
    kinds = {"genes": any(item.genes for item in items), "compounds": any(item.compounds for item in items)}
    return f"{' and '.join(kind for kind, there in kinds.items() if there)} of the list"
