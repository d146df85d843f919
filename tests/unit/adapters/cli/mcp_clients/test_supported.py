"""`biofacts install`: every client's settings, in a home of its own."""

import json
import os
import stat
import sys
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client

from biofacts.__main__ import main
from biofacts.adapters.cli.mcp_clients import changes, settings_files, supported
from biofacts.adapters.cli.mcp_clients.settings_files import Unusable
from biofacts.adapters.cli.mcp_clients.supported import CLIENTS
from biofacts.adapters.mcp.server_texts import skill_text
from tests.commands import exit_code

EXISTING: Mapping[str, bytes] = {
    "plain": b'{\n  "theme": "dark",\n  "%(key)s": {\n    "git": {"command": "uvx", "args": ["a,}"]}\n  }\n}\n',
    "empty object": b"{}",
    "other keys": b'{"theme": "dark", "n": [1, 2]}\n',
    "tabs": b'{\n\t"%(key)s": {\n\t\t"git": {\n\t\t\t"command": "uvx"\n\t\t}\n\t}\n}',
    "windows": b'\xef\xbb\xbf{\r\n    "%(key)s": {},\r\n    "x": 1\r\n}\r\n',
    "one line": b'{"%(key)s": {"git": {"command": "uvx"}}, "after": true}',
    "unicode": '{"%(key)s": {"größe": {"command": "µ", "env": {"A": "\\u00e4"}}}}'.encode(),
    "blank": b" \n",
}
COMMENTED: Mapping[str, bytes] = {
    "comments": b'// mine\n{\n  /* of "all" */\n  "%(key)s": {\n    "git": {"command": "a//b"}, // keep, }\n'
    b"    // the last\n  },\n}\n",
    "last comma": b'{\n  "%(key)s": {\n    "git": {"args": ["x",],},\n  },\n}\n',
    "comment behind": b'{\n  "%(key)s": {\n    "git": {} // "x": 1,\n  }\n}\n',
    "only a comment": b'{\n  "%(key)s": {\n    // nothing yet\n  }\n}\n',
}
TOML: Mapping[str, bytes] = {
    "plain": b'# mine\nmodel = "x" # keep\n\n[mcp_servers.git] # git\ncommand = "uvx"\n\n[tui]\ntheme = "dark"\n',
    "empty": b"",
    "no servers": b'model = "x"\n\n[profiles.fast]\nmodel = "y"\n',
    "windows": b'model = "x"\r\n[mcp_servers.git]\r\ncommand = "uvx"\r\n',
    "servers first": b'[mcp_servers]\n[mcp_servers.git]\ncommand = "uvx"\n',
    "inline": b'mcp_servers = { git = { command = "uvx" } }\n',
}
BROKEN: Mapping[str, bytes] = {
    "half": b'{"%(key)s": {', "list": b"[]", "servers": b'{"%(key)s": []}', "entry": b'{"%(key)s": {"biofacts": 1}}',
    "bytes": b"\xff\xfe{}", "twice": b'{"%(key)s": {}, "%(key)s": {}}',
}  # fmt: skip
BROKEN_TOML: Mapping[str, bytes] = {
    "half": b"[mcp_servers", "servers": b"mcp_servers = 1", "entry": b"mcp_servers.biofacts = 1", "bytes": b"\xff",
}  # fmt: skip


IN_FILES = [name for name, client in CLIENTS.items() if client.add is None]
BY_COMMANDS = [name for name, client in CLIENTS.items() if client.add is not None]

PROGRAM = """#!{python}
import json, pathlib, sys
name, argv, paths = pathlib.Path(sys.argv[0]).name, sys.argv[1:], {paths}
path = pathlib.Path(paths[name])
text = path.read_text() if path.exists() else ""
if name == "codex":
    text = text.partition("[mcp_servers.biofacts]")[0]
    if argv[:3] == ["mcp", "add", "biofacts"]:
        at = argv.index("--")
        env = [one.split("=", 1) for one in argv[4:at:2]]
        lines = [f"command = {{json.dumps(argv[at + 1])}}", f"args = {{json.dumps(argv[at + 2 :])}}"]
        lines += ["[mcp_servers.biofacts.env]", *(f"{{one}} = {{json.dumps(to)}}" for one, to in env)]
        text += "\\n".join(["[mcp_servers.biofacts]", *lines])
    elif argv != ["mcp", "remove", "biofacts"]:
        sys.exit("unexpected: " + " ".join(argv))
else:
    content = json.loads(text or "{{}}")
    servers = content.setdefault("servers" if name == "code" else "mcpServers", {{}})
    if name == "code" and argv[0] == "--add-mcp":
        entry = json.loads(argv[1])
        servers[entry.pop("name")] = entry
    elif argv == ["mcp", "remove", "--scope", "user", "biofacts"]:
        del servers["biofacts"]
    elif name == "claude" and argv[:5] == ["mcp", "add-json", "--scope", "user", "biofacts"]:
        if "biofacts" in servers:
            sys.exit("MCP server biofacts already exists")
        servers["biofacts"] = json.loads(argv[5])
    elif name == "gemini" and argv[:2] == ["mcp", "add"]:
        at = argv.index("--scope")
        env = dict(one.split("=", 1) for one in argv[3:at:2])
        assert argv[at + 1 : at + 3] == ["user", "biofacts"] and argv[at + 4] == "--"
        servers["biofacts"] = {{"command": argv[at + 3], "args": argv[at + 5 :], "env": env}}
    else:
        sys.exit("unexpected: " + " ".join(argv))
    text = json.dumps(content)
path.parent.mkdir(parents=True, exist_ok=True)
path.write_text(text)
"""
"""Stands for the clients' own programs: it changes their settings as they do."""


def _cases(json_cases: Mapping[str, bytes], toml_cases: Mapping[str, bytes]) -> list[Any]:
    of_json = [
        pytest.param(name, body.replace(b"%(key)s", client.key.encode()), id=f"{name}-{case}")
        for name, client in CLIENTS.items()
        if not client.is_toml
        for case, body in json_cases.items()
    ]
    return [*of_json, *(pytest.param("codex", body, id=f"codex-{case}") for case, body in toml_cases.items())]


def _in_files(json_cases: Mapping[str, bytes]) -> list[Any]:
    return [
        pytest.param(name, body.replace(b"%(key)s", CLIENTS[name].key.encode()), id=f"{name}-{case}")
        for name in IN_FILES
        for case, body in json_cases.items()
    ]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in [*os.environ]:
        if name.startswith("BIOFACTS_") or name in ("XDG_CONFIG_HOME", "CLAUDE_CONFIG_DIR", "CODEX_HOME", "APPDATA"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("BIOFACTS_SOURCE", "offline")
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    return tmp_path


@pytest.fixture(autouse=True)
def programs(home: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder with the clients' own programs, which is the PATH."""
    folder = tmp_path_factory.mktemp("programs")
    paths = {CLIENTS[name].program: str(CLIENTS[name].path()) for name in BY_COMMANDS}
    for name in paths:
        (folder / name).write_text(PROGRAM.format(python=sys.executable, paths=paths))
        (folder / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(folder))
    return folder


def tree(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def entry(name: str) -> dict[str, Any]:
    return dict(CLIENTS[name].server(CLIENTS[name].path().read_bytes().decode("utf-8-sig")) or {})


def others(name: str, body: bytes) -> Any:
    """Everything but the entry."""
    whole = CLIENTS[name].content(body.decode("utf-8-sig"))
    servers = whole.pop(CLIENTS[name].key, {})
    servers.pop("biofacts", None)
    return whole, servers


# What is written


@pytest.mark.parametrize("name", CLIENTS)
def test_a_client_without_settings_gets_them_and_loses_them_again(
    name: str, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["install", name, "--yes"]) == 0
    written, first = entry(name), tree(home)
    assert f"To undo it: biofacts install {name} --undo" in capsys.readouterr().out
    assert main(["install", name, "--yes"]) == 0

    assert Path(written["command"]).is_absolute()
    assert written["args"][-1:] == ["serve"]
    assert written["env"]["BIOFACTS_SOURCE"] == "offline"
    assert tree(home) == first
    assert main(["install", name, "--undo", "--yes"]) == 0
    assert "To undo it" not in capsys.readouterr().out
    assert name in BY_COMMANDS or tree(home) == {}
    assert name in IN_FILES or CLIENTS[name].server(CLIENTS[name].path().read_text()) is None


@pytest.mark.thorough
@pytest.mark.parametrize(("name", "body"), _in_files(EXISTING))
def test_settings_keep_all_that_is_in_them_and_come_back_byte_for_byte(name: str, body: bytes, home: Path) -> None:
    path = CLIENTS[name].path()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(body)
    before = tree(home)

    assert main(["install", name, "--yes"]) == 0
    written = path.read_bytes()
    assert entry(name)["args"][-1:] == ["serve"]
    assert others(name, written) == others(name, body)
    assert (b"\r\n" in written) == (b"\r\n" in body)
    assert b"\n" not in written.replace(b"\r\n", b"") or b"\r\n" not in body
    assert settings_files.backup_of(path).read_bytes() == body
    assert main(["install", name, "--yes"]) == 0
    assert path.read_bytes() == written
    assert main(["install", name, "--undo", "--yes"]) == 0
    assert tree(home) == before
    assert main(["install", name, "--undo", "--yes"]) == 0
    assert tree(home) == before


@pytest.mark.parametrize(("name", "body"), _in_files(EXISTING))
def test_what_others_have_changed_since_stays_when_it_is_taken_back(name: str, body: bytes) -> None:
    client = CLIENTS[name]
    path = client.path()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(body)
    assert main(["install", name, "--yes"]) == 0
    text = path.read_bytes().decode("utf-8-sig")
    content = client.content(text)
    content[client.key]["later"] = {"command": "x"}
    path.write_text(settings_files.written(content, like=text), newline="")
    changed = others(name, path.read_bytes())

    assert main(["install", name, "--undo", "--yes"]) == 0
    assert others(name, path.read_bytes()) == changed
    after = path.read_bytes().decode("utf-8-sig")
    assert client.server(after) is None
    assert client.content(after)[client.key]["later"] == {"command": "x"}


@pytest.mark.parametrize(("name", "body"), _in_files(EXISTING))
def test_the_entry_goes_even_where_the_file_was_written_anew(name: str, body: bytes) -> None:
    client = CLIENTS[name]
    path = client.path()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(body)
    main(["install", name, "--yes"])
    path.write_bytes(path.read_bytes() + b"\n\n")

    assert main(["install", name, "--undo", "--yes"]) == 0
    assert client.server(path.read_bytes().decode("utf-8-sig")) is None
    assert others(name, path.read_bytes()) == others(name, body)


@pytest.mark.parametrize(("name", "body"), _cases(BROKEN, BROKEN_TOML))
def test_what_cannot_be_read_is_left_as_it_is_and_told_with_what_to_paste(
    name: str, body: bytes, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = CLIENTS[name].path()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(body)
    before = tree(home)

    assert main(["install", name, "--yes"]) == 1
    assert tree(home) == before
    told = capsys.readouterr().err
    assert f"{path} was not changed" in told
    assert CLIENTS[name].key in told
    assert '"serve"' in told


@pytest.mark.parametrize("body", COMMENTED.values(), ids=COMMENTED)
def test_a_file_with_comments_is_left_as_it_is_and_told_with_what_to_paste(
    body: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    body = body.replace(b"%(key)s", b"mcpServers")
    path = CLIENTS["cursor"].path()
    path.parent.mkdir(parents=True)
    path.write_bytes(body)

    assert main(["install", "cursor", "--yes"]) == 1
    assert path.read_bytes() == body
    told = capsys.readouterr().err
    assert "it has comments or trailing commas, which would be lost" in told
    assert json.loads(told[told.index("{") :])["mcpServers"]["biofacts"]["args"][-1] == "serve"


@pytest.mark.parametrize("name", BY_COMMANDS)
@pytest.mark.parametrize("options", [[], ["--undo"]])
def test_a_program_that_is_not_on_the_path_is_told_with_what_to_do_by_hand(
    name: str, options: list[str], programs: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if options:
        main(["install", name, "--yes"])
    before = tree(home)
    for program in programs.iterdir():
        program.unlink()
    # VS Code has no command that removes a server.
    is_removed = options == ["--undo"] and not CLIENTS[name].remove

    assert main(["install", name, "--yes", *options]) == (0 if is_removed else 1)
    assert is_removed or tree(home) == before
    told = capsys.readouterr().err
    assert is_removed or f"`{CLIENTS[name].program}`" in told
    assert is_removed or CLIENTS[name].key in told
    if not options:
        pasted = told[told.index("[" if CLIENTS[name].is_toml else "{") :]
        assert dict(CLIENTS[name].server(pasted) or {}) == CLIENTS[name].entry(supported.current_launch())


@pytest.mark.parametrize("name", BY_COMMANDS)
def test_a_program_that_fails_is_told(name: str, programs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (programs / CLIENTS[name].program).write_text(f"#!{sys.executable}\nimport sys\nsys.exit('no room')\n")

    assert main(["install", name, "--yes"]) == 1
    assert "ended with code 1: no room" in capsys.readouterr().err


@pytest.mark.parametrize("name", BY_COMMANDS)
def test_a_command_is_shown_before_it_runs(name: str, home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["install", name]) == 1
    assert tree(home) == {}
    shown = capsys.readouterr()
    assert shown.out.startswith(f"$ {CLIENTS[name].program} ")
    assert "BIOFACTS_SOURCE" in shown.out
    assert "--yes" in shown.err


@pytest.mark.parametrize("name", CLIENTS)
def test_where_nothing_is_to_be_done_it_is_said_of_which_file(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    path = CLIENTS[name].path()
    main(["install", name, "--undo"])
    none = capsys.readouterr().out
    main(["install", name, "--yes"])
    capsys.readouterr()
    main(["install", name])

    assert none == f"Nothing to do: {path} has no biofacts entry.\n"
    assert capsys.readouterr().out == f"Nothing to do: {path} already has the entry.\n"


@pytest.mark.parametrize("name", BY_COMMANDS)
def test_an_older_entry_is_replaced_by_a_command(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    main(["install", name, "--yes"])
    monkeypatch.setenv("BIOFACTS_TOOLS", "genes")

    assert main(["install", name, "--yes"]) == 0
    assert entry(name)["env"]["BIOFACTS_TOOLS"] == "genes"


def test_an_entry_names_its_transport_where_the_client_asks_for_it() -> None:
    for name in CLIENTS:
        main(["install", name, "--yes"])

    typed = {name for name in CLIENTS if entry(name).get("type") == "stdio"}
    assert typed == {"claude-code", "cursor", "vscode"}


def test_comments_where_a_client_reads_none_are_no_json(capsys: pytest.CaptureFixture[str]) -> None:
    path = CLIENTS["claude-desktop"].path()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("{} // mine\n")

    assert main(["install", "claude-desktop", "--yes"]) == 1
    assert path.read_text() == "{} // mine\n"


def test_only_what_changes_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    path = CLIENTS["cursor"].path()
    path.parent.mkdir(parents=True)
    path.write_text('{"mcpServers": {"git": {"env": {"TOKEN": "hunter2"}}}, "x": 1}')
    assert main(["install", "cursor", "--yes"]) == 0
    shown = capsys.readouterr().out

    assert '+    "biofacts": {' in shown
    assert "hunter2" not in shown
    assert "In the rest of the file, only the layout changes." in shown


def test_what_the_user_has_added_to_the_entry_stays(home: Path) -> None:
    path = CLIENTS["cursor"].path()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(
        '{"mcpServers": {"biofacts": {"command": "old", "disabled": true, "env": {"MINE": "1"}}, "git": {}}}\n'
    )
    assert main(["install", "cursor", "--yes"]) == 0

    assert entry("cursor")["disabled"] is True
    assert entry("cursor")["env"] == {"MINE": "1", "BIOFACTS_SOURCE": "offline", **network()}
    assert entry("cursor")["command"] != "old"


def network() -> dict[str, str]:
    return {name: value for name, value in supported.current_launch().env.items() if not name.startswith("BIOFACTS_")}


def test_a_second_installation_keeps_the_first_state(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = CLIENTS["cursor"].path()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text('{"a": 1}')
    main(["install", "cursor", "--yes"])
    monkeypatch.setenv("BIOFACTS_CACHE_DIR", str(tmp_path / "cache"))
    assert main(["install", "cursor", "--yes"]) == 0
    assert entry("cursor")["env"]["BIOFACTS_CACHE_DIR"] == str(tmp_path / "cache")
    main(["install", "cursor", "--undo", "--yes"])

    assert path.read_text() == '{"a": 1}'


# Asking


@pytest.mark.parametrize(("said", "code"), [("y", 0), ("YES", 0), ("", 1), ("no", 1), (None, 1)])
def test_it_shows_the_change_and_asks(
    said: str | None, code: int, home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def answer(_: str) -> str:
        if said is None:
            raise EOFError
        return said

    monkeypatch.setattr("builtins.input", answer)
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True)

    assert main(["install", "cursor"]) == code
    assert bool(tree(home)) is (code == 0)
    assert '+    "biofacts": {' in (shown := capsys.readouterr().out)
    assert ("Nothing was written." in shown) is (code != 0)


def test_where_nobody_can_be_asked_nothing_is_written(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["install", "cursor"]) == 1
    assert tree(home) == {}
    shown = capsys.readouterr()
    assert '+    "biofacts": {' in shown.out
    assert "--yes" in shown.err


@pytest.mark.parametrize("argv", [["install"], ["install", "emacs"], ["install", "claude-desktop", "--skill"]])
def test_wrong_usage_says_what_there_is(argv: list[str], home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_code(argv) == 2
    assert tree(home) == {}
    assert capsys.readouterr().err


# The skill


@pytest.mark.parametrize("name", [name for name, client in CLIENTS.items() if client.skills])
def test_the_skill_goes_where_the_client_reads_skills_and_away_again(name: str, home: Path) -> None:
    assert main(["install", name, "--skill", "--yes"]) == 0
    path = CLIENTS[name].skill()
    assert path is not None
    assert (path.parent.name, path.name, path.read_text("utf-8")) == ("biofacts", "SKILL.md", skill_text())
    first = tree(home)
    assert main(["install", name, "--skill", "--yes"]) == 0
    assert tree(home) == first
    assert main(["install", name, "--undo", "--yes"]) == 0
    assert not path.exists()


def test_a_skill_that_was_there_comes_back_and_one_that_was_changed_stays(home: Path) -> None:
    path = CLIENTS["codex"].skill()
    assert path is not None
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("mine")
    main(["install", "codex", "--skill", "--yes"])
    main(["install", "codex", "--undo", "--yes"])
    assert path.read_text() == "mine"
    assert not settings_files.backup_of(path).exists()
    main(["install", "codex", "--undo", "--yes"])
    assert path.read_text() == "mine"


# Files


def test_a_link_stays_one_and_rights_are_kept(home: Path) -> None:
    real = home / "dotfiles" / "cursor.json"
    real.parent.mkdir()
    real.write_text("{}")
    real.chmod(0o640)
    path = CLIENTS["cursor"].path()
    path.parent.mkdir(exist_ok=True)
    path.symlink_to(real)
    main(["install", "cursor", "--yes"])

    assert path.is_symlink()
    assert "biofacts" in real.read_text()
    assert stat.S_IMODE(real.stat().st_mode) == 0o640
    assert stat.S_IMODE(settings_files.backup_of(path).stat().st_mode) == 0o640
    main(["install", "cursor", "--undo", "--yes"])
    assert path.is_symlink()
    assert real.read_text() == "{}"
    assert stat.S_IMODE(real.stat().st_mode) == 0o640


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX has owners")
@pytest.mark.parametrize("is_ours", [True, False])
def test_a_file_keeps_its_owner(is_ours: bool, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = CLIENTS["cursor"].path()
    path.parent.mkdir(exist_ok=True)
    path.write_text("{}")
    owner = path.stat()
    changed = Mock()
    monkeypatch.setattr(os, "geteuid", lambda: owner.st_uid if is_ours else owner.st_uid + 1)
    monkeypatch.setattr(os, "chown", changed)
    main(["install", "cursor", "--yes"])

    assert {call.args[1:] for call in changed.call_args_list} == (set() if is_ours else {(owner.st_uid, owner.st_gid)})


def test_a_file_that_changes_meanwhile_is_not_overwritten(home: Path) -> None:
    path = CLIENTS["cursor"].path()
    change = changes.to_install(CLIENTS["cursor"], supported.current_launch())
    path.parent.mkdir(exist_ok=True)
    path.write_text('{"new": 1}')

    with pytest.raises(Unusable, match="changed in the meantime"):
        change.make()
    assert path.read_text() == '{"new": 1}'


def test_a_write_that_fails_leaves_everything_as_it_was(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = CLIENTS["cursor"].path()
    path.parent.mkdir(exist_ok=True)
    path.write_text("{}")

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    assert main(["install", "cursor", "--yes"]) == 1
    assert tree(home) == {".cursor/mcp.json": b"{}"}
    assert "No space left" in capsys.readouterr().err


def test_what_is_no_file_is_told(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    CLIENTS["cursor"].path().mkdir(parents=True)

    assert main(["install", "cursor", "--yes"]) == 1
    assert "cannot be read" in capsys.readouterr().err


# Systems


PLACES: Mapping[str, Mapping[str, str]] = {
    "linux": {
        "claude-desktop": ".config/Claude/claude_desktop_config.json", "vscode": ".config/Code/User/mcp.json",
    },
    "darwin": {
        "claude-desktop": "Library/Application Support/Claude/claude_desktop_config.json",
        "vscode": "Library/Application Support/Code/User/mcp.json",
    },
    "win32": {
        "claude-desktop": "AppData/Roaming/Claude/claude_desktop_config.json",
        "vscode": "AppData/Roaming/Code/User/mcp.json",
    },
}  # fmt: skip
EVERYWHERE = {
    "claude-code": ".claude.json", "cursor": ".cursor/mcp.json", "codex": ".codex/config.toml",
    "gemini": ".gemini/settings.json",
}  # fmt: skip


@pytest.mark.parametrize("system", PLACES)
def test_settings_are_where_each_system_has_them(system: str, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", system)
    monkeypatch.delenv("LOCALAPPDATA", raising=False)
    found = {name: str(client.path().relative_to(home)) for name, client in CLIENTS.items()}

    assert found == {**EVERYWHERE, **PLACES[system]}


@pytest.mark.parametrize("system", PLACES)
@pytest.mark.parametrize("name", IN_FILES)
def test_it_works_on_each_system(system: str, name: str, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", system)
    assert main(["install", name, "--yes"]) == 0
    assert entry(name)["command"]
    assert main(["install", name, "--undo", "--yes"]) == 0
    assert tree(home) == {}


def test_folders_that_are_set_count(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, place in {"CODEX_HOME": "cx", "CLAUDE_CONFIG_DIR": "cc", "XDG_CONFIG_HOME": "xdg"}.items():
        monkeypatch.setenv(name, str(home / place))
    monkeypatch.setattr(sys, "platform", "linux")
    found = {name: str(client.path().relative_to(home)) for name, client in CLIENTS.items()}
    skills = {name: str(path.relative_to(home)) for name, client in CLIENTS.items() if (path := client.skill())}

    assert found["codex"] == "cx/config.toml"
    assert found["claude-code"] == "cc/.claude.json"
    assert found["vscode"] == "xdg/Code/User/mcp.json"
    assert skills["claude-code"] == "cc/skills/biofacts/SKILL.md"


def test_claude_desktop_as_a_package_of_windows_has_a_folder_of_its_own(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setenv("LOCALAPPDATA", str(home / "local"))
    packaged = home / "local" / "Packages" / "Claude_abc" / "LocalCache" / "Roaming" / "Claude"
    packaged.mkdir(parents=True)
    assert CLIENTS["claude-desktop"].path() == packaged / "claude_desktop_config.json"

    (home / "local" / "Packages" / "Claude_xyz" / "LocalCache" / "Roaming" / "Claude").mkdir(parents=True)
    assert main(["install", "claude-desktop", "--yes"]) == 1
    assert "several packages" in capsys.readouterr().err


# The command


def test_settings_are_taken_over_but_no_secrets(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(home)
    given = {
        "BIOFACTS_CACHE_DIR": "cache", "BIOFACTS_TOOLS": "genes", "BIOFACTS_TOKEN": "secret", "BIOFACTS_LOG": " ",
        "BIOFACTS_REDIS_URL": "redis://me:hunter2@host/0", "HTTPS_PROXY": "http://proxy:3128", "PATH": "/bin",
        "https_proxy": "http://me:hunter2@proxy:3128", "BIOFACTS_PUBCHEM_URL": "https://mirror.test/pubchem",
    }  # fmt: skip
    found = supported.current_launch(given)

    assert found.env == {
        "BIOFACTS_CACHE_DIR": str(home / "cache"), "BIOFACTS_TOOLS": "genes", "HTTPS_PROXY": "http://proxy:3128",
        "BIOFACTS_PUBCHEM_URL": "https://mirror.test/pubchem",
    }  # fmt: skip
    assert [*found.left_out] == ["BIOFACTS_REDIS_URL", "https_proxy"]


@pytest.mark.parametrize("name", CLIENTS)
def test_the_sample_never_gets_into_an_agents_settings(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("BIOFACTS_SOURCE", "sample")
    assert main(["install", name, "--yes"]) == 0

    said = capsys.readouterr().out
    assert said.startswith("biofacts install: BIOFACTS_SOURCE was skipped: the agent gets the real data, not the")
    assert "sample" not in CLIENTS[name].path().read_text()


def test_a_sample_that_an_earlier_installation_left_is_removed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("BIOFACTS_SOURCE")
    path = CLIENTS["cursor"].path()
    path.parent.mkdir(parents=True)
    path.write_text('{"mcpServers": {"biofacts": {"command": "x", "env": {"BIOFACTS_SOURCE": "sample", "MINE": "1"}}}}')
    assert main(["install", "cursor", "--yes"]) == 0

    assert entry("cursor")["env"] == {"MINE": "1", **network()}


def test_a_secret_that_is_left_out_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("BIOFACTS_REDIS_URL", "redis://me:hunter2@host/0")
    main(["install", "cursor", "--yes"])
    shown = capsys.readouterr()

    assert "BIOFACTS_REDIS_URL" in shown.out
    assert "hunter2" not in shown.out + shown.err + CLIENTS["cursor"].path().read_text()


@pytest.mark.parametrize("url", [None, "file:///d%20x/biofacts-1.whl", "https://host.test/biofacts.whl"])
def test_in_an_environment_for_a_moment_uvx_is_what_starts_it(
    url: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    uvx = tmp_path / "uvx"
    uvx.write_text("")
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(sys, "prefix", str(tmp_path / "archive-v0" / "x1"))
    stated = None if url is None else json.dumps({"url": url, "archive_info": {}})
    monkeypatch.setattr(supported, "distribution", partial(_Distribution, stated))
    found = supported.current_launch({"UV": str(tmp_path / "uv")})
    source = {None: [], "file:///d%20x/biofacts-1.whl": ["--from", "/d x/biofacts-1.whl"]}.get(url, ["--from", url])

    assert [found.command, *found.args] == [str(uvx), *source, "--with", "biofacts[png]", "biofacts", "serve"]


@pytest.mark.parametrize("found", [None, "/bin/uvx"])
@pytest.mark.parametrize("environment", [{}, {"UV": "/nowhere/uv"}], ids=["no uv", "no uvx beside it"])
def test_without_an_uvx_beside_uv_it_is_the_one_on_the_path(
    environment: dict[str, str], found: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "prefix", str(tmp_path / "archive-v0" / "x1"))
    monkeypatch.setattr(supported, "distribution", partial(_Distribution, None))
    monkeypatch.setattr("shutil.which", {"uvx": found}.get)

    assert supported.current_launch(environment).command == (found or "uvx")


@pytest.mark.parametrize(("platform", "name"), [("linux", "biofacts"), ("win32", "biofacts.exe")])
def test_the_script_of_this_installation_is_what_starts_it(
    platform: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / name).write_text("")
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    monkeypatch.setattr("sysconfig.get_path", {"scripts": str(tmp_path)}.get)
    found = supported.current_launch({})

    assert (found.command, found.args) == (str(tmp_path / name), ["serve"])


class _Distribution:
    """A package, and what was noted of where it is from."""

    def __init__(self, stated: str | None, _: str) -> None:
        self._stated = stated

    def read_text(self, _: str) -> str | None:
        return self._stated


def _scripts(folder: Path, _: str) -> str:
    return str(folder)


def test_without_a_script_the_module_is_what_starts_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sysconfig.get_path", partial(_scripts, tmp_path))

    assert (supported.current_launch({}).command, supported.current_launch({}).args) == (
        sys.executable,
        ["-m", "biofacts", "serve"],
    )


@pytest.mark.parametrize("anyio_backend", ["asyncio"])
async def test_what_is_written_starts_the_server(home: Path) -> None:
    main(["install", "codex", "--yes"])
    written = entry("codex")
    env = {**written["env"], "BIOFACTS_SOURCE": "sample"}  # which is never written
    server = StdioServerParameters(command=written["command"], args=written["args"], env=env, cwd=home)
    async with Client(stdio_client(server)) as client:
        answer: Any = (await client.call_tool("get_gene", {"gene_id": "HGNC:11998"})).structured_content

    assert answer["symbol"] == "TP53"


# The list


def test_the_list_tells_of_each_client(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def write(name: str, body: str) -> None:
        path = CLIENTS[name].path()
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(body)

    main(["install", "codex", "--yes"])
    write("cursor", '{"mcpServers": {"biofacts": {"command": "old"}}}')
    write("gemini", "{}")
    write("vscode", "{")
    capsys.readouterr()
    assert main(["install", "--list"]) == 0
    shown = capsys.readouterr().out
    found = dict(line.split(None, 1) for line in shown.splitlines() if not line.startswith(" "))

    assert found == {
        "claude-desktop": "no settings", "claude-code": "no settings", "cursor": "has another biofacts",
        "vscode": "cannot be read", "codex": "has biofacts", "gemini": "without biofacts",
    }  # fmt: skip
    assert all(str(client.path()) in shown for client in CLIENTS.values())


@pytest.mark.parametrize(
    ("before", "after", "lines"),
    [(b"{}", b"{}\n", ["-{}", "+{}"]), (b"a\r\nb\n", b"a\nb\n", ["-a", "+a", " b"]), (b"a\n", None, ["-a"])],
)
def test_every_line_of_a_diff_is_one_whatever_ends_it(before: bytes, after: bytes | None, lines: list[str]) -> None:
    shown = changes.Change(path=Path("settings"), before=before, after=after).preview()

    assert shown.endswith("\n")
    assert [line for line in shown.splitlines() if line and line[:2] not in ("--", "++", "@@")] == lines
