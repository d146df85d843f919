"""Authentication of clients: the SDK's bearer authentication for `/mcp`, with verifiers of our own."""

import hmac
import logging
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any, cast

import anyio
import msgspec
from mcp.server.auth.middleware.auth_context import AuthContextMiddleware
from mcp.server.auth.middleware.bearer_auth import BearerAuthBackend
from mcp.server.auth.provider import AccessToken, TokenVerifier
from mcp.server.auth.settings import AuthSettings
from starlette.applications import Starlette
from starlette.middleware.authentication import AuthenticationMiddleware
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from biofacts.domain.answers.errors import BiofactsError

_log = logging.getLogger(__name__)

_OPEN = ("/healthz", "/readyz")

SigningKey = Mapping[str, object]
"""A JSON Web Key (RFC 7517)."""

SigningKeys = Callable[[], Awaitable[Sequence[SigningKey]]]
"""A function that fetches all current keys of the token issuer. Raises: RateLimited, UpstreamError."""


class AnyOf(TokenVerifier):
    """A verifier that accepts a token if any of several verifiers accepts it."""

    def __init__(self, verifiers: Sequence[TokenVerifier]) -> None:
        self._verifiers = verifiers

    async def verify_token(self, token: str) -> AccessToken | None:
        for verifier in self._verifiers:
            if (access := await verifier.verify_token(token)) is not None:
                return access
        return None


class Guard(msgspec.Struct, frozen=True):
    """The authentication of the SDK's application. `auth`: the settings of the token issuer; None without an issuer."""

    verifier: TokenVerifier
    auth: AuthSettings | None = None

    def protect(self, app: Starlette) -> None:
        """Add authentication to an application that the SDK has built with these settings."""
        # Without an issuer, the SDK does not verify tokens itself.
        if self.auth is None:
            app.add_middleware(AuthContextMiddleware)
            app.add_middleware(AuthenticationMiddleware, backend=BearerAuthBackend(self.verifier))
        app.add_middleware(_Threshold)


def issuer_settings(issuer: str, resource: str, scopes: Sequence[str]) -> AuthSettings:
    """Return the settings for protected-resource metadata (RFC 9728). `resource`: our own URL. Raises: ValueError."""
    return AuthSettings.model_validate(  # validated from strings, URLs keep their exact spelling
        {
            "issuer_url": issuer,
            "resource_server_url": resource,
            "required_scopes": list(scopes) or None,
            "validate_token_resource": False,  # our verifier checks the audience, which need not be a URL
        }
    )


class _Threshold:
    """Middleware that answers 503 while tokens cannot be verified, and ignores tokens sent to the health checks."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["path"].endswith(_OPEN):
            scope = {**scope, "headers": [header for header in scope["headers"] if header[0] != b"authorization"]}
        try:
            await self._app(scope, receive, send)
        except KeysUnavailable as error:
            body = {
                "error": "temporarily_unavailable",
                "error_description": "The signing keys of the token issuer could not be downloaded",
            }
            headers = {"Retry-After": f"{error.seconds:.0f}"}
            await JSONResponse(body, status_code=503, headers=headers)(scope, receive, send)


# A cache of the identity provider's signing keys


_FRESH = 3600.0
_PAUSE = 10.0
"""The minimum number of seconds between two fetches: anybody can send tokens with unknown key ids."""

_PATIENCE = 10.0


class KeysUnavailable(Exception):
    """The error while no signing keys are available to verify tokens. `seconds`: the delay until the next attempt."""

    seconds = _PAUSE


def _is_for_signatures(key: SigningKey) -> bool:
    """Return True if the declared use of a key allows it to verify signatures (RFC 7517, sections 4.2 and 4.3)."""
    operations = key.get("key_ops", ["verify"])
    return key.get("use", "sig") == "sig" and isinstance(operations, list) and "verify" in operations


class KeyCache:
    """A cache of signing keys by their ids.

    Keys are fetched on first use, when they are an hour old, and for an unknown id. If a fetch fails, the previous keys
    stay in use.
    """

    def __init__(self, fetch: SigningKeys, clock: Callable[[], float] = time.monotonic) -> None:
        self._fetch = fetch
        self._clock = clock
        self._keys: Sequence[SigningKey] | None = None
        self._fetched = self._asked = float("-inf")
        self._asking = anyio.Lock()

    async def find(self, identifier: str | None) -> SigningKey | None:
        """Return the key with an id, or the only key if the id is None; None for no match. Raises: KeysUnavailable."""
        if self._is_wanting(identifier):
            async with self._asking:
                # Another call may have fetched the keys while this one waited for the lock.
                if self._is_wanting(identifier):
                    await self._refresh()
        if self._keys is None:
            raise KeysUnavailable
        return self._key(identifier)

    def _is_wanting(self, identifier: str | None) -> bool:
        return self._clock() - self._fetched > _FRESH or self._key(identifier) is None

    def _key(self, identifier: str | None) -> SigningKey | None:
        keys = self._keys or ()
        if identifier is None:
            return keys[0] if len(keys) == 1 else None  # without an id, one of several keys would be a guess
        return next((key for key in keys if key.get("kid") == identifier), None)

    async def _refresh(self) -> None:
        if self._clock() - self._asked < _PAUSE:
            return
        # Set before the fetch, so that failed fetches count, too.
        self._asked = self._clock()
        try:
            with anyio.fail_after(_PATIENCE):
                # A key for encryption must not count as the only key.
                self._keys = [key for key in await self._fetch() if _is_for_signatures(key)]
            self._fetched = self._clock()
        except (BiofactsError, TimeoutError) as error:
            _log.warning("the keys of BIOFACTS_OAUTH_JWKS_URL could not be downloaded: %s", error)


# Bearer tokens that the operator sets in the environment, or in a file that may change while the server runs


SHORTEST = 16
"""The length of a token, in characters, below which a warning is logged."""


class TokensUnusable(ValueError):
    """The error for tokens that no client could send, and for a lack of tokens. Its message never contains a token."""


def digests(tokens: Iterable[str]) -> tuple[bytes, ...]:
    """Return the SHA-256 digests of tokens; ignore blank tokens. Raises: TokensUnusable."""
    stripped = [token for token in map(str.strip, tokens) if token]
    if not stripped:
        raise TokensUnusable("there is no token")
    if any(not token.isascii() or not token.isprintable() or " " in token for token in stripped):
        raise TokensUnusable("a token may contain only printable ASCII characters, and no spaces")
    if any(len(token) < SHORTEST for token in stripped):
        _log.warning("a token has fewer than %d characters: it can be guessed", SHORTEST)
    return tuple(_digest(token) for token in stripped)


def _digest(token: str) -> bytes:
    return sha256(token.encode("utf-8", "surrogatepass")).digest()


class TokenFile:
    """A file with one token per line, which is read again after each change.

    If the file cannot be read or contains unusable tokens, the previous tokens stay valid.
    """

    def __init__(self, path: Path) -> None:
        """Read the file. Raises: OSError, TokensUnusable."""
        self._path = path
        self._state = self._file_state()
        self._digests = self._digests_of_file()
        self._failing = False

    def digests(self) -> Sequence[bytes]:
        """Return the digests of the current tokens. Read the file first if it has changed."""
        try:
            if (state := self._file_state()) != self._state:
                self._digests = self._digests_of_file()
                self._state = state
            self._failing = False
        except (OSError, UnicodeDecodeError, TokensUnusable) as error:
            if not self._failing:
                _log.warning(
                    "the file of tokens cannot be used (%s): the earlier tokens stay valid", type(error).__name__
                )
            self._failing = True
        return self._digests

    def _file_state(self) -> tuple[int, int, int]:
        status = self._path.stat()
        # A file that replaced another one has a different inode, even if time and size are equal.
        return status.st_mtime_ns, status.st_size, status.st_ino

    def _digests_of_file(self) -> tuple[bytes, ...]:
        return digests(self._path.read_text("utf-8").splitlines())


class GivenTokens(TokenVerifier):
    """A verifier that accepts the operator's tokens. It compares in constant time, so that timing reveals nothing."""

    def __init__(self, token_digests: Sequence[bytes], file: TokenFile | None = None) -> None:
        self._known = token_digests
        self._file = file

    async def verify_token(self, token: str) -> AccessToken | None:
        digest = _digest(token)
        token_digests = [*self._known, *(self._file.digests() if self._file else ())]
        same = [*map(partial(hmac.compare_digest, digest), token_digests)]
        return AccessToken(token="", client_id=f"token {same.index(True) + 1}", scopes=[]) if any(same) else None


# Verification of an identity provider's tokens: signature, issuer, audience, age (RFC 9068, RFC 8707)


_ALGORITHMS = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA")
"""The accepted algorithms, all asymmetric: a key that verifies tokens must not be able to sign any."""

_SHORTEST_RSA = 2048
"""The minimum length of an RSA key in bits (RFC 7518, section 3.3)."""

_LEEWAY = 30.0
"""The difference in seconds that is tolerated between our clock and the issuer's."""


class Expected(msgspec.Struct, frozen=True, kw_only=True):
    """The issuer and the audience that valid tokens must state."""

    issuer: str
    audience: str


class SignedTokens(TokenVerifier):
    """A verifier that accepts tokens (JWTs) that the issuer signed for our audience."""

    def __init__(self, expected: Expected, keys: KeyCache) -> None:
        self._expected = expected
        self._keys = keys

    async def verify_token(self, token: str) -> AccessToken | None:
        import jwt  # slow to import; only servers with an issuer need it

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
        import jwt
        from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey

        if key.get("alg", algorithm) != algorithm:
            raise jwt.InvalidKeyError("the key is for another algorithm")
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
    """Read the scopes of a token from `scope` (RFC 8693, section 4.2) or `scp`, which some issuers use instead.

    Either is a list or a string with spaces between the scopes. Raises: jwt.PyJWTError.
    """
    import jwt

    claim: object = claims.get("scope", claims.get("scp", ""))
    if isinstance(claim, str):
        return claim.split()
    several = cast("list[object]", claim) if isinstance(claim, list) else [None]
    # The issuer may put anything into a token, such as the number 5.
    if not all(isinstance(scope, str) for scope in several):
        raise jwt.InvalidTokenError("its scopes are not text")
    return [str(scope) for scope in several]
