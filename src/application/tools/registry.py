"""The table of all tools, and the function that calls one.

Both inbound adapters use this table: for MCP tools and for commands at the terminal.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import anyio
import msgspec

from biofacts.application.calls.progress import Pause, Progress
from biofacts.application.tools import arguments
from biofacts.application.tools.compounds import COMPOUND_TOOLS
from biofacts.application.tools.genes import GENE_TOOLS
from biofacts.application.tools.links import GRAPH_TOOLS
from biofacts.application.tools.lists import LIST_TOOLS
from biofacts.application.tools.pathways import DRAWING_TOOLS, PATHWAY_TOOLS
from biofacts.application.tools.pharmacology import INTERACTION_TOOLS, LIGAND_TOOLS, TARGET_TOOLS
from biofacts.application.tools.tool import ArgumentsT, ErrorEnvelope, ResultT, Tool, failed
from biofacts.application.use_cases import UseCases
from biofacts.domain.answers import time_budgets
from biofacts.domain.answers.errors import BiofactsError, UpstreamError

TOOLS: Mapping[str, Tool[Any, Any]] = {
    tool.name: tool
    for tool in (
        *PATHWAY_TOOLS,
        *COMPOUND_TOOLS,
        *LIGAND_TOOLS,
        *TARGET_TOOLS,
        *GENE_TOOLS,
        *INTERACTION_TOOLS,
        *LIST_TOOLS,
        *GRAPH_TOOLS,
        *DRAWING_TOOLS,
    )
}


Tools = Mapping[str, Tool[Any, Any]]

_GROUPS: Mapping[str, Sequence[Tool[Any, Any]]] = {
    "pathways": PATHWAY_TOOLS, "compounds": COMPOUND_TOOLS, "ligands": LIGAND_TOOLS, "targets": TARGET_TOOLS,
    "genes": GENE_TOOLS, "interactions": INTERACTION_TOOLS, "lists": LIST_TOOLS, "links": GRAPH_TOOLS,
    "drawings": DRAWING_TOOLS,
}  # fmt: skip


def offered(names: str) -> Tools:
    """Return the tools in a comma-separated list of names or groups; all if it is empty. Raises: ValueError."""
    chosen: dict[str, Tool[Any, Any]] = {}
    for name in filter(None, map(str.strip, names.split(","))):
        group = _GROUPS.get(name, [TOOLS[name]] if name in TOOLS else [])
        if not group:
            raise ValueError(f"no tool or group '{name}'; there are: {', '.join([*_GROUPS, *TOOLS])}")
        chosen |= {tool.name: tool for tool in group}
    # In the order of the table, whatever the order of the list.
    return {name: tool for name, tool in TOOLS.items() if name in chosen} if chosen else TOOLS


async def answer(tool: Tool[ArgumentsT, ResultT], use_cases: UseCases, given: Mapping[str, object]) -> ResultT:
    """Decode the arguments and run the use case.

    Raises: any BiofactsError; the calls in its advice keep the other arguments that were sent.
    """
    try:
        with anyio.fail_after(time_budgets.CALL):
            asked = arguments.decoded(tool, given)
            # Waiting for a turn is part of the time of the call.
            async with use_cases.admit():
                return await tool.run(use_cases, asked)
    except BiofactsError as error:
        error.advice = error.advice.changed(lambda one: arguments.kept(tool, given, one, TOOLS[one.tool]))
        raise
    except TimeoutError as error:
        late = f"there was no answer within {time_budgets.CALL:g} seconds"
        raise UpstreamError(tool.kind.service, late) from error


async def call(
    tool: Tool[ArgumentsT, ResultT], use_cases: UseCases, given: Mapping[str, object], pause: Pause = anyio.sleep
) -> ResultT | ErrorEnvelope:
    """Like `answer`, but return an error as an envelope. `pause`: the clock for progress reports."""
    try:
        # A call without a listener does not pay for progress.
        if use_cases.hear is None:
            return await answer(tool, use_cases, given)
        progress = Progress(use_cases.hear, pause)
        heard = msgspec.structs.replace(use_cases, report=progress.names)
        return await progress.through(partial(answer, tool, heard, given))
    except BiofactsError as error:
        return failed(error, use_cases.phrasing)
