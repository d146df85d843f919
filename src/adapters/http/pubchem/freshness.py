"""Freshness of PubChem's answers in the cache."""

from datetime import timedelta

import httpx

from biofacts.adapters.http.pubchem.wire import PICTURE
from biofacts.domain.answers import freshness


def max_age(request: httpx.Request, response: httpx.Response) -> int:
    """Return for how many seconds an answer may be cached: records for a week, searches for a day, misses for hours."""
    path = request.url.path
    if response.status_code == 404 or (response.status_code == 400 and not path.endswith(PICTURE)):
        return _seconds(freshness.MISS)
    if not response.is_success:
        return 0
    if "/pug_view/" in path or path.endswith(PICTURE):  # large; the records made of them are stored instead
        return 0
    return _seconds(freshness.RECORD if "/compound/cid/" in path else freshness.SEARCH)


def _seconds(span: timedelta) -> int:
    return int(span.total_seconds())
