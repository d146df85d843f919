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
def test_every_folder_of_tests_is_a_room_of_the_package(room: object) -> None:
    modules = {module.name for module in (REPOSITORY / "src" / str(room)).glob("*.py")}

    assert modules - {"__init__.py"}
