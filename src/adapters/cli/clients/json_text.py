"""Edits of an entry in a JSON file that preserve all other text: comments, order, whitespace and line ends.

JSON with comments and trailing commas is supported for clients that read it. The standard library parses the text after
comments and trailing commas have been overwritten with spaces, so that offsets stay valid.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, cast

from biofacts.adapters.cli.clients.problems import Unusable

# Strings come first in both patterns, so that `//` in an address and `,}` in a text stay.
_WITH_COMMENTS = re.compile(r'"(?:\\.|[^"\\])*"|//[^\n\r]*|/\*.*?\*/', re.S)
_LAST_COMMA = re.compile(r'"(?:\\.|[^"\\])*"|,(?=\s*[}\]])')
_BLANK = re.compile(r"[ \t\r\n]*")
_INDENT = re.compile(r"[ \t]*")
_DECODER = json.JSONDecoder()


class _Member(NamedTuple):
    """A member of an object: its name, and the offsets of its name, its value and its end."""

    name: str
    start: int
    value: int
    end: int


class _Object(NamedTuple):
    """The members of an object, and the offsets of its braces."""

    start: int
    members: Sequence[_Member]
    end: int


class JsonText:
    """A JSON settings file whose entries are members of the object under a key."""

    def __init__(self, text: str, key: str, *, comments: bool) -> None:
        """Parse the text. `comments`: accept comments and trailing commas. Raises: Unusable."""
        self._text = text
        self._key = key
        self._comments = comments
        self._plain = _masked(text) if comments else text
        self._line = "\r\n" if "\r\n" in text else "\n"
        self._is_empty = not self._plain.strip()
        if self._is_empty:
            return
        try:
            whole = json.loads(self._plain)
            if not isinstance(whole, dict):
                raise Unusable("it does not hold an object")
            self._root = self._object(self._after_blanks(0))
        # `json` raises RecursionError for deeply nested text.
        except (ValueError, RecursionError) as error:
            if isinstance(error, Unusable):
                raise
            raise Unusable(f"it is no JSON ({error})") from error
        self._servers = self._found(self._root, key)

    def entry(self, name: str) -> Mapping[str, Any] | None:
        """Return the entry with a name; None if it does not exist. Raises: Unusable."""
        if self._is_empty or (servers := self._opened()) is None:
            return None
        if (found := self._found(servers, name)) is None:
            return None
        value: object = _DECODER.raw_decode(self._plain, found.value)[0]
        if not isinstance(value, dict):
            raise Unusable(f"its '{self._key}.{name}' is no object")
        return cast("dict[str, Any]", value)

    def whole(self) -> dict[str, Any]:
        """Return the parsed content of the file."""
        return {} if self._is_empty else cast("dict[str, Any]", json.loads(self._plain))

    def with_entry(self, name: str, entry: Mapping[str, object]) -> str:
        """Return the text with the entry added or replaced. Raises: Unusable."""
        if self._is_empty:
            new = {self._key: {name: entry}}
            return f"{self._text}{json.dumps(new, indent=2, ensure_ascii=False)}{self._line}".lstrip("\n")
        if (servers := self._opened()) is None:
            return self._inserted(self._root, self._key, {name: entry}, 1)
        if (found := self._found(servers, name)) is None:
            return self._inserted(servers, name, entry, 2)
        written = self._written(entry, self._indent_of(servers, 2))
        return self._text[: found.value] + written + self._text[found.end :]

    def without_entry(self, name: str) -> str:
        """Return the text without the entry. Raises: Unusable."""
        servers = None if self._is_empty else self._opened()
        found = self._found(servers, name) if servers else None
        if servers is None or found is None:
            return self._text
        at = servers.members.index(found)
        if found is not servers.members[-1]:
            return self._text[: found.start] + self._text[servers.members[at + 1].start :]
        kept, rest = self._text[: found.start].rstrip(), self._text[found.end :]
        if at:
            comma = self._plain.index(",", servers.members[at - 1].end)
            kept = kept[:comma] + kept[comma + 1 :]
        return kept + (rest if at else rest.lstrip(" \t,"))

    # Places

    def _opened(self) -> _Object | None:
        if self._servers is None:
            return None
        if self._plain[self._servers.value] != "{":
            raise Unusable(f"its '{self._key}' is no object")
        return self._object(self._servers.value)

    def _object(self, start: int) -> _Object:
        """Locate the members of the object at an offset. The text is valid JSON."""
        members = [*self._members(start)]
        return _Object(start, members, self._after_blanks(members[-1].end if members else start + 1))

    def _members(self, start: int) -> Iterator[_Member]:
        at = self._after_blanks(start + 1)
        while self._plain[at] != "}":
            name, end = _DECODER.raw_decode(self._plain, at)
            value = self._after_blanks(self._after_blanks(end) + 1)
            _, end = _DECODER.raw_decode(self._plain, value)
            yield _Member(name, at, value, end)
            at = self._after_blanks(end)
            if self._plain[at] == ",":
                at = self._after_blanks(at + 1)

    def _after_blanks(self, at: int) -> int:
        found = _BLANK.match(self._plain, at)
        return found.end() if found else at

    def _found(self, inside: _Object, name: str) -> _Member | None:
        named = [one for one in inside.members if one.name == name]
        if len(named) > 1:
            # Parsers disagree which of two equal names counts.
            raise Unusable(f"it has '{name}' more than once")
        return named[0] if named else None

    # Writing

    def _inserted(self, inside: _Object, name: str, value: object, depth: int) -> str:
        """Return the text with a member added at the end of an object, after any comments."""
        indent = self._indent_of(inside, depth)
        member = f"{json.dumps(name)}: {self._written(value, indent)}"
        head, tail = self._text[: inside.end], self._text[inside.end :]
        content = head.rstrip()
        if inside.members:
            last = inside.members[-1].end
            if "," not in _without_comments(self._text[last : inside.end], comments=self._comments):
                content = content[:last] + "," + content[last:]
        closing = head[len(head.rstrip()) :]
        if self._line not in closing:
            closing = self._line + self._indent_before(inside.start)
        return f"{content}{self._line}{indent}{member}{closing}{tail}"

    def _written(self, value: object, indent: str) -> str:
        lines = json.dumps(value, indent=self._unit(), ensure_ascii=False).split("\n")
        return f"{self._line}{indent}".join(lines)

    def _unit(self) -> str:
        """Return the indentation that the file uses per level."""
        first = self._root.members[0].start if self._root.members else 0
        return self._own_indent(first) or "  "

    def _indent_of(self, inside: _Object, depth: int) -> str:
        """Return the indentation of an object's members."""
        own = self._own_indent(inside.members[0].start) if inside.members else None
        return self._unit() * depth if own is None else own

    def _own_indent(self, at: int) -> str | None:
        """Return the whitespace before an offset if the line has nothing else before it; else None."""
        before = self._text[:at].rpartition("\n")[2] if "\n" in self._text[:at] else None
        return before if before is not None and not before.strip() else None

    def _indent_before(self, at: int) -> str:
        """Return the indentation of the line at an offset."""
        found = _INDENT.match(self._text[:at].rpartition("\n")[2])
        return found[0] if found else ""


def _masked(text: str) -> str:
    """Overwrite comments and trailing commas with spaces."""
    return _LAST_COMMA.sub(lambda found: found[0] if found[0][0] == '"' else " ", _blanked(text))


def _blanked(text: str) -> str:
    return _WITH_COMMENTS.sub(lambda found: found[0] if found[0][0] == '"' else re.sub(r"[^\r\n]", " ", found[0]), text)


def _without_comments(text: str, *, comments: bool) -> str:
    return _blanked(text) if comments else text
