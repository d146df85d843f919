"""The skill: what an agent reads before it uses the tools. It is one file, which the wheel carries with it."""

from functools import cache
from importlib.resources import files
from pathlib import Path

NAME = "biofacts"
FILE = "SKILL.md"


@cache
def text() -> str:
    """The skill as it is written: Markdown with a head of its name and description."""
    package = Path(str(files("biofacts")))
    in_wheel, in_checkout = package / "skill" / FILE, package.parent / "skills" / NAME / FILE
    return (in_wheel if in_wheel.is_file() else in_checkout).read_text("utf-8")
