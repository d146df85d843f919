"""The list of commands, in the order of the help. A new command is a module and an entry here."""

from collections.abc import Mapping
from typing import get_args

from biofacts.adapters.cli.command import Command, Group
from biofacts.adapters.cli.commands import (
    annotate,
    browse,
    clean,
    completion,
    components,
    compounds,
    demo,
    doctor,
    draw,
    enrich,
    export,
    genes,
    get,
    install,
    interactions,
    links,
    open_page,
    resolve,
    search,
    serve,
    status,
    sync,
)

COMMANDS: Mapping[str, Command] = {
    command.name: command
    for command in (
        search.COMMAND,
        get.COMMAND,
        genes.COMMAND,
        compounds.COMMAND,
        components.COMMAND,
        interactions.COMMAND,
        links.COMMAND,
        draw.COMMAND,
        open_page.COMMAND,
        browse.COMMAND,
        resolve.COMMAND,
        enrich.COMMAND,
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
