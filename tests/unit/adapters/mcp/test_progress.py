"""A long call says how far it is, to whoever asks."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any, Literal

import anyio
import pytest
from mcp import Client

from biofacts.adapters.mcp.server import build
from biofacts.application.use_cases import UseCases
from biofacts.container import running
from biofacts.settings import Settings

NAMES = [f"NOSUCHGENE{number}" for number in range(20)] + ["TP53"]


@asynccontextmanager
async def sample(_: object) -> AsyncGenerator[UseCases]:
    async with running(Settings(source="sample")) as container:
        yield container.use_cases()


@pytest.mark.parametrize("era", ["auto", "legacy"])
async def test_a_list_of_names_reports_how_far_it_is(era: Literal["auto", "legacy"]) -> None:
    heard: list[tuple[float, float | None]] = []

    async def hear(progress: float, total: float | None, message: str | None) -> None:
        heard.append((progress, total))

    with anyio.fail_after(20):
        async with Client(build(sample), mode=era) as client:
            given = {"names": NAMES, "kind": "gene"}
            result = await client.call_tool("resolve_many", given, progress_callback=hear)

    content: Any = result.structured_content
    assert [one["input"] for one in content["items"]] == NAMES
    assert content["items"][-1]["id"] == "HGNC:11998"
    assert heard
    assert [done for done, _ in heard] == sorted({done for done, _ in heard})
    assert {total for _, total in heard} == {len(NAMES)}


async def test_nobody_has_to_listen() -> None:
    with anyio.fail_after(20):
        async with Client(build(sample)) as client:
            result = await client.call_tool("resolve_many", {"names": NAMES, "kind": "gene"})

    assert not result.is_error
