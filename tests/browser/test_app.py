"""The MCP App in a real browser, in a host that is as small as one can be; `bench/app.py` has the official bridge."""

# pyright: reportMissingImports=false, reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false, reportUnknownParameterType=false, reportUnknownLambdaType=false

import json
import re
from collections.abc import Callable, Generator, Mapping
from typing import Any
from urllib.parse import parse_qs, urlsplit

import msgspec
import pytest
from anyio.from_thread import BlockingPortal, start_blocking_portal
from playwright.sync_api import Browser, FrameLocator, Page, expect

from biofacts.adapters.web.mcp_app import document
from biofacts.application.tools.all_tools import TOOLS, call
from biofacts.application.tools.pathways import DRAW
from biofacts.application.tools.tool import ErrorEnvelope
from tests.browsing import BOX, chromium, visitor
from tests.servers import brought

BASE = "http://host.example"
DRAWN = {"pathway_id": "WP:WP254"}
RAN = "parent.postMessage('ran', '*')"
HOST = """<!doctype html><title>A host</title><body><script>
const happened = [], held = [], answered = new Set();
let hold = "", pings = 0, app;
function post(message) {
  answered.add(message.id);
  app.contentWindow.postMessage({ jsonrpc: "2.0", ...message }, "*");
}
function show(html) {
  app = document.body.appendChild(document.createElement("iframe"));
  Object.assign(app, { sandbox: "allow-scripts", width: 1200, height: 850, srcdoc: html });
}
addEventListener("message", async ({ data, source }) => {
  if (source !== app.contentWindow) return;
  happened.push(data);
  if (data.id === undefined || data.method === undefined) return;
  const waits = data.method === hold;
  const answer = { id: data.id, ...await server(data.method, data.params) };
  if (waits) held.push(answer);
  else post(answer);
});
</script>"""
"""It shows the App, notes what the App says, and answers as `server` does; answers to the method `hold` are held."""


@pytest.fixture(scope="module")
def browser() -> Generator[Browser]:
    with chromium() as started:
        yield started


@pytest.fixture(scope="module")
def portal() -> Generator[BlockingPortal]:
    with start_blocking_portal() as started:
        yield started


async def answered(method: str, given: Mapping[str, Any]) -> Any:
    """What the server answers, over the built-in sample."""
    use_cases = (await brought()).use_cases()
    if method == "resources/read":
        place = urlsplit(given["uri"])
        asked = parse_qs(place.query)
        wanted = {
            "pathway_id": place.path.split("/")[1],
            "highlight": asked.get("highlight", []),
            "drugs": "drugs" in asked,
        }
        drawn: Any = await call(DRAW, use_cases, wanted)
        return {"contents": [{"uri": given["uri"], "text": drawn.picture.svg}]}
    tool = DRAW if given["name"] == DRAW.name else TOOLS[given["name"]]
    outcome: Any = await call(tool, use_cases, given["arguments"])
    told = msgspec.to_builtins(outcome.shown if tool is DRAW and not isinstance(outcome, ErrorEnvelope) else outcome)
    return {"content": [], "structuredContent": told, "isError": isinstance(outcome, ErrorEnvelope)}


class Host:
    """A window with the host in it. `change`: what becomes of the server's answers on their way, by method."""

    def __init__(self, page: Page, portal: BlockingPortal) -> None:
        self.page = page
        self.change: dict[str, Callable[[Any], Any]] = {}
        self._portal = portal

    def open(self, **given: Any) -> FrameLocator:
        """Returns: the App, after the model's call."""
        self.page.expose_function("server", self._server)
        self.page.route(BASE + "/", lambda route: route.fulfill(body=HOST, content_type="text/html"))
        self.page.goto(BASE + "/")
        self.page.evaluate("show", document(TOOLS))
        self.waits("ui/notifications/initialized")
        self.says("ui/notifications/tool-input", {"arguments": given})
        result = self._portal.call(answered, "tools/call", {"name": DRAW.name, "arguments": given})
        self.says("ui/notifications/tool-result", self._changed("tools/call", result))
        return self.page.frame_locator("iframe").first

    def says(self, method: str, params: Any) -> None:
        self.page.evaluate("given => post(given)", {"method": method, "params": params})

    def happened(self, method: str) -> list[Any]:
        """With which parameters the App has said it."""
        said = self.page.evaluate("happened")
        return [one.get("params") for one in said if isinstance(one, dict) and one.get("method") == method]

    def called(self) -> list[str]:
        return [one["name"] for one in self.happened("tools/call")]

    def waits(self, method: str, times: int = 1) -> None:
        """Until the App has said it so often."""
        test = "([method, times]) => happened.filter((one) => one.method === method).length >= times"
        self.page.wait_for_function(test, arg=[method, times])

    def answers(self) -> None:
        """Until the App has answered, and so has heard whatever was said before."""
        self.page.evaluate("post({ id: `ping-${++pings}`, method: 'ping' })")
        self.page.wait_for_function("() => happened.some((one) => one.id === `ping-${pings}`)")

    def is_done(self) -> None:
        """Until it has heard all that it then asks for, too."""
        self.answers()
        self.page.wait_for_function(
            "() => happened.every((one) => !one.method || one.id === undefined || answered.has(one.id))"
        )
        self.answers()

    def _server(self, method: str, given: Any) -> Any:
        if method == "ui/initialize":
            capabilities: dict[str, Any] = {"serverResources": {}, "openLinks": {}, "updateModelContext": {}}
            modes = {"availableDisplayModes": ["inline", "fullscreen"]}
            return {"result": {"hostCapabilities": capabilities, "hostContext": modes}}
        if method == "ui/request-display-mode":
            return {"error": {"code": -32000, "message": "There is no room."}}
        if not method.startswith(("tools/", "resources/")):
            return {"result": {}}
        return {"result": self._changed(method, self._portal.call(answered, method, given))}

    def _changed(self, method: str, answer: Any) -> Any:
        return self.change[method](answer) if method in self.change else answer


@pytest.fixture
def host(browser: Browser, portal: BlockingPortal) -> Generator[Host]:
    with visitor(browser, BASE) as page:
        yield Host(page, portal)


def chosen(app: FrameLocator, label: str) -> Any:
    """Click a node. Returns: where it is told what is known of it."""
    app.locator(f'.paper .node[data-label="{label}"]').first.click()
    return app.locator("#node")


def test_it_shows_what_the_model_asked_for(host: Host) -> None:
    app = host.open(**DRAWN, highlight=["p53", "nobody"])

    expect(app.get_by_role("heading", level=1)).to_have_text("Apoptosis WP:WP254, Homo sapiens")
    expect(app.get_by_text("Highlighted: p53.")).to_be_visible()
    expect(app.locator(".unmatched")).to_contain_text("nobody")
    expect(app.locator(".paper > svg .lit")).not_to_have_count(0)
    assert host.called() == []


def test_it_says_where_the_drawing_comes_from(host: Host) -> None:
    source = {"name": "WikiPathways", "mode": "cache", "licence": "CC0 1.0", "retrieved": "2026-11-20T00:00:00Z"}
    host.change["tools/call"] = lambda answer: {
        **answer, "structuredContent": {**answer["structuredContent"], "source": {**source, "stale": True}}
    }  # fmt: skip
    app = host.open(**DRAWN)

    expect(app.locator("#about")).to_have_text(
        "Source: WikiPathways, retrieved 2026-11-20 (cache; CC0 1.0). The source could not be reached: this is older."
    )


def test_it_lights_up_a_list(host: Host) -> None:
    app = host.open(**DRAWN)
    app.locator("summary", has_text="Light up").click()
    app.get_by_label(BOX).fill("TP53=2\nBAX=-1")
    app.get_by_role("button", name="Light up", exact=True).click()

    expect(app.get_by_text("Highlighted: TP53, BAX.")).to_be_visible()
    assert host.happened("tools/call") == [
        {"name": "show_pathway", "arguments": {**DRAWN, "highlight": "TP53=2\nBAX=-1", "drugs": False}}
    ]


def test_a_click_asks_the_server(host: Host) -> None:
    app = host.open(**DRAWN)
    node = chosen(app, "BCL2")
    expect(node).to_contain_text("IUPHAR:2844")

    assert host.called() == ["get_pathway_components", "find_links"]
    node.get_by_role("button", name="BCL2 NCBIGene:596").click()
    expect(node.locator(".facts")).to_contain_text("locus type")
    expect(node).to_contain_text("1 target")
    assert host.called()[2:] == ["get_gene", "find_links"]


def test_a_node_leads_to_its_neighbours(host: Host) -> None:
    app = host.open(**DRAWN)
    node = app.locator(".node", has=app.locator("text", has_text="CASP8")).first
    app.locator("#goto").select_option(node.get_attribute("data-id"))
    panel = app.locator("#node")
    expect(panel).to_contain_text("Touched by")
    other = panel.locator("li button.name").last
    name = other.text_content() or ""
    other.click()

    expect(panel.locator("h2").first).to_contain_text(name)
    expect(app.locator(".picked")).to_have_attribute("data-label", name)
    app.locator(".picked").hover()
    expect(app.locator(".touched")).not_to_have_count(0)


def test_keys_alone_move_the_drawing_and_choose_a_node(host: Host) -> None:
    app, page = host.open(**DRAWN), host.page
    drawing = app.locator(".paper > svg")
    whole = re.compile(re.escape((drawing.get_attribute("viewBox") or "").split()[2]))
    for _ in range(12):
        page.keyboard.press("Tab")
        focus = app.locator(":focus")
        if focus.count():
            assert focus.evaluate("one => getComputedStyle(one).outlineStyle") != "none"
            if "paper" in (focus.get_attribute("class") or ""):
                break
    page.keyboard.press("+")
    expect(drawing).not_to_have_attribute("viewBox", whole)
    page.keyboard.press("0")
    expect(drawing).to_have_attribute("viewBox", whole)
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Shift+Tab")
    page.keyboard.type("BAX")

    expect(app.locator("#node")).to_contain_text("HGNC:959")
    page.keyboard.press("Escape")
    expect(app.locator("#node")).to_be_hidden()


def test_an_error_is_told_with_its_hint_and_leaves_the_picture(host: Host) -> None:
    app = host.open(**DRAWN)
    app.locator("summary", has_text="Light up").click()
    app.get_by_label(BOX).fill("=1.5")
    app.get_by_role("button", name="Light up", exact=True).click()

    expect(app.get_by_role("alert")).to_contain_text("A highlight needs a name")
    expect(app.locator(".paper > svg")).to_be_visible()


def test_a_pathway_that_is_not_there_is_an_error(host: Host) -> None:
    app = host.open(pathway_id="WP254")

    expect(app.get_by_role("alert")).to_contain_text("pathway_id='WP:WP254'")
    expect(app.get_by_role("alert")).to_contain_text("UNRESOLVED_ENTITY")


def test_nothing_of_a_picture_is_kept_that_could_run(browser: Browser, portal: BlockingPortal) -> None:
    """In a window of its own, in which the browser may complain of what it has not run."""
    host = Host(browser.new_page(), portal)
    harm = f"""<script>{RAN}</script><foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><img src="x"
    onerror="{RAN}"/></body></foreignObject>
    <image href="data:,x" onerror="{RAN}"/><style>g {{ opacity: 0 }}</style>
    <a href="javascript:{RAN}" xmlns:x="http://www.w3.org/1999/xlink" x:href="javascript:{RAN}"><circle r="9"
    onload="{RAN}" style="fill: red"/></a><a href="https://example.org/"><circle r="8"/></a>"""

    def harmful(answer: Any) -> Any:
        (one,) = answer["contents"]
        return {"contents": [{**one, "text": one["text"].replace("</svg>", f"{harm}</svg>")}]}

    host.change["resources/read"] = harmful
    app = host.open(**DRAWN)
    circle = app.locator(".paper circle[r='9']")
    circle.wait_for(state="attached")

    for name in ("script", "foreignObject", "img", "image", "style"):
        assert app.locator(f".paper {name}").count() == 0, name
    assert circle.evaluate("one => [one, one.parentElement].flatMap(it => it.getAttributeNames())") == ["r"]
    assert app.locator(".paper a[href='https://example.org/']").count() == 1
    host.answers()
    assert "ran" not in host.page.evaluate("happened")
    host.page.close()


def test_a_name_is_text(host: Host) -> None:
    name = f'<img src=x onerror="{RAN}"><b>bold</b>'
    host.change["tools/call"] = lambda answer: json.loads(
        json.dumps(answer).replace("BCL2 apoptosis", json.dumps(name)[1:-1])
    )
    node = chosen(host.open(**DRAWN), "BCL2")

    expect(node).to_contain_text("<b>bold</b>")
    assert node.locator("img, b").count() == 0
    assert "ran" not in host.page.evaluate("happened")


def test_who_is_not_the_host_is_not_heard(host: Host) -> None:
    app = host.open(**DRAWN)
    expect(app.get_by_role("heading", level=1)).to_contain_text("Apoptosis")
    cancelled = "{ jsonrpc: '2.0', method: 'ui/notifications/tool-cancelled', params: { reason: 'a lie' } }"
    speak = f"<script>parent.frames[0].postMessage({cancelled}, '*'); parent.postMessage('spoken', '*')</script>"
    host.page.evaluate(
        """html => new Promise(done => {
          addEventListener("message", ({ data }) => { if (data === "spoken") done(); });
          document.body.appendChild(Object.assign(document.createElement("iframe"), { srcdoc: html }));
        })""",
        speak,
    )
    host.answers()

    expect(app.get_by_text("a lie")).to_have_count(0)
    host.says("ui/notifications/tool-cancelled", {"reason": "the truth"})
    expect(app.get_by_text("The call was cancelled: the truth.")).to_be_visible()


@pytest.mark.parametrize(
    ("url", "opened"),
    [
        ("https://example.org/gene", [{"url": "https://example.org/gene"}]),
        (f"javascript:{RAN}", []), ("data:text/html,x", []), ("//example.org", []), ("biofacts://pathway/WP:WP254", []),
    ],
)  # fmt: skip
def test_only_addresses_of_the_web_are_opened(url: str, opened: list[Any], host: Host) -> None:
    def elsewhere(answer: Any) -> Any:
        return {**answer, "structuredContent": {**answer["structuredContent"], "url": url}}

    app = host.open(**DRAWN)
    node = chosen(app, "BCL2")
    host.change["tools/call"] = elsewhere
    node.get_by_role("button", name="BCL2 NCBIGene:596").click()
    node.get_by_role("link", name="Its page at").click()
    host.answers()

    assert host.happened("ui/open-link") == opened
    assert "ran" not in host.page.evaluate("happened")
    assert len(host.page.context.pages) == 1


@pytest.mark.parametrize("older", ["held[0]", "{ id: held[0].id, error: { code: -32000, message: 'Too late.' } }"])
def test_what_was_asked_last_is_shown_whatever_comes_last(older: str, host: Host) -> None:
    app = host.open(**DRAWN)
    app.locator("summary", has_text="Light up").click()
    light = app.get_by_role("button", name="Light up", exact=True)
    host.page.evaluate("hold = 'tools/call'")
    for name in ("TP53", "BAX"):
        app.get_by_label(BOX).fill(name)
        light.evaluate("one => { one.disabled = false }")
        light.click()
    host.page.wait_for_function("() => held.length === 2")
    host.page.evaluate("post(held[1])")
    expect(app.get_by_text("Highlighted: BAX.")).to_be_visible()
    host.page.evaluate(f"post({older})")
    host.is_done()

    assert app.get_by_text("Highlighted: BAX.").is_visible()
    assert app.get_by_text("Highlighted: TP53.").count() == app.get_by_text("Too late.").count() == 0


def test_a_host_without_room_is_told_of(host: Host) -> None:
    app = host.open(**DRAWN)
    app.get_by_role("button", name="Full screen").click()

    expect(app.get_by_role("alert")).to_contain_text("There is no room.")
    expect(app.locator(".paper > svg")).to_be_visible()
