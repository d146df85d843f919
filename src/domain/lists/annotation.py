"""Annotation of tables: the question about the names of a column, and the answer for each name."""

from typing import Literal, Self

import msgspec

from biofacts.domain.answers.entity_kinds import KindName
from biofacts.domain.answers.errors import BiofactsError, ErrorCode, RateLimited, UpstreamError
from biofacts.domain.lists.resolution import Resolution, Status

_PASSING: tuple[ErrorCode | None, ...] = (RateLimited.code, UpstreamError.code)


class ColumnQuery(msgspec.Struct, frozen=True, kw_only=True):
    """The lookup for each name of a column.

    `links`: kinds whose linked ids are added; `organism`: the organism of all names; `to_organism`: the organism to
    whose orthologs genes are resolved.
    """

    kind: KindName
    organism: str | None = None
    links: tuple[KindName, ...] = ()
    to_organism: str | None = None


class Column(msgspec.Struct, frozen=True):
    """A column to add to a table. `holds`: the type of its cells."""

    name: str
    holds: Literal["text", "number", "integer", "ids"] = "text"


_COLUMNS = (
    Column("status"), Column("id"), Column("name"), Column("score", "number"), Column("read_as"), Column("why"),
    Column("candidates", "ids"),
)  # fmt: skip


def columns(question: ColumnQuery) -> tuple[Column, ...]:
    """Return the columns of an answer, in order."""
    return (*_COLUMNS, *(Column(f"{kind}_ids", "ids") for kind in question.links))


class Answer(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The result for a name: the decision, and the linked ids of each kind, in the order of the question.

    `read_as`: the sort of name, if it is not the name or symbol itself (an alias, for example); `why`: the reason if
    there is no id; `candidates`: ids of possible meanings.
    """

    status: Status
    id: str | None = None
    name: str | None = None
    score: float | None = None
    read_as: str | None = None
    why: str | None = None
    candidates: tuple[str, ...] = ()
    code: ErrorCode | None = None
    links: tuple[tuple[str, ...], ...] = ()

    @classmethod
    def of(cls, decided: Resolution) -> Self:
        """Create an answer without links from the resolution of a name."""
        is_resolved = decided.status == "resolved"
        return cls(
            status=decided.status,
            id=decided.id,
            name=decided.name,
            score=decided.score,
            read_as=decided.why if is_resolved else None,
            why=None if is_resolved else _with_code(decided.code, decided.why),
            candidates=tuple(candidate.id for candidate in decided.candidates),
            code=decided.code,
        )

    def failing(self, error: BiofactsError) -> Self:
        """Return a copy with an error, for a name whose links could not be looked up."""
        return msgspec.structs.replace(
            self, status="error", code=error.code, why=_with_code(error.code, error.message), links=()
        )

    @property
    def is_passing(self) -> bool:
        """True for a temporary failure, which a later call may not repeat."""
        return self.code in _PASSING

    def cells(self, question: ColumnQuery) -> tuple[object, ...]:
        """Return the values of a row, in the order of `columns`."""
        links = self.links or ((),) * len(question.links)
        return (self.status, self.id, self.name, self.score, self.read_as, self.why, self.candidates, *links)


def _with_code(code: ErrorCode | None, why: str | None) -> str | None:
    return f"{code}: {why}" if code else why
