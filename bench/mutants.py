"""How strong the tests are: single changes of the source, drawn at random, and whether any test notices.

    python bench/mutants.py [--number 150] [--seed 1] [--rooms domain ...] [--tests unit contract] [--jobs 2]
        [--covered FILE]

Each mutant is one change (a comparison, a condition, and/or, a returned value, a constant, swapped arguments, a
statement or a decorator left out, +/-, an await) in a copy of `src/`, drawn in proportion to the lines of each file. It
is run against the unit and contract test files that execute its line, until one fails. Which do is found out first, by
running every test file under coverage (many minutes; --covered keeps it in a file, and goes on from there), and again
on a copy without a change, where all must pass. What survives or runs out of time is shown: look whether the change
makes a difference at all before a test is written for it. Half a minute a mutant.
"""

import ast
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import Queue
from typing import Literal, NamedTuple

from _shared import command_line, kept_in, percent, table
from coverage import CoverageData

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src"
OPPOSITE: Mapping[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip


Outcome = Literal["noticed", "survived", "timed out"]
_LONGEST = 600.0
"""Seconds of one mutant."""


class Mutant(NamedTuple):
    """A change: what stands at `line` of `file`, what stands there instead, and the whole new source.

    `statement`: the first line of the statement that it is part of, under which coverage counts it.
    """

    file: str
    line: int
    statement: int
    what: str
    source: str

    @property
    def room(self) -> str:
        parts = Path(self.file).parts
        return "/".join(parts[: 2 if parts[0] == "adapters" else 1])


def changes(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:  # noqa: C901 - a table, one row a kind
    """Every change of one node: its kind, and the node in its place."""
    match node:
        case ast.Compare(left=left, ops=[operation, *rest], comparators=others):
            yield "comparison", ast.Compare(left, [OPPOSITE[type(operation)](), *rest], others)
        case ast.BoolOp(op=joined, values=values):
            yield "and/or", ast.BoolOp(ast.Or() if isinstance(joined, ast.And) else ast.And(), values)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield "negation", operand
        case ast.IfExp(test=test, body=body, orelse=orelse):
            yield "condition", ast.IfExp(test, orelse, body)
        case ast.Return(value=ast.expr() as value) if not (isinstance(value, ast.Constant) and value.value is None):
            yield "returned value", ast.Return(ast.Constant(None))
        case ast.Constant(value=bool() as value):
            yield "flag", ast.Constant(not value)
        case ast.Constant(value=int() as value):
            yield "constant", ast.Constant(value + 1)
        case ast.Constant(value=float() as value):
            yield "constant", ast.Constant(value * 2 or 1.0)
        case ast.BinOp(left=left, op=ast.Add() | ast.Sub() as operation, right=right):
            yield "+/-", ast.BinOp(left, ast.Sub() if isinstance(operation, ast.Add) else ast.Add(), right)
        case ast.Expr(value=ast.Call() | ast.Await()):
            yield "removed statement", ast.Pass()
        case ast.Await(value=value):
            yield "await", value
        case _:
            pass
    if isinstance(node, ast.Call) and len(node.args) > 1 and not any(isinstance(a, ast.Starred) for a in node.args):
        first, second, *others = node.args
        yield "swapped arguments", ast.Call(node.func, [second, first, *others], node.keywords)


def ignored(tree: ast.Module) -> set[ast.AST]:  # noqa: C901 - a table, one row a kind
    """What changes nothing that a test could notice: docstrings, annotations, what only type checkers or gc read."""
    found: set[ast.AST] = set()

    def whole(node: ast.AST | None) -> None:
        found.update(ast.walk(node) if node is not None else ())

    for node in ast.walk(tree):
        match node:
            case ast.Expr(value=ast.Constant()):
                whole(node)
            case ast.AnnAssign(annotation=annotation) | ast.arg(annotation=annotation):
                whole(annotation)
            case ast.FunctionDef(returns=returns) | ast.AsyncFunctionDef(returns=returns):
                whole(returns)
            case ast.If(test=ast.Name(id="TYPE_CHECKING")) | ast.Assert():
                whole(node)
            case ast.Call(func=ast.Name(id="cast" | "TypeVar" | "ParamSpec")):
                whole(node)
            case ast.Call(func=ast.Name(id="max" | "min")):
                found.add(node)  # the same whatever the order
            case ast.keyword(arg="kw_only" | "gc"):
                whole(node)
            case ast.Assign(targets=[ast.Name(id="__all__")]):
                whole(node)
            case ast.JoinedStr(values=values):
                found.update(value for value in values if isinstance(value, ast.Constant))  # no places of their own
            case _:
                pass
    return found


def mutants(path: Path) -> Iterator[Mutant]:
    """Every mutant of one file; source that is not touched stays as it is written."""
    text = path.read_text()
    lines = text.encode().splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
    tree = ast.parse(text)
    left_out, statements = ignored(tree), first_lines(tree)

    def replaced(node: ast.expr | ast.stmt, new: str) -> str:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        start, end = starts[node.lineno - 1] + node.col_offset, starts[node.end_lineno - 1] + node.end_col_offset
        whole = text.encode()
        return (whole[:start] + new.encode() + whole[end:]).decode()

    name = str(path.relative_to(SOURCE))
    for node in ast.walk(tree):
        if node in left_out or not isinstance(node, ast.expr | ast.stmt):
            continue
        for kind, new in changes(node):
            old, fresh = ast.unparse(node), ast.unparse(ast.fix_missing_locations(new))
            source = replaced(node, f"({fresh})" if isinstance(new, ast.expr) else fresh)
            if parses(source):
                yield Mutant(name, node.lineno, statements[node], f"{kind}: {short(old)} -> {short(fresh)}", source)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            for decorator in node.decorator_list:
                line = lines[decorator.lineno - 1].decode()
                indent = line[: len(line) - len(line.lstrip())]
                kept = [f"{indent}# left out\n".encode() if number == decorator.lineno - 1 else one
                        for number, one in enumerate(lines)]  # fmt: skip
                if decorator.end_lineno == decorator.lineno:
                    what, at = f"decorator: {ast.unparse(decorator)}", decorator.lineno
                    yield Mutant(name, at, at, what, b"".join(kept).decode())


def first_lines(tree: ast.Module) -> Mapping[ast.AST, int]:
    """The first line of the innermost statement around each node."""
    found: dict[ast.AST, int] = {}

    def visit(node: ast.AST, line: int) -> None:
        found[node] = line = node.lineno if isinstance(node, ast.stmt) else line
        for child in ast.iter_child_nodes(node):
            visit(child, line)

    visit(tree, 1)
    return found


def parses(source: str) -> bool:
    try:
        ast.parse(source)
    except SyntaxError:
        return False
    return True


def short(code: str) -> str:
    one = " ".join(code.split())
    return one if len(one) <= 60 else f"{one[:57]}..."


# Which tests execute a line


class Covered(NamedTuple):
    """The lines of the source that each test file executes, and how long it takes."""

    lines: Mapping[str, Mapping[str, Sequence[int]]]
    seconds: Mapping[str, float]

    def tests(self, file: str, line: int) -> list[str]:
        """The test files that execute a line, the quickest first."""
        found = [test for test, files in self.lines.items() if line in files.get(file, ())]
        return sorted(found, key=self.seconds.__getitem__)


def pytest(*arguments: str) -> list[str]:
    return ["-m", "pytest", "-m", "", "-x", "-q", "-p", "no:cacheprovider", "--no-header", "--tb=line", *arguments]


def executed(folder: Path) -> dict[str, list[int]]:
    """The lines of each file that processes executed whose coverage lies in a folder."""
    found: defaultdict[str, set[int]] = defaultdict(set)
    for path in folder.iterdir():
        data = CoverageData(str(path))
        data.read()
        for name in data.measured_files():
            found[name.removeprefix("src/")].update(data.lines(name) or ())
    return {name: sorted(lines) for name, lines in found.items()}


def covered_by(tests: Sequence[str], jobs: int, kept: Path) -> Covered:
    """Run test files under coverage, but those of which the file `kept` tells, which gets a line for each."""
    known = {test: (lines, seconds) for test, lines, seconds in _told(kept)}
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(jobs) as pool, kept.open("a") as file:

        def run(test: str) -> str | None:
            place = Path(tempfile.mkdtemp(dir=folder))
            given = {**os.environ, "COVERAGE_FILE": str(place / "data")}
            command = [sys.executable, "-m", "coverage", "run", *pytest(test)]
            started = time.monotonic()
            done = subprocess.run(command, cwd=ROOT, env=given, capture_output=True, text=True)
            seconds = time.monotonic() - started
            if done.returncode:
                return f"{test} fails on the source as it is:\n{done.stdout[-2000:]}"
            lines = executed(place)
            file.write(json.dumps([test, lines, seconds]) + "\n")
            file.flush()
            return None

        failed = [*filter(None, pool.map(run, [test for test in tests if test not in known]))]
    if failed:
        raise SystemExit("\n".join(failed))
    known = {test: (lines, seconds) for test, lines, seconds in _told(kept) if test in tests}
    return Covered({one: lines for one, (lines, _) in known.items()}, {one: took for one, (_, took) in known.items()})


def _told(kept: Path) -> list[tuple[str, dict[str, list[int]], float]]:
    return [json.loads(line) for line in kept.read_text().splitlines()] if kept.exists() else []


# Whether they notice


def copied(place: Path) -> Path:
    """Copy the source to a folder from which it is imported, with the skill that servers read beside it."""
    shutil.copytree(SOURCE, place / "biofacts", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(ROOT / "skills", place / "skills")
    return place


def run_on(place: Path, tests: Sequence[str], longest: float | None = None) -> subprocess.CompletedProcess[str]:
    """Run tests on the copy in a folder. Raises: subprocess.TimeoutExpired."""
    given = {**os.environ, "PYTHONPATH": str(place), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, *pytest(*tests)]
    return subprocess.run(command, cwd=ROOT, env=given, capture_output=True, text=True, timeout=longest)


def outcome(mutant: Mutant, tests: Sequence[str], place: Path, seconds: float) -> Outcome:
    """Run tests on a copy with this change. `seconds`: how long they take without it."""
    file = place / "biofacts" / mutant.file
    file.write_text(mutant.source)
    try:
        return "noticed" if run_on(place, tests, min(30 + 3 * seconds, _LONGEST)).returncode else "survived"
    except subprocess.TimeoutExpired:
        return "timed out"
    finally:
        shutil.copy(SOURCE / mutant.file, file)


def drawn(rooms: Sequence[str], number: int, seed: int) -> list[Mutant]:
    """Mutants in proportion to the lines of their files."""
    draw = random.Random(seed)
    files = [path for path in sorted(SOURCE.rglob("*.py")) if path.name != "__init__.py"]
    chosen = [path for path in files if not rooms or any(str(path.relative_to(SOURCE)).startswith(r) for r in rooms)]
    sizes = [len(path.read_text().splitlines()) for path in chosen]
    counts = Counter(draw.choices(range(len(chosen)), weights=sizes, k=number))
    found: list[Mutant] = []
    for place, wanted in sorted(counts.items()):
        known = list(mutants(chosen[place]))
        found += draw.sample(known, min(wanted, len(known)))
    return found


def check(tests: Sequence[str], places: Queue[Path], pool: ThreadPoolExecutor) -> None:
    """Run test files on copies without a change. Raises: SystemExit if any fails, since it would notice nothing."""

    def run(test: str) -> str | None:
        place = places.get()
        try:
            done = run_on(place, [test])
        finally:
            places.put(place)
        return f"{test} fails on the copy as it is:\n{done.stdout[-1000:]}" if done.returncode else None

    if failures := [*filter(None, pool.map(run, tests))]:
        raise SystemExit("\n".join(failures))


def main(
    *,
    number: int = 150,
    seed: int = 1,
    rooms: Sequence[str] = (),
    tests: Sequence[str] = ("unit", "contract"),
    jobs: int = os.cpu_count() or 1,
    covered: Path | None = None,
) -> None:
    found = (path for room in tests for path in (ROOT / "tests" / room).rglob("test_*.py"))
    files = sorted(str(path.relative_to(ROOT)) for path in found)
    with kept_in(covered and covered.parent) as place:
        known = covered_by(files, jobs, place / (covered.name if covered else "covered"))
    asked, noticed, late = Counter[str](), Counter[str](), 0
    kinds: defaultdict[str, list[int]] = defaultdict(lambda: [0, 0])
    every = drawn(rooms, number, seed)
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(jobs) as pool:
        places: Queue[Path] = Queue()
        for job in range(jobs):
            places.put(copied(Path(folder) / str(job)))
        check(sorted({test for one in every for test in known.tests(one.file, one.statement)}), places, pool)

        def run(mutant: Mutant) -> tuple[Mutant, Outcome, int]:
            tests = known.tests(mutant.file, mutant.statement)
            seconds = sum(known.seconds[test] for test in tests)
            place = places.get()
            try:
                return mutant, outcome(mutant, tests, place, seconds) if tests else "survived", len(tests)
            finally:
                places.put(place)

        for mutant, became, tests in pool.map(run, every):
            late += became == "timed out"
            asked[mutant.room] += 1
            noticed[mutant.room] += became == "noticed"
            kinds[mutant.what.partition(":")[0]][0] += 1
            kinds[mutant.what.partition(":")[0]][1] += became == "noticed"
            if became != "noticed":
                executed = f"{tests or 'no'} test files execute it"
                print(f"{mutant.file}:{mutant.line}  {mutant.what}  ({became}; {executed})", flush=True)
    print(f"{late} of {len(every)} ran out of time; they are not among the noticed ones.")
    rows = [[room, asked[room], noticed[room], percent(noticed[room], asked[room])] for room in sorted(asked)]
    rows.append(["all", asked.total(), noticed.total(), percent(noticed.total(), asked.total())])
    print(table(["room", "mutants", "noticed", ""], rows))
    print(table(["kind", "mutants", "noticed"], [[kind, *counts] for kind, counts in sorted(kinds.items())]))


if __name__ == "__main__":
    command_line(__doc__, main)
