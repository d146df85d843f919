"""The page on operating, its alerts and the dashboard name what a server has, and all of it."""

import json
import re
from datetime import timedelta
from typing import Any

import pytest

from biofacts.adapters.observing.metrics_and_spans import Metrics
from biofacts.ports.observing import (
    CacheAnswered,
    CallBegan,
    CallEnded,
    HttpAnswered,
    TurnAwaited,
    TurnEnded,
    UpstreamAnswered,
)
from tests.places import REPOSITORY

PAGE = (REPOSITORY / "docs" / "operate.md").read_text()
DASHBOARD: dict[str, Any] = json.loads((REPOSITORY / "docs" / "grafana.json").read_text())
ENDINGS = {"counter": ("_total",), "histogram": ("_bucket", "_sum", "_count"), "gauge": ("",)}
FAMILIES = list(Metrics().registry.collect())
SERIES = {f"{family.name}{ending}" for family in FAMILIES for ending in ENDINGS[family.type]}
TOLD = {f"{family.name}{'_total' if family.type == 'counter' else ''}" for family in FAMILIES}

EVENTS = (
    CallBegan("get_gene"), CallEnded("get_gene", "ok", 0.1), TurnAwaited("pubchem"), TurnEnded("pubchem", 0.1),
    UpstreamAnswered("pubchem", "host.test", "GET", "200", 0.1), CacheAnswered("pubchem", "hit"), HttpAnswered(200),
)  # fmt: skip

EXPRESSIONS: list[str] = [target["expr"] for panel in DASHBOARD["panels"] for target in panel["targets"]]
ALERTS = re.findall(r"expr: (?:\|\n)?(.*?)(?=\n +(?:for|- alert):|\n```)", PAGE, re.S)


def named(text: str) -> set[str]:
    return set(re.findall(r"\b(?:biofacts|process)_\w+", text))


@pytest.mark.parametrize("expressions", [EXPRESSIONS, ALERTS], ids=["dashboard", "alerts"])
def test_every_metric_that_is_asked_for_exists(expressions: list[str]) -> None:
    assert len(expressions) > 8
    assert [one for one in expressions if not named(one)] == []
    assert {name for one in expressions for name in named(one)} - SERIES == set()


def test_the_dashboard_shows_every_metric_of_ours() -> None:
    shown = {name.removesuffix("_bucket") for one in EXPRESSIONS for name in named(one)}

    assert {name for name in TOLD if name.startswith("biofacts_")} - shown == set()


def test_labels_that_are_asked_for_exist() -> None:
    metrics = Metrics()
    for event in EVENTS:
        metrics(event)
    metrics.page(ready=True, ages={"hgnc": timedelta(0)})
    labels = {label for family in metrics.registry.collect() for one in family.samples for label in one.labels}
    asked = {
        label for one in (*EXPRESSIONS, *ALERTS) for group in re.findall(r"by \(([^)]*)\)", one)
        for label in re.split(r",\s*", group)
    }  # fmt: skip

    assert len(asked) > 5
    assert asked - labels - {"instance"} == set()


def test_the_page_tells_what_every_metric_means() -> None:
    assert {name for name in TOLD if name.startswith("biofacts_") and f"| `{name}` |" not in PAGE} == set()
    assert {name for name in named(PAGE) - SERIES - TOLD if not name.startswith("biofacts_oauth")} == set()
