"""The errors of biofacts, each with a hint that names the next call to make.

BiofactsError
├── UnresolvedEntity     UNRESOLVED_ENTITY  not an identifier of its kind
├── EntityNotFound       ENTITY_NOT_FOUND   well formed, but there is no such entity
├── AmbiguousQuery       AMBIGUOUS_QUERY    an unusable argument, or a name with several meanings
├── RateLimited          RATE_LIMITED       too many requests, by the upstream's limit or our own budget
└── UpstreamError        UPSTREAM_ERROR     the upstream cannot be reached, fails, or sends an unreadable answer
"""

from collections.abc import Sequence
from typing import ClassVar, Literal, Self

import msgspec

from biofacts.domain.answers.advice_and_phrasing import FOR_TOOLS, Advice, NextCall, Phrasing, either
from biofacts.domain.answers.entity_kinds import GENE, Kind
from biofacts.domain.answers.next_calls import RESOLVE_MANY, SHORTEST_QUERY, command, get, search
from biofacts.domain.answers.records import GUIDE
from biofacts.domain.text.clean import counted, excerpt, short, shorten, visible

ErrorCode = Literal["UNRESOLVED_ENTITY", "ENTITY_NOT_FOUND", "AMBIGUOUS_QUERY", "RATE_LIMITED", "UPSTREAM_ERROR"]

# In characters. A message may quote a text of an upstream, which may be long.
_LONGEST = 1000


class Meaning(msgspec.Struct, frozen=True, kw_only=True):
    """A record that an ambiguous name may mean, and the reason (`why`)."""

    id: str
    symbol: str
    why: str


class BiofactsError(Exception):
    """A failure with one of five codes, a message, and a hint that names the next call.

    `phrasing`: the style in which calls are written in the hint; the library writes them as Python.
    """

    code: ClassVar[ErrorCode]
    retryable: bool = False
    candidates: tuple[Meaning, ...] = ()
    phrasing: Phrasing = FOR_TOOLS

    def __init__(self, message: str, hint: str, invalid_input: object = None) -> None:
        super().__init__(message)
        self.message = shorten(visible(message), _LONGEST)  # it may contain text of an upstream
        self.advice = Advice(hint)
        self.invalid_input = None if invalid_input is None else excerpt(invalid_input) or None

    @property
    def hint(self) -> str:
        """The next call to make."""
        return self.phrased_hint(self.phrasing)

    def phrased_hint(self, phrasing: Phrasing) -> str:
        """Write the next call to make in a style."""
        return shorten(visible(self.advice.phrased(phrasing)), _LONGEST)


class UnresolvedEntity(BiofactsError):
    """The error for a call whose argument is not an identifier of its kind.

    `reason`: a clause that explains why; `suggestion`: the well-formed identifier that was probably meant.
    """

    code = "UNRESOLVED_ENTITY"
    reason: str = ""
    suggestion: str | None = None

    @classmethod
    def of(
        cls,
        kind: Kind,
        text: object,
        reason: str,
        suggestion: str | None = None,
        *,
        elsewhere: Sequence[NextCall] = (),
        name: str | None = None,
    ) -> Self:
        """Create the error for a text of another form. `reason`: a clause.

        `elsewhere`: calls that accept the text as an identifier of another kind; `name`: the text without a wrong
        prefix.
        """
        if isinstance(text, str) and text != suggestion and text.strip() == suggestion:
            reason = "it has spaces around it"
        message = f"'{excerpt(text)}' is not a {kind.id_name} of the form {kind.example_id}: {reason}."
        error = cls(message, _instead(kind, name or text, suggestion, elsewhere), text)
        error.reason = reason
        error.suggestion = suggestion
        return error

    @classmethod
    def missing(cls, kind: Kind, value: object, calls: Sequence[NextCall]) -> Self:
        """Create the error for an id argument that is not text. `calls`: calls that accept the value sent."""
        message = f"{kind.id_argument} is missing or is not text: send a {kind.id_name} of the form {kind.example_id}."
        return cls(message, either(calls) if calls else _by_example(kind), value)

    @classmethod
    def of_no_kind(cls, text: str, calls: Sequence[NextCall] = ()) -> Self:
        """Create the error for a text that identifies no record. `calls`: searches that find records with it."""
        clause = "is an identifier from another database" if calls else "may be a name, or is malformed"
        example = "such as WP:WP534 or PubChem:CID2244"
        message = f"'{excerpt(text)}' is not the identifier of a record, {example}: it {clause}."
        by_name = NextCall(RESOLVE_MANY, {"names": [excerpt(text)]})
        return cls(message, either(calls or [by_name], ", then use the id that it returns."), text)


class EntityNotFound(BiofactsError):
    """The error for a well-formed identifier without an entity, such as that of a deleted record."""

    code = "ENTITY_NOT_FOUND"

    @classmethod
    def of(cls, kind: Kind, identifier: str, *, other: Advice | None = None) -> Self:
        """Create the error for an identifier. `other`: a sentence that suggests a record of another kind."""
        by_name = f"earch for its name with {kind.search_tool}: no record has this identifier."
        hint = Advice(other, f" Otherwise s{by_name}") if other else f"S{by_name}"
        return cls(absent(kind, identifier), hint, identifier)


class AmbiguousQuery(BiofactsError):
    """The error for an unusable argument, or of a name with several `candidates`; the hint shows a valid argument."""

    code = "AMBIGUOUS_QUERY"

    def __init__(
        self, message: str, hint: str, invalid_input: object = None, *, candidates: Sequence[Meaning] = ()
    ) -> None:
        super().__init__(message, hint, invalid_input)
        self.candidates = tuple(candidates)


class RateLimited(BiofactsError):
    """The error for an upstream that still answers "too many requests" after retries, or of our own full queue."""

    code = "RATE_LIMITED"
    retryable = True

    @classmethod
    def of(cls, service: str, seconds: float, what: str = "it asks for fewer requests") -> Self:
        """Create the error for a service that accepts requests again after some seconds. `what`: a clause."""
        again = f"Wait {counted(max(1, round(seconds)), 'second')}, then repeat the same call."
        return cls(f"{_subject(service)} cannot be queried now: {what}.", again)


class UpstreamError(BiofactsError):
    """The error for an upstream that cannot be reached, fails, or sends an unreadable answer.

    `retryable`: False if the call will fail until somebody fixes the cause.
    """

    code = "UPSTREAM_ERROR"
    retryable = True

    @classmethod
    def of(cls, service: str, what: str, hint: str = "Repeat the same call in a minute or later.") -> Self:
        """Create the error for a service. `what`: a clause; `hint`: the advice, if waiting does not help."""
        return cls(f"{_subject(service)} is unavailable: {what}.", hint)

    @classmethod
    def offline(cls, service: str, missing: str, *, sync: str | None = None) -> Self:
        """Create the error for missing data in offline mode, which fetches nothing.

        `missing`: the name of the data; `sync`: the name of the source in `biofacts sync`, None for a source that is
        only queried live.
        """
        hint = "Make the same call once with BIOFACTS_SOURCE=live: its answer is stored for offline use."
        if sync is not None:
            hint = f"Run {command('sync', sync)} with BIOFACTS_SOURCE=live, then repeat the same call."
        return cls.of(service, f"this is offline mode, and {missing} is not stored here", hint)

    @classmethod
    def unreachable(cls, service: str, what: str) -> Self:
        """Create the error for a service that the local network cannot reach."""
        return cls.of(service, what, _NO_NETWORK)

    @classmethod
    def lacking(cls, message: str) -> Self:
        """Create the error for a call that needs data that has not been downloaded."""
        return cls(message, _NO_NETWORK)

    @classmethod
    def untrusted(cls, service: str, host: str, why: str) -> Self:
        """Create the error for an untrusted host. `why`: the problem with its certificate."""
        return cls._lasting(
            f"{_subject(service)} cannot be trusted: the certificate of {host} does not verify ({why}).",
            "Repeating the call does not help. If a company's proxy decrypts secure connections, set SSL_CERT_FILE to"
            " its certificates; otherwise the service has to renew its own.",
        )

    @classmethod
    def replaced(cls, service: str, what: str) -> Self:
        """Create the error for a service whose address now serves something else, such as a login page or a proxy."""
        return cls._lasting(
            f"{_subject(service)} cannot be used: {what}.",
            "Repeating the call does not help. A proxy or a login page may be answering instead of the service, or it"
            " has moved: check the network and the service's address. Data downloaded earlier is still used.",
        )

    @classmethod
    def unreadable(cls, service: str, file: str, why: object) -> Self:
        """Create the error for a file in an unexpected format. `why`: a clause without a full stop."""
        return cls._lasting(
            f"{file} of {service} cannot be used: {str(why).rstrip('.')}.",
            "Its format may have changed: repeating the call does not help until biofacts is updated. Data downloaded"
            " earlier is still used.",
        )

    @classmethod
    def interrupted(cls) -> Self:
        """Create the error for a call that is cut short because the server stops."""
        return cls(
            "biofacts is being stopped or replaced, and this call was interrupted.",
            "Nothing is wrong with the call: repeat it unchanged in a few seconds.",
        )

    @classmethod
    def no_room(cls, service: str, why: str, *, sync: str) -> Self:
        """Create the error for a file that cannot be stored. `sync`: the name of the source in `biofacts sync`."""
        return cls._lasting(
            f"{_subject(service)} cannot be stored here: {why}.",
            "Free some space, or set BIOFACTS_CACHE_DIR to a folder that has enough; then run"
            f" {command('sync', sync)} again: it continues where it stopped.",
        )

    @classmethod
    def _lasting(cls, message: str, hint: str) -> Self:
        error = cls(message, hint)
        error.retryable = False
        return error


def _subject(service: str) -> str:
    """Return the name of a service as the subject of a sentence."""
    return f"The {service}" if service == GUIDE else service


def _instead(kind: Kind, text: object, suggestion: str | None, elsewhere: Sequence[NextCall]) -> Advice:
    """Propose calls for a text that is not an identifier of its kind, the likeliest first."""
    query = excerpt(text).replace("'", "") if isinstance(text, str) else ""
    named = search(kind, query) if len(query) >= SHORTEST_QUERY else None
    if suggestion and elsewhere:
        calls = [get(kind, suggestion), *elsewhere]
        return Advice(either(calls, "; if you meant something else, "), named, ".") if named else either(calls)
    if elsewhere and (elsewhere[0].tool == kind.search_tool or not named):
        return either(elsewhere, ", then pass the returned id.")
    if elsewhere and named:
        return Advice(either(elsewhere, f"; if you meant a {kind.name}, "), named, ".")
    if suggestion and named:
        return Advice(get(kind, suggestion), "; if you meant something else, ", named, ".")
    if suggestion:
        return Advice(get(kind, suggestion), ".")
    return Advice(named, ", then pass the returned id.") if named else _by_example(kind)


def _by_example(kind: Kind) -> Advice:
    call = search(kind, kind.example_query)
    return Advice("Find its id by words from its name, for example: ", call, "; then pass the returned id.")


def absent(kind: Kind, identifier: str, organism: str | None = None) -> str:
    """Write that no entity has an identifier, or no entity of that organism."""
    is_number = kind.name == GENE.name and identifier.isdecimal()  # of NCBI Gene
    if is_number or identifier.startswith("NCBIGene:"):
        brings = "a search that names another organism fetches its genes"
        return f"No gene {excerpt(identifier)} is in the local catalogues; {brings}."
    none = f"{_subject(kind.service)} has no {kind.name} {excerpt(identifier)}"
    if organism:
        return f"{none} of the organism '{short(organism)}'."
    return f"{none}: it never existed, or was deleted or withdrawn."


def without_identifier(kind: Kind, identifier: str) -> str:
    """Write that no entity has an identifier of another database. The entity may still exist without it."""
    return f"No {kind.name} with the identifier {excerpt(identifier)} was found."


_NO_NETWORK = (
    f"Repeat the same call in a minute. If it still fails, check the network with {command('doctor')} (docs/network.md"
    " explains proxies), or set BIOFACTS_SOURCE=sample to try biofacts with its built-in sample."
)
