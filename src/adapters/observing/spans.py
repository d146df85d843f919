"""Spans: one for each request to an upstream, below the span that the MCP SDK creates for each message.

Upstreams receive no trace headers. Spans contain no address, since it would reveal the user's query.
"""

import time
from http import HTTPStatus

from opentelemetry.trace import SpanKind, Status, StatusCode, get_tracer

from biofacts.ports.observing import Event, Observer, UpstreamAnswered

_BILLION = 1_000_000_000


class Spans(Observer):
    """An observer that records a span when a request has ended, in the trace of its call."""

    def __init__(self) -> None:
        self._tracer = get_tracer("biofacts")

    def __call__(self, event: Event) -> None:
        if not isinstance(event, UpstreamAnswered):
            return
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
