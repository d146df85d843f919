"""The MCP App of `show_pathway` in a host, in a real browser: shows, lights up, and asks the server when one clicks.

    uv run --group browser python bench/app.py [FOLDER] [--chromium FILE]

The host is small, and built on the official bridge of MCP Apps (`_host/`); FOLDER keeps what npm brings, a temporary
one when it is not given. The server is `biofacts serve --http`, over the built-in sample unless BIOFACTS_SOURCE says
otherwise: what arrived there is read in its access log. What needs no bridge is tried by the suite. The exit code is 1
for any failure, and 75 where npm or its packages cannot be had.
"""

import json
import subprocess
from collections.abc import Callable, Mapping, Sequence
from functools import update_wrapper
from pathlib import Path
from typing import Any

from _shared import SERVE_HTTP, command_line, http_server, inherited, installed, kept_in
from page import visited
from playwright.sync_api import FrameLocator, Page, expect

from tests.browsing import BOX, violations
from tests.browsing import chromium as started
from tests.places import CHROMIUM

PACKAGES = ("@modelcontextprotocol/ext-apps@2.0.4", "@modelcontextprotocol/client@2.4.0", "zod@4.6.7", "esbuild@0.28.2")
_HOST = Path(__file__).parent / "_host"


class Host:
    """The host's page, at the server's own address, and what the server's log says of it."""

    def __init__(self, base: str, script: str, log: Path) -> None:
        self.base, self._script, self._log = base, script, log

    def show(self, page: Page, **given: Any) -> FrameLocator:
        """Open the host and the App in it. Returns: the App."""
        if not page.url.startswith(self.base):
            page.route("**/host.js", lambda route: route.fulfill(body=self._script, content_type="text/javascript"))
            page.route("**/host", lambda route: route.fulfill(path=_HOST / "host.html", content_type="text/html"))
            page.goto(f"{self.base}/host")
            page.wait_for_function("() => Boolean(window.show)")
        self.about: Any = page.evaluate("given => window.show(given)", {"tool": "show_pathway", **given})
        return page.frame_locator("iframe").last

    def arrived(self) -> list[str]:
        """The tools that were called at the server, in their order; a picture that is read counts as its tool."""
        lines = (json.loads(line) for line in self._log.read_text().splitlines() if line.startswith("{"))
        return [line["tool"] for line in lines if line.get("logger") == "biofacts.access" and "tool" in line]

    @staticmethod
    def happened(page: Page, what: str) -> list[Any]:
        """What the App has asked the host for so far."""
        return [given for name, given in page.evaluate("window.happened") if name == what]

    @staticmethod
    def heard(page: Page, what: str, part: str) -> None:
        """Wait until the host was asked for something that has that text in it."""
        test = (
            "([what, part]) => window.happened.some(([name, given]) => name === what && String(given).includes(part))"
        )
        page.wait_for_function(test, arg=[what, part])


def picture(app: FrameLocator) -> Any:
    return app.locator(".paper > svg")


def press(app: FrameLocator, name: str) -> None:
    app.get_by_role("button", name=name, exact=True).click()


def shows_what_the_model_asked_for(page: Page, host: Host) -> None:
    app = host.show(page, given={"pathway_id": "WP:WP254", "highlight": ["p53", "BAX=1.5", "nobody"]})
    expect(app.get_by_text("Highlighted: p53, BAX.")).to_be_visible()
    expect(app.locator(".unmatched")).to_contain_text("nobody")
    expect(app.get_by_role("heading", level=1)).to_contain_text("Apoptosis")
    assert app.locator(".paper .lit").count() >= 2
    assert not any(host.about["ui"]["csp"].values()), host.about
    assert host.about["bytes"] < 42_000, host.about
    sizes = host.happened(page, "size")
    assert 300 < sizes[-1] < 1400, sizes


def asks_the_server_on_a_click(page: Page, host: Host) -> None:
    app = host.show(page, given={"pathway_id": "WP:WP254"})
    picture(app).wait_for()
    before = host.arrived()
    app.locator('.paper .node[data-label="BCL2"]').first.click()
    expect(app.locator("#node")).to_contain_text("HGNC:990")
    expect(app.locator("#node")).to_contain_text("IUPHAR:2844")
    assert host.arrived()[len(before) :] == ["get_pathway_components", "find_links"], host.arrived()
    host.heard(page, "context", "HGNC:990")
    app.locator("#node").get_by_role("button", name="target").click()
    app.get_by_role("button", name="BCL2 apoptosis regulator").click()
    expect(app.locator("#node")).to_contain_text("IUPHAR:2844")
    assert host.arrived()[len(before) + 2 :][:3] == ["find_links", "get_target", "find_links"], host.arrived()
    app.locator("#node").get_by_role("link").click()
    host.heard(page, "link", "https://")
    press(app, "Back")
    press(app, "Back")
    expect(app.locator("#node").get_by_role("heading", name="BCL2").first).to_be_visible()
    press(app, "Close")
    expect(app.locator("#node")).to_be_hidden()


def looks_as_the_figure(page: Page, host: Host) -> None:
    """Values of two conditions, their range and names, before and after another list is highlighted."""
    look = {
        "range": [-2, 2],
        "conditions": ["6 h", "24 h"],
        "caption": "log2FC",
        "title": False,
        "path": ["FASLG", "FAS"],
    }
    app = host.show(
        page, given={"pathway_id": "WP:WP254", "highlight": ["BAX=1|3", "BCL2=ns|-1"], "drugs": True, **look}
    )
    picture(app).wait_for()
    app.locator("summary", has_text="Light up").click()
    for _ in range(2):
        legend = app.locator(".legend")
        expect(legend).to_contain_text("from left to right: 6 h, 24 h")
        expect(legend).to_contain_text("log2FC")
        expect(legend).to_contain_text("≥ 2")
        assert app.locator(".stripes").count() == 2
        assert app.locator(".info").count() == 0
        assert app.locator(".band").count() >= 1
        app.get_by_label(BOX).fill("BAX=1|3\nTP53=ns|-1")
        press(app, "Light up")
        expect(app.get_by_text("Highlighted: BAX, TP53")).to_be_visible()


def follows_the_host(page: Page, host: Host) -> None:
    app = host.show(page, given={"pathway_id": "WP:WP254"}, context={"theme": "dark"})
    picture(app).wait_for()
    expect(app.locator("body")).to_have_css("background-color", "rgb(23, 30, 38)")
    changed = {"theme": "light", "styles": {"variables": {"--color-background-primary": "rgb(250, 240, 230)"}}}
    page.evaluate("given => window.bridge.sendHostContextChange(given)", changed)
    expect(app.locator("body")).to_have_css("background-color", "rgb(250, 240, 230)")
    press(app, "Full screen")
    expect(app.get_by_role("button", name="Leave full screen")).to_be_visible()
    press(app, "Leave full screen")
    expect(app.get_by_role("button", name="Full screen", exact=True)).to_be_visible()
    assert host.happened(page, "mode") == ["fullscreen", "inline"]
    page.evaluate("window.leave()")
    assert host.happened(page, "left") == [True]


def stands_still_where_the_host_reads_nothing(page: Page, host: Host) -> None:
    app = host.show(page, given={"pathway_id": "WP:WP254", "highlight": "TP53"}, resources=False)
    expect(app.locator(".paper img")).to_be_visible()
    expect(app.get_by_text("Highlighted: TP53.")).to_be_visible()
    assert app.locator(".paper img").evaluate("one => one.naturalWidth") > 100
    assert host.happened(page, "read") == []


def is_accessible(page: Page, host: Host) -> None:
    for theme in ("light", "dark"):
        app = host.show(
            page, given={"pathway_id": "WP:WP254", "highlight": ["TP53", "nobody"]}, context={"theme": theme}
        )
        app.locator("#goto").select_option(label="BCL2")
        expect(app.locator("#node")).to_contain_text("IUPHAR:2844")
        found = violations(page.frames[-1])
        assert not found, found


def works_in_both_eras(page: Page, host: Host) -> None:
    told = []
    for era in ("auto", "legacy"):
        app = host.show(page, given={"pathway_id": "WP:WP254", "highlight": "TP53"}, era=era)
        picture(app).wait_for()
        told.append(host.about["protocol"])
    assert told == ["2026-07-28", "2025-11-25"], told


STEPS: Sequence[Callable[[Page, Host], None]] = (
    shows_what_the_model_asked_for,
    asks_the_server_on_a_click,
    looks_as_the_figure,
    follows_the_host,
    stands_still_where_the_host_reads_nothing,
    is_accessible,
    works_in_both_eras,
)
"""What a user of a host does with the App."""


def bundled(folder: Path, environment: Mapping[str, str]) -> str:
    """The host's script with the bridge in it, as one file."""
    source = folder / "host.mjs"
    source.write_text((_HOST / "host.mjs").read_text())
    command = ["esbuild", str(source), "--bundle", "--format=esm", "--platform=browser"]
    return subprocess.run(command, env=dict(environment), capture_output=True, text=True, check=True).stdout


def main(folder: Path | None = None, *, chromium: str | None = CHROMIUM) -> int:
    if chromium is None:
        raise SystemExit("there is no Chromium here: apt-get install chromium, or say where it is with --chromium")
    with kept_in(folder) as place:
        script, log = bundled(place, installed(place, PACKAGES)), place / "server.log"
        log.unlink(missing_ok=True)
        served = {"BIOFACTS_SOURCE": "sample", **inherited()}
        with http_server(SERVE_HTTP, served, log) as base, started(chromium) as browser:
            host = Host(base, script, log)
            done = [
                visited(browser, base, update_wrapper(lambda page, step=step: step(page, host), step)) for step in STEPS
            ]
    return 0 if all(done) else 1


if __name__ == "__main__":
    command_line(__doc__, main)
