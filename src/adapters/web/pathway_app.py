"""The MCP App for pathways: a self-contained HTML document with the drawing component of the page.

Hosts of MCP Apps block all requests, so scripts and styles are inlined. The document's own content security policy, in
addition to the host's, allows these and no others.
"""

import base64
import re
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

import msgspec

from biofacts.adapters.web.drawings import MOST_RECORDS, PARTS
from biofacts.adapters.web.records import FACTS
from biofacts.adapters.web.views import HERE, templates
from biofacts.application.tools.registry import Tools
from biofacts.domain.links.graph import KIND_OF

_SCRIPT, _STYLES = "app/app.js", ("static/drawing.css", "app/app.css")
_IMPORT = re.compile(r'^import \{[^}]*\} from "(?P<file>[^"]+)";\n', re.M)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:class|function|const) )", re.M)
_COMPONENTS, _LINKS = "get_pathway_components", "find_links"


def document(tools: Tools) -> str:
    """Render the document. `tools`: those that the server offers; the document calls no others."""
    script, style = joined(HERE / _SCRIPT), "".join((HERE / name).read_text("utf-8") for name in _STYLES)
    return templates().get_template("app.html").render(
        policy=policy(script, style), script=script, style=style, offered=_offered(tools), in_host=True,
        label="a pathway", offers=frozenset[str]().__contains__,
    )  # fmt: skip


def policy(script: str, style: str) -> str:
    """Return the content security policy: this script, this style, and images that are inlined."""
    return (
        f"default-src 'none'; script-src '{_digest(script)}'; style-src '{_digest(style)}'; img-src data:;"
        " base-uri 'none'; form-action 'none'"
    )


def _digest(text: str) -> str:
    return f"sha256-{base64.b64encode(sha256(text.encode()).digest()).decode()}"


def joined(module: Path) -> str:
    """Bundle a JavaScript module with all modules that it imports.

    Imports and exports are removed, so names must be unique across the modules.
    """
    return "".join(_parts(module.resolve(), set()))


def _parts(module: Path, done: set[Path]) -> list[str]:
    if module in done:
        return []
    done.add(module)
    text = module.read_text("utf-8")
    # Imported modules come first, since constants must be initialised before they are used.
    imported = [(module.parent / found["file"]).resolve() for found in _IMPORT.finditer(text)]
    return [*(part for one in imported for part in _parts(one, done)), _EXPORT.sub("", _IMPORT.sub("", text))]


def _offered(tools: Tools) -> str:
    """Return the configuration of the document as JSON that is safe inside a script element."""
    records = {
        tool.kind.name: [tool.name, tool.kind.id_argument] for tool in tools.values() if tool.name == tool.kind.get_tool
    }
    told = {
        "version": version("biofacts"), "records": records,
        "links": _LINKS in tools, "components": _COMPONENTS in tools,
        "plurals": {name: kind.plural for name, kind in KIND_OF.items()}, "facts": FACTS, "lists": PARTS,
        "most": MOST_RECORDS,
    }  # fmt: skip
    # A `</script>` in a text would end the script element.
    return msgspec.json.encode(told).decode().replace("<", "\\u003c")
