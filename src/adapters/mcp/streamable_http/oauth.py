"""Verification of an identity provider's tokens: signature, issuer, audience, age (RFC 9068, RFC 8707)."""

import logging
from collections.abc import Mapping
from typing import Any, cast

import jwt
import msgspec
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey
from mcp.server.auth.provider import AccessToken, TokenVerifier

from biofacts.adapters.mcp.streamable_http.authentication import KeyCache, SigningKey

_log = logging.getLogger(__name__)

_ALGORITHMS = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA")
"""Asymmetric algorithms only: the key that verifies a token must not be able to sign one."""

_SHORTEST_RSA = 2048
"""Bits (RFC 7518, section 3.3)."""

_LEEWAY = 30.0
"""Seconds by which clocks may differ."""


class Expected(msgspec.Struct, frozen=True, kw_only=True):
    """Issuer and audience of valid tokens."""

    issuer: str
    audience: str


class SignedTokens(TokenVerifier):
    """Accepts tokens that the issuer has signed for our audience."""

    def __init__(self, expected: Expected, keys: KeyCache) -> None:
        self._expected = expected
        self._keys = keys

    async def verify_token(self, token: str) -> AccessToken | None:
        if not token.isascii():
            return None
        try:
            header = jwt.get_unverified_header(token)
            algorithm = header.get("alg")
            if algorithm not in _ALGORITHMS or (key := await self._keys.find(header.get("kid"))) is None:
                _refused("an unknown key or algorithm")
                return None
            claims = self._claims(token, key, algorithm)
            scopes = _scopes(claims)
        except (jwt.PyJWTError, RecursionError) as error:
            _refused(type(error).__name__)
            return None
        return AccessToken(
            token="",
            client_id=str(claims.get("client_id") or claims.get("azp") or claims.get("sub") or ""),
            scopes=scopes,
            resource=self._expected.audience,
            subject=str(claims["sub"]) if "sub" in claims else None,
            claims={"iss": claims["iss"]},
        )

    def _claims(self, token: str, key: SigningKey, algorithm: str) -> Mapping[str, Any]:
        """Verify a token and return its claims. Raises: jwt.PyJWTError."""
        if key.get("alg", algorithm) != algorithm:
            raise jwt.InvalidKeyError("the key is of another algorithm")
        usable = jwt.PyJWK(dict(key), algorithm)
        if isinstance(usable.key, RSAPublicKey) and usable.key.key_size < _SHORTEST_RSA:
            raise jwt.InvalidKeyError("the key is too short")
        return jwt.decode(
            token, usable, algorithms=[algorithm], issuer=self._expected.issuer, audience=self._expected.audience,
            leeway=_LEEWAY, options={"require": ["exp", "iss", "aud"]},
        )  # fmt: skip


def _refused(why: str) -> None:
    _log.info("a token is refused: %s", why)


def _scopes(claims: Mapping[str, Any]) -> list[str]:
    """Read the scopes from `scope`, a string with blanks (RFC 8693, section 4.2), or from `scp`, which some issuers
    use; either may be a list. Raises: jwt.PyJWTError.
    """
    given: object = claims.get("scope", claims.get("scp", ""))
    if isinstance(given, str):
        return given.split()
    several = cast("list[object]", given) if isinstance(given, list) else [None]
    # A signed token may still hold anything, such as the number 5.
    if not all(isinstance(one, str) for one in several):
        raise jwt.InvalidTokenError("its scopes are not text")
    return [str(one) for one in several]
