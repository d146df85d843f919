"""Texts of the MCP server: instructions for agents, the skill, and messages to operators and refused clients."""

from collections.abc import Container, Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path

from biofacts.domain.answers import scores
from biofacts.domain.answers.entity_kinds import Kind
from biofacts.domain.text.clean import enumerated, excerpt


@cache
def skill_text() -> str:
    """Return the skill as Markdown, with its name and description as front matter."""
    package = Path(str(files("biofacts")))
    in_wheel, in_checkout = package / "skill" / "SKILL.md", package.parent / "skills" / "biofacts" / "SKILL.md"
    # The wheel has the file inside the package; an editable install reads it from the checkout.
    return (in_wheel if in_wheel.is_file() else in_checkout).read_text("utf-8")


_BEGINNING = (
    "search_ tools turn plain words into ranked candidates; get_ tools take only the id of one. Trust a score"
    f" of {scores.TRUSTED} or more; doubt {scores.DOUBT} or less (each rank costs 0.05). An empty list means not found"
    " here: see its guidance."
)
_TWO_NUMBER_SPACES = "IUPHAR:2713 is ibuprofen as a ligand, sirtuin 7 as a target."
_BETWEEN_KINDS = ("find_links", "get_interactions", "get_pathways_for_gene")
_END = (
    "pagination.cursor gives more; detail='brief', parts, around give less. After an error, follow its recovery_hint."
    " Cite ids."
)


def instructions(tools: Container[str]) -> str:
    """Return the server's instructions for its clients. `tools`: the names of the tools that it offers.

    They cost tokens in every conversation, and must not mention tools that the server does not offer.
    """
    sentences = [_BEGINNING]
    if all(name in tools for name in ("search_ligands", "get_ligand", "search_targets", "get_target")):
        sentences.append(_TWO_NUMBER_SPACES)
    if ways := [name for name in _BETWEEN_KINDS if name in tools]:
        sentences.append(f"To go from one kind to another, use {enumerated(ways, 'or')}, not another search.")
    if "resolve_many" in tools:
        sentences.append("Many names: resolve_many.")
    return " ".join([*sentences, _END])


GPML = "The drawing of a WikiPathways pathway as its curators stored it: GPML, an XML format."
PICTURE = "The drawing of a pathway as SVG; highlight and drugs as show_pathway takes them."
SKILL = "When to use which tool, worked questions, and what not to conclude from an empty answer."
APP = "The drawing of show_pathway, to pan, zoom, highlight and click, in hosts that support MCP Apps."


def record_of(kind: Kind) -> str:
    """Return the description of the resource template for the records of a kind."""
    return f"The record that {kind.get_tool} returns, as JSON, by its CURIE, e.g. {kind.example_id}."


def no_resource(uri: str, uris: Sequence[str]) -> str:
    """Return the message for a URI that is not a resource. `uris`: all resources and templates."""
    return f"There is no resource '{excerpt(uri)}'. The resources are: {', '.join(uris)}."


def large_resource(size: int, most: int) -> str:
    """Return the message for a resource that is too large for one answer, in bytes."""
    return f"This resource has {size} bytes, but an answer can have at most {most}; download it from its url."


OTHER_HOST = (
    "This server does not answer to the name in the Host header. Call it by its own name; its operator can allow"
    " another one with --allowed-host."
)
OTHER_ORIGIN = "This server does not answer to pages of this origin; its operator can allow one with --allowed-origin."
FULL = "This server is running as many calls as it can: repeat the same call in a second or later."
LEAVING = "This server is being stopped or replaced: repeat the same call in a second or later."


def too_large(most: int) -> str:
    """Return the message for a request of more than `most` bytes."""
    return f"A request can be at most {most // 1024} kB; split it into several calls."


def unnamed_host(host: str) -> str:
    """Return the message for a server that other machines can reach but that has no allowed host names."""
    return (
        f"--host {host} lets other machines connect: give the names under which they reach it with --allowed-host NAME"
        " (repeatable, or BIOFACTS_ALLOWED_HOSTS with commas), for example --allowed-host biofacts.example.org"
    )


def no_host(host: str) -> str:
    """Return the message for a value that cannot be in a Host header."""
    return f"'{host}' is not a host: give a name or an address, for example biofacts.example.org or [2001:db8::1]"


def no_origin(origin: str) -> str:
    """Return the message for a value that cannot be in an Origin header."""
    return f"'{origin}' is not an origin: give a scheme and a host, for example https://app.example.org"


def no_network(network: str) -> str:
    """Return the message for a trusted proxy that is not an address or a network."""
    return f"'{network}' is not a proxy's address: give an address or a network, for example 10.0.0.7 or 10.0.0.0/8"


def no_path_prefix(prefix: str) -> str:
    """Return the message for a path prefix that does not begin with a slash."""
    return f"the path prefix '{prefix}' must begin with a slash, for example /biofacts"


def taken(url: str, why: str) -> str:
    """Return the message for an address at which the server cannot listen. `why`: the reason."""
    return f"cannot listen at {url}: {why}"


def started(version: str, url: str, sources: str) -> str:
    """Return the first log line of a server. `sources`: a phrase about the sources of its answers."""
    return f"biofacts {version} serves MCP at {url}; {sources}"


OPEN_TO_ALL = (
    "Other machines can reach this server, and it requires no token: set BIOFACTS_TOKEN, or expose it only through a"
    " proxy that authenticates its clients."
)
