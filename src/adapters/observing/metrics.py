"""Counters, gauges and histograms in a registry of their own."""

from collections.abc import Mapping
from datetime import timedelta
from importlib.metadata import version

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)

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
)

# Upper limits of the buckets, in seconds.
_CALL_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 20, 25, 30)
_UPSTREAM_SECONDS = (0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15)
_WAIT_SECONDS = (0.01, 0.1, 0.25, 0.5, 1, 2, 4, 8, 16, 24)


class Metrics(Observer):
    """The metrics of this process, for `/metrics`."""

    def __init__(self) -> None:
        disable_created_metrics()  # type: ignore[no-untyped-call]  # a gauge for each counter, which nobody reads
        self.registry = one = CollectorRegistry()
        ProcessCollector(registry=one)
        Gauge("biofacts_info", "Always 1; the label tells the version", ["version"], registry=one).labels(
            version("biofacts")
        ).set(1)
        self._calls = Counter("biofacts_calls", "Calls that have ended", ["tool", "code"], registry=one)
        self._call_seconds = Histogram(
            "biofacts_call_seconds", "From the call to its answer", ["tool"], buckets=_CALL_SECONDS, registry=one
        )
        self._running = Gauge("biofacts_calls_running", "Calls that run now", registry=one)
        self._http = Counter(
            "biofacts_http_requests", "HTTP requests of clients by the status of the answer", ["status"], registry=one
        )
        self._upstream = Counter(
            "biofacts_upstream_requests", "Requests to upstreams, each attempt", ["service", "status"], registry=one
        )
        self._upstream_seconds = Histogram(
            "biofacts_upstream_request_seconds", "Until the answer's status was there", ["service"],
            buckets=_UPSTREAM_SECONDS, registry=one,
        )  # fmt: skip
        self._wait_seconds = Histogram(
            "biofacts_limiter_wait_seconds", "Of each request, for its turn at the upstream", ["service"],
            buckets=_WAIT_SECONDS, registry=one,
        )  # fmt: skip
        self._waiting = Gauge(
            "biofacts_limiter_waiting", "Requests that wait for their turn now", ["service"], registry=one
        )
        self._cache = Counter(
            "biofacts_cache_answers", "What the kept answers had: hit, stale or miss", ["service", "outcome"],
            registry=one,
        )  # fmt: skip
        self._ready = Gauge("biofacts_ready", "1 when first questions can be answered without a request", registry=one)
        self._age = Gauge(
            "biofacts_catalogue_age_seconds", "Since the upstream last confirmed or sent it", ["catalogue"],
            registry=one,
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
        """Return all metrics in Prometheus' text format 0.0.4, with the present ages of the catalogues."""
        self._ready.set(ready)
        # A catalogue that is gone must not leave its last age behind.
        self._age.clear()
        for catalogue, age in ages.items():
            self._age.labels(catalogue).set(age.total_seconds())
        return generate_latest(self.registry)
