"""A recording of the terminal: commands and what they show on the built-in sample, as an SVG."""

import io
import os
import re
import struct
import subprocess
import sys
import tempfile
from collections.abc import Sequence

from rich._export_format import CONSOLE_SVG_FORMAT
from rich.console import Console
from rich.text import Text

COMMANDS: Sequence[str] = (
    "search pathways krebs cycle",
    "genes p53 --organism 'Homo sapiens'",
    "links pathway WP:WP254 --to ligand --approved-only",
    "enrich p53 MDM2 'caspase 3' ATM CHK2",
    "get ligand venetoclax",
)
_WIDTH, _HEIGHT = 100, 50
_FONTS = re.compile(r"@font-face \{\{.*?\}\}\s*", re.S)
"""Rich's page would fetch its letters from elsewhere."""


def made() -> str:
    """The recording, made anew."""
    console = Console(record=True, width=_WIDTH, file=io.StringIO(), force_terminal=True, color_system="truecolor")
    with tempfile.TemporaryDirectory() as home:
        for command in COMMANDS:
            console.print(Text.assemble(("$ ", "bold green"), (f"biofacts {command}", "bold")))
            console.print(Text.from_ansi(_shown(command, home)), end="\n\n")
    page = _FONTS.sub("", CONSOLE_SVG_FORMAT).replace("Fira Code", "ui-monospace")
    svg = console.export_svg(title="biofacts", code_format=page, unique_id="biofacts")
    return "".join(f"{line.rstrip()}\n" for line in svg.splitlines())


def _shown(command: str, home: str) -> str:
    """What a command writes on a terminal (of Linux or macOS)."""
    import pty

    ours, its = pty.openpty()
    _resize(its)
    environment = {
        "PATH": os.environ["PATH"], "HOME": home, "TERM": "xterm-256color", "COLORTERM": "truecolor",
        "LANG": "C.UTF-8", "BIOFACTS_SOURCE": "sample", "BIOFACTS_CACHE_DIR": home,
    }  # fmt: skip
    line = f"{sys.executable} -m biofacts {command}"
    with subprocess.Popen(line, shell=True, stdin=its, stdout=its, stderr=its, env=environment):
        os.close(its)
        written = b"".join(iter(lambda: _read(ours), b""))
    os.close(ours)
    return written.decode().replace("\r\n", "\n").rstrip("\n")


def _resize(terminal: int) -> None:
    import fcntl
    import termios

    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", _HEIGHT, _WIDTH, 0, 0))


def _read(terminal: int) -> bytes:
    """What comes next; nothing at the end, which Linux tells as an error."""
    try:
        return os.read(terminal, 65_536)
    except OSError:
        return b""
