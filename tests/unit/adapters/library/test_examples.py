"""Every public function and method of the library has an example in its docstring, which runs on the sample."""

import doctest
import inspect
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

import biofacts
from biofacts.adapters.library import notebook, results
from biofacts.adapters.library.facts import AsyncFacts
from tests.places import REPOSITORY

_CLASSES = (results.Table, results.Results, results.EnrichmentResults, notebook.PathwayPicture)


def _documented() -> Iterator[tuple[str, object]]:
    for name in biofacts.__all__:
        if inspect.isfunction(value := getattr(biofacts, name)) and name != "open_async":
            yield name, value
    yield from (
        (f"facts.{name}", one) for name, one in inspect.getmembers(AsyncFacts, inspect.isfunction) if name[0] != "_"
    )
    yield from ((one.__name__, one) for one in _CLASSES)


DOCUMENTED: Mapping[str, object] = dict(_documented())


@pytest.fixture(scope="module")
def facts() -> Iterator[biofacts.Facts]:
    with biofacts.open(source="sample") as opened:
        yield opened


@pytest.mark.parametrize("name", DOCUMENTED)
def test_the_example_gives_what_it_shows(
    name: str, facts: biofacts.Facts, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("BIOFACTS_SOURCE", "sample")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "drugs.csv").write_text("drug\nibuprofen\nasprin\n")
    shutil.copy(REPOSITORY / "docs" / "figure" / "expression.tsv", tmp_path)
    names = {"biofacts": biofacts, "facts": facts}
    test = doctest.DocTestParser().get_doctest(inspect.getdoc(DOCUMENTED[name]) or "", names, name, None, 0)
    report = list[str]()
    failed, tried = doctest.DocTestRunner().run(test, out=report.append)

    assert failed == 0, "".join(report)
    assert tried > 0 or "+SKIP" in (inspect.getdoc(DOCUMENTED[name]) or "")


@pytest.mark.parametrize("name", [name for name in DOCUMENTED if name[0].islower()])
def test_help_shows_the_type_of_each_argument_and_of_the_result(name: str) -> None:
    signature = inspect.signature(getattr(biofacts.Facts, name[6:]) if name.startswith("facts.") else DOCUMENTED[name])  # type: ignore[arg-type]
    untyped = [one for one in signature.parameters.values() if one.annotation is one.empty and one.name != "self"]

    assert untyped == []
    assert signature.return_annotation is not signature.empty
    assert {one.kind for one in signature.parameters.values()}.isdisjoint(
        {inspect.Parameter.VAR_KEYWORD, inspect.Parameter.VAR_POSITIONAL}
    )
