"""Decoding of the arguments of a call, and the repair of wrong ones: they are rejected with calls that would work.

Models send names and values that no schema has: another name for an argument, a common name for an organism, a list
for one value. The suggested calls keep all that can be understood.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, cast, get_args, get_origin

import msgspec
from msgspec.structs import FieldInfo

from biofacts.application.messages import calls as call_messages
from biofacts.application.tools.tool import ArgumentsT, ResultT, Tool
from biofacts.domain.answers import next_calls
from biofacts.domain.answers.advice_and_phrasing import NextCall
from biofacts.domain.answers.entity_kinds import GENE, Kind
from biofacts.domain.answers.errors import AmbiguousQuery, UnresolvedEntity
from biofacts.domain.answers.pages import DEFAULT_PAGE_SIZE, LARGEST_PAGE_SIZE
from biofacts.domain.identifiers import arguments as id_arguments
from biofacts.domain.identifiers import organisms
from biofacts.domain.identifiers.curies import IDENTIFIERS
from biofacts.domain.text import similar_names

# A number of 5,000 digits and nested lists broke the answer; argument names of a megabyte made errors slow.
_LONGEST_ARGUMENT, _LONGEST_NAME, _LARGEST_NUMBER, _MOST_CALLS, _DEEPEST = 4000, 60, 10**30, 5, 4
_CURSOR = "cursor"

_ALWAYS_MEANT = frozenset({"q", "query", "search", "term", "text", "name", "id", "identifier", "symbol", "input"})

_UNFIT = (msgspec.ValidationError, UnicodeEncodeError)
"""Exceptions of the conversion; the second is raised for a lone surrogate where a number is expected."""

_ALSO_CALLED: Mapping[str, frozenset[str]] = {
    "organism": frozenset({"organism", "species", "taxon", "organism_name", "taxonomy"}),
    "to_organism": frozenset({"to_organism", "target_organism"}),
    "page_size": frozenset(
        {"page_size", "pagesize", "limit", "size", "count", "max_results", "n", "top_k", "per_page"}
    ),
    _CURSOR: frozenset({_CURSOR, "page_token", "next_cursor", "next", "token"}),
    "slim": frozenset({"slim"}),
    "target": frozenset({"target", "to", "end"}),
    "to": frozenset({"to", "target", "to_kind", "target_kind", "target_type"}),
    # A way of acting that was sent as `sign` is offered as `effect`.
    "effect": frozenset({"effect", "sign", "type", "action"}),
    "kind": frozenset({"kind", "from_kind", "source_kind", "entity_type"}),
}
"""Names that models use instead of the names of optional arguments."""
_MODIFIERS = _ALSO_CALLED[_CURSOR] | _ALSO_CALLED["slim"]
"""Names whose values are never meant as the main argument of a call."""
_PAGING = ("page_size", "slim", _CURSOR)
# e.g. `Mus musculus`
_BINOMIAL = re.compile(r"[A-Z][a-z]+ [a-z]{3,}")
_KINDS_ALSO = {
    "drug": "ligand", "medicine": "ligand", "compound": "ligand", "chemical": "compound", "metabolite": "compound",
    "receptor": "target", "enzyme": "target", "gene": "target",
}  # fmt: skip
"""Other words for a kind, used if the tool has no kind of that name."""


def decoded(tool: Tool[ArgumentsT, ResultT], raw_arguments: Mapping[str, object]) -> ArgumentsT:
    """Decode the argument Struct of a call. Raises: UnresolvedEntity, AmbiguousQuery."""
    identifier = raw_arguments.get(tool.kind.id_argument)
    if tool.strict and not isinstance(identifier, str):
        raise _without_id(tool, raw_arguments)
    for name, value in raw_arguments.items():
        # Without a limit, parsing a text of a megabyte took from half a second to hours.
        if isinstance(value, str) and len(value) > _LONGEST_ARGUMENT and not (tool.strict and value is identifier):
            raise _unfit(tool, raw_arguments, call_messages.long_argument(name, len(value), _LONGEST_ARGUMENT), value)
    try:
        return msgspec.convert(raw_arguments, tool.arguments, strict=False)  # not strict, as hosts send "10" for 10
    except _UNFIT as error:
        field = str(error).rpartition("`$.")[2].rstrip("`")
        reason = _reason(tool, field, raw_arguments.get(field)) or call_messages.unfit_value(str(error))
        raise _unfit(tool, raw_arguments, reason, raw_arguments.get(field)) from error


def with_same_arguments(
    tool: Tool[Any, Any], raw_arguments: Mapping[str, object], proposed: NextCall, to: Tool[Any, Any]
) -> NextCall:
    """Add to a proposed call of the tool `to` all other arguments that were sent and that `to` accepts.

    A cursor is not added: it belongs to its own listing.
    """
    arguments = dict(proposed.arguments)
    sent = _all(tool, raw_arguments)
    for field in _others(to):
        if field.name != _CURSOR and field.name not in arguments:
            value = _optional(field, sent)
            arguments |= {} if value is None else {field.name: value}
    return NextCall(proposed.tool, arguments)


def _fields(arguments: type[msgspec.Struct]) -> Mapping[str, FieldInfo]:
    """Return the arguments of a tool by name."""
    return {field.name: field for field in msgspec.structs.fields(arguments)}


def _reason(tool: Tool[Any, Any], name: str, value: object) -> str | None:
    """Explain that a value is none of an argument's choices; None if the argument has no fixed choices."""
    field = _fields(tool.arguments).get(name)
    choices = _choices(field.type) if field else ()
    return call_messages.no_choice(name, value, choices) if choices else None


def _unfit(tool: Tool[Any, Any], raw_arguments: Mapping[str, object], reason: str, at_fault: object) -> AmbiguousQuery:
    field_names = tool.arguments.__struct_fields__
    return AmbiguousQuery(
        *call_messages.unfit_arguments(tool.name, reason, _mended(tool, raw_arguments), field_names), at_fault
    )


def _without_id(tool: Tool[Any, Any], raw_arguments: Mapping[str, object]) -> UnresolvedEntity:
    """Create the error for a call without its id, with suggestions from other arguments or other types of value."""
    kind = msgspec.structs.replace(tool.kind, get_tool=tool.name)
    sent = _sent(tool, raw_arguments)
    outcomes = [_get_call(kind, text) for text in sent]
    if len(outcomes) == 1 and isinstance(outcomes[0], UnresolvedEntity):
        return outcomes[0]
    calls = [outcome if isinstance(outcome, NextCall) else outcome.advice.calls[0] for outcome in outcomes]
    return UnresolvedEntity.missing(kind, raw_arguments.get(kind.id_argument, sent[0] if sent else None), calls)


def _get_call(kind: Kind, text: str) -> NextCall | UnresolvedEntity:
    try:
        return next_calls.get(kind, str(id_arguments.read(kind, IDENTIFIERS[kind.name], text)))
    except UnresolvedEntity as error:
        return error


def _mended(tool: Tool[Any, Any], raw_arguments: Mapping[str, object]) -> Sequence[NextCall]:
    """Return calls that would work: one for each value that was sent for the main argument.

    If nothing usable was sent, an example is proposed, except for a query that is optional.
    """
    sent = _all(tool, raw_arguments)
    main = _main(tool, sent)
    arguments = {field.name: value for field in _others(tool) if (value := _optional(field, sent)) is not None}
    texts = _sent(tool, raw_arguments)
    values = [text for text in texts if _is_usable(text, main)]
    # e.g. find_paths of MYC alone: propose the neighbours of MYC, and make up no other end.
    if tool.alone:
        needed = {field.name: field for field in _others(tool) if field.required}
        ends = [*values, *(str(arguments[name]) for name in needed if name in arguments)]
        if ends and not (values and needed.keys() <= arguments.keys()):
            return [tool.alone(end) for end in ends[:_MOST_CALLS]]
        arguments = {name: _first_example(field) for name, field in needed.items()} | arguments
    if not texts and _is_enough(tool, arguments):
        return [NextCall(tool.name, arguments)]
    fields = _fields(tool.arguments)
    if not texts and not tool.either and not fields[main].required and sent.keys() & fields.keys() - {main, *_PAGING}:
        return []  # an example would not match the filters that were sent
    # find_links takes several ids only together with `to`.
    if len(values) > 1 and f"{main}s" in tool.either and ("to" in arguments or "to" not in fields):
        main = f"{main}s"
    elif main in tool.either:
        # e.g. a target that was sent beside the ligand
        arguments = {**_beside(tool, sent, main), **arguments}
    main_values = [values or _example_list(tool, main)] if _takes_list(tool, main) else values or [_example(tool, main)]
    calls = [
        NextCall(tool.name, {main: value, **kind, **arguments})
        for value in main_values
        for kind in _kinds(tool, [*_texts(value)], {**sent, **arguments})
    ][:_MOST_CALLS]
    return calls or [NextCall(next_calls.RESOLVE_MANY, {"names": values})]


def _kinds(tool: Tool[Any, Any], values: Sequence[str], sent: Mapping[str, object]) -> Sequence[Mapping[str, object]]:
    """Return the `kind` arguments to suggest: one per kind to which all identifiers may belong; `[{}]` to add none.

    If the name of an unknown argument contains a kind (`gene`), that kind is used. Returns nothing for other names.
    """
    fields = _fields(tool.arguments)
    if "kind" not in fields or not fields["kind"].required or sent.get("kind") in _choices(fields["kind"].type):
        return [{}]
    if kinds := [
        kind for name in sent if name not in fields for kind in _kinds_in(name, _choices(fields["kind"].type))
    ]:
        return [{"kind": kinds[0]}]
    references = [id_arguments.reference_in(value) for value in values]
    own = [[kind.name for kind in reference.own or reference.accepted_by[:1]] for reference in references if reference]
    shared = [name for name in own[0] if all(name in names for names in own)] if len(own) == len(values) else []
    return [{"kind": name} for name in shared]


def _is_enough(tool: Tool[Any, Any], arguments: Mapping[str, object]) -> bool:
    """Return True if the optional arguments that were sent are a valid call without the main one: a filtered list."""
    return bool(arguments.keys() - {*_PAGING}) and not tool.either and _fits(arguments, tool.arguments)


def _kinds_in(name: str, kinds: Sequence[str]) -> Iterator[str]:
    """Yield the kinds in the name of an argument: `gene_id`, `drugs`."""
    words = (word.removesuffix("s") for word in _words(name))
    yield from (kind for word in words if (kind := _kind(word, kinds)) in kinds)


def _kind(word: str, kinds: Sequence[str]) -> str:
    return word if word in kinds else _KINDS_ALSO.get(word, word)


def _about(tool: Tool[Any, Any]) -> Sequence[str]:
    """Return the main argument of a tool, or the arguments of which a call needs at least one."""
    return [*tool.either] or tool.arguments.__struct_fields__[:1]


def _main(tool: Tool[Any, Any], sent: Mapping[str, object]) -> str:
    """Return the main argument of a call; of several, the one sent, or whose kind an argument's name contains."""
    about = _about(tool)
    named = (name for name in about if sent.get(name) is not None)
    meant = (
        name
        for name in tool.either
        if any(tool.either[name].name in _kinds_in(argument, _taken(tool)) for argument in sent)
    )
    return next(named, None) or next(meant, None) or about[0]


def _taken(tool: Tool[Any, Any]) -> Sequence[str]:
    """Return the names of the kinds whose identifiers a tool accepts."""
    return [kind.name for kind in tool.either.values()]


def _beside(tool: Tool[Any, Any], sent: Mapping[str, object], main: str) -> Mapping[str, object]:
    """Return the values sent for the tool's other main arguments: a `receptor` with a ligand, for example."""
    values: dict[str, object] = {}
    field_names = tool.arguments.__struct_fields__
    for name, kind in tool.either.items():
        if kind is not tool.either[main]:
            under = (
                argument
                for argument in sent
                if argument == name or (argument not in field_names and kind.name in _kinds_in(argument, _taken(tool)))
            )
            texts = [text for argument in under for text in _texts(sent[argument])][:_MOST_CALLS]
            values |= {name: texts if _takes_list(tool, name) else texts[0]} if texts else {}
    return values


def _others(tool: Tool[Any, Any]) -> Sequence[FieldInfo]:
    about = _about(tool)
    return [field for name, field in _fields(tool.arguments).items() if name not in about]


def _is_usable(text: str, argument: str) -> bool:
    """Return True if a text is long enough for its argument; a gene's number may be a single digit."""
    return len(text.strip()) >= next_calls.SHORTEST_QUERY or (argument != "query" and text.isdecimal())


def _example(tool: Tool[Any, Any], argument: str) -> str:
    if argument in tool.either:
        return tool.either[argument].example_id
    if argument == tool.kind.id_argument:
        return tool.kind.example_id
    return GENE.example_query if argument == GENE.id_argument else tool.kind.example_query


def _first_example(field: FieldInfo) -> object:
    return next(example for meta in field.type.__metadata__ for example in meta.examples or ())


def _takes_list(tool: Tool[Any, Any], argument: str) -> bool:
    field = _fields(tool.arguments).get(argument)
    return field is not None and _is_list(field.type)


def _is_list(kind: object) -> bool:
    return get_origin(kind) in (list, Sequence) or any(map(_is_list, get_args(kind)))


def _example_list(tool: Tool[Any, Any], argument: str) -> list[str]:
    """Return an example for an argument that takes a list."""
    field = _fields(tool.arguments)[argument]
    # An optional argument is a union; its first member has the annotation.
    types = (field.type, *get_args(field.type))
    examples = (
        example for kind in types for meta in getattr(kind, "__metadata__", ()) for example in meta.examples or ()
    )
    return next(
        (cast("list[str]", example) for example in examples if isinstance(example, list)), [_example(tool, argument)]
    )


def _all(tool: Tool[Any, Any], raw_arguments: Mapping[str, object]) -> Mapping[str, object]:
    """Return all arguments that were sent, including nested ones: `{"arguments": {"query": "apoptosis"}}`."""
    field_names = tool.arguments.__struct_fields__
    sent = {name: value for name, value in raw_arguments.items() if len(name) <= _LONGEST_NAME}
    for name, value in raw_arguments.items():
        if name not in field_names and isinstance(value, dict):
            inside = cast("dict[str, object]", value)
            if not inside.keys().isdisjoint(field_names):
                return sent | {name: value for name, value in inside.items() if len(name) <= _LONGEST_NAME}
    return sent


def _sent(tool: Tool[Any, Any], raw_arguments: Mapping[str, object]) -> list[str]:
    """Return the values sent for the main argument: under its name, or else under a name that may mean it."""
    sent = _all(tool, raw_arguments)
    main = _main(tool, sent)
    field_names = tool.arguments.__struct_fields__
    optional = {
        name for field in _others(tool) for name in _names_sent(field, sent) if _valid(field, sent[name]) is not None
    }
    others = [
        name for name in sent if name not in field_names and name not in optional and name.casefold() not in _MODIFIERS
    ]
    # Unknown arguments with a similar meaning come first.
    others.sort(key=lambda name: not _means(name, main, tool.kind))
    texts = [list(dict.fromkeys(_texts(sent.get(name))))[:_MOST_CALLS] for name in (main, *others)]
    return next(filter(None, texts), texts[0])


def _means(name: str, argument: str, kind: Kind) -> bool:
    """Return True if a name may mean the main argument, such as `identifier` or `gene`."""
    return not _words(name).isdisjoint({*argument.split("_"), kind.name, kind.plural, *_ALWAYS_MEANT})


def _words(name: str) -> frozenset[str]:
    """Split the name of an argument into its words, case folded."""
    # `pathwayId` has two words, as `pathway_id` has.
    return frozenset(re.split(r"[\W_]+", re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).casefold()))


def _texts(value: object, depth: int = 0) -> Iterator[str]:
    """Yield every text in a value, and every number as text; texts that are too long are truncated."""
    match value:
        case str() if value.strip():
            yield value if len(value) <= _LONGEST_ARGUMENT else next_calls.beginning(value)
        # A bool is an int to Python, but never an identifier.
        case bool():
            pass
        case int() if abs(value) < _LARGEST_NUMBER:
            yield str(value)
        case float() if abs(value) < _LARGEST_NUMBER:
            yield str(int(value)) if value.is_integer() else str(value)
        case dict() if depth < _DEEPEST:
            for item in cast("dict[object, object]", value).values():
                yield from _texts(item, depth + 1)
        case list() if depth < _DEEPEST:
            for item in cast("list[object]", value):
                yield from _texts(item, depth + 1)
        case _:
            pass


def _optional(field: FieldInfo, sent: Mapping[str, object]) -> object:
    """Return a valid value sent for an optional argument, under its name or a synonym; None to omit the argument."""
    valid = (_valid(field, sent[name], own=name == field.name) for name in _names_sent(field, sent))
    return next((value for value in valid if value is not None), None)


def _names_sent(field: FieldInfo, sent: Mapping[str, object]) -> Sequence[str]:
    """Return the names under which an optional argument was sent, its own first."""
    synonyms = (name for name in sent if name.casefold() in _ALSO_CALLED.get(field.name, ()) and name != field.name)
    return [*([field.name] if field.name in sent else []), *synonyms]


def _valid(field: FieldInfo, value: object, *, own: bool = False) -> object:
    """Return the value of an optional argument, corrected if necessary; None if it cannot be corrected.

    `own`: True for a value sent under the argument's own name, so that any text is meant as its value.
    """
    # Models send common names, such as mouse for Mus musculus.
    if field.name in ("organism", "to_organism"):
        named = next(_texts(value), "")
        return organisms.scientific_name(named) or (named if own or _BINOMIAL.fullmatch(named) else None) or None
    if value is None or value == "" or _fits(value, field.type):
        return None if value == "" else value
    if field.name == "page_size":
        return _page_size(value) or (DEFAULT_PAGE_SIZE if own else None)
    text = next(_texts(value), "")
    # Of a list for a single value, such as target=['BAX', 'MYC'], the first item counts.
    is_alone = own and isinstance(value, list) and text and _fits(text, field.type)
    return text if is_alone else _nearest(text, _choices(field.type))


def _page_size(value: object) -> int | None:
    """Return the valid page size closest to a value; None if the value is not a number."""
    try:
        number = int(float(next(_texts(value), "")))
    # `int(float("inf"))` raises OverflowError.
    except (ValueError, OverflowError):
        return None
    return min(number, LARGEST_PAGE_SIZE) if number > 0 else DEFAULT_PAGE_SIZE


def _choices(kind: object) -> Sequence[str]:
    """Return the choices of a type that accepts only fixed texts; nothing for any other type."""
    if get_origin(kind) is Literal:
        return get_args(kind)
    return next(filter(None, (_choices(arg) for arg in get_args(kind))), ())


def _nearest(written: str, choices: Sequence[str]) -> str | None:
    """Return the choice that a text means: in another case, in the plural, misspelt, or by another word for a kind."""
    word = written.strip().casefold()
    # e.g. `Drugs`, `targets`
    word = _kind(word.removesuffix("s"), choices)
    return similar_names.most_similar(word, choices, similar_names.POSSIBLE)


def _fits(value: object, kind: object) -> bool:
    if isinstance(value, str) and len(value) > _LONGEST_ARGUMENT:
        return False
    try:
        msgspec.convert(value, kind, strict=False)
    except _UNFIT:
        return False
    return True
