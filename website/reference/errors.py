"""The page of the errors, with what callers read."""

from collections.abc import Iterator
from inspect import cleandoc

import biofacts
from biofacts.domain.answers.errors import BiofactsError
from website.reference.schemas import table

_HEAD = """\
# Errors

Every error has one of {number} codes and says which call to make next. Over MCP it is an
[ErrorEnvelope](values.md#errorenvelope), in [Python](python.md) an exception with the same `code`, `message` and
`hint`, at the terminal a line on standard error and exit code 1. An empty list is not an error; its `guidance`
explains it.

{overview}
"""

_EXAMPLE = """\
## `{code}`

{meaning}

For example `{call}`:

> {message}
>
> {hint}
"""


def _failures() -> Iterator[tuple[str, BiofactsError]]:
    """A call that fails with each code, and its failure: of the sample, or as an upstream causes it."""
    with biofacts.open(source="sample") as facts:
        for call, given in (("get_ligand", "ibuprofen"), ("get_gene", "HGNC:999999"), ("search_genes", "x")):
            try:
                getattr(facts, call)(given)
            except BiofactsError as error:
                yield f"{call}('{given}')", error
    yield "get_compound('PubChem:CID2244')", biofacts.RateLimited.of("PubChem", 30.0)
    yield "get_compound('PubChem:CID2244')", biofacts.UpstreamError.of("PubChem", "it did not answer in time")


def page() -> str:
    """The page of the errors."""
    failures = [*_failures()]
    rows = [
        (f"[`{error.code}`](#{error.code.lower()})", f"`{type(error).__name__}`", "yes" if error.retryable else "no")
        for _, error in failures
    ]
    assert {type(error) for _, error in failures} == {*BiofactsError.__subclasses__()}
    overview = table(["code", "exception", "may the same call succeed later"], rows)
    examples = [
        _EXAMPLE.format(
            code=error.code,
            meaning=" ".join(cleandoc(type(error).__doc__ or "").split()),
            call=call,
            message=error.message,
            hint=error.hint,
        )
        for call, error in failures
    ]
    return "\n".join([_HEAD.format(number=len(failures), overview=overview), *examples])
