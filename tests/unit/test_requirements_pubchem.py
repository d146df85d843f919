"""The table of requirements names tests that exist."""

import re

from tests.places import REPOSITORY


def test_every_test_that_the_table_names_exists() -> None:
    table = (REPOSITORY / "docs" / "maintainers" / "requirements-pubchem.md").read_text()
    written = "\n".join(path.read_text() for path in (REPOSITORY / "tests").rglob("*.py"))
    existing = set(re.findall(r"def (test_\w+)\(", written))
    named = set(re.findall(r"::(test_\w+)`", table))

    assert named - existing == set()


def test_every_requirement_of_the_seed_is_in_the_table() -> None:
    table = (REPOSITORY / "docs" / "maintainers" / "requirements-pubchem.md").read_text()
    wanted = [f"FR-{number:03}" for number in range(1, 21)] + [f"SC-{number:03}" for number in range(1, 8)]

    assert [one for one in wanted if f"| {one} |" not in table] == []
