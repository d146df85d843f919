"""Suggested tool calls as links of the page: `open [genes found by p53](/?q=p53&kind=gene)`.

The links are written into sentences as Markdown, and templates turn them into HTML; those that begin with `?` change
the query of the current page. If a user's text looks like such a link, it can only lead to a page of this site.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple, cast

from biofacts.adapters.web import addresses
from biofacts.application.tools.all_tools import TOOLS
from biofacts.domain.answers.advice_and_phrasing import Again, NextCall, Phrasing
from biofacts.domain.identifiers.curies import BY_NAME
from biofacts.domain.text.clean import excerpt

# An address that begins with `//` or `/\` would lead to another host.
_PIECES = re.compile(r"\[([^\[\]]{1,300})\]\(((?:/(?![/\\])|\?)[^\s()\\]*)\)|`([^`]+)`")

_OF_TOOLS = ("slim", "page_size", "detail", "whole")
"""Arguments of tools without an equivalent on the page."""

_CALLS: Mapping[str, str] = {
    "repeat the same call": "load this page again", "Repeat the same call": "Load this page again",
    "Make the same call": "Open this page", "get_pathway_components lists": "the list of components has",
}  # fmt: skip
"""Phrases for callers of tools, and their replacements for visitors of the page."""

_TOOL = re.compile(r" with search_[a-z]+(?=:)")
_COMMAND = re.compile(r"`biofacts [^`]+`")


class Span(NamedTuple):
    """A piece of a sentence. `place`: the address of its link, or ""; `is_code`: True for text to type literally."""

    text: str
    place: str = ""
    is_code: bool = False


class PagePhrasing(Phrasing):
    """Phrasing for visitors of the page."""

    verb = "open"

    def __init__(self, tools: Collection[str]) -> None:
        """`tools`: the names of the tools that the server offers."""
        self._tools = tools

    def offers(self, tool: str) -> bool:
        return tool in self._tools

    def written(self, call: NextCall) -> str:
        return _linked(_label(call), addresses.of_call(call))

    def again(self, change: Again) -> str:
        if change.without:
            return f"ask again {_linked(f'without {change.without}', f'?{change.without}=')}"
        return (
            f"ask again {_linked(f'with {_described(change.arguments)}', addresses.with_query('', **change.arguments))}"
        )


def parts(sentence: str) -> Iterator[Span]:
    """Split a sentence into plain text, links and code."""
    # A visitor of the page has no terminal on the server.
    sentence = _COMMAND.sub(r"\g<0> (in a terminal on the server)", sentence)
    sentence = _TOOL.sub("", sentence)
    for phrase, here in _CALLS.items():
        sentence = sentence.replace(phrase, here)
    end = 0
    for match in _PIECES.finditer(sentence):
        yield Span(sentence[end : match.start()])
        yield Span(match[1], match[2]) if match[1] else Span(match[3], is_code=True)
        end = match.end()
    yield Span(sentence[end:])


def _linked(label: str, place: str) -> str:
    # Brackets in a name and parentheses in an address would end the Markdown link early.
    # `_PIECES` accepts 300 characters.
    plain = re.sub(r"[\[\]\s]+", " ", label)[:300].strip()
    return f"[{plain}]({place.replace('(', '%28').replace(')', '%29')})"


def _label(call: NextCall) -> str:
    """Return the text of a link: `genes found by p53`, `pathway WP:WP254`."""
    arguments = {name: value for name, value in call.arguments.items() if name not in _OF_TOOLS}
    for kind in BY_NAME.values():
        if call.tool == kind.search_tool and {*arguments} == {"query"}:
            return f"{kind.plural} found by {arguments['query']}"
        if call.tool == kind.get_tool and {*arguments} == {kind.id_argument}:
            return f"{kind.name} {arguments[kind.id_argument]}"
    if call.tool == "find_links" and {*arguments} == {"id", "kind"}:
        return f"{arguments['kind']} {arguments['id']}"
    if call.tool == "get_interactions":
        ids = [str(arguments[name]) for name in ("ligand_id", "target_id") if name in arguments]
        return f"interactions of {' with '.join(ids)}"
    title = TOOLS[call.tool].title.lower()
    return f"{title}: {_described(arguments)}" if arguments else title


def _described(arguments: Mapping[str, object]) -> str:
    """Describe arguments in words: `organism 'Mus musculus', genes 'TP53', 'BAX'`."""
    return ", ".join(
        f"{name.removesuffix('_id').replace('_', ' ')} {_value(value)}" for name, value in arguments.items()
    )


def _value(value: object) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(map(_value, cast("Sequence[object]", value)))
    return f"'{excerpt(value)}'"


# Links in texts of upstreams

_MARKDOWN = re.compile(r"\[([^\[\]]{1,300})\]\(([^\s()]{1,2000})\)")


def linked(text: str) -> Iterator[Span]:
    """Split an upstream's text into pieces; Markdown links to web addresses become links."""
    end = 0
    for match in _MARKDOWN.finditer(text):
        if address := addresses.checked(match[2]):
            yield Span(text[end : match.start()])
            yield Span(match[1], address)
            end = match.end()
    yield Span(text[end:])
