"""Observers that turn the events of a server into metrics for `/metrics` and into OpenTelemetry spans.

Tracing is off unless the standard `OTEL_*` variables turn it on. Then each request to an upstream gets a span, as a
child of the span that the MCP SDK creates for each message.
"""

import logging
import sys
import threading
import time
from collections.abc import Callable, Mapping
from datetime import timedelta
from http import HTTPStatus
from importlib.metadata import entry_points, version
from typing import TYPE_CHECKING

import msgspec

from biofacts.ports.observing import (
    CacheAnswered,
    CallBegan,
    CallEnded,
    Event,
    HttpAnswered,
    Observer,
    TurnAwaited,
    TurnEnded,
    UpstreamAnswered,
    unobserved,
)

if TYPE_CHECKING:
    from opentelemetry.sdk.trace.export import SpanExporter

_log = logging.getLogger(__name__)

_ENDPOINTS = ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT")
_PROTOCOLS = ("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "OTEL_EXPORTER_OTLP_PROTOCOL")
_BILLION = 1_000_000_000
_PATIENCE = 2.0
"""Seconds to wait at shutdown for a collector that does not answer."""

_EXPORTERS = "opentelemetry_traces_exporter"
"""The entry point group in which packages register span exporters."""


class ExporterMissing(ValueError):
    """The error for an exporter that the `OTEL_*` variables name but that is not installed."""


def exporters_wanted(environment: Mapping[str, str]) -> tuple[str, ...]:
    """Return the entry point names of the exporters that `OTEL_*` variables select; none if tracing is off."""
    if environment.get("OTEL_SDK_DISABLED", "").strip().lower() == "true":
        return ()
    named = environment.get("OTEL_TRACES_EXPORTER", "").strip()
    if not named and any(environment.get(variable) for variable in _ENDPOINTS):
        named = "otlp"
    names = [name for name in map(str.strip, named.split(",")) if name not in ("", "none")]
    # The default protocol of the OpenTelemetry specification
    protocol = next((value for variable in _PROTOCOLS if (value := environment.get(variable))), "http/protobuf")
    otlp = "otlp_proto_grpc" if protocol == "grpc" else "otlp_proto_http"
    return tuple(otlp if name == "otlp" else name for name in names)


def _exporter(name: str) -> "SpanExporter":
    from opentelemetry.sdk.trace.export import ConsoleSpanExporter, SpanExporter

    if name == "console":
        return ConsoleSpanExporter(out=sys.stderr)  # standard output is reserved for the protocol
    for entry_point in entry_points(group=_EXPORTERS, name=name):
        exporter = entry_point.load()()
        if isinstance(exporter, SpanExporter):
            return exporter
    raise ExporterMissing(f"no span exporter named {name} is installed")


class Tracing(msgspec.Struct, frozen=True):
    """An observer of upstream requests. `close`: sends the remaining spans, and gives up after two seconds."""

    observer: Observer = unobserved
    close: Callable[[], None] = lambda: None


def tracing(environment: Mapping[str, str]) -> Tracing:
    """Set up tracing as the `OTEL_*` variables of an environment specify.

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
    # `close` shuts the provider down within a time limit, instead of the library's hook at exit.
    provider = TracerProvider(
        resource=Resource.create({"service.name": service, "service.version": version("biofacts")}),
        shutdown_on_exit=False,
    )
    for exporter in exporters:
        provider.add_span_processor(BatchSpanProcessor(exporter))
    # The provider is global, so that it also receives the spans of the MCP SDK.
    trace.set_tracer_provider(provider)

    def close() -> None:
        # `shutdown` has no time limit, so it runs in a thread that can be abandoned.
        ending = threading.Thread(target=provider.shutdown, daemon=True)
        ending.start()
        ending.join(_PATIENCE)

    return Tracing(Spans(), close)


class Spans:
    """An observer that records a span for each completed upstream request, in the trace of its call.

    Upstreams receive no trace headers. Spans contain no URLs, which would reveal the user's query.
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
        # A status that is not a number is a word for the lack of a response, such as `timeout`.
        if event.status.isdigit():
            span.set_attribute("http.response.status_code", int(event.status))
        if not event.status.isdigit() or int(event.status) >= HTTPStatus.BAD_REQUEST:
            span.set_attribute("error.type", event.status)
            span.set_status(Status(StatusCode.ERROR))
        span.end(ended)


# Counters, gauges and histograms in a registry of their own

# The upper bounds of histogram buckets, in seconds.
# They end at the limits for a call (25), for the status of an upstream (15) and for a turn (24), see `time_limits`.
_CALL_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 20, 25, 30)
_UPSTREAM_SECONDS = (0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15)
_WAIT_SECONDS = (0.01, 0.1, 0.25, 0.5, 1, 2, 4, 8, 16, 24)


class Metrics:
    """An observer that counts the events of this process, and returns the page `/metrics`."""

    def __init__(self) -> None:
        # `prometheus_client` is an optional dependency of servers over HTTP.
        from prometheus_client import (
            CollectorRegistry,
            Counter,
            Gauge,
            Histogram,
            ProcessCollector,
            disable_created_metrics,
        )

        disable_created_metrics()  # type: ignore[no-untyped-call]  # a second gauge per counter, which nobody reads
        self.registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        Gauge("biofacts_info", "Always 1; the label is the version", ["version"], registry=registry).labels(
            version("biofacts")
        ).set(1)
        self._calls = Counter("biofacts_calls", "Calls that have ended", ["tool", "code"], registry=registry)
        self._call_seconds = Histogram(
            "biofacts_call_seconds", "Time from call to answer", ["tool"], buckets=_CALL_SECONDS, registry=registry
        )
        self._running = Gauge("biofacts_calls_running", "Calls that are running", registry=registry)
        self._http = Counter(
            "biofacts_http_requests", "HTTP requests of clients by status", ["status"], registry=registry
        )
        self._upstream = Counter(
            "biofacts_upstream_requests",
            "Attempts to send a request to an upstream",
            ["service", "status"],
            registry=registry,
        )
        self._upstream_seconds = Histogram(
            "biofacts_upstream_request_seconds", "Time until the status of a response arrived", ["service"],
            buckets=_UPSTREAM_SECONDS, registry=registry,
        )  # fmt: skip
        self._wait_seconds = Histogram(
            "biofacts_limiter_wait_seconds", "Time that a request waited for its turn at an upstream", ["service"],
            buckets=_WAIT_SECONDS, registry=registry,
        )  # fmt: skip
        self._waiting = Gauge(
            "biofacts_limiter_waiting", "Requests that are waiting for their turn", ["service"], registry=registry
        )
        self._cache = Counter(
            "biofacts_cache_answers", "Cache lookups by outcome: hit, stale or miss", ["service", "outcome"],
            registry=registry,
        )  # fmt: skip
        self._ready = Gauge(
            "biofacts_ready", "1 if first questions can be answered without a request", registry=registry
        )
        self._age = Gauge(
            "biofacts_catalogue_age_seconds", "Time since the upstream last sent or confirmed it", ["catalogue"],
            registry=registry,
        )  # fmt: skip

    def __call__(self, event: Event) -> None:
        match event:
            case CallBegan():
                self._running.inc()
            case CallEnded(tool, code, seconds):
                self._running.dec()
                self._calls.labels(tool, code).inc()
                self._call_seconds.labels(tool).observe(seconds)
            case TurnAwaited(service):
                self._waiting.labels(service).inc()
            case TurnEnded(service, seconds):
                self._waiting.labels(service).dec()
                self._wait_seconds.labels(service).observe(seconds)
            case UpstreamAnswered(service=service, status=status, seconds=seconds):
                self._upstream.labels(service, status).inc()
                self._upstream_seconds.labels(service).observe(seconds)
            case CacheAnswered(service, outcome):
                self._cache.labels(service, outcome).inc()
            case HttpAnswered(status):
                self._http.labels(status).inc()

    def page(self, *, ready: bool, ages: Mapping[str, timedelta]) -> bytes:
        """Return all metrics in the Prometheus text format 0.0.4. `ages`: the current age of each catalogue."""
        self._ready.set(ready)
        # Do not report the last age of a catalogue that no longer exists.
        self._age.clear()
        for catalogue, age in ages.items():
            self._age.labels(catalogue).set(age.total_seconds())
        from prometheus_client import generate_latest

        return generate_latest(self.registry)
