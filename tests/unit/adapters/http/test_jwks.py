"""An identity provider's keys: read from its address as it stands, and nothing else is taken for keys."""

import httpx
import pytest

from biofacts.adapters.http.jwks import JwksClient
from biofacts.domain.answers.errors import UpstreamError
from tests.wire import Script

ADDRESS = "http://idp.test/realms/x/certs?v=1"


async def fetched(answer: httpx.Response) -> tuple[object, list[str]]:
    script = Script(answer)
    async with JwksClient(httpx.AsyncClient(transport=script.transport, base_url="http://idp.test/"), ADDRESS) as keys:
        return await keys(), script.asked


async def test_the_keys_are_read_from_their_address() -> None:
    key = {"kid": "1", "kty": "EC"}

    assert await fetched(httpx.Response(200, json={"keys": [key], "more": 1})) == ([key], [ADDRESS])


@pytest.mark.parametrize(
    "answer",
    [
        httpx.Response(404),
        httpx.Response(500),
        httpx.Response(200, text="<html>"),
        httpx.Response(200, json={"keys": 1}),
    ],
    ids=["404", "500", "a page", "Another form"],
)
async def test_what_is_no_set_of_keys_is_refused(answer: httpx.Response) -> None:
    with pytest.raises(UpstreamError, match=r"^identity provider (is unavailable|cannot be used): "):
        await fetched(answer)
