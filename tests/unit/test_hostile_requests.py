"""No input reaches a path or a host unescaped, and nothing but the configured hosts is ever asked."""

import re
from collections.abc import AsyncGenerator, Mapping
from pathlib import Path
from urllib.parse import parse_qs, unquote

import httpx
import msgspec
import pytest

from biofacts.adapters.http.transport.network import NetworkTransport
from biofacts.application.tools.all_tools import TOOLS, call
from biofacts.application.use_cases import UseCases
from biofacts.composition.container import Container, opened
from biofacts.composition.settings import Settings
from tests import containers, genes, gtopdb, hostile, replaying, small_pathways, wikipathways_files
from tests.pubchem import PubChem

SETTINGS = Settings(
    wikipathways_url="http://wikipathways.test:8001/some/where",
    wikipathways_data_url="http://data.test:8002/some/where",
    ontology_url="http://ontology.test:8003/some/where",
    pubchem_url="http://pubchem.test:8004/some/where",
    gtopdb_url="http://gtopdb.test:8005/some/where",
    hgnc_url="http://hgnc.test:8006/some/where",
    ncbi_gene_url="http://ncbi-gene.test:8007/some/where",
    complete=False,
)
PREFIX = "/some/where"
SEGMENT = r"(?:[A-Za-z0-9._~!$&'()*+,;=:@-]|%[0-9A-F]{2})+"
ALLOWED: Mapping[tuple[str, int | None], str] = {
    ("wikipathways.test", 8001): r"/json/(?:findPathwaysBy(?:Text|Xref)|listCommunities)\.json"
    r"|/wikipathways-assets/pathways/WP(\d+)/WP\1(?:\.gpml|-datanodes\.tsv)",
    ("ontology.test", 8003): r"/(?:pw|doid)\.obo",
    ("pubchem.test", 8004): rf"/rest/pug/compound/(?:cid|name|inchikey)/{SEGMENT}/property/[A-Za-z,]+/JSON"
    r"|/rest/pug/compound/(?:name|smiles|inchi)/property/[A-Za-z,]+/JSON"
    r"|/rest/pug/compound/cid/\d+/synonyms/JSON"
    r"|/rest/pug_view/data/compound/\d+/JSON\?heading=Names\+and\+Identifiers"
    rf"|/rest/autocomplete/compound/{SEGMENT}/json\?limit=50",
    ("gtopdb.test", 8005): r"/DATA/\w+\.csv",
    ("hgnc.test", 8006): r"/tsv/tsv/hgnc_complete_set\.txt",
    ("ncbi-gene.test", 8007): r"/DATA/GENE_INFO/[\w-]+/[\w.-]+\.gene_info\.gz",
}  # fmt: skip

TRICKS = (
    "../", "../../../etc/passwd", "..", ".", "./.", "..\\..\\", "%2e%2e", "%2e%2e%2f", "%252e%252e", "//evil.test/",
    "///evil.test", "http://evil.test/", "http://evil.test:80/x?y#z", "@evil.test", "user:pass@evil.test",
    "\\\\evil.test\\x", "?x=1", "?heading=x", "&name=aspirin", "#", "#x", ";x", "\r\nHost: evil.test\r\n\r\n", "\x00",
    "%00", "\n", "\t", " ", "é/..", "ａ．．／", "．．／", "∕", "⁄",
    "evil。test", "%", "%zz", "+", "a+b", ":99999", "[::1]",
    "name/aspirin/cids/JSON?", "/cids/JSON", "\ud800", "\u202e", "\U0001f600",
)  # fmt: skip


class Everything:
    """All upstreams behind one network, which remembers its requests; completions are tricks as well."""

    def __init__(self) -> None:
        self.requests: list[httpx.Request] = []
        self.wikipathways = replaying.Upstream(
            wikipathways_files.published(*small_pathways.PATHWAYS) | genes.published()
        )
        self.guide = gtopdb.Wire()
        self.pubchem = PubChem()
        self.redirects: int | None = None

    async def answer(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        if self.redirects:
            at_home = request.url.host == "ontology.test"
            return httpx.Response(404 if at_home else self.redirects, headers={"Location": "http://evil.test/"})
        path = request.url.path.removeprefix(PREFIX)
        inside = httpx.Request(request.method, f"http://x{path}", content=await request.aread())
        match request.url.host:
            case "pubchem.test" if "/autocomplete/" in path:
                return httpx.Response(
                    200, json={"dictionary_terms": {"compound": [f"aspirin {one}" for one in TRICKS[:5]]}}
                )
            case "pubchem.test":
                raw = request.url.raw_path.decode().removeprefix(PREFIX)
                return await self.pubchem.answer(
                    httpx.Request(request.method, f"http://x{raw}", content=inside.content)
                )
            case "gtopdb.test":
                return self.guide(inside)
            case _:
                return await self.wikipathways.answer(inside)


class Recording(NetworkTransport):
    """A network on which everything is answered, and noted."""

    def __init__(self) -> None:
        super().__init__()
        self.everything = Everything()

    def prepare(self, request: httpx.Request) -> httpx.AsyncBaseTransport:
        return self

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        return await self.everything.answer(request)


@pytest.fixture
def recording() -> Recording:
    return Recording()


@pytest.fixture
def network(recording: Recording) -> Everything:
    return recording.everything


@pytest.fixture
async def use_cases(recording: Recording, tmp_path: Path) -> AsyncGenerator[UseCases]:
    """Wired as in earnest, but for the pace."""
    settings = msgspec.structs.replace(SETTINGS, cache_dir=tmp_path)
    async with opened(containers.unlimited(Container(settings=settings), network=recording)) as container:
        yield container.use_cases()


def is_within(request: httpx.Request) -> bool:
    """True for a request to a configured host, for one of the few things that we ask it for."""
    allowed = ALLOWED.get((request.url.host, request.url.port))
    raw = request.url.raw_path.decode("ascii")
    segments = [unquote(segment) for segment in raw.partition("?")[0].split("/")]
    return (
        request.url.scheme == "http"
        and not request.url.userinfo
        and request.headers["host"] == f"{request.url.host}:{request.url.port}"
        and allowed is not None
        and re.fullmatch(PREFIX + f"(?:{allowed})", raw) is not None
        and not {".", ".."} & set(segments)
        and not any("\r" in value or "\n" in value for value in request.headers.values())
    )


def asked(tool: str) -> list[str]:
    word = hostile.WORDS[tool][0]
    return [word, *(given for trick in TRICKS for given in (trick, word + trick))]


@pytest.mark.thorough
@pytest.mark.parametrize("tool", TOOLS)
async def test_no_input_leads_a_request_astray(tool: str, network: Everything, use_cases: UseCases) -> None:
    arguments = [field for field in TOOLS[tool].arguments.__struct_fields__ if field not in ("page_size", "slim")]
    for given in (*asked(tool), *hostile.NEARLY):
        for argument in arguments:
            required = {arguments[0]: hostile.WORDS[tool][0], **hostile.BESIDE.get(tool, {})}
            hostile.check(tool, await call(TOOLS[tool], use_cases, {**required, argument: given}))

    assert network.requests
    assert [str(request.url) for request in network.requests if not is_within(request)] == []


async def test_a_structure_with_slashes_is_sent_in_the_form(network: Everything, use_cases: UseCases) -> None:
    given = "C/C=C/C(=O)N#C"
    await call(TOOLS["search_compounds"], use_cases, {"query": given})
    (request,) = network.requests

    assert request.method == "POST"
    assert request.url.query == b""
    assert parse_qs((await request.aread()).decode()) == {"smiles": [given]}


async def test_a_name_in_a_path_is_one_segment(network: Everything, use_cases: UseCases) -> None:
    await call(TOOLS["search_compounds"], use_cases, {"query": "zinc & ../a?b#c"})
    completions = [request for request in network.requests if "autocomplete" in request.url.path]

    assert completions[0].url.raw_path.decode() == (
        f"{PREFIX}/rest/autocomplete/compound/zinc%20%26%20..%20a%3Fb%23c/json?limit=50"
    )


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
@pytest.mark.parametrize("tool", [name for name in TOOLS if name.startswith("search_")])
async def test_no_upstream_sends_us_elsewhere(tool: str, status: int, network: Everything, use_cases: UseCases) -> None:
    """But for the ontology, whose permanent address is there to redirect; that it fails costs synonyms only."""
    network.redirects = status
    outcome = await call(TOOLS[tool], use_cases, {"query": hostile.WORDS[tool][0]})

    assert hostile.check(tool, outcome) == "UPSTREAM_ERROR"
    assert "evil.test" not in {request.url.host for request in network.requests}
