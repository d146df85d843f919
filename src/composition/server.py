"""The open resources of a server, its authentication, metrics, traces and web page."""

import os
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import TYPE_CHECKING

from biofacts.adapters.local.catalogue_entries import pathways as pathway_entries
from biofacts.adapters.local.synchronisation import readiness
from biofacts.adapters.observing.metrics_and_spans import Metrics, Tracing, tracing
from biofacts.application.use_cases import UseCases
from biofacts.composition.container import Container, running
from biofacts.composition.settings import Settings, SettingsError
from biofacts.ports.observing import Observer, each, unobserved
from biofacts.ports.synchronisation import Readiness

if TYPE_CHECKING:
    from mcp.server.auth.provider import TokenVerifier
    from starlette.types import ASGIApp

    from biofacts.adapters.mcp.streamable_http.authentication import Guard, SigningKey, SigningKeys
    from biofacts.adapters.mcp.streamable_http.monitoring import AuthAndMonitoring
    from biofacts.application.tools.all_tools import Tools


class ServerResources:
    """The open resources of a server."""

    def __init__(
        self, settings: Settings, observer: Observer = unobserved, close: Callable[[], None] = lambda: None
    ) -> None:
        """`close`: a function to call at the end of the lifespan; then a signal may end the process immediately."""
        self._settings = settings
        self._observer = observer
        self._close = close
        self._container: Container | None = None

    @asynccontextmanager
    async def lifespan(self, _: object) -> AsyncGenerator[UseCases]:
        """Open everything for as long as the server runs."""
        try:
            async with running(self._settings, observer=self._observer) as container, container.signing_keys():
                self._container = container
                yield container.use_cases()
        finally:
            self._container = None
            # Sends the spans of traces that have not been sent yet.
            self._close()

    def use_cases(self, *, whole: bool) -> UseCases:
        """Build use cases over the open sources for another kind of caller. Call it only while the server runs."""
        assert self._container is not None
        return self._container.use_cases(whole=whole)

    async def signing_keys(self) -> "Sequence[SigningKey]":
        """Fetch the keys that verify signatures of tokens. Raises: RateLimited, UpstreamError."""
        assert self._container is not None  # no call arrives before the server is open
        keys: Sequence[SigningKey] = await self._container.signing_keys()()
        return keys

    async def ages(self) -> Mapping[str, timedelta]:
        """Return the time since each catalogue was last confirmed to be the newest, by the catalogue's name."""
        if self._container is None:
            return {}
        store, now = self._container.store(), self._container.day()()
        names = [name for source in self._container.synchronisers() for name in source.catalogues]
        catalogues = {name: await store.newest(name) for name in names}
        return {name: now - catalogue.info.checked for name, catalogue in catalogues.items() if catalogue is not None}

    def prepare(self) -> None:
        """Start fetching the catalogues that first questions need, in the background."""
        if self._container is not None:
            self._container.preparation().begin()

    async def ready(self) -> Readiness:
        """Report whether the server can answer, and the state of every source.

        A server that fetches catalogues at its start is ready when all of these are present. Otherwise a live server is
        ready at once, since it fetches on demand, and a server that never fetches needs the catalogue of pathways.
        """
        if self._container is None:
            return Readiness(ready=False)
        preparation = self._container.preparation()
        catalogues = await preparation.present()
        if preparation.active:
            is_ready = all(catalogues.values())
        else:
            is_ready = self._settings.source == "live" or catalogues[pathway_entries.TEXT]
        drawings = await self._container.store().newest(pathway_entries.GPML)
        return await readiness(
            is_ready,
            drawings is not None and drawings.info.complete,
            catalogues,
            self._container.synchronisers(),
            self._container.on_request(),
            self._container.store(),
            failures=preparation.failures,
            now=datetime.now(UTC),
        )


# Authentication, metrics, traces and the web page of a server


_OAUTH = ("oauth_issuer", "oauth_audience", "oauth_jwks_url")


class Observability(Tracing, frozen=True):
    """The observer of a server. `metrics`: None if nobody can read them."""

    metrics: Metrics | None = None


def build_observability(settings: Settings, *, http: bool) -> Observability:
    """Build the observer: traces if `OTEL_*` variables enable them, and metrics over HTTP unless they are off."""
    spans = tracing(os.environ)
    if not http or settings.metrics == "off":
        return Observability(spans.observer, spans.close)
    metrics = Metrics()
    return Observability(each(metrics, spans.observer), spans.close, metrics)


def build_auth_and_monitoring(
    settings: Settings, observability: Observability, resources: "ServerResources"
) -> "AuthAndMonitoring":
    """Build the oversight of an HTTP server: its guard, observer and metrics. Raises: SettingsError."""
    from biofacts.adapters.mcp.streamable_http.monitoring import AuthAndMonitoring

    guard = guard_of(settings, resources.signing_keys)
    if settings.metrics == "token" and guard is None:
        raise SettingsError("BIOFACTS_METRICS=token needs tokens: set BIOFACTS_TOKEN, or BIOFACTS_OAUTH_ISSUER")
    if (metrics := observability.metrics) is None:
        return AuthAndMonitoring(guard=guard, observer=observability.observer)

    async def page() -> bytes:
        return metrics.page(ready=(await resources.ready()).ready, ages=await resources.ages())

    return AuthAndMonitoring(
        guard=guard, observer=observability.observer, metrics=page, metrics_for_callers=settings.metrics == "token"
    )


def page_of(resources: "ServerResources", tools: "Tools", prefix: str) -> "ASGIApp":
    """Build the web page as an ASGI application. `prefix`: the path under which a proxy publishes the server."""
    from biofacts.adapters.web.site import site

    # The server is not open yet, so the use cases are built at the first request.
    return site(cache(lambda: resources.use_cases(whole=True)), tools, prefix)


def app_document(tools: "Tools") -> str:
    """Return the HTML document of the MCP App. Most clients never request it, so its module is imported late."""
    from biofacts.adapters.web.mcp_app import document

    return document(tools)


def guard_of(settings: Settings, keys: "SigningKeys") -> "Guard | None":
    """Build the guard that checks bearer tokens; None if anybody may call.

    `keys`: fetches the keys that verify signatures. Raises: SettingsError.
    """
    verifiers: list[TokenVerifier] = []
    if settings.token or settings.token_file:
        verifiers.append(_token_verifier(settings))
    variables = [f"BIOFACTS_{name.upper()}" for name in _OAUTH if getattr(settings, name)]
    if variables and len(variables) < len(_OAUTH):
        missing = " and ".join(sorted({f"BIOFACTS_{name.upper()}" for name in _OAUTH} - {*variables}))
        raise SettingsError(f"{variables[0]} needs {missing}, too")
    if not verifiers and not variables:
        return None
    from biofacts.adapters.mcp.streamable_http.authentication import (
        AnyOf,
        Expected,
        Guard,
        KeyCache,
        SignedTokens,
        issuer_settings,
    )

    if not variables:
        return Guard(AnyOf(verifiers))

    expected = Expected(issuer=settings.oauth_issuer, audience=settings.oauth_audience)
    verifiers.append(SignedTokens(expected, KeyCache(keys)))
    resource = settings.oauth_resource_url or settings.oauth_audience
    if not resource.startswith(("https://", "http://")):
        raise SettingsError("BIOFACTS_OAUTH_RESOURCE_URL is needed, since BIOFACTS_OAUTH_AUDIENCE is not an address")
    try:
        auth = issuer_settings(settings.oauth_issuer, resource, settings.oauth_scopes.split())
    except ValueError as error:
        raise SettingsError("BIOFACTS_OAUTH_ISSUER and the address of this server must be http(s) addresses") from error
    return Guard(AnyOf(verifiers), auth)


def _token_verifier(settings: Settings) -> "TokenVerifier":
    from biofacts.adapters.mcp.streamable_http.authentication import GivenTokens, TokenFile, TokensUnusable, digests

    try:
        token_digests = digests(settings.token.split(",")) if settings.token else ()
    except TokensUnusable as error:
        raise SettingsError(f"BIOFACTS_TOKEN: {error}") from error
    try:
        file = TokenFile(settings.token_file) if settings.token_file else None
    except (TokensUnusable, OSError, UnicodeDecodeError) as error:
        why = str(error) if isinstance(error, TokensUnusable) else f"it cannot be read ({type(error).__name__})"
        raise SettingsError(f"BIOFACTS_TOKEN_FILE: {why}") from error
    return GivenTokens(token_digests, file)
