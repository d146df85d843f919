"""Whatever is sent, the answer is a page, a record or an error envelope that fits the published schema."""

import base64
from collections.abc import Callable, Generator

import msgspec
import pytest
from anyio.from_thread import BlockingPortal, start_blocking_portal
from hypothesis import given, settings
from hypothesis import strategies as st

from biofacts.application.tools.all_tools import TOOLS, call
from biofacts.application.tools.tool import ErrorEnvelope
from biofacts.domain.answers.pages import encode_cursor
from tests import hostile, servers

pytestmark = pytest.mark.thorough

EXAMPLES = 50
"""For each tool on each event loop, each over sample and replayed upstreams."""

STRICT = [name for name, tool in TOOLS.items() if tool.strict]
LISTING = [name for name, tool in TOOLS.items() if not tool.strict]


def nested(depth: int) -> object:
    inside: object = []
    for _ in range(depth):
        inside = [inside]
    return inside


Ask = Callable[[str, dict[str, object]], list[str]]
"""Calls a tool over the sample and over the replayed upstreams, checks both answers, and tells their kinds."""


@pytest.fixture(scope="module", params=["asyncio", "trio"])
def portal(request: pytest.FixtureRequest) -> Generator[BlockingPortal]:
    """An event loop beside the tests: what draws examples may end with an exception that no loop survives."""
    with start_blocking_portal(backend=str(request.param)) as portal:
        yield portal


@pytest.fixture(scope="module")
def ask(portal: BlockingPortal) -> Generator[Ask]:
    with (
        portal.wrap_async_context_manager(servers.sample()) as sample,
        portal.wrap_async_context_manager(hostile.replayed()) as replayed,
    ):

        def ask(tool: str, given: dict[str, object]) -> list[str]:
            return [
                hostile.check(tool, portal.call(call, TOOLS[tool], use_cases, given))
                for use_cases in (sample, replayed)
            ]

        yield ask


@pytest.mark.parametrize("tool", TOOLS)
@settings(max_examples=EXAMPLES)
@given(data=st.data())
def test_any_arguments_get_an_answer_that_fits_the_schema(tool: str, ask: Ask, data: st.DataObject) -> None:
    ask(tool, data.draw(hostile.arguments(tool)))


@pytest.mark.parametrize("tool", TOOLS)
def test_words_that_find_something_still_find_it(tool: str, ask: Ask) -> None:
    """Else the property above would hold of a server that refuses everything."""
    name = next(iter(msgspec.structs.fields(TOOLS[tool].arguments))).name
    kinds = [kind for word in hostile.WORDS[tool] for kind in ask(tool, {name: word, **hostile.BESIDE.get(tool, {})})]

    assert kinds.count("record" if TOOLS[tool].strict else "page") >= 2


@pytest.mark.parametrize("tool", TOOLS)
def test_a_text_of_a_megabyte_is_refused_wherever_it_stands(tool: str, ask: Ask) -> None:
    """No clock is asked: what grew with the square of the length took an hour, and would here."""
    kinds = {kind for given in hostile.megabytes(tool) for kind in ask(tool, given)}

    assert kinds <= {"AMBIGUOUS_QUERY", "UNRESOLVED_ENTITY", "ENTITY_NOT_FOUND"}


UNWRITABLE = {
    "a number of 5,000 digits": 10**5000,
    "lists in lists": nested(100_000),
    "lists in an object": {"a": nested(5_000)},
    "no number": float("nan"),
    "bytes": b"WP:WP534",
}


@pytest.mark.parametrize("tool", STRICT)
@pytest.mark.parametrize("name", UNWRITABLE)
def test_what_cannot_be_written_down_is_no_identifier(tool: str, name: str, ask: Ask) -> None:
    assert ask(tool, {TOOLS[tool].kind.id_argument: UNWRITABLE[name]}) == ["UNRESOLVED_ENTITY"] * 2


@pytest.mark.parametrize("tool", LISTING)
@pytest.mark.parametrize("name", UNWRITABLE)
def test_what_cannot_be_written_down_is_no_argument(tool: str, name: str, ask: Ask) -> None:
    first = next(iter(msgspec.structs.fields(TOOLS[tool].arguments))).name
    for argument in (first, "page_size", "cursor", "unheard of"):
        given = {first: hostile.WORDS[tool][0], argument: UNWRITABLE[name]}

        assert ask(tool, given) == ["AMBIGUOUS_QUERY"] * 2


async def test_the_hint_of_a_page_size_that_is_too_large_can_be_followed() -> None:
    async with servers.sample() as use_cases:
        outcome = await call(TOOLS["search_pathways"], use_cases, {"query": 7, "page_size": 10**4000})

    assert isinstance(outcome, ErrorEnvelope)
    assert "search_pathways with query='glycolysis'" in outcome.error.recovery_hint


async def test_an_unknown_argument_is_named_without_what_nobody_sees() -> None:
    async with servers.sample() as use_cases:
        outcome = await call(TOOLS["search_pathways"], use_cases, {"query": "tp53", "a\x1b[31m\u202eb\x00": 1})

    assert isinstance(outcome, ErrorEnvelope)
    assert "`a[31mb`" in outcome.error.message


@pytest.mark.parametrize("tool", LISTING)
@pytest.mark.parametrize("argument", ["page_size", "cursor", "\udfff"])
def test_a_lone_surrogate_is_no_argument(tool: str, argument: str, ask: Ask) -> None:
    first = next(iter(msgspec.structs.fields(TOOLS[tool].arguments))).name

    assert ask(tool, {first: hostile.WORDS[tool][0], argument: "\udfff"}) == ["AMBIGUOUS_QUERY"] * 2


@pytest.mark.parametrize("depth", [10, 900, 2_000])
def test_a_cursor_of_lists_in_lists_is_damaged(depth: int, ask: Ask) -> None:
    cursor = base64.urlsafe_b64encode(b'[0,"","",' + b"[" * depth).decode()

    assert ask("search_pathways", {"query": "tp53", "cursor": cursor}) == ["AMBIGUOUS_QUERY"] * 2


@pytest.mark.parametrize("version", ["", ".", "..", "../../../etc/passwd", "round-99", "x" * 500])
@pytest.mark.parametrize("tool", LISTING)
def test_a_forged_cursor_leads_nowhere(tool: str, version: str, ask: Ask) -> None:
    """Its digest is right, as whoever reads the source can make it; but there is no such release."""
    word = hostile.WORDS[tool][0]
    listing = (tool, *(["symbol:tp53", "ensembl_gene:TP53"] if "gene" in tool else [word.casefold()]), "")
    first = next(iter(msgspec.structs.fields(TOOLS[tool].arguments))).name
    kinds = ask(tool, {first: word, "cursor": encode_cursor(0, version, listing)})
    ends_well = tool == "search_compounds" and version in ("", "round-99")  # rounds are bounded by what a page may ask

    assert kinds == ["AMBIGUOUS_QUERY", "page" if ends_well else "AMBIGUOUS_QUERY"]


@pytest.mark.parametrize("offset", [-1, -(2**62)])
def test_there_is_no_page_before_the_first(offset: int, ask: Ask) -> None:
    cursor = encode_cursor(offset, "sample", ("search_pathways", "glycolysis", ""))

    assert ask("search_pathways", {"query": "glycolysis", "cursor": cursor}) == ["AMBIGUOUS_QUERY"] * 2
