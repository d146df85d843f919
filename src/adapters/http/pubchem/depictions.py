"""PubChem's pictures of compounds.

Source: https://pubchem.ncbi.nlm.nih.gov/docs/pug-rest (public domain): PNG only, drawn by PubChem, of any size.
"""

import httpx

from biofacts.adapters.http.pubchem import png
from biofacts.adapters.http.pubchem.requests import PUG, ask
from biofacts.adapters.http.pubchem.wire import PICTURE
from biofacts.domain.compounds.compound import CompoundId
from biofacts.domain.compounds.depiction import Depiction
from biofacts.ports.depictions import DepictionSource

_SIDE = 500
"""Pixels: sharp at the usual size of a structure on the screen, in about ten kB."""

_NO_PICTURE = "a whole PNG picture"


class PubChemDepictions(DepictionSource):
    """Pictures of compounds, fetched by the client of the records: they share rate limit, cache and circuit breaker."""

    def __init__(self, http: httpx.AsyncClient) -> None:
        self._http = http

    async def get(self, identifier: CompoundId) -> Depiction | None:
        if (number := identifier.number) is None:
            return None
        params = {"image_size": f"{_SIDE}x{_SIDE}", "record_type": "2d"}
        asked = await ask(self._http, f"{PUG}/cid/{number}{PICTURE}", params, form=_NO_PICTURE)
        if asked.body is None:
            return None
        size = png.size(asked.body)
        assert size is not None  # `wire.is_answer` lets only pictures through
        return Depiction(
            id=f"PubChem:CID{number}",
            width=size.width,
            height=size.height,
            png=asked.body,
            source=asked.provenance,
        )
