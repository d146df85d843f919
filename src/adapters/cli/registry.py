"""The list of commands, in the order of the help.

A command that only calls a tool is a row of `tool_commands`; any other is a module with a `COMMAND`. Both have an entry
here.
"""

from collections.abc import Mapping
from typing import get_args

from biofacts.adapters.cli.command import Command, Group
from biofacts.adapters.cli.commands import (
    annotate,
    browse,
    clean,
    completion,
    demo,
    doctor,
    draw,
    export,
    install,
    open_page,
    search,
    serve,
    status,
    sync,
)
from biofacts.adapters.cli.commands.tool_commands import TOOL_COMMANDS

COMMANDS: Mapping[str, Command] = {
    command.name: command
    for command in (
        search.COMMAND,
        TOOL_COMMANDS["get"],
        TOOL_COMMANDS["genes"],
        TOOL_COMMANDS["compounds"],
        TOOL_COMMANDS["components"],
        TOOL_COMMANDS["interactions"],
        TOOL_COMMANDS["links"],
        draw.COMMAND,
        open_page.COMMAND,
        browse.COMMAND,
        TOOL_COMMANDS["resolve"],
        TOOL_COMMANDS["enrich"],
        annotate.COMMAND,
        export.COMMAND,
        sync.COMMAND,
        status.COMMAND,
        clean.COMMAND,
        serve.COMMAND,
        demo.COMMAND,
        install.COMMAND,
        doctor.COMMAND,
        completion.COMMAND,
    )
}

GROUPS: tuple[Group, ...] = get_args(Group)
"""The headings of the help, in order."""
