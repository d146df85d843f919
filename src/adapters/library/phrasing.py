"""Suggested calls as Python code: ``call facts.get_pathway(pathway_id='WP:WP534')``."""

from collections.abc import Generator, Mapping
from contextlib import contextmanager

from biofacts.domain.answers.advice import Again, Choice, NextCall, Phrasing, labelled
from biofacts.domain.answers.errors import BiofactsError

METHODS: Mapping[str, str] = {
    "get_pathway_components": "pathway_components",
    "get_pathways_for_gene": "pathways_for_gene",
    "get_pathways_for_compound": "pathways_for_compound",
    "get_interactions": "interactions",
    "find_links": "links",
    "enrich_pathways": "enrich",
    "get_neighbours": "neighbours",
    "find_paths": "paths",
    "show_pathway": "draw",
}
"""Tools whose method has another name than the tool."""


class PythonPhrasing(Phrasing):
    """Phrasing for Python code, in which the facts are called `facts`."""

    def tool(self, name: str) -> str:
        return f"facts.{METHODS.get(name, name)}"

    def call(self, call: NextCall) -> str:
        return f"call {_written(call)}"

    def again(self, change: Again) -> str:
        return (
            f"repeat the call {f'without {change.without}' if change.without else f'with {_named(change.arguments)}'}"
        )

    def choice(self, choice: Choice) -> str:
        return f"call {', or '.join(labelled(choice, _written))}"


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


def _written(call: NextCall) -> str:
    return f"{FOR_PYTHON.tool(call.tool)}({_named(call.arguments)})"


def _named(arguments: Mapping[str, object]) -> str:
    # `links` takes a list where it takes one identifier.
    return ", ".join(f"{'id' if name == 'ids' else name}={value!r}" for name, value in arguments.items())
