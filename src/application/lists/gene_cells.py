"""Resolution of a cell of a list: the name of a gene, several names, or the date that a spreadsheet made of one."""

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
"""Returns the genes with a name."""


async def resolved(
    text: str, organism: str | None, find: FindGenes, part: Callable[[str], Awaitable[Resolution]]
) -> Resolution | None:
    """Resolve a cell, as get_pathways_for_gene resolves a name; None if it names no gene.

    `organism`: a gene of any other one is not found, and is the candidate; None for all. `part`: resolves one of
    several names in the cell. Raises: AmbiguousQuery for a text that is not a name; RateLimited, UpstreamError.
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
        # Names that outrank the Guide's may have been missing.
        reason = " ".join(filter(None, (meant.why, genes.lacking))) if reading.by_protein else meant.why
        return msgspec.structs.replace(meant, why=reason)
    # Without the names of an organism nothing can be said not to exist.
    if genes.lacking:
        return Resolution(input=text, status="error", code=UpstreamError.code, why=genes.lacking)
    symbols = input_tables.symbols_of_date(text, unknown=True)
    return resolution.of_date(text, await _meanings(symbols, find)) if symbols else None


async def _meanings(symbols: Sequence[str], find: FindGenes) -> Sequence[Meaning]:
    """Return the genes of whose symbols a spreadsheet may have made a date."""
    meanings: dict[str, Meaning] = {}
    for symbol in symbols:
        name = GeneName.read(symbol)
        for meaning in protein_names.read_in(name, await find(name)).all_meanings:
            meanings.setdefault(
                meaning.id, Meaning(id=meaning.id, symbol=meaning.symbol, why=f"{symbol}: {meaning.why}")
            )
    # Former symbols are what spreadsheets met; aliases of other genes are rarer in lists.
    return sorted(meanings.values(), key=lambda meaning: not meaning.why.endswith("symbol"))
