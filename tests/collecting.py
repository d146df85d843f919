"""A collector of spans for tests, on a port of this machine: it keeps what is sent as it comes."""

from collections.abc import Generator
from contextlib import contextmanager

from tests.local_server import Quiet, serving


class Collector:
    """`bodies`: what has been sent, in the protocol's own form, in which texts can be read."""

    def __init__(self) -> None:
        self.address = ""
        self.bodies: list[bytes] = []


@contextmanager
def collector() -> Generator[Collector]:
    running = Collector()

    class Handler(Quiet):
        def do_POST(self) -> None:  # noqa: N802 - http.server calls it so
            running.bodies.append(self.rfile.read(int(self.headers["Content-Length"])))
            self.answer()

    with serving(Handler) as running.address:
        yield running
