"""Genes as catalogue entries: searchable names, exact terms, and stored facts; and the catalogue of each organism."""

import math
import time
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

import anyio.to_thread
import msgspec

from biofacts.adapters.local.catalogues.refreshed_catalogue import Indexed, LocalCatalogue, reopened, version_of
from biofacts.domain.genes.gene import GeneFacts, curie_of
from biofacts.domain.genes.names import bare_accession
from biofacts.domain.identifiers.cross_references import pairs
from biofacts.domain.identifiers.organisms import HUMAN
from biofacts.ports.catalogue import Catalogue, CatalogueStore, Entry

HUMAN_GENES = "hgnc"
"""The name of the catalogue of human genes."""

_DECODED_AT_ONCE = 500  # about 10 ms on the event loop
_decode = msgspec.msgpack.Decoder(GeneFacts).decode
FAMILIAR = (
    b"microRNA long intergenic non-protein coding RNA antisense pseudogene RNA, long non-coding RNA, micro"
    b" predicted gene solute carrier family member olfactory receptor family subfamily zinc finger protein ribosomal"
    b" protein domain containing associated binding regulator transcription factor homolog mitochondrial subunit"
    b" open reading frame chromosome protein-coding ncRNA pseudo unknown other Rattus norvegicus Mus musculus"
    b" MI000 NR_0 NG_0 XR_0 XM_0 NM_00 NM_ \xa5mirna \xa6refseq\x91 \xa3rgd\x91\xa7 \xa3mgi\x91\xabMGI:1"
    b" \xa4omim\x91\xa6"
    b" \xa7uniprot\x91\xa6Q \xa6entrez\xa6 \xacensembl_gene\xb2ENSMUSG00000 \xafENSG00000 \xa4hgnc\xaaHGNC:"
    b" \xabhgnc_symbol \xb9gene with protein product\xc3 \xacHomo sapiens"
)
"""A preset dictionary for zlib: text that recurs in most genes, since each gene is compressed on its own.

Changing it requires a new `SCHEMA` number: genes in catalogues that are already built could no longer be decoded.
"""
# Raw deflate saves zlib's header and checksum, which each gene would repeat. A small window is quick to copy.
_COMPRESSING = zlib.compressobj(6, wbits=-11, memLevel=4, zdict=FAMILIAR)


def catalogue_name(organism: str) -> str:
    """Return the name of an organism's catalogue of NCBI Gene: `ncbi-gene-mus-musculus`."""
    return f"ncbi-gene-{organism.casefold().replace(' ', '-')}"


def index_genes(rows: Iterable[GeneFacts]) -> Indexed:
    """Index genes by name and identifier, in the order of the file; only `prior` breaks ties."""
    return Indexed(entries=map(_gene, rows), patient=True)


def _gene(facts: GeneFacts) -> Entry:
    return Entry(
        key=facts.id,
        prior=facts.prior,
        texts=facts.texts(),
        exact_terms=facts.exact_terms(),
        accessions=[bare_accession(value) for key, value in pairs(facts.cross_references) if key == "uniprot"],
        summary=_encode(facts),
    )


def _encode(facts: GeneFacts) -> bytes:
    compressing = _COMPRESSING.copy()
    return compressing.compress(msgspec.msgpack.encode(facts)) + compressing.flush()


# The names in one list, and the interpretations of one name, need the same genes again and again.
@lru_cache(maxsize=2048)
def decode_gene(stored: bytes) -> GeneFacts:
    """Decode a stored gene."""
    return _decode(zlib.decompressobj(-zlib.MAX_WBITS, zdict=FAMILIAR).decompress(stored))


async def genes_with(catalogue: Catalogue, terms: Sequence[str]) -> Sequence[GeneFacts]:
    """Return the genes with any of the exact terms; genes found by their HGNC or NCBI Gene id come last."""
    listed = {term: key for term in terms if (key := curie_of(term))}
    by_key: Mapping[str, bytes] = await catalogue.summaries([*listed.values()]) if listed else {}
    others = [term for term in terms if listed.get(term) not in by_key]
    stored = {**(await catalogue.with_terms(others) if others else {}), **by_key}
    if len(stored) <= _DECODED_AT_ONCE:
        return [decode_gene(summary) for summary in stored.values()]
    return await anyio.to_thread.run_sync(lambda: [decode_gene(summary) for summary in stored.values()])


# The catalogues of genes, one for each organism


_LOOKS_AGAIN = 1.0


class OrganismCatalogues(Mapping[str, LocalCatalogue[GeneFacts]]):
    """The gene catalogue of each organism, human first, whether already downloaded or not."""

    def __init__(self, catalogues: Mapping[str, LocalCatalogue[GeneFacts]], store: CatalogueStore) -> None:
        self._catalogues = catalogues
        self._store = store
        self._seen = {HUMAN}
        self._looked = -math.inf

    def __getitem__(self, organism: str) -> LocalCatalogue[GeneFacts]:
        return self._catalogues[organism]

    def __iter__(self) -> Iterator[str]:
        return iter(self._catalogues)

    def __len__(self) -> int:
        return len(self._catalogues)

    def mark_available(self, organism: str) -> None:
        """Note that an organism's catalogue has been downloaded."""
        self._seen.add(organism)

    async def available(self, version: str | None = None) -> Sequence[tuple[str, Catalogue]]:
        """Return the downloaded catalogues by organism, human first: those of a listing's version, or the newest."""
        if version is not None:
            opened = await reopened(self._store, version) or {}
            return [
                (organism, opened[local.name].catalogue)
                for organism, local in self._catalogues.items()
                if local.name in opened
            ]
        # Other processes may download organisms, too, but checking every file on every call would be slow.
        looks_again = time.monotonic() - self._looked > _LOOKS_AGAIN
        if looks_again:
            self._looked = time.monotonic()
        catalogues: list[tuple[str, Catalogue]] = []
        for organism, local in self._catalogues.items():
            if (looks_again or organism in self._seen) and (catalogue := await local.present()) is not None:
                self.mark_available(organism)
                catalogues.append((organism, catalogue))
        return catalogues

    def version(self, at_hand: Iterable[tuple[str, Catalogue]]) -> str:
        """Return the version of an answer that was read from these catalogues."""
        return version_of((self[organism].name, catalogue) for organism, catalogue in at_hand)
