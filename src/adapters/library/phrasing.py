"""Suggested calls as Python code: ``call facts.get_pathway(pathway_id='WP:WP534')``."""

from collections.abc import Generator, Mapping
from contextlib import contextmanager

from biofacts.domain.answers.advice import Again, NextCall, Phrasing
from biofacts.domain.answers.errors import BiofactsError
from biofacts.domain.identifiers.curies import KINDS

_OTHERWISE = {"enrich_pathways": "enrich", "show_pathway": "draw"}
_OF_KINDS = frozenset(tool for kind in KINDS for tool in (kind.search_tool, kind.get_tool))


def method_of(tool: str) -> str:
    """Return the method for a tool. Those of a kind are called `search_` and `get_` as well, others have no verb."""
    name = tool if tool in _OF_KINDS else tool.removeprefix("get_").removeprefix("find_")
    return _OTHERWISE.get(tool, name)


class PythonPhrasing(Phrasing):
    """Phrasing for Python code, in which the facts are called `facts`."""

    def tool(self, name: str) -> str:
        return f"facts.{method_of(name)}"

    def written(self, call: NextCall) -> str:
        return f"{self.tool(call.tool)}({_named(call.arguments)})"

    def again(self, change: Again) -> str:
        return (
            f"repeat the call {f'without {change.without}' if change.without else f'with {_named(change.arguments)}'}"
        )


FOR_PYTHON = PythonPhrasing()


@contextmanager
def hints_in_python() -> Generator[None]:
    """Write the hints of errors as Python. A note with the hint is below the message in tracebacks."""
    try:
        yield
    except BiofactsError as error:
        error.phrasing = FOR_PYTHON
        error.add_note(error.hint)
        raise


def _named(arguments: Mapping[str, object]) -> str:
    # `links` takes a list where it takes one identifier.
    return ", ".join(f"{'id' if name == 'ids' else name}={value!r}" for name, value in arguments.items())
