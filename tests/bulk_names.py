"""PubChem's bulk files, replayed with lengths, ranges and breaks, and what stands on them."""

import gzip
import hashlib
from collections.abc import AsyncGenerator, AsyncIterator, Iterable
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import httpx

from biofacts.adapters.http.pubchem.bulk_names import PubChemBulkClient
from biofacts.adapters.local.compounds.source import SyncCompoundNames
from biofacts.adapters.memory.records_and_budgets import MemoryRecordStore
from biofacts.adapters.sqlite.compound_names import SqliteCompoundNamesStore
from biofacts.domain.compounds.queries import NamedNumber
from biofacts.ports.catalogue import ReleaseInfo
from biofacts.ports.compound_names import PublishedNames
from biofacts.ports.record_store import RecordStore

TITLES = ((702, "Ethanol"), (2244, "Aspirin"), (3672, "Ibuprofen"), (5280489, "beta-Carotene"))
SYNONYMS = (
    (702, "ethyl alcohol"),
    (702, "alcohol"),
    (2244, "aspirin"),
    (2244, "2-acetyloxybenzoic acid"),
    (2244, "acetylsalicylic acid"),
    (2244, "50-78-2"),
    (2244, "Rhonal"),
    (3672, "Advil"),
    (3672, "Rhonal"),
    (3672, "ethanol"),
)
INCHIKEYS = (
    (702, "LFQSCWFLJHTTHZ-UHFFFAOYSA-N"),
    (2244, "BSYNRYMUTXBXSQ-UHFFFAOYSA-N"),
    (3672, "HEFNNWSXXWATRW-UHFFFAOYSA-N"),
)
DAY = "Sat, 22 Aug 2026 19:31:22 GMT"
EXTRAS = "/Compound/Extras"
TITLE_PATH, SYNONYM_PATH = f"{EXTRAS}/CID-Title.gz", f"{EXTRAS}/CID-Synonym-filtered.gz"
INCHIKEY_PATH = f"{EXTRAS}/CID-InChI-Key.gz"


def packed(rows: Iterable[NamedNumber], between: str = "") -> bytes:
    return gzip.compress("".join(f"{number}\t{between}{name}\n" for number, name in rows).encode(), mtime=0)


def published() -> dict[str, bytes]:
    return {
        TITLE_PATH: packed(TITLES),
        SYNONYM_PATH: packed(SYNONYMS),
        INCHIKEY_PATH: packed(INCHIKEYS, between="InChI=1S/x\t"),
    }


class Asked(NamedTuple):
    method: str
    path: str
    start: int


class _Breaking(httpx.AsyncByteStream):
    def __init__(self, body: bytes) -> None:
        self._body = body

    async def __aiter__(self) -> AsyncIterator[bytes]:
        yield self._body
        raise httpx.ReadError("as the test wants it")


class Bulk:
    """The files. `breaks`: after how many bytes the next answers break off; `has_ranges`: it sends parts."""

    def __init__(self, files: dict[str, bytes] | None = None) -> None:
        self.files = published() if files is None else files
        self.asked: list[Asked] = []
        self.breaks: list[int] = []
        self.has_ranges = True
        self.has_validators = True
        self.headers: dict[str, str] = {}

    async def answer(self, request: httpx.Request) -> httpx.Response:
        body = self.files.get(request.url.path)
        if body is None:
            self.asked.append(Asked(request.method, request.url.path, 0))
            return httpx.Response(404, html="<html>no</html>")
        headers = {"ETag": f'"{hashlib.sha256(body).hexdigest()}"', "Last-Modified": DAY} if self.has_validators else {}
        start = self._start(request, headers.get("ETag", ""))
        self.asked.append(Asked(request.method, request.url.path, start))
        headers |= {"Content-Length": str(len(body) - start), **self.headers}
        if start:
            headers["Content-Range"] = f"bytes {start}-{len(body) - 1}/{len(body)}"
        if request.method == "HEAD":
            return httpx.Response(200, headers=headers)
        status, rest = 206 if start else 200, body[start:]
        if self.breaks:
            return httpx.Response(status, headers=headers, stream=_Breaking(rest[: self.breaks.pop(0)]))
        return httpx.Response(status, headers=headers, content=rest)

    def _start(self, request: httpx.Request, etag: str) -> int:
        given = request.headers.get("range", "")
        if not self.has_ranges or not given or request.headers.get("if-range") != etag:
            return 0
        return int(given.removeprefix("bytes=").removesuffix("-"))

    def got(self) -> list[tuple[str, int]]:
        """What was fetched, and from where on, since the last time."""
        found = [(one.path.rpartition("/")[2], one.start) for one in self.asked if one.method == "GET"]
        self.asked.clear()
        return found

    def client(self) -> httpx.AsyncClient:
        return httpx.AsyncClient(base_url="http://bulk.test/", transport=httpx.MockTransport(self.answer))


class Parts(NamedTuple):
    """A synchronisation, and everything it stands on."""

    sync: SyncCompoundNames
    store: SqliteCompoundNamesStore
    records: RecordStore
    bulk: Bulk


@asynccontextmanager
async def bulk_names(bulk: Bulk, folder: Path, *, offline: bool = False) -> AsyncGenerator[Parts]:
    records = MemoryRecordStore()
    async with SqliteCompoundNamesStore(folder) as store, PubChemBulkClient(bulk.client()) as client:
        sync = SyncCompoundNames(
            client.titles, client.names, client.inchikeys, store=store, records=records, offline=offline
        )
        yield Parts(sync, store, records, bulk)


def names(
    titles: Iterable[NamedNumber] = TITLES,
    synonyms: Iterable[NamedNumber] = SYNONYMS,
    inchikeys: Iterable[NamedNumber] | None = None,
    *,
    release: str = "2026-08-22",
    least: int = 1,
) -> PublishedNames:
    day = datetime(2026, 8, 22, tzinfo=UTC)
    return PublishedNames(
        info=ReleaseInfo(release=release, retrieved=day, checked=day, mode="snapshot"),
        titles=titles,
        names=synonyms,
        inchikeys=inchikeys,
        least=least,
    )
