"""Settings files of other programs: what is refused, and what a change leaves behind."""

import json
import os
import stat
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from biofacts.adapters.cli.mcp_clients import settings_files
from biofacts.adapters.cli.mcp_clients.changes import decoded
from biofacts.adapters.cli.mcp_clients.settings_files import Unusable
from biofacts.adapters.cli.mcp_clients.supported import CLIENTS, ENTRY


@pytest.mark.parametrize(
    ("read", "text", "why"),
    [
        (settings_files.plain_json, "{", "it is not valid JSON"),
        (settings_files.plain_json, "[" * 100_000, "it is not valid JSON"),
        (settings_files.plain_json, "[]", "it is not a JSON object"),
        (settings_files.plain_json, '{"a": 1, "a": 2}', "'a' occurs more than once"),
        (settings_files.plain_json, '{"a": {"b": 1, "c": 0, "b": 2}}', "'b' occurs more than once"),
        (settings_files.plain_json, '{"a": 1 /* one */}', "it is not valid JSON"),
        (settings_files.commented_json, '{"a": 1,, "b": 2}', "it is not valid JSON"),
        (settings_files.toml, "a = ", "it is not valid TOML"),
    ],
)
def test_a_text_that_is_not_what_it_should_be_is_refused(read: Callable[[str], object], text: str, why: str) -> None:
    with pytest.raises(Unusable, match=why):
        read(text)


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("", {}),
        (" \n", {}),
        ('{"a": "//b", /* c */ "d": [1, 2,], // e\n}', {"a": "//b", "d": [1, 2]}),
        ('{"a": ",}"}', {"a": ",}"}),
        (r'{"a": "\",}"}', {"a": '",}'}),
    ],
)
def test_comments_and_last_commas_are_left_out_but_not_in_strings(text: str, content: object) -> None:
    assert settings_files.commented_json(text) == content


def test_bytes_that_are_no_text_are_refused() -> None:
    assert decoded(b"\xef\xbb\xbf{}") == "{}"
    with pytest.raises(Unusable, match="it is not written in UTF-8"):
        decoded(b"\xff")


@pytest.mark.parametrize("name", [name for name, client in CLIENTS.items() if not client.is_toml])
def test_entries_that_are_no_objects_are_refused(name: str) -> None:
    client = CLIENTS[name]

    assert client.server("{}") is None
    assert client.server(json.dumps({client.key: {ENTRY: {"command": "a"}}})) == {"command": "a"}
    with pytest.raises(Unusable, match=f"its '{client.key}' is not an object"):
        client.server(json.dumps({client.key: []}))
    with pytest.raises(Unusable, match=f"its '{client.key}.{ENTRY}' is not an object"):
        client.server(json.dumps({client.key: {ENTRY: "a"}}))


@pytest.mark.parametrize(
    ("like", "text"),
    [
        ("", '{\n  "a": "ä"\n}\n'),
        ('{\n    "b": 1}', '{\n    "a": "ä"\n}'),
        ('{\n\t"b": 1}\n', '{\n\t"a": "ä"\n}\n'),
        ('{\r\n "b": 1}\r\n', '{\r\n "a": "ä"\r\n}\r\n'),
    ],
)
def test_json_is_written_like_the_text_that_was_there(like: str, text: str) -> None:
    assert settings_files.written({"a": "ä"}, like=like) == text


@pytest.mark.parametrize("value", [float("nan"), "\ud800"])
def test_what_json_cannot_have_is_not_written(value: object) -> None:
    with pytest.raises(Unusable, match="it contains a value that JSON cannot represent"):
        settings_files.written({"a": value}, like="")


def test_a_change_is_made_once_with_a_backup_and_taken_back(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_bytes(b"before")
    path.chmod(0o640)

    settings_files.change(path, b"before", b"after", keep=True)
    assert (path.read_bytes(), settings_files.backup_of(path).read_bytes()) == (b"after", b"before")
    assert {stat.S_IMODE(one.stat().st_mode) for one in tmp_path.iterdir()} == {0o640}
    again = (
        partial(settings_files.change, path, b"before", b"other", keep=True),
        partial(settings_files.change, path, b"", None),
    )
    for attempt in again:
        with pytest.raises(Unusable, match="it has been changed in the meantime"):
            attempt()
    settings_files.change(path, b"after", b"before", is_undo=True)

    assert [one.name for one in tmp_path.iterdir()] == ["settings.json"]
    assert path.read_bytes() == b"before"


def test_a_new_file_is_for_its_owner_alone_and_has_no_backup(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "settings.json"

    settings_files.change(path, None, b"after", keep=True)
    assert (settings_files.read(path), stat.S_IMODE(path.stat().st_mode)) == (b"after", 0o600)
    assert [one.name for one in path.parent.iterdir()] == ["settings.json"]
    settings_files.change(path, b"after", None, is_undo=True)

    assert settings_files.read(path) is None


def test_without_a_backup_there_is_none(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_bytes(b"before")
    settings_files.change(path, b"before", b"after", keep=False)

    assert [one.name for one in tmp_path.iterdir()] == ["settings.json"]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    path, link = tmp_path / "settings.json", tmp_path / "link.json"
    path.write_bytes(b"before")
    link.symlink_to(path)
    settings_files.change(link, b"before", b"after", keep=False)
    is_link = link.is_symlink()
    settings_files.change(link, b"after", None, is_undo=True)

    assert is_link
    assert not path.exists()


def test_what_cannot_be_read_or_written_is_refused_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object) -> None:
        raise OSError(28, "No space left on device")

    path = tmp_path / "settings.json"
    path.write_bytes(b"before")
    monkeypatch.setattr(os, "replace", refused)

    for attempt in (
        partial(settings_files.change, path, b"before", b"after"),
        partial(settings_files.change, path, b"before", b"after", is_undo=True),
    ):
        with pytest.raises(Unusable, match=r"it cannot be written \(No space left on device\)"):
            attempt()
    with pytest.raises(Unusable, match="it cannot be read"):
        settings_files.read(tmp_path)
    assert [one.name for one in tmp_path.iterdir()] == ["settings.json"]
