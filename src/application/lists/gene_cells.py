"""Resolution of a cell of a gene list: a name, several names, or a date into which a spreadsheet turned a symbol."""

from collections.abc import Awaitable, Callable, Sequence

import msgspec

from biofacts.application.genes import protein_names
from biofacts.application.messages import genes as gene_messages
from biofacts.domain.answers.errors import Meaning, UpstreamError
from biofacts.domain.genes.names import GeneName
from biofacts.domain.lists import input_tables, resolution
from biofacts.domain.lists.input_tables import name_in, names_in
from biofacts.domain.lists.resolution import Resolution
from biofacts.ports.genes import NamedGenes

FindGenes = Callable[[GeneName], Awaitable[NamedGenes]]
"""A function that returns the genes with a name."""


async def resolved(
    text: str, organism: str | None, find: FindGenes, part: Callable[[str], Awaitable[Resolution]]
) -> Resolution | None:
    """Resolve a cell like the gene of get_pathways_for_gene. Returns: None if it names no gene.

    `organism`: the organism of the genes, or None for all; a gene of another organism is only a candidate. `part`: a
    function that resolves one of several names in the cell. Raises: AmbiguousQuery for a text that is not a name;
    RateLimited, UpstreamError.
    """
    if len(names := names_in(text)) > 1:
        return resolution.of_cell(text, [await part(name) for name in names])
    if symbols := input_tables.symbols_of_date(text):
        return resolution.of_date(text, await _meanings(symbols, find))
    reference, other = protein_names.reference_in(named := name_in(text))
    name = GeneName.parse(reference.text if reference else named)
    if other is not None:
        return None
    genes = await find(name)
    reading = protein_names.read_in(name, genes)
    if reading.gene is not None and organism not in (None, reading.gene.organism):
        why = genes.lacking or gene_messages.gene_of_another_organism(reading.gene.organism, organism or "")
        return Resolution(input=text, status="not_found", why=why, candidates=(resolution.of_gene(reading.gene),))
    if (meant := resolution.read(text, reading)) is not None:
        # Names of genes, which outrank the Guide's names of proteins, may be unavailable.
        reason = " ".join(filter(None, (meant.why, genes.lacking))) if reading.by_protein else meant.why
        return msgspec.structs.replace(meant, why=reason)
    # If the organism's names are unavailable, the gene may still exist.
    if genes.lacking:
        return Resolution(input=text, status="error", code=UpstreamError.code, why=genes.lacking)
    symbols = input_tables.symbols_of_date(text, unknown=True)
    return resolution.of_date(text, await _meanings(symbols, find)) if symbols else None


async def _meanings(symbols: Sequence[str], find: FindGenes) -> Sequence[Meaning]:
    """Return the genes of the symbols that a spreadsheet may have turned into a date."""
    meanings: dict[str, Meaning] = {}
    for symbol in symbols:
        name = GeneName.read(symbol)
        for meaning in protein_names.read_in(name, await find(name)).all_meanings:
            meanings.setdefault(
                meaning.id, Meaning(id=meaning.id, symbol=meaning.symbol, why=f"{symbol}: {meaning.why}")
            )
    # Symbols, current or former, come first: they are more frequent in lists than aliases of other genes.
    return sorted(meanings.values(), key=lambda meaning: not meaning.why.endswith("symbol"))
