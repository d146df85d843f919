"""Reverse lookup: from a gene to the pathways that contain it."""

from collections.abc import Sequence

import msgspec

from biofacts.application import listing
from biofacts.domain import organisms, wording
from biofacts.domain.compound import COMPOUND
from biofacts.domain.errors import AmbiguousQuery
from biofacts.domain.gene import GENE, ReadAs
from biofacts.domain.genes import reading
from biofacts.domain.genes.facts import GeneFacts, spelled
from biofacts.domain.genes.names import GeneName
from biofacts.domain.genes.reading import Reading
from biofacts.domain.paging import DEFAULT_PAGE_SIZE, Hits, Page, Window, windowed
from biofacts.domain.pathway import PATHWAY, PathwayCandidate
from biofacts.domain.wording import NextCall
from biofacts.ports.genes import GeneSource, NamedGenes
from biofacts.ports.pathways import GenePathway, GenePathways, PathwaySource, SoughtGene

TOOL = "get_pathways_for_gene"


class PathwaysOfGene(Page[PathwayCandidate], frozen=True, kw_only=True, omit_defaults=True):
    """The pathways of a gene. `read_as`: the gene, where it is not what was written."""

    read_as: ReadAs | None = None


class Answer(msgspec.Struct, frozen=True):
    """A window of the pathways of a gene, and the gene, where it is not what was written."""

    hits: Hits[PathwayCandidate]
    read_as: ReadAs | None


class _Found(msgspec.Struct, frozen=True):
    """What a name means, and the pathways of that."""

    read: Reading
    names: NamedGenes
    pathways: GenePathways

    @property
    def version(self) -> str:
        """The version of the listing: of all catalogues that took part."""
        return f"{self.names.version} {self.pathways.version}".strip()

    def of(self, organism: str | None) -> Sequence[GenePathway]:
        """The pathways of an organism (None: of all), in the order of the list."""
        return sorted((one for one in self.pathways.pathways if organism in (None, one.organism)), key=_order)


class ReverseLookup:
    """List the pathways of a gene: human first, then by organism; of each organism, titles that name the gene first."""

    def __init__(self, pathways: PathwaySource, genes: GeneSource) -> None:
        self._pathways = pathways
        self._genes = genes

    async def __call__(
        self,
        gene_id: str,
        *,
        organism: str | None = None,
        cursor: str | None = None,
        page_size: int = DEFAULT_PAGE_SIZE,
        slim: bool = False,
    ) -> PathwaysOfGene:
        """One page of pathways. Raises: AmbiguousQuery, RateLimited, UpstreamError."""
        name, chosen = GeneName.parse(gene_id), organisms.check(organism)
        listed = (TOOL, spelled(name.text), chosen or "")
        window = listing.window(listed, cursor, page_size)
        answer = await self.window(name, chosen, window)
        page = listing.page(answer.hits if answer else None, window, listed, cursor, slim=slim)
        return PathwaysOfGene(
            items=page.items,
            pagination=page.pagination,
            guidance=page.guidance,
            source=page.source,
            read_as=answer.read_as if answer else None,
        )

    async def window(self, name: GeneName, organism: str | None, window: Window) -> Answer | None:
        """A window of the list; None when its version is no longer kept. Raises: as a call."""
        if (found := await self._find(name, organism, window.version)) is None:
            return None
        chosen = found.of(organism)
        hits = windowed(
            [one.local_id for one in chosen],
            window,
            version=found.version,
            guidance=_guidance(found, organism, chosen),
            provenance=found.pathways.provenance,
        )
        candidates = await self._pathways.candidates(hits.items, found.pathways.version)
        return None if candidates is None else Answer(hits.of(tuple(candidates)), found.read.read_as)

    async def _find(self, name: GeneName, organism: str | None, version: str | None) -> _Found | None:
        """None when the version is no longer kept. Names that come late are waited for only if nothing is found."""
        await self._pathways.prepare_genes()
        names = await self._genes.named(name, organism, version=version, patient=False)
        found = await self._with(name, organism, names, version)
        if found is not None and found.names.lacking and not found.of(organism) and version is None:
            found = await self._with(name, organism, await self._genes.named(name, organism), version)
        return found

    async def _with(
        self, name: GeneName, organism: str | None, names: NamedGenes | None, version: str | None
    ) -> _Found | None:
        if names is None:
            return None
        read = _read(name, names)
        if read.meanings:
            raise _several(read, organism)
        pathways = await self._pathways.with_gene(await self._sought(read, names.version), version)
        return None if pathways is None else _Found(read, names, pathways)

    async def _sought(self, read: Reading, version: str) -> SoughtGene:
        name, gene = read.name, read.gene
        if gene is None:
            return SoughtGene(terms=name.terms)
        drawn = await self._genes.drawn_as(gene, version=version)
        is_alias = name.symbol is not None and spelled(name.symbol) != spelled(gene.symbol)
        return SoughtGene(
            terms=tuple(dict.fromkeys([*drawn, *name.identifiers])),
            symbol=gene.symbol,
            alias=name.symbol if is_alias else None,
        )


def _read(name: GeneName, names: NamedGenes) -> Reading:
    """In the organism that was asked for; else in another one, human first."""
    read = reading.read(name, names.of_organism)
    if read.gene or read.meanings:
        return read
    by_organism: dict[str, list[GeneFacts]] = {}
    for gene in names.elsewhere:
        by_organism.setdefault(gene.organism, []).append(gene)
    readings = [reading.read(name, genes) for genes in by_organism.values()]
    return next((one for one in readings if one.gene), read)


def _several(read: Reading, organism: str | None) -> AmbiguousQuery:
    """The refusal of a name that means several genes, or a family."""
    given = {"organism": organism} if organism else {}
    shown = read.meanings[: reading.MOST_MEANINGS]
    calls = [NextCall(TOOL, {"gene_id": one.id, **given}) for one in shown]
    symbols = [one.symbol for one in shown]
    text = read.name.text
    if read.is_family:
        refusal = wording.gene_family(text, symbols, calls, wording.search(PATHWAY, text))
    else:
        refusal = wording.several_genes(text, symbols, calls)
    return AmbiguousQuery(*refusal, text, candidates=read.meanings)


def _order(pathway: GenePathway) -> tuple[object, ...]:
    return (*organisms.sort_key(pathway.organism), not pathway.named_in_title)


def _guidance(found: _Found, organism: str | None, chosen: Sequence[GenePathway]) -> str | None:
    read = found.read
    parts: list[str] = []
    if read.gene and read.others:
        others = [f"{one.symbol} ({one.why})" for one in read.others]
        parts.append(wording.also_called_so(read.name.text, read.gene.symbol, others))
    if not chosen and found.pathways.pathways:
        elsewhere = dict.fromkeys(one.organism for one in sorted(found.pathways.pathways, key=_order))
        parts.append(wording.gene_elsewhere(read.name.text, organism or "", list(elsewhere)))
    elif not chosen and read.gene:
        symbol = read.gene.symbol
        parts.append(wording.gene_nowhere(symbol, wording.search(PATHWAY, symbol)))
    elif not chosen:
        genes, compounds, topic = (wording.search(kind, read.name.text) for kind in (GENE, COMPOUND, PATHWAY))
        parts.append(wording.no_gene(read.name.text, genes=genes, compounds=compounds, topic=topic))
    if found.names.lacking:
        parts.append(found.names.lacking)
    if not found.pathways.complete:
        parts.append(wording.INCOMPLETE_GENES)
    return " ".join(parts) or None
