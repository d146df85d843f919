"""The MCP App of a pathway: one HTML document that needs nothing else, made of the same drawing as the page.

Hosts of such documents let them load nothing, so that scripts and styles stand in it. A policy of its own, beside the
host's, lets it run these and no others.
"""

import base64
import re
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

import msgspec
from jinja2 import Environment, FileSystemLoader

from biofacts.adapters.page.addresses import KINDS
from biofacts.adapters.page.drawings import MOST_RECORDS, PARTS
from biofacts.adapters.page.records import FACTS
from biofacts.application.tools import Tools

_HERE = Path(__file__).parent
_SCRIPT, _STYLES = "app/app.js", ("static/drawing.css", "app/app.css")
_IMPORT = re.compile(r'^import \{[^}]*\} from "(?P<file>[^"]+)";\n', re.M)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:class|function|const) )", re.M)
_COMPONENTS, _LINKS = "get_pathway_components", "find_links"


def document(tools: Tools) -> str:
    """The document. `tools`: what the server offers, which is what it asks."""
    script, style = joined(_HERE / _SCRIPT), "".join((_HERE / name).read_text("utf-8") for name in _STYLES)
    templates = Environment(
        loader=FileSystemLoader(_HERE / "templates"), autoescape=True, trim_blocks=True, lstrip_blocks=True
    )
    return templates.get_template("app.html").render(
        policy=policy(script, style), script=script, style=style, offered=_offered(tools), in_host=True,
        label="a pathway", offers=frozenset[str]().__contains__,
    )  # fmt: skip


def policy(script: str, style: str) -> str:
    """What a browser may do with the document: run its script, take its style, show pictures that are in it."""
    return (
        f"default-src 'none'; script-src '{_digest(script)}'; style-src '{_digest(style)}'; img-src data:;"
        " base-uri 'none'; form-action 'none'"
    )


def _digest(text: str) -> str:
    return f"sha256-{base64.b64encode(sha256(text.encode()).digest()).decode()}"


def joined(module: Path) -> str:
    """A module behind all that it imports, as one: each has its names, which are different, in one place then."""
    return "".join(_parts(module.resolve(), set()))


def _parts(module: Path, done: set[Path]) -> list[str]:
    if module in done:
        return []
    done.add(module)
    text = module.read_text("utf-8")
    imported = [(module.parent / found["file"]).resolve() for found in _IMPORT.finditer(text)]
    return [*(part for one in imported for part in _parts(one, done)), _EXPORT.sub("", _IMPORT.sub("", text))]


def _offered(tools: Tools) -> str:
    """The calls that the document may make, and what the page tells, as JSON that may stand in a script."""
    records = {
        tool.kind.name: [tool.name, tool.kind.id_argument] for tool in tools.values() if tool.name == tool.kind.get_tool
    }
    told = {
        "version": version("biofacts"), "records": records,
        "links": _LINKS in tools, "components": _COMPONENTS in tools,
        "plurals": {name: kind.plural for name, kind in KINDS.items()}, "facts": FACTS, "lists": PARTS,
        "most": MOST_RECORDS,
    }  # fmt: skip
    return msgspec.json.encode(told).decode().replace("<", "\\u003c")
