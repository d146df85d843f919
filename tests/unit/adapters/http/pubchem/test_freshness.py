"""For how long PubChem's answers are kept."""

import httpx
import pytest

from biofacts.adapters.http.pubchem.transports import max_age

DAY = 86_400


@pytest.mark.parametrize(
    ("path", "status", "expected"),
    [
        ("/rest/pug/compound/cid/2244/property/Title/JSON", 200, 7 * DAY),
        ("/rest/pug/compound/name/aspirin/cids/JSON", 200, DAY),
        ("/rest/pug_view/data/compound/2244/JSON", 200, 0),
        ("/rest/pug/compound/cid/2244/PNG", 200, 0),
        ("/rest/pug/compound/cid/2244/PNG", 404, DAY / 4),
        ("/rest/pug/compound/cid/2244/PNG", 400, 0),
        ("/rest/pug/compound/smiles/cids/JSON", 400, DAY / 4),
        ("/rest/pug/compound/name/aspirin/cids/JSON", 500, 0),
    ],
)
def test_each_answer_is_fresh_as_long_as_its_kind_is(path: str, status: int, expected: float) -> None:
    request = httpx.Request("GET", f"https://pubchem.example{path}")

    assert max_age(request, httpx.Response(status)) == expected
