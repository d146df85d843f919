"""Execution of commands: tool calls, and work on whole data sets, with results and failures on the terminal."""

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

import msgspec

from biofacts.adapters.cli.command import DONE, FAILED, USAGE, Arguments, Call, Composition
from biofacts.adapters.cli.options import is_table
from biofacts.domain.lists.input_tables import SUFFIXES

if TYPE_CHECKING:
    from collections.abc import Awaitable, Iterable

    from biofacts.adapters.cli.command import Application
    from biofacts.adapters.cli.output.output_formats import Printer, WriteRows
    from biofacts.adapters.cli.output.progress import Bars
    from biofacts.adapters.cli.output.rows import Row
    from biofacts.application.use_cases import UseCases
    from biofacts.domain.answers.advice_and_phrasing import Phrasing
    from biofacts.domain.answers.errors import BiofactsError
    from biofacts.domain.answers.pages import Page

    Then = Callable[[Call, Arguments, Application], Awaitable[int]]


def run(
    build: Callable[[Arguments], Call],
    arguments: Arguments,
    composition: Composition,
    reads: Callable[[Arguments, Composition], Arguments] | None = None,
    then: "Then | None" = None,
) -> int:
    """Run a command that makes one tool call. `build`: the function that builds it; `reads`, `then`: see `ToolCommand`.

    Returns: the exit code.
    """
    from biofacts.adapters.cli.output import output_formats, rows
    from biofacts.domain.answers.errors import BiofactsError
    from biofacts.ports.lists import TableError

    try:
        arguments = reads(arguments, composition) if reads else arguments
        call = build(arguments)
        write = _writer(arguments, composition)
        printer = output_formats.printer_for(arguments, rows.shape(call.tool, call.arguments), write)
        if write is not None:  # a file contains all pages of a listing
            arguments = msgspec.structs.replace(arguments, values={**arguments.values, "all": True})
    except BiofactsError as error:
        return fail(error, as_json=arguments.flag("json"))
    except TableError as error:
        return refused(arguments, str(error), FAILED)
    except ValueError as error:
        arguments.refuse(str(error))

    async def work(application: "Application") -> int:
        code = await ask(call, arguments, printer, application)
        return await then(call, arguments, application) if then and code == DONE else code

    try:
        return with_application(composition, work)
    except TableError as error:
        return refused(arguments, str(error), FAILED)


def with_application(composition: Composition, work: "Callable[[Application], Awaitable[int]]") -> int:
    """Open the application, and run work on it. Returns: the exit code."""
    import anyio

    async def run() -> int:
        async with composition.application() as application:
            return await work(application)

    return anyio.run(run)


def _writer(arguments: Arguments, composition: Composition) -> "WriteRows | None":
    """Return a function that writes the file of `--out`; None without it. An unsuitable name ends the process."""
    from biofacts.application.answers.csv_output import write_items

    if not (out := arguments.values.get("out")):
        return None
    path = Path(str(out))
    if arguments.flag("json") or arguments.flag("jsonl") or arguments.flag("csv") or arguments.flag("tsv"):
        arguments.refuse("argument --out: the ending of the file's name sets its format: leave out --json and the like")
    if not is_table(path.name) or not path.absolute().parent.is_dir():
        arguments.refuse(f"argument --out: must end in {', '.join(SUFFIXES)}, in a folder that exists")
    return partial(write_items, composition.tables(), path)


def phrasing(*, as_json: bool) -> "Phrasing":
    """Return the phrasing of advice: commands for people, tool calls in JSON, as agents get them."""
    from biofacts.adapters.cli.output.phrasing import COMMANDS
    from biofacts.domain.answers.advice_and_phrasing import FOR_TOOLS

    return FOR_TOOLS if as_json else COMMANDS


async def ask(call: Call, arguments: Arguments, printer: "Printer", application: "Application") -> int:
    """Make a call and print the answer, with `--all` every page of it. Returns: the exit code."""
    from biofacts.application.tools.all_tools import RUN
    from biofacts.application.tools.all_tools import call as answered
    from biofacts.application.tools.tool import ErrorEnvelope
    from biofacts.domain.answers.pages import Page

    call = whole(call, arguments)
    # `--json` prints what a tool returns, shortened for models; tables and chosen fields are complete.
    whole_rows = not arguments.flag("json") or bool(arguments.words("fields"))
    use_cases = application.use_cases(whole=whole_rows).patient()
    outcome = await answered(RUN[call.tool], use_cases, call.arguments, phrasing(as_json=arguments.flag("json")))
    if isinstance(outcome, ErrorEnvelope):
        show(outcome, as_json=arguments.flag("json"))
        return FAILED
    printer.show(outcome)
    if not isinstance(outcome, Page):
        return DONE
    page = cast("Page[Any]", outcome)  # type: ignore[redundant-cast]  # pyright needs it
    if arguments.flag("all"):
        return await walk(call, arguments, printer, page, use_cases)
    printer.end(page)
    return DONE


def whole(call: Call, arguments: Arguments) -> Call:
    """Add the arguments that `--full` and `--all` imply, if the tool accepts them."""
    from biofacts.application.tools.all_tools import RUN
    from biofacts.domain.answers.pages import LARGEST_PAGE_SIZE

    taken = RUN[call.tool].arguments.__struct_fields__
    parameters = dict(call.arguments)
    if "slim" in taken:
        parameters["slim"] = not arguments.flag("full")
    if "page_size" in taken and arguments.flag("all"):
        parameters.setdefault("page_size", LARGEST_PAGE_SIZE)
    return Call(call.tool, parameters)


async def walk(
    call: Call,
    arguments: Arguments,
    printer: "Printer",
    page: "Page[Any]",
    use_cases: "UseCases",
    *,
    before: "Row | None" = None,
) -> int:
    """Print the remaining pages of a listing, one at a time, until the reader of the output closes it.

    `page`: the first page, which has been printed; `before`: fields in front of each row. Returns: the exit code.
    """
    import anyio
    from anyio.lowlevel import checkpoint

    from biofacts.application.tools.all_tools import RUN
    from biofacts.application.tools.all_tools import call as answered
    from biofacts.application.tools.tool import ErrorEnvelope

    style = phrasing(as_json=arguments.flag("json"))
    number = len(page.items)
    try:
        # `is_read` ends the walk if the reader has gone, as with `| head`.
        while (cursor := page.pagination.cursor) and printer.stream.is_read:
            outcome = await answered(RUN[call.tool], use_cases, {**call.arguments, "cursor": cursor}, style)
            if isinstance(outcome, ErrorEnvelope):
                printer.end(page)
                show(outcome, as_json=False)
                _print_where(call, arguments, number, cursor, is_part=bool(before))
                return FAILED
            page = outcome
            number += len(page.items)
            printer.more(page, before=before or {})
            await checkpoint()  # local answers never wait, so Ctrl-C would take effect only at the end
    except (KeyboardInterrupt, anyio.get_cancelled_exc_class()):
        printer.end(page)
        _print_where(call, arguments, number, page.pagination.cursor, is_part=bool(before))
        raise
    printer.end(page)
    return DONE


def _print_where(call: Call, arguments: Arguments, number: int, cursor: str | None, *, is_part: bool) -> None:
    """Print how many items an interrupted listing has printed, and how to resume it.

    `is_part`: True if the listing is part of a search over all kinds, which has no cursor of its own.
    """
    from biofacts.adapters.cli.output.phrasing import COMMANDS
    from biofacts.domain.answers.advice_and_phrasing import NextCall

    stopped = f"biofacts {arguments.command}: stopped after {number} complete items"
    again = f"the same command with --cursor {cursor} continues from there"
    if is_part:
        again = (
            f"to continue, {COMMANDS.call(NextCall(call.tool, {'query': call.arguments['query'], 'cursor': cursor}))}"
        )
    print(f"{stopped}; {again}.", file=sys.stderr)


def show(outcome: object, *, as_json: bool) -> None:
    """Print an answer on standard output; an error for people goes to standard error."""
    from biofacts.adapters.cli.output import printed_answers
    from biofacts.adapters.cli.output.console import Unbroken, console
    from biofacts.application.tools.tool import ErrorEnvelope

    failed = isinstance(outcome, ErrorEnvelope) and not as_json
    stream = sys.stderr if failed else sys.stdout
    if as_json:
        Unbroken(stream).put(msgspec.json.encode(outcome).decode() + "\n")
    else:
        printed_answers.show(console(stream), outcome)


def fail(error: "BiofactsError", *, as_json: bool) -> int:
    """Print an error. Returns: the exit code."""
    from biofacts.application.tools.tool import failed

    show(failed(error, phrasing(as_json=as_json)), as_json=as_json)
    return FAILED


def report(outcome: object, lines: "Iterable[str]", *, as_json: bool) -> None:
    """Print a report: its lines for people, or the report itself as JSON."""
    from biofacts.adapters.cli.output.console import console

    if as_json:
        show(outcome, as_json=True)
    else:
        console(sys.stdout).print("\n".join(lines), markup=False, soft_wrap=True)


# Code that the commands for whole data sets share


T = TypeVar("T")


async def under_bars(
    arguments: Arguments, work: "Callable[[Bars], Awaitable[T]]", *, saved: str
) -> tuple[T | None, int]:
    """Run some work with progress bars, and print its result or its failure.

    `saved`: a sentence on the data that is kept if the user interrupts the work. Returns: the result, None after a
    failure; and the exit code.
    """
    import anyio

    from biofacts.adapters.cli.output.console import console
    from biofacts.adapters.cli.output.progress import Bars
    from biofacts.domain.answers.errors import BiofactsError
    from biofacts.ports.lists import AnsweringError, JournalError, TableError, WrongUse

    with Bars(console(sys.stderr), rates=True) as bars:
        try:
            outcome = await work(bars)
        except WrongUse as error:
            return None, refused(arguments, str(error), USAGE)
        except (TableError, JournalError, AnsweringError) as error:
            return None, refused(arguments, str(error), FAILED)
        except BiofactsError as error:
            bars.stop()
            return None, fail(error, as_json=arguments.flag("json"))
        except (KeyboardInterrupt, anyio.get_cancelled_exc_class()):
            bars.stop()
            # `main` turns the exception into exit code 130.
            refused(arguments, f"stopped. {saved}", FAILED)
            raise
    show(outcome, as_json=arguments.flag("json"))
    return outcome, DONE


def refused(arguments: Arguments, why: str, code: int) -> int:
    """Print why a command does not run, and return the exit code."""
    print(f"biofacts {arguments.command}: {why}", file=sys.stderr)
    return code
