"""Export of gene sets: write the genes or metabolites of every pathway of an organism to a GMT file."""

from collections import defaultdict
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import anyio.lowlevel
import anyio.to_thread
import msgspec

from biofacts.application.lists.gene_lists import GeneSets
from biofacts.application.lists.name_lists import Universe
from biofacts.application.messages import compounds as compound_messages
from biofacts.application.messages import lists as list_messages
from biofacts.domain.answers.errors import AmbiguousQuery
from biofacts.domain.answers.records import Item, Provenance
from biofacts.domain.genes.names import gene_term
from biofacts.domain.identifiers import organisms
from biofacts.domain.identifiers.curies import GeneId, PathwayId
from biofacts.domain.identifiers.organisms import HUMAN
from biofacts.domain.links import export_formats
from biofacts.domain.links.export_formats import KEYS, OF_COMPOUNDS, MemberIdentifier
from biofacts.domain.pathways.compound_nodes import CompoundNode, DrawnCompounds
from biofacts.domain.pathways.drawn_nodes import DrawnGenes
from biofacts.domain.pathways.pathway import DataNode, PathwayComponents
from biofacts.ports.exports import TextFiles
from biofacts.ports.genes import GeneSource
from biofacts.ports.pathways import CompoundsDrawn, PathwaySource
from biofacts.ports.synchronisation import Progress, unseen


class ExportedSets(Item, msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The summary of exported sets.

    `members`: number of distinct identifiers in all sets. Numbers of what was not exported:
    `empty_pathways`, pathways without a member; `members_without_identifier`, genes or compounds without an identifier
    of the chosen kind, None if gene names are unavailable; `nodes_without_identifier`, drawn nodes without any
    identifier, unless their label is the symbol of a member. `remark`: a sentence on unavailable names or mappings.
    """

    file: str
    organism: str
    identifier: MemberIdentifier
    release: str | None
    sets: int
    members: int
    empty_pathways: int
    members_without_identifier: int | None
    nodes_without_identifier: int
    remark: str | None = None


class ExportSets:
    """The use case that writes sets. Their genes are resolved exactly as in the background of enrichment."""

    def __init__(self, sets: GeneSets, *, genes: GeneSource, pathways: PathwaySource, files: TextFiles) -> None:
        self._sets = sets
        self._genes = genes
        self._pathways = pathways
        self._files = files

    async def __call__(
        self, path: Path, identifier: MemberIdentifier, organism: str = HUMAN, *, progress: Progress = unseen
    ) -> ExportedSets:
        """Write the file.

        Raises: AmbiguousQuery if the organism has no pathways, TableError, RateLimited, UpstreamError.
        """
        chosen = organisms.check(organism, otherwise="for human") or HUMAN
        is_of_compounds = identifier in OF_COMPOUNDS
        membership = await (
            self._compounds(chosen, identifier) if is_of_compounds else self._of_genes(chosen, identifier)
        )
        if not membership.pathways:
            raise AmbiguousQuery(*list_messages.no_pathways(chosen), organism)
        drawings = [drawing async for drawing in self._drawings(membership.pathways, progress)]
        if membership.by_labels:
            membership = membership._replace(members=_labels(drawings))
        sets = export_formats.sets_of(membership.pathways, membership.members)
        release = membership.provenance.release
        self._files.write(path, export_formats.gmt(sets, chosen, release))
        return ExportedSets(
            file=str(path),
            organism=chosen,
            identifier=identifier,
            release=release,
            sets=len(sets),
            members=len({member for member_set in sets for member in member_set.members}),
            empty_pathways=len(membership.pathways) - len(sets),
            members_without_identifier=membership.unidentified,
            nodes_without_identifier=sum(
                _is_unknown(node, membership.symbols.get(drawing.id.partition(":")[2], frozenset()))
                for drawing in drawings
                for node in (drawing.metabolites if is_of_compounds else _genes_in(drawing))
            ),
            remark=membership.remark,
        )

    async def _of_genes(self, organism: str, identifier: MemberIdentifier) -> "_MembersOfPathways":
        universe, drawn, remark = await self._sets.all_of(organism)
        if drawn is not None:
            return _by_terms(universe, drawn, KEYS[identifier], remark)
        if identifier == "symbol":
            identifiers: Mapping[str, set[str]] = {gene: {symbol} for gene, symbol in universe.names.items()}
        else:
            identifiers = await self._identifiers([*universe.places], KEYS[identifier])
        return _MembersOfPathways(
            pathways=universe.pathways,
            members=_at_places(universe, identifiers),
            symbols=_at_places(universe, {gene: {symbol.casefold()} for gene, symbol in universe.names.items()}),
            unidentified=len(universe.places.keys() - identifiers.keys()),
            provenance=universe.provenance,
            remark=remark,
        )

    async def _identifiers(self, genes: Sequence[str], key: str) -> Mapping[str, set[str]]:
        """Return the genes' identifiers in one database, by gene; genes without an identifier there are omitted."""
        wanted, identifiers = {*genes}, dict[str, set[str]]()
        for start in range(0, len(genes), _AT_ONCE):
            some = genes[start : start + _AT_ONCE]
            for identified in (
                await self._genes.with_identifiers([GeneId.parse(gene).keyed for gene in some])
            ).entities:
                values = {value for of, value in identified.identifiers if of == key}
                if values and identified.entity.id in wanted:
                    identifiers[identified.entity.id] = values
        return identifiers

    async def _compounds(self, organism: str, identifier: MemberIdentifier) -> "_MembersOfPathways":
        drawn = await self._pathways.compounds_drawn(organism, None)
        assert drawn is not None  # None is only for an outdated version, and no version was given
        # Takes some tenths of a second for an organism, so it runs outside the event loop.
        return await anyio.to_thread.run_sync(_of_compounds, drawn, KEYS[identifier])

    async def _drawings(
        self, pathways: Sequence[tuple[str, str]], progress: Progress
    ) -> AsyncIterator[PathwayComponents]:
        for done, (local_id, _) in enumerate(pathways, start=1):
            await anyio.lowlevel.checkpoint()  # lets other tasks run, as local answers do not
            if drawing := await self._pathways.components(PathwayId.parse(f"WP:{local_id}"), "brief"):
                yield drawing
            progress("pathways", done, len(pathways))


_AT_ONCE = 1000
"""The number of genes whose identifiers are looked up together."""


class _MembersOfPathways(NamedTuple):
    """The members of an organism's pathways: identifiers by pathway id.

    `symbols`: case-folded symbols of member genes by pathway id; `unidentified`: number of members without an
    identifier; `by_labels`: True if gene names are unavailable and the labels of the drawings have to serve as symbols.
    """

    pathways: Sequence[tuple[str, str]]
    members: Mapping[str, Iterable[str]]
    provenance: Provenance
    symbols: Mapping[str, Iterable[str]] = {}
    unidentified: int | None = None
    remark: str | None = None
    by_labels: bool = False


def _at_places(universe: Universe, identifiers: Mapping[str, set[str]]) -> Mapping[str, set[str]]:
    by_pathway = defaultdict[str, set[str]](set)
    for gene, values in identifiers.items():
        for place in universe.places.get(gene, ()):
            by_pathway[universe.pathways[place][0]] |= values
    return by_pathway


def _by_terms(universe: Universe, drawn: DrawnGenes, key: str, remark: str | None) -> _MembersOfPathways:
    """Return the identifiers in the drawings, for an organism whose gene names are unavailable."""
    values = {term: {term.partition(":")[2]} for term in drawn.terms if term.startswith(f"{key}:")}
    placed = msgspec.structs.replace(universe, places={term: frozenset(drawn.terms[term]) for term in values})
    return _MembersOfPathways(
        pathways=universe.pathways,
        members=_at_places(placed, values),
        provenance=universe.provenance,
        remark=remark,
        by_labels=key == KEYS["symbol"],
    )


def _of_compounds(drawn: CompoundsDrawn, key: str) -> _MembersOfPathways:
    """Return compounds' identifiers from the pathway's own nodes or, if they have none, from other pathways' nodes."""
    members, unidentified = defaultdict[str, set[str]](set), 0
    ours = {local_id for local_id, _ in drawn.pathways}
    for nodes in DrawnCompounds(drawn.nodes).nodes.values():
        everywhere = _values(nodes, key)
        here = {local_id for node in nodes for local_id in ours.intersection(node.pathways)}
        unidentified += bool(here) and not everywhere
        for local_id in here:
            members[local_id] |= _values((node for node in nodes if local_id in node.pathways), key) or everywhere
    return _MembersOfPathways(
        pathways=drawn.pathways,
        members=members,
        unidentified=unidentified,
        provenance=drawn.provenance,
        remark=None if drawn.complete else compound_messages.INCOMPLETE_COMPOUNDS,
    )


def _values(nodes: Iterable[CompoundNode], key: str) -> set[str]:
    return {value for node in nodes for of, value in node.references if of == key}


def _genes_in(drawing: PathwayComponents) -> Iterator[DataNode]:
    yield from drawing.genes
    yield from drawing.proteins


def _labels(drawings: Iterable[PathwayComponents]) -> Mapping[str, Iterable[str]]:
    """Return the labels of genes that have an identifier: a label without one may be any text."""
    return {
        drawing.id.partition(":")[2]: [node.label for node in _genes_in(drawing) if node.label and node.identifier]
        for drawing in drawings
    }


def _is_unknown(node: DataNode, symbols: Iterable[str]) -> bool:
    """Return True if a node has no identifier and its label is not the symbol of a member."""
    return not node.identifier and gene_term("symbol", node.label).partition(":")[2] not in symbols
