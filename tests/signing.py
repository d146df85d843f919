"""An identity provider for tests: it signs tokens, and publishes its keys on a port of this machine."""

import json
import threading
import time
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import jwt
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from jwt.algorithms import ECAlgorithm, RSAAlgorithm

ISSUER = "https://idp.test"
AUDIENCE = "https://biofacts.test/mcp"


class Signer:
    """A key with its id."""

    def __init__(self, identifier: str = "first", *, algorithm: str = "ES256") -> None:
        self.identifier = identifier
        self._algorithm = algorithm
        self._private: Any = (
            ec.generate_private_key(ec.SECP256R1())
            if algorithm == "ES256"
            else rsa.generate_private_key(public_exponent=65537, key_size=2048)
        )

    @property
    def public(self) -> dict[str, Any]:
        kind = ECAlgorithm if self._algorithm == "ES256" else RSAAlgorithm
        key: dict[str, Any] = kind.to_jwk(self._private.public_key(), as_dict=True)
        return {**key, "kid": self.identifier, "use": "sig"}

    def token(self, without: Sequence[str] = (), /, **changed: object) -> str:
        """A good token, but for what is changed or left out."""
        now = int(time.time())
        claims = {
            "iss": ISSUER, "aud": AUDIENCE, "sub": "somebody", "client_id": "agent", "iat": now, "exp": now + 600,
            "scope": "facts:read other",
        } | changed  # fmt: skip
        for name in without:
            del claims[name]
        return jwt.encode(claims, self._private, self._algorithm, headers={"kid": self.identifier})


class Provider:
    """Publishes the keys that it is given; `asked`: how often."""

    def __init__(self) -> None:
        self.keys: list[dict[str, Any]] = []
        self.asked = 0
        provider = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                provider.asked += 1
                body = json.dumps({"keys": provider.keys}).encode()
                self.send_response(200)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, format: str, *args: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server.server_port}/keys"


@contextmanager
def provider() -> Generator[Provider]:
    running = Provider()
    thread = threading.Thread(target=running.server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield running
    finally:
        running.server.shutdown()
        running.server.server_close()
        thread.join()
