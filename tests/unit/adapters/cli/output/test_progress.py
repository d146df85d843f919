"""Progress bars."""

import io
import itertools

from rich.console import Console
from rich.progress import Progress

from biofacts.adapters.cli.output.progress import Bars, ItemsPerSecond


def test_progress_is_shown_stage_by_stage() -> None:
    console = Console(width=80, color_system=None, force_terminal=True, record=True)
    with Bars(console) as bars:
        bars("files", 1, 3)
        bars("drawings", 5, None)
        bars("files", 3, 3)
    text = console.export_text()

    assert "files" in text
    assert "3/3" in text
    assert "5/?" in text
    assert "/s" not in text
    assert "left" not in text


def test_progress_has_a_rate_and_the_time_left_on_a_terminal_only() -> None:
    shown, hidden = io.StringIO(), io.StringIO()
    for file, is_terminal in ((shown, True), (hidden, False)):
        with Bars(Console(file=file, force_terminal=is_terminal, width=120), rates=True) as rates:
            for done in (50, 100, 150):
                rates("names", done, 200)

    assert "150/200" in shown.getvalue()
    assert "/s" in shown.getvalue()
    assert "left" in shown.getvalue()
    assert hidden.getvalue() == ""


def test_a_rate_is_in_items_per_second_also_after_the_end() -> None:
    seconds = itertools.count()
    progress = Progress(get_time=lambda: next(seconds))
    names = progress.add_task("names", total=3000)
    rates = [ItemsPerSecond().render(progress.tasks[0]).plain]
    for completed in (1000, 2500, 3000):
        progress.update(names, completed=completed)
        rates.append(ItemsPerSecond().render(progress.tasks[0]).plain)

    assert rates == ["", "", "1,500/s", "1,000/s"]
