"""Renew what is made out of the code: the reference, what the examples of the pages show, the recording of the
terminal, and what the notebooks show.

    uv run --group docs python -m website.renew [--check]

`--check` writes nothing, and says what is not as it would be made.
"""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence

from website import examples, notebooks, recording
from website.pages import REPOSITORY
from website.reference import commands, errors, identifiers, library, settings, tools

MADE: Mapping[str, Callable[[], str]] = {
    "docs/reference/tools.md": tools.tools,
    "docs/reference/values.md": tools.values,
    "docs/reference/python.md": library.page,
    "docs/reference/commands.md": commands.page,
    "docs/reference/settings.md": settings.page,
    "docs/reference/identifiers.md": identifiers.page,
    "docs/reference/errors.md": errors.page,
}
"""Every file that is made, and what makes it."""


def _made() -> Iterator[tuple[str, str]]:
    """Every file with what it should hold."""
    for name, make in MADE.items():
        yield name, make()
    for name in examples.pages():
        yield name, examples.renewed((REPOSITORY / name).read_text(encoding="utf-8"))
    yield "docs/terminal.svg", recording.made()
    for path in sorted((REPOSITORY / "docs" / "notebooks").glob("*.ipynb")):
        yield path.relative_to(REPOSITORY).as_posix(), notebooks.renewed(path)


def main(arguments: Sequence[str]) -> int:
    """Renew or check them. Returns: 1 where something that is checked is old."""
    stale: list[str] = []
    for name, text in _made():
        path = REPOSITORY / name
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            stale.append(name)
            if "--check" not in arguments:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
    print(f"{'old' if '--check' in arguments else 'renewed'}: {', '.join(stale) or 'nothing'}")
    return 1 if stale and "--check" in arguments else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
