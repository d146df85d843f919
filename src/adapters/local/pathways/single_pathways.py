"""Single pathways: records and components, built from drawings and from the mappings of their nodes."""

import zlib
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

import anyio
import anyio.to_thread
import msgspec

from biofacts.adapters.local.catalogue_entries.pathways import decode_references, ontology_terms
from biofacts.adapters.local.catalogues.refreshed_catalogue import LocalCatalogue, PartLookups, PartResult
from biofacts.adapters.local.genes.identifiers_and_orthologs import GeneIdentifiers, Reviewed
from biofacts.adapters.local.pathways.drawings import Drawings, KnownDrawing, NodeMappings, may_exist
from biofacts.domain.answers.bounded_caches import Remembered
from biofacts.domain.answers.errors import BiofactsError, UpstreamError
from biofacts.domain.answers.missing_parts import MissingParts, with_missing_parts
from biofacts.domain.genes.names import identifier_terms
from biofacts.domain.identifiers.cross_references import arrange, pairs, valid
from biofacts.domain.identifiers.curies import PathwayId
from biofacts.domain.limits import time_limits
from biofacts.domain.pathways import label_disagreements
from biofacts.domain.pathways.index_files import MappedNode, MappedPathway, Mappings, Pairs, with_references
from biofacts.domain.pathways.label_disagreements import KnownGenes
from biofacts.domain.pathways.pathway import LEVELS, Detail, Drawing, Pathway, PathwayComponents
from biofacts.domain.pathways.references import Publication, Term
from biofacts.domain.pictures.diagram import Diagram
from biofacts.domain.source_remarks import pathways as pathway_remarks
from biofacts.ports.catalogue import Catalogue
from biofacts.ports.pathways import DrawnDiagram

_OF_THE_PATHWAY = frozenset({
    "kegg_pathway", "reactome", "gene_ontology", "disease_ontology", "pathway_ontology", "cell_ontology",
    "wikipathways",
})  # fmt: skip

_NODES_REFERENCES = ("cross_references",)
_MOST_REFERENCES = 50_000
"""The maximum number of identifiers and publications in the cached records; each takes some 100 to 500 bytes."""


class _References(NamedTuple):
    """The cross references of a record. `unreviewed`: the number of UniProt accessions left out.

    `stale`: True if a source is out of date; `lacks`: the references missing because a source is unavailable.
    """

    pairs: Pairs
    unreviewed: int = 0
    stale: bool = False
    lacks: Sequence[MissingParts | None] = ()


ReadDiagram = Callable[[bytes], Diagram]
"""A function that parses the layout in a GPML file. Raises: ValueError, with one clear sentence."""


class DrawnPathways:
    """The records, components, files and diagrams of single pathways, at several levels of detail."""

    def __init__(
        self,
        *,
        drawings: Drawings,
        xref: LocalCatalogue[MappedPathway],
        ontology: LocalCatalogue[Term],
        mappings: NodeMappings,
        genes: GeneIdentifiers,
        reader: ReadDiagram,
    ) -> None:
        self._drawings = drawings
        self._xref = xref
        self._ontology = ontology
        self._mappings = mappings
        self._genes = genes
        self._reader = reader
        self._records = Remembered[tuple[object, ...], tuple[Pathway, Sequence[MissingParts | None]]](
            self._settled, _MOST_REFERENCES, lambda answer: _size(answer[0])
        )

    async def record(self, identifier: PathwayId, detail: Detail) -> Pathway | None:
        """Return the record of a pathway, or None if there is no such pathway. See `PathwaySource.get`."""
        if (known_drawing := await self._drawings.get(identifier)) is None:
            return None
        key = identifier, detail, known_drawing.edition, known_drawing.provenance
        compute = partial(self._record, identifier, detail, known_drawing)
        record, lacks = await self._records.get(key, compute, unless=lambda answer: any(answer[1]))
        return with_missing_parts(record, lacks)

    async def _record(
        self, identifier: PathwayId, detail: Detail, known_drawing: KnownDrawing
    ) -> tuple[Pathway, Sequence[MissingParts | None]]:
        """Return a record, and the parts that it lacks because a catalogue is unavailable."""
        drawing = known_drawing.drawing
        lookups = PartLookups(self._ontology, *(() if LEVELS[detail].labels_only else (self._xref,)))
        if LEVELS[detail].labels_only:
            of_nodes = _References([pair for pair in valid(drawing.references) if pair[0] in _OF_THE_PATHWAY])
        else:
            of_nodes = await self._all(drawing, detail, lookups)
        equivalents = await self._equivalents(drawing, lookups)
        stale = known_drawing.provenance.stale or of_nodes.stale or equivalents.stale
        literature = _literature(drawing, detail)
        left_out = {"uniprot": of_nodes.unreviewed, "literature": len(drawing.literature) - len(literature)}
        record = Pathway(
            id=drawing.components.id,
            title=drawing.title,
            organism=drawing.organism,
            description=drawing.description,
            revision=drawing.revision,
            component_counts=drawing.components.counts,
            ontology_terms=drawing.ontology_terms,
            cross_references=arrange([*of_nodes.pairs, *valid(equivalents.value or ())], "pathway"),
            literature=literature,
            left_out={name: number for name, number in left_out.items() if number},
            url=f"https://www.wikipathways.org/instance/{identifier.local}",
            source=msgspec.structs.replace(known_drawing.provenance, stale=stale),
        )
        return record, (*of_nodes.lacks, equivalents.lack)

    async def _settled(self) -> tuple[object, ...]:
        ours = [catalogue.settled(await catalogue.present()) for catalogue in (self._xref, self._ontology)]
        states = (*ours, *await self._genes.settled())
        return () if None in states else states

    async def _equivalents(self, drawing: Drawing, lookups: PartLookups) -> PartResult[Pairs]:
        """Return the KEGG pathways that are equivalent to a drawing's ontology terms."""
        terms = [value for key, value in drawing.references if key == "pathway_ontology"]
        if not terms:
            return PartResult()
        kegg = partial(_kegg, terms, drawing.organism)
        return await lookups.ask(("kegg_pathway",), kegg, self._ontology, partly=True)

    async def _all(self, drawing: Drawing, detail: Detail, lookups: PartLookups) -> _References:
        mapped = await lookups.ask(
            ("cross_references",), partial(_mapped_references, drawing.local_id), self._xref, partly=True
        )
        drawn = valid(drawing.references)
        references = mapped.value or ()
        if LEVELS[detail].unreviewed:
            return _References([*references, *drawn], stale=mapped.stale, lacks=[mapped.lack])
        reviewed = await self._reviewed(references, drawn, drawing.organism)
        return reviewed._replace(stale=mapped.stale, lacks=[mapped.lack, *reviewed.lacks])

    async def _reviewed(self, mapped: Pairs, drawn: Pairs, organism: str) -> _References:
        """Remove the UniProt accessions that no local catalogue lists as reviewed and no curator has drawn."""
        # Accessions took a third of a record's bytes; most are unreviewed entries of genes that it has anyway.
        accessions = {value for key, value in (*mapped, *drawn) if key == "uniprot"}
        reviewed = await self._genes.reviewed(accessions, organism) if accessions else Reviewed((), ())
        curated = {value for key, value in drawn if key == "uniprot"}
        first = [pair for pair in mapped if pair[0] != "uniprot" or pair[1] in reviewed.accessions]
        unreviewed = len(accessions.difference(reviewed.accessions, curated))
        return _References([*first, *drawn], unreviewed, lacks=reviewed.lacks if unreviewed else ())

    async def components(self, identifier: PathwayId, detail: Detail) -> PathwayComponents | None:
        """Return the components of a pathway, or None if there is no such pathway. See `PathwaySource.components`."""
        if LEVELS[detail].labels_only:
            known_drawing, rows = await self._drawings.get(identifier), None
        else:
            known_drawing, rows = await self._with_mappings(identifier)
        if known_drawing is None:
            return None
        drawn = msgspec.structs.replace(known_drawing.drawing.components, source=known_drawing.provenance)
        return drawn if LEVELS[detail].labels_only else await self._mapped(await self._compared(drawn), rows, detail)

    async def file(self, identifier: PathwayId) -> bytes | None:
        """Return the GPML file of a pathway, or None if there is no such pathway. See `PathwaySource.file`."""
        if (known_drawing := await self._drawings.get(identifier)) is None:
            return None
        return zlib.decompress(known_drawing.drawing.file)

    async def diagram(self, identifier: PathwayId) -> DrawnDiagram | None:
        """Return the diagram of a pathway, or None if there is no such pathway. See `PathwaySource.diagram`."""
        if (known_drawing := await self._drawings.get(identifier)) is None:
            return None
        try:
            diagram = await anyio.to_thread.run_sync(self._diagram, known_drawing.drawing.file)
        except ValueError as error:
            raise UpstreamError(*pathway_remarks.not_drawable(str(identifier), str(error))) from error
        return DrawnDiagram(diagram, known_drawing.provenance)

    def _diagram(self, file: bytes) -> Diagram:
        return self._reader(zlib.decompress(file))

    async def _with_mappings(self, identifier: PathwayId) -> tuple[KnownDrawing | None, Sequence[MappedNode] | None]:
        """Return a drawing and the mappings of its nodes, fetched concurrently. Raises: RateLimited, UpstreamError."""
        rows: list[Sequence[MappedNode] | None] = []
        drawings: list[KnownDrawing] = []
        # Only the drawing can make the call fail: the mappings raise nothing (see `NodeMappings.within`).
        errors: list[BiofactsError] = []

        async def drawing() -> None:
            try:
                if known_drawing := await self._drawings.get(identifier):
                    drawings.append(known_drawing)
            except BiofactsError as error:  # raised below, since a task group would wrap it
                errors.append(error)
            if not drawings:
                tasks.cancel_scope.cancel()

        async def mapping() -> None:
            rows.append(await self._mappings.within(identifier, time_limits.EXTRA))

        async with anyio.create_task_group() as tasks:
            tasks.start_soon(drawing)
            if may_exist(identifier):
                tasks.start_soon(mapping)
        if errors:
            raise errors[0]
        return (drawings[0], rows[0]) if drawings else (None, None)

    async def _mapped(
        self, drawn: PathwayComponents, rows: Sequence[MappedNode] | None, detail: Detail
    ) -> PathwayComponents:
        lacks: list[MissingParts | None] = []
        if rows is None:
            lookup = await self._known_by_genes(drawn)
            references = lookup.value or {}
            lacks += [MissingParts(parts=_NODES_REFERENCES, why=pathway_remarks.NO_MAPPINGS, partly=True), lookup.lack]
        else:
            mappings = Mappings(rows)
            references = {node.id: mappings.of(node) for node in drawn.nodes}
        if LEVELS[detail].unreviewed:
            return with_missing_parts(with_references(drawn, references, None), lacks)
        accessions = {value for several in references.values() for key, value in several if key == "uniprot"}
        reviewed = await self._genes.reviewed(accessions, drawn.organism) if accessions else Reviewed((), ())
        shown = with_references(drawn, references, reviewed.accessions)
        if any(reviewed.lacks) and shown != with_references(drawn, references, None):
            lacks += reviewed.lacks
        return with_missing_parts(shown, lacks)

    async def _compared(self, drawn: PathwayComponents) -> PathwayComponents:
        """Add remarks to nodes whose label and identifier belong to different genes, as far as the genes are cached."""
        nodes, organism = [*drawn.genes, *drawn.proteins], drawn.organism
        named = (await self._genes.with_terms(label_disagreements.name_terms(nodes), [organism])).get(organism, ())
        labels = {node.label for node in label_disagreements.doubted(nodes, named)}
        if not labels:
            return drawn
        terms = label_disagreements.terms_of(
            (node.label, [*pairs(node.cross_references)]) for node in nodes if node.label in labels
        )
        genes = KnownGenes(await self._genes.with_terms(terms, [organism]))
        return msgspec.structs.replace(
            drawn,
            genes=label_disagreements.with_disagreements(drawn.genes, organism, genes, labels),
            proteins=label_disagreements.with_disagreements(drawn.proteins, organism, genes, labels),
        )

    async def _known_by_genes(self, drawn: PathwayComponents) -> PartResult[Mapping[str, Pairs]]:
        """Return further identifiers of the drawn genes, by node, from the organism's gene catalogue if available."""
        terms = {node.id: identifier_terms(pairs(node.cross_references)) for node in (*drawn.genes, *drawn.proteins)}
        wanted = [*dict.fromkeys(term for of_node in terms.values() for term in of_node)]
        lookup = await self._genes.of(wanted, drawn.organism, _NODES_REFERENCES)
        by_term = lookup.value or {}
        references = {
            node: [pair for term in of_node for pair in by_term.get(term, ())] for node, of_node in terms.items()
        }
        return PartResult(references, lookup.lack)


def _size(record: Pathway) -> int:
    """Return the approximate number of identifiers and publications in a record."""
    several = (1 if isinstance(reference, str) else len(reference) for reference in record.cross_references.values())
    return 1 + len(record.literature) + sum(several)


def _literature(drawing: Drawing, detail: Detail) -> tuple[Publication, ...]:
    if (most := LEVELS[detail].publications) is None:
        return drawing.literature
    cited_first = sorted(drawing.literature, key=lambda publication: not publication.cited)
    return tuple(msgspec.structs.replace(publication, authors=()) for publication in cited_first[:most])


async def _mapped_references(local_id: str, xref: Catalogue) -> Pairs:
    return decode_references(await xref.record(local_id))


async def _kegg(terms: Sequence[str], organism: str, ontology: Catalogue) -> Pairs:
    matches = await ontology_terms(ontology, terms)
    return [("kegg_pathway", number) for term in matches for number in term.kegg_pathways(organism)]
