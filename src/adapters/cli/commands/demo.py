"""The command `biofacts demo`."""

import sys

from biofacts.adapters.cli.command import DONE, FAILED, Arguments, Command, Composition, nothing


def _run(arguments: Arguments, composition: Composition) -> int:
    import anyio

    from biofacts.adapters.cli.output.console import console

    return DONE if anyio.run(composition.demonstration(), console(sys.stdout)) else FAILED


COMMAND = Command(
    name="demo",
    group="Serve",
    summary="A whole round over MCP on the built-in sample, offline",
    examples={"demo": "plays it"},
    add=nothing,
    run=_run,
)
