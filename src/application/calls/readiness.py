"""The state of a server's catalogues, source by source."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from biofacts.domain.answers.records import iso
from biofacts.ports.bulk_names import SynchroniserOnRequest
from biofacts.ports.catalogue import CatalogueStatus, CatalogueStore
from biofacts.ports.synchronisation import CatalogueState, Pending, Readiness, Synchroniser

_HOUR = 3600


async def readiness(
    ready: bool,
    complete: bool,
    catalogues: Mapping[str, bool],
    sources: Sequence[Synchroniser],
    on_request: Sequence[SynchroniserOnRequest],
    store: CatalogueStore,
    *,
    failures: Mapping[str, str],
    now: datetime,
) -> Readiness:
    """Describe every catalogue.

    `complete`: all drawings are available. `catalogues`: those that the first calls need. `failures`: reasons by
    catalogue.
    """
    told: dict[str, tuple[CatalogueState, ...]] = {}
    pending: list[Pending] = []
    for source in sources:
        described = [await store.describe(name) for name in source.catalogues]
        # Optional catalogues are listed only after they have been built.
        described += [one for name in source.optional if (one := await store.describe(name)).provenance]
        told[source.name] = tuple([_state(one, now, failures.get(one.name)) for one in described])
        if (begun := await source.pending()) is not None:
            pending.append(begun)
    for bulk in on_request:
        if (one := await bulk.describe()).provenance is not None:
            told[bulk.name] = (_state(one, now, None),)
    return Readiness(
        ready=ready,
        catalogues=catalogues,
        sources=told,
        complete=complete,
        pending=tuple(pending),
    )


def _state(status: CatalogueStatus, now: datetime, failure: str | None) -> CatalogueState:
    if (info := status.provenance) is None:
        return CatalogueState(catalogue=status.name, there=False, building=status.building, failure=failure)
    return CatalogueState(
        catalogue=status.name,
        there=True,
        release=info.release,
        retrieved=iso(info.retrieved),
        age_hours=round((now - info.retrieved).total_seconds() / _HOUR, 1),
        building=status.building,
    )
