"""A real server, asked by the SDK's own client: with the right token, a wrong one, none, and one for somebody else."""

import json
import signal
import sys
import threading
from collections.abc import Mapping
from pathlib import Path

import anyio
import pytest
from mcp import Client, types
from mcp.client.streamable_http import streamable_http_client
from mcp.shared._httpx_utils import create_mcp_http_client

from tests.collecting import collector
from tests.processes import PATIENCE, Server, environment, serving
from tests.signing import AUDIENCE, ISSUER, Signer, provider

pytestmark = [pytest.mark.processes, pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")]

TOKEN = "given-token-0123456789"


async def title(server: Server, token: str | None, mode: str) -> object:
    """What the server says of a pathway. Raises: as the client does when it is not let in."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    url = f"http://127.0.0.1:{server.port}/mcp"
    with anyio.fail_after(PATIENCE):
        async with (
            create_mcp_http_client(headers=headers) as http,
            Client(streamable_http_client(url, http_client=http), mode=mode) as client,
        ):
            result = await client.call_tool("get_pathway", {"pathway_id": "WP:WP534"})
    assert result.structured_content is not None
    return result.structured_content["title"]


async def is_refused(server: Server, token: str | None, mode: str) -> bool:
    try:
        await title(server, token, mode)
    except Exception:  # which one, and how deep in groups, is the client's affair
        return True
    return False


def told(log: bytes) -> list[dict[str, object]]:
    return [json.loads(line) for line in log.splitlines()]


def check(tmp_path: Path, given: Mapping[str, str], right: list[str], wrong: list[str | None]) -> bytes:
    """Ask in both eras. Returns: the log of a server that tells everything."""
    log: list[bytes] = []
    with serving({**environment(tmp_path, log="DEBUG"), **given}, http=True) as server:
        written = server.process.stderr
        assert written is not None
        reader = threading.Thread(target=lambda: log.extend(written))  # else the server waits for room in the pipe
        reader.start()
        for mode in ("auto", "legacy"):
            for token in right:
                assert anyio.run(title, server, token, mode) == "Glycolysis and gluconeogenesis"
            for one in wrong:
                assert anyio.run(is_refused, server, one, mode)
        server.process.send_signal(signal.SIGTERM)
        reader.join()
    return b"".join(log)


def test_it_has_the_app_of_drawings(tmp_path: Path) -> None:
    async def app(server: Server) -> list[types.TextResourceContents | types.BlobResourceContents]:
        async with Client(f"http://127.0.0.1:{server.port}/mcp") as client:
            return (await client.read_resource("ui://biofacts/pathway.html")).contents

    with serving(environment(tmp_path), http=True) as server:
        (contents,) = anyio.run(app, server)

    assert isinstance(contents, types.TextResourceContents)
    assert contents.text.startswith("<!doctype html>")


def test_spans_reach_the_collector_before_a_signal_ends_the_server(tmp_path: Path) -> None:
    with collector() as spans:
        given = {"OTEL_EXPORTER_OTLP_ENDPOINT": spans.address, "OTEL_BSP_SCHEDULE_DELAY": "60000"}
        with serving({**environment(tmp_path), **given}, http=True) as server:
            anyio.run(title, server, None, "auto")
            before = list(spans.bodies)
            server.end(signal.SIGTERM)

    assert before == []
    assert b"tools/call get_pathway" in b"".join(spans.bodies)
    assert b"WP:WP534" not in b"".join(spans.bodies)


def test_given_tokens_are_asked_for_and_never_written(tmp_path: Path) -> None:
    path = tmp_path / "tokens"
    path.write_text("token-of-the-file-0123\n")
    given = {"BIOFACTS_TOKEN": TOKEN, "BIOFACTS_TOKEN_FILE": str(path)}
    log = check(tmp_path, given, [TOKEN, "token-of-the-file-0123"], ["another-token-012345", None])

    calls = [line for line in told(log) if line.get("tool") == "get_pathway"]
    assert [(line["code"], line["status"]) for line in calls] == [("ok", 200)] * 4
    assert {line["status"] for line in told(log) if line["logger"] == "biofacts.access"} >= {200, 401}
    assert [one for one in (TOKEN, "token-of-the-file-0123", "another-token-012345") if one.encode() in log] == []


def test_signed_tokens_are_checked_with_the_issuers_keys_and_never_written(tmp_path: Path) -> None:
    signer = Signer()
    right = signer.token()
    wrong = [signer.token(aud="https://other.test/mcp"), Signer().token(), None]
    with provider() as issuer:
        issuer.keys = [signer.public]
        given = {
            "BIOFACTS_OAUTH_ISSUER": ISSUER, "BIOFACTS_OAUTH_AUDIENCE": AUDIENCE,
            "BIOFACTS_OAUTH_JWKS_URL": issuer.address,
        }  # fmt: skip
        log = check(tmp_path, given, [right], wrong)

    assert issuer.asked == 1
    assert [one for one in (right, *wrong) if one and one.split(".")[2].encode() in log] == []
    assert [line["code"] for line in told(log) if line.get("tool")] == ["ok", "ok"]


async def _beside_tools(server: Server, mode: str) -> tuple[str, str, list[str]]:
    """A prompt's first line, a record's id, and a completion."""
    with anyio.fail_after(PATIENCE):
        async with Client(f"http://127.0.0.1:{server.port}/mcp", mode=mode) as client:
            (message,) = (await client.get_prompt("gene_context", {"gene": "TP53"})).messages
            (record,) = (await client.read_resource("biofacts://gene/HGNC%3A11998")).contents
            found = await client.complete(
                types.ResourceTemplateReference(uri="biofacts://ligand/{iuphar_id}"),
                {"name": "iuphar_id", "value": "ibu"},
            )
    assert isinstance(message.content, types.TextContent)
    assert isinstance(record, types.TextResourceContents)
    return message.content.text.partition("\n")[0], json.loads(record.text)["id"], found.completion.values


def test_prompts_resources_and_completion_are_served_too(tmp_path: Path) -> None:
    with serving(environment(tmp_path), http=True) as server:
        found = [anyio.run(_beside_tools, server, mode) for mode in ("auto", "legacy")]

    assert found == [("What is known about the gene TP53?", "HGNC:11998", ["IUPHAR:2713"])] * 2
