"""Orthologs from the local catalogues of genes, joined by the ids of MGI and RGD that HGNC states."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial

import anyio.to_thread

from biofacts.adapters.local.entries.genes import genes_with
from biofacts.domain.genes import orthologs
from biofacts.domain.genes.gene import GeneFacts, Ortholog, spelled
from biofacts.domain.genes.names import gene_term
from biofacts.domain.identifiers import organisms
from biofacts.domain.identifiers.organisms import HUMAN
from biofacts.ports.catalogue import Catalogue

_Genes = Mapping[str, Sequence[GeneFacts]]
"""Genes by an exact term."""

_NO_GENES: _Genes = {}

_JOINED_AT_ONCE = 50
"""The number of genes that are joined on the event loop: a worker thread takes longer than a record needs."""


async def found_for(
    genes: Collection[str], organism: str, catalogues: Mapping[str, Catalogue]
) -> Mapping[str, Sequence[Ortholog]]:
    """Return the orthologs of genes, by id; `catalogues`: those of organisms that are available."""
    human = catalogues[HUMAN]
    terms = {**await _terms(genes, catalogues), **{one: [f"hgnc:{one}"] for one in genes if one.startswith("HGNC:")}}
    humans = await _by_term(human, [term for of in terms.values() for term in of])
    others = _NO_GENES
    if organism in catalogues and organism != HUMAN:
        stated = [term for of in humans.values() for gene in of for term in orthologs.stated_terms(gene, organism)]
        others = await _by_term(catalogues[organism], stated)
    if len(terms) <= _JOINED_AT_ONCE:
        return _joined(terms, humans, organism, others)
    # All genes of an organism are too much work for the event loop.
    return await anyio.to_thread.run_sync(partial(_joined, terms, humans, organism, others))


async def _terms(genes: Collection[str], catalogues: Mapping[str, Catalogue]) -> dict[str, Sequence[str]]:
    """Return the terms of MGI and RGD under which HGNC may state orthologs of genes that are not human, by id."""
    found: dict[str, Sequence[str]] = {
        one: [gene_term(orthologs.KEYS[organism], one)] for one in genes if (organism := orthologs.organism_of(one))
    }
    entrez = [gene_term("entrez", one) for one in genes if one.startswith("NCBIGene:")]
    for organism in orthologs.KEYS:
        if entrez and organism in catalogues:
            known = await genes_with(catalogues[organism], entrez)
            found |= {gene.id: orthologs.stated_terms(gene, organism) for gene in known}
    return found


async def _by_term(catalogue: Catalogue, terms: Sequence[str]) -> _Genes:
    found: defaultdict[str, list[GeneFacts]] = defaultdict(list)
    for gene in await genes_with(catalogue, [*dict.fromkeys(terms)]):
        for term in gene.identifiers:
            found[term].append(gene)
    return found


def _joined(
    terms: Mapping[str, Sequence[str]], humans: _Genes, organism: str, others: _Genes
) -> Mapping[str, Sequence[Ortholog]]:
    joined = {gene: {one.id: one for one in _of_one(of, humans, organism, others)} for gene, of in terms.items()}
    return {gene: sorted(of.values(), key=_order) for gene, of in joined.items() if of}


def _of_one(terms: Iterable[str], humans: _Genes, organism: str, others: _Genes) -> Iterator[Ortholog]:
    """Yield the orthologs of one gene, by its terms."""
    for term in terms:
        begin = [] if term.startswith("hgnc:") else [orthologs.curie(term)]
        for human in humans.get(term, ()):
            if organism == HUMAN:
                yield _ortholog(human, begin)
            for stated in orthologs.stated_terms(human, organism):
                via = [*begin, orthologs.curie(stated)]
                if stated not in others:
                    yield Ortholog(organism=organism, id=orthologs.curie(stated), via=" ".join(via))
                yield from (_ortholog(other, via) for other in others.get(stated, ()))


def _ortholog(gene: GeneFacts, via: Sequence[str]) -> Ortholog:
    return Ortholog(organism=gene.organism, id=gene.id, symbol=gene.symbol, via=" ".join(via))


def _order(one: Ortholog) -> tuple[bool, str, str]:
    return one.symbol is None, (one.symbol or "").casefold(), one.id


# One human gene in another organism


async def of_human(gene: GeneFacts, organism: str, catalogue: Catalogue) -> Sequence[GeneFacts]:
    """Return the orthologs of a human gene, the one that counts first; nothing if none counts more than others.

    They are those that HGNC states, or else, in a vertebrate, the gene with its symbol.
    """
    terms = orthologs.stated_terms(gene, organism)
    found = [*await genes_with(catalogue, terms)] if terms else []
    if not found and organisms.is_named_like_human(organism):
        symbol = spelled(gene.symbol)
        found = [one for one in await genes_with(catalogue, [f"name:{symbol}"]) if spelled(one.symbol) == symbol]
    return orthologs.arranged(gene.symbol, found) if orthologs.chosen(gene.symbol, found) else ()
