"""The page in a real browser: what visitors do, what assistive technology finds, and that drawings run nothing."""

# pyright: reportMissingImports=false, reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false, reportUnknownParameterType=false, reportUnknownLambdaType=false

import re
from collections.abc import Callable, Generator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browsing import (
    BY_KEYS,
    NARROW,
    PAGES,
    VISITS,
    chromium,
    opened,
    reads_without_scripts,
    stick_out,
    types,
    view_of,
    violations,
    visitor,
)
from tests.drawing import TWINS
from tests.hostile_drawings import DRAWN
from tests.visiting import page_served


@pytest.fixture(scope="module")
def base() -> Generator[str]:
    with page_served(*DRAWN.values(), TWINS) as address:
        yield address


@pytest.fixture(scope="module")
def browser() -> Generator[Browser]:
    with chromium() as started:
        yield started


@pytest.mark.parametrize("visit", VISITS, ids=lambda visit: visit.__name__)
def test_a_visitor(browser: Browser, base: str, visit: Callable[[Page], None]) -> None:
    with visitor(browser, base) as page:
        visit(page)


@pytest.mark.parametrize("task", BY_KEYS, ids=lambda task: task.__name__)
def test_a_task_without_a_mouse(browser: Browser, base: str, task: Callable[[Page], None]) -> None:
    with visitor(browser, base) as page:
        task(page)


def test_a_visitor_without_scripts(browser: Browser, base: str) -> None:
    with visitor(browser, base, java_script_enabled=False) as page:
        reads_without_scripts(page)


@pytest.mark.parametrize("width", [320, 768, 1280, 2560])
def test_nothing_sticks_out_of_any_window(browser: Browser, base: str, width: int) -> None:
    """Nor do scripts complain there."""
    with visitor(browser, base, {**NARROW, "width": width}) as page:
        found = {}
        for name, path in PAGES.items():
            opened(page, path)
            found[name] = stick_out(page)

    assert found == {name: [] for name in PAGES}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(browser: Browser, base: str, scheme: str) -> None:
    with visitor(browser, base, color_scheme=scheme) as page:
        found = {}
        for name, path in PAGES.items():
            opened(page, path)
            page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
            found[name] = violations(page)

    assert found == {name: [] for name in PAGES}


@pytest.mark.parametrize("name", DRAWN)
def test_a_drawing_that_means_harm_does_none(browser: Browser, base: str, name: str) -> None:
    """What it would run, or ask elsewhere, the visitor complains of."""
    with visitor(browser, base) as page:
        opened(page, f"/pathway/WP:{name}?highlight=BAX")
        for node in page.locator(".paper .node").all():
            node.dispatch_event("click")
            expect(page.locator("#node h3").first).to_be_visible()
        page.locator("#goto").select_option(index=1)
        scripts: list[str] = page.evaluate("[...document.scripts].map((one) => new URL(one.src).pathname)")
        page.goto(f"/pathway/WP:{name}.svg")
        drawn = page.evaluate("document.documentElement.tagName")

    assert {script.rpartition("/")[0] for script in scripts} == {"/static"}
    assert drawn == "svg"


def test_nodes_of_one_label_and_groups_can_be_gone_to(browser: Browser, base: str) -> None:
    with visitor(browser, base) as page:
        opened(page, "/pathway/WP:WP9990")
        options = page.locator("#goto option").all_inner_texts()
        page.locator("#goto").select_option(label="BAX + Bid")
        expect(page.locator("#node h3").first).to_contain_text("BAX + Bid")

    assert options[1:] == ["BAX (1 of 2)", "BAX (2 of 2)", "BAX + Bid", "Bid"]


def test_a_finger_moves_the_drawing_once_it_is_near(browser: Browser, base: str) -> None:
    """Before, it moves the page."""
    with visitor(browser, base, NARROW, has_touch=True) as page:
        opened(page, PAGES["pathway"])
        page.locator(".paper").scroll_into_view_if_needed()
        touched = page.context.new_cdp_session(page)

        def draw(by: int) -> None:
            box = page.locator(".paper").bounding_box()
            assert box is not None
            for kind, moved in (("touchStart", 0), ("touchMove", by / 2), ("touchMove", by), ("touchEnd", None)):
                points = [] if moved is None else [{"x": box["x"] + 200 + moved, "y": box["y"] + 60}]
                touched.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

        whole = view_of(page)
        draw(-80)
        assert view_of(page) == whole
        page.get_by_role("button", name="Zoom in").click()
        near = view_of(page)
        draw(-80)

        assert view_of(page)[0] > near[0]


def test_results_stay_where_slower_ones_fail(browser: Browser, base: str) -> None:
    with visitor(browser, base) as page:
        page.goto("/")
        page.context.route(re.compile(r"\?q=aspirin$"), lambda route: route.fulfill(status=503, body="{}"))
        types(page, "aspirin")

        expect(page.locator("#results .failure")).to_contain_text("The server answered 503.")
        expect(page.locator("#results a[href='/ligand/IUPHAR:4139']")).to_be_visible()


def test_a_server_that_went_away_is_told(browser: Browser, base: str) -> None:
    with visitor(browser, base) as page:
        opened(page, PAGES["pathway"])
        page.context.route("**/*", lambda route: route.abort())
        page.locator("#goto").select_option(label="BCL2")
        expect(page.locator("#node")).to_contain_text("could not be asked")
        page.context.unroute_all()
        page.context.route("**/?q=*", lambda route: route.fulfill(status=502))
        types(page, "p53")

        expect(page.locator("#results .failure")).to_contain_text("The server answered 502.")
