"""What a client learns of the server beside its tools: instructions, prompts and resources, asked for over MCP."""

from functools import cache

import anyio
import msgspec
from mcp import Client, types

from biofacts.adapters.mcp.server import build
from biofacts.composition.server import ServerResources, app_document
from biofacts.composition.settings import Settings


class Beside(msgspec.Struct, frozen=True, kw_only=True):
    """What a server has beside its tools."""

    instructions: str
    prompts: list[types.Prompt] = []
    resources: list[types.Resource] = []
    templates: list[types.ResourceTemplate] = []


@cache
def beside() -> Beside:
    """What the server of the sample has beside its tools."""
    return anyio.run(_beside)


async def _beside() -> Beside:
    async with Client(build(ServerResources(Settings(source="sample")).lifespan, document=app_document)) as client:
        has = client.server_capabilities
        return Beside(
            instructions=client.instructions or "",
            prompts=(await client.list_prompts()).prompts if has.prompts else [],
            resources=(await client.list_resources()).resources if has.resources else [],
            templates=(await client.list_resource_templates()).resource_templates if has.resources else [],
        )
