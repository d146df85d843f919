"""Building of releases in a separate process: a large build would block the interpreter for seconds.

The process reads the content of a release from standard input, writes one file, and reports the outcome on standard
output. A process that it forks prepares the next entries while it writes the previous ones. It ends when the call is
cancelled and when its parent process has gone.
"""

import gc
import logging
import os
import pickle
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import NoReturn

import anyio
import msgspec

from biofacts.adapters.sqlite import catalogue_tables
from biofacts.ports.catalogue import Content, Entry

_log = logging.getLogger(__name__)

COMMAND = (sys.executable, "-m", "biofacts.adapters.sqlite.build_subprocess")
# Entries between two checks that the parent process still runs, and entries that the forked process sends at a time.
_LOOKS_EVERY, _AT_ONCE = 500, 50
# enc_hook: the texts and terms of an entry may be iterators.
_PACKED, _ENTRIES = msgspec.msgpack.Encoder(enc_hook=list), msgspec.msgpack.Decoder(list[Entry])
_AHEAD = 1 << 20
"""Size in bytes of the buffer between the two processes: with a pipe, which is smaller, they would often wait."""
_STEPS_ASIDE = 19
"""The `nice` value that lowers the priority of a build.

With it, calls during a build by two processes on two cores take about as long as without a build, and the slowest
twentieth 1.2 times as long (`bench/start.py builds`).
"""


class Outcome(msgspec.Struct, frozen=True):
    """The outcome of a build. `unreadable`: the reason why the entries cannot be read; `failed`: any other error."""

    unreadable: str = ""
    failed: str = ""


async def build(path: Path, content: Content) -> bool:
    """Build a release's file in another process; log a warning and return False if that is not possible.

    The caller removes the files that a failed process leaves behind. Raises: ValueError if the entries cannot be read.
    """
    try:
        task = pickle.dumps((path, os.getpid(), content))
        async with await anyio.open_process(COMMAND, stderr=subprocess.DEVNULL) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            await process.stdin.send(task)
            # The process reads to the end of its input.
            await process.stdin.aclose()
            output = b"".join([part async for part in process.stdout])
        outcome = msgspec.json.decode(output, type=Outcome)
    # AttributeError and TypeError are raised by pickle, e.g. for a lambda or a lock.
    except (OSError, pickle.PicklingError, AttributeError, TypeError, anyio.BrokenResourceError) as error:
        outcome = Outcome(failed=f"{type(error).__name__}: {error}")
    except msgspec.DecodeError:
        outcome = Outcome(failed="the process ended before it had finished")
    if outcome.unreadable:
        raise ValueError(outcome.unreadable)
    if outcome.failed:
        _log.warning("building %s in-process instead (%s)", path.parent.name, outcome.failed)
    return not outcome.failed


def main() -> None:
    """Build the release that standard input describes, and write the outcome to standard output."""
    gc.disable()  # the objects of a build form no cycles, and the process ends with it
    # Unpickling imports the readers' modules and with them httpx, whose command line is the slowest of all imports.
    sys.modules.setdefault("httpx._main", None)  # type: ignore[arg-type]  # None: cannot be imported
    if hasattr(os, "nice"):
        os.nice(_STEPS_ASIDE)
    path, parent, content = pickle.loads(sys.stdin.buffer.read())
    sys.stdout.buffer.write(msgspec.json.encode(_built(path, parent, content)))


def _built(path: Path, parent: int, content: Content) -> Outcome:
    entries = _while_wanted(_made_beside(content.entries), parent)
    try:
        with closing(sqlite3.connect(":memory:")) as connection:
            with connection:
                catalogue_tables.write(connection, entries, content.synonyms)
            save(path, connection)
    except ValueError as error:
        return Outcome(unreadable=str(error))
    except Exception as error:  # the parent process logs it and builds the release itself
        return Outcome(failed=f"{type(error).__name__}: {error}")
    return Outcome()


def _made_beside(entries: Iterable[Entry]) -> Iterator[Entry]:
    """Yield the entries that a forked process prepares. Raises: ValueError if they cannot be read."""
    if sys.platform == "win32":  # Windows has no fork
        yield from entries
        return
    ours, theirs = socket.socketpair()
    theirs.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _AHEAD)
    if not (child := os.fork()):
        ours.close()
        _make(entries, theirs)
    theirs.close()
    with ours, ours.makefile("rb") as made:
        while part := pickle.load(made):
            if isinstance(part, Exception):
                raise part
            yield from _ENTRIES.decode(part)
    os.waitpid(child, 0)


def _make(entries: Iterable[Entry], reader: socket.socket) -> NoReturn:
    """Send the entries in parts to the reader, then None or the error that interrupted them, and end the process."""
    try:
        with reader.makefile("wb") as file:
            try:
                made = iter(entries)
                while part := [*islice(made, _AT_ONCE)]:
                    pickle.dump(_PACKED.encode(part), file)
                    file.flush()  # else the end of a part would stay in the buffer until the next part
                pickle.dump(None, file)
            except ValueError as error:
                pickle.dump(error, file)
    finally:  # if neither None nor an error was sent, the reader fails with EOFError
        os._exit(0)


def _while_wanted(entries: Iterable[Entry], parent: int) -> Iterator[Entry]:
    """Yield the entries while the parent process runs. Raises: SystemExit when it has gone.

    On Windows this cannot be checked: the parent may be the launcher of a virtual environment, and its id stays valid.
    """
    looks = sys.platform != "win32"
    for number, entry in enumerate(entries):
        if looks and number % _LOOKS_EVERY == 0 and os.getppid() != parent:
            raise SystemExit(1)
        yield entry


def save(path: Path, connection: sqlite3.Connection) -> None:
    """Write a database to a new file and flush it to the disk. Raises: OSError, sqlite3.OperationalError."""
    target = sqlite3.connect(path)
    try:
        # The file is not read before it is complete, so it needs neither a journal nor a sync after each write.
        target.executescript("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;")
        connection.backup(target)
    finally:
        target.close()
    # Otherwise a power failure could leave a pointer to a file that is only half on the disk.
    with path.open("rb+") as file:
        os.fsync(file.fileno())


if __name__ == "__main__":
    main()
