"""Answers as rows: the items of a list, the components of a drawing, or a single record."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast, get_args, get_origin

import msgspec
from msgspec import inspect

from biofacts.adapters.cli.command import unknown
from biofacts.application.links.compare_pathways import ComparedMember, Comparison
from biofacts.application.lists.resolve_many import Resolutions
from biofacts.application.pharmacology.interactions import SelectivityPage
from biofacts.application.tools.all_tools import RUN
from biofacts.domain.answers.pages import Page
from biofacts.domain.identifiers.cross_references import REGISTRY
from biofacts.domain.links.linked_entities import Links, LinkSummary
from biofacts.domain.lists.resolution import Resolution
from biofacts.domain.pathways.component_selection import PARTS
from biofacts.domain.pathways.pathway import DataNode, Group, Interaction, PathwayComponents
from biofacts.domain.pharmacology.interaction import InteractingTarget
from biofacts.domain.pharmacology.interaction_lists import MeasuredLigand

Row = Mapping[str, object]
NOTHING: Row = {}


class RowTypes(msgspec.Struct, frozen=True):
    """The types of rows. `before`: leading fields that say which of several lists a row is from."""

    kinds: tuple[type, ...]
    before: tuple[str, ...] = ()


class MeasuredPair(MeasuredLigand, frozen=True, kw_only=True, omit_defaults=True):
    """A row of a comparison of ligands: one of them at one target."""

    target: InteractingTarget
    safety_panel: bool = False


def shape(tool: str, arguments: Mapping[str, object]) -> RowTypes:
    """Return the types of the rows in the answer to a call."""
    result = RUN[tool].result
    if result is Comparison:
        return RowTypes((ComparedMember,), ("kind", "in"))
    # A row is a ligand at a target: with the columns of a list, ligand and affinity would be empty.
    if tool == "get_interactions" and arguments.get("ligand_ids") is not None:
        return RowTypes((MeasuredPair,))
    if tool == "get_interactions":
        return _of_page(get_args(result)[0])
    if tool == "enrich_pathways":
        return _of_page(get_args(result)[arguments.get("ranked") is not None])
    if tool == "find_links":
        return RowTypes((LinkSummary,), ("kind",)) if arguments.get("to") is None else _of_page(get_args(result)[0])
    if PathwayComponents in get_args(result):  # rows have all fields, unlike `LightComponents`
        return RowTypes((DataNode, Interaction, Group), ("part",))
    if result is Resolutions:
        return RowTypes((Resolution,))
    return _of_page(result) if _is_page(result) else RowTypes((result,))


def rows(outcome: object) -> list[Row]:
    """Convert an answer into rows."""
    match outcome:
        case SelectivityPage():
            return [*_pairs(outcome)]
        case Page() | Resolutions():
            return cast("list[Row]", msgspec.to_builtins(cast("Page[Any]", outcome).items))
        case PathwayComponents():
            lists = [(part, msgspec.to_builtins(getattr(outcome, part))) for part in PARTS]
            return [{"part": part, **item} for part, several in lists for item in several]
        case Comparison():
            return [*_compared(outcome)]
        case Links():
            return [{"kind": kind, **summary} for kind, summary in msgspec.to_builtins(outcome.links).items()]
        case tuple():
            return cast("list[Row]", msgspec.to_builtins(outcome))
        case _:
            return [msgspec.to_builtins(outcome)]


def _pairs(page: SelectivityPage) -> Iterator[Row]:
    """Yield a row for each ligand that was measured at a target."""
    for target in msgspec.to_builtins(page.items):
        ligands = target.pop("ligands")
        yield from ({**ligand, **target} for ligand in ligands)


def _compared(outcome: Comparison) -> Iterator[Row]:
    """Yield a row for each gene and compound of two pathways."""
    for kind, compared in (("gene", outcome.genes), ("compound", outcome.compounds)):
        lists = (("both", compared.both), (outcome.one.id, compared.only_one), (outcome.other.id, compared.only_other))
        for where, members in lists:
            yield from ({"kind": kind, "in": where, **msgspec.to_builtins(member)} for member in members)


def _is_page(result: Any) -> bool:
    origin = get_origin(result) or result
    return isinstance(origin, type) and issubclass(origin, Page)


def _of_page(result: Any) -> RowTypes:
    """Return the shape of the items of `Page[PathwayCandidate]` or of a subclass of such a page."""
    while not (inside := get_args(result)):
        # A subclass such as `PathwaysOfGene` has its item type only on its base.
        [result] = [base for base in result.__orig_bases__ if _is_page(base)]
    return RowTypes(inside)


# The fields of rows: their names, derived from the types of records, and their values


_BESIDE = frozenset({"gene_symbol"})
"""Keys of cross references that are not names of databases."""


def columns(kinds: Sequence[type]) -> list[str]:
    """Return the fields of these Structs as columns. Fields of nested Structs are named like `ligand.id`."""
    return list(dict.fromkeys(name for kind in kinds for name in _leaves(inspect.type_info(kind), "")))


def check(fields: Sequence[str], kinds: Sequence[type], also: Sequence[str] = ()) -> None:
    """Raise ValueError for a field that these Structs do not have. `also`: further fields of their rows."""
    for name in fields:
        if name not in also and not any(_has(inspect.type_info(kind), name.split(".")) for kind in kinds):
            names = [*also, *columns(kinds)]
            raise ValueError(f"argument --fields: {unknown('field', name, names)}")


def value(row: Mapping[str, object], field: str) -> object:
    """Return the value of a field, None if the row lacks it; for a list, the values of all items."""
    content: object = row
    for part in field.split("."):
        if isinstance(content, (list, tuple)):
            several = cast("Sequence[Mapping[str, object]]", content)
            content = [item for item in (value(row, part) for row in several) if item is not None]
        else:
            content = cast("Mapping[str, object]", content).get(part) if isinstance(content, dict) else None
    return content


def picked(row: Mapping[str, object], fields: Sequence[str]) -> dict[str, object]:
    """Return a row with only these fields, or with all if none are named. Fields that the row lacks are omitted."""
    if not fields:
        return {**row}
    return {field: content for field in fields if (content := value(row, field)) is not None}


def _leaves(kind: inspect.Type, before: str) -> Iterator[str]:
    struct = _struct(kind)
    if struct is None:
        yield before.removesuffix(".")
        return
    if struct.tag_field:
        yield f"{before}{struct.tag_field}"
    for field in struct.fields:
        yield from _leaves(field.type, f"{before}{field.encode_name}.")


def _struct(kind: inspect.Type) -> inspect.StructType | None:
    """Return the Struct type of a value that is a Struct or None; else None."""
    kinds = [option for option in _options(kind) if not isinstance(option, inspect.NoneType)]
    return kinds[0] if len(kinds) == 1 and isinstance(kinds[0], inspect.StructType) else None


def _options(kind: inspect.Type) -> Sequence[inspect.Type]:
    if isinstance(kind, inspect.Metadata):
        return _options(kind.type)
    return kind.types if isinstance(kind, inspect.UnionType) else (kind,)


def _has(kind: inspect.Type, parts: Sequence[str]) -> bool:
    """Return True if values of a type can have a field. `parts`: the names on the path to it."""
    if not parts:
        return True
    return any(_has_one(option, parts) for option in _options(kind))


def _has_one(kind: Any, parts: Sequence[str]) -> bool:
    first, *rest = parts
    match kind:
        case inspect.StructType():
            inside = next((field.type for field in kind.fields if field.encode_name == first), None)
            return _has(inside, rest) if inside is not None else first == kind.tag_field and not rest
        case inspect.VarTupleType() | inspect.ListType() | inspect.CollectionType():
            return _has(kind.item_type, parts)
        case inspect.DictType():
            # Cross references are dictionaries whose keys are the databases of the registry.
            is_reference = any(isinstance(option, inspect.StrType) for option in _options(kind.value_type))
            is_known = not is_reference or first in REGISTRY or first in _BESIDE
            return is_known and _has(kind.value_type, rest)
        case _:
            return False
