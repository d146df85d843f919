"""The MCP server, driven by the SDK's own client in both eras of the protocol."""

import base64
import json
import os
import re
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from typing import Any, Literal, cast

import anyio
import jsonschema  # type: ignore[import-untyped]  # has no types of its own; pyright brings some
import msgspec
import pytest
from mcp import Client, MCPError, types

from biofacts.adapters.mcp.server import build
from biofacts.adapters.mcp.server_texts import instructions
from biofacts.adapters.mcp.tool_schemas import tool_entry
from biofacts.application.tools.all_tools import TOOLS, call, offered
from biofacts.application.tools.tool import failed
from biofacts.application.use_cases import UseCases
from biofacts.composition.container import Container, running
from biofacts.composition.server import app_document
from biofacts.composition.settings import Settings
from biofacts.domain.answers.advice_and_phrasing import json_size
from biofacts.domain.answers.errors import UpstreamError
from tests import servers

Era = Literal["auto", "legacy"]

SNAPSHOT = Path(__file__).with_name("tools.json")
SAMPLE = Settings(source="sample")
INSTRUCTIONS = instructions(TOOLS)
MOST_BYTES, MOST_OF_ALL = 10_000, 20_000
_TWO_FORMS = ("enrich_pathways", "find_links")
"""Tools with two forms of success that have different members: counts or a list, an overlap or a ranking."""
"""Of the ten tools of the mission, and of all tools, as they go over the wire."""
MISSION = (
    "search_pathways", "get_pathway", "get_pathways_for_gene", "get_pathway_components", "search_compounds",
    "get_compound", "search_ligands", "get_ligand", "search_targets", "get_target",
)  # fmt: skip
VALIDATOR: Any = jsonschema.Draft202012Validator

CALLS: list[tuple[str, Mapping[str, object]]] = [
    ("search_pathways", {"query": "glycolysis"}),
    ("search_pathways", {"query": "human", "page_size": 2, "slim": False}),
    ("search_pathways", {"query": "nonexistent pathway XYZ123"}),
    ("search_pathways", {"query": "apoptsis", "organism": "Mus musculus"}),
    ("get_pathways_for_gene", {"gene_id": "tp53"}),
    ("get_pathways_for_gene", {"gene_id": "tp53", "slim": True, "page_size": 1}),
    ("get_pathways_for_gene", {"gene_id": "NOSUCHGENE9"}),
    *((tool, {"pathway_id": f"WP:WP{number}"}) for tool in ("get_pathway", "get_pathway_components")
      for number in (534, 656, 4868, 430)),
    *(("get_pathway", {"pathway_id": "WP:WP534", "detail": detail}) for detail in ("brief", "all")),
]  # fmt: skip
FAILURES: list[tuple[str, Mapping[str, object], str]] = [
    ("search_pathways", {}, "AMBIGUOUS_QUERY"),
    ("search_pathways", {"query": "a"}, "AMBIGUOUS_QUERY"),
    ("search_pathways", {"query": "ok", "page_size": 0}, "AMBIGUOUS_QUERY"),
    ("search_pathways", {"query": "ok", "unheard": 1}, "AMBIGUOUS_QUERY"),
    ("search_pathways", {"query": 7}, "AMBIGUOUS_QUERY"),
    ("get_pathways_for_gene", {"gene_id": ""}, "AMBIGUOUS_QUERY"),
    ("get_pathway", {"pathway_id": "glycolysis"}, "UNRESOLVED_ENTITY"),
    ("get_pathway", {"pathway_id": 534}, "UNRESOLVED_ENTITY"),
    ("get_pathway", {}, "UNRESOLVED_ENTITY"),
    ("get_pathway", {"pathway_id": "WP:WP99999"}, "ENTITY_NOT_FOUND"),
    ("get_pathway_components", {"pathway_id": "WP534"}, "UNRESOLVED_ENTITY"),
    ("get_pathway_components", {"pathway_id": "WP:WP99999"}, "ENTITY_NOT_FOUND"),
]


@pytest.fixture(params=["auto", "legacy"])
def era(request: pytest.FixtureRequest) -> Era:
    chosen: Era = request.param
    return chosen


@pytest.fixture
async def client(era: Era) -> AsyncGenerator[Client]:
    with anyio.fail_after(20):
        async with Client(build(servers.sample, document=app_document), mode=era) as client:
            yield client


@cache
def schemas() -> dict[str, Any]:
    return {name: tool_entry(tool).output_schema for name, tool in TOOLS.items()}


def validate(tool: str, content: object) -> None:
    VALIDATOR(schemas()[tool]).validate(content)


def text(result: types.CallToolResult) -> str:
    (block,) = result.content
    assert isinstance(block, types.TextContent)
    return block.text


async def test_the_tools_are_listed_with_all_that_a_host_shows(client: Client) -> None:
    tools = (await client.list_tools()).tools

    assert [tool.name for tool in tools] == list(TOOLS)
    for tool in tools:
        assert tool.title
        assert tool.description
        # The protocol defines idempotence for tools that write, and takes an open world for granted.
        assert tool.annotations == types.ToolAnnotations(read_only_hint=True, destructive_hint=False)
        assert tool.input_schema["type"] == "object"
        assert tool.input_schema["additionalProperties"] is False
        assert tool.output_schema is not None
        assert tool.output_schema["type"] == "object"
        answers, _ = tool.output_schema["oneOf"]
        assert len(answers.get("anyOf", [answers])) == (2 if tool.name in _TWO_FORMS else 1)


def test_no_argument_is_asked_for_as_a_header() -> None:
    """The server says so to the SDK without looking."""
    assert "x-mcp-header" not in SNAPSHOT.read_text()


async def test_every_schema_is_a_schema(client: Client) -> None:
    for tool in (await client.list_tools()).tools:
        VALIDATOR.check_schema(tool.input_schema)
        VALIDATOR.check_schema(tool.output_schema)

        assert "#/$defs/" not in json.dumps(tool.input_schema) or "$defs" in tool.input_schema


async def test_a_list_is_offered_in_one_form_and_empty_defaults_are_not_listed(client: Client) -> None:
    (listed,) = (tool for tool in (await client.list_tools()).tools if tool.name == "enrich_pathways")
    arguments = listed.input_schema["properties"]

    assert arguments["background"] == {
        "type": "array", "items": {"type": "string"}, "description": "All that was measured"
    }  # fmt: skip
    assert arguments["grouped"] == {"type": "boolean"}
    assert arguments["min_size"]["default"] == 5
    assert "required" not in listed.input_schema


async def test_both_eras_see_the_same_listing() -> None:
    listings: list[object] = []
    modes: tuple[Era, ...] = ("auto", "legacy")
    for mode in modes:
        async with Client(build(servers.sample, document=app_document), mode=mode) as client:
            tools = (await client.list_tools()).tools
            listings.append([tool.model_dump(mode="json", exclude_none=True) for tool in tools])

    assert listings[0] == listings[1]


async def test_the_listing_is_small(client: Client) -> None:
    listing = await client.list_tools()
    sizes = {tool.name: len(tool.model_dump_json(exclude_none=True, by_alias=True)) for tool in listing.tools}

    assert sum(size for name, size in sizes.items() if name in MISSION) < MOST_BYTES
    assert sum(sizes.values()) < MOST_OF_ALL


def test_the_instructions_teach_the_way_in_under_150_tokens() -> None:
    """However they are counted: by characters, by words, or by every piece of a word that a tokenizer might see."""
    counts = (
        len(INSTRUCTIONS.encode()) / 4,
        len(INSTRUCTIONS.split()) * 4 / 3,
        len(re.findall(r"[A-Za-z]+|\d|[^\sA-Za-z\d]", INSTRUCTIONS)),
    )

    assert max(counts) < 150


def test_the_instructions_name_what_misleads() -> None:
    named = ("search_", "get_", "recovery_hint", "cursor", "score", "find_links", "resolve_many", "guidance", "brief")

    assert [word for word in named if word not in INSTRUCTIONS] == []


async def test_the_numbers_of_the_instructions_are_two_different_things(sample: Container) -> None:
    use = sample.use_cases()
    (number,) = re.findall(r"IUPHAR:\d+", INSTRUCTIONS)
    ligand = await use.lookups["ligand"](number)

    assert f"{number} is {ligand.name} as a ligand" in INSTRUCTIONS


def test_the_instructions_name_no_tool_that_is_not_offered() -> None:
    narrowed = offered("pathways")
    text = instructions(narrowed)

    assert [name for name in TOOLS if name not in narrowed and re.search(rf"\b{name}\b", text)] == []
    assert "use get_pathways_for_gene, not" in text


async def test_the_client_is_given_the_instructions(client: Client) -> None:
    assert client.instructions == INSTRUCTIONS


async def test_identifiers_are_plain_strings_so_that_our_own_error_answers(client: Client) -> None:
    tools = {tool.name: tool for tool in (await client.list_tools()).tools}
    arguments = [
        tools[tool].input_schema["properties"][argument]
        for tool, argument in (
            ("get_pathway", "pathway_id"), ("get_pathway_components", "pathway_id"),
            ("get_pathways_for_gene", "gene_id"), ("search_pathways", "query"),
        )
    ]  # fmt: skip

    assert [schema["type"] for schema in arguments] == ["string"] * 4
    assert [key for schema in arguments for key in schema if key in ("pattern", "minLength", "format", "enum")] == []


@pytest.mark.parametrize(("tool", "given"), CALLS)
async def test_a_result_fits_its_schema_and_stands_in_the_text_too(
    client: Client, tool: str, given: Mapping[str, object]
) -> None:
    result = await client.call_tool(tool, dict(given))

    assert not result.is_error
    validate(tool, result.structured_content)
    assert json.loads(text(result)) == result.structured_content


@pytest.mark.parametrize(("tool", "given", "code"), FAILURES)
async def test_a_failure_is_an_error_with_an_envelope_that_fits_the_schema(
    client: Client, tool: str, given: Mapping[str, object], code: str
) -> None:
    result = await client.call_tool(tool, dict(given))
    envelope: Any = result.structured_content

    assert result.is_error is True
    validate(tool, envelope)
    assert json.loads(text(result)) == envelope
    assert envelope["success"] is False
    assert envelope["error"]["code"] == code
    assert envelope["error"].keys() <= {"code", "message", "recovery_hint", "invalid_input"}


@pytest.mark.parametrize("tool", TOOLS)
def test_trouble_upstream_fits_the_schema(tool: str) -> None:
    envelope = failed(UpstreamError.of("WikiPathways", "it cannot be reached"))

    validate(tool, msgspec.json.decode(msgspec.json.encode(envelope)))


@pytest.mark.parametrize("tool", TOOLS)
def test_the_schema_refuses_what_is_neither_result_nor_error(tool: str) -> None:
    validator = VALIDATOR(schemas()[tool])
    neither: list[Any] = [{}, [], None, {"items": []}, {"success": False}]

    assert [wrong for wrong in neither if validator.is_valid(wrong)] == []


async def test_an_unknown_tool_is_a_protocol_error(client: Client) -> None:
    with pytest.raises(MCPError) as caught:
        await client.call_tool("search_everything", {})

    assert caught.value.error.code == types.INVALID_PARAMS


async def test_a_bug_is_a_protocol_error_without_its_text(
    era: Era, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("a secret path")

    monkeypatch.setattr("biofacts.adapters.mcp.server.call", fail)
    async with Client(build(servers.sample, document=app_document), mode=era) as client:
        with pytest.raises(MCPError) as caught:
            await client.call_tool("search_pathways", {"query": "glycolysis"})

    assert "secret" not in caught.value.error.message
    assert "a secret path" in caplog.text


async def test_many_calls_at_once_each_get_their_own_answer(client: Client) -> None:
    answers: dict[str, str] = {}

    async def ask(identifier: str) -> None:
        result = await client.call_tool("get_pathway", {"pathway_id": identifier})
        content: Any = result.structured_content
        answers[identifier] = content["id"]

    wanted = [f"WP:WP{number}" for number in (534, 96, 78, 490, 254, 1254, 179, 707)]
    async with anyio.create_task_group() as tasks:
        for identifier in wanted:
            tasks.start_soon(ask, identifier)

    assert answers == {identifier: identifier for identifier in wanted}


async def test_a_whole_fuzzy_to_fact_round(client: Client) -> None:
    found: Any = (await client.call_tool("search_pathways", {"query": "krebs cycle"})).structured_content
    curie = found["items"][0]["id"]
    record: Any = (await client.call_tool("get_pathway", {"pathway_id": curie})).structured_content
    drawn: Any = (await client.call_tool("get_pathway_components", {"pathway_id": curie})).structured_content

    assert record["id"] == drawn["id"] == curie
    assert record["component_counts"] == {
        f"{kind}_count": len(drawn.get(f"{kind}s", [])) for kind in ("gene", "protein", "metabolite", "interaction")
    }


async def test_a_slim_candidate_costs_at_most_30_tokens() -> None:
    async with running(SAMPLE) as container:
        page = await container.use_cases().searches["pathway"]("human")
        items = [msgspec.json.encode(item) for item in page.items]

    assert items
    assert sum(map(len, items)) / len(items) / 4 <= 30


async def test_a_pathway_costs_at_most_300_tokens_in_brief() -> None:
    async with running(SAMPLE) as container:
        use_cases = container.use_cases()
        found = (await use_cases.searches["pathway"]("human")).items
        records = [await use_cases.lookups["pathway"](one.id, "brief") for one in found]

    assert len(records) > 5
    assert {one.id: size for one in records if (size := json_size(one) / 4) > 300} == {}


async def test_nothing_in_an_answer_is_null_or_empty() -> None:
    """But `pagination.cursor`, `pagination.total_count`, the items of an empty list, and an input that was empty."""

    def holes(node: Any, path: str = "") -> list[str]:
        if isinstance(node, dict):
            members = cast("dict[str, Any]", node).items()
            return [hole for key, value in members for hole in holes(value, f"{path}.{key}")]
        if isinstance(node, list) and node:
            values = cast("list[Any]", node)  # type: ignore[redundant-cast]  # pyright needs it
            return [hole for value in values for hole in holes(value, f"{path}[]")]
        return [path] if node in (None, "", []) else []

    allowed = {".pagination.cursor", ".pagination.total_count", ".items", ".error.invalid_input"}
    async with running(SAMPLE) as container:
        for tool, given in (*CALLS, *((tool, given) for tool, given, _ in FAILURES)):
            outcome = await call(TOOLS[tool], container.use_cases(), given)
            found = holes(msgspec.json.decode(msgspec.json.encode(outcome)))

            assert set(found) <= allowed, (tool, given)


async def test_a_pathway_is_shown_as_an_image_and_told_as_text(client: Client) -> None:
    result = await client.call_tool("show_pathway", {"pathway_id": "WP:WP254", "highlight": ["TP53=1"]})
    image, text = result.content

    assert isinstance(image, types.ImageContent)
    assert image.mime_type == "image/png"
    assert base64.b64decode(image.data).startswith(b"\x89PNG")
    assert isinstance(text, types.TextContent)
    assert json.loads(text.text) == result.structured_content
    validate("show_pathway", result.structured_content)


async def test_the_tools_schemas_are_those_of_the_snapshot(client: Client) -> None:
    """A change of the schemas is a change of the interface. `BIOFACTS_UPDATE_SNAPSHOTS=1` takes a new snapshot."""
    live = [
        tool.model_dump(mode="json", exclude_none=True, by_alias=True) for tool in (await client.list_tools()).tools
    ]
    if os.environ.get("BIOFACTS_UPDATE_SNAPSHOTS"):
        SNAPSHOT.write_text(json.dumps(live, indent=1, ensure_ascii=False) + "\n")

    assert live == json.loads(SNAPSHOT.read_text())


@pytest.mark.parametrize("era", ["auto", "legacy"])
async def test_what_first_questions_need_is_prepared_behind_the_handshake(era: Era) -> None:
    begun: list[None] = []

    @asynccontextmanager
    async def lifespan(_: object) -> AsyncGenerator[UseCases]:
        async with servers.sample() as use_cases:
            assert not begun
            yield use_cases
            assert begun

    with anyio.fail_after(20):
        async with Client(build(lifespan, lambda: begun.append(None)), mode=era) as client:
            await client.list_tools()

    assert begun


async def test_a_server_offers_the_tools_that_it_is_given() -> None:
    async with Client(build(servers.sample, tools=offered("genes"))) as client:
        listed = [tool.name for tool in (await client.list_tools()).tools]

        assert listed == ["search_genes", "get_gene"]
        with pytest.raises(MCPError, match="Unknown tool: search_pathways"):
            await client.call_tool("search_pathways", {"query": "apoptosis"})
