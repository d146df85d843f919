"""A single query to PubChem, and the provenance of its answer."""

from collections.abc import Mapping

import httpx
import msgspec

from biofacts.adapters.http.pubchem import wire
from biofacts.adapters.http.pubchem.transports import UNREADABLE
from biofacts.adapters.http.transport import cache
from biofacts.adapters.http.transport.errors import refuse, translated
from biofacts.domain.answers.errors import UpstreamError
from biofacts.domain.answers.provenance import Provenance, iso
from biofacts.domain.compounds.compound import COMPOUND

PUG = "rest/pug/compound"
_BUSY_SECONDS = 30.0


class Asked(msgspec.Struct, frozen=True):
    """An answer of PubChem; `body`: None if it has nothing to say; `live`: it was not in the cache."""

    body: bytes | None
    provenance: Provenance
    live: bool


async def ask(
    http: httpx.AsyncClient,
    path: str,
    params: Mapping[str, str] | None = None,
    *,
    within: float | None = None,
    cache_only: bool = False,
    form: str = wire.ANSWER,
) -> Asked:
    """Query PubChem. The answer has no body if PubChem has nothing for the query.

    `within`: a time limit in seconds; `form`: a phrase for the expected form of the answer, used in an error.

    Raises: RateLimited, UpstreamError.
    """
    allowed = {cache.CACHE_ONLY: True} if cache_only else {}
    with translated(COMPOUND.service):
        response = await http.get(path, params=params, timeout=within or http.timeout, extensions=allowed)
    live = cache.status(response) == "miss"
    provenance = Provenance(
        name=COMPOUND.service,
        retrieved=iso(cache.retrieved(response)),
        mode="live" if live else "cache",
        stale=cache.status(response) == "stale",
    )
    # PubChem answers 400, not 404, for an identifier that cannot exist, such as a number that is too large.
    if response.status_code == 404 or (response.status_code == 400 and wire.is_about_the_key(path, response.content)):
        return Asked(None, provenance, live)
    if UNREADABLE in response.headers:
        raise UpstreamError(COMPOUND.service, f"its answer is not {form}")
    refuse(COMPOUND.service, response, _BUSY_SECONDS)
    return Asked(response.content, provenance, live)
