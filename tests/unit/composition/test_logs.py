"""The log: a line of JSON each, without what users have sent."""

import json
import logging
from datetime import datetime
from typing import Any

import pytest

from biofacts.composition import logs
from biofacts.composition.logs import JsonLines

SECRET = "Mrs-Dalloway-0815"


def fail() -> None:
    raise KeyError(SECRET)


def fail_in_several_places() -> None:
    try:
        fail()
    except KeyError as error:
        raise ExceptionGroup("several", [ValueError(SECRET), ValueError(SECRET)]) from error


def record(name: str, message: str, *values: object) -> logging.LogRecord:
    with pytest.raises(ExceptionGroup) as caught:
        fail_in_several_places()
    error = caught.value
    return logging.LogRecord(
        name, logging.ERROR, __file__, 1, message, values, (type(error), error, error.__traceback__)
    )


def written(name: str, message: str, *values: object, telling: bool = False) -> Any:
    line = JsonLines(telling=telling).format(record(name, message, *values))
    assert "\n" not in line
    assert line.isascii()
    return json.loads(line)


def test_a_line_says_when_where_and_what() -> None:
    line = written("biofacts.adapters", "%s failed\n", "search")

    assert datetime.fromisoformat(line["time"]).tzname() == "UTC"
    assert (line["level"], line["logger"], line["message"]) == ("ERROR", "biofacts.adapters", "search failed\n")


def test_an_error_is_told_by_its_types_and_frames() -> None:
    error = written("biofacts", "x")["error"]

    assert (error["type"], error["cause"]["type"]) == ("ExceptionGroup", "KeyError")
    assert [one["type"] for one in error["inside"]] == ["ValueError", "ValueError"]
    assert error["cause"]["frames"][-1].startswith(f"{__file__}:")
    assert error["cause"]["frames"][-1].endswith(" fail")


@pytest.mark.parametrize("name", ["biofacts", "mcp.server", "asyncio"])
def test_what_an_error_says_is_for_whoever_debugs(name: str) -> None:
    assert SECRET not in json.dumps(written(name, "it failed"))
    assert SECRET in json.dumps(written(name, "it failed", telling=True))


def test_the_values_in_the_message_of_a_library_are_for_whoever_debugs() -> None:
    assert written("mcp.server", "dropped %r", SECRET)["message"] == "dropped %r"
    assert written("mcp.server", "dropped %r", SECRET, telling=True)["message"] == f"dropped '{SECRET}'"


def test_a_text_that_is_no_text_is_written_all_the_same() -> None:
    assert written("biofacts", "\ud800")["message"] == "\ud800"


@pytest.mark.parametrize(
    ("level", "access", "ours", "of_access", "root"),
    [
        ("INFO", False, logging.INFO, logging.WARNING, logging.ERROR),
        ("WARNING", True, logging.WARNING, logging.INFO, logging.ERROR),
        ("DEBUG", False, logging.DEBUG, logging.WARNING, logging.DEBUG),
        ("DEBUG", True, logging.DEBUG, logging.DEBUG, logging.DEBUG),
    ],
)
def test_a_level_is_that_of_our_records_and_libraries_say_only_errors(
    level: str, access: bool, ours: int, of_access: int, root: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    captured: list[bool] = []
    monkeypatch.setattr(logging, "captureWarnings", captured.append)
    monkeypatch.setattr(logging.root, "handlers", [])
    before = logging.root.level
    try:
        logs.configure(level, access=access)
        levels = [logging.getLogger(name).level for name in ("biofacts", "biofacts.access", "")]
        (handler,) = logging.root.handlers
        shown = json.loads(handler.format(record("mcp", "%s", SECRET)))["message"]
    finally:
        logging.root.setLevel(before)

    assert levels == [ours, of_access, root]
    assert captured == [True]
    assert (SECRET in shown) is (level == "DEBUG")
