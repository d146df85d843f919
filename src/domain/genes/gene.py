"""Genes: candidates and records."""

from collections.abc import Mapping

import msgspec

from biofacts.domain.answers.records import Candidate, Provenance, Record
from biofacts.domain.identifiers.cross_references import CrossReferences


class GeneCandidate(Candidate, frozen=True, kw_only=True, omit_defaults=True):
    """A gene in a list of candidates."""

    symbol: str
    name: str
    organism: str


class Ortholog(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A gene's ortholog in another organism.

    `id`: as in search results, or if the organism's names are not in the cache the id of MGI or RGD, without `symbol`.
    `via`: the ids by which HGNC connects the two genes.
    """

    organism: str
    id: str
    symbol: str | None = None
    via: str


class Gene(Record, msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The record of a gene.

    `locus_type`: in the terms of HGNC (`gene with protein product`) or NCBI Gene (`protein-coding`). `links`: the
    numbers of linked pathways, targets and ligands. `orthologs`: in human, mouse and rat; `orthologs_by`: the source
    that states them, with its release. `remark`: which parts are missing, and why.
    """

    id: str
    symbol: str
    name: str
    organism: str
    locus_type: str
    aliases: tuple[str, ...] = ()
    previous_symbols: tuple[str, ...] = ()
    cross_references: CrossReferences = {}
    links: Mapping[str, int] = {}
    orthologs: tuple[Ortholog, ...] = ()
    orthologs_by: str | None = None
    url: str
    remark: str | None = None
    source: Provenance | None = None


class ReadAs(msgspec.Struct, frozen=True, kw_only=True):
    """The gene that a name was resolved to, and the reason."""

    id: str
    symbol: str
    why: str
