"""docs/maintainers/accuracy.md is what its command writes: read into verdicts and written again, it is the same."""

import re
import sys
from typing import Any

import pytest

from tests.places import REPOSITORY

PAGE = (REPOSITORY / "docs" / "maintainers" / "accuracy.md").read_text("utf-8")


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr(sys, "path", [str(REPOSITORY / "bench"), *sys.path])
    import _accuracy_page  # type: ignore[import-not-found]  # pyright: ignore[reportMissingImports]

    return _accuracy_page


def rows(title: str) -> list[list[str]]:
    """The rows of the table below a title."""
    table = PAGE.partition(f"## {title}\n")[2].partition("\n## ")[0]
    lines = [line for line in table.splitlines() if line.startswith("| ")]
    return [line.removeprefix("| ").removesuffix(" |").split(" | ") for line in lines[2:]]


def verdicts(page: Any) -> list[Any]:
    """What the tables tell, but for the first, which is made of the second."""
    found: list[Any] = []

    def add(subject: str, by: str, *counts: str) -> None:
        asked, right, wrong = (int(one.replace(",", "")) for one in counts)
        found.append(page.Verdict(subject=subject, by=by, asked=asked, right=right, wrong=wrong))

    for title, sets in (("Compared with other tools", page.RIVALS), ("Questions for biofacts alone", page.ALONE)):
        known = {(one.asked, one.right): one.subject for one in sets}
        subject = ""
        for asked, right, _, *by, number, good, bad, _, _ in rows(title):
            subject = known[asked, right] if asked else subject
            add(subject, *(by or ["biofacts"]), number, good, bad)
    subject = ""
    for name, who, number, good, bad, *_ in rows("Names, compared with gilda"):
        subject = f"{page.GROUNDING}{name}" if name else subject
        add(subject, who, number, good, bad)
    pairs = {one.asked: one.subject for one in page.PAIRS}
    for pair, who, _, number, good, _, bad in rows("Pairs lost and invented"):
        add(pairs[pair], who, number, good, bad)
    for kind, score, number, good, bad, _ in rows("How far a score may be trusted"):
        add(f"{page.SCORES}{kind}, {score}", "biofacts", number, good, bad)
    return found


def test_the_page_is_what_its_command_writes(written: Any) -> None:
    told = re.search(r"Measured on (\S+) by", PAGE)
    releases = re.search(r"The\s+data:\s+(.+?)\.\n\n", PAGE, re.S)

    assert told is not None
    assert releases is not None
    assert written.page(verdicts(written), told[1], " ".join(releases[1].split())) == PAGE


def test_the_page_of_the_score_has_the_same_figures(written: Any) -> None:
    score = (REPOSITORY / "docs" / "score.md").read_text("utf-8")

    assert written.with_scores(score, verdicts(written)) == score
    assert written.with_scores(score.replace("% of ", "% by "), verdicts(written)) == score


def test_every_set_of_questions_is_asked_by_a_benchmark_that_is_there() -> None:
    command = (REPOSITORY / "bench" / "accuracy.py").read_text("utf-8")
    scripts = re.findall(r'^    "(bench/\w+\.py)', command, re.M)

    assert len(scripts) > 10
    assert [one for one in scripts if not (REPOSITORY / one).is_file()] == []
    assert [
        one
        for one in scripts
        if not re.search(r"^from _shared import .*\btell\b", (REPOSITORY / one).read_text("utf-8"), re.M)
    ] == []


@pytest.mark.parametrize(
    ("part", "whole", "told"), [(0, 7, "0"), (7, 7, "100"), (9999, 10000, "99.9"), (1, 9999, "0.1")]
)
def test_a_share_is_never_rounded_to_all_or_nothing(part: int, whole: int, told: str, written: Any) -> None:
    assert written.share(part, whole) == told
