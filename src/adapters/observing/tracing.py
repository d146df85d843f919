"""Tracing, which is off until the standard `OTEL_*` variables turn it on: a span for each request to an upstream.

They lie below the span that the MCP SDK creates for each message.
"""

import logging
import sys
import threading
import time
from collections.abc import Callable, Mapping
from http import HTTPStatus
from importlib.metadata import entry_points, version
from typing import TYPE_CHECKING

import msgspec

from biofacts.ports.observing import Event, Observer, UpstreamAnswered, unobserved

if TYPE_CHECKING:
    from opentelemetry.sdk.trace.export import SpanExporter

_log = logging.getLogger(__name__)

_ENDPOINTS = ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT")
_PROTOCOLS = ("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "OTEL_EXPORTER_OTLP_PROTOCOL")
_BILLION = 1_000_000_000
_PATIENCE = 2.0
"""Seconds to wait at the end for a collector that does not answer."""

_EXPORTERS = "opentelemetry_traces_exporter"
"""The group of entry points under which packages register exporters."""


class ExporterMissing(ValueError):
    """The exporter that the variables name is not installed."""


def exporters_wanted(environment: Mapping[str, str]) -> tuple[str, ...]:
    """Return the names of the entry points of the exporters that the variables name; none if tracing is off."""
    if environment.get("OTEL_SDK_DISABLED", "").strip().lower() == "true":
        return ()
    named = environment.get("OTEL_TRACES_EXPORTER", "").strip()
    if not named and any(environment.get(one) for one in _ENDPOINTS):
        named = "otlp"
    names = [one for one in map(str.strip, named.split(",")) if one not in ("", "none")]
    protocol = next((value for one in _PROTOCOLS if (value := environment.get(one))), "http/protobuf")
    otlp = "otlp_proto_grpc" if protocol == "grpc" else "otlp_proto_http"
    return tuple(otlp if one == "otlp" else one for one in names)


def _exporter(name: str) -> "SpanExporter":
    from opentelemetry.sdk.trace.export import ConsoleSpanExporter, SpanExporter

    if name == "console":
        return ConsoleSpanExporter(out=sys.stderr)  # standard output belongs to the protocol
    for found in entry_points(group=_EXPORTERS, name=name):
        exporter = found.load()()
        if isinstance(exporter, SpanExporter):
            return exporter
    raise ExporterMissing(f"no exporter of spans called {name} is installed")


class Tracing(msgspec.Struct, frozen=True):
    """An observer of upstream requests. `close`: sends the last spans, but gives up after two seconds."""

    observer: Observer = unobserved
    close: Callable[[], None] = lambda: None


def tracing(environment: Mapping[str, str]) -> Tracing:
    """Set up tracing as the variables say.

    If packages are missing, log a warning and trace nothing: the variables may be meant for other programs.
    """
    if not (wanted := exporters_wanted(environment)):
        return Tracing()
    try:
        from opentelemetry import trace
        from opentelemetry.sdk.resources import Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor

        exporters = [_exporter(name) for name in wanted]
    except (ImportError, ExporterMissing) as error:
        _log.warning("OTEL_ variables ask for traces, but %s: pip install 'biofacts[otel]'", error)
        return Tracing()
    service = environment.get("OTEL_SERVICE_NAME") or "biofacts"
    # `close` shuts it down, within a time limit, in place of the library's hook at exit.
    provider = TracerProvider(
        resource=Resource.create({"service.name": service, "service.version": version("biofacts")}),
        shutdown_on_exit=False,
    )
    for exporter in exporters:
        provider.add_span_processor(BatchSpanProcessor(exporter))
    # The provider is global, so that it also takes the spans of the MCP SDK.
    trace.set_tracer_provider(provider)

    def close() -> None:
        # `shutdown` has no time limit of its own, so that it runs in a thread that may be left behind.
        ending = threading.Thread(target=provider.shutdown, daemon=True)
        ending.start()
        ending.join(_PATIENCE)

    return Tracing(Spans(), close)


class Spans(Observer):
    """An observer that records a span when a request has ended, in the trace of its call.

    Upstreams receive no trace headers. Spans contain no address, since it would reveal the user's query.
    """

    def __init__(self) -> None:
        from opentelemetry.trace import get_tracer

        self._tracer = get_tracer("biofacts")

    def __call__(self, event: Event) -> None:
        if not isinstance(event, UpstreamAnswered):
            return
        from opentelemetry.trace import SpanKind, Status, StatusCode

        ended = time.time_ns()
        span = self._tracer.start_span(
            f"{event.method} {event.service}",
            kind=SpanKind.CLIENT,
            start_time=ended - int(event.seconds * _BILLION),
            attributes={
                "http.request.method": event.method,
                "server.address": event.host,
                "peer.service": event.service,
            },
        )
        # Any other status is a word for a missing answer, such as `timeout`.
        if event.status.isdigit():
            span.set_attribute("http.response.status_code", int(event.status))
        if not event.status.isdigit() or int(event.status) >= HTTPStatus.BAD_REQUEST:
            span.set_attribute("error.type", event.status)
            span.set_status(Status(StatusCode.ERROR))
        span.end(ended)
