"""Where the live tests of the Guide find their upstream."""

from pathlib import Path

from biofacts.composition.settings import Settings
from tests.live.upstreams import Asked, reachable


def live_settings(folder: Path) -> Settings:
    """Settings with a cache of their own; skips when no upstream is named or it cannot be reached."""
    (url,) = reachable(Asked("BIOFACTS_GTOPDB_URL", "/DATA/targets_and_families.csv"))
    return Settings(gtopdb_url=url, cache_dir=folder)
