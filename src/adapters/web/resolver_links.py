"""Links to other databases, through identifiers.org, which resolves each prefix to the database's own page."""

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple
from urllib.parse import quote

from biofacts.adapters.web.phrasing import Span
from biofacts.domain.identifiers import web_links
from biofacts.domain.identifiers.cross_references import CrossReferences, pairs
from biofacts.domain.identifiers.registry import BY_KEY

_MARKDOWN = re.compile(r"\[([^\[\]]{1,300})\]\(([^\s()]{1,2000})\)")
_RESOLVER = "https://identifiers.org/"


class Outward(NamedTuple):
    """An identifier with the address of its page; "" if the identifier alone does not lead to one."""

    database: str
    value: str
    address: str


def references(known: CrossReferences) -> Iterator[Outward]:
    """Yield cross references as links."""
    for key, value in pairs(known):
        row = BY_KEY.get(key)
        name, prefix = (row.label, row.resolver) if row else (key.replace("_", " "), "")
        # Some upstreams write ids with a prefix that identifiers.org spells differently.
        local = value.removeprefix(prefix).removeprefix("ORPHA:").removeprefix("EFO:")
        yield Outward(name, value, f"{_RESOLVER}{prefix}{quote(local, safe=':')}" if prefix else "")


def publication(known: Mapping[str, str]) -> str:
    """Return the address of a publication by its PubMed id, or else its DOI; "" if it has neither."""
    if pubmed := known.get("pubmed"):
        return f"https://pubmed.ncbi.nlm.nih.gov/{quote(pubmed, safe='')}/"
    return f"https://doi.org/{quote(known['doi'], safe='/')}" if "doi" in known else ""


def linked(text: str) -> Iterator[Span]:
    """Split an upstream's text into pieces; Markdown links to web addresses become links."""
    end = 0
    for found in _MARKDOWN.finditer(text):
        if address := checked(found[2]):
            yield Span(text[end : found.start()])
            yield Span(found[1], address)
            end = found.end()
    yield Span(text[end:])


def checked(address: object) -> str:
    """Return an address if it is http(s), else ""."""
    return web_links.of_the_web(str(address or ""))
