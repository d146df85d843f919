"""What a benchmark has found out, in few numbers: for `accuracy.py`, which makes one page of all of them."""

import os
from collections.abc import Iterator
from pathlib import Path

import msgspec

TO = "BIOFACTS_BENCH_VERDICTS"
"""The environment variable that names the file to which verdicts are added."""


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """Of one set of questions, what came of them, and who answered.

    `asked`: questions, or pairs that are true; `right`: of these. `wrong`: questions answered, but not rightly; or
    pairs that were answered and are not true. What is left was not answered.
    """

    subject: str
    by: str = "biofacts"
    asked: int
    right: int
    wrong: int


def tell(subject: str, asked: int, right: int, wrong: int, by: str = "biofacts") -> None:
    """Add a verdict to the file, where somebody has named one."""
    if path := os.environ.get(TO):
        verdict = Verdict(subject=subject, by=by, asked=asked, right=right, wrong=wrong)
        with Path(path).open("ab") as file:
            file.write(msgspec.json.encode(verdict) + b"\n")


def told(path: Path) -> Iterator[Verdict]:
    """The verdicts of a file, in their order."""
    return (msgspec.json.decode(line, type=Verdict) for line in path.read_bytes().splitlines())
