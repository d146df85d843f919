"""Findings of `biofacts check` over all drawings: their number by rule, and a sample of each to read.

    python bench/check.py UPSTREAM [--sample FILE]

UPSTREAM: the folder of the upstreams' data; nothing is fetched. FILE gets at most a hundred random findings of each
rule, as lines of JSON.
"""

import gzip
import random
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

import msgspec
from _shared import command_line, table
from _truth import of_archive

from biofacts.adapters.http import hgnc, ncbi_gene
from biofacts.adapters.http.wikipathways.gpml_curation import read_for_curators
from biofacts.domain.genes.gene import GeneFacts
from biofacts.domain.identifiers.organisms import HUMAN
from biofacts.domain.pathways import curation
from biofacts.domain.pathways.curation import RULES, CuratedDrawing, Finding, KnownGenes

SAMPLE, SEED, MOUSE = 100, 20261123, "Mus musculus"


class Genes:
    """The genes of HGNC and those of the mouse, by exact term."""

    def __init__(self, upstream: Path) -> None:
        folder = upstream / "genes"
        mouse = partial(ncbi_gene.read_genes, organism=MOUSE, taxa={10090})
        self._by_term = {
            HUMAN: by_term(hgnc.read_genes(gzip.decompress((folder / "hgnc_complete_set.txt.gz").read_bytes()))),
            MOUSE: by_term(mouse((folder / "Mus_musculus.gene_info.gz").read_bytes())),
        }

    def of(self, drawing: CuratedDrawing) -> KnownGenes:
        terms = curation.terms_of((node.label, [node.reference] if node.reference else []) for node in drawing.nodes)
        return KnownGenes({
            organism: {gene.id: gene for term in terms for gene in several.get(term, ())}.values()
            for organism, several in self._by_term.items()
        })  # fmt: skip


def by_term(genes: Iterable[GeneFacts]) -> Mapping[str, Sequence[GeneFacts]]:
    found = defaultdict[str, list[GeneFacts]](list)
    for gene in genes:
        for term in {*gene.exact_terms(), *gene.identifiers}:
            found[term].append(gene)
    return found


def sampled(found: Mapping[str, Sequence[Finding]]) -> Iterator[Finding]:
    rng = random.Random(SEED)
    for rule in RULES:
        several = found[rule.id]
        yield from rng.sample(several, min(SAMPLE, len(several)))


def main(upstream: Path, *, sample: Path | None = None) -> None:
    genes, found, pathways = Genes(upstream), defaultdict[str, list[Finding]](list), defaultdict[str, set[str]](set)
    bodies, begun = [body for _, is_drawing, body in of_archive(upstream) if is_drawing], time.perf_counter()
    for drawing in map(read_for_curators, bodies):
        for one in curation.findings(drawing, genes.of(drawing)):
            found[one.rule].append(one)
            pathways[one.rule].add(one.pathway)
    print(f"{len(bodies)} drawings in {time.perf_counter() - begun:.1f} s")
    rows = [
        (rule.id, rule.severity, len(found[rule.id]), len(pathways[rule.id]),
         sum(one.proposal is not None for one in found[rule.id]))
        for rule in RULES
    ]  # fmt: skip
    print(table(("rule", "severity", "findings", "pathways", "proposals"), rows, words=2))
    if sample:
        sample.write_bytes(b"".join(msgspec.json.encode(one) + b"\n" for one in sampled(found)))


if __name__ == "__main__":
    command_line(__doc__, main)
