"""Everything that can go wrong, each with the next call to make.

BiofactsError
├── UnresolvedEntity     UNRESOLVED_ENTITY  not an identifier of its kind
├── EntityNotFound       ENTITY_NOT_FOUND   well formed, but there is no such entity
├── AmbiguousQuery       AMBIGUOUS_QUERY    an argument that cannot be used as it is
├── RateLimited          RATE_LIMITED       too many requests: says the upstream, or our budget
└── UpstreamError        UPSTREAM_ERROR     the upstream cannot be reached or answers nonsense
"""

from typing import ClassVar, Literal

from biofacts.domain.kinds import Kind
from biofacts.domain.text.fold import plain, shorten, visible

ErrorCode = Literal["UNRESOLVED_ENTITY", "ENTITY_NOT_FOUND", "AMBIGUOUS_QUERY", "RATE_LIMITED", "UPSTREAM_ERROR"]

_SHOWN = 120
_LONGEST = 1000


def shown(value: object) -> str:
    """An input as it may stand in a message: one line, no control characters, at most 120 characters."""
    text = value if isinstance(value, str) else _written(value)
    return shorten(plain(text[: 4 * _SHOWN]), _SHOWN)


def _written(value: object) -> str:
    try:
        return repr(value)
    except (ValueError, RecursionError):  # a number of too many digits, lists in lists without end
        return f"something of the type {type(value).__name__} that is too large to be shown"


def _by_name(kind: Kind) -> str:
    return (
        f"Call {kind.search_tool} with words from its name, e.g. query='{kind.example_query}',"
        " then pass the returned id."
    )


class BiofactsError(Exception):
    """A failure with a code of the closed list, a message, and a hint that names the next call."""

    code: ClassVar[ErrorCode]
    retryable: ClassVar[bool] = False

    def __init__(self, message: str, hint: str, invalid_input: object = None) -> None:
        super().__init__(message)
        self.message = shorten(visible(message), _LONGEST)  # an upstream's file may have had a word in it
        self.hint = shorten(visible(hint), _LONGEST)
        self.invalid_input = None if invalid_input is None else shown(invalid_input) or None


class UnresolvedEntity(BiofactsError):
    """A strict call got something that is not an identifier of its kind.

    `suggestion` is the well-formed identifier that was probably meant.
    """

    code = "UNRESOLVED_ENTITY"

    def __init__(self, kind: Kind, given: object, reason: str, suggestion: str | None = None) -> None:
        query = shown(given).replace("'", "") if isinstance(given, str) else ""
        usable = len(query) >= 2
        search = f"{kind.search_tool} with query='{query if usable else kind.example_query}'"
        hint = (
            f"Call {kind.get_tool} with {kind.id_argument}='{suggestion}'; if you meant something else, call {search}."
            if suggestion
            else f"Call {search}, then pass the returned id."
            if usable
            else _by_name(kind)
        )
        super().__init__(
            f"'{shown(given)}' is not a {kind.id_name} of the form {kind.example_id}: {reason}.", hint, given
        )
        self.suggestion = suggestion


class EntityNotFound(BiofactsError):
    """A well-formed identifier of which there is no entity (any more)."""

    code = "ENTITY_NOT_FOUND"

    def __init__(self, kind: Kind, identifier: str, *, other: str | None = None) -> None:
        super().__init__(
            f"{kind.source} has no {kind.name} {shown(identifier)}: unknown, deleted or withdrawn.",
            f"{other} Otherwise: {_by_name(kind)}" if other else _by_name(kind),
            identifier,
        )


class AmbiguousQuery(BiofactsError):
    """An argument that cannot be used as it is; the hint shows a valid one."""

    code = "AMBIGUOUS_QUERY"


class RateLimited(BiofactsError):
    """The upstream still answers "too many requests" after the retries, or our own requests wait in too long a line."""

    code = "RATE_LIMITED"
    retryable = True

    def __init__(self, service: str, seconds: float, what: str = "it asks for fewer requests") -> None:
        super().__init__(
            f"{service} cannot be asked now: {what}.",
            f"Wait {max(1, round(seconds))} seconds, then repeat the same call.",
        )


class UpstreamError(BiofactsError):
    """The upstream cannot be reached, fails, or sends what cannot be read."""

    code = "UPSTREAM_ERROR"
    retryable = True

    def __init__(self, service: str, what: str) -> None:
        super().__init__(
            f"{service} is unavailable: {what}.",
            f"{service} is unavailable for now: repeat the same call in a minute or later.",
        )

    @classmethod
    def offline(cls, service: str, missing: str) -> "UpstreamError":
        """The failure of offline mode, in which nothing is fetched."""
        error = cls(service, f"this is offline mode, and {missing} is not kept here")
        error.hint = "Run `biofacts sync` with BIOFACTS_SOURCE=live, then repeat the same call."
        return error
