"""The envelopes: a record or a page as it is, and a failure with its code and its hint."""

import msgspec

from biofacts.domain.advice import FOR_TOOLS, Phrasing
from biofacts.domain.errors import BiofactsError, ErrorCode


class Failure(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What went wrong, and which call to make next. `candidates`: what an ambiguous name may mean (see `Meaning`)."""

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
    """The envelope of a failure, its hint phrased for the caller."""
    failure = Failure(
        code=error.code,
        message=error.message,
        recovery_hint=error.told(phrasing),
        invalid_input=error.invalid_input,
        candidates=msgspec.to_builtins(error.candidates),
    )
    return ErrorEnvelope(success=False, error=failure)
