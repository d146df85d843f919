"""Asks a tool, and prints its answer for people or as JSON."""

import sys
from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING

import msgspec

from biofacts.adapters.cli.command import DONE, FAILED, Composition, Known

if TYPE_CHECKING:
    from biofacts.adapters.cli.command import Application


class Call(msgspec.Struct, frozen=True):
    """What a command asks: a tool, and its arguments."""

    tool: str
    given: Mapping[str, object]


def run(call: Call, known: Known, composition: Composition) -> int:
    """Make a call. Returns: the exit code."""
    import anyio

    return anyio.run(partial(opened, call, known, composition))


async def opened(call: Call, known: Known, composition: Composition) -> int:
    """Make a call of an application that is opened for it."""
    async with composition.application() as application:
        return await ask(call, known, application)


async def ask(call: Call, known: Known, application: "Application") -> int:
    """Make a call of an application. Returns: the exit code."""
    from biofacts.adapters.cli.phrasing import COMMANDS
    from biofacts.application import tools
    from biofacts.application.envelope import ErrorEnvelope
    from biofacts.domain.advice import FOR_TOOLS

    tool = tools.TOOLS[call.tool]
    slim = {"slim": not known.get("full")} if "slim" in tool.arguments.__struct_fields__ else {}
    use_cases = application.use_cases(phrasing=FOR_TOOLS if known["json"] else COMMANDS)
    outcome = await tools.call(tool, use_cases, {**call.given, **slim})
    show(outcome, as_json=known["json"])
    return FAILED if isinstance(outcome, ErrorEnvelope) else DONE


def show(outcome: object, *, as_json: bool) -> None:
    """Print an answer; an error for people on the standard error."""
    from biofacts.adapters.cli import tables
    from biofacts.adapters.cli.output import Unbroken, console
    from biofacts.application.envelope import ErrorEnvelope

    failed = isinstance(outcome, ErrorEnvelope) and not as_json
    stream = sys.stderr if failed else sys.stdout
    if as_json:
        whole = Unbroken(stream)
        whole.write(msgspec.json.encode(outcome).decode() + "\n")
        whole.flush()
    else:
        tables.show(console(stream), outcome)
