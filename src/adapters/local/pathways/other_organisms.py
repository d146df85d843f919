"""The explanation of an empty list of one organism's pathways."""

import difflib

from biofacts.domain.answers import wording
from biofacts.ports.catalogue import Catalogue


async def about_organism(text: Catalogue, organism: str | None) -> str | None:
    """Return the reason why the text index has nothing, if it is the organism; else None."""
    if organism is None:
        return None
    pathways = await text.category_sizes()
    if organism in pathways:
        return wording.organism_without_match(organism, pathways[organism])
    near = difflib.get_close_matches(organism.capitalize(), pathways, n=1, cutoff=0.8)
    return wording.unknown_organism(organism, near[0] if near else None)
