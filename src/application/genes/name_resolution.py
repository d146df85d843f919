"""The genes that a name may mean, by the catalogues."""

from collections.abc import Awaitable, Callable, Sequence

from biofacts.application.messages import calls as call_messages
from biofacts.application.messages import genes as gene_messages
from biofacts.domain.answers import next_calls
from biofacts.domain.answers.advice import Advice, NextCall, joined
from biofacts.domain.answers.errors import AmbiguousQuery, Meaning
from biofacts.domain.answers.kinds import GENE, PATHWAY
from biofacts.domain.genes import name_resolution
from biofacts.domain.genes.name_resolution import Reading
from biofacts.domain.genes.names import GeneName
from biofacts.domain.identifiers import cross_references, web_links
from biofacts.domain.identifiers.cross_references import Reference
from biofacts.ports.genes import NamedGenes


def reference_in(given: str) -> tuple[Reference | None, Advice | None]:
    """Return the gene's reference in a link, and advice on a link or CURIE that is not a gene's.

    A text without a link has no reference, unless it is a CURIE of another kind.
    """
    link = web_links.read(given)
    reference = link.reference if link else cross_references.read(given)
    if reference is None:
        return None, Advice(call_messages.unread_link(link.site)) if link else None
    if reference.finds(GENE):
        return (reference if link else None), None
    if not (link or reference.own):
        return None, None
    calls = reference.calls(GENE)
    return reference, joined(
        call_messages.read_from_link(reference.text) if link else None,
        call_messages.of_another_kind(reference.text, GENE, calls),
    )


def read_in(name: GeneName, names: NamedGenes) -> Reading:
    """Return how a name is read."""
    known = names.reading
    return known if known and known.name == name else name_resolution.read(name, names.of_organism)


def several(read: Reading, call: Callable[[str], NextCall]) -> AmbiguousQuery:
    """Make the refusal of a name that means several genes or a family. `call`: the call for one of them, by its id."""
    shown = read.meanings[: name_resolution.MOST_MEANINGS]
    calls, symbols = [call(one.id) for one in shown], [one.symbol for one in shown]
    text = read.name.text
    if read.is_family:
        refusal = gene_messages.gene_family(text, symbols, calls, next_calls.search(PATHWAY, text))
    else:
        refusal = gene_messages.several_genes(text, symbols, calls)
    return AmbiguousQuery(*refusal, text, candidates=read.meanings)


async def of_date(
    symbols: Sequence[str], named: Callable[[GeneName], Awaitable[NamedGenes | None]]
) -> Sequence[Meaning]:
    """Return the genes of whose symbols a spreadsheet may have made a date. `named`: looks a name up."""
    meanings: dict[str, Meaning] = {}
    for symbol in symbols:
        name = GeneName.read(symbol)
        found = await named(name)
        for one in read_in(name, found).said if found else ():
            meanings.setdefault(one.id, Meaning(id=one.id, symbol=one.symbol, why=f"{symbol}: {one.why}"))
    # Former symbols are what spreadsheets met; aliases of other genes are rarer in lists.
    return sorted(meanings.values(), key=lambda one: not one.why.endswith("symbol"))
