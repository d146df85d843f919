"""Names in the source say what they hold (`shared/HOUSE.md`, section 1)."""

import ast
from collections.abc import Iterator

from tests.places import REPOSITORY

SOURCE = REPOSITORY / "src"
SAY_NOTHING = {"told", "asked", "found", "given", "known", "said", "kept", "read", "one"}
COMPARED = {
    "adapters/library/facts.py": {"one"},
    "adapters/web/tool_calls.py": {"one"},
    "application/links/compare.py": {"one"},
}
"""Arguments that users of the library and of the page write: `compare(one, other)`."""


def fields(tree: ast.Module) -> set[ast.AST]:
    """The fields of classes, of which answers have some: `not_found` stands beside `found`."""
    classes = (node for node in ast.walk(tree) if isinstance(node, ast.ClassDef))
    return {statement.target for cls in classes for statement in cls.body if isinstance(statement, ast.AnnAssign)}


def names(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield the line and name of each variable, parameter and private function."""
    aside = fields(tree)
    for node in ast.walk(tree):
        match node:
            case ast.arg(arg=name):
                yield node.lineno, name
            case ast.Name(id=name, ctx=ast.Store()) if node not in aside:
                yield node.lineno, name
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) if name.startswith("_"):
                yield node.lineno, name.lstrip("_")
            case _:
                pass


def test_no_name_is_a_word_that_says_nothing() -> None:
    refused = [
        f"{path}:{line}: {name}"
        for path in sorted(str(path.relative_to(SOURCE)) for path in SOURCE.rglob("*.py"))
        for line, name in names(ast.parse((SOURCE / path).read_text(encoding="utf-8")))
        if name in SAY_NOTHING - COMPARED.get(path, set())
    ]

    assert refused == []
