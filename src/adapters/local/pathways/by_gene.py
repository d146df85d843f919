"""The genes in all pathways of an organism, from the catalogues in which single genes are searched."""

from collections.abc import Sequence

import anyio.lowlevel

from biofacts.adapters.local.entries.pathways import (
    References,
    decode_gene_terms,
    decode_listed,
    decode_references,
    decode_summary,
)
from biofacts.domain.genes.names import identifier_terms
from biofacts.domain.pathways.drawn_nodes import GenesInPathway
from biofacts.domain.pathways.index_files import PathwaySummary
from biofacts.ports.catalogue import Catalogue


async def genes_drawn(
    organism: str,
    *,
    listings: Sequence[Catalogue],
    mapped: Catalogue,
    labels: Catalogue | None,
    archive: Catalogue | None,
) -> Sequence[GenesInPathway]:
    """Return the terms of genes in each pathway of an organism. See `PathwaySource.genes_drawn`.

    `listings`: the catalogues that list pathways, the first one first. `mapped`, `labels`, `archive`: the catalogues of
    identifiers, labels and drawings. Labels are used only for pathways without a drawing.
    """
    pathways = await of_organism(organism, listings)
    found: list[GenesInPathway] = []
    terms = _Terms()
    for key in sorted(pathways, key=lambda key: pathways[key].order(key)):
        # There may be a thousand pathways: other calls and a cancellation get their turn here.
        await anyio.lowlevel.checkpoint()
        drawing = await archive.record(key) if archive else None
        row = await labels.record(key) if labels and drawing is None else None
        stored = await mapped.record(key)
        found.append(
            GenesInPathway(
                local_id=key,
                title=pathways[key].title,
                terms=terms.of(decode_references(stored)).union(decode_gene_terms(drawing) if drawing else ()),
                labels=decode_listed(row).labels if row else (),
            )
        )
    return found


class _Terms:
    """The terms of identifiers, each computed once, since most recur in several pathways."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str], tuple[str, ...]] = {}

    def of(self, references: References) -> set[str]:
        found, known = set[str](), self._known
        for pair in references:
            terms = known.get(pair)
            if terms is None:
                terms = known[pair] = identifier_terms([pair])
            found.update(terms)
        return found


async def of_organism(organism: str, listings: Sequence[Catalogue]) -> dict[str, PathwaySummary]:
    """Return an organism's pathways from the listings; the first listing with a pathway counts."""
    known: set[str] = set()
    found: dict[str, PathwaySummary] = {}
    for catalogue in listings:
        others = {key: of for key, of in (await _categories(catalogue)).items() if key not in known}
        known |= others.keys()
        summaries = await catalogue.summaries([key for key, of in others.items() if of == organism])
        found |= {key: decode_summary(summary) for key, summary in summaries.items()}
    return found


async def _categories(catalogue: Catalogue) -> dict[str, str]:
    return dict(await catalogue.categories(await catalogue.all_keys()))
