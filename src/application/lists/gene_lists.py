"""Lists of genes, resolved as in get_pathways_for_gene, and all genes drawn in an organism's pathways."""

from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence

import anyio.lowlevel
import anyio.to_thread
import msgspec

from biofacts.application.genes import named_genes
from biofacts.application.lists import name_lists
from biofacts.application.lists.name_lists import NamesRead, Universe, advice_on
from biofacts.application.messages import genes as gene_messages
from biofacts.application.messages import lists as list_messages
from biofacts.domain.answers.advice_and_phrasing import Advice, joined
from biofacts.domain.answers.bounded_caches import Recent
from biofacts.domain.answers.entity_kinds import GENE
from biofacts.domain.answers.errors import AmbiguousQuery, Meaning, UpstreamError
from biofacts.domain.answers.pages import versions_of
from biofacts.domain.genes.names import GeneName, gene_term
from biofacts.domain.lists import input_tables, resolution
from biofacts.domain.lists.enrichment_statistics import ContestedName, NameRead
from biofacts.domain.lists.input_tables import is_missing, name_in, names_in
from biofacts.domain.lists.resolution import Resolution
from biofacts.domain.pathways.drawn_nodes import DrawnGenes, GenesInPathway
from biofacts.domain.source_remarks import any_source as source_remarks
from biofacts.domain.source_remarks import genes as gene_remarks
from biofacts.ports.genes import GeneSource, NamedGenes
from biofacts.ports.pathways import FromCatalogues, PathwaysOfGenes

_KEPT = 3
"""The number of organisms whose genes stay in memory; each takes some megabytes."""


class _Genes(msgspec.Struct, frozen=True, kw_only=True):
    """The genes of an organism.

    `drawn`: the terms in the drawings, None if the names of the organism's genes are available; `by_labels`: True if
    labels serve as genes, although some of them name other things.
    """

    organism: str
    universe: Universe
    drawn: DrawnGenes | None
    by_labels: bool = False
    listing: FromCatalogues
    names: NamedGenes


class GeneSets:
    """The genes of each organism; the last few organisms stay in memory."""

    def __init__(self, pathways: PathwaysOfGenes, genes: GeneSource) -> None:
        self._pathways = pathways
        self.source = genes
        self._kept = Recent[tuple[str, str], _Genes](_KEPT)

    async def open(self, organism: str, names: Sequence[str], version: str | None) -> "GenesOfOrganism | None":
        """Return the genes of an organism; None if the version is gone. Raises: RateLimited, UpstreamError."""
        if (genes := await self._genes_of(organism, GeneName.read(names[0]), version)) is None:
            return None
        return GenesOfOrganism(self.source, _as_drawn(genes, genes.drawn, names) if genes.drawn else genes)

    async def all_of(self, organism: str) -> tuple[Universe, DrawnGenes | None, str | None]:
        """Return all genes of an organism, `_Genes.drawn`, and a remark on missing data.

        Raises: RateLimited, UpstreamError.
        """
        genes = await self._genes_of(organism, GeneName.read(""), None)
        assert genes is not None  # None is only for an outdated version, and no version was given
        return genes.universe, genes.drawn, " ".join(_gaps(genes)) or None

    async def _genes_of(self, organism: str, name: GeneName, version: str | None) -> _Genes | None:
        await self._pathways.prepare_genes()
        # Looking up any name loads the names of the organism, and returns their version.
        named = await self.source.by_name(name, organism, version=version)
        listed = await self._pathways.gene_listing(version)
        if named is None or listed is None:
            return None
        key = organism, versions_of(named.version, listed.version)
        if (genes := self._kept.get(key)) is None:
            drawn = await self._pathways.genes_drawn(organism, listed.version)
            if drawn is None:
                return None
            genes = self._kept[key] = await self._made(*key, drawn, named, listed)
        return genes

    async def names(self, organism: str, names: Sequence[str], version: str | None) -> "NamesOfGenes | None":
        """Return a reader of gene names alone; None if the version is gone. Raises: RateLimited, UpstreamError."""
        named = await self.source.by_name(GeneName.read(names[0]), organism, version=version)
        return NamesOfGenes(self.source, organism, named) if named else None

    async def _made(
        self, organism: str, version: str, pathways: Sequence[GenesInPathway], named: NamedGenes, listed: FromCatalogues
    ) -> _Genes:
        # Takes some tenths of a second for an organism, so it runs outside the event loop.
        drawn = await anyio.to_thread.run_sync(DrawnGenes, pathways)
        terms = {*drawn.terms, *(gene_term("symbol", label) for label in drawn.labels)}
        genes = await self.source.all_drawn_as(terms, organism, version=named.version)

        def of_each() -> dict[str, frozenset[int]]:
            return {gene.id: drawn.of(gene.terms, gene.symbol) for gene in genes}

        places = await anyio.to_thread.run_sync(of_each)
        universe = Universe(
            pathways=[(pathway.local_id, pathway.title) for pathway in pathways],
            places={gene: where for gene, where in places.items() if where},
            names={gene.id: gene.symbol for gene in genes},
            version=version,
            provenance=listed.provenance,
        )
        return _Genes(organism=organism, universe=universe, drawn=None if genes else drawn, listing=listed, names=named)


class NamesOfGenes:
    """A reader of lists of gene names in one organism. `names`: any earlier answer, for its version of the names."""

    def __init__(self, genes: GeneSource, organism: str, names: NamedGenes) -> None:
        self._genes = genes
        self._organism = organism
        self._names = names
        self.version = names.version
        """The version of the catalogues from which names are read."""

    async def resolved(self, names: Iterable[str]) -> list[Resolution]:
        """Resolve the distinct names from local catalogues; cells that mean "no value" are skipped."""
        resolutions: list[Resolution] = []
        # Missing values are aliases of genes, too: `NA` is one of XK, `nan` one of SCN11A.
        for text in dict.fromkeys(text for text in names if not is_missing(text)):
            await anyio.lowlevel.checkpoint()  # lets other tasks run, as local answers do not
            resolutions.append(await self._resolved(text))
        return resolutions

    async def read(self, names: Iterable[str]) -> NamesRead:
        """Read the names from local catalogues."""
        several = [*names]
        return read_from(await self.resolved(several), several)

    async def _resolved(self, text: str) -> Resolution:
        unknown = Resolution(input=text, status="not_found")
        if not name_lists.may_be_name(text):
            return unknown
        try:
            return await resolve_cell(text, self._organism, self._find, self._resolved) or unknown
        except AmbiguousQuery:
            return unknown

    async def _find(self, name: GeneName) -> NamedGenes:
        return await self._genes.by_name(name, self._organism, version=self._names.version) or self._names


def read_from(resolutions: Sequence[Resolution], names: Iterable[str], member: Callable[[str], str] = str) -> NamesRead:
    """Return the genes of a list. `resolutions`: the resolutions of its names; `member`: the member id of a gene id."""
    reading = NamesRead(missing=[text for text in names if is_missing(text)])
    for item in resolutions:
        if item.id is not None:
            reading.ids[item.input] = member(item.id)
            reading.members[member(item.id)] = item.input
            # Reported, since a statistic is silently wrong if an alias means another gene.
            if item.why:
                reading.names.append(NameRead(input=item.input, id=item.id, label=item.name or item.id, why=item.why))
        elif item.status == "ambiguous":
            options = tuple(msgspec.structs.replace(option, score=None) for option in item.candidates)
            reading.ambiguous.append(ContestedName(input=item.input, candidates=options))
        else:
            # Among the names that are not found, those of other organisms' genes have a candidate: see `resolve_cell`.
            (reading.elsewhere if item.candidates else reading.unknown).append(item.input)
            reading.remarks.extend([item.why] if item.status == "error" and item.why else ())
    if dates := [item.input for item in resolutions if item.why == resolution.A_DATE]:
        reading.remarks.append(list_messages.dates(dates))
    contested = {ambiguou.input for ambiguou in reading.ambiguous}
    if joint := [
        item.input for item in resolutions if item.why == resolution.SEVERAL_NAMES and item.input in contested
    ]:
        reading.remarks.append(list_messages.joint_names(joint))
    return reading


class GenesOfOrganism(NamesOfGenes):
    """The genes in one organism's pathways, as a `ListReader`."""

    def __init__(self, genes: GeneSource, organism_genes: _Genes) -> None:
        super().__init__(genes, organism_genes.organism, organism_genes.names)
        self.universe = organism_genes.universe
        """All genes drawn in the organism's pathways."""
        self._known = organism_genes

    @property
    def is_named(self) -> bool:
        """True if members are gene ids; False if they are drawn terms, as the organism's gene names are unavailable."""
        return self._known.drawn is None

    def member(self, identifier: str) -> str:
        """Return the member id of a gene id: the id itself or, without gene names, its first drawn term."""
        drawn = () if self.is_named else self._drawn(GeneName.read(identifier))
        return next(iter(drawn), identifier)

    async def _resolved(self, text: str) -> Resolution:
        resolved = await super()._resolved(text)
        if self.is_named or resolved.why in (resolution.A_DATE, resolution.SEVERAL_NAMES):
            return resolved
        named = name_in(text)
        reference, _ = named_genes.reference_in(named)
        drawn = self._drawn(GeneName.read(reference.text if reference else named))
        if not drawn:
            return Resolution(input=text, status="not_found")
        return Resolution(input=text, status="resolved", id=drawn[0], name=text)

    def _drawn(self, name: GeneName) -> Sequence[str]:
        return [term for term in name.terms if term in self.universe.places]

    @property
    def members(self) -> str:
        """The words for the members of the background, in sentences."""
        return list_messages.LABELS if self._known.by_labels else list_messages.GENES

    def advice(self, reading: NamesRead, inside: int, *, restricted: bool) -> Advice | None:
        """Return advice on the list; see `ListReader`."""
        parts = advice_on(GENE, list_messages.GENES, reading, inside, self._known.organism, restricted=restricted)
        return joined(*parts, *_gaps(self._known))


def _gaps(genes: _Genes) -> Iterator[str]:
    if genes.drawn is not None:
        yield genes.names.lacking or gene_remarks.names_unknown(genes.organism)
    if not genes.listing.complete:
        yield list_messages.INCOMPLETE_BACKGROUND


def _as_drawn(genes: _Genes, drawn: DrawnGenes, names: Sequence[str]) -> _Genes:
    """Return the genes of an organism whose gene names are unavailable: drawn symbols, or drawn ids of one database.

    The names in the list decide: the kind of term that most of them match is used. Labels count as symbols only if no
    drawn term is a symbol, since other nodes have labels too.
    """
    labels = {gene_term("symbol", label): places for label, places in drawn.labels.items()}
    by_labels = bool(labels) and not any(_kind(term) == "symbol" for term in drawn.terms)
    every = (*drawn.terms, *labels) if by_labels else drawn.terms
    terms = {term: {*drawn.terms.get(term, ()), *labels.get(term, ())} for term in every}
    sought = [(text, term) for text in names for term in {*GeneName.read(text).terms} & terms.keys()]
    kinds = Counter(_kind(term) for _, term in sought)
    chosen = next((kind for kind, _ in kinds.most_common(1)), "symbol")
    of_kind = {term: frozenset(places) for term, places in terms.items() if _kind(term) == chosen}
    written = {term: source_remarks.shortened_name(text) for text, term in sought}
    universe = msgspec.structs.replace(
        genes.universe, places=of_kind, names={term: written.get(term, term.partition(":")[2]) for term in of_kind}
    )
    return msgspec.structs.replace(genes, universe=universe, by_labels=by_labels and chosen == "symbol")


def _kind(term: str) -> str:
    return term.partition(":")[0]


# Cells of a list


FindGenes = Callable[[GeneName], Awaitable[NamedGenes]]
"""A function that returns the genes with a name."""


async def resolve_cell(
    text: str, organism: str | None, find: FindGenes, part: Callable[[str], Awaitable[Resolution]]
) -> Resolution | None:
    """Resolve a cell of a list like the gene of get_pathways_for_gene. Returns: None if it names no gene.

    A cell may have a name, several names, or a date into which a spreadsheet turned a symbol.

    `organism`: the organism of the genes, or None for all; a gene of another organism is only a candidate. `part`: a
    function that resolves one of several names in the cell. Raises: AmbiguousQuery for a text that is not a name;
    RateLimited, UpstreamError.
    """
    if len(names := names_in(text)) > 1:
        return resolution.of_cell(text, [await part(name) for name in names])
    # e.g. `1-Mar`, into which a spreadsheet turns MARCH1: even a single gene is only offered.
    if symbols := input_tables.symbols_of_date(text):
        return resolution.of_date(text, await _meanings(symbols, find))
    reference, other = named_genes.reference_in(named := name_in(text))
    name = GeneName.parse(reference.text if reference else named)
    if other is not None:
        return None
    genes = await find(name)
    reading = named_genes.read_in(name, genes)
    if reading.gene is not None and organism not in (None, reading.gene.organism):
        why = genes.lacking or gene_messages.gene_of_another_organism(reading.gene.organism, organism or "")
        return Resolution(input=text, status="not_found", why=why, candidates=(resolution.of_gene(reading.gene),))
    if (meant := resolution.read(text, reading)) is not None:
        # Names of genes, which outrank the Guide's names of proteins, may be unavailable.
        reason = " ".join(filter(None, (meant.why, genes.lacking))) if reading.by_protein else meant.why
        return msgspec.structs.replace(meant, why=reason)
    # If the organism's names are unavailable, the gene may still exist.
    if genes.lacking:
        return Resolution(input=text, status="error", code=UpstreamError.code, why=genes.lacking)
    # Only now, since `Sep-2` could also be a name, as `Oct-4` is one of POU5F1.
    symbols = input_tables.symbols_of_date(text, unknown=True)
    return resolution.of_date(text, await _meanings(symbols, find)) if symbols else None


async def _meanings(symbols: Sequence[str], find: FindGenes) -> Sequence[Meaning]:
    """Return the genes of the symbols that a spreadsheet may have turned into a date."""
    meanings: dict[str, Meaning] = {}
    for symbol in symbols:
        name = GeneName.read(symbol)
        for meaning in named_genes.read_in(name, await find(name)).all_meanings:
            meanings.setdefault(
                meaning.id, Meaning(id=meaning.id, symbol=meaning.symbol, why=f"{symbol}: {meaning.why}")
            )
    # Symbols, current or former, come first: they are more frequent in lists than aliases of other genes.
    return sorted(meanings.values(), key=lambda meaning: not meaning.why.endswith("symbol"))
