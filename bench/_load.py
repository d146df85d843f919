"""Many clients over HTTP at once, on both protocol eras, and what they ask."""

import gzip
import itertools
import json
import random
import time
import zipfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import anyio
import httpx
import msgspec
from crowd import CALLS

Call = tuple[str, Mapping[str, object]]

_MODERN, _LEGACY = "2026-07-28", "2025-11-25"
_PATIENCE: Final = 60.0
_OF_PUBCHEM: Final = ("get_compound", "search_compounds")
_META = {
    "io.modelcontextprotocol/protocolVersion": _MODERN,
    "io.modelcontextprotocol/clientInfo": {"name": "bench", "version": "1"},
    "io.modelcontextprotocol/clientCapabilities": {},
}
CUT = "cut"
"""The outcome of a call whose connection ended before its answer."""


class Mixture:
    """Calls to every kind of tool, drawn with a fixed seed; what an upstream must be asked for comes only once."""

    def __init__(self, upstream: Path) -> None:
        self._random = random.Random(20261122)
        compounds = json.loads(gzip.decompress((upstream / "pubchem/standin.json.gz").read_bytes()))
        pathways = json.loads((upstream / "wikipathways/json/findPathwaysByText.json").read_text())["pathwayInfo"]
        drawn = zipfile.ZipFile(upstream / "wikipathways/assets.zip").namelist()
        self._names = [one["name"] for one in pathways]
        self._compounds = iter(self._random.sample(compounds, len(compounds)))
        files = sorted(Path(name).stem for name in drawn if name.endswith(".gpml"))
        self._drawings = iter(self._random.sample(files, len(files)))

    def known(self) -> Sequence[Call]:
        """Different calls that succeed, which ask no upstream when they were made before."""
        return [one for one in CALLS if one[0] not in _OF_PUBCHEM and "WP:WP99999" not in one[1].values()]

    def local(self, number: int) -> Sequence[Call]:
        """Calls that catalogues answer."""
        known = self.known()
        searches = [("search_pathways", {"query": name}) for name in self._random.sample(self._names, number // 2)]
        return self._mixed([*searches, *itertools.islice(itertools.cycle(known), number - len(searches))])

    def calls(self, number: int, *, compounds: int = 20, drawings: int = 4) -> Sequence[Call]:
        """Calls of which some ask an upstream for what nobody has asked for before: no more than it answers in time."""
        fresh: list[Call] = [
            *(("get_compound", {"pubchem_id": f"PubChem:CID{one['cid']}"}) for one in self._next(compounds)),
            *(("search_compounds", {"query": one["title"]}) for one in self._next(compounds // 2)),
            *(("get_pathway_components", {"pathway_id": f"WP:{next(self._drawings)}"}) for _ in range(drawings)),
        ]
        return self._mixed([*self.local(number - len(fresh)), *fresh])

    def _next(self, number: int) -> Iterator[Mapping[str, Any]]:
        return itertools.islice(self._compounds, number)

    def _mixed(self, calls: list[Call]) -> Sequence[Call]:
        self._random.shuffle(calls)
        return calls


class Answered(msgspec.Struct, frozen=True):
    """What came of one call. `outcome`: `success`, an error code, or how it was lost; `by`: which replica, if told."""

    call: Call
    outcome: str
    retryable: bool
    seconds: float
    by: str = ""


def _message(response: httpx.Response) -> Any:
    """The JSON-RPC message of an answer, alone or as the last event of a stream."""
    lines = [line.removeprefix("data: ") for line in response.text.splitlines() if line.startswith("data: {")]
    return json.loads(lines[-1] if lines else response.text)


def _outcome(response: httpx.Response) -> tuple[str, bool]:
    if response.status_code == 503:
        return "HTTP 503", "retry-after" in response.headers
    try:
        message = _message(response)
    except ValueError:  # a stream that ended without its answer
        return (CUT, True) if response.status_code == 200 else (f"HTTP {response.status_code}", False)
    if response.status_code != 200 or "result" not in message:
        return f"HTTP {response.status_code} {message.get('error', message)}"[:120], False
    result = message["result"]
    if not result.get("isError"):
        return "success", False
    error = result["structuredContent"]["error"]
    return str(error["code"]), bool(error.get("retryable"))


class Caller:
    """One client: a connection of its own, a token where there are tokens, one of two protocol eras."""

    def __init__(self, base: str, number: int, token: str | None) -> None:
        self._modern = number % 2 == 0
        self._numbers = itertools.count(1)
        headers = {"Accept": "application/json, text/event-stream"} | (
            {"Authorization": f"Bearer {token}"} if token else {}
        )
        headers["MCP-Protocol-Version"] = _MODERN if self._modern else _LEGACY
        self.http = httpx.AsyncClient(base_url=base, headers=headers, timeout=_PATIENCE, trust_env=False)

    async def ask(self, call: Call) -> Answered:
        name, arguments = call
        params: dict[str, object] = {"name": name, "arguments": arguments}
        headers: dict[str, str] = {}
        if self._modern:
            params["_meta"] = _META
            headers = {"Mcp-Method": "tools/call", "Mcp-Name": name}
        body = {"jsonrpc": "2.0", "id": next(self._numbers), "method": "tools/call", "params": params}
        started = time.perf_counter()
        try:
            response = await self.http.post("/mcp", json=body, headers=headers)
        except httpx.TransportError:
            return Answered(call, CUT, True, time.perf_counter() - started)
        by = response.headers.get("x-upstream", "")
        return Answered(call, *_outcome(response), time.perf_counter() - started, by)


async def load(
    base: str, calls: Sequence[Call], clients: int, tokens: Sequence[str], more: Iterator[Call] | None = None
) -> Sequence[Answered]:
    """Make all the calls, then those of `more` until it ends, by that many clients at once."""
    answers: list[Answered] = []
    waiting = itertools.chain(calls, more or ())

    async def client(number: int) -> None:
        caller = Caller(base, number, tokens[number % len(tokens)] if tokens else None)
        async with caller.http:
            for one in waiting:
                answered = await caller.ask(one)
                answers.append(answered)

    async with anyio.create_task_group() as tasks:
        for number in range(clients):
            tasks.start_soon(client, number)
    return answers


async def again(base: str, answers: Sequence[Answered], tokens: Sequence[str]) -> Sequence[Answered]:
    """Make the calls once more that ended in an error which says that one may."""
    failed = [one.call for one in answers if one.outcome != "success" and one.retryable]
    return await load(base, failed, 8, tokens) if failed else []


def failures(answers: Sequence[Answered]) -> Counter[str]:
    return Counter(one.outcome for one in answers if one.outcome != "success")
