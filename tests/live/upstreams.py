"""Where the live tests find their upstreams."""

import os
from functools import cache
from typing import NamedTuple

import httpx
import pytest


class Asked(NamedTuple):
    """An upstream. `variable`: names its base URL; `path`: what it has under it, as long as it is the upstream."""

    variable: str
    path: str


@cache
def _answers(url: str) -> bool:
    try:
        with httpx.stream("GET", url, timeout=10, follow_redirects=True) as response:
            return response.is_success
    except httpx.HTTPError:
        return False


def reachable(*asked: Asked) -> list[str]:
    """The base URLs of those upstreams; skips when one is not named or does not answer."""
    urls: list[str] = []
    for variable, path in asked:
        if not (url := os.environ.get(variable, "").rstrip("/")):
            pytest.skip(f"{variable} is not set: no upstream to ask")
        if not _answers(url + path):
            pytest.skip(f"{url} cannot be reached")
        urls.append(url)
    return urls
