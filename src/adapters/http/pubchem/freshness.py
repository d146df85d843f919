"""How long PubChem's answers are fresh."""

import httpx

from biofacts.adapters.http.pubchem.wire import PICTURE

_DAY = 86_400
_RECORDS, _SEARCHES, _MISSES = 7 * _DAY, _DAY, 6 * 3600


def max_age(request: httpx.Request, response: httpx.Response) -> int:
    """For how many seconds an answer of PubChem may be kept: records a week, searches a day, "no such thing" hours."""
    path = request.url.path
    if response.status_code == 404 or (response.status_code == 400 and not path.endswith(PICTURE)):
        return _MISSES
    if not response.is_success:
        return 0
    if "/pug_view/" in path or path.endswith(PICTURE):  # large: the records are kept that are made of them
        return 0
    return _RECORDS if "/compound/cid/" in path else _SEARCHES
