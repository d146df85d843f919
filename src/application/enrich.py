"""Enrich: the pathways in which more genes of a list are drawn than chance would put there."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

import anyio.lowlevel
import msgspec

from biofacts.application import listing, names, reverse_lookup
from biofacts.application.names import Names
from biofacts.domain import enrichment, organisms, wording
from biofacts.domain.advice import FOR_TOOLS, Advice, Phrasing, joined
from biofacts.domain.enrichment import FEWEST, MOST, Background, EnrichedPathway
from biofacts.domain.errors import AmbiguousQuery
from biofacts.domain.gene import HUMAN
from biofacts.domain.genes.drawn import DrawnGenes, GenesInPathway
from biofacts.domain.genes.names import GeneName, gene_term
from biofacts.domain.paging import DEFAULT_PAGE_SIZE, Page, Window, outdated_cursor, windowed
from biofacts.domain.recent import Recent
from biofacts.ports.genes import GeneSource, NamedGenes
from biofacts.ports.pathways import GeneListing, PathwaySource

TOOL = "enrich_pathways"

MOST_IN_BACKGROUND = 25_000
_NAMES_SHOWN = 20
_MOST_BYTES = 9_800
"""Of a page, less what is said where genes are left out."""
_KEPT = 3
"""Organisms whose genes are kept, each some megabytes."""


class Enrichment(Page[EnrichedPathway], frozen=True, kw_only=True, omit_defaults=True):
    """Pathways by p-value. `resolved`: genes that the list names; `ambiguous`, `not_found`: names, the first twenty."""

    background: Background
    resolved: int
    ambiguous: tuple[str, ...] = ()
    not_found: tuple[str, ...] = ()


class _Universe(msgspec.Struct, frozen=True, kw_only=True):
    """Every gene that is drawn in an organism's pathways.

    `places`: of each gene, by its id, the pathways that have it, as places in `pathways`; `symbols`: of the genes.
    `drawn`: the terms as they are drawn, where the organism's genes are not known by name; `by_labels`: its genes are
    labels of which some are no gene's.
    """

    organism: str
    pathways: Sequence[tuple[str, str]]
    places: Mapping[str, frozenset[int]]
    symbols: Mapping[str, str]
    drawn: DrawnGenes | None
    by_labels: bool = False
    listing: GeneListing
    names: NamedGenes

    @property
    def version(self) -> str:
        """Of all catalogues that took part."""
        return f"{self.names.version} {self.listing.version}".strip()


class _Read(msgspec.Struct, frozen=True):
    """What the names of a list mean: genes of the organism, by id; names of several, of none, of another organism's."""

    genes: set[str]
    ambiguous: list[str]
    unknown: list[str]
    elsewhere: list[str]


class EnrichPathways:
    """Over-representation analysis of a list of genes, named in any way."""

    def __init__(self, pathways: PathwaySource, genes: GeneSource, *, phrasing: Phrasing = FOR_TOOLS) -> None:
        self._pathways = pathways
        self._genes = genes
        self._phrasing = phrasing
        self._kept = Recent[tuple[str, str], _Universe](_KEPT)

    async def __call__(
        self,
        genes: Names,
        *,
        organism: str = HUMAN,
        background: Names | None = None,
        cursor: str | None = None,
        page_size: int = DEFAULT_PAGE_SIZE,
    ) -> Enrichment:
        """One page of pathways. Raises: AmbiguousQuery, RateLimited, UpstreamError."""
        given = names.listed("genes", genes, fewest=FEWEST, most=MOST)
        among = None
        if background is not None:
            among = names.listed("background", background, fewest=FEWEST, most=MOST_IN_BACKGROUND)
        chosen = organisms.check(organism) or HUMAN
        listed = (TOOL, chosen, "\n".join(given), "\n".join(among or ()))
        window = listing.window(listed, cursor, page_size)
        if (universe := await self._universe(chosen, given[0], window.version)) is None:
            raise outdated_cursor(cursor)
        if universe.drawn is not None:
            universe = _as_drawn(universe, universe.drawn, given)
        read = await self._read(given, universe)
        within = None if among is None else (await self._read(among, universe)).genes
        return self._answer(universe, read, within, window, listed, cursor)

    async def _universe(self, organism: str, name: str, version: str | None) -> _Universe | None:
        """None when the version is no longer kept."""
        await self._pathways.prepare_genes()
        named = await self._genes.named(GeneName.read(name), organism, version=version)
        listed = await self._pathways.gene_listing(version)
        if named is None or listed is None:
            return None
        key = organism, f"{named.version} {listed.version}"
        if (known := self._kept.get(key)) is None:
            drawn = await self._pathways.genes_drawn(organism, listed.version)
            if drawn is None:
                return None
            known = self._kept[key] = await self._made(organism, drawn, named, listed)
        return known

    async def _made(
        self, organism: str, pathways: Sequence[GenesInPathway], named: NamedGenes, listed: GeneListing
    ) -> _Universe:
        drawn = DrawnGenes(pathways)
        terms = {*drawn.terms, *(gene_term("symbol", label) for label in drawn.labels)}
        genes = await self._genes.all_drawn_as(terms, organism, version=named.version)
        places = {gene.id: drawn.of(gene.terms, gene.symbol) for gene in genes}
        return _Universe(
            organism=organism,
            pathways=[(one.local_id, one.title) for one in pathways],
            places={gene: found for gene, found in places.items() if found},
            symbols={gene.id: gene.symbol for gene in genes},
            drawn=None if genes else drawn,
            listing=listed,
            names=named,
        )

    async def _read(self, given: Sequence[str], universe: _Universe) -> _Read:
        read = _Read(set(), [], [], [])
        for text in dict.fromkeys(given):
            await anyio.lowlevel.checkpoint()  # thousands of names do not wait for anything
            if (name := _name(text)) is None:
                read.unknown.append(text)
            elif universe.drawn is not None:
                _take(name, universe, text, read)
            else:
                await self._take_named(name, universe, text, read)
        return read

    async def _take_named(self, name: GeneName, universe: _Universe, text: str, read: _Read) -> None:
        """Read a name as get_pathways_for_gene does."""
        found = await self._genes.named(name, universe.organism, version=universe.names.version)
        meant = reverse_lookup.read_in(name, found or universe.names)
        if meant.meanings:
            read.ambiguous.append(text)
        elif meant.gene is None:
            read.unknown.append(text)
        elif meant.gene.organism != universe.organism:
            read.elsewhere.append(text)
        else:
            read.genes.add(meant.gene.id)

    def _answer(
        self,
        universe: _Universe,
        read: _Read,
        within: set[str] | None,
        window: Window,
        listed: tuple[str, ...],
        cursor: str | None,
    ) -> Enrichment:
        among = universe.places.keys() if within is None else universe.places.keys() & within
        tested = _tested(universe, read.genes & among, among)
        hits = windowed(tested.items, window, version=universe.version, provenance=universe.listing.provenance)
        advice = _advice(universe, read, len(read.genes & among), within is not None)
        page = listing.rows(hits, window, listed, cursor, advice=advice, phrasing=self._phrasing)
        missing = [*read.unknown, *read.elsewhere]
        whole = Enrichment(
            items=page.items,
            pagination=page.pagination,
            guidance=page.guidance,
            source=page.source,
            background=Background(
                size=len(among),
                what=wording.background(
                    universe.organism, tested.number, given=within is not None, labels=universe.by_labels
                ),
            ),
            resolved=len(read.genes),
            ambiguous=tuple(map(wording.shown, read.ambiguous[:_NAMES_SHOWN])),
            not_found=tuple(map(wording.shown, missing[:_NAMES_SHOWN])),
        )
        return _cut(whole)


def _cut(whole: Enrichment) -> Enrichment:
    """The page without the genes of those items for which there is no room, the last ones first."""
    bare = tuple(msgspec.structs.replace(one, genes=()) for one in whole.items)
    room = _MOST_BYTES - len(msgspec.json.encode(msgspec.structs.replace(whole, items=bare)))
    fitting = 0
    for one in whole.items:
        room -= len(msgspec.json.encode(one.genes)) + len('"genes":,')
        if room < 0:
            break
        fitting += 1
    if fitting == len(whole.items):
        return whole
    said = " ".join(filter(None, (whole.guidance, wording.genes_of_first(fitting))))
    return msgspec.structs.replace(whole, items=(*whole.items[:fitting], *bare[fitting:]), guidance=said)


def _as_drawn(universe: _Universe, drawn: DrawnGenes, given: Sequence[str]) -> _Universe:
    """A universe without names of genes: its genes are the symbols, or the identifiers of one kind, that are drawn.

    Of the kind under which most of the given names are. Labels, which compounds have, too, stand for symbols only where
    no symbol is known to be one.
    """
    labels = {gene_term("symbol", label): places for label, places in drawn.labels.items()}
    by_labels = bool(labels) and not any(_kind(term) == "symbol" for term in drawn.terms)
    known = (*drawn.terms, *labels) if by_labels else drawn.terms
    terms = {term: {*drawn.terms.get(term, ()), *labels.get(term, ())} for term in known}
    sought = [(text, term) for text in given for term in {*GeneName.read(text).terms} & terms.keys()]
    kinds = Counter(_kind(term) for _, term in sought)
    chosen = next((kind for kind, _ in kinds.most_common(1)), "symbol")
    of_kind = {term: frozenset(places) for term, places in terms.items() if _kind(term) == chosen}
    written = {term: wording.shown(text) for text, term in sought}
    return msgspec.structs.replace(
        universe,
        places=of_kind,
        by_labels=by_labels and chosen == "symbol",
        symbols={term: written.get(term, term.partition(":")[2]) for term in of_kind},
    )


def _name(text: str) -> GeneName | None:
    """The name of a gene, also behind a link; None for what is none, or too long for one."""
    if len(text) > names.LONGEST:
        return None
    reference, other = reverse_lookup.named(text)
    try:
        return None if other else GeneName.parse(reference.text if reference else text)
    except AmbiguousQuery:
        return None


def _kind(term: str) -> str:
    return term.partition(":")[0]


def _take(name: GeneName, universe: _Universe, text: str, read: _Read) -> None:
    """Read a name as it is drawn."""
    drawn = [term for term in name.terms if term in universe.places]
    if drawn:
        read.genes.add(drawn[0])
    else:
        read.unknown.append(text)


class _Tested(msgspec.Struct, frozen=True):
    """So many pathways were tested; those that have a gene of the list, by p-value."""

    number: int
    items: Sequence[EnrichedPathway]


def _tested(universe: _Universe, chosen: Iterable[str], among: Iterable[str]) -> _Tested:
    """Test every pathway with a gene of the background for the chosen genes."""
    background, wanted = [*among], sorted(chosen, key=lambda gene: universe.symbols[gene])
    sizes = Counter(place for gene in background for place in universe.places[gene])
    overlaps: defaultdict[int, list[str]] = defaultdict(list)
    for gene in wanted:
        for place in universe.places[gene]:
            overlaps[place].append(universe.symbols[gene])
    p_values = [
        enrichment.tail(len(genes), sizes[place], len(wanted), len(background)) for place, genes in overlaps.items()
    ]
    items = [
        EnrichedPathway(
            id=f"WP:{universe.pathways[place][0]}",
            title=universe.pathways[place][1],
            overlap=len(genes),
            pathway_size=sizes[place],
            list_size=len(wanted),
            p_value=p_value,
            adjusted_p_value=adjusted,
            genes=tuple(genes[: enrichment.GENES_SHOWN]),
        )
        for (place, genes), p_value, adjusted in zip(
            overlaps.items(), p_values, enrichment.adjusted(p_values, len(sizes)), strict=True
        )
    ]
    return _Tested(len(sizes), sorted(items, key=lambda one: (one.p_value, -one.overlap, one.title, one.id)))


def _advice(universe: _Universe, read: _Read, tested: int, restricted: bool) -> Advice | None:
    """What became of the list, and what may be missing."""
    parts: list[Advice | str] = []
    organism = universe.organism
    if not universe.pathways:
        return joined(wording.unknown_organism(organism, None))
    if tested < len(read.genes):
        parts.append(wording.outside_background(tested, len(read.genes), organism, restricted=restricted))
    if read.ambiguous:
        parts.append(wording.not_counted(read.ambiguous, organism))
    if read.unknown:
        parts.append(wording.not_genes(len(read.unknown), organism))
    if read.elsewhere:
        parts.append(wording.genes_elsewhere(len(read.elsewhere), organism))
    if universe.drawn is not None:
        parts.append(universe.names.lacking or wording.names_unknown(organism))
    if not universe.listing.complete:
        parts.append(wording.INCOMPLETE_GENES)
    return joined(*parts)
