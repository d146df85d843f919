"""Enrichment of a ranked list: find the pathways whose genes cluster at its top or bottom."""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

import anyio.to_thread
import msgspec

from biofacts.application.answers import pages
from biofacts.application.lists import name_lists, orthologs
from biofacts.application.lists.gene_lists import GeneSets
from biofacts.application.lists.name_lists import ListReader, Names, NamesRead, Universe, names_of
from biofacts.application.lists.orthologs import OrthologSets
from biofacts.application.lists.resolve_many import ReportNames, unheard
from biofacts.application.messages import lists as list_messages
from biofacts.domain.answers.advice_and_phrasing import joined
from biofacts.domain.answers.bounded_caches import Recent
from biofacts.domain.answers.errors import AmbiguousQuery
from biofacts.domain.answers.pages import DEFAULT_PAGE_SIZE, Page, Window, outdated_cursor, windowed
from biofacts.domain.identifiers import organisms
from biofacts.domain.identifiers.organisms import HUMAN
from biofacts.domain.lists import enrichment_statistics, ranked_lists
from biofacts.domain.lists.enrichment_statistics import (
    LARGEST_SET,
    MEMBERS_SHOWN,
    SIGNIFICANT,
    SMALLEST_SET,
    Background,
    ContestedName,
    NameRead,
)
from biofacts.domain.lists.ranked_lists import (
    FEWEST_RANKED,
    MOST_PERMUTATIONS,
    MOST_RANKED,
    PERMUTATIONS,
    RankedMembers,
    RankedPathway,
    RankedRows,
    SetScore,
    UnreadRow,
)
from biofacts.domain.source_remarks import any_source as source_remarks
from biofacts.domain.source_remarks import pathways as pathway_remarks
from biofacts.ports.lists import SetScorer

_KEPT = 3
"""The number of answers that stay in memory, so that all pages of a list come from one computation."""


class RankedEnrichment(Page[RankedPathway], frozen=True, kw_only=True):
    """Pathways from the top and the bottom of a ranking in turn, the strongest of each end first.

    `background`: the ranking; `up`, `down`: number of pathways with a `q_value` below 0.05 at the top and the bottom.
    `names`: readings of names that are not the symbol of their gene. Names not ranked: `ambiguous`, `not_found`, and
    `without_ortholog` (genes of another organism); names ranked but in no pathway: `not_drawn`. Tools show at most ten
    names in each of these fields, and `guidance` gives the number.
    """

    background: Background
    permutations: int
    seed: int
    up: int
    down: int
    names: tuple[NameRead, ...] = ()
    ambiguous: tuple[ContestedName, ...] = ()
    not_found: tuple[str, ...] = ()
    not_drawn: tuple[str, ...] = ()
    without_ortholog: tuple[str, ...] = ()


class PlacedRanking(NamedTuple):
    """An answer with its ranking. `scores`: in falling order; `places`: ranks of the genes by pathway id, rising."""

    answer: RankedEnrichment
    scores: tuple[float, ...]
    places: Mapping[str, tuple[int, ...]]


class RankedSettings(msgspec.Struct, frozen=True, kw_only=True):
    """The arguments of a call besides its list; calls with the same list and settings have the same result."""

    organism: str = HUMAN
    to_organism: str | None = None
    min_size: int = SMALLEST_SET
    max_size: int = LARGEST_SET
    grouped: bool = False
    permutations: int = PERMUTATIONS
    seed: int = 0

    @property
    def drawn_organism(self) -> str:
        """The organism of the pathways."""
        return self.to_organism or self.organism

    @property
    def written(self) -> str:
        """All settings but the organism, as text for the key of a cursor."""
        return f"{self.to_organism} {self.min_size} {self.max_size} {self.grouped} {self.permutations} {self.seed}"


class EnrichRanked:
    """Gene set enrichment analysis of a ranked list of genes."""

    def __init__(self, genes: GeneSets, scorer: SetScorer, *, whole: bool = False) -> None:
        """`whole`: True to return full pages with all members, names and digits; False to shorten them for agents."""
        self._genes = OrthologSets(genes)
        self._scorer = scorer
        self._whole = whole
        self._kept = Recent[tuple[str, ...], PlacedRanking](_KEPT)

    async def __call__(
        self,
        ranked: Names,
        settings: RankedSettings,
        *,
        cursor: str | None = None,
        page_size: int = DEFAULT_PAGE_SIZE,
        report: ReportNames = unheard,
    ) -> PlacedRanking:
        """Return one page of pathways with the ranking. `ranked`: rows such as `TP53=2.1`.

        Only pathways with `min_size` to `max_size` ranked genes are tested. `grouped` in the settings: True to place a
        pathway after the one that its `same_as` names. Raises: AmbiguousQuery, RateLimited, UpstreamError.
        """
        of = organisms.check(settings.organism, otherwise="for human") or HUMAN
        to = orthologs.checked(settings.to_organism, of)
        settings = msgspec.structs.replace(settings, organism=of, to_organism=to)
        _check(settings)
        lines = name_lists.checked_names("ranked", ranked, fewest=FEWEST_RANKED, most=MOST_RANKED)
        rows = _rows(lines)
        listed = ("enrich_ranked", settings.organism, settings.written, *lines)
        window = pages.window(listed, cursor, page_size)
        sets = await self._genes.open(of, to, [name for name, _ in rows.scores], window.version)
        if sets is None:
            raise outdated_cursor(cursor)
        key = (sets.universe.version, *listed)
        if (ranking := self._kept.get(key)) is None:
            ranking = self._kept[key] = await self._answer(rows, sets, settings, report)
        return ranking._replace(answer=self._page(ranking.answer, window, listed, cursor, sets.universe))

    async def _answer(
        self, rows: RankedRows, sets: ListReader, settings: RankedSettings, report: ReportNames
    ) -> PlacedRanking:
        """Return all pathways on one page without a cursor."""
        await report(0, settings.permutations)
        reading = await sets.read(name for name, _ in rows.scores)
        members = ((reading.ids[name], score) for name, score in rows.scores if name in reading.ids)
        order = ranked_lists.ranking(members, sets.universe.names)
        if sets.universe.pathways and len(order.ids) < FEWEST_RANKED:
            message, hint = list_messages.few_ranked(len(order.ids))
            # The advice explains a missing catalogue, which may be why the names could not be read.
            raise AmbiguousQuery(message, sets.advice(reading, len(reading.members), restricted=False) or hint, None)
        of_all = _places(sets.universe, order)
        tested = {
            pathway: places
            for pathway, places in of_all.items()
            if settings.min_size <= len(places) <= settings.max_size
        }
        # A pathway with all ranked genes has no running sum, as no gene is outside it.
        tested = {pathway: places for pathway, places in tested.items() if len(places) < len(order.ids)}
        scores: Sequence[SetScore] = ()
        if tested:
            scores = await self._scorer.score(
                order.scores, [*tested.values()], permutations=settings.permutations, seed=settings.seed, advance=report
            )
        scored = [
            _pathway(sets.universe, pathway, places, score, order, reading)
            for (pathway, places), score in zip(tested.items(), scores, strict=True)
        ]
        items = await anyio.to_thread.run_sync(enrichment_statistics.with_repeats, ranked_lists.in_turn(scored))
        items = enrichment_statistics.grouped(items) if settings.grouped else items
        ids = {
            pathway: f"WP:{local_id}"
            for pathway, (local_id, _) in enumerate(sets.universe.pathways)
            if pathway in tested
        }
        return PlacedRanking(
            _whole(items, reading, rows, order, sets, settings, len(of_all)),
            order.scores,
            {ids[pathway]: tuple(places) for pathway, places in tested.items()},
        )

    def _page(
        self, answer: RankedEnrichment, window: Window, listed: tuple[str, ...], cursor: str | None, universe: Universe
    ) -> RankedEnrichment:
        """Return a page of an answer; for agents, shortened to the essentials in less than 10 kB."""
        hits = windowed(answer.items, window, version=universe.version)
        page = pages.rows(hits, window, listed, cursor)
        whole = msgspec.structs.replace(answer, items=page.items, pagination=page.pagination)
        if self._whole:
            return whole
        return pages.with_few_members(
            whole, _shortened, counted="leading", offset=window.offset, version=hits.version, listing=listed
        )


def _check(settings: RankedSettings) -> None:
    if settings.min_size > settings.max_size:
        raise AmbiguousQuery(*list_messages.no_size(settings.min_size, settings.max_size), settings.min_size)
    if not 1 <= settings.permutations <= MOST_PERMUTATIONS:
        number = settings.permutations
        raise AmbiguousQuery(*list_messages.no_permutations(number, MOST_PERMUTATIONS), number)


def _rows(lines: Sequence[str]) -> RankedRows:
    """Read the rows of a list. Raises: AmbiguousQuery."""
    try:
        rows = ranked_lists.read_rows(lines)
    except UnreadRow as error:
        raise AmbiguousQuery(*list_messages.unread_row(error.row, error.number), error.row) from None
    if len(rows.scores) < FEWEST_RANKED:
        raise AmbiguousQuery(*list_messages.few_ranked(len(rows.scores)), None)
    return rows


def _places(universe: Universe, order: RankedMembers) -> dict[int, list[int]]:
    """Return the ranks of each pathway's genes, for pathways with a ranked gene, in a fixed order."""
    by_pathway: dict[int, list[int]] = {}
    for place, member in enumerate(order.ids):
        for pathway in universe.places.get(member, ()):
            by_pathway.setdefault(pathway, []).append(place)
    return dict(sorted(by_pathway.items(), key=lambda item: universe.pathways[item[0]][0]))


def _pathway(
    universe: Universe, pathway: int, places: Sequence[int], score: SetScore, order: RankedMembers, reading: NamesRead
) -> RankedPathway:
    local_id, title = universe.pathways[pathway]
    edge = [order.ids[place] for place in ranked_lists.leading_edge(places, score)]
    return RankedPathway(
        id=f"WP:{local_id}",
        title=title,
        pathway_size=len(places),
        es=score.es,
        nes=score.nes,
        p_value=score.p_value,
        q_value=score.q_value,
        leading=len(edge),
        leading_edge=tuple(
            universe.names.get(gene) or source_remarks.shortened_name(reading.members[gene]) for gene in edge
        ),
    )


def _whole(
    items: Sequence[RankedPathway],
    reading: NamesRead,
    rows: RankedRows,
    order: RankedMembers,
    sets: ListReader,
    settings: RankedSettings,
    of_all: int,
) -> RankedEnrichment:
    """Return the whole answer, with advice on the list."""
    universe = sets.universe
    not_drawn = tuple(reading.members[gene] for gene in order.ids if gene not in universe.places)
    significant = [item for item in items if item.q_value < SIGNIFICANT]
    up = sum(pathway.nes > 0 for pathway in significant)
    advice = [
        list_messages.directions(up, len(significant) - up, SIGNIFICANT),
        list_messages.ranked_numbers(
            len(rows.missing), rows.infinite, order.repeated, order.tied, len(not_drawn)
        ),
        sets.advice(reading, len(reading.members), restricted=False),
    ]  # fmt: skip
    if any(item.p_value == 0 or item.q_value == 0 for item in items):
        advice.append(list_messages.zeros(settings.permutations))
    if not universe.pathways:
        advice = [pathway_remarks.nothing_to_test(settings.drawn_organism)]
    window = Window(limit=len(items))
    hits = windowed(items, window, version="", provenance=universe.provenance)
    page = pages.rows(hits, window, (), None, advice=joined(*advice))
    return RankedEnrichment(
        **msgspec.structs.asdict(page),
        background=Background(
            size=len(order.ids),
            what=list_messages.ranked_background(
                settings.drawn_organism, len(items), of_all, settings.min_size, settings.max_size
            ),
        ),
        permutations=settings.permutations,
        seed=settings.seed,
        up=up,
        down=len(significant) - up,
        not_drawn=not_drawn,
        **names_of([reading]),
    )


def _shortened(pathway: RankedPathway, seen: AbstractSet[str]) -> tuple[RankedPathway, Sequence[str], bool]:
    """Round the numbers of a pathway and shorten its leading edge to the outermost genes."""
    numbers = {
        name: enrichment_statistics.three_digits(getattr(pathway, name)) for name in ("es", "nes", "p_value", "q_value")
    }
    edge = pathway.leading_edge[:MEMBERS_SHOWN]
    return msgspec.structs.replace(pathway, leading_edge=edge, **numbers), edge, len(edge) < pathway.leading
