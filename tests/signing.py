"""An identity provider for tests: it signs tokens, and publishes its keys on a port of this machine."""

import json
import time
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import jwt
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from jwt.algorithms import ECAlgorithm, RSAAlgorithm

from tests.local_server import Quiet, serving

ISSUER = "https://idp.test"
AUDIENCE = "https://biofacts.test/mcp"


class Signer:
    """A key with its id."""

    def __init__(
        self,
        identifier: str = "first",
        *,
        algorithm: str = "ES256",
        bits: int = 2048,
        told: Mapping[str, object] | None = None,
    ) -> None:
        """`told`: what the published key says beside itself; None for what it does not say."""
        self.identifier = identifier
        self._algorithm = algorithm
        self._told = told or {}
        self._private: Any = (
            ec.generate_private_key(ec.SECP256R1())
            if algorithm == "ES256"
            else rsa.generate_private_key(public_exponent=65537, key_size=bits)
        )

    @property
    def public(self) -> dict[str, Any]:
        kind = ECAlgorithm if self._algorithm == "ES256" else RSAAlgorithm
        key: dict[str, Any] = kind.to_jwk(self._private.public_key(), as_dict=True)
        told = {**key, "kid": self.identifier, "use": "sig", **self._told}
        return {name: value for name, value in told.items() if value is not None}

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
        self.address = ""
        self.keys: list[dict[str, Any]] = []
        self.asked = 0


@contextmanager
def provider() -> Generator[Provider]:
    running = Provider()

    class Handler(Quiet):
        def do_GET(self) -> None:  # noqa: N802 - http.server calls it so
            running.asked += 1
            self.answer(json.dumps({"keys": running.keys}).encode())

    with serving(Handler) as base:
        running.address = f"{base}/keys"
        yield running
