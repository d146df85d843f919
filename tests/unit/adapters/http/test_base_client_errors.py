"""What an error of the wire is to the domain."""

import httpx
import pytest

from biofacts.adapters.http.base_client import translated
from biofacts.adapters.http.transport.base import BodyTooLarge, TooSlow, Undecodable
from biofacts.adapters.http.transport.queue import QueueTimeout
from biofacts.adapters.http.transport.retry import CircuitOpen
from biofacts.domain.answers.errors import BiofactsError, RateLimited, UpstreamError


@pytest.mark.parametrize(
    ("error", "translation"),
    [
        (QueueTimeout("no turn"), RateLimited.of("Lines", 5.0, "too many requests are already waiting for it")),
        (CircuitOpen("failed"), UpstreamError.of("Lines", "it failed moments ago and is not queried for 30 seconds")),
        (BodyTooLarge("x"), UpstreamError.replaced("Lines", "it sends more than 256 MB in one answer")),
        (TooSlow("drops"), UpstreamError.of("Lines", "it did not answer in time")),
        (httpx.ConnectTimeout("late"), UpstreamError.unreachable("Lines", "it cannot be reached")),
        (Undecodable("x"), UpstreamError.of("Lines", "its answer cannot be decoded")),
        (httpx.ConnectError("x"), UpstreamError.unreachable("Lines", "it cannot be reached")),
        (
            httpx.ProxyError("x"),
            UpstreamError.unreachable("Lines", "the proxy set in the environment does not let requests to it through"),
        ),
        (httpx.InvalidURL("x"), UpstreamError.of("Lines", "it cannot be reached")),
    ],
    ids=lambda value: type(value).__name__,
)
def test_an_error_of_the_wire_becomes_one_of_the_domain(error: Exception, translation: BiofactsError) -> None:
    with pytest.raises(BiofactsError) as caught, translated("Lines"):
        raise error

    assert type(caught.value) is type(translation)
    assert (caught.value.message, caught.value.hint) == (translation.message, translation.hint)
    assert caught.value.__cause__ is error
