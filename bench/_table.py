"""How the benchmarks print: one aligned table, and figures that mean the same in all of them."""

from collections.abc import Iterable, Sequence
from itertools import zip_longest


def table(head: Sequence[str], rows: Iterable[Sequence[object]], *, words: int = 1) -> str:
    """Aligned plain text. The first `words` columns stand left, the others right; None is shown as `-`."""
    cells = [[*head], *(["-" if cell is None else str(cell) for cell in row] for row in rows)]
    widths = [max(map(len, column)) for column in zip_longest(*cells, fillvalue="")]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if column < words else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=False))
        ).rstrip()
        for row in cells
    )


def quantile(values: Iterable[float], share: float) -> float:
    """The value below which that share of them lies: 0.5 for the median."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


def spread(seconds: Iterable[float]) -> str:
    """Median, 95th percentile and maximum of times."""
    times = [*seconds]
    marks = (("p50", quantile(times, 0.5)), ("p95", quantile(times, 0.95)), ("max", max(times)))
    return "   ".join(f"{name} {value * 1e3:7.2f} ms" for name, value in marks)


def milliseconds(seconds: float) -> str:
    return f"{seconds * 1e3:.2f}" if seconds < 0.1 else f"{seconds * 1e3:.0f}"


def percent(part: float, whole: float) -> str:
    return f"{part / whole:.0%}" if whole else "-"
