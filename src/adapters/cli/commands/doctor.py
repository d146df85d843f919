"""The command `biofacts doctor`, which reports problems of the installation and how to fix them."""

import sys
from collections.abc import Iterator
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING

from biofacts.adapters.cli.command import DONE, FAILED, Arguments, Command, Composition

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from biofacts.ports.doctor import Check

_SIGNS = {"ok": "ok", "note": "note", "failed": "FAILED", "skipped": "skipped"}


def _add(parser: "argparse.ArgumentParser") -> None:
    parser.add_argument("--json", action="store_true", help="print it as JSON")


def _run(arguments: Arguments, composition: Composition) -> int:
    import anyio

    return anyio.run(partial(_opened, arguments, composition))


async def _opened(arguments: Arguments, composition: Composition) -> int:
    from biofacts.ports.doctor import Report

    async with composition.checkup() as look:
        found = [*await look(), *_clients()]
    report = Report(ok=all(check.finding != "failed" for check in found), checks=found)
    if arguments.flag("json"):
        import msgspec

        sys.stdout.write(msgspec.json.encode(report).decode() + "\n")
    else:
        from biofacts.adapters.cli.output.console import console

        console(sys.stdout).print("\n".join(_lines(found)), highlight=False, markup=False, soft_wrap=True)
    return DONE if report.ok else FAILED


def _lines(found: "Sequence[Check]") -> Iterator[str]:
    for part, checks in groupby(found, key=lambda check: check.part):
        yield part.capitalize()
        for check in checks:
            seconds = "" if check.seconds is None else f", {check.seconds:.2f} s"
            yield f"  {_SIGNS[check.finding]:7} {check.name}: {check.told}{seconds}"
            if check.advice:
                yield f"          {check.advice}"
    failed = sum(check.finding == "failed" for check in found)
    yield "Nothing has failed." if not failed else f"{failed} of {len(found)} have failed."


def _clients() -> "Iterator[Check]":
    """Check the settings of MCP clients. Only unreadable settings fail; a client without the server does not."""
    from biofacts.adapters.cli.clients.changes import states
    from biofacts.ports.doctor import Check

    for one in states():
        advice = f"biofacts install {one.client}" if one.state in ("without biofacts", "has another biofacts") else ""
        is_broken = one.state == "cannot be read"
        yield Check(
            part="clients",
            name=one.client,
            finding="failed" if is_broken else "ok" if one.state == "has biofacts" else "skipped",
            told=f"{one.state}{' and the skill' if one.skill else ''} ({one.why or one.path})",
            advice="Mend the file: the client cannot read it either" if is_broken else advice,
        )


COMMAND = Command(
    name="doctor",
    group="Set up",
    summary="What works here and what does not: upstreams, catalogues, folder, settings, clients",
    examples={"doctor": "looks at everything", "doctor --json": "for a report"},
    add=_add,
    run=_run,
)
