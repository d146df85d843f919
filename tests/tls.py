"""An upstream over TLS with a certificate of its own authority, and a proxy that leads to it."""

import select
import socket
import ssl
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress

import trustme

PATIENCE = 20.0


def _served(listening: socket.socket, serve: Callable[[socket.socket], None]) -> None:
    while True:
        try:
            connection, _ = listening.accept()
        except OSError:
            return
        connection.settimeout(PATIENCE)
        with connection, suppress(OSError):
            serve(connection)


@contextmanager
def _listening(serve: Callable[[socket.socket], None]) -> Generator[int]:
    """Serves connections one by one. Yields the port."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        thread = threading.Thread(target=_served, args=(listening, serve), daemon=True)
        thread.start()
        try:
            yield int(listening.getsockname()[1])
        finally:
            with suppress(OSError):
                listening.shutdown(socket.SHUT_RDWR)
    thread.join(PATIENCE)


@contextmanager
def tls_upstream(authority: trustme.CA) -> Generator[str]:
    """Answers every request over TLS with `here`. Yields its address."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("localhost").configure_cert(context)  # pyright: ignore[reportUnknownMemberType]  # of pyOpenSSL

    def serve(connection: socket.socket) -> None:
        with context.wrap_socket(connection, server_side=True) as secured:
            secured.recv(65536)
            secured.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\nConnection: close\r\n\r\nhere")

    with _listening(serve) as port:
        yield f"https://localhost:{port}/"


class Proxy:
    """A proxy for CONNECT, at `address`; `asked`: whereto."""

    def __init__(self, port: int, asked: list[str]) -> None:
        self.address = f"127.0.0.1:{port}"
        self.asked = asked


@contextmanager
def connect_proxy(*, refuses: bool = False) -> Generator[Proxy]:
    """A proxy that leads to whatever it is asked for, or to nothing."""
    asked: list[str] = []

    def serve(connection: socket.socket) -> None:
        asked.append(connection.recv(65536).split()[1].decode())
        if refuses:
            return connection.sendall(b"HTTP/1.1 407 Proxy Authentication Required\r\n\r\n")
        host, _, port = asked[-1].rpartition(":")
        with socket.create_connection((host, int(port)), timeout=PATIENCE) as other:
            connection.sendall(b"HTTP/1.1 200 Connection established\r\n\r\n")
            _carried(connection, other)

    with _listening(serve) as port:
        yield Proxy(port, asked)


def _carried(one: socket.socket, other: socket.socket) -> None:
    """Hand on what either says, until one of them ends."""
    while True:
        ready, _, _ = select.select([one, other], [], [], PATIENCE)
        for source in ready:
            if not (part := source.recv(65536)):
                return
            (other if source is one else one).sendall(part)
