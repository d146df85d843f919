"""Reading of settings files, and writing of plain JSON.

JSON with comments and trailing commas can be read, but not changed: the standard library would lose them.
"""

import json
import re
import tomllib
from collections.abc import Mapping, Sequence
from typing import Any, cast

from biofacts.adapters.cli.clients.files import Unusable

# Strings come first in both patterns, so that `//` in an address and `,}` in a text stay.
_WITH_COMMENTS = re.compile(r'"(?:\\.|[^"\\])*"|//[^\n\r]*|/\*.*?\*/', re.S)
_LAST_COMMA = re.compile(r'"(?:\\.|[^"\\])*"|,(?=\s*[}\]])')
_INDENT = re.compile(r'\n([ \t]+)"')


def toml(text: str) -> dict[str, Any]:
    """Parse TOML. Raises: Unusable."""
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise Unusable(f"it is no TOML ({error})") from error


def plain_json(text: str) -> dict[str, Any]:
    """Parse JSON; a blank text is an empty object. Raises: Unusable."""
    if not text.strip():
        return {}
    try:
        content: object = json.loads(text, object_pairs_hook=_only_once)
    # `json` raises RecursionError for deeply nested text.
    except (ValueError, RecursionError) as error:
        raise error if isinstance(error, Unusable) else Unusable(f"it is no JSON ({error})") from error
    if not isinstance(content, dict):
        raise Unusable("it does not hold an object")
    return cast("dict[str, Any]", content)


def commented_json(text: str) -> dict[str, Any]:
    """Parse JSON with comments and trailing commas. Raises: Unusable."""
    without = _WITH_COMMENTS.sub(_unless_string, text)
    return plain_json(_LAST_COMMA.sub(_unless_string, without))


def entries(content: Mapping[str, Any], key: str) -> dict[str, Any]:
    """Return the entries under a key. Raises: Unusable."""
    servers = content.get(key, {})
    if not isinstance(servers, dict):
        raise Unusable(f"its '{key}' is no object")
    return cast("dict[str, Any]", servers)


def written(content: Mapping[str, Any], *, like: str) -> str:
    """Write plain JSON with the indentation and the line ends of another text. Raises: Unusable."""
    found = _INDENT.search(like)
    try:
        text = json.dumps(content, indent=found[1] if found else 2, ensure_ascii=False, allow_nan=False)
        text.encode()
    except ValueError as error:
        raise Unusable(f"it holds a value that JSON cannot have ({error})") from error
    if like.endswith("\n") or not like.strip():
        text += "\n"
    return text.replace("\n", "\r\n") if "\r\n" in like else text


def _only_once(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    """Build an object. Parsers disagree which of two equal names counts, so such a text is refused."""
    names = [name for name, _ in pairs]
    if twice := [name for name in names if names.count(name) > 1]:
        raise Unusable(f"it has '{twice[0]}' more than once")
    return dict(pairs)


def _unless_string(found: re.Match[str]) -> str:
    return found[0] if found[0][0] == '"' else " "
