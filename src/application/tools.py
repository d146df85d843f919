"""The tools, and how one is called.

Both inbound adapters serve these rows: as MCP tools, and as commands at the terminal.
"""

from collections.abc import Mapping
from typing import Any

import anyio
import msgspec

from biofacts.application.compound_tools import COMPOUND_TOOLS
from biofacts.application.envelope import ErrorEnvelope, failed
from biofacts.application.gene_tools import GENE_TOOLS
from biofacts.application.ligand_tools import LIGAND_TOOLS
from biofacts.application.pathway_tools import PATHWAY_TOOLS
from biofacts.application.target_tools import TARGET_TOOLS
from biofacts.application.tool import ArgumentsT, ResultT, Tool
from biofacts.application.use_cases import UseCases
from biofacts.domain import budgets, wording
from biofacts.domain.errors import AmbiguousQuery, BiofactsError, UnresolvedEntity, UpstreamError
from biofacts.domain.gene import GENE
from biofacts.domain.paging import DEFAULT_PAGE_SIZE
from biofacts.domain.wording import NextCall

TOOLS: Mapping[str, Tool[Any, Any]] = {
    tool.name: tool for tool in (*PATHWAY_TOOLS, *COMPOUND_TOOLS, *LIGAND_TOOLS, *TARGET_TOOLS, *GENE_TOOLS)
}

_LONGEST_ARGUMENT, _LARGEST_NUMBER = 4000, 10**18

_UNFIT = (msgspec.ValidationError, UnicodeEncodeError)
"""What the conversion raises, the second one for a lone surrogate in the place of a number."""


async def call(
    tool: Tool[ArgumentsT, ResultT], use_cases: UseCases, given: Mapping[str, object]
) -> ResultT | ErrorEnvelope:
    """Decode the arguments, run the use case, and put a failure into its envelope."""
    try:
        with anyio.fail_after(budgets.CALL):
            return await tool.run(use_cases, _decoded(tool, given))
    except BiofactsError as error:
        return failed(error)
    except TimeoutError:
        return failed(UpstreamError(tool.kind.service, f"there was no answer within {budgets.CALL:g} seconds"))


def _decoded(tool: Tool[ArgumentsT, ResultT], given: Mapping[str, object]) -> ArgumentsT:
    """The argument Struct of a call. Raises: UnresolvedEntity, AmbiguousQuery."""
    identifier = given.get(tool.kind.id_argument)
    if tool.strict and not isinstance(identifier, str):
        raise UnresolvedEntity(tool.kind, identifier, "it must be a string")
    for name, value in given.items():
        if isinstance(value, str) and len(value) > _LONGEST_ARGUMENT and value is not identifier:
            refusal = wording.long_argument(name, len(value), _LONGEST_ARGUMENT, _mended(tool, given, name))
            raise AmbiguousQuery(*refusal, value)
    try:
        return msgspec.convert(given, tool.arguments, strict=False)  # hosts send "10" for 10
    except _UNFIT as error:
        field = str(error).rpartition("`$.")[2].rstrip("`")
        known = tool.arguments.__struct_fields__
        refusal = wording.unfit_arguments(tool.name, str(error), _mended(tool, given, field), known)
        raise AmbiguousQuery(*refusal, given.get(field)) from error


def _mended(tool: Tool[ArgumentsT, ResultT], given: Mapping[str, object], wrong: str) -> NextCall:
    """A call that would do: what was given and fits, and a valid value where something is wrong."""
    valid: dict[str, object] = {
        "gene_id": GENE.example_query,
        "query": tool.kind.example_query,
        tool.kind.id_argument: tool.kind.example_id,
        "page_size": DEFAULT_PAGE_SIZE,
    }
    arguments: dict[str, object] = {}
    for field in msgspec.structs.fields(tool.arguments):
        value = given.get(field.name)
        if field.name == wrong and _fits("a text", field.type) and (digits := _digits(value)):
            arguments[field.name] = digits  # a number in the place of its text: the question stays
        elif field.name != wrong and value != "" and _fits(value, field.type):
            arguments[field.name] = value
        elif field.required or field.name == wrong:
            arguments[field.name] = valid.get(field.name)
    return NextCall(tool.name, {name: value for name, value in arguments.items() if value is not None})


def _digits(value: object) -> str | None:
    """A whole number as text, as hosts should have sent it; None for anything else, and for a single digit."""
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < _LARGEST_NUMBER:
        return None
    return digits if len(digits := str(value)) >= wording.SHORTEST_QUERY else None


def _fits(value: object, kind: object) -> bool:
    if isinstance(value, str) and len(value) > _LONGEST_ARGUMENT:
        return False
    try:
        msgspec.convert(value, kind, strict=False)
    except _UNFIT:
        return False
    return True
