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
from typing import ClassVar, Literal, Self

from biofacts.domain import server_wording, wording
from biofacts.domain.advice import FOR_TOOLS, Advice, NextCall, Phrasing
from biofacts.domain.kinds import Kind
from biofacts.domain.meaning import Meaning
from biofacts.domain.text.clean import excerpt, shorten, visible

ErrorCode = Literal["UNRESOLVED_ENTITY", "ENTITY_NOT_FOUND", "AMBIGUOUS_QUERY", "RATE_LIMITED", "UPSTREAM_ERROR"]

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
        """A failure of this code in words of its own, where the usual ones do not fit."""
        error = cls.__new__(cls)
        BiofactsError.__init__(error, message, hint, invalid_input)
        return error

    @property
    def hint(self) -> str:
        """The next call to make, as tools are called."""
        return self.told(FOR_TOOLS)

    def told(self, phrasing: Phrasing) -> str:
        """The next call to make, as a caller of that kind makes it."""
        return shorten(visible(self.advice.told(phrasing)), _LONGEST)


class UnresolvedEntity(BiofactsError):
    """A strict call got something that is not an identifier of its kind.

    `suggestion` is the well-formed identifier that was probably meant; `elsewhere` the calls that take it for what it
    is, where that is another kind.
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
        """No text under the name of the id's argument. `calls`: those that take what was sent in its place."""
        error = cls(kind, given, "it must be a string")
        BiofactsError.__init__(error, *wording.missing_id(kind, calls), given)
        return error

    @classmethod
    def of_no_kind(cls, given: str, calls: Sequence[NextCall] = ()) -> "UnresolvedEntity":
        """A text that is the identifier of no record. `calls`: the searches that find something by it."""
        error = cls.said(*wording.of_no_kind(given, calls), given)
        error.reason, error.suggestion = "", None
        return error


class EntityNotFound(BiofactsError):
    """A well-formed identifier of which there is no entity (any more)."""

    code = "ENTITY_NOT_FOUND"

    def __init__(self, kind: Kind, identifier: str, *, other: Advice | None = None) -> None:
        super().__init__(*wording.not_found(kind, identifier, other), identifier)


class AmbiguousQuery(BiofactsError):
    """An argument that cannot be used as it is, or a name of several `candidates`; the hint shows a valid one."""

    code = "AMBIGUOUS_QUERY"

    def __init__(
        self, message: str, hint: Advice | str, invalid_input: object = None, *, candidates: Sequence[Meaning] = ()
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
    """The upstream cannot be reached, fails, or sends what cannot be read.

    `retryable`: False where the same call would fail again until somebody has mended something.
    """

    code = "UPSTREAM_ERROR"
    retryable = True

    def __init__(self, service: str, what: str) -> None:
        super().__init__(*wording.unavailable(service, what))

    @classmethod
    def offline(cls, service: str, missing: str, *, sync: str | None = None) -> "UpstreamError":
        """The failure of offline mode, in which nothing is fetched. `sync`: what `biofacts sync` calls the source."""
        return cls.explained(service, *wording.offline(missing, sync))

    @classmethod
    def explained(cls, service: str, what: str, hint: Advice | str) -> "UpstreamError":
        """A failure that does not pass by itself."""
        error = cls(service, what)
        error.advice = _advice(hint)
        return error

    @classmethod
    def untrusted(cls, service: str, host: str, why: str) -> "UpstreamError":
        """The failure to trust a host. `why`: what is wrong with its certificate."""
        return cls._lasting(*wording.untrusted(service, host, why))

    @classmethod
    def replaced(cls, service: str, what: str) -> "UpstreamError":
        """Something else answers at the service's address: a login page, a proxy, a site that has moved."""
        return cls._lasting(*wording.replaced(service, what))

    @classmethod
    def unreadable(cls, service: str, file: str, why: object) -> "UpstreamError":
        """A file whose format is not the one that this version reads. `why`: a clause without a full stop."""
        return cls._lasting(*wording.unreadable(service, file, str(why)))

    @classmethod
    def interrupted(cls) -> "UpstreamError":
        """The failure of a call whose server ends before it does."""
        return cls.said(*server_wording.interrupted())

    @classmethod
    def no_room(cls, service: str, why: str, *, sync: str) -> "UpstreamError":
        """The failure to keep what is fetched. `sync`: the source's name in `biofacts sync`."""
        return cls._lasting(*wording.no_room(service, why, sync))

    @classmethod
    def _lasting(cls, message: str, hint: Advice | str) -> "UpstreamError":
        error = cls.said(message, hint)
        error.retryable = False
        return error


def _advice(hint: Advice | str) -> Advice:
    return hint if isinstance(hint, Advice) else Advice.of(hint)
