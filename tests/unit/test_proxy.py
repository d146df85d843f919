"""What stands before replicas: a call that kills the one that begins it must not reach the others."""

import re

import pytest

from biofacts.domain.limits import time_limits
from tests.places import REPOSITORY

_FILES = ("deploy/nginx.conf", "deploy/kubernetes/ingress.yaml")
_BEGUN = {"error", "timeout", "invalid_header", "http_500", "http_502", "http_504"}


def values(name: str, setting: str) -> list[str]:
    """What a file says of one setting of nginx."""
    text = (REPOSITORY / name).read_text(encoding="utf-8")
    return [value.strip('"') for value in re.findall(rf"^[^#]*\bproxy[-_]{setting}:? ([^;\n]+)", text, re.M)]


@pytest.mark.parametrize("name", _FILES)
def test_a_call_that_was_sent_is_sent_again_only_where_it_was_refused(name: str) -> None:
    reasons = [set(value.split()) for value in values(name, "next[-_]upstream")]

    assert reasons
    assert not [several for several in reasons if "non_idempotent" in several and several & _BEGUN]


@pytest.mark.parametrize("name", _FILES)
def test_one_other_replica_gets_a_call_at_most_and_not_after_its_time(name: str) -> None:
    assert values(name, "next[-_]upstream[-_]tries") == ["2"]
    assert [value.rstrip("s") for value in values(name, "next[-_]upstream[-_]timeout")] == [f"{time_limits.CALL:.0f}"]


def test_no_connection_to_a_replica_is_kept() -> None:
    """An error on a kept one is no try to nginx, and the next replica gets the call."""
    text = (REPOSITORY / "deploy" / "nginx.conf").read_text(encoding="utf-8")

    assert not re.search(r"^ *keepalive \d", text, re.M)
    assert re.findall(r"error_page 502 504 (\S+)", text) == ["=503", "=503"]  # without it, 502 and 504 go out
