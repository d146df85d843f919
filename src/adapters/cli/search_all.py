"""A search over all kinds: one search per kind, run concurrently and printed in a fixed order."""

from typing import TYPE_CHECKING, Any

import anyio

from biofacts.adapters.cli import execution
from biofacts.adapters.cli.command import DONE, FAILED, Application, Arguments, Call, Composition
from biofacts.adapters.cli.output import output_formats
from biofacts.adapters.cli.output.output_formats import Printer
from biofacts.adapters.cli.output.phrasing import COMMANDS, hint_in_commands
from biofacts.adapters.cli.output.rows import RowTypes, shape
from biofacts.application.tools.all_tools import TOOLS, call
from biofacts.application.tools.tool import ErrorEnvelope
from biofacts.domain.answers import scores
from biofacts.domain.answers.entity_kinds import Kind
from biofacts.domain.answers.next_calls import search
from biofacts.domain.answers.pages import Page
from biofacts.domain.identifiers.curies import KINDS

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import TypeGuard

    from anyio import Event

    from biofacts.application.use_cases import UseCases

PAGE_SIZE = 5
"""Default number of candidates per kind."""

Outcome = Page[Any] | ErrorEnvelope


def run(query: str, arguments: Arguments, composition: Composition) -> int:
    """Search all kinds. Returns: the exit code; 1 also if only some kinds failed."""
    whole = RowTypes(tuple(kind for searched in KINDS for kind in shape(searched.search_tool, {}).kinds), ("kind",))
    try:
        printer = output_formats.printer_for(arguments, whole)
    except ValueError as error:
        arguments.refuse(str(error))
    return execution.with_application(
        composition, lambda application: Everything(query, arguments, printer, application)()
    )


class Everything:
    """A search over all kinds. Each kind is printed as soon as it and the kinds before it have answered."""

    def __init__(self, query: str, arguments: Arguments, printer: Printer, application: Application) -> None:
        self._query = query
        self._arguments = arguments
        self._printer = printer
        self._use_cases: UseCases = application.use_cases().patient()
        self._calls = {kind.name: self._call(kind) for kind in KINDS}
        self._outcomes: dict[str, Outcome] = {}
        self._there: Mapping[str, Event] = {kind.name: anyio.Event() for kind in KINDS}
        self._nothing: dict[str, Page[Any]] = {}
        self._weak: dict[Kind, Page[Any]] = {}
        self._hints: dict[str, None] = {}
        self._folds = not arguments.flag("all") and isinstance(printer, output_formats.TerminalPrinter)
        self._has_better = False
        self._code = DONE

    async def __call__(self) -> int:
        async with anyio.create_task_group() as tasks:
            for kind in KINDS:
                tasks.start_soon(self._ask, kind)
            if (refusal := await self._refused()) is not None:
                execution.show(refusal, as_json=self._arguments.flag("json"))
                return FAILED
            for place, kind in enumerate(KINDS):
                outcome = await self._outcome(kind)
                if self._folds and _is_weak(outcome):
                    self._weak[kind] = outcome
                    continue
                self._printer.part(kind, is_first=place == 0)
                await self._tell(kind, outcome)
            await self._tell_of_weak()
        self._printer.close()
        self._tell_of_nothing()
        for hint in self._hints:
            self._printer.note(f"hint {hint_in_commands(hint)}")
        return self._code

    def _call(self, kind: Kind) -> Call:
        taken = TOOLS[kind.search_tool].arguments.__struct_fields__
        arguments: dict[str, object] = {"query": self._query}
        if "organism" in taken and self._arguments.get("organism", str) is not None:
            arguments["organism"] = self._arguments.get("organism", str)
        # With --all, `whole` chooses the largest pages.
        if (page_size := self._arguments.get("page_size", int)) is not None or not self._arguments.flag("all"):
            arguments["page_size"] = PAGE_SIZE if page_size is None else page_size
        return execution.whole(Call(kind.search_tool, arguments), self._arguments)

    async def _ask(self, kind: Kind) -> None:
        request = self._calls[kind.name]
        style = execution.phrasing(as_json=self._arguments.flag("json"))
        self._outcomes[kind.name] = await call(TOOLS[request.tool], self._use_cases, request.arguments, style)
        self._there[kind.name].set()

    async def _outcome(self, kind: Kind) -> Outcome:
        await self._there[kind.name].wait()
        return self._outcomes[kind.name]

    async def _refused(self) -> ErrorEnvelope | None:
        """Return the error that all kinds report alike, such as a query that is too short; else None."""
        first = await self._outcome(KINDS[0])
        if not isinstance(first, ErrorEnvelope):
            return None
        others = [await self._outcome(kind) for kind in KINDS]
        # An error of the query is the same for all kinds; errors of upstreams differ.
        is_same = all(
            isinstance(other, ErrorEnvelope) and other.error.message == first.error.message for other in others
        )
        return first if is_same else None

    async def _tell(self, kind: Kind, outcome: Outcome) -> None:
        if isinstance(outcome, ErrorEnvelope):
            self._printer.failed(kind, outcome)
            self._hints[outcome.error.recovery_hint] = None  # kinds that fail alike have one hint
            self._code = FAILED
            return
        before = {"kind": kind.name}
        self._printer.show(outcome, before=before)
        self._has_better |= bool(outcome.items)
        if not outcome.items:
            self._nothing[kind.plural] = outcome
        elif self._arguments.flag("all"):
            request = self._calls[kind.name]
            code = await execution.walk(
                request, self._arguments, self._printer, outcome, self._use_cases, before=before
            )
            self._code = max(self._code, code)
        else:
            self._printer.end(outcome, more=COMMANDS.call(search(kind, self._query)))

    async def _tell_of_weak(self) -> None:
        """Print doubtful results; if other kinds have better results, print only how to see the doubtful ones."""
        if self._has_better:
            for kind in self._weak:
                to_see = COMMANDS.call(search(kind, self._query))
                self._printer.note(f"only doubtful results among {kind.plural}; to see them, {to_see}")
            return
        for kind, page in self._weak.items():
            self._printer.part(kind, is_first=False)
            await self._tell(kind, page)

    def _tell_of_nothing(self) -> None:
        """Print which kinds have no results, and the reasons if all of them have none."""
        if len(self._nothing) == len(KINDS):
            for plural, page in self._nothing.items():
                self._printer.note(f"{plural}: {page.guidance or 'nothing was found.'}")
        elif self._nothing:
            self._printer.note(f"nothing among {', '.join(self._nothing)}")


def _is_weak(outcome: Outcome) -> "TypeGuard[Page[Any]]":
    """Return True if there are results, but all of them are doubtful."""
    if isinstance(outcome, ErrorEnvelope) or not outcome.items:
        return False
    return scores.best(item.score for item in outcome.items) <= scores.DOUBTFUL
