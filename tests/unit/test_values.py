"""What is a value does not change."""

import importlib
import pkgutil
from importlib.util import find_spec
from types import ModuleType

import msgspec
import pytest

import biofacts

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
