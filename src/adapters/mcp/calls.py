"""The running calls of a server: their limit, their end when the server stops, and the form of their results."""

import base64
import time
from collections.abc import Awaitable, Callable, Generator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from types import UnionType
from typing import Any, Final, TypeVar, Union, cast, get_args, get_origin

import anyio
import msgspec
from mcp import MCPError, types
from mcp.server import ServerRequestContext

from biofacts.application.pictures.draw import ShownImage
from biofacts.application.tools.registry import Tools
from biofacts.application.tools.tool import ErrorEnvelope
from biofacts.application.use_cases import UseCases
from biofacts.ports.observing import CallBegan, CallEnded, Observer

T = TypeVar("T")

# Calls are limited, not connections, as uvicorn does: 199 silent connections would lock out everybody.
MOST: Final = 256


class Calls:
    """Counts requests from the end of their body to the end of their response. `most`: how many may run at once."""

    def __init__(self, most: int = MOST) -> None:
        self.most = most
        self.running = 0
        self.leaving = False
        self._scopes: set[anyio.CancelScope] = set()
        self._ended = anyio.Event()

    @property
    def full(self) -> bool:
        """True while no further call may begin."""
        return self.running >= self.most

    @contextmanager
    def one(self) -> Generator[None]:
        """Count a request while the block runs."""
        self.running += 1
        try:
            yield
        finally:
            self.running -= 1
            if not self.running:
                self._ended.set()

    async def interruptible(self, call: Callable[[], Awaitable[T]]) -> T | None:
        """Run a call and return its result; None if `interrupt` has ended it."""
        with anyio.CancelScope() as scope:
            self._scopes.add(scope)
            try:
                return await call()
            finally:
                self._scopes.discard(scope)
        return None

    def leave(self) -> None:
        """Refuse new calls from now on."""
        self.leaving = True

    def interrupt(self) -> None:
        """Cancel the calls that still run."""
        for scope in tuple(self._scopes):
            scope.cancel()

    async def ended(self, within: float) -> bool:
        """Wait until no call runs, for at most that many seconds. Returns True if none runs."""
        with anyio.move_on_after(within):
            while self.running:
                self._ended = anyio.Event()  # an event cannot be cleared, so each wait takes a new one
                await self._ended.wait()
        return not self.running


# Observation of tool calls: events for an observer, and fields for the access log


_OK, _BUG, _GONE = "ok", "INTERNAL", "CANCELLED"

Handler = Callable[[ServerRequestContext[UseCases], types.CallToolRequestParams], Awaitable[types.CallToolResult]]


class Called:
    """The tool that the current request has called, and the code of the outcome; both "" if it has called none."""

    def __init__(self) -> None:
        self.tool = ""
        self.code = ""


CALLED: ContextVar[Called | None] = ContextVar("called", default=None)
"""Set by the access log for each request, and filled in by the handler of calls."""


@contextmanager
def watched(tool: str, observer: Observer) -> Generator[Callable[[str | None], None]]:
    """Report the start and the end of a call. Yields a function that takes the call's error code, None for success."""
    started, code = time.monotonic(), _GONE

    def ended(failure: str | None) -> None:
        nonlocal code
        code = failure or _OK

    observer(CallBegan(tool))
    try:
        yield ended
    except MCPError:  # handlers turn bugs into this error
        code = _BUG
        raise
    finally:
        observer(CallEnded(tool, code, time.monotonic() - started))
        if (called := CALLED.get()) is not None:
            called.tool, called.code = tool, code


def observed(handler: Handler, tools: Tools, observer: Observer) -> Handler:
    """Wrap the handler of calls so that each is reported, except unknown tools, whose names clients invent."""

    async def call(
        context: ServerRequestContext[UseCases], params: types.CallToolRequestParams
    ) -> types.CallToolResult:
        if params.name not in tools:
            return await handler(context, params)
        with watched(params.name, observer) as ended:
            result = await handler(context, params)
            ended(_failure(result))
        return result

    return call


def _failure(result: types.CallToolResult) -> str | None:
    envelope: Any = result.structured_content
    return str(envelope["error"]["code"]) if result.is_error else None


# Results and schemas in the form that the Model Context Protocol requires, from msgspec types


_WORDS = frozenset({"title", "description", "default"})  # left out of output schemas, to save tokens


def _plain(schema: object, dropped: frozenset[str]) -> dict[str, Any]:
    """Convert a schema to JSON types (msgspec leaves tuples in defaults), without the annotations to drop."""
    return cast("dict[str, Any]", _without(msgspec.json.decode(msgspec.json.encode(schema)), dropped))


def _without(node: Any, dropped: frozenset[str]) -> Any:
    """Remove annotations from a schema, and shorten nullable types."""
    match node:
        case {"anyOf": [{"type": str(kind), **rest}, {"type": "null"}]} if not rest:
            return {"type": [kind, "null"]}
        case dict():
            # A key `title` with an object is a property of that name, not an annotation.
            return {
                key: _without(value, dropped)
                for key, value in cast("dict[str, Any]", node).items()
                if key not in dropped or (key != "default" and isinstance(value, dict))
            }
        case [*items]:
            return [_without(item, dropped) for item in items]
        case _:
            return node


def _never_null(definition: dict[str, Any]) -> dict[str, Any]:
    """Remove null from the types of optional properties, since absent values are left out."""
    for name, schema in definition.get("properties", {}).items():
        if name in definition.get("required", ()):
            continue
        match schema:
            case {"type": [kind, "null"]}:
                definition["properties"][name] = {"type": kind}
            case {"anyOf": [*choices]} if len(named := [one for one in choices if one != {"type": "null"}]) == 1:
                definition["properties"][name] = named[0]
            case _:
                pass
    return definition


def _inlined(node: Any, definitions: dict[str, Any]) -> Any:
    """Replace references by their definitions. None of our schemas refers to itself."""
    match node:
        case {"$ref": str(reference)} if (name := reference.removeprefix("#/$defs/")) in definitions:
            return _inlined(definitions[name], definitions)
        case dict():
            return {key: _inlined(value, definitions) for key, value in cast("dict[str, Any]", node).items()}
        case [*items]:
            return [_inlined(item, definitions) for item in items]
        case _:
            return node


_TOLD_LISTS = 1
_ALIKE = frozenset({"Provenance", "ReadAs", "RecordReadAs", "NameRead", "ContestedName", "Affinity"})
"""Types that occur in many answers and explain themselves there; schemas show them as plain objects."""


def _sketched(node: Any, lists: int) -> Any:
    """Reduce a schema to the properties of the record, and of the items of its lists.

    Objects in lists within such an item, and objects with free keys, become plain objects, and lists of them plain
    lists.
    """
    match node:
        case {"type": "object", "properties": dict()} if lists > _TOLD_LISTS:
            return {"type": "object"}
        case {"type": "object", "additionalProperties": dict()}:
            return {"type": "object"}
        case {"type": "array", "items": item, **rest}:
            items = _sketched(item, lists + 1)
            return {**rest, "type": "array", **({} if items == {"type": "object"} else {"items": items})}
        case dict():
            members = cast("dict[str, Any]", node).items()
            return {key: _sketched(value, lists) for key, value in members if (key, value) != ("required", [])}
        case [*items]:
            return [_sketched(item, lists) for item in items]
        case _:
            return node


def input_schema(arguments: type[msgspec.Struct]) -> dict[str, Any]:
    """Return the schema of an argument Struct, with the object at its root."""
    schema = _plain(msgspec.json.schema(arguments), frozenset({"title"}))
    definitions: dict[str, Any] = schema.pop("$defs")
    root = definitions.pop(str(schema["$ref"]).removeprefix("#/$defs/"))
    root.pop("description", None)
    _never_null(root)
    return {**root, "additionalProperties": False, **({"$defs": definitions} if definitions else {})}


@cache
def output_schema(result: Any) -> dict[str, Any]:
    """Return a short schema of a record or an error, under an object root, the only form that all clients accept."""
    records: tuple[Any, ...] = get_args(result) if get_origin(result) in (Union, UnionType) else (result,)
    roots, schemas = msgspec.json.schema_components(records, ref_template="#/$defs/{name}")
    definitions = {name: _never_null(one) for name, one in _plain(schemas, _WORDS).items()}
    definitions |= {name: {"type": "object"} for name in _ALIKE & definitions.keys()}
    text = msgspec.json.encode(definitions).decode()
    once = {name: one for name, one in definitions.items() if text.count(f'"#/$defs/{name}"') <= 1}
    shared = {name: one for name, one in definitions.items() if name not in once}
    # Every tool has the same error, so that its members are named alone.
    # An empty list may be the answer of several forms.
    forms = roots if len(roots) == 1 else ({"anyOf": [*roots]},)
    schema = {"type": "object", "oneOf": [*forms, {"required": [*ErrorEnvelope.__struct_fields__]}]}
    told = cast("dict[str, Any]", _sketched(_inlined(schema, once), lists=0))
    told["oneOf"] = [
        {key: value for key, value in one.items() if key != "type"} for one in told["oneOf"]
    ]  # the root has the type already
    # Shared definitions are items of lists, so they start one level deeper.
    return {**told, "$defs": _sketched(_inlined(shared, once), lists=1)} if shared else told


def _png(body: bytes) -> types.ImageContent:
    return types.ImageContent(data=base64.b64encode(body).decode(), mime_type="image/png")


def tool_result(outcome: object) -> types.CallToolResult:
    """Convert an outcome to structured content, and to JSON text after its image if it has one.

    `is_error` for an error envelope.
    """
    image = outcome if isinstance(outcome, ShownImage) else None
    raw = msgspec.json.encode(image.shown if image else outcome)  # once: text and structured content cannot disagree
    return types.CallToolResult(
        content=[*([_png(image.png)] if image else []), types.TextContent(text=raw.decode())],
        structured_content=msgspec.json.decode(raw),
        is_error=isinstance(outcome, ErrorEnvelope),
    )
