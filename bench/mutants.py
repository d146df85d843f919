"""How strong the tests are: single changes of the source, drawn at random, and whether any test notices.

    python bench/mutants.py [--number 150] [--seed 1] [--rooms domain ...] [--jobs 2]
        [--marks "not live"] [--kept FOLDER]

Each mutant is one change (a comparison, a condition, and/or, a returned value, a constant, swapped arguments, a
statement or a decorator left out, +/-, an await) in a copy of `src/`, drawn in proportion to the lines of each file.
First all tests run on a copy without a change, under coverage (ten minutes); nothing goes on where one fails. Each
mutant meets the tests that execute its line, until one fails: those of the module's own test file, of its folder and of
whole answers first, then as many others as take a minute of computing; if time is left, also the tests beside the
module that execute another line of it. At the end all tests that failed must pass
without a change.

--marks chooses tests as pytest does, and by default those that pytest alone takes. --kept keeps what the first run
tells, for the next call with the same marks: only test files that have changed run again. What survives or
runs out of time is shown: look whether the change makes a difference at all before a test is written for it.
"""

import ast
import hashlib
import json
import os
import random
import shutil
import signal
import sqlite3
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Collection, Generator, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from functools import cache, partial
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import Literal, NamedTuple

import grimp
import hypothesis  # noqa: F401 - as all that is imported here, it need not be imported for each mutant
import pytest
from _shared import command_line, kept_in, percent, table
from coverage import Coverage
from coverage.numbits import register_sqlite_functions

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src"
OPPOSITE: Mapping[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip


Outcome = Literal["noticed", "survived", "timed out"]
_LONGEST = 60.0
"""Seconds of computing of the tests that a mutant meets."""
_HANGS = 90
"""Seconds after which a test hangs; the slowest takes 4."""


class Mutant(NamedTuple):
    """A change: what stands at `line` of `file`, what stands there instead, and the whole new source.

    `statement`: the first line of the statement that it is part of, under which coverage counts it; None where that
    runs when the module is imported.
    """

    file: str
    line: int
    statement: int | None
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
        case ast.Return(value=ast.Constant(value=None | False)):
            pass  # the second is a flag
        case ast.Return(value=ast.expr()):
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
        if ast.dump(first) != ast.dump(second):
            yield "swapped arguments", ast.Call(node.func, [second, first, *others], node.keywords)


def ignored(tree: ast.Module) -> set[ast.AST]:  # noqa: C901 - a table, one row a kind
    """What changes nothing that tests notice: docstrings, annotations, assertions, what type checkers and gc see."""
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
            case ast.FunctionDef() | ast.AsyncFunctionDef() if is_stub(node):
                whole(node.args)  # an implementation has defaults of its own
            case ast.If(test=ast.Name(id="TYPE_CHECKING")) | ast.Assert():
                whole(node)
            case ast.Call(func=ast.Name(id="cast" | "TypeVar" | "ParamSpec")):
                whole(node)
            case ast.Call(
                func=ast.Name(id="max" | "min") | ast.Attribute(attr="maximum" | "minimum" | "compare_digest")
            ):
                found.add(node)  # the same whatever the order
            case ast.keyword(arg="kw_only" | "gc" | "maxsize" | "strict"):
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
            yield Mutant(name, node.lineno, statements[node], f"{kind}: {short(old)} -> {short(fresh)}", source)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) and not is_stub(node):
            for decorator in node.decorator_list:
                written = lines[decorator.lineno - 1].decode()
                indent = written[: len(written) - len(written.lstrip())]
                kept = [f"{indent}# left out\n".encode() if number == decorator.lineno - 1 else one
                        for number, one in enumerate(lines)]  # fmt: skip
                # What is computed again is the same: other benchmarks measure how long that takes.
                is_cache = ast.unparse(decorator).partition("(")[0] in ("cache", "lru_cache")
                if decorator.end_lineno == decorator.lineno and not is_cache:
                    what, at = f"decorator: {ast.unparse(decorator)}", decorator.lineno
                    yield Mutant(name, at, None, what, b"".join(kept).decode())


def is_stub(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> bool:
    """Return True for a method of a port without a body, whose decorators only type checkers read."""
    last = node.body[-1]
    return isinstance(last, ast.Expr) and isinstance(last.value, ast.Constant) and last.value.value is ...


def first_lines(tree: ast.Module) -> Mapping[ast.AST, int | None]:
    """The first line of the innermost statement around each node that is in the body of a function."""
    found: dict[ast.AST, int | None] = {}

    def visit(node: ast.AST, line: int | None, inside: bool) -> None:
        found[node] = line = node.lineno if inside and isinstance(node, ast.stmt) else line
        for name, value in ast.iter_fields(node):
            is_body = inside or (name == "body" and isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    visit(child, line, is_body)

    visit(tree, None, inside=False)
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


# Tests run in a process that has the libraries already, but nothing of ours


def copied(place: Path) -> Path:
    """Copy the source to a folder from which it is imported, with the skill that servers read beside it."""
    shutil.copytree(SOURCE, place / "biofacts")
    shutil.copytree(ROOT / "skills", place / "skills")
    return place


def run(files: Sequence[str], plugin: object, *, marks: str = "", longest: float | None = None) -> int | None:
    """Run test files on the copy of this process. Returns: pytest's exit code; None where time ran out."""
    process = get_context("fork").Process(target=_run, args=(place(), files, plugin, marks))
    process.start()
    process.join(longest)
    if process.exitcode is None and process.pid is not None:
        os.killpg(process.pid, signal.SIGKILL)
        process.join()
        return None
    return process.exitcode


def _run(folder: Path, files: Sequence[str], plugin: object, marks: str) -> None:
    os.setsid()
    os.chdir(ROOT)
    for name in [name for name in sys.modules if name.partition(".")[0] in ("biofacts", "tests")]:
        del sys.modules[name]
    sys.path.insert(0, str(folder))
    os.environ |= {"PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    with (folder / "log").open("w") as log:
        os.dup2(log.fileno(), 1)
        os.dup2(log.fileno(), 2)
    # A test that hangs fails by itself after ten minutes (see pyproject.toml); here it need not take so long.
    options = "-q -p no:cacheprovider --assert=plain --tb=line -W ignore::pytest.PytestAssertRewriteWarning"
    hangs = ["-o", f"faulthandler_timeout={_HANGS}"]
    code = pytest.main([*options.split(), *hangs, "-m", marks, *files], [plugin])
    sys.stdout.flush()
    os._exit(code)  # whatever threads a mutant has left behind


class Recorder:
    """What each test executes, into a file of coverage's, and what a `Record` has beside it, into another."""

    def __init__(self, place: Path, file: Path) -> None:
        self._place, self._file = place, file
        self._seconds: dict[str, float] = {}
        self._failed: set[str] = set()

    @pytest.hookimpl(tryfirst=True)
    def pytest_load_initial_conftests(self) -> None:  # which import some modules
        self._coverage = Coverage(self._file, config_file=False, include=[f"{self._place}/biofacts/*"], messages=False)
        self._coverage.start()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        self._coverage.switch_context(item.nodeid)
        started = time.process_time()  # on a busy machine the time of day would make a minute of few tests
        done = yield
        self._seconds[item.nodeid] = time.process_time() - started
        self._coverage.switch_context("")
        return done

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self._failed.add(_file_of(report.nodeid))

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        self._coverage.stop()
        self._coverage.save()
        tests = {file: digest(ROOT / file) for file in session.config.args if file not in self._failed}
        source = {str(path.relative_to(SOURCE)): digest(path) for path in SOURCE.rglob("*.py")}
        self._file.with_suffix(".json").write_text(json.dumps([tests, source, self._seconds]))


def _file_of(test: str) -> str:
    return test.partition("::")[0]


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16] if path.exists() else ""


class Chosen:
    """Of the tests collected only these, in this order; the first one that fails is noted in a file, and the last.

    Then those of the same functions that are not `known`: the mutant has made their parameters.
    """

    def __init__(self, tests: Sequence[str], note: Path, known: Collection[str]) -> None:
        self._places = {test: place for place, test in enumerate(tests)}
        self._functions = {test.partition("[")[0] for test in tests} if known else set[str]()
        self._note, self._known = note, known

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, session: pytest.Session, items: list[pytest.Item]) -> None:
        items[:] = sorted(
            (item for item in items if item.nodeid in self._places or self._is_new(item.nodeid)),
            key=lambda one: self._places.get(one.nodeid, len(self._places)),
        )
        session.config.option.maxfail = 1

    def _is_new(self, test: str) -> bool:
        return test.partition("[")[0] in self._functions and test not in self._known

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self._note.write_text(report.nodeid)


# Which tests execute a line


class Record:
    """What the tests of some files executed, of which those count that are still the same."""

    def __init__(self, file: Path) -> None:
        tests, self._source, seconds = json.loads(file.with_suffix(".json").read_text())
        self.files = {file for file, known in tests.items() if digest(ROOT / file) == known}
        self.seconds: Mapping[str, float] = {
            test: took for test, took in seconds.items() if _file_of(test) in self.files
        }
        self._data = str(file)
        with closing(sqlite3.connect(self._data)) as connection:
            self.idle = self.seconds.keys() - {test for (test,) in connection.execute("SELECT context FROM context")}
        """Tests that execute nothing of ours: some look at modules as they are."""

    def tests(self, file: str, line: int | None) -> set[str]:
        """The tests that execute a line; any line of the file for None, and where the file has changed since.

        Among them is the empty name where modules that are imported do.
        """
        is_same = self._source.get(file) == digest(SOURCE / file)
        with closing(sqlite3.connect(self._data)) as connection:
            register_sqlite_functions(connection)
            found = connection.execute(
                "SELECT DISTINCT context FROM context JOIN line_bits ON context_id = context.id"
                " JOIN file ON file_id = file.id WHERE path LIKE ? AND (? OR num_in_numbits(?, numbits))",
                (f"%/biofacts/{file}", line is None or not is_same, line or 0),
            )
            return {test for (test,) in found if test in self.seconds or not test}


class Covered:
    """The tests that execute each line of the source, and how long each test takes."""

    def __init__(self, records: Sequence[Record]) -> None:
        self._records = records
        self.seconds = {test: took for record in records for test, took in record.seconds.items()}
        self._graph = grimp.build_graph("biofacts", cache_dir=None)

    def tests(self, mutant: Mutant) -> Mapping[str, float]:
        """The tests that may notice a mutant, and how long each takes; in all not too many."""
        executing = self._executing(mutant)
        # What is cached, or happens when a module is imported, is executed by the first test alone that needs it.
        others = self._executing(mutant._replace(statement=None)) if mutant.statement is not None else executing
        beside = {test for test in others if _distance(test, mutant.file) < 2} if executing else others
        found: dict[str, float] = {}
        for tests in (executing, beside - executing):
            for test in sorted(tests, key=lambda test: (_distance(test, mutant.file), self.seconds[test])):
                if sum(found.values()) < _LONGEST:
                    found[test] = self.seconds[test]
        return {test: found[test] for test in sorted(found)}

    def _executing(self, mutant: Mutant) -> set[str]:
        files = [mutant.file]
        looking = set[str]()
        if mutant.statement is None:
            module = ".".join(("biofacts", *Path(mutant.file).with_suffix("").parts))
            direct = self._graph.find_modules_that_directly_import(module)
            files += ["/".join(one.split(".")[1:]) + ".py" for one in direct]
            # A table may be read without executing a line of it.
            looking = {test for test in self.seconds if _distance(test, mutant.file) <= 0}
            looking.update(*(record.idle for record in self._records))
        found = (record.tests(file, mutant.statement) for record in self._records for file in files)
        return looking.union(*found) - {""}


def _distance(test: str, mutated: str) -> int:
    """Rank a test by how likely it notices a mutant of a module.

    First tests of all values, then those in the module's own file or folder, of whole answers, and elsewhere.
    """
    file, module = Path(_file_of(test)), Path(mutated)
    name, is_beside = file.stem.removeprefix("test_"), file.parent == Path("tests", "unit", module.parent)
    if name == "values":  # of what is made at import, which no other test executes
        return -1
    return 0 if is_beside or name == module.stem else 1 if name in _WHOLE else 2


_WHOLE = ("readings", "answers", "printed", "shown")


def processes(number: int) -> ProcessPoolExecutor:
    """Processes of one thread each: a fork beside another thread may wait for a lock for ever."""
    return ProcessPoolExecutor(number, get_context("fork"))


@cache
def place() -> Path:
    """The copy of the source of this process."""
    folder = tempfile.TemporaryDirectory()
    _KEPT.append(folder)
    return copied(Path(folder.name))


_KEPT: list[object] = []


def record(tests: Sequence[str], file: Path, *, marks: str) -> str:
    """Record what test files execute without a change. Returns: what pytest says of those that fail."""
    code = run(tests, Recorder(place(), file), marks=marks)
    passed = code in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)
    return "" if passed else (place() / "log").read_text()[-3000:]


def recorded(tests: Sequence[str], marks: str, jobs: int, kept: Path) -> tuple[Path, ...]:
    """Run tests of which there is no record on copies without a change. Raises: SystemExit if any fails."""
    records = [Record(path.with_suffix("")) for path in kept.glob("*.json")]
    missing = [test for test in tests if not any(test in record.files for record in records)]
    with processes(jobs) as pool:
        shares = [missing[job::jobs] for job in range(min(jobs, len(missing)))]
        files = [kept / f"{time.time_ns()}-{job}" for job in range(len(shares))]
        if any(failures := [*pool.map(partial(record, marks=marks), shares, files)]):
            raise SystemExit("\n".join(["Tests fail without a change:", *failures]))
    return tuple(path.with_suffix("") for path in sorted(kept.glob("*.json")))


# Whether they notice


class Result(NamedTuple):
    """What came of a mutant: of how many tests that met it, and the one that failed."""

    outcome: Outcome
    tests: int
    failed: str = ""


def outcome(mutant: Mutant, tests: Mapping[str, float], known: Collection[str] = ()) -> Result:
    """Run tests on a copy with this change. They have five times the seconds that they take without it, and _HANGS."""
    if not tests:
        return Result("survived", 0)
    file, note = place() / "biofacts" / mutant.file, place() / "failed"
    note.unlink(missing_ok=True)
    file.write_text(mutant.source)
    groups = [[test for test in tests if _distance(test, mutant.file) == far] for far in range(-1, 3)]
    code: int | None = pytest.ExitCode.OK
    try:
        for some in groups:  # collecting takes its time, too
            if some and code == pytest.ExitCode.OK:
                files = [*dict.fromkeys(map(_file_of, some))]
                code = run(
                    files, Chosen(some, note, known), longest=_HANGS + 30 + 5 * sum(tests[test] for test in some)
                )
    finally:
        shutil.copy2(SOURCE / mutant.file, file)
    if code is None:
        return Result("timed out", len(tests))
    failed = note.read_text() if note.exists() else next(iter(tests))  # none where modules cannot be imported
    return Result("noticed" if code else "survived", len(tests), failed)


@cache
def covered(files: tuple[Path, ...]) -> Covered:
    return Covered([Record(file) for file in files])


def met(files: tuple[Path, ...], mutant: Mutant) -> Result:
    """Let a mutant meet its tests. `files`: the records."""
    return outcome(mutant, covered(files).tests(mutant), covered(files).seconds)


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
        draw.shuffle(known)
        found += islice((mutant for mutant in known if parses(mutant.source)), wanted)
    return found


def main(
    *,
    number: int = 150,
    seed: int = 1,
    rooms: Sequence[str] = (),
    marks: str = "not (live or processes or thorough or repeated)",
    jobs: int = os.cpu_count() or 1,
    kept: Path | None = None,
) -> None:
    found = (path for room in ("unit", "contract") for path in (ROOT / "tests" / room).rglob("test_*.py"))
    files = sorted(str(path.relative_to(ROOT)) for path in found)
    rows: defaultdict[str, Counter[Outcome]] = defaultdict(Counter)
    failed: dict[str, float] = {}
    every = drawn(rooms, number, seed)
    with kept_in(kept) as folder:
        records = recorded(files, marks, jobs, folder)
        with processes(jobs) as pool:
            for mutant, result in zip(every, pool.map(partial(met, records), every), strict=True):
                for counted in (rows[mutant.room], rows["all"]):
                    counted[result.outcome] += 1
                if result.outcome == "noticed":
                    failed[result.failed] = 1.0
                else:
                    what = f"{result.outcome}; {result.tests} tests"
                    print(f"{mutant.file}:{mutant.line}  {mutant.what}  ({what})", flush=True)
            unchanged = Mutant(every[0].file, 0, None, "no change", (SOURCE / every[0].file).read_text())
            again = pool.submit(outcome, unchanged, failed).result() if failed else None
            if again is not None and again.outcome != "survived":
                raise SystemExit(f"{again.failed} fails without a change, too; none of this counts.")
    print(table(["room", "mutants", "noticed", "timed out", ""], [
        (name, counts.total(), counts["noticed"], counts["timed out"], percent(counts["noticed"], counts.total()))
        for name, counts in sorted(rows.items(), key=lambda one: (one[0] == "all", one[0]))
    ]))  # fmt: skip


if __name__ == "__main__":
    command_line(__doc__, main)
