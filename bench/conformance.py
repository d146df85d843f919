"""The official MCP conformance suite and the Inspector against our server over HTTP and stdio, on both protocol eras.

    python bench/conformance.py [FOLDER]

FOLDER keeps what npm brings (Node 22, the suite, the Inspector); a temporary one when it is not given. The suite's
tools are served beside ours by `_fixtures.py`. What may fail stands in `expected-REVISION.yml`: features that are not
offered, nothing else; what passes in spite of standing there is a failure, too. The exit code is 1 for any failure, and
75 where npm or its packages cannot be had.
"""

import json
import subprocess
import sys
import tempfile
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from _shared import SERVE, SERVE_HTTP, command_line, http_server, inherited, installed, kept_in, table

PACKAGES = ("@modelcontextprotocol/conformance@0.2.0-alpha.12", "@modelcontextprotocol/inspector@2.12.0")
REVISIONS = ("2025-11-25", "2026-07-28")
_HERE = Path(__file__).parent
_GOOD, _IS_ERROR = 0, 5
_CALLS: Sequence[tuple[int, Sequence[str]]] = [
    (_GOOD, ("--method", "tools/list", "--strict")),
    (_GOOD, ("--method", "tools/call", "--tool-name", "get_pathway", "--tool-arg", "pathway_id=WP:WP534")),
    (_IS_ERROR, ("--method", "tools/call", "--tool-name", "get_pathway", "--tool-arg", "pathway_id=WP534")),
]
"""What the Inspector is asked, and the exit code that is right."""


def suite(url: str, revision: str, environment: Mapping[str, str], folder: Path) -> tuple[bool, Sequence[object]]:
    """Run the whole suite for one revision. Returns: whether only what is expected failed, and a row of the table."""
    ran = subprocess.run(
        [
            "conformance", "server", "--url", url, "--suite", "all", "--spec-version", revision,
            "--expected-failures", str(_HERE / f"expected-{revision}.yml"), "-o", str(folder / revision),
        ],
        env=dict(environment), capture_output=True, text=True,
    )  # fmt: skip
    checks = [check for file in (folder / revision).glob("*/checks.json") for check in json.loads(file.read_text())]
    numbers = [sum(check["status"] == status for check in checks) for status in ("SUCCESS", "FAILURE", "SKIPPED")]
    scenarios = len([*(folder / revision).iterdir()]) if (folder / revision).exists() else 0
    if ran.returncode:
        print(ran.stdout[ran.stdout.find("=== SUMMARY") :], ran.stderr, sep="\n")
    good = ran.returncode == 0 and numbers[0] > 0
    return good, (revision, scenarios, *numbers, "as expected" if good else "NOT as expected")


@contextmanager
def targets() -> Generator[Sequence[tuple[str, Sequence[str]]]]:
    """Our server as it is, over both transports, as the Inspector is told of them."""
    with tempfile.TemporaryDirectory() as cache:
        environment = inherited() | {"BIOFACTS_SOURCE": "sample", "BIOFACTS_CACHE_DIR": cache}
        with http_server(SERVE_HTTP, environment) as base:
            yield [
                ("stdio", ["-e", "BIOFACTS_SOURCE=sample", "-e", f"BIOFACTS_CACHE_DIR={cache}", *SERVE]),
                ("http", [f"{base}/mcp", "--transport", "http"]),
            ]


def inspect(environment: Mapping[str, str]) -> tuple[bool, Sequence[Sequence[object]]]:
    """Ask the Inspector over both transports and eras. Returns: whether all went as it should, and rows of a table."""
    rows: list[Sequence[object]] = []
    with targets() as ways:
        for way, server in ways:
            for era in ("legacy", "modern"):
                for wanted, asked in _CALLS:
                    command = ["mcp-inspector", "--cli", *server, "--protocol-era", era, *asked]
                    ran = subprocess.run(command, env=dict(environment), capture_output=True, text=True)
                    if (good := ran.returncode == wanted) is False:
                        print(ran.stdout[-2000:], ran.stderr[-2000:], sep="\n")
                    rows.append((way, era, " ".join(asked[1:]), ran.returncode, "good" if good else "WRONG"))
    return all(row[-1] == "good" for row in rows), rows


def main(folder: Path | None = None) -> int:
    with kept_in(folder) as place:
        environment = installed(place, PACKAGES)
        with tempfile.TemporaryDirectory() as results:
            fixtures = (sys.executable, str(_HERE / "_fixtures.py"))
            with http_server(fixtures, inherited() | {"BIOFACTS_CACHE_DIR": f"{results}/cache"}) as base:
                judged = [suite(f"{base}/mcp", revision, environment, Path(results)) for revision in REVISIONS]
        print(
            table(("revision", "scenarios", "passed", "failed", "skipped", ""), [row for _, row in judged]), end="\n\n"
        )
        inspected, rows = inspect(environment)
        print(table(("Inspector over", "era", "asked", "exit code", ""), rows, words=3))
        return 0 if inspected and all(good for good, _ in judged) else 1


if __name__ == "__main__":
    command_line(__doc__, main)
