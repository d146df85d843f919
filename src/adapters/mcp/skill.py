"""The skill: instructions that an agent reads before it uses the tools, one file in the wheel."""

from functools import cache
from importlib.resources import files
from pathlib import Path

NAME = "biofacts"
FILE = "SKILL.md"


@cache
def skill_text() -> str:
    """Return the skill as Markdown, with its name and description at the top."""
    package = Path(str(files("biofacts")))
    in_wheel, in_checkout = package / "skill" / FILE, package.parent / "skills" / NAME / FILE
    # The wheel has the file inside the package; an editable install takes it from the checkout.
    return (in_wheel if in_wheel.is_file() else in_checkout).read_text("utf-8")
