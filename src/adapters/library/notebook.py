"""Display of records in notebooks."""

import sys
from typing import Any

import msgspec

from biofacts.adapters.library import views


def show_records() -> None:
    """Make the running notebook display records as HTML tables; do nothing outside of one."""
    # A notebook has imported IPython already; importing it here would make it a dependency.
    ipython: Any = sys.modules.get("IPython")
    if ipython is None or (shell := ipython.get_ipython()) is None:
        return
    shell.display_formatter.formatters["text/html"].for_type(msgspec.Struct, _html)


def _html(value: msgspec.Struct) -> str | None:
    return views.record(value) if type(value).__module__.startswith("biofacts.") else None
