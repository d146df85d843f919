"""Hostile calls through the whole protocol, in both eras."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any, Literal

import anyio
import pytest
from mcp import Client

from biofacts.adapters.mcp.server import build
from biofacts.application.tools.all_tools import TOOLS
from biofacts.application.use_cases import UseCases
from tests import hostile

EXAMPLES = 12


@asynccontextmanager
async def replayed(_: object) -> AsyncGenerator[UseCases]:
    async with hostile.replayed() as use_cases:
        yield use_cases


@pytest.mark.thorough
@pytest.mark.parametrize("era", ["auto", "legacy"])
async def test_what_a_client_can_send_is_answered_in_the_protocol(era: Literal["auto", "legacy"]) -> None:
    with anyio.fail_after(60):
        async with Client(build(replayed), mode=era) as client:
            for tool in TOOLS:
                given = [one for one in hostile.examples(tool, EXAMPLES) if hostile.is_json(one)]
                assert len(given) > EXAMPLES // 2
                for arguments in given:
                    result = await client.call_tool(tool, arguments)
                    content: Any = result.structured_content
                    hostile.check_content(tool, content)

                    assert result.is_error == ("error" in content)
