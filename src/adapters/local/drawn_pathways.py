"""Pathways one by one: records and components, made of drawings and of what their nodes are mapped to."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec

from biofacts.adapters.local.drawings import Drawings
from biofacts.adapters.local.freshness import LocalCatalogue
from biofacts.adapters.local.known_proteins import KnownProteins
from biofacts.adapters.local.pathway_entries import decode_references, decode_term
from biofacts.domain import budgets, wording
from biofacts.domain.cross_references import arrange, valid
from biofacts.domain.drawing import Drawing
from biofacts.domain.gene import HUMAN
from biofacts.domain.listed_pathway import MappedPathway
from biofacts.domain.literature import Publication
from biofacts.domain.ontology import Term
from biofacts.domain.pathway import ComponentsDetail, Detail, Pathway, PathwayComponents, PathwayId
from biofacts.ports.catalogue import Catalogue

_LIST_IF_SEVERAL = frozenset({"kegg_pathway", "reactome", "gene_ontology"})
_OF_THE_PATHWAY = _LIST_IF_SEVERAL | {"disease_ontology", "pathway_ontology", "cell_ontology", "wikipathways"}
_ALWAYS_LIST = frozenset({
    "hgnc", "hgnc_symbol", "ensembl_gene", "ensembl_transcript", "uniprot", "entrez", "refseq", "chembl", "drugbank",
    "kegg", "omim", "pdb", "pubchem_compound", "pubchem_substance", "chebi", "hmdb", "inchikey", "cas", "wikidata",
    "kegg_compound", "lipidmaps", "chemspider", "unii", "rgd", "mgi", "mirbase", "disease_ontology", "pathway_ontology",
    "cell_ontology", "wikipathways", "string", "biogrid", "stitch", "iuphar", "orphanet", "mondo", "efo",
})  # fmt: skip

Pairs = Sequence[tuple[str, str]]


class _References(NamedTuple):
    """What a record refers to: how many accessions are left out, whether what it rests on is stale, what is lacking."""

    pairs: Pairs
    unreviewed: int = 0
    stale: bool = False
    lacking: str | None = None


class DrawnPathways:
    """One pathway at a time. `brief` needs its drawing alone, anything more also the xref index."""

    def __init__(
        self,
        *,
        drawings: Drawings,
        xref: LocalCatalogue[MappedPathway],
        ontology: LocalCatalogue[Term],
        proteins: KnownProteins,
    ) -> None:
        self._drawings = drawings
        self._xref = xref
        self._ontology = ontology
        self._proteins = proteins

    async def record(self, identifier: PathwayId, detail: Detail) -> Pathway | None:
        """As `PathwaySource.get`."""
        if (known := await self._drawings.get(identifier)) is None:
            return None
        drawing = known.drawing
        of_nodes = _of_the_pathway(drawing) if detail == "brief" else await self._all(drawing, detail)
        ontology = await self._ontology.open_within(budgets.EXTRA)
        equivalents = await _kegg(drawing, ontology.catalogue) if ontology else ()
        stale = known.provenance.stale or of_nodes.stale or (ontology is not None and ontology.stale)
        remarks = (None if ontology else wording.NO_KEGG_EQUIVALENTS, of_nodes.lacking)
        left_out = {"uniprot": of_nodes.unreviewed, "literature": len(drawing.literature) if detail == "brief" else 0}
        return Pathway(
            id=drawing.components.id,
            title=drawing.title,
            organism=drawing.organism,
            description=drawing.description,
            revision=drawing.revision,
            component_counts=drawing.components.counts,
            ontology_terms=drawing.ontology_terms,
            cross_references=arrange(
                [*of_nodes.pairs, *valid(equivalents)], always_list=_ALWAYS_LIST, list_if_several=_LIST_IF_SEVERAL
            ),
            literature=_literature(drawing, detail),
            left_out={name: number for name, number in left_out.items() if number},
            url=f"https://www.wikipathways.org/instance/{identifier.local}",
            remark=" ".join(filter(None, remarks)) or None,
            source=msgspec.structs.replace(known.provenance, stale=stale),
        )

    async def _all(self, drawing: Drawing, detail: Detail) -> _References:
        xref = await self._xref.open()
        drawn = valid(drawing.references)
        mapped = decode_references(await xref.catalogue.record(drawing.local_id))
        if detail == "all":
            return _References([*mapped, *drawn], stale=xref.stale)
        return await self._reviewed(mapped, drawn, drawing.organism, stale=xref.stale)

    async def _reviewed(self, mapped: Pairs, drawn: Pairs, organism: str, *, stale: bool) -> _References:
        """Without the accessions that nothing at hand names and no curator has drawn."""
        accessions = {value for key, value in (*mapped, *drawn) if key == "uniprot"}
        reviewed = await self._proteins.among(accessions) if accessions else frozenset[str]()
        curated = {value for key, value in drawn if key == "uniprot"}
        first = [pair for pair in mapped if pair[0] != "uniprot" or pair[1] in (reviewed or ())]
        unreviewed = len(accessions - (reviewed or frozenset()) - curated)
        lacking = wording.NO_PROTEIN_NAMES if reviewed is None and unreviewed and organism == HUMAN else None
        return _References([*first, *drawn], unreviewed, stale, lacking)

    async def components(self, identifier: PathwayId, detail: ComponentsDetail) -> PathwayComponents | None:
        """As `PathwaySource.components`."""
        known = await self._drawings.get(identifier)
        return msgspec.structs.replace(known.drawing.components, source=known.provenance) if known else None


def _of_the_pathway(drawing: Drawing) -> _References:
    return _References([pair for pair in valid(drawing.references) if pair[0] in _OF_THE_PATHWAY])


def _literature(drawing: Drawing, detail: Detail) -> tuple[Publication, ...]:
    if detail == "all":
        return drawing.literature
    shown = drawing.literature if detail == "full" else ()
    return tuple(msgspec.structs.replace(one, authors=()) for one in shown)


async def _kegg(drawing: Drawing, ontology: Catalogue) -> Iterable[tuple[str, str]]:
    """The KEGG pathways of a drawing's ontology terms."""
    found: list[tuple[str, str]] = []
    for key, value in drawing.references:
        if key == "pathway_ontology" and (stored := await ontology.record(value)):
            found += [("kegg_pathway", number) for number in decode_term(stored).kegg_pathways(drawing.organism)]
    return found
