"""The examples of the pages, run on the built-in sample: what a page shows is what comes.

```console
$ biofacts search pathways apoptosis
what comes; a line `...` stands for any lines, and no line at all for whatever comes
```

A block of Python is followed by a block `text` with what it prints, or prints whatever it likes. A block with
`title="drugs.csv"` is a file of that name. `$ export NAME=VALUE` holds to the end of the page. Blocks of `sh` are not
run.
"""

import contextlib
import io
import os
import re
import shlex
import tempfile
from collections.abc import Generator, Iterator, Sequence
from pathlib import Path
from unittest.mock import patch

from biofacts.__main__ import main
from website.pages import REPOSITORY

_BLOCK = re.compile(r"^```(?P<kind>\w+)(?: title=\"(?P<title>[^\"]+)\")?\n(?P<text>.*?)^```$", re.M | re.S)
_AFTER = re.compile(r"\n\n```text\n(?P<text>.*?)^```$", re.M | re.S)
_ANY = "..."


class WrongExample(Exception):
    """An example that does not work."""


def pages() -> Sequence[str]:
    """The pages that have examples, by their paths in the repository; those that are made have none."""
    written = [
        *REPOSITORY.glob("*.md"),
        *REPOSITORY.glob("docs/*.md"),
        *REPOSITORY.glob("docs/start/*.md"),
        *REPOSITORY.glob("skills/**/*.md"),
    ]
    return sorted(
        path.relative_to(REPOSITORY).as_posix() for path in written if _has_examples(path.read_text(encoding="utf-8"))
    )


def _has_examples(text: str) -> bool:
    return any(found["kind"] == "python" or "$ biofacts " in found["text"] for found in _BLOCK.finditer(text))


def renewed(text: str) -> str:
    """A page with what its examples show as it comes now. Raises: WrongExample, or what an example raises."""
    with _elsewhere() as folder:
        for found in _BLOCK.finditer(text):
            if found["title"]:
                (folder / found["title"]).write_text(found["text"], encoding="utf-8")
        return "".join(_renewed(text))


@contextlib.contextmanager
def _elsewhere() -> Generator[Path]:
    """A folder of its own for files, for the catalogues and for whoever's home is changed."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "here"
        folder.mkdir()
        changes = {
            "BIOFACTS_SOURCE": "sample", "BIOFACTS_CACHE_DIR": f"{name}/cache", "HOME": name, "NO_COLOR": "1",
            "COLUMNS": "100",
        }  # fmt: skip
        with patch.dict(os.environ, changes), contextlib.chdir(folder):
            yield folder


def _renewed(text: str) -> Iterator[str]:
    """The page in pieces."""
    end = 0
    for found in _BLOCK.finditer(text):
        if found["kind"] == "console":
            yield text[end : found.start("text")] + "".join(_console(found["text"]))
            end = found.end("text")
        elif found["kind"] == "python":
            printed = _printed(found["text"])
            if shown := _AFTER.match(text, found.end()):
                yield text[end : shown.start("text")] + _as_shown(shown["text"], printed)
                end = shown.end("text")
    yield text[end:]


def _console(block: str) -> Iterator[str]:
    """A console's block: each command, and what it shows where anything stands below it."""
    for command, shown in re.findall(r"^(\$ .*\n(?:(?<=\\\n).*\n)*)((?:(?!\$ ).*\n)*)", block, re.M):
        words = shlex.split(command[2:].replace("\\\n", " "), comments=True)
        yield command
        match words:
            case ["export", setting]:
                name, _, value = setting.partition("=")
                os.environ[name] = value
                yield shown
            case ["biofacts", *arguments] if "&&" not in arguments and "|" not in arguments:
                came = _run(arguments, may_fail=bool(shown))
                yield _as_shown(shown, came) if shown else ""
            case _:
                yield shown


def _run(arguments: Sequence[str], *, may_fail: bool) -> str:
    """What a command writes. `may_fail`: it may end with code 1. Raises: WrongExample."""
    written = io.StringIO()
    with contextlib.redirect_stdout(written), contextlib.redirect_stderr(written):
        try:
            code = main(arguments)
        except SystemExit as error:
            code = error.code if isinstance(error.code, int) else 1
    if code and not (code == 1 and may_fail):
        raise WrongExample(f"biofacts {shlex.join(arguments)} ends with {code}: {written.getvalue()}")
    return "".join(f"{line.rstrip()}\n" for line in written.getvalue().splitlines())


def _printed(script: str) -> str:
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(script, {"__name__": "__main__"})
    return printed.getvalue()


def _as_shown(shown: str, came: str) -> str:
    """What came; or what is shown, where that has the same lines but for those left out."""
    pattern = "".join(r"(?:.*\n)*?" if line.strip() == _ANY else re.escape(line) + "\n" for line in shown.splitlines())
    return shown if re.fullmatch(pattern, came) else came
