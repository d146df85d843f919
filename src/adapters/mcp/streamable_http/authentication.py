"""Authentication of callers: the SDK's bearer authentication around `/mcp`, with our verifiers."""

from collections.abc import Sequence

import msgspec
from mcp.server.auth.middleware.auth_context import AuthContextMiddleware
from mcp.server.auth.middleware.bearer_auth import BearerAuthBackend
from mcp.server.auth.provider import AccessToken, TokenVerifier
from mcp.server.auth.settings import AuthSettings
from starlette.applications import Starlette
from starlette.middleware.authentication import AuthenticationMiddleware
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from biofacts.adapters.mcp.streamable_http.signing_keys import KeysUnavailable

_OPEN = ("/healthz", "/readyz")


class AnyOf(TokenVerifier):
    """Accepts a token that any of several verifiers accepts."""

    def __init__(self, verifiers: Sequence[TokenVerifier]) -> None:
        self._verifiers = verifiers

    async def verify_token(self, token: str) -> AccessToken | None:
        for one in self._verifiers:
            if (found := await one.verify_token(token)) is not None:
                return found
        return None


class Guard(msgspec.Struct, frozen=True):
    """Authentication settings of the SDK's application. `auth`: settings of the token issuer, if there is one."""

    verifier: TokenVerifier
    auth: AuthSettings | None = None

    def protect(self, app: Starlette) -> None:
        """Add authentication to the SDK's application, which was built with these settings."""
        # Without an issuer the SDK does not read tokens itself.
        if self.auth is None:
            app.add_middleware(AuthContextMiddleware)
            app.add_middleware(AuthenticationMiddleware, backend=BearerAuthBackend(self.verifier))
        app.add_middleware(_Threshold)


def issuer_settings(issuer: str, resource: str, scopes: Sequence[str]) -> AuthSettings:
    """Return the settings for protected-resource metadata. `resource`: our public URL. Raises: ValueError."""
    return AuthSettings.model_validate(  # URLs that it gets as strings stay as they are written
        {
            "issuer_url": issuer,
            "resource_server_url": resource,
            "required_scopes": list(scopes) or None,
            "validate_token_resource": False,  # the verifier looks at the audience, which need not be an address
        }
    )


class _Threshold:
    """Answers with 503 while no token can be verified; ignores tokens on paths that need none."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one ASGI connection."""
        if scope["type"] == "http" and scope["path"].endswith(_OPEN):
            scope = {**scope, "headers": [one for one in scope["headers"] if one[0] != b"authorization"]}
        try:
            await self._app(scope, receive, send)
        except KeysUnavailable as error:
            body = {"error": "temporarily_unavailable", "error_description": "The keys of the issuer cannot be had"}
            headers = {"Retry-After": f"{error.seconds:.0f}"}
            await JSONResponse(body, status_code=503, headers=headers)(scope, receive, send)
