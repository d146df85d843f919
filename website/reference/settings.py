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

Environment variables, which [Python](../python.md) takes as `biofacts.open(settings=biofacts.Settings(...))`, too:
there they have their names in small letters, without `BIOFACTS_`. An empty one counts as not set; one that cannot be
used ends the command with code 2 and says why.

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
    return _HEAD + table(["setting", "default", ""], rows) + "\n"


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
