"""A single query to PubChem, and the provenance of its answer."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TypeVar

import anyio
import httpx
import msgspec

from biofacts.adapters.http.pubchem import wire
from biofacts.adapters.http.pubchem.transports import UNREADABLE
from biofacts.adapters.http.transport import cache
from biofacts.adapters.http.transport.errors import refuse, translated
from biofacts.domain.answers.errors import BiofactsError, UpstreamError
from biofacts.domain.answers.kinds import COMPOUND
from biofacts.domain.answers.records import Provenance, iso

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


# Concurrent calls that may fail one by one


T = TypeVar("T")


async def gather(calls: Sequence[Callable[[], Awaitable[T]]]) -> list[T | BiofactsError]:
    """Run calls concurrently. Returns results in the order of the calls, with the error of each one that fails."""
    outcomes: dict[int, T | BiofactsError] = {}

    async def run(place: int, call: Callable[[], Awaitable[T]]) -> None:
        try:
            outcomes[place] = await call()
        except BiofactsError as error:
            outcomes[place] = error

    async with anyio.create_task_group() as tasks:
        for place, call in enumerate(calls):
            tasks.start_soon(run, place, call)
    return [outcomes[place] for place in range(len(calls))]


def unwrap(outcome: T | BiofactsError) -> T:
    """Return the result of a call. Raises: its error, if it has failed."""
    if isinstance(outcome, BiofactsError):
        raise outcome
    return outcome
