"""How long PubChem's answers are fresh."""

import httpx

_DAY = 86_400
_RECORDS, _SEARCHES, _MISSES = 7 * _DAY, _DAY, 6 * 3600


def max_age(request: httpx.Request, response: httpx.Response) -> int:
    """For how many seconds an answer of PubChem may be kept: records a week, searches a day, "no such thing" hours."""
    if response.status_code in (400, 404):
        return _MISSES
    if not response.is_success:
        return 0
    if "/pug_view/" in request.url.path:  # a large page, of which the record is kept that is made of it
        return 0
    return _RECORDS if "/compound/cid/" in request.url.path else _SEARCHES
