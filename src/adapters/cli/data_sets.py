"""Code that the commands for whole data sets share."""

import sys
from typing import TYPE_CHECKING, TypeVar

from biofacts.adapters.cli.command import DONE, FAILED, USAGE, Arguments
from biofacts.adapters.cli.tool_calls import phrasing, show

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from biofacts.adapters.cli.output.progress import Bars

T = TypeVar("T")


async def under_bars(
    arguments: Arguments, work: "Callable[[Bars], Awaitable[T]]", *, kept: str
) -> tuple[T | None, int]:
    """Run some work under progress bars and print its result or its failure.

    `kept`: a sentence about the data that an interruption leaves. Returns: the result, None after a failure; and the
    exit code.
    """
    import anyio

    from biofacts.adapters.cli.output.console import console
    from biofacts.adapters.cli.output.progress import Bars
    from biofacts.application.tools.tool import failed
    from biofacts.domain.answers.errors import BiofactsError
    from biofacts.ports.annotation import AnsweringError, JournalError, TableError, WrongUse

    with Bars(console(sys.stderr), rates=True) as bars:
        try:
            outcome = await work(bars)
        except WrongUse as error:
            return None, refused(arguments, str(error), USAGE)
        except (TableError, JournalError, AnsweringError) as error:
            return None, refused(arguments, str(error), FAILED)
        except BiofactsError as error:
            bars.stop()
            show(failed(error, phrasing(arguments)), as_json=arguments.flag("json"))
            return None, FAILED
        except (KeyboardInterrupt, anyio.get_cancelled_exc_class()):
            bars.stop()
            # The exception goes on, and `main` turns it into exit code 130.
            refused(arguments, f"stopped. {kept}", FAILED)
            raise
    show(outcome, as_json=arguments.flag("json"))
    return outcome, DONE


def refused(arguments: Arguments, why: str, code: int) -> int:
    """Print why a command does not run, and return the exit code."""
    print(f"biofacts {arguments.command}: {why}", file=sys.stderr)
    return code
