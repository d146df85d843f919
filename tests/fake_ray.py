"""The few calls of Ray that are made, answered in the process of the test."""

import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from importlib import import_module
from inspect import iscoroutinefunction
from types import ModuleType
from typing import Any

import anyio

_OURS = ("biofacts.composition.cluster", "biofacts.adapters.ray.request_budgets")


class RayError(Exception):
    """As Ray's."""


class RayTaskError(RayError):
    """As Ray's: what a task has raised is its `cause`."""

    def __init__(self, cause: Exception) -> None:
        super().__init__("a traceback\nof many lines")
        self.cause = cause


class Ref:
    """What will be there."""

    def __init__(self, value: Callable[[], Any]) -> None:
        self.value = value


class _Call:
    """A function, a class or a method that is called elsewhere."""

    def __init__(self, fake: "FakeRay", what: Callable[..., Any], name: str = "") -> None:
        self._fake, self._what, self._name = fake, what, name

    def options(self, *, name: str = "", **given: object) -> "_Call":
        self._fake.options.append(given)
        return _Call(self._fake, self._what, name)

    def remote(self, *given: Any) -> Any:
        arguments = [self._fake.get(one) if isinstance(one, Ref) else one for one in given]
        if isinstance(self._what, type):
            self._fake.actors[self._name] = _Actor(self._fake, self._what(*arguments))
            return self._fake.actors[self._name]
        return Ref(lambda: self._fake.run(self._what, arguments))


class _Actor:
    def __init__(self, fake: "FakeRay", instance: object) -> None:
        self._fake, self._instance = fake, instance

    def __getattr__(self, name: str) -> _Call:
        return _Call(self._fake, getattr(self._instance, name))


class FakeRay(ModuleType):
    """`processors` of a cluster; `problem`: what joining it, or a task, raises."""

    def __init__(self) -> None:
        super().__init__("ray")
        self.processors = 3.0
        self.joining: Exception | None = None
        self.problem: Exception | None = None
        self.joined: list[str] = []
        self.options: list[dict[str, object]] = []
        self.actors: dict[str, _Actor] = {}

    def init(self, *, address: str, **_: object) -> None:
        if self.joining is not None:
            raise self.joining
        self.joined.append(address)

    def cluster_resources(self) -> dict[str, float]:
        return {"CPU": self.processors} if self.processors else {}

    def get_runtime_context(self) -> "FakeRay":
        return self

    def get_node_id(self) -> str:
        return "here"

    def put(self, value: Any) -> Ref:
        return Ref(lambda: value)

    def get(self, ref: Ref) -> Any:
        return ref.value()

    def remote(self, what: Callable[..., Any]) -> _Call:
        return _Call(self, what)

    def get_actor(self, name: str) -> _Actor:
        return self.actors[name]

    def run(self, what: Callable[..., Any], arguments: list[Any]) -> Any:
        if self.problem is not None:
            raise self.problem
        if iscoroutinefunction(what):
            return anyio.run(what, *arguments)
        try:
            return what(*arguments)
        except Exception as error:
            raise RayTaskError(error) from error


def _on_node(node: str, *, soft: bool) -> tuple[str, bool]:
    return node, soft


@contextmanager
def fake_ray() -> Generator[tuple[FakeRay, Any, Any]]:
    """Yields: the fake, and our modules over it, the cluster and the limiter."""
    fake, errors, strategies = FakeRay(), ModuleType("ray.exceptions"), ModuleType("ray.util.scheduling_strategies")
    errors.__dict__.update(RayError=RayError, RayTaskError=RayTaskError)
    strategies.__dict__.update(NodeAffinitySchedulingStrategy=_on_node)
    modules = {
        "ray": fake,
        "ray.exceptions": errors,
        "ray.util": ModuleType("ray.util"),
        strategies.__name__: strategies,
    }
    before = {name: sys.modules.pop(name, None) for name in (*modules, *_OURS)}
    sys.modules.update(modules)
    try:
        cluster, limiter = map(import_module, _OURS)
        yield fake, cluster, limiter
    finally:
        for name, module in before.items():
            sys.modules.pop(name, None)
            if module is not None:
                sys.modules[name] = module
