"""The labels of genes, from the catalogue of drawings."""

import logging
from collections.abc import Sequence

import anyio.to_thread

from biofacts.adapters.local.catalogues.jobs import Jobs
from biofacts.adapters.local.entries.pathways import decode_labels
from biofacts.domain.answers.bounded_mapping import Recent
from biofacts.domain.answers.errors import UpstreamError
from biofacts.domain.genes.drawn_labels import NOTHING_DRAWN, DrawnLabels
from biofacts.domain.identifiers.organisms import HUMAN
from biofacts.ports.catalogue import Catalogue

_log = logging.getLogger(__name__)

_KEPT = 2
"""Releases whose labels stay in memory: the newest two, since listings begun with the older one go on."""
_AT_ONCE = 50
"""Drawings that are read together."""


class LabelsOfDrawings:
    """Indexes the labels of human drawings, once for each release: it takes some tenths of a second."""

    def __init__(self, jobs: Jobs) -> None:
        self._jobs = jobs
        self._kept = Recent[str, DrawnLabels](_KEPT)

    async def of(self, drawings: Catalogue) -> DrawnLabels:
        """Return the index of a release; an empty one if the release is damaged, since names do without it."""
        version = drawings.version
        if (known := self._kept.get(version)) is None:
            try:
                known = await self._jobs.share(f"labels of drawings {version}", lambda: _indexed(drawings))
            except UpstreamError as error:
                _log.warning("names of genes are read without drawings: %s", error.message)
                return NOTHING_DRAWN
            self._kept[version] = known
        return known


async def _indexed(drawings: Catalogue) -> DrawnLabels:
    keys = [key for key, of in (await drawings.categories(await drawings.all_keys())).items() if of == HUMAN]
    stored: list[bytes] = []
    for start in range(0, len(keys), _AT_ONCE):
        stored += (await drawings.records(keys[start : start + _AT_ONCE])).values()
    return await anyio.to_thread.run_sync(_index, stored)


def _index(stored: Sequence[bytes]) -> DrawnLabels:
    return DrawnLabels(decode_labels(stored))
