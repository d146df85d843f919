"""Names in the place of identifiers, resolved as `resolve_many` does."""

from collections.abc import Callable, Sequence
from typing import Protocol, cast

from biofacts.application.messages import calls as call_messages
from biofacts.domain.answers import time_limits
from biofacts.domain.answers.advice import NextCall
from biofacts.domain.answers.errors import AmbiguousQuery, Meaning, UnresolvedEntity, UpstreamError
from biofacts.domain.answers.kinds import Kind, KindName
from biofacts.domain.answers.records import RecordReadAs
from biofacts.domain.identifiers import arguments as id_arguments
from biofacts.domain.lists.resolution import Resolution

_AS_GOOD = "matches equally well"


class Resolver(Protocol):
    """Resolves names of one kind as `resolve_many` does."""

    async def __call__(self, names: Sequence[str], kind: KindName, organism: str | None = None) -> Sequence[Resolution]:
        """Return the resolutions of names, in their order. `organism`: of genes and pathways."""
        ...


async def nothing_resolved(names: Sequence[str], kind: KindName, organism: str | None = None) -> Sequence[Resolution]:
    """Resolve no name."""
    return [Resolution(input=name, status="not_found") for name in names]


async def meant(
    resolve: Resolver,
    given: object,
    kind: Kind,
    refusal: UnresolvedEntity,
    call: Callable[[str], NextCall],
    organism: str | None = None,
) -> RecordReadAs:
    """Return the record that a name means. `refusal`: of the name as an identifier; `call`: the call with a CURIE.

    Raises: the refusal for what is no name, or means nothing; AmbiguousQuery, UpstreamError.
    """
    # A CURIE with a slip, or of another kind, is no name.
    if not isinstance(given, str) or refusal.suggestion or ((known := id_arguments.named(given)) and known.own):
        raise refusal
    (found,) = await resolve([given], cast("KindName", kind.name), organism)
    match found.status:
        case "resolved":
            return RecordReadAs(id=found.id or "", name=found.name or "", why=found.why or "name")
        case "ambiguous":
            meanings = [Meaning(id=one.id, symbol=one.name, why=one.why or _AS_GOOD) for one in found.candidates]
            several = call_messages.several_meanings(
                kind, given, [one.symbol for one in meanings], [call(one.id) for one in meanings]
            )
            raise AmbiguousQuery(*several, given, candidates=meanings) from refusal
        case "error" if found.why:
            raise UpstreamError.lacking(found.why) from refusal
        case "error":
            raise UpstreamError(kind.service, f"there was no answer within {time_limits.LIST:g} seconds") from refusal
        case _:
            raise refusal
