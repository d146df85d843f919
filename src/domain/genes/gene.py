"""Genes: identifiers, candidates and records."""

import re
from collections.abc import Mapping
from typing import Self

import msgspec

from biofacts.domain.answers import wording
from biofacts.domain.answers.candidates import Candidate
from biofacts.domain.answers.errors import UnresolvedEntity
from biofacts.domain.answers.kinds import Kind
from biofacts.domain.answers.provenance import Provenance
from biofacts.domain.answers.records import Record
from biofacts.domain.identifiers.cross_references import CrossReferences
from biofacts.domain.identifiers.curies import digits_of, unpadded

HUMAN = "Homo sapiens"
HGNC, NCBI_GENE = "HGNC", "NCBI Gene"

GENE = Kind(
    name="gene",
    plural="genes",
    service=f"{HGNC} / {NCBI_GENE}",
    search_tool="search_genes",
    get_tool="get_gene",
    id_argument="gene_id",
    id_name="gene id",
    example_id="HGNC:11998",
    example_query="TP53",
)

_NEARLY_HGNC = re.compile(r"\s*hgnc(?:\s*(?:id)?[:#_\s]\s*)([0-9]{1,9})\s*", re.I | re.A)
_NEARLY_NCBI = re.compile(
    r"\s*(?:(?:ncbi\s*gene|entrez(?:\s*gene)?|gene\s*id)(?:\s*(?:id)?[:#_\s]\s*))?([0-9]{1,9})\s*", re.I | re.A
)


class GeneId(msgspec.Struct, frozen=True):
    """A gene's number at HGNC (human genes) or in NCBI Gene, printed as `HGNC:11998`, `NCBIGene:22059`."""

    database: str
    number: str

    @classmethod
    def parse(cls, given: object) -> Self:
        """Parse `HGNC:11998` or `NCBIGene:22059`, and no other spelling. Raises: UnresolvedEntity."""
        # isdecimal() alone would accept the digits of other scripts.
        if isinstance(given, str) and given.startswith("NCBIGene:") and given[9:].isascii() and given[9:].isdecimal():
            return cls("NCBIGene", unpadded(given[9:]))
        if isinstance(given, str) and len(given) < 60 and (near := _NEARLY_NCBI.fullmatch(given)):
            raise UnresolvedEntity(GENE, given, wording.EXACTLY_SO, f"NCBIGene:{unpadded(near[1])}")
        return cls("HGNC", unpadded(digits_of(GENE, given, "HGNC:", _NEARLY_HGNC, unpadded)))

    def __str__(self) -> str:
        return f"{self.database}:{self.number}"


class GeneCandidate(Candidate, frozen=True, kw_only=True, omit_defaults=True):
    """A gene in a list of candidates."""

    symbol: str
    name: str
    organism: str


class Gene(Record, msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The record of a gene.

    `locus_type`: in the terms of HGNC (`gene with protein product`) or NCBI Gene (`protein-coding`). `links`: the
    numbers of linked pathways, targets and ligands. `remark`: which parts are missing, and why.
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
    url: str
    remark: str | None = None
    source: Provenance | None = None


class ReadAs(msgspec.Struct, frozen=True, kw_only=True):
    """The gene that a name was resolved to, and the reason."""

    id: str
    symbol: str
    why: str
