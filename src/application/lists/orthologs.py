"""Lists of one organism's genes for the pathways of another: genes are replaced by their orthologs."""

from collections import Counter
from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

import msgspec

from biofacts.application.lists.gene_lists import GeneSets, GenesOfOrganism, NamesOfGenes, read_from
from biofacts.application.lists.name_lists import ListReader, NamesRead, Universe, advice_on_names
from biofacts.application.messages import lists as list_messages
from biofacts.domain.answers.advice_and_phrasing import Advice, joined
from biofacts.domain.answers.bounded_caches import Recent
from biofacts.domain.answers.entity_kinds import GENE
from biofacts.domain.answers.errors import AmbiguousQuery
from biofacts.domain.answers.pages import versions_of
from biofacts.domain.genes import orthologs
from biofacts.domain.genes.names import GeneName
from biofacts.domain.identifiers import organisms
from biofacts.domain.identifiers.organisms import HUMAN
from biofacts.domain.lists import resolution
from biofacts.domain.lists.resolution import Resolution
from biofacts.ports.genes import GeneSource, Orthologs

_KEPT = 3
"""The number of pairs of organisms whose backgrounds stay in memory."""


class OrthologSets:
    """The genes of each organism's pathways, for lists of its own genes or of another organism's genes."""

    def __init__(self, sets: GeneSets) -> None:
        self._sets = sets
        self._kept = Recent[tuple[str, str, str], Universe](_KEPT)

    async def open(
        self, organism: str, to_organism: str | None, sent_names: Sequence[str], version: str | None
    ) -> ListReader | None:
        """Return a reader of an organism's lists for the pathways of `to_organism` (None: its own).

        Returns None if the version is gone. Raises: RateLimited, UpstreamError.
        """
        if to_organism is None:
            return await self._sets.open(organism, sent_names, version)
        names = await self._sets.names(organism, sent_names, version)
        drawn = await self._sets.open(to_organism, sent_names, version)
        if names is None or drawn is None:
            return None
        opened = GenesByOrtholog(self._sets.source, names, drawn, (organism, to_organism))
        if not drawn.is_named:
            # Without gene names, members are drawn terms of one kind, which the ids of the orthologs decide.
            ids = [name.id for name in (await opened.read(sent_names)).names]
            drawn = await self._sets.open(to_organism, ids or sent_names, version) or drawn
            return GenesByOrtholog(self._sets.source, names, drawn, (organism, to_organism))
        key = organism, to_organism, opened.universe.version
        if (universe := self._kept.get(key)) is None:
            universe = self._kept[key] = await _within_reach(self._sets.source, opened)
        return GenesByOrtholog(self._sets.source, names, drawn, (organism, to_organism), universe)


class GenesByOrtholog:
    """The genes in one organism's pathways, as a `ListReader` for lists of another organism's genes.

    `names`: the reader of the lists' names; `drawn`: the genes in the pathways; `organisms`: the organism of the lists
    and that of the pathways; `universe`: the drawn genes that orthologs can reach, None for all drawn genes.
    """

    def __init__(
        self,
        genes: GeneSource,
        names: NamesOfGenes,
        drawn: GenesOfOrganism,
        organisms: tuple[str, str],
        universe: Universe | None = None,
    ) -> None:
        self._genes = genes
        self._names = names
        self._drawn = drawn
        self.organisms = organisms
        self._universe = universe

    @property
    def version(self) -> str:
        """The version of the gene catalogues of both organisms."""
        return versions_of(self._names.version, self._drawn.version)

    @property
    def universe(self) -> Universe:
        """The background of the lists."""
        drawn = self._drawn.universe
        return self._universe or msgspec.structs.replace(drawn, version=versions_of(self.version, drawn.version))

    async def read(self, names: Iterable[str]) -> NamesRead:
        """Read the names, and replace genes by their orthologs."""
        several = [*names]
        named = await self._names.resolved(several)
        # If a gene has several names in the list, the resolution of the last is used for all.
        last = {item.id: item.input for item in named if item.id}
        genes = [*{item.id or item.input: item for item in named}.values()]
        # MGI and RGD ids are mapped to orthologs even if the names of their organism's genes are unavailable.
        mapping = await mapped(self._genes, genes, self.organisms[1], self.version)
        # `mapped` returns a name without a gene unchanged: any other item that is not found lacks an ortholog.
        without = [
            ortholog.input
            for gene, ortholog in zip(genes, mapping.items, strict=True)
            if ortholog is not gene and ortholog.status == "not_found"
        ]
        reading = read_from(
            [item for item in mapping.items if item.input not in without], several, member=self._drawn.member
        )
        reading.without_ortholog.extend(without)
        reading.ids.update(
            {item.input: reading.ids[last[item.id]] for item in named if item.id and last[item.id] in reading.ids}
        )
        reading.remarks.append(list_messages.by_orthologs(mapping.orthologs.by))
        if twice := [label for label, number in Counter(name.label for name in reading.names).items() if number > 1]:
            reading.remarks.append(list_messages.counted_once(twice))
        return reading

    @property
    def members(self) -> str:
        """The words for the members of the background, in sentences."""
        return list_messages.genes_with_orthologs(self.organisms[0]) if self._universe else self._drawn.members

    def advice(self, reading: NamesRead, inside: int, *, restricted: bool) -> Advice | None:
        """Return advice on the list; see `ListReader`."""
        without = reading.without_ortholog
        return joined(
            self._drawn.advice(NamesRead(members=reading.members), inside, restricted=restricted),
            *advice_on_names(GENE, reading, *self.organisms),
            list_messages.without_ortholog(without, self.organisms[1]) if without else None,
        )


async def _within_reach(source: GeneSource, opened: GenesByOrtholog) -> Universe:
    """Restrict the background to genes that are the chosen ortholog of a gene of the lists' organism."""
    (organism, to_organism), universe = opened.organisms, opened.universe
    back = await source.orthologs(universe.places.keys(), organism, version=opened.version)
    symbols = {ortholog.id: ortholog.symbol for several in back.by_gene.values() for ortholog in several}
    forth = await source.orthologs(symbols.keys(), to_organism, version=opened.version)
    reached: AbstractSet[str] = {
        first.id
        for gene, candidates in forth.by_gene.items()
        if (first := orthologs.main_ortholog(symbols[gene], candidates))
    }
    places = {gene: where for gene, where in universe.places.items() if gene in reached}
    return msgspec.structs.replace(universe, places=places)


# Replacement of genes by their orthologs


class Mapped(NamedTuple):
    """The resolutions of names to orthologs, in the order of the names, and the orthologs of all genes."""

    items: Sequence[Resolution]
    orthologs: Orthologs

    @property
    def remarks(self) -> Sequence[str]:
        """Sentences on the source of the orthologs, and on data missing from it."""
        return [*filter(None, (list_messages.by_orthologs(self.orthologs.by), self.orthologs.lacking))]


def checked(to_organism: str | None, organism: str | None) -> str | None:
    """Validate the organism of orthologs. Returns: None if it is the organism of the names. Raises: AmbiguousQuery."""
    to, of = organisms.check(to_organism, "to_organism", otherwise=""), organism or HUMAN
    if to is None or to == of:
        return None
    if unknown := [name for name in (of, to) if name not in orthologs.ORGANISMS]:
        raise AmbiguousQuery(*list_messages.no_orthologs(orthologs.ORGANISMS, unknown[0]), to_organism)
    return to


async def mapped(source: GeneSource, items: Sequence[Resolution], organism: str, version: str | None = None) -> Mapped:
    """Replace the genes of resolutions by their orthologs. Raises: RateLimited, UpstreamError."""
    genes = [_gene(item) for item in items]
    ids = {gene.id for gene in genes if gene.id}
    by_gene = await source.orthologs(ids, organism, version=version)
    return Mapped(
        [
            resolution.by_ortholog(gene, by_gene.by_gene.get(gene.id, ()), organism) if gene.id else gene
            for gene in genes
        ],
        by_gene,
    )


def _gene(item: Resolution) -> Resolution:
    """Resolve an unresolved MGI or RGD id to itself, as orthologs are known for ids without gene names too."""
    stated = [orthologs.curie(term) for term in GeneName.read(item.input).identifiers]
    identifier = next(filter(orthologs.organism_of, stated), None)
    if item.id or identifier is None:
        return item
    return msgspec.structs.replace(item, status="resolved", id=identifier, candidates=(), why=None, code=None)
