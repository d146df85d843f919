"""Evidence of the meaning of gene names: the labels of genes in drawings, and the names of their proteins."""

import logging
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import anyio
import anyio.to_thread
import msgspec

from biofacts.adapters.local.catalogues.jobs import Jobs
from biofacts.adapters.local.catalogues.refreshed_catalogue import Indexed
from biofacts.adapters.local.entries.genes import catalogue_name, decode_gene
from biofacts.adapters.local.entries.pathways import decode_labels
from biofacts.domain.answers.caches import Recent
from biofacts.domain.answers.errors import UpstreamError
from biofacts.domain.genes import name_resolution
from biofacts.domain.genes.gene import GeneFacts, spelled
from biofacts.domain.genes.name_evidence import NOTHING_DRAWN, DrawnLabels, genes_of_protein
from biofacts.domain.genes.name_resolution import Reading
from biofacts.domain.genes.names import GeneName, ProteinNames
from biofacts.domain.identifiers.organisms import HUMAN
from biofacts.domain.text import fold
from biofacts.ports.catalogue import Catalogue, Entry

_log = logging.getLogger(__name__)

_KEPT = 2
"""The number of releases whose labels stay in memory: callers may still page through listings of the second newest."""
_AT_ONCE = 50
"""The number of drawings that are read together."""


class LabelsOfDrawings:
    """The index of the labels in human drawings, built once per release, which takes some tenths of a second."""

    def __init__(self, jobs: Jobs) -> None:
        self._jobs = jobs
        self._kept = Recent[str, DrawnLabels](_KEPT)
        # All names of a list are resolved at once, and a worker process does not share jobs: each would index anew.
        # The locks are not kept, since a lock belongs to one event loop and the built-in sample is used in several.
        self._indexing: dict[str, anyio.Lock] = {}

    async def of(self, drawings: Catalogue | None) -> DrawnLabels:
        """Return the index of a release; an empty index if there is no release or it is damaged."""
        if drawings is None:
            return NOTHING_DRAWN
        if (labels := self._kept.get(drawings.version)) is None:
            try:
                async with self._indexing.setdefault(drawings.version, anyio.Lock()):
                    labels = self._kept.get(drawings.version) or await self._indexed(drawings)
            finally:
                self._indexing.pop(drawings.version, None)
        return labels

    async def _indexed(self, drawings: Catalogue) -> DrawnLabels:
        version = drawings.version
        try:
            labels = await self._jobs.share(f"labels of drawings {version}", lambda: _indexed(drawings))
        except UpstreamError as error:
            _log.warning("gene names are resolved without the labels of drawings: %s", error.message)
            return NOTHING_DRAWN
        self._kept[version] = labels
        return labels


async def _indexed(drawings: Catalogue) -> DrawnLabels:
    keys = [key for key, of in (await drawings.categories()).items() if of == HUMAN]
    stored: list[bytes] = []
    for start in range(0, len(keys), _AT_ONCE):
        stored += (await drawings.records(keys[start : start + _AT_ONCE])).values()
    return await anyio.to_thread.run_sync(_index, stored)


def _index(stored: Sequence[bytes]) -> DrawnLabels:
    return DrawnLabels(decode_labels(stored))


PROTEIN_NAMES = catalogue_name(HUMAN)
"""The name of the catalogue of protein names, by HGNC id, with the names as exact terms and as the record."""

StoredNames = tuple[str, ...]
"""The record of an entry: a protein's names."""

_decode = msgspec.msgpack.Decoder(StoredNames).decode


def index_protein_names(rows: Iterable[ProteinNames]) -> Indexed:
    """Index the names of proteins as exact terms only: a search for single words does not find them."""
    return Indexed(entries=map(_entry, rows), patient=True)


def _entry(row: ProteinNames) -> Entry:
    return Entry(
        key=row.gene, exact_terms=filter(None, map(_term, row.names)), record=msgspec.msgpack.encode(row.names)
    )


def _term(name: str) -> str:
    folded = fold.compact(name)
    return f"name:{folded}" if folded else ""


async def genes_of(name: str, names: Catalogue, bearer: GeneFacts | None = None) -> Sequence[str]:
    """Return the HGNC ids of the genes whose protein has a name (see `genes_of_protein`).

    `bearer`: the gene to which HGNC gives the name. Other genes then count only if they have it in the same spelling.
    """
    if not (term := _term(name)):
        return ()
    records = await names.records(await names.keys([term]))
    rows = [ProteinNames(gene=gene, names=_decode(stored)) for gene, stored in records.items()]
    if bearer is None:
        return genes_of_protein(name, rows)
    if not bearer.protein_coding:
        # `HSP90ALPHA` is an alias of a pseudogene, and HSP90A the name of a protein.
        return genes_of_protein(name, rows) or genes_of_protein(fold.compact(name), rows)
    written = fold.literal if fold.is_greek(name) else spelled
    return [row.gene for row in rows if any(written(protein_name) == written(name) for protein_name in row.names)]


class NameGenes(NamedTuple):
    """The genes with any of a name's terms, by key, as `stored` and as decoded, and how the name was `read`."""

    stored: Mapping[str, bytes]
    genes: Mapping[str, GeneFacts]
    read: Reading


async def read_in(name: GeneName, catalogue: Catalogue, drawn: DrawnLabels) -> NameGenes:
    """Resolve a name among the genes of one catalogue."""
    stored = await catalogue.with_terms(name_resolution.terms(name, drawn))
    genes = {key: decode_gene(summary) for key, summary in stored.items()}
    return NameGenes(stored, genes, name_resolution.resolve_name(name, [*genes.values()], drawn))
