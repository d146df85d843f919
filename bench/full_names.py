"""Genes by their full names: does every approved full name find its own gene first?

    python bench/full_names.py [--genes N] [--misses]

Asks the catalogues that the environment names (BIOFACTS_CACHE_DIR, BIOFACTS_SOURCE=offline) with search_genes for the
approved name and the symbol of every human gene. `own first`: the first answer is the gene, with a score of 1.0;
`lower`: it is, with a smaller one; `among five`: one of the first five is; `behind`: none of them.
"""

import argparse
import random
from collections import Counter
from collections.abc import Sequence

import anyio
from _catalogue import column, present
from _table import table

from biofacts.adapters.local.entries.genes import HUMAN_GENES, decode_gene
from biofacts.adapters.sqlite.index import verified
from biofacts.application.resolve import Resolve
from biofacts.composition.container import running
from biofacts.domain.genes.facts import GeneFacts
from biofacts.domain.genes.gene import GeneCandidate
from biofacts.domain.identifiers.organisms import HUMAN

OUTCOMES = ("own first", "lower", "among five", "behind")


def kind(gene: GeneFacts) -> str:
    """Of which kind a gene is."""
    return "protein" if gene.protein_coding else "pseudogene" if gene.is_pseudogene else "other"


def outcome(gene: GeneFacts, found: Sequence[GeneCandidate]) -> str:
    """What became of one of its names."""
    if gene.id not in [one.id for one in found]:
        return "behind"
    if found[0].id != gene.id:
        return "among five"
    return "own first" if found[0].score == 1.0 else "lower"


async def asked(search: Resolve[GeneCandidate], genes: Sequence[GeneFacts]) -> Sequence[tuple[str, GeneFacts, str]]:
    """Each gene by both names, and what became of it."""
    found: list[tuple[str, GeneFacts, str]] = []
    for gene in genes:
        for what, name in (("full name", gene.name), ("symbol", gene.symbol)):
            found.append((what, gene, outcome(gene, await search.top(name, HUMAN, 5))))
    return found


async def main(most: int | None, *, misses: bool) -> None:
    cache = present(HUMAN_GENES)
    stored = column(cache.folder, HUMAN_GENES, "SELECT summary FROM entries ORDER BY document")
    genes = [decode_gene(verified(summary)) for summary in stored]
    if most is not None:
        genes = random.Random(1).sample(genes, most)
    async with running(cache.settings) as container:
        found = await asked(container.use_cases().resolve_genes, genes)
    counted = Counter((what, kind(gene), how) for what, gene, how in found)
    rows = [
        (what, of, *(counted[what, of, how] for how in OUTCOMES))
        for what in ("full name", "symbol")
        for of in ("protein", "other", "pseudogene")
    ]
    print(table(("asked by", "gene of", *OUTCOMES), rows, words=2))
    for what, gene, how in found if misses else ():
        if how != "own first":
            print(f"{what:<10} {how:<10} {gene.symbol:<12} {gene.name}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--genes", type=int, help="only so many genes, at random")
    parser.add_argument("--misses", action="store_true", help="print every name that does not find its gene first")
    given = parser.parse_args()
    anyio.run(lambda: main(given.genes, misses=given.misses))
