"""Every link of the built site leads somewhere, and nothing is fetched from elsewhere."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

_FETCHED = {("script", "src"), ("img", "src"), ("iframe", "src"), ("source", "srcset"), ("link", "href")}
_NOT_FETCHED = {"canonical", "next", "prev", "alternate"}


class _Page(HTMLParser):
    """What a page links to, what a browser fetches with it, and its anchors."""

    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []
        self.fetched: list[str] = []
        self.anchors = {"", "__codelineno"}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        known = {name: value or "" for name, value in attrs}
        self.anchors |= {known[name] for name in ("id", "name") if name in known}
        for name in ("href", "src", "srcset"):
            if name in known:
                self.links.append(known[name])
                if (tag, name) in _FETCHED and known.get("rel") not in _NOT_FETCHED:
                    self.fetched.append(known[name])


@cache
def _page(path: Path) -> _Page:
    page = _Page()
    page.feed(path.read_text(encoding="utf-8"))
    return page


def troubles(site: Path) -> Sequence[str]:
    """What is wrong with the links of a site: dead ones, anchors that are not there, and what is fetched from afar."""
    return [
        f"{path.relative_to(site)}: {trouble}"
        for path in sorted(site.rglob("*.html"))
        if path.name != "404.html"  # its links begin at the root, wherever that is
        and not path.is_relative_to(site / "repository")
        for trouble in _troubles(path, site)
    ]


def _troubles(path: Path, site: Path) -> Iterator[str]:
    page = _page(path)
    for link in page.fetched:
        if urlsplit(link).netloc:
            yield f"fetches {link}"
    for link in page.links:
        parts = urlsplit(link)
        if parts.scheme or parts.netloc:
            continue
        target = path if not parts.path else (path.parent / unquote(parts.path)).resolve()
        target = target / "index.html" if target.is_dir() else target
        if not target.is_relative_to(site.resolve()) or not target.is_file():
            yield f"dead link {link}"
        elif parts.fragment and target.suffix == ".html" and unquote(parts.fragment) not in _page(target).anchors:
            yield f"no such anchor: {link}"


def troubles_of_text(path: Path) -> Sequence[str]:
    """The dead links of a text in Markdown, such as llms.txt."""
    found = re.findall(r"\]\(([^)]+)\)", path.read_text(encoding="utf-8"))
    return [f"{path.name}: dead link {one}" for one in found if not (path.parent / one).is_file()]
