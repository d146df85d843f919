"""Parsing of arguments that must be the CURIE of one kind; errors name the calls that accept other identifiers."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from biofacts.domain.answers import next_calls
from biofacts.domain.answers.advice_and_phrasing import Part, Refusal, either
from biofacts.domain.answers.entity_kinds import Kind
from biofacts.domain.answers.errors import AmbiguousQuery, UnresolvedEntity
from biofacts.domain.identifiers import curies, identifiers_in_text, pasted_links
from biofacts.domain.identifiers.curies import Identifier
from biofacts.domain.identifiers.identifiers_in_text import Reference
from biofacts.domain.text.clean import excerpt

IdentifierT = TypeVar("IdentifierT", bound=Identifier)

OF_ANOTHER_KIND = "this identifier is for another kind of record"
_OF_ANOTHER_DATABASE = "it is an identifier from another database"


def read(kind: Kind, identifier: type[IdentifierT], curie: object) -> IdentifierT:
    """Parse the CURIE of a kind. Raises: UnresolvedEntity, with the calls that accept another identifier."""
    try:
        return identifier.parse(curie)
    except UnresolvedEntity as error:
        reference = reference_in(curie) if isinstance(curie, str) else None
        if reference is None:
            others = curies.spelled_otherwise(kind, curie)[1:] if isinstance(curie, str) else ()
            refusal = UnresolvedEntity.of(
                kind,
                curie,
                error.reason,
                error.suggestion,
                elsewhere=[next_calls.get(kind, other) for other in others],
                name=_without_prefix(curie) if isinstance(curie, str) else None,
            )
        elif reference.is_of(kind):
            refusal = UnresolvedEntity.of(kind, curie, curies.EXACTLY_SO, reference.text)
        else:
            is_its = reference.finds(kind) and not reference.own
            reason = _OF_ANOTHER_DATABASE if is_its else OF_ANOTHER_KIND
            refusal = UnresolvedEntity.of(kind, curie, reason, elsewhere=reference.calls(kind))
    # Raised outside the except clause, so that a traceback does not show the first error as its context.
    raise refusal


def _without_prefix(text: str) -> str | None:
    """Return the text after a database's prefix if it is not an identifier of this database: `HGNC:TP53`; else None."""
    return text.partition(":")[2].strip() or None if identifiers_in_text.malformed(text.strip()) else None


def kind_of(curie: str, call: Callable[[Kind, str], Part]) -> Kind:
    """Return the kind of a CURIE. `call`: a function that returns the call for a kind and a CURIE.

    Raises: AmbiguousQuery if the CURIE may be of several kinds, UnresolvedEntity if it is of none.
    """
    reference = reference_in(curie)
    if reference is None:
        raise UnresolvedEntity.of_no_kind(curie)
    if len(reference.own) > 1:
        calls = [call(kind, reference.text) for kind in reference.own]
        raise AmbiguousQuery(*of_several_kinds(curie, reference.own, calls), curie)
    if not reference.own:
        raise UnresolvedEntity.of_no_kind(
            curie, [next_calls.search(kind, reference.text) for kind in reference.accepted_by]
        )
    return reference.own[0]


def reference_in(text: str) -> Reference | None:
    """Return the identifier in a text or link; None for a name, and for a link that contains no known identifier."""
    return pasted_links.referred(text)[1]


def of_several_kinds(text: str, kinds: Sequence[Kind], calls: Sequence[Part]) -> Refusal:
    """Return the refusal of an identifier that may belong to records of several kinds."""
    named = " and ".join(f"a {kind.name}" for kind in kinds)
    return f"'{excerpt(text)}' may be {named}: each kind has its own numbers.", either(calls)
