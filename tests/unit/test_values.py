"""What is a value does not change."""

import importlib
import pkgutil
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from types import ModuleType, UnionType
from typing import get_args, get_origin

import msgspec
import pytest
from msgspec import inspect

import biofacts
from biofacts.adapters.cli.clients.changes import ClientState
from biofacts.application.tools.registry import RUN
from biofacts.ports.catalogue import CatalogueStatus
from biofacts.ports.doctor import Check
from biofacts.ports.synchronisation import CatalogueState, Cleaned, Leftover, Pending

OVER_RAY = () if find_spec("ray") else ("biofacts.composition.cluster", "biofacts.adapters.ray.request_budgets")
"""What cannot be imported without the extra."""
MODULES = [
    importlib.import_module(found.name)
    for found in pkgutil.walk_packages(biofacts.__path__, "biofacts.")
    if found.name not in ("biofacts.__main__", *OVER_RAY)
]
COUNTING = {"_Candidate"}
"""Private to one function, which adds up in them."""


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_every_struct_is_frozen(module: ModuleType) -> None:
    structs = [one for one in vars(module).values() if isinstance(one, type) and issubclass(one, msgspec.Struct)]
    own = [one for one in structs if one.__module__ == module.__name__ and one.__name__ not in COUNTING]

    assert [one.__name__ for one in own if not one.__struct_config__.frozen] == []


def records(found: inspect.Type) -> Iterator[type[msgspec.Struct]]:
    """The structs among the parts of a type."""
    match found:
        case inspect.StructType(cls=record, fields=fields):
            yield record
            parts: Iterable[inspect.Type] = (field.type for field in fields)
        case inspect.UnionType(types=types):
            parts = types
        case (
            inspect.VarTupleType(item_type=item) | inspect.ListType(item_type=item) | inspect.DictType(value_type=item)
        ):
            parts = (item,)
        case inspect.Metadata(type=inner):
            parts = (inner,)
        case _:
            parts = ()
    for part in parts:
        yield from records(part)


@pytest.mark.parametrize("tool", RUN)
def test_a_tools_answer_leaves_out_what_is_absent(tool: str) -> None:
    result = RUN[tool].result
    answers = get_args(result) if isinstance(result, UnionType) else (result,)
    returned = {get_origin(one) or one for answer in answers for one in records(inspect.type_info(answer))}

    assert [
        one for one in returned if None in one.__struct_defaults__ and not one.__struct_config__.omit_defaults
    ] == []


@pytest.mark.parametrize(
    "printed",
    [CatalogueState, CatalogueStatus, Check, Cleaned, ClientState, Leftover, Pending],
    ids=lambda one: one.__name__,
)
def test_what_commands_print_leaves_out_what_is_absent(printed: type[msgspec.Struct]) -> None:
    assert printed.__struct_config__.omit_defaults
