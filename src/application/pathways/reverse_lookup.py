"""Reverse lookup: from a gene to the pathways that contain it."""

from collections.abc import Sequence

import msgspec

from biofacts.application.answers import pages
from biofacts.application.answers.other_kinds import NOWHERE, Elsewhere
from biofacts.domain.answers import wording
from biofacts.domain.answers.advice import FOR_TOOLS, Advice, NextCall, Phrasing, joined
from biofacts.domain.answers.errors import AmbiguousQuery
from biofacts.domain.answers.meaning import Meaning
from biofacts.domain.answers.pages import DEFAULT_PAGE_SIZE, Hits, Page, Window, windowed
from biofacts.domain.genes import name_resolution
from biofacts.domain.genes.facts import GeneFacts, spelled
from biofacts.domain.genes.gene import GENE, ReadAs
from biofacts.domain.genes.name_resolution import Reading
from biofacts.domain.genes.names import GeneName
from biofacts.domain.identifiers import databases, organisms, web_links
from biofacts.domain.identifiers.databases import Reference
from biofacts.domain.pathways.pathway import PATHWAY, PathwayCandidate
from biofacts.ports.genes import GeneSource, NamedGenes
from biofacts.ports.pathways import GenePathway, GenePathways, PathwaysOfGenes, SoughtGene

TOOL = "get_pathways_for_gene"


class PathwaysOfGene(Page[PathwayCandidate], frozen=True, kw_only=True, omit_defaults=True):
    """The pathways of a gene. `read_as`: the gene, if it differs from the text sent."""

    read_as: ReadAs | None = None


class Answer(msgspec.Struct, frozen=True):
    """A window of the pathways of a gene; the gene, if it differs from the text; advice."""

    hits: Hits[PathwayCandidate]
    read_as: ReadAs | None = None
    advice: Advice | None = None


class _Found(msgspec.Struct, frozen=True):
    """The meaning of a name and its pathways. `drawn_so`: another organism's gene of that name."""

    read: Reading
    names: NamedGenes
    pathways: GenePathways
    drawn_so: GeneFacts | Meaning | None = None

    @property
    def version(self) -> str:
        """The version of the listing: of all catalogues used."""
        return f"{self.names.version} {self.pathways.version}".strip()

    def of(self, organism: str | None) -> Sequence[GenePathway]:
        """Return the pathways of an organism (None: of all), sorted as listed."""
        return sorted((one for one in self.pathways.pathways if organism in (None, one.organism)), key=_order)


class ReverseLookup:
    """The use case that lists the pathways of a gene.

    Human pathways come first, then by organism; for each organism, titles that name the gene come first.
    """

    def __init__(
        self,
        pathways: PathwaysOfGenes,
        genes: GeneSource,
        *,
        elsewhere: Elsewhere = NOWHERE,
        phrasing: Phrasing = FOR_TOOLS,
    ) -> None:
        self._pathways = pathways
        self._genes = genes
        self._elsewhere = elsewhere
        self._phrasing = phrasing

    async def __call__(
        self,
        gene_id: str,
        *,
        organism: str | None = None,
        cursor: str | None = None,
        page_size: int = DEFAULT_PAGE_SIZE,
        slim: bool = False,
    ) -> PathwaysOfGene:
        """Return one page of pathways. Raises: AmbiguousQuery, RateLimited, UpstreamError."""
        reference, other = named(gene_id)
        name = GeneName.parse(reference.text if reference else gene_id)
        chosen = organisms.check(organism)
        listed = (TOOL, spelled(name.text), chosen or "")
        window = pages.window(listed, cursor, page_size)
        answer = Answer(pages.nothing(), advice=other) if other else await self.window(name, chosen, window)
        hits, advice = (answer.hits, answer.advice) if answer else (None, None)
        if reference and not other:
            advice = joined(wording.read_from_link(reference.text), advice)
        page = pages.page(hits, window, listed, cursor, slim=slim, advice=advice, phrasing=self._phrasing)
        return PathwaysOfGene(
            items=page.items,
            pagination=page.pagination,
            guidance=page.guidance,
            source=page.source,
            read_as=answer.read_as if answer else None,
        )

    async def window(self, name: GeneName, organism: str | None, window: Window) -> Answer | None:
        """Return a window of the list; None if its version is gone. Raises: the errors of a call."""
        if (found := await self._find(name, organism, window.version)) is None:
            return None
        chosen = found.of(organism)
        hits = windowed(
            [one.local_id for one in chosen],
            window,
            version=found.version,
            provenance=found.pathways.provenance,
        )
        advice = await self._advice(found, organism, chosen)
        kept = advice.changed(lambda call: wording.within(call, organism)) if advice else None
        return Answer(hits.of(tuple(map(found.pathways.candidate, hits.items))), found.read.read_as, kept)

    async def _find(self, name: GeneName, organism: str | None, version: str | None) -> _Found | None:
        """Return the pathways; None if the version is gone. Wait for late names only if nothing is found."""
        await self._pathways.prepare_genes()
        # A plain symbol is drawn as it is and does not wait for names; a name that finds nothing does, below.
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
        read = read_in(name, names)
        # Where genes are not named after human ones, a name counts as it is drawn.
        if organism is not None and _is_foreign(read, organism):
            written = Reading(name=name)
            found = await self._pathways.with_gene(await self._sought(written, names.version, organism), version)
            if found is None or any(one.organism == organism for one in found.pathways):
                return _Found(written, names, found, read.gene or read.meanings[0]) if found else None
        if read.meanings:
            raise _several(read, organism)
        found = await self._pathways.with_gene(await self._sought(read, names.version, organism), version)
        return _Found(read, names, found) if found else None

    async def _sought(self, read: Reading, version: str, organism: str | None) -> SoughtGene:
        name, gene = read.name, read.gene
        if gene is None:
            return SoughtGene(terms=name.terms, symbol=name.symbol if organism else None)
        drawn = await self._genes.drawn_as(gene, version=version)
        is_alias = name.symbol is not None and spelled(name.symbol) != spelled(gene.symbol)
        as_written = name.terms if organism not in (None, gene.organism) else name.identifiers
        return SoughtGene(
            terms=tuple(dict.fromkeys([*drawn, *as_written])),
            symbol=gene.symbol,
            alias=name.symbol if is_alias else None,
        )

    async def _advice(self, found: _Found, organism: str | None, chosen: Sequence[GenePathway]) -> Advice | None:
        read = found.read
        parts: list[Advice | str] = []
        if read.gene and read.others:
            others = [f"{one.symbol} ({one.why})" for one in read.others]
            parts.append(wording.also_called_so(read.name.text, read.gene.symbol, others))
        if organism is None and (named_so := await self._named_so(found)):
            parts.append(wording.other_genes_so(read.name.text, named_so, TOOL))
        if not chosen:
            parts.append(await self._none(found, organism))
        elif found.drawn_so is not None:
            parts.append(wording.drawn_so_there(read.name.text, organism or "", found.drawn_so.symbol, TOOL))
        elif read.gene is None and read.name.symbol is not None and not found.names.lacking:
            parts.append(wording.gene_label_only(read.name.text, wording.search(GENE, read.name.text)))
        if found.names.lacking:
            parts.append(found.names.lacking)
        if not found.pathways.complete:
            parts.append(wording.INCOMPLETE_GENES)
        return joined(*parts)

    async def _named_so(self, found: _Found) -> Sequence[str]:
        """Return the organisms in which another gene has exactly that name."""
        name, gene = found.read.name, found.read.gene
        if gene is None or name.symbol is None or spelled(name.symbol) == spelled(gene.symbol):
            return ()
        written = await self._pathways.with_gene(SoughtGene(terms=name.terms), found.pathways.version)
        drawn_in = {one.organism for one in (written.pathways if written else ())}
        return sorted(one for one in drawn_in if not organisms.is_named_like_human(one))

    async def _none(self, found: _Found, organism: str | None) -> Advice | str:
        """Return the reason why there is no pathway, and the call to make next."""
        text, gene = found.read.name.text, found.read.gene
        if found.pathways.pathways:
            elsewhere = dict.fromkeys(one.organism for one in sorted(found.pathways.pathways, key=_order))
            return wording.gene_elsewhere(text, organism or "", list(elsewhere))
        if gene:
            return wording.gene_nowhere(gene.symbol, wording.search(PATHWAY, gene.symbol))
        genes, topic, compounds = wording.search(GENE, text), wording.search(PATHWAY, text), wording.pathways_with(text)
        if ways := await self._elsewhere.ways(GENE, text):
            return wording.no_gene_but(text, ways, compounds)
        return wording.no_gene(text, genes=genes, compounds=compounds, topic=topic)


def named(given: str) -> tuple[Reference | None, Advice | None]:
    """Return the gene's reference in a link, and advice on a link or CURIE that is not a gene's.

    A text without a link has no reference, unless it is a CURIE of another kind.
    """
    link = web_links.read(given)
    reference = link.reference if link else databases.read(given)
    if reference is None:
        return None, Advice.of(wording.unread_link(link.site)) if link else None
    if reference.finds(GENE):
        return (reference if link else None), None
    if not (link or reference.own):
        return None, None
    calls = reference.calls(GENE)
    return reference, joined(
        wording.read_from_link(reference.text) if link else None,
        wording.of_another_kind(reference.text, GENE, calls),
    )


def read_in(name: GeneName, names: NamedGenes) -> Reading:
    """Read a name in the organism of the call; or else as a human protein's; or else in another organism."""
    known = names.reading
    read = known if known and known.name == name else name_resolution.read(name, names.of_organism)
    if read.gene or read.meanings:
        return read
    if names.of_protein:
        return name_resolution.of_protein(name, names.of_protein)
    by_organism: dict[str, list[GeneFacts]] = {}
    for gene in names.elsewhere:
        by_organism.setdefault(gene.organism, []).append(gene)
    readings = [name_resolution.read(name, genes) for genes in by_organism.values()]
    return next((one for one in readings if one.gene), read)


def _is_foreign(read: Reading, organism: str) -> bool:
    """Return True if a name was read by genes elsewhere, though the organism's own genes have other names."""
    if organisms.is_named_like_human(organism) or read.name.symbol is None:
        return False
    if read.gene is None:
        return bool(read.meanings)
    return read.gene.organism != organism and spelled(read.gene.symbol) != spelled(read.name.symbol)


def _several(read: Reading, organism: str | None) -> AmbiguousQuery:
    """Make the refusal of a name that means several genes or a family."""
    given = {"organism": organism} if organism else {}
    shown = read.meanings[: name_resolution.MOST_MEANINGS]
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
