"""The genes that a name may mean, by the catalogues."""

from biofacts.application.messages import calls as call_messages
from biofacts.domain.answers.advice import Advice, joined
from biofacts.domain.answers.kinds import GENE
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
        return None, Advice.of(call_messages.unread_link(link.site)) if link else None
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
