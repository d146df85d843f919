"""The command `biofacts check`, and its findings: as text, as lines of JSON, and as SARIF.

SARIF 2.1.0, which code hosts and editors display: https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
"""

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol
from urllib.parse import quote

import msgspec

from biofacts.adapters.cli.command import DONE, Arguments, Command, Composition
from biofacts.domain.answers.entity_kinds import PATHWAY
from biofacts.domain.identifiers import arguments as id_arguments
from biofacts.domain.pathways.drawing_rules import RULES, SEVERITIES, Finding, Severity
from biofacts.domain.text.clean import counted

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from contextlib import AbstractAsyncContextManager

    from rich.console import Console

    from biofacts.adapters.cli.command import OpenDatasets
    from biofacts.adapters.cli.output.console import Unbroken
    from biofacts.adapters.cli.output.progress import Bars
    from biofacts.application.pathways.check_drawings import CheckDrawings, CheckedDrawing

FOUND, NOT_CHECKED = 1, 2
"""Exit codes, as in linters: 1 if there are findings, 2 if a drawing could not be checked."""


def _add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("drawing", nargs="*", metavar="DRAWING", help="id of a pathway, or a file that ends in .gpml")
    parser.add_argument("--all", action="store_true", help="check every pathway")
    parser.add_argument(
        "--severity", choices=SEVERITIES, default=SEVERITIES[-1], metavar="LEVEL",
        help="report only findings of at least this severity: error, warning or note; default: note",
    )  # fmt: skip
    forms = parser.add_mutually_exclusive_group()
    forms.add_argument("--jsonl", action="store_true", help="print a line of JSON for each finding")
    forms.add_argument("--sarif", action="store_true", help="print SARIF 2.1.0, for code hosts and editors")


def _run(arguments: Arguments, composition: Composition) -> int:
    import anyio

    if arguments.flag("all") == bool(arguments.words("drawing")):
        arguments.refuse("name drawings or give --all, but not both")
    return anyio.run(partial(check, arguments, composition.datasets()))


async def check(arguments: Arguments, opening: "AbstractAsyncContextManager[OpenDatasets]") -> int:
    """Check drawings and print the findings. Returns: the exit code."""
    from biofacts.adapters.cli.execution import fail, refused
    from biofacts.adapters.cli.output.console import console
    from biofacts.adapters.cli.output.progress import Bars
    from biofacts.application.pathways.check_drawings import not_checked
    from biofacts.domain.answers.errors import BiofactsError

    writer = _writer(arguments)
    reported = SEVERITIES[: SEVERITIES.index(arguments.text("severity")) + 1]
    checked: list[CheckedDrawing] = []
    has_findings = False
    async with opening as datasets:
        with Bars(console(sys.stderr), rates=True) as bars:
            try:
                async for file, drawing in _drawings(arguments, datasets.checks(), bars):
                    findings = [finding for finding in drawing.findings if finding.severity in reported]
                    writer.add(drawing, findings, file)
                    checked.append(drawing)
                    has_findings = has_findings or bool(findings)
            except BiofactsError as error:
                bars.stop()
                fail(error, as_json=False)
                return NOT_CHECKED
            except ValueError as error:
                bars.stop()
                return refused(arguments, str(error), NOT_CHECKED)
    writer.end(not_checked(checked))
    return FOUND if has_findings else DONE


async def _drawings(
    arguments: Arguments, checker: "CheckDrawings", bars: "Bars"
) -> "AsyncIterator[tuple[str, CheckedDrawing]]":
    """Yield checked drawings, each with the path of its file. Raises: BiofactsError, ValueError."""
    from biofacts.application.pathways.check_drawings import FILE_SUFFIX

    if arguments.flag("all"):
        async for drawing in checker.everything(bars):
            yield _in_repository(drawing.id), drawing
    for name in arguments.words("drawing"):
        if name.lower().endswith(FILE_SUFFIX):
            yield Path(name).as_posix(), await _of_file(Path(name), checker)
        else:
            reference = id_arguments.reference_in(name)
            drawing = await checker(reference.text if reference and reference.is_of(PATHWAY) else name)
            yield _in_repository(drawing.id), drawing


async def _of_file(path: Path, checker: "CheckDrawings") -> "CheckedDrawing":
    import anyio

    try:
        return await checker.file(await anyio.Path(path).read_bytes())
    except OSError as error:
        raise ValueError(f"{path} cannot be read: {error.strerror}") from error
    except ValueError as error:
        raise ValueError(f"{path} cannot be checked: {error}") from error


def _in_repository(identifier: str) -> str:
    """Return the path of a pathway's file in WikiPathways' repository, where reviewers see the findings beside it."""
    local = identifier.partition(":")[2]
    return f"pathways/{local}/{local}.gpml"


def _writer(arguments: Arguments) -> "FindingWriter":
    from biofacts.adapters.cli.output.console import Unbroken, console

    if arguments.flag("sarif"):
        return Sarif(Unbroken(sys.stdout))
    return (
        FindingLines(Unbroken(sys.stdout), console(sys.stderr))
        if arguments.flag("jsonl")
        else FindingText(console(sys.stdout))
    )


# The findings in drawings


_COLOURS = {"error": "red", "warning": "yellow", "note": "cyan"}
_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_PLACES = {rule.id: place for place, rule in enumerate(RULES)}


class FindingWriter(Protocol):
    """A writer of findings, drawing by drawing."""

    def add(self, checked: "CheckedDrawing", findings: Sequence[Finding], file: str) -> None:
        """Write the findings in a drawing. `file`: the drawing's path, in WikiPathways' repository if published."""
        ...

    def end(self, notes: Sequence[str]) -> None:
        """End the output. `notes`: sentences on what could not be checked."""
        ...


class FindingLines(FindingWriter):
    """A writer of one line of JSON per finding."""

    def __init__(self, stream: "Unbroken", notes: "Console") -> None:
        self._stream = stream
        self._notes = notes

    def add(self, checked: "CheckedDrawing", findings: Sequence[Finding], file: str) -> None:
        for finding in findings:
            row = {**msgspec.to_builtins(finding), "file": file}
            self._stream.write(msgspec.json.encode(row).decode() + "\n")

    def end(self, notes: Sequence[str]) -> None:
        self._stream.flush()
        for note in notes:
            self._notes.print(note, markup=False, soft_wrap=True)


class FindingText(FindingWriter):
    """A writer of a paragraph per drawing, and a summary."""

    def __init__(self, out: "Console") -> None:
        self._out = out
        self._counts: Counter[Severity] = Counter()
        self._drawings = self._flawed = 0

    def add(self, checked: "CheckedDrawing", findings: Sequence[Finding], file: str) -> None:
        self._drawings += 1
        self._counts.update(finding.severity for finding in findings)
        if not findings:
            return
        self._flawed += 1
        self._print(" ".join(filter(None, (checked.id or file, checked.title, f"({checked.organism})"))), style="bold")
        for finding in findings:
            self._print(f"  {finding.severity:<7}  {finding.rule}", style=_COLOURS[finding.severity], end="")
            label = f" '{finding.label}'" if finding.label else ""
            proposal = f" Proposed: {finding.proposal}" if finding.proposal else ""
            self._print(f"  {finding.element or 'pathway'}{label}: {finding.message}{proposal}")

    def end(self, notes: Sequence[str]) -> None:
        counts = ", ".join(
            counted(self._counts[severity], severity) for severity in SEVERITIES if self._counts[severity]
        )
        drawings = counted(self._drawings, "drawing")
        self._print(f"{counts} in {self._flawed} of {drawings}." if counts else f"Nothing found in {drawings}.")
        for note in notes:
            self._print(note)

    def _print(self, text: str, *, style: str | None = None, end: str = "\n") -> None:
        self._out.print(text, style=style, end=end, markup=False, soft_wrap=True)


class Sarif(FindingWriter):
    """A writer of a SARIF log of one run, with the ids of elements as logical locations."""

    def __init__(self, stream: "Unbroken") -> None:
        self._stream = stream
        self._results: list[dict[str, Any]] = []

    def add(self, checked: "CheckedDrawing", findings: Sequence[Finding], file: str) -> None:
        self._results += (_result(finding, file) for finding in findings)

    def end(self, notes: Sequence[str]) -> None:
        notifications = [{"level": "note", "message": {"text": note}} for note in notes]
        run = {
            "tool": {"driver": {"name": "biofacts", "version": version("biofacts"), "rules": [*_rules()]}},
            "invocations": [{"executionSuccessful": True, "toolExecutionNotifications": notifications}],
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
    # SARIF wants a URI here, in which spaces must be escaped.
    location: dict[str, Any] = {"physicalLocation": {"artifactLocation": {"uri": quote(file)}}}
    if finding.element:
        whole = f"{finding.pathway or file}#{finding.element}"
        location["logicalLocations"] = [{"name": finding.element, "fullyQualifiedName": whole, "kind": "element"}]
    properties = {"label": finding.label, "proposal": finding.proposal}
    about = f"'{finding.label}': " if finding.label else ""
    return {
        "ruleId": finding.rule,
        "ruleIndex": _PLACES[finding.rule],
        "level": finding.severity,
        "message": {"text": about + finding.message},
        "locations": [location],
        "properties": {key: value for key, value in properties.items() if value},
    }


COMMAND = Command(
    name="check",
    group="Lists",
    summary="Check drawings for mistakes that a curator would fix",
    examples={
        "check WP:WP254": "exit code 0: no findings, 1: findings, 2: the check failed",
        "check pathway.gpml --severity error": "a file of your own; errors only",
        "check --all --sarif > findings.sarif": "every pathway, as a report for code hosts and editors",
    },
    add=_add,
    run=_run,
    paths=("drawing",),
)
