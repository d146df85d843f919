"""The answer of a failed call; records and pages have no envelope."""

import msgspec

from biofacts.domain.answers.advice import FOR_TOOLS, Phrasing
from biofacts.domain.answers.errors import BiofactsError, ErrorCode


class Failure(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The reason for a failure, and a hint at the call to make next.

    `candidates`: the meanings that an ambiguous name may have (see `Meaning`).
    """

    code: ErrorCode
    message: str
    recovery_hint: str
    invalid_input: str | None = None
    candidates: tuple[dict[str, str], ...] = ()


class ErrorEnvelope(msgspec.Struct, frozen=True, kw_only=True):
    """The answer of a call that failed."""

    success: bool
    error: Failure


def failed(error: BiofactsError, phrasing: Phrasing = FOR_TOOLS) -> ErrorEnvelope:
    """Return the envelope of an error, its hint phrased for the caller."""
    failure = Failure(
        code=error.code,
        message=error.message,
        recovery_hint=error.told(phrasing),
        invalid_input=error.invalid_input,
        candidates=msgspec.to_builtins(error.candidates),
    )
    return ErrorEnvelope(success=False, error=failure)
