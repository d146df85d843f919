"""Every sentence that biofacts says, in each of its forms, as `tests/data/sentences.txt` has them.

A function that makes a sentence is called with plain arguments, and again with each other value of each argument: one
or many, true or false, none. `BIOFACTS_UPDATE_SNAPSHOTS=1` takes the new sentences after a wanted change: read the
difference aloud.
"""

import collections.abc
import importlib
import inspect
import os
import pkgutil
import re
import sys
import types
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Literal, Union, cast, get_args, get_origin, get_type_hints

import pytest

from biofacts.application import messages
from biofacts.application.calls import prompts
from biofacts.application.calls.prompts import PROMPTS
from biofacts.domain import source_remarks
from biofacts.domain.answers import errors
from biofacts.domain.answers.advice_and_phrasing import Advice, NextCall
from biofacts.domain.answers.entity_kinds import COMPOUND, GENE, LIGAND, PATHWAY, TARGET, Kind
from biofacts.domain.answers.errors import BiofactsError
from tests.places import REPOSITORY

KNOWN = REPOSITORY / "tests" / "data" / "sentences.txt"
MANY = 14
"""More than any sentence names."""
PLAIN: dict[object, tuple[object, ...]] = {
    bool: (False, True), int: (2, 1, 0, MANY), float: (2.5, 1.0, 0.25, 1e9),
    Kind: (TARGET, LIGAND, GENE, PATHWAY, COMPOUND),
}  # fmt: skip
MODULES = {
    found.name.partition(".")[2]: importlib.import_module(found.name)
    for package in (messages, source_remarks)
    for found in pkgutil.iter_modules(package.__path__, f"{package.__name__}.")
}


def values(hint: Any, name: str) -> list[Any]:
    """Values of a type, the usual one first. Texts are the name of their argument."""
    kind, inner = get_origin(hint), get_args(hint)
    if hint in PLAIN:
        return [*PLAIN[hint]]
    if hint is str or hint is object:
        return [name]
    if hint is NextCall:
        return [NextCall("search_genes", {"query": name})]
    if hint is Advice:
        return [Advice(f"{name}.")]
    if kind is Literal:
        return [*inner]
    if kind in (types.UnionType, Union):
        return [value for one in inner for value in ([None] if one is types.NoneType else values(one, name))]
    if kind is collections.abc.Mapping:
        return [
            dict(zip(several(inner[0], f"{name}_key", n), several(inner[1], name, n), strict=True))
            for n in (2, 1, MANY, 0)
        ]
    if kind is collections.abc.Sequence or (kind is tuple and inner[-1] is ...):
        return [several(inner[0], name, number) for number in ((2, 1) if inner[0] is NextCall else (2, 1, MANY, 0))]
    if kind is tuple:
        return [tuple(values(one, f"{name}_{place}")[0] for place, one in enumerate(inner))]
    fields = {one: type_ for one, type_ in get_type_hints(hint).items() if one in inspect.signature(hint).parameters}
    return [hint(**given) for given in arguments(fields, f"{name}_")]


def several(hint: Any, name: str, number: int) -> Any:
    return tuple(values(hint, f"{name}_{place}")[0] for place in range(1, number + 1))


def arguments(hints: dict[str, Any], prefix: str = "") -> Iterator[dict[str, Any]]:
    """The usual arguments; each other value of each; and lists that are all short, all long, or all empty."""
    each = {one: values(hint, prefix + one) for one, hint in hints.items()}
    usual = {one: of[0] for one, of in each.items()}
    yield usual
    for one, of in each.items():
        yield from ({**usual, one: other} for other in of[1:])
    lists = [one for one, of in each.items() if isinstance(of[0], tuple | dict) and len(of) > 1]
    for place in range(1, 4) if len(lists) > 1 else ():
        yield {**usual, **{one: each[one][min(place, len(each[one]) - 1)] for one in lists}}


def said(make: Callable[..., object]) -> Iterator[str]:
    hints = get_type_hints(make)
    hints.pop("return", None)
    for given in arguments(hints):
        try:
            told = make(**given)
        except (IndexError, StopIteration, ValueError) as error:
            told = type(error).__name__  # what no caller sends
        if isinstance(told, BiofactsError):
            told = told.message, told.hint
        parts = cast("Iterable[object]", told) if isinstance(told, tuple | list | Iterator) else (told,)
        yield " / ".join(map(str, parts))


def sayings() -> Iterator[tuple[str, Callable[..., object]]]:
    """All functions that make sentences, and the factories of errors."""
    for place, module in {**MODULES, "answers.errors": errors}.items():
        for name, one in vars(module).items():
            if getattr(one, "__module__", "") == module.__name__ and not name.startswith("_"):
                if inspect.isfunction(one):
                    yield f"{place}.{name}", one
                elif inspect.isclass(one) and issubclass(one, BiofactsError):
                    made = (name for name, made in vars(one).items() if isinstance(made, classmethod))
                    yield from (
                        (f"{place}.{one.__name__}.{name}", getattr(one, name)) for name in made if name[0] != "_"
                    )


def sentences() -> str:
    lines: list[str] = []
    for place, one in sayings():
        lines += ["", f"# {place}", *dict.fromkeys(said(one))]
    for prompt in PROMPTS:
        required, every = (
            {one.name: one.name for one in prompt.arguments if one.required or is_every} for is_every in (False, True)
        )
        lines += [
            "",
            f"# prompt {prompt.name}",
            *dict.fromkeys(prompts.text(prompt, given) for given in (required, every)),
        ]
    return "\n".join(lines[1:]) + "\n"


def test_sentences_are_those_that_somebody_has_read() -> None:
    now = sentences()
    if os.environ.get("BIOFACTS_UPDATE_SNAPSHOTS"):
        KNOWN.write_text(now)

    assert now.splitlines() == KNOWN.read_text().splitlines()


@pytest.mark.parametrize("many", [3, 4, 5, 6, 10, 12])
def test_of_a_list_that_is_whole_nothing_is_left_out(many: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules[__name__], "MANY", many)
    monkeypatch.setitem(PLAIN, int, (2,))

    assert re.findall(r".*\b(?:and|,) 0 .*", sentences()) == []
