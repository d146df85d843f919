"""The command `biofacts completion`."""

import argparse

from biofacts.adapters.cli.command import DONE, Arguments, Command, Composition

SHELLS = ("bash", "zsh", "fish")


def _add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("shell", choices=SHELLS, metavar="SHELL", help=", ".join(SHELLS))


def _run(arguments: Arguments, composition: Composition) -> int:
    import shtab

    print(shtab.complete(arguments.tree(), arguments.text("shell")))
    return DONE


COMMAND = Command(
    name="completion",
    group="Set up",
    summary="What a shell needs to complete commands and options",
    examples={
        "completion bash > ~/.local/share/bash-completion/completions/biofacts": "for bash, with bash-completion",
        'completion zsh > "${fpath[1]}/_biofacts"': "for zsh, with compinit",
        "completion fish > ~/.config/fish/completions/biofacts.fish": "for fish",
    },
    add=_add,
    run=_run,
)
