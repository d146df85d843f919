"""The tables of requirements name tests that exist, and leave no requirement out."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from tests.places import REPOSITORY

TABLES = sorted((REPOSITORY / "docs" / "maintainers").glob("requirements-*.md"))
NUMBERED = {"requirements-wikipathways.md": {"FR": 48, "SC": 10, "US": 16, "Edge": 8}}


def rows(table: Path) -> list[tuple[str, str]]:
    """The first cell of every row of a document's tables, and the last one."""
    lines = [line for line in table.read_text().splitlines() if line.startswith("| ") and not line.startswith("| ---")]
    cells = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]
    return [(row[0], row[-1]) for row in cells if row[0]]


@cache
def defined_in(file: Path) -> frozenset[str]:
    """`test_x` and `TestClass::test_x` for every test that a file defines."""
    found: set[str] = set()
    for node in ast.parse(file.read_text()).body:
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                found.add(name)
            case ast.ClassDef(name=name, body=body):
                functions = [one for one in body if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef)]
                found.update(f"{name}::{one.name}" for one in functions)
            case _:
                pass
    return frozenset(found)


def exists(proof: str) -> bool:
    if proof.startswith("bench/"):
        return (REPOSITORY / proof).is_file()
    path, _, name = proof.partition("::")
    file = REPOSITORY / "tests" / path
    return file.is_file() and name in defined_in(file)


def test_there_are_tables() -> None:
    assert TABLES


@pytest.mark.parametrize("table", TABLES, ids=lambda path: path.stem)
def test_every_test_that_a_table_names_exists(table: Path) -> None:
    named = [proof for _, proofs in rows(table) for proof in re.findall(r"`([^`]+)`", proofs)]

    assert named
    assert [proof for proof in named if not exists(proof)] == []


@pytest.mark.parametrize("table", TABLES, ids=lambda path: path.stem)
def test_every_requirement_of_a_table_has_a_proof(table: Path) -> None:
    assert [key for key, proofs in rows(table) if "`" not in proofs] == []


@pytest.mark.parametrize("name", NUMBERED)
def test_no_requirement_is_left_out(name: str) -> None:
    keys = [key for key, _ in rows(REPOSITORY / "docs" / "maintainers" / name)]

    for kind, count in NUMBERED[name].items():
        assert len({key for key in keys if key.startswith(kind)}) == count, kind
    for number in range(1, 49):
        assert f"FR-{number:03}" in keys
    for number in range(1, 11):
        assert f"SC-{number:03}" in keys
