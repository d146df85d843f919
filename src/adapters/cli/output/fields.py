"""The fields of rows: their names, derived from the types of records, and their values."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from msgspec import inspect

from biofacts.adapters.cli.did_you_mean import meant
from biofacts.domain.identifiers.cross_references import REGISTRY

_BESIDE = frozenset({"gene_symbol"})
"""Keys among cross references that name no database."""


def columns(kinds: Sequence[type]) -> list[str]:
    """Return the fields of these Structs as columns. Fields of nested Structs are named like `ligand.id`."""
    return list(dict.fromkeys(name for kind in kinds for name in _leaves(inspect.type_info(kind), "")))


def check(fields: Sequence[str], kinds: Sequence[type], also: Sequence[str] = ()) -> None:
    """Raise ValueError for a field that these Structs do not have. `also`: further fields of their rows."""
    for name in fields:
        if name not in also and not any(_has(inspect.type_info(kind), name.split(".")) for kind in kinds):
            known = [*also, *columns(kinds)]
            raise ValueError(f"argument --fields: no field '{name}'{meant(name, known)}; there are: {', '.join(known)}")


def value(row: Mapping[str, object], field: str) -> object:
    """Return the value of a field, None if the row lacks it; for a list, the values of all items."""
    found: object = row
    for part in field.split("."):
        if isinstance(found, (list, tuple)):
            several = cast("Sequence[Mapping[str, object]]", found)
            found = [one for one in (value(row, part) for row in several) if one is not None]
        else:
            found = cast("Mapping[str, object]", found).get(part) if isinstance(found, dict) else None
    return found


def picked(row: Mapping[str, object], fields: Sequence[str]) -> dict[str, object]:
    """Return a row with only these fields. Fields that it lacks are left out."""
    return {field: found for field in fields if (found := value(row, field)) is not None}


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
    kinds = [one for one in _options(kind) if not isinstance(one, inspect.NoneType)]
    return kinds[0] if len(kinds) == 1 and isinstance(kinds[0], inspect.StructType) else None


def _options(kind: inspect.Type) -> Sequence[inspect.Type]:
    if isinstance(kind, inspect.Metadata):
        return _options(kind.type)
    return kind.types if isinstance(kind, inspect.UnionType) else (kind,)


def _has(kind: inspect.Type, parts: Sequence[str]) -> bool:
    """Return True if values of a type can have a field, as the parts of its path."""
    if not parts:
        return True
    return any(_has_one(one, parts) for one in _options(kind))


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
            is_reference = any(isinstance(one, inspect.StrType) for one in _options(kind.value_type))
            is_known = not is_reference or first in REGISTRY or first in _BESIDE
            return is_known and _has(kind.value_type, rest)
        case _:
            return False
