"""Lookup of nodes by label, identifier, or any name of a gene or compound.

`NodesByName` finds the nodes of one drawing, also by their element ids; `GraphNames` those of the interaction graph of
all drawings.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import msgspec

from biofacts.application.answers import pages
from biofacts.application.compounds.named_compounds import CompoundNameResolver, ResolvedCompound, compound_reference
from biofacts.application.genes.named_genes import read_in, several
from biofacts.application.messages import calls as call_messages
from biofacts.application.messages import pathways as pathway_messages
from biofacts.domain.answers import next_calls
from biofacts.domain.answers.advice_and_phrasing import Advice, NextCall, joined
from biofacts.domain.answers.entity_kinds import COMPOUND, GENE, LIGAND, Kind
from biofacts.domain.answers.errors import AmbiguousQuery, BiofactsError, EntityNotFound
from biofacts.domain.answers.records import RecordReadAs
from biofacts.domain.edges.edge import TEXT_ID
from biofacts.domain.genes.gene import GeneFacts, spelled
from biofacts.domain.genes.name_readings import Reading
from biofacts.domain.genes.names import GeneName
from biofacts.domain.identifiers import identifiers_in_text, pasted_links
from biofacts.domain.identifiers.identifiers_in_text import Reference
from biofacts.domain.pathways.compound_nodes import identity as identity_of
from biofacts.domain.pathways.compound_nodes import inchikeys, is_form, skeleton, skeletons, tied
from biofacts.domain.pathways.drawn_nodes import DrawnNodes, written
from biofacts.domain.text import fold
from biofacts.domain.text.clean import plain
from biofacts.ports.genes import GeneSource
from biofacts.ports.pathways import PathwayEdges, PathwaysOfCompounds


class MatchedNodes(NamedTuple):
    """The nodes that a name refers to. `read_as`: the genes or compounds it means, if they differ from the text.

    `why`: the reason if there are no nodes. `remark`: a caveat about the match. `is_open`: True if PubChem, which was
    not queried, may know the name.
    """

    ids: frozenset[str] = frozenset()
    read_as: tuple[str, ...] = ()
    why: str = pathway_messages.UNKNOWN
    remark: str | None = None
    is_open: bool = False


# The nodes of a drawing that represent a gene, by any name of the gene


class NamedNodeIds(NamedTuple):
    """The ids of nodes by gene symbol. `symbols`: the symbols of all genes that the name may mean, drawn or not.

    `sure`: True if the name is the symbol or an identifier of one gene. `others`: the nodes of genes that match less
    well, if no better match is drawn. `lacking`: a sentence about gene names that were not available.
    """

    nodes: Mapping[str, frozenset[str]] = {}
    symbols: Sequence[str] = ()
    sure: bool = False
    others: Mapping[str, frozenset[str]] = {}
    lacking: str | None = None

    @property
    def ids(self) -> frozenset[str]:
        """The ids of all nodes, without those in `others`."""
        return frozenset[str]().union(*self.nodes.values())


class NodesOfGenes:
    """Finds the nodes of genes in a drawing."""

    def __init__(self, genes: GeneSource) -> None:
        self._genes = genes

    async def called(self, text: str, drawn: DrawnNodes) -> NamedNodeIds:
        """Return the nodes of all genes that a name may mean; if only one of these genes is drawn, that one is meant.

        Raises: AmbiguousQuery, RateLimited, UpstreamError.
        """
        name = GeneName.read(text)
        names = await self._genes.by_name(name, None) if len(text) >= next_calls.SHORTEST_QUERY else None
        if names is None:
            return NamedNodeIds()
        reading = read_in(name, names)
        candidates = (*names.of_organism, *names.of_protein)
        meanings = {meaning.id for meaning in reading.meanings}
        meant = [reading.gene] if reading.gene else [gene for gene in candidates if gene.id in meanings]
        nodes, sure = await self._drawn(meant, drawn), _is_sure(reading)
        # e.g. `PGK`, an alias of PRKG1, where only PGK1 and PGK2 are drawn
        others = [gene for gene in candidates if gene not in meant] if meant and not (nodes or sure) else ()
        return NamedNodeIds(
            nodes, [gene.symbol for gene in meant], sure, await self._drawn(others[:_MOST_OTHERS], drawn), names.lacking
        )

    async def _drawn(self, genes: Iterable[GeneFacts], drawn: DrawnNodes) -> Mapping[str, frozenset[str]]:
        return {gene.symbol: nodes for gene in genes if (nodes := drawn.with_terms(await self._genes.drawn_as(gene)))}


class NodesByName:
    """Finds nodes of a drawing by name."""

    def __init__(self, genes: NodesOfGenes, compounds: CompoundNameResolver) -> None:
        self._genes = genes
        self._compounds = compounds

    async def called(self, name: str, drawn: DrawnNodes, *, at_hand: bool = False) -> MatchedNodes:
        """Return the nodes with a label or identifier and all others of the same gene, or else those of a compound.

        `at_hand`: True to use local sources only, without PubChem. If the lookup fails, `why` says so.
        """
        query = plain(name)
        _, reference = pasted_links.referred(query)
        text = reference.text if reference else query
        labelled = drawn.ids_of(query)
        here = labelled | drawn.carrying(text)
        genes = NamedNodeIds()
        if reference is None or reference.finds(GENE):
            try:
                genes = await self._genes.called(text, drawn)
            except BiofactsError as error:
                # Matches by label or id hold even if gene names are not available.
                return MatchedNodes(here, why=error.message)
        if here or genes.nodes:
            return _lit(query, labelled, here, genes, drawn)
        # The symbol or identifier of a gene is never searched for as a compound.
        if genes.sure:
            return MatchedNodes(why=f"{genes.symbols[0]} {pathway_messages.NOT_HERE}")
        # The alias of a gene that is not drawn may be a compound; PubChem is queried only if no gene has the name.
        compound = await self._compound(query, drawn, at_hand=at_hand or bool(genes.symbols))
        if compound.ids or not genes.symbols:
            return (
                compound._replace(why=genes.lacking)
                if genes.lacking and compound.why == pathway_messages.UNKNOWN
                else compound
            )
        if genes.others:
            return MatchedNodes(frozenset[str]().union(*genes.others.values()), tuple(genes.others))
        return MatchedNodes(why=pathway_messages.nowhere(genes.symbols, read_as=True))

    async def _compound(self, query: str, drawn: DrawnNodes, *, at_hand: bool) -> MatchedNodes:
        reference, other = compound_reference(query)
        if other is not None:
            return MatchedNodes()
        try:
            meant = await self._compounds.resolved(query, reference, strict=False, at_hand=at_hand)
        except EntityNotFound:
            return MatchedNodes()
        except AmbiguousQuery as error:
            several = await self._one_of({candidate.id: candidate.symbol for candidate in error.candidates}, drawn)
            return several._replace(is_open=at_hand and not several.ids)
        except BiofactsError as error:
            return MatchedNodes(why=error.message)
        if not meant.exists:
            unknown = pathway_messages.UNKNOWN
            why = f"{unknown}. {meant.remark}" if meant.remark else unknown
            return MatchedNodes(why=why, is_open=at_hand and meant.remark is None)
        return _bearing(query, meant, drawn)

    async def _one_of(self, meanings: Mapping[str, str], drawn: DrawnNodes) -> MatchedNodes:
        """Return the nodes of those compounds with one name that are drawn. `meanings`: the compounds' names by id."""
        nodes: dict[str, frozenset[str]] = {}
        for identifier, name in meanings.items():
            if reference := identifiers_in_text.read(identifier):
                meant = await self._compounds.resolved(identifier, reference, strict=False, at_hand=True)
                if ids := _NodesOfCompound(meant, drawn).itself:
                    nodes[f"{name} ({identifier})"] = ids
        if nodes:
            return MatchedNodes(frozenset[str]().union(*nodes.values()), tuple(nodes))
        return MatchedNodes(
            why=pathway_messages.nowhere([f"{name} ({identifier})" for identifier, name in meanings.items()])
        )


class _NodesOfCompound:
    """The nodes that represent a compound."""

    def __init__(self, meant: ResolvedCompound, drawn: DrawnNodes) -> None:
        self._nodes, self._metabolites = drawn.compounds, drawn.metabolites
        identifiers = meant.sought.in_query
        stated = (*meant.sought.in_records, *(meant.pathways.references if meant.pathways else ()))
        carrying = [node for node in self._nodes.values() if not {*identifiers}.isdisjoint(node.references)]
        self._keys = tied(identifiers, carrying) | inchikeys(stated)
        self._sought = identity_of(identifiers, stated, self._keys, carrying)

    @property
    def itself(self) -> frozenset[str]:
        """The nodes that share an identifier with the compound."""
        return frozenset(node for node, drawn in self._nodes.items() if self._sought.is_in(drawn))

    @property
    def forms(self) -> frozenset[str]:
        """The nodes of forms that differ only in charge, or in stereochemistry that one of the two leaves undefined."""
        return frozenset(
            node
            for node, drawn in self._nodes.items()
            if any(is_form(ours, theirs) for ours in self._keys for theirs in inchikeys(drawn.references))
        )

    @property
    def relatives(self) -> frozenset[str]:
        """The nodes with the same skeleton: other stereo forms."""
        ours = {*map(skeleton, self._keys)}
        return frozenset(
            node for node, drawn in self._nodes.items() if not ours.isdisjoint(skeletons(drawn.references))
        )

    def named_like(self, ids: Iterable[str], *called: str) -> frozenset[str]:
        """Return the nodes whose label has only words of the names: glucose fits D-glucose, but not mannose."""
        words = {word for name in called for word in fold.tokens(name)}
        return frozenset(node for node in ids if words.issuperset(fold.tokens(self._nodes[node].label)))

    def labelled(self, name: str) -> frozenset[str]:
        """Return the compound nodes with this label, in any spelling."""
        folded = fold.compact(name)
        return frozenset(node for node in self._metabolites if fold.compact(self._nodes[node].label) == folded)

    def labels(self, ids: Iterable[str]) -> list[str]:
        """Return the labels of nodes, each once."""
        return sorted({self._nodes[node].label for node in ids})


def _bearing(query: str, meant: ResolvedCompound, drawn: DrawnNodes) -> MatchedNodes:
    """Return the nodes that match a compound best, with a remark if they are not exactly the compound."""
    name, compound = meant.read_as.name if meant.read_as else query, _NodesOfCompound(meant, drawn)
    read_as = (name,) if name != query else ()
    if ids := compound.itself:
        return MatchedNodes(ids, read_as)
    if ids := compound.forms:
        return MatchedNodes(ids, read_as, remark=pathway_messages.other_form(query, compound.labels(ids)))
    if ids := compound.labelled(name):
        return MatchedNodes(ids, read_as, remark=pathway_messages.by_label(query, compound.labels(ids)))
    if relatives := compound.relatives:
        if ids := compound.named_like(relatives, name, query):
            return MatchedNodes(ids, read_as, remark=pathway_messages.other_form(query, compound.labels(ids)))
        return MatchedNodes(why=pathway_messages.other_stereo(name, compound.labels(relatives)))
    return MatchedNodes(why=f"{name} {pathway_messages.NOT_HERE}")


def _lit(
    query: str, labelled: frozenset[str], here: frozenset[str], genes: NamedNodeIds, drawn: DrawnNodes
) -> MatchedNodes:
    """Unite the nodes found by label or id with those of the genes; add a remark if a compound has the same label."""
    read_as = tuple(genes.nodes) if genes.ids - labelled else ()
    compounds = here & drawn.metabolites
    remark = (
        pathway_messages.compound_of_that_label(query, is_gene=bool(genes.nodes)) if genes.sure and compounds else None
    )
    return MatchedNodes(here | genes.ids, read_as if read_as != (query,) else (), remark=remark)


_MOST_OTHERS = 50


def _is_sure(reading: Reading) -> bool:
    """Return True if the name is a symbol or an identifier, so that it cannot be another gene's."""
    if reading.gene is None:
        return False
    return reading.read_as is None or not {*reading.name.identifiers}.isdisjoint(reading.gene.identifiers)


# The nodes of the graph of all drawings


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
