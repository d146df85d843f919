"""The Guide's bulk files, read by other code than biofacts' own; and lists of answers, walked to their end."""

import csv
import html
import re
import sys
import tempfile
import time
from collections.abc import AsyncGenerator, Iterable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from _shared import present, settings, synchronise

from biofacts.adapters.local.catalogue_entries.pharmacology import LIGANDS
from biofacts.application.tools.all_tools import TOOLS, call
from biofacts.application.tools.tool import ErrorEnvelope
from biofacts.application.use_cases import UseCases
from biofacts.composition.container import running

PAGE = 50

_TAG = re.compile(r"</?(?:sub|sup|i|b|em|small|strong|span|p|br)\b[^<>]*>", re.I)
_MARK = re.compile(r"[®™©]|&re?g;", re.I)
_PLACES = ("gtopdb/DATA", "gtopdb/reconstructed/DATA")

Row = Mapping[str, str]


def rows(upstream: Path, name: str) -> list[Row]:
    """Every row of a bulk file, by the names of its columns. The banner is its first line."""
    (path,) = (found for place in _PLACES if (found := upstream / place / name).exists())
    csv.field_size_limit(sys.maxsize)
    with path.open(encoding="utf-8-sig", newline="") as file:
        next(file)
        return [*csv.DictReader(file)]


def plain(cell: str) -> str:
    """A cell as it is read: no tags, entities, trade marks or doubled blanks."""
    text = html.unescape(html.unescape(_MARK.sub("", cell)))
    return " ".join(_MARK.sub("", _TAG.sub("", text)).split())


def several(cell: str) -> list[str]:
    """The values of a cell as they are read, each once."""
    return [*dict.fromkeys(value for part in cell.split("|") if (value := plain(part)))]


def key(name: str) -> str:
    """A name by its letters and digits alone."""
    return "".join(one for one in name.casefold() if one.isalnum())


@asynccontextmanager
async def asked(base: str | None) -> AsyncGenerator[UseCases]:
    """The use cases on the present catalogue, or on one that is fetched from the stand-in at an address."""
    if base is None:
        async with running(present(LIGANDS).settings) as container:
            yield container.use_cases()
        return
    with tempfile.TemporaryDirectory() as folder:
        async with running(settings(base.rstrip("/"), folder)) as container:
            await synchronise(container, "gtopdb")
            yield container.use_cases()


class Walked(NamedTuple):
    """A list from its first page to its last. `seconds`: of the first call; `error`: of the call that failed."""

    items: list[dict[str, Any]]
    guidance: str | None
    total: int | None
    error: str | None
    seconds: float

    @property
    def numbers(self) -> list[str]:
        """The Guide's numbers of the entities, in the list's order."""
        return [str(item["id"]).removeprefix("IUPHAR:") for item in self.items]


async def walk(use_cases: UseCases, tool: str, arguments: Mapping[str, object]) -> Walked:
    """Ask for every page of a list, 50 items each."""
    items: list[dict[str, Any]] = []
    first: tuple[str | None, int | None, float] | None = None
    cursor: dict[str, object] = {}
    while True:
        started = time.perf_counter()
        answer = await call(TOOLS[tool], use_cases, {**arguments, **cursor, "page_size": PAGE})
        seconds = time.perf_counter() - started
        if isinstance(answer, ErrorEnvelope):
            error = f"{answer.error.code}: {answer.error.message}"
            return Walked(items, *(first[:2] if first else (None, None)), error, first[2] if first else seconds)
        first = first or (answer.guidance, answer.pagination.total_count, seconds)
        once = {side: stated for side in ("ligand", "target") if (stated := getattr(answer, side, None))}
        items += [msgspec.to_builtins(once | item) for item in msgspec.to_builtins(answer.items)]
        if not answer.pagination.cursor:
            return Walked(items, first[0], first[1], None, first[2])
        cursor = {"cursor": answer.pagination.cursor}


def shown(names: Mapping[str, str], numbers: Iterable[str], most: int = 4) -> str:
    """Some of the entities by number and name, and how many there are."""
    chosen = [*numbers]
    words = ", ".join(f"{one} {names.get(one, '?')}" for one in chosen[:most])
    return f"{len(chosen)} ({words}{', ...' if len(chosen) > most else ''})"
