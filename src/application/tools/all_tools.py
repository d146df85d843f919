"""The table of all tools, and the function that calls one.

The MCP server, the command line and the Python library use this table.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import anyio
import msgspec

from biofacts.application.calls.progress_and_client_limit import CallProgress, Pause
from biofacts.application.tools.argument_repair import decoded, with_same_arguments
from biofacts.application.tools.compounds import COMPOUND_TOOLS
from biofacts.application.tools.genes import GENE_TOOLS
from biofacts.application.tools.links import COMPARE, EDGE_TOOLS, GRAPH_TOOLS
from biofacts.application.tools.lists import LIST_TOOLS
from biofacts.application.tools.pathways import DRAWING_TOOLS, PATHWAY_TOOLS
from biofacts.application.tools.pharmacology import INTERACTION_TOOLS, LIGAND_TOOLS, TARGET_TOOLS
from biofacts.application.tools.tool import ArgumentsT, ErrorEnvelope, ResultT, Tool, failed
from biofacts.application.use_cases import UseCases
from biofacts.domain.answers.advice_and_phrasing import FOR_TOOLS, Phrasing, phrased
from biofacts.domain.answers.errors import BiofactsError, UpstreamError
from biofacts.domain.limits import time_limits

Tools = Mapping[str, Tool[Any, Any]]

_GROUPS: Mapping[str, Sequence[Tool[Any, Any]]] = {
    "pathways": PATHWAY_TOOLS, "compounds": COMPOUND_TOOLS, "ligands": LIGAND_TOOLS, "targets": TARGET_TOOLS,
    "genes": GENE_TOOLS, "interactions": INTERACTION_TOOLS, "lists": LIST_TOOLS, "links": GRAPH_TOOLS,
    "edges": EDGE_TOOLS, "drawings": DRAWING_TOOLS,
}  # fmt: skip

TOOLS: Tools = {tool.name: tool for group in _GROUPS.values() for tool in group}

RUN: Tools = {**TOOLS, COMPARE.name: COMPARE}
"""The tools, and the comparison that only commands and the library run."""


def offered(names: str) -> Tools:
    """Return the tools in a comma-separated list of names or groups; all for an empty list. Raises: ValueError."""
    chosen: dict[str, Tool[Any, Any]] = {}
    for name in filter(None, map(str.strip, names.split(","))):
        group = _GROUPS.get(name, [TOOLS[name]] if name in TOOLS else [])
        if not group:
            raise ValueError(f"no tool or group '{name}': choose from {', '.join([*_GROUPS, *TOOLS])}")
        chosen |= {tool.name: tool for tool in group}
    # In the order of the table, not of the list.
    return {name: tool for name, tool in TOOLS.items() if name in chosen} if chosen else TOOLS


async def answer(
    tool: Tool[ArgumentsT, ResultT],
    use_cases: UseCases,
    raw_arguments: Mapping[str, object],
    phrasing: Phrasing = FOR_TOOLS,
) -> ResultT:
    """Decode the arguments and run the use case. `phrasing`: the form of the answer's advice (tools or Python).

    Raises: any BiofactsError; the calls that it suggests keep the other arguments that were sent.
    """
    raw_arguments = {tool.also.get(name, name): value for name, value in raw_arguments.items()}
    seconds = tool.patience * use_cases.patience * time_limits.CALL
    try:
        with anyio.move_on_after(seconds):  # unlike `fail_after`, without a generator
            arguments = decoded(tool, raw_arguments)
            # The time limit includes the wait for admission.
            async with use_cases.admit():
                return phrased(await tool.run(use_cases, arguments), phrasing)
    except BiofactsError as error:
        error.advice = error.advice.changed(
            lambda proposed: with_same_arguments(tool, raw_arguments, proposed, TOOLS[proposed.tool])
        )
        raise
    raise UpstreamError.of(tool.kind.service, f"there was no answer within {seconds:g} seconds")


async def call(
    tool: Tool[ArgumentsT, ResultT],
    use_cases: UseCases,
    raw_arguments: Mapping[str, object],
    phrasing: Phrasing = FOR_TOOLS,
    pause: Pause = anyio.sleep,
) -> ResultT | ErrorEnvelope:
    """Call a tool like `answer`, but return an error as an envelope. `pause`: a sleep function for progress reports."""
    try:
        # Without a listener, progress is not tracked.
        if use_cases.hear is None:
            return await answer(tool, use_cases, raw_arguments, phrasing)
        progress = CallProgress(use_cases.hear, pause)
        heard = msgspec.structs.replace(use_cases, report=progress.names)
        return await progress.through(partial(answer, tool, heard, raw_arguments, phrasing))
    except BiofactsError as error:
        return failed(error, phrasing)
