"""What the settings say of themselves."""

from biofacts.settings import Secret, Settings


def test_the_sources_told_are_upstreams_only() -> None:
    told = Settings(
        redis_url=Secret("redis://:word@cache.lab"),
        oauth_jwks_url="https://login.lab/keys",
        hgnc_url="http://mirror.lab/hgnc",
    ).told_sources
    assert "mirror.lab" in told
    assert "cache.lab" not in told
    assert "login.lab" not in told
