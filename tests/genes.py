"""What tests of genes share: a source that takes every name for a symbol, and one over rows of their own."""

import gzip
from collections.abc import AsyncGenerator, Collection, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager

import msgspec

from biofacts.adapters.http import hgnc, ncbi_gene
from biofacts.adapters.http.hgnc import HgncClient
from biofacts.adapters.http.ncbi_gene import NcbiGeneClient
from biofacts.adapters.local.catalogue_entries.genes import HUMAN_GENES, catalogue_name, index_genes
from biofacts.adapters.local.catalogues.refreshed_catalogue import LocalCatalogue
from biofacts.adapters.local.genes.name_reader import PROTEIN_NAMES, index_protein_names
from biofacts.adapters.local.genes.source import LocalGenes
from biofacts.adapters.numpy.set_scorer import NumpySetScorer
from biofacts.adapters.plots.plotter import MatplotlibPlotter
from biofacts.adapters.sample import upstreams
from biofacts.adapters.sample.upstreams import DAY
from biofacts.adapters.svg.picture import SvgRenderer
from biofacts.application.lists.enrich_pathways import EnrichPathways
from biofacts.application.pathways.reverse_lookup import ReverseLookup
from biofacts.application.use_cases import UseCases
from biofacts.composition.container import Container
from biofacts.domain.answers.pages import Hits, Window
from biofacts.domain.genes.gene import Gene, GeneCandidate, GeneFacts
from biofacts.domain.genes.names import GeneName, ProteinNames, gene_term
from biofacts.domain.identifiers.cross_references import KeyedId, pairs
from biofacts.domain.identifiers.curies import GeneId
from biofacts.domain.identifiers.organisms import HUMAN
from biofacts.domain.pathways.pathway import PathwayCandidate
from biofacts.ports.catalogue import CatalogueStore
from biofacts.ports.genes import DrawnGene, GeneSource, NamedGenes, Orthologs
from biofacts.ports.pathways import PathwaySource
from biofacts.ports.sources import EntitiesByIdentifier, Presence, Query
from tests.containers import WatchedJobs, cache_of
from tests.memory_catalogue import MemoryCatalogueStore
from tests.memory_files import MemoryFile
from tests.replaying import Upstream
from tests.words import thesaurus

HGNC_PATH = "/tsv/tsv/hgnc_complete_set.txt"
HUMAN_PATH = "/DATA/GENE_INFO/Mammalia/Homo_sapiens.gene_info.gz"
MOUSE_PATH = "/DATA/GENE_INFO/Mammalia/Mus_musculus.gene_info.gz"

HGNC_COLUMNS = (
    "hgnc_id", "symbol", "name", "locus_group", "locus_type", "status", "alias_symbol", "alias_name", "prev_symbol",
    "prev_name", "gene_group", "entrez_id", "ensembl_gene_id", "refseq_accession", "uniprot_ids", "mgd_id", "rgd_id",
    "omim_id", "mirbase",
)  # fmt: skip
_INFO_COLUMNS = (
    "#tax_id", "GeneID", "Symbol", "LocusTag", "Synonyms", "dbXrefs", "chromosome", "map_location", "description",
    "type_of_gene", "Symbol_from_nomenclature_authority", "Full_name_from_nomenclature_authority",
    "Nomenclature_status", "Other_designations", "Modification_date", "Feature_type",
)  # fmt: skip


def hgnc_row(gene: GeneFacts, **more: str) -> dict[str, str]:
    """A gene as HGNC's complete set has it."""

    def several(key: str) -> str:
        return "|".join(value for one, value in pairs(gene.cross_references) if one == key)

    return {
        "hgnc_id": gene.id,
        "symbol": gene.symbol,
        "name": gene.name,
        "locus_group": "protein-coding gene" if gene.protein_coding else "pseudogene",
        "locus_type": gene.locus_type,
        "status": "Approved",
        "alias_symbol": "|".join(gene.aliases),
        "alias_name": "|".join(gene.other_names),
        "prev_symbol": "|".join(gene.previous_symbols),
        "prev_name": "|".join(gene.previous_names),
        "gene_group": "|".join(gene.groups),
        "entrez_id": several("entrez"),
        "ensembl_gene_id": several("ensembl_gene"),
        "refseq_accession": several("refseq"),
        "uniprot_ids": several("uniprot"),
        "mgd_id": several("mgi"),
        "rgd_id": "|".join(f"RGD:{one}" for one in several("rgd").split("|") if one),
        "omim_id": several("omim"),
        "mirbase": several("mirbase"),
        **more,
    }


def hgnc_file(rows: Iterable[Mapping[str, str]], columns: Sequence[str] = HGNC_COLUMNS) -> bytes:
    """HGNC's complete set: lists are quoted, as upstream does it."""

    def cell(value: str) -> str:
        return f'"{value}"' if "|" in value else value

    lines = ["\t".join(columns), *("\t".join(cell(row[column]) for column in columns) for row in rows)]
    return "\n".join([*lines, ""]).encode()


def info_row(gene: GeneFacts, taxon: int, **more: str) -> dict[str, str]:
    """A gene as `gene_info` has it."""
    references = [f"MGI:{value}" for key, value in pairs(gene.cross_references) if key == "mgi"]
    references += [f"Ensembl:{value}" for key, value in pairs(gene.cross_references) if key == "ensembl_gene"]
    return {
        **dict.fromkeys(_INFO_COLUMNS, "-"),
        "#tax_id": str(taxon),
        "GeneID": gene.id.removeprefix("NCBIGene:"),
        "Symbol": gene.symbol,
        "Synonyms": "|".join(gene.aliases) or "-",
        "dbXrefs": "|".join(references) or "-",
        "description": gene.name,
        "type_of_gene": gene.locus_type,
        **more,
    }


def info_file(rows: Iterable[Mapping[str, str]], columns: Sequence[str] = _INFO_COLUMNS) -> bytes:
    """`gene_info` of one organism, gzipped."""
    lines = ["\t".join(columns), *("\t".join(row[column] for column in columns) for row in rows)]
    return gzip.compress("\n".join([*lines, ""]).encode(), mtime=0)


def _sample(name: str) -> bytes:
    body = upstreams.published(name)
    assert body is not None
    return body


_FILES = {path: _sample(path.rpartition("/")[2]) for path in (HGNC_PATH, MOUSE_PATH, HUMAN_PATH)}
SAMPLE = (
    *hgnc.read_genes(_FILES[HGNC_PATH]),
    *ncbi_gene.read_genes(_FILES[MOUSE_PATH], organism="Mus musculus", taxa=[10090]),
)


def published() -> dict[str, bytes]:
    """The sample's genes as the files of HGNC and NCBI Gene, by their paths."""
    return dict(_FILES)


class EverySymbol(GeneSource):
    """Takes every name for the approved symbol of a gene without identifiers: what is drawn decides alone."""

    async def knows(self, name: str) -> bool:
        return False

    async def search(self, query: Query, window: Window) -> Hits[GeneCandidate] | None:
        return Hits(items=(), total=0, more=False)

    async def get(self, identifier: GeneId) -> Gene | None:
        return None

    async def by_name(
        self, name: GeneName, organism: str | None, *, version: str | None = None, patient: bool = True
    ) -> NamedGenes | None:
        if name.symbol is None:
            return NamedGenes()
        gene = GeneFacts(
            id="HGNC:1", symbol=name.symbol, name=name.symbol, organism=HUMAN, locus_type="gene", protein_coding=True
        )
        return NamedGenes(of_organism=[gene])

    async def drawn_as(self, gene: GeneFacts, *, version: str | None = None) -> Sequence[str]:
        return [gene_term("symbol", gene.symbol)]

    async def with_identifiers(self, identifiers: Collection[KeyedId]) -> EntitiesByIdentifier[GeneCandidate]:
        return EntitiesByIdentifier()

    async def at_hand(self) -> Presence:
        return Presence()

    async def all_drawn_as(
        self, terms: Iterable[str], organism: str, *, version: str | None = None
    ) -> Sequence[DrawnGene]:
        return ()

    async def orthologs(
        self, genes: Collection[str], organism: str, *, version: str | None = None, patient: bool = True
    ) -> Orthologs:
        return Orthologs(by_gene={})


async def pathways_of(
    source: PathwaySource, gene: str, organism: str | None = None, window: Window | None = None
) -> Hits[PathwayCandidate]:
    """The pathways of a gene as their use case lists them."""
    asked = window or Window(limit=100)
    found = await ReverseLookup(source, EverySymbol()).window(GeneName.parse(gene), organism, asked)
    assert found is not None
    return msgspec.structs.replace(found.hits, guidance=str(found.advice) if found.advice else None)


@asynccontextmanager
async def replayed(store: CatalogueStore, upstream: Upstream | None = None) -> AsyncGenerator[LocalGenes]:
    """Genes over the replayed files of HGNC and NCBI Gene."""
    upstream = upstream or Upstream(published())
    async with HgncClient(upstream.client()) as hgnc, NcbiGeneClient(upstream.client()) as ncbi, WatchedJobs() as jobs:
        cache = cache_of(store, jobs)
        yield LocalGenes(
            human=LocalCatalogue(HUMAN_GENES, hgnc.genes, index_genes, cache),
            proteins=LocalCatalogue(PROTEIN_NAMES, ncbi.proteins, index_protein_names, cache),
            others={
                organism: LocalCatalogue(catalogue_name(organism), file, index_genes, cache)
                for organism, file in ncbi.genes.items()
            },
            thesaurus=thesaurus(store, jobs),
            store=store,
            jobs=jobs,
        )


@asynccontextmanager
async def genes_over(
    human: Sequence[GeneFacts],
    others: Mapping[str, Sequence[GeneFacts]] = {},
    store: CatalogueStore | None = None,
    proteins: Sequence[ProteinNames] = (ProteinNames(gene="HGNC:0", names=("no protein",)),),
) -> AsyncGenerator[LocalGenes]:
    """Genes that are published in memory."""
    store = store or MemoryCatalogueStore()
    async with WatchedJobs() as jobs:
        cache = cache_of(store, jobs, clock=lambda: DAY)

        def catalogue(name: str, rows: Sequence[GeneFacts]) -> LocalCatalogue[GeneFacts]:
            file = MemoryFile("test", name, rows, release="2026-11", day=DAY)
            return LocalCatalogue(name, file, index_genes, cache)

        yield LocalGenes(
            human=catalogue(HUMAN_GENES, human),
            proteins=LocalCatalogue(
                PROTEIN_NAMES,
                MemoryFile("test", PROTEIN_NAMES, proteins, release="2026-11", day=DAY),
                index_protein_names,
                cache,
            ),
            others={organism: catalogue(catalogue_name(organism), rows) for organism, rows in others.items()},
            thesaurus=thesaurus(store, jobs),
            store=store,
            jobs=jobs,
        )


def enriching(sample: Container, pathways: PathwaySource, genes: GeneSource, *, whole: bool = False) -> EnrichPathways:
    """The use case over other pathways and genes than those of the sample."""
    return UseCases.over(
        sample.sources()._replace(pathways=pathways, genes=genes),
        renderer=SvgRenderer(),
        scorer=NumpySetScorer(),
        plotter=MatplotlibPlotter(),
        whole=whole,
    ).enrich_pathways
