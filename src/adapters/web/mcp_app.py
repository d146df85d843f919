"""The MCP App for pathways: a self-contained document with the drawing component of the page.

Hosts of MCP Apps block all requests, so scripts and styles are inlined. The document's own content security policy, in
addition to the host's, allows these and no others.
"""

import base64
import re
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

import msgspec

from biofacts.adapters.web.drawing_pages import COMPONENTS, MOST_RECORDS
from biofacts.adapters.web.record_pages import FACTS
from biofacts.adapters.web.views import HERE, templates
from biofacts.application.tools.all_tools import Tools
from biofacts.domain.links.linked_entities import KIND_OF
from biofacts.domain.pathways.pathway import NODE_LISTS

_SCRIPT, _STYLES = "app/app.js", ("static/drawing.css", "app/app.css")
_IMPORT = re.compile(r'^import \{[^}]*\} from "(?P<file>[^"]+)";\n', re.M)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:class|function|const) )", re.M)
_LINKS = "find_links"


def document(tools: Tools) -> str:
    """Render the MCP App. `tools`: the tools that the server offers; the document calls no others."""
    script, style = joined(HERE / _SCRIPT), "".join((HERE / name).read_text("utf-8") for name in _STYLES)
    return templates().get_template("app.html").render(
        policy=policy(script, style), script=script, style=style, offered=_offered(tools), in_host=True,
        label="a pathway", offers=frozenset[str]().__contains__,
    )  # fmt: skip


def policy(script: str, style: str) -> str:
    """Return the content security policy, which allows only this script, this style, and inlined images."""
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
    imported = [(module.parent / match["file"]).resolve() for match in _IMPORT.finditer(text)]
    return [*(part for path in imported for part in _parts(path, done)), _EXPORT.sub("", _IMPORT.sub("", text))]


def _offered(tools: Tools) -> str:
    """Return the configuration of the page as JSON that can be embedded safely in a script element."""
    records = {
        tool.kind.name: [tool.name, tool.kind.id_argument] for tool in tools.values() if tool.name == tool.kind.get_tool
    }
    configuration = {
        "version": version("biofacts"), "records": records,
        "links": _LINKS in tools, "components": COMPONENTS in tools,
        "plurals": {name: kind.plural for name, kind in KIND_OF.items()}, "facts": FACTS, "lists": [*NODE_LISTS],
        "most": MOST_RECORDS,
    }  # fmt: skip
    # A `</script>` in a text would end the script element.
    return msgspec.json.encode(configuration).decode().replace("<", "\\u003c")
