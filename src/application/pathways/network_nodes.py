"""Resolution of names and identifiers to nodes of the interaction graph: genes, compounds, and other labels."""

import re
from collections.abc import Sequence

import msgspec

from biofacts.application.answers import pages
from biofacts.application.compounds.named_compounds import CompoundNameResolver, ResolvedCompound, compound_reference
from biofacts.application.genes.protein_names import read_in, several
from biofacts.application.messages import calls as call_messages
from biofacts.application.messages import pathways as pathway_messages
from biofacts.domain.answers.advice_and_phrasing import Advice, NextCall, joined
from biofacts.domain.answers.entity_kinds import COMPOUND, GENE, LIGAND, Kind
from biofacts.domain.answers.records import RecordReadAs
from biofacts.domain.edges.edge import TEXT_ID
from biofacts.domain.genes.gene import spelled
from biofacts.domain.genes.name_readings import Reading
from biofacts.domain.genes.names import GeneName
from biofacts.domain.identifiers import identifiers_in_text, pasted_links
from biofacts.domain.identifiers.identifiers_in_text import Reference
from biofacts.domain.pathways.compound_nodes import inchikeys, skeletons
from biofacts.domain.pathways.drawn_nodes import written
from biofacts.ports.genes import GeneSource
from biofacts.ports.pathways import PathwayEdges, PathwaysOfCompounds

_AS_DRAWN = re.compile(r"(?:label|complex):.*|WP:WP[0-9]+#.*", re.S)
"""Ids that only drawings define: a label, the members of a complex, or the id of an element within its pathway."""


class NamedNodes(msgspec.Struct, frozen=True, kw_only=True):
    """The nodes of one gene or compound, and how a name was resolved to it.

    `ids`: the gene's id or all identifiers of the compound, and the labels of nodes without an identifier; none if
    nothing matches. `kind`: None for a node that is known only by its label. `name`: the usual name. `lacking`: a
    sentence about sources that were not available.
    """

    ids: frozenset[str] = frozenset()
    name: str
    kind: Kind | None = None
    read_as: RecordReadAs | None = None
    advice: Advice | None = None
    lacking: str | None = None


class GraphNames:
    """Resolves names and identifiers to nodes of the graph."""

    def __init__(
        self,
        genes: GeneSource,
        pathways: PathwaysOfCompounds,
        edges: PathwayEdges,
        compounds: CompoundNameResolver,
        *,
        tool: str,
    ) -> None:
        """`tool`: the name of the tool whose argument `id` is the node."""
        self._genes = genes
        self._pathways = pathways
        self._edges = edges
        self._compounds = compounds
        self._tool = tool

    async def nodes(self, query: str, organism: str | None, *, strict: bool = False) -> NamedNodes:
        """Return the nodes of the gene or compound that a text refers to. `strict`: see `CompoundNameResolver`.

        A symbol in the same capitals or a full name of a gene always means the gene; any other name of a gene means it
        only if no drawing has a compound with that label.

        Raises: AmbiguousQuery, EntityNotFound, RateLimited, UpstreamError.
        """
        text = pages.checked_query(GENE, query)
        link, reference = pasted_links.referred(text)
        if link and reference is None:
            return NamedNodes(name=text, advice=Advice(call_messages.unread_link(link.site)))
        name = reference.text if reference else text
        own = _identified(text, reference)
        is_gene, is_compound = _kinds(reference)
        is_other = not (is_gene or is_compound) or (own and reference is None)
        # Any id of an answer may be sent back, whatever its database: `kegg_pathway:map00121`.
        if is_other and (_AS_DRAWN.fullmatch(text) or await self._is_drawn(own)):
            return NamedNodes(ids=own, name=text.removeprefix(TEXT_ID))
        if is_gene and (nodes := await self._of_gene(name, organism)):
            return nodes
        if is_gene and not is_compound:
            return NamedNodes(ids=own, name=name, kind=GENE)
        return await self._of_compound(name, strict=strict)

    async def _is_drawn(self, ids: frozenset[str]) -> bool:
        touching = await self._edges.touching(ids)
        return bool(touching and touching.edges)

    async def _of_gene(self, text: str, organism: str | None) -> NamedNodes | None:
        """Return the nodes of a gene; None if no gene has the name. Raises: AmbiguousQuery."""
        reading, lacking = await self._reading(GeneName.read(text), organism)
        if not reading.has_meaning:
            return None
        if _is_doubtful(reading) and await self._is_compound(text, reading):
            compound = await self._of_compound(text, strict=False)
            also = [(meaning.symbol, NextCall(self._tool, {"id": meaning.id})) for meaning in reading.all_meanings]
            return msgspec.structs.replace(
                compound, advice=joined(compound.advice, pathway_messages.also_genes(text, also))
            )
        if reading.gene is None:
            arguments = {"organism": organism} if organism else {}
            raise several(reading, lambda gene: NextCall(self._tool, {"id": gene, **arguments}))
        gene = reading.gene
        return NamedNodes(
            ids=frozenset({gene.id, *_labels(text, gene.symbol)}),
            name=gene.symbol,
            kind=GENE,
            read_as=None
            if spelled(text) == spelled(gene.id)
            else RecordReadAs(id=gene.id, name=gene.symbol, why=reading.why),
            lacking=lacking,
        )

    async def _reading(self, name: GeneName, organism: str | None) -> tuple[Reading, str | None]:
        """Resolve a gene name. Wait for names that are still loading only if no gene of the organism is found."""
        for patient in (False, True):
            names = await self._genes.by_name(name, organism, patient=patient)
            reading = read_in(name, names) if names else Reading(name=name)
            lacking = names.lacking if names else None
            if not lacking or (reading.gene and reading.gene.organism == (organism or reading.gene.organism)):
                break
        return reading, lacking

    async def _is_compound(self, text: str, reading: Reading) -> bool:
        """Return True if a compound is drawn with this label, in the same capitals if it resembles a gene's symbol."""
        drawn = (await self._pathways.compound_nodes((), called=[text])).nodes
        identified = [node for node in drawn if inchikeys(node.references)]
        is_symbol = reading.gene is not None and spelled(reading.gene.symbol) == spelled(text)
        # `cAMP` is a compound, CAMP a gene: if the text resembles the symbol, the label must be written exactly so.
        return any(node.label == text or not is_symbol for node in identified)

    async def _of_compound(self, text: str, *, strict: bool) -> NamedNodes:
        reference, other = compound_reference(text)
        if other is not None:
            return NamedNodes(name=text, advice=other)
        meant = await self._compounds.resolved(text, reference, strict=strict)
        name = meant.read_as.name if meant.read_as else text
        if not meant.exists and not meant.sought.in_query:
            return NamedNodes(ids=_labels(text), name=text, lacking=meant.remark)
        names = [] if reference else [text]
        return NamedNodes(
            ids=await self._ids(meant, names) | _labels(name, *names),
            name=name,
            kind=COMPOUND,
            read_as=meant.read_as,
            lacking=meant.remark,
        )

    async def _ids(self, meant: ResolvedCompound, names: Sequence[str]) -> frozenset[str]:
        """Return the ids of a compound; for a name, also those of other forms of it that are drawn with that label."""
        pathways = meant.pathways or await self._pathways.with_compound(meant.sought, None)
        references = {*meant.sought.in_query, *meant.sought.in_records, *(pathways.references if pathways else ())}
        keys = skeletons(references)
        # 9 % of the drawn ends have another identifier than most ends with the same label.
        drawn = (await self._pathways.compound_nodes((), called=names)).nodes if names else ()
        for node in drawn:
            if not (own := skeletons(node.references)) or not keys.isdisjoint(own):
                references.update(node.references)
        ids = frozenset(map(identifiers_in_text.curie, references))
        return ids | await self._edges.compounds(ids)


def _identified(text: str, reference: Reference | None) -> frozenset[str]:
    """Return the node ids that an identifier may stand for; none for a name."""
    if reference is None:
        return frozenset({text} if ":" in text else ())
    return frozenset({text, reference.text, *map(identifiers_in_text.curie, identifiers_in_text.keyed(reference.text))})


def _kinds(reference: Reference | None) -> tuple[bool, bool]:
    """Return two flags: a text may be a gene, and it may be a compound. A name may be either."""
    if reference is None:
        return True, True
    return reference.finds(GENE), reference.finds(COMPOUND) or reference.is_of(LIGAND)


def _is_doubtful(reading: Reading) -> bool:
    """Return True if no gene has the name as a full name, an identifier, or a symbol in the same capitals."""
    if reading.gene is None or reading.is_weak or reading.by_protein:
        return True
    return (
        spelled(reading.gene.symbol) == spelled(reading.name.text) and reading.gene.symbol != reading.name.text
    ) or reading.is_respelt


def _labels(*texts: str) -> frozenset[str]:
    """Return the ids of nodes without an identifier that have one of these labels, in any usual capitalization."""
    # Otherwise `dopamine` and `Dopamine` would have different neighbours.
    return frozenset(f"{TEXT_ID}{label}" for text in texts for label in written(text))
