"""Where behaviour forks by the system: each fork is taken, whatever system this is."""

import errno
import io
import os
import socket
import subprocess
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, nullcontext
from datetime import UTC, datetime
from pathlib import Path
from unittest.mock import Mock

import anyio
import pytest
import truststore
from pytest_mock import MockerFixture

from biofacts.adapters.cli.output.console import Unbroken
from biofacts.adapters.cli.output.phrasing import COMMANDS
from biofacts.adapters.cli.parser import write_everything
from biofacts.adapters.http.transport import network
from biofacts.adapters.mcp import stdio
from biofacts.adapters.mcp.streamable_http import serve
from biofacts.adapters.mcp.streamable_http.allowed_hosts import Exposure
from biofacts.adapters.sqlite import catalogue_build
from biofacts.adapters.sqlite import connections as sqlite_connections
from biofacts.adapters.sqlite.catalogue_release import Pointer, point
from biofacts.adapters.sqlite.records_and_budgets import SqliteLimiter
from biofacts.composition import annotation_workers
from biofacts.domain.answers.advice_and_phrasing import NextCall
from biofacts.domain.limits.request_rates import Rate
from biofacts.ports.catalogue import Entry, ReleaseInfo
from tests.places import REPOSITORY

INFO = ReleaseInfo(release="2026", retrieved=datetime(2026, 1, 1, tzinfo=UTC), checked=datetime(2026, 1, 1, tzinfo=UTC))
FORKS = {
    "adapters/cli/mcp_clients/settings_files.py",
    "adapters/cli/mcp_clients/supported.py",  # and the next: tests/unit/adapters/cli/mcp_clients/test_supported.py
    "adapters/cli/parser.py",
    "adapters/cli/output/console.py",
    "adapters/cli/output/phrasing.py",
    "adapters/http/transport/network.py",
    "adapters/mcp/streamable_http/allowed_hosts.py",
    "adapters/mcp/streamable_http/serve.py",
    "adapters/mcp/stdio.py",
    "adapters/sqlite/catalogue_build.py",
    "adapters/sqlite/connections.py",
}


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "win32")


def test_every_module_that_forks_by_the_system_is_tested() -> None:
    source = REPOSITORY / "src"
    forking = {
        path.relative_to(source).as_posix() for path in source.rglob("*.py") if "sys.platform" in path.read_text()
    }

    assert forking == FORKS


def test_no_module_needs_what_only_some_systems_have() -> None:
    """`resource` is imported behind a fork, and nothing else of POSIX's is."""
    posix = ("fcntl", "grp", "pty", "pwd", "termios", "tty", "msvcrt", "winreg")
    importing = [
        f"{path.name}: {name}"
        for path in (REPOSITORY / "src").rglob("*.py")
        for name in posix
        if f"import {name}\n" in path.read_text() or f"from {name} " in path.read_text()
    ]

    assert importing == []


# What is printed


@pytest.mark.usefixtures("windows")
def test_what_windows_hands_on_is_utf_8_with_the_line_ends_that_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PYTHONIOENCODING", raising=False)
    written = io.BytesIO()
    stream = io.TextIOWrapper(written, "cp1252", newline="\r\n")
    write_everything(stream)
    print("NF-κB", file=stream, flush=True)

    assert written.getvalue() == "NF-κB\n".encode()


@pytest.mark.parametrize("platform", ["win32", "linux", "darwin"])
def test_an_encoding_that_somebody_chose_stays_and_stops_nothing(
    platform: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.platform", platform)
    monkeypatch.setenv("PYTHONIOENCODING", "cp1252")
    written = io.BytesIO()
    stream = io.TextIOWrapper(written, "cp1252", newline="\n")
    write_everything(stream)
    print("NF-κB, café", file=stream, flush=True)

    assert written.getvalue() == rb"NF-\u03baB, caf" + b"\xe9\n"


def test_a_command_prints_greek_letters_in_any_encoding(tmp_path: Path) -> None:
    given = {
        **os.environ,
        "PYTHONIOENCODING": "cp1252",
        "BIOFACTS_SOURCE": "sample",
        "BIOFACTS_CACHE_DIR": str(tmp_path),
    }
    command = [sys.executable, "-m", "biofacts", "search", "targets", "μ receptor", "--json"]
    ran = subprocess.run(command, env=given, capture_output=True, check=False)

    assert (ran.returncode, ran.stderr) == (0, b"")
    assert rb"\u03bc" in ran.stdout


@pytest.mark.usefixtures("windows")
def test_a_reader_that_goes_away_on_windows_is_told_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = Mock(encoding="utf-8")
    stream.write.side_effect = stream.flush.side_effect = OSError(errno.EINVAL, "Invalid argument")
    dropped = Mock()
    monkeypatch.setattr(Unbroken, "_drop", dropped)
    unbroken = Unbroken(stream)
    unbroken.write("seen by nobody")
    unbroken.flush()

    assert dropped.call_count == 2


def test_another_failure_of_a_stream_is_told() -> None:
    stream = Mock(encoding="utf-8")
    stream.write.side_effect = OSError(errno.ENOSPC, "No space left on device")

    with pytest.raises(OSError, match="No space"):
        Unbroken(stream).write("lost")


@pytest.mark.parametrize(("platform", "quoted"), [("win32", '"krebs cycle"'), ("linux", "'krebs cycle'")])
def test_a_hint_is_quoted_as_the_shell_takes_it(platform: str, quoted: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", platform)
    told = COMMANDS.call(NextCall("search_pathways", {"query": "krebs cycle"}))

    assert told == f"run `biofacts search pathways {quoted}`"


# Files that others have open


@pytest.mark.usefixtures("windows")
def test_a_file_that_somebody_just_reads_is_replaced_a_moment_later(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    refusals = iter([PermissionError(13, "in use"), PermissionError(13, "in use")])
    replace = Path.replace

    def refusing(self: Path, target: Path) -> Path:
        if (refusal := next(refusals, None)) is not None:
            raise refusal
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", refusing)
    monkeypatch.setattr("time.sleep", Mock())
    point(tmp_path, Pointer(version="1", previous=None, info=INFO))

    assert [path.name for path in tmp_path.iterdir()] == ["newest.json"]


@pytest.mark.parametrize(("platform", "tries"), [("win32", 21), ("linux", 1)])
def test_a_file_that_stays_in_use_is_given_up(platform: str, tries: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", platform)
    pauses = Mock()
    monkeypatch.setattr("time.sleep", pauses)
    work = Mock(side_effect=PermissionError(13, "in use"))

    with pytest.raises(PermissionError):
        sqlite_connections.patiently(work)
    assert work.call_count == tries
    assert sum(pause.args[0] for pause in pauses.call_args_list) == pytest.approx(0.5 if tries > 1 else 0)


@pytest.mark.usefixtures("windows")
def test_without_a_fork_the_builder_makes_the_entries_itself(mocker: MockerFixture) -> None:
    fork = mocker.patch("os.fork", create=True)
    made = catalogue_build._made_beside([Entry(key="T1", exact_terms=("maker:9",))])  # pyright: ignore[reportPrivateUsage]  # as test_apart.py

    assert [one.key for one in made] == ["T1"]
    assert fork.call_count == 0


@pytest.mark.parametrize(("platform", "ends"), [("win32", False), ("linux", True), ("darwin", True)])
def test_whether_the_builder_sees_that_nobody_waits(platform: str, ends: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", platform)
    entries = catalogue_build._while_wanted([Mock()], os.getppid() + 1)  # pyright: ignore[reportPrivateUsage]  # as test_apart.py
    with pytest.raises(SystemExit) if ends else nullcontext():
        next(entries)


async def test_a_machine_that_does_not_name_its_start_has_one_budget_all_the_same(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(Path, "read_text", Mock(side_effect=FileNotFoundError))
    first, second = (SqliteLimiter(tmp_path / "slots", "x", [Rate(1, 60.0)], clock=lambda: 100.0) for _ in range(2))

    assert (await first.reserve(), await second.reserve()) == (0.0, 60.0)


# Connections and processes


@pytest.mark.usefixtures("windows")
def test_windows_has_no_limit_of_open_files_to_raise(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resource", None)

    assert serve.allow_connections() == 8192


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX has the limit")
@pytest.mark.parametrize(
    ("soft", "hard", "raised", "connections"),
    [
        (256, 4096, 4096, 4096 - 256),
        (256, None, 8448, 8192),
        (256, 100_000, 8448, 8192),
        (8448, 100_000, None, 8192),
        (9000, 9000, None, 8192),
        (None, None, None, 8192),
        (300, 300, None, 150),
    ],
)
def test_elsewhere_the_limit_of_open_files_is_raised(
    soft: int | None, hard: int | None, raised: int | None, connections: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    import resource

    limits = tuple(resource.RLIM_INFINITY if one is None else one for one in (soft, hard))
    changed = Mock()
    monkeypatch.setattr(resource, "getrlimit", Mock(return_value=limits))
    monkeypatch.setattr(resource, "setrlimit", changed)

    assert serve.allow_connections() == connections
    assert [call.args for call in changed.call_args_list] == (
        [(resource.RLIMIT_NOFILE, (raised, limits[1]))] if raised else []
    )


@pytest.mark.parametrize(("platform", "is_reused"), [("win32", False), ("linux", True), ("darwin", True)])
def test_an_address_is_taken_over_only_where_that_takes_it_from_nobody(
    platform: str, is_reused: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On Windows the option lets two servers listen on one address."""
    monkeypatch.setattr("sys.platform", platform)
    made = Mock()
    monkeypatch.setattr("socket.socket", made)
    Exposure(port=0).listen()
    options = [call.args for call in made.return_value.setsockopt.call_args_list]

    assert ((socket.SOL_SOCKET, socket.SO_REUSEADDR, 1) in options) is is_reused


@pytest.mark.parametrize("platform", ["win32", "darwin"])
def test_where_the_system_keeps_certificates_by_itself_it_is_trusted(
    platform: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.platform", platform)
    monkeypatch.setattr(network, "_system_has_any", Mock(side_effect=AssertionError("not asked")))

    assert isinstance(network.trusting.__wrapped__(None, None), truststore.SSLContext)


def test_processors_are_counted_where_a_process_cannot_be_bound_to_some(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: 12)

    assert annotation_workers.processors() == 12


async def test_a_server_on_windows_hears_no_signals_and_ends_with_its_input(monkeypatch: pytest.MonkeyPatch) -> None:
    """There Ctrl-C is an exception, and a host closes the input."""
    monkeypatch.setattr(stdio, "sys", Mock(platform="win32"))  # the event loops ask, too
    monkeypatch.setattr(stdio, "gc", Mock())  # what is frozen is frozen for all tests
    monkeypatch.setattr(anyio, "open_signal_receiver", Mock(side_effect=NotImplementedError))
    nothing = os.open(os.devnull, os.O_RDWR)
    monkeypatch.setattr(stdio, "_claimed_input", lambda: nothing)
    monkeypatch.setattr(stdio, "_claimed_output", lambda: nothing)

    @asynccontextmanager
    async def lifespan(_: object) -> AsyncGenerator[Mock]:
        yield Mock()

    with anyio.fail_after(10):
        await stdio.serve(lifespan)
    os.close(nothing)
