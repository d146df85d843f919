"""The commands, in the order in which they are listed: a new one is a module and a line here."""

from collections.abc import Mapping

from biofacts.adapters.cli import (
    annotate,
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
from biofacts.adapters.cli.command import Command

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
        resolve.COMMAND,
        enrich.COMMAND,
        annotate.COMMAND,
        export.COMMAND,
        sync.COMMAND,
        status.COMMAND,
        serve.COMMAND,
        demo.COMMAND,
        install.COMMAND,
        doctor.COMMAND,
        completion.COMMAND,
    )
}

GROUPS = tuple(dict.fromkeys(command.group for command in COMMANDS.values()))
"""The headings, in their order."""
