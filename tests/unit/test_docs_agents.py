"""What docs/agents.md says is what there is."""

import re
import tomllib
from pathlib import Path

import pytest

from biofacts.__main__ import main
from biofacts.adapters.cli.mcp_clients.supported import CLIENTS
from biofacts.adapters.mcp.resources import Resources
from biofacts.application.calls.prompts import offered
from biofacts.application.tools.all_tools import TOOLS
from tests.places import REPOSITORY

TEXT = (REPOSITORY / "docs" / "agents.md").read_text("utf-8")


def test_every_client_has_its_command_its_key_and_its_folder_of_skills() -> None:
    for client in CLIENTS.values():
        (row,) = re.findall(rf"^\| {client.title} \| `biofacts install {client.name}` \|(.+)\|$", TEXT, re.M)
        assert row.rstrip().endswith(f"`{client.key}`")
        if skill := client.skill():
            assert f"| {client.title} | `~/{skill.parent.relative_to(Path.home())}` |" in TEXT


def test_every_prompt_is_told_with_its_arguments() -> None:
    for prompt in offered(TOOLS).values():
        (row,) = re.findall(rf"^\| `{prompt.name}` \| (.+?) \|", TEXT, re.M)

        assert re.findall(r"`(\w+)`", row) == [argument.name for argument in prompt.arguments]


def test_every_address_of_a_resource_is_told() -> None:
    kinds = {*re.findall(r"biofacts://(\w+)/", TEXT)}
    templates = {one.removeprefix("biofacts://").partition("/")[0] for one in _templates()}

    assert kinds == templates
    assert "/gpml`" in TEXT


def _templates() -> list[str]:
    from biofacts.adapters.mcp.resources import PathwayApp
    from biofacts.adapters.mcp.running_requests import RunningRequests
    from biofacts.adapters.mcp.server import idle
    from biofacts.ports.observing import unobserved

    return [*Resources(TOOLS, unobserved, RunningRequests(), idle, PathwayApp(TOOLS, None)).templates]


def test_the_table_for_codex_is_toml() -> None:
    (block,) = re.findall(r"```toml\n(.*?)```", TEXT, re.S)

    assert tomllib.loads(block)["mcp_servers"]["biofacts"]["args"] == ["serve"]


@pytest.mark.parametrize("command", re.findall(r"^\$ biofacts (.+)$", TEXT, re.M))
def test_a_command_is_understood(
    command: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    monkeypatch.setenv("BIOFACTS_SOURCE", "sample")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    code = main([*command.split(), *(["--yes"] if command == "install claude-code" else [])])

    assert code == 0
    assert capsys.readouterr().out
