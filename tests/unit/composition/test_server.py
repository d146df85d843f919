"""What a server has around it: each setting of tokens, metrics and logs, and what cannot be used is said."""

import logging
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from pytest_mock import MockerFixture

from biofacts.adapters.mcp.streamable_http.authentication import SigningKey
from biofacts.composition import logs
from biofacts.composition.server import ServerResources, build_auth_and_monitoring, build_observability, guard_of
from biofacts.composition.settings import Settings, SettingsError
from tests.signing import AUDIENCE, ISSUER

TOKEN = "given-token-0123456789"
OAUTH = {
    "BIOFACTS_OAUTH_ISSUER": ISSUER,
    "BIOFACTS_OAUTH_AUDIENCE": AUDIENCE,
    "BIOFACTS_OAUTH_JWKS_URL": f"{ISSUER}/keys",
}


async def no_keys() -> Sequence[SigningKey]:
    raise AssertionError("nothing is fetched before a token comes")


def settings(**given: str) -> Settings:
    return Settings.from_environment({f"BIOFACTS_{name.upper()}": value for name, value in given.items()})


async def test_tokens_of_the_environment_and_of_a_file_are_taken(tmp_path: Path) -> None:
    path = tmp_path / "tokens"
    path.write_text("token-of-the-file-0123\n")
    guard = guard_of(settings(token=f"{TOKEN},another-token-012345", token_file=str(path)), no_keys)
    assert guard is not None
    taken = [
        await guard.verifier.verify_token(one) is not None
        for one in (TOKEN, "another-token-012345", "token-of-the-file-0123", f"{TOKEN},another-token-012345")
    ]

    assert taken == [True, True, True, False]


def test_without_tokens_anybody_may_call() -> None:
    assert guard_of(settings(), no_keys) is None


async def test_given_tokens_are_taken_beside_signed_ones() -> None:
    guard = guard_of(Settings.from_environment({**OAUTH, "BIOFACTS_TOKEN": TOKEN}), no_keys)

    assert guard is not None
    assert guard.auth is not None
    assert await guard.verifier.verify_token(TOKEN) is not None


def test_our_address_is_the_audience_unless_it_is_told() -> None:
    told = {"BIOFACTS_OAUTH_AUDIENCE": "api://facts", "BIOFACTS_OAUTH_RESOURCE_URL": "https://facts.test/mcp"}
    guards = [guard_of(Settings.from_environment(one), no_keys) for one in (OAUTH, OAUTH | told)]

    assert [str(one.auth.resource_server_url) for one in guards if one and one.auth] == [
        AUDIENCE,
        "https://facts.test/mcp",
    ]


@pytest.mark.parametrize(
    ("given", "named"),
    [
        ({"BIOFACTS_TOKEN": ","}, "BIOFACTS_TOKEN"),
        ({"BIOFACTS_TOKEN_FILE": "/nowhere/tokens"}, "BIOFACTS_TOKEN_FILE"),
        ({"BIOFACTS_OAUTH_ISSUER": ISSUER}, "BIOFACTS_OAUTH_AUDIENCE and BIOFACTS_OAUTH_JWKS_URL"),
        (OAUTH | {"BIOFACTS_OAUTH_AUDIENCE": "api://facts"}, "BIOFACTS_OAUTH_RESOURCE_URL"),
        (OAUTH | {"BIOFACTS_OAUTH_ISSUER": "somebody"}, "BIOFACTS_OAUTH_ISSUER"),
        ({"BIOFACTS_METRICS": "token"}, "BIOFACTS_TOKEN"),
    ],
    ids=["no token", "no file", "half", "no address", "no issuer", "metrics"],
)
def test_a_setting_that_would_let_everybody_or_nobody_in_is_refused(given: dict[str, str], named: str) -> None:
    chosen = Settings.from_environment(given)
    with pytest.raises(SettingsError, match=named):
        build_auth_and_monitoring(chosen, build_observability(chosen, http=True), ServerResources(chosen))


def test_a_token_is_not_shown_with_the_settings() -> None:
    assert TOKEN not in repr(settings(token=TOKEN))


async def test_metrics_tell_of_the_catalogues_that_are_there() -> None:
    chosen = settings(source="sample")
    seen = build_observability(chosen, http=True)
    served = ServerResources(chosen, seen.observer)
    auth_and_monitoring = build_auth_and_monitoring(chosen, seen, served)
    assert auth_and_monitoring.metrics is not None
    before = (await auth_and_monitoring.metrics()).decode()
    async with served.lifespan(None):
        during = (await auth_and_monitoring.metrics()).decode()

    assert "biofacts_ready 0.0" in before
    assert "biofacts_catalogue_age_seconds{" not in before
    assert "biofacts_ready 1.0" in during
    assert 'biofacts_catalogue_age_seconds{catalogue="hgnc"} 0.0' in during


@pytest.mark.parametrize(("metrics", "http"), [("off", True), ("open", False)], ids=["off", "stdio"])
def test_where_nobody_reads_metrics_none_are_kept(metrics: str, http: bool) -> None:
    assert build_observability(settings(metrics=metrics), http=http).metrics is None


def test_a_server_without_metrics_has_its_guard_all_the_same() -> None:
    chosen = settings(metrics="off", token=TOKEN)
    auth_and_monitoring = build_auth_and_monitoring(
        chosen, build_observability(chosen, http=True), ServerResources(chosen)
    )

    assert auth_and_monitoring.metrics is None
    assert auth_and_monitoring.guard is not None


def test_a_server_over_stdio_imports_nothing_that_it_does_without() -> None:
    program = (
        "import sys; from biofacts.adapters.mcp import stdio; from biofacts.composition.server import ServerResources;"
        "from biofacts.composition.server import build_observability;"
        "from biofacts.composition.settings import Settings;"
        "ServerResources(Settings(), build_observability(Settings(), http=False).observer);"
        "print([one for one in ('prometheus_client', 'jwt', 'opentelemetry.sdk') if one in sys.modules])"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)

    assert ran.stdout.strip() == "[]"


@pytest.mark.parametrize(
    ("level", "access", "written"),
    [
        ("WARNING", True, logging.INFO),
        ("WARNING", False, logging.WARNING),
        ("DEBUG", True, logging.DEBUG),
        ("DEBUG", False, logging.WARNING),
    ],
)
def test_requests_are_written_at_every_level_where_it_is_asked_for(
    level: str, access: bool, written: int, mocker: MockerFixture
) -> None:
    mocker.patch("logging.basicConfig")
    mocker.patch("logging.captureWarnings")
    ours, theirs = logging.getLogger("biofacts"), logging.getLogger("biofacts.access")
    before = ours.level, theirs.level
    try:
        logs.configure(level, access=access)
        assert theirs.getEffectiveLevel() == written
    finally:
        ours.setLevel(before[0])
        theirs.setLevel(before[1])
