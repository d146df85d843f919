"""Names in the place of identifiers, resolved as `resolve_many` does."""

import difflib
from collections.abc import Callable, Sequence
from typing import Protocol, cast

from biofacts.application.answers.other_kinds import Elsewhere
from biofacts.application.messages import calls as call_messages
from biofacts.domain.answers import time_limits
from biofacts.domain.answers.advice import NextCall
from biofacts.domain.answers.errors import AmbiguousQuery, Meaning, UnresolvedEntity, UpstreamError
from biofacts.domain.answers.kinds import Kind, KindName
from biofacts.domain.answers.records import RecordReadAs
from biofacts.domain.identifiers import arguments as id_arguments
from biofacts.domain.lists.resolution import PART_OF_A_NAME, Option, Resolution
from biofacts.domain.text import fold

_AS_GOOD, _LONGER = "matches equally well", "has it in a longer name"
_ALIKE = 0.85
"""The least likeness of a slip: one letter in six."""


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
    call: Callable[[Kind, str], NextCall | None],
    elsewhere: Elsewhere,
    organism: str | None = None,
) -> RecordReadAs:
    """Return the record that a name means. `refusal`: of the name as an identifier.

    `call`: the caller's call, with an identifier or a name of some kind; None for a kind that it does not take.

    Raises: the refusal for what is no name; UnresolvedEntity, AmbiguousQuery, UpstreamError.
    """
    # A CURIE with a slip, or of another kind, is no name.
    known = id_arguments.named(given) if isinstance(given, str) else None
    if not isinstance(given, str) or refusal.suggestion or (known and known.own):
        raise refusal
    (found,) = await resolve([given], cast("KindName", kind.name), organism)
    match found.status:
        case "resolved":
            return RecordReadAs(id=found.id or "", name=found.name or "", why=found.why or "name")
        case "ambiguous":
            is_part = found.why == PART_OF_A_NAME
            reason = _LONGER if is_part else _AS_GOOD
            meanings = [Meaning(id=one.id, symbol=one.name, why=one.why or reason) for one in found.candidates]
            titles = [one.symbol for one in meanings]
            labels = [one.symbol if titles.count(one.symbol) == 1 else f"{one.symbol} ({one.why})" for one in meanings]
            calls = list(filter(None, (call(kind, one.id) for one in meanings)))
            several = call_messages.several_meanings(kind, given, labels, calls, is_part=is_part)
            raise AmbiguousQuery(*several, given, candidates=meanings) from refusal
        case "error" if found.why:
            raise UpstreamError.lacking(found.why) from refusal
        case "error":
            raise UpstreamError.of(
                kind.service, f"there was no answer within {time_limits.LIST:g} seconds"
            ) from refusal
        case _ if known:
            raise refusal
        case _:
            near: dict[str, Option] = {}
            for one in found.candidates:  # pathways of several organisms have one title; the human one comes first
                if _is_slip(given, one.name):
                    near.setdefault(one.name, one)
            corrected = [(one.name, own) for one in near.values() if (own := call(kind, one.id))]
            ways = [(other, call(other, given) or way) for other, way in await elsewhere.ways(kind, given)]
            error = UnresolvedEntity(*call_messages.unknown_name(kind, given, corrected, ways, organism), given)
            error.candidates = tuple(Meaning(id=one.id, symbol=one.name, why="similar name") for one in near.values())
            raise error from refusal


def _is_slip(given: str, name: str) -> bool:
    """Return True if a text is nearly a name, but not that name: then another record is meant."""
    written, known = fold.compact(given), fold.compact(name)
    return written != known and bool(difflib.get_close_matches(written, [known], 1, _ALIKE))
