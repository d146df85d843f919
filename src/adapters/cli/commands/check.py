"""The command `biofacts check`."""

import argparse
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from biofacts.adapters.cli.command import DONE, Arguments, Command, Composition
from biofacts.domain.answers.kinds import PATHWAY
from biofacts.domain.identifiers import arguments as id_arguments
from biofacts.domain.pathways.curation import SEVERITIES

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from contextlib import AbstractAsyncContextManager

    from biofacts.adapters.cli.command import Datasets
    from biofacts.adapters.cli.output.findings import Writer
    from biofacts.adapters.cli.output.progress import Bars
    from biofacts.application.pathways.check import CheckDrawings, CheckedDrawing

FOUND, NOT_CHECKED = 1, 2
"""Exit codes, as linters have them: something was found, and something could not be checked."""


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
        arguments.refuse("name drawings, or give --all")
    return anyio.run(partial(check, arguments, composition.datasets()))


async def check(arguments: Arguments, opening: "AbstractAsyncContextManager[Datasets]") -> int:
    """Check drawings and print what is found. Returns: the exit code."""
    from biofacts.adapters.cli.output.console import console
    from biofacts.adapters.cli.output.progress import Bars
    from biofacts.adapters.cli.tool_calls import fail, refused
    from biofacts.application.pathways.check import not_checked
    from biofacts.domain.answers.errors import BiofactsError

    writer = _writer(arguments)
    reported = SEVERITIES[: SEVERITIES.index(arguments.text("severity")) + 1]
    checked: list[CheckedDrawing] = []
    has_findings = False
    async with opening as datasets:
        with Bars(console(sys.stderr), rates=True) as bars:
            try:
                async for file, one in _drawings(arguments, datasets.checks(), bars):
                    findings = [finding for finding in one.findings if finding.severity in reported]
                    writer.add(one, findings, file)
                    checked.append(one)
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
    from biofacts.application.pathways.check import FILE_SUFFIX

    if arguments.flag("all"):
        async for one in checker.everything(bars):
            yield _in_repository(one.id), one
    for given in arguments.words("drawing"):
        if given.lower().endswith(FILE_SUFFIX):
            yield Path(given).as_posix(), await _of_file(Path(given), checker)
        else:
            reference = id_arguments.named(given)
            one = await checker(reference.text if reference and reference.is_of(PATHWAY) else given)
            yield _in_repository(one.id), one


async def _of_file(path: Path, checker: "CheckDrawings") -> "CheckedDrawing":
    import anyio

    try:
        return await checker.file(await anyio.Path(path).read_bytes())
    except OSError as error:
        raise ValueError(f"{path} cannot be read: {error.strerror}") from error
    except ValueError as error:
        raise ValueError(f"{path} cannot be checked: {error}") from error


def _in_repository(identifier: str) -> str:
    """Return the path of a pathway in the repository of WikiPathways, whose reviewers see findings beside the file."""
    local = identifier.partition(":")[2]
    return f"pathways/{local}/{local}.gpml"


def _writer(arguments: Arguments) -> "Writer":
    from biofacts.adapters.cli.output.console import Unbroken, console
    from biofacts.adapters.cli.output.findings import Lines, Sarif, Text

    if arguments.flag("sarif"):
        return Sarif(Unbroken(sys.stdout))
    return Lines(Unbroken(sys.stdout), console(sys.stderr)) if arguments.flag("jsonl") else Text(console(sys.stdout))


COMMAND = Command(
    name="check",
    group="Lists",
    summary="Check drawings for mistakes that a curator would fix",
    examples={
        "check WP:WP254": "exit code 0: nothing found, 1: findings, 2: not checked",
        "check pathway.gpml --severity error": "a file of your own; errors only",
        "check --all --sarif > findings.sarif": "every pathway, as a report for code hosts and editors",
    },
    add=_add,
    run=_run,
    paths=("drawing",),
)
