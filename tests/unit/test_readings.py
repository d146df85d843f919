"""What each function of the domain that reads texts makes of texts as people type them, as `readings.txt` has it.

A function is found by its name, and where several have that name, also by that of its module; a text that somebody adds
is read with `BIOFACTS_UPDATE_SNAPSHOTS=1`.
"""

import importlib
import inspect
import json
import pkgutil
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from enum import Enum
from typing import cast, get_origin, get_type_hints

import msgspec
import pytest

from biofacts import domain
from tests.places import REPOSITORY
from tests.snapshots import blocks, difference

READINGS, MARK = REPOSITORY / "tests" / "data" / "readings.txt", "? "
CALLS = [*blocks(READINGS, MARK)]


def readers() -> Iterator[tuple[str, str, Callable[..., object]]]:
    """Modules, names and functions of the domain that need texts alone; sentences are in test_sentences.py."""
    for found in pkgutil.walk_packages(domain.__path__, f"{domain.__name__}."):
        module = importlib.import_module(found.name)
        for name, function in vars(module).items():
            is_own = inspect.isroutine(inspect.unwrap(function)) and function.__module__ == found.name
            if is_own and not name.startswith("_") and ".remarks" not in found.name and _needs_texts(function):
                yield found.name.rpartition(".")[2], name, function


TEXTS = (str, Sequence[str], Iterable[str], Collection[str])


def _needs_texts(function: Callable[..., object]) -> bool:
    """Return True for a function of a text, of two or of several that makes no other function."""
    needed = [one.name for one in inspect.signature(function).parameters.values() if one.default is one.empty]
    hints = get_type_hints(function)
    return (
        len(needed) in (1, 2)
        and all(hints.get(one) in TEXTS for one in needed)
        and get_origin(hints["return"]) not in (Callable, re.Pattern)
    )


FOUND = [*readers()]
NAMES = Counter(name for _, name, _ in FOUND)
READERS = {name if NAMES[name] == 1 else f"{module}.{name}": function for module, name, function in FOUND}


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
        case list() | tuple() | Iterator():
            return f"[{', '.join(map(shown, cast('Iterable[object]', value)))}]"
        case _:
            return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else repr(value)


def _defaults(struct: type[msgspec.Struct]) -> list[object]:
    return [None if one.default is msgspec.NODEFAULT else one.default for one in msgspec.structs.fields(struct)]


def read(asked: str) -> str:
    name, _, text = asked.partition(" ")
    try:
        return shown(READERS[name](*json.loads(f"[{text}]")))[:400]
    except Exception as error:
        return f"{type(error).__name__}: {error}"


@pytest.mark.parametrize("reader", sorted({asked.partition(" ")[0] for asked in CALLS}))
def test_a_text_is_read_as_somebody_has_seen(reader: str) -> None:
    now = {asked: read(asked) for asked in CALLS if asked.startswith(f"{reader} ")}

    assert difference(READINGS, MARK, now) == []
