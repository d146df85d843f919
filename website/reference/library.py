"""The page of the Python library."""

import ast
import inspect
import re
from collections.abc import Iterator
from functools import reduce
from typing import Any

import biofacts
from biofacts.domain.answers.errors import BiofactsError
from website.reference.schemas import link
from website.reference.tools import value_names

_HEAD = """\
# Python

Everything that `import biofacts` offers, with types; [From Python](../python.md) has examples. `Facts`, from
`biofacts.open()`, has the methods of `AsyncFacts` without `await`, and returns `Results` instead of `AsyncResults`.
[Values](values.md) describes the records, and [settings](settings.md) what can be set.

"""
_WIDTH = 96


def page() -> str:
    """The page of the library: functions, classes and errors."""
    public = {name: getattr(biofacts, name) for name in biofacts.__all__ if not name.startswith("__")}
    return _HEAD + "\n".join(_section(name, value) for name, value in sorted(public.items(), key=_place))


def _place(item: tuple[str, Any]) -> tuple[bool, bool, str]:
    """Functions before classes, errors last."""
    name, value = item
    is_class = inspect.isclass(value)
    return is_class and issubclass(value, Exception), is_class, name.lower()


def _section(name: str, value: Any) -> str:
    """A function or class with what it says of itself; of a class its public methods, too."""
    if inspect.isclass(value):
        parts = [f"## `{name}`\n", _documented(value), *_methods(name, value)]
    else:
        parts = [f"## `{name}`\n", _signature(name, value), _documented(value)]
    return "\n".join(filter(None, parts))


def _methods(name: str, kind: type[Any]) -> Iterator[str]:
    if issubclass(kind, BiofactsError) and kind is not BiofactsError:
        yield f"A `BiofactsError`; see [errors](errors.md#{kind.code.lower()}).\n"
        return
    if name in ("Facts", "Settings"):  # the methods of AsyncFacts; settings have a page
        return
    for method, value in inspect.getmembers_static(kind):
        if method.startswith("_"):
            continue
        if isinstance(value, property):
            yield f"### `{name}.{method}`\n\n{_documented(value)}"
        elif inspect.isfunction(value) and value.__module__.startswith("biofacts."):
            yield f"### `{name}.{method}`\n\n{_signature(method, value)}\n{_documented(value)}{_returned(value)}"


def _signature(name: str, function: Any) -> str:
    """As it is written, an argument a line where one line is not enough."""
    signature = inspect.signature(inspect.unwrap(function))
    arguments = [_argument(one) for one in signature.parameters.values() if one.name != "self"]
    kinds = [one.kind for one in signature.parameters.values() if one.name != "self"]
    if inspect.Parameter.KEYWORD_ONLY in kinds:
        arguments.insert(kinds.index(inspect.Parameter.KEYWORD_ONLY), "*")
    begin = f"{'async ' if inspect.iscoroutinefunction(function) else ''}def {name}("
    end = f") -> {_returns(signature)}"
    line = begin + ", ".join(arguments) + end
    if len(line) > _WIDTH:
        line = begin + "".join(f"\n    {one}," for one in arguments) + "\n" + end
    return f"```python\n{line}\n```\n"


def _argument(parameter: inspect.Parameter) -> str:
    default = "" if parameter.default is inspect.Parameter.empty else f" = {parameter.default!r}"
    return f"{parameter.name}: {_type(parameter.annotation)}{default}"


def _returns(signature: inspect.Signature) -> str:
    """What comes; of a function with `@contextmanager`, which is written as a generator, what `with` gives."""
    told = _type(signature.return_annotation)
    return re.sub(r"^(Async|)Generator\[", r"Abstract\1ContextManager[", told)


def _type(annotation: Any) -> str:
    """A type without modules, and written alike by every Python."""
    told = re.sub(r"\b(?:[a-z_]\w*\.)+(?=[A-Z])|~", "", inspect.formatannotation(annotation))
    return ast.unparse(_Unions().visit(ast.parse(told, mode="eval")))


class _Unions(ast.NodeTransformer):
    """`Optional[X]` and `Union[X, Y]` as `X | None` and `X | Y`."""

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        self.generic_visit(node)
        kinds = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        match node.value:
            case ast.Name(id="Optional"):
                kinds = [*kinds, ast.Constant(None)]
            case ast.Name(id="Union"):
                pass
            case _:
                return node
        return reduce(lambda left, right: ast.BinOp(left, ast.BitOr(), right), kinds)


def _documented(value: object) -> str:
    text = inspect.getdoc(value) or ""
    return f"{text}\n"


def _returned(function: Any) -> str:
    """Links to the values that a method returns."""
    told = _returns(inspect.signature(function))
    links = [link(name) for name in dict.fromkeys(re.findall(r"\w+", told)) if name in value_names()]
    return f"\nReturns: {', '.join(links)}.\n" if links else ""
