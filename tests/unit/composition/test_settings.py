"""What the settings say of themselves."""

import importlib.util

import pytest

from biofacts.composition.settings import Secret, Settings, SettingsError


def test_the_sources_told_are_upstreams_only() -> None:
    told = Settings(
        redis_url=Secret("redis://:word@cache.lab"),
        oauth_jwks_url="https://login.lab/keys",
        hgnc_url="http://mirror.lab/hgnc",
    ).told_sources
    assert "mirror.lab" in told
    assert "cache.lab" not in told
    assert "login.lab" not in told


def test_an_extra_that_is_missing_is_told_before_anything_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(_: str) -> None:
        return None

    monkeypatch.setattr(importlib.util, "find_spec", nothing)
    with pytest.raises(SettingsError, match=r"needs an extra: pip install 'biofacts\[redis\]'"):
        Settings.from_environment({"BIOFACTS_REDIS_URL": "redis://somewhere/0"})
