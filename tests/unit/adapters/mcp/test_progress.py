"""A long call says how far it is, to whoever asks."""

import sys
from collections.abc import Generator, Mapping
from pathlib import Path
from typing import Any, Literal

import anyio
import pytest
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client

from biofacts.adapters.mcp.server import build
from tests.processes import PATIENCE, SilentUpstream, environment, serving, silent_upstream
from tests.servers import sample

NAMES = [f"NOSUCHGENE{number}" for number in range(20)] + ["TP53"]


def _over_stdio(environment: Mapping[str, str]) -> Any:
    """A server in a process: within one, calls of 2026-07-28 are made without a token for progress."""
    given = StdioServerParameters(command=sys.executable, args=["-m", "biofacts", "serve"], env=dict(environment))
    return stdio_client(given)


@pytest.mark.processes
@pytest.mark.parametrize("era", ["auto", "legacy"])
async def test_a_list_of_names_reports_how_far_it_is(era: Literal["auto", "legacy"], tmp_path: Path) -> None:
    heard: list[tuple[float, float | None]] = []
    said: list[str | None] = []

    async def hear(progress: float, total: float | None, message: str | None) -> None:
        heard.append((progress, total))
        said.append(message)

    with anyio.fail_after(20):
        async with Client(_over_stdio(environment(tmp_path)), mode=era) as client:
            given = {"names": NAMES, "kind": "gene"}
            result = await client.call_tool("resolve_many", given, progress_callback=hear)

    content: Any = result.structured_content
    assert [one["input"] for one in content["items"]] == NAMES
    assert content["items"][-1]["id"] == "HGNC:11998"
    assert heard
    assert [done for done, _ in heard] == sorted({done for done, _ in heard})
    assert {total for _, total in heard} == {len(NAMES)}
    assert said[0] == f"0 of {len(NAMES)} done"


async def test_nobody_has_to_listen() -> None:
    with anyio.fail_after(20):
        async with Client(build(sample)) as client:
            result = await client.call_tool("resolve_many", {"names": NAMES, "kind": "gene"})

    assert not result.is_error


@pytest.fixture
def upstream() -> Generator[SilentUpstream]:
    with silent_upstream() as upstream:
        yield upstream


async def _heard_while_the_upstream_is_silent(server: Any, era: Literal["auto", "legacy"]) -> list[str]:
    """What a client hears of a call that waits, in its first two seconds."""
    heard: list[str] = []
    numbers: list[float] = []
    with anyio.fail_after(PATIENCE):
        async with Client(server, mode=era) as client, anyio.create_task_group() as tasks:

            async def hear(progress: float, total: float | None, message: str | None) -> None:
                numbers.append(progress)
                heard.append(str(message))
                if len(heard) == 2:
                    tasks.cancel_scope.cancel()

            await client.call_tool("search_targets", {"query": "DRD2"}, progress_callback=hear)
    assert numbers == [1, 2]
    return heard


@pytest.mark.processes
@pytest.mark.thorough
@pytest.mark.parametrize("era", ["auto", "legacy"])
async def test_a_first_build_is_told_over_stdio(
    era: Literal["auto", "legacy"], upstream: SilentUpstream, tmp_path: Path
) -> None:
    heard = await _heard_while_the_upstream_is_silent(_over_stdio(environment(tmp_path, upstream)), era)

    assert "1 of at most 25 seconds; waiting for the catalogue" in heard[0]
    assert heard[1].endswith(": the answer of 127.0.0.1")


@pytest.mark.processes
@pytest.mark.thorough
@pytest.mark.parametrize("era", ["auto", "legacy"])
@pytest.mark.parametrize("anyio_backend", ["asyncio"])  # the client's, whose stream is not closed in time on trio
async def test_a_first_build_is_told_over_http(
    era: Literal["auto", "legacy"], upstream: SilentUpstream, tmp_path: Path
) -> None:
    with serving(environment(tmp_path, upstream), http=True) as server:
        heard = await _heard_while_the_upstream_is_silent(f"http://127.0.0.1:{server.port}/mcp", era)

    assert "1 of at most 25 seconds; waiting for the catalogue" in heard[0]
    assert heard[1].endswith(": the answer of 127.0.0.1")
