"""Enrich: find the pathways that contain more genes, or compounds, of a list than chance would put there."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Literal

import msgspec

from biofacts.application.answers import pages
from biofacts.application.lists import splitting
from biofacts.application.lists.background import Read, Sets, Universe
from biofacts.application.lists.compound_lists import CompoundSets
from biofacts.application.lists.gene_lists import GeneSets
from biofacts.application.lists.splitting import Names
from biofacts.application.messages import lists as list_messages
from biofacts.domain.answers.advice import joined, json_size
from biofacts.domain.answers.errors import AmbiguousQuery
from biofacts.domain.answers.pages import DEFAULT_PAGE_SIZE, Page, Window, outdated_cursor, windowed
from biofacts.domain.identifiers import organisms
from biofacts.domain.identifiers.organisms import HUMAN
from biofacts.domain.lists import enrichment
from biofacts.domain.lists.enrichment import (
    FEWEST,
    MEMBERS_SHOWN,
    MOST,
    Background,
    ContestedName,
    EnrichedPathway,
    NameRead,
)
from biofacts.domain.remarks import answers as answer_remarks

TOOL = "enrich_pathways"

MOST_IN_BACKGROUND = 25_000
_NAMES_SHOWN, _CANDIDATES_SHOWN = 10, 3
_MOST_BYTES = 9_800
"""Size of a page, less room for the sentence that says where members are left out."""


Members = Literal["genes", "compounds"]


class Enrichment(Page[EnrichedPathway], frozen=True, kw_only=True, omit_defaults=True):
    """Pathways by p-value. `resolved`: number of genes or compounds in the list.

    `names`: how each name was read that is not the symbol or name of what it means. Not counted: `ambiguous` and
    `not_found` names, and those `not_drawn` in any pathway of the background. For tools each of these four has at most
    ten names, and `guidance` gives the number.
    """

    background: Background
    resolved: int
    names: tuple[NameRead, ...] = ()
    ambiguous: tuple[ContestedName, ...] = ()
    not_found: tuple[str, ...] = ()
    not_drawn: tuple[str, ...] = ()


class EnrichPathways:
    """Over-representation analysis of a list of genes or compounds."""

    def __init__(self, genes: GeneSets, compounds: CompoundSets, *, whole: bool = False) -> None:
        """`whole`: return all members of every item, whatever the size of the page."""
        self._genes = genes
        self._compounds = compounds
        self._whole = whole

    async def __call__(
        self,
        genes: Names | None = None,
        *,
        compounds: Names | None = None,
        organism: str = HUMAN,
        background: Names | None = None,
        cursor: str | None = None,
        page_size: int = DEFAULT_PAGE_SIZE,
    ) -> Enrichment:
        """Return one page of pathways for either list. Raises: AmbiguousQuery, RateLimited, UpstreamError."""
        kind, given = _one_list(genes, compounds)
        among = None
        if background is not None:
            among = splitting.listed("background", background, fewest=FEWEST, most=MOST_IN_BACKGROUND)
        chosen = organisms.check(organism) or HUMAN
        # With both lists in the key, a cursor is refused for any other list or background.
        listed = (TOOL, kind, chosen, "\n".join(given), "\n".join(among or ()))
        window = pages.window(listed, cursor, page_size)
        # A cursor holds how the names were read: PubChem may resolve more of them later.
        mark, _, version = (window.version or "").rpartition("/")
        sets = await self._sets(kind, chosen, given, version or None)
        if sets is None:
            raise outdated_cursor(cursor)
        read = await sets.read(given)
        if window.version is not None and read.mark != mark:
            raise outdated_cursor(cursor)
        within = None if among is None else (await sets.read(among)).members.keys()
        return self._answer(kind, sets, read, within, window, listed, cursor)

    async def _sets(self, kind: Members, organism: str, given: Sequence[str], version: str | None) -> Sets | None:
        if kind == "genes":
            return await self._genes.open(organism, given, version)
        return await self._compounds.open(organism, version)

    def _answer(
        self,
        kind: Members,
        sets: Sets,
        read: Read,
        within: AbstractSet[str] | None,
        window: Window,
        listed: tuple[str, ...],
        cursor: str | None,
    ) -> Enrichment:
        universe = sets.universe
        among = universe.places.keys() if within is None else universe.places.keys() & within
        chosen = {
            one: universe.names.get(one) or answer_remarks.shown(text)
            for one, text in read.members.items()
            if one in among
        }
        number, items = _tested(universe, kind, chosen, among)
        hits = windowed(
            items,
            window,
            version=f"{read.mark}/{universe.version}",
            provenance=universe.provenance,
        )
        if universe.pathways:
            advice = sets.advice(read, len(chosen), restricted=within is not None)
        else:
            advice = joined(answer_remarks.unknown_organism(listed[2], None))
        page = pages.rows(hits, window, listed, cursor, advice=advice)
        missing = [*read.unknown, *read.elsewhere]
        whole = Enrichment(
            items=page.items,
            pagination=page.pagination,
            guidance=page.guidance,
            source=page.source,
            background=Background(size=len(among), what=sets.compared_with(number, given=within is not None)),
            resolved=len(read.members),
            # An identifier is exact: what was read of a word comes first.
            names=tuple(sorted(read.names, key=lambda one: one.why.startswith("identifier"))),
            ambiguous=tuple(read.ambiguous),
            not_found=tuple(map(answer_remarks.shown, missing)),
            not_drawn=tuple(text for one, text in read.members.items() if one not in among),
        )
        return whole if self._whole else _cut(whole)


def _one_list(genes: Names | None, compounds: Names | None) -> tuple[Members, Sequence[str]]:
    """Return the kind of the list and its names. Raises: AmbiguousQuery for both or no lists, too few or many names."""
    if genes is not None and compounds is None:
        return "genes", splitting.listed("genes", genes, fewest=FEWEST, most=MOST)
    if compounds is not None and genes is None:
        return "compounds", splitting.listed("compounds", compounds, fewest=FEWEST, most=MOST)
    raise AmbiguousQuery(*list_messages.one_list(), None)


def _cut(whole: Enrichment) -> Enrichment:
    """Cut the lists of names to the first ten, and the members of each item to the first ten.

    If the page is still too large, the last items have no members. Says what was cut.
    """
    few_candidates = [
        msgspec.structs.replace(one, candidates=one.candidates[:_CANDIDATES_SHOWN]) for one in whole.ambiguous
    ]
    whole = msgspec.structs.replace(whole, ambiguous=tuple(few_candidates))
    cut = [
        (part, several[:_NAMES_SHOWN], len(several))
        for part in ("names", "ambiguous", "not_found", "not_drawn")
        if len(several := getattr(whole, part)) > _NAMES_SHOWN
    ]
    if cut:
        more = list_messages.names_cut(_NAMES_SHOWN, {part: number for part, _, number in cut})
        whole = msgspec.structs.replace(
            whole,
            **{part: few for part, few, _ in cut},
            guidance=joined(whole.guidance, more),
        )
    few = [
        msgspec.structs.replace(one, genes=one.genes[:MEMBERS_SHOWN], compounds=one.compounds[:MEMBERS_SHOWN])
        for one in whole.items
    ]
    whole = msgspec.structs.replace(whole, items=tuple(few))
    bare = tuple(msgspec.structs.replace(one, genes=(), compounds=()) for one in whole.items)
    room = _MOST_BYTES - json_size(msgspec.structs.replace(whole, items=bare))
    fitting = 0
    for one, short in zip(whole.items, bare, strict=True):
        room -= json_size(one) - json_size(short)
        if room < 0:
            break
        fitting += 1
    if fitting == len(whole.items):
        return whole
    said = joined(whole.guidance, list_messages.members_of_first(fitting))
    return msgspec.structs.replace(whole, items=(*whole.items[:fitting], *bare[fitting:]), guidance=said)


def _tested(
    universe: Universe, kind: Members, chosen: Mapping[str, str], among: AbstractSet[str]
) -> tuple[int, Sequence[EnrichedPathway]]:
    """Return the number of pathways with a member of the background, and those with a chosen one by p-value.

    `chosen`: names by id.
    """
    wanted = sorted(chosen, key=lambda one: (chosen[one], one))
    sizes = Counter(place for one in among for place in universe.places[one])
    overlaps: defaultdict[int, list[str]] = defaultdict(list)
    for one in wanted:
        for place in universe.places[one]:
            overlaps[place].append(chosen[one])
    # The adjustment counts every pathway with a member of the background; those without overlap have p = 1.
    p_values = [enrichment.tail(len(found), sizes[place], len(wanted), len(among)) for place, found in overlaps.items()]
    items = [
        EnrichedPathway(
            id=f"WP:{universe.pathways[place][0]}",
            title=universe.pathways[place][1],
            overlap=len(found),
            pathway_size=sizes[place],
            list_size=len(wanted),
            p_value=p_value,
            adjusted_p_value=adjusted,
            **{kind: tuple(found)},
        )
        for (place, found), p_value, adjusted in zip(
            overlaps.items(), p_values, enrichment.adjusted(p_values, len(sizes)), strict=True
        )
    ]
    # Ties need a fixed order, since every page of a list is computed anew.
    return len(sizes), sorted(items, key=lambda one: (one.p_value, -one.overlap, one.title, one.id))
