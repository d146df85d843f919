"""Resources, through a client: the records that the tools give, the files of drawings, and the skill."""

import base64
import json
import re
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Literal

import msgspec
import pytest
from mcp import Client, MCPError, types

from biofacts.adapters.mcp import resources
from biofacts.adapters.mcp.server import build
from biofacts.application.lookup import Lookup
from biofacts.application.tools.all_tools import TOOLS, Tools, offered
from biofacts.application.use_cases import UseCases
from biofacts.composition.container import Container
from biofacts.domain.answers.entity_kinds import PATHWAY
from biofacts.domain.identifiers.curies import PathwayId
from biofacts.ports.observing import CallBegan, CallEnded
from tests.local_pathways import wikipathways
from tests.places import REPOSITORY
from tests.png import png
from tests.pubchem import PubChem
from tests.replaying import Upstream
from tests.small_pathways import PATHWAYS
from tests.structures import depicted
from tests.wikipathways_files import drawing_path, published

Era = Literal["auto", "legacy"]
RECORDS = [
    ("pathway", "WP:WP534"), ("compound", "PubChem:CID2244"), ("ligand", "IUPHAR:2713"), ("target", "IUPHAR:215"),
    ("gene", "HGNC:11998"),
]  # fmt: skip
GETTERS: Tools = {tool.kind.name: tool for tool in TOOLS.values() if tool.name == tool.kind.get_tool}


@pytest.fixture(params=["auto", "legacy"])
def era(request: pytest.FixtureRequest) -> Era:
    chosen: Era = request.param
    return chosen


@asynccontextmanager
async def opened(use: UseCases, mode: Era = "auto", tools: str = "", **given: Any) -> AsyncGenerator[Client]:
    @asynccontextmanager
    async def lifespan(_: object) -> AsyncGenerator[UseCases]:
        yield use

    async with Client(build(lifespan, tools=offered(tools), **given), mode=mode) as client:
        yield client


async def read(client: Client, uri: str) -> types.TextResourceContents | types.BlobResourceContents:
    (contents,) = (await client.read_resource(uri)).contents
    return contents


async def text(client: Client, uri: str) -> str:
    contents = await read(client, uri)
    assert isinstance(contents, types.TextResourceContents)
    return contents.text


async def failure(client: Client, uri: str) -> types.ErrorData:
    with pytest.raises(MCPError) as caught:
        await client.read_resource(uri)
    return caught.value.error


async def test_clients_may_cache_listings_and_resources_for_an_hour(sample: Container) -> None:
    async with opened(sample.use_cases()) as client:
        results = (
            await client.list_tools(), await client.list_prompts(), await client.list_resources(),
            await client.list_resource_templates(), await client.read_resource("biofacts://skill"),
        )  # fmt: skip

    assert {(one.ttl_ms, one.cache_scope) for one in results} == {(60 * 60 * 1000, "public")}


async def test_addresses_are_listed_as_templates(era: Era, sample: Container) -> None:
    async with opened(sample.use_cases(), era) as client:
        templates = (await client.list_resource_templates()).resource_templates

    assert [one.uri_template for one in templates] == [
        "biofacts://pathway/{pathway_id}", "biofacts://pathway/{pathway_id}/gpml",
        "biofacts://pathway/{pathway_id}/diagram.svg"
        "{?highlight*,path,drugs,title,range,palette,caption,conditions,cutoff}",
        "biofacts://compound/{pubchem_id}",
        "biofacts://compound/{pubchem_id}/depiction.png", "biofacts://ligand/{iuphar_id}",
        "biofacts://target/{iuphar_id}", "biofacts://gene/{gene_id}",
    ]  # fmt: skip
    assert all(one.title and one.description and one.mime_type for one in templates)


@pytest.mark.parametrize(("kind", "curie"), RECORDS)
async def test_a_record_is_what_the_tool_gives(era: Era, kind: str, curie: str, sample: Container) -> None:
    async with opened(sample.use_cases(), era) as client:
        tool = GETTERS[kind]
        given = (await client.call_tool(tool.name, {tool.kind.id_argument: curie})).structured_content
        uris = [f"biofacts://{kind}/{curie}", f"biofacts://{kind}/{curie.replace(':', '%3A')}"]
        found = [json.loads(await text(client, uri)) for uri in uris]

    assert found == [given, given]
    assert found[0]["id"] == curie


@pytest.mark.parametrize(
    ("uri", "code", "hint"),
    [
        ("biofacts://pathway/WP534", "UNRESOLVED_ENTITY", "pathway_id='WP:WP534'"),
        ("biofacts://pathway/glycolysis", "UNRESOLVED_ENTITY", "search_pathways with query='glycolysis'"),
        ("biofacts://pathway/WP:WP99999", "ENTITY_NOT_FOUND", "search_pathways"),
        ("biofacts://pathway/WP:WP99999/gpml", "ENTITY_NOT_FOUND", "search_pathways"),
        ("biofacts://ligand/IUPHAR:214", "ENTITY_NOT_FOUND", "get_target"),
    ],
)
async def test_what_there_is_not_is_an_error_of_the_protocol_with_its_hint(
    era: Era, uri: str, code: str, hint: str, sample: Container
) -> None:
    async with opened(sample.use_cases(), era) as client:
        error = await failure(client, uri)

    assert error.code == (types.INVALID_PARAMS if era == "auto" else -32002)
    assert hint in error.message
    assert error.data["uri"] == uri
    assert error.data["code"] == code
    assert hint in error.data["recovery_hint"]


@pytest.mark.parametrize(
    "uri",
    ["biofacts://dog/WP:WP534", "biofacts://ligand/IUPHAR:2713/gpml", "biofacts://pathway/", "file:///etc/passwd",
     "biofacts://pathway/WP:WP534/depiction.png", "biofacts://compound/PubChem:CID2244/gpml",
     "biofacts://compound/PubChem:CID2244/diagram.svg", "biofacts://pathway/WP:WP534/../x", "biofacts://pathway/WP:WP534?x=1",
     "biofacts://pathway/WP:WP534/gpml?x=1", "biofacts://gene/WP:WP254/diagram.svg", "ui://biofacts/pathway.html"],
)  # fmt: skip
async def test_an_address_of_another_form_is_told_which_there_are(era: Era, uri: str, sample: Container) -> None:
    async with opened(sample.use_cases(), era) as client:
        error = await failure(client, uri)

    assert error.code == (types.INVALID_PARAMS if era == "auto" else -32002)
    assert "biofacts://pathway/{pathway_id}" in error.message
    assert error.data == {"uri": uri}


async def test_only_records_of_offered_tools_are_resources(sample: Container) -> None:
    async with opened(sample.use_cases(), tools="genes") as client:
        templates = (await client.list_resource_templates()).resource_templates
        error = await failure(client, "biofacts://pathway/WP:WP534")

        assert [one.uri_template for one in templates] == ["biofacts://gene/{gene_id}"]
        assert "biofacts://gene/{gene_id}" in error.message


async def test_the_skill_can_be_read(era: Era, sample: Container) -> None:
    written = (REPOSITORY / "skills" / "biofacts" / "SKILL.md").read_text("utf-8")
    async with opened(sample.use_cases(), era) as client:
        (listed,) = (await client.list_resources()).resources
        found = await text(client, listed.uri)

    assert found == written
    assert listed.size == len(written.encode())


@pytest.mark.parametrize("offline", [False, True])
async def test_the_file_of_a_drawing_comes_byte_for_byte_and_is_kept(
    offline: bool, era: Era, sample: Container, tmp_path: Path
) -> None:
    files = published(*PATHWAYS)
    upstream = Upstream({drawing_path("WP534"): files[drawing_path("WP534")]})
    uri = "biofacts://pathway/WP:WP534/gpml"
    async with wikipathways(upstream, tmp_path) as parts:
        use = msgspec.structs.replace(sample.use_cases(), pathway_file=Lookup(PATHWAY, PathwayId, parts.source.file))
        async with opened(use, era) as client:
            first = await text(client, uri)
    async with wikipathways(upstream, tmp_path, offline=offline) as parts:
        use = msgspec.structs.replace(sample.use_cases(), pathway_file=Lookup(PATHWAY, PathwayId, parts.source.file))
        async with opened(use, era) as client:
            again = await text(client, uri)
            other = await failure(client, "biofacts://pathway/WP:WP78/gpml")

    assert first.encode() == again.encode() == files[drawing_path("WP534")]
    assert upstream.asked.count(drawing_path("WP534")) == 1
    assert other.data["code"] == ("UPSTREAM_ERROR" if offline else "ENTITY_NOT_FOUND")
    assert ("offline" in other.message) is offline


async def test_a_file_that_is_no_text_comes_in_bytes(sample: Container) -> None:
    async def latin(given: object) -> bytes:
        return b"\xff\xfe<"

    async with opened(msgspec.structs.replace(sample.use_cases(), pathway_file=latin)) as client:
        contents = await read(client, "biofacts://pathway/WP:WP534/gpml")

    assert isinstance(contents, types.BlobResourceContents)
    assert contents.blob == "//48"


async def test_a_drawing_is_a_picture_too(era: Era, sample: Container) -> None:
    async with opened(sample.use_cases(), era) as client:
        contents = await read(client, "biofacts://pathway/WP:WP254/diagram.svg")
        error = await failure(client, "biofacts://pathway/WP:WP99999/diagram.svg")

    assert isinstance(contents, types.TextResourceContents)
    assert contents.mime_type == "image/svg+xml"
    assert contents.text.startswith("<svg")
    assert ">TP53<" in contents.text
    assert error.data["code"] == "ENTITY_NOT_FOUND"


@pytest.mark.parametrize(
    ("query", "lit"),
    [
        ("", []),
        ("?highlight=TP53", ["TP53"]),
        ("?highlight=TP53%0ABAX%3D1.5", ["TP53", "BAX"]),
        ("?highlight=TP53&highlight=BAX=1.5", ["TP53", "BAX"]),
        ("?drugs=1", ["BCL2"]),
        ("?highlight=", []),
        ("?pathway_id=WP:WP1&highlight=TP53", ["TP53"]),
    ],
)
async def test_an_address_says_what_is_lit_up(query: str, lit: list[str], sample: Container) -> None:
    async with opened(sample.use_cases()) as client:
        drawn = await text(client, f"biofacts://pathway/WP:WP254/diagram.svg{query}")

    assert re.findall(r'class="node lit"[^>]*?data-label="([^"]*)"', drawn) == lit
    assert ('class="drug"' in drawn) is ("drugs" in query)


@pytest.mark.parametrize(
    ("query", "hint"),
    [("?highlight==1", "show_pathway"), ("?colour=red", "show_pathway"), ("?drugs=perhaps", "show_pathway")],
)
async def test_what_an_address_asks_wrongly_is_told_as_the_tool_tells_it(
    query: str, hint: str, era: Era, sample: Container
) -> None:
    async with opened(sample.use_cases(), era) as client:
        error = await failure(client, f"biofacts://pathway/WP:WP254/diagram.svg{query}")

    assert error.data["code"] == "AMBIGUOUS_QUERY"
    assert hint in error.message


@pytest.mark.parametrize(("tools", "there"), [("drawings", "diagram.svg"), ("get_pathway", "gpml")])
async def test_files_are_resources_where_their_tools_are_offered(tools: str, there: str, sample: Container) -> None:
    async with opened(sample.use_cases(), tools=tools) as client:
        templates = (await client.list_resource_templates()).resource_templates
        other = await failure(client, f"biofacts://pathway/WP:WP254/{'gpml' if there != 'gpml' else 'diagram.svg'}")

    assert [one.uri_template for one in templates if there in one.uri_template]
    assert len(templates) == (1 if tools == "drawings" else 2)
    assert "There is no resource" in other.message


def test_a_resource_has_at_most_8_mb() -> None:
    largest = bytes(8 * 2**20)
    contents = resources._contents("biofacts://x", largest, "text/plain")  # pyright: ignore[reportPrivateUsage]

    assert isinstance(contents, types.TextResourceContents)
    with pytest.raises(MCPError):
        resources._contents("biofacts://x", largest + b"x", "text/plain")  # pyright: ignore[reportPrivateUsage]


async def test_a_resource_that_is_too_large_is_refused(sample: Container, monkeypatch: pytest.MonkeyPatch) -> None:
    tp53 = "biofacts://gene/HGNC:11998"
    async with opened(sample.use_cases()) as client:
        size = len((await text(client, tp53)).encode())
    monkeypatch.setattr(resources, "_LARGEST", size)
    async with opened(sample.use_cases()) as client:
        assert await text(client, tp53)
    monkeypatch.setattr(resources, "_LARGEST", size - 1)
    async with opened(sample.use_cases()) as client:  # the one before has a copy of its own
        error = await failure(client, tp53)

    assert f"at most {size - 1}" in error.message


async def test_reading_a_record_is_told_as_a_call_of_its_tool(sample: Container) -> None:
    told: list[object] = []
    async with opened(sample.use_cases(), observer=told.append) as client:
        await text(client, "biofacts://gene/HGNC:11998")
        await failure(client, "biofacts://gene/HGNC:99999999")

    assert [one for one in told if isinstance(one, CallBegan)] == [CallBegan("get_gene")] * 2
    assert [one.code for one in told if isinstance(one, CallEnded)] == ["ok", "ENTITY_NOT_FOUND"]


async def test_a_bug_is_told_without_its_text(
    era: Era, sample: Container, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("a secret path")

    monkeypatch.setattr(resources, "call", fail)
    async with opened(sample.use_cases(), era) as client:
        error = await failure(client, "biofacts://gene/HGNC:11998")

    assert error.code == types.INTERNAL_ERROR
    assert "secret" not in error.message
    assert "a secret path" in caplog.text


async def test_the_picture_of_a_compound_comes_in_bytes_and_is_counted_as_its_record(era: Era) -> None:
    seen: list[object] = []
    upstream = PubChem()
    async with depicted(upstream) as container, opened(container.use_cases(), era, observer=seen.append) as client:
        first, again = [await read(client, "biofacts://compound/PubChem:CID2244/depiction.png") for _ in range(2)]
        unknown = await failure(client, "biofacts://compound/PubChem:CID999999999/depiction.png")
        wrong = await failure(client, "biofacts://compound/aspirin/depiction.png")

    assert isinstance(first, types.BlobResourceContents)
    assert (base64.b64decode(first.blob), first.mime_type) == (png(50, 40), "image/png")
    assert again == first
    assert len(upstream.asked) == 2
    assert (unknown.data["code"], wrong.data["code"]) == ("ENTITY_NOT_FOUND", "UNRESOLVED_ENTITY")
    assert "search_compounds" in unknown.message
    assert "search_compounds with query='aspirin'" in wrong.message
    assert seen[0] == CallBegan("get_compound")


async def test_a_picture_that_cannot_be_had_says_why(era: Era, sample: Container) -> None:
    async with opened(sample.use_cases(), era) as client:
        error = await failure(client, "biofacts://compound/PubChem:CID2244/depiction.png")

    assert (error.code, error.data["code"]) == (types.INTERNAL_ERROR, "UPSTREAM_ERROR")
    assert "the built-in sample has no pictures of compounds" in error.message
