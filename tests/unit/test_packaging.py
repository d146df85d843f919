"""The one list that is kept by hand, and that everything in it can be imported."""

import importlib
import pkgutil
import re
import tomllib
from importlib.util import find_spec
from pathlib import Path

import pytest

import biofacts
from tests.places import REPOSITORY

SOURCE = REPOSITORY / "src"
MODULES = [module.name for module in pkgutil.walk_packages(biofacts.__path__, "biofacts.")]
NEED_RAY = ("biofacts.composition.cluster", "biofacts.adapters.ray.request_budgets")


def test_every_package_folder_is_in_the_list_of_packages() -> None:
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text())
    folders = {".".join(("biofacts", *path.parent.relative_to(SOURCE).parts)) for path in SOURCE.rglob("__init__.py")}

    assert set(project["tool"]["setuptools"]["packages"]) == folders | {"biofacts.skill"}


@pytest.mark.parametrize("module", [one for one in MODULES if one not in NEED_RAY or find_spec("ray")])
def test_every_module_can_be_imported(module: str) -> None:
    assert importlib.import_module(module).__name__ == module


def test_every_room_is_documented_and_holds_nothing_else() -> None:
    rooms = [importlib.import_module(".".join(("biofacts", *path.parent.relative_to(SOURCE).parts)))
             for path in SOURCE.rglob("__init__.py") if path.parent != SOURCE]  # fmt: skip

    assert [room.__name__ for room in rooms if not room.__doc__] == []


def test_type_checkers_are_told_that_there_are_types() -> None:
    assert (SOURCE / "py.typed").is_file()


def test_the_sample_comes_with_the_package() -> None:
    assert (
        Path(next(iter(biofacts.__path__))) / "adapters" / "sample" / "files" / "hgnc" / "hgnc_complete_set.txt"
    ).is_file()


def test_every_dependency_has_an_exact_version() -> None:
    """Without a lock file, these are what makes a build the same again: `just pins` writes them."""
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text())
    groups = [*project["project"]["optional-dependencies"].values(), *project["dependency-groups"].values()]
    wanted = [*project["project"]["dependencies"], *(one for group in groups for one in group if isinstance(one, str))]
    pins = project["tool"]["uv"]

    assert {*map(_name, wanted)} - {*map(_name, pins["constraint-dependencies"])} == {"biofacts"}
    assert [*map(_name, project["build-system"]["requires"])] == [*map(_name, pins["build-constraint-dependencies"])]


def _name(requirement: str) -> str:
    return re.split(r"[^A-Za-z0-9._-]", requirement)[0].lower()
