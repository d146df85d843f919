"""What is a value does not change."""

import importlib
import pkgutil
from collections import defaultdict
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from types import FunctionType, ModuleType, UnionType
from typing import get_args, get_origin

import msgspec
import pytest
from msgspec import inspect

import biofacts
from biofacts.adapters.cli.mcp_clients.changes import ClientState
from biofacts.application.tools.all_tools import RUN
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


DEFAULTS = {
    "CarriedBy": [True],
    "Derived": [True],
    "DrawPicture": [True],
    "DrawnEdge": [True],
    "EnrichArguments": [5, 500, 1000, 50],
    "Exposure": [8000, 256, 20.0],
    "Head": [16],
    "InteractionArguments": [50],
    "Lead": [1.0, 1.0],
    "LinkArguments": [50],
    "LocalCache": [True],
    "Look": [True],
    "Marks": [True],
    "ResolvedCompound": [True],
    "NeighbourArguments": [50],
    "PathArguments": [4, 20],
    "PathwaysForCompoundArguments": [50],
    "PathwaysForGene": [50],
    "PlotArguments": [5, 500, 1000, 50],
    "Publication": [True],
    "PublishedNames": [1],
    "RankedSettings": [5, 500, 1000],
    "ReleaseInfo": [True],
    "SearchAnswer": [True],
    "SearchCompounds": [50],
    "SearchGenes": [50],
    "SearchLigands": [50],
    "SearchPathways": [50, True],
    "SearchTargets": [50],
    "Serving": [8000],
    "Settings": [True, 64, 1, True, 256, 20.0],
    "ShowPathway": [True],
    "ShowSized": [True],
    "Stroke": [1],
    "Text": [12],
    "Tool": [1.0],
    "UseCases": [1.0],
    "Window": [50],
}
"""The numbers and flags that are not 0 or False where they are left out."""


TRUE = {
    "Analyses.draw", "AsyncFacts.pathway_components", "AsyncFacts.search_pathways", "GeneSource.by_name",
    "GeneSource.orthologs", "GenesByProtein.by_name", "GenesByProtein.orthologs", "Jobs.__init__", "Jobs.start",
    "GeneNameReader.by_name", "LocalGenes._by_words", "LocalGenes.by_name", "LocalGenes.orthologs", "Resolve.__call__",
    "Resolve._search",
    "Resolve._pasted", "SqliteSnapshots.write", "Thesaurus.search", "_derived_from", "is_structure", "visible"
}  # fmt: skip
"""The functions in which a flag is True where it is left out."""


ARRAYS = [
    "CompoundNode",
    "GeneFacts",
    "GuideInteraction",
    "LigandSummary",
    "OfTarget",
    "Pair",
    "Relation",
    "StoredEdge",
    "StoredEdges",
    "StoredNode",
    "TargetSummary",
    "TouchedLine",
]


def own_structs(module: ModuleType) -> list[type[msgspec.Struct]]:
    structs = [one for one in vars(module).values() if isinstance(one, type) and issubclass(one, msgspec.Struct)]
    return [one for one in structs if one.__module__ == module.__name__]


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_every_struct_is_frozen(module: ModuleType) -> None:
    own = [one for one in own_structs(module) if one.__name__ not in COUNTING]

    assert [one.__name__ for one in own if not one.__struct_config__.frozen] == []


def test_what_is_left_out_is_0_or_false_but_for_known_defaults() -> None:
    found = defaultdict[str, list[object]](list)
    for one in (one for module in MODULES for one in vars(module).values() if isinstance(one, type)):
        left_out = getattr(one, "__struct_defaults__", getattr(one, "_field_defaults", {}).values())
        if other := [one for one in left_out if type(one) in (bool, int, float) and one]:
            found[one.__name__] = other

    assert found == DEFAULTS


def test_a_flag_that_a_call_leaves_out_is_false_but_for_known_ones() -> None:
    every = [one for module in MODULES for one in vars(module).values()]
    parts = [part for one in every if isinstance(one, type) for part in vars(one).values()]
    functions = [
        one for one in (*every, *parts) if isinstance(one, FunctionType) and one.__module__.startswith("biofacts")
    ]
    left_out = {one: [*(one.__defaults__ or ()), *(one.__kwdefaults__ or {}).values()] for one in functions}
    found = {one.__qualname__ for one, given in left_out.items() if any(flag is True for flag in given)}

    assert found == TRUE


def test_what_is_stored_in_thousands_is_stored_without_the_names_of_fields() -> None:
    found = [one.__name__ for module in MODULES for one in own_structs(module) if one.__struct_config__.array_like]

    assert sorted(found) == ARRAYS


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
