"""Everything that can go wrong, each with the next call to make.

BiofactsError
├── UnresolvedEntity     UNRESOLVED_ENTITY  not an identifier of its kind
├── EntityNotFound       ENTITY_NOT_FOUND   well formed, but there is no such entity
├── AmbiguousQuery       AMBIGUOUS_QUERY    an argument that cannot be used as it is
├── RateLimited          RATE_LIMITED       too many requests: says the upstream, or our budget
└── UpstreamError        UPSTREAM_ERROR     the upstream cannot be reached or answers nonsense

What they say stands in `domain/wording.py`.
"""

from collections.abc import Sequence
from typing import ClassVar, Literal

from biofacts.domain import wording
from biofacts.domain.kinds import Kind
from biofacts.domain.meaning import Meaning
from biofacts.domain.text.clean import excerpt, shorten, visible

ErrorCode = Literal["UNRESOLVED_ENTITY", "ENTITY_NOT_FOUND", "AMBIGUOUS_QUERY", "RATE_LIMITED", "UPSTREAM_ERROR"]

_LONGEST = 1000


class BiofactsError(Exception):
    """A failure with a code of the closed list, a message, and a hint that names the next call."""

    code: ClassVar[ErrorCode]
    retryable: ClassVar[bool] = False
    candidates: tuple[Meaning, ...] = ()

    def __init__(self, message: str, hint: str, invalid_input: object = None) -> None:
        super().__init__(message)
        self.message = shorten(visible(message), _LONGEST)  # it may contain text of an upstream
        self.hint = shorten(visible(hint), _LONGEST)
        self.invalid_input = None if invalid_input is None else excerpt(invalid_input) or None


class UnresolvedEntity(BiofactsError):
    """A strict call got something that is not an identifier of its kind.

    `suggestion` is the well-formed identifier that was probably meant.
    """

    code = "UNRESOLVED_ENTITY"

    def __init__(self, kind: Kind, given: object, reason: str, suggestion: str | None = None) -> None:
        super().__init__(*wording.unresolved(kind, given, reason, suggestion), given)
        self.suggestion = suggestion


class EntityNotFound(BiofactsError):
    """A well-formed identifier of which there is no entity (any more)."""

    code = "ENTITY_NOT_FOUND"

    def __init__(self, kind: Kind, identifier: str, *, other: str | None = None) -> None:
        super().__init__(*wording.not_found(kind, identifier, other), identifier)


class AmbiguousQuery(BiofactsError):
    """An argument that cannot be used as it is, or a name of several `candidates`; the hint shows a valid one."""

    code = "AMBIGUOUS_QUERY"

    def __init__(
        self, message: str, hint: str, invalid_input: object = None, *, candidates: Sequence[Meaning] = ()
    ) -> None:
        super().__init__(message, hint, invalid_input)
        self.candidates = tuple(candidates)


class RateLimited(BiofactsError):
    """The upstream still answers "too many requests" after the retries, or too many of our own wait."""

    code = "RATE_LIMITED"
    retryable = True

    def __init__(self, service: str, seconds: float, what: str = "it asks for fewer requests") -> None:
        super().__init__(*wording.rate_limited(service, seconds, what))


class UpstreamError(BiofactsError):
    """The upstream cannot be reached, fails, or sends what cannot be read."""

    code = "UPSTREAM_ERROR"
    retryable = True

    def __init__(self, service: str, what: str) -> None:
        super().__init__(*wording.unavailable(service, what))

    @classmethod
    def offline(cls, service: str, missing: str) -> "UpstreamError":
        """The failure of offline mode, in which nothing is fetched."""
        why, hint = wording.offline(missing)
        error = cls(service, why)
        error.hint = hint
        return error
