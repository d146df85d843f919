"""What functions of the domain make of texts as people type them, and of other plain values, as `readings.txt` has it.

A function is found by its name, and where several have that name, also by that of its module; a text that somebody adds
is read with `BIOFACTS_UPDATE_SNAPSHOTS=1`. Arguments are JSON, also those that are structs.
"""

import importlib
import inspect
import json
import pkgutil
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from enum import Enum
from typing import cast, get_args, get_origin, get_type_hints
from zlib import crc32

import msgspec
import pytest

from biofacts import domain
from biofacts.domain.genes.gene import GeneFacts
from biofacts.domain.genes.names import GeneName
from biofacts.domain.identifiers.organisms import HUMAN
from tests.places import REPOSITORY
from tests.snapshots import blocks, difference

READINGS, MARK = REPOSITORY / "tests" / "data" / "readings.txt", "? "
CALLS = [*blocks(READINGS, MARK)]


def readers() -> Iterator[tuple[str, str, Callable[..., object]]]:
    """Modules, names and functions of the domain; sentences are in test_sentences.py."""
    for found in pkgutil.walk_packages(domain.__path__, f"{domain.__name__}."):
        module = importlib.import_module(found.name)
        for name, function in vars(module).items():
            is_function = inspect.isroutine(inspect.unwrap(function))
            # A function that another module's factory has made belongs where it has a name.
            is_own = is_function and (function.__module__ == found.name or "<locals>" in function.__qualname__)
            if is_own and not name.startswith("_") and ".source_remarks" not in found.name:
                yield found.name, name, function


def _called_by(module: str, name: str) -> Sequence[str]:
    *_, package, file = module.split(".")
    return name, f"{file}.{name}", f"{package}.{file}.{name}"


FOUND = [(as_, function) for module, name, function in readers() for as_ in _called_by(module, name)]
COUNTS = Counter(name for name, _ in FOUND)
READERS = {name: function for name, function in FOUND if COUNTS[name] == 1}


def shown(value: object) -> str:
    """A value in one line: the fields of a struct that are not left out, sets in order."""
    match value:
        case msgspec.Struct():
            fields = zip(value.__struct_fields__, _defaults(type(value)), strict=True)
            told = [f"{name}={shown(getattr(value, name))}" for name, usual in fields if getattr(value, name) != usual]
            return f"{type(value).__name__}({', '.join(told)})"
        case Enum():
            return str(value.name)
        case Mapping():
            pairs = cast("Mapping[object, object]", value).items()
            return f"{{{', '.join(f'{shown(key)}: {shown(one)}' for key, one in pairs)}}}"
        case Set():
            return f"{{{', '.join(sorted(map(shown, cast('Set[object]', value))))}}}"
        case float():
            return f"{float(f'{value:.12g}')}"  # the last digits differ between machines
        case list() | tuple() | Iterator():
            return f"[{', '.join(map(shown, cast('Iterable[object]', value)))}]"
        case _:
            return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else repr(value)


def _defaults(struct: type[msgspec.Struct]) -> list[object]:
    return [None if one.default is msgspec.NODEFAULT else one.default for one in msgspec.structs.fields(struct)]


def read(asked: str) -> str:
    name, _, text = asked.partition(" ")
    function = READERS[name]
    try:
        return _cut(shown(_called(function, json.loads(f"[{text}]"))))
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def _called(function: Callable[..., object], given: Sequence[object]) -> object:
    hints = get_type_hints(function)
    pairs = [*zip(inspect.signature(function).parameters.values(), given, strict=False)]
    named = {one.name: _value(value, hints[one.name]) for one, value in pairs if one.kind is one.KEYWORD_ONLY}
    return function(*(_value(value, hints[one.name]) for one, value in pairs if one.name not in named), **named)


GENES = {
    gene.symbol: gene
    for gene in (
        GeneFacts(
            id=f"HGNC:{sum(map(ord, symbol))}",
            symbol=symbol,
            name=name,
            organism=HUMAN,
            locus_type="pseudogene" if "pseudo" in name else "gene with protein product",
            protein_coding="pseudo" not in name,
            aliases=tuple(aliases.split()),
            other_names=(f"{symbol} protein",),
            cross_references={"entrez": str(len(name))},
        )
        for symbol, name, aliases in (
            ("TP53", "tumor protein p53", "p53"),
            ("TP53P1", "tumor protein p53 pseudogene 1", "p53"),
            ("ERBB2", "erb-b2 receptor tyrosine kinase 2", "HER2 HER-2"),
            ("CXCR4", "C-X-C motif chemokine receptor 4", "fusin"),
            ("HRH3", "histamine receptor H3", "GPCR97"),
        )
    )
}


def _value(given: object, hint: object) -> object:
    """Return a value of a type as JSON writes it, a gene as its symbol, and the name of a gene as its text."""
    match given:
        case str() if hint is GeneName:
            return GeneName.read(given)
        case str() if hint is GeneFacts:
            return GENES[given]
        case list() if get_origin(hint) in (Sequence, Iterable, Collection):
            return tuple(_value(one, get_args(hint)[0]) for one in cast("list[object]", given))
        case _:
            try:
                return msgspec.convert(given, hint)
            except (msgspec.ValidationError, TypeError):
                return given


def _cut(text: str) -> str:
    """Return no more than somebody reads, and the checksum of what is longer."""
    return text if len(text) <= 400 else f"{text[:400]}... {crc32(text.encode()):08x}"


@pytest.mark.parametrize("reader", sorted({asked.partition(" ")[0] for asked in CALLS}))
def test_a_text_is_read_as_somebody_has_seen(reader: str) -> None:
    now = {asked: read(asked) for asked in CALLS if asked.startswith(f"{reader} ")}

    assert difference(READINGS, MARK, now) == []
