"""Metrics: every event is counted where it belongs, and the page is what Prometheus reads."""

import math
import sys
from collections import defaultdict
from datetime import timedelta
from importlib.metadata import version

from prometheus_client.parser import text_string_to_metric_families

from biofacts.adapters.observing.metrics_and_spans import Metrics
from biofacts.ports.observing import (
    CacheAnswered,
    CallBegan,
    CallEnded,
    Event,
    HttpAnswered,
    TurnAwaited,
    TurnEnded,
    UpstreamAnswered,
)


def samples(*events: Event, ready: bool = True, ages: dict[str, timedelta] | None = None) -> dict[str, float]:
    """The page after some events, by name and labels; without buckets, and without what the process says of itself."""
    metrics = Metrics()
    for event in events:
        metrics(event)
    page = metrics.page(ready=ready, ages=ages or {}).decode()
    return {
        " ".join([sample.name, *sample.labels.values()]): sample.value
        for family in text_string_to_metric_families(page)
        for sample in family.samples
        if sample.name.startswith("biofacts_") and not sample.name.endswith(("_bucket", "_info"))
    }


def test_a_call_runs_and_has_run() -> None:
    running = samples(CallBegan("get_gene"), CallBegan("get_gene"))
    ended = samples(CallBegan("get_gene"), CallEnded("get_gene", "UPSTREAM_ERROR", 2.5))

    assert running["biofacts_calls_running"] == 2
    assert ended["biofacts_calls_running"] == 0
    assert ended["biofacts_calls_total UPSTREAM_ERROR get_gene"] == 1
    assert ended["biofacts_call_seconds_sum get_gene"] == 2.5


def test_durations_are_counted_up_to_the_limits_that_dashboards_add_up() -> None:
    metrics = Metrics()
    for event in (CallEnded("", "OK", 0), TurnEnded("", 0), UpstreamAnswered("", "", "GET", "200", 0)):
        metrics(event)
    limits = defaultdict[str, list[float]](list)
    for family in text_string_to_metric_families(metrics.page(ready=True, ages={}).decode()):
        for sample in family.samples:
            if "le" in sample.labels:
                limits[family.name].append(float(sample.labels["le"]))

    assert limits == {
        "biofacts_call_seconds": [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 20, 25, 30, math.inf],
        "biofacts_upstream_request_seconds": [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, math.inf],
        "biofacts_limiter_wait_seconds": [0.01, 0.1, 0.25, 0.5, 1, 2, 4, 8, 16, 24, math.inf],
    }


def test_requests_wait_and_go() -> None:
    found = samples(
        TurnAwaited("pubchem"), TurnAwaited("pubchem"), TurnEnded("pubchem", 4.0),
        UpstreamAnswered("pubchem", "host.test", "GET", "503", 0.5), CacheAnswered("pubchem", "stale"),
    )  # fmt: skip

    assert found["biofacts_limiter_waiting pubchem"] == 1
    assert found["biofacts_limiter_wait_seconds_sum pubchem"] == 4.0
    assert found["biofacts_upstream_requests_total pubchem 503"] == 1
    assert found["biofacts_upstream_request_seconds_count pubchem"] == 1
    assert found["biofacts_cache_answers_total stale pubchem"] == 1


def test_answers_over_http_are_counted_by_status() -> None:
    found = samples(HttpAnswered(401), HttpAnswered(401), HttpAnswered(200))

    assert (found["biofacts_http_requests_total 401"], found["biofacts_http_requests_total 200"]) == (2, 1)


def test_a_catalogue_that_is_gone_has_no_age_any_more() -> None:
    metrics = Metrics()
    metrics.page(ready=True, ages={"hgnc": timedelta(hours=1)})
    page = metrics.page(ready=False, ages={"gtopdb-ligands": timedelta(days=1)}).decode()

    assert 'biofacts_catalogue_age_seconds{catalogue="gtopdb-ligands"} 86400.0' in page
    assert "hgnc" not in page
    assert "\nbiofacts_ready 0.0\n" in page


def test_the_page_names_the_version_and_what_the_process_uses_but_not_when_counters_were_made() -> None:
    page = Metrics().page(ready=True, ages={}).decode()

    assert f'biofacts_info{{version="{version("biofacts")}"}} 1.0' in page
    assert "process_resident_memory_bytes" in page or sys.platform != "linux"
    assert "_created" not in page


def test_two_servers_in_one_process_count_apart() -> None:
    Metrics()(HttpAnswered(200))

    assert "biofacts_http_requests_total 200" not in samples()
