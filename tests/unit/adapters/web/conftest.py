"""Each test has a site of its own, whose templates are compiled once for all of them."""

from types import CodeType
from typing import Any

import pytest
from jinja2 import Environment

_COMPILED: dict[tuple[object, ...], CodeType] = {}


@pytest.fixture(autouse=True)
def templates_are_compiled_once(monkeypatch: pytest.MonkeyPatch) -> None:
    compiling = Environment.compile

    def compiled(self: Environment, source: Any, name: str | None = None, filename: str | None = None) -> CodeType:
        key = (source, name, filename, self.autoescape, self.trim_blocks, self.lstrip_blocks)
        if key not in _COMPILED:
            _COMPILED[key] = compiling(self, source, name, filename)
        return _COMPILED[key]

    monkeypatch.setattr(Environment, "compile", compiled)
