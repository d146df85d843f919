"""Records that nobody has confirmed for long make room."""

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

from biofacts.adapters.sqlite.records_and_budgets import SqliteRecordStore
from biofacts.domain.limits.freshness import STORED
from biofacts.ports.record_store import StoredRecord

NOW = datetime(2026, 9, 1, tzinfo=UTC)


def record(age: timedelta, retrieved: timedelta | None = None) -> StoredRecord:
    return StoredRecord(body=b"tea", validator="", retrieved=NOW - (retrieved or age), checked=NOW - age)


async def test_who_keeps_a_record_forgets_old_ones(tmp_path: Path) -> None:
    store, day = SqliteRecordStore(tmp_path / "records.sqlite"), timedelta(days=1)
    await store.put("old", record(STORED + day))
    await store.put("confirmed", record(STORED - day, STORED * 9))
    await store.put("new", record(timedelta()))

    assert await store.present(["old", "confirmed", "new"]) == {"confirmed", "new"}


async def test_a_few_are_forgotten_at_once(tmp_path: Path) -> None:
    store, names = SqliteRecordStore(tmp_path / "records.sqlite"), [f"old {number}" for number in range(50)]
    for number, name in enumerate(names):
        await store.put(name, record(STORED * 2 - timedelta(minutes=number)))
    await store.put("new", record(timedelta()))
    first = await store.present(names)
    await store.put("new", record(timedelta()))
    await store.put("new", record(timedelta()))

    assert first == {*names[20:]}
    assert await store.present(names) == set()


async def test_a_full_store_forgets_the_oldest_and_any_other_nothing(tmp_path: Path) -> None:
    names = [f"record {number}" for number in range(60)]
    bounded = SqliteRecordStore(tmp_path / "bounded.sqlite", largest=400_000)
    unbounded = SqliteRecordStore(tmp_path / "unbounded.sqlite")
    for number, name in enumerate(names):
        moment = NOW + timedelta(minutes=number)
        large = StoredRecord(body=os.urandom(10_000), validator="", retrieved=moment, checked=moment)
        await bounded.put(name, large)
        await unbounded.put(name, large)
    kept = await bounded.present(names)

    assert kept == {*names[60 - len(kept) :]}
    assert 20 <= len(kept) <= 40
    assert await unbounded.present(names) == {*names}
