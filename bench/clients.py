"""Five MCP clients over HTTP: every tool, with an answer and with an error, and every client must read the same.

    python bench/clients.py [FOLDER] [--token]

The TypeScript SDK 1.x and 2.x, the Python SDK 1.x and 2.x, and fastmcp, those of two protocol eras once in each.
FOLDER keeps what npm and uv bring for them; a temporary one when it is not given. The server has the built-in sample.
--token: it asks for a bearer token; each client calls with it, and must be refused without it and with another.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from _shared import HERE, SERVE_HTTP, command_line, http_server, inherited, installed, kept_in, python_with, table

from tests.snapshots import blocks

_PICTURE = "show_pathway"
"""A tool whose text is not its structured content: it is only listed."""


def _calls() -> Mapping[str, tuple[Mapping[str, object], Mapping[str, object]]]:
    """Of each tool: the arguments of the first answer in the suite's data, and an argument that it refuses."""
    found: dict[str, Mapping[str, object]] = {}
    for asked, told in blocks(HERE / "tests" / "data" / "answers.txt", "> ").items():
        tool, arguments = asked.split(" ", 1)
        if "\nerror: " not in f"\n{told}" and tool != _PICTURE:
            found.setdefault(tool, json.loads(arguments))
    return {tool: (arguments, {"weather": "fine"}) for tool, arguments in found.items()}


CALLS = _calls()
_HERE = Path(__file__).parent / "_clients"
_TYPESCRIPT = ("@modelcontextprotocol/sdk@1.32.2", "@modelcontextprotocol/client@2.4.0")
CLIENTS: Sequence[tuple[str, str, str, str]] = [
    ("TypeScript SDK 1.32.2", "typescript_1.mjs", "", "auto"),
    ("TypeScript SDK 2.4.0", "typescript_2.mjs", "", "auto"),
    ("TypeScript SDK 2.4.0", "typescript_2.mjs", "", "legacy"),
    ("Python mcp 1.30.0", "mcp_1.py", "mcp==1.30.0", "auto"),
    ("Python mcp 2.3.0", "mcp_2.py", "mcp==2.3.0", "auto"),
    ("Python mcp 2.3.0", "mcp_2.py", "mcp==2.3.0", "legacy"),
    ("fastmcp 4.1.2", "fastmcp_4.py", "fastmcp==4.1.2", "auto"),
]
"""Of each client: its name, its script, what uv brings for it, and the era that it begins with."""

_TOKEN, _OTHER = "a-token-of-the-bench", "another-token"


class Environments:
    """Where each script runs: made once in a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._node = installed(folder / "node", _TYPESCRIPT)

    def run(self, script: str, requirement: str, task: Mapping[str, Any]) -> "subprocess.CompletedProcess[str]":
        command, environment = self._python(script, requirement) if requirement else self._javascript(script)
        return subprocess.run(
            command, input=json.dumps(task), env=environment, capture_output=True, text=True, timeout=300
        )

    def _javascript(self, script: str) -> tuple[Sequence[str], Mapping[str, str]]:
        path = self._folder / "node" / script  # beside node_modules, where its imports are looked for
        path.write_text((_HERE / script).read_text())
        return ("node", str(path)), self._node

    def _python(self, script: str, requirement: str) -> tuple[Sequence[str], Mapping[str, str]]:
        return (str(python_with(self._folder / requirement, requirement)), str(_HERE / script)), os.environ


def faults(told: Mapping[str, Any], first: Mapping[str, Any]) -> Sequence[str]:
    """What is wrong with a client's answers. `first`: those of the first client."""
    found = [] if sorted(told["tools"]) == sorted([*CALLS, _PICTURE]) else [f"tools: {told['tools']}"]
    for number, (is_error, structured, text) in enumerate(told["answers"]):
        tool, refused = [*CALLS][number // 2], bool(number % 2)
        if is_error != refused or ("error" in structured) != refused:
            found.append(f"{tool}: {text[:200]}")
        if json.loads(text) != structured:
            found.append(f"{tool}: its text is not its structured content")
        if structured != first["answers"][number][1]:
            found.append(f"{tool}: not what the first client read")
    return found


def _refused(ran: "subprocess.CompletedProcess[str]") -> bool:
    """The client failed for want of a token; of the Python SDK 2.x, that it failed by an answer is all that is told."""
    return ran.returncode != 0 and any(word in ran.stderr for word in ("401", "nauthorized", "returned an error"))


def main(folder: Path | None = None, *, token: bool = False) -> int:
    rows, failed = list[Sequence[object]](), False
    calls = [(tool, arguments) for tool, both in CALLS.items() for arguments in both]
    first: Mapping[str, Any] | None = None
    with kept_in(folder) as place, tempfile.TemporaryDirectory() as cache:
        environments = Environments(place)
        settings = {"BIOFACTS_SOURCE": "sample", "BIOFACTS_CACHE_DIR": cache}
        with http_server(SERVE_HTTP, inherited() | settings | ({"BIOFACTS_TOKEN": _TOKEN} if token else {})) as base:
            task = {"url": f"{base}/mcp", "token": _TOKEN if token else "", "calls": calls}
            for name, script, requirement, mode in CLIENTS:
                ran = environments.run(script, requirement, task | {"mode": mode})
                told = json.loads(ran.stdout) if ran.returncode == 0 else None
                first = first or told
                wrong = [ran.stderr[-800:]] if told is None or first is None else faults(told, first)
                refusals = [
                    _refused(environments.run(script, requirement, task | {"mode": mode, "token": other}))
                    for other in (("", _OTHER) if token else ())
                ]
                failed |= bool(wrong) or not all(refusals)
                good = 0 if told is None else len(calls) - len(wrong)
                protocol = None if told is None else told["protocol"]
                rows.append((name, protocol, f"{good}/{len(calls)}", f"{sum(refusals)}/{len(refusals)}"))
                print(*wrong, sep="\n", end="\n" if wrong else "", file=sys.stderr)
    print(table(("client", "protocol", "calls as they should be", "refused without the token"), rows, words=2))
    return int(failed)


if __name__ == "__main__":
    command_line(__doc__, main)
