"""Lists of genes, resolved as in get_pathways_for_gene, and all genes drawn in an organism's pathways."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

import anyio.lowlevel
import anyio.to_thread
import msgspec

from biofacts.application.genes import protein_names
from biofacts.application.lists import name_lists
from biofacts.application.lists.background import Read, Universe, advice_on
from biofacts.application.messages import lists as list_messages
from biofacts.domain.answers.advice import Advice, joined
from biofacts.domain.answers.bounded_mapping import Recent
from biofacts.domain.answers.errors import AmbiguousQuery
from biofacts.domain.answers.kinds import GENE
from biofacts.domain.answers.pages import versions_of
from biofacts.domain.genes.names import GeneName, gene_term
from biofacts.domain.lists import input_tables, resolution
from biofacts.domain.lists.enrichment import ContestedName, NameRead
from biofacts.domain.lists.input_tables import is_missing, name_in, names_in
from biofacts.domain.lists.resolution import Option
from biofacts.domain.pathways.drawn_nodes import DrawnGenes, GenesInPathway
from biofacts.domain.remarks import answers as answer_remarks
from biofacts.domain.remarks import genes as gene_remarks
from biofacts.ports.genes import GeneSource, NamedGenes
from biofacts.ports.pathways import FromCatalogues, PathwaysOfGenes

_KEPT = 3
"""Organisms whose genes stay in memory; each takes some megabytes."""


class _Genes(msgspec.Struct, frozen=True, kw_only=True):
    """The genes of an organism.

    `drawn`: the terms in the drawings, if no names of the organism's genes are available; `by_labels`: its genes are
    labels, some of which are not genes.
    """

    organism: str
    universe: Universe
    drawn: DrawnGenes | None
    by_labels: bool = False
    listing: FromCatalogues
    names: NamedGenes


class AllGenes(NamedTuple):
    """All genes drawn in an organism's pathways.

    `drawn`: the terms in the drawings, if no names of the organism's genes are available; `remark`: about this
    and other gaps.
    """

    universe: Universe
    drawn: DrawnGenes | None
    remark: str | None


class GeneSets:
    """Opens the genes of an organism; those of the last few organisms stay in memory."""

    def __init__(self, pathways: PathwaysOfGenes, genes: GeneSource) -> None:
        self._pathways = pathways
        self.source = genes
        self._kept = Recent[tuple[str, str], _Genes](_KEPT)

    async def open(self, organism: str, given: Sequence[str], version: str | None) -> "GenesOfOrganism | None":
        """Return the genes of an organism; None if the version is gone. Raises: RateLimited, UpstreamError."""
        if (known := await self._known(organism, GeneName.read(given[0]), version)) is None:
            return None
        return GenesOfOrganism(self.source, _as_drawn(known, known.drawn, given) if known.drawn else known)

    async def all_of(self, organism: str) -> "AllGenes":
        """Return all genes of an organism. Raises: RateLimited, UpstreamError."""
        known = await self._known(organism, GeneName.read(""), None)
        assert known is not None  # None is for an old version, and none was named
        return AllGenes(known.universe, known.drawn, " ".join(_gaps(known)) or None)

    async def _known(self, organism: str, name: GeneName, version: str | None) -> _Genes | None:
        await self._pathways.prepare_genes()
        # Looking up one name loads the names of the organism and gives their version.
        named = await self.source.named(name, organism, version=version)
        listed = await self._pathways.gene_listing(version)
        if named is None or listed is None:
            return None
        key = organism, versions_of(named.version, listed.version)
        if (known := self._kept.get(key)) is None:
            drawn = await self._pathways.genes_drawn(organism, listed.version)
            if drawn is None:
                return None
            known = self._kept[key] = await self._made(*key, drawn, named, listed)
        return known

    async def names(self, organism: str, given: Sequence[str], version: str | None) -> "NamesOfGenes | None":
        """Return a reader of names alone; None if the version is gone. Raises: RateLimited, UpstreamError."""
        named = await self.source.named(GeneName.read(given[0]), organism, version=version)
        return NamesOfGenes(self.source, organism, named) if named else None

    async def _made(
        self, organism: str, version: str, pathways: Sequence[GenesInPathway], named: NamedGenes, listed: FromCatalogues
    ) -> _Genes:
        # Some tenths of a second for all of an organism: not on the event loop.
        drawn = await anyio.to_thread.run_sync(DrawnGenes, pathways)
        terms = {*drawn.terms, *(gene_term("symbol", label) for label in drawn.labels)}
        genes = await self.source.all_drawn_as(terms, organism, version=named.version)

        def of_each() -> dict[str, frozenset[int]]:
            return {gene.id: drawn.of(gene.terms, gene.symbol) for gene in genes}

        places = await anyio.to_thread.run_sync(of_each)
        universe = Universe(
            pathways=[(one.local_id, one.title) for one in pathways],
            places={gene: found for gene, found in places.items() if found},
            names={gene.id: gene.symbol for gene in genes},
            version=version,
            provenance=listed.provenance,
        )
        return _Genes(organism=organism, universe=universe, drawn=None if genes else drawn, listing=listed, names=named)


class NamesOfGenes:
    """Reads lists of names of genes in one organism. `names`: the answer to one of them, for the version of all."""

    def __init__(self, genes: GeneSource, organism: str, names: NamedGenes) -> None:
        self._genes = genes
        self._organism = organism
        self._names = names
        self.version = names.version
        """The version of the catalogues from which names are read."""

    async def read(self, given: Iterable[str]) -> Read:
        """Read the names from local catalogues."""
        several = [*given]
        read = Read(missing=[text for text in several if is_missing(text)])
        dates, joint = list[str](), list[str]()
        for text in dict.fromkeys(text for text in several if not is_missing(text)):
            await anyio.lowlevel.checkpoint()  # local answers never yield to the event loop
            if len(names := names_in(text)) > 1:
                joint.append(text)
                await self._take_several(names, text, read)
            elif symbols := input_tables.symbols_of_date(text):
                dates.append(text)
                await self._take_date(symbols, text, read)
            elif (name := _name(text)) is None:
                read.unknown.append(text)
            else:
                await self._take(name, text, read)
        if dates:
            read.remarks.append(list_messages.dates(dates))
        if contested := [one.input for one in read.ambiguous if one.input in joint]:
            read.remarks.append(list_messages.joint_names(contested))
        return read

    async def _take_several(self, names: Sequence[str], text: str, read: Read) -> None:
        """Read a cell with several names: it counts if they are of one gene, since nobody said which was measured."""
        alone = await self.read(names)
        first = dict(zip(alone.ids.values(), alone.ids, strict=True))
        if len(alone.members) == 1 and not alone.ambiguous:
            [(gene, name)] = first.items()
            read.ids[text] = gene
            read.members[gene] = text
            read.symbols.update(alone.symbols)
            label = alone.symbols.get(gene, name)
            read.names.append(NameRead(input=text, id=gene, label=label, why=resolution.SEVERAL_NAMES))
        elif alone.members or alone.ambiguous:
            options = [Option(id=gene, name=alone.symbols.get(gene, name)) for gene, name in first.items()]
            options += [option for one in alone.ambiguous for option in one.candidates]
            read.ambiguous.append(ContestedName(input=text, candidates=tuple(options)))
        else:
            read.unknown.append(text)

    async def _take_date(self, symbols: Sequence[str], text: str, read: Read) -> None:
        """Offer the genes that a spreadsheet may have turned into a date: even a single one is not counted."""
        meanings = await protein_names.of_date(
            symbols, partial(self._genes.named, organism=self._organism, version=self._names.version)
        )
        if meanings:
            read.ambiguous.append(ContestedName(input=text, candidates=resolution.of_meanings(meanings)))
        else:
            read.unknown.append(text)

    async def _take(self, name: GeneName, text: str, read: Read) -> None:
        """Resolve a name as get_pathways_for_gene does, and add it to `read`."""
        found = await self._genes.named(name, self._organism, version=self._names.version)
        meant = protein_names.read_in(name, found or self._names)
        if not meant.has_meaning and (symbols := input_tables.symbols_of_date(text, unknown=True)):
            read.remarks.append(list_messages.dates([text]))
            await self._take_date(symbols, text, read)
        elif meant.meanings:
            read.ambiguous.append(ContestedName(input=text, candidates=resolution.of_meanings(meant.meanings)))
        elif meant.gene is None:
            read.unknown.append(text)
            read.remarks.extend([found.lacking] if found and found.lacking else ())
        elif meant.gene.organism != self._organism:
            read.elsewhere.append(text)
        else:
            read.ids[text] = meant.gene.id
            read.members[meant.gene.id] = text
            read.symbols[meant.gene.id] = meant.gene.symbol
            if (told := meant.read_as) is not None:
                read.names.append(NameRead(input=text, id=told.id, label=told.symbol, why=told.why))


class GenesOfOrganism(NamesOfGenes):
    """Lists of genes in one organism."""

    def __init__(self, genes: GeneSource, known: _Genes) -> None:
        super().__init__(genes, known.organism, known.names)
        self.universe = known.universe
        """All genes drawn in the organism's pathways."""
        self._known = known

    @property
    def is_named(self) -> bool:
        """True if the genes go by their ids, since the names of the organism's genes are available."""
        return self._known.drawn is None

    def member(self, identifier: str) -> str:
        """Return the key of the gene with an id, which may be drawn or not."""
        drawn = () if self.is_named else self._drawn(GeneName.read(identifier))
        return next(iter(drawn), identifier)

    async def _take(self, name: GeneName, text: str, read: Read) -> None:
        if self.is_named:
            await super()._take(name, text, read)
        elif drawn := self._drawn(name):
            read.ids[text] = drawn[0]
            read.members[drawn[0]] = text
        else:
            read.unknown.append(text)

    def _drawn(self, name: GeneName) -> Sequence[str]:
        return [term for term in name.terms if term in self.universe.places]

    @property
    def members(self) -> str:
        """The members of the background; see `Sets`."""
        return list_messages.LABELS if self._known.by_labels else list_messages.GENES

    def advice(self, read: Read, inside: int, *, restricted: bool) -> Advice | None:
        """Return advice on the list; see `Sets`."""
        parts = advice_on(GENE, list_messages.GENES, read, inside, self._known.organism, restricted=restricted)
        return joined(*parts, *_gaps(self._known))


def _gaps(known: _Genes) -> Iterator[str]:
    if known.drawn is not None:
        yield known.names.lacking or gene_remarks.names_unknown(known.organism)
    if not known.listing.complete:
        yield list_messages.INCOMPLETE_BACKGROUND


def _as_drawn(known: _Genes, drawn: DrawnGenes, given: Sequence[str]) -> _Genes:
    """Return the genes of an organism without gene names: the drawn symbols, or drawn identifiers of one kind.

    The kind is the one to which most of the names in the list belong. Compounds have labels, too, so labels count as
    symbols only if no drawn term is a symbol.
    """
    labels = {gene_term("symbol", label): places for label, places in drawn.labels.items()}
    by_labels = bool(labels) and not any(_kind(term) == "symbol" for term in drawn.terms)
    every = (*drawn.terms, *labels) if by_labels else drawn.terms
    terms = {term: {*drawn.terms.get(term, ()), *labels.get(term, ())} for term in every}
    sought = [(text, term) for text in given for term in {*GeneName.read(text).terms} & terms.keys()]
    kinds = Counter(_kind(term) for _, term in sought)
    chosen = next((kind for kind, _ in kinds.most_common(1)), "symbol")
    of_kind = {term: frozenset(places) for term, places in terms.items() if _kind(term) == chosen}
    written = {term: answer_remarks.shown(text) for text, term in sought}
    universe = msgspec.structs.replace(
        known.universe, places=of_kind, names={term: written.get(term, term.partition(":")[2]) for term in of_kind}
    )
    return msgspec.structs.replace(known, universe=universe, by_labels=by_labels and chosen == "symbol")


def _name(text: str) -> GeneName | None:
    """Parse the name of a gene, also in a link; None for anything else, and for a text that is too long."""
    if not name_lists.may_be_name(text):
        return None
    text = name_in(text)
    reference, other = protein_names.reference_in(text)
    try:
        return None if other else GeneName.parse(reference.text if reference else text)
    except AmbiguousQuery:
        return None


def _kind(term: str) -> str:
    return term.partition(":")[0]
