"""What a visitor does with the page in a browser; the tests do it over the sample, `bench/page.py` over any source.

The browser is the system's own Chromium, driven by Playwright, which is in a dependency group of its own (`browser`).
"""

# Where Playwright is not installed, type checkers know nothing of it.
# pyright: reportMissingImports=false, reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false, reportUnknownParameterType=false, reportMissingTypeStubs=false
# pyright: reportUnknownLambdaType=false

import re
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.places import CHROMIUM

WIDE: Mapping[str, int] = {"width": 1280, "height": 900}
NARROW: Mapping[str, int] = {"width": 360, "height": 740}
PATIENCE = 20_000
"""Milliseconds after which a test gives up; nothing is measured with it."""

PAGES: Mapping[str, str] = {
    "home": "/", "search": "/?q=apoptosis", "nothing": "/?q=qqzzxx",
    "pathway": "/pathway/WP:WP254?highlight=TP53%0ABAX=1.5&drugs=1",
    "list": "/pathway/WP:WP254/ligand", "gene": "/gene/HGNC:990", "target": "/target/IUPHAR:2844",
    "ligand": "/ligand/IUPHAR:2713", "compound": "/compound/PubChem:CID2244",
    "components": "/pathway/WP:WP254/components", "node": "/pathway/WP:WP254/node/BCL2",
    "enrichment": "/enrich?genes=TP53,BAX,BCL2,APAF1,COX2", "ranking": "/enrich", "failure": "/ligand/2713",
    "compare": "/compare?one=WP254&other=WP707",
    "interactions": "/ligand/IUPHAR:2713/interactions",
}  # fmt: skip
"""One page of each sort."""

APOPTOSIS = "/pathway/WP:WP254"
BOX = "Genes, compounds or ids"


@contextmanager
def chromium(program: str = CHROMIUM or "") -> Generator[Browser]:
    """A browser, without a window."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield browser
        browser.close()


@contextmanager
def visitor(browser: Browser, base: str, size: Mapping[str, int] = WIDE, **more: Any) -> Generator[Page]:
    """An empty window of a visitor to the page at `base`.

    Raises at the end: AssertionError for whatever scripts or the policy of contents complained of, for a dialog, and
    for a request to anywhere else.
    """
    complaints: list[str] = []
    context = browser.new_context(base_url=base, viewport=cast("Any", size), accept_downloads=True, **more)
    page = context.new_page()
    page.set_default_timeout(PATIENCE)

    def said(message: Any) -> None:
        # That an address answers 404 is no complaint: what is shown there says what went wrong.
        if message.type == "error" and "Failed to load resource" not in message.text:
            complaints.append(f"{page.url}: {message.text}")

    def asked(dialog: Any) -> None:
        complaints.append(f"{page.url}: a dialog: {dialog.message}")
        dialog.dismiss()

    def requested(request: Any) -> None:
        if not request.url.startswith(f"{base}/"):
            complaints.append(f"{page.url}: asked for {request.url}")

    page.on("console", said)
    page.on("dialog", asked)
    page.on("request", requested)
    page.on("pageerror", lambda error: complaints.append(f"{page.url}: {error}"))
    yield page
    context.close()
    assert complaints == []


def opened(page: Page, path: str) -> None:
    """Open a place of the page, with what comes a moment later."""
    page.goto(path)
    expect(page.locator("[data-from]")).to_have_count(0)


def chosen_node(page: Page, label: str) -> Any:
    """Choose a node of the drawing from the list. Returns: where it is told what is known of it, once that is there."""
    page.locator("#goto").select_option(label=label)
    told = page.locator("#node")
    told.get_by_role("link").first.wait_for()
    return told


def types(page: Page, text: str) -> None:
    """Open the search and type at once."""
    page.goto("/")
    expect(page.get_by_role("searchbox")).to_be_focused()  # a moment after it is loaded; keys before that are nobody's
    page.keyboard.type(text)


def types_and_picks(page: Page) -> None:
    types(page, "apopt")
    expect(page.locator("#said")).to_contain_text("Results of")
    expect(page).to_have_title("apopt – biofacts")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url("**/pathway/*")
    page.go_back()
    expect(page.get_by_role("searchbox")).to_have_value("apopt")
    expect(page.get_by_role("link", name="Apoptosis").first).to_be_visible()
    page.get_by_role("searchbox").fill("HER2")
    expect(page.get_by_role("link", name="ERBB2", exact=True)).to_be_visible()
    expect(page.get_by_text("matched by its alias HER")).to_be_visible()
    page.get_by_role("searchbox").fill("H")
    expect(page.locator("#said")).to_contain_text("too short")
    page.get_by_role("searchbox").fill("")
    expect(page.get_by_text("For example:")).to_be_visible()
    expect(page).to_have_title("biofacts")


def keeps_the_place(page: Page) -> None:
    """Who has moved on into the results stays there when those come that take longer."""
    types(page, "aspirin")
    page.locator("#results th a").first.wait_for()
    page.keyboard.press("ArrowDown")
    place = page.locator("#results a:focus").get_attribute("href")
    page.locator("#results a[href^='/compound/']").first.wait_for()
    expect(page.locator("#results a:focus")).to_have_attribute("href", place or "")


def follows_links(page: Page) -> None:
    """Pathway, genes, target, drug, compound."""
    page.goto(APOPTOSIS)
    page.locator("#linked a[href^='/gene/']").first.wait_for()
    page.locator("#linked a[href$='/gene']").click()
    page.wait_for_url("**/pathway/*/gene")
    page.get_by_role("link", name="BCL2", exact=True).click()
    page.wait_for_url("**/gene/HGNC:*")
    page.locator(".links a[href^='/target/']").first.click()
    page.wait_for_url("**/target/IUPHAR:*")
    page.locator("#linked a[href^='/ligand/']").first.click()
    page.wait_for_url("**/ligand/IUPHAR:*")
    page.locator("#linked a[href^='/compound/']").first.click()
    page.wait_for_url("**/compound/PubChem:CID*")


def zooms(page: Page) -> None:
    page.goto(APOPTOSIS)
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
    dragged = view_of(page)
    assert dragged[0] > moved[0]
    page.mouse.wheel(0, -200)
    expect(page.locator(".paper > svg")).not_to_have_attribute("viewBox", re.compile(rf"\s{dragged[2]:.2f}\s"))
    zoomed = view_of(page)
    page.wait_for_url(lambda url: f"view={zoomed[0]:.1f}" in url)
    page.reload()
    page.locator(".tools").wait_for()
    assert all(abs(one - other) < 0.2 for one, other in zip(view_of(page), zoomed, strict=True))
    page.locator(".paper").focus()
    page.keyboard.press("0")
    assert view_of(page)[2] == round(whole[2], 2)


def lets_go_elsewhere(page: Page) -> None:
    """A drawing follows no pointer that was let go of beside it."""
    page.goto(APOPTOSIS)
    page.locator(".tools").wait_for()
    page.get_by_role("button", name="Zoom in").click()
    page.locator(".paper").scroll_into_view_if_needed()
    box = page.locator(".paper").bounding_box()
    assert box is not None
    before = view_of(page)
    page.mouse.move(box["x"] + 2, box["y"] + 200)
    page.mouse.down()
    page.mouse.move(box["x"] - 2, box["y"] + 200)
    page.mouse.up()
    page.mouse.move(box["x"] + 200, box["y"] + 300, steps=4)
    assert view_of(page) == before


def prints_the_whole(page: Page) -> None:
    page.goto(APOPTOSIS)
    page.locator(".tools").wait_for()
    whole = view_of(page)
    page.get_by_role("button", name="Zoom in").click()
    near = view_of(page)
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert view_of(page) == whole
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert view_of(page) == near


def goes_to_what_is_not_there(page: Page) -> None:
    """By an address: what was told before goes, and why nothing is told is said."""
    page.goto(APOPTOSIS)
    told = chosen_node(page, "BAX")
    page.evaluate("location.hash = 'node=missing'")
    expect(told).to_contain_text("no node and no group 'missing'")
    chosen_node(page, "BAX")
    page.wait_for_url(re.compile("#.*node="))
    page.evaluate("location.hash = ''")
    expect(told).to_be_hidden()


def lights_up_too_much(page: Page) -> None:
    page.goto(APOPTOSIS)
    page.locator(".tools").wait_for()
    page.get_by_label(BOX).fill("\n".join(f"G{number}" for number in range(501)))
    page.get_by_role("button", name="Light up").click()
    expect(page.get_by_text("At most 500 names")).to_be_visible()
    assert "highlight" not in page.url


def chooses_a_node(page: Page) -> None:
    """By a click, whose address reopens it, and from the list."""
    page.goto(APOPTOSIS)
    page.locator('.paper .node[data-label="BCL2"]').first.click()
    told = page.locator("#node")
    expect(told.get_by_role("link", name="gene HGNC:990")).to_be_visible()
    page.wait_for_url(re.compile("#.*node="))
    page.reload()
    expect(told.get_by_role("link", name="gene HGNC:990")).to_be_visible()
    page.locator(".paper").focus()
    page.keyboard.press("Escape")
    expect(told).to_be_hidden()
    expect(chosen_node(page, "BAX").get_by_role("link", name="gene HGNC:959")).to_be_visible()


def lights_up(page: Page) -> None:
    """A list, which is then looked for in all pathways."""
    page.goto(APOPTOSIS)
    page.get_by_label(BOX).fill("p53\nBAX=1.5\nnothing like it")
    page.get_by_role("button", name="Light up").click()
    expect(page.get_by_text("Highlighted: p53, BAX.")).to_be_visible()
    expect(page.locator(".unmatched")).to_contain_text("nothing like it")
    assert page.locator(".paper .lit").count() >= 2
    page.get_by_label(BOX).fill("TP53\nBAX=1.5\nBCL2\nAPAF1")
    page.get_by_role("button", name="Find enriched pathways").click()
    page.wait_for_url("**/enrich?*")
    expect(page.get_by_role("link", name="Apoptosis").first).to_be_visible()
    page.get_by_role("link", name="Apoptosis").first.click()
    expect(page.get_by_text("Highlighted: ")).to_contain_text("BCL2")


def sends_a_link(page: Page) -> None:
    """Whoever gets the address sees what its sender saw."""
    page.goto(APOPTOSIS)
    page.get_by_label(BOX).fill("TP53\nBAX=1.5")
    page.get_by_role("button", name="Light up").click()
    expect(page.get_by_text("Highlighted: TP53, BAX.")).to_be_visible()
    chosen_node(page, "TP53")
    page.wait_for_url(re.compile("#view=.*&node="))
    seen = view_of(page)
    page.goto("/")
    page.go_back()
    page.locator(".tools").wait_for()

    expect(page.get_by_text("Highlighted: TP53, BAX.")).to_be_visible()
    expect(page.locator("#node").get_by_role("link", name="gene HGNC:11998")).to_be_visible()
    assert all(abs(one - other) < 0.2 for one, other in zip(view_of(page), seen, strict=True))


def downloads(page: Page) -> None:
    page.goto(f"{APOPTOSIS}?highlight=TP53")
    files = {
        "SVG": ("WP254.svg", b"<svg"), "PNG": ("WP254.png", b"\x89PNG"), "JSON": ("WP254.json", b'{"id":"WP:WP254"'),
        "nodes as CSV": ("WP254-components.csv", b"id,label"),
    }  # fmt: skip
    for link, (name, start) in files.items():
        with page.expect_download() as coming:
            page.locator(".downloads").get_by_role("link", name=link, exact=True).click()
        body = Path(coming.value.path()).read_bytes()
        assert (coming.value.suggested_filename, body[: len(start)]) == (name, start)
    page.goto(f"{APOPTOSIS}/gene")
    with page.expect_download() as coming:
        page.get_by_role("link", name="CSV").click()
    assert Path(coming.value.path()).read_bytes().startswith(b"id,")


def by_keys_alone(page: Page) -> None:
    """To the drawing, with the focus seen at every step, and over what is in it."""
    page.goto(APOPTOSIS)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    reached: list[str] = []
    while "paper" not in reached[-1:] and len(reached) < 80:
        page.keyboard.press("Tab")
        reached.append(page.evaluate("document.activeElement.className || document.activeElement.id"))
        outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
        assert outline != "none", f"no focus is seen on {reached[-1]}"
        reached[-1] = "paper" if "paper" in reached[-1] else reached[-1]
    assert reached[-1] == "paper", reached
    whole = view_of(page)
    page.keyboard.press("+")
    assert view_of(page)[2] < whole[2]
    page.locator("#goto").focus()
    page.keyboard.type("BAX")
    expect(page.locator("#node").get_by_role("link", name="gene HGNC:959")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#node")).to_be_hidden()


def reads_a_file(page: Page) -> None:
    """Its usual columns are recognised; of a large one, the columns in use are sent."""
    page.goto("/enrich")
    names = ["TP53", "BAX", "BCL2", "CASP3", "MDM2", *(f"ENSG{number:011}" for number in range(7_000))]
    numbers = ",".join(["-1.23456789012345"] * 12)
    rows = [f'"{name}",{numbers},{0.001 if place < 5 else 0.512345678901234}' for place, name in enumerate(names)]
    table = "\n".join((f'"",{",".join(f"s{place}" for place in range(11))},"log2FoldChange","padj"', *rows)).encode()
    page.locator("[data-into=given]").set_input_files({"name": "de.csv", "mimeType": "text/csv", "buffer": table})
    expect(page.locator("[name=p]")).to_have_value("padj")
    expect(page.locator("[name=value]")).to_have_value("log2FoldChange")
    with page.expect_request(lambda request: request.method == "POST") as sent:
        page.get_by_role("button", name="Find pathways").click()
    expect(page.get_by_text("Read 5 names from the column without a heading (7005 rows)")).to_be_visible()

    assert len(table) > 1_400_000
    assert len(sent.value.post_data_buffer or b"") < 1024 * 1024


# Twelve tasks without a mouse


def tabs_to(page: Page, selector: str, most: int = 300) -> None:
    """Press Tab until the focus is on such an element, and is seen there."""
    for _ in range(most):
        page.keyboard.press("Tab")
        if page.evaluate("(one) => document.activeElement.matches(one)", selector):
            outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
            assert outline != "none", f"no focus is seen on {selector}"
            return
    raise AssertionError(f"{selector} cannot be reached with Tab")


def writes(page: Page, selector: str, text: str) -> None:
    """Go to a field, and replace what is in it."""
    tabs_to(page, selector)
    page.keyboard.press("Control+a")
    page.keyboard.type(text)


def presses(page: Page, selector: str, key: str = "Enter") -> None:
    """Go to a link or button, and press it."""
    tabs_to(page, selector)
    page.keyboard.press(key)


def skips_to_the_content(page: Page) -> None:
    page.goto(APOPTOSIS)
    presses(page, ".skip")
    page.keyboard.press("Tab")
    assert page.evaluate("document.getElementById('main').contains(document.activeElement)")


def searches_by_keys(page: Page) -> None:
    types(page, "HER2")
    expect(page.get_by_role("link", name="ERBB2", exact=True)).to_be_visible()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url("**/gene/HGNC:3430")


def opens_an_identifier(page: Page) -> None:
    page.goto("/gene/HGNC:990")
    writes(page, "#top-q", "WP254")
    page.keyboard.press("Enter")
    page.wait_for_url("**/pathway/WP:WP254")


def limits_a_search(page: Page) -> None:
    """To one kind, and page by page."""
    types(page, "apoptosis")
    tabs_to(page, "#kind")
    page.keyboard.type("path")
    expect(page.locator("#of-pathway")).to_be_visible()
    page.wait_for_url("**kind=pathway**")


def moves_the_drawing(page: Page) -> None:
    page.goto(APOPTOSIS)
    page.locator(".tools").wait_for()
    whole = view_of(page)
    tabs_to(page, ".paper")
    page.keyboard.press("+")
    page.keyboard.press("ArrowRight")
    assert view_of(page)[2] < whole[2]
    page.keyboard.press("0")
    assert view_of(page)[2] == round(whole[2], 2)


def goes_from_a_node_to_its_record(page: Page) -> None:
    page.goto(APOPTOSIS)
    page.locator(".tools").wait_for()
    tabs_to(page, "#goto")
    page.keyboard.type("BAX")
    expect(page.locator("#node").get_by_role("link", name="gene HGNC:959")).to_be_visible()
    presses(page, "#node a[href='/gene/HGNC:959']")
    page.wait_for_url("**/gene/HGNC:959")


def goes_from_a_record_to_its_drawing(page: Page) -> None:
    opened(page, "/gene/HGNC:990")
    presses(page, "#linked a[href^='/pathway/WP:WP254']")
    expect(page.get_by_text("Highlighted: HGNC:990.")).to_be_visible()


def lights_up_by_keys(page: Page) -> None:
    page.goto(APOPTOSIS)
    writes(page, "#highlight", "TP53=2")
    presses(page, "#lists button")
    expect(page.get_by_text("Highlighted: TP53.")).to_be_visible()


def makes_a_figure(page: Page) -> None:
    page.goto(f"{APOPTOSIS}?highlight=TP53%3D2")
    presses(page, "#lists summary")
    writes(page, "[name=caption]", "fold change")
    page.keyboard.press("Enter")
    page.wait_for_url("**caption=fold+change**")
    assert "palette" not in page.url  # what is empty is left out
    expect(page.locator(".paper")).to_contain_text("fold change")
    writes(page, "#lists [name=width]", "90mm")
    with page.expect_download() as coming:
        presses(page, "#lists button[formaction$='.pdf']")
    assert Path(coming.value.path()).read_bytes().startswith(b"%PDF")


def tests_a_table(page: Page) -> None:
    """From the line of links to the pathways of a pasted table, and their plot as a file."""
    page.goto("/")
    presses(page, "nav a[href='/enrich']")
    page.wait_for_url("**/enrich")
    tabs_to(page, "#given")
    rows = [f"{gene}\t{number}\t0.0{number}" for number, gene in enumerate(("TP53", "BAX", "BCL2", "CASP3", "MDM2"), 3)]
    page.keyboard.insert_text("\n".join(("symbol\tlogFC\tFDR", *rows)))
    presses(page, "#list button")
    expect(page.get_by_text("Read 2 names from the column 'symbol' (5 rows)")).to_have_count(1)
    writes(page, "[name=cutoff]", "0.5")
    presses(page, "#list button")
    expect(page.locator(".plot circle").first).to_be_visible()
    with page.expect_download() as coming:
        presses(page, "[form=again][formaction$='.svg']")
    assert Path(coming.value.path()).read_bytes().startswith(b"<?xml")


def says_which_is_meant(page: Page) -> None:
    page.goto("/enrich?genes=p53,MDM2,CASP3,COX2")
    presses(page, "[name=instead]")
    page.wait_for_url("**HGNC%3A9605**")
    expect(page.get_by_text("4 genes of the list were resolved")).to_be_visible()


def compares(page: Page) -> None:
    page.goto("/compare")
    writes(page, "[name=one]", "WP254")
    writes(page, "[name=other]", "WP707")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="In both").first).to_be_visible()
    presses(page, "h2 a[href^='/pathway/WP:WP254']")
    expect(page.get_by_text("Highlighted: ")).to_contain_text("TP53")


BY_KEYS: tuple[Callable[[Page], None], ...] = (
    skips_to_the_content, searches_by_keys, opens_an_identifier, limits_a_search, moves_the_drawing,
    goes_from_a_node_to_its_record, goes_from_a_record_to_its_drawing, lights_up_by_keys, makes_a_figure, tests_a_table,
    says_which_is_meant, compares,
)  # fmt: skip
"""Twelve tasks without a mouse."""


def reads_without_scripts(page: Page) -> None:
    page.goto("/")
    page.get_by_role("searchbox").fill("apoptosis")
    page.get_by_role("button", name="Search").click()
    page.get_by_role("link", name="Apoptosis").first.click()
    assert page.get_by_role("heading", level=1).inner_text().startswith("Apoptosis")
    assert page.locator(".paper > svg").is_visible()
    page.get_by_label(BOX).fill("TP53")
    page.get_by_role("button", name="Light up").click()
    assert page.get_by_text("Highlighted: TP53.").is_visible()
    page.get_by_role("link", name="Everything that is drawn").click()
    page.get_by_role("link", name="BCL2", exact=True).first.click()
    page.get_by_role("link", name="gene HGNC:990").click()
    page.wait_for_url("**/gene/HGNC:990")


VISITS: tuple[Callable[[Page], None], ...] = (
    types_and_picks, keeps_the_place, follows_links, zooms, lets_go_elsewhere, prints_the_whole, chooses_a_node,
    goes_to_what_is_not_there, lights_up, lights_up_too_much, sends_a_link, downloads, reads_a_file, by_keys_alone,
)  # fmt: skip
"""What a visitor with scripts does."""


def view_of(page: Page) -> list[float]:
    """What of the drawing is seen: left, top, width, height."""
    text = page.locator(".paper > svg").get_attribute("viewBox") or ""
    return [float(one) for one in text.split()]


def stick_out(page: Page) -> list[str]:
    """What makes the page wider than its window, so that one has to move it sideways to read."""
    found: list[str] = page.evaluate(
        """() => document.documentElement.scrollWidth <= innerWidth ? [] : [...document.querySelectorAll("body *")]
        .filter((one) => one.getBoundingClientRect().right > innerWidth + 1).map((one) => one.outerHTML.slice(0, 99))"""
    )
    return found


def violations(page: Page) -> list[str]:
    """What axe-core finds, of whatever impact."""
    from axe_playwright_python.sync_playwright import Axe

    found = Axe().run(page).response["violations"]
    return [
        f"{one['impact']}: {one['id']}: {'; '.join(node['html'][:120] for node in one['nodes'][:3])}" for one in found
    ]
