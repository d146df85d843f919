"""The plot of an enrichment: its options, and its file."""

import argparse
import sys
from pathlib import Path

from biofacts.adapters.cli.command import DONE, FAILED, Application, Arguments, Call
from biofacts.adapters.cli.options import one_of
from biofacts.adapters.cli.tool_calls import phrasing, show
from biofacts.domain.answers.extras import PLOT as EXTRA
from biofacts.domain.lists.enrichment import MOST_PLOTTED, PLOT_KINDS, PLOTTED, PLOTTED_SUMS, format_of


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of a plot."""
    parser.add_argument("--plot", metavar="FILE", help="for a plot: .svg, .pdf or .png; default: none")
    parser.add_argument(
        "--plot-kind", metavar="KIND", type=one_of(PLOT_KINDS), choices=PLOT_KINDS,
        help=f"{', '.join(PLOT_KINDS)}; default: dot, of a ranked list running",
    )  # fmt: skip
    parser.add_argument(
        "--plot-top", type=int, metavar="N",
        help=f"pathways in it, up to {MOST_PLOTTED}; default: {PLOTTED}, or {PLOTTED_SUMS} running sums",
    )  # fmt: skip


def check(arguments: Arguments) -> None:
    """Refuse a plot that cannot be written. Raises: ValueError; ModuleNotFoundError if the extra is missing."""
    if (out := arguments.get("plot", str)) is None:
        for option in ("plot_kind", "plot_top"):
            if arguments.values[option] is not None:
                raise ValueError(f"argument --{option.replace('_', '-')}: is for a plot: name its file with --plot")
        return
    try:
        format_of(out)
    except ValueError as error:
        raise ValueError(f"argument --plot: {error}") from error
    if not 1 <= (1 if (top := arguments.get("plot_top", int)) is None else top) <= MOST_PLOTTED:
        raise ValueError(f"argument --plot-top: must be between 1 and {MOST_PLOTTED}")
    if not Path(out).absolute().parent.is_dir():
        raise ValueError("argument --plot: must be in a folder that exists")
    if not EXTRA.is_installed:
        raise ModuleNotFoundError(name=EXTRA.modules[0])


async def write(call: Call, arguments: Arguments, application: Application) -> int:
    """Plot the answer of a call, if that is asked for. Returns: the exit code."""
    import anyio

    from biofacts.application.tools.lists import PLOT
    from biofacts.application.tools.registry import call as answered
    from biofacts.application.tools.tool import ErrorEnvelope

    if (out := arguments.get("plot", str)) is None:
        return DONE
    given = {"kind": arguments.values["plot_kind"], "top": arguments.values["plot_top"], "form": format_of(out)}
    as_json = arguments.flag("json")
    outcome = await answered(
        PLOT, application.use_cases(whole=True), {**call.given, **given}, phrasing(as_json=as_json)
    )
    if isinstance(outcome, ErrorEnvelope):
        show(outcome, as_json=False)
        return FAILED
    try:
        await anyio.Path(out).write_bytes(outcome)
    except OSError as error:
        print(f"biofacts enrich: {out} cannot be written: {error.strerror}", file=sys.stderr)
        return FAILED
    print(f"{out}: the plot was written.", file=sys.stderr)
    return DONE
