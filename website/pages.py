"""The pages of the site, out of the repository's Markdown files, with links that lead somewhere there, too.

A page is a file of `docs/`, or one of those named in `ELSEWHERE`. What pages link to beyond them (a configuration, a
script) is copied to `repository/`.
"""

import re
import shutil
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path, PurePosixPath
from posixpath import normpath, relpath
from urllib.parse import unquote

from website.notebooks import as_markdown

REPOSITORY = Path(__file__).parents[1]
ELSEWHERE: Mapping[str, str] = {
    "README.md": "index.md",
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security.md",
    "bench/README.md": "benchmarks.md",
    "skills/biofacts/SKILL.md": "skill.md",
}
"""Pages that do not lie in `docs/`, where they are there, and what they are called on the site."""

_UNSEARCHED = "---\nsearch:\n  exclude: true\n---\n\n"
"""The head of a page that the site's search leaves out: whoever looks for an answer wants no table of requirements."""

_FENCE = re.compile(r"^(```.*?^```$)", re.S | re.M)
_LINK = re.compile(r"(?P<before>\]\(|(?:href|src)=\")(?P<target>[^)\s\"]+)")


class DeadLink(Exception):
    """A page links to what is not there."""


def stage(folder: Path) -> Sequence[str]:
    """Write all pages into a folder. Returns: their paths there. Raises: DeadLink."""
    places = _places()
    copied: set[str] = set()
    for source, place in places.items():
        path = REPOSITORY / source
        target = folder / place
        target.parent.mkdir(parents=True, exist_ok=True)
        if path.suffix not in (".md", ".ipynb"):
            shutil.copyfile(path, target)
            continue
        text = as_markdown(path) if path.suffix == ".ipynb" else path.read_text(encoding="utf-8")
        text = prose(_relinked(text, source, place, places, copied), _unescaped)
        if path.suffix == ".ipynb":
            shutil.copyfile(path, target.parent / path.name)
            text += f"\nThis page is a notebook: [{path.name}]({path.name}).\n"
        if place.startswith("maintainers/"):
            text = f"{_UNSEARCHED}{text}"
        target.write_text(text, encoding="utf-8")
    for one in copied:
        kept = folder / "repository" / one
        kept.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(REPOSITORY / one, kept)
    return sorted(place for place in places.values() if place.endswith(".md"))


def _places() -> Mapping[str, str]:
    """Where each file goes: paths in the repository, and on the site."""
    places = {source: place for source, place in ELSEWHERE.items() if (REPOSITORY / source).is_file()}
    for path in sorted((REPOSITORY / "docs").rglob("*")):
        if path.is_file():
            place = path.relative_to(REPOSITORY / "docs")
            places[path.relative_to(REPOSITORY).as_posix()] = (
                place.with_suffix(".md") if place.suffix == ".ipynb" else place
            ).as_posix()
    return places


def prose(text: str, change: Callable[[str], str]) -> str:
    """A page with what is outside its blocks of code changed."""
    return "".join(part if part.startswith("```") else change(part) for part in _FENCE.split(text))


def _unescaped(text: str) -> str:
    """Bars in the code of a table's cell, which are escaped everywhere else, and not for this generator."""
    return re.sub(r"`[^`\n]*`", lambda found: found[0].replace(r"\|", "|"), text)


def _relinked(text: str, source: str, place: str, places: Mapping[str, str], copied: set[str]) -> str:
    def relink(found: re.Match[str]) -> str:
        target = found["target"]
        if re.match(r"[a-z]+:|#|//", target):
            return found[0]
        path, mark, anchor = target.partition("#")
        wanted = normpath(PurePosixPath(source).parent / unquote(path))
        if wanted in places:
            goal = places[wanted]
        elif (REPOSITORY / wanted).is_file() and not wanted.endswith(".md"):
            copied.add(wanted)
            goal = f"repository/{wanted}"
        else:
            raise DeadLink(f"{source} links to {target}, which is neither a page nor another file")
        return f"{found['before']}{relpath(goal, PurePosixPath(place).parent)}{mark}{anchor}"

    return prose(text, lambda part: _LINK.sub(relink, part))
