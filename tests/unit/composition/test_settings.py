"""What the settings say of themselves."""

import base64
import importlib.util
import json
import logging
import os
import subprocess
import sys
from collections.abc import Generator, Mapping
from pathlib import Path

import httpx
import pytest

from biofacts.adapters.http.transport.clients import bare_client
from biofacts.adapters.http.transport.network import NetworkTransport
from biofacts.composition.logs import JsonLines
from biofacts.composition.settings import Secret, Settings, SettingsError
from biofacts.domain.text.clean import without_credentials
from tests.local_server import Quiet, serving
from tests.wire import Script


def test_without_a_folder_the_users_cache_is_taken(tmp_path: Path) -> None:
    assert Settings(cache_dir=tmp_path).cache_folder == tmp_path
    assert "biofacts" in Settings().cache_folder.parts


def test_the_sources_told_are_upstreams_only() -> None:
    told = Settings(
        redis_url=Secret("redis://:word@cache.lab"),
        oauth_jwks_url="https://login.lab/keys",
        hgnc_url="http://mirror.lab/hgnc",
    ).describe_sources
    assert "mirror.lab" in told
    assert "cache.lab" not in told
    assert "login.lab" not in told


def test_an_extra_that_is_missing_is_told_before_anything_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(_: str) -> None:
        return None

    monkeypatch.setattr(importlib.util, "find_spec", nothing)
    with pytest.raises(SettingsError, match=r"needs an extra: pip install 'biofacts\[redis\]'"):
        Settings.from_environment({"BIOFACTS_REDIS_URL": "redis://somewhere/0"})


# A name and a password in the address of an upstream are sent to it, and written nowhere.


NAME, PASSWORD = "somebody", "Mrs-Dalloway%400815"
SENT = "Basic " + base64.b64encode(b"somebody:Mrs-Dalloway@0815").decode()
_SOURCES = ("WIKIPATHWAYS", "WIKIPATHWAYS_DATA", "ONTOLOGY", "PUBCHEM", "PUBCHEM_BULK", "GTOPDB", "HGNC", "NCBI_GENE")


class Scripted(NetworkTransport):
    """A network of scripted answers."""

    def __init__(self, script: Script) -> None:
        super().__init__()
        self._script = script

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        return self._script(request)


class Mirror:
    """What was sent to a mirror, and where it is, with the password."""

    def __init__(self) -> None:
        self.sent: list[str | None] = []
        self.address = ""

    @property
    def environment(self) -> Mapping[str, str]:
        addresses = {f"BIOFACTS_{name}_URL": f"{self.address}/{name.lower()}" for name in _SOURCES}
        return {**os.environ, **addresses, "BIOFACTS_LOG": "DEBUG", "NO_PROXY": "*"}


@pytest.fixture
def mirror() -> Generator[Mirror]:
    found = Mirror()

    class Handler(Quiet):
        def do_GET(self) -> None:  # noqa: N802 - http.server calls it so
            found.sent.append(self.headers.get("Authorization"))
            if "pubchem" in self.path:
                self.send_error(500, "down")
            else:
                self.answer(b"{")

        do_HEAD = do_GET  # noqa: N815 - likewise

    with serving(Handler) as base:
        found.address = base.replace("://", f"://{NAME}:{PASSWORD}@")
        yield found


@pytest.mark.processes
@pytest.mark.parametrize(
    "words",
    [
        ("doctor", "--json"), ("get", "compound", "PubChem:CID2244"), ("search", "pathways", "tea"),
        ("get", "gene", "HGNC:1"), ("get", "pathway", "WP:WP534", "--json"), ("sync", "gtopdb"),
    ],
    ids=" ".join,
)  # fmt: skip
def test_no_command_writes_a_password_at_any_level(mirror: Mirror, tmp_path: Path, words: tuple[str, ...]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "biofacts", *words], capture_output=True, timeout=60, check=False,
        env={**mirror.environment, "BIOFACTS_CACHE_DIR": str(tmp_path)},
    )  # fmt: skip
    written = (done.stdout + done.stderr).decode()
    kept = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())

    assert {*mirror.sent} == {SENT}
    assert "HTTP Request" in written  # of httpx itself
    assert ("Dalloway" in written, NAME in written, b"Dalloway" in kept) == (False, False, False)


async def test_the_address_that_libraries_log_has_no_password(caplog: pytest.LogCaptureFixture) -> None:
    script = Script(httpx.Response(200, text="x"))
    caplog.set_level("DEBUG")
    async with bare_client("http://me:secret@mirror.lab/hgnc", Scripted(script)) as client:
        await client.get("file")

    assert script.asked == ["http://mirror.lab/hgnc/file"]
    assert "HTTP Request: GET http://mirror.lab/hgnc/file" in caplog.text
    assert "secret" not in caplog.text


def test_a_line_of_the_log_has_no_password() -> None:
    failed = logging.LogRecord("httpx", logging.ERROR, "x", 1, "GET %s", ("http://me:secret@a.lab",), None)
    with pytest.raises(ValueError, match="secret") as caught:
        raise ValueError("http://me:secret@a.lab cannot be reached")
    failed.exc_info = (caught.type, caught.value, caught.tb)
    line = JsonLines(telling=True).format(failed)

    assert "secret" not in line
    assert json.loads(line)["message"] == "GET http://a.lab"


def test_settings_do_not_show_a_password() -> None:
    shown = repr(Settings(hgnc_url="http://me:secret@mirror.lab/hgnc", redis_url="redis://:secret@cache.lab/0"))

    assert "hgnc_url='http://mirror.lab/hgnc'" in shown
    assert "secret" not in shown


@pytest.mark.parametrize("address", ["ftp://me:secret@a.lab", "http://me:secret@", "http://me:secret@[::1"])
def test_an_address_that_is_none_is_refused_without_its_password(address: str) -> None:
    with pytest.raises(SettingsError, match="BIOFACTS_HGNC_URL must be an http") as refused:
        Settings.from_environment({"BIOFACTS_HGNC_URL": address})

    assert "secret" not in str(refused.value)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("GET http://me:pw@a.lab/x and redis://:p'w@b.lab", "GET http://a.lab/x and redis://b.lab"),
        (json.dumps("http://a.lab\nme@b.lab"), '"http://a.lab\\nme@b.lab"'),
        ("https://a.lab/~me@b.lab", "https://a.lab/~me@b.lab"),
        ("me@b.lab", "me@b.lab"),
    ],
)
def test_a_text_loses_the_names_and_passwords_of_its_addresses(text: str, left: str) -> None:
    assert without_credentials(text) == left
