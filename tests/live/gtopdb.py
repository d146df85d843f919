"""Where the live tests of the Guide find their upstream."""

import os
from functools import cache
from pathlib import Path

import httpx
import pytest

from biofacts.settings import Settings


@cache
def _reachable(url: str) -> bool:
    try:
        return httpx.head(f"{url.rstrip('/')}/DATA/targets_and_families.csv", timeout=10).is_success
    except httpx.HTTPError:
        return False


def live_settings(folder: Path) -> Settings:
    """Settings with a cache of their own; skips when no upstream is named or it cannot be reached."""
    url = os.environ.get("BIOFACTS_GTOPDB_URL", "")
    if not url:
        pytest.skip("BIOFACTS_GTOPDB_URL is not set")
    if not _reachable(url):
        pytest.skip(f"{url} cannot be reached")
    return Settings(gtopdb_url=url, cache_dir=folder)
