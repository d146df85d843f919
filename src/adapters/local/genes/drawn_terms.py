"""The exact terms under which drawings contain genes: of one gene, or of all genes with some of the terms."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet

import anyio.to_thread

from biofacts.adapters.local.entries.genes import decode_gene, genes_with
from biofacts.domain.genes import name_resolution
from biofacts.domain.genes.facts import GeneFacts
from biofacts.domain.genes.names import GeneName, gene_term
from biofacts.ports.catalogue import Catalogue
from biofacts.ports.genes import DrawnGene

OF_ORTHOLOGS = ("mgi:", "rgd:")
"""Prefixes of other organisms' databases, to whose genes a human gene refers."""
_OFTEN_SHARED = ("uniprot:", "refseq:", "ensembl_gene:")
_SYMBOL = "symbol:"

AtHand = Sequence[tuple[str, Catalogue]]
"""The organisms whose names are available, each with its catalogue."""


async def drawn_as(gene: GeneFacts, at_hand: AtHand) -> Sequence[str]:
    """Return the exact terms under which drawings contain a gene. See `GeneSource.drawn_as`."""
    terms = dict.fromkeys([gene_term("symbol", gene.symbol)])
    for organism, catalogue in at_hand:
        alike = gene if organism == gene.organism else await _alike(gene, catalogue)
        if alike is not None:
            own = await _own([alike], catalogue)
            terms |= dict.fromkeys([gene_term("symbol", alike.symbol), *own[alike.id]])
    return list(terms)


async def _alike(gene: GeneFacts, catalogue: Catalogue) -> GeneFacts | None:
    """Return the only gene of another organism that has the name of a human gene."""
    if not gene.is_human:
        return None
    name = GeneName(gene.symbol, gene.symbol, ())
    return name_resolution.read(name, await genes_with(catalogue, name_resolution.terms(name))).gene


async def all_drawn_as(terms: AbstractSet[str], catalogue: Catalogue) -> Sequence[DrawnGene]:
    """Return all genes of a catalogue with one of the terms, each with its terms. See `GeneSource.all_drawn_as`."""
    genes = await _carried(terms, catalogue)
    own = await _own([*genes.values()], catalogue)

    def every() -> Sequence[DrawnGene]:
        drawn = ((genes[key], terms & {gene_term("symbol", genes[key].symbol), *own[key]}) for key in sorted(genes))
        return [DrawnGene(gene.id, gene.symbol, tuple(under)) for gene, under in drawn if under]

    # All genes of an organism are too much work for the event loop.
    return await anyio.to_thread.run_sync(every)


async def _carried(terms: Iterable[str], catalogue: Catalogue) -> dict[str, GeneFacts]:
    """Return the genes with a symbol or identifier among the terms, by id."""
    asked = [f"name:{term.removeprefix(_SYMBOL)}" if term.startswith(_SYMBOL) else term for term in terms]
    return {gene.id: gene for gene in await genes_with(catalogue, asked)}


async def _own(genes: Sequence[GeneFacts], catalogue: Catalogue) -> Mapping[str, Sequence[str]]:
    """Return the identifiers that no other gene has: genes of histones and of calmodulins share their proteins.

    A human gene's identifiers leave out its orthologs in mouse and rat, which HGNC lists with it.
    """
    identifiers = await anyio.to_thread.run_sync(_identifiers, genes)
    asked = {one for of in identifiers.values() for one in of if one.startswith(_OFTEN_SHARED)}
    strangers = {*await catalogue.keys([*asked])} - identifiers.keys() if asked else ()
    for stranger in map(decode_gene, (await catalogue.summaries([*strangers])).values() if strangers else ()):
        identifiers[stranger.id] = [*stranger.identifiers]
    return await anyio.to_thread.run_sync(_unshared, genes, identifiers, asked)


def _identifiers(genes: Iterable[GeneFacts]) -> dict[str, list[str]]:
    return {gene.id: [*gene.identifiers] for gene in genes}


def _unshared(
    genes: Iterable[GeneFacts], identifiers: Mapping[str, Sequence[str]], asked: set[str]
) -> Mapping[str, Sequence[str]]:
    """Remove from each gene's identifiers those of `asked` that another gene has, too."""
    bearers: defaultdict[str, list[str]] = defaultdict(list)
    for key, of in identifiers.items():
        for term in asked.intersection(of):
            bearers[term].append(key)
    own: dict[str, Sequence[str]] = {}
    for gene in genes:
        others = {other for term in asked.intersection(identifiers[gene.id]) for other in bearers[term]} - {gene.id}
        foreign = {term for other in others for term in identifiers[other]}
        own[gene.id] = [
            term
            for term in identifiers[gene.id]
            if term not in foreign and not (gene.is_human and term.startswith(OF_ORTHOLOGS))
        ]
    return own
