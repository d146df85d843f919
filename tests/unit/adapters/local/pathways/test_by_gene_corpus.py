"""Gene sets of the real index against the call for one gene: nothing lost, nothing foreign."""

import gzip
import random
from pathlib import Path

import anyio
import pytest

from biofacts.application.pathways.reverse_lookup import ReverseLookup
from biofacts.composition.container import Container
from biofacts.domain.identifiers.curies import GeneId
from biofacts.domain.pathways.drawn_nodes import DrawnGenes
from tests.genes import HGNC_PATH, enriching, replayed
from tests.local_pathways import wikipathways
from tests.replaying import Upstream
from tests.wikipathways_files import TEXT_PATH, XREF_PATH

pytestmark = pytest.mark.thorough

GENES, HUMAN = 100, "Homo sapiens"


def test_a_gene_is_in_a_set_where_its_pathways_are_listed(upstream_dir: Path, sample: Container) -> None:
    """Names of all human genes, and the index of all pathways; a hundred genes at random."""
    folder = upstream_dir / "wikipathways" / "json"
    index = Upstream(
        {
            TEXT_PATH: (folder / "findPathwaysByText.json").read_bytes(),
            XREF_PATH: (folder / "findPathwaysByXref.json").read_bytes(),
        }
    )
    hgnc = gzip.decompress((upstream_dir / "genes" / "hgnc_complete_set.txt.gz").read_bytes())

    async def compare() -> None:
        async with wikipathways(index, None) as parts, replayed(parts.store, Upstream({HGNC_PATH: hgnc})) as genes:
            enrich, alone = enriching(sample, parts.source, genes, whole=True), ReverseLookup(parts.source, genes)
            assert await genes.get(GeneId.parse("HGNC:11998"))  # waits for the names, however long they take
            found = await enrich(["TP53", "MDM2", "CDK1"])
            listing = await parts.source.gene_listing(None)
            assert listing is not None
            drawn = DrawnGenes(await parts.source.genes_drawn(HUMAN, listing.version) or ())
            everyone = [gene.symbol for gene in await genes.all_drawn_as(drawn.terms, HUMAN)]
            assert 5_000 < len(everyone) <= found.background.size
            for symbol in random.Random(13).sample(everyone, GENES):
                page = await alone(symbol, organism=HUMAN, page_size=100)
                enriched = await enrich([symbol] * 3, min_size=1, max_size=len(everyone), page_size=100)

                assert {one.id for one in enriched.items} == {one.id for one in page.items}, symbol

    anyio.run(compare)
