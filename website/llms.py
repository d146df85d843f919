"""`llms.txt` and `llms-full.txt`: what the site has, for readers that are models."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, cast

from website.pages import prose

Navigation = Sequence[Mapping[str, Any]]


def write(pages: Path, site: Path, name: str, description: str, navigation: Navigation) -> None:
    """Write both files, and each page as Markdown beside its HTML: that is what they link to."""
    lines = [f"# {name}", "", f"> {description}"]
    whole: list[str] = []
    for section in navigation:
        for title, part in section.items():
            lines += ["", f"## {title}", ""]
            for place in places(part):
                text = (pages / place).read_text(encoding="utf-8")
                lines.append(f"- [{_title(text)}]({place}): {_first_sentence(text)}")
                whole.append(text.strip())
                (site / place).write_text(text, encoding="utf-8")
    (site / "llms.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (site / "llms-full.txt").write_text("\n\n---\n\n".join(whole) + "\n", encoding="utf-8")


def places(navigation: Any) -> Iterator[str]:
    """The pages of a navigation, in its order."""
    if isinstance(navigation, str):
        yield navigation
        return
    for part in cast("Iterable[Any]", navigation):
        yield from places(navigation[part] if isinstance(navigation, Mapping) else part)


def _title(text: str) -> str:
    found = re.search(r"^# (.+)$", text, re.M)
    assert found is not None, "a page begins with its title"
    return found[1]


def _first_sentence(text: str) -> str:
    """The first sentence of a page's first paragraph, without marks and links."""
    paragraphs = re.split(r"\n{2,}", prose(text, lambda part: re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", part)))
    plain = [
        " ".join(one.split()) for one in paragraphs if re.match(r"[A-Za-z`]|\*\w|\*\*\w", one) and "```" not in one
    ]
    return re.split(r"(?<=[.:?])\s", re.sub(r"[*`]", "", plain[0]))[0] if plain else ""
