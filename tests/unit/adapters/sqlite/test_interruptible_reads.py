"""Reading a file: beside the event loop where it may be long, and no longer than somebody waits for it."""

import sqlite3
import threading
from collections.abc import Generator

import anyio
import anyio.to_thread
import pytest

from biofacts.adapters.sqlite.connections import Readings
from biofacts.domain.answers.errors import UpstreamError

ENDLESS = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n"


@pytest.fixture
def damaged() -> list[bool]:
    return []


@pytest.fixture
def readings(damaged: list[bool]) -> Generator[Readings]:
    connection = sqlite3.connect(":memory:", check_same_thread=False)
    readings = Readings(connection, lambda: damaged.append(True))
    yield readings
    readings.close()


def counted(readings: Readings) -> int:
    return int(readings.execute("SELECT 1").fetchone()[0])


async def test_a_reading_that_nobody_waits_for_is_interrupted(readings: Readings) -> None:
    with anyio.move_on_after(0.05) as scope:
        await readings.long(lambda: readings.execute(ENDLESS).fetchone())

    assert scope.cancelled_caught
    with anyio.fail_after(10):  # the thread would hold the file for ever
        assert await readings.long(counted, readings) == 1


async def test_a_row_of_short_statements_is_interrupted_as_well(readings: Readings) -> None:
    ended = threading.Event()

    def without_end() -> None:
        try:
            while True:
                counted(readings)
        finally:
            ended.set()

    with anyio.move_on_after(0.05):
        await readings.long(without_end)

    assert await anyio.to_thread.run_sync(ended.wait, 10)


async def test_the_loop_goes_on_while_somebody_reads(readings: Readings) -> None:
    begun, release = threading.Event(), threading.Event()
    read = list[int]()

    def slow() -> int:
        begun.set()
        assert release.wait(10)
        return counted(readings)

    async def quick() -> None:
        read.append(await readings.quick(counted, readings))

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(readings.long, slow)
        assert await anyio.to_thread.run_sync(begun.wait, 10)
        tasks.start_soon(quick)
        await anyio.wait_all_tasks_blocked()  # it waits in a thread, and not on the loop
        assert read == []
        release.set()

    assert read == [1]


async def test_a_damaged_file_is_reported(readings: Readings, damaged: list[bool]) -> None:
    for read in (readings.quick, readings.long):
        with pytest.raises(UpstreamError):
            await read(lambda: readings.execute("SELECT * FROM nothing"))

    assert damaged == [True, True]
