"""Edits of an entry in a TOML file with tomlkit, which preserves comments, order and whitespace."""

import tomllib
from collections.abc import Mapping
from typing import Any, cast

import tomlkit
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import InlineTable

from biofacts.adapters.cli.clients.problems import Unusable


class TomlText:
    """A TOML settings file whose entries are tables within the table of a key."""

    def __init__(self, text: str, key: str) -> None:
        """Parse the text. Raises: Unusable."""
        self._text = text
        self._key = key
        try:
            self._document: Any = tomlkit.parse(text)
        except (TOMLKitError, ValueError, RecursionError) as error:
            raise Unusable(f"it is no TOML ({error})") from error

    def entry(self, name: str) -> Mapping[str, Any] | None:
        """Return the entry with a name; None if it does not exist. Raises: Unusable."""
        servers = self._servers()
        if servers is None or name not in servers:
            return None
        found = servers[name]
        if not _is_table(found):
            raise Unusable(f"its '{self._key}.{name}' is no table")
        return cast("Mapping[str, Any]", found.unwrap())

    def whole(self) -> dict[str, Any]:
        """Return the parsed content of the file."""
        return tomllib.loads(self._text)

    def with_entry(self, name: str, entry: Mapping[str, Any]) -> str:
        """Return the text with the entry added or updated. Raises: Unusable."""
        servers = self._servers()
        if servers is None:
            self._document[self._key] = tomlkit.table(is_super_table=True)
            servers = self._servers()
        if (known := servers.get(name)) is None:
            servers[name] = _table(entry, inline=isinstance(servers, InlineTable))
            if not isinstance(servers, InlineTable) and [*self._document][-1] != self._key:
                # Keep a blank line between the new table and the one after it.
                servers[name].add(tomlkit.nl())
        else:
            for part, value in entry.items():
                if part not in known or known[part] != value:
                    known[part] = _value(value)
        return self._written()

    def without_entry(self, name: str) -> str:
        """Return the text without the entry. Raises: Unusable."""
        if (servers := self._servers()) is None or name not in servers:
            return self._text
        del servers[name]
        if not servers:
            del self._document[self._key]
        return self._written()

    def _servers(self) -> Any:
        servers = self._document.get(self._key)
        if servers is not None and not _is_table(servers):
            raise Unusable(f"its '{self._key}' is no table")
        return servers

    def _written(self) -> str:
        written: str = tomlkit.dumps(self._document)
        is_windows = "\r\n" in self._text and "\n" not in self._text.replace("\r\n", "")
        # tomlkit writes new lines with `\n`: a file with Windows line ends gets them throughout.
        return written.replace("\r\n", "\n").replace("\n", "\r\n") if is_windows else written


def _is_table(item: object) -> bool:
    return isinstance(item, dict)


def _table(entry: Mapping[str, Any], *, inline: bool) -> Any:
    table: Any = tomlkit.inline_table() if inline else tomlkit.table()
    for name, value in entry.items():
        table[name] = _value(value)
    return table


def _value(value: Any) -> Any:
    return _table(cast("Mapping[str, Any]", value), inline=True) if isinstance(value, dict) else value
