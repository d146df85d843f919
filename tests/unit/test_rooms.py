"""Tests lie where the code lies that they test."""

import pytest

from tests.places import REPOSITORY

ROOMS = sorted(
    {
        test.parent.relative_to(REPOSITORY / "tests" / "unit")
        for test in (REPOSITORY / "tests" / "unit").rglob("test_*.py")
    }
)


@pytest.mark.parametrize("room", ROOMS, ids=str)
def test_every_folder_of_tests_is_one_of_the_package(room: object) -> None:
    assert (REPOSITORY / "src" / str(room) / "__init__.py").is_file()
