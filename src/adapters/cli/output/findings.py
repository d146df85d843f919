"""Findings in drawings: as text, as lines of JSON, and as SARIF, which code hosts and editors show.

SARIF 2.1.0: https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
"""

from collections import Counter
from collections.abc import Sequence
from importlib.metadata import version
from typing import Any, Protocol
from urllib.parse import quote

import msgspec
from rich.console import Console

from biofacts.adapters.cli.output.console import Unbroken
from biofacts.application.pathways.check import CheckedDrawing
from biofacts.domain.pathways.curation import RULES, SEVERITIES, Finding, Severity

_COLOURS = {"error": "red", "warning": "yellow", "note": "cyan"}
_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_PLACES = {rule.id: place for place, rule in enumerate(RULES)}


class Writer(Protocol):
    """A writer of findings, drawing by drawing."""

    def add(self, checked: CheckedDrawing, findings: Sequence[Finding], file: str) -> None:
        """Write the findings in a drawing. `file`: its path; that of WikiPathways' repository for a published one."""
        ...

    def end(self, notes: Sequence[str]) -> None:
        """End the output. `notes`: what could not be checked."""
        ...


class Lines(Writer):
    """One JSON object per line and finding."""

    def __init__(self, stream: Unbroken, notes: Console) -> None:
        self._stream = stream
        self._notes = notes

    def add(self, checked: CheckedDrawing, findings: Sequence[Finding], file: str) -> None:
        for one in findings:
            row = {**msgspec.to_builtins(one), "file": file}
            self._stream.write(msgspec.json.encode(row).decode() + "\n")

    def end(self, notes: Sequence[str]) -> None:
        self._stream.flush()
        for note in notes:
            self._notes.print(note, highlight=False, markup=False, soft_wrap=True)


class Text(Writer):
    """A paragraph per drawing, and a summary."""

    def __init__(self, out: Console) -> None:
        self._out = out
        self._counts: Counter[Severity] = Counter()
        self._drawings = self._flawed = 0

    def add(self, checked: CheckedDrawing, findings: Sequence[Finding], file: str) -> None:
        self._drawings += 1
        self._counts.update(one.severity for one in findings)
        if not findings:
            return
        self._flawed += 1
        self._print(" ".join(filter(None, (checked.id or file, checked.title, f"({checked.organism})"))), style="bold")
        for one in findings:
            self._print(f"  {one.severity:<7}  {one.rule}", style=_COLOURS[one.severity], end="")
            label = f" '{one.label}'" if one.label else ""
            proposal = f" Proposed: {one.proposal}" if one.proposal else ""
            self._print(f"  {one.element or 'pathway'}{label}: {one.message}{proposal}")

    def end(self, notes: Sequence[str]) -> None:
        told = ", ".join(_counted(self._counts[one], one) for one in SEVERITIES if self._counts[one])
        drawings = _counted(self._drawings, "drawing")
        self._print(f"{told} in {self._flawed} of {drawings}." if told else f"Nothing found in {drawings}.")
        for note in notes:
            self._print(note)

    def _print(self, text: str, *, style: str | None = None, end: str = "\n") -> None:
        self._out.print(text, style=style, end=end, highlight=False, markup=False, soft_wrap=True)


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


class Sarif(Writer):
    """A log of one run, with the element's id as a logical location."""

    def __init__(self, stream: Unbroken) -> None:
        self._stream = stream
        self._results: list[dict[str, Any]] = []

    def add(self, checked: CheckedDrawing, findings: Sequence[Finding], file: str) -> None:
        self._results += (_result(one, file) for one in findings)

    def end(self, notes: Sequence[str]) -> None:
        said = [{"level": "note", "message": {"text": note}} for note in notes]
        run = {
            "tool": {"driver": {"name": "biofacts", "version": version("biofacts"), "rules": [*_rules()]}},
            "invocations": [{"executionSuccessful": True, "toolExecutionNotifications": said}],
            "results": self._results,
        }
        self._stream.write(msgspec.json.encode({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}).decode() + "\n")
        self._stream.flush()


def _rules() -> Sequence[dict[str, Any]]:
    return [
        {"id": rule.id, "shortDescription": {"text": rule.summary}, "defaultConfiguration": {"level": rule.severity}}
        for rule in RULES
    ]


def _result(finding: Finding, file: str) -> dict[str, Any]:
    location: dict[str, Any] = {"physicalLocation": {"artifactLocation": {"uri": quote(file)}}}
    if finding.element:
        whole = f"{finding.pathway or file}#{finding.element}"
        location["logicalLocations"] = [{"name": finding.element, "fullyQualifiedName": whole, "kind": "element"}]
    told = {"label": finding.label, "proposal": finding.proposal}
    about = f"'{finding.label}': " if finding.label else ""
    return {
        "ruleId": finding.rule,
        "ruleIndex": _PLACES[finding.rule],
        "level": finding.severity,
        "message": {"text": about + finding.message},
        "locations": [location],
        "properties": {key: value for key, value in told.items() if value},
    }
