"""Prompts, through a client, with the calls to which each leads made on the sample."""

import ast
import re
from collections.abc import AsyncGenerator, Iterator, Mapping
from contextlib import asynccontextmanager
from typing import Any, Literal, cast

import pytest
from mcp import Client, MCPError, types

from biofacts.adapters.mcp.server import build
from biofacts.application.tools.all_tools import TOOLS, offered
from biofacts.application.use_cases import UseCases
from biofacts.composition.container import Container

ERAS: tuple[Literal["auto", "legacy"], ...] = ("auto", "legacy")
GIVEN: Mapping[str, Mapping[str, str]] = {
    "drug_mechanism": {"drug": "ibuprofen"},
    "gene_context": {"gene": "TP53"},
    "explain_pathway": {"pathway": "ATM signaling", "focus": "p53"},
    "compare_compounds": {"compounds": "aspirin, ibuprofen"},
    "interpret_gene_list": {"genes": "TP53, MDM2, CASP3, ATM, CHEK2", "background": ""},
}
_CALL = re.compile(r"^\d+\. Call (\w+) with (.+?)\. [A-Z]", re.M)
_HOLE = re.compile(r"=<(\w+) id>")
_KINDS = {tool.kind.search_tool: tool.kind.name for tool in TOOLS.values()}


def server(sample: Container, tools: str = "") -> Any:
    @asynccontextmanager
    async def lifespan(_: object) -> AsyncGenerator[UseCases]:
        yield sample.use_cases()

    return build(lifespan, tools=offered(tools))


async def text(client: Client, name: str, given: Mapping[str, str]) -> str:
    (message,) = (await client.get_prompt(name, dict(given))).messages
    assert isinstance(message.content, types.TextContent)
    return message.content.text


def arguments(written: str) -> dict[str, object]:
    (call,) = (node for node in ast.walk(ast.parse(f"f({written})")) if isinstance(node, ast.Call))
    return {str(one.arg): ast.literal_eval(one.value) for one in call.keywords}


def found_in(tool: str, given: Mapping[str, Any], answer: Any) -> Iterator[tuple[str, str]]:
    """The ids that an answer leads to, each with its kind."""
    if tool == "resolve_many":
        yield from ((str(given["kind"]), one["id"]) for one in answer["items"])
    elif tool in _KINDS or tool == "enrich_pathways":
        yield from ((_KINDS.get(tool, "pathway"), one["id"]) for one in answer["items"])
    elif tool == "get_interactions":
        yield from (("target", one["target"]["id"]) for one in answer["items"])


async def follow(client: Client, prompt: str) -> list[str]:
    """Make the calls that a prompt names, in its order, each with the ids that those before it have found."""
    ids: dict[str, str] = {}
    tools: list[str] = []
    for tool, written in _CALL.findall(prompt):
        filled = _HOLE.sub(lambda hole: f"={ids[hole[1]]!r}", written)
        given = arguments(filled)
        result = await client.call_tool(tool, given)
        answer = cast("dict[str, Any]", result.structured_content)
        assert not result.is_error, (tool, filled, answer)
        for kind, identifier in found_in(tool, given, answer):
            ids.setdefault(kind, identifier)
        tools.append(tool)
    return tools


@pytest.mark.parametrize("era", ERAS)
async def test_the_prompts_are_listed_with_all_that_a_host_shows(
    era: Literal["auto", "legacy"], sample: Container
) -> None:
    async with Client(server(sample), mode=era) as client:
        listed = (await client.list_prompts()).prompts

    assert [one.name for one in listed] == [*GIVEN]
    for one in listed:
        assert one.title
        assert one.description
        assert one.arguments
        assert all(argument.title and argument.description for argument in one.arguments)
        assert [argument.required for argument in one.arguments][:1] == [True]


@pytest.mark.parametrize("name", GIVEN)
@pytest.mark.parametrize("era", ERAS)
async def test_every_call_that_a_prompt_leads_to_succeeds(
    era: Literal["auto", "legacy"], name: str, sample: Container
) -> None:
    async with Client(server(sample), mode=era) as client:
        said = await text(client, name, GIVEN[name])
        called = await follow(client, said)

    assert len(called) == len(re.findall(r"^\d+\. ", said, re.M)) >= 3


@pytest.mark.thorough
@pytest.mark.parametrize("name", GIVEN)
@pytest.mark.parametrize("left_out", ["links", "interactions", "lists", "genes"])
async def test_a_prompt_names_only_tools_that_are_offered(name: str, left_out: str, sample: Container) -> None:
    groups = {"pathways", "compounds", "ligands", "targets", "genes", "interactions", "lists", "links"}
    async with Client(server(sample, ",".join(sorted(groups - {left_out})))) as client:
        tools = {tool.name for tool in (await client.list_tools()).tools}
        prompts = {one.name: one for one in (await client.list_prompts()).prompts}
        if name not in prompts:
            with pytest.raises(MCPError):
                await client.get_prompt(name, dict(GIVEN[name]))
            return
        kept = {argument.name for argument in prompts[name].arguments or ()}
        said = await text(client, name, {key: value for key, value in GIVEN[name].items() if key in kept})
        called = await follow(client, said)

    assert {*re.findall(r"\b(?:\w+_)+\w+\b", said)} & TOOLS.keys() <= tools
    assert called


async def test_a_server_without_the_tools_offers_no_prompts(sample: Container) -> None:
    async with Client(server(sample, "targets")) as client:
        assert (await client.list_prompts()).prompts == []


@pytest.mark.parametrize(
    ("name", "given", "why"),
    [
        ("no_such_prompt", {}, "The prompts are: drug_mechanism"),
        ("drug_mechanism", {}, "needs 'drug'"),
        ("drug_mechanism", {"drug": "  "}, "needs 'drug'"),
        ("drug_mechanism", {"drug": "x", "dose": "1"}, "no argument 'dose'"),
        ("drug_mechanism", {"drug": "x" * 501}, "500 characters"),
    ],
    ids=["unknown", "missing", "blank", "argument", "long"],
)
async def test_what_is_no_prompt_is_an_error_of_the_protocol(
    name: str, given: Mapping[str, str], why: str, sample: Container
) -> None:
    async with Client(server(sample)) as client:
        with pytest.raises(MCPError, match=why) as caught:
            await client.get_prompt(name, dict(given))

    assert caught.value.error.code == types.INVALID_PARAMS


async def test_an_argument_of_a_prompt_may_have_500_characters(sample: Container) -> None:
    async with Client(server(sample)) as client:
        prompt = await client.get_prompt("drug_mechanism", {"drug": "x" * 500})

    assert "x" * 500 in str(prompt.messages[0].content)


async def test_what_is_given_stands_in_the_calls_whatever_signs_it_has(sample: Container) -> None:
    async with Client(server(sample)) as client:
        quoted = await text(client, "drug_mechanism", {"drug": '5\'-"AMP"\x1b\n', "organism": "mouse"})
        several = await text(client, "interpret_gene_list", {"genes": "TP53\n5'-x;\n MDM2 "})

    assert arguments(dict(_CALL.findall(quoted))["search_ligands"]) == {"query": '5\'-"AMP"'}
    assert arguments(dict(_CALL.findall(several))["enrich_pathways"])["genes"] == ["TP53", "5'-x;", "MDM2"]
    assert "organism='Mus musculus'" in quoted


async def test_no_name_passes_for_an_id_that_is_to_come(sample: Container) -> None:
    async with Client(server(sample)) as client:
        said = await text(client, "drug_mechanism", {"drug": "<ligand id>"})

    assert "query='<ligand id>'" in said
