"""The catalogues of genes, one for each organism, and those of them that are available."""

import math
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence

from biofacts.adapters.local.catalogues.refreshed_catalogue import LocalCatalogue, reopened, version_of
from biofacts.domain.genes.gene import GeneFacts
from biofacts.domain.identifiers.organisms import HUMAN
from biofacts.ports.catalogue import Catalogue, CatalogueStore

_LOOKS_AGAIN = 1.0


class OrganismCatalogues(Mapping[str, LocalCatalogue[GeneFacts]]):
    """The catalogue of each organism whose genes are published, human first."""

    def __init__(self, catalogues: Mapping[str, LocalCatalogue[GeneFacts]], store: CatalogueStore) -> None:
        self._catalogues = catalogues
        self._store = store
        self._seen = {HUMAN}
        self._looked = -math.inf

    def __getitem__(self, organism: str) -> LocalCatalogue[GeneFacts]:
        return self._catalogues[organism]

    def __iter__(self) -> Iterator[str]:
        return iter(self._catalogues)

    def __len__(self) -> int:
        return len(self._catalogues)

    def saw(self, organism: str) -> None:
        """Note that an organism's catalogue is available."""
        self._seen.add(organism)

    async def at_hand(self, version: str | None = None) -> Sequence[tuple[str, Catalogue]]:
        """Return the available catalogues by organism (in a listing's version), human first."""
        if version is not None:
            opened = await reopened(self._store, version) or {}
            return [(organism, opened[one.name].catalogue) for organism, one in self.items() if one.name in opened]
        # Other processes may fetch organisms, too, but a look at each of the files in every call would be slow.
        looks_again = time.monotonic() - self._looked > _LOOKS_AGAIN
        if looks_again:
            self._looked = time.monotonic()
        found: list[tuple[str, Catalogue]] = []
        for organism, one in self.items():
            if (looks_again or organism in self._seen) and (catalogue := await one.present()) is not None:
                self.saw(organism)
                found.append((organism, catalogue))
        return found

    def version(self, at_hand: Iterable[tuple[str, Catalogue]]) -> str:
        """Return the version of what is made from these catalogues."""
        return version_of((self[organism].name, catalogue) for organism, catalogue in at_hand)
