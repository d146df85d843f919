"""The page in a real browser: everything that a visitor does, what assistive technology sees, and how fast it is.

Run with: uv run --with playwright python bench/page.py [--chromium FILE] [--shots DIR] [--npm DIR]
It is served by `biofacts browse`, over the built-in sample unless BIOFACTS_SOURCE says otherwise. Chromium is the
system's own (Debian's package `chromium`). `--shots`: pictures of the pages, narrow and wide, light and dark.
`--npm`: a folder for axe-core, which npm brings there; without it accessibility is left out, and that is told.
"""

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from _npm import installed
from playwright.sync_api import Browser, Page, expect, sync_playwright

WIDE, NARROW = {"width": 1280, "height": 900}, {"width": 390, "height": 800}
PAGES = {
    "home": "/", "search": "/?q=apoptosis", "pathway": "/pathway/WP:WP254?highlight=TP53%0ABAX=1.5&drugs=1",
    "list": "/pathway/WP:WP254/ligand", "gene": "/gene/HGNC:990", "target": "/target/IUPHAR:2844",
    "ligand": "/ligand/IUPHAR:2713", "components": "/pathway/WP:WP254/components",
    "enrichment": "/enrich?genes=TP53,BAX,BCL2,APAF1", "failure": "/pathway/WP534",
    "interactions": "/ligand/IUPHAR:2713/interactions",
}  # fmt: skip
SERIOUS = ("serious", "critical")


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


def opened(browser: Browser, size: dict[str, int] = WIDE, **more: Any) -> Page:
    """A page on which what scripts complain of is an error."""
    context = browser.new_context(viewport=size, accept_downloads=True, **more)  # type: ignore[arg-type]
    page = context.new_page()
    page.set_default_timeout(20_000)
    page.on("pageerror", lambda error: complaints.append(f"{page.url}: {error}"))
    page.on("console", lambda said: complained(page.url, said.text) if said.type == "error" else None)
    return page


complaints: list[str] = []


def complained(where: str, what: str) -> None:
    """That a page is an error is no complaint: it says what went wrong."""
    if "Failed to load resource" not in what:
        complaints.append(f"{where}: {what}")


def types_and_picks(page: Page, base: str) -> None:
    page.goto(f"{base}/")
    page.keyboard.type("apopt", delay=30)
    page.get_by_role("link", name="Apoptosis").first.wait_for()
    expect(page.locator("#said")).to_contain_text("Results of")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url("**/pathway/*")


def follows_links(page: Page, base: str) -> None:
    """Pathway, genes, target, drug, compound."""
    page.goto(f"{base}/pathway/WP:WP254")
    page.locator("#linked a[href^='/gene/']").first.wait_for()
    page.locator("#linked a[href$='/gene']").click()
    page.get_by_role("link", name="BCL2", exact=True).click()
    page.locator(".links a[href^='/target/']").first.click()
    page.locator("#linked a[href^='/ligand/']").first.click()
    page.locator("#linked a[href^='/compound/']").first.click()
    assert "/compound/PubChem:CID" in page.url, page.url


def view_of(page: Page) -> list[float]:
    text = page.locator(".paper > svg").get_attribute("viewBox") or ""
    return [float(one) for one in text.split()]


def zooms(page: Page, base: str) -> None:
    page.goto(f"{base}/pathway/WP:WP254")
    page.locator(".tools").wait_for()
    whole = view_of(page)
    page.get_by_role("button", name="Zoom in").click()
    assert view_of(page)[2] < whole[2]
    page.locator(".paper").focus()
    page.keyboard.press("+")
    page.keyboard.press("ArrowRight")
    moved = view_of(page)
    assert moved[2] < whole[2] / 1.6
    assert moved[0] > whole[0]
    box = page.locator(".paper").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 200, box["y"] + 200)
    page.mouse.down()
    page.mouse.move(box["x"] + 120, box["y"] + 160, steps=4)
    page.mouse.up()
    assert view_of(page)[0] > moved[0]
    page.mouse.wheel(0, -200)
    page.wait_for_timeout(300)
    zoomed = view_of(page)
    assert zoomed[2] < moved[2]
    assert "#view=" in page.url, page.url
    page.reload()
    page.wait_for_function("document.querySelector('.tools:not([hidden])')")
    assert all(abs(one - other) < 0.2 for one, other in zip(view_of(page), zoomed, strict=True))
    page.locator(".paper").focus()
    page.keyboard.press("0")
    assert view_of(page)[2] == round(whole[2], 2)


def chooses_a_node(page: Page, base: str) -> None:
    page.goto(f"{base}/pathway/WP:WP254")
    page.locator('.paper .node[data-label="BCL2"]').first.click()
    told = page.locator("#node")
    expect(told.get_by_role("link", name="gene HGNC:990")).to_be_visible()
    page.wait_for_timeout(300)
    assert "node=" in page.url
    page.reload()
    expect(told.get_by_role("link", name="gene HGNC:990")).to_be_visible()
    page.keyboard.press("Tab")
    page.locator(".paper").focus()
    page.keyboard.press("Escape")
    expect(told).to_be_hidden()
    page.locator("#goto").select_option(label="BAX")
    expect(told.get_by_role("link", name="gene HGNC:959")).to_be_visible()


def lights_up(page: Page, base: str) -> None:
    page.goto(f"{base}/pathway/WP:WP254")
    page.get_by_label("Genes, compounds or ids").fill("p53\nBAX=1.5\nnothing like it")
    page.get_by_role("button", name="Light up").click()
    expect(page.get_by_text("Lit up: p53, BAX.")).to_be_visible()
    expect(page.locator(".unmatched")).to_contain_text("nothing like it")
    assert page.locator(".paper .lit").count() >= 2
    page.get_by_label("Genes, compounds or ids").fill("TP53\nBAX=1.5\nBCL2\nAPAF1")
    page.get_by_role("button", name="Which pathways").click()
    page.wait_for_url("**/enrich?*")
    expect(page.get_by_role("link", name="Apoptosis").first).to_be_visible()


def downloads(page: Page, base: str) -> None:
    page.goto(f"{base}/pathway/WP:WP254?highlight=TP53")
    starts = {"SVG": b"<svg", "PNG": b"\x89PNG", "JSON": b"{", "nodes as CSV": b"id,label"}
    for name, start in starts.items():
        with page.expect_download() as coming:
            page.locator(".downloads").get_by_role("link", name=name, exact=True).click()
        body = Path(coming.value.path()).read_bytes()
        assert body.startswith(start), (name, body[:40])


def reads_without_scripts(page: Page, base: str) -> None:
    page.goto(f"{base}/")
    page.get_by_role("searchbox").fill("apoptosis")
    page.get_by_role("button", name="Search").click()
    page.get_by_role("link", name="Apoptosis").first.click()
    assert page.get_by_role("heading", level=1).inner_text().startswith("Apoptosis")
    assert page.locator(".paper > svg").is_visible()
    page.get_by_label("Genes, compounds or ids").fill("TP53")
    page.get_by_role("button", name="Light up").click()
    assert page.get_by_text("Lit up: TP53.").is_visible()
    page.get_by_role("link", name="Everything that is drawn").click()
    page.get_by_role("link", name="BCL2", exact=True).first.click()
    page.get_by_role("link", name="gene HGNC:990").click()
    assert "/gene/HGNC:990" in page.url


def keyboard_alone(page: Page, base: str) -> None:
    page.goto(f"{base}/pathway/WP:WP254")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    seen = []
    for _ in range(80):
        page.keyboard.press("Tab")
        seen.append(page.evaluate("document.activeElement.className || document.activeElement.id"))
        drawn = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
        assert drawn != "none", f"no focus is seen on {seen[-1]}"
        if "paper" in seen[-1]:
            break
    assert "paper" in seen[-1], seen


def findings(page: Page, base: str, axe: Path, schemes: tuple[str, ...] = ("light", "dark")) -> list[str]:
    """What axe-core finds serious, on every page."""
    found: list[str] = []
    for scheme in schemes:
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        for name, path in PAGES.items():
            page.goto(f"{base}{path}", wait_until="networkidle")
            if name == "pathway":
                page.locator("#goto").select_option(label="BCL2")
                page.locator("#node").get_by_role("link").first.wait_for()
            # As a protocol's command, not as an element: our policy of scripts holds for elements.
            page.evaluate(axe.read_text() + ";0")
            for one in page.evaluate("axe.run().then(result => result.violations)"):
                if one["impact"] in SERIOUS:
                    nodes = "; ".join(node["html"][:120] for node in one["nodes"][:3])
                    found.append(f"{scheme} {name}: {one['id']}: {nodes}")
                else:
                    print(f"  {one['impact']}: {scheme} {name}: {one['id']} ({len(one['nodes'])})")
    return found


def measure(browser: Browser, base: str, number: int = 12) -> None:
    """First paint and weight of pages, and answers while one types."""
    for name in ("home", "search", "pathway", "gene"):
        page, paints, weights = opened(browser), list[float](), list[int]()
        page.on("requestfinished", lambda one, weights=weights: weights.append(one.sizes()["responseBodySize"]))
        for _ in range(number + 1):
            page.goto(f"{base}{PAGES[name]}", wait_until="networkidle")
            paints.append(page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime"))
            if len(paints) == 1:
                weight = sum(weights)  # nothing of it was kept by the browser
        first, *later = paints
        median, worst = statistics.median(later), max(later)
        print(f"{name}: first paint {median:.0f} ms, worst {worst:.0f}, new window {first:.0f}; {weight / 1000:.1f} kB")
        page.context.close()
    page = opened(browser)
    page.goto(f"{base}/")
    times = []
    for query in ("apopt", "ibupr", "dopam", "TP53", "insulin rec", "beta block", "glycol", "kinase inh") * 3:
        ask = "(q) => {const t = performance.now(); return fetch('/search.json?kinds=pathway,gene,target,ligand&q=' +"
        ask += " encodeURIComponent(q)).then(r => r.json()).then(() => performance.now() - t)}"
        times.append(page.evaluate(ask, query))
    times.sort()
    print(f"search as one types: median {statistics.median(times):.0f} ms, 95 % {times[int(len(times) * 0.95)]:.0f} ms")
    page.context.close()


def shoot(browser: Browser, base: str, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for width, size in (("wide", WIDE), ("narrow", NARROW)):
        for scheme in ("light", "dark"):
            page = opened(browser, size, color_scheme=scheme)
            for name, path in PAGES.items():
                page.goto(f"{base}{path}", wait_until="networkidle")
                page.screenshot(path=folder / f"{name}-{width}-{scheme}.png")
            page.context.close()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--chromium", default=shutil.which("chromium") or shutil.which("google-chrome"))
    parser.add_argument("--shots", type=Path)
    parser.add_argument("--npm", type=Path)
    options = parser.parse_args()
    if options.chromium is None:
        raise SystemExit("there is no Chromium here: apt-get install chromium, or say where it is with --chromium")
    steps: list[Callable[[Page, str], None]] = [
        types_and_picks, follows_links, zooms, chooses_a_node, lights_up, downloads, keyboard_alone,
        reads_without_scripts,
    ]  # fmt: skip
    failed = 0
    with served() as base, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=options.chromium, args=["--no-sandbox"])
        for step in steps:
            scripts = step is not reads_without_scripts
            page, started = opened(browser, java_script_enabled=scripts), time.monotonic()
            try:
                step(page, base)
                print(f"ok   {step.__name__} {time.monotonic() - started:.1f} s")
            except Exception as error:
                failed += 1
                print(f"FAIL {step.__name__} at {page.url}: {str(error).splitlines()[0]}")
            page.context.close()
        if options.npm:
            installed(options.npm, ["axe-core"])
            serious = findings(opened(browser), base, options.npm / "node_modules/axe-core/axe.min.js")
            print("\n".join(serious) or "ok   axe-core: nothing serious")
            failed += bool(serious)
        else:
            print("axe-core was not run: give --npm")
        measure(browser, base)
        if options.shots:
            shoot(browser, base, options.shots)
        browser.close()
    print("\n".join(complaints))
    return 1 if failed or complaints else 0


if __name__ == "__main__":
    raise SystemExit(main())
