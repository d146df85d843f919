"""The health check of the image: 200 is healthy, and nothing else is."""

import shutil
import subprocess
from http.server import BaseHTTPRequestHandler
from urllib.parse import urlsplit

import pytest

from tests.local_server import Quiet, serving
from tests.places import REPOSITORY

pytestmark = pytest.mark.skipif(shutil.which("bash") is None, reason="the image is Debian's, which has Bash")


def healthy(address: str, *path: str) -> bool:
    port = str(urlsplit(address).port)
    script = REPOSITORY / "deploy" / "healthy.bash"
    return subprocess.run(["bash", script, *path], env={"PORT": port}, capture_output=True, timeout=10).returncode == 0


class Alive(Quiet):
    """Lives, and is not ready."""

    def do_GET(self) -> None:  # noqa: N802 - http.server calls it so
        if self.path == "/healthz":
            self.answer(b"{}")
        else:
            self.send_error(503)


class Silent(Quiet):
    """Takes a connection, and says nothing of use."""

    def handle(self) -> None:
        self.wfile.write(b"hello\r\n")


@pytest.mark.parametrize(
    ("server", "path", "is_healthy"),
    [(Alive, (), True), (Alive, ("/healthz",), True), (Alive, ("/readyz",), False), (Silent, (), False)],
)
def test_only_200_is_healthy(server: type[BaseHTTPRequestHandler], path: tuple[str, ...], is_healthy: bool) -> None:
    with serving(server) as address:
        assert healthy(address, *path) is is_healthy


def test_where_nobody_listens_nothing_is_healthy() -> None:
    with serving(Alive) as address:
        pass

    assert not healthy(address)
