"""Display of records in notebooks."""

import sys
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any, cast

import msgspec

from biofacts.domain.text.clean import shorten


def show_records() -> None:
    """Make the running notebook display records as HTML tables; do nothing outside of one."""
    # A notebook has imported IPython already; importing it here would make it a dependency.
    ipython: Any = sys.modules.get("IPython")
    if ipython is None or (shell := ipython.get_ipython()) is None:
        return
    shell.display_formatter.formatters["text/html"].for_type(msgspec.Struct, _html)


def _html(value: msgspec.Struct) -> str | None:
    return record(value) if type(value).__module__.startswith("biofacts.") else None


# Text and HTML representations of answers, for the prompt and for notebooks


_SHOWN, _LONGEST = 3, 200
_NAMES = ("name", "title", "symbol", "input")


def line(items: Sequence[object], *, total: int | None, remark: str | None) -> str:
    """Return a one-line summary: `<142: WP:WP534 Glycolysis and gluconeogenesis, ...>`."""
    if not items:
        return f"<nothing: {remark}>" if remark else "<nothing>"
    first = ", ".join(map(title, items[:_SHOWN]))
    number = f"{len(items)} or more" if total is None else str(total)
    return f"<{number}: {first}{', ...' if total is None or total > _SHOWN else ''}>"


def title(value: object) -> str:
    """Return the id and name of a record: `WP:WP534 Glycolysis and gluconeogenesis`."""
    fields = _fields(value)
    name = next((str(fields[one]) for one in _NAMES if one in fields), "")
    return " ".join(filter(None, (str(fields.get("id", "")), name)))


def table(items: Sequence[object], *, total: int | None, remark: str | None) -> str:
    """Return an HTML table with a row per item and a column for each field that any item has."""
    rows = [_fields(one) for one in items]
    columns = list(dict.fromkeys(name for row in rows for name in row))
    head = "".join(f"<th>{escape(name)}</th>" for name in columns)
    body = "".join(f"<tr>{''.join(f'<td>{_cell(row.get(name))}</td>' for name in columns)}</tr>" for row in rows)
    told = [f"{len(items)} of {'an unknown number' if total is None else total}", *([remark] if remark else [])]
    shown = f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>" if rows else ""
    return f"{shown}{''.join(f'<p>{escape(one)}</p>' for one in told)}"


def record(value: object) -> str:
    """Return an HTML table with a row per field of a record."""
    rows = "".join(f"<tr><th>{escape(name)}</th><td>{_cell(one)}</td></tr>" for name, one in _fields(value).items())
    return f"<table><tbody>{rows}</tbody></table>"


def _fields(value: object) -> dict[str, Any]:
    return cast("dict[str, Any]", msgspec.to_builtins(value))


def _cell(value: object) -> str:
    match value:
        case None:
            return ""
        case str() if value.startswith("https://"):
            return f'<a href="{escape(value)}">{escape(value)}</a>'
        case str():
            return escape(shorten(value, _LONGEST))
        case Mapping():
            members = cast("Mapping[str, object]", value).items()
            return "<br>".join(f"{escape(str(name))}: {_cell(one)}" for name, one in members)
        case list():
            several = cast("list[object]", value)
            some = "; ".join(map(_cell, several[:_SHOWN]))
            return f"{some}; ... ({len(several)})" if several[_SHOWN:] else some
        case _:
            return escape(str(value))
