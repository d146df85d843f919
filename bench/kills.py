"""What is left when a process is killed: SIGKILL at random moments of a sync and of a refresh.

    python bench/kills.py BASE_URL [--rounds 20] [--seed 1]

After every kill the catalogues that are there answer offline, rightly; at last a sync runs through. What a failing
upstream or a damaged catalogue does is checked by tests/contract/test_faults.py and test_damaged_catalogues.py.
"""

import collections
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import anyio
from _shared import CLIENT, command_line, environment, settings

from biofacts.application.tools.all_tools import TOOLS, call
from biofacts.application.tools.tool import ErrorEnvelope
from biofacts.composition.container import running

ASKED = [
    ("search_pathways", {"query": "glycolysis", "organism": "Homo sapiens"}, "WP:WP534"),
    ("search_targets", {"query": "DRD2"}, "IUPHAR:215"),
    ("search_ligands", {"query": "ibuprofen"}, "IUPHAR:2713"),
    ("get_pathways_for_gene", {"gene_id": "HK1", "organism": "Homo sapiens"}, "WP:WP534"),
]
RIGHT, ABSENT, WRONG = "right", "not there yet", "WRONG"
LONGEST = 7.0


async def ask(base: str, folder: str) -> collections.Counter[str]:
    """What is there, asked without the network."""
    said: collections.Counter[str] = collections.Counter()
    async with running(settings(base, folder, "offline")) as container:
        for tool, arguments, expected in ASKED:
            outcome = await call(TOOLS[tool], container.use_cases(), arguments)
            if isinstance(outcome, ErrorEnvelope):
                said[ABSENT if "offline" in outcome.error.message else WRONG] += 1
            else:
                said[RIGHT if expected in [item.id for item in outcome.items] else WRONG] += 1
    return said


def age(folder: str) -> None:
    """Let every catalogue look old and other than the upstream's, so that a refresh builds it anew."""
    for pointer in Path(folder).rglob("newest.json"):
        known = json.loads(pointer.read_text())
        known["info"] |= {"checked": "2020-01-01T00:00:00Z", "digest": "", "validator": ""}
        pointer.write_text(json.dumps(known))


def begun(base: str, folder: str, command: str) -> subprocess.Popen[bytes]:
    """`sync`; or `serve`, asked a question of each kind of what looks old, so that it refreshes behind the answers."""
    if command == "serve":
        age(folder)
    process = subprocess.Popen(
        [sys.executable, "-m", "biofacts", command], env=environment(base, folder), stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    messages: list[dict[str, object]] = [
        {"id": 0, "method": "initialize", "params": CLIENT},
        {"method": "notifications/initialized"},
        *(
            {"id": number, "method": "tools/call", "params": {"name": tool, "arguments": arguments}}
            for number, (tool, arguments, _) in enumerate(ASKED, start=1)
        ),
    ]
    if command == "serve":
        assert process.stdin is not None
        process.stdin.write(b"".join(json.dumps({"jsonrpc": "2.0", **one}).encode() + b"\n" for one in messages))
        process.stdin.flush()
    return process


def kills(base: str, *, rounds: int = 20, seed: int = 1) -> int:
    """Kill processes, and ask what is left."""
    os.environ.pop("BIOFACTS_SOURCE", None)
    dice = random.Random(seed)
    said: collections.Counter[str] = collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        for what, command in (("sync", "sync"), ("refresh", "serve")):
            killed, before = 0, said.copy()
            for _ in range(rounds):
                process = begun(base, folder, command)
                try:
                    process.wait(dice.uniform(0.5, LONGEST))
                except subprocess.TimeoutExpired:
                    process.kill()
                    process.wait()
                    killed += 1
                said += anyio.run(ask, base, folder)
            now = said - before
            print(f"{what:<8} {killed} of {rounds} killed; answers afterwards: {dict(now)}", flush=True)
        started = time.perf_counter()
        code = begun(base, folder, "sync").wait()
        last = anyio.run(ask, base, folder)
        left = [path.name for path in Path(folder).rglob("*") if path.suffix in (".building", ".tmp", ".damaged")]
        print(
            f"last     sync exits with {code} after {time.perf_counter() - started:.0f} s; {dict(last)}; left: {left}"
        )
    return 1 if said[WRONG] or code or last[RIGHT] != len(ASKED) or left else 0


if __name__ == "__main__":
    command_line(__doc__, kills)
