"""The page of the commands: what each says of itself."""

import contextlib
import io
import os
import re
from collections.abc import Sequence
from unittest.mock import patch

from biofacts.__main__ import main

_HEAD = """\
# Commands

The output of `biofacts --help` and `biofacts COMMAND --help`. The exit code is 0 for success, 1 for an error, 2 for
wrong usage or settings, and 130 after Ctrl-C.
"""
_LISTED = re.compile(r"^ {2,4}([a-z]+)(?: {2}|$)", re.M)
"""A command in the list of them."""


def helped(*command: str) -> str:
    """Return the help of a command, 100 columns wide and without colours."""
    shown = io.StringIO()
    with (
        patch.dict(os.environ, {"COLUMNS": "100", "NO_COLOR": "1"}),
        contextlib.redirect_stdout(shown),
        contextlib.suppress(SystemExit),
    ):
        main([*command, "--help"])
    return "\n".join(line.rstrip() for line in shown.getvalue().strip().splitlines())


def names() -> Sequence[str]:
    """The commands, in the order of the list."""
    return [*dict.fromkeys(_LISTED.findall(helped()))]


def page() -> str:
    """The page of the commands."""
    blocks = [f"## `biofacts {name}`\n\n```text\n{helped(name)}\n```\n" for name in names()]
    return "\n".join([_HEAD, f"```text\n{helped()}\n```\n", *blocks])
