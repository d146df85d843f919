"""What the commands for whole data sets have in common."""

import sys
from typing import TYPE_CHECKING, TypeVar

from biofacts.adapters.cli.asking import phrasing, show
from biofacts.adapters.cli.command import DONE, FAILED, USAGE, Known

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from biofacts.adapters.cli.progress import Bars

T = TypeVar("T")


async def under_bars(known: Known, work: "Callable[[Bars], Awaitable[T]]", *, kept: str) -> tuple[T | None, int]:
    """Do some work under progress bars, and show what came of it. `kept`: what an interruption leaves."""
    import anyio

    from biofacts.adapters.cli.output import console
    from biofacts.adapters.cli.progress import Bars
    from biofacts.application.envelope import failed
    from biofacts.domain.errors import BiofactsError
    from biofacts.ports.answering import AnsweringError
    from biofacts.ports.journal import JournalError
    from biofacts.ports.tables import TableError, WrongUse

    with Bars(console(sys.stderr), rates=True) as bars:
        try:
            outcome = await work(bars)
        except WrongUse as error:
            return None, refused(known, str(error), USAGE)
        except (TableError, JournalError, AnsweringError) as error:
            return None, refused(known, str(error), FAILED)
        except BiofactsError as error:
            bars.stop()
            show(failed(error, phrasing(known)), as_json=known["json"])
            return None, FAILED
        except (KeyboardInterrupt, anyio.get_cancelled_exc_class()):
            bars.stop()
            refused(known, f"stopped. {kept}", FAILED)
            raise
    show(outcome, as_json=known["json"])
    return outcome, DONE


def refused(known: Known, why: str, code: int) -> int:
    """Say why a command does not do what it was asked for."""
    print(f"biofacts {known['command']}: {why}", file=sys.stderr)
    return code
