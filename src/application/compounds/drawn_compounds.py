"""Compounds by identifiers that PubChem lacks: drawings say which compounds have them."""

from biofacts.application.messages import compounds as compound_messages
from biofacts.domain.answers.kinds import COMPOUND
from biofacts.domain.answers.pages import Hits, Window, windowed
from biofacts.domain.compounds.compound import Compound, CompoundSearchCandidate
from biofacts.domain.identifiers import cross_references
from biofacts.domain.identifiers.curies import CompoundId
from biofacts.domain.pathways.compound_nodes import inchikeys, of_compounds
from biofacts.ports.compounds import CompoundSource
from biofacts.ports.pathways import PathwaySource, SoughtCompound
from biofacts.ports.sources import Query

_MOST_FORMS = 3


class CompoundsByDrawing(CompoundSource):
    """A source of compounds that looks an identifier up in the local drawings if PubChem finds nothing."""

    def __init__(self, compounds: CompoundSource, pathways: PathwaySource) -> None:
        self._compounds = compounds
        self._pathways = pathways

    async def search(self, query: Query, window: Window) -> Hits[CompoundSearchCandidate] | None:
        found = await self._compounds.search(query, window)
        if found is None or found.items or window.offset:
            return found
        keys = await self._drawn(query.text)
        several = [await self._compounds.search(Query(text=key), Window(limit=1)) for key in keys[:_MOST_FORMS]]
        items = {one.id: one for hits in several if hits for one in hits.items}
        if not items:
            return found
        told = next(hits for hits in several if hits and hits.items)
        said = compound_messages.drawn_with(query.text, keys[:_MOST_FORMS])
        return windowed([*items.values()], window, version=told.version, guidance=said, provenance=told.provenance)

    async def _drawn(self, text: str) -> list[str]:
        """Return the InChIKeys that drawings give for an identifier; nothing is fetched."""
        reference = cross_references.read(text)
        asked = (
            of_compounds(cross_references.carried(reference.text)) if reference and reference.finds(COMPOUND) else ()
        )
        if not asked or (await self._pathways.at_hand()).missing:
            return []
        drawn = await self._pathways.with_compound(SoughtCompound(asked=asked), None)
        return sorted(inchikeys(drawn.references)) if drawn else []

    # Methods of the wrapped source

    async def knows(self, name: str) -> bool:
        return await self._compounds.knows(name)

    async def get(self, identifier: CompoundId) -> Compound | None:
        return await self._compounds.get(identifier)
