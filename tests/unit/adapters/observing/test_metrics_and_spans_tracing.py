"""Tracing: off until it is asked for; a span for each request to an upstream, in the trace of its call."""

import logging
import sys
from collections.abc import Mapping
from importlib.metadata import version

import pytest
from opentelemetry import trace
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import SpanKind, StatusCode
from pytest_mock import MockerFixture

from biofacts.adapters.observing.metrics_and_spans import Spans, exporters_wanted, tracing
from biofacts.ports.observing import CallBegan, UpstreamAnswered, unobserved

ENDPOINT = {"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:4318"}


@pytest.mark.parametrize(
    ("environment", "wanted"),
    [
        ({}, ()),
        ({"OTEL_SERVICE_NAME": "x"}, ()),
        ({"OTEL_TRACES_EXPORTER": "none", **ENDPOINT}, ()),
        ({"OTEL_SDK_DISABLED": "TRUE", **ENDPOINT}, ()),
        (ENDPOINT, ("otlp_proto_http",)),
        ({"OTEL_EXPORTER_OTLP_PROTOCOL": "grpc", **ENDPOINT}, ("otlp_proto_grpc",)),
        ({"OTEL_TRACES_EXPORTER": "console, otlp"}, ("console", "otlp_proto_http")),
    ],
    ids=["nothing", "a name alone", "none", "disabled", "an address", "grpc", "two"],
)
def test_the_standard_variables_say_where_spans_go(environment: Mapping[str, str], wanted: tuple[str, ...]) -> None:
    assert exporters_wanted(environment) == wanted


def test_nothing_is_traced_until_it_is_asked_for() -> None:
    assert tracing({}).observer is unobserved


def test_an_exporter_that_is_not_there_is_told_and_does_without(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        observer = tracing({"OTEL_TRACES_EXPORTER": "carrier-pigeon"}).observer

    assert observer is unobserved
    assert "biofacts[otel]" in caplog.text


def test_without_the_packages_it_is_told_and_done_without(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setitem(sys.modules, "opentelemetry.sdk.trace", None)
    with caplog.at_level(logging.WARNING):
        observer = tracing({"OTEL_TRACES_EXPORTER": "console"}).observer

    assert observer is unobserved
    assert "biofacts[otel]" in caplog.text


@pytest.fixture
def spans(monkeypatch: pytest.MonkeyPatch) -> InMemorySpanExporter:
    exporter = InMemorySpanExporter()
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    monkeypatch.setattr("opentelemetry.trace.get_tracer", provider.get_tracer)
    return exporter


def test_a_request_is_a_span_below_that_of_its_call(spans: InMemorySpanExporter) -> None:
    observer = Spans()
    with trace.use_span(trace.NonRecordingSpan(trace.SpanContext(7, 8, False, trace.TraceFlags(1)))):
        observer(UpstreamAnswered("pubchem", "host.test", "GET", "200", 2.5))
    (span,) = spans.get_finished_spans()

    assert (span.name, span.kind, span.status.status_code) == ("GET pubchem", SpanKind.CLIENT, StatusCode.UNSET)
    assert span.parent is not None
    assert (span.parent.trace_id, span.parent.span_id) == (7, 8)
    assert span.start_time is not None
    assert span.end_time is not None
    assert span.end_time - span.start_time == 2_500_000_000
    assert span.attributes == {
        "http.request.method": "GET", "server.address": "host.test", "peer.service": "pubchem",
        "http.response.status_code": 200,
    }  # fmt: skip


@pytest.mark.parametrize("status", ["400", "503", "timeout"])
def test_a_request_that_failed_is_a_span_that_failed(spans: InMemorySpanExporter, status: str) -> None:
    observer = Spans()
    observer(CallBegan("get_gene"))
    observer(UpstreamAnswered("pubchem", "host.test", "GET", status, 0.5))
    (span,) = spans.get_finished_spans()

    assert span.status.status_code is StatusCode.ERROR
    assert span.attributes is not None
    assert span.attributes["error.type"] == status


def test_the_end_waits_two_seconds_for_a_collector_and_no_thread_holds_up_the_process(
    monkeypatch: pytest.MonkeyPatch, mocker: MockerFixture
) -> None:
    providers: list[TracerProvider] = []
    monkeypatch.setattr(trace, "set_tracer_provider", providers.append)
    traced = tracing({"OTEL_TRACES_EXPORTER": "console"})
    thread = mocker.patch("threading.Thread")
    traced.close()
    providers[0].shutdown()

    assert thread.call_args.kwargs["daemon"] is True
    thread.return_value.join.assert_called_once_with(2)


def test_the_process_ends_without_waiting_for_a_collector(
    monkeypatch: pytest.MonkeyPatch, mocker: MockerFixture
) -> None:
    """The library's own hook at exit has no time limit."""
    registered = mocker.patch("atexit.register")
    providers: list[TracerProvider] = []
    monkeypatch.setattr(trace, "set_tracer_provider", providers.append)
    tracing({"OTEL_TRACES_EXPORTER": "console"}).close()

    assert providers[0].shutdown not in [call.args[0] for call in registered.call_args_list]


@pytest.mark.parametrize(("named", "service"), [({}, "biofacts"), ({"OTEL_SERVICE_NAME": "facts"}, "facts")])
def test_spans_of_the_whole_process_go_where_the_variables_say(
    named: Mapping[str, str], service: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    providers: list[TracerProvider] = []
    monkeypatch.setattr(trace, "set_tracer_provider", providers.append)
    traced = tracing({"OTEL_TRACES_EXPORTER": "console", **named})
    (provider,) = providers
    provider.get_tracer("test").start_span("a span").end()
    traced.close()
    printed = capsys.readouterr()

    assert isinstance(traced.observer, Spans)
    assert provider.resource.attributes["service.name"] == service
    assert provider.resource.attributes["service.version"] == version("biofacts")
    assert '"name": "a span"' in printed.err
    assert printed.out == ""
