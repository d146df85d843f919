"""Notebooks as pages, and run again."""

import json
import re
from base64 import b64encode
from collections.abc import Iterator
from contextlib import chdir
from importlib import import_module
from pathlib import Path
from typing import Any

Cell = dict[str, Any]

_STYLE = re.compile(r"<style.*?</style>\s*", re.S)
"""The looks that pandas gives its tables: the site has its own."""


def as_markdown(path: Path) -> str:
    """A notebook as a page: its code as blocks, what it showed as HTML or text."""
    notebook = json.loads(path.read_text(encoding="utf-8"))
    return "\n\n".join(part for cell in notebook["cells"] for part in _parts(cell)) + "\n"


def _parts(cell: Cell) -> Iterator[str]:
    text = "".join(cell["source"])
    if cell["cell_type"] == "markdown":
        yield text
        return
    yield f"```python\n{text}\n```"
    for output in cell["outputs"]:
        data: dict[str, Any] = output.get("data", {})
        if "image/svg+xml" in data:
            drawn = b64encode("".join(data["image/svg+xml"]).encode()).decode()
            yield f'<img alt="" src="data:image/svg+xml;base64,{drawn}">'
        elif "text/html" in data:
            yield _STYLE.sub("", "".join(data["text/html"])).strip()
        elif shown := "".join(output.get("text", data.get("text/plain", ""))):
            yield f"```text\n{shown.rstrip()}\n```"


def renewed(path: Path) -> str:
    """A notebook with the outputs that it has now. Raises: CellExecutionError where a cell fails."""
    from nbclient import NotebookClient
    from traitlets.config import Config

    nbformat: Any = import_module("nbformat")  # which has no types
    notebook = nbformat.read(path, as_version=4)
    unheard = Config(KernelManager={"transport": "ipc"})  # no port that others could call
    with chdir(path.parent):  # where Jupyter starts it, too; with `ipc`, client and kernel need the same folder
        NotebookClient(notebook, timeout=120, record_timing=False, config=unheard).execute()
    notebook.metadata["language_info"] = {"name": "python"}  # and not which version of it
    return f"{nbformat.writes(notebook, indent=1, ensure_ascii=False)}\n"
