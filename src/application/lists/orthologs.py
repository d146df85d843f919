"""Orthologs in the place of the genes of a list."""

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from biofacts.application.messages import lists as list_messages
from biofacts.domain.answers.errors import AmbiguousQuery
from biofacts.domain.genes import orthologs
from biofacts.domain.genes.names import GeneName
from biofacts.domain.identifiers import organisms
from biofacts.domain.identifiers.organisms import HUMAN
from biofacts.domain.lists import resolution
from biofacts.domain.lists.resolution import Resolution
from biofacts.ports.genes import GeneSource, OrthologsFound


class Mapped(NamedTuple):
    """The resolutions of names to orthologs, in their order, and the orthologs of all genes."""

    items: Sequence[Resolution]
    orthologs: OrthologsFound

    @property
    def remarks(self) -> Sequence[str]:
        """Sentences on the source of the orthologs, and on what it lacks."""
        return [*filter(None, (list_messages.by_orthologs(self.orthologs.by), self.orthologs.lacking))]


def checked(to_organism: str | None, organism: str | None) -> str | None:
    """Validate the organism of orthologs; None if it is that of the names. Raises: AmbiguousQuery."""
    to, of = organisms.check(to_organism, "to_organism"), organism or HUMAN
    if to is None or to == of:
        return None
    if unknown := [one for one in (of, to) if one not in orthologs.ORGANISMS]:
        raise AmbiguousQuery(*list_messages.no_orthologs(orthologs.ORGANISMS, unknown[0]), to_organism)
    return to


async def mapped(source: GeneSource, items: Sequence[Resolution], organism: str, version: str | None = None) -> Mapped:
    """Replace the genes of resolutions by their orthologs. Raises: RateLimited, UpstreamError."""
    genes = [_gene(one) for one in items]
    ids = {one.id for one in genes if one.id}
    found = await source.orthologs(ids, organism, version=version)
    return Mapped(
        [resolution.by_ortholog(one, found.found.get(one.id, ()), organism) if one.id else one for one in genes], found
    )


def _gene(one: Resolution) -> Resolution:
    """Return the resolution to a gene; to an id of MGI or RGD itself, which HGNC may know without the gene's name."""
    stated = [orthologs.curie(term) for term in GeneName.read(one.input).identifiers]
    known = next(filter(orthologs.organism_of, stated), None)
    if one.id or known is None:
        return one
    return msgspec.structs.replace(one, status="resolved", id=known, candidates=(), why=None, code=None)
