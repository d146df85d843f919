"""Errors, each with the next call to make.

BiofactsError
├── UnresolvedEntity     UNRESOLVED_ENTITY  not an identifier of its kind
├── EntityNotFound       ENTITY_NOT_FOUND   well formed, but there is no such entity
├── AmbiguousQuery       AMBIGUOUS_QUERY    an argument that cannot be used as it is
├── RateLimited          RATE_LIMITED       too many requests, by the upstream's limit or our own budget
└── UpstreamError        UPSTREAM_ERROR     the upstream cannot be reached or answers nonsense

Their messages are in `domain/answers/wording.py`.
"""

from collections.abc import Sequence
from typing import ClassVar, Literal, Self

from biofacts.domain.answers import server_wording, wording
from biofacts.domain.answers.advice import FOR_TOOLS, Advice, NextCall, Phrasing
from biofacts.domain.answers.kinds import Kind
from biofacts.domain.answers.meaning import Meaning
from biofacts.domain.text.clean import excerpt, shorten, visible

ErrorCode = Literal["UNRESOLVED_ENTITY", "ENTITY_NOT_FOUND", "AMBIGUOUS_QUERY", "RATE_LIMITED", "UPSTREAM_ERROR"]

# In characters; a message may quote an upstream at any length.
_LONGEST = 1000


class BiofactsError(Exception):
    """A failure with a code of the closed list, a message, and a hint that names the next call."""

    code: ClassVar[ErrorCode]
    retryable: bool = False
    candidates: tuple[Meaning, ...] = ()

    def __init__(self, message: str, hint: Advice | str, invalid_input: object = None) -> None:
        super().__init__(message)
        self.message = shorten(visible(message), _LONGEST)  # it may contain text of an upstream
        self.advice = _advice(hint)
        self.invalid_input = None if invalid_input is None else excerpt(invalid_input) or None

    @classmethod
    def said(cls, message: str, hint: Advice | str, invalid_input: object = None) -> Self:
        """Create an error of this code with a message and a hint of its own."""
        # Subclasses build their message from other arguments, so their own __init__ is skipped.
        error = cls.__new__(cls)
        BiofactsError.__init__(error, message, hint, invalid_input)
        return error

    @property
    def hint(self) -> str:
        """The next call to make, phrased for tools."""
        return self.told(FOR_TOOLS)

    def told(self, phrasing: Phrasing) -> str:
        """Return the next call to make, in the style of `phrasing`."""
        return shorten(visible(self.advice.told(phrasing)), _LONGEST)


class UnresolvedEntity(BiofactsError):
    """The error of a strict call whose argument is not an identifier of its kind.

    `suggestion` is the well-formed identifier that was probably meant; `elsewhere` are the calls that accept the
    argument as an identifier of another kind.
    """

    code = "UNRESOLVED_ENTITY"

    def __init__(
        self,
        kind: Kind,
        given: object,
        reason: str,
        suggestion: str | None = None,
        *,
        elsewhere: Sequence[NextCall] = (),
    ) -> None:
        super().__init__(*wording.unresolved(kind, given, reason, suggestion, elsewhere), given)
        self.reason = reason
        self.suggestion = suggestion

    @classmethod
    def missing(cls, kind: Kind, given: object, calls: Sequence[NextCall]) -> "UnresolvedEntity":
        """Create the error for an id argument that is no text. `calls`: calls that accept the values sent instead."""
        error = cls(kind, given, "it must be a string")
        BiofactsError.__init__(error, *wording.missing_id(kind, calls), given)
        return error

    @classmethod
    def of_no_kind(cls, given: str, calls: Sequence[NextCall] = ()) -> "UnresolvedEntity":
        """Create the error for a text that identifies no record. `calls`: searches that find something by it."""
        error = cls.said(*wording.of_no_kind(given, calls), given)
        error.reason, error.suggestion = "", None
        return error


class EntityNotFound(BiofactsError):
    """The error of a well-formed identifier that has no entity (any more)."""

    code = "ENTITY_NOT_FOUND"

    def __init__(self, kind: Kind, identifier: str, *, other: Advice | None = None) -> None:
        super().__init__(*wording.not_found(kind, identifier, other), identifier)


class AmbiguousQuery(BiofactsError):
    """The error of an unusable argument, or of a name with several `candidates`; the hint shows a valid argument."""

    code = "AMBIGUOUS_QUERY"

    def __init__(
        self, message: str, hint: Advice | str, invalid_input: object = None, *, candidates: Sequence[Meaning] = ()
    ) -> None:
        super().__init__(message, hint, invalid_input)
        self.candidates = tuple(candidates)


class RateLimited(BiofactsError):
    """The error of an upstream that still answers "too many requests" after retries, or of our own full queue."""

    code = "RATE_LIMITED"
    retryable = True

    def __init__(self, service: str, seconds: float, what: str = "it asks for fewer requests") -> None:
        super().__init__(*wording.rate_limited(service, seconds, what))


class UpstreamError(BiofactsError):
    """The error of an upstream that cannot be reached, fails, or sends an unreadable answer.

    `retryable`: False if the call fails again until somebody has fixed the cause.
    """

    code = "UPSTREAM_ERROR"
    retryable = True

    def __init__(self, service: str, what: str) -> None:
        super().__init__(*wording.unavailable(service, what))

    @classmethod
    def offline(cls, service: str, missing: str, *, sync: str | None = None) -> "UpstreamError":
        """Create the error of offline mode, which fetches nothing.

        `sync`: the name of the source in `biofacts sync`.
        """
        return cls.explained(service, *wording.offline(missing, sync))

    @classmethod
    def explained(cls, service: str, what: str, hint: Advice | str) -> "UpstreamError":
        """Create an error with a hint of its own, for a failure that does not pass by itself."""
        error = cls(service, what)
        error.advice = _advice(hint)
        return error

    @classmethod
    def untrusted(cls, service: str, host: str, why: str) -> "UpstreamError":
        """Create the error of a host that is not trusted. `why`: what is wrong with its certificate."""
        return cls._lasting(*wording.untrusted(service, host, why))

    @classmethod
    def replaced(cls, service: str, what: str) -> "UpstreamError":
        """Create the error for a service whose address now serves something else, such as a login page or a proxy."""
        return cls._lasting(*wording.replaced(service, what))

    @classmethod
    def unreadable(cls, service: str, file: str, why: object) -> "UpstreamError":
        """Create the error of a file in an unexpected format. `why`: a clause without a full stop."""
        return cls._lasting(*wording.unreadable(service, file, str(why)))

    @classmethod
    def interrupted(cls) -> "UpstreamError":
        """Create the error of a call whose server stops before the call ends."""
        return cls.said(*server_wording.interrupted())

    @classmethod
    def no_room(cls, service: str, why: str, *, sync: str) -> "UpstreamError":
        """Create the error of a fetched file that cannot be stored.

        `sync`: the name of the source in `biofacts sync`.
        """
        return cls._lasting(*wording.no_room(service, why, sync))

    @classmethod
    def _lasting(cls, message: str, hint: Advice | str) -> "UpstreamError":
        error = cls.said(message, hint)
        error.retryable = False
        return error


def _advice(hint: Advice | str) -> Advice:
    return hint if isinstance(hint, Advice) else Advice.of(hint)
