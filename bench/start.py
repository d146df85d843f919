"""Start and calls over stdio, beside an empty `mcp` server and an echo tool in the same run.

    python bench/start.py [--rounds 9] [--walks 3] [--tool NAME]

Uses the catalogue that the environment's BIOFACTS_* settings point to (run `biofacts sync` first), offline; before,
some two hundred questions fill the cache of compounds from the stand-in that BIOFACTS_PUBCHEM_URL names. Each tool is
asked a hundred different questions, and each answer goes through the echo tool right after: a ratio is the median of
the pairs' ratios, so that neither one answer kept in memory nor a busy machine decides it. The first walk over the
questions does not count.
"""

import argparse
import json
import statistics
import time
from collections.abc import Mapping, Sequence

from _questions import questions, warm
from _shared import SERVE, Session, empty_server, present, resident

EACH = 100
FIRST = {"query": "insulin signaling"}


def start(command: Sequence[str], tool: str, arguments: Mapping[str, object]) -> float:
    started = time.perf_counter()
    session = Session(command)
    session.call(tool, arguments)
    took = time.perf_counter() - started
    session.close()
    return took


def walk(
    server: Session, echo: Session, tool: str, asked: Sequence[Mapping[str, object]]
) -> list[tuple[float, float, int]]:
    """Our time, the echo's time and the size of the answer (JSON), for each question."""
    rows = []
    for arguments in asked:
        started = time.perf_counter()
        answer = server.call(tool, arguments)
        middle = time.perf_counter()
        echo.call("echo", {"answer": answer})
        rows.append((middle - started, time.perf_counter() - middle, len(json.dumps(answer))))
    return rows


def starts(empty: Sequence[str], rounds: int) -> None:
    pairs = [(start(SERVE, "search_pathways", FIRST), start(empty, "echo", {"answer": {}})) for _ in range(rounds + 1)]
    del pairs[0]  # it may have compiled modules
    a, b = (statistics.median(times) for times in zip(*pairs, strict=True))
    ratio = statistics.median(x / y for x, y in pairs)
    print(f"{'start to first result':<24} ours {a * 1e3:7.1f} ms   empty {b * 1e3:7.1f} ms   ratio {ratio:.2f}")


def main(rounds: int, walks: int, only: str) -> None:
    settings, folder = present()
    chosen = {tool: asked for tool, asked in questions(folder, EACH).items() if only in tool}
    warm(settings, chosen)
    with empty_server() as empty:
        if rounds:
            starts(empty, rounds)
        server, echo = Session(SERVE), Session(empty)
        print(f"{'memory, idle':<24} ours {resident(server.pid)[0]:7.1f} MB   empty {resident(echo.pid)[0]:7.1f} MB")
        for tool, asked in chosen.items():
            walk(server, echo, tool, asked)
            rows = [row for _ in range(walks) for row in walk(server, echo, tool, asked)]
            a, b, size = (statistics.median(column) for column in zip(*rows, strict=True))
            ratio = statistics.median(mine / other for mine, other, _ in rows)
            times = f"ours {a * 1e3:7.2f} ms   echo  {b * 1e3:7.2f} ms   ratio {ratio:.2f}"
            print(f"{tool:<24} {times}   {size:.0f} bytes", flush=True)
        print(f"{'memory after the calls':<24} ours {resident(server.pid)[0]:7.1f} MB")
        server.close()
        echo.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--walks", type=int, default=3)
    parser.add_argument("--tool", default="", help="only the tools whose name contains this")
    known = parser.parse_args()
    main(known.rounds, known.walks, known.tool)
