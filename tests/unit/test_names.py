"""Names in the source say what they hold (`shared/HOUSE.md`, section 1)."""

import ast
from collections import Counter
from collections.abc import Iterator

from tests.places import REPOSITORY

SOURCE = REPOSITORY / "src"
SAY_NOTHING = {"told", "asked", "found", "given", "known", "said", "kept", "read", "one"}
CLASSES_SAY_NOTHING = {
    "away", "by", "census", "met", "policy", "questions", "right", "seen", "served", "sought", "turns", "way", "ways",
}  # fmt: skip
WRITTEN_BY_USERS = {
    "adapters/library/facts.py": {"one"},
    "adapters/web/tool_calls.py": {"one"},
    "application/links/compare_pathways.py": {"one"},
    "application/tools/links.py": {"one"},
    "ports/synchronisation.py": {"kept"},
}
"""Arguments and fields of answers: `compare(one, other)`, and what `clean` kept."""


def names(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield the line and name of each variable, parameter, field and function, but for public functions called `read`.

    `gpml.read(text)` says what it reads.
    """
    for node in ast.walk(tree):
        match node:
            case ast.arg(arg=name) | ast.Name(id=name, ctx=ast.Store()):
                yield node.lineno, name
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) if name != "read":
                yield node.lineno, name.lstrip("_")
            case _:
                pass


def test_no_name_is_a_word_that_says_nothing() -> None:
    refused = [
        f"{path}:{line}: {name}"
        for path in sorted(str(path.relative_to(SOURCE)) for path in SOURCE.rglob("*.py"))
        for line, name in names(ast.parse((SOURCE / path).read_text(encoding="utf-8")))
        if name in SAY_NOTHING - WRITTEN_BY_USERS.get(path, set())
    ]

    assert refused == []


def test_no_class_has_a_name_that_says_nothing() -> None:
    refused = [
        f"{path.relative_to(SOURCE)}:{statement.lineno}: {statement.name}"
        for path in sorted(SOURCE.rglob("*.py"))
        for statement in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(statement, ast.ClassDef) and statement.name.strip("_").casefold() in CLASSES_SAY_NOTHING
    ]

    assert refused == []


def test_no_two_classes_have_one_name() -> None:
    modules = [(path, ast.parse(path.read_text(encoding="utf-8"))) for path in sorted(SOURCE.rglob("*.py"))]
    places = Counter(
        statement.name.strip("_")
        for _, tree in modules
        for statement in tree.body
        if isinstance(statement, ast.ClassDef)
    )

    assert {name for name, number in places.items() if number > 1} == set()
