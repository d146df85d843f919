"""The page of the settings."""

import ast
import inspect
from collections.abc import Iterator
from pathlib import Path

import msgspec

from biofacts.composition.settings import Settings
from website.reference.schemas import table

_HEAD = """\
# Settings

Environment variables. In [Python](../python.md), pass `biofacts.open(settings=biofacts.Settings(...))`, with names in
lower case and without `BIOFACTS_`. An empty variable counts as not set. If one cannot be used, the command says why and
ends with code 2.

"""


def documented() -> Iterator[tuple[str, str]]:
    """The name of each setting's variable, and what stands below the field in the source."""
    (defined,) = ast.parse(inspect.getsource(Settings)).body
    assert isinstance(defined, ast.ClassDef)
    for field, below in zip(defined.body, defined.body[1:], strict=False):
        if isinstance(field, ast.AnnAssign) and isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant):
            name, _, meaning = inspect.cleandoc(str(below.value.value)).partition(": ")
            yield name, meaning


def page() -> str:
    """The page of the settings."""
    meanings = dict(documented())
    rows = [
        (f"`{name}`", _told(field.default), meanings[name])
        for field in msgspec.structs.fields(Settings)
        for name in [f"BIOFACTS_{field.name.upper()}"]
    ]
    return _HEAD + table(["setting", "default", "meaning"], rows) + "\n"


def _told(value: object) -> str:
    match value:
        case bool():
            return f"`{int(value)}`"
        case "" | None:
            return ""
        case Path() | str() | int() | float():
            return f"`{value:g}`" if isinstance(value, float) else f"`{value}`"
        case _:
            return str(value)
