"""The page in a real browser: everything that a visitor does, what assistive technology sees, and how fast it is.

Run with: uv run --group browser python bench/page.py [--chromium FILE] [--shots DIR | --picture docs/page.png]
It is served by `biofacts browse`, over the built-in sample unless BIOFACTS_SOURCE says otherwise. Chromium is the
system's own (Debian's package `chromium`). What a visitor does is the suite's. `--shots`: pictures of the pages, narrow
and wide, light and dark. `--picture`: nothing but the picture that the documentation shows.
"""

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlencode

from _shared import command_line
from playwright.sync_api import Browser, Page

from tests.browsing import (
    BY_KEYS,
    NARROW,
    PAGES,
    VISITS,
    WIDE,
    chosen_node,
    opened,
    reads_without_scripts,
    stick_out,
    violations,
    visitor,
)  # fmt: skip
from tests.browsing import chromium as started
from tests.places import CHROMIUM


@contextmanager
def served() -> Generator[str]:
    """Run `biofacts browse`. Yields: its address, without the slash at the end."""
    environment = {"BIOFACTS_SOURCE": "sample", **os.environ}
    command = [sys.executable, "-m", "biofacts", "browse", "--no-open"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
    try:
        assert process.stdout is not None
        yield next(word for word in process.stdout.readline().split() if word.startswith("http://")).rstrip("/")
    finally:
        process.terminate()
        process.wait(30)


def findings(browser: Browser, base: str) -> list[str]:
    """What axe-core finds on every page, and what makes one wider than a narrow window."""
    found: list[str] = []
    for scheme in ("light", "dark"):
        with visitor(browser, base, color_scheme=scheme) as page:
            for name, path in PAGES.items():
                opened(page, path)
                if name == "pathway":
                    chosen_node(page, "BCL2")
                found += [f"{scheme} {name}: {one}" for one in violations(page)]
    with visitor(browser, base, NARROW) as page:
        for name, path in PAGES.items():
            opened(page, path)
            found += [f"narrow {name}: sticks out: {one}" for one in stick_out(page)]
    return found


def measure(browser: Browser, base: str, number: int = 12) -> None:
    """First paint and weight of pages, and answers while one types."""
    for name in ("home", "search", "pathway", "gene"):
        page, paints, weights = browser.new_page(base_url=base), list[float](), list[int]()
        page.on("requestfinished", lambda one, weights=weights: weights.append(one.sizes()["responseBodySize"]))
        for _ in range(number + 1):
            page.goto(PAGES[name], wait_until="networkidle")
            paints.append(page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime"))
            if len(paints) == 1:
                weight = sum(weights)  # nothing of it was kept by the browser
        first, *later = paints
        median, worst = statistics.median(later), max(later)
        print(f"{name}: first paint {median:.0f} ms, worst {worst:.0f}, new window {first:.0f}; {weight / 1000:.1f} kB")
        page.close()
    page = browser.new_page(base_url=base)
    page.goto("/")
    times = []
    for query in ("apopt", "ibupr", "dopam", "TP53", "insulin rec", "beta block", "glycol", "kinase inh") * 3:
        ask = "(q) => {const t = performance.now(); return fetch('/?at_once=1&q=' + encodeURIComponent(q))"
        ask += ".then(r => r.text()).then(() => performance.now() - t)}"
        times.append(page.evaluate(ask, query))
    times.sort()
    print(f"search as one types: median {statistics.median(times):.0f} ms, 95 % {times[int(len(times) * 0.95)]:.0f} ms")
    page.close()


def shoot(browser: Browser, base: str, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for width, size in (("wide", WIDE), ("narrow", NARROW)):
        for scheme in ("light", "dark"):
            with visitor(browser, base, size, color_scheme=scheme) as page:
                for name, path in PAGES.items():
                    opened(page, path)
                    page.screenshot(path=folder / f"{name}-{width}-{scheme}.png", full_page=True)


def photograph(browser: Browser, base: str, file: Path) -> None:
    """A pathway with fold changes and the targets of drugs, and a node that was chosen."""
    changes = "APAF1=1.4\nBAX=1.9\nBBC3=2.2\nBCL2=-1.6\nBCL2L1=-0.7\nCASP3=0.9\nCASP9=0.6\nMDM2=1.2\nMYC=-1.1\nTP53=0.8"
    with visitor(browser, base, {"width": 1360, "height": 850}, color_scheme="light") as page:
        opened(
            page, f"/pathway/WP:WP254?{urlencode({'highlight': changes, 'drugs': 1, 'caption': 'log2 fold change'})}"
        )
        chosen_node(page, "BCL2")
        page.evaluate("scrollTo(0, 0)")
        page.screenshot(path=file)


def visited(browser: Browser, base: str, visit: Callable[[Page], None], *, scripts: bool = True) -> bool:
    """Do what a visitor does, and print how it went. Returns: whether it went well."""
    started = time.monotonic()
    try:
        with visitor(browser, base, java_script_enabled=scripts) as page:
            visit(page)
    except Exception as error:
        print(f"FAIL {visit.__name__}: {type(error).__name__} {error}")
        return False
    print(f"ok   {visit.__name__} {time.monotonic() - started:.1f} s")
    return True


def main(*, chromium: str | None = CHROMIUM, shots: Path | None = None, picture: Path | None = None) -> int:
    if chromium is None:
        raise SystemExit("there is no Chromium here: apt-get install chromium, or say where it is with --chromium")
    with served() as base, started(chromium) as browser:
        if picture:
            photograph(browser, base, picture)
            return 0
        done = [visited(browser, base, visit) for visit in (*VISITS, *BY_KEYS)]
        done.append(visited(browser, base, reads_without_scripts, scripts=False))
        found = findings(browser, base)
        print("\n".join(found) or f"ok   axe-core: nothing on {len(PAGES)} kinds of page, light and dark")
        measure(browser, base)
        if shots:
            shoot(browser, base, shots)
    return 0 if all(done) and not found else 1


if __name__ == "__main__":
    command_line(__doc__, main)
