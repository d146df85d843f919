"""Which UniProt accessions are names of proteins, and not of one of the many unreviewed entries of the same gene."""

from collections.abc import Collection

from biofacts.adapters.local.freshness import LocalCatalogue
from biofacts.adapters.local.gene_entries import genes_with
from biofacts.adapters.local.guide_entries import decode_proteins
from biofacts.domain.cross_references import pairs
from biofacts.domain.genes.facts import GeneFacts
from biofacts.domain.genes.names import gene_term
from biofacts.domain.pharmacology.target_facts import TargetProtein


class KnownProteins:
    """Reviewed accessions, as far as names are at hand: those of HGNC's genes, and of the Guide's targets."""

    def __init__(self, genes: LocalCatalogue[GeneFacts], targets: LocalCatalogue[TargetProtein]) -> None:
        self._genes = genes
        self._targets = targets

    async def among(self, accessions: Collection[str]) -> frozenset[str] | None:
        """Those of the accessions that are known; None where no gene's name is at hand. Nothing waits for names."""
        self._genes.prefetch()
        if (genes := await self._genes.present()) is None:
            return None
        terms = [gene_term("uniprot", one) for one in accessions]
        known = {
            value
            for gene in await genes_with(genes, terms)
            for key, value in pairs(gene.cross_references)
            if key == "uniprot"
        }
        if (targets := await self._targets.present()) is not None:
            for target in await targets.keys(terms):
                stored = await targets.record(target)
                known |= {accession for _, accession in decode_proteins(stored)} if stored else set()
        return frozenset(known.intersection(accessions))
