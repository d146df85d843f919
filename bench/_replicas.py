"""Replicas of our server behind a real nginx and beside a real Redis, as plain processes on the loopback."""

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx
from _shared import SERVE_HTTP, HttpServer, environment, free_port, wait_for

_CONFIGURATION = Path(__file__).parents[1] / "deploy" / "nginx.conf"
_PATIENCE = 300.0


def needed(name: str) -> str:
    """The path of a command that Debian has. Raises: SystemExit where it is not installed."""
    path = shutil.which(name) or shutil.which(name, path="/usr/sbin:/usr/bin")
    if path is None:
        raise SystemExit(f"there is no {name} here: apt-get install nginx redis-server")
    return path


class Redis:
    """A Redis that keeps nothing on disk; may be stopped and started again at the same port."""

    def __init__(self) -> None:
        self.port = free_port()
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        options = ["--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        self._process = subprocess.Popen([needed("redis-server"), *options], stdout=subprocess.DEVNULL)

    def stop(self) -> None:
        if self._process is not None:
            self._process.terminate()
            self._process.wait(10)
            self._process = None


@contextmanager
def nginx(folder: Path, ports: Sequence[int], beside: str = "") -> Generator[str]:
    """The address of an nginx before those ports, configured as we ship it. It tells who answered: `X-Upstream`.

    `beside`: more locations.
    """
    port = free_port()
    servers = "".join(f"server 127.0.0.1:{one} max_fails=1 fail_timeout=2s;" for one in ports)
    told = re.sub(r"(\s+server biofacts-\d:8000 [^;]*;)+", lambda _: f"\n{servers}", _CONFIGURATION.read_text())
    told = told.replace("listen 8080;", f"listen 127.0.0.1:{port}; add_header X-Upstream $upstream_addr always;")
    told = told.replace("/tmp/", f"{folder}/nginx-").replace("location / {", f"{beside}\n        location / {{")
    (folder / "nginx.conf").write_text(told)
    command = [needed("nginx"), "-e", "stderr", "-c", str(folder / "nginx.conf"), "-g", "daemon off;"]
    process = subprocess.Popen(command, stderr=(folder / "nginx.log").open("wb"))
    try:
        wait_for(f"http://127.0.0.1:{port}/healthz", process)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(10)


class Topology:
    """Everything that runs, with a folder for each process."""

    def __init__(self, base: str, folder: Path, number: int, tokens: Sequence[str]) -> None:
        self.folder = folder
        self.redis = Redis()
        (folder / "tokens").write_text("\n".join(tokens))
        common = {
            "BIOFACTS_REDIS_URL": self.redis.url,
            "BIOFACTS_REPLICAS": str(number),
            "BIOFACTS_TOKEN_FILE": str(folder / "tokens"),
            "BIOFACTS_LOG": "INFO",
        }
        command = (*SERVE_HTTP, "--proxy-headers", "127.0.0.1") if _knows("--proxy-headers") else SERVE_HTTP
        self.replicas = [
            HttpServer(command, {**environment(base, self._cache(one)), **common}, folder / f"replica-{one}.log")
            for one in range(number)
        ]
        self.alone = HttpServer(
            SERVE_HTTP,
            {**environment(base, self._cache("alone")), **common, "BIOFACTS_REDIS_URL": "", "BIOFACTS_REPLICAS": "1"},
            folder / "alone.log",
        )

    def _cache(self, name: object) -> Path:
        return self.folder / f"cache-{name}"

    def seed(self, catalogues: Path | None, known: Callable[[str], None]) -> float:
        """Give each replica its copy of the catalogues, which are built by a process alone where there are none.

        `known` asks that process, by its address, what its copies are to know. Returns: seconds until it was ready.
        """
        if catalogues is not None:
            shutil.copytree(catalogues, self._cache("alone"))
        started = time.monotonic()
        self.alone.start()
        assert self.alone.process is not None
        wait_for(f"{self.alone.base}/readyz", self.alone.process, _PATIENCE)
        took = time.monotonic() - started
        known(self.alone.base)
        self.alone.stop()
        for one in range(len(self.replicas)):
            shutil.copytree(self._cache("alone"), self._cache(one))
        return took

    @contextmanager
    def running(self) -> Generator[str]:
        """Redis, the replicas and nginx, as long as the block lasts. Yields: nginx's address."""
        with ExitStack() as stack:
            self.redis.start()
            stack.callback(self.redis.stop)
            for replica in self.replicas:
                stack.callback(replica.stop)
                replica.start("/readyz")
            yield stack.enter_context(nginx(self.folder, [replica.port for replica in self.replicas]))

    def restart(self, one: HttpServer, how: signal.Signals = signal.SIGTERM) -> float:
        """End a replica and start it again. Returns: seconds that it took to end."""
        started = time.monotonic()
        one.stop(how)
        took = time.monotonic() - started
        one.start("/readyz")
        return took


def _knows(option: str) -> bool:
    helped = subprocess.run([sys.executable, "-m", "biofacts", "serve", "--help"], capture_output=True, text=True)
    return option in helped.stdout


def ready(base: str) -> Mapping[str, object]:
    return dict(httpx.get(f"{base}/readyz", trust_env=False, timeout=10).json())


def memory_of(pid: int) -> float:
    """A process's resident memory in megabytes."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20
